"""Whole runs of scripts/svcomp: with bmc on tasks whose outcomes are known, with tools that misbehave, after interruptions."""
import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SVCOMP = os.path.join(os.path.dirname(os.path.dirname(HERE)), "scripts", "svcomp")
BMC = os.environ["BMC"]
TOOL = os.path.join(HERE, "tool.py")


class Test(unittest.TestCase):
    def setUp(self):
        self.out = tempfile.mkdtemp(prefix="svcomp-test-")
        self.addCleanup(shutil.rmtree, self.out)

    def run_it(self, *arguments, code=0, root=HERE, env=None):
        found = subprocess.run([sys.executable, SVCOMP, "--root", root, "--out", self.out, *arguments], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **(env or {})}, cwd=root)
        self.assertEqual(found.returncode, code, found.stdout + found.stderr)
        return found

    def results(self):
        """Of each task, property and tool."""
        with open(os.path.join(self.out, "results.tsv")) as file:
            rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        with open(os.path.join(self.out, "results.json")) as file:
            doc = json.load(file)
        found = {(row["task"], row["property"], row["tool"]): row for row in rows}
        self.assertEqual(len(found), len(rows))
        # Both tell the same.
        self.assertEqual({(t["task"], t["property"], tool): (r["outcome"], str(r["score"])) for t in doc["tasks"]
                          for tool, r in t["runs"].items()},
                         {place: (row["outcome"], row["score"]) for place, row in found.items()})
        return found

    def test_known_outcomes(self):
        said = self.run_it("--bmc", BMC, "--time", "60", "--wall", "300", "-j", "2", "tasks/Right.set", "tasks/Mislabelled.set")
        expected = {}
        with open(os.path.join(HERE, "outcomes.tsv")) as lines:
            for line in lines:
                if not line.startswith("#"):
                    task, prop, outcome, part = line.rstrip("\n").split("\t")
                    expected[task, prop, "bmc"] = (outcome, part)
        found = self.results()
        self.assertEqual({place: (row["outcome"], row["violates"]) for place, row in found.items()}, expected)
        total = sum({"right-true": 2, "right-false": 1, "wrong-true": -32, "wrong-false": -16}.get(o, 0) for o, _ in expected.values())
        self.assertRegex(said.stdout, rf"(?m)^all +bmc +{len(expected)} +{total} ")
        self.assertIn("wrong answers (2)", said.stdout)
        self.assertIn("violations of another part of the property (1)", said.stdout)
        self.assertIn("2 wrong", said.stderr)
        self.assertTrue(all(float(row["cpu s"]) > 0 and float(row["peak MB"]) > 10 for row in found.values()))

    def test_rows(self):
        self.run_it("--bmc", BMC, "--time", "60", "--wall", "300", "rows.tsv")
        self.assertEqual({place[:2]: row["outcome"] for place, row in self.results().items()},
                         {("tasks/reached.c", "assert"): "right-false", ("tasks/width.c", "assert"): "right-true",
                          ("tasks/read.c", "valid-memsafety"): "right-false"})

    def test_long_reason(self):
        with tempfile.TemporaryDirectory() as root:
            name = "f" * 300
            with open(os.path.join(root, "long_true-unreach-call.c"), "w") as file:
                file.write(f"void {name}(int *);\nint main(void) {{ int x; {name}(&x); return 0; }}\n")
            self.run_it("--bmc", BMC, "--time", "60", "--wall", "300", "long_true-unreach-call.c", root=root)
        [found] = self.results().values()
        self.assertEqual(found["outcome"], "unknown")
        self.assertIn(name, found["detail"])

    def template(self, name, *words):
        return ["--tool", f"{name}=template:{sys.executable} {TOOL} " + " ".join(words) + " {inputs}"]

    def test_tools_that_misbehave(self):
        cases = {
            "right": (["say", "'a|FALSE(x)|'"], "right-false", "unreach-call"),
            "named": (["say", "'Result: true'"], "wrong-true", ""),
            "silent": (["say", "nothing"], "unknown", ""),
            "undecided": (["say", "'UNKNOWN(why)'"], "unknown", ""),
            "fails": (["exit", "3"], "error", ""),
            "dies": (["die"], "error", ""),
            "slow": (["spin", "600"], "timeout", ""),
            "waits": (["sleep", "600"], "timeout", ""),
            "children": (["children", "2", "spin", "600"], "timeout", ""),
            "large": (["children", "2", "hold", "300", "600"], "memory", ""),
        }
        tools = [word for name, (words, *_) in cases.items() for word in self.template(name, *words)]
        said = self.run_it("--time", "2", "--wall", "12", "--memory", "400", "-j", "4", *tools, "tasks/reached.yml",
                           "--property", "unreach-call")
        found = {tool: row for (_, _, tool), row in self.results().items()}
        self.assertEqual({tool: (row["outcome"], row["violates"]) for tool, row in found.items()},
                         {tool: (outcome, part) for tool, (_, outcome, part) in cases.items()})
        self.assertIn("exit -6", found["dies"]["detail"])
        self.assertEqual(found["slow"]["detail"], "time of the processor")
        self.assertEqual(found["waits"]["detail"], "wall clock")
        self.assertGreater(float(found["large"]["peak MB"]), 400)
        self.assertIn("errors (2)", said.stdout)

    def test_peers(self):
        """What the output of peers means; they need not be there."""
        failed, unwound = "VERIFICATION FAILED", "[main.unwind.0] line 3 unwinding assertion loop 0: FAILURE"
        leak = "[__CPROVER__start.memory-leak.1] dynamically allocated memory never freed: FAILURE"
        for kind, said, task, prop, outcome, part in [
            ("cbmc", "** Results:|VERIFICATION SUCCESSFUL", "bounded.yml", "unreach-call", "right-true", ""),
            ("cbmc", f"{unwound}|{failed}", "bounded.yml", "unreach-call", "unknown", ""),
            ("cbmc", f"[reach_error.assertion.1] line 2 reach_error: FAILURE|{failed}", "reached.yml", "unreach-call", "right-false",
             "unreach-call"),
            ("cbmc", f"[main.assertion.1] line 2 assertion x: FAILURE|{unwound}|{failed}", "reached.yml", "unreach-call", "unknown", ""),
            ("cbmc", f"[main.assertion.1] line 2 assertion x: FAILURE|{failed}", "bounded.yml", "unreach-call", "right-true", ""),
            ("cbmc", f"{leak}|{failed}", "lost.yml", "valid-memsafety", "right-false", "valid-memtrack"),
            ("cbmc", f"{leak}|{failed}", "kept.yml", "valid-memcleanup", "right-false", "valid-memcleanup"),
            ("cbmc", f"[main.precondition_instance.7] line 6 double free: FAILURE|{failed}", "twice.yml", "valid-memsafety",
             "right-false", "valid-free"),
            ("cbmc", f"[main.pointer_dereference.3] line 6 dereference failure: FAILURE|{failed}", "twice.yml", "valid-memsafety",
             "mismatch", "valid-deref"),
            ("cbmc", "VERIFICATION ERROR", "bounded.yml", "unreach-call", "error", ""),
            ("cbmc", "VERIFICATION SUCCESSFUL", "adds.yml", "no-data-race", "unknown", ""),
            ("esbmc", "VERIFICATION SUCCESSFUL", "bounded.yml", "termination", "right-true", ""),
            ("esbmc", f"Violated property:|  file x.c line 3|  dereference failure: forgotten memory|{failed}", "lost.yml",
             "valid-memsafety", "right-false", "valid-memtrack"),
            ("esbmc", f"Violated property:|  file x.c line 3|  dereference failure: invalidated dynamic object freed|{failed}", "twice.yml",
             "valid-memsafety", "right-false", "valid-free"),
            ("esbmc", f"Violated property:|  file x.c line 3|  array bounds violated|{failed}", "read.yml", "valid-memsafety",
             "right-false", "valid-deref"),
            ("esbmc", f"Violated property:|  file x.c line 3|  unwinding assertion loop 1|{failed}", "bounded.yml", "unreach-call",
             "unknown", ""),
            ("esbmc", "VERIFICATION UNKNOWN", "bounded.yml", "unreach-call", "unknown", ""),
        ]:
            with self.subTest(kind=kind, said=said):
                self.run_it("--time", "60", "--tool", f"t={kind}:{TOOL} say '{said}'", f"tasks/{task}", "--property", prop)
                (row,) = self.results().values()
                self.assertEqual((row["outcome"], row["violates"]), (outcome, part), row)

    def test_words_of_a_template(self):
        self.run_it("--time", "60", "--tool", f"echo=template:{TOOL} say '{{property}} {{bits}} {{model}} {{time}} {{property_file}}|TRUE'"
                    " {inputs}", *self.template("pattern", "say", "'it HOLDS'"), "--true-if", "pattern=HOLDS$",
                    "--false-if", "pattern=FAILS$", *self.template("both", "say", "HOLDS|FAILS"), "--true-if", "both=HOLDS",
                    "--false-if", "both=FAILS", "tasks/bounded.yml", "--property", "unreach-call")
        self.assertEqual([row["outcome"] for row in self.results().values()], ["right-true", "right-true", "unknown"])

    def copies(self):
        """Some tasks that may be changed, and a file of the calls of a tool."""
        folder = tempfile.mkdtemp(prefix="svcomp-test-")
        self.addCleanup(shutil.rmtree, folder)
        for i in range(6):
            shutil.copy(os.path.join(HERE, "tasks/bounded.c"), os.path.join(folder, f"p{i}_true-unreach-call.c"))
        shutil.copy(TOOL, folder)
        names = [os.path.join(folder, f"p{i}_true-unreach-call.c") for i in range(6)]
        return folder, names, os.path.join(folder, "calls")

    def test_interrupted_and_resumed(self):
        folder, names, calls = self.copies()
        tool = ["--tool", f"t=template:{folder}/tool.py count {calls} x 1 {{inputs}}", "--time", "60", "--wall", "500"]
        command = [sys.executable, SVCOMP, "--root", folder, "--out", self.out, *tool, *names]
        running = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        end = time.monotonic() + 200
        while time.monotonic() < end and not (os.path.exists(calls) and os.path.getsize(calls) >= 6):
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)  # in the midst of the third call
        out, err = running.communicate(timeout=200)
        self.assertEqual(running.returncode, 130, err)
        self.assertIn("interrupted", err)
        done = len(self.results())
        self.assertTrue(2 <= done < 6, done)
        # Tables are there of what was done; a line that was cut off does no harm.
        self.assertIn("report.html", out)
        with open(os.path.join(self.out, "journal.jsonl"), "a") as file:
            file.write('{"format": 1, "tool": "t", "ta')
        os.remove(calls)
        said = self.run_it(*tool, *names, root=folder)
        self.assertIn(f"{done} results are there already, {6 - done} to go", said.stderr)
        with open(calls) as file:
            self.assertEqual(len(file.readlines()), 6 - done)
        self.assertEqual(len(self.results()), 6)
        # Nothing is left, and the tables are the same.
        os.remove(calls)
        self.run_it(*tool, *names, root=folder)
        self.assertFalse(os.path.exists(calls))
        self.assertEqual(len(self.results()), 6)

    def test_what_has_changed_is_noticed(self):
        folder, names, calls = self.copies()
        names = names[:2]

        def again(*options, expected, env=None, words="0"):
            if os.path.exists(calls):
                os.remove(calls)
            tool = ["--tool", f"t=template:{folder}/tool.py count {calls} x {words} {{inputs}}"]
            said = self.run_it(*tool, *names, "--time", "60", *options, root=folder, env=env)
            count = 0
            if os.path.exists(calls):
                with open(calls) as file:
                    count = len(file.readlines())
            self.assertEqual(count, expected, said.stderr)
            self.assertEqual(len(self.results()), 2)
            return said.stderr
        again(expected=2)
        self.assertIn("2 results are there already", again(expected=0))
        self.assertIn("t: 2 results are measured again, as this has changed: version", again(expected=2, env={"TOOL_VERSION": "2"}))
        self.assertIn("as this has changed: options", again(expected=2, words="0.01"))
        self.assertIn("as this has changed: memory MB", again("--memory", "4000", expected=2, words="0.01"))
        again("--memory", "4000", expected=0, words="0.01")
        with open(names[0], "a") as file:
            file.write("// changed\n")
        self.assertIn("t: 1 results are measured again, as this has changed: task", again("--memory", "4000", expected=1, words="0.01"))
        with open(os.path.join(folder, "tool.py"), "a") as file:
            file.write("# changed\n")
        self.assertIn("t: 2 results are measured again, as this has changed: program", again("--memory", "4000", expected=2, words="0.01"))
        again("--memory", "4000", "--fresh", expected=2, words="0.01")

    def test_reports_together(self):
        first = os.path.join(self.out, "first")
        self.run_it("--time", "60", *self.template("t", "say", "TRUE"), "tasks/bounded.yml", "--out", first)
        self.run_it("--time", "60", *self.template("t", "say", "FALSE"), "tasks/bounded.yml", "tasks/width-32.yml")
        path = os.path.join(self.out, "results.json")
        said = self.run_it("--report", os.path.join(first, "results.json"), path)
        self.assertRegex(said.stdout, r"(?m)^all +t +3 +6 ")
        self.assertRegex(said.stdout, r"(?m)^all +t-2 +4 +-64 ")

    def test_cores(self):
        tool = self.template("t", "say", "TRUE")
        self.run_it("--time", "60", *tool, "tasks/bounded.yml", "--cores", "1")
        said = self.run_it("--time", "60", *tool, "tasks/bounded.yml", "--cores", "1", "-j", "100000", code=2)
        self.assertIn("100000 jobs of 1 cores", said.stderr)

    def test_mistakes(self):
        for arguments, words in [
            (["tasks/bounded.yml", "--bmc", "/nowhere/bmc"], "bmc: there is no program /nowhere/bmc"),
            (["nowhere.yml", "--bmc", BMC], "nowhere.yml: no such file"),
            (["tasks/bounded.yml", "--tool", "x"], "expected NAME=KIND:COMMAND"),
            (["tasks/bounded.yml", "--tool", "x=template:true"], "needs the word {inputs}"),
            (["tasks/bounded.yml", "--tool", "x=template:true {inputs} {what}"], "{what} is none of"),
            (["tasks/bounded.yml", "--bmc", BMC, "--tool", f"bmc=bmc:{BMC}"], "two tools have the name bmc"),
            (["tasks/bounded.yml", "--bmc", BMC, "--property", "no-such"], "no tasks to run"),
            (["tasks/bounded.yml", "--time", "0"], "--time: expected more than zero"),
            (["--report", os.path.join(HERE, "rows.tsv")], "rows.tsv: "),
        ]:
            said = self.run_it(*arguments, code=2)
            self.assertIn(words, said.stderr)
            self.assertNotIn("Traceback", said.stderr)
        self.assertIsNone(re.search("Traceback", self.run_it("--help").stderr))


if __name__ == "__main__":
    unittest.main()
