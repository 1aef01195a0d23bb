#!/usr/bin/env python3
"""How soon the page has all seven scores: random positions of 7x6, asked as the page asks.

    bench/page_speed.py build/release/bin/inarow [POSITIONS] [--book]

Every position has 10 to 30 stones, put at random without ending the game, and is asked once, of a server that has not seen it.
Without --book the server has no book; with it, positions of 0 to 30 stones are asked of one that has. Prints the percentiles of
the time until the answer and of the server's work for it (which does not depend on what else the machine does), and how many are
within 1 s (with --book: 100 ms)."""

import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import time

WIDTH, HEIGHT = 7, 6


def wins(columns, x):
    """Whether the stone on top of column x completes four in a row."""
    at = lambda cx, cy: columns[cx][cy] if 0 <= cx < WIDTH and 0 <= cy < len(columns[cx]) else None
    y = len(columns[x]) - 1
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        run = 1
        for sign in (1, -1):
            n = 1
            while at(x + sign * n * dx, y + sign * n * dy) == columns[x][y]:
                n += 1
            run += n - 1
        if run >= 4:
            return True
    return False


def random_position(chance, stones):
    while True:
        columns, moves = [[] for _ in range(WIDTH)], ""
        while len(moves) < stones:
            x = chance.randrange(WIDTH)
            if len(columns[x]) == HEIGHT:
                continue
            columns[x].append(len(moves) % 2)
            moves += str(x + 1)
            if wins(columns, x):
                break
        else:
            return moves


def work_of(process):
    """Seconds that the threads of a process have worked."""
    total = 0
    for task in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{task}/schedstat") as file:
            total += int(file.read().split()[0])
    return total / 1e9


def main():
    arguments = [a for a in sys.argv[1:] if a != "--book"]
    book = "--book" in sys.argv
    program, count = arguments[0], int(arguments[1]) if len(arguments) > 1 else 200
    chance = random.Random(8)
    positions = {random_position(chance, chance.randrange(0 if book else 10, 31)) for _ in range(count)}
    with tempfile.TemporaryDirectory() as empty:
        environment = dict(os.environ) if book else {**os.environ, "INAROW_DATA": empty}
        server = subprocess.Popen([program, "serve", "--port", "0", "--no-open", "--json"], stdout=subprocess.PIPE, text=True, env=environment)
        try:
            port = int(json.loads(server.stdout.readline())["address"].split(":")[2].split("/")[0])
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
            times = []
            for moves in sorted(positions, key=lambda m: chance.random()):
                question = {"game": "connect4", "moves": moves, "score": True, "all_moves": True, "seconds": 600}
                begin, before = time.monotonic(), work_of(server.pid)
                connection.request("POST", "/api/solve", json.dumps(question), {"Content-Type": "application/json"})
                answer = json.loads(connection.getresponse().read())
                times.append((time.monotonic() - begin, work_of(server.pid) - before, moves))
                assert answer["proved"] and len(answer["moves_value"]) == len(set("1234567") - {c for c in "1234567" if moves.count(c) == HEIGHT})
        finally:
            server.terminate()
            server.wait()
    goal = 0.1 if book else 1.0
    for name, index in (("until the answer", 0), ("of work", 1)):
        some = sorted((t[index], t[2]) for t in times)
        print(f"milliseconds {name}: " + ", ".join(
            f"{percent} % within {some[min(len(some) - 1, len(some) * percent // 100)][0] * 1000:.0f}" for percent in (50, 90, 95, 99, 100)))
        print(f"  {sum(t <= goal for t, _ in some) / len(some):.1%} of {len(some)} within {goal} s, the slowest {some[-1][1]}")


if __name__ == "__main__":
    main()
