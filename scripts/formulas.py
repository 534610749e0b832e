"""Formulas that bmc emits, for the scripts beside this file."""
import pathlib
import tempfile

from processes import execute


def emitted(bmc, arguments, limit, directory=None):
    """What a run of bmc writes as SMT-LIB; empty where it writes nothing in time."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "formula.smt2")
        execute([bmc, "--quiet", f"--emit=smt2={path}", *arguments], limit, directory=directory)
        return path.read_text() if path.exists() else ""


def status_of(text):
    """The status that a formula states: sat, unsat or None."""
    return next((s for s in ("sat", "unsat") if f"(set-info :status {s})" in text), None)
