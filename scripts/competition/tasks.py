"""Verification tasks: what to check of which program, and what the answer should be.

They come from task definitions (format 2.0), sets that list these, programs with their verdicts in their names, and the
rows of `benchmark_rows`.
"""
import collections
import fnmatch
import glob
import hashlib
import os
import re

from benchmark_rows import read_rows

# The properties that we know, with the formulas that their files consist of. `assert` and `default` are those of rows.
FORMULAS = {
    "unreach-call": ["G ! call(reach_error())"],
    "valid-memsafety": ["G valid-free", "G valid-deref", "G valid-memtrack"],
    "valid-memcleanup": ["G valid-memcleanup"],
    "no-overflow": ["G ! overflow"],
    "no-data-race": ["G ! data-race"],
    "termination": ["F end"],
}
MODELS = {"ILP32": "32", "LP64": "64"}
PROGRAMS = (".c", ".i", ".cpp", ".cc", ".ll", ".bc")

# `inputs` and `property_file` are paths ("" for a row's property); `expected` is "true", "false" or "" (not known), `part`
# the part of the property that is violated ("" for any); `model` is "32" or "64"; `std` an option for the language.
Task = collections.namedtuple("Task", "name group inputs property property_file expected part model std")


class Mistake(Exception):
    """What the user has to put right."""


def key(task):
    """What tells a task from all others."""
    return "|".join([task.name, task.property, task.model, task.std])


def property_text(prop, entry="main"):
    return "".join(f"CHECK( init({entry}()), LTL({formula}) )\n" for formula in FORMULAS[prop])


def property_name(text, path):
    """The name of what a property file says; that of the file where it is none that we know."""
    formulas = re.findall(r"LTL\s*\((.*)\)\s*\)\s*$", text, re.M)
    plain = {re.sub(r"\s", "", formula) for formula in formulas}
    # Whatever the error function is called.
    plain = {"G!call(reach_error())" if re.fullmatch(r"G!call\(\w+(\(\))?\)", f) else f for f in plain}
    for name, known in FORMULAS.items():
        if plain and plain == {re.sub(r"\s", "", formula) for formula in known}:
            return name
    return os.path.splitext(os.path.basename(path))[0]


class Reader:
    """Reads tasks. `root`: where programs lie, which names are relative to."""

    def __init__(self, root, model="64", group=None):
        self.root, self.model, self.group = os.path.abspath(root), model, group
        self.tasks, self.missing = [], []
        self.without_verdict = 0
        self.properties = {}

    def read(self, path):
        """Adds the tasks that a file or folder stands for."""
        found = os.path.abspath(path) if os.path.exists(path) else os.path.join(self.root, path)
        if not os.path.exists(found):
            raise Mistake(f"{path}: no such file, neither here nor below {self.root}")
        if os.path.isdir(found):
            definitions = sorted(glob.glob(os.path.join(glob.escape(found), "**", "*.yml"), recursive=True))
            for definition in definitions:
                self.definition(definition, self.group, strict=False)
        elif found.endswith(".set"):
            self.set(found)
        elif found.endswith(".tsv"):
            self.rows(found)
        else:
            self.file(found, self.group)

    def file(self, path, group):
        if path.endswith((".yml", ".yaml")):
            self.definition(path, group)
        elif path.endswith(PROGRAMS):
            self.named(path, group)
        else:
            raise Mistake(f"{path}: neither a task definition (.yml), a set (.set), rows (.tsv) nor a program")

    def name(self, path):
        relative = os.path.relpath(path, self.root)
        return os.path.abspath(path) if relative.startswith("..") else relative

    def rows(self, path):
        for row in read_rows(path):
            source = os.path.join(self.root, row.path)
            if row.model not in MODELS.values() or row.expected not in ("true", "false"):
                raise Mistake(f"{path}: {row.path}: data model '{row.model}', verdict '{row.expected}'")
            self.add(Task(row.path, self.group or row.group, (source,), row.property, "", row.expected, "", row.model,
                          row.std))

    def set(self, path):
        """Patterns of files, one a line, relative to the set."""
        folder = os.path.dirname(os.path.abspath(path))
        group = self.group or os.path.splitext(os.path.basename(path))[0]
        with open(path) as lines:
            patterns = [line.strip() for line in lines]
        for pattern in patterns:
            if not pattern or pattern.startswith("#"):
                continue
            # A checkout may have special characters in its own path.
            found = sorted(glob.glob(os.path.join(glob.escape(folder), pattern), recursive=True))
            if not found:
                self.missing.append(f"{self.name(path)}: {pattern}")
            for file in found:
                self.file(file, group)

    def definition(self, path, group, strict=True):
        """A task definition; where it is not strict, other YAML files are passed over."""
        import yaml
        try:
            with open(path) as file:
                text = yaml.safe_load(file)
            version = str(text["format_version"]) if isinstance(text, dict) and "format_version" in text else None
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            raise Mistake(f"{path}: no YAML: {' '.join(str(error).split())}") from None
        if version is None and not strict:
            return
        if version not in ("1.0", "2.0", "2.1"):
            raise Mistake(f"{path}: format_version {version} is not a task definition's")
        folder = os.path.dirname(os.path.abspath(path))
        files = text.get("input_files") or []
        files = [files] if isinstance(files, str) else files
        inputs = []
        for pattern in files:
            inputs += sorted(glob.glob(os.path.join(glob.escape(folder), pattern))) or [os.path.join(folder, pattern)]
        options = text.get("options") or {}
        model = MODELS.get(options.get("data_model"), None if options.get("data_model") else self.model)
        if model is None:
            raise Mistake(f"{path}: unknown data model {options['data_model']}")
        if not inputs:
            raise Mistake(f"{path}: no input_files")
        if options.get("language", "C") not in ("C", "C++"):
            return
        for prop in text.get("properties") or []:
            if "property_file" not in prop:
                raise Mistake(f"{path}: a property without property_file")
            files = sorted(glob.glob(os.path.join(glob.escape(folder), prop["property_file"])))
            verdict = prop.get("expected_verdict")
            if verdict is None:
                self.without_verdict += 1  # tests are to be generated, or a definition is unfinished
                continue
            if not isinstance(verdict, bool):
                raise Mistake(f"{path}: expected_verdict is {verdict}, neither true nor false")
            part = str(prop.get("subproperty") or "")
            if part and verdict:
                raise Mistake(f"{path}: a subproperty with expected_verdict true")
            if not files:
                self.missing.append(os.path.join(self.name(folder), prop["property_file"]))
            for file in files:
                name = self.property_of(file)
                self.add(Task(self.name(path), group or os.path.basename(folder), tuple(inputs), name, file,
                              str(verdict).lower(), part, model, ""))

    def property_of(self, path):
        if path not in self.properties:
            with open(path, errors="replace") as file:
                self.properties[path] = property_name(file.read(), path)
        return self.properties[path]

    def named(self, path, group):
        """A program whose name tells verdicts, as before there were task definitions."""
        found = re.findall(r"_(true|false)-([a-z]+(?:-[a-z]+)*)", os.path.basename(path))
        for verdict, word in found:
            part = word if word in ("valid-deref", "valid-free", "valid-memtrack") else ""
            prop = "valid-memsafety" if part else word
            if prop in FORMULAS:
                self.add(Task(self.name(path), group or os.path.basename(os.path.dirname(os.path.abspath(path))), (path,),
                              prop, "", verdict, part, self.model, ""))
        if not any(word in FORMULAS or word.startswith("valid-") for _, word in found):
            self.without_verdict += 1

    def add(self, task):
        lost = [path for path in task.inputs if not os.path.exists(path)]
        if lost:
            self.missing.append(self.name(lost[0]))
        else:
            self.tasks.append(task)

    def chosen(self):
        """All tasks, each once."""
        return list({key(task): task for task in reversed(self.tasks)}.values())[::-1]


def select(tasks, properties=None, groups=None, match=None, without=None):
    """Those of some properties and groups (patterns as of the shell) whose names match one expression and not another."""
    return [task for task in tasks
            if (not properties or task.property in properties)
            and (not groups or any(fnmatch.fnmatchcase(task.group, group) for group in groups))
            and (not match or re.search(match, task.name)) and not (without and re.search(without, task.name))]


def fingerprint(task):
    """Changes when what a tool is given changes."""
    digest = hashlib.sha256("|".join([task.property, task.model, task.std]).encode())
    for path in [*task.inputs, *([task.property_file] if task.property_file else [])]:
        with open(path, "rb") as file:
            digest.update(hashlib.sha256(file.read()).digest())
    return digest.hexdigest()[:16]
