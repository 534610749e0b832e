"""What was measured: kept while a run goes on, taken up again after an interruption, written as TSV and JSON."""
import collections
import json
import os
import platform
import time

from competition import scoring
from competition.tasks import Mistake, fingerprint, key

FORMAT = 1
COLUMNS = ("group", "task", "property", "expected", "subproperty", "model", "tool", "outcome", "score", "verdict", "violates",
           "cpu s", "wall s", "peak MB", "detail")

# One tool on one task.
Measured = collections.namedtuple("Measured", "verdict part detail cpu wall peak")


def machine():
    """What times depend on."""
    name = ""
    try:
        with open("/proc/cpuinfo") as lines:
            name = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "")
    except OSError:
        pass
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    return {"processor": name or platform.machine(), "cores": os.cpu_count(), "memory MB": memory,
            "system": f"{platform.system()} {platform.release()}"}


class Journal:
    """One line for each measurement, written as soon as it is there.

    A measurement counts for a later run if nothing has changed that it depends on; what has is in `changed`.
    """

    def __init__(self, path, tools, limits):
        self.path = path
        # What a measurement depends on, by tool.
        self.facts = {name: {**identity, **limits} for name, identity in tools.items()}
        self.found = {}
        self.changed = collections.defaultdict(collections.Counter)
        self.file = None

    def load(self, tasks):
        """Reads what is there of these tasks."""
        wanted = {key(task): task for task in tasks}
        prints = {}
        if not os.path.exists(self.path):
            return
        with open(self.path) as lines:
            for line in lines:
                try:
                    entry = json.loads(line)
                except json.JSONDecodeError:
                    continue  # the run was ended while it was written
                if not isinstance(entry, dict) or entry.get("format") != FORMAT:
                    raise Mistake(f"{self.path}: not a journal of this version")
                task, facts = wanted.get(entry["task"]), self.facts.get(entry["tool"])
                if task is None or facts is None:
                    continue
                place = (entry["tool"], entry["task"])
                self.found.pop(place, None)
                if place[1] not in prints:
                    prints[place[1]] = fingerprint(task)
                differing = [fact for fact in facts if entry["facts"].get(fact) != facts[fact]]
                if entry["inputs"] != prints[place[1]]:
                    differing.append("task")
                entry["differing"] = differing
                self.found[place] = entry
        for (tool, _), entry in self.found.items():
            for fact in entry["differing"]:
                self.changed[tool][fact] += 1
        self.found = {place: Measured(*entry["measured"]) for place, entry in self.found.items()
                      if not entry["differing"]}

    def note(self, tool, task, measured):
        if self.file is None:
            whole = not os.path.exists(self.path) or os.path.getsize(self.path) == 0
            if not whole:
                with open(self.path, "rb") as file:
                    file.seek(-1, os.SEEK_END)
                    whole = file.read() == b"\n"
            self.file = open(self.path, "a")
            self.file.write("" if whole else "\n")
        self.found[tool, key(task)] = measured
        entry = {"format": FORMAT, "tool": tool, "task": key(task), "inputs": fingerprint(task),
                 "facts": self.facts[tool], "measured": list(measured)}
        self.file.write(json.dumps(entry) + "\n")
        self.file.flush()


def document(tasks, tools, limits, found, jobs):
    """Everything that was measured, as one document: the content of the JSON file and of the page."""
    rows = []
    for task in tasks:
        runs = {}
        for tool in tools:
            m = found.get((tool, key(task)))
            if m:
                kind = scoring.outcome(task.expected, task.part, m.verdict, m.part)
                runs[tool] = {"outcome": kind, "score": scoring.score(kind), "verdict": m.verdict, "violates": m.part,
                              "cpu": round(m.cpu, 3), "wall": round(m.wall, 3), "peak": round(m.peak, 1),
                              "detail": m.detail}
        rows.append({"task": task.name, "group": task.group, "property": task.property, "expected": task.expected,
                     "subproperty": task.part, "model": task.model, "std": task.std,
                     "most": scoring.most(task.expected), "runs": runs})
    return {"format": FORMAT, "time": time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime()), "machine": machine(),
            "limits": limits, "jobs": jobs, "tools": tools, "tasks": rows}


def runs_of(rows, tool):
    """What `scoring.summary` takes."""
    return [(run["outcome"], row["expected"], run["cpu"], run["wall"], run["peak"])
            for row in rows if (run := row["runs"].get(tool))]


def tables(doc):
    """Summaries by tool of all tasks, of each property and of each group: (title, [(name, {tool: summary})])."""
    limit, rows, tools = doc["limits"]["cpu s"], doc["tasks"], list(doc["tools"])

    def of(chosen):
        return {tool: scoring.summary(runs_of(chosen, tool), limit) for tool in tools}
    found = [("all", [("all", of(rows))])]
    for column in ("property", "group"):
        names = list(dict.fromkeys(row[column] for row in rows))
        found.append((column, [(name, of([row for row in rows if row[column] == name])) for name in names]))
    return found


def summaries(doc):
    """The same as data, for the JSON file and the page."""
    return [{"title": title, "rows": [{"name": name, "tools": {tool: {**s._asdict(), "count": dict(s.count)}
                                                               for tool, s in by_tool.items()}}
                                      for name, by_tool in rows]} for title, rows in tables(doc)]


def write_tsv(path, doc):
    with open(path + ".new", "w") as file:
        file.write("# " + "\t".join(COLUMNS) + "\n")
        for row in doc["tasks"]:
            for tool, run in row["runs"].items():
                cells = [row["group"], row["task"], row["property"], row["expected"], row["subproperty"], row["model"], tool,
                         run["outcome"], run["score"], run["verdict"], run["violates"], run["cpu"], run["wall"],
                         run["peak"], run["detail"]]
                file.write("\t".join(" ".join(str(cell).split()) for cell in cells) + "\n")
    os.replace(path + ".new", path)


def write_json(path, doc):
    with open(path + ".new", "w") as file:
        json.dump({**doc, "summaries": summaries(doc)}, file, indent=1)
        file.write("\n")
    os.replace(path + ".new", path)


def read_json(path):
    try:
        with open(path) as file:
            doc = json.load(file)
    except (OSError, json.JSONDecodeError) as error:
        raise Mistake(f"{path}: {error}") from None
    if not isinstance(doc, dict) or doc.get("format") != FORMAT or "tasks" not in doc:
        raise Mistake(f"{path}: not results of this version")
    return doc


def together(docs):
    """Several documents as one, with the columns of all tools; a name that is taken gets a number."""
    whole = {**docs[0], "tools": {}, "tasks": []}
    rows = {}
    for doc in docs:
        if doc["limits"] != whole["limits"]:
            raise Mistake(f"limits differ: {doc['limits']} and {whole['limits']}")
        names = {}
        for tool, facts in doc["tools"].items():
            name, number = tool, 2
            while name in whole["tools"]:
                name, number = f"{tool}-{number}", number + 1
            names[tool] = name
            whole["tools"][name] = facts
        for row in doc["tasks"]:
            place = (row["task"], row["property"], row["model"], row["std"], row["expected"], row["subproperty"])
            if place not in rows:
                rows[place] = {**row, "runs": {}}
                whole["tasks"].append(rows[place])
            rows[place]["runs"].update({names[tool]: run for tool, run in row["runs"].items()})
    return whole


def text(doc):
    """The summaries for a terminal, then what needs a look: wrong answers, errors."""
    head = (f"{'':<24} {'tool':<10} {'tasks':>5} {'score':>6} {'of':>6} {'true':>5} {'false':>5} {'wrong':>5} "
            f"{'unknown':>7} {'timeout':>7} {'memory':>6} {'error':>5} {'PAR-2':>7} {'cpu s':>9}")
    lines = [head]
    for title, rows in tables(doc):
        if title != "all" and len(rows) < 2:
            continue
        for name, by_tool in rows:
            for tool, s in by_tool.items():
                label = name if title == "all" else f"{title} {name}"
                c = s.count
                lines.append(f"{label[:24]:<24} {tool[:10]:<10} {sum(c.values()):>5} {s.score:>6} {s.most:>6} "
                             f"{c['right-true']:>5} {c['right-false']:>5} {s.wrong:>5} {c['unknown'] + c['mismatch']:>7} "
                             f"{c['timeout']:>7} {c['memory']:>6} {c['error']:>5} {s.par2:>7.2f} {s.cpu:>9.1f}")
    for kind, title in (("wrong", "wrong answers"), ("mismatch", "violations of another part of the property"), ("error", "errors")):
        found = [(row, tool, run) for row in doc["tasks"] for tool, run in row["runs"].items()
                 if run["outcome"].startswith(kind)]
        if found:
            lines.append(f"\n{title} ({len(found)})")
            lines += [f"  {tool}: {row['task']} {row['property']}, expected {row['expected']}"
                      f"{'(' + row['subproperty'] + ')' if row['subproperty'] else ''} -m{row['model']}: "
                      f"{run['verdict']} {run['detail']}" for row, tool, run in found]
    return "\n".join(lines)
