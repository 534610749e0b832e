//! Sums, products, quotients and the overflow predicates.

use super::{Builder, Facts};
use crate::base::{Bits, word};
use crate::ilr::{Op, Term};

impl Builder {
    /// Two's complement negation.
    pub fn neg(&mut self, a: Term) -> Term {
        if let Some(t) = self.fold1(a, word::neg, Bits::neg) {
            return t;
        }
        match self.op(a) {
            // neg-neg: -(-x) -> x
            Op::Neg => self.arg(a, 0),
            // neg-sub: -(x - y) -> y - x
            Op::Sub => {
                let (x, y) = (self.arg(a, 0), self.arg(a, 1));
                self.sub(y, x)
            }
            // neg-bvnot: -(~x) -> x + 1
            Op::BvNot => {
                let (x, one) = (self.arg(a, 0), self.bv(self.width(a), 1));
                self.add(x, one)
            }
            // neg-add-const: -(x + k) -> (-k) - x
            Op::Add if self.match_const(a, Op::Add).is_some() => {
                let (x, k) = (self.arg(a, 0), self.arg(a, 1));
                let nk = self.neg(k);
                self.sub(nk, x)
            }
            _ => match self.map_const_ite(a, Builder::neg) {
                Some(t) => t,
                // neg-bit: -x -> x for one bit
                None if self.width(a) == 1 => a,
                None => self.store.mk(Op::Neg, &[a]),
            },
        }
    }

    /// Sum.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2(a, b, word::add, Bits::add) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        // add-zero: x + 0 -> x
        if self.is_zero(b) {
            return a;
        }
        if self.width(a) == 1 {
            // add-bit: x + y -> x ^ y for one bit
            return self.bvxor(a, b);
        }
        if let Some(t) = self.map_const_ite2(a, b, Builder::add) {
            return t;
        }
        // add-same: x + x -> x << 1
        if a == b {
            let one = self.bv(self.width(a), 1);
            return self.shl(a, one);
        }
        if let Some(t) = self.add_rules(a, b).or_else(|| self.add_rules(b, a)) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        self.store.mk(Op::Add, &[a, b])
    }

    fn add_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some((x, k1)) = self.match_const(a, Op::Add) {
            // add-const-const: (x + k1) + k2 -> x + (k1 + k2)
            if self.is(b, Op::Const) {
                let k = self.add(k1, b);
                return Some(self.add(x, k));
            }
            // add-const-out: (x + k1) + y -> (x + y) + k1
            return self.linear(|s| {
                let t = s.add(x, b);
                s.add(t, k1)
            });
        }
        match self.op(a) {
            Op::Sub => {
                let (x, y) = (self.arg(a, 0), self.arg(a, 1));
                // sub-add-cancel: (x - y) + y -> x
                if y == b {
                    return Some(x);
                }
                // add-sub-const: (k1 - y) + k2 -> (k1 + k2) - y
                if self.is(x, Op::Const) && self.is(b, Op::Const) {
                    let k = self.add(x, b);
                    return Some(self.sub(k, y));
                }
                None
            }
            // add-neg: -x + y -> y - x
            Op::Neg => {
                let x = self.arg(a, 0);
                Some(self.sub(b, x))
            }
            // add-bvnot-self: ~x + x -> -1
            Op::BvNot if self.arg(a, 0) == b => Some(self.constant(&Bits::ones(self.width(a)))),
            _ => None,
        }
    }

    /// Difference.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2(a, b, word::sub, Bits::sub) {
            return t;
        }
        // sub-same: x - x -> 0
        if a == b {
            return self.bv(self.width(a), 0);
        }
        // sub-const: x - k -> x + (-k)
        if self.is(b, Op::Const) {
            let nk = self.neg(b);
            return self.add(a, nk);
        }
        // sub-zero: 0 - x -> -x
        if self.is_zero(a) {
            return self.neg(b);
        }
        if self.width(a) == 1 {
            // sub-bit: x - y -> x ^ y for one bit
            return self.bvxor(a, b);
        }
        if let Some(t) = self.map_const_ite2(a, b, Builder::sub) {
            return t;
        }
        if let Some(t) = self.sub_rules(a, b) {
            return t;
        }
        self.store.mk(Op::Sub, &[a, b])
    }

    fn sub_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        // sub-const-left: (x + k) - y -> (x - y) + k
        if let Some((x, k)) = self.match_const(a, Op::Add) {
            return self.linear(|s| {
                let t = s.sub(x, b);
                s.add(t, k)
            });
        }
        // sub-const-right: x - (y + k) -> (x - y) + (-k)
        if let Some((y, k)) = self.match_const(b, Op::Add) {
            return self.linear(|s| {
                let t = s.sub(a, y);
                let nk = s.neg(k);
                s.add(t, nk)
            });
        }
        // sub-neg: x - (-y) -> x + y
        if let Some(y) = self.match1(b, Op::Neg) {
            return Some(self.add(a, y));
        }
        // add-sub-cancel: (x + y) - x -> y
        if let Some((x, y)) = self.match2(a, Op::Add) {
            if x == b {
                return Some(y);
            }
            if y == b {
                return Some(x);
            }
            // add-sub-add: (x + y) - (x + z) -> y - z
            if let Some((z, v)) = self.match2(b, Op::Add) {
                let (p, q) = match () {
                    () if x == z => (y, v),
                    () if x == v => (y, z),
                    () if y == z => (x, v),
                    () if y == v => (x, z),
                    () => return None,
                };
                return Some(self.sub(p, q));
            }
        }
        // sub-add-same: x - (x + y) -> -y
        if let Some((x, y)) = self.match2(b, Op::Add) {
            if x == a {
                return Some(self.neg(y));
            }
            if y == a {
                return Some(self.neg(x));
            }
        }
        if let Some((x, y)) = self.match2(a, Op::Sub) {
            // sub-sub-same: (x - y) - x -> -y
            if x == b {
                return Some(self.neg(y));
            }
        }
        if let Some((x, y)) = self.match2(b, Op::Sub) {
            // sub-of-sub: x - (x - y) -> y
            if x == a {
                return Some(y);
            }
            // sub-const-sub: k1 - (k2 - y) -> y + (k1 - k2)
            if self.is(a, Op::Const) && self.is(x, Op::Const) {
                let k = self.sub(a, x);
                return Some(self.add(y, k));
            }
        }
        // sub-concat: concat(h, x) - concat(h, y) -> zext(x) - zext(y)
        if let (Some((g, x)), Some((h, y))) = (self.match2(a, Op::Concat), self.match2(b, Op::Concat))
            && g == h
        {
            let w = self.width(a);
            let (x, y) = (self.zext(x, w), self.zext(y, w));
            return self.linear(|s| s.sub(x, y));
        }
        None
    }

    /// Product.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2(a, b, word::mul, Bits::mul) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        if let Some(k) = self.as_bits(b) {
            // mul-zero: x * 0 -> 0
            if k.is_zero() {
                return b;
            }
            // mul-one: x * 1 -> x
            if k.is_one() {
                return a;
            }
            // mul-power: x * 2^n -> x << n
            if let Some(n) = k.exact_log2() {
                let n = self.bv(k.width(), u64::from(n));
                return self.shl(a, n);
            }
            // mul-minus-one: x * -1 -> -x
            if k.is_ones() {
                return self.neg(a);
            }
            // mul-const-const: (x * k1) * k2 -> x * (k1 * k2)
            if let Some((x, k1)) = self.match_const(a, Op::Mul) {
                let k = self.mul(k1, b);
                return self.mul(x, k);
            }
            // mul-add-const: (x + k1) * k2 -> x * k2 + k1 * k2
            if let Some((x, k1)) = self.match_const(a, Op::Add)
                && let Some(t) = self.linear(|s| {
                    let k = s.mul(k1, b);
                    let t = s.mul(x, b);
                    s.add(t, k)
                })
            {
                return t;
            }
            // mul-shl-const: (x << k1) * k2 -> x * (k2 << k1)
            if let Some((x, k1)) = self.match_const(a, Op::Shl) {
                let k = self.shl(b, k1);
                return self.mul(x, k);
            }
            // mul-neg-const: (-x) * k -> x * (-k)
            if let Some(x) = self.match1(a, Op::Neg) {
                let nk = self.neg(b);
                return self.mul(x, nk);
            }
        }
        if self.width(a) == 1 {
            // mul-bit: x * y -> x & y for one bit
            return self.bvand(a, b);
        }
        if let Some(t) = self.map_const_ite2(a, b, Builder::mul) {
            return t;
        }
        self.store.mk(Op::Mul, &[a, b])
    }

    /// Unsigned quotient; all ones for a zero divisor.
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2(a, b, word::udiv, Bits::udiv) {
            return t;
        }
        let a = self.ordered_sum(a);
        if let Some(k) = self.as_bits(b) {
            // udiv-zero: x / 0 -> -1
            if k.is_zero() {
                return self.constant(&Bits::ones(k.width()));
            }
            // udiv-power: x / 2^n -> x >> n
            if let Some(n) = k.exact_log2() {
                let n = self.bv(k.width(), u64::from(n));
                return self.lshr(a, n);
            }
        }
        if self.width(a) <= 64 {
            // udiv-small: x / y -> 0 when x < y by their ranges
            let (x, y) = (self.quick_facts(a, 3), self.quick_facts(b, 3));
            if x.max < y.min {
                return self.bv(self.width(a), 0);
            }
        }
        match self.map_const_ite2(a, b, Builder::udiv) {
            Some(t) => t,
            None => self.store.mk(Op::Udiv, &[a, b]),
        }
    }

    /// Unsigned remainder; the dividend for a zero divisor.
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2(a, b, word::urem, Bits::urem) {
            return t;
        }
        let a = self.ordered_sum(a);
        // urem-same: x % x -> 0 (0 % 0 is 0)
        if a == b {
            return self.bv(self.width(a), 0);
        }
        if let Some(k) = self.as_bits(b) {
            // urem-zero: x % 0 -> x
            if k.is_zero() {
                return a;
            }
            // urem-power: x % 2^n -> zext(low n bits of x), 0 for n = 0
            if let Some(n) = k.exact_log2() {
                return self.low_bits(a, n);
            }
        }
        if self.width(a) <= 64 {
            // urem-small: x % y -> x when x < y by their ranges
            let (x, y) = (self.quick_facts(a, 3), self.quick_facts(b, 3));
            if x.max < y.min {
                return a;
            }
        }
        if let Some(t) = self.map_const_ite2(a, b, Builder::urem) {
            return t;
        }
        let t = self.store.mk(Op::Urem, &[a, b]);
        // urem-narrow (larger): x % k -> zext(low n bits of x % k) for a constant k <= 2^n: the zeros show
        let w = self.width(a);
        let n = self.as_bits(b).map_or(w, |k| (0..w).rev().find(|&i| k.bit(i)).map_or(w, |top| top + 1));
        if n < w {
            let low = self.store.mk_extract(t, n - 1, 0);
            return self.store.mk_zext(low, w);
        }
        t
    }

    /// Signed quotient truncated towards zero; for a zero divisor -1, or 1 for a negative dividend.
    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2(a, b, word::sdiv, Bits::sdiv) {
            return t;
        }
        let a = self.ordered_sum(a);
        if let Some(k) = self.as_bits(b) {
            let w = k.width();
            // sdiv-minus-one: x / -1 -> -x (first, as 1 is -1 for one bit)
            if k.is_ones() {
                return self.neg(a);
            }
            // sdiv-one: x / 1 -> x
            if k.is_one() {
                return a;
            }
            // sdiv-min: x / min -> ite(x = min, 1, 0)
            if k == Bits::signed_min(w) {
                let e = self.eq(a, b);
                let (one, zero) = (self.bv(w, 1), self.bv(w, 0));
                return self.ite(e, one, zero);
            }
            // sdiv-zero: x / 0 -> ite(x < 0, 1, -1)
            if k.is_zero() {
                let n = self.slt(a, b);
                let (one, ones) = (self.bv(w, 1), self.constant(&Bits::ones(w)));
                return self.ite(n, one, ones);
            }
        }
        // sdiv-nonnegative: x /s y -> x /u y when both signs are zero
        if self.both_nonnegative(a, b) {
            return self.udiv(a, b);
        }
        match self.map_const_ite2(a, b, Builder::sdiv) {
            Some(t) => t,
            None => self.store.mk(Op::Sdiv, &[a, b]),
        }
    }

    /// Signed remainder with the sign of the dividend; the dividend for a zero divisor.
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2(a, b, word::srem, Bits::srem) {
            return t;
        }
        let a = self.ordered_sum(a);
        // srem-same: x % x -> 0
        if a == b {
            return self.bv(self.width(a), 0);
        }
        if let Some(k) = self.as_bits(b) {
            // srem-one: x % 1 -> 0, x % -1 -> 0
            if k.is_one() || k.is_ones() {
                return self.bv(k.width(), 0);
            }
            // srem-zero: x % 0 -> x
            if k.is_zero() {
                return a;
            }
            // srem-neg-const: x % -k -> x % k; min is its own negation
            if k.is_negative() && k != Bits::signed_min(k.width()) {
                let nk = self.neg(b);
                return self.srem(a, nk);
            }
        }
        // srem-nonnegative: x %s y -> x %u y when both signs are zero
        if self.both_nonnegative(a, b) {
            return self.urem(a, b);
        }
        match self.map_const_ite2(a, b, Builder::srem) {
            Some(t) => t,
            None => self.store.mk(Op::Srem, &[a, b]),
        }
    }

    /// Whether the sign bits of two terms of one width are zero by their structure.
    pub(super) fn both_nonnegative(&self, a: Term, b: Term) -> bool {
        let w = self.width(a);
        w <= 64 && self.quick_facts(a, 3).max >> (w - 1) == 0 && self.quick_facts(b, 3).max >> (w - 1) == 0
    }

    /// Structure shows that an operation on operands of at most `w` bits stays within `w` bits.
    fn never(&self, a: Term, b: Term, fits: impl Fn(u32, Facts, Facts) -> bool) -> bool {
        let w = self.width(a);
        w <= 64 && fits(w, self.quick_facts(a, 3), self.quick_facts(b, 3))
    }

    /// Unsigned addition overflows.
    pub fn uaddo(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2_bool(a, b, word::uaddo, Bits::uaddo) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        if self.is(b, Op::Const) {
            // uaddo-zero: uaddo(x, 0) -> false
            if self.is_zero(b) {
                return self.ff();
            }
            // uaddo-const: uaddo(x, k) -> !(x < -k)
            let nk = self.neg(b);
            return self.ule(nk, a);
        }
        // uaddo-narrow: uaddo(x, y) -> false when the greatest sum fits
        if self.never(a, b, |w, x, y| x.max <= word::mask(w) - y.max) {
            return self.ff();
        }
        self.store.mk(Op::Uaddo, &[a, b])
    }

    /// Signed addition overflows.
    pub fn saddo(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2_bool(a, b, word::saddo, Bits::saddo) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        if let Some(k) = self.as_bits(b) {
            let w = k.width();
            // saddo-zero: saddo(x, 0) -> false
            if k.is_zero() {
                return self.ff();
            }
            if k.is_negative() {
                // saddo-const: saddo(x, k) -> x < min - k for k < 0
                let bound = self.constant(&Bits::signed_min(w).sub(&k));
                return self.slt(a, bound);
            }
            // saddo-const: saddo(x, k) -> max - k < x for k > 0
            let bound = self.constant(&Bits::signed_max(w).sub(&k));
            return self.slt(bound, a);
        }
        // saddo-narrow: saddo(x, y) -> false when both need fewer bits than there are
        if self.never(a, b, |w, x, y| x.signed_bits.max(y.signed_bits) < w) {
            return self.ff();
        }
        self.store.mk(Op::Saddo, &[a, b])
    }

    /// Unsigned subtraction overflows.
    pub fn usubo(&mut self, a: Term, b: Term) -> Term {
        // usubo-ult: usubo(x, y) -> x < y
        self.ult(a, b)
    }

    /// Signed subtraction overflows.
    pub fn ssubo(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2_bool(a, b, word::ssubo, Bits::ssubo) {
            return t;
        }
        // ssubo-same: ssubo(x, x) -> false
        if a == b {
            return self.ff();
        }
        if let Some(k) = self.as_bits(b) {
            let w = k.width();
            // ssubo-zero: ssubo(x, 0) -> false
            if k.is_zero() {
                return self.ff();
            }
            if k.is_negative() {
                // ssubo-const: ssubo(x, k) -> max + k < x for k < 0
                let bound = self.constant(&Bits::signed_max(w).add(&k));
                return self.slt(bound, a);
            }
            // ssubo-const: ssubo(x, k) -> x < min + k for k > 0
            let bound = self.constant(&Bits::signed_min(w).add(&k));
            return self.slt(a, bound);
        }
        if let Some(k) = self.as_bits(a) {
            let w = k.width();
            if k.is_negative() {
                // ssubo-const-left: ssubo(k, x) -> k - min < x for k < 0
                let bound = self.constant(&k.sub(&Bits::signed_min(w)));
                return self.slt(bound, b);
            }
            // ssubo-const-left: ssubo(k, x) -> x < k - max for k >= 0
            let bound = self.constant(&k.sub(&Bits::signed_max(w)));
            return self.slt(b, bound);
        }
        // ssubo-narrow: ssubo(x, y) -> false when both need fewer bits than there are
        if self.never(a, b, |w, x, y| x.signed_bits.max(y.signed_bits) < w) {
            return self.ff();
        }
        self.store.mk(Op::Ssubo, &[a, b])
    }

    /// Unsigned multiplication overflows.
    pub fn umulo(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2_bool(a, b, word::umulo, Bits::umulo) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        if let Some(k) = self.as_bits(b) {
            // umulo-small: umulo(x, 0) -> false, umulo(x, 1) -> false
            if k.is_zero() || k.is_one() {
                return self.ff();
            }
            // umulo-const: umulo(x, k) -> ones / k < x
            let bound = self.constant(&Bits::ones(k.width()).udiv(&k));
            return self.ult(bound, a);
        }
        // umulo-narrow: umulo(x, y) -> false when the greatest product fits
        if self.never(a, b, |w, x, y| x.max.checked_mul(y.max).is_some_and(|p| p <= word::mask(w))) {
            return self.ff();
        }
        self.store.mk(Op::Umulo, &[a, b])
    }

    /// Signed multiplication overflows.
    pub fn smulo(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2_bool(a, b, word::smulo, Bits::smulo) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        if let Some(k) = self.as_bits(b) {
            let w = k.width();
            // smulo-zero: smulo(x, 0) -> false
            if k.is_zero() {
                return self.ff();
            }
            let (min, max) = (Bits::signed_min(w), Bits::signed_max(w));
            // smulo-minus-one: smulo(x, -1) -> x = min
            if k.is_ones() {
                let min = self.constant(&min);
                return self.eq(a, min);
            }
            // smulo-one: smulo(x, 1) -> false
            if k.is_one() {
                return self.ff();
            }
            // smulo-const: smulo(x, k) -> x < lo | hi < x with the quotients of min and max
            let (p, q) = (min.sdiv(&k), max.sdiv(&k));
            let (lo, hi) = if k.is_negative() { (q, p) } else { (p, q) };
            let (lo, hi) = (self.constant(&lo), self.constant(&hi));
            let (below, above) = (self.slt(a, lo), self.slt(hi, a));
            return self.or(below, above);
        }
        // smulo-narrow: smulo(x, y) -> false when the bits both need sum up to the width at most
        if self.never(a, b, |w, x, y| x.signed_bits + y.signed_bits <= w) {
            return self.ff();
        }
        self.store.mk(Op::Smulo, &[a, b])
    }
}
