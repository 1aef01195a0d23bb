#!/usr/bin/python3
"""Fits the grades of puzzles against how often our own players fail at them.

    build/release/bin/puzzle_levels c4.jsonl > levels.jsonl
    bench/puzzle_fit.py levels.jsonl

Prints the coefficients of src/generate/grade.cpp (least squares with weights that are not negative),
how well they fit, and the thresholds that divide these puzzles into five grades of the same size.
"""

import json
import sys

import numpy

NAMES = ["length", "tempting", "quiet", "counter", "depth"]


def fit(rows):
    """A measure that would make a puzzle easier is left out, the worst one first."""
    used = list(NAMES)
    y = numpy.array([r["fail"] for r in rows])
    while True:
        x = numpy.array([[1.0] + [r[n] for n in used] for r in rows])
        solution = numpy.linalg.lstsq(x, y, rcond=None)[0]
        worst = min(zip(solution[1:], used), default=(0, None))
        if worst[0] >= 0:
            return solution, used, x @ solution, y
        used.remove(worst[1])


def main():
    rows = [json.loads(line) for name in sys.argv[1:] for line in open(name, encoding="utf-8")]
    solution, used, predicted, y = fit(rows)
    weights = dict(zip(used, solution[1:]))
    print(f"{len(rows)} puzzles, {y.mean():.3f} of the players fail")
    print("constant", round(float(solution[0]), 4))
    for name in NAMES:
        print(name, round(float(weights.get(name, 0)), 4))
    print(f"correlation {numpy.corrcoef(predicted, y)[0, 1]:.3f}")
    ends = numpy.quantile(predicted, [0.2, 0.4, 0.6, 0.8])
    print("ends", [round(float(e), 4) for e in ends])
    grade = 1 + (predicted[:, None] >= ends[None, :]).sum(axis=1)
    for g in range(1, 6):
        part = y[grade == g]
        if len(part):
            print(f"grade {g}: {len(part)} puzzles, {part.mean():.3f} fail")


main()
