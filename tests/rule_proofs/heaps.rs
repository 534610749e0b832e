//! Uninterpreted heaps over a tiny address width, written out: whether each pair of address and size is an object.

use std::collections::HashMap;

use bmc::internals::base::Bits;
use bmc::internals::ilr::{HeapValue, Op, Sort, Term, TermStore};

/// An object that may be in a heap, and the truth value that says so.
type Member = (Bits, Bits, Term);

/// Writes out the heaps of terms.
#[derive(Default)]
pub struct Heaps {
    heaps: HashMap<Term, Vec<Member>>,
    terms: HashMap<Term, Term>,
}

impl Heaps {
    /// The heap that a heap variable is, given the truth values of its members.
    pub fn value(&self, var: Term, truth: impl Fn(Term) -> bool) -> HeapValue {
        let mut heap = HeapValue::default();
        for (address, size, member) in self.heaps.get(&var).into_iter().flatten() {
            if truth(*member) {
                heap.malloc(address.clone(), size.clone());
            }
        }
        heap
    }

    /// The truth values that stand for a heap variable.
    pub fn members(&self, var: Term) -> impl Iterator<Item = Term> {
        self.heaps.get(&var).into_iter().flatten().map(|m| m.2)
    }

    /// The same term without heaps.
    pub fn expand(&mut self, store: &mut TermStore, t: Term) -> Term {
        if let Some(&known) = self.terms.get(&t) {
            return known;
        }
        let args = store.args(t);
        let over_heaps = args.iter().any(|&a| matches!(store.sort(a), Sort::Heap(_)));
        let result = match store.op(t) {
            Op::Eq if over_heaps => {
                let (x, y) = (self.heap(store, args[0]), self.heap(store, args[1]));
                let mut all = store.bool(true);
                for (a, b) in x.iter().zip(&y) {
                    let same = store.mk(Op::Eq, &[a.2, b.2]);
                    all = store.mk(Op::And, &[all, same]);
                }
                all
            }
            op @ (Op::ValidAccess | Op::ValidFree | Op::Allocatable) => {
                let heap = self.heap(store, args[0]);
                let rest: Vec<Term> = args[1..].iter().map(|&a| self.expand(store, a)).collect();
                predicate(store, op, &heap, &rest)
            }
            op => {
                let new: Vec<Term> = args.iter().map(|&a| self.expand(store, a)).collect();
                if new[..] == args[..] { t } else { again(store, op, t, &new) }
            }
        };
        self.terms.insert(t, result);
        result
    }

    fn heap(&mut self, store: &mut TermStore, t: Term) -> Vec<Member> {
        if let Some(known) = self.heaps.get(&t) {
            return known.clone();
        }
        let Sort::Heap(width) = store.sort(t) else { unreachable!("a heap") };
        let args = store.args(t);
        let members = match store.op(t) {
            Op::Ite => {
                let condition = self.expand(store, args[0]);
                let (x, y) = (self.heap(store, args[1]), self.heap(store, args[2]));
                let merged = x.into_iter().zip(y);
                merged.map(|(a, b)| (a.0, a.1, store.mk(Op::Ite, &[condition, a.2, b.2]))).collect()
            }
            op @ (Op::HeapMalloc | Op::HeapFree) => {
                let below = self.heap(store, args[0]);
                let rest: Vec<Term> = args[1..].iter().map(|&a| self.expand(store, a)).collect();
                let changed = below.into_iter().map(|(address, size, member)| {
                    let mut hit = equals(store, rest[0], &address);
                    let member = if op == Op::HeapMalloc {
                        let same_size = equals(store, rest[1], &size);
                        hit = store.mk(Op::And, &[hit, same_size]);
                        store.mk(Op::Or, &[member, hit])
                    } else {
                        let kept = store.mk(Op::Not, &[hit]);
                        store.mk(Op::And, &[member, kept])
                    };
                    (address, size, member)
                });
                changed.collect()
            }
            op => {
                let mut members = Vec::new();
                for address in 0..1 << width {
                    for size in 0..1 << width {
                        let member = match op {
                            Op::HeapEmpty => store.bool(false),
                            _ => store.var(&format!("{}.{address}.{size}", store.name(t)), Sort::Bool),
                        };
                        members.push((Bits::new(width, address), Bits::new(width, size), member));
                    }
                }
                members
            }
        };
        self.heaps.insert(t, members.clone());
        members
    }
}

fn equals(store: &mut TermStore, t: Term, value: &Bits) -> Term {
    let value = store.constant(value);
    store.mk(Op::Eq, &[t, value])
}

/// p + s <= q without wrapping.
fn before(store: &mut TermStore, p: Term, s: Term, q: Term) -> Term {
    let order = store.mk(Op::Ule, &[p, q]);
    let gap = store.mk(Op::Sub, &[q, p]);
    let fits = store.mk(Op::Ule, &[s, gap]);
    store.mk(Op::And, &[order, fits])
}

fn predicate(store: &mut TermStore, op: Op, heap: &[Member], args: &[Term]) -> Term {
    let mut any = store.bool(false);
    for (address, size, member) in heap {
        let hit = match op {
            Op::ValidFree => equals(store, args[0], address),
            _ => {
                let (p, s) = (store.constant(address), store.constant(size));
                let (q, t) = (args[0], args[1]);
                if op == Op::ValidAccess {
                    let starts = store.mk(Op::Ule, &[p, q]);
                    let small = store.mk(Op::Ule, &[t, s]);
                    let (offset, room) = (store.mk(Op::Sub, &[q, p]), store.mk(Op::Sub, &[s, t]));
                    let ends = store.mk(Op::Ule, &[offset, room]);
                    let within = store.mk(Op::And, &[starts, small]);
                    store.mk(Op::And, &[within, ends])
                } else {
                    let (first, second) = (before(store, p, s, q), before(store, q, t, p));
                    let apart = store.mk(Op::Or, &[first, second]);
                    store.mk(Op::Not, &[apart])
                }
            }
        };
        let here = store.mk(Op::And, &[*member, hit]);
        any = store.mk(Op::Or, &[any, here]);
    }
    if op != Op::Allocatable {
        return any;
    }
    let null = equals(store, args[0], &Bits::zero(store.width(args[0])));
    let bad = store.mk(Op::Or, &[null, any]);
    store.mk(Op::Not, &[bad])
}

/// An application with other operands.
pub fn again(store: &mut TermStore, op: Op, t: Term, args: &[Term]) -> Term {
    match op {
        Op::Zext => store.mk_zext(args[0], store.width(t)),
        Op::Sext => store.mk_sext(args[0], store.width(t)),
        Op::Extract => {
            let (high, low) = store.extract_range(t);
            store.mk_extract(args[0], high, low)
        }
        Op::LoadLe | Op::LoadBe => store.mk_load(op, args[0], args[1], store.width(t)),
        Op::ConstArray => match store.sort(t) {
            Sort::Array { index, .. } => store.mk_const_array(index, args[0]),
            other => unreachable!("a constant array of sort {other}"),
        },
        _ => store.mk(op, args),
    }
}
