//! Which registers of an activation are poison, and when.

use super::frames::Frame;
use crate::ilr::Term;
use crate::program::{InstId, LocId};
use crate::property::Check;
use crate::rewrite::Builder;
use smallvec::SmallVec;

/// When a register is poison, and why.
#[derive(Clone, Debug)]
pub struct Poison {
    /// Register.
    pub of: InstId,
    /// Check that the promise of the flag stands for.
    pub check: Check,
    /// When.
    pub cond: Term,
    /// Whether it is so then, and not only in lanes or components that we do not tell apart.
    pub exact: bool,
    /// Where the flag is.
    pub loc: Option<LocId>,
}

/// Several origins as one for each check.
pub type Origins = SmallVec<[Poison; 2]>;

/// Adds that a register is poison on some runs.
pub fn add_poison(
    b: &mut Builder,
    to: &mut Origins,
    p: &Poison,
    of: InstId,
    when: Option<Term>,
    exact: bool,
) {
    let cond = when.map_or(p.cond, |w| b.and(w, p.cond));
    if b.as_bool(cond) == Some(false) {
        return;
    }
    match to.iter_mut().find(|q| q.check == p.check) {
        Some(q) => {
            q.cond = b.or(q.cond, cond);
            q.exact &= p.exact && exact;
        }
        None => to.push(Poison { of, cond, exact: p.exact && exact, ..*p }),
    }
}

/// What becomes of the poison of two frames that become one: `first` holds on the runs of `x`.
pub fn merge_poison(b: &mut Builder, x: &mut Frame, y: &Frame, first: Term, keep: Option<&[InstId]>) {
    if x.notes.poison.is_empty() && y.notes.poison.is_empty() {
        return;
    }
    let ff = b.ff();
    let mut merged: Vec<Poison> = Vec::new();
    for (list, here) in [(&x.notes.poison, true), (&y.notes.poison, false)] {
        for p in list.iter().filter(|p| keep.is_none_or(|k| k.contains(&p.of))) {
            let cond = if here { b.ite(first, p.cond, ff) } else { b.ite(first, ff, p.cond) };
            match merged.iter_mut().find(|q| q.of == p.of && q.check == p.check) {
                Some(q) => {
                    q.cond = b.or(q.cond, cond);
                    q.exact &= p.exact;
                }
                None => merged.push(Poison { cond, ..p.clone() }),
            }
        }
    }
    x.notes.poison = merged;
}
