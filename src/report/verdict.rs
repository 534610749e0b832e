//! The verdict in one line.

use super::lines::place;
use crate::engine::verdict::{Cause, Verdict};
use crate::program::{LocId, Program};

fn at(p: &Program, loc: Option<LocId>) -> String {
    loc.map_or(String::new(), |l| format!(" at {}", place(p, l)))
}

/// Why there is no answer, as it stands in `UNKNOWN(...)`.
pub fn reason(p: &Program, cause: &Cause) -> String {
    let words = match cause {
        Cause::Bound { bound, what, loc } => format!("bound {bound} reached: {what}{}", at(p, *loc)),
        Cause::Unsupported { what, loc } => format!("unsupported: {what}{}", at(p, *loc)),
        Cause::Undefined { check, loc } => {
            format!("undefined behaviour that no check covers: {}{}", check.words(), at(p, *loc))
        }
        Cause::Endless(loc) => format!("a loop may not end{}", at(p, *loc)),
        Cause::Contexts(most) => format!("context bound {most}"),
        Cause::Timeout(halted) => halted.words("timeout", "--timeout"),
        Cause::Memory(halted) => halted.words("memory limit", "--memory-limit"),
        Cause::Solver(why) => format!("solver: {why}"),
        Cause::Rejected { why, otherwise } => {
            format!("{}; second check rejected a proof by induction: {why}", reason(p, otherwise))
        }
    };
    // The verdict is one line, whatever a solver or a name says.
    words.replace(['\n', '\r'], " ")
}

/// The kind of reason in a word or two, and its place.
pub fn classified(cause: &Cause) -> (&'static str, Option<LocId>) {
    match cause {
        Cause::Bound { loc, .. } => ("bound", *loc),
        Cause::Unsupported { loc, .. } => ("unsupported", *loc),
        Cause::Undefined { loc, .. } => ("undefined", *loc),
        Cause::Endless(loc) => ("endless loop", *loc),
        Cause::Contexts(_) => ("context bound", None),
        Cause::Timeout(_) => ("timeout", None),
        Cause::Memory(_) => ("memory", None),
        Cause::Solver(_) => ("solver", None),
        Cause::Rejected { otherwise, .. } => classified(otherwise),
    }
}

/// The last line on standard output: `TRUE`, `FALSE(kind)` or `UNKNOWN(reason)`. A proof that leaves something out with some
/// probability says so.
pub fn verdict_line(p: &Program, verdict: &Verdict) -> String {
    match verdict {
        Verdict::True(proof) => {
            let mut notes = Vec::new();
            if proof.threading().sequential {
                notes.push("sequential consistency is assumed".to_owned());
            }
            if proof.threading().acyclic {
                notes.push("RC11 is assumed".to_owned());
            }
            if proof.threading().store_order {
                notes.push("total store order is assumed".to_owned());
            }
            if proof.omission() > 0.0 {
                notes.push(format!(
                    "hash compaction: a state was left out with a probability below {:.0e}",
                    proof.omission()
                ));
            }
            if notes.is_empty() { "TRUE".to_owned() } else { format!("TRUE({})", notes.join("; ")) }
        }
        Verdict::False(found) => {
            let kind = found.first().map_or("", |v| v.check.name());
            format!("FALSE({kind})")
        }
        Verdict::Unknown(cause) => format!("UNKNOWN({})", reason(p, cause)),
    }
}
