//! Value sets: over-approximations of the constants that a term can evaluate to, derived from its structure.

use std::sync::Arc;

use smallvec::SmallVec;

use super::Builder;
use crate::base::word;
use crate::ilr::{Op, Term};

/// Maximum size of a set.
pub const VALUE_SET_LIMIT: usize = 64;

/// Maximum number of stores through which one `select` is followed.
const CHAIN_LIMIT: usize = 1024;

/// A set of values in increasing order; `None` if unknown or too large.
pub(super) type ValueSet = Option<Arc<[u64]>>;

impl Builder {
    /// A set, in increasing order, that contains every value of a term of at most 64 bits. `None` if no set is known or
    /// it has more than `limit` elements (at most [`VALUE_SET_LIMIT`]). The sets of terms ignore their correlations and
    /// path conditions, so some values may be impossible. Computed once per term, without recursion.
    pub fn value_set(&mut self, t: Term, limit: usize) -> Option<SmallVec<[u64; 8]>> {
        if self.store.width(t) > 64 {
            return None;
        }
        if let Some(k) = self.store.as_u64(t) {
            return (limit > 0).then(|| SmallVec::from_slice(&[k]));
        }
        let mut stack = vec![t];
        while let Some(&t) = stack.last() {
            if self.value_sets.contains_key(&t) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let inputs = self.value_set_inputs(t);
            if let Some(inputs) = &inputs {
                stack.extend(inputs.iter().filter(|a| !self.is_known(**a)));
            }
            if stack.len() == before {
                let set = inputs.and_then(|inputs| self.combine(t, &inputs));
                self.value_sets.insert(t, set);
                stack.pop();
            }
        }
        let set = self.value_sets[&t].as_ref()?;
        (set.len() <= limit).then(|| SmallVec::from_slice(set))
    }

    fn is_known(&self, t: Term) -> bool {
        self.is(t, Op::Const) || self.value_sets.contains_key(&t)
    }

    fn known(&self, t: Term) -> ValueSet {
        match self.store.as_u64(t) {
            Some(k) => Some(Arc::from([k])),
            None => self.value_sets[&t].clone(),
        }
    }

    /// The operands from which the value set of `t` is computed; `None` if `t` has no set.
    fn value_set_inputs(&self, t: Term) -> Option<SmallVec<[Term; 4]>> {
        let s = &self.store;
        let inputs: SmallVec<[Term; 4]> = match s.op(t) {
            Op::Ite => SmallVec::from_slice(&[s.arg(t, 1), s.arg(t, 2)]),
            Op::BvNot | Op::Neg | Op::Zext | Op::Sext | Op::Extract => SmallVec::from_slice(&[s.arg(t, 0)]),
            Op::BvAnd
            | Op::BvOr
            | Op::BvXor
            | Op::Add
            | Op::Sub
            | Op::Mul
            | Op::Udiv
            | Op::Urem
            | Op::Shl
            | Op::Lshr
            | Op::Ashr
            | Op::Concat => SmallVec::from_slice(&[s.arg(t, 0), s.arg(t, 1)]),
            Op::Select => return self.stored_values(s.arg(t, 0), s.arg(t, 1)),
            _ => return None,
        };
        inputs.iter().all(|&a| s.width(a) <= 64).then_some(inputs)
    }

    /// Values that a `select` may read through stores and conditionals down to constant arrays.
    fn stored_values(&self, array: Term, index: Term) -> Option<SmallVec<[Term; 4]>> {
        let s = &self.store;
        let mut values: SmallVec<[Term; 4]> = SmallVec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack: SmallVec<[Term; 8]> = SmallVec::from_slice(&[array]);
        while let Some(a) = stack.pop() {
            if !seen.insert(a) {
                continue;
            }
            if seen.len() > CHAIN_LIMIT {
                return None;
            }
            match s.op(a) {
                Op::Store => {
                    let distance = self.distance(index, s.arg(a, 1));
                    if distance.as_ref().is_none_or(|d| d.is_zero()) {
                        values.push(s.arg(a, 2));
                    }
                    if distance.is_none_or(|d| !d.is_zero()) {
                        stack.push(s.arg(a, 0));
                    }
                }
                Op::Fill => {
                    let args = s.args(a);
                    values.push(args[3]);
                    stack.push(args[0]);
                }
                Op::Ite => stack.extend([s.arg(a, 1), s.arg(a, 2)]),
                Op::ConstArray => values.push(s.arg(a, 0)),
                _ => return None,
            }
        }
        values.sort_unstable();
        values.dedup();
        Some(values)
    }

    fn combine(&self, t: Term, inputs: &[Term]) -> ValueSet {
        let s = &self.store;
        let w = s.width(t);
        if matches!(s.op(t), Op::Ite | Op::Select) {
            let mut all = Vec::new();
            for &a in inputs {
                all.extend_from_slice(&self.known(a)?);
                if all.len() > 4 * VALUE_SET_LIMIT {
                    finish(&mut all)?;
                }
            }
            return finish(&mut all).map(|_| Arc::from(all));
        }
        let a = self.known(inputs[0])?;
        let v = s.width(inputs[0]);
        let unary: Option<fn(u32, u64) -> u64> = match s.op(t) {
            Op::BvNot => Some(word::not),
            Op::Neg => Some(word::neg),
            Op::Zext => Some(|_, x| x),
            _ => None,
        };
        let mut all: Vec<u64> = match (unary, s.op(t)) {
            (Some(f), _) => a.iter().map(|&x| f(w, x)).collect(),
            (None, Op::Sext) => a.iter().map(|&x| word::sext(v, x, w)).collect(),
            (None, Op::Extract) => {
                let (hi, lo) = s.extract_range(t);
                a.iter().map(|&x| word::extract(x, hi, lo)).collect()
            }
            (None, op) => {
                let b = self.known(inputs[1])?;
                if a.len() * b.len() > 4 * VALUE_SET_LIMIT {
                    return None;
                }
                let low = s.width(inputs[1]);
                let f: &dyn Fn(u64, u64) -> u64 = match op {
                    Op::BvAnd => &|x, y| x & y,
                    Op::BvOr => &|x, y| x | y,
                    Op::BvXor => &|x, y| x ^ y,
                    Op::Add => &|x, y| word::add(w, x, y),
                    Op::Sub => &|x, y| word::sub(w, x, y),
                    Op::Mul => &|x, y| word::mul(w, x, y),
                    Op::Udiv => &|x, y| word::udiv(w, x, y),
                    Op::Urem => &|x, y| word::urem(w, x, y),
                    Op::Shl => &|x, y| word::shl(w, x, y),
                    Op::Lshr => &|x, y| word::lshr(w, x, y),
                    Op::Ashr => &|x, y| word::ashr(w, x, y),
                    Op::Concat => &|x, y| x << low | y,
                    op => unreachable!("{op:?} has no candidate inputs"),
                };
                a.iter().flat_map(|&x| b.iter().map(move |&y| f(x, y))).collect()
            }
        };
        finish(&mut all).map(|_| Arc::from(all))
    }
}

/// Sorts and removes duplicates; `None` if too many values remain.
fn finish(all: &mut Vec<u64>) -> Option<()> {
    all.sort_unstable();
    all.dedup();
    (all.len() <= VALUE_SET_LIMIT).then_some(())
}
