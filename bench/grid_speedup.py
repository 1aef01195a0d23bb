#!/usr/bin/env python3
"""How much faster two workers prove than one: job-level searches with --threads 1 and 2, three runs each.

    bench/grid_speedup.py FOLDER --program build/release/bin/inarow [--positions FILE] [--runs 3]
    bench/grid_speedup.py FOLDER --table

A run proves a position from nothing. results.jsonl in FOLDER has a line for each; it may be killed and started again, and
what is there is not repeated. A position is a line of the file: a game, then its moves; without a file, those below. The
table has the means of the seconds, the jobs, and the speed-up: the mean with one worker by the mean with two. A run that
is not done within `--limit` seconds counts as that long, and is marked. For a machine that has nothing else to do.
"""

import argparse
import json
import math
import os
import subprocess
import sys

POSITIONS = """
connect6 j10 g7m13
connect6 j10 g8i13
connect6 j10 g8j13
connect6 j10 g7g13
connect6 j10 g7h13
connect6 j10 g7j13
connect6 j10 g8k13
connect6 j10 g8h13
connect6 j10 g8l13
connect6 j10 g7l13
"""
WORKERS = (1, 2)


def read_positions(path):
    if path:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    else:
        text = POSITIONS
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def read_results(folder):
    results = []
    path = os.path.join(folder, "results.jsonl")
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            results = [json.loads(line) for line in file if line.endswith("\n")]
    return results


def prove(options, position, workers):
    game, moves = position.split(" ", 1)
    certificate = os.path.join(options.folder, "proof.cert")
    command = [options.program, "prove", "win", game, "--moves", moves, "--method", "job-level", "--order",
               str(options.order), "--job-time", str(options.job_time), "--threads", str(workers), "--time",
               str(options.limit), "-o", certificate, "--json", "--quiet"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1, 3) or not run.stdout.strip():
        sys.exit(f"{position}: exit code {run.returncode}: {run.stderr.strip()}\n{' '.join(command)}")
    answer = json.loads(run.stdout)
    search = answer["search"]
    return {"position": position, "workers": workers, "proved": answer["proved"], "seconds": search["seconds"],
            "jobs": search["jobs"], "job_seconds": search["job_seconds"], "order": options.order,
            "job_time": options.job_time}


def measure(options):
    os.makedirs(options.folder, exist_ok=True)
    results = read_results(options.folder)
    for number in range(options.runs):
        for position in read_positions(options.positions):
            # One and two in turn, so that a slow hour of the machine is shared.
            for workers in WORKERS:
                done = sum(r["position"] == position and r["workers"] == workers for r in results)
                if done > number:
                    continue
                record = prove(options, position, workers)
                results.append(record)
                with open(os.path.join(options.folder, "results.jsonl"), "a", encoding="utf-8") as file:
                    file.write(json.dumps(record) + "\n")
                print(f"run {number + 1}, {position}, {workers}: {record['seconds']:.1f} s, {record['jobs']} jobs"
                      f"{'' if record['proved'] else ', not decided'}", flush=True)


def mean(values):
    return sum(values) / len(values)


def print_table(folder):
    results = read_results(folder)
    print("| position | runs | seconds, 1 worker | 2 workers | jobs, 1 worker | 2 workers | speed-up |")
    print("|---|---|---|---|---|---|---|")
    ups = []
    for position in dict.fromkeys(r["position"] for r in results):
        runs = {w: [r for r in results if r["position"] == position and r["workers"] == w] for w in WORKERS}
        if not all(runs.values()):
            continue
        seconds = {w: mean([r["seconds"] for r in runs[w]]) for w in WORKERS}
        jobs = {w: mean([r["jobs"] for r in runs[w]]) for w in WORKERS}
        mark = {w: "" if all(r["proved"] for r in runs[w]) else " (not all decided)" for w in WORKERS}
        ups.append(seconds[1] / seconds[2])
        print(f"| {position} | {min(len(runs[w]) for w in WORKERS)} | {seconds[1]:.1f}{mark[1]} | "
              f"{seconds[2]:.1f}{mark[2]} | {jobs[1]:.0f} | {jobs[2]:.0f} | {ups[-1]:.2f} |")
    if ups:
        print(f"\nMean speed-up {mean(ups):.2f} (geometric {math.exp(mean([math.log(up) for up in ups])):.2f}) on "
              f"{len(ups)} positions.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--program", default="build/release/bin/inarow")
    parser.add_argument("--positions", help="a file: GAME MOVES a line")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--order", type=int, default=2)
    parser.add_argument("--job-time", type=float, default=1)
    parser.add_argument("--limit", type=float, default=300, help="seconds for a run")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    if not options.table:
        measure(options)
    print_table(options.folder)


if __name__ == "__main__":
    main()
