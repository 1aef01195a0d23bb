"""Tournaments end to end: bad programs lose and the rest goes on, kill -9 and resume, SPRT, proofs, signals."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
FAKE = pathlib.Path(__file__).parent / "support" / "fake_engine.py"


def fake(protocol, behaviour="good"):
    return f"exec {sys.executable} '{FAKE}' {protocol} {behaviour}"


def players(*entries):
    text = ""
    for entry in entries:
        text += "[[player]]\n"
        if isinstance(entry, str):
            text += f"player = {json.dumps(entry)}\n"
        else:
            text += "".join(f"{key} = {json.dumps(value)}\n" for key, value in entry.items())
    return text


class Tournament(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        self.file = self.folder / "match.toml"
        self.games = self.folder / "match.games"

    def tearDown(self):
        self.scratch.cleanup()

    def run_file(self, text, *arguments, code=0):
        self.file.write_text(text)
        result = subprocess.run([PROGRAM, "tournament", self.file, *arguments], capture_output=True, text=True,
                                timeout=120)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result

    def report(self, text, *arguments, code=0):
        result = self.run_file(text, "--json", *arguments, code=code)
        self.assertEqual(result.stderr, "")
        return json.loads(result.stdout)

    def refused(self, text, part, *arguments):
        result = self.run_file(text, *arguments, code=2)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertIn(part, result.stderr)

    def log(self):
        return [json.loads(line) for line in (self.games / "log.jsonl").read_text().splitlines()[1:]]

    def test_words(self):
        result = self.run_file('game = "drop:5x4"\n' + players("perfect", "looks:0"))
        self.assertIn("round-robin of drop:5x4, 2 of 2 games", result.stdout)
        self.assertRegex(result.stdout, r"#  Program +\S+ +\S+ +Points  Games  Won  Drawn  Lost  Faults +Elo +95 %")
        self.assertIn("match.games", result.stdout)

    def test_bad_programs_lose_and_the_tournament_goes_on(self):
        bad = ["crash:2", "hang:2", "late:2", "garbage:2", "cheat:2", "flood:2", "missing", "memory:2"]
        entries = [{"name": "good", "command": fake("json", "backwards")}]
        entries += [{"name": b.partition(":")[0], "command": fake("json", b), "memory": 1000} for b in bad]
        report = self.report('game = "connect4"\nkind = "gauntlet"\ntime = 0.6\nmargin = 0.4\n' + players(*entries))
        self.assertEqual(report["games"], 2 * len(bad))
        standing = {player["name"]: player for player in report["players"]}
        self.assertEqual(standing["good"]["points"], 2 * len(bad))
        self.assertEqual(standing["good"]["faults"], 0)
        notes = {}
        for fault in report["faults"]:
            notes.setdefault(fault["player"], []).append(fault["ending"] + ": " + fault["note"])
        for name, part in (("crash", "exit code 3"), ("hang", "late: hang has not given a move within 1 s"),
                           ("late", "late: "), ("garbage", "no JSON object"), ("cheat", "cheat answers with no move"),
                           ("flood", "flood "), ("missing", "cannot find my weights"), ("memory", "MemoryError")):
            self.assertEqual(standing[name]["faults"], 2, name)
            for note in notes[name]:
                self.assertIn(part, note)
        crashed = [g for g in self.log() if "exit code 3" in g["note"]][0]
        side = "first" if crashed["result"] == "second" else "second"
        self.assertEqual((self.games / f"{crashed['number']:05}-{side}.stderr").read_text(), "assertion failed: i < 5\n")
        self.assertIn("fault: crash ended", (self.games / f"{crashed['number']:05}.sgf").read_text())

    def test_other_protocols(self):
        for game, protocol, opening in (("connect6", "connect6", "j10 j11k11"), ("gomoku", "gomocup", "h8 h9")):
            with self.subTest(protocol):
                text = f'game = "{game}"\nmost-moves = 14\nconcurrency = 2\n[openings]\nmoves = ["{opening}"]\n'
                text += players({"name": "a", "command": fake(protocol)},
                                {"name": "b", "command": fake(protocol, "backwards"), "protocol": protocol},
                                {"name": "c", "command": fake(protocol, "cheat:2")}, "easy")
                report = self.report(text, "--output", self.folder / protocol)
                self.assertEqual(report["games"], 12)
                standing = {player["name"]: player for player in report["players"]}
                self.assertGreaterEqual(standing["c"]["faults"], 4)
                for name in ("a", "b", "easy"):
                    self.assertEqual(standing[name]["faults"], 0, report["faults"])
                shown = subprocess.run([PROGRAM, "show", game, "--sgf", self.folder / protocol / "00001.sgf"],
                                       capture_output=True, text=True, check=False)
                self.assertEqual(shown.returncode, 0, shown.stderr)

    def test_our_own_engines_are_programs_like_others(self):
        def engine(protocol, options=""):
            return {"name": protocol, "command": f"'{PROGRAM}' engine --protocol {protocol} {options}",
                    "protocol": protocol, "memory": 4000}

        for game, entries, opening in (
                ("connect6", [engine("connect6", "--time 0.2"), engine("json"), "easy"], "j10 j11k11"),
                ("gomoku", [engine("gomocup"), engine("json"), "easy"], "h8 h9 j8"),
                ("Connect(6,2,1)", [engine("json"), "easy"], "0,0 1,1 -1,-1"),
                ("drop:5x4", [engine("json"), "perfect"], "3")):
            with self.subTest(game):
                text = f'game = "{game}"\ntime = 0.3\nmargin = 1\nmost-moves = 16\n[openings]\nmoves = ["{opening}"]\n'
                report = self.report(text + players(*entries), "--output", self.folder / game.replace(":", "-"))
                self.assertEqual(report["faults"], [])
                self.assertEqual(report["games"], len(entries) * (len(entries) - 1))

    def test_kill_and_resume(self):
        slow = f"sleep 0.15; {fake('json')}"
        text = 'game = "connect4"\ngames = 12\n[openings]\nrandom = 3\n'
        text += players({"name": "slow", "command": slow}, {"name": "back", "command": fake("json", "backwards")})
        self.file.write_text(text)
        kills = 0
        deadline = time.monotonic() + 100
        while time.monotonic() < deadline:
            process = subprocess.Popen([PROGRAM, "tournament", self.file, "--json"], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE)
            try:
                output, _ = process.communicate(timeout=1.2)
                break
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.communicate()
                kills += 1
                with open(self.games / "log.jsonl", "ab") as log:
                    log.write(b'{"number":3,"fir')  # as if it had been writing
        self.assertEqual(process.returncode, 0)
        self.assertGreater(kills, 0)
        report = json.loads(output)
        self.assertEqual(report["games"], 12)
        self.assertGreater(report["resumed"], 0)
        self.assertEqual(sorted(game["number"] for game in self.log()), list(range(1, 13)))
        self.assertEqual(len(list(self.games.glob("*.sgf"))), 12)
        # Nothing is left to play, and another file is not this tournament.
        self.assertEqual(self.report(text)["resumed"], 12)
        self.refused(text + "# more\n", "belongs to another tournament")

    def test_a_hanging_program_is_ended_with_a_tournament_that_is_killed(self):
        mark = self.folder / "mark"
        self.file.write_text('game = "connect4"\ntime = 1000\n' +
                             players({"name": "hang", "command": f"{fake('json', 'hang')} {mark}"}, "looks:0"))

        def running():
            found = []
            for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
                try:
                    if str(mark) in path.read_text(errors="replace"):
                        found.append(path.parent.name)
                except OSError:
                    pass
            return found

        process = subprocess.Popen([PROGRAM, "tournament", self.file], stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 20
        while not running() and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(1)
        self.assertEqual(len(running()), 1)
        process.kill()
        process.wait()
        while running() and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(running(), [])

    def test_interrupt(self):
        text = 'game = "connect4"\ngames = 200\n'
        text += players({"name": "slow", "command": f"sleep 0.1; {fake('json')}"}, "looks:0")
        self.file.write_text(text)
        process = subprocess.Popen([PROGRAM, "tournament", self.file, "--json"], stdout=subprocess.PIPE, text=True)
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=5)
        self.assertEqual(process.returncode, 3)
        report = json.loads(output)
        self.assertFalse(report["complete"])
        self.assertGreater(report["games"], 0)
        self.assertEqual(report["games"], len(self.log()))
        # The same by a limit.
        again = self.report(text, "--time", "1", code=3)
        self.assertEqual(again["resumed"], report["games"])

    def test_hanging_program_does_not_hold_up_an_interrupt(self):
        self.file.write_text('game = "connect4"\ntime = 1000\n' +
                             players({"name": "hang", "command": fake("json", "hang")}, "looks:0"))
        process = subprocess.Popen([PROGRAM, "tournament", self.file], stdout=subprocess.PIPE)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=5)
        self.assertEqual(process.returncode, 3)

    def test_sprt(self):
        text = 'game = "connect4"\nkind = "sprt"\ngames = 1000\n[sprt]\nelo0 = 0\nelo1 = 200\n'
        report = self.report(text + players("looks:4", "looks:0"))
        self.assertEqual(report["sprt"]["verdict"], "elo1")
        self.assertGreaterEqual(report["sprt"]["llr"], report["sprt"]["upper"])
        self.assertLess(report["games"], 100)
        report = self.report(text + players("looks:0", "looks:4"), "--output", self.folder / "b", code=1)
        self.assertEqual(report["sprt"]["verdict"], "elo0")
        short = text.replace("1000", "4") + players("looks:4", "looks:0")
        self.assertEqual(self.report(short, "--output", self.folder / "c", code=3)["sprt"]["verdict"], "open")
        words = self.run_file(short, "--output", self.folder / "c", code=3).stdout
        self.assertIn("SPRT of looks:4 against looks:0, elo0 = 0, elo1 = 200", words)

    def test_adjudication(self):
        # Black has a forced win by fours, which the player does not know.
        text = 'game = "connect6"\nadjudicate = 5\n[openings]\n'
        text += 'moves = ["j10 i8h9 i11k11 g10h11 k9h12 l8g13"]\n'
        text += players({"name": "a", "command": fake("connect6")}, {"name": "b", "command": fake("connect6")})
        report = self.report(text)
        endings = [(game["ending"], game["note"]) for game in self.log()]
        for ending, note in endings:
            self.assertEqual(ending, "proof", endings)
            self.assertRegex(note, "a win of [ab] is proved")
        self.assertEqual(report["games"], 2)

    def test_clock(self):
        text = 'game = "gomoku"\nclock = "0.02+0"\nmargin = 0.1\n'  # 1.2 s for the game
        text += players({"name": "late", "command": fake("gomocup", "late:3")},
                        {"name": "good", "command": fake("gomocup", "backwards")})
        report = self.report(text)
        self.assertEqual({fault["ending"] for fault in report["faults"]}, {"late"})
        self.assertEqual(report["players"][0]["name"], "good")
        self.assertEqual(report["players"][0]["points"], 2)

    def test_engines_of_the_command_line(self):
        text = 'game = "connect4"\n' + players("mine", "looks:0")
        self.refused(text, "there is no player mine")
        self.refused(text, "--engine: ", "--engine", "mine")
        self.refused(text, "speaks the protocol gomocup", "--engine", f"mine:gomocup={fake('json')}")
        self.refused(text, "there is a player perfect already", "--engine", f"perfect={fake('json')}")
        report = self.report(text, "--engine", f"mine={fake('json')}")
        self.assertEqual(report["games"], 2)
        self.refused(text, "belongs to another tournament", "--engine", f"mine={fake('json', 'backwards')}")

    def test_bad_input(self):
        self.refused("game = connect4\n", "match.toml: line 1: ")
        self.refused('game = "connect4"\n', "there are no players")
        self.refused('game = "connect4"\n[openings]\nfile = "none.txt"\n' + players("perfect", "looks:0"), "none.txt")
        (self.folder / "o.txt").write_text("# two\n44\n\n4x\n")
        self.refused('game = "connect4"\n[openings]\nfile = "o.txt"\n' + players("perfect", "looks:0"), "o.txt line 4")
        (self.folder / "o.txt").write_text("# two\n44\n\n45 # a remark\n")
        report = self.report('game = "drop:7x5"\n[openings]\nfile = "o.txt"\n' + players("looks:1", "looks:0"))
        self.assertEqual(report["openings"], 2)
        result = subprocess.run([PROGRAM, "tournament", "none.toml"], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 2)
        self.assertIn("none.toml", result.stderr)

    def test_two_at_once_are_one_too_many(self):
        text = 'game = "connect4"\ntime = 1000\n' + players({"name": "hang", "command": fake("json", "hang")}, "looks:0")
        self.file.write_text(text)
        first = subprocess.Popen([PROGRAM, "tournament", self.file], stdout=subprocess.DEVNULL)
        time.sleep(0.7)
        self.refused(text, "another process plays this tournament")
        first.send_signal(signal.SIGINT)
        first.wait(timeout=5)


if __name__ == "__main__":
    unittest.main()
