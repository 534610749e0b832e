//! Rebuilding terms: with other leaves, or from another store.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

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
    pub(super) fn remake(&mut self, op: Op, sort: Sort, range: (u32, u32), args: &[Term]) -> Term {
        match (op, sort) {
            (Op::Zext, Sort::Bv(w)) => self.zext(args[0], w),
            (Op::Sext, Sort::Bv(w)) => self.sext(args[0], w),
            (Op::Extract, _) => self.extract(args[0], range.0, range.1),
            (Op::ConstArray, Sort::Array { index, .. }) => self.const_array(index, args[0]),
            (Op::LoadLe | Op::LoadBe, Sort::Bv(bits)) => self.load(op, args[0], args[1], bits),
            _ => self.apply(op, args),
        }
    }

    /// Imports terms of another store, simplified; variables keep their names.
    pub fn import(&mut self, from: &TermStore, roots: &[Term]) -> Vec<Term> {
        Import::default().terms(self, from, roots)
    }

    /// Imports a term of another store, replacing the keys of a map by their values of the same sorts. `None` if a
    /// variable remains.
    pub fn import_with(&mut self, from: &TermStore, root: Term, map: &FxHashMap<Term, Term>) -> Option<Term> {
        let mut open = vec![root];
        let mut needed: FxHashSet<Term> = FxHashSet::default();
        while let Some(t) = open.pop() {
            if !map.contains_key(&t) && needed.insert(t) {
                open.extend(from.args(t));
            }
        }
        // Operands come before their terms.
        let mut needed: Vec<Term> = needed.into_iter().collect();
        needed.sort_unstable();
        let mut made: FxHashMap<Term, Term> = FxHashMap::default();
        for t in needed {
            let sort = from.sort(t);
            let new = match from.op(t) {
                Op::Var | Op::HeapEmpty => return None,
                Op::False | Op::True => self.bool(from.op(t) == Op::True),
                Op::Const => self.constant(&from.as_bits(t)?),
                op => {
                    let mut args: SmallVec<[Term; 5]> = SmallVec::new();
                    for a in from.args(t) {
                        let new = *map.get(&a).or_else(|| made.get(&a))?;
                        if self.store.sort(new) != from.sort(a) {
                            return None;
                        }
                        args.push(new);
                    }
                    let range = if op == Op::Extract { from.extract_range(t) } else { (0, 0) };
                    self.remake(op, sort, range, &args)
                }
            };
            made.insert(t, new);
        }
        map.get(&root).or_else(|| made.get(&root)).copied()
    }

    /// All terms reachable from the roots, operands first. The visit counts, see [`Builder::visited`].
    pub fn cone(&mut self, roots: &[Term]) -> Vec<Term> {
        let all = cone(&self.store, roots);
        self.rules.note_visit(all.len());
        all
    }

    /// The roots with every occurrence of a key replaced by its value of the same sort, simplified. Replacement is
    /// simultaneous: values are not searched for keys.
    pub fn substitute(&mut self, roots: &[Term], map: &FxHashMap<Term, Term>) -> Vec<Term> {
        let mut made: FxHashMap<Term, Term> = FxHashMap::default();
        let all = self.cone(roots);
        for t in all {
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

/// Cache of the terms of one store imported into a builder. It stays valid while both grow, so that no term is made
/// twice.
#[derive(Default)]
pub struct Import {
    /// Imported terms, indexed like the store.
    made: Vec<Option<Term>>,
    terms: usize,
    vars: Vec<(Term, Term)>,
}

impl Import {
    /// Imports the roots into `b`, simplified; variables keep their names. All calls must use the same store and the
    /// same builder.
    pub fn terms(&mut self, b: &mut Builder, from: &TermStore, roots: &[Term]) -> Vec<Term> {
        if self.made.len() < from.len() {
            self.made.resize(from.len(), None);
        }
        let mut cone: Vec<Term> = Vec::new();
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut stack = roots.to_vec();
        while let Some(t) = stack.pop() {
            if self.made[t.index()].is_none() && seen.insert(t) {
                cone.push(t);
                stack.extend(from.args(t));
            }
        }
        // Operands come before their terms.
        cone.sort_unstable();
        self.terms += cone.len();
        for t in cone {
            let made = self.term(b, from, t);
            self.made[t.index()] = Some(made);
        }
        roots.iter().map(|r| self.made[r.index()].expect("made")).collect()
    }

    /// Makes a term whose operands are made.
    fn term(&mut self, b: &mut Builder, from: &TermStore, t: Term) -> Term {
        let sort = from.sort(t);
        match from.op(t) {
            Op::False | Op::True => b.bool(from.op(t) == Op::True),
            Op::Const => b.constant(&from.as_bits(t).expect("constant")),
            Op::Var => {
                let var = b.marked_var(from.name(t), sort, from.mark(t));
                self.vars.push((t, var));
                var
            }
            Op::HeapEmpty => match sort {
                Sort::Heap(w) => b.heap_empty(w),
                other => unreachable!("heap_empty of sort {other}"),
            },
            op => {
                let args: SmallVec<[Term; 5]> =
                    from.args(t).iter().map(|a| self.made[a.index()].expect("made before")).collect();
                let range = if op == Op::Extract { from.extract_range(t) } else { (0, 0) };
                b.remake(op, sort, range, &args)
            }
        }
    }

    /// Number of imported terms.
    pub fn count(&self) -> usize {
        self.terms
    }

    /// Variables imported so far, each with its counterpart.
    pub fn vars(&self) -> &[(Term, Term)] {
        &self.vars
    }
}
