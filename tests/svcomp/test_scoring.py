"""Outcomes and points, compared with what BenchExec makes of the same answers."""
import itertools
import unittest

from benchexec import result as rules

from competition import scoring

PARTS = ["valid-deref", "valid-free", "valid-memtrack"]


class Test(unittest.TestCase):
    def test_as_benchexec(self):
        prop = rules.Property("valid-memsafety.prp", True, "valid-memsafety")
        words = {"timeout": rules.RESULT_TIMEOUT, "memory": "OUT OF MEMORY", "error": "ERROR (exit 1)", "unknown": "unknown"}
        answers = [("true", ""), ("false", ""), *(("false", part) for part in PARTS), *((word, "") for word in words)]
        expectations = [("true", ""), ("false", ""), *(("false", part) for part in PARTS)]
        sides = set()
        for (expected, part), (verdict, answered) in itertools.product(expectations, answers):
            text = words.get(verdict) or (f"false({answered})" if answered else verdict)
            known = {prop.filename: rules.ExpectedResult(expected == "true", part or None)}
            category = rules.get_result_category(known, text, [prop])
            kind = scoring.outcome(expected, part, verdict, answered)
            with self.subTest(expected=expected, part=part, verdict=verdict, answered=answered):
                self.assertIn(kind, scoring.OUTCOMES)
                side = {"right": "correct", "wrong": "wrong", "mismatch": "unknown", "unknown": "unknown"}
                self.assertEqual(side.get(kind.split("-")[0], "error"), category)
                self.assertEqual(scoring.score(kind), prop.compute_score(category, text))
                self.assertEqual(scoring.most(expected), prop.max_score(known[prop.filename]))
            sides.add(kind)
        self.assertEqual(sides, set(scoring.OUTCOMES))

    def test_summary(self):
        runs = [("right-true", "true", 2.0, 3.0, 10), ("right-false", "false", 1.0, 1.0, 50), ("wrong-true", "false", 4.0, 4.0, 20),
                ("wrong-false", "true", 1.0, 1.0, 20), ("unknown", "true", 1.0, 1.0, 5), ("timeout", "false", 10.0, 12.0, 5)]
        s = scoring.summary(runs, 10)
        self.assertEqual((s.score, s.most, s.solved, s.wrong), (2 + 1 - 32 - 16, 9, 2, 2))
        self.assertAlmostEqual(s.par2, (2 + 1 + 4 * 20) / 6)
        self.assertEqual((s.cpu, s.wall, s.peak), (19.0, 22.0, 50))
        self.assertEqual(scoring.summary([], 10).par2, 0)


if __name__ == "__main__":
    unittest.main()
