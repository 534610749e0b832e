//! Which of the violations that an engine found are reported.

use crate::engine::verdict::{Cause, Verdict, Violation};
use crate::program::Program;

/// The verdict about the checks that are on at each place, violations in the order of their places. It is not told apart which
/// checks a source turns off: a violation where it turns any off is unsupported.
pub(super) fn reported(program: &Program, verdict: Verdict) -> Verdict {
    let Verdict::False(found) = verdict else { return verdict };
    let may_be_off = |v: &Violation| match v.loc {
        Some(loc) => program.is_unchecked(loc),
        None => !program.unchecked.is_empty(),
    };
    let (off, mut found): (Vec<Violation>, Vec<Violation>) = found.into_iter().partition(may_be_off);
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
