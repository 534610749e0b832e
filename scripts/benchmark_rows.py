"""Rows of programs with known verdicts, for the scripts beside this file.

A row of the .tsv file: group, path below the root, property, expected verdict, data model (32 or 64), -std option.
"""
import collections

# What each property means in the options of bmc. The only place to change it.
BMC_CHECKS = {
    "assert": "assert",
    "default": "assert,memory,division",
    "valid-memsafety": "memory,leak",
    "valid-memcleanup": "memcleanup",
    "no-overflow": "overflow",
    "no-data-race": "race",
}

Row = collections.namedtuple("Row", "group path property expected model std")


def read_rows(path):
    with open(path) as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                fields = line.rstrip("\n").split("\t")
                yield Row(*(fields + [""] * 6)[:6])


def bmc_options(row):
    """Options of bmc that stand for a row's property, data model and language standard."""
    checks = BMC_CHECKS[row.property]
    if row.property == "default" and row.path.endswith((".cpp", ".cc", ".C")):
        # ESBMC, from which these rows are, counts exceptions that nothing catches.
        checks += ",exceptions"
    return ["--check", checks, f"-m{row.model}", *([row.std] if row.std else [])]
