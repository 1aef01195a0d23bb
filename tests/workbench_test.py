"""Puzzles, openings and proofs by jobs over HTTP, as docs/formats/http.md promises. Needs nothing but Python."""

import unittest

from service_test import Server


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


if __name__ == "__main__":
    unittest.main()
