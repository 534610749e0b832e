//! Known bits, unsigned range and number of significant signed bits of bit-vector terms, derived from their structure.
//! These over-approximations hold under every model.

use super::Builder;
use crate::base::word;
use crate::ilr::{Op, Term, TermStore};

/// Knowledge about the value of a term of at most 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownBits {
    /// Bits that are 0 in every value.
    pub zeros: u64,
    /// Bits that are 1 in every value.
    pub ones: u64,
    /// Least unsigned value.
    pub min: u64,
    /// Greatest unsigned value.
    pub max: u64,
    /// Number of significant bits as a signed value, from 1 to the width. The bits above are copies of the sign.
    pub signed_bits: u32,
}

impl KnownBits {
    /// No knowledge about a value of `w` bits.
    pub fn unknown(w: u32) -> KnownBits {
        KnownBits { zeros: 0, ones: 0, min: 0, max: word::mask(w), signed_bits: w }
    }

    /// A single known value.
    pub fn exactly(w: u32, value: u64) -> KnownBits {
        let signed_bits = signed_length(w, value);
        KnownBits { zeros: !value & word::mask(w), ones: value, min: value, max: value, signed_bits }
    }

    /// A range, both ends included.
    fn range(w: u32, min: u64, max: u64) -> KnownBits {
        KnownBits { min, max, ..KnownBits::unknown(w) }.tight(w)
    }

    fn bits(w: u32, zeros: u64, ones: u64) -> KnownBits {
        let m = word::mask(w);
        KnownBits { zeros: zeros & m, ones: ones & m, ..KnownBits::unknown(w) }.tight(w)
    }

    /// Refines each part by the others.
    fn tight(mut self, w: u32) -> KnownBits {
        let m = word::mask(w);
        self.min = self.min.max(self.ones);
        self.max = self.max.min(m & !self.zeros);
        // The bits above the highest bit in which `min` and `max` differ are known.
        let differ = self.min ^ self.max;
        let same = if differ == 0 { m } else { m & !(u64::MAX >> differ.leading_zeros()) };
        self.ones |= self.min & same;
        self.zeros |= !self.min & same;
        let lead = |known: u64| (!(known << (64 - w))).leading_zeros().min(w);
        let copies = lead(self.zeros).max(lead(self.ones)).max(1);
        self.signed_bits = self.signed_bits.min(w - copies + 1);
        self
    }

    /// Knowledge that holds for both values.
    fn join(self, other: KnownBits, w: u32) -> KnownBits {
        KnownBits {
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            min: self.min.min(other.min),
            max: self.max.max(other.max),
            signed_bits: self.signed_bits.max(other.signed_bits),
        }
        .tight(w)
    }

    /// Combines knowledge from two sources about one value.
    fn meet(self, other: KnownBits, w: u32) -> KnownBits {
        KnownBits {
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            min: self.min.max(other.min),
            max: self.max.min(other.max),
            signed_bits: self.signed_bits.min(other.signed_bits),
        }
        .tight(w)
    }

    fn with_signed_bits(mut self, n: u32, w: u32) -> KnownBits {
        self.signed_bits = self.signed_bits.min(n.clamp(1, w));
        self
    }

    /// Number of low bits known to be zero.
    pub fn trailing_zeros(&self) -> u32 {
        self.zeros.trailing_ones()
    }

    /// Whether the two have no value in common.
    pub(super) fn excludes(&self, other: &KnownBits) -> bool {
        self.zeros & other.ones | self.ones & other.zeros != 0 || self.max < other.min || other.max < self.min
    }

    /// Whether the value may be `k`.
    pub fn admits(&self, k: u64) -> bool {
        self.min <= k && k <= self.max && k & self.zeros == 0 && !k & self.ones == 0
    }
}

/// Number of bits that a value needs as a signed number.
fn signed_length(w: u32, value: u64) -> u32 {
    let s = word::signed(w, value);
    let magnitude = if s < 0 { !s } else { s } as u64;
    65 - magnitude.leading_zeros()
}

/// Known bits of `a + b + carry`.
fn add_bits(w: u32, a: KnownBits, b: KnownBits, carry: bool) -> (u64, u64) {
    let m = word::mask(w);
    let c = u64::from(carry);
    let most = (m & !a.zeros).wrapping_add(m & !b.zeros).wrapping_add(c);
    let least = a.ones.wrapping_add(b.ones).wrapping_add(c);
    let carry_zero = !(most ^ a.zeros ^ b.zeros);
    let carry_one = least ^ a.ones ^ b.ones;
    let known = (a.zeros | a.ones) & (b.zeros | b.ones) & (carry_zero | carry_one);
    (!most & known & m, least & known & m)
}

/// The operands from which a term's knowledge is computed.
fn inputs(s: &TermStore, t: Term) -> ([Option<Term>; 2], bool) {
    let arg = |i: usize| Some(s.arg(t, i)).filter(|&a| s.width(a) <= 64);
    match s.op(t) {
        Op::Ite => ([arg(1), arg(2)], true),
        Op::BvNot | Op::Neg | Op::Zext | Op::Sext | Op::Extract | Op::Bswap | Op::Bitreverse => {
            ([arg(0), None], true)
        }
        Op::BvAnd
        | Op::BvOr
        | Op::BvXor
        | Op::Add
        | Op::Sub
        | Op::Mul
        | Op::Udiv
        | Op::Urem
        | Op::Sdiv
        | Op::Srem
        | Op::Shl
        | Op::Lshr
        | Op::Ashr
        | Op::Concat => ([arg(0), arg(1)], true),
        _ => ([None, None], false),
    }
}

/// Computes the knowledge about a term of at most 64 bits from that about its operands.
fn transfer(s: &TermStore, t: Term, get: &dyn Fn(Term) -> KnownBits) -> KnownBits {
    let w = s.width(t);
    let m = word::mask(w);
    if let Some(k) = s.as_u64(t) {
        return KnownBits::exactly(w, k);
    }
    let arg = |i: usize| {
        let a = s.arg(t, i);
        get(a)
    };
    match s.op(t) {
        Op::Ite => arg(1).join(arg(2), w),
        Op::BvNot => {
            let a = arg(0);
            let r = KnownBits { min: m - a.max, max: m - a.min, ..KnownBits::bits(w, a.ones, a.zeros) };
            r.tight(w).with_signed_bits(a.signed_bits, w)
        }
        Op::BvAnd => {
            let (a, b) = (arg(0), arg(1));
            let r = KnownBits::bits(w, a.zeros | b.zeros, a.ones & b.ones);
            r.meet(KnownBits::range(w, 0, a.max.min(b.max)), w)
                .with_signed_bits(a.signed_bits.max(b.signed_bits), w)
        }
        Op::BvOr => {
            let (a, b) = (arg(0), arg(1));
            let r = KnownBits::bits(w, a.zeros & b.zeros, a.ones | b.ones);
            r.meet(KnownBits::range(w, a.min.max(b.min), m), w)
                .with_signed_bits(a.signed_bits.max(b.signed_bits), w)
        }
        Op::BvXor => {
            let (a, b) = (arg(0), arg(1));
            let zeros = a.zeros & b.zeros | a.ones & b.ones;
            let r = KnownBits::bits(w, zeros, a.zeros & b.ones | a.ones & b.zeros);
            r.with_signed_bits(a.signed_bits.max(b.signed_bits), w)
        }
        Op::Neg => {
            let a = arg(0);
            let not = KnownBits::bits(w, a.ones, a.zeros);
            let (zeros, ones) = add_bits(w, not, KnownBits::exactly(w, 0), true);
            KnownBits::bits(w, zeros, ones).with_signed_bits(a.signed_bits + 1, w)
        }
        Op::Add => {
            let (a, b) = (arg(0), arg(1));
            let (zeros, ones) = add_bits(w, a, b, false);
            let r = KnownBits::bits(w, zeros, ones);
            let r = match (a.min.checked_add(b.min), a.max.checked_add(b.max)) {
                (Some(lo), Some(hi)) if hi <= m => r.meet(KnownBits::range(w, lo, hi), w),
                // Every sum wraps exactly once.
                (lo, hi) if lo.is_none_or(|x| x > m) => {
                    let (lo, hi) = (
                        lo.unwrap_or(a.min.wrapping_add(b.min)) & m,
                        hi.unwrap_or(a.max.wrapping_add(b.max)) & m,
                    );
                    r.meet(KnownBits::range(w, lo, hi), w)
                }
                _ => r,
            };
            r.with_signed_bits(a.signed_bits.max(b.signed_bits) + 1, w)
        }
        Op::Sub => {
            let (a, b) = (arg(0), arg(1));
            let not = KnownBits::bits(w, b.ones, b.zeros);
            let (zeros, ones) = add_bits(w, a, not, true);
            let r = KnownBits::bits(w, zeros, ones);
            let r = match a.min >= b.max {
                true => r.meet(KnownBits::range(w, a.min - b.max, a.max - b.min), w),
                false => r,
            };
            r.with_signed_bits(a.signed_bits.max(b.signed_bits) + 1, w)
        }
        Op::Mul => {
            let (a, b) = (arg(0), arg(1));
            let tz = (a.trailing_zeros() + b.trailing_zeros()).min(w);
            let zeros = if tz == 0 { 0 } else { word::mask(tz) };
            let r = KnownBits::bits(w, zeros, 0);
            let r = match a.max.checked_mul(b.max) {
                Some(hi) if hi <= m => r.meet(KnownBits::range(w, a.min * b.min, hi), w),
                _ => r,
            };
            r.with_signed_bits(a.signed_bits + b.signed_bits, w)
        }
        Op::Udiv => {
            let (a, b) = (arg(0), arg(1));
            match b.min {
                0 => KnownBits::unknown(w),
                _ => KnownBits::range(w, a.min / b.max, a.max / b.min),
            }
        }
        Op::Urem => {
            let (a, b) = (arg(0), arg(1));
            let hi = if b.min == 0 { a.max } else { a.max.min(b.max - 1) };
            KnownBits::range(w, 0, hi)
        }
        Op::Sdiv => match arg(1).admits(0) {
            true => KnownBits::unknown(w),
            false => KnownBits::unknown(w).with_signed_bits(arg(0).signed_bits + 1, w),
        },
        // The magnitude of the remainder is at most that of the dividend.
        Op::Srem => KnownBits::unknown(w).with_signed_bits(arg(0).signed_bits, w),
        Op::Shl => {
            let a = arg(0);
            match s.as_u64(s.arg(t, 1)) {
                Some(n) if n < u64::from(w) => {
                    let low = (1u64 << n) - 1;
                    let r = KnownBits::bits(w, a.zeros << n | low, a.ones << n);
                    let fits = a.max <= m >> n;
                    let r = if fits { r.meet(KnownBits::range(w, a.min << n, a.max << n), w) } else { r };
                    r.with_signed_bits(a.signed_bits.saturating_add(n as u32), w)
                }
                Some(_) => KnownBits::exactly(w, 0),
                None => {
                    let tz = a.trailing_zeros().min(w);
                    KnownBits::bits(w, if tz == 0 { 0 } else { word::mask(tz) }, 0)
                }
            }
        }
        Op::Lshr => {
            let (a, b) = (arg(0), arg(1));
            match b.min < u64::from(w) {
                true => KnownBits::range(w, 0, a.max >> b.min),
                false => KnownBits::exactly(w, 0),
            }
        }
        Op::Ashr => KnownBits::unknown(w).with_signed_bits(arg(0).signed_bits, w),
        Op::Zext => {
            let a = arg(0);
            let n = s.width(s.arg(t, 0));
            KnownBits::bits(w, a.zeros | m & !word::mask(n), a.ones)
                .meet(KnownBits::range(w, a.min, a.max), w)
        }
        Op::Sext => {
            let a = arg(0);
            let n = s.width(s.arg(t, 0));
            let r = KnownBits::bits(w, word::sext(n, a.zeros, w), word::sext(n, a.ones, w));
            let half = 1u64 << (n - 1);
            let r = match () {
                () if a.max < half => r.meet(KnownBits::range(w, a.min, a.max), w),
                () if a.min >= half => {
                    r.meet(KnownBits::range(w, word::sext(n, a.min, w), word::sext(n, a.max, w)), w)
                }
                () => r,
            };
            r.with_signed_bits(a.signed_bits, w)
        }
        Op::Extract => {
            let (x, (_, lo)) = (s.arg(t, 0), s.extract_range(t));
            if s.width(x) > 64 {
                return KnownBits::unknown(w);
            }
            let a = get(x);
            let r = KnownBits::bits(w, a.zeros >> lo, a.ones >> lo);
            let r = match a.max >> lo <= m {
                true => r.meet(KnownBits::range(w, a.min >> lo, a.max >> lo), w),
                false => r,
            };
            r.with_signed_bits(a.signed_bits.saturating_sub(lo), w)
        }
        Op::Concat => {
            let n = s.width(s.arg(t, 1));
            let (a, b) = (arg(0), arg(1));
            KnownBits::bits(w, a.zeros << n | b.zeros, a.ones << n | b.ones)
                .meet(KnownBits::range(w, a.min << n | b.min, a.max << n | b.max), w)
                .with_signed_bits(a.signed_bits + n, w)
        }
        Op::Bswap => {
            let a = arg(0);
            KnownBits::bits(w, word::bswap(w, a.zeros), word::bswap(w, a.ones))
        }
        Op::Bitreverse => {
            let a = arg(0);
            KnownBits::bits(w, word::bitreverse(w, a.zeros), word::bitreverse(w, a.ones))
        }
        Op::Popcount | Op::Ctlz | Op::Cttz => KnownBits::range(w, 0, m.min(u64::from(w))),
        _ => KnownBits::unknown(w),
    }
}

impl Builder {
    /// Knowledge about a bit-vector term of at most 64 bits; `None` for wider ones. Computed once per term, without
    /// recursion.
    pub fn known_bits(&mut self, t: Term) -> Option<KnownBits> {
        if self.store.width(t) > 64 {
            return None;
        }
        let mut stack = vec![t];
        while let Some(&t) = stack.last() {
            if self.known_bits.contains_key(&t) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            for a in inputs(&self.store, t).0.into_iter().flatten() {
                if !self.known_bits.contains_key(&a) {
                    stack.push(a);
                }
            }
            if stack.len() == before {
                let f = transfer(&self.store, t, &|a| self.known_bits[&a]);
                self.known_bits.insert(t, f);
                stack.pop();
            }
        }
        Some(self.known_bits[&t])
    }

    /// Knowledge from the top `depth` levels of a term of at most 64 bits; cheap enough for rules.
    pub(super) fn quick_known_bits(&self, t: Term, depth: u32) -> KnownBits {
        if let Some(f) = self.known_bits.get(&t) {
            return *f;
        }
        let w = self.store.width(t);
        if w > 64 || (depth == 0 && inputs(&self.store, t).1) {
            return KnownBits::unknown(w.min(64));
        }
        transfer(&self.store, t, &|a| self.quick_known_bits(a, depth - 1))
    }

    /// Bits that are zero and bits that are one in every value of a term of at most 64 bits; nothing known for wider
    /// ones.
    pub fn zeros_and_ones(&mut self, t: Term) -> (u64, u64) {
        self.known_bits(t).map_or((0, 0), |f| (f.zeros, f.ones))
    }

    /// Number of low bits that are zero in every value; 0 for terms wider than 64 bits.
    pub fn trailing_zeros(&mut self, t: Term) -> u32 {
        self.known_bits(t).map_or(0, |f| f.trailing_zeros())
    }

    /// Number of bits the term needs as a signed number; the width when nothing is known.
    pub fn signed_bits(&mut self, t: Term) -> u32 {
        let w = self.store.width(t);
        self.known_bits(t).map_or(w, |f| f.signed_bits)
    }

    /// Least and greatest unsigned value of a term of at most 64 bits.
    pub fn unsigned_range(&mut self, t: Term) -> Option<(u64, u64)> {
        self.known_bits(t).map(|f| (f.min, f.max))
    }
}

/// Least value as a signed number.
pub(super) fn signed_least(w: u32, f: KnownBits) -> i128 {
    let sign = 1u64 << (w - 1);
    let reach = 1i128 << (f.signed_bits - 1);
    match () {
        () if f.zeros & sign != 0 => i128::from(f.min),
        () if f.ones & sign != 0 => (i128::from(f.min) - (1i128 << w)).max(-reach),
        () => -reach,
    }
}

/// Greatest value as a signed number.
pub(super) fn signed_most(w: u32, f: KnownBits) -> i128 {
    let sign = 1u64 << (w - 1);
    let reach = (1i128 << (f.signed_bits - 1)) - 1;
    match () {
        () if f.zeros & sign != 0 => i128::from(f.max).min(reach),
        () if f.ones & sign != 0 => i128::from(f.max) - (1i128 << w),
        () => reach,
    }
}
