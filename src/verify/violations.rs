//! Which of the violations that an engine found are reported.

use crate::engine::verdict::{Cause, Verdict, Violation};
use crate::program::Program;
use crate::property::may_be_off;

/// The verdict about the checks that are on at each place, violations in the order of their places. A violation of a check
/// that may be off there is unsupported: what is off for sure was left out before, where that is supported.
pub(super) fn reported(program: &Program, verdict: Verdict) -> Verdict {
    let Verdict::False(found) = verdict else { return verdict };
    let is_off = |v: &Violation| match v.loc {
        Some(loc) => program.unchecked.get(&loc).is_some_and(|names| may_be_off(names, v.check)),
        None => program.unchecked.values().any(|names| may_be_off(names, v.check)),
    };
    let (off, mut found): (Vec<Violation>, Vec<Violation>) = found.into_iter().partition(is_off);
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
