"""Refuses an include that goes up the order of src/README.md: a folder may use only those above it.

Also refuses folders that the list does not name, so that it stays complete; doors (service/, protocol/,
cli/, python/) that include search/: they ask ask/; and tests/support/ in what is not a test.
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
readme = (root / "src" / "README.md").read_text()
order = re.findall(r"^\| `([a-z_/]+)/` \|", readme, re.MULTILINE)
errors = []
if not order:
    errors.append("src/README.md names no folders")


doors = ("cli", "service", "protocol", "python")


def folder_of(path):
    """The longest listed folder that contains the path."""
    fits = [f for f in order if path.startswith(f + "/")]
    return max(fits, key=len) if fits else None


def includes(file):
    for number, line in enumerate(file.read_text().splitlines(), 1):
        include = re.match(r'#include "([^"]+)"', line)
        if include is not None:
            yield number, include.group(1)


for door in doors:
    for folder in (root / "src" / door, root / door):
        for file in sorted(folder.rglob("*.[ch]pp")):
            for number, name in includes(file):
                if name.startswith("search/"):
                    errors.append(f"{file.relative_to(root)}:{number}: a door may not use {name}; ask ask/")

for file in sorted((root / "src").rglob("*.[ch]pp")):
    name = str(file.relative_to(root / "src"))
    folder = folder_of(name)
    if folder is None:
        errors.append(f"src/{name}: its folder is not in src/README.md")
        continue
    for number, include in includes(file):
        if include.startswith("support/"):
            if not name.endswith("_test.cpp"):
                errors.append(f"src/{name}:{number}: {include} is for tests only")
            continue
        used = folder_of(include)
        if used is None:
            errors.append(f"src/{name}:{number}: {include} is in no listed folder")
        elif order.index(used) > order.index(folder):
            errors.append(f"src/{name}:{number}: {folder} may not use {used}, which stands below it")
print("\n".join(errors) if errors else f"{len(order)} folders in order")
sys.exit(1 if errors else 0)
