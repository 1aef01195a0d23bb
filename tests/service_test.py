"""The server's contract (docs/formats/http.md) over real sockets: good and bad requests, slow clients, aborted
streams, a full queue, wrong Host and Origin, the end by a signal. Needs nothing but Python."""

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PROGRAM = sys.argv.pop(1)
# Takes minutes: every analysis of it is one that has to be stopped.
ENDLESS = {"game": "drop:9x8", "moves": "", "score": True, "all_moves": True, "seconds": 60}


class Server:
    def __init__(self, *arguments, environment=None):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--no-open", "--json", "--memory", "256", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})},
        )
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(self.process.communicate()[1])
        self.hello = json.loads(line)
        self.address = self.hello["address"]
        self.port = int(self.address.split(":")[2].split("/")[0])

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        out, error = self.process.communicate(timeout=20)
        return self.process.returncode, out + error

    # A client is an address, and this machine has many.
    def connection(self, timeout=30, client="127.0.0.1"):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout, source_address=(client, 0))

    def ask(self, method, path, body=None, client="127.0.0.1", **headers):
        connection = self.connection(client=client)
        if body is not None and not isinstance(body, (str, bytes)):
            body = json.dumps(body)
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, {"Content-Type": "application/json", **names})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer, text

    def post(self, path, body, status=200, **headers):
        answer, text = self.ask("POST", path, body, **headers)
        assert answer.status == status, (answer.status, text)
        return json.loads(text)

    # An open stream: the connection and its response.
    def stream(self, body, client="127.0.0.1", timeout=30):
        connection = self.connection(timeout, client)
        connection.request("POST", "/api/analyse", json.dumps(body), {"Content-Type": "application/json"})
        return connection, connection.getresponse()


def events(response):
    name = None
    while line := response.readline():
        text = line.decode().rstrip("\n")
        if text.startswith("event: "):
            name = text[7:]
        elif text.startswith("data: "):
            yield name, json.loads(text[6:])


class Contract(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        code, said = cls.server.stop()
        assert code == 0 and said == "", (code, said)

    def refused(self, path, body, status, part, **headers):
        answer, text = self.server.ask("POST", path, body, **headers)
        self.assertEqual(answer.status, status, text)
        self.assertEqual(answer.headers["Content-Type"], "application/json")
        self.assertIn(part, json.loads(text)["error"])

    def test_solve_answers_as_the_command_does(self):
        question = {"game": "connect4", "moves": "44", "score": True, "all_moves": True, "pv": True}
        answer = self.server.post("/api/solve", question)
        printed = subprocess.run(
            [PROGRAM, "solve", "connect4", "--moves", "44", "--score", "--all-moves", "--pv", "--json"],
            capture_output=True, text=True, check=True)
        expected = json.loads(printed.stdout)
        for name in ("nodes", "seconds", "pv"):
            answer.pop(name), expected.pop(name)
        self.assertEqual(answer, expected)
        self.assertEqual(answer["axioms"], ["Allis 1988 ch. 6-8"])

    def test_methods_can_be_named(self):
        won = {"game": "connect4", "moves": "4444445", "seconds": 60}
        for method in ("victor", "proof-number"):
            answer = self.server.post("/api/solve", {"game": "drop:6x4", "method": method})
            self.assertEqual((answer["method"], answer["claim"]), (method, "second-not-lose"))
            self.assertEqual(answer["axioms"], ["Allis 1988 ch. 6-8"])
        answer = self.server.post("/api/solve", {**won, "method": "alphabeta"})
        self.assertIn(answer["method"], ("alphabeta", "book"))
        self.assertTrue(answer["proved"])

    def test_drop_games_of_infinite_height_are_answered(self):
        answer = self.server.post("/api/solve", {"game": "cylinder:4", "all_moves": True})
        self.assertEqual((answer["value"], answer["proved"], answer["method"], answer["axioms"]), ("draw", True, "strategy", []))
        self.assertEqual(sorted(answer["moves_value"]), list("abcd"))
        connection, response = self.server.stream({"game": "cylinder:4", "moves": "1"})
        heard = list(events(response))
        connection.close()
        self.assertEqual((heard[-1][0], heard[-1][1]["value"]), ("done", "draw"))

    def test_explain_and_show_answer_as_the_commands_do(self):
        for command in ("explain", "show"):
            rules_only = ["--no-search"] if command == "explain" else []
            printed = subprocess.run([PROGRAM, command, "connect4", "--moves", "12", "--json", *rules_only],
                                     capture_output=True, text=True, check=True)
            answer = self.server.post("/api/" + command, {"game": "connect4", "moves": "12"})
            if command == "show":
                self.assertEqual(answer.pop("legal"), ["a2", "b2", "c1", "d1", "e1", "f1", "g1"])
            self.assertEqual(answer, json.loads(printed.stdout))
        reasoned = {"game": "connect4", "moves": "44433555", "seconds": 60}
        printed = subprocess.run([PROGRAM, "explain", "connect4", "--moves", "44433555", "--json"],
                                 capture_output=True, text=True, check=True)
        self.assertEqual(self.server.post("/api/explain", {**reasoned, "reason": True}), json.loads(printed.stdout))
        # Too little time for the proof: best play up to a position that is settled, and nothing is called a plan.
        quick = self.server.post("/api/explain", {"game": "connect4", "moves": "2713525", "reason": True, "seconds": 60, "proof_seconds": 0.001})
        self.assertEqual(quick["verdict"]["value"], "draw")
        self.assertFalse(quick["reason_complete"])
        self.assertEqual([(plan["complete"], plan["tries"]) for plan in quick["reasons"]], [(False, []), (False, [])])
        for plan in quick["reasons"]:
            self.assertIn(plan["settled"]["by"], ("rules", "dead"))
        self.refused("/api/why", {"game": "connect4", "proof_seconds": 0}, 400, "proof_seconds must be a number above 0")
        gomoku = {"game": "gomoku", "moves": "h8 a1 i8 a15 g9 o1 g10"}
        printed = subprocess.run([PROGRAM, "explain", "gomoku", "--moves", gomoku["moves"], "--json"],
                                 capture_output=True, text=True, check=True)
        self.assertEqual(self.server.post("/api/explain", gomoku), json.loads(printed.stdout))
        placed = self.server.post("/api/show", {"game": "connect6", "moves": "j10"})
        self.assertEqual(len(placed["legal"]), 19 * 19 - 1)
        self.assertEqual(self.server.post("/api/show", {"game": "drop:4x4", "moves": "1212121"})["legal"], [])

    def test_rules_lists_what_can_be_applied_and_checks_a_chosen_set(self):
        position = {"game": "connect4", "moves": "12"}
        listed = self.server.post("/api/rules", position)
        explained = self.server.post("/api/explain", position)
        known = [(r["rule"], r["squares"], r["solves"]) for r in listed["rules"]]
        for rule in explained["rules"]:
            self.assertIn((rule["rule"], rule["squares"], rule["solves"]), known)
        name = lambda rule: {n: rule[n] for n in ("rule", "squares", "group", "special") if n in rule}
        chosen = [name(rule) for rule in explained["rules"]]
        checked = self.server.post("/api/rules", {**position, "chosen": chosen})
        self.assertEqual((checked["claim"], checked["proved"]), ("second-not-lose", True))
        self.assertEqual((checked["unknown"], checked["clashes"], checked["unsolved"]), ([], [], []))
        # One rule less leaves groups, twice the same square clashes, a rule on a stone is none.
        less = self.server.post("/api/rules", {**position, "chosen": chosen[1:]})
        self.assertEqual((less["claim"], less["proved"]), ("none", False))
        self.assertTrue(less["unsolved"])
        pair = [{"rule": "claimeven", "squares": ["c1", "c2"]}, {"rule": "baseinverse", "squares": ["d1", "c1"]},
                {"rule": "claimeven", "squares": ["a1", "a2"]}]
        bad = self.server.post("/api/rules", {**position, "chosen": pair})
        self.assertEqual((bad["unknown"], bad["clashes"], bad["proved"]), ([2], [[0, 1]], False))
        empty = self.server.post("/api/rules", {**position, "chosen": []})
        self.assertEqual(empty["unsolved"], listed["problems"])
        for wrong, words in (
            ({"game": "connect4", "moves": "1"}, "White is to move"),
            ({"game": "drop:7x5"}, "even number of rows"),
            ({"game": "cylinder:6"}, "finite height"),
            ({"game": "connect4", "moves": "1212121"}, "over"),
            ({**position, "chosen": {}}, "list of up to 100"),
            ({**position, "chosen": [5]}, "list of rules"),
            ({**position, "chosen": [{"rule": "claimodd"}]}, "no rule"),
            ({**position, "chosen": [{"rule": "claimeven", "squares": "c1"}]}, "list of squares"),
            ({**position, "chosen": [{"rule": "claimeven", "squares": ["c99"]}]}, "c99"),
            ({**position, "chosen": [{"rule": "claimeven", "square": []}]}, "no field"),
        ):
            self.refused("/api/rules", wrong, 400, words)

    def test_an_analysis_tells_every_move_as_it_is_known(self):
        question = {"game": "connect4", "moves": "445323", "score": True, "all_moves": True}
        connection, response = self.server.stream(question)
        self.assertEqual(response.headers["Content-Type"], "text/event-stream")
        heard = list(events(response))
        connection.close()
        moves = {data["column"]: data for name, data in heard if name == "move"}
        name, done = heard[-1]
        self.assertEqual(name, "done")
        self.assertEqual(sorted(moves), list("abcdefg"))
        for column, value in done["moves_value"].items():
            self.assertEqual(moves[column]["score"], value["score"])
            self.assertEqual(moves[column]["value"], value["value"])
        self.assertEqual(max(m["score"] for m in moves.values()), done["score"])
        best = done["best"][0][0]
        self.assertEqual(moves[best]["plies_to_end"], done["plies_to_end"])

    def test_a_running_analysis_tells_bounds(self):
        connection, response = self.server.stream({**ENDLESS, "seconds": 1.5})
        heard = list(events(response))
        connection.close()
        running = [data for name, data in heard if name == "progress" and data["state"] == "running"]
        self.assertGreater(len(running), 2)
        self.assertGreater(running[-1]["nodes"], running[0]["nodes"])
        self.assertLessEqual(running[-1]["bounds"][0], running[-1]["bounds"][1])
        self.assertEqual(running[-1]["column"], "e")
        name, done = heard[-1]
        self.assertEqual((name, done["proved"], done["value"]), ("done", False, "unknown"))
        self.assertLess(done["seconds"], 4)

    def test_bad_input_gets_a_status_and_a_sentence(self):
        self.refused("/api/solve", "", 400, "JSON object")
        self.refused("/api/solve", "[1", 400, "JSON object")
        self.refused("/api/solve", b"\xff\xfe", 400, "JSON object")
        self.refused("/api/solve", "[" * 50000, 400, "JSON object")
        self.refused("/api/solve", {}, 400, "game is missing")
        self.refused("/api/solve", {"game": "connect4", "moves": "4444444"}, 400, "move 7 (d6): column d is full")
        self.refused("/api/solve", {"game": "drop:7x"}, 400, "write drop:7x6")
        self.refused("/api/solve", {"game": "connect4", "scores": True}, 400, "the fields are game, moves, score")
        self.refused("/api/solve", {"game": "connect4", "seconds": 100000}, 400, "seconds")
        self.refused("/api/analyse", {"game": "cylinder:6", "score": True}, 400, "drop games of finite height")
        self.refused("/api/solve", {"game": "connect4", "method": "magic"}, 400, "the methods are auto")
        self.refused("/api/solve", {"game": "connect4", "method": "threat"}, 400, "placement games")
        self.refused("/api/explain", {"game": "connect4", "method": "victor"}, 400, "no field")
        self.refused("/api/explain", {"game": "cylinder:6"}, 400, "drop games of finite height")
        self.refused("/api/explain", {"game": "Connect(3,3,1)"}, 400, "threat search takes k from p + 1")
        self.refused("/api/show", {"game": "connect4", "moves": 4}, 400, "moves must be a text")
        self.refused("/api/nothing", {}, 404, "nothing at this address")
        self.refused("/api/solve", {}, 415, "Content-Type", Content_Type="text/plain")
        self.refused("/api/show", {"game": "connect4", "moves": "4" * 100000}, 413, "too large")
        answer, text = self.server.ask("GET", "/api/solve")
        self.assertEqual((answer.status, answer.headers["Allow"]), (405, "POST"))
        self.assertIn("POST", json.loads(text)["error"])
        answer, text = self.server.ask("GET", "/nothing")
        self.assertEqual(answer.status, 404)
        answer, text = self.server.ask("GET", "/../CMakeLists.txt")
        self.assertIn(answer.status, (400, 404))

    def test_what_is_no_http_is_answered_too(self):
        for garbage in (b"hello\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x00" * 100 + b"\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=10) as raw:
                raw.sendall(garbage)
                self.assertIn(b" 400 ", raw.recv(4096).split(b"\r\n")[0])

    def test_wrong_host_and_origin(self):
        position = {"game": "connect4"}
        own = f"127.0.0.1:{self.server.port}"
        self.server.post("/api/show", position, Origin="http://" + own)
        self.server.post("/api/show", position, Host=f"localhost:{self.server.port}")
        self.refused("/api/show", position, 421, "not the host of that name", Host="evil.example")
        self.refused("/api/show", position, 421, "not the host of that name", Host="127.0.0.1.evil.example")
        self.refused("/api/show", position, 403, "other origins", Origin="http://evil.example")
        self.refused("/api/show", position, 403, "other origins", Origin="null")
        answer, _ = self.server.ask("GET", "/", Host="evil.example")
        self.assertEqual(answer.status, 421)
        answer, _ = self.server.ask("GET", "/api/version", Origin="http://evil.example")
        self.assertEqual(answer.status, 403)

    def test_headers_that_protect_the_page(self):
        answer, _ = self.server.ask("GET", "/")
        self.assertEqual(answer.status, 200)
        self.assertIn("default-src 'self'", answer.headers["Content-Security-Policy"])
        self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")
        self.assertNotIn("Access-Control-Allow-Origin", answer.headers)

    def test_slow_clients_disturb_nobody(self):
        slow = []
        for _ in range(60):
            raw = socket.create_connection(("127.0.0.1", self.server.port), timeout=20)
            raw.sendall(b"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n")
            slow.append(raw)
        begin = time.monotonic()
        for _ in range(10):
            self.server.post("/api/show", {"game": "connect4", "moves": "44"})
        self.assertLess(time.monotonic() - begin, 2)
        # Who says nothing more is sent away in the end.
        for raw in slow:
            with contextlib.suppress(ConnectionResetError):
                while raw.recv(4096):
                    pass
            raw.close()
        self.assertLess(time.monotonic() - begin, 15)

    def test_an_aborted_stream_stops_its_analysis(self):
        # As many as one client may have running; the next has to wait until they are gone.
        open_streams = [self.server.stream(ENDLESS, client="127.0.0.2") for _ in range(os.cpu_count() or 1)]
        for _, response in open_streams:
            name, data = next(events(response))
            self.assertEqual(name, "progress")
        for connection, response in open_streams:
            response.close()
            connection.close()
        begin = time.monotonic()
        answer = self.server.post("/api/solve", {"game": "drop:5x4", "moves": "12"}, client="127.0.0.2")
        self.assertTrue(answer["proved"])
        self.assertLess(time.monotonic() - begin, 5)

    def test_an_aborted_question_stops_too(self):
        raw = [socket.create_connection(("127.0.0.1", self.server.port), source_address=("127.0.0.3", 0)) for _ in range(os.cpu_count() or 1)]
        body = json.dumps(ENDLESS).encode()
        for connection in raw:
            connection.sendall(b"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                               b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        time.sleep(0.5)
        for connection in raw:
            connection.close()
        begin = time.monotonic()
        self.server.post("/api/solve", {"game": "drop:5x4", "moves": "13"}, client="127.0.0.3")
        self.assertLess(time.monotonic() - begin, 5)

    def test_a_greedy_client_makes_only_itself_wait(self):
        greedy = [self.server.stream({**ENDLESS, "moves": str(1 + i % 9)}, client="127.0.0.4") for i in range(60)]
        begin = time.monotonic()
        answer = self.server.post("/api/solve", {"game": "drop:5x4", "moves": "21"}, client="127.0.0.5")
        self.assertTrue(answer["proved"])
        self.assertLess(time.monotonic() - begin, 2)
        more = [self.server.stream(ENDLESS, client="127.0.0.4") for _ in range(6 + (os.cpu_count() or 1))]
        refused = [response for _, response in more if response.status == 429]
        self.assertTrue(refused)
        self.assertIn("are waiting already", json.loads(refused[0].read())["error"])
        for connection, response in greedy + more:
            response.close()
            connection.close()

    def test_cached_answers_do_not_wait(self):
        question = {"game": "connect4", "moves": "4455", "score": True, "all_moves": True}
        first = self.server.post("/api/solve", question)
        greedy = [self.server.stream(ENDLESS, client="127.0.0.6") for _ in range(10)]
        begin = time.monotonic()
        connection = self.server.connection()
        for _ in range(200):
            connection.request("POST", "/api/solve", json.dumps(question), {"Content-Type": "application/json"})
            self.assertEqual(json.loads(connection.getresponse().read()), first)
        self.assertLess(time.monotonic() - begin, 2)
        connection.close()
        for one, response in greedy:
            response.close()
            one.close()


class Certificates(unittest.TestCase):
    """Proofs over HTTP: what is proved is verified by the real inarow-check, what is damaged is refused."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        code, said = cls.server.stop()
        assert code == 0 and said == "", (code, said)

    def refused(self, path, body, status, part, **headers):
        answer, text = self.server.ask("POST", path, body, **headers)
        self.assertEqual(answer.status, status, text)
        self.assertIn(part, json.loads(text)["error"])

    # The last event of a proof.
    def prove(self, **question):
        connection = self.server.connection()
        connection.request("POST", "/api/prove", json.dumps(question), {"Content-Type": "application/json"})
        response = connection.getresponse()
        self.assertEqual(response.status, 200)
        heard = list(events(response))
        connection.close()
        return heard[-1]

    def send(self, contents, status=200):
        answer, text = self.server.ask("POST", "/api/certificate", contents, Content_Type="application/octet-stream")
        self.assertEqual(answer.status, status, text)
        return json.loads(text)

    def bytes_of(self, name):
        answer, contents = self.server.ask("GET", "/api/certificate/" + name)
        self.assertEqual(answer.status, 200)
        return contents

    def test_what_is_proved_is_verified_by_the_checker(self):
        for question in ({"claim": "value"}, {"claim": "score", "for": "second"}, {"claim": "not-lose", "for": "second"},
                         {"claim": "not-lose", "for": "second", "rules": True}):
            name, proved = self.prove(game="drop:5x4", moves="33", **question)
            self.assertEqual(name, "done")
            self.assertTrue(proved["proved"])
            contents = self.bytes_of(proved["id"])
            self.assertEqual(len(contents), proved["bytes"])
            verdict = self.server.post("/api/check", {"id": proved["id"]})
            self.assertEqual((verdict["verdict"], verdict["exit"]), ("verified", 0))
            # Word for word what the program says by itself.
            said = subprocess.run([os.path.join(os.path.dirname(PROGRAM), "inarow-check"), "-"], input=contents,
                                  capture_output=True)
            self.assertEqual(verdict["output"], said.stdout.decode())
            # And the same file as the command writes.
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "x.cert")
                options = ["--for", question["for"]] if "for" in question else []
                options += ["--rules"] if question.get("rules") else []
                subprocess.run([PROGRAM, "prove", question["claim"], "drop:5x4", "--moves", "33", "-o", path, *options],
                               check=True, capture_output=True)
                with open(path, "rb") as file:
                    self.assertEqual(contents, file.read())
        name, false = self.prove(game="drop:5x4", claim="win")
        self.assertEqual((name, false["proved"], false["refuted"], false["value"]), ("done", False, True, "draw"))
        self.assertNotIn("id", false)

    # Along the first and the last reply of every place, to the ends; the number of those.
    def walk_a_win(self, identity, path):
        node = self.server.post("/api/certificate/node", {"id": identity, "path": path})
        self.assertEqual(node["path"], path)
        self.assertIn(len(node["line"]), (2 * len(path), 2 * len(path) + 1))
        if not node["replies"]:
            self.assertIn(node["defense"], ("none", "held"))
            return 1
        ends = sorted({0, len(node["replies"]) - 1})
        return sum(self.walk_a_win(identity, [*path, number]) for number in ends) if len(path) < 3 else 1

    def test_placement_games_are_proved_too(self):
        three = "0,0 -1,1 1,1"  # Wu and Lin 2010, figure 2a
        for game, moves, question, claim, header_moves in (
                ("tictactoe", "b2 a1", {"claim": "value"}, "the game is a draw", "b2 a1"),
                ("tictactoe", "b2 b1", {"claim": "win", "for": "first"}, "the first player wins", "b2 b1"),
                ("tictactoe", "", {"claim": "not-lose", "for": "second"}, "the second player does not lose", ""),
                ("connect6", "j10 i8h9 i11k11 g10h11 k9h12 l8g13", {"claim": "value", "order": 1}, "the first player wins",
                 "j10 i8 h9 i11 k11 g10 h11 k9 h12 l8 g13"),
                ("Connect(6,2,3)", three, {"claim": "win", "for": "first", "order": 3}, "the first player wins", three)):
            name, proved = self.prove(game=game, moves=moves, **question)
            self.assertEqual((name, proved.get("proved"), proved["moves"]), ("done", True, moves), proved)
            contents = self.bytes_of(proved["id"])
            self.assertEqual(len(contents), proved["bytes"])
            self.assertRegex(proved["file"], r"^Connect-[-a-z0-9]*\.cert$")
            verdict = self.server.post("/api/check", {"id": proved["id"]})
            self.assertEqual((verdict["verdict"], verdict["exit"]), ("verified", 0), verdict)
            self.assertIn(claim, verdict["output"])
            # And the same file as the command writes.
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "x.cert")
                options = [word for key in ("for", "order") if key in question for word in ("--" + key, str(question[key]))]
                subprocess.run([PROGRAM, "prove", question["claim"], game, "--moves", moves, "-o", path, *options],
                               check=True, capture_output=True)
                with open(path, "rb") as file:
                    self.assertEqual(contents, file.read())
            # Opened from the file, its header says the same.
            header = self.send(contents)["header"]
            self.assertEqual((header["game"], header["moves"], header["claim"]), (proved["game"], header_moves, proved["claim"]))
            # Wins by threats are shown move by move, proofs with all moves are not.
            if proved["claim"] == "win" or "order" in question:
                self.assertGreater(self.walk_a_win(proved["id"], []), 0)
                self.refused("/api/certificate/node", {"id": proved["id"], "path": [10**6]}, 400, "no such reply")
                self.refused("/api/certificate/node", {"id": proved["id"], "path": "0"}, 400, "path must be")
            else:
                self.refused("/api/certificate/node", {"id": proved["id"]}, 400, "only wins by threats")
            # A damaged one is refused.
            damaged = self.send(contents[:-1] + bytes([contents[-1] ^ 1]))
            self.assertIn(self.server.post("/api/check", {"id": damaged["id"]})["verdict"], ("refuted", "unreadable"))

        name, false = self.prove(game="tictactoe", claim="win", **{"for": "first"})
        self.assertEqual((name, false["proved"], false["refuted"], false["value"]), ("done", False, True, "draw"))
        name, unknown = self.prove(game="Connect(6,2,3)", moves="0,0 5,5 9,9", claim="win", order=1, **{"for": "first"})
        self.assertEqual((name, unknown["proved"], unknown["order"]), ("done", False, 1))
        self.assertNotIn("refuted", unknown)
        name, late = self.prove(game="Connect(7,7,5,1,1)", claim="value", seconds=0.3)
        self.assertEqual((name, late["proved"]), ("done", False))
        self.assertFalse({"order", "refuted", "id"} & set(late))

        self.refused("/api/prove", {"game": "tictactoe", "claim": "score"}, 400, "no scores")
        self.refused("/api/prove", {"game": "tictactoe", "claim": "win", "score": 1}, 400, "no scores")
        self.refused("/api/prove", {"game": "tictactoe", "rules": True}, 400, "no rules")
        self.refused("/api/prove", {"game": "tictactoe", "order": 5}, 400, "order must be")
        self.refused("/api/prove", {"game": "connect4", "order": 2}, 400, "order must be")
        self.refused("/api/prove", {"game": "tictactoe", "moves": "a1 b1 a2 b2 a3"}, 400, "game is over")
        self.refused("/api/prove", {"game": "connect6", "moves": "j10", "claim": "not-lose"}, 400, "cells")
        self.refused("/api/prove", {"game": "Connect(6,2,3)", "moves": three + " -- --"}, 400, "null stones")

    def test_bad_questions(self):
        self.refused("/api/prove", {"game": "cylinder:6"}, 400, "drop games of finite height")
        self.refused("/api/prove", {"game": "connect4", "claim": "magic"}, 400, "claim must be value, win")
        self.refused("/api/prove", {"game": "connect4", "for": "white"}, 400, "for must be")
        self.refused("/api/prove", {"game": "connect4", "claim": "value", "score": 2}, 400, "kind win")
        self.refused("/api/prove", {"game": "connect4", "claim": "win", "score": 22}, 400, "from 1 to 21")
        self.refused("/api/prove", {"game": "drop:4x4", "moves": "1212121"}, 400, "game is over")
        self.refused("/api/check", {}, 400, "id is missing")
        self.refused("/api/check", {"id": "../connect4-victor"}, 404, "no such certificate")
        self.refused("/api/certificate/node", {"id": "nothing"}, 404, "no such certificate")
        self.refused("/api/certificate/node", {"id": "connect4-victor", "bound": 2}, 400, "bound")
        self.refused("/api/certificate", {"id": "x"}, 415, "application/octet-stream")
        self.assertEqual(self.server.ask("GET", "/api/certificate/nothing")[0].status, 404)
        answer, text = self.server.ask("POST", "/api/certificate", b"x" * (9 << 20), Content_Type="application/octet-stream")
        self.assertEqual(answer.status, 413, text)
        # The large limit is for certificates only.
        self.refused("/api/check", {"id": "x" * 100000}, 413, "too large")

    def test_shipped_certificates(self):
        answer, text = self.server.ask("GET", "/api/certificates")
        shipped = {one["id"]: one for one in json.loads(text)["certificates"]}
        for name in ("connect4-first-wins", "connect4-victor", "cannot-lose-cylinder-6-second"):
            self.assertIn(name, shipped)
            self.assertEqual(len(self.bytes_of(name)), shipped[name]["bytes"])
        for name, claim in (("connect4-victor", "on drop:7x6 the first player wins"),
                            ("cannot-lose-cylinder-6-second", "on drop:6xinf:cyl the second player cannot lose")):
            verdict = self.server.post("/api/check", {"id": name})
            self.assertEqual(verdict["verdict"], "verified")
            self.assertIn("VERIFIED: " + claim, verdict["output"])

    def test_damaged_certificates_are_refused_with_the_checkers_sentence(self):
        contents = self.bytes_of(self.prove(game="drop:5x4", moves="3", claim="value")[1]["id"])
        for damaged, verdict in ((b"hello", "unreadable"), (b"", "unreadable"), (contents[:-1], "unreadable"),
                                 (contents.replace(b"for: first", b"for: second").replace(b"score: 0", b"score: 1"), "refuted"),
                                 (contents.replace(b"wins: ", b"wins: 1"), "refuted")):
            opened = self.send(damaged)
            self.assertEqual(opened["bytes"], len(damaged))
            said = self.server.post("/api/check", {"id": opened["id"]})
            self.assertEqual(said["verdict"], verdict, said)
            printed = subprocess.run([os.path.join(os.path.dirname(PROGRAM), "inarow-check"), "-"], input=damaged,
                                     capture_output=True)
            self.assertEqual(said["output"], (printed.stdout + printed.stderr).decode())
            self.assertEqual(said["exit"], printed.returncode)
        self.refused("/api/certificate/node", {"id": self.send(b"hello")["id"]}, 400, "no certificate")
        self.refused("/api/certificate/node", {"id": "cannot-lose-cylinder-6-second"}, 400, "a strategy")

    def test_a_walk_to_the_end(self):
        identity = self.prove(game="drop:5x4", moves="33", claim="value")[1]["id"]
        for bound in (0, 1):
            moves, steps = "33", 0
            while True:
                node = self.server.post("/api/certificate/node", {"id": identity, "bound": bound, "moves": moves})
                self.assertEqual(node["game_moves"], moves)
                self.assertEqual(len(node["bounds"]), 2)
                shown = self.server.post("/api/show", {"game": "drop:5x4", "moves": moves})
                self.assertEqual(node["to_move"], shown["to_move"])
                self.assertEqual(node["turn"] == "prover", node["to_move"] == node["bounds"][bound]["prover"])
                if node["kind"] == "move":
                    column = node["column"]
                elif node["kind"] == "replies":
                    self.assertEqual([reply["column"] for reply in node["replies"]], [cell[0] for cell in shown["legal"]])
                    column = max(node["replies"], key=lambda reply: reply["positions"])["column"]
                else:
                    break
                moves += str(ord(column) - 96)
                steps += 1
            self.assertGreater(steps, 3)
            self.assertIn(node["kind"], ("wins", "held", "dead"))
            question = {"id": identity, "bound": bound, "moves": moves + str(ord(shown["legal"][0][0]) - 96)}
            self.refused("/api/certificate/node", question, 400, "the proof ends before this move")
        self.refused("/api/certificate/node", {"id": identity, "moves": "32"}, 400, "do not begin with")

    def test_rule_leaves_are_shown_with_their_rules(self):
        # The first leaf of this kind, depth first.
        def find(moves):
            node = self.server.post("/api/certificate/node", {"id": "connect4-victor", "moves": moves})
            if node["kind"] == "rules":
                return node
            columns = [node["column"]] if node["kind"] == "move" else \
                [reply["column"] for reply in node.get("replies", []) if reply["kind"] == "move"]
            found = (find(moves + str(ord(column) - 96)) for column in columns)
            return next((leaf for leaf in found if leaf), None)

        node = find("")
        moves = node["game_moves"]
        self.assertEqual(node["kind"], "rules")
        self.assertIn(node["leaf"]["kind"], ("odd-threat", "threat-combination"))
        self.assertGreater(len(node["leaf"]["rules"]), 0)
        empty = {f"{column}{row}" for column in "abcdefg" for row in range(1, 7)}
        stones = self.server.post("/api/show", {"game": "connect4", "moves": moves})
        self.assertIn("claimeven", node["rules_used"])
        heights = {column: 0 for column in "abcdefg"}
        for move in moves:
            column = chr(96 + int(move))
            heights[column] += 1
            empty.discard(f"{column}{heights[column]}")
        self.assertEqual(stones["to_move"], "second")
        for rule in node["leaf"]["rules"]:
            self.assertTrue(set(rule["squares"]) <= empty, rule)

    def test_an_aborted_proof_stops(self):
        connection = self.server.connection()
        connection.request("POST", "/api/prove", json.dumps({"game": "drop:9x8", "claim": "value", "seconds": 60}),
                           {"Content-Type": "application/json"})
        response = connection.getresponse()
        self.assertEqual(next(events(response))[0], "progress")
        connection.close()
        response.close()
        # Its thread is free again soon: a proof of the same client is not behind it.
        begin = time.monotonic()
        self.assertTrue(self.prove(game="drop:4x4", claim="value")[1]["proved"])
        self.assertLess(time.monotonic() - begin, 10)


class Strategies(unittest.TestCase):
    """Games against proved strategies: every answer is what was promised before, and none is lost."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        code, said = cls.server.stop()
        assert code == 0 and said == "", (code, said)

    def ask(self, game, side, moves):
        return self.server.post("/api/strategy", {"game": game, "side": side, "moves": moves})

    def test_the_promise_is_kept_on_cylinders(self):
        for game, width, side in (("cylinder:6", 6, "second"), ("cylinder:4", 4, "first"), ("drop:5xinf", 5, "second")):
            answer = self.ask(game, side, "")
            if side == "second":
                self.assertIsNone(answer["reply"])
            else:
                self.assertEqual(len(answer["reply"]), 1)
            self.assertIn("cannot lose", answer["promise"])
            state = 17
            for _ in range(30):
                if answer["winner"] != "none":
                    break
                promise = answer["commitment"]
                self.assertTrue(promise["text"])
                ready = {reply["move"]: reply["reply"] for reply in promise["replies"]}
                ready.update({column: column for column in promise["frozen"]})
                self.assertEqual(sorted(ready), [chr(97 + x) for x in range(width)])
                state = state * 1103515245 + 12345 & 0x7FFFFFFF
                column = chr(97 + (state >> 8) % width)
                shown = answer["moves"] + str(ord(column) - 96)
                before = set(promise["frozen"])
                answer = self.ask(game, side, shown)
                self.assertEqual(answer["reply"][0][0], ready[column])
                if answer["commitment"]:  # what is frozen stays frozen
                    self.assertTrue(before <= set(answer["commitment"]["frozen"]))
            self.assertIn(answer["winner"], ("none", side))

    def test_lines_of_the_tiling_stay_broken_on_the_infinite_board(self):
        answer = self.ask("Connect(8,1,1)", "second", "")
        self.assertEqual(answer["commitment"]["tiles"], [])
        for x in range(7):
            stone = next(f"{x + i},0" for i in range(50) if f"{x + i},0" not in answer["moves"].split())
            answer = self.ask("Connect(8,1,1)", "second", (answer["moves"] + " " + stone).strip())
            self.assertEqual(answer["winner"], "none")
            lines = answer["commitment"]["lines"]
            self.assertTrue(lines)
            stones = answer["moves"].split()
            mine, its = set(stones[0::2]), set(stones[1::2])
            for line in lines:
                self.assertEqual(line["stones"], len(mine & set(line["cells"])))
                self.assertEqual(line["broken"], bool(its & set(line["cells"])))
                missing = len(line["cells"]) - line["stones"]
                self.assertTrue(line["broken"] or missing >= answer["commitment"]["missing"] > 1)

    def test_what_is_refused(self):
        for question, part in (({"game": "cylinder:6"}, "side must be"), ({"game": "cylinder:6", "side": "white"}, "side must be"),
                               ({"game": "Connect(3,1,1)", "side": "second"}, "there is no proved strategy of the second side of Connect(3,1,1)"),
                               ({"game": "cylinder:6", "side": "second", "moves": "9"}, "column"),
                               ({"game": "cylinder:6", "side": "second", "seed": 1}, "no field")):
            answer, text = self.server.ask("POST", "/api/strategy", question)
            self.assertEqual(answer.status, 400, text)
            self.assertIn(part, json.loads(text)["error"])
        # Moves that the strategy would not have made: nothing is proved of such a game.
        first = self.ask("cylinder:4", "first", "")["reply"][0]
        other = "abcd"[("abcd".index(first[0]) + 1) % 4]
        answer, text = self.server.ask("POST", "/api/strategy", {"game": "cylinder:4", "side": "first", "moves": other + "aa"})
        if answer.status == 200:  # turning the cylinder makes them the same
            self.assertEqual(json.loads(text)["winner"], "none")
        else:
            self.assertIn("does not follow the strategy", json.loads(text)["error"])


class Games(unittest.TestCase):
    """SGF, positions set up by hand, computer players."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        assert cls.server.stop() == (0, "")

    def refused(self, path, body, part, status=400):
        self.assertIn(part, self.server.post(path, body, status=status)["error"])

    def test_sgf_goes_in_and_out_with_variations_and_comments(self):
        sgf = r"(;FF[4]GAME[drop:7x6]PB[Ann];W[d1]C[best \] ü](;B[d2];W[e1])(;B[c1]))"
        tree = self.server.post("/api/sgf/read", {"sgf": sgf})
        self.assertEqual(tree["game"], "drop:7x6")
        self.assertEqual([(n["parent"], n["move"]) for n in tree["nodes"]],
                         [(0, ""), (0, "d1"), (1, "d2"), (2, "e1"), (1, "c1")])
        self.assertEqual(tree["nodes"][1]["comment"], "best ] ü")
        self.assertEqual(tree["nodes"][0]["properties"], [["PB", ["Ann"]]])
        written = self.server.post("/api/sgf/write", tree)["sgf"]
        self.assertIn("PB[Ann]", written)
        self.assertEqual(self.server.post("/api/sgf/read", {"sgf": written}), tree)
        six = self.server.post("/api/sgf/read", {"sgf": "(;B[JJ];W[LJ];W[KI])"})
        self.assertEqual((six["game"], six["nodes"][2]["move"]), ("Connect(19,19,6,2,1)", "l10k9"))
        self.server.post("/api/sgf/write", six)

    def test_bad_files_get_a_sentence(self):
        self.refused("/api/sgf/read", {}, "sgf is missing")
        self.refused("/api/sgf/read", {"sgf": "hello"}, "SGF")
        self.refused("/api/sgf/read", {"sgf": "(;GAME[drop:7x6];W[d1];W[d2])"}, "line 1, column 24: it is Black's turn")
        self.refused("/api/sgf/read", {"sgf": "(;GAME[drop:7x6];W[d1])", "game": "drop:6x6"}, "not of drop:6x6")
        root = {"parent": 0, "move": ""}
        self.refused("/api/sgf/write", {"game": "connect4"}, "nodes must be")
        self.refused("/api/sgf/write", {"game": "connect4", "nodes": [root, {"parent": 1, "move": "d1"}]}, "nodes[1]: parent")
        self.refused("/api/sgf/write", {"game": "connect4", "nodes": [root, {"parent": 0, "move": "d2"}]}, "nodes[1]")
        self.refused("/api/sgf/write", {"game": "connect4", "nodes": [root, 7]}, "nodes[1]: must be an object")
        self.refused("/api/sgf/write", {"game": "connect4", "nodes": [{**root, "properties": [["b", ["x"]]]}]}, "capital letters")
        self.refused("/api/sgf/write", {"game": "connect4", "nodes": [{**root, "colour": 1}]}, "the fields are")

    def test_a_set_up_position_gets_moves_or_a_reason(self):
        picture = "...o...\n..oxx..\n"
        moves = self.server.post("/api/setup", {"game": "connect4", "picture": picture})["moves"]
        shown = self.server.post("/api/show", {"game": "connect4", "moves": moves})
        self.assertEqual(shown["stones"], {"first": ["d1", "e1"], "second": ["c1", "d2"]})
        for bad, part in (("ooo....\n", "0 stones of White and 3 of Black"), ("x......\n.......\n", "hangs in the air"),
                          ("...x...\n...o...\n", "no game leads to this position"), ("...?...\n", "only x, o"),
                          ("xxxxooo\nxxxxooo\n", "8 stones of White and 6"),
                          ("x..o...\nx..o...\nx..o...\nx.xo...\n", "both players have a complete line"),
                          ("...o...\n...o...\n...o...\nxx.oxxx\n", "Black has a complete line, but")):
            self.refused("/api/setup", {"game": "connect4", "picture": bad}, part)
        self.refused("/api/setup", {"game": "cylinder:6", "picture": "x"}, "finite boards")
        placed = self.server.post("/api/setup", {"game": "tictactoe", "picture": "x..\n.o.\n...\n"})
        self.assertEqual(placed["moves"], "a3 b2")

    def test_players_move(self):
        ask = lambda **fields: self.server.post("/api/move", {"game": "connect4", **fields})
        self.assertEqual(ask(opponent="perfect", moves="")["move"], "d1")
        victor = ask(opponent="victor", moves="")
        self.assertEqual(victor["move"], "d1")
        self.assertIn("wins every game", victor["promise"])
        for _ in range(5):
            self.assertEqual(ask(opponent="looks:1", moves="121212")["move"], "a4")
            self.assertEqual(ask(opponent="looks:2", moves="12121")["move"], "a4")
        self.assertGreater(len({ask(opponent="looks:0", moves="")["move"] for _ in range(30)}), 2)
        self.assertEqual(ask(game="drop:9x8", opponent="looks:8", moves="5544")["opponent"], "looks:8")
        for opponent in ("human:6", "alphabeta:2", "rules"):
            self.assertEqual(ask(opponent=opponent, moves="121212")["move"], "a4")
            self.assertEqual(ask(opponent=opponent, moves="12121")["move"], "a4")
        self.assertIn("often overlooks diagonals", ask(opponent="human:1", moves="")["promise"])
        self.assertGreater(len({ask(opponent="random", moves="")["move"] for _ in range(30)}), 2)
        self.refused("/api/move", {"game": "connect4", "opponent": "human:7"}, "write human:N with N from 1 to 6")
        self.refused("/api/move", {"game": "connect4", "opponent": "deep"}, "opponent must be")
        self.refused("/api/move", {"game": "connect4", "moves": "1212121", "opponent": "perfect"}, "over")
        self.refused("/api/move", {"game": "connect4", "moves": "4", "opponent": "victor"}, "first player")
        self.refused("/api/move", {"game": "drop:6x6", "opponent": "victor"}, "VICTOR has no lines for drop:6x6")
        self.refused("/api/move", {"game": "cylinder:6", "opponent": "perfect"}, "drop games of finite height")


class Shares(unittest.TestCase):
    def test_a_short_question_waits_only_for_a_slice_of_long_ones(self):
        server = Server("--threads", "1")
        try:
            # One slot, wanted by two clients all the time.
            streams = [server.stream(ENDLESS, client=f"127.0.0.{i + 2}") for i in range(2)]
            for _, response in streams:
                self.assertIn(next(events(response))[1]["state"], ("running", "waiting"))
            begin = time.monotonic()
            self.assertTrue(server.post("/api/solve", {"game": "drop:5x4", "moves": "12"}, client="127.0.0.9")["proved"])
            self.assertLess(time.monotonic() - begin, 2)
            # Who was paused goes on.
            states = [{data["state"] for _, data in zip(range(20), (d for n, d in events(r) if n == "progress"))} for _, r in streams]
            self.assertTrue(all("running" in state for state in states), states)
            for connection, response in streams:
                response.close()
                connection.close()
        finally:
            self.assertEqual(server.stop(), (0, ""))

    def test_a_request_that_comes_drop_by_drop_is_sent_away(self):
        server = Server()
        try:
            begin = time.monotonic()
            with socket.create_connection(("127.0.0.1", server.port), timeout=30) as raw:
                text = b"POST /api/show HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: " + b"a" * 1000
                raw.setblocking(False)
                answer = b""
                for byte in text:
                    try:
                        raw.send(bytes([byte]))
                        answer += raw.recv(4096)
                    except BlockingIOError:
                        pass
                    except (BrokenPipeError, ConnectionResetError):
                        break
                    if b"\n\n" in answer or answer.endswith(b"}\n"):
                        break
                    time.sleep(0.1)
            self.assertIn(b" 408 ", answer.split(b"\r\n")[0])
            self.assertIn(b"did not arrive within its time", answer)
            self.assertLess(time.monotonic() - begin, 14)
            self.assertGreater(time.monotonic() - begin, 5)
        finally:
            self.assertEqual(server.stop(), (0, ""))


class Placement(unittest.TestCase):
    """Placement games: values, wins by threats, reasons, open defenses, a player."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        assert cls.server.stop() == (0, "")

    WIN = {"game": "connect6", "moves": "j10 i8h9 i11k11 g10h11 k9h12 l8g13"}

    def refused(self, path, body, part):
        self.assertIn(part, self.server.post(path, body, status=400)["error"])

    def test_small_boards_exactly(self):
        answer = self.server.post("/api/solve", {"game": "tictactoe", "moves": "b2 b1", "all_moves": True})
        self.assertEqual((answer["value"], answer["winner"], answer["proved"], answer["method"]), ("win", "first", True, "alphabeta"))
        values = {cell: one["value"] for cell, one in answer["moves_value"].items()}
        self.assertEqual(values, {"a1": "win", "c1": "win", "a2": "win", "c2": "win", "a3": "win", "b3": "draw", "c3": "win"})
        self.assertEqual(answer["moves_value"][answer["best"][0]]["value"], "win")
        self.assertEqual(self.server.post("/api/solve", {"game": "tictactoe"})["value"], "draw")
        over = self.server.post("/api/solve", {"game": "tictactoe", "moves": "b2 b1 a1 c3 a3 a2 c1"})
        self.assertEqual((over["value"], over["winner"], over["best"]), ("loss", "first", []))
        self.assertEqual(answer["axioms"], [])
        # Two stones a move: the values are those of whole moves, as the command prints them.
        pairs = self.server.post("/api/solve", {"game": "Connect(4,4,3,2,1)", "moves": "a1", "all_moves": True})
        self.assertEqual(len(pairs["moves_value"]), 15 * 14 // 2)
        self.assertNotIn("moves_value_of", pairs)
        printed = subprocess.run([PROGRAM, "solve", "Connect(4,4,3,2,1)", "--moves", "a1", "--all-moves", "--json"],
                                 capture_output=True, text=True, check=True)
        self.assertEqual(pairs["moves_value"], json.loads(printed.stdout)["moves_value"])

    def test_wins_by_threats(self):
        for method in ({}, {"method": "threat"}):
            answer = self.server.post("/api/solve", {**self.WIN, **method})
            self.assertEqual((answer["value"], answer["winner"], answer["method"], answer["order"]), ("win", "first", "threat", 1))
            self.assertTrue(answer["zones"][0])
            self.assertEqual(answer["axioms"], [])
        infinite = self.server.post("/api/solve", {"game": "Connect(6,2,3)", "moves": "0,0 -1,1 1,1", "order": 3})
        self.assertEqual((infinite["value"], infinite["winner"], infinite["order"]), ("loss", "first", 3))
        self.assertTrue(all("," in cell for zone in infinite["zones"] for cell in zone))

    def test_what_is_not_found_is_not_claimed(self):
        answer = self.server.post("/api/solve", {"game": "gomoku", "moves": "h8 h9", "order": 1})
        self.assertEqual((answer["value"], answer["winner"], answer["proved"], answer["searched_order"]), ("unknown", "unknown", False, 1))
        empty = self.server.post("/api/solve", {"game": "gomoku"})
        self.assertEqual((empty["value"], empty["searched_order"]), ("unknown", 0))
        self.assertIn("empty board", empty["obstacle"])

    def test_events(self):
        connection, response = self.server.stream({"game": "tictactoe", "moves": "b2 b1", "all_moves": True})
        heard = list(events(response))
        connection.close()
        moves = {data["cell"]: data["value"] for name, data in heard if name == "move"}
        self.assertEqual((len(moves), moves["b3"]), (7, "draw"))
        self.assertEqual(heard[-1][0], "done")
        self.assertEqual({cell: one["value"] for cell, one in heard[-1][1]["moves_value"].items()}, moves)
        connection, response = self.server.stream({"game": "Connect(4,4,3,2,1)", "moves": "a1", "all_moves": True})
        heard = list(events(response))
        connection.close()
        pairs = {data["move"]: data["value"] for name, data in heard if name == "move"}
        self.assertEqual({move: one["value"] for move, one in heard[-1][1]["moves_value"].items()}, pairs)

    def test_a_long_search_tells_how_it_stands_and_can_be_left(self):
        question = {"game": "Connect(7,7,5,1,1)", "moves": "d4", "seconds": 60}
        connection, response = self.server.stream(question, client="127.0.0.9")
        name, data = next(events(response))
        self.assertEqual((name, data["state"]), ("progress", "running"))
        self.assertIn(data["method"], ("threat", "alphabeta"))
        response.close()
        connection.close()
        begin = time.monotonic()
        limited = self.server.post("/api/solve", {**question, "seconds": 0.5}, client="127.0.0.9")
        self.assertEqual((limited["proved"], limited["value"]), (False, "unknown"))
        self.assertLess(time.monotonic() - begin, 6)

    def test_reasons(self):
        answer = self.server.post("/api/explain", {**self.WIN, "order": 1, "seconds": 20})
        self.assertEqual((answer["claim"], answer["win"]["order"]), ("first-wins", 1))
        self.assertTrue(answer["win"]["sequence"][-1]["completes"] or answer["win"]["sequence"][-1]["threats"] == 3)
        v = self.server.post("/api/explain", {"game": "Connect(6,2,3)", "moves": "0,0 -1,1 1,1", "order": 3})
        self.assertEqual((v["claim"], v["win"]["winner"]), ("first-wins", "first"))

    def test_defenses(self):
        # Black has an open four: White must stop both ends.
        four = self.server.post("/api/defenses", {"game": "connect6", "moves": "j10 a1a3 k10l10 a5c7 m10b2", "order": 2})
        self.assertEqual((four["threats"], four["value"]), (2, "unknown"))
        self.assertTrue(four["complete"])
        whole = [one["stones"] for one in four["defenses"] if one["free"] == 0]
        self.assertTrue(whole and all(len(stones) >= 5 for stones in whole))
        lost = self.server.post("/api/defenses", {"game": "gomoku", "moves": "h8 a1 i8 a3 j8 a5 k8", "order": 2})
        self.assertEqual((lost["value"], lost["winner"], lost["defenses"]), ("loss", "first", []))

    def test_a_player(self):
        for opponent in ("strong", "easy"):
            answer = self.server.post("/api/move", {"game": "gomoku", "moves": "h8 g8 i8 a1 j8 a3 k8", "opponent": opponent})
            self.assertEqual((answer["move"], answer["opponent"]), ("l8", opponent))
            self.assertIn("promises", answer["promise"])
        infinite = self.server.post("/api/move", {"game": "Connect(5,1,1)", "opponent": "strong"})
        self.assertEqual(infinite["move"], "0,0")

    def test_bad_requests(self):
        self.refused("/api/solve", {**self.WIN, "order": 0}, "order must be a number from 1 to 4")
        self.refused("/api/solve", {**self.WIN, "score": True}, "no scores")
        self.refused("/api/solve", {**self.WIN, "method": "victor"}, "drop games")
        self.refused("/api/solve", {**self.WIN, "method": "alphabeta"}, "cells")
        self.refused("/api/solve", {"game": "connect4", "order": 1}, "for placement games")
        self.refused("/api/explain", {"game": "connect4", "order": 1}, "for placement games")
        self.refused("/api/explain", {**self.WIN, "seconds": -1}, "seconds")
        self.refused("/api/defenses", {"game": "connect4"}, "no placement game")
        self.refused("/api/defenses", {"game": "gomoku"}, "needs a position with stones")
        self.refused("/api/defenses", {"game": "tictactoe", "moves": "b2 b1 a1 c3 a3 a2 c1"}, "over")
        self.refused("/api/defenses", {**self.WIN, "pv": True}, "no field")
        self.refused("/api/solve", {"game": "connect6", "moves": "j10 k11"}, "move 2")
        self.refused("/api/move", {"game": "gomoku", "opponent": "perfect"}, "strong, threats, plain:N or easy")
        self.refused("/api/move", {"game": "tictactoe", "moves": "b2 b1 a1 c3 a3 a2 c1", "opponent": "easy"}, "over")


class Life(unittest.TestCase):
    def test_a_full_queue(self):
        server = Server("--queue", "2", "--threads", "1")
        try:
            streams = [server.stream(ENDLESS, client=f"127.0.0.{i + 2}") for i in range(6)]
            self.assertEqual([r.status for _, r in streams][:2], [200, 200])
            full = [r for _, r in streams if r.status == 503]
            self.assertTrue(full)
            self.assertIn("too many questions", json.loads(full[0].read())["error"])
            self.assertEqual(full[0].headers["Retry-After"], "2")
            for connection, response in streams:
                response.close()
                connection.close()
            time.sleep(0.5)
            self.assertTrue(server.post("/api/solve", {"game": "drop:5x4"})["proved"])
        finally:
            self.assertEqual(server.stop(), (0, ""))

    def test_too_many_streams(self):
        server = Server("--streams", "2")
        try:
            streams = [server.stream(ENDLESS, client=f"127.0.0.{i + 2}") for i in range(3)]
            self.assertEqual([r.status for _, r in streams], [200, 200, 503])
            self.assertTrue(server.post("/api/show", {"game": "connect4"}))
            for connection, response in streams:
                response.close()
                connection.close()
        finally:
            self.assertEqual(server.stop(), (0, ""))

    def test_a_signal_ends_every_stream_with_what_is_known(self):
        server = Server("--threads", "1")
        running, response = server.stream(ENDLESS)
        ear = events(response)
        self.assertEqual(next(ear)[0], "progress")
        waiting = [server.stream(ENDLESS, client=f"127.0.0.{i + 2}") for i in range(5)]
        begin = time.monotonic()
        ended = {}
        stopper = threading.Thread(target=lambda: ended.update(code=server.stop()))
        stopper.start()
        last = list(ear)[-1]
        self.assertEqual((last[0], last[1]["proved"]), ("done", False))
        for connection, other in [(running, response), *waiting]:
            if other is not response:
                self.assertIn(list(events(other))[-1][0], ("done", "failed"))
            other.close()
            connection.close()
        stopper.join()
        self.assertEqual(ended["code"], (0, ""))
        self.assertLess(time.monotonic() - begin, 6)

    def test_a_signal_at_the_very_start(self):
        for _ in range(5):
            self.assertEqual(Server().stop(), (0, ""))

    def test_the_port_must_be_free(self):
        server = Server()
        try:
            second = subprocess.run([PROGRAM, "serve", "--no-open", "--port", str(server.port)],
                                    capture_output=True, text=True, timeout=20)
            self.assertEqual(second.returncode, 4)
            self.assertIn("--port 0", second.stderr)
            self.assertEqual(len(second.stderr.splitlines()), 1)
        finally:
            self.assertEqual(server.stop(), (0, ""))

    def test_another_address_needs_a_token(self):
        server = Server("--host", "0.0.0.0")
        try:
            token = server.address.split("#token=")[1]
            self.assertEqual(len(token), 32)
            answer, text = server.ask("POST", "/api/show", {"game": "connect4"})
            self.assertEqual(answer.status, 401)
            self.assertIn("token", json.loads(text)["error"])
            server.post("/api/show", {"game": "connect4"}, status=401, Authorization="Bearer " + token[:-1])
            server.post("/api/show", {"game": "connect4"}, Authorization="Bearer " + token)
            self.assertEqual(server.ask("GET", "/")[0].status, 200)
        finally:
            self.assertEqual(server.stop(), (0, ""))
        server = Server("--host", "0.0.0.0", environment={"INAROW_TOKEN": "known"})
        try:
            self.assertTrue(server.address.endswith("#token=known"))
        finally:
            self.assertEqual(server.stop(), (0, ""))

    def test_compressed_files_go_to_those_who_take_them(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "assets"))
            for name, contents in (("index.html", b"<!doctype html>"), ("assets/a.js", b"plain " * 99), ("assets/a.js.br", b"packed")):
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(contents)
            server = Server(environment={"INAROW_PAGE": folder})
            try:
                for accept, contents, encoding in (("gzip, br", b"packed", "br"), ("identity", b"plain " * 99, None)):
                    answer, text = server.ask("GET", "/assets/a.js", Accept_Encoding=accept)
                    self.assertEqual((answer.status, text, answer.headers["Content-Encoding"]), (200, contents, encoding))
                    self.assertEqual(answer.headers["Vary"], "Accept-Encoding")
                    self.assertIn("text/javascript", answer.headers["Content-Type"])
                    self.assertIn("default-src 'self'", answer.headers["Content-Security-Policy"])
                self.assertEqual(server.ask("GET", "/assets/a.js.br")[0].status, 404)
            finally:
                self.assertEqual(server.stop(), (0, ""))

    def test_without_a_page_the_answers_are_there(self):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(environment={"INAROW_PAGE": folder})
            try:
                self.assertFalse(server.hello["page"])
                self.assertIn(b"npm run build", server.ask("GET", "/")[1])
                self.assertTrue(server.post("/api/solve", {"game": "drop:4x4"})["proved"])
            finally:
                self.assertEqual(server.stop(), (0, ""))


if __name__ == "__main__":
    unittest.main()
