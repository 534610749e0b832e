//! Traversal of terms. Nothing here recurses on depth: children have smaller indices.

use rustc_hash::FxHashSet;

use super::{Term, TermStore};

/// All terms reachable from the roots, roots included, in increasing index order: every term
/// comes after its operands.
pub fn cone(store: &TermStore, roots: &[Term]) -> Vec<Term> {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut stack: Vec<Term> = Vec::new();
    for &r in roots {
        if seen.insert(r) {
            stack.push(r);
        }
    }
    let mut all = Vec::new();
    while let Some(t) = stack.pop() {
        all.push(t);
        for a in store.args(t) {
            if seen.insert(a) {
                stack.push(a);
            }
        }
    }
    all.sort_unstable();
    all
}
