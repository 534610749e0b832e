//! Which of the violations that an engine found are reported.

use crate::engine::verdict::{Cause, Verdict, Violation};
use crate::program::Program;
use crate::property::may_be_off;

/// Whether the check of a violation may be off where it is violated.
fn is_off(program: &Program, violation: &Violation) -> bool {
    let may_be_off = |names: &Vec<String>| may_be_off(names, violation.check);
    match violation.loc {
        Some(loc) => program.unchecked.get(&loc).is_some_and(may_be_off),
        None => program.unchecked.values().any(may_be_off),
    }
}

/// Whether violations were found, all of them of checks that may be off. They may hide others.
pub(super) fn are_all_off(program: &Program, verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::False(found) if found.iter().all(|violation| is_off(program, violation)))
}

/// The verdict about the checks that are on at each place, violations in the order of their places. A violation of a check
/// that may be off there is unsupported: what is off for sure was left out before, where that is supported.
pub(super) fn reported(program: &Program, verdict: Verdict) -> Verdict {
    let Verdict::False(found) = verdict else { return verdict };
    let (off, mut found): (Vec<Violation>, Vec<Violation>) =
        found.into_iter().partition(|violation| is_off(program, violation));
    match off.first() {
        Some(first) if found.is_empty() => {
            let what = format!("a violation of {} under `#pragma CPROVER check disable`", first.check.name());
            Verdict::Unknown(Cause::Unsupported { what, loc: first.loc })
        }
        _ => {
            // They are found in any order.
            let place =
                |v: &Violation| v.loc.map(|l| program.locs[l.index()]).map(|l| (l.file, l.line, l.col));
            found.sort_by_key(place);
            Verdict::False(found)
        }
    }
}
