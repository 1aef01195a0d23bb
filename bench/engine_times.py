"""How late the moves of inarow engine come, on a machine that has other work.

    engine_times.py INAROW [--moves 1000] [--time 0.1] [--load 4] [--protocol gomocup] [--threads 1] [--hard]

Plays against scattered stones (--hard: asks again and again for a move in one position of Connect6 that is thought about
for long), with so many other processes that do nothing but compute, and prints the distribution of what the moves took beyond their time, seen from the other end of the pipe. Beside it stands how
long the engine's name took, asked for before every move: so much both ends of the pipe wait for a processor.
"""

import argparse
import multiprocessing
import os
import random
import select
import subprocess
import time


def compute():
    while True:
        sum(range(10000))


def lines_of(process):
    """Lines with their times, read without a buffer of Python's."""
    rest = b""
    while True:
        select.select([process.stdout], [], [])
        data = os.read(process.stdout.fileno(), 65536)
        when = time.monotonic()
        if not data:
            return
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line.decode(), when


def five(cells, k):
    return any(all((x + i * dx, y + i * dy) in cells for i in range(k))
               for x, y in cells for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)))


class Gomocup:
    stones, k, size, name = 1, 5, 15, "ABOUT"

    def begin(self, seconds):
        return f"START 15\nINFO timeout_turn {seconds * 1000:.0f}\n"

    def text(self, cells):
        return "TURN %d,%d\n" % cells[0]

    def cells(self, line):
        return [tuple(map(int, line.split(",")))]


# Nobody has a quick win here.
HARD = "new white\nblack JJ\nwhite KKLL\nblack IIHH\nwhite GGMM\nblack JKJL\nwhite JHJM\n"


class Connect6:
    stones, k, size, name = 2, 6, 19, "name"

    def begin(self, seconds):
        return "new black\n"

    def text(self, cells):
        return "move " + "".join(chr(65 + x) + chr(65 + y) for x, y in cells) + "\n"

    def cells(self, line):
        letters = [ord(c) - 65 for c in line[5:]]
        return list(zip(letters[::2], letters[1::2]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--time", type=float, default=0.1)
    parser.add_argument("--load", type=int, default=4)
    parser.add_argument("--hard", action="store_true")
    parser.add_argument("--threads", default="1")
    parser.add_argument("--protocol", default="gomocup")
    options = parser.parse_args()
    if options.hard:
        options.protocol = "connect6"
    game = {"gomocup": Gomocup, "connect6": Connect6}[options.protocol]()
    others = [multiprocessing.Process(target=compute, daemon=True) for _ in range(options.load)]
    for other in others:
        other.start()
    process = subprocess.Popen([options.program, "engine", "--protocol", options.protocol, "--time", str(options.time),
                                "--threads", options.threads], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    lines = lines_of(process)
    lots = random.Random(1)
    over, names = [], []

    def ask(text):
        """The answer and the seconds it took."""
        start = time.monotonic()
        process.stdin.write(text.encode())
        process.stdin.flush()
        line, when = next(lines)
        while line.startswith("MESSAGE"):  # what it thinks of its move
            line, when = next(lines)
        return line, when - start

    while options.hard and len(over) < options.moves:
        names.append(ask("name\n")[1])
        over.append(ask(HARD + "next\n")[1] - options.time)
    while len(over) < options.moves:
        line = ask(game.begin(options.time))[0]
        own, used = set(), set()
        if line.startswith("move"):
            own.update(game.cells(line))
        while len(over) < options.moves and not five(own, game.k):
            used |= own
            # Near the stones, so that there is something to think about.
            near = [(x, y) for x in range(game.size) for y in range(game.size)
                    if (x, y) not in used and all(abs(v - game.size // 2) <= 2 + len(used) ** 0.5 / 2 for v in (x, y))]
            cells = lots.sample(near, game.stones)
            used.update(cells)
            names.append(ask(game.name + "\n")[1])
            line, seconds = ask(game.text(cells))
            if line.startswith(("ERROR", "error")):
                break
            over.append(seconds - options.time)
            own.update(game.cells(line))
    process.stdin.close()
    process.wait()
    for other in others:
        other.terminate()
    print(f"{options.protocol}, {len(over)} moves of {1000 * options.time:.0f} ms, {options.load} other processes, "
          f"{options.threads} thread(s)")
    print(f"  beyond the time: {in_words(over)}")
    print(f"  to tell the name: {in_words(names)}")


def in_words(seconds):
    seconds = sorted(seconds)
    at = [seconds[min(len(seconds) - 1, int(part * len(seconds)))] for part in (0.5, 0.99, 0.999, 1)]
    return "median {:.1f} ms, 99 % {:.1f}, 99.9 % {:.1f}, most {:.1f}".format(*(1000 * s for s in at))


if __name__ == "__main__":
    main()
