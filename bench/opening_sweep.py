#!/usr/bin/env python3
"""Tries to prove the three-move openings of Connect6: Black j10, two stones of White, Black to move.

    bench/opening_sweep.py FOLDER --program build/release/bin/inarow --distance 2 --budget 10
    bench/opening_sweep.py FOLDER --table
    bench/opening_sweep.py --self-test

All pairs of White's stones within the distance (of a king's steps) of Black's first stone, one of each class under the
symmetries of the board. Each gets `--budget` seconds of job-level search in all; what is proved is verified by
inarow-check. FOLDER has the tree and the certificate of each opening, and results.jsonl with a line for each attempt.

It may be killed at any time and started again: what has had its budget is not repeated, what was interrupted goes on
with its tree. With a bigger budget all that are open go on, those that look nearest to a proof first.
docs/results/connect6-openings.md has the results.
"""

import argparse
import itertools
import json
import os
import sqlite3
import subprocess
import sys
import time

SIZE = 19
CENTRE = SIZE // 2
COLUMNS = "abcdefghijklmnopqrs"
FIRST = "j10"
SLACK = 0.5  # seconds of a budget that are not worth a start
# What the pictures of the literature are called; the text has no coordinates, so these are the shapes that fit.
NAMES = {"i11k11": "ears, near (Mickey Mouse?)", "i12k12": "ears (Mickey Mouse?)", "h12l12": "ears, wide",
         "j11j12": "straight line", "i10k10": "straight line around", "j9j11": "straight line around"}


def name_of(stones):
    return "".join(COLUMNS[CENTRE + x] + str(CENTRE + y + 1) for x, y in stones)


def images(stones):
    """The pair as the eight symmetries of the board have it; cells are relative to the centre."""
    for x, y in itertools.product((1, -1), repeat=2):
        for swap in (False, True):
            yield tuple(sorted((y * b, x * a) if swap else (x * a, y * b) for a, b in stones))


def canonical(stones):
    return min(images(stones))


def openings(distance):
    """One of each class, ring by ring; in a ring the far stones first, which are easier to win against."""
    reach = range(-distance, distance + 1)
    cells = [cell for cell in itertools.product(reach, repeat=2) if cell != (0, 0)]
    classes = {canonical(pair) for pair in itertools.combinations(cells, 2)}
    return sorted(classes, key=lambda pair: (distance_of(pair), -sum(c * c for cell in pair for c in cell), pair))


def distance_of(pair):
    return max(abs(c) for cell in pair for c in cell)


def cells_named(text):
    """i12k12 as cells relative to the centre."""
    cells = []
    for letter in text:
        if letter.isalpha():
            cells.append([COLUMNS.index(letter) - CENTRE, ""])
        else:
            cells[-1][1] += letter
    return tuple(sorted((x, int(y) - 1 - CENTRE) for x, y in cells))


SHAPES = {canonical(cells_named(text)): words for text, words in NAMES.items()}


def read_results(folder):
    """The last line of each opening."""
    results = {}
    path = os.path.join(folder, "results.jsonl")
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.endswith("\n"):  # a line that was cut off by a kill is done again
                    record = json.loads(line)
                    results[record["opening"]] = record
    return results


def seconds_of_tree(path):
    """What a search that was killed has used."""
    if not os.path.exists(path):
        return 0.0
    database = sqlite3.connect(path)
    try:
        row = database.execute("SELECT value FROM meta WHERE name = 'client_seconds'").fetchone()
        return float(row[0]) if row else 0.0
    except sqlite3.Error:
        return 0.0
    finally:
        database.close()


def is_finished(record):
    return record is not None and record["outcome"] != "open"


def verify(checker, certificate):
    return subprocess.run([checker, certificate], stdout=subprocess.DEVNULL, check=False).returncode == 0


def attempt(options, stones, spent):
    """One call of the program; the record for results.jsonl."""
    name = name_of(stones)
    tree = os.path.join(options.folder, name + ".tree")
    certificate = os.path.join(options.folder, name + ".cert")
    command = [options.program, "prove", "win", "connect6", "--moves", f"{FIRST} {name}", "--for", "first", "--method",
               "job-level", "--order", str(options.order), "--job-time", str(options.job_time), "--threads",
               str(options.threads), "--time", f"{options.budget - spent:.1f}", "--tree", tree, "-o", certificate,
               "--json", "--quiet"]
    # Verifying and writing come after the search's time; who takes a minute more hangs.
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=options.budget + 60)
    if run.returncode not in (0, 1, 3) or not run.stdout.strip():
        sys.exit(f"{name}: exit code {run.returncode}: {run.stderr.strip()}\n{' '.join(command)}")
    answer = json.loads(run.stdout)
    search = answer["search"]
    record = {"opening": name, "outcome": "open", "order": options.order, "job_time": options.job_time,
              "threads": options.threads}
    for field in ("proof", "disproof", "positions", "jobs", "refused", "given_up", "job_seconds", "seconds", "line"):
        record[field] = search[field]
    if answer["proved"]:
        record["outcome"] = "Black wins" if answer["for"] == "first" else "White wins"
        record["certificate_bytes"] = answer["bytes"]
        if not verify(options.checker, certificate):
            sys.exit(f"{name}: {options.checker} does not accept {certificate}")
        record["verified"] = True
    return record


def sweep(options):
    os.makedirs(options.folder, exist_ok=True)
    results = read_results(options.folder)
    todo = [cells_named(text) for text in options.only] if options.only else openings(options.distance)
    todo = [canonical(stones) for stones in todo]
    # Who needs the fewest proofs first; what was never tried comes in the order of the list.
    todo.sort(key=lambda stones: results.get(name_of(stones), {}).get("proof", 0))
    for number, stones in enumerate(todo, 1):
        name = name_of(stones)
        before = results.get(name)
        if is_finished(before):
            continue
        if before and options.most_proof and before["proof"] > options.most_proof:
            continue
        spent = seconds_of_tree(os.path.join(options.folder, name + ".tree"))
        if spent + SLACK > options.budget:
            if before:
                continue
            spent = options.budget - 2 * SLACK  # killed at its end: only to be told how it stands
        if options.until and time.time() > options.until:
            print("the time is over", flush=True)
            break
        record = attempt(options, stones, spent)
        results[name] = record
        with open(os.path.join(options.folder, "results.jsonl"), "a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")
        print(f"{number}/{len(todo)} {FIRST} {name}: {record['outcome']}, proof {record['proof']}, disproof "
              f"{record['disproof']}, {record['jobs']} jobs, {record['seconds']:.0f} s", flush=True)
    tried = [results[name_of(s)] for s in todo if name_of(s) in results]
    print(f"{len(todo)} openings, {len(tried)} tried, {sum(is_finished(r) for r in tried)} decided")


def print_table(folder):
    """Markdown: what is decided first, then what is open by its proof number."""
    records = sorted(read_results(folder).values(),
                     key=lambda r: (not is_finished(r), r["proof"] if not is_finished(r) else 0, r["jobs"]))
    print("| opening | distance | outcome | Black's third move | jobs | positions | seconds | proof / disproof | |")
    print("|---|---|---|---|---|---|---|---|---|")
    for r in records:
        stones = canonical(cells_named(r["opening"]))
        outcome = r["outcome"] if r["outcome"] == "open" else f"**{r['outcome']}**"
        third = r["line"][0] if r["outcome"] == "Black wins" and r["line"] else ""
        numbers = f"{r['proof']} / {r['disproof']}" if r["outcome"] == "open" else ""
        print(f"| {FIRST} {r['opening']} | {distance_of(stones)} | {outcome} | {third} | {r['jobs']} | {r['positions']} "
              f"| {r['seconds']:.0f} | {numbers} | {SHAPES.get(stones, '')} |")
    decided = [r for r in records if is_finished(r)]
    print(f"\n{len(records)} openings tried, {sum(r['outcome'] == 'Black wins' for r in decided)} proved for Black, "
          f"{sum(r['outcome'] == 'White wins' for r in decided)} for White, {len(records) - len(decided)} open; "
          f"{sum(r['jobs'] for r in records)} jobs, {sum(r['job_seconds'] for r in records):.0f} s of work.")


def self_test():
    """The classes are counted a second way: by the pairs that each symmetry leaves alone (Burnside)."""
    for distance in (1, 2, 3, 4):
        reach = range(-distance, distance + 1)
        cells = [cell for cell in itertools.product(reach, repeat=2) if cell != (0, 0)]
        pairs = [tuple(sorted(pair)) for pair in itertools.combinations(cells, 2)]
        fixed = sum(image == pair for pair in pairs for image in images(pair))
        classes = openings(distance)
        assert fixed % 8 == 0 and len(classes) == fixed // 8, (distance, len(classes), fixed)
        assert sum(len(set(images(pair))) for pair in classes) == len(pairs)
        assert all(canonical(image) == pair for pair in classes for image in images(pair))
        assert set(openings(distance - 1)) <= set(classes)
        assert all(canonical(cells_named(name_of(pair))) == pair for pair in classes)
    assert cells_named("i12k12") == ((-1, 2), (1, 2)) and name_of(((-1, 2), (1, 2))) == "i12k12"
    print("ok:", ", ".join(f"{len(openings(d))} openings within {d}" for d in (1, 2, 3)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--program", default="build/release/bin/inarow")
    parser.add_argument("--checker", help="default: inarow-check beside the program")
    parser.add_argument("--distance", type=int, default=2)
    parser.add_argument("--budget", type=float, default=10, help="seconds for each opening, in all")
    parser.add_argument("--order", type=int, default=2, help="of the threats that a job looks for")
    parser.add_argument("--job-time", type=float, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", nargs="+", default=[], metavar="STONES", help="these openings, such as i12k12")
    parser.add_argument("--most-proof", type=int, default=0, help="leave open ones alone whose proof number is higher")
    parser.add_argument("--seconds", type=float, default=0, help="begin no further opening after so long")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    if not options.folder:
        parser.error("a folder is needed")
    if options.table:
        return print_table(options.folder)
    options.checker = options.checker or os.path.join(os.path.dirname(options.program), "inarow-check")
    options.until = time.time() + options.seconds if options.seconds else 0
    return sweep(options)


if __name__ == "__main__":
    main()
