//! Comparison and classification on the bits of IEEE 754's interchange formats.

use super::Domain;
use crate::base::Bits;
use crate::program::{FcmpPred, FloatKind};

/// A format of sign, exponent and fraction, without an explicit leading bit.
#[derive(Clone, Copy)]
pub(super) struct Format {
    /// Of the whole value.
    pub(super) width: u32,
    /// Bits of the fraction.
    pub(super) fraction: u32,
}

impl Format {
    /// Layout of the format, for x87 without the leading bit; `None` for PowerPC's.
    pub(super) fn of(kind: FloatKind) -> Option<Format> {
        let fraction = match kind {
            FloatKind::Half => 10,
            FloatKind::Bfloat => 7,
            FloatKind::Single => 23,
            FloatKind::Double => 52,
            FloatKind::Quad => 112,
            FloatKind::X87 => return Some(super::x87::IMPLICIT),
            FloatKind::PpcDouble => return None,
        };
        Some(Format { width: kind.bits(), fraction })
    }

    /// Bits of the exponent.
    pub(super) fn exponent_bits(self) -> u32 {
        self.width - 1 - self.fraction
    }

    /// Number of significand bits, including the leading one.
    pub(super) fn precision(self) -> u32 {
        self.fraction + 1
    }

    /// Exponent field of values from 1 up to 2.
    pub(super) fn bias(self) -> i64 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    /// Positive infinity without its sign bit: exponent all ones, fraction zero.
    pub(super) fn infinity<D: Domain>(self, d: &mut D) -> D::Bv {
        let ones = Bits::ones(self.width - 1 - self.fraction).zext(self.width - 1);
        d.constant(&ones.shl_by(self.fraction))
    }
}

/// The value without its sign, in one bit less. Magnitudes are ordered like the values.
fn magnitude<D: Domain>(d: &mut D, format: Format, a: &D::Bv) -> D::Bv {
    d.extract(a, format.width - 2, 0)
}

/// A floating-point comparison.
pub(super) fn compare<D: Domain>(d: &mut D, format: Format, pred: FcmpPred, a: &D::Bv, b: &D::Bv) -> D::Bool {
    let infinity = format.infinity(d);
    let (ma, mb) = (magnitude(d, format, a), magnitude(d, format, b));
    let (nan_a, nan_b) = (d.ult(&infinity, &ma), d.ult(&infinity, &mb));
    let unordered = d.or(&nan_a, &nan_b);
    let both = d.bv_or(&ma, &mb);
    let zero = d.int(format.width - 1, 0);
    let zeros = d.eq(&both, &zero);
    let same = d.eq(a, b);
    let equal = d.or(&same, &zeros);
    let less = |d: &mut D, a: &D::Bv, b: &D::Bv, ma: &D::Bv, mb: &D::Bv| {
        let (negative_a, negative_b) = (d.is_negative(a), d.is_negative(b));
        let (up, down) = (d.ult(ma, mb), d.ult(mb, ma));
        // If signs differ, the negative value is less, unless both are zero. Otherwise magnitudes decide.
        let differ = d.xor(&negative_a, &negative_b);
        let not_zeros = d.not(&zeros);
        let by_sign = d.and(&negative_a, &not_zeros);
        let (positive, negative) = (d.not(&negative_a), negative_a);
        let (up, down) = (d.and(&positive, &up), d.and(&negative, &down));
        let by_magnitude = d.or(&up, &down);
        let alike = d.not(&differ);
        let (first, second) = (d.and(&differ, &by_sign), d.and(&alike, &by_magnitude));
        d.or(&first, &second)
    };
    // The relation for numbers, and the result for NaN.
    let (relation, of_nan) = match pred {
        FcmpPred::False => return d.truth(false),
        FcmpPred::True => return d.truth(true),
        FcmpPred::Ord => return d.not(&unordered),
        FcmpPred::Uno => return unordered,
        FcmpPred::Oeq | FcmpPred::Ueq => (equal, pred == FcmpPred::Ueq),
        FcmpPred::One | FcmpPred::Une => (d.not(&equal), pred == FcmpPred::Une),
        FcmpPred::Olt | FcmpPred::Ult => (less(d, a, b, &ma, &mb), pred == FcmpPred::Ult),
        FcmpPred::Ogt | FcmpPred::Ugt => (less(d, b, a, &mb, &ma), pred == FcmpPred::Ugt),
        FcmpPred::Ole | FcmpPred::Ule => {
            let below = less(d, a, b, &ma, &mb);
            (d.or(&below, &equal), pred == FcmpPred::Ule)
        }
        FcmpPred::Oge | FcmpPred::Uge => {
            let above = less(d, b, a, &mb, &ma);
            (d.or(&above, &equal), pred == FcmpPred::Uge)
        }
    };
    if of_nan {
        d.or(&unordered, &relation)
    } else {
        let ordered = d.not(&unordered);
        d.and(&ordered, &relation)
    }
}

/// Whether the value is of one of the classes in the mask of `llvm.is.fpclass`.
pub(super) fn is_class<D: Domain>(d: &mut D, format: Format, a: &D::Bv, mask: u32) -> D::Bool {
    let infinity = format.infinity(d);
    let m = magnitude(d, format, a);
    let negative = d.is_negative(a);
    let positive = d.not(&negative);
    let zero = d.int(format.width - 1, 0);
    let least_normal = d.constant(&Bits::power_of_two(format.width - 1, format.fraction));
    let quiet = d.extract(a, format.fraction - 1, format.fraction - 1);

    let nan = d.ult(&infinity, &m);
    let quiet = d.bv_to_bool(&quiet);
    let signalling = d.not(&quiet);
    let is_infinity = d.eq(&m, &infinity);
    let is_zero = d.eq(&m, &zero);
    let small = d.ult(&m, &least_normal);
    let not_zero = d.not(&is_zero);
    let subnormal = d.and(&small, &not_zero);
    let finite = d.ult(&m, &infinity);
    let not_small = d.not(&small);
    let normal = d.and(&finite, &not_small);

    let classes = [
        (&nan, &signalling),
        (&nan, &quiet),
        (&is_infinity, &negative),
        (&normal, &negative),
        (&subnormal, &negative),
        (&is_zero, &negative),
        (&is_zero, &positive),
        (&subnormal, &positive),
        (&normal, &positive),
        (&is_infinity, &positive),
    ];
    let mut any = d.truth(false);
    for (i, (class, side)) in classes.into_iter().enumerate() {
        if mask >> i & 1 == 1 {
            let both = d.and(class, side);
            any = d.or(&any, &both);
        }
    }
    any
}
