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
        // eq-impossible: x = k -> false when the bits or the range of x exclude k
        if let Some(k) = self.as_u64(k) {
            let f = self.quick_facts(a, 3);
            if !f.admits(k) {
                return Some(self.ff());
            }
            // eq-certain: x = k -> true when the bits or the range of x leave nothing else
            if f.min == f.max {
                return Some(self.tt());
            }
        }
        match self.op(a) {
            Op::Mul => {
                // eq-mul-const: x * k1 = k2 -> x = k2 / k1 modulo 2^w, for odd k1
                let (x, k1) = self.match_const(a, Op::Mul)?;
                let k1 = self.as_bits(k1)?;
                if !k1.bit(0) {
                    return None;
                }
                let inverse = self.constant(&inverse(&k1));
                let k = self.mul(k, inverse);
                Some(self.eq(x, k))
            }
            Op::Shl => {
                // eq-shl-const: x << n = k -> extract(x, w-n-1, 0) = k >> n, false when k has low bits
                let (x, n) = self.match_const(a, Op::Shl)?;
                let w = self.width(a);
                let n = self.as_u64(n).filter(|&n| n > 0 && n < u64::from(w))? as u32;
                if self.as_bits(k)?.trailing_zeros() < n {
                    return Some(self.ff());
                }
                let (x, k) = (self.extract(x, w - n - 1, 0), self.extract(k, w - 1, n));
                Some(self.eq(x, k))
            }
            Op::BvAnd | Op::BvOr => {
                // eq-bvand-const: x & k1 = k2 -> false when k2 has bits outside k1
                // eq-bvor-const: x | k1 = k2 -> false when k2 lacks bits of k1
                let (_, k1) = self.match_const(a, self.op(a))?;
                let (k1, k2) = (self.as_bits(k1)?, self.as_bits(k)?);
                let outside = if self.is(a, Op::BvAnd) { k2.and(&k1.not()) } else { k1.and(&k2.not()) };
                (!outside.is_zero()).then(|| self.ff())
            }
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
        // eq-distance: x + j = x + k -> false for j != k
        if self.distance(a, b).is_some_and(|d| !d.is_zero()) {
            return Some(self.ff());
        }
        // eq-regions: x = y -> false for addresses in different regions
        if self.regions_apart(a, 1, b, 1) {
            return Some(self.ff());
        }
        if let Some(t) = self.eq_sums(a, b) {
            return Some(t);
        }
        // eq-bvnot-self: x = ~x -> false
        if self.match1(a, Op::BvNot) == Some(b) || self.match1(b, Op::BvNot) == Some(a) {
            return Some(self.ff());
        }
        // eq-apart: x = y -> false when bits or ranges exclude it
        if self.width(a) <= 64 {
            let (f, g) = (self.quick_facts(a, 2), self.quick_facts(b, 2));
            if f.zeros & g.ones | f.ones & g.zeros != 0 || f.max < g.min || g.max < f.min {
                return Some(self.ff());
            }
        }
        if let Some(t) = self.eq_member(a, b).or_else(|| self.eq_member(b, a)) {
            return Some(t);
        }
        match (self.op(a), self.op(b)) {
            // eq-ext: zext(x) = zext(y) -> zext(x) = y for a y that is not narrower; sext alike
            (Op::Zext, Op::Zext) | (Op::Sext, Op::Sext) => {
                let (mut x, mut y) = (self.arg(a, 0), self.arg(b, 0));
                let w = self.width(x).max(self.width(y));
                for t in [&mut x, &mut y] {
                    *t = if self.is(a, Op::Zext) { self.zext(*t, w) } else { self.sext(*t, w) };
                }
                Some(self.eq(x, y))
            }
            // eq-add-add: x + y = x + z -> y = z; x + j = y + k -> x + (j - k) = y
            (Op::Add, Op::Add) => {
                let ((x, y), (z, v)) = (self.match2(a, Op::Add)?, self.match2(b, Op::Add)?);
                if self.is(y, Op::Const) && self.is(v, Op::Const) {
                    let d = self.sub(y, v);
                    let t = self.add(x, d);
                    return Some(self.eq(t, z));
                }
                let (p, q) = other_operands(x, y, z, v)?;
                Some(self.eq(p, q))
            }
            // eq-xor-xor: x ^ y = x ^ z -> y = z
            (Op::BvXor, Op::BvXor) => {
                let ((x, y), (z, v)) = (self.match2(a, Op::BvXor)?, self.match2(b, Op::BvXor)?);
                let (p, q) = other_operands(x, y, z, v)?;
                Some(self.eq(p, q))
            }
            // eq-sub-sub: x - y = x - z -> y = z; x - y = z - y -> x = z
            (Op::Sub, Op::Sub) => {
                let ((x, y), (z, v)) = (self.match2(a, Op::Sub)?, self.match2(b, Op::Sub)?);
                match () {
                    () if x == z => Some(self.eq(y, v)),
                    () if y == v => Some(self.eq(x, z)),
                    () => None,
                }
            }
            // eq-concat: concat(x, y) = concat(u, v) -> x = u & y = v for the same widths
            (Op::Concat, Op::Concat) => {
                let ((x, y), (u, v)) = (self.match2(a, Op::Concat)?, self.match2(b, Op::Concat)?);
                if self.width(y) != self.width(v) {
                    return None;
                }
                let (e, f) = (self.eq(x, u), self.eq(y, v));
                Some(self.and(e, f))
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

    /// `a = b` where `b` is an operand of `a`.
    fn eq_member(&mut self, a: Term, b: Term) -> Option<Term> {
        match self.op(a) {
            // eq-add-self: x + y = x -> y = 0; eq-xor-self alike
            Op::Add | Op::BvXor => {
                let (x, y) = (self.arg(a, 0), self.arg(a, 1));
                let other = match b {
                    _ if b == x => y,
                    _ if b == y => x,
                    _ => return None,
                };
                let zero = self.bv(self.width(a), 0);
                Some(self.eq(other, zero))
            }
            // eq-sub-self: x - y = x -> y = 0
            Op::Sub if self.arg(a, 0) == b => {
                let (y, zero) = (self.arg(a, 1), self.bv(self.width(a), 0));
                Some(self.eq(y, zero))
            }
            // eq-ite-self: ite(c, x, y) = x -> c | y = x; ite(c, x, y) = y -> !c | x = y
            Op::Ite => {
                let (c, x, y) = (self.arg(a, 0), self.arg(a, 1), self.arg(a, 2));
                let (c, other) = match b {
                    _ if b == x => (c, y),
                    _ if b == y => (self.not(c), x),
                    _ => return None,
                };
                let e = self.eq(other, b);
                Some(self.or(c, e))
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
        match self.linear(|s| s.ult_rules(a, b)).flatten() {
            Some(t) => t,
            None => self.store.mk(Op::Ult, &[a, b]),
        }
    }

    fn ult_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let w = self.width(a);
        if w == 1 {
            // ult-bit: x < y -> !(x = 1) & y = 1 for one bit
            let (x, y) = (self.bv_to_bool(a), self.bv_to_bool(b));
            let nx = self.not(x);
            return Some(self.and(nx, y));
        }
        if w <= 64 {
            // ult-range: x < y -> true or false when the ranges decide
            let (f, g) = (self.quick_facts(a, 3), self.quick_facts(b, 3));
            if f.max < g.min {
                return Some(self.tt());
            }
            if f.min >= g.max {
                return Some(self.ff());
            }
        }
        if self.is(b, Op::Const) {
            return match self.op(a) {
                // ult-zext-const: zext(x) < k -> x < trunc(k), true when k exceeds all of x
                Op::Zext => {
                    let x = self.arg(a, 0);
                    let n = self.width(x);
                    if self.as_bits(b)?.leading_zeros() < w - n {
                        return Some(self.tt());
                    }
                    let k = self.trunc(b, n);
                    Some(self.ult(x, k))
                }
                // ult-concat-const: concat(j, x) < k -> x < lo(k), true or false when j decides
                Op::Concat if self.is(self.arg(a, 0), Op::Const) => {
                    let (j, x) = (self.arg(a, 0), self.arg(a, 1));
                    let n = self.width(x);
                    let (hi, lo) = (self.extract(b, w - 1, n), self.extract(b, n - 1, 0));
                    if j == hi {
                        return Some(self.ult(x, lo));
                    }
                    Some(self.ult(j, hi))
                }
                Op::Ite => self.cmp_ite_const(a, b, Builder::ult),
                _ => None,
            };
        }
        match (self.op(a), self.op(b)) {
            // ult-ext: zext(x) < zext(y) -> zext(x) < y for a y that is not narrower; sext alike
            (Op::Zext, Op::Zext) | (Op::Sext, Op::Sext) => {
                let (x, y) = self.same_width(a, b);
                return Some(self.ult(x, y));
            }
            // ult-bvnot: ~x < ~y -> y < x
            (Op::BvNot, Op::BvNot) => {
                let (x, y) = (self.arg(a, 0), self.arg(b, 0));
                return Some(self.ult(y, x));
            }
            // ult-concat: concat(h, x) < concat(h, y) -> x < y; concat(x, l) < concat(y, l) -> x < y
            (Op::Concat, Op::Concat) => {
                let ((g, x), (h, y)) = (self.match2(a, Op::Concat)?, self.match2(b, Op::Concat)?);
                if g == h {
                    return Some(self.ult(x, y));
                }
                if x == y {
                    return Some(self.ult(g, h));
                }
            }
            _ => {}
        }
        // ult-wrap: x + k < x -> !(x < -k); x < x + k -> x < -k
        if let Some((x, k)) = self.match_const(a, Op::Add)
            && x == b
        {
            let nk = self.neg(k);
            return Some(self.ule(nk, x));
        }
        if let Some((x, k)) = self.match_const(b, Op::Add)
            && x == a
        {
            let nk = self.neg(k);
            return Some(self.ult(x, nk));
        }
        None
    }

    /// Two terms that are both zext or both sext without the extension that they share.
    fn same_width(&mut self, a: Term, b: Term) -> (Term, Term) {
        let (x, y) = (self.arg(a, 0), self.arg(b, 0));
        let w = self.width(x).max(self.width(y));
        match self.is(a, Op::Zext) {
            true => (self.zext(x, w), self.zext(y, w)),
            false => (self.sext(x, w), self.sext(y, w)),
        }
    }

    /// cmp-ite-const: ite(c, j, x) < k -> ite(c, j < k, x < k) when j or x is constant
    fn cmp_ite_const(&mut self, a: Term, k: Term, f: fn(&mut Builder, Term, Term) -> Term) -> Option<Term> {
        let (c, x, y) = self.match3(a, Op::Ite)?;
        if !self.is(x, Op::Const) && !self.is(y, Op::Const) {
            return None;
        }
        let (p, q) = (f(self, x, k), f(self, y, k));
        Some(self.ite(c, p, q))
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
        match self.linear(|s| s.slt_rules(a, b)).flatten() {
            Some(t) => t,
            None => self.store.mk(Op::Slt, &[a, b]),
        }
    }

    fn slt_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let w = self.width(a);
        if w == 1 {
            // slt-bit: x < y -> x = 1 & !(y = 1) for one bit
            let (x, y) = (self.bv_to_bool(a), self.bv_to_bool(b));
            let ny = self.not(y);
            return Some(self.and(x, ny));
        }
        // slt-nonnegative: x < y -> x <u y when both signs are zero
        if self.both_nonnegative(a, b) {
            return Some(self.ult(a, b));
        }
        if w <= 64 {
            let (f, g) = (self.quick_facts(a, 3), self.quick_facts(b, 3));
            let sign = 1u64 << (w - 1);
            // slt-sign: x < y -> true or false when the signs decide
            if f.ones & sign != 0 && g.zeros & sign != 0 {
                return Some(self.tt());
            }
            if f.zeros & sign != 0 && g.ones & sign != 0 {
                return Some(self.ff());
            }
            // slt-range: x < k -> true or false when k lies outside of what the bits of x hold
            let n = f.signed_bits;
            if let (Some(k), true) = (self.as_u64(b), n < w) {
                let (k, half) = (word::signed(w, k), 1i64 << (n - 1));
                if k >= half {
                    return Some(self.tt());
                }
                if k <= -half {
                    return Some(self.ff());
                }
            }
        }
        if self.is(b, Op::Const) {
            return match self.op(a) {
                // slt-sext-const: sext(x) < k -> x < trunc(k) when k fits, else by the sign of k
                Op::Sext => {
                    let x = self.arg(a, 0);
                    let n = self.width(x);
                    let k = self.trunc(b, n);
                    if self.sext(k, w) == b {
                        return Some(self.slt(x, k));
                    }
                    Some(self.bool(!self.as_bits(b)?.is_negative()))
                }
                // slt-concat-zero: concat(x, y) < 0 -> x < 0
                Op::Concat if self.is_zero(b) => {
                    let x = self.arg(a, 0);
                    let zero = self.bv(self.width(x), 0);
                    Some(self.slt(x, zero))
                }
                Op::Ite => self.cmp_ite_const(a, b, Builder::slt),
                _ => None,
            };
        }
        match (self.op(a), self.op(b)) {
            // slt-sext: sext(x) < sext(y) -> sext(x) < y for a y that is not narrower
            (Op::Sext, Op::Sext) => {
                let (x, y) = self.same_width(a, b);
                Some(self.slt(x, y))
            }
            // slt-zext: zext(x) < zext(y) -> zext(x) <u y for a y that is not narrower
            (Op::Zext, Op::Zext) => {
                let (x, y) = self.same_width(a, b);
                Some(self.ult(x, y))
            }
            // slt-bvnot: ~x < ~y -> y < x
            (Op::BvNot, Op::BvNot) => {
                let (x, y) = (self.arg(a, 0), self.arg(b, 0));
                Some(self.slt(y, x))
            }
            _ => None,
        }
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

/// What is left of `x + y = u + v` (or `^`) without an operand that both sides have.
fn other_operands(x: Term, y: Term, u: Term, v: Term) -> Option<(Term, Term)> {
    match () {
        () if x == u => Some((y, v)),
        () if x == v => Some((y, u)),
        () if y == u => Some((x, v)),
        () if y == v => Some((x, u)),
        () => None,
    }
}

/// The inverse of an odd number modulo 2^width, by Newton's iteration.
fn inverse(k: &Bits) -> Bits {
    let (w, two) = (k.width(), Bits::new(k.width(), 2));
    let mut x = k.clone();
    let mut right = 3;
    while right < w {
        x = x.mul(&two.sub(&k.mul(&x)));
        right *= 2;
    }
    x
}
