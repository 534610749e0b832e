//! When a value depends on bytes that nobody wrote.

use rustc_hash::FxHashMap;

use super::eval::Eval;
use crate::ilr::{Op, Term};

impl Eval<'_> {
    /// When the value of a term is made of initial bytes of objects.
    pub(super) fn undefined_when(&mut self, root: Term) -> Term {
        let b = &mut self.d.terms;
        let (tt, ff) = (b.tt(), b.ff());
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if done.contains_key(&t) {
                stack.pop();
                continue;
            }
            let args = b.args(t);
            let open: Vec<Term> = args.iter().copied().filter(|a| !done.contains_key(a)).collect();
            if !open.is_empty() {
                stack.extend(open);
                continue;
            }
            let value = match b.op(t) {
                Op::Var => {
                    let name = b.name(t);
                    if name.starts_with("undef!") { tt } else { ff }
                }
                Op::Ite => {
                    let (c, x, y) = (args[0], args[1], args[2]);
                    let branch = b.ite(c, done[&x], done[&y]);
                    b.or(done[&c], branch)
                }
                _ => {
                    let parts: Vec<Term> = args.iter().map(|a| done[a]).collect();
                    b.or_all(parts)
                }
            };
            done.insert(t, value);
            stack.pop();
        }
        done[&root]
    }
}
