"""The last line of bmc in the words of SV-COMP, for `scripts/svcomp` and for BenchExec's module."""
import re

# The property or part of one that a kind in `FALSE(kind)` violates.
PARTS = {
    "reach-error": "unreach-call",
    **dict.fromkeys(["invalid-read", "invalid-write", "null-dereference", "use-after-free", "use-after-return"],
                    "valid-deref"),
    **dict.fromkeys(["double-free", "invalid-free"], "valid-free"),
    "memory-leak": "valid-memtrack",
    "memory-not-freed": "valid-memcleanup",
    **dict.fromkeys(["signed-overflow", "division-overflow", "shift-base"], "no-overflow"),
    "race": "no-data-race",
    "termination": "termination",
}
EXIT_CODES = {"TRUE": 0, "FALSE": 10, "UNKNOWN": 20}


def read(line, code):
    """Verdict ("true", "false", "unknown"), what is violated ("" if the competition has no word for it) and the text in
    parentheses; None where the line is no verdict, or not the one that the exit code tells."""
    found = re.fullmatch(r"(TRUE|FALSE|UNKNOWN)(?:\((.*)\))?", line.strip())
    if not found or EXIT_CODES[found[1]] != code:
        return None
    words = found[2] or ""
    return found[1].lower(), PARTS.get(words, "") if found[1] == "FALSE" else "", words
