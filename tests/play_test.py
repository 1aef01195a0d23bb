"""`inarow play` as people use it, through pipes: whole games, hints, take back, levels, clock, save and go on.

    play_test.py INAROW
"""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = sys.argv.pop(1)


class Play(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, name):
        return os.path.join(self.folder.name, name)

    def play(self, *arguments, lines=(), code=0):
        result = subprocess.run([PROGRAM, "play", *arguments], input="".join(line + "\n" for line in lines),
                                capture_output=True, text=True, timeout=60)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        if code == 0:
            self.assertEqual(result.stderr, "")
        return result.stdout if code == 0 else result.stderr

    def text_of(self, path):
        with open(path, encoding="utf-8") as file:
            return file.read()

    def begin(self, *arguments):
        process = subprocess.Popen([PROGRAM, "play", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stdin.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def test_a_whole_game_and_another(self):
        out = self.play("connect4", "--against", "looks:1", "--seed", "3", "--moves", "172737",
                        lines=["4", "moves", "5", "new second", "board", "quit"])
        self.assertIn("White has won", out)
        self.assertIn("1727374", out)
        self.assertIn("the game is over; new begins another one", out)
        self.assertIn("A new game: you are Black (o).", out)
        self.assertIn("To go on later: inarow play drop:7x6 --moves", out)

    def test_every_level_answers(self):
        for name in ("human:1", "human:6", "alphabeta:4", "looks:3", "rules", "random"):
            out = self.play("connect4", "--against", name, "--seed", "1", lines=["4", "3", "why"])
            self.assertEqual(len(re.findall(r"^answer: [a-g][1-6]$", out, re.MULTILINE)), 2, out)
        self.assertIn("now and then", self.play("connect4", "--against", "human:2", lines=[]))
        for name in ("human:0", "human:7", "alphabeta:11", "alphabeta:x"):
            self.assertIn("with N from 1 to", self.play("connect4", "--against", name, code=2))
        self.assertIn("finite height only", self.play("gomoku", "--against", "human:3", code=2))

    def test_the_seed_repeats_a_game(self):
        lines = ["4", "4", "4", "3", "moves"]
        for name in ("human:2", "random", "looks:2"):
            arguments = ("connect4", "--against", name, "--seed", "5")
            self.assertEqual(self.play(*arguments, lines=lines), self.play(*arguments, lines=lines))

    def test_colour(self):
        for words in (("--color", "black"), ("--side", "second"), ("--color", "O")):
            self.assertIn("You are Black (o).", self.play("connect4", *words, "--against", "random"))
        self.assertIn("You are Black (x).", self.play("gomoku", "--color", "black", "--against", "easy"))
        self.assertIn("write first or second", self.play("connect4", "--color", "green", code=2))

    def test_hints_values_and_reasons(self):
        out = self.play("drop:5x4", "--moves", "112233", "--against", "random",
                        lines=["hint", "values", "values on", "values off", "values maybe", "explain"])
        self.assertIn("Best move: d1, wins in 1 stone, which completes a line.", out)
        self.assertEqual(out.count("Values: d1 wins in 1 stone"), 2)
        self.assertIn('not "maybe"', out)
        self.assertIn("zugzwang", out.lower())
        out = self.play("tictactoe", "--moves", "b2 a1 c1 a3 a2 c2", "--values", "--against", "easy", lines=["hint", "explain"])
        self.assertIn("Values: ", out)
        self.assertIn("Best move", out)
        self.assertIn("explain works for", self.play("cylinder:4", lines=["explain"]))

    def test_take_back_and_bad_input(self):
        out = self.play("connect4", "--against", "rules", "--seed", "1",
                        lines=["undo", "9", "4", "x1", "undo all", "back", "moves", "", "hint me", "4"])
        self.assertIn("there is no move of yours to take back", out)
        self.assertIn("columns are 1 to 7", out)
        self.assertIn('undo stands alone, without "all"', out)
        self.assertIn("help tells what you can type", out)
        self.assertEqual(out.count("answer: "), 2)
        # A win is taken back, and so is giving up.
        out = self.play("connect4", "--against", "looks:1", "--moves", "172737",
                        lines=["4", "undo", "moves", "resign", "resign", "undo", "4"])
        self.assertEqual(out.count("White has won\n"), 2)
        self.assertIn("You have given up: Black has won.", out)
        self.assertIn("\n172737\n", out)
        self.assertIn("the game is over already", out)

    def test_whole_moves_of_placement_games(self):
        out = self.play("connect6", "--against", "easy", "--time", "30", lines=["j10", "a1", "a1 s19", "moves"])
        self.assertEqual(out.count("answer: "), 2)
        self.assertRegex(out, r"\nj10 \w+ a1s19 \w+\n")
        out = self.play("Connect(11,2,2)", lines=["0,0 1,1", "why"])
        self.assertIn("answer: ", out)

    def test_another_level(self):
        out = self.play("connect4", "--against", "random", lines=["level", "level nobody", "level human:1", "4", "level victor"])
        self.assertIn("human:N", out)
        self.assertIn("there is no player nobody", out)
        self.assertIn("plays like a beginner", out)
        self.assertIn("play the second against him", out)
        self.assertIn("--against human:1", out)

    def test_a_player_without_a_move(self):
        out = self.play("drop:9x8", "--against", "perfect", "--clock", "0.1+0", "--quiet",
                        lines=["5", "4", "level rules", "moves"])
        self.assertIn("The other player has no move: no perfect move was found in the time", out)
        self.assertIn("it is the other player's turn; take back with undo", out)
        self.assertIn("answer: e2\n55\n", out)

    def test_save_and_go_on(self):
        path = self.file("game one.sgf")
        out = self.play("connect4", "--against", "human:2", "--color", "black", "--clock", "5+3",
                        lines=["4", "save", "save " + path, "3", "quit"])
        self.assertIn("write save FILE", out)
        self.assertIn(f"inarow play --resume '{path}'", out)
        text = self.text_of(path)
        for part in ("PW[human:2]", "PB[you]", "[side second]", "[against human:2]", "[clock 5+3]", "[left ", "GAME[drop:7x6]"):
            self.assertIn(part, text)
        moves = len(re.findall(r";[BW]\[", text))
        self.assertEqual(moves, 5)
        out = self.play("--resume", path, lines=["clock", "undo", "level rules", "7"])
        self.assertIn("You are Black (o). The other plays like a casual player", out)
        self.assertRegex(out, r"clock: you (5:0|4:5)")
        text = self.text_of(path)
        self.assertIn("PW[rules]", text)
        self.assertIn("[moves 5]", text)
        # Everything else reads it too, and so does another name for the copy.
        shown = subprocess.run([PROGRAM, "show", "connect4", "--sgf", path], capture_output=True, text=True, timeout=60)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.play("connect4", "--resume", path, "--save", self.file("copy.sgf"), lines=["1"])
        self.assertIn("is there already", self.play("connect4", "--save", path, code=2))
        self.assertIn("the file is of drop:7x6, not of", self.play("gomoku", "--resume", path, code=2))
        self.assertIn("which game?", self.play(code=2))
        self.assertIn("no-such", self.play("--resume", self.file("no-such"), code=2))
        out = self.play("connect4", "--against", "random", lines=["save " + path, "save " + self.file("no/where.sgf"), "4", "moves"])
        self.assertIn("is there already", out)
        self.assertIn("no/where", out)
        self.assertEqual(out.count("answer: "), 1)

    def test_a_damaged_file_is_refused(self):
        path = self.file("bad.sgf")
        for text, part in (("", "bad.sgf"), ("(;GAME[connect4]PLAY[side third])", "side third"),
                           ("(;GAME[connect4];W[d1];B[d1])", "d1"), ("(;GAME[connect4]PLAY[clock \x1b[2J])", "no clock")):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            error = self.play("--resume", path, code=2)
            self.assertIn(part, error)
            self.assertTrue(error.strip().isprintable(), error)

    def test_the_clock_runs_out_and_the_game_goes_on(self):
        process = self.begin("connect4", "--against", "rules", "--clock", "0.01+0")  # 0.6 seconds
        time.sleep(1.2)
        process.stdin.write("4\nclock\n")
        process.stdin.close()
        out = process.stdout.read()
        self.assertIn("Your time is up: Black has won on the clock. The game may go on.", out)
        self.assertEqual(out.count("time is up"), 1)
        self.assertIn("answer: ", out)
        self.assertIn("clock: you 0:00.0", out)
        self.assertIn("for example 5+3", self.play("connect4", "--clock", "soon", code=2))
        out = self.play("connect4", "--against", "rules", lines=["clock", "clock 1+1", "clock x", "clock off", "clock"])
        self.assertEqual(out.count("there is no clock"), 2)
        self.assertIn("clock: you 1:0", out)

    def test_ctrl_c_tells_how_to_go_on(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.begin("connect4", "--against", "rules")
            process.stdin.write("4\n")
            process.stdin.flush()
            time.sleep(0.5)
            process.send_signal(number)
            out = process.stdout.read()
            self.assertEqual(process.wait(timeout=10), 3)
            self.assertRegex(out, r"To go on later: inarow play drop:7x6 --moves 4\d --side first --against rules\n")
        # While the other player thinks.
        process = self.begin("drop:10x10", "--against", "perfect")
        process.stdin.write("a\n")
        process.stdin.flush()
        time.sleep(0.7)
        process.send_signal(signal.SIGINT)
        self.assertIn("--moves a ", process.stdout.read())
        self.assertEqual(process.wait(timeout=10), 3)

    def test_killed_after_a_move_the_file_has_it(self):
        path = self.file("kept.sgf")
        process = self.begin("connect4", "--against", "rules", "--save", path)
        process.stdin.write("4\n")
        process.stdin.flush()
        for _ in range(200):
            time.sleep(0.05)
            if os.path.exists(path) and ";B[" in self.text_of(path):
                break
        process.kill()
        process.wait()
        self.assertIn("4", self.play("--resume", path, "--quiet", lines=["moves"]))

    def test_colours_only_on_a_terminal(self):
        self.assertNotIn("\x1b", self.play("connect4", "--moves", "4435", "--against", "rules"))
        for environment, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
            master, slave = pty.openpty()
            env = {**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, **environment}
            process = subprocess.Popen([PROGRAM, "play", "connect4", "--moves", "4435", "--against", "rules"],
                                       stdin=slave, stdout=slave, stderr=slave, env=env)
            os.close(slave)
            os.write(master, b"quit\n")
            out = b""
            try:
                while chunk := os.read(master, 4096):
                    out += chunk
            except OSError:
                pass
            os.close(master)
            self.assertEqual(process.wait(timeout=10), 0)
            self.assertEqual(b"\x1b[1;33mx" in out, coloured)
            self.assertIn(b"your move: ", out)

    def test_json_is_one_object_a_line(self):
        out = self.play("connect4", "--json", "--against", "rules", "--clock", "5+3",
                        lines=["4", "hint", "why", "clock", "resign", "4"])
        objects = [json.loads(line) for line in out.splitlines()]
        self.assertEqual(objects[0], {"moves": "", "answer": None, "outcome": "undecided"})
        self.assertEqual([set(o) for o in objects[2:]], [{"message"}] * 4)

    def test_a_line_that_never_ends(self):
        out = self.play("connect4", "--against", "rules", "--quiet", lines=["x" * 300000, "4"])
        self.assertIn("answer: ", out)
        self.assertLess(len(out), 2000)


if __name__ == "__main__":
    unittest.main()
