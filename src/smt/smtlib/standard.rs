//! Formulas with the operators that people use. The builder's normal forms lack `or`, equality of truth values and
//! `<=`. Written unchanged, formulas would become larger than they were when read.
//!
//! This changes the notation and simplifies nothing: each negation that has such an operator takes it. A shared term is
//! not written in two ways.

use crate::ilr::visit::cone;
use crate::ilr::{Op, Sort, Term, TermStore};

/// Copies the terms to a store of their own, with `Or`, `Eq` of truth values, `Ule` and `Sle`.
pub fn standard(from: &TermStore, roots: &[Term]) -> (TermStore, Vec<Term>) {
    let mut uses = vec![0u32; from.len()];
    roots.iter().for_each(|t| uses[t.index()] += 1);
    let cone = cone(from, roots);
    for &t in &cone {
        from.args(t).iter().for_each(|a| uses[a.index()] += 1);
    }
    let mut free = vec![false; from.len()];
    for t in cone {
        let once = uses[t.index()] == 1;
        free[t.index()] = match from.op(t) {
            Op::Not => true,
            Op::Xor | Op::Ult | Op::Slt => once,
            Op::And => once && from.args(t).iter().any(|a| free[a.index()]),
            _ => false,
        };
    }
    let mut notation = Notation { from, free, to: TermStore::default(), made: vec![[None; 2]; from.len()] };
    let roots = roots.iter().map(|&t| notation.write(Literal::of(from, t, false))).collect();
    (notation.to, roots)
}

/// A term other than a negation, or the negation of one.
#[derive(Clone, Copy)]
struct Literal {
    term: Term,
    negated: bool,
}

impl Literal {
    fn of(store: &TermStore, mut term: Term, mut negated: bool) -> Literal {
        while store.op(term) == Op::Not {
            term = store.arg(term, 0);
            negated = !negated;
        }
        Literal { term, negated }
    }
}

struct Notation<'a> {
    from: &'a TermStore,
    /// Whether the negation of a term is no larger than the term and the term itself is not needed.
    free: Vec<bool>,
    to: TermStore,
    /// The result for each term and for its negation.
    made: Vec<[Option<Term>; 2]>,
}

impl Notation<'_> {
    fn known(&self, l: Literal) -> Option<Term> {
        self.made[l.term.index()][usize::from(l.negated)]
    }

    fn write(&mut self, root: Literal) -> Term {
        let mut stack = vec![root];
        while let Some(&l) = stack.last() {
            if self.known(l).is_none() {
                let (op, parts) = self.parts(l);
                let open = stack.len();
                stack.extend(parts.iter().filter(|&&p| self.known(p).is_none()));
                if stack.len() > open {
                    continue;
                }
                let args: Vec<Term> = parts.iter().map(|&p| self.known(p).expect("made before")).collect();
                let made = self.make(l.term, op, &args);
                self.made[l.term.index()][usize::from(l.negated)] = Some(made);
            }
            stack.pop();
        }
        self.known(root).expect("just made")
    }

    /// The operator for a literal and its operands.
    fn parts(&self, l: Literal) -> (Op, Vec<Literal>) {
        let op = self.from.op(l.term);
        let args = self.from.args(l.term);
        let all = |negated| args.iter().map(|&a| Literal::of(self.from, a, negated)).collect::<Vec<_>>();
        if !l.negated {
            return (op, all(false));
        }
        match op {
            Op::False => (Op::True, Vec::new()),
            Op::True => (Op::False, Vec::new()),
            Op::Xor => (Op::Eq, all(false)),
            Op::Ult | Op::Slt => {
                let mut parts = all(false);
                parts.reverse();
                (if op == Op::Ult { Op::Ule } else { Op::Sle }, parts)
            }
            Op::And if self.free[l.term.index()] => (Op::Or, all(true)),
            _ => (Op::Not, vec![Literal { negated: false, ..l }]),
        }
    }

    /// An application with the indices and the sort of a source term, if the operator has any.
    fn make(&mut self, source: Term, op: Op, args: &[Term]) -> Term {
        let (from, to) = (self.from, &mut self.to);
        match (op, from.sort(source)) {
            (Op::False | Op::True, _) => to.bool(op == Op::True),
            (Op::Const, _) => to.constant(&from.as_bits(source).expect("a constant")),
            (Op::Var, sort) => to.var(from.name(source), sort),
            (Op::Zext, Sort::Bv(width)) => to.mk_zext(args[0], width),
            (Op::Sext, Sort::Bv(width)) => to.mk_sext(args[0], width),
            (Op::Extract, _) => {
                let (hi, lo) = from.extract_range(source);
                to.mk_extract(args[0], hi, lo)
            }
            (Op::ConstArray, Sort::Array { index, .. }) => to.mk_const_array(index, args[0]),
            _ => to.mk(op, args),
        }
    }
}
