//! Terms made again: with other leaves, or out of another store.

use rustc_hash::FxHashMap;

use super::Builder;
use crate::ilr::{Op, Sort, Term, TermStore, visit::cone};

/// `root` with `from` replaced by `to`, of the same sort, simplified.
pub fn substitute(b: &mut Builder, root: Term, from: Term, to: Term) -> Term {
    let map = FxHashMap::from_iter([(from, to)]);
    b.substitute(&[root], &map)[0]
}

impl Builder {
    /// Rebuilds a term of this builder with other operands of the same sorts, simplified.
    pub fn rebuild(&mut self, t: Term, args: &[Term]) -> Term {
        match self.store.op(t) {
            Op::Var | Op::False | Op::True | Op::Const | Op::HeapEmpty => t,
            op => {
                let sort = self.store.sort(t);
                let range = if op == Op::Extract { self.store.extract_range(t) } else { (0, 0) };
                self.remake(op, sort, range, args)
            }
        }
    }

    /// Makes an application of `op` with the given sort; `range` is for [`Op::Extract`].
    fn remake(&mut self, op: Op, sort: Sort, range: (u32, u32), args: &[Term]) -> Term {
        match (op, sort) {
            (Op::Zext, Sort::Bv(w)) => self.zext(args[0], w),
            (Op::Sext, Sort::Bv(w)) => self.sext(args[0], w),
            (Op::Extract, _) => self.extract(args[0], range.0, range.1),
            (Op::ConstArray, Sort::Array { index, .. }) => self.const_array(index, args[0]),
            (Op::LoadLe | Op::LoadBe, Sort::Bv(bits)) => self.load(op, args[0], args[1], bits),
            _ => self.apply(op, args),
        }
    }

    /// The terms of another store made here, simplified; variables keep their names.
    pub fn import(&mut self, from: &TermStore, roots: &[Term]) -> Vec<Term> {
        let mut made: FxHashMap<Term, Term> = FxHashMap::default();
        for t in cone(from, roots) {
            let sort = from.sort(t);
            let new = match from.op(t) {
                Op::False | Op::True => self.bool(from.op(t) == Op::True),
                Op::Const => self.constant(&from.as_bits(t).expect("constant")),
                Op::Var => self.var(from.name(t), sort),
                Op::HeapEmpty => match sort {
                    Sort::Heap(w) => self.heap_empty(w),
                    other => unreachable!("heap_empty of sort {other}"),
                },
                op => {
                    let args: Vec<Term> = from.args(t).iter().map(|a| made[a]).collect();
                    let range = if op == Op::Extract { from.extract_range(t) } else { (0, 0) };
                    self.remake(op, sort, range, &args)
                }
            };
            made.insert(t, new);
        }
        roots.iter().map(|r| made[r]).collect()
    }

    /// The roots with every occurrence of a key replaced by its value, of the same sort, all at
    /// once: values are not looked into. Simplified.
    pub fn substitute(&mut self, roots: &[Term], map: &FxHashMap<Term, Term>) -> Vec<Term> {
        let mut made: FxHashMap<Term, Term> = FxHashMap::default();
        for t in cone(&self.store, roots) {
            let new = match map.get(&t) {
                Some(&new) => {
                    debug_assert_eq!(self.store.sort(t), self.store.sort(new));
                    new
                }
                None => {
                    let old = self.store.args(t);
                    let args: Vec<Term> = old.iter().map(|a| made[a]).collect();
                    if args[..] == old[..] { t } else { self.rebuild(t, &args) }
                }
            };
            made.insert(t, new);
        }
        roots.iter().map(|r| made[r]).collect()
    }
}
