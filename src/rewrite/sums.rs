//! Equations between sums: what both sides have in common cancels, whatever its order.

use rustc_hash::FxHashMap;

use super::Builder;
use crate::ilr::{Op, Term};

/// Most summands of the two sides together that are looked at.
const LIMIT: usize = 4096;

/// A sum of distinct terms with nonzero coefficients, and a constant; all modulo 2^width.
struct Sum {
    terms: Vec<(Term, u64)>,
    constant: u64,
    /// Summands before anything cancelled.
    size: usize,
}

impl Builder {
    /// eq-sums: x1 + ... + xm = y1 + ... + yn -> the same without what both sides have, when at least half of the
    /// summands cancel. Widths up to 64.
    pub(super) fn eq_sums(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let sums = |s: &Builder, t| matches!(s.op(t), Op::Add);
        if width > 64 || !(sums(self, a) && sums(self, b)) {
            return None;
        }
        let difference = self.difference(a, b, width)?;
        if 2 * difference.terms.len() > difference.size {
            return None;
        }
        let mask = u64::MAX >> (64 - width);
        let negative = |c: u64| c >> (width - 1) & 1 == 1;
        let (mut left, mut right) = (self.bv(width, difference.constant), self.bv(width, 0));
        for (t, c) in difference.terms {
            let side = if negative(c) { &mut right } else { &mut left };
            let size = if negative(c) { c.wrapping_neg() & mask } else { c };
            let factor = self.bv(width, size);
            let product = self.mul(t, factor);
            *side = self.add(*side, product);
        }
        Some(self.eq(left, right))
    }

    /// `a - b` as a sum.
    fn difference(&self, a: Term, b: Term, width: u32) -> Option<Sum> {
        let mask = u64::MAX >> (64 - width);
        let mut terms: FxHashMap<Term, u64> = FxHashMap::default();
        let (mut constant, mut size) = (0u64, 0);
        let mut stack = vec![(a, 1u64), (b, mask)];
        while let Some((t, c)) = stack.pop() {
            if let Some(k) = self.as_u64(t) {
                constant = constant.wrapping_add(k.wrapping_mul(c)) & mask;
                continue;
            }
            let args = self.args(t);
            let scaled = |k: Option<u64>| k.map(|k| c.wrapping_mul(k) & mask);
            match self.op(t) {
                Op::Add => stack.extend([(args[0], c), (args[1], c)]),
                Op::Sub => stack.extend([(args[0], c), (args[1], c.wrapping_neg() & mask)]),
                Op::Neg => stack.push((args[0], c.wrapping_neg() & mask)),
                Op::Mul if self.as_u64(args[1]).is_some() => {
                    stack.push((args[0], scaled(self.as_u64(args[1]))?));
                }
                Op::Shl if self.as_u64(args[1]).is_some_and(|n| n < u64::from(width)) => {
                    stack.push((args[0], scaled(self.as_u64(args[1]).map(|n| 1 << n))?));
                }
                _ => {
                    size += 1;
                    let sum = terms.entry(t).or_insert(0);
                    *sum = sum.wrapping_add(c) & mask;
                }
            }
            if size + stack.len() > LIMIT {
                return None;
            }
        }
        let mut terms: Vec<(Term, u64)> = terms.into_iter().filter(|&(_, c)| c != 0).collect();
        terms.sort();
        Some(Sum { terms, constant, size })
    }
}
