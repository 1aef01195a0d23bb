"""The nodes of `inarow bench` are those of tests/data/bench.txt: nobody changes the search unawares.

    bench_nodes_test.py INAROW TABLE            compares
    bench_nodes_test.py INAROW TABLE --write    writes the table anew
"""

import json
import subprocess
import sys

INAROW, TABLE = sys.argv[1:3]
HEAD = """# The nodes of every row of `inarow bench`, and their sum. A commit that changes them changes this file
# (tests/bench_nodes_test.py INAROW tests/data/bench.txt --write) and ends its message in the last line.
"""

answer = subprocess.run([INAROW, "bench", "--json"], capture_output=True, text=True, check=True)
bench = json.loads(answer.stdout)
found = HEAD + "".join(f"{row['name']}: {row['nodes']}\n" for row in bench["rows"])
found += f"Bench: {bench['nodes']}\n"
if "--write" in sys.argv:
    with open(TABLE, "w", encoding="utf-8") as file:
        file.write(found)
    sys.exit(0)
with open(TABLE, encoding="utf-8") as file:
    expected = file.read()
for there, here in zip(expected.splitlines(), found.splitlines()):
    if there != here:
        print(f"expected  {there}\nfound     {here}")
if found != expected:
    print("The search has changed. If it was meant to, see the first lines of", TABLE)
    sys.exit(1)
