//! Replacing one term by another.

use rustc_hash::FxHashMap;

use super::Builder;
use crate::ilr::{Term, visit::cone};

/// `root` with `from` replaced by `to` (of the same sort), simplified again on the way up.
pub fn substitute(b: &mut Builder, root: Term, from: Term, to: Term) -> Term {
    let mut done: FxHashMap<Term, Term> = FxHashMap::default();
    done.insert(from, to);
    for t in cone(b.store(), &[root]) {
        if done.contains_key(&t) {
            continue;
        }
        let old = b.args(t);
        let new: smallvec::SmallVec<[Term; 5]> =
            old.iter().map(|a| done.get(a).copied().unwrap_or(*a)).collect();
        if new != old {
            let t2 = b.rebuild(t, &new);
            done.insert(t, t2);
        }
    }
    done.get(&root).copied().unwrap_or(root)
}
