"""BenchExec's module for bmc: what BenchExec's own checker says of it, and what BenchExec makes of our example."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest
from datetime import datetime

from benchexec import model
from benchexec.benchexec import BenchExec
from benchexec.tools.template import BaseTool2
from benchexec.util import ProcessExitCode

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BMC = os.environ["BMC"]


def answer(text, code, reason=None):
    _, tool = model.load_tool_info("benchexec_tools.bmc", types.SimpleNamespace(container=False))
    status = ProcessExitCode.create(value=code) if code >= 0 else ProcessExitCode.create(signal=-code)
    lines = BaseTool2.RunOutput(text.splitlines(keepends=True))
    return tool.determine_result(BaseTool2.Run(["bmc"], status, lines, reason))


class Test(unittest.TestCase):
    def test_checker(self):
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(BMC, os.path.join(folder, "bmc"))
            output = os.path.join(folder, "output")
            with open(output, "w") as file:
                file.write(subprocess.run([BMC, "--property", "properties/unreach-call.prp", "-m32", "bounded.c"],
                                          cwd=os.path.join(HERE, "tasks"), stdout=subprocess.PIPE, text=True).stdout)
            found = subprocess.run([sys.executable, "-m", "benchexec.test_tool_info", "benchexec_tools.bmc", "--no-container",
                                    "--tool-directory", folder, "--tool-output", output,
                                    "--task-definition", os.path.join(HERE, "tasks/width-64.yml")],
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said = re.sub(r"\x1b\[[0-9;]*m", "", found.stdout)
        self.assertEqual(found.returncode, 0, said)
        # Given with a full path here; all else is to please it.
        warnings = [line for line in said.splitlines() if line.startswith("WARNING") and "is absolute" not in line]
        self.assertEqual(warnings, [], said)
        self.assertIn("Name of tool: “bmc”", said)
        self.assertRegex(said, r"Version: “\d+\.\d+")
        self.assertRegex(said, r"(?s)Result of analyzing tool output.*“true”")
        self.assertRegex(said, r"with property .*unreach-call.prp:\s+“\['.*/bmc', '--property', '.*unreach-call.prp', '-m64', '.*width.c'\]”")

    def test_answers(self):
        for text, code, expected in [
            ("TRUE\n", 0, "true"),
            ("x.c:3: f\nFALSE(reach-error)\n", 10, "false(unreach-call)"),
            ("FALSE(use-after-free)\n", 10, "false(valid-deref)"),
            ("FALSE(double-free)\n", 10, "false(valid-free)"),
            ("FALSE(memory-leak)\n", 10, "false(valid-memtrack)"),
            ("FALSE(memory-not-freed)\n", 10, "false(valid-memcleanup)"),
            ("FALSE(signed-overflow)\n", 10, "false(no-overflow)"),
            ("FALSE(race)\n", 10, "false(no-data-race)"),
            ("FALSE(trap)\n", 10, "false"),
            ("UNKNOWN(bound 3 reached: loop in f at x.c:3)\n", 20, "unknown"),
            ("UNKNOWN(unsupported property: G p)\nbmc: warning: late\n", 20, "unknown"),
            ("UNKNOWN(timeout)\n", 20, "TIMEOUT"),
            ("UNKNOWN(timeout: bound 4 is complete; solving with bound 8; try a larger --timeout)\n", 20, "TIMEOUT"),
            ("UNKNOWN(memory limit)\n", 20, "OUT OF MEMORY"),
            ("UNKNOWN(memory limit: visiting states; try a larger --memory-limit)\n", 20, "OUT OF MEMORY"),
            ("bmc: x.c: No such file or directory\n", 2, "ERROR (x.c: No such file or directory)"),
            # A verdict with another exit code is none.
            ("TRUE\n", 1, "ERROR (TRUE)"),
            ("TRUE\n", 10, "ERROR (TRUE)"),
            ("", 0, "ERROR"),
            ("", -11, "ERROR"),
        ]:
            self.assertEqual(answer(text, code), expected, text)
        self.assertEqual(answer("", -9, "cputime"), "TIMEOUT")

    def test_example(self):
        """The example's runs, where its sets lie beside the repository."""
        with tempfile.TemporaryDirectory() as folder:
            place = os.path.join(folder, "bmc", "scripts", "benchexec_tools")
            os.makedirs(place)
            example = shutil.copy(os.path.join(ROOT, "scripts/benchexec_tools/bmc.xml"), place)
            tasks = shutil.copytree(os.path.join(HERE, "tasks"), os.path.join(folder, "sv-benchmarks", "c"))
            with open(example) as file:
                sets = re.findall(r"<includesfile>.*/c/(.*\.set)</includesfile>", file.read())
            self.assertGreater(len(sets), 3)
            for name in sets:
                with open(os.path.join(tasks, name), "w") as file:
                    file.write("w*.yml\n" if name == "Loops.set" else "[a-k]*.yml\nlost.yml\n")
            os.makedirs(os.path.join(folder, "tool"))
            os.symlink(BMC, os.path.join(folder, "tool", "bmc"))
            os.chdir(folder)
            config = BenchExec().create_argument_parser().parse_args(
                ["--no-container", "--tool-directory", os.path.join(folder, "tool"), "--outputpath", folder + "/", example])
            found = model.Benchmark(example, config, datetime.now())
            self.assertEqual(found.tool_name, "bmc")
            self.assertEqual([d.name for d in found.run_sets],
                             ["unreach-call", "valid-memsafety.MemSafety-Heap", "no-overflow.NoOverflows-Main",
                              "termination.Termination-MainControlFlow"])
            found.executable = "bmc"
            commands = {d.name: [run.cmdline() for run in d.runs] for d in found.run_sets}
            os.chdir("/")
        memory = commands["valid-memsafety.MemSafety-Heap"]
        self.assertEqual(sorted(os.path.basename(c[-1]) for c in memory), ["kept.c", "lost.c"])
        self.assertEqual({os.path.basename(c[-1]): next(w for w in c if w.startswith("-m")) for c in memory},
                         {"kept.c": "-m64", "lost.c": "-m32"})
        for command in memory:
            self.assertEqual(command[command.index("--timeout") + 1], "900")
            self.assertEqual(command[command.index("--memory-limit") + 1], str(15 * 10**9 * 9 // 10 >> 20))
            self.assertTrue(command[command.index("--property") + 1].endswith("valid-memsafety.prp"))


if __name__ == "__main__":
    unittest.main()
