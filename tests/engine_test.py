"""inarow engine, talked to through pipes: what is right, garbage, half lines, clocks that run out.

    engine_test.py INAROW [NAME]

bench/engine_times.py measures how late moves are. The machine may be busy: times have SLACK seconds more
than what is promised.
"""

import json
import math
import os
import queue
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
SLACK = 0.3
CELL = r"\d+,\d+$"
GARBAGE = [b"\x00\xff\xfe\x80", b"{}[]<>", b"%s%n%x", b"\x1b[2J\x07", "Zug 7, ä".encode(), b"-1", b","]


class Engine:
    """One run of the program. Lines come with the time at which they were read; those for people stand apart."""

    def __init__(self, protocol, *arguments):
        self.process = subprocess.Popen([PROGRAM, "engine", "--protocol", protocol, *arguments],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.lines = queue.Queue()
        self.messages = []
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            if line.startswith(b"MESSAGE "):
                self.messages.append(line.decode().rstrip("\n"))
                continue
            self.lines.put((line.decode().rstrip("\n"), time.monotonic()))
        self.lines.put((None, time.monotonic()))

    def send(self, text):
        data = text if isinstance(text, bytes) else text.encode()
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def line(self, seconds=10):
        """The next line; None at the end."""
        return self.lines.get(timeout=seconds)[0]

    def quiet(self, seconds=0.05):
        try:
            return self.lines.get(timeout=seconds)[0] is None
        except queue.Empty:
            return True

    def ask(self, text, seconds=10):
        self.send(text if isinstance(text, bytes) else text + "\n")
        return self.line(seconds)

    def timed(self, text, seconds=10):
        """The answer, and how long it took."""
        start = time.monotonic()
        self.send(text + "\n")
        line, when = self.lines.get(timeout=seconds)
        return line, when - start

    def kill(self):
        """For tests that have failed."""
        self.process.kill()
        self.process.wait()
        self.reader.join()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()

    def end(self, seconds=5):
        """All lines that are left; closes the input."""
        if not self.process.stdin.closed:
            try:
                self.process.stdin.close()
            except BrokenPipeError:
                pass
        left = []
        while (line := self.line(seconds)) is not None:
            left.append(line)
        self.code = self.process.wait(seconds)
        self.errors = self.process.stderr.read().decode()
        self.process.stderr.close()
        self.process.stdout.close()
        return left


class EngineTest(unittest.TestCase):
    def engine(self, protocol, *arguments):
        engine = Engine(protocol, *arguments)
        self.addCleanup(engine.kill)
        return engine

    def unread(self, protocol, before, after):
        """Nobody reads the answers any more between two texts; the program ends by itself."""
        read, write = os.pipe()
        with subprocess.Popen([PROGRAM, "engine", "--protocol", protocol], stdin=subprocess.PIPE, stdout=write,
                              stderr=subprocess.PIPE) as process:
            os.close(write)
            process.stdin.write(before.encode())
            process.stdin.flush()
            time.sleep(0.2)
            os.close(read)
            start = time.monotonic()
            process.stdin.write(after.encode())
            process.stdin.flush()
            self.assertEqual(process.wait(5), 0)
            self.assertLess(time.monotonic() - start, 0.5 + SLACK)
            self.assertEqual(process.stderr.read(), b"")

    def ends_well(self, engine, seconds=5):
        left = engine.end(seconds)
        self.assertEqual((engine.code, engine.errors), (0, ""))
        return left

    def assert_cell(self, line, used=(), size=15):
        self.assertRegex(line or "the end", "^" + CELL)
        cell = tuple(map(int, line.split(",")))
        self.assertNotIn(cell, used)
        self.assertTrue(0 <= cell[0] < size and 0 <= cell[1] < size, line)
        return cell


class Gomocup(EngineTest):
    def started(self, *lines, arguments=("--time", "0.05"), size=15):
        engine = self.engine("gomocup", *arguments)
        self.assertEqual(engine.ask(f"START {size}"), "OK")
        for line in lines:
            engine.send(line + "\n")
        return engine

    def test_conversation(self):
        engine = self.started("INFO timeout_turn 200", "INFO timeout_match 100000", "INFO rule 0",
                              "INFO max_memory 0", "INFO game_type 1", "INFO folder /tmp")
        about = engine.ask("ABOUT")
        for key in ("name", "version", "author", "country"):
            self.assertRegex(about, rf'\b{key}="[^"]+"')
        first = self.assert_cell(engine.ask("BEGIN"))
        second = self.assert_cell(engine.ask("TURN 0,0"), {first, (0, 0)})
        self.assertEqual(engine.ask("TAKEBACK %d,%d" % second), "OK")
        self.assertEqual(engine.ask("TAKEBACK 0,0"), "OK")
        self.assert_cell(engine.ask("TURN 0,1"), {first, (0, 1)})
        self.assertEqual(engine.ask("RESTART"), "OK")
        self.assert_cell(engine.ask("TURN 7,7"), {(7, 7)})
        self.assertEqual(engine.ask("START 20"), "OK")
        self.assert_cell(engine.ask("TURN 19,19"), {(19, 19)}, 20)
        self.assertEqual(engine.ask("RECTSTART 20,10"), "OK")
        self.assert_cell(engine.ask("TURN 19,9"), {(19, 9)}, 20)
        engine.send("END\n")
        self.assertEqual(self.ends_well(engine), [])

    def test_tells_what_it_thinks(self):
        engine = self.started(arguments=("--time", "2"))  # enough for a search on a busy machine
        first = self.assert_cell(engine.ask("TURN 7,7"), {(7, 7)})
        thought = re.fullmatch(r"MESSAGE depth (\d+) score (-?\d+) chance (0\.\d\d) line((?: \d+,\d+)+)", engine.messages[-1])
        self.assertTrue(thought, engine.messages)
        depth, score, chance, line = thought.groups()
        self.assertGreater(int(depth), 0)
        self.assertAlmostEqual(float(chance), 1 / (1 + math.exp(-int(score) / 100)), places=2)
        self.assertEqual(line.split()[0], "%d,%d" % first)
        # An open three: what is proved is no estimate, and with exactly five nothing is proved.
        board = "BOARD\n7,7,1\n0,0,2\n8,7,1\n0,2,2\n9,7,1\n0,4,2\nDONE"
        self.assert_cell(engine.ask(board))
        self.assertRegex(engine.messages[-1], "^MESSAGE .*proved$")
        engine.send("INFO rule 1\n")
        self.assert_cell(engine.ask(board))
        self.assertNotIn("proved", engine.messages[-1] if len(engine.messages) > 2 else "")
        self.ends_well(engine)

    def test_boards_of_any_stones(self):
        engine = self.started()
        win = engine.ask("BOARD\n7,7,1\n0,0,2\n8,7,1\n0,2,2\n9,7,1\n0,4,2\n10,7,1\n14,14,2\nDONE")
        self.assertIn(win, ("6,7", "11,7"))
        self.assertEqual(engine.ask("BOARD\n7,7,2\n8,7,2\n9,7,2\n10,7,2\n6,7,1\nDONE"), "11,7")
        self.assert_cell(engine.ask("BOARD\n3,3,1\n4,4,1\n5,7,1\nDONE"), {(3, 3), (4, 4), (5, 7)})
        self.assert_cell(engine.ask("BOARD\nDONE"))
        self.assertRegex(engine.ask("BOARD\n1,1,1\n2,2,2\n3,3,1\n4,4,2,\nDONE"), "^ERROR")
        self.assertRegex(engine.line(), "^ERROR")
        self.ends_well(engine)

    def test_swap2(self):
        engine = self.started()
        three = engine.ask("SWAP2BOARD\nDONE").split(" ")
        self.assertEqual(len(set(three)), 3)
        for cell in three:
            self.assert_cell(cell)
        self.assertRegex(engine.ask("SWAP2BOARD\n7,7\n8,8\n7,9\nDONE"), rf"^(SWAP|{CELL})")
        self.assertRegex(engine.ask("SWAP2BOARD\n7,7\n8,8\n7,9\n1,1\n2,8\nDONE"), rf"^(SWAP|{CELL})")
        self.assertRegex(engine.ask("SWAP2BOARD\n7,7\nDONE"), "^ERROR")
        self.ends_well(engine)

    def test_exactly_five(self):
        engine = self.started("INFO rule 1")
        # Six on 6,7 is nothing; five on 1,7 wins.
        self.assertEqual(engine.ask("BOARD\n2,7,1\n3,7,1\n4,7,1\n5,7,1\n7,7,1\n0,0,2\n0,2,2\n0,4,2\n0,6,2\nDONE"),
                         "1,7")
        # A row of six does not end the game.
        used = {(x, 7) for x in range(2, 8)}
        board = "".join(f"{x},7,2\n" for x in range(2, 8))
        self.assert_cell(engine.ask(f"BOARD\n{board}DONE"), used)
        for rule in (2, 4, 8, 99):
            self.assertRegex(engine.ask(f"INFO rule {rule}"), "^ERROR")
        self.ends_well(engine)

    def test_bad_lines_are_answered(self):
        engine = self.started()
        bad = ["FOO 1", "START 3", "START", "START 99", "TURN", "TURN 15,15", "TURN a,b", "TAKEBACK 1,1",
               "INFO", "INFO timeout_turn soon", "x" * 3000, "DONE", "YXSTOP"]
        for line in [text.encode() for text in bad] + GARBAGE:
            self.assertRegex(engine.ask(line + b"\n"), "^(ERROR|UNKNOWN) ", line)
        self.assertRegex(engine.ask(b"y" * 1_000_000 + b"\n"), "^ERROR")
        self.assert_cell(engine.ask("BEGIN"))
        self.ends_well(engine)

    def test_random_bytes(self):
        lots = random.Random(3)
        words = [b"START 15", b"TURN ", b"7,7", b"BOARD", b"DONE", b"INFO ", b"rule", b"BEGIN", b"\n", b"\r\n", b"\0"]
        for _ in range(5):
            engine = self.engine("gomocup", "--time", "0.005")
            data = b"".join(lots.choice(words) if lots.random() < 0.8 else lots.randbytes(5) for _ in range(300))
            engine.send(data)
            self.ends_well(engine, 20)

    def test_half_lines(self):
        engine = self.engine("gomocup", "--time", "0.05")
        for part in ("ST", "ART", " 1", "5\r", "\nBE"):
            engine.send(part)
            time.sleep(0.02)
        self.assertEqual(engine.line(), "OK")
        self.assertTrue(engine.quiet())
        self.assert_cell(engine.ask("GIN"))
        engine.send("ABOUT")  # without an end
        self.assertRegex(self.ends_well(engine)[0], "^name=")

    def test_a_script(self):
        engine = self.engine("gomocup")
        engine.send("START 15\nBEGIN\nTURN 0,0\nEND\n")
        lines = self.ends_well(engine)
        self.assertEqual(len(lines), 3, lines)

    def test_end_while_thinking(self):
        engine = self.started("INFO timeout_turn 60000", "INFO time_left 2000000000", arguments=())
        engine.send("BOARD\n7,7,2\nDONE\n")
        time.sleep(0.3)
        start = time.monotonic()
        engine.send("END\n")
        left = self.ends_well(engine)
        self.assertLess(time.monotonic() - start, 0.2 + SLACK)
        self.assertLessEqual(len(left), 1)

    def test_input_ends_while_thinking(self):
        engine = self.started("INFO timeout_turn 60000", "INFO time_left 2000000000", arguments=())
        engine.send("BOARD\n7,7,2\nDONE\n")
        time.sleep(0.3)
        start = time.monotonic()
        self.assert_cell(self.ends_well(engine)[0], {(7, 7)})
        self.assertLess(time.monotonic() - start, 0.2 + SLACK)

    def test_stop_while_thinking(self):
        engine = self.started("INFO timeout_turn 60000", "INFO time_left 2000000000", arguments=())
        engine.send("BOARD\n7,7,2\nDONE\n")
        time.sleep(0.3)
        line, seconds = engine.timed("YXSTOP")
        self.assert_cell(line, {(7, 7)})
        self.assertLess(seconds, 0.2 + SLACK)
        self.ends_well(engine)

    def test_nobody_reads(self):
        self.unread("gomocup", "START 15\n", "INFO timeout_turn 50\nBEGIN\n")

    def test_moves_come_in_time(self):
        for turn in (30, 200, 1000):
            engine = self.started(f"INFO timeout_turn {turn}", arguments=())
            used = set()
            for cell in [(7, 7), (8, 8), (6, 9), (9, 6)][:2 if turn == 1000 else 4]:
                if cell in used:
                    continue
                used.add(cell)
                line, seconds = engine.timed("TURN %d,%d" % cell)
                used.add(self.assert_cell(line, used))
                self.assertLess(seconds, turn / 1000 + 0.05 + SLACK)
            self.ends_well(engine)

    def test_a_match_never_runs_out_of_time(self):
        left = 1500.0
        engine = self.started("INFO timeout_turn 1000", f"INFO timeout_match {left:.0f}", arguments=())
        lots = random.Random(7)
        used = set()
        for _ in range(25):
            engine.send(f"INFO time_left {left:.0f}\n")
            cell = lots.choice([(x, y) for x in range(15) for y in range(15) if (x, y) not in used])
            used.add(cell)
            line, seconds = engine.timed("TURN %d,%d" % cell)
            if line.startswith("ERROR the game is over"):
                break
            used.add(self.assert_cell(line, used))
            left -= seconds * 1000
            if five(used):
                break
        self.assertGreater(left, 0)
        self.ends_well(engine)

    def test_memory_is_kept(self):
        engine = self.started("INFO timeout_turn 700", "INFO max_memory 73400320", arguments=())
        for move in ("TURN 7,7", "TURN 9,9"):
            engine.ask(move)
        with open(f"/proc/{engine.process.pid}/status") as status:
            peak = int(re.search(r"VmHWM:\s+(\d+) kB", status.read()).group(1)) * 1024
        self.assertLess(peak, 73400320)
        self.ends_well(engine)

    def test_thirty_games(self):
        lots = random.Random(11)
        engine = self.started(arguments=("--time", "0.004"))
        moves = 0
        for game in range(30):
            size = (15, 20)[game % 2]
            self.assertEqual(engine.ask(f"START {size}"), "OK")
            used = set()
            own = set()
            if game % 3 == 0:
                own.add(self.assert_cell(engine.ask("BEGIN"), used, size))
                used |= own
            while len(used) < 60:
                free = [(x, y) for x in range(size) for y in range(size) if (x, y) not in used]
                cell = lots.choice(free)
                used.add(cell)
                line = engine.ask("TURN %d,%d" % cell)
                own.add(self.assert_cell(line, used, size))
                used |= own
                moves += 1
                if five(own):
                    break
            else:
                self.fail("no five against scattered stones")
        self.assertGreater(moves, 100)
        self.ends_well(engine)


def five(cells, k=5):
    return any(all((x + i * dx, y + i * dy) in cells for i in range(k))
               for x, y in cells for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)))


class Connect6(EngineTest):
    def assert_move(self, line, used, stones=2):
        self.assertRegex(line or "the end", rf"^move [A-S]{{{2 * stones}}}$")
        cells = {line[5 + 2 * i:7 + 2 * i] for i in range(stones)}
        self.assertEqual(len(cells), stones)
        self.assertFalse(cells & used)
        return cells

    def test_conversation(self):
        engine = self.engine("connect6", "--time", "0.1")
        self.assertEqual(engine.ask("name"), "name Inarow")
        self.assertEqual(engine.ask("new black"), "move JJ")
        self.assert_move(engine.ask("move IHHI"), {"JJ", "IH", "HI"})
        engine.send("new white\ndepth 6\nvcf\nunvcf\n")
        self.assert_move(engine.ask("move JJ"), {"JJ"})
        engine.send("new white\nblack JJ\nwhite IHHI\n")
        self.assert_move(engine.ask("next"), {"JJ", "IH", "HI"})
        engine.send("print\n")
        picture = [engine.line() for _ in range(21)]
        self.assertEqual(sum(line.count(" x") for line in picture[:19]), 3)
        engine.send("quit\n")
        self.assertEqual(self.ends_well(engine), [])

    def test_four_stones_are_completed_and_stopped(self):
        engine = self.engine("connect6", "--time", "0.3")
        engine.send("new white\nblack JJ\nwhite AACA\nblack KJLJ\nwhite EAGA\nblack MJ\nwhite AS\n")
        move = engine.ask("next")
        self.assertIn("".join(sorted(re.findall("[A-S]{2}", move[5:]))), ("IJNJ", "HJIJ", "NJOJ"))
        engine.send("new white\nblack JJKJLJMJ\nwhite SS\nblack AA\n")
        move = engine.ask("next")
        self.assertTrue({"IJ", "NJ"} & set(re.findall("[A-S]{2}", move[5:])), move)
        self.ends_well(engine)

    def test_bad_lines_are_answered(self):
        engine = self.engine("connect6", "--time", "0.05")
        for line in [b"foo", b"new", b"new red", b"move", b"move TT", b"move J", b"move AABB", b"move JJJJJJ", b"black 7,7",
                     b"white", b"depth", b"depth -1", b"z" * 100_000] + GARBAGE:
            self.assertRegex(engine.ask(line + b"\n"), "^error ", line)
        self.assertEqual(engine.ask("new black"), "move JJ")
        self.assertRegex(engine.ask("move JJKK"), "^error ")
        self.assert_move(engine.ask("move ABCD"), {"JJ", "AB", "CD"})
        engine.send("na")
        time.sleep(0.02)
        engine.send("me")
        self.assertEqual(self.ends_well(engine), ["name Inarow"])

    def test_random_bytes(self):
        lots = random.Random(4)
        words = [b"new white\n", b"move ", b"JJ", b"ABCD\n", b"next\n", b"print\n", b"black ", b"\n", b"\0"]
        for _ in range(5):
            engine = self.engine("connect6", "--time", "0.005")
            engine.send(b"".join(lots.choice(words) if lots.random() < 0.8 else lots.randbytes(5) for _ in range(300)))
            self.ends_well(engine, 20)

    def test_quit_and_the_end_of_the_input_while_thinking(self):
        for last in ("quit\n", ""):
            engine = self.engine("connect6", "--time", "60")
            # A position in which nobody has a quick win.
            engine.send("new white\nblack JJ\nwhite KKLL\nblack IIHH\nwhite GGMM\nblack JKJL\nwhite JHJM\nnext\n")
            time.sleep(0.3)
            start = time.monotonic()
            engine.send(last)
            left = self.ends_well(engine)
            self.assertLess(time.monotonic() - start, 0.2 + SLACK)
            if last:
                self.assertEqual(left, [])
            else:
                self.assert_move(left[0], {"JJ", "KK", "LL", "II", "HH", "GG", "MM", "JK", "JL", "JH", "JM"})

    def test_nobody_reads(self):
        self.unread("connect6", "new black\n", "name\n")

    def test_games_against_scattered_stones(self):
        lots = random.Random(5)
        engine = self.engine("connect6", "--time", "0.03")
        letters = "ABCDEFGHIJKLMNOPQRS"
        for game in range(6):
            used, own = set(), set()
            if game % 2 == 0:
                own = self.assert_move(engine.ask("new black"), used, 1)
            else:
                engine.send("new white\n")
            used |= own
            for turn in range(40):
                free = [x + y for x in letters for y in letters if x + y not in used]
                count = 1 if not used else 2
                cells = lots.sample(free, count)
                used |= set(cells)
                line, seconds = engine.timed("move " + "".join(cells))
                self.assertLess(seconds, 0.03 + 0.05 + SLACK)
                move = self.assert_move(line, used)
                used |= move
                own |= move
                if five({(ord(c[0]), ord(c[1])) for c in own}, 6):
                    break
            else:
                self.fail("no six against scattered stones")
        self.ends_well(engine)


class Json(EngineTest):
    def ask(self, engine, **request):
        engine.send(json.dumps(request) + "\n")

    def answers(self, engine, number, seconds=20):
        return [json.loads(engine.line(seconds)) for _ in range(number)]

    LONG = {"game": "drop:9x9", "book": False}

    def test_every_game(self):
        engine = self.engine("json", "--threads", "2")
        questions = {"a": {"game": "connect4", "moves": "4453", "score": True}, "b": {"game": "tictactoe"},
                     "c": {"game": "cylinder:4"}, "d": {"game": "gomoku", "moves": "h8", "seconds": 0.3},
                     "e": {"game": "connect6", "opponent": "auto", "value": False, "seconds": 0.2},
                     "f": {"game": "Connect(6,2,3)", "seconds": 0.3}, "g": {"game": "drop:5x4", "why": True}}
        for name, question in questions.items():
            self.ask(engine, id=name, question=question)
        answers = {a["id"]: a["answer"] for a in self.answers(engine, len(questions))}
        self.assertEqual(set(answers), set(questions))
        self.assertEqual(answers["a"]["score"], -2)
        self.assertEqual(answers["b"]["value"], "draw")
        self.assertIn("move", answers["e"]["played"])
        self.assertEqual(self.ends_well(engine), [])

    def test_answers_as_they_are_done(self):
        engine = self.engine("json", "--threads", "2")
        self.ask(engine, id="slow", question={**self.LONG, "seconds": 1})
        self.ask(engine, id="quick", question={"game": "tictactoe"})
        self.assertEqual([a["id"] for a in self.answers(engine, 2)], ["quick", "slow"])
        self.ends_well(engine)

    def test_cancel_and_progress(self):
        engine = self.engine("json", "--threads", "1")
        self.ask(engine, id=1, question=self.LONG, progress=True)
        self.ask(engine, id="waits", question={"game": "tictactoe"})
        for _ in range(2):
            line = json.loads(engine.line())
            self.assertEqual(line["id"], 1)
            self.assertEqual(line["progress"]["state"], "running")
        self.ask(engine, id="waits", cancel=True)
        while "progress" in (line := json.loads(engine.line())):
            pass
        self.assertEqual(line["id"], "waits")
        self.assertIn("error", line)
        start = time.monotonic()
        self.ask(engine, id=1, cancel=True)
        while "progress" in (line := json.loads(engine.line())):
            pass
        self.assertEqual((line["id"], line["answer"]["complete"]), (1, False))
        self.assertLess(time.monotonic() - start, 0.3 + SLACK)
        self.ask(engine, id=1, question={"game": "tictactoe"})  # the id is free again
        self.assertEqual(self.answers(engine, 1)[0]["answer"]["value"], "draw")
        self.assertEqual(self.ends_well(engine), [])

    def test_bad_lines_are_answered(self):
        engine = self.engine("json")
        bad = [b'{"id":"1"}', b'{"id":"1","question":{"game":"nochess"}}', b'{"id":"1","question":{"game":"gomoku","score":true}}',
               b'{"id":"1","cancel":true}', b"[" * 60000, b"x" * 200_000, b'{"id":"1","question":{"game":"connect4","moves":"9"}}']
        for line in bad + GARBAGE:
            answer = json.loads(engine.ask(line + b"\n"))
            self.assertEqual(set(answer), {"id", "error"}, line)
        engine.send(b'{"id":"1","question":')
        time.sleep(0.02)
        engine.send(b'{"game":"tictactoe"}}')  # without an end
        self.assertEqual(json.loads(self.ends_well(engine)[0])["answer"]["value"], "draw")

    def test_open_questions_are_answered_after_the_end_of_the_input(self):
        engine = self.engine("json", "--threads", "2")
        for i in range(50):
            self.ask(engine, id=i, question={"game": "connect4", "moves": "4" * (i % 6)})
        answers = [json.loads(line) for line in self.ends_well(engine, 20)]
        self.assertEqual(sorted(a["id"] for a in answers), list(range(50)))

    def test_a_limit_for_all(self):
        engine = self.engine("json", "--time", "0.2")
        start = time.monotonic()
        self.ask(engine, id=1, question=self.LONG)
        self.assertEqual(self.answers(engine, 1)[0]["answer"]["complete"], False)
        self.assertLess(time.monotonic() - start, 0.4 + SLACK)
        self.ends_well(engine)

    def test_certificates(self):
        engine = self.engine("json")
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "draw.cert")
            self.ask(engine, id=1, question={"game": "drop:4x4", "certificate": {"claim": "value"}}, certificate_file=file)
            self.assertTrue(self.answers(engine, 1)[0]["answer"]["certificate"]["proved"])
            self.assertGreater(os.path.getsize(file), 0)
        self.ends_well(engine)

    def test_nobody_reads(self):
        self.unread("json", json.dumps({"id": 1, "question": self.LONG}) + "\n", "\n")


if __name__ == "__main__":
    unittest.main()
