"""How fast the Python module answers a batch, beside the command line; how long its import takes.

    ./inarow python bench/python_speed.py build/release/bin/inarow [POSITIONS] [THREADS]
"""

import random
import subprocess
import sys
import tempfile
import time

started = time.perf_counter()
import inarow  # noqa: E402

imported = time.perf_counter() - started


def endgames(number):
    """Random games of 28 to 34 stones in which nobody has won."""
    dice = random.Random(1)
    found = []
    while len(found) < number:
        length = dice.randint(28, 34)
        p = inarow.Position("connect4")
        tries = 0
        while len(p.moves) < length and tries < 100:
            tries += 1
            try:
                p.play(dice.randint(1, 7))
            except ValueError:
                continue  # the column is full
            if p.is_over():
                p.undo()
        if len(p.moves) == length:
            found.append(p.moves)
    return found


def main():
    program = sys.argv[1]
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    threads = sys.argv[3] if len(sys.argv) > 3 else None
    print(f"import: {imported * 1000:.1f} ms")
    moves = endgames(number)
    with tempfile.NamedTemporaryFile("w") as file:
        file.write("\n".join(moves) + "\n")
        file.flush()
        command = [program, "solve", "connect4", "--score", "--batch", file.name] + (["--threads", threads] if threads else [])
        by_program, by_module = [], []
        # In turns, so that what else the machine does hits both.
        for _ in range(5):
            began = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            by_program.append(time.perf_counter() - began)
            began = time.perf_counter()
            answers = inarow.solve_batch("connect4", moves, score=True, threads=int(threads) if threads else None)
            by_module.append(time.perf_counter() - began)
            assert all(a.proved for a in answers)
    print(f"command line: {number / min(by_program):.0f} positions a second (best of {len(by_program)})")
    print(f"module:       {number / min(by_module):.0f} positions a second; {min(by_program) / min(by_module):.0%}")


main()
