//! Equality and order of bit-vectors.

use super::Builder;
use crate::base::{Bits, word};
use crate::ilr::{Op, Sort, Term};

impl Builder {
    /// Equality of two terms of one sort.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        // eq-same: x = x -> true
        if a == b {
            return self.tt();
        }
        match self.sort(a) {
            Sort::Bool => {
                // eq-bool: a = b -> !(a ^ b)
                let x = self.xor(a, b);
                self.not(x)
            }
            Sort::Bv(w) => self.eq_bv(a, b, w),
            Sort::Array { .. } | Sort::Heap(_) => {
                let (a, b) = (a.min(b), a.max(b));
                self.store.mk(Op::Eq, &[a, b])
            }
        }
    }

    /// Disequality.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let e = self.eq(a, b);
        self.not(e)
    }

    fn eq_bv(&mut self, a: Term, b: Term, w: u32) -> Term {
        let (a, b) = self.ordered(a, b);
        if self.is(b, Op::Const) {
            // eq-const: two different constants -> false (equal ones are one term)
            if self.is(a, Op::Const) {
                return self.ff();
            }
            // eq-bit: x = 0 -> !(x = 1) for one bit
            if w == 1 && self.is_zero(b) {
                let one = self.bv(1, 1);
                let e = self.eq_bv(a, one, w);
                return self.not(e);
            }
            if let Some(t) = self.linear(|s| s.eq_const(a, b)).flatten() {
                return t;
            }
        } else if let Some(t) = self.linear(|s| s.eq_pair(a, b)).flatten() {
            return t;
        }
        self.store.mk(Op::Eq, &[a, b])
    }

    /// `a = k` for a constant `k`.
    fn eq_const(&mut self, a: Term, k: Term) -> Option<Term> {
        match self.op(a) {
            Op::Ite => {
                let (c, x, y) = (self.arg(a, 0), self.arg(a, 1), self.arg(a, 2));
                // eq-ite-const: ite(c, x, y) = k -> ite(c, x = k, y = k) when x or y is constant
                if self.is(x, Op::Const) || self.is(y, Op::Const) {
                    let (ex, ey) = (self.eq(x, k), self.eq(y, k));
                    return Some(self.ite(c, ex, ey));
                }
                None
            }
            Op::Add => {
                // eq-add-const: x + k1 = k2 -> x = k2 - k1
                let (x, k1) = self.match_const(a, Op::Add)?;
                let d = self.sub(k, k1);
                Some(self.eq(x, d))
            }
            Op::Neg => {
                // eq-neg-const: -x = k -> x = -k
                let (x, n) = (self.arg(a, 0), self.neg(k));
                Some(self.eq(x, n))
            }
            Op::BvNot => {
                // eq-bvnot-const: ~x = k -> x = ~k
                let (x, n) = (self.arg(a, 0), self.bvnot(k));
                Some(self.eq(x, n))
            }
            Op::BvXor => {
                if let Some((x, k1)) = self.match_const(a, Op::BvXor) {
                    // eq-bvxor-const: x ^ k1 = k2 -> x = k1 ^ k2
                    let n = self.bvxor(k, k1);
                    return Some(self.eq(x, n));
                }
                // eq-bvxor-zero: x ^ y = 0 -> x = y
                let (x, y) = self.match2(a, Op::BvXor)?;
                self.is_zero(k).then(|| self.eq(x, y))
            }
            Op::Sub => {
                // eq-sub-zero: x - y = 0 -> x = y
                let (x, y) = self.match2(a, Op::Sub)?;
                if self.is_zero(k) {
                    return Some(self.eq(x, y));
                }
                // eq-sub-const: k1 - y = k2 -> y = k1 - k2
                if self.is(x, Op::Const) {
                    let d = self.sub(x, k);
                    return Some(self.eq(y, d));
                }
                None
            }
            Op::Zext | Op::Sext => {
                // eq-ext-const: ext(x) = k -> x = trunc(k) when ext(trunc(k)) = k, else false
                let x = self.arg(a, 0);
                let (n, w) = (self.width(x), self.width(a));
                let low = self.trunc(k, n);
                let back = if self.is(a, Op::Zext) { self.zext(low, w) } else { self.sext(low, w) };
                Some(if back == k { self.eq(x, low) } else { self.ff() })
            }
            Op::Concat => {
                // eq-concat-const: concat(x, y) = k -> x = hi(k) & y = lo(k) when x or y is constant
                let (x, y) = self.match2(a, Op::Concat)?;
                if !self.is(x, Op::Const) && !self.is(y, Op::Const) {
                    return None;
                }
                let (n, w) = (self.width(y), self.width(a));
                let (hi, lo) = (self.extract(k, w - 1, n), self.extract(k, n - 1, 0));
                let (e, f) = (self.eq(x, hi), self.eq(y, lo));
                Some(self.and(e, f))
            }
            _ => None,
        }
    }

    /// `a = b`, neither constant.
    fn eq_pair(&mut self, a: Term, b: Term) -> Option<Term> {
        match (self.op(a), self.op(b)) {
            // eq-ext: zext(x) = zext(y) -> x = y, sext alike, for x and y of one width
            (Op::Zext, Op::Zext) | (Op::Sext, Op::Sext) => {
                let (x, y) = (self.arg(a, 0), self.arg(b, 0));
                (self.width(x) == self.width(y)).then(|| self.eq(x, y))
            }
            // eq-unary: -x = -y -> x = y, ~x = ~y -> x = y
            (Op::Neg, Op::Neg) | (Op::BvNot, Op::BvNot) => {
                let (x, y) = (self.arg(a, 0), self.arg(b, 0));
                Some(self.eq(x, y))
            }
            // eq-ite-same: ite(c, x, y) = ite(c, u, v) -> ite(c, x = u, y = v) when an arm agrees
            (Op::Ite, Op::Ite) => {
                let (c, x, y) = self.match3(a, Op::Ite)?;
                let (d, u, v) = self.match3(b, Op::Ite)?;
                if c != d || (x != u && y != v) {
                    return None;
                }
                let (e, f) = (self.eq(x, u), self.eq(y, v));
                Some(self.ite(c, e, f))
            }
            _ => None,
        }
    }

    /// Unsigned less than.
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2_bool(a, b, |_, x, y| x < y, Bits::ult) {
            return t;
        }
        // ult-same: x < x -> false; ult-zero: x < 0 -> false; ult-max: ones < x -> false
        if a == b || self.is_zero(b) || self.is_ones(a) {
            return self.ff();
        }
        if self.is(b, Op::Const) {
            // ult-one: x < 1 -> x = 0
            if self.is_one(b) {
                let zero = self.bv(self.width(a), 0);
                return self.eq(a, zero);
            }
            // ult-ones: x < ones -> !(x = ones)
            if self.is_ones(b) {
                return self.ne(a, b);
            }
        }
        if self.is(a, Op::Const) {
            // ult-const-left: k < x -> !(x < k + 1)
            let one = self.bv(self.width(a), 1);
            let k1 = self.add(a, one);
            let t = self.ult(b, k1);
            return self.not(t);
        }
        if let Some(t) = self.map_const_ite2(a, b, Builder::ult) {
            return t;
        }
        self.store.mk(Op::Ult, &[a, b])
    }

    /// Unsigned less or equal.
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        // ule-ult: a <= b -> !(b < a)
        let t = self.ult(b, a);
        self.not(t)
    }

    /// Unsigned greater than.
    pub fn ugt(&mut self, a: Term, b: Term) -> Term {
        self.ult(b, a)
    }

    /// Unsigned greater or equal.
    pub fn uge(&mut self, a: Term, b: Term) -> Term {
        self.ule(b, a)
    }

    /// Signed less than.
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2_bool(a, b, word::slt, Bits::slt) {
            return t;
        }
        // slt-same: x < x -> false
        if a == b {
            return self.ff();
        }
        let w = self.width(a);
        if self.is(b, Op::Const) {
            let k = self.as_bits(b).expect("constant");
            // slt-min: x < min -> false
            if k == Bits::signed_min(w) {
                return self.ff();
            }
            // slt-max: x < max -> !(x = max)
            if k == Bits::signed_max(w) {
                return self.ne(a, b);
            }
        }
        if self.is(a, Op::Const) {
            let k = self.as_bits(a).expect("constant");
            // slt-max-left: max < x -> false
            if k == Bits::signed_max(w) {
                return self.ff();
            }
            // slt-const-left: k < x -> !(x < k + 1)
            let k1 = self.constant(&k.add(&Bits::one(w)));
            let t = self.slt(b, k1);
            return self.not(t);
        }
        if let Some(t) = self.map_const_ite2(a, b, Builder::slt) {
            return t;
        }
        self.store.mk(Op::Slt, &[a, b])
    }

    /// Signed less or equal.
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        // sle-slt: a <= b -> !(b < a)
        let t = self.slt(b, a);
        self.not(t)
    }

    /// Signed greater than.
    pub fn sgt(&mut self, a: Term, b: Term) -> Term {
        self.slt(b, a)
    }

    /// Signed greater or equal.
    pub fn sge(&mut self, a: Term, b: Term) -> Term {
        self.sle(b, a)
    }
}
