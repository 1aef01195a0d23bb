"""Attacks on the real server, under a limit of its address space: afterwards and meanwhile it lives, has taken little
memory, and answers others.

    tests/attack_test.py build/release/bin/inarow [--table]

What is promised is in docs/threat-model.md. Every attack comes from processes of its own; this one asks, from another
address, like somebody who wants to know the value of a position. --table prints what was measured as in
docs/results/attacks.md. A program that was built with sanitizers gets no limit of its address space and more time."""

import gzip
import json
import multiprocessing
import os
import resource
import signal
import socket
import subprocess
import sys
import time
import unittest

TABLE = "--table" in sys.argv
if TABLE:
    sys.argv.remove("--table")
PROGRAM = sys.argv.pop(1)
SANITIZED = b"__asan_init" in open(PROGRAM, "rb").read()
TABLES = 256  # MB, --memory
MORE = 300 if not SANITIZED else 1500  # MB that the server may take beside its tables
ADDRESS_SPACE = 4 << 30
# Of a hundred answers to others, so many may take longer than QUICK; none longer than SLOW. The attackers and this
# program run on the same cores.
QUICK, SLOW, LATE = (0.2, 1.5, 10) if not SANITIZED else (2.0, 8.0, 50)
SECONDS = 4
measured = []


def limit_address_space(most):
    if not SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


class Server:
    def __init__(self, *arguments, memory=TABLES, address_space=ADDRESS_SPACE):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--no-open", "--json", "--memory", str(memory), *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=lambda: limit_address_space(address_space))
        self.port = int(json.loads(self.process.stdout.readline())["address"].split(":")[2].split("/")[0])

    def status(self, name):
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith(name))

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        out, error = self.process.communicate(timeout=60)
        return self.process.returncode, out + error


def connect(port, address="127.0.0.1", timeout=30):
    return socket.create_connection(("127.0.0.1", port), timeout=timeout, source_address=(address, 0))


def head(port, first, *lines):
    return "\r\n".join([first, f"Host: 127.0.0.1:{port}", *lines, "", ""]).encode()


def post(port, path, body, *lines):
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    return head(port, f"POST {path} HTTP/1.1", "Content-Type: application/json", f"Content-Length: {len(text)}", *lines) + text


def answer_of(connection):
    """Status and body of an answer with a Content-Length."""
    text = b""
    while b"\r\n\r\n" not in text:
        more = connection.recv(65536)
        if not more:
            return None, b""
        text += more
    start, body = text.split(b"\r\n\r\n", 1)
    lengths = [line.split(b":")[1] for line in start.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    while lengths and len(body) < int(lengths[0]):
        more = connection.recv(65536)
        if not more:
            break
        body += more
    return int(start.split()[1]), body


# What attackers do, each in a process of its own: with the port and the number of the attacker.

def pour(port, number, begin, more):
    """Sends without end, as long as it is let, and begins anew when it is sent away."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            with connect(port, timeout=2) as connection:
                connection.sendall(begin)
                while time.monotonic() < end:
                    connection.sendall(more)
        except OSError:
            time.sleep(0.01)


def endless_request_line(port, number):
    pour(port, number, b"GET /", b"a" * 65536)


def endless_header(port, number):
    pour(port, number, head(port, "GET / HTTP/1.1")[:-2] + b"X: ", b"b" * 65536)


def endless_headers(port, number):
    pour(port, number, head(port, "GET / HTTP/1.1")[:-2], b"X-a: b\r\n" * 8000)


def unrouted_bodies(port, number):
    pour(port, number, b"PUT /x HTTP/1.1\r\nHost: evil\r\nTransfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + b"c" * 65536 + b"\r\n")


def chunked_bodies(port, number):
    start = head(port, "POST /api/solve HTTP/1.1", "Content-Type: application/json", "Transfer-Encoding: chunked")
    pour(port, number, start, b"10000\r\n" + b"c" * 65536 + b"\r\n")


def certificates_that_fill_the_memory(port, number):
    start = head(port, "POST /api/certificate HTTP/1.1", "Content-Type: application/octet-stream", "Content-Length: 8000000")
    held = []
    for _ in range(100):
        connection = connect(port)
        connection.sendall(start)
        connection.setblocking(False)
        held.append(connection)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        for connection in held:
            try:
                connection.send(b"x" * 65536)
            except OSError:
                pass


def packed_bodies(port, number):
    bomb = gzip.compress(b'{"game":"connect4","moves":"' + b" " * 50_000_000 + b'"}')
    request = post(port, "/api/solve", bomb, "Content-Encoding: gzip")
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        with connect(port) as connection:
            connection.sendall(request)
            assert answer_of(connection)[0] == 415


def many_ranges(port, number):
    request = head(port, "GET / HTTP/1.1", "Range: bytes=" + ",".join(["0-"] * 2600))
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        with connect(port) as connection:
            connection.sendall(request)
            status, body = answer_of(connection)
            assert status in (200, 404) and len(body) < 100_000, (status, len(body))


def ask_again_and_again(port, path, question):
    request = post(port, path, question)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        with connect(port) as connection:
            connection.sendall(request)
            answer_of(connection)


def far_stones(port, number):
    ask_again_and_again(port, "/api/show", {"game": "Connect(1000,2,1)", "moves": "-1000,-1000 1000,1000 1000,-1000"})


def single_stones(port, number):
    sgf = "(;GAME[Connect(1000,1000,1000)]" + "".join(f";{'BW'[i % 2]}[{i - 100},{i % 7}]" for i in range(4000)) + ")"
    ask_again_and_again(port, "/api/sgf/read", {"sgf": sgf})


def nested_variations(port, number):
    ask_again_and_again(port, "/api/sgf/read", {"sgf": "(;GAME[drop:7x6]" + "(;C[x]" * 7000 + ")" * 7001})


def clients_that_leave(port, number):
    """Long work is asked for, and nobody waits for it."""
    questions = [("/api/sgf/read", {"sgf": "(;GAME[Connect(1000,1000,1000)]" + ";B[0,0]" * 5000 + ")"}),
                 ("/api/strategy", {"game": "cylinder:16", "side": "second"}),
                 ("/api/solve", {"game": "drop:9x8", "score": True}),
                 ("/api/prove", {"game": "drop:7x6", "claim": "score", "seconds": 300}),
                 ("/api/explain", {"game": "connect6", "moves": "j10 i8h9 i11k11", "order": 3, "seconds": 300})]
    end = time.monotonic() + SECONDS
    i = 0
    while time.monotonic() < end:
        with connect(port) as connection:
            path, question = questions[i % len(questions)]
            connection.sendall(post(port, path, question))
            time.sleep(0.02)
        i += 1


def greedy_clients(port, number):
    """Long work of every kind, from an address for each of them."""
    questions = [("/api/solve", {"game": "Connect(8,7,5,2,1)", "seconds": 300}),
                 ("/api/analyse", {"game": "Connect(7,7,5,1,1)", "moves": "d4", "seconds": 300}),
                 ("/api/prove", {"game": "Connect(7,7,5,1,1)", "claim": "value", "seconds": 300}),
                 ("/api/analyse", {"game": "drop:9x8", "score": True, "all_moves": True, "seconds": 300}),
                 ("/api/strategy", {"game": "cylinder:16", "side": "second", "seconds": 300}),
                 ("/api/move", {"game": "Connect(19,19,6,3,1)", "moves": "j10", "opponent": "strong", "seconds": 4})]
    held = []
    for i in range(24):
        connection = connect(port, f"127.0.{2 + number}.{1 + i % 3}")
        path, question = questions[i % len(questions)]
        connection.sendall(post(port, path, question))
        held.append(connection)
    time.sleep(SECONDS)


def many_boards(port, number):
    """Every board wants a table of its own."""
    held = []
    for width in range(8, 13):
        for height in range(5, 10):
            connection = connect(port, f"127.0.9.{width}")
            connection.sendall(post(port, "/api/analyse", {"game": f"drop:{width}x{height}", "score": True, "seconds": 300}))
            held.append(connection)
    time.sleep(SECONDS)


def idle_connections(port, number):
    held = []
    for i in range(1500):
        try:
            held.append(connect(port))
            if i % 2:
                held[-1].sendall(b"GET / HTTP/1.1\r\nHost: 127")
        except OSError:
            pass
    time.sleep(SECONDS)


def slow_readers(port, number):
    """Ask for a large answer, many times, and do not read it."""
    held = []
    for _ in range(200):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        connection.connect(("127.0.0.1", port))
        connection.sendall(head(port, "GET /api/certificate/connect4-first-wins HTTP/1.1") * 20)
        held.append(connection)
    time.sleep(SECONDS)


def huge_questions(port, number):
    """As long as they may be, and hard to read."""
    moves = " ".join(f"{x},{y}" for x in range(60) for y in range(80))
    for question in ({"game": "Connect(1000,1,1)", "moves": moves}, {"game": "connect4", "moves": "[" * 60000},
                     {"game": "Connect(1000,1000,500,1,1)", "moves": moves[:60000]}):
        ask_again_and_again(port, "/api/solve", {**question, "seconds": 1})


class Others:
    """Somebody else, who asks something new every time, and notes how long the answers take."""

    def __init__(self, server):
        self.server = server
        self.times = []
        self.peak = 0
        self.asked = 0

    def ask(self):
        # A position of 5x4 that nobody has asked about yet: a search of milliseconds.
        self.asked += 1
        digits, number = "", self.asked
        for _ in range(6):
            digits += "12345"[number % 5]
            number //= 5
        begin = time.monotonic()
        with connect(self.server.port, "127.0.0.77") as connection:
            connection.sendall(post(self.server.port, "/api/solve", {"game": "drop:5x4", "moves": digits}))
            status, body = answer_of(connection)
        # Some of them are no games, and that is an answer, too.
        assert status in (200, 400), (status, body)
        self.times.append(time.monotonic() - begin)
        self.peak = max(self.peak, self.server.status("VmRSS"))

    def part_later_than(self, seconds):
        return 100 * sum(t > seconds for t in self.times) / len(self.times)


class Attacks(unittest.TestCase):
    def attack(self, function, processes=3, arguments=()):
        server = Server(*arguments)
        try:
            before = server.status("VmRSS")
            others = Others(server)
            attackers = [multiprocessing.Process(target=function, args=(server.port, i)) for i in range(processes)]
            for attacker in attackers:
                attacker.start()
            while any(attacker.is_alive() for attacker in attackers):
                others.ask()
                time.sleep(0.02)
            for attacker in attackers:
                attacker.join()
                self.assertEqual(attacker.exitcode, 0)
            others.ask()
            more = (others.peak - before) // 1024
            others.times.sort()
            measured.append((function.__name__.replace("_", " "), more, others.times[len(others.times) * 9 // 10], others.times[-1]))
            self.assertLess(more, TABLES + MORE)
            self.assertLessEqual(others.part_later_than(QUICK), LATE, others.times[-20:])
            self.assertLess(others.times[-1], SLOW)
            # When the attackers have gone, so has their work.
            time.sleep(0.4 if not SANITIZED else 3)
            used = server.cpu_seconds()
            time.sleep(0.5)
            self.assertLess(server.cpu_seconds() - used, 0.25, "it works for clients that have gone")
        finally:
            code, said = server.stop()
        self.assertEqual((code, said), (0, ""))

    def test_endless_request_line(self):
        self.attack(endless_request_line)

    def test_endless_header(self):
        self.attack(endless_header)

    def test_endless_headers(self):
        self.attack(endless_headers)

    def test_unrouted_bodies(self):
        self.attack(unrouted_bodies)

    def test_chunked_bodies(self):
        self.attack(chunked_bodies)

    def test_certificates_that_fill_the_memory(self):
        self.attack(certificates_that_fill_the_memory)

    def test_packed_bodies(self):
        self.attack(packed_bodies)

    def test_many_ranges(self):
        self.attack(many_ranges)

    def test_far_stones(self):
        self.attack(far_stones)

    def test_single_stones(self):
        self.attack(single_stones)

    def test_nested_variations(self):
        self.attack(nested_variations)

    def test_clients_that_leave(self):
        self.attack(clients_that_leave)

    def test_greedy_clients(self):
        self.attack(greedy_clients, processes=2)

    def test_many_boards(self):
        self.attack(many_boards, processes=1)

    def test_idle_connections(self):
        self.attack(idle_connections, processes=2)

    def test_slow_readers(self):
        self.attack(slow_readers, processes=2)

    def test_huge_questions(self):
        self.attack(huge_questions, processes=2)


class Doors(unittest.TestCase):
    def test_an_empty_token_is_no_token(self):
        for arguments, environment in (([], {"INAROW_TOKEN": ""}), (["--token", ""], {}), (["--token-file", os.devnull], {})):
            said = subprocess.run([PROGRAM, "serve", "--host", "0.0.0.0", "--port", "0", "--no-open", *arguments],
                                  env={**os.environ, **environment}, capture_output=True, text=True, timeout=20)
            self.assertEqual(said.returncode, 2, said)
            self.assertIn("an empty token is no token", said.stderr)
            self.assertEqual(len(said.stderr.splitlines()), 1)

    def test_it_lives_where_no_more_threads_can_be_made(self):
        server = Server(memory=100, address_space=330 << 20)
        try:
            held = []
            for i in range(60):
                held.append(connect(server.port, f"127.0.0.{2 + i % 30}"))
                held[-1].sendall(post(server.port, "/api/solve", {"game": "Connect(8,7,5,2,1)", "seconds": 20}))
            time.sleep(1)
            for connection in held:
                connection.close()
            others = Others(server)
            others.ask()
            self.assertLess(others.times[0], 10)
        finally:
            self.assertEqual(server.stop(), (0, ""))

    def test_the_oldest_idle_connection_makes_room(self):
        server = Server("--connections", "20")
        try:
            held = [connect(server.port) for _ in range(30)]  # an address has half of them
            with connect(server.port) as last:
                last.sendall(head(server.port, "GET /api/version HTTP/1.1"))
                self.assertEqual(answer_of(last)[0], 200)
            self.assertEqual(held[0].recv(1), b"")
            held[-1].sendall(head(server.port, "GET /api/version HTTP/1.1"))
            self.assertEqual(answer_of(held[-1])[0], 200)
            for connection in held:
                connection.close()
        finally:
            self.assertEqual(server.stop(), (0, ""))

    def test_a_header_does_not_make_another_client(self):
        for arguments, statuses in (((), {200, 429}), (("--behind-proxy",), {200})):
            server = Server("--threads", "1", *arguments)
            try:
                seen, held = set(), []
                question = {"game": "Connect(8,7,5,2,1)", "seconds": 300}
                for i in range(80):
                    held.append(connect(server.port))
                    held[-1].sendall(post(server.port, "/api/analyse", question, f"X-Forwarded-For: 10.0.0.{i}", f"X-Inarow-Client: {i}"))
                for connection in held:
                    seen.add(answer_of(connection)[0])
                self.assertEqual(seen, statuses)
                for connection in held:
                    connection.close()
            finally:
                self.assertEqual(server.stop(), (0, ""))

    def test_requests_that_are_smuggled(self):
        server = Server()
        try:
            for lines in (("Content-Length: 5", "Transfer-Encoding: chunked"), ("Content-Length: 5", "Content-Length: 6"),
                          ("Host: evil.example",), ("Content-Length: -1",), ("Content-Length: 99999999999999999999",)):
                with connect(server.port) as connection:
                    connection.sendall(head(server.port, "POST /api/show HTTP/1.1", "Content-Type: application/json", *lines) + b"0\r\n\r\n")
                    self.assertIn(answer_of(connection)[0], (400, 413), lines)
            # Several at once are answered one after another.
            with connect(server.port) as connection:
                one = post(server.port, "/api/show", {"game": "connect4"})
                connection.sendall(one * 50)
                text = b""
                while text.count(b"HTTP/1.1 200") < 50:
                    more = connection.recv(65536)
                    self.assertTrue(more)
                    text += more
            with connect(server.port) as connection:
                body = json.dumps({"game": "connect4"}).encode()
                connection.sendall(head(server.port, "POST /api/show HTTP/1.1", "Content-Type: application/json",
                                        f"Content-Length: {len(body)}", "Expect: 100-continue"))
                self.assertIn(b" 100 ", connection.recv(100))
                connection.sendall(body)
                self.assertEqual(answer_of(connection)[0], 200)
        finally:
            self.assertEqual(server.stop(), (0, ""))


if __name__ == "__main__":
    try:
        unittest.main(warnings="ignore")
    finally:
        if TABLE:
            print("| attack | MB more | 90 % of others' answers within | the slowest |\n|---|---|---|---|")
            for name, more, most, slowest in measured:
                print(f"| {name} | {more} | {1000 * most:.0f} ms | {1000 * slowest:.0f} ms |")
