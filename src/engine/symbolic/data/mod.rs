//! Data of symbolic states: sets of vectors of values, described by terms.
//!
//! A [`DataSet`] says what the cells of a state may hold together. [`normalise`] brings it to a form in which equal sets
//! are mostly equal terms. [`Queries`] answers whether conditions can hold. [`is_included`] compares two sets.
//!
//! Every step here keeps sets exactly: a bigger set would report what cannot happen, a smaller one would miss what can.

mod cone;
mod cover;
mod equalities;
mod facts;
mod inclusion;
mod normal;
mod queries;
mod rename;
mod repair;
mod unconstrained;
mod words;

#[cfg(test)]
mod tests;

use rustc_hash::FxHashSet;

use crate::ilr::{Op, Term, TermStore};

pub use inclusion::is_included;
pub use normal::normalise;
pub use queries::{Found, Queries, QueryStatistics};
pub use rename::apart;

/// A set of vectors of values: all `(cells[i](x))` such that all conjuncts of `path` hold at `x`, where `x` are the values
/// of all variables, called inputs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DataSet {
    /// The elements of the vectors, each a bit-vector.
    pub cells: Vec<Term>,
    /// Conjuncts that must hold.
    pub path: Vec<Term>,
}

/// The conjuncts of a conjunction of terms: conjunctions are split, true and repeated ones left out, in the order of their
/// first occurrence. `None` if one is false or the negation of another.
fn conjuncts(s: &TermStore, terms: &[Term]) -> Option<Vec<Term>> {
    let mut all: Vec<Term> = Vec::with_capacity(terms.len());
    let mut stack: Vec<Term> = Vec::new();
    for &t in terms {
        stack.push(t);
        while let Some(t) = stack.pop() {
            match s.op(t) {
                Op::True => {}
                Op::False => return None,
                Op::And => stack.extend([s.arg(t, 1), s.arg(t, 0)]),
                _ => all.push(t),
            }
        }
    }
    let mut sorted = all.clone();
    sorted.sort_unstable();
    let contradicts = |&t: &Term| s.op(t) == Op::Not && sorted.binary_search(&s.arg(t, 0)).is_ok();
    if all.iter().any(contradicts) {
        return None;
    }
    if sorted.windows(2).any(|w| w[0] == w[1]) {
        let mut seen = FxHashSet::default();
        all.retain(|&t| seen.insert(t));
    }
    Some(all)
}
