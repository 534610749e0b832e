"""How peers of bmc are run on a program and what their output says, for the scripts beside this file.

An answer is a verdict ("true", "false", "unknown", "error", "timeout", "memory"), the part of the property that is
violated ("" if that is not told) and some words.
"""
import collections
import os
import re

from processes import last_line

Answer = collections.namedtuple("Answer", "verdict part detail")

# What each property means in the options of CBMC.
CBMC_CHECKS = {
    "assert": [],
    "unreach-call": [],
    "default": ["--bounds-check", "--pointer-check", "--div-by-zero-check"],
    "valid-memsafety": ["--bounds-check", "--pointer-check", "--memory-leak-check", "--no-assertions"],
    # The one looks at the end of main, the other at calls of exit.
    "valid-memcleanup": ["--memory-leak-check", "--memory-cleanup-check", "--no-assertions"],
    "no-overflow": ["--signed-overflow-check", "--no-assertions"],
    # A bound that suffices for all runs is what is left to show.
    "termination": ["--no-assertions", "--no-self-loops-to-assumptions"],
}
CBMC_BOUNDS = [1, 2, 6, 12, 17, 21, 40, 100, 200, 400, 1025]

# The same for ESBMC, as in its entry for SV-COMP.
ESBMC_OPTIONS = ["--no-div-by-zero-check", "--force-malloc-success", "--state-hashing", "--add-symex-value-sets",
                 "--no-align-check", "--k-step", "2", "--floatbv", "--unlimited-k-steps"]
_NO_MEMORY = ["--no-pointer-check", "--no-bounds-check"]
_INDUCTION = ["--k-induction", "--max-inductive-step", "3"]
ESBMC_CHECKS = {
    "assert": [*_NO_MEMORY, "--interval-analysis", *_INDUCTION],
    "unreach-call": [*_NO_MEMORY, "--interval-analysis", "--enable-unreachability-intrinsic", *_INDUCTION],
    "default": ["--interval-analysis", *_INDUCTION],
    "valid-memsafety": ["--memory-leak-check", "--no-reachable-memory-leak", "--no-assertions", "--incremental-bmc"],
    "valid-memcleanup": [*_NO_MEMORY, "--memory-leak-check", "--no-assertions", "--incremental-bmc"],
    "no-overflow": [*_NO_MEMORY, "--overflow-check", "--no-assertions", *_INDUCTION],
    "no-data-race": [*_NO_MEMORY, "--data-races-check", "--no-assertions", *_INDUCTION],
    "termination": [*_NO_MEMORY, "--no-assertions", "--termination", "--max-inductive-step", "3"],
}

NONDET_TYPES = {
    "bool": "_Bool", "char": "char", "uchar": "unsigned char", "short": "short", "ushort": "unsigned short",
    "int": "int", "uint": "unsigned int", "unsigned": "unsigned int", "long": "long", "ulong": "unsigned long",
    "longlong": "long long", "ulonglong": "unsigned long long", "float": "float", "double": "double",
    "size_t": "__SIZE_TYPE__", "pointer": "void *", "loff_t": "long long", "u32": "unsigned int", "u8": "unsigned char",
    "u16": "unsigned short", "S8": "signed char", "U8": "unsigned char",
}
ERROR_BODY = '{ __CPROVER_assert(0, "reach_error"); __CPROVER_assume(0); }'
STUBS = {
    "__VERIFIER_assume": "void __VERIFIER_assume(int c) { __CPROVER_assume(c); }",
    "__VERIFIER_assert": 'void __VERIFIER_assert(int c) { __CPROVER_assert(c, "__VERIFIER_assert"); }',
    "__ESBMC_assume": "void __ESBMC_assume(_Bool c) { __CPROVER_assume(c); }",
    "__ESBMC_assert": 'void __ESBMC_assert(_Bool c, const char *s) { __CPROVER_assert(c, "__ESBMC_assert"); }',
    "__VERIFIER_atomic_begin": "void __VERIFIER_atomic_begin(void) { __CPROVER_atomic_begin(); }",
    "__VERIFIER_atomic_end": "void __VERIFIER_atomic_end(void) { __CPROVER_atomic_end(); }",
    "reach_error": f"void reach_error(void) {ERROR_BODY}",
    "__VERIFIER_error": f"void __VERIFIER_error(void) {ERROR_BODY}",
}


def over(meter):
    """The answer where a limit ended a program; None where none did."""
    if meter.reason is None:
        return None
    words = {"wall": "wall clock", "cpu": "time of the processor"}
    verdict = {"memory": "memory", "output": "error"}.get(meter.reason, "timeout")
    return Answer(verdict, "", words.get(meter.reason, meter.reason))


def without_comments(text):
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"',
                  lambda m: m[0] if m[0][0] == '"' else " ", text, flags=re.S)


def cbmc_inputs(source, directory):
    """The program, with a body for an empty `reach_error`, and a file with what it leaves undefined."""
    with open(source, errors="replace") as file:
        text = without_comments(file.read())
    empty = re.compile(r"\b(reach_error|__VERIFIER_error)(\s*\([^;{}]*\)\s*)\{\s*(?:;|return\s*;)?\s*\}")
    program = source
    if empty.search(text):
        program = os.path.join(directory, "program" + os.path.splitext(source)[1])
        with open(program, "w") as file:
            file.write(empty.sub(lambda m: m[1] + m[2] + ERROR_BODY, text))

    def undefined(name):
        return (re.search(rf"\b{name}\s*\(", text)
                and not re.search(rf"\b{name}\s*\([^;{{}}]*\)\s*\{{", text)
                and not re.search(rf"#\s*define\s+{name}\b", text))
    stubs = [body for name, body in STUBS.items() if undefined(name)]
    for name in sorted(set(re.findall(r"\b__VERIFIER_nondet_(\w+)\s*\(", text))):
        if name in NONDET_TYPES and undefined(f"__VERIFIER_nondet_{name}"):
            kind = NONDET_TYPES[name]
            stubs.append(f"{kind} __VERIFIER_nondet_{name}(void) {{ {kind} any; return any; }}")
    path = os.path.join(directory, "verifier-stubs.c")
    with open(path, "w") as file:
        file.write("\n".join(stubs) + "\n")
    return [program, path]


def cbmc_include():
    """Where a 32-bit program finds headers, on a machine that has them for 64 bits only."""
    headers = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "models", "include")
    return ["-I", headers, "-I", "/usr/include/x86_64-linux-gnu"]


def cbmc_part(prop, name, words):
    """The part of a property that a failed one of CBMC belongs to."""
    if prop != "valid-memsafety":
        return {"assert": "", "default": ""}.get(prop, prop)
    if "memory-leak" in name:
        return "valid-memtrack"
    freeing = r"\bfree\b|double free|deallocat.* argument|offset zero|free called"
    return "valid-free" if "precondition" in name and re.search(freeing, words) else "valid-deref"


def cbmc_failures(out):
    """What CBMC says has failed, names with words: of the program, and only for the bound."""
    failed = re.findall(r"^\[([^]]*)\] (.*): FAILURE$", out, re.M)
    bounded = [f for f in failed if re.search(r"\.(unwind|recursion)(\.|$)", f[0])]
    return [f for f in failed if f not in bounded], bounded


def cbmc(meter, command, source, prop, model):
    """CBMC at growing bounds until its answer is conclusive."""
    if prop not in CBMC_CHECKS:
        return Answer("unknown", "", "property not supported")
    inputs = cbmc_inputs(source, meter.directory)
    target = "--i386-linux" if model == "32" else "--64"
    options = ["--unwinding-assertions", "--no-standard-checks", target, *CBMC_CHECKS[prop]]
    options += cbmc_include() if model == "32" else []
    options += ["-I", os.path.dirname(source)]
    for bound in CBMC_BOUNDS:
        out, err, code, *_ = meter.run([*command, *options, "--unwind", str(bound), *inputs])
        if code is None:
            limit = over(meter)
            return limit._replace(detail=f"bound {bound}: {limit.detail}")
        if re.search(r"^VERIFICATION SUCCESSFUL", out, re.M):
            return Answer("true", "", f"bound {bound}")
        if not re.search(r"^VERIFICATION FAILED", out, re.M):
            return Answer("error", "", f"bound {bound}, exit {code}: {last_line(err) or last_line(out)}")
        real, bounded = cbmc_failures(out)
        if prop == "unreach-call":  # other assertions may fail
            real = [(name, words) for name, words in real
                    if re.match(r"(reach_error|__VERIFIER_error)\.", name) or words.endswith("reach_error")]
        if real:
            return Answer("false", cbmc_part(prop, *real[0]), f"bound {bound}: {real[0][0]}")
        if not bounded:
            return Answer("true", "", f"bound {bound}")
    return Answer("unknown", "", "no bound sufficed")


def esbmc(meter, command, source, prop, model):
    """ESBMC with the options of its entry for SV-COMP."""
    if prop not in ESBMC_CHECKS:
        return Answer("unknown", "", "property not supported")
    target = "--32" if model == "32" else "--64"
    out, err, code, *_ = meter.run([*command, target, *ESBMC_OPTIONS, *ESBMC_CHECKS[prop], source])
    if code is None:
        return over(meter)
    text = out + err
    if "VERIFICATION SUCCESSFUL" in text:
        return Answer("true", "", "")
    if "VERIFICATION FAILED" in text:
        if re.search(r"unwinding assertion loop|recursion unwinding assertion", text):
            return Answer("unknown", "", "unwinding assertion")
        part = {"assert": "", "default": ""}.get(prop, prop)
        if prop == "valid-memsafety":
            part = ("valid-memtrack" if "forgotten memory" in text else
                    "valid-free" if re.search(r"(pointer|object) freed|[Oo]perand of free|free\(\) of|double free", text) else
                    "valid-deref")
        words = re.search(r"Violated property:\n(?:.*\n){1,2}? {2}(.*)", text)
        return Answer("false", part, words[1] if words else "")
    if "VERIFICATION UNKNOWN" in text:
        return Answer("unknown", "", "")
    return Answer("error", "", f"exit {code}: {last_line(err) or last_line(out)}")
