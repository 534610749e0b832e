"""Limits hold for a program with all that it starts."""
import os
import sys
import tempfile
import time
import unittest

from processes import Family, Limits, Meter, execute, supervise

TOOL = [sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "tool.py")]
# What a test may take when the machine has much else to do.
LONG = 300


def runs(process):
    """Whether the process is there and does not only wait to be forgotten."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Test(unittest.TestCase):
    def test_nothing_is_exceeded(self):
        result, reason = supervise([*TOOL, "say", "one|TRUE"], Limits(LONG, LONG, 1000))
        self.assertEqual((reason, result.code, result.out, result.err), (None, 0, "one\nTRUE\n", ""))
        self.assertGreater(result.cpu, 0)
        self.assertGreater(result.peak, 3)

    def test_exit_status(self):
        self.assertEqual(supervise([*TOOL, "exit", "7"], Limits(LONG, LONG))[0].code, 7)
        self.assertEqual(supervise([*TOOL, "die"], Limits(LONG, LONG))[0].code, -6)
        self.assertEqual(execute([*TOOL, "exit", "7"], LONG).code, 7)

    def test_wall_clock(self):
        result, reason = supervise([*TOOL, "sleep", "600"], Limits(1))
        self.assertEqual((reason, result.code), ("wall", None))
        self.assertLess(result.cpu, 1)
        self.assertIsNone(execute([*TOOL, "sleep", "600"], 0.5).code)

    def test_time_of_the_processor(self):
        result, reason = supervise([*TOOL, "spin", "600"], Limits(LONG, 0.7))
        self.assertEqual((reason, result.code), ("cpu", None))
        self.assertGreaterEqual(result.cpu, 0.7)
        self.assertLess(result.cpu, 100)

    def test_time_of_all_children(self):
        result, reason = supervise([*TOOL, "children", "3", "spin", "600"], Limits(LONG, 1.5))
        self.assertEqual((reason, result.code), ("cpu", None))
        self.assertLess(result.cpu, 100)
        # Each alone is within the limit; those that have ended count.
        _, reason = supervise([*TOOL, "children", "4", "spin", "0.5"], Limits(LONG, 1.5))
        self.assertEqual(reason, "cpu")
        result, reason = supervise([*TOOL, "children", "2", "spin", "0.3"], Limits(LONG, LONG))
        self.assertIsNone(reason)
        self.assertGreaterEqual(result.cpu, 0.6)

    def test_children_are_found_in_all_systems(self):
        self.addCleanup(setattr, Family, "lists_children", Family.lists_children)
        Family.lists_children = False
        _, reason = supervise([*TOOL, "children", "3", "hold", "100", "600"], Limits(LONG, LONG, 250))
        self.assertEqual(reason, "memory")

    def test_memory(self):
        result, reason = supervise([*TOOL, "hold", "300", "600"], Limits(LONG, LONG, 150))
        self.assertEqual((reason, result.code), ("memory", None))
        # Each child alone is within the limit.
        result, reason = supervise([*TOOL, "children", "3", "hold", "100", "600"], Limits(LONG, LONG, 250))
        self.assertEqual(reason, "memory")
        self.assertGreater(result.peak, 250)
        result, reason = supervise([*TOOL, "hold", "50", "0.3"], Limits(LONG, LONG, 500))
        self.assertIsNone(reason)
        self.assertGreater(result.peak, 50)

    def test_whoever_leaves_the_group_ends_too(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "number")
            _, reason = supervise([*TOOL, "leave", path, "600"], Limits(4, LONG, 1000))
            self.assertEqual(reason, "wall")
            with open(path) as file:
                process = int(file.read())
            end = time.monotonic() + 10
            while runs(process) and time.monotonic() < end:
                time.sleep(0.05)
            self.assertFalse(runs(process))

    def test_limits_of_several_programs_together(self):
        with tempfile.TemporaryDirectory() as folder:
            meter = Meter(Limits(LONG, 1.2), folder)
            self.assertEqual(meter.run([*TOOL, "spin", "0.4"]).code, 0)
            self.assertIsNone(meter.reason)
            self.assertIsNone(meter.run([*TOOL, "spin", "600"]).code)
            self.assertEqual(meter.reason, "cpu")
            self.assertGreaterEqual(meter.cpu, 1.2)
            self.assertLess(meter.cpu, 100)


if __name__ == "__main__":
    unittest.main()
