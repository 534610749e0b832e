//! Bitwise operators, shifts, widths and bit counting.

use super::Builder;
use crate::base::{Bits, word};
use crate::ilr::{Op, Term};

impl Builder {
    /// Bitwise complement.
    pub fn bvnot(&mut self, a: Term) -> Term {
        if let Some(t) = self.fold1(a, word::not, Bits::not) {
            return t;
        }
        match self.op(a) {
            // bvnot-bvnot: ~~x -> x
            Op::BvNot => self.arg(a, 0),
            // bvnot-neg: ~(-x) -> x + (-1)
            Op::Neg => {
                let (x, ones) = (self.arg(a, 0), self.constant(&Bits::ones(self.width(a))));
                self.add(x, ones)
            }
            _ => match self.map_const_ite(a, Builder::bvnot) {
                Some(t) => t,
                None => self.store.mk(Op::BvNot, &[a]),
            },
        }
    }

    /// Whether one term is the bitwise complement of the other.
    fn bv_complements(&self, a: Term, b: Term) -> bool {
        self.match1(a, Op::BvNot) == Some(b) || self.match1(b, Op::BvNot) == Some(a)
    }

    /// Bitwise and.
    pub fn bvand(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2(a, b, |_, x, y| x & y, Bits::and) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        // bvand-same: x & x -> x
        if a == b {
            return a;
        }
        // bvand-complement: x & ~x -> 0
        if self.bv_complements(a, b) {
            return self.bv(self.width(a), 0);
        }
        if self.is(b, Op::Const) {
            // bvand-zero: x & 0 -> 0; bvand-ones: x & -1 -> x
            if self.is_zero(b) {
                return b;
            }
            if self.is_ones(b) {
                return a;
            }
            // bvand-const-const: (x & k1) & k2 -> x & (k1 & k2)
            if let Some((x, k1)) = self.match_const(a, Op::BvAnd) {
                let k = self.bvand(k1, b);
                return self.bvand(x, k);
            }
        }
        if let Some(t) = self.absorb(a, b, Op::BvAnd, Op::BvOr) {
            return t;
        }
        if let Some(t) = self.bvand_mask(a, b) {
            return t;
        }
        // bvand-zero-ite: ite(c, j, 0) & ite(d, k, 0) -> ite(c & d, j & k, 0)
        if let (Some((c, j)), Some((d, k))) = (self.match_zero_ite(a), self.match_zero_ite(b)) {
            let (cd, jk) = (self.and(c, d), self.bvand(j, k));
            let zero = self.bv(self.width(a), 0);
            return self.ite(cd, jk, zero);
        }
        if let Some(t) = self.bitwise_zext(a, b, Builder::bvand) {
            return t;
        }
        match self.map_const_ite2(a, b, Builder::bvand) {
            Some(t) => t,
            None => self.store.mk(Op::BvAnd, &[a, b]),
        }
    }

    /// Bitwise or.
    pub fn bvor(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2(a, b, |_, x, y| x | y, Bits::or) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        // bvor-same: x | x -> x
        if a == b {
            return a;
        }
        // bvor-complement: x | ~x -> -1
        if self.bv_complements(a, b) {
            return self.constant(&Bits::ones(self.width(a)));
        }
        if self.is(b, Op::Const) {
            // bvor-zero: x | 0 -> x; bvor-ones: x | -1 -> -1
            if self.is_zero(b) {
                return a;
            }
            if self.is_ones(b) {
                return b;
            }
            // bvor-const-const: (x | k1) | k2 -> x | (k1 | k2)
            if let Some((x, k1)) = self.match_const(a, Op::BvOr) {
                let k = self.bvor(k1, b);
                return self.bvor(x, k);
            }
        }
        if let Some(t) = self.absorb(a, b, Op::BvOr, Op::BvAnd) {
            return t;
        }
        if let Some(t) = self.or_disjoint(a, b).or_else(|| self.or_disjoint(b, a)) {
            return t;
        }
        if let Some(t) = self.same_zero_ite(a, b, Builder::or) {
            return t;
        }
        if let Some(t) = self.bitwise_zext(a, b, Builder::bvor) {
            return t;
        }
        match self.map_const_ite2(a, b, Builder::bvor) {
            Some(t) => t,
            None => self.store.mk(Op::BvOr, &[a, b]),
        }
    }

    /// bv-absorb: x & (x & y) -> x & y, x & (x | y) -> x; the same with `&` and `|` exchanged.
    fn absorb(&self, a: Term, b: Term, op: Op, dual: Op) -> Option<Term> {
        for (s, t) in [(a, b), (b, a)] {
            if let Some((x, y)) = self.match2(s, op)
                && (x == t || y == t)
            {
                return Some(s);
            }
            if let Some((x, y)) = self.match2(s, dual)
                && (x == t || y == t)
            {
                return Some(t);
            }
        }
        None
    }

    /// bvand-mask: x & 0..01..10..0 -> zext(concat(extract(x), 0)), without the parts that are empty.
    /// larger: by one or two nodes, but the zeros become visible to all rules on widths.
    fn bvand_mask(&mut self, a: Term, b: Term) -> Option<Term> {
        let k = self.as_bits(b)?;
        let (w, lo) = (k.width(), k.trailing_zeros());
        let hi = w - 1 - k.leading_zeros();
        if k.count_ones() != hi - lo + 1 {
            return None;
        }
        self.linear(|s| {
            let mut t = s.extract(a, hi, lo);
            if lo > 0 {
                let zeros = s.bv(lo, 0);
                t = s.concat(t, zeros);
            }
            s.zext(t, w)
        })
    }

    /// bvor-disjoint: x | y -> concat(high bits of x, low bits of y), for x a shift by n or a
    /// concatenation with n low zeros and y below 2^n; x | k -> x + k for a constant k below 2^n.
    fn or_disjoint(&mut self, x: Term, y: Term) -> Option<Term> {
        let w = self.width(x);
        let n = match self.op(x) {
            Op::Shl => self.as_u64(self.arg(x, 1)).filter(|&n| n < u64::from(w))? as u32,
            Op::Concat => self.as_bits(self.arg(x, 1))?.trailing_zeros(),
            Op::Zext => {
                // zext(concat(u, 0)) | y
                let (_, low) = self.match2(self.arg(x, 0), Op::Concat)?;
                self.as_bits(low)?.trailing_zeros()
            }
            _ => return None,
        };
        if n == 0 {
            return None;
        }
        let below = match self.op(y) {
            Op::Const => self.as_bits(y)?.leading_zeros() + n >= w,
            Op::Zext => self.width(self.arg(y, 0)) <= n,
            Op::Concat | Op::Shl => w <= 64 && self.quick_facts(y, 3).max >> n == 0,
            _ => return None,
        };
        if !below {
            return None;
        }
        if self.is(x, Op::Shl) && self.is(y, Op::Const) {
            return Some(self.add(x, y));
        }
        self.linear(|s| {
            let (high, low) = (s.extract(x, w - 1, n), s.extract(y, n - 1, 0));
            s.concat(high, low)
        })
    }

    /// bvor-zero-ite: ite(c, k, 0) | ite(d, k, 0) -> ite(c | d, k, 0); `^` alike.
    fn same_zero_ite(&mut self, a: Term, b: Term, f: fn(&mut Builder, Term, Term) -> Term) -> Option<Term> {
        let ((c, j), (d, k)) = (self.match_zero_ite(a)?, self.match_zero_ite(b)?);
        if j != k {
            return None;
        }
        let cd = f(self, c, d);
        let zero = self.bv(self.width(a), 0);
        Some(self.ite(cd, k, zero))
    }

    /// bitwise-zext: zext(x) & zext(y) -> zext(x & y) for one width, zext(x) & k -> zext(x & trunc(k));
    /// `|` and `^` alike, with a constant only when it fits x.
    fn bitwise_zext(&mut self, a: Term, b: Term, f: fn(&mut Builder, Term, Term) -> Term) -> Option<Term> {
        let x = self.match1(a, Op::Zext)?;
        let (w, n) = (self.width(a), self.width(x));
        let y = match self.match1(b, Op::Zext) {
            Some(y) if self.width(y) == n => y,
            Some(_) => return None,
            None => {
                let k = self.as_bits(b)?;
                if k.leading_zeros() < w - n {
                    return None;
                }
                self.trunc(b, n)
            }
        };
        self.linear(|s| {
            let t = f(s, x, y);
            s.zext(t, w)
        })
    }

    /// Bitwise exclusive or.
    pub fn bvxor(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2(a, b, |_, x, y| x ^ y, Bits::xor) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        // bvxor-same: x ^ x -> 0
        if a == b {
            return self.bv(self.width(a), 0);
        }
        // bvxor-complement: x ^ ~x -> -1
        if self.bv_complements(a, b) {
            return self.constant(&Bits::ones(self.width(a)));
        }
        if self.is(b, Op::Const) {
            // bvxor-zero: x ^ 0 -> x; bvxor-ones: x ^ -1 -> ~x
            if self.is_zero(b) {
                return a;
            }
            if self.is_ones(b) {
                return self.bvnot(a);
            }
            // bvxor-const-const: (x ^ k1) ^ k2 -> x ^ (k1 ^ k2)
            if let Some((x, k1)) = self.match_const(a, Op::BvXor) {
                let k = self.bvxor(k1, b);
                return self.bvxor(x, k);
            }
            // bvxor-bvnot-const: ~x ^ k -> x ^ ~k
            if let Some(x) = self.match1(a, Op::BvNot) {
                let k = self.bvnot(b);
                return self.bvxor(x, k);
            }
        }
        // bvxor-bvnot: ~x ^ ~y -> x ^ y
        if let (Some(x), Some(y)) = (self.match1(a, Op::BvNot), self.match1(b, Op::BvNot)) {
            return self.bvxor(x, y);
        }
        for (s, t) in [(a, b), (b, a)] {
            // bvxor-cancel: (x ^ y) ^ x -> y
            if let Some((x, y)) = self.match2(s, Op::BvXor) {
                if x == t {
                    return y;
                }
                if y == t {
                    return x;
                }
            }
        }
        if let Some(t) = self.same_zero_ite(a, b, Builder::xor) {
            return t;
        }
        if let Some(t) = self.bitwise_zext(a, b, Builder::bvxor) {
            return t;
        }
        match self.map_const_ite2(a, b, Builder::bvxor) {
            Some(t) => t,
            None => self.store.mk(Op::BvXor, &[a, b]),
        }
    }

    /// Shift left; zero when the amount reaches the width.
    pub fn shl(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2(a, b, word::shl, Bits::shl) {
            return t;
        }
        // shl-of-zero: 0 << y -> 0
        if self.is_zero(a) {
            return a;
        }
        if self.is(b, Op::Const) {
            let w = self.width(a);
            let n = self.amount(b, w);
            // shl-zero: x << 0 -> x; shl-over: x << n -> 0 for n >= width
            if n == 0 {
                return a;
            }
            if n == w {
                return self.bv(w, 0);
            }
            // shl-shl: (x << n) << m -> x << (n + m)
            if let Some((x, k)) = self.match_const(a, Op::Shl) {
                let m = self.amount(k, w) + n;
                let m = self.bv(w, u64::from(m.min(w)));
                return self.shl(x, m);
            }
            // shl-mul: (x * k) << n -> x * (k << n)
            if let Some((x, k)) = self.match_const(a, Op::Mul) {
                let k = self.shl(k, b);
                return self.mul(x, k);
            }
            // shl-add: (x + k) << n -> (x << n) + (k << n)
            if let Some((x, k)) = self.match_const(a, Op::Add)
                && let Some(t) = self.linear(|s| {
                    let (x, k) = (s.shl(x, b), s.shl(k, b));
                    s.add(x, k)
                })
            {
                return t;
            }
        }
        match self.map_const_ite2(a, b, Builder::shl) {
            Some(t) => t,
            None => self.store.mk(Op::Shl, &[a, b]),
        }
    }

    /// Shift right with zeros; zero when the amount reaches the width.
    pub fn lshr(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2(a, b, word::lshr, Bits::lshr) {
            return t;
        }
        // lshr-of-zero: 0 >> y -> 0
        if self.is_zero(a) {
            return a;
        }
        if self.is(b, Op::Const) {
            let w = self.width(a);
            let n = self.amount(b, w);
            // lshr-zero: x >> 0 -> x; lshr-over: x >> n -> 0 for n >= width
            if n == 0 {
                return a;
            }
            if n == w {
                return self.bv(w, 0);
            }
            // lshr-extract: x >> n -> zext(extract(x, w-1, n))
            let high = self.extract(a, w - 1, n);
            return self.zext(high, w);
        }
        match self.map_const_ite2(a, b, Builder::lshr) {
            Some(t) => t,
            None => self.store.mk(Op::Lshr, &[a, b]),
        }
    }

    /// Shift right with sign bits; all sign bits when the amount reaches the width.
    pub fn ashr(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold2(a, b, word::ashr, Bits::ashr) {
            return t;
        }
        // ashr-of-zero: 0 >> y -> 0; ashr-of-ones: -1 >> y -> -1
        if self.is_zero(a) || self.is_ones(a) {
            return a;
        }
        if self.is(b, Op::Const) {
            let w = self.width(a);
            // ashr-extract: x >> n -> sext(extract(x, w-1, min(n, w-1)))
            let n = self.amount(b, w).min(w - 1);
            let high = self.extract(a, w - 1, n);
            return self.sext(high, w);
        }
        match self.map_const_ite2(a, b, Builder::ashr) {
            Some(t) => t,
            None => self.store.mk(Op::Ashr, &[a, b]),
        }
    }

    /// A constant shift amount, cut at the width.
    fn amount(&self, k: Term, w: u32) -> u32 {
        let k = self.as_bits(k).expect("a constant amount");
        k.to_u64().map_or(w, |n| n.min(u64::from(w)) as u32)
    }

    /// Zero extension to a width that is not smaller; identity for the same width.
    pub fn zext(&mut self, t: Term, width: u32) -> Term {
        let n = self.width(t);
        debug_assert!(n <= width);
        // zext-same: zext(x) -> x for the same width
        if n == width {
            return t;
        }
        if let Some(x) = self.as_u64(t) {
            return self.bv(width, x);
        }
        if let Some(x) = self.as_bits(t) {
            return self.constant(&x.zext(width));
        }
        // zext-zext: zext(zext(x)) -> zext(x)
        if let Some(x) = self.match1(t, Op::Zext) {
            return self.zext(x, width);
        }
        match self.map_const_ite(t, |s, x| s.zext(x, width)) {
            Some(t) => t,
            None => self.store.mk_zext(t, width),
        }
    }

    /// Sign extension to a width that is not smaller; identity for the same width.
    pub fn sext(&mut self, t: Term, width: u32) -> Term {
        let n = self.width(t);
        debug_assert!(n <= width);
        // sext-same: sext(x) -> x for the same width
        if n == width {
            return t;
        }
        if let Some(x) = self.as_u64(t)
            && width <= 64
        {
            return self.bv(width, word::sext(n, x, width));
        }
        if let Some(x) = self.as_bits(t) {
            return self.constant(&x.sext(width));
        }
        // sext-sext: sext(sext(x)) -> sext(x)
        if let Some(x) = self.match1(t, Op::Sext) {
            return self.sext(x, width);
        }
        // sext-nonnegative: sext(x) -> zext(x) when the sign bit of x is zero
        if n <= 64 && self.quick_facts(t, 3).max >> (n - 1) == 0 {
            return self.zext(t, width);
        }
        if let Some(x) = self.match1(t, Op::Zext) {
            return self.zext(x, width);
        }
        match self.map_const_ite(t, |s, x| s.sext(x, width)) {
            Some(t) => t,
            None => self.store.mk_sext(t, width),
        }
    }

    /// The low bits, to a width that is not larger; identity for the same width.
    pub fn trunc(&mut self, t: Term, width: u32) -> Term {
        self.extract(t, width - 1, 0)
    }

    /// Zero extension or truncation, as the width asks.
    pub fn resize_zext(&mut self, t: Term, width: u32) -> Term {
        if width < self.width(t) { self.trunc(t, width) } else { self.zext(t, width) }
    }

    /// Sign extension or truncation, as the width asks.
    pub fn resize_sext(&mut self, t: Term, width: u32) -> Term {
        if width < self.width(t) { self.trunc(t, width) } else { self.sext(t, width) }
    }

    /// The low `n` bits, zero-extended back to the term's width; zero for `n` = 0.
    pub fn low_bits(&mut self, t: Term, n: u32) -> Term {
        let w = self.width(t);
        if n == 0 {
            return self.bv(w, 0);
        }
        let low = self.extract(t, n.min(w) - 1, 0);
        self.zext(low, w)
    }

    /// Bits `hi..=lo`.
    pub fn extract(&mut self, t: Term, hi: u32, lo: u32) -> Term {
        let (mut t, mut hi, mut lo) = (t, hi, lo);
        loop {
            let w = self.width(t);
            debug_assert!(lo <= hi && hi < w);
            // extract-all: extract(x, w-1, 0) -> x
            if lo == 0 && hi == w - 1 {
                return t;
            }
            match self.op(t) {
                // extract-extract: extract(extract(x, h, l), hi, lo) -> extract(x, l + hi, l + lo)
                Op::Extract => {
                    let (_, l) = self.extract_range(t);
                    (t, hi, lo) = (self.arg(t, 0), l + hi, l + lo);
                }
                // extract-ext-low: extract(ext(x), hi, lo) -> extract(x, hi, lo) within x
                Op::Zext | Op::Sext if hi < self.width(self.arg(t, 0)) => t = self.arg(t, 0),
                Op::Concat => {
                    let (x, y) = (self.arg(t, 0), self.arg(t, 1));
                    let n = self.width(y);
                    if hi < n {
                        // extract-concat-low: extract(concat(x, y), hi, lo) -> extract(y, hi, lo)
                        t = y;
                    } else if lo >= n {
                        // extract-concat-high: -> extract(x, hi - n, lo - n)
                        (t, hi, lo) = (x, hi - n, lo - n);
                    } else {
                        break;
                    }
                }
                _ => break,
            }
        }
        match self.extract_rules(t, hi, lo) {
            Some(r) => r,
            None => self.store.mk_extract(t, hi, lo),
        }
    }

    fn extract_rules(&mut self, t: Term, hi: u32, lo: u32) -> Option<Term> {
        match self.op(t) {
            Op::Const => Some(match self.as_u64(t) {
                Some(x) => self.bv(hi - lo + 1, x >> lo),
                None => {
                    let x = self.as_bits(t).expect("constant");
                    self.constant(&x.extract(hi, lo))
                }
            }),
            Op::Zext => {
                let x = self.arg(t, 0);
                let n = self.width(x);
                if lo >= n {
                    // extract-zext-high: bits above x -> 0
                    return Some(self.bv(hi - lo + 1, 0));
                }
                // extract-zext-across: -> zext(extract(x, n-1, lo))
                self.linear(|s| {
                    let part = s.extract(x, n - 1, lo);
                    s.zext(part, hi - lo + 1)
                })
            }
            Op::Sext => {
                // extract-sext-across: -> sext(extract(x, n-1, min(lo, n-1)))
                let x = self.arg(t, 0);
                let n = self.width(x);
                self.linear(|s| {
                    let part = s.extract(x, n - 1, lo.min(n - 1));
                    s.sext(part, hi - lo + 1)
                })
            }
            Op::LoadLe | Op::LoadBe if lo.is_multiple_of(8) && (hi + 1).is_multiple_of(8) => {
                self.part_of_load(t, hi, lo)
            }
            Op::Concat => {
                // extract-concat-across: -> concat(extract(x), extract(y))
                let (x, y) = (self.arg(t, 0), self.arg(t, 1));
                let n = self.width(y);
                self.linear(|s| {
                    let (h, l) = (s.extract(x, hi - n, 0), s.extract(y, n - 1, lo));
                    s.concat(h, l)
                })
            }
            Op::Shl => {
                let n = self.as_u64(self.arg(t, 1)).filter(|&n| n < u64::from(self.width(t)))? as u32;
                let x = self.arg(t, 0);
                if hi < n {
                    // extract-shl-low: extract(x << n, hi, lo) -> 0 for hi < n
                    return Some(self.bv(hi - lo + 1, 0));
                }
                // extract-shl-high: -> extract(x, hi - n, lo - n) for lo >= n
                if lo >= n {
                    return self.linear(|s| s.extract(x, hi - n, lo - n));
                }
                // extract-shl-across: -> concat(extract(x, hi - n, 0), 0)
                self.linear(|s| {
                    let high = s.extract(x, hi - n, 0);
                    let low = s.bv(n - lo, 0);
                    s.concat(high, low)
                })
            }
            // extract-bvnot: extract(~x) -> ~extract(x)
            Op::BvNot => {
                let x = self.arg(t, 0);
                self.linear(|s| {
                    let x = s.extract(x, hi, lo);
                    s.bvnot(x)
                })
            }
            // extract-bitwise: extract(x & y) -> extract(x) & extract(y), when one is absorbed; | ^ alike
            op @ (Op::BvAnd | Op::BvOr | Op::BvXor) => self.extract_both(op, t, hi, lo),
            // extract-arith: extract(x + y, hi, 0) -> extract(x, hi, 0) + extract(y, hi, 0), when one
            // is absorbed; - * alike
            op @ (Op::Add | Op::Sub | Op::Mul) if lo == 0 => self.extract_both(op, t, hi, lo),
            // extract-neg: extract(-x, hi, 0) -> -extract(x, hi, 0), when absorbed
            Op::Neg if lo == 0 && self.absorbs(self.arg(t, 0), hi, lo, 2) => {
                let x = self.arg(t, 0);
                self.linear(|s| {
                    let x = s.extract(x, hi, lo);
                    s.neg(x)
                })
            }
            Op::Ite => {
                // extract-ite: extract(ite(c, k, x)) -> ite(c, extract(k), extract(x)), k or x constant
                let (c, x, y) = (self.arg(t, 0), self.arg(t, 1), self.arg(t, 2));
                if !self.is(x, Op::Const) && !self.is(y, Op::Const) {
                    return None;
                }
                self.linear(|s| {
                    let (x, y) = (s.extract(x, hi, lo), s.extract(y, hi, lo));
                    s.ite(c, x, y)
                })
            }
            _ => None,
        }
    }

    /// Whether the extraction of bits from `t` needs no new node of its own.
    fn absorbs(&self, t: Term, hi: u32, lo: u32, depth: u32) -> bool {
        match self.op(t) {
            Op::Const | Op::Extract => true,
            Op::Zext | Op::Sext => true,
            Op::Concat => {
                let n = self.width(self.arg(t, 1));
                (hi + 1 == n && lo == 0) || lo == n
            }
            Op::Shl => self.is(self.arg(t, 1), Op::Const),
            Op::Ite => self.match_const_ite(t).is_some(),
            Op::Add | Op::Sub | Op::Mul if lo == 0 && depth > 0 => {
                self.absorbs(self.arg(t, 0), hi, lo, depth - 1)
                    && self.absorbs(self.arg(t, 1), hi, lo, depth - 1)
            }
            _ => false,
        }
    }

    fn extract_both(&mut self, op: Op, t: Term, hi: u32, lo: u32) -> Option<Term> {
        let (x, y) = (self.arg(t, 0), self.arg(t, 1));
        if self.is(y, Op::Const) {
            return self.linear(|s| {
                let (x, y) = (s.extract(x, hi, lo), s.extract(y, hi, lo));
                s.apply(op, &[x, y])
            });
        }
        if !self.absorbs(x, hi, lo, 2) && !self.absorbs(y, hi, lo, 2) {
            return None;
        }
        self.branching(|s| {
            let (x, y) = (s.extract(x, hi, lo), s.extract(y, hi, lo));
            s.apply(op, &[x, y])
        })
    }

    /// `hi` above `lo`.
    pub fn concat(&mut self, hi: Term, lo: Term) -> Term {
        let width = self.width(hi) + self.width(lo);
        if let (Some(x), Some(y)) = (self.as_u64(hi), self.as_u64(lo))
            && width <= 64
        {
            return self.bv(width, x << self.width(lo) | y);
        }
        if let (Some(x), Some(y)) = (self.as_bits(hi), self.as_bits(lo)) {
            return self.constant(&x.concat(&y));
        }
        // concat-zero: concat(0, x) -> zext(x)
        if self.is_zero(hi) {
            return self.zext(lo, width);
        }
        match self.concat_rules(hi, lo, width) {
            Some(t) => t,
            None => self.store.mk(Op::Concat, &[hi, lo]),
        }
    }

    fn concat_rules(&mut self, hi: Term, lo: Term, width: u32) -> Option<Term> {
        match self.op(hi) {
            // concat-zext: concat(zext(x), y) -> zext(concat(x, y)), sext alike
            Op::Zext | Op::Sext => {
                let (x, zext) = (self.arg(hi, 0), self.is(hi, Op::Zext));
                return self.linear(|s| {
                    let t = s.concat(x, lo);
                    if zext { s.zext(t, width) } else { s.sext(t, width) }
                });
            }
            // concat-concat: concat(concat(x, y), z) -> concat(x, concat(y, z))
            Op::Concat => {
                let (x, y) = (self.arg(hi, 0), self.arg(hi, 1));
                return self.linear(|s| {
                    let t = s.concat(y, lo);
                    s.concat(x, t)
                });
            }
            _ => {}
        }
        // concat-join: concat(x, concat(y, z)) -> concat(xy, z) when x and y join
        if let Some((y, z)) = self.match2(lo, Op::Concat)
            && let Some(xy) = self.join(hi, y)
        {
            return self.linear(|s| s.concat(xy, z));
        }
        // concat-const-zext: concat(k, zext(x)) -> concat(concat(k, 0), x)
        if let Some(x) = self.match1(lo, Op::Zext)
            && self.is(hi, Op::Const)
        {
            let zeros = self.constant(&Bits::zero(self.width(lo) - self.width(x)));
            let k = self.concat(hi, zeros);
            return self.linear(|s| s.concat(k, x));
        }
        if let Some(t) = self.join(hi, lo) {
            return Some(t);
        }
        self.map_const_ite2(hi, lo, Builder::concat)
    }

    /// Two neighbouring parts as one: constants, and adjacent extracts of one term.
    fn join(&mut self, hi: Term, lo: Term) -> Option<Term> {
        if self.is(hi, Op::Const) && self.is(lo, Op::Const) {
            return Some(self.concat(hi, lo));
        }
        // concat-extract: concat(extract(x, h, m+1), extract(x, m, l)) -> extract(x, h, l)
        let (x, y) = (self.match1(hi, Op::Extract)?, self.match1(lo, Op::Extract)?);
        let ((h, m1), (m, l)) = (self.extract_range(hi), self.extract_range(lo));
        (x == y && m1 == m + 1).then(|| self.extract(x, h, l))
    }

    /// Number of one bits, in the operand's width.
    pub fn popcount(&mut self, a: Term) -> Term {
        match self.fold1(a, word::popcount, Bits::popcount) {
            Some(t) => t,
            None => self.counted(Op::Popcount, a, Builder::popcount),
        }
    }

    /// Number of leading zeros; the width for zero.
    pub fn ctlz(&mut self, a: Term) -> Term {
        match self.fold1(a, word::ctlz, Bits::ctlz) {
            Some(t) => t,
            None => self.counted(Op::Ctlz, a, Builder::ctlz),
        }
    }

    /// Number of trailing zeros; the width for zero.
    pub fn cttz(&mut self, a: Term) -> Term {
        match self.fold1(a, word::cttz, Bits::cttz) {
            Some(t) => t,
            None => self.counted(Op::Cttz, a, Builder::cttz),
        }
    }

    /// Bytes in reverse order; the width is a multiple of 8.
    pub fn bswap(&mut self, a: Term) -> Term {
        match self.fold1(a, word::bswap, Bits::bswap) {
            Some(t) => t,
            // bswap-byte: bswap(x) -> x for one byte
            None if self.width(a) == 8 => a,
            None => self.involution(Op::Bswap, a, Builder::bswap),
        }
    }

    /// Bits in reverse order.
    pub fn bitreverse(&mut self, a: Term) -> Term {
        match self.fold1(a, word::bitreverse, Bits::bitreverse) {
            Some(t) => t,
            // bitreverse-bit: bitreverse(x) -> x for one bit
            None if self.width(a) == 1 => a,
            None => self.involution(Op::Bitreverse, a, Builder::bitreverse),
        }
    }

    fn counted(&mut self, op: Op, a: Term, f: fn(&mut Builder, Term) -> Term) -> Term {
        match self.map_const_ite(a, f) {
            Some(t) => t,
            None => self.store.mk(op, &[a]),
        }
    }

    fn involution(&mut self, op: Op, a: Term, f: fn(&mut Builder, Term) -> Term) -> Term {
        // bswap-bswap, bitreverse-bitreverse: f(f(x)) -> x
        match self.match1(a, op) {
            Some(x) => x,
            None => self.counted(op, a, f),
        }
    }
}
