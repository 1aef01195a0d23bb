"""Puzzles, openings and proofs by jobs over HTTP, as docs/formats/http.md promises. Needs nothing but Python."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

from service_test import PROGRAM, Server, events


class ServerCase(unittest.TestCase):
    arguments = ()

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.arguments)

    @classmethod
    def tearDownClass(cls):
        code, said = cls.server.stop()
        assert code == 0 and said == "", (code, said)

    def refused(self, path, body, status, part):
        self.assertIn(part, self.server.post(path, body, status=status)["error"])


class Puzzles(ServerCase):
    def solution_of(self, puzzle_id):
        return self.server.post("/api/puzzle/solution", {"id": puzzle_id})["line"]

    def test_the_list_has_every_grade_and_a_puzzle_for_every_day(self):
        for game in ("connect4", "gomoku", "connect6"):
            answer = self.server.post("/api/puzzles", {"game": game, "day": "2026-11-16"})
            ids = [puzzle["id"] for puzzle in answer["puzzles"]]
            self.assertEqual({puzzle["grade"] for puzzle in answer["puzzles"]}, {1, 2, 3, 4, 5})
            self.assertIn(answer["daily"], ids)
            again = self.server.post("/api/puzzles", {"game": game, "day": "2026-11-16"})
            self.assertEqual(again["daily"], answer["daily"])
            other = self.server.post("/api/puzzles", {"game": game, "day": "2026-11-17"})
            self.assertNotEqual(other["daily"], answer["daily"])
            self.assertIn(self.server.post("/api/puzzles", {"game": game})["daily"], ids)
        self.assertEqual(self.server.post("/api/puzzles", {"game": "drop:5x4"})["puzzles"], [])
        self.refused("/api/puzzles", {"game": "connect4", "day": "tomorrow"}, 400, "2026-11-16")
        self.refused("/api/puzzles", {"game": "connect4", "day": "2026-13-01"}, 400, "day must be")
        self.refused("/api/puzzles", {}, 400, "game")

    def test_a_puzzle_does_not_tell_its_solution(self):
        puzzle = self.server.post("/api/puzzle", {"id": "c4-000002"})
        self.assertEqual(puzzle["moves"], "5444445555")
        self.assertEqual(puzzle["words"], "White to move and draw.")
        self.assertNotIn("solution", puzzle)
        self.assertNotIn("line", puzzle)
        self.refused("/api/puzzle", {"id": "c4-999999"}, 404, "no puzzle")
        self.refused("/api/puzzle", {"id": 7}, 400, "id must be")
        self.refused("/api/puzzle", {"name": "x"}, 400, "no field")

    # By the line of each, a puzzle of every game is solved, and the opponent answers on the way.
    def test_right_moves_go_on_until_it_is_solved(self):
        for puzzle_id in ("c4-000002", "go-000001", "c6-000002"):
            puzzle = self.server.post("/api/puzzle", {"id": puzzle_id})
            moves, move, tries = puzzle["moves"], self.solution_of(puzzle_id)[0], 0
            while True:
                answer = self.server.post("/api/puzzle/try", {"id": puzzle_id, "moves": moves, "move": move})
                self.assertTrue(answer["right"], answer)
                tries += 1
                if answer["solved"]:
                    break
                self.assertTrue(answer["moves"].endswith(answer["reply"]) or "drop" in puzzle["game"], answer)
                self.assertTrue(answer["hints"])
                moves = answer["moves"]
                move = self.winning_move(puzzle["game"], moves)
            self.assertLessEqual(tries, puzzle["length"] + 2)

    def winning_move(self, game, moves):
        answer = self.server.post("/api/solve", {"game": game, "moves": moves})
        self.assertEqual(answer["value"], "win", answer)
        return answer["best"][0]

    def test_wrong_moves_are_refuted(self):
        # Exact in drop games: whatever else is played, White does not draw.
        for move in ("a1", "b1", "c1", "e6", "f1", "g1"):
            answer = self.server.post("/api/puzzle/try", {"id": "c4-000002", "move": move})
            self.assertFalse(answer["right"], answer)
            self.assertFalse(answer["wins"], answer)
            self.assertIn("Black wins", answer["words"])
            self.assertEqual(answer["line"][0], move)
            self.assertGreater(len(answer["line"]), 1)
        answer = self.server.post("/api/puzzle/try", {"id": "go-000001", "move": "k8"})
        self.assertFalse(answer["right"], answer)
        self.assertIsNotNone(answer["reply"])
        self.refused("/api/puzzle/try", {"id": "c4-000002", "move": "d7"}, 400, "d")
        self.refused("/api/puzzle/try", {"id": "c4-000002", "moves": "44", "move": "d6"}, 400, "the puzzle's")
        self.refused("/api/puzzle/try", {"id": "c4-000002", "moves": "54444455554", "move": "a1"}, 400, "the puzzle's")

    def test_the_solution_is_a_tree_with_the_wrong_tries(self):
        answer = self.server.post("/api/puzzle/solution", {"id": "c6-000002"})
        self.assertEqual(answer["game"], "Connect(19,19,6,2,1)")
        self.assertEqual(answer["nodes"][answer["begin"] + 1]["move"], "o7o8")
        comments = " ".join(node.get("comment", "") for node in answer["nodes"])
        self.assertIn("The only move.", comments)
        self.assertIn("Wrong", comments)

    def test_a_rating_goes_up_and_down(self):
        start = {"rating": 1500, "deviation": 350, "volatility": 0.06}
        up = self.server.post("/api/puzzle/rate", {"id": "c4-000001", "solved": True, **start})
        down = self.server.post("/api/puzzle/rate", {"id": "c4-000001", "solved": False, **start})
        self.assertGreater(up["rating"], 1500)
        self.assertLess(down["rating"], 1500)
        self.assertLess(up["deviation"], 350)
        self.assertTrue(0 < up["expected"] < 1)
        self.refused("/api/puzzle/rate", {"id": "c4-000001", "rating": "high"}, 400, "rating must be")

    def test_a_sheet_to_print(self):
        html = self.server.post("/api/puzzles/sheet", {"ids": ["c4-000001", "go-000001"], "title": "For <Tuesday>"})["html"]
        self.assertEqual(html.count("<svg"), 4)
        self.assertIn("For &lt;Tuesday&gt;", html)
        self.refused("/api/puzzles/sheet", {"ids": []}, 400, "ids must be")
        self.refused("/api/puzzles/sheet", {"ids": ["nonsense"]}, 400, "no puzzle")
        self.refused("/api/puzzles/sheet", {"ids": ["c4-000001"] * 201}, 400, "ids must be")


class Openings(ServerCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        path = lambda name: os.path.join(cls.folder.name, name)
        cls.arguments = ("--grow", "tictactoe=" + path("small.db"), "--grow", "gomoku=" + path("gomoku.db"))
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.folder.cleanup()

    def stream(self, path, body):
        connection = self.server.connection()
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        return connection, connection.getresponse()

    def grow(self, body):
        connection, response = self.stream("/api/book/grow", body)
        self.assertEqual(response.status, 200, response.status)
        told = list(events(response))
        connection.close()
        self.assertEqual(told[-1][0], "done", told)
        return told[-1][1]

    def upload(self, ending, data, status=200):
        answer, text = self.server.ask("POST", "/api/book/import/" + ending, data, Content_Type="application/octet-stream")
        self.assertEqual(answer.status, status, text)
        return json.loads(text)

    def test_the_books_of_the_program_are_shown(self):
        answer = self.server.post("/api/book", {"game": "connect4", "moves": "44"})
        self.assertTrue(answer["known"] and answer["book"] and answer["proved"])
        self.assertFalse(answer["grows"])
        self.assertEqual(len(answer["book_moves"]), 7)
        self.assertEqual(answer["score"], -min(move["score"] for move in answer["book_moves"]))
        answer = self.server.post("/api/book", {"game": "connect6", "moves": "j10"})
        self.assertTrue(answer["book_moves"])
        self.assertTrue(any(move["visits"] > 0 for move in answer["book_moves"]))
        answer = self.server.post("/api/book", {"game": "drop:4x4"})
        self.assertFalse(answer["book"] or answer["known"])
        self.refused("/api/book", {"game": "connect4", "moves": "9"}, 400, "")

    def test_a_book_grows_and_is_asked_then(self):
        position = {"game": "gomoku", "moves": "c3 d4"}
        self.assertFalse(self.server.post("/api/book", position)["known"])
        grown = self.grow({**position, "jobs": 3})
        self.assertEqual(grown["jobs"], 3)
        answer = self.server.post("/api/book", position)
        self.assertTrue(answer["known"] and answer["grows"])
        self.assertTrue(answer["book_moves"])
        # A win is proved, and the book says so.
        position = {"game": "tictactoe", "moves": "b2 b1"}
        self.assertEqual(self.grow({**position, "jobs": 30, "seconds": 20})["value"], "win")
        answer = self.server.post("/api/book", position)
        self.assertTrue(answer["proved"])
        self.assertEqual(answer["value"], "win")

    def test_what_may_not_be_changed_is_refused(self):
        for path, body in (("/api/book/grow", {"game": "connect6", "jobs": 1}),
                           ("/api/book/extend", {"game": "connect6", "moves": "j10", "move": "a1a2"})):
            self.refused(path, body, 400, "--grow")
        self.refused("/api/book/grow", {"game": "gomoku", "jobs": 0}, 400, "jobs must be")
        self.refused("/api/book/grow", {"game": "gomoku", "jobs": 501}, 400, "jobs must be")
        self.refused("/api/book/grow", {"game": "gomoku", "for": "me"}, 400, "for must be")
        self.refused("/api/book/grow", {"game": "gomoku", "file": "x"}, 400, "no field")
        self.refused("/api/book/export", {"game": "gomoku", "as": "/etc/passwd"}, 400, "as must be")

    def test_defenses_are_worked_through(self):
        # Three in a row with both ends open: no defense is left in Gomoku but at the ends.
        moves = "h8 a1 i8 a2"
        answer = self.server.post("/api/book/extend", {"game": "gomoku", "moves": moves, "move": "j8", "defenses": 3, "seconds": 20})
        self.assertFalse(answer["won"])
        self.assertGreater(answer["open_defenses"], 0)
        self.assertTrue(0 < len(answer["tried"]) <= 3)
        known = self.server.post("/api/book", {"game": "gomoku", "moves": moves})
        self.assertIn("j8", [move["move"] for move in known["book_moves"]])
        self.refused("/api/book/extend", {"game": "tictactoe", "moves": "a1", "move": "a1"}, 400, "")
        self.refused("/api/book/extend", {"game": "connect4", "move": "d1"}, 400, "placement games")

    def test_files_go_in_and_out(self):
        sgf = "(;FF[4]GAME[Connect(15,15,5,1,1)];B[h8]C[the middle];W[h9];B[i9])"
        report = self.upload("sgf", sgf)
        self.assertEqual(report["game"], "Connect(15,15,5,1,1)")
        self.assertGreaterEqual(report["positions"], 3)
        answer = self.server.post("/api/book", {"game": "gomoku", "moves": "h8"})
        self.assertEqual(answer["comment"], "the middle")
        self.assertFalse(answer["proved"])
        for ending in ("sgf", "lib"):
            written = self.server.post("/api/book/export", {"game": "gomoku", "as": ending})
            self.assertTrue(written["file"].endswith("." + ending))
            answer, data = self.server.ask("GET", "/api/certificate/" + written["id"])
            self.assertEqual(len(data), written["bytes"])
            # What was written has all that is on the way to a position, too; then nothing is new.
            self.upload(ending, data)
            self.assertEqual(self.upload(ending, data)["new_positions"], 0)
        error = self.upload("lib", b"nonsense", 400)["error"]
        self.assertNotIn("/tmp", error)
        self.upload("sgf", b"(;GAME[connect6];B[j10])", 400)
        self.refused("/api/book/export", {"game": "drop:4x4", "as": "sgf"}, 400, "no book")

    def test_one_at_a_time(self):
        connection, response = self.stream("/api/book/grow", {"game": "gomoku", "moves": "h8 i9", "jobs": 500, "seconds": 60})
        next(events(response))
        answer, text = self.server.ask("POST", "/api/book/import/sgf", "(;GAME[gomoku];B[h8])", Content_Type="application/octet-stream")
        self.assertEqual(answer.status, 503, text)
        # Reading goes on meanwhile, and who leaves ends the work.
        self.server.post("/api/book", {"game": "gomoku"})
        connection.close()
        response.close()
        for _ in range(200):
            answer, text = self.server.ask("POST", "/api/book/import/sgf", "(;GAME[gomoku];B[h8])", Content_Type="application/octet-stream")
            if answer.status == 200:
                break
            time.sleep(0.1)
        self.assertEqual(answer.status, 200, text)


class OpeningOptions(unittest.TestCase):
    def test_a_young_book_does_not_hide_what_comes_with_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            server = Server("--grow", "connect6=" + os.path.join(folder, "new.db"))
            try:
                answer = server.post("/api/book", {"game": "connect6", "moves": "j10"})
                self.assertTrue(answer["grows"])
                self.assertTrue(answer["book_moves"])
            finally:
                server.stop()

    def test_books_that_may_not_grow(self):
        data = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data")
        for text in ("nonsense=x.db", os.path.join(data, "Connect-19-19-6-2-1.db"),
                     "connect4=" + os.path.join(data, "drop-7x6.book"), "/nonexistent/folder/x.db"):
            with self.assertRaisesRegex(RuntimeError, "--grow", msg=text):
                Server("--grow", text).stop()


class GridProofs(ServerCase):
    def start(self, **body):
        return self.server.post("/api/grid/start", {"seconds": 60, **body})

    def wait(self, proof_id, wanted, seconds=60):
        end = time.monotonic() + seconds
        while True:
            status = self.server.post("/api/grid/status", {"id": proof_id})
            if wanted(status):
                return status
            self.assertLess(time.monotonic(), end, status)
            time.sleep(0.05)

    def node(self, proof_id, node=0, start=0, status=200):
        return self.server.post("/api/grid/node", {"id": proof_id, "node": node, "from": start}, status=status)

    def test_a_proof_ends_with_a_certificate_that_is_verified(self):
        for body, wins in (({"game": "drop:5x4", "moves": "33", "job_seconds": 0.1}, False),
                           ({"game": "Connect(6,6,4,1,1)", "moves": "c3 a1 d3 f1", "order": 2}, True)):
            proof = self.start(**body)
            status = self.wait(proof["id"], lambda s: s["state"] == "decided")
            self.assertEqual(status["winner"] == status["for"], wins, status)
            certificate = status["certificate"]
            verdict = self.server.post("/api/check", {"id": certificate["id"]})
            self.assertEqual(verdict["verdict"], "verified", verdict)
            answer, data = self.server.ask("GET", "/api/certificate/" + certificate["id"])
            self.assertEqual(len(data), certificate["bytes"])
            self.assertEqual(self.node(proof["id"])["winner"], status["winner"])

    def test_the_tree_is_shown_in_parts_while_it_grows_and_work_pauses(self):
        proof = self.start(game="drop:7x6", job_seconds=0.05)
        status = self.wait(proof["id"], lambda s: s["positions"] > 20)
        self.assertGreater(status["threads"], 0)
        root = self.node(proof["id"])
        self.assertEqual(root["moves"], "")
        self.assertIsNone(root["parent"])
        self.assertEqual(len(root["shown"]), root["children"])
        child = next(c for c in root["shown"] if c["children"])
        below = self.node(proof["id"], child["node"])
        self.assertEqual(below["parent"], 0)
        self.assertEqual(self.node(proof["id"], 0, 1)["shown"][0]["node"] in [c["node"] for c in root["shown"]], True)
        self.assertEqual(self.node(proof["id"], 0, 100)["shown"], [])
        self.node(proof["id"], 999999, 0, 404)
        self.server.post("/api/grid/pause", {"id": proof["id"]})
        paused = self.wait(proof["id"], lambda s: s["state"] == "paused")
        self.assertGreaterEqual(paused["positions"], 20)
        self.assertEqual(paused["threads"], 0)
        self.server.post("/api/grid/resume", {"id": proof["id"]})
        self.wait(proof["id"], lambda s: s["positions"] > paused["positions"])
        self.assertIn(proof["id"], [p["id"] for p in json.loads(self.server.ask("GET", "/api/grid")[1])["proofs"]])
        self.server.post("/api/grid/forget", {"id": proof["id"]})
        self.refused("/api/grid/status", {"id": proof["id"]}, 404, "no such proof")

    def test_a_tree_is_not_larger_than_its_memory_and_proofs_are_few(self):
        ids = [self.start(game="drop:7x6", moves=str(column), job_seconds=0.05)["id"] for column in range(1, 5)]
        self.refused("/api/grid/start", {"game": "drop:7x6"}, 503, "pause one")
        # One that does not run gives way.
        self.server.post("/api/grid/pause", {"id": ids[0]})
        self.wait(ids[0], lambda s: s["state"] == "paused")
        last = self.start(game="drop:7x6", moves="5", job_seconds=0.05)["id"]
        self.refused("/api/grid/status", {"id": ids[0]}, 404, "no such proof")
        for proof_id in [*ids[1:], last]:
            self.server.post("/api/grid/forget", {"id": proof_id})
        # A short question does not wait for them.
        self.server.post("/api/solve", {"game": "connect4", "moves": "444444"})

    def test_all_threads_of_the_server_work_on_a_proof(self):
        server = Server("--threads", "3")
        try:
            proof = server.post("/api/grid/start", {"game": "drop:7x6", "job_seconds": 0.05, "seconds": 60})
            leased = 0
            end = time.monotonic() + 60
            while leased < 2 and time.monotonic() < end:
                status = server.post("/api/grid/status", {"id": proof["id"]})
                leased = max(leased, sum(job["state"] == "leased" for job in status["job_list"]))
            self.assertGreaterEqual(leased, 2, status)
            self.assertEqual(status["threads"], 3)
        finally:
            server.stop()

    def test_what_is_refused(self):
        self.refused("/api/grid/start", {"game": "cylinder:6"}, 400, "")
        self.refused("/api/grid/start", {"game": "connect4", "for": "me"}, 400, "for must be")
        self.refused("/api/grid/start", {"game": "connect4", "job_seconds": 0}, 400, "job_seconds must be")
        self.refused("/api/grid/start", {"game": "connect4", "priority": 10}, 400, "priority must be")
        self.refused("/api/grid/start", {"game": "connect4", "tree_path": "/tmp/x"}, 400, "no field")
        self.refused("/api/grid/node", {"id": "nonsense"}, 404, "no such proof")


NATS = shutil.which("nats-server", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/bin")


@unittest.skipIf(NATS is None, "there is no nats-server on this machine (apt-get install nats-server)")
class GridProofsOfWorkers(unittest.TestCase):
    def test_jobs_are_done_by_the_workers_of_a_broker(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
            with socket.socket() as s:
                s.bind(("127.0.0.1", 0))
                port = s.getsockname()[1]
            configuration = os.path.join(folder, "nats.conf")
            with open(configuration, "w", encoding="utf-8") as file:
                file.write(f'listen: "127.0.0.1:{port}"\nlog_file: "{folder}/nats.log"\njetstream {{ store_dir: "{folder}/store" }}\n')

            def start(*command):
                process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                stack.callback(process.wait)
                stack.callback(process.kill)

            start(NATS, "-c", configuration)
            end = time.monotonic() + 20
            while True:
                with socket.socket() as s:
                    if s.connect_ex(("127.0.0.1", port)) == 0:
                        break
                self.assertLess(time.monotonic(), end)
                time.sleep(0.05)
            url = f"nats://127.0.0.1:{port}"
            start(PROGRAM, "worker", "--broker", url, "--name", "helper", "--threads", "1", "--memory", "200")
            server = Server("--broker", url)
            stack.callback(server.stop)
            self.assertTrue(json.loads(server.ask("GET", "/api/grid")[1])["broker"])
            proof = server.post("/api/grid/start", {"game": "drop:5x5", "job_seconds": 0.05, "priority": 7, "seconds": 120})
            end = time.monotonic() + 100
            # Its name may come later than its last answer: it tells now and then that it lives.
            while proof["state"] != "decided" or not any("helper" in worker["name"] for worker in proof["workers"]):
                self.assertLess(time.monotonic(), end, proof)
                time.sleep(0.1)
                proof = server.post("/api/grid/status", {"id": proof["id"]})
            self.assertGreater(proof["jobs"], 0)
            self.assertEqual(server.post("/api/check", {"id": proof["certificate"]["id"]})["verdict"], "verified")


if __name__ == "__main__":
    unittest.main()
