//! Equations between sums: common summands cancel, in any order.

use rustc_hash::FxHashMap;

use super::Builder;
use crate::ilr::{Op, Term};

/// Maximum number of summands on both sides together.
const LIMIT: usize = 1 << 15;

/// A sum of distinct terms with nonzero coefficients, plus a constant, modulo 2^width.
struct Sum {
    terms: Vec<(Term, u64)>,
    constant: u64,
    /// Number of summands before cancellation.
    size: usize,
}

impl Builder {
    /// eq-sums: x1 + ... + xm = y1 + ... + yn -> the same without what both sides have, when at least half of the
    /// summands cancel. Widths up to 64.
    pub(super) fn eq_sums(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let sums = |s: &Builder, t| match s.op(t) {
            Op::Add => true,
            Op::Extract => s.extract_range(t).1 == 0 && s.op(s.arg(t, 0)) == Op::Add,
            _ => false,
        };
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

    /// sum-order: a sum of three or more -> the same with sorted summands, so that equal sums are one term. It applies
    /// only to dividends: everywhere else [`Builder::eq_sums`] sees the sum. `None` if the order is right.
    pub(super) fn ordered_sum(&mut self, t: Term) -> Option<Term> {
        let width = self.width(t);
        if width > 64 || self.op(t) != Op::Add || (0..2).all(|i| self.op(self.arg(t, i)) != Op::Add) {
            return None;
        }
        let zero = self.bv(width, 0);
        let sum = self.difference(t, zero, width)?;
        if sum.terms.len() < 3 {
            return None;
        }
        self.rules.note_visit(sum.terms.len());
        let mut result: Option<Term> = None;
        for (x, c) in sum.terms {
            let factor = self.bv(width, c);
            let product = self.mul(x, factor);
            // Made without rules, which would choose another order.
            result = Some(match result {
                None => product,
                Some(rest) => self.store.mk(Op::Add, &[rest, product]),
            });
        }
        let constant = self.bv(width, sum.constant);
        let ordered = match result {
            Some(sum) if !self.is_zero(constant) => self.store.mk(Op::Add, &[sum, constant]),
            Some(sum) => sum,
            None => constant,
        };
        (ordered != t).then_some(ordered)
    }

    /// `a - b` as a sum of terms of `width` bits. The low bits of wider sums are sums as well. The visit counts, see
    /// [`Builder::visited`].
    fn difference(&mut self, a: Term, b: Term, width: u32) -> Option<Sum> {
        let mask = u64::MAX >> (64 - width);
        let mut terms: FxHashMap<Term, u64> = FxHashMap::default();
        let (mut constant, mut size) = (0u64, 0);
        let mut stack = vec![(a, 1u64), (b, mask)];
        while let Some((t, c)) = stack.pop() {
            self.rules.note_visit(1);
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
                Op::Extract if self.extract_range(t).1 == 0 => stack.push((args[0], c)),
                // Low bits of an extension; saves a rule application for each of many summands.
                Op::Sext | Op::Zext if self.width(args[0]) >= width => stack.push((args[0], c)),
                _ => {
                    size += 1;
                    let t = if self.width(t) > width { self.extract(t, width - 1, 0) } else { t };
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
