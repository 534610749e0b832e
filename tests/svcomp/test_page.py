"""The page in a browser: what it shows is what was measured, and its controls do what they say."""
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from html import unescape
from html.parser import HTMLParser

from competition import page, results, scoring
from competition.tasks import Task

BROWSER = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
SCREENSHOT = os.environ.get("SCREENSHOT")
TOOLS = {"one": {"version": "1.0", "options": "--fast"}, "two": {"version": "2.0 </script><b>", "options": ""}}
LIMITS = {"cpu s": 30, "wall s": 65, "memory MB": 4000, "cores": 1}


def sample():
    """A document with all outcomes, and names that are not harmless."""
    tasks, found = [], {}
    answers = [("true", ""), ("false", "valid-deref"), ("false", "valid-free"), ("unknown", ""), ("timeout", ""), ("memory", ""),
               ("error", ""), ("true", ""), ("true", ""), ("false", "unreach-call")]
    for i in range(120):
        memory = i % 3 == 0
        expected = "false" if i % 4 == 0 else "true"
        task = Task(f"folder/<i>task</i> & {i:03}.yml", f"group {i % 5}", (), "valid-memsafety" if memory else "unreach-call", "",
                    expected, "valid-deref" if memory and expected == "false" else "", "32" if i % 2 else "64", "")
        tasks.append(task)
        for shift, tool in enumerate(TOOLS):
            if i == 119 and tool == "two":
                continue
            verdict, part = answers[(i * (3 + 4 * shift) + i // 7) % len(answers)]
            if verdict in ("true", "false") and i % 11 not in (0, 3, 4):  # mostly right
                verdict, part = expected, task.part
            seconds = 0.013 * (i + 1) ** (1.1 + 0.4 * shift) % 29
            m = results.Measured(verdict, part, f"detail {i} </script><img src=x onerror=alert(1)>", seconds, 1.3 * seconds, 10 + i)
            found[tool, results.key(task)] = m
    return results.document(tasks, TOOLS, LIMITS, found, 2)


# What a reader does, in the page itself; what comes of it is written to its end.
STEPS = """
const told = {};
function cells(selector) { return [...document.querySelectorAll(selector)].map(node => node.textContent); }
function choose(id, value) {
  const node = document.getElementById(id);
  node.value = value;
  node.dispatchEvent(new Event(node.type === "search" ? "input" : "change"));
}
function names() { return cells("#tasks tbody tr.row td.name"); }
function press(column) { document.querySelector(`#tasks th[data-column="${column}"] button`).click(); }
told.summary = Object.fromEntries([...document.querySelectorAll("#summary tbody tr")].map(row =>
  [row.dataset.tool, [...row.children].slice(1, 15).map(cell => cell.textContent)]));
told.all = names();
told.alarm = document.getElementById("alarm").hidden ? "" : document.querySelector("#alarm h2").textContent;
told.wrongRows = document.querySelectorAll("#tasks tr.wrong").length;
told.wrongColor = getComputedStyle(document.querySelector("#tasks tr.wrong td")).backgroundColor;
told.rightColor = getComputedStyle(document.querySelector("#tasks tr.row:not(.wrong) td")).backgroundColor;
told.lines = [...document.querySelectorAll("#quantile path.line")].map(line => line.dataset.tool);
told.ticks = cells("#quantile text.tick").map(Number);
told.marks = document.querySelectorAll("#scatter .mark").length;
press("one s"); told.up = names();
press("one s"); told.down = names();
press("task");
choose("choose-property", "valid-memsafety"); told.property = names();
told.marksOfProperty = document.querySelectorAll("#scatter .mark").length;
told.summaryOfProperty = document.querySelector("#summary tbody tr td:nth-child(2)").textContent;
choose("choose-group", "group 2"); told.both = names();
document.getElementById("reset").click(); told.reset = names().length;
choose("choose-show", "wrong"); told.wrong = names();
choose("choose-show", "missing"); told.missing = names();
choose("choose-show", "all"); choose("search", "task</i> & 007"); told.search = names();
document.querySelector("#tasks tr.row").click(); told.opened = document.querySelector("#tasks tr.more").textContent;
document.getElementById("reset").click();
document.querySelectorAll("#scatter .mark")[5].dispatchEvent(new MouseEvent("click")); told.found = names();
document.getElementById("reset").click();
document.querySelectorAll("#parts tr.row")[3].click(); told.part = [document.getElementById("choose-group").value, names().length];
document.getElementById("reset").click();
choose("scatter-x", "one"); choose("quantile-over", "count"); choose("plot-time", "wall");
told.label = document.querySelector("#scatter text.label").textContent;
const before = getComputedStyle(document.body).backgroundColor;
document.getElementById("theme").click();
told.themes = [before, getComputedStyle(document.body).backgroundColor];
told.images = document.images.length;
told.requests = performance.getEntriesByType("resource").length;
"""


class Links(HTMLParser):
    """What a page would load."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found += [(tag, value) for name, value in attributes if name in ("src", "href", "data", "action")]


class Test(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="svcomp-test-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.doc = sample()
        self.path = os.path.join(self.folder, "report.html")
        page.write(self.path, self.doc)
        with open(self.path) as file:
            self.text = file.read()

    def browse(self, path, *options):
        return subprocess.run([BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--window-size=1400,1800",
                               f"--user-data-dir={self.folder}/profile", "--virtual-time-budget=4000", *options, f"file://{path}"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=300).stdout

    def test_is_one_file(self):
        self.assertEqual(Links(self.text).found, [])
        self.assertNotRegex(self.text, r"(?i)@import|url\(|fetch\(|XMLHttpRequest|https?://(?!www\.w3\.org/2000/svg)")
        self.assertEqual(self.text.count("</script>"), 1)
        self.assertTrue(all(kind in {r["outcome"] for row in self.doc["tasks"] for r in row["runs"].values()}
                            for kind in scoring.OUTCOMES))

    @unittest.skipUnless(BROWSER, "there is no browser")
    def test_in_a_browser(self):
        path = os.path.join(self.folder, "steps.html")
        with open(path, "w") as file:
            file.write(self.text.replace("</body>", "<pre id='told'></pre><script>\nwindow.onerror = (message, _, line) => {"
                       " document.getElementById('told').textContent = JSON.stringify({error: message, line}); };\n</script>"
                       f"<script>\n{STEPS}\ndocument.getElementById('told').textContent = JSON.stringify(told);\n</script></body>"))
        found = re.search(r"<pre id=\"told\">(.*?)</pre>", self.browse(path, "--dump-dom"), re.S)
        told = json.loads(unescape(found[1]))
        self.assertNotIn("error", told)
        rows, summaries = self.doc["tasks"], dict(results.tables(self.doc)[0][1])["all"]
        for tool, s in summaries.items():
            c = s.count
            expected = [sum(c.values()), s.score, s.most, s.solved, c["right-true"], c["right-false"], s.wrong,
                        c["unknown"] + c["mismatch"], c["timeout"], c["memory"], c["error"], f"{s.par2:.2f}", f"{s.cpu:.0f}", f"{s.peak:.0f}"]
            self.assertEqual(told["summary"][tool], [str(value) for value in expected])
        names = [row["task"] for row in rows]
        wrong = [row["task"] for row in rows if any(r["outcome"].startswith("wrong") for r in row["runs"].values())]
        count = sum(r["outcome"].startswith("wrong") for row in rows for r in row["runs"].values())
        self.assertEqual(told["all"], names)
        self.assertEqual(told["alarm"], f"{count} wrong answers")
        self.assertEqual((told["wrong"], told["wrongRows"]), (wrong, len(wrong)))
        self.assertNotEqual(told["wrongColor"], told["rightColor"])
        self.assertEqual(told["lines"], list(TOOLS))
        self.assertEqual(told["marks"], len(rows) - 1)
        # Points at equal distances, from what wrong answers cost.
        self.assertLess(told["ticks"][0], 0)
        self.assertEqual(len({b - a for a, b in zip(told["ticks"], told["ticks"][1:])}), 1, told["ticks"])
        by_time = [row["task"] for row in sorted(rows, key=lambda row: row["runs"]["one"]["cpu"])]
        self.assertEqual((told["up"], told["down"]), (by_time, by_time[::-1]))
        memory = [row["task"] for row in rows if row["property"] == "valid-memsafety"]
        self.assertEqual((told["property"], told["marksOfProperty"], told["summaryOfProperty"]),
                         (memory, len(memory), str(len(memory))))
        self.assertEqual(told["both"], [name for name, row in zip(names, rows) if name in memory and row["group"] == "group 2"])
        self.assertEqual(told["reset"], len(rows))
        self.assertEqual(told["missing"], names[-1:])
        self.assertEqual(told["search"], ["folder/<i>task</i> & 007.yml"])
        self.assertIn("detail 7 </script><img src=x onerror=alert(1)>", told["opened"])
        self.assertEqual(len(told["found"]), 1)
        self.assertEqual(told["part"], ["group 1", sum(row["group"] == "group 1" for row in rows)])
        self.assertEqual(told["label"], "one, seconds of the wall clock")
        self.assertEqual(len(set(told["themes"])), 2)
        self.assertEqual((told["images"], told["requests"]), (0, 0))

    @unittest.skipUnless(BROWSER, "there is no browser")
    def test_can_be_looked_at(self):
        """A picture in both colours, each with more than a few colours in it; SCREENSHOT=FOLDER keeps them."""
        for name, options in [("light", []), ("dark", ["--force-dark-mode", "--blink-settings=preferredColorScheme=0"])]:
            picture = os.path.join(self.folder, f"{name}.png")
            self.browse(self.path, f"--screenshot={picture}", *options)
            self.assertGreater(os.path.getsize(picture), 60_000)
            if SCREENSHOT:
                shutil.copy(picture, SCREENSHOT)


if __name__ == "__main__":
    unittest.main()
