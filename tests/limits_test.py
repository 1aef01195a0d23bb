"""Limits hold: --time, Ctrl-C and --memory, and what is no number or no text is refused in one line.

    limits_test.py INAROW [NAME]

bench/limits_sweep.py measures the same for all commands. The machine may be busy: times are the best
of a few tries and have SLACK seconds more than what is promised (20 % or 50 ms; 0.3 s after Ctrl-C).
"""

import http.client
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unicodedata
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
SLACK = 0.35
TRIES = 3
PROGRAM_MB = 16  # what the program itself takes, beside 10 % (inarow solve --help)

THREE_STONES = ["Connect(19,19,6,3,1)", "--moves", "j10 i8h9k9", "--order", "4"]
# Long work that looked at no stop for half a second and more.
LONG = [
    ["solve", "drop:10x10"],
    ["solve", *THREE_STONES],
    ["explain", *THREE_STONES],
    ["prove", "drawn", "Connect(4000,1000)", "-o", "FILE"],
    ["perft", "connect6", "--depth", "4"],
    ["solve", "drop:8x8", "--no-book", "--memory", "2048"],
]


class Limits(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def start(self, arguments, **more):
        arguments = [os.path.join(self.folder.name, "out") if a == "FILE" else a for a in arguments]
        return subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                cwd=self.folder.name, **more)

    def seconds(self, arguments, signal_after=None):
        """From the start, or from the signal, to the end."""
        child = self.start(arguments)
        start = time.monotonic()
        if signal_after is not None:
            time.sleep(signal_after)
            start = time.monotonic()
            child.send_signal(signal.SIGINT)
        child.wait()
        self.assertIn(child.returncode, (0, 1, 3), arguments)
        return time.monotonic() - start

    def peak_mb(self, arguments):
        child = self.start(arguments)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        self.assertIn(child.returncode, (0, 1, 3), arguments)
        return usage.ru_maxrss / 1024

    def run_program(self, arguments):
        return subprocess.run([PROGRAM, *arguments], capture_output=True, cwd=self.folder.name,
                              stdin=subprocess.DEVNULL, timeout=60, check=False)

    def test_time(self):
        for command in LONG:
            for limit in (0.1, 0.5):
                promised = limit + max(0.2 * limit, 0.05) + SLACK
                best = min(self.until(promised, [*command, "--time", str(limit)]))
                self.assertLess(best, promised, command)

    def test_interrupts(self):
        for command in LONG:
            best = min(self.until(0.3 + SLACK, command, 0.3))
            self.assertLess(best, 0.3 + SLACK, command)

    def until(self, promised, command, signal_after=None):
        for _ in range(TRIES):
            taken = self.seconds(command, signal_after)
            yield taken
            if taken < promised:
                return

    def test_memory(self):
        batch = os.path.join(self.folder.name, "batch")
        with open(batch, "w", encoding="ascii") as file:
            file.write("".join(f"{a}{b}\n" for a in "abc" for b in (1, 2, 3)))
        for megabytes, command in [
            (64, ["prove", "value", "drop:5x5", "-o", "FILE"]),
            (64, ["prove", "cannot-lose", "cylinder:9", "--for", "second", "-o", "FILE"]),
            (64, ["solve", "cylinder:16", "--time", "3"]),
            (64, ["solve", "drop:8x8", "--method", "victor", "--tree-size", "100000000",
                  "--time", "3"]),
            (200, ["solve", "Connect(7,7,5,1,1)", "--method", "alphabeta", "--threads", "4",
                   "--batch", batch, "--time", "2"]),
            (20, ["solve", "connect6", "--moves", "j10 i8h9 i11k11 g10h11"]),
        ]:
            peak = self.peak_mb([*command, "--memory", str(megabytes)])
            self.assertLess(peak, 1.1 * megabytes + PROGRAM_MB, command)

    def test_memory_that_is_not_used(self):
        # The table grows as it is used; touching all of it would take hundreds of megabytes a second.
        command = ["solve", "drop:8x8", "--no-book", "--threads", "1", "--memory", "8000"]
        self.assertLess(self.peak_mb([*command, "--time", "1"]), 128)

    def test_memory_of_the_server(self):
        megabytes = 256
        server = subprocess.Popen([PROGRAM, "serve", "--port", "0", "--no-open", "--json",
                                   "--memory", str(megabytes), "--threads", "7"],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        self.addCleanup(server.stdout.close)
        port = int(json.loads(server.stdout.readline())["address"].split(":")[2].split("/")[0])

        def ask(route, question):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            try:
                connection.request("POST", route, json.dumps({**question, "seconds": 4}),
                                   {"Content-Type": "application/json"})
                connection.getresponse().read()
            except OSError:
                pass  # the server may refuse some of so many at once
            connection.close()

        requests = [("/api/solve", {"game": f"drop:{size}"})
                    for size in ("8x8", "9x7", "8x7", "7x8")]
        # A proof had a compressor of 90 MB, beside all positions in it.
        requests += [("/api/prove", {"game": "drop:6x6", "moves": moves, "claim": "value"})
                     for moves in ("12", "13", "14", "15", "16", "23", "24", "25")]
        requests += [("/api/prove", {"game": "Connect(6,6,5,1,1)", "claim": "value"}),
                     ("/api/strategy", {"game": "cylinder:16", "side": "first"}),
                     ("/api/solve", {"game": "drop:8x8", "method": "proof-number"})]
        threads = [threading.Thread(target=ask, args=request) for request in requests]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with open(f"/proc/{server.pid}/status", encoding="ascii") as file:
            peak = next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1024
        self.assertLess(peak, 1.1 * megabytes + PROGRAM_MB)

    def refused(self, arguments, *words):
        run = self.run_program(arguments)
        self.assertEqual(run.returncode, 2, (arguments, run))
        self.one_line(run, arguments)
        for word in words:
            self.assertIn(word, run.stderr.decode(), arguments)

    def no_crash(self, arguments):
        run = self.run_program(arguments)
        self.assertIn(run.returncode, (0, 1, 2, 3, 4), (arguments, run))
        if run.returncode in (2, 4):
            self.one_line(run, arguments)

    def one_line(self, run, arguments):
        text = run.stderr.decode("utf-8")  # which is UTF-8
        self.assertTrue(text.startswith("inarow: ") and text.endswith("\n"), (arguments, text))
        hidden = ("Cc", "Cf", "Cs", "Zl", "Zp")  # control, direction, line and paragraph characters
        self.assertFalse(any(unicodedata.category(c) in hidden for c in text[:-1]),
                         (arguments, text))
        self.assertLess(len(text), 700, arguments)

    def test_numbers(self):
        wrong = ["nan", "-nan", "inf", "-inf", "1e400", "1e30", "-1", "0x", "1,5", "1 ", "",
                 "9" * 3000, "1\n2", "\x1b[2J"]
        for command, options in [
            (["solve", "connect4"],
             ["--time", "--memory", "--threads", "--tree-size", "--order"]),
            (["explain", "connect4"], ["--time", "--order"]),
            (["prove", "win", "connect4", "-o", "x"], ["--score", "--order"]),
            (["count", "connect4"], ["--max-men"]),
            (["perft", "connect4"], ["--depth"]),
            (["book", "build", "connect4"], ["--plies"]),
            (["serve"], ["--port", "--queue", "--streams"]),
        ]:
            for option in options:
                for number in wrong:
                    self.refused([*command, f"{option}={number}"], option)
        self.refused(["solve", "connect4", "--threads", "99999999"], "--threads", '"99999999"')
        self.refused(["solve", "connect4", "--memory", "5"], "--memory", "20")
        self.refused(["solve", "connect4", "--time", "0"], "--time")
        self.refused(["kdraw", "--p", "\n1"], "--p")
        self.refused(["serve", "--memory", "20"], "--memory")

    def test_errors_are_one_line(self):
        for text in ("a\nb", "\x1b[31m", "\x7f", "x" * 5000, "\u202eabc", b"\xff\xfe", "\t", '"'):
            for command in (["{}"], ["solve", "{}"], ["solve", "connect4", "{}"],
                            ["solve", "connect4", "--method", "{}"],
                            ["solve", "connect4", "--{}"], ["prove", "{}", "connect4", "-o", "x"],
                            ["show", "connect4", "--sgf", "{}"], ["show", "connect4", "--as", "{}"],
                            ["play", "connect4", "--against", "{}"],
                            ["book", "info", "connect4", "--book", "{}"], ["{}", "connect4"]):
                arguments = [text if a == "{}" else a if isinstance(text, bytes)
                             else a.replace("{}", text) for a in command]
                self.no_crash([*arguments, "--time=0.2"])

    def test_random_arguments(self):
        lots = random.Random(7)
        words = ["solve", "explain", "prove", "count", "perft", "book", "kdraw", "show", "version",
                 "connect4", "gomoku", "drop:5x4", "--moves", "--score", "--json", "--time", "0.2",
                 "--order", "value", "win", "-o", "--batch", "--memory", "--p", "Connect(3,3,3,1,1)"]
        for _ in range(150):
            arguments = []
            for _ in range(lots.randrange(1, 6)):
                some = bytes(lots.randrange(1, 256) for _ in range(lots.randrange(0, 12)))
                arguments.append(lots.choice(words) if lots.random() < 0.6 else some)
            if arguments[0] in ("serve", "play", "bench"):
                continue
            self.no_crash([*arguments, "--time=0.2"])


if __name__ == "__main__":
    unittest.main()
