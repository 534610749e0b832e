"""The tools that tasks are given to: bmc, peers, and whatever a command template describes."""
import collections
import hashlib
import os
import re
import shlex
import shutil

import peers
from benchmark_rows import BMC_CHECKS
from competition.tasks import FORMULAS, Mistake, property_text
from peers import Answer, over
from processes import execute, last_line
from verdict_words import read

# `command` is the program with its options, a list.
Tool = collections.namedtuple("Tool", "name kind command true_if false_if", defaults=["", ""])

KINDS = ("bmc", "cbmc", "esbmc", "template")
# Seconds that asking for a version may take.
VERSION_LIMIT = 20
PLACES = ("inputs", "property_file", "property", "bits", "model", "time", "memory", "std")


def parse(text, true_if=None, false_if=None):
    """A tool as `NAME=KIND:COMMAND`."""
    found = re.fullmatch(r"([\w.+-]+)=(\w+):(.*)", text, re.S)
    if not found or found[2] not in KINDS:
        raise Mistake(f"--tool {text}: expected NAME=KIND:COMMAND, KIND one of {', '.join(KINDS)}")
    try:
        command = shlex.split(found[3])
    except ValueError as error:
        raise Mistake(f"--tool {text}: {error}") from None
    if not command:
        raise Mistake(f"--tool {text}: no command")
    tool = Tool(found[1], found[2], command, (true_if or {}).get(found[1], ""), (false_if or {}).get(found[1], ""))
    if tool.kind == "template":
        for word in re.findall(r"\{(\w*)\}", found[3]):
            if word not in PLACES:
                raise Mistake(f"--tool {text}: {{{word}}} is none of {', '.join('{' + p + '}' for p in PLACES)}")
        if "{inputs}" not in command:
            raise Mistake(f"--tool {text}: a template needs the word {{inputs}}")
    return find(tool)


def find(tool):
    """With the full path of the program: tools run in folders of their own."""
    program = shutil.which(tool.command[0])
    if program is None:
        raise Mistake(f"{tool.name}: there is no program {tool.command[0]}")
    return tool._replace(command=[os.path.abspath(program), *tool.command[1:]])


def identity(tool):
    """What tells a tool from another one of the same name: facts by their names."""
    with open(tool.command[0], "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()[:16]
    # What a wrapper starts may change and the wrapper stay.
    out, err, *_ = execute([tool.command[0], "--version"], VERSION_LIMIT)
    version = (out.strip() or err.strip()).splitlines()
    adapter = {"cbmc": [peers.CBMC_BOUNDS, peers.CBMC_CHECKS], "bmc": BMC_CHECKS,
               "esbmc": [peers.ESBMC_OPTIONS, peers.ESBMC_CHECKS]}.get(tool.kind, [tool.true_if, tool.false_if])
    return {"version": version[0][:200] if version else "", "program": digest, "options": shlex.join(tool.command[1:]),
            "rules": hashlib.sha256(repr([tool.kind, adapter]).encode()).hexdigest()[:16]}


def property_file(task, directory):
    """Path of a file with the task's property, "" if the competition has no words for it."""
    if task.property_file or task.property not in FORMULAS:
        return task.property_file
    path = os.path.join(directory, f"{task.property}.prp")
    with open(path, "w") as file:
        file.write(property_text(task.property))
    return path


def run(tool, task, meter):
    """What the tool answers."""
    if tool.kind == "bmc":
        return run_bmc(tool, task, meter)
    if tool.kind == "template":
        return run_template(tool, task, meter)
    if len(task.inputs) > 1:
        return Answer("unknown", "", "more than one input file")
    peer = {"cbmc": peers.cbmc, "esbmc": peers.esbmc}[tool.kind]
    return peer(meter, tool.command, task.inputs[0], task.property, task.model)


def run_bmc(tool, task, meter):
    if task.property_file:
        goal = ["--property", task.property_file]
    elif task.property in BMC_CHECKS:
        goal = ["--check", BMC_CHECKS[task.property]]
    elif file := property_file(task, meter.directory):
        goal = ["--property", file]
    else:
        return Answer("unknown", "", "property not supported")
    limits = meter.limits
    given = ["--timeout", f"{limits.wall:g}"]
    if limits.resident:
        given += ["--memory-limit", str(limits.resident)]
    std = [task.std] if task.std else []
    out, err, code, *_ = meter.run([*tool.command, *goal, f"-m{task.model}", *std, *given, *task.inputs])
    if code is None:
        return over(meter)
    found = read(last_line(out, len(out)), code)
    if found is None:
        return Answer("error", "", f"exit {code}: {last_line(err) or last_line(out)}")
    verdict, part, words = found
    # What follows a colon tells how far it was.
    if words.split(":")[0] in ("timeout", "memory limit"):
        return Answer(words.split(":")[0].split()[0], "", words)
    return Answer(verdict, part, words)


# A verdict in the words of the competition, alone in its line but for a name before a colon.
VERDICT = re.compile(r"^(?:[\w ]*:)?\s*(TRUE|FALSE|UNKNOWN)\s*(?:\(([^()]*)\))?\s*$", re.M | re.I)


def run_template(tool, task, meter):
    file = property_file(task, meter.directory)
    if not file and any("{property_file}" in word for word in tool.command):
        return Answer("unknown", "", "property not supported")
    values = {"property_file": file, "property": task.property, "bits": task.model, "std": task.std,
              "model": {"32": "ILP32", "64": "LP64"}[task.model],
              "time": f"{meter.limits.cpu or meter.limits.wall:g}", "memory": str(meter.limits.resident or 0)}
    command = []
    for word in tool.command:
        if word == "{inputs}":
            command += task.inputs
        else:
            filled = re.sub(r"\{(\w+)\}", lambda m: values.get(m[1], m[0]), word)
            command += [filled] if filled or word != "{std}" else []
    out, err, code, *_ = meter.run(command)
    if code is None:
        return over(meter)
    return understand(tool, task, out, err, code)


def understand(tool, task, out, err, code):
    """The answer in a tool's output: by the expressions given for it, or in the usual words."""
    if tool.true_if or tool.false_if:
        # Whoever says both has not decided.
        said = [verdict for verdict, pattern in (("true", tool.true_if), ("false", tool.false_if))
                if pattern and re.search(pattern, out, re.M)]
        part = read_part("", task.property) if said == ["false"] else ""
        return Answer(said[0], part, "") if len(said) == 1 else Answer("unknown", "", last_line(out))
    found = VERDICT.findall(out)
    if found:
        verdict, words = found[-1][0].lower(), found[-1][1].strip()
        return Answer(verdict, read_part(words, task.property) if verdict == "false" else "", words)
    if code != 0:
        return Answer("error", "", f"exit {code}: {last_line(err) or last_line(out)}")
    return Answer("unknown", "", last_line(out))


def read_part(words, prop):
    """The part of the property in the words of `false(...)`; a property without parts is its own."""
    if re.fullmatch(r"valid-\w+", words):
        return words
    return prop if prop in FORMULAS and prop != "valid-memsafety" else ""
