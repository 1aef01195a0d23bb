#!/usr/bin/env python3
"""Measures how well --time, Ctrl-C and --memory are kept, for every command that works long.

    bench/limits_sweep.py build/release/bin/inarow [--only TEXT] [--memory-limit MB]

Prints one row a command, in Markdown: the longest overrun of --time 0.05, 0.2, 1 and 3 (in ms), the
time from SIGINT (sent 0.1 s and 1 s after the start) to the end of the process, and the peak of the
resident memory against --memory. docs/results/limits.md has the results.
"""

import argparse
import os
import signal
import subprocess
import tempfile
import time

GOMOKU = "h8 i9 g9 h7 i8"
CONNECT6 = "j10 i8h9 i11k11 g10h11"
WU = "0,0 -1,1 1,1"

# Commands that would run for a long time, or as long as they can. FILE is a file to write.
COMMANDS = [
    # drop games, exact search
    ["solve", "drop:7x6", "--no-book", "--no-rules", "--score", "--all-moves"],
    ["solve", "drop:8x8", "--no-book"],
    ["solve", "drop:10x10"],
    ["solve", "drop:5x12", "--score"],
    ["solve", "drop:9x7", "--pv", "--all-moves"],
    ["solve", "drop:8x8:cyl"],
    ["solve", "drop:12x9:k5"],
    ["solve", "drop:8x8", "--batch", "BATCH"],
    # the rules
    ["solve", "drop:8x8", "--method", "victor"],
    ["solve", "drop:10x10", "--method", "victor", "--tree-size", "100000000"],
    ["solve", "drop:8x8", "--method", "proof-number"],
    ["solve", "drop:10x10", "--method", "proof-number"],
    ["solve", "drop:12x8", "--method", "proof-number", "--all-moves"],
    # strategies
    ["solve", "cylinder:9"],
    ["solve", "cylinder:16"],
    ["solve", "drop:20xinf:cyl"],
    ["prove", "cannot-lose", "cylinder:9", "--for", "second", "-o", "FILE"],
    ["prove", "cannot-lose", "cylinder:16", "--for", "first", "--strategy", "search", "-o", "FILE"],
    ["prove", "cannot-lose", "drop:7x20", "--moves", "1", "--for", "second", "-o", "FILE"],
    ["prove", "drawn", "Connect(8,1)", "-o", "FILE"],
    ["prove", "drawn", "Connect(4000,1000)", "-o", "FILE"],
    ["kdraw", "--p", "1..1000"],
    # placement games
    ["solve", "Connect(7,7,5,1,1)"],
    ["solve", "Connect(7,8,6,3,1)"],
    ["solve", "Connect(6,6,5,2,1)", "--all-moves"],
    ["solve", "Connect(8,7,5,1,1)", "--method", "alphabeta"],
    ["solve", "gomoku", "--moves", GOMOKU, "--order", "4"],
    ["solve", "connect6", "--moves", CONNECT6, "--order", "3"],
    ["solve", "connect6", "--moves", CONNECT6, "--order", "3", "--all-moves"],
    ["solve", "Connect(19,19,6,3,1)", "--moves", "j10 i8h9k9", "--order", "4"],
    ["solve", "Connect(19,19,6,4,1)", "--moves", "j10 i8h9k9k10", "--order", "4"],
    ["solve", "Connect(6,4,3)", "--moves", "0,0 1,0 2,1 5,5 4,4 3,5 6,6", "--order", "4"],
    ["solve", "Connect(6,2,3)", "--moves", WU, "--order", "4"],
    ["solve", "connect6", "--moves", "j10 i8h9", "--defenses", "--order", "4"],
    ["solve", "Connect(50,50,7,3,2)", "--moves", "a1 a2 b2b3b4", "--order", "4"],
    ["solve", "Connect(12,2,2)"],
    ["explain", "connect6", "--moves", CONNECT6, "--order", "4"],
    ["explain", "Connect(19,19,6,3,1)", "--moves", "j10 i8h9k9", "--order", "4"],
    ["explain", "drop:10x10", "--moves", "ab"],
    ["explain", "drop:8x8", "--batch", "BATCH"],
    # certificates
    ["prove", "value", "drop:7x6", "-o", "FILE"],
    ["prove", "value", "drop:6x6", "-o", "FILE"],
    ["prove", "score", "drop:7x5", "-o", "FILE"],
    ["prove", "not-lose", "drop:10x10", "--for", "second", "--rules", "-o", "FILE"],
    ["prove", "value", "Connect(6,6,5,1,1)", "-o", "FILE"],
    ["prove", "value", "Connect(6,6,4,1,1)", "--tree", "-o", "FILE"],
    ["prove", "win", "connect6", "--moves", CONNECT6, "--order", "4", "-o", "FILE"],
    ["prove", "win", "Connect(6,2,3)", "--moves", WU, "--for", "first", "-o", "FILE"],
    ["solve", "drop:6x6", "--certificate", "FILE"],
    # counting
    ["count", "drop:7x6", "--exact"],
    ["count", "drop:10x10", "--exact"],
    ["count", "drop:10x10", "--estimate"],
    ["count", "connect6", "--exact"],
    ["count", "connect6"],
    ["perft", "connect4", "--depth", "20"],
    ["perft", "connect6", "--depth", "4"],
    ["perft", "Connect(19,19,6,5,5)", "--depth", "4"],
    # books, benchmarks, play
    ["book", "build", "drop:7x7", "--plies", "6", "-o", "FILE"],
    ["bench"],
    ["bench", "--suite", "drop-sizes"],
    ["play", "drop:8x8", "--side", "second"],
    ["play", "connect6", "--side", "second", "--against", "strong", "--moves", CONNECT6],
    ["play", "Connect(19,19,6,3,1)", "--side", "second", "--against", "strong", "--moves",
     "j10 i8h9k9"],
    ["play", "cylinder:9", "--against", "strategy"],
]

# With these sizes of tables, one after another: where page faults are dear.
TABLES = [
    ["solve", "drop:8x8", "--no-book"],
    ["solve", "drop:10x10"],
    ["solve", "Connect(8,7,5,1,1)", "--method", "alphabeta"],
    ["solve", "drop:8x8", "--method", "proof-number"],
    ["count", "drop:8x8", "--exact"],
]


class Sweep:
    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        self.batch = os.path.join(folder, "batch.txt")
        with open(self.batch, "w", encoding="ascii") as file:
            for a in "abcdefgh":
                for b in "abcdefgh":
                    for c in "abcdefgh":
                        file.write(a + b + c + "\n")

    def run(self, command, extra, signal_after=None, most=60.0):
        """Seconds (from the signal, if there is one), peak resident MB, exit code."""
        arguments = [
            os.path.join(self.folder, "out") if a == "FILE" else self.batch if a == "BATCH" else a
            for a in command
        ]
        for left in os.listdir(self.folder):
            if left.startswith("out"):
                os.unlink(os.path.join(self.folder, left))
        start = time.monotonic()
        child = subprocess.Popen([self.program, *arguments, "--quiet", *extra],
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL, restore_signals=True,
                                 preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        pid_result = None
        if signal_after is not None:
            time.sleep(signal_after)
            start = time.monotonic()
            os.kill(child.pid, signal.SIGINT)  # send_signal() would reap a child that has ended
        while pid_result is None:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid != 0:
                pid_result = (status, usage)
            elif time.monotonic() - start > most:
                os.kill(child.pid, signal.SIGKILL)
            else:
                time.sleep(0.002)
        seconds = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(pid_result[0])
        return seconds, pid_result[1].ru_maxrss / 1024, child.returncode

    def row(self, command, memory):
        extra = ["--memory", str(memory)] if memory else []
        cells = []
        peak = 0
        for limit in (0.05, 0.2, 1, 3):
            seconds, rss, code = self.run(command, ["--time", str(limit), *extra])
            peak = max(peak, rss)
            over = seconds - limit
            allowed = max(0.2 * limit, 0.05)
            mark = "**" if over > allowed else ""
            cells.append("done" if code in (0, 1) and over < 0 else f"{mark}{over * 1000:+.0f}{mark}"
                         if code >= 0 else f"killed ({code})")
        for after in (0.1, 1.0):
            seconds, rss, code = self.run(command, extra, after)
            peak = max(peak, rss)
            mark = "**" if seconds > 0.3 else ""
            cells.append("done" if code in (0, 1) else f"{mark}{seconds * 1000:.0f}{mark}")
        mark = "**" if memory and peak > memory * 1.1 + 20 else ""
        cells.append(f"{mark}{peak:.0f}{mark}")
        return f"| `{' '.join(command)}` | {memory or '-'} | " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--only", default="", help="commands with this text only")
    parser.add_argument("--memory-limit", type=int, default=16384,
                        help="largest table in megabytes")
    parser.add_argument("--memory", type=int, default=64, help="of the first part")
    options = parser.parse_args()
    print("| command | `--memory` | 0.05 s | 0.2 s | 1 s | 3 s | Ctrl-C at 0.1 s | at 1 s | peak MB |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        sweep = Sweep(options.program, folder)
        for command in COMMANDS:
            if options.only in " ".join(command):
                print(sweep.row(command, options.memory), flush=True)
        for command in TABLES:
            for memory in (1024, 4096, 16384):
                if options.only in " ".join(command) and memory <= options.memory_limit:
                    print(sweep.row(command, memory), flush=True)


if __name__ == "__main__":
    main()
