"""`--engine NAME=COMMAND` of `inarow play` and `inarow serve`: programs of other authors as opponents and
advisers, good and bad ones (support/fake_engine.py).

    external_test.py INAROW
"""

import http.client
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
FAKE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "support", "fake_engine.py")


def command(protocol, behaviour="good"):
    return shlex.join([sys.executable, FAKE, protocol, behaviour])


def engine(name, protocol, behaviour="good"):
    return ["--engine", f"{name}={command(protocol, behaviour)}"]


def is_alive(pid):
    """Neither gone nor waiting to be buried."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Play(unittest.TestCase):
    def play(self, *arguments, lines=(), code=0):
        result = subprocess.run([PROGRAM, "play", *arguments], input="".join(line + "\n" for line in lines),
                                capture_output=True, text=True, timeout=60)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result.stdout if code == 0 else result.stderr

    def test_an_opponent_by_each_protocol(self):
        for game, protocol, mine, answer in (("gomoku", "gomocup", ["h8", "h9"], "answer: b1"),
                                             ("connect6", "connect6", ["j10", "j11k11"], "answer: c1d1"),
                                             ("connect4", "json", ["d", "d"], "answer: a")):
            out = self.play(game, *engine("fake", protocol), "--against", "fake", lines=[*mine, "why"])
            self.assertIn("The other is the program fake of another author; nothing is proved of it.", out)
            self.assertIn(answer, out)
            self.assertIn("nothing is proved", out.split("answer: ")[-1])
        self.assertIn("Of its last move it says: depth 3 ev 0.5",
                      self.play("gomoku", *engine("fake", "gomocup"), "--against", "fake", lines=["h8", "why"]))

    def test_it_begins_and_moves_can_be_taken_back(self):
        out = self.play("gomoku", *engine("fake", "gomocup"), "--against", "fake", "--side", "second",
                        lines=["h8", "undo", "h9", "moves"])
        self.assertIn("answer: a1", out)
        self.assertIn("a1 h9 b1", out)

    def test_the_protocol_can_be_named(self):
        error = self.play("gomoku", "--engine", f"fake:connect6={command('connect6')}", "--against", "fake", code=2)
        self.assertIn("which is for Connect6 on 19 x 19 only; for the second player of Connect(15,15,5,1,1) choose",
                      error)
        out = self.play("gomoku", "--engine", f"fake:gomocup={command('gomocup')}", "--against", "fake", lines=["h8"])
        self.assertIn("answer: a1", out)

    def test_a_hint_has_their_opinions_beside_ours(self):
        out = self.play("gomoku", *engine("one", "gomocup"), *engine("two", "gomocup", "backwards"),
                        *engine("bad", "gomocup", "crash"), "--against", "easy",
                        lines=["h8", "hint", "hint"])
        self.assertIn("one thinks: a1 (depth 3 ev 0.5)", out)
        self.assertIn("two thinks: o15 (depth 3 ev 0.5)", out)
        self.assertIn("No word of bad: bad ended with exit code 3", out)
        self.assertEqual(out.count("one thinks: a1"), 2)
        # Only of games that they play, and never instead of what is proved.
        out = self.play("connect4", "--engine", f"one:gomocup={command('gomocup')}", "--moves", "445",
                        "--against", "looks:1", lines=["hint"])
        self.assertNotIn("thinks", out)

    def test_levels_list_them(self):
        out = self.play("gomoku", *engine("fake", "gomocup"), lines=["level", "level fake", "h8"])
        self.assertRegex(out, r"fake +is a program of another author")
        self.assertIn("The other is the program fake", out)
        self.assertIn("answer: a1", out)

    def test_what_goes_wrong_is_told_and_the_game_goes_on(self):
        for behaviour, words in (("crash:2", "ended with exit code 3 instead of giving a move"),
                                 ("hang:2", "has not given a move within 1 s"),
                                 ("garbage:2", "instead of a move"),
                                 ("cheat:2", "plays an illegal move"),
                                 ("flood:2", "instead of a move")):
            with self.subTest(behaviour):
                out = self.play("gomoku", *engine("fake", "gomocup", behaviour), "--against", "fake",
                                "--engine-time", "0.5", lines=["h8", "h9", "level easy", "moves"])
                self.assertIn("The other player has no move: fake ", out)
                self.assertIn(words, out)
                self.assertRegex(out, r"h8 a1 h9 \w+\n")
                self.assertNotIn("\x1b", out)
        out = self.play("gomoku", *engine("fake", "gomocup", "crash:2"), "--against", "fake", lines=["h8", "h9"])
        self.assertIn("on its standard error: ", out)
        self.assertIn("assertion failed: i < 5", out)

    def test_one_that_cannot_be_started(self):
        for command_text, words in (("/no/such/program", "not found"), ("exit 7", "exit code 7"),
                                    (command("gomocup", "missing"), "cannot find my weights")):
            error = self.play("gomoku", "--engine", f"fake={command_text}", "--against", "fake", code=2)
            self.assertIn("fake ", error)
            self.assertIn(words, error)
            self.assertEqual(error.count("\n"), 1)

    def test_its_first_move_may_fail(self):
        error = self.play("gomoku", *engine("fake", "gomocup", "crash"), "--against", "fake", "--side", "second",
                          code=4)
        self.assertIn("fake ended with exit code 3", error)

    def test_bad_options(self):
        for text, words in (("fake", "names no command"), ("fake=", "there is no command"),
                            ("=x", "is no name of an engine"), ("a b=x", "is no name of an engine"),
                            ("fake:uci=x", "there is no protocol"), ("strong=x", "there is a player strong already"),
                            ("auto=x", "there is a player auto already")):
            for door in (["play", "gomoku"], ["serve", "--port", "0", "--no-open"]):
                result = subprocess.run([PROGRAM, *door, "--engine", text], capture_output=True, text=True,
                                        stdin=subprocess.DEVNULL, timeout=20)
                self.assertEqual(result.returncode, 2, (door, text, result.stdout))
                self.assertIn(words, result.stderr)
                self.assertIn("--engine", result.stderr)
                self.assertEqual(result.stderr.count("\n"), 1)
        self.assertIn("two engines have the name a", self.play("gomoku", "--engine", "a=x", "--engine", "a=y", code=2))
        self.assertIn("there is no player fake", self.play("gomoku", "--against", "fake", code=2))
        self.assertIn("--engine-time", self.play("gomoku", "--engine-time", "0", code=2))

    def test_the_command_that_goes_on_names_it_and_files_do_not(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.sgf")
            out = self.play("gomoku", *engine("fake", "gomocup"), "--against", "fake", "--save", path, lines=["h8"])
            words = shlex.split(out.split("To go on later: inarow ")[1].split("\n")[0])
            with open(path, encoding="utf-8") as file:
                text = file.read()
            self.assertIn("against fake", text)
            self.assertNotIn("fake_engine", text)
            result = subprocess.run([PROGRAM, *words], input="h9\nmoves\n", capture_output=True, text=True, timeout=30)
            self.assertIn("h8 a1 h9 b1", result.stdout, result.stderr)
            # Nobody is run because a file says so.
            self.assertIn("there is no player fake", self.play("--resume", path, code=2))

    def test_the_clock_is_told(self):
        out = self.play("gomoku", *engine("fake", "gomocup", "crash:2"), "--against", "fake", "--clock", "1+0",
                        lines=["h8", "h9"])
        self.assertRegex(out, r"INFO time_left (59|60)\d\d\d")

    def test_it_has_a_limit_of_memory(self):
        out = self.play("gomoku", *engine("fake", "gomocup", "memory:2"), "--against", "fake", "--memory", "200",
                        lines=["h8", "h9", "level easy"])
        self.assertIn("MemoryError", out)

    def test_its_children_die_with_the_game(self):
        process = subprocess.Popen([PROGRAM, "play", "gomoku", *engine("fake", "gomocup", "hang:2"), "--against",
                                    "fake", "--engine-time", "60"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True)
        try:
            process.stdin.write("h8\nh9\n")
            process.stdin.flush()
            end = time.monotonic() + 20
            children = []
            while time.monotonic() < end and not children:
                found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, text=True)
                children = [int(pid) for pid in found.stdout.split()]
                time.sleep(0.1)
            self.assertTrue(children)
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            out = process.communicate(timeout=10)[0]
            self.assertEqual(process.returncode, 3, out)
            self.assertIn("To go on later", out)
            end = time.monotonic() + 5
            while time.monotonic() < end and any(map(is_alive, children)):
                time.sleep(0.1)
            self.assertFalse(any(map(is_alive, children)))
        finally:
            process.kill()
            process.communicate()


class Serve(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        arguments = [*engine("good", "gomocup"), *engine("crash", "gomocup", "crash:2"),
                     *engine("hang", "gomocup", "hang"), *engine("garbage", "gomocup", "garbage"),
                     *engine("cheat", "gomocup", "cheat"), *engine("missing", "gomocup", "missing"),
                     *engine("late", "gomocup", "late"),
                     "--engine", f"six:connect6={command('connect6')}", "--engine-time", "2", "--threads", "4"]
        cls.process = subprocess.Popen([PROGRAM, "serve", "--port", "0", "--no-open", "--json", *arguments],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = cls.process.stdout.readline()
        if not line:
            raise RuntimeError(cls.process.communicate()[1])
        cls.port = int(json.loads(line)["address"].split(":")[2].split("/")[0])

    @classmethod
    def tearDownClass(cls):
        cls.process.send_signal(signal.SIGTERM)
        out, error = cls.process.communicate(timeout=20)
        assert cls.process.returncode == 0 and out + error == "", (cls.process.returncode, out, error)

    def post(self, path, body, status=200):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        self.assertEqual(answer.status, status, text)
        return json.loads(text)

    def move(self, opponent, moves="h8", status=200, game="gomoku"):
        return self.post("/api/move", {"game": game, "moves": moves, "opponent": opponent}, status)

    def test_they_are_listed_without_their_commands(self):
        answer = self.post("/api/players", {"game": "gomoku"})
        players = {player["name"]: player for player in answer["players"]}
        self.assertEqual(answer["game"], "Connect(15,15,5,1,1)")
        self.assertEqual(players["good"]["sides"], ["first", "second"])
        self.assertTrue(players["good"]["external"])
        self.assertFalse(players["strong"]["external"])
        self.assertNotIn("six", players)
        self.assertNotIn("fake_engine", json.dumps(answer))
        names = [player["name"] for player in self.post("/api/players", {"game": "connect4"})["players"]]
        self.assertIn("perfect", names)
        victor = next(p for p in self.post("/api/players", {"game": "connect4"})["players"] if p["name"] == "victor")
        self.assertEqual(victor["sides"], ["first"])
        self.assertIn("game", self.post("/api/players", {"game": "chess"}, 400)["error"])
        self.assertIn("no field", self.post("/api/players", {"game": "gomoku", "engine": "x=y"}, 400)["error"])

    def test_they_move_and_say_something(self):
        answer = self.move("good")
        self.assertEqual((answer["move"], answer["says"]), ("a1", "depth 3 ev 0.5"))
        self.assertIn("nothing is proved", answer["promise"])
        self.assertEqual(self.move("good", "h8 a1 h9")["move"], "b1")
        self.assertEqual(self.move("six", "j10", game="connect6")["move"], "a1b1")
        self.assertEqual(self.move("late")["move"], "a1")
        self.assertNotIn("says", self.move("easy"))

    def test_no_request_can_name_a_command(self):
        for name in ("x=sh", "good=sh", "sh", "/bin/sh"):
            self.assertIn("there is no player", self.move(name, status=400)["error"])
        self.assertIn("no field", self.post("/api/move", {"game": "gomoku", "engine": "x=sh"}, 400)["error"])

    def test_what_goes_wrong_is_told_and_the_server_goes_on(self):
        for name, words in (("crash", "crash ended with exit code 3"), ("hang", "hang has not given a move within 4 s"),
                            ("garbage", "instead of a move"), ("cheat", "plays an illegal move"),
                            ("missing", "missing ended with exit code 1")):
            with self.subTest(name):
                moves = "h8"
                if name == "crash":
                    self.assertEqual(self.move(name)["move"], "a1")
                    moves = "h8 a1 h9"
                self.assertIn(words, self.move(name, moves, status=500)["error"])
        # Asked again, it is started again.
        self.assertEqual(self.move("crash")["move"], "a1")
        self.assertIn("speaks the protocol connect6", self.move("six", status=400)["error"])

    def test_who_asks_while_it_thinks_waits_for_nobody(self):
        times = []

        def ask():
            start = time.monotonic()
            self.assertEqual(self.move("late")["move"], "a1")
            times.append(time.monotonic() - start)

        threads = [threading.Thread(target=ask) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(times), 3)
        self.assertLess(max(times), 6)


if __name__ == "__main__":
    unittest.main()
