"""The competition's rules: what an answer is worth."""
import collections

# Points of a right and a wrong answer, by what was answered.
RIGHT = {"true": 2, "false": 1}
WRONG = {"true": -32, "false": -16}
# Kinds of outcomes, in the order of tables.
OUTCOMES = ("right-true", "right-false", "wrong-true", "wrong-false", "mismatch", "unknown", "timeout", "memory", "error")


def outcome(expected, part, verdict, answered):
    """The kind of outcome: `part` is the part of the property that a false one is expected to violate ("" for any), and
    `answered` what the tool says of that."""
    if verdict not in ("true", "false"):
        return verdict
    if verdict == "false" and part not in ("", answered):
        return "mismatch"  # no points, as in BenchExec
    return f"{'right' if verdict == expected else 'wrong'}-{verdict}"


def score(kind):
    """Points of an outcome."""
    side, _, verdict = kind.partition("-")
    return {"right": RIGHT, "wrong": WRONG}.get(side, {}).get(verdict, 0)


def most(expected):
    """Points that a task can bring."""
    return RIGHT.get(expected, 0)


Summary = collections.namedtuple("Summary", "count score most solved wrong par2 cpu wall peak")


def summary(runs, limit):
    """Of runs, each (kind, expected, cpu, wall, peak). PAR-2: mean time, twice the limit for what is not solved."""
    kinds = collections.Counter(kind for kind, *_ in runs)
    solved = kinds["right-true"] + kinds["right-false"]
    par2 = sum(cpu if kind.startswith("right") else 2 * limit for kind, _, cpu, *_ in runs) / len(runs) if runs else 0.0
    return Summary(kinds, sum(map(score, (run[0] for run in runs))), sum(most(run[1]) for run in runs), solved,
                   kinds["wrong-true"] + kinds["wrong-false"], par2, sum(run[2] for run in runs),
                   sum(run[3] for run in runs), max((run[4] for run in runs), default=0.0))
