//! Arithmetic on the bits of IEEE 754's interchange formats, for values that are not known; rounded to nearest, ties to
//! even. An exponent is that of a significand's leading bit, biased as in the format. Vectors of exponents are signed
//! and wide enough for all computations here.

use super::Domain;
use super::bitwise::Format;
use crate::base::Bits;

/// A value split into its parts.
struct Parts<D: Domain> {
    negative: D::Bool,
    nan: D::Bool,
    infinite: D::Bool,
    zero: D::Bool,
    exponent: D::Bv,
    /// As many bits as the format's precision, including the leading one.
    significand: D::Bv,
}

/// Width of exponents if significands have up to `bits` bits: it fits any sum of three of the format's exponents and of
/// numbers up to `bits`.
fn exponent_width(format: Format, bits: u32) -> u32 {
    format.exponent_bits().max(bits.ilog2() + 1) + 3
}

/// Low bits, or zero extension.
fn fit<D: Domain>(d: &mut D, a: &D::Bv, width: u32) -> D::Bv {
    if d.width(a) <= width { d.zext(a, width) } else { d.extract(a, width - 1, 0) }
}

fn bit<D: Domain>(d: &mut D, a: &D::Bv, i: u32) -> D::Bool {
    let one = d.extract(a, i, i);
    d.bv_to_bool(&one)
}

fn is_zero<D: Domain>(d: &mut D, a: &D::Bv) -> D::Bool {
    let zero = d.int(d.width(a), 0);
    d.eq(a, &zero)
}

fn nonzero<D: Domain>(d: &mut D, a: &D::Bv) -> D::Bool {
    let zero = is_zero(d, a);
    d.not(&zero)
}

/// Appends low zeros so that the result has at least that many bits.
fn pad<D: Domain>(d: &mut D, a: &D::Bv, width: u32) -> D::Bv {
    let have = d.width(a);
    if have >= width {
        return a.clone();
    }
    let low = d.int(width - have, 0);
    d.concat(a, &low)
}

/// `a` with one more low bit.
fn append<D: Domain>(d: &mut D, a: &D::Bv, last: &D::Bool) -> D::Bv {
    let last = d.bool_to_bv(last);
    d.concat(a, &last)
}

/// The number as a constant of that width.
fn number<D: Domain>(d: &mut D, width: u32, value: i64) -> D::Bv {
    d.constant(&Bits::new(64, value as u64).sext(width.max(64)).trunc(width))
}

fn take_apart<D: Domain>(d: &mut D, format: Format, width: u32, a: &D::Bv) -> Parts<D> {
    let fraction = d.extract(a, format.fraction - 1, 0);
    let field = d.extract(a, format.width - 2, format.fraction);
    let (low, rest) = (is_zero(d, &field), is_zero(d, &fraction));
    let ones = d.ones(format.exponent_bits());
    let high = d.eq(&field, &ones);
    let some = d.not(&rest);
    let leading = d.not(&low);
    let leading = d.bool_to_bv(&leading);
    let step = d.bool_to_bv(&low);
    let (wide, step) = (d.zext(&field, width), d.zext(&step, width));
    Parts {
        negative: d.is_negative(a),
        nan: d.and(&high, &some),
        infinite: d.and(&high, &rest),
        zero: d.and(&low, &rest),
        exponent: d.add(&wide, &step),
        significand: d.concat(&leading, &fraction),
    }
}

/// Moves the leading bit to the top.
fn normalise<D: Domain>(d: &mut D, exponent: &D::Bv, significand: &D::Bv) -> (D::Bv, D::Bv) {
    let zeros = d.ctlz(significand);
    let shifted = d.shl(significand, &zeros);
    let zeros = fit(d, &zeros, d.width(exponent));
    (d.sub(exponent, &zeros), shifted)
}

/// The same, with the leading bit at the top even for subnormal values.
fn take_apart_normalised<D: Domain>(d: &mut D, format: Format, width: u32, a: &D::Bv) -> Parts<D> {
    let mut parts = take_apart(d, format, width, a);
    (parts.exponent, parts.significand) = normalise(d, &parts.exponent, &parts.significand);
    parts
}

/// Shifts right. The last bit of the result is sticky: it is set if a one was shifted out.
fn shift_right_sticky<D: Domain>(d: &mut D, a: &D::Bv, by: &D::Bv) -> D::Bv {
    let width = d.width(a);
    let mut value = a.clone();
    let mut lost = d.truth(false);
    let mut far = d.truth(false);
    for k in 0..d.width(by) {
        let on = bit(d, by, k);
        if k >= 31 || 1 << k >= width {
            far = d.or(&far, &on);
            continue;
        }
        let step = 1 << k;
        let out = d.extract(&value, step - 1, 0);
        let out = nonzero(d, &out);
        let out = d.and(&on, &out);
        lost = d.or(&lost, &out);
        let kept = d.extract(&value, width - 1, step);
        let kept = d.zext(&kept, width);
        value = d.ite(&on, &kept, &value);
    }
    let some = nonzero(d, &value);
    let beyond = d.and(&far, &some);
    lost = d.or(&lost, &beyond);
    let none = d.int(width, 0);
    value = d.ite(&far, &none, &value);
    let lost = d.bool_to_bv(&lost);
    let lost = d.zext(&lost, width);
    d.bv_or(&value, &lost)
}

fn signed<D: Domain>(d: &mut D, negative: &D::Bool, magnitude: &D::Bv) -> D::Bv {
    let sign = d.bool_to_bv(negative);
    d.concat(&sign, magnitude)
}

fn zero<D: Domain>(d: &mut D, format: Format, negative: &D::Bool) -> D::Bv {
    let none = d.int(format.width - 1, 0);
    signed(d, negative, &none)
}

fn infinity<D: Domain>(d: &mut D, format: Format, negative: &D::Bool) -> D::Bv {
    let magnitude = format.infinity(d);
    signed(d, negative, &magnitude)
}

/// Rounds the significand, whose leading bit is at the top, times two to the power of the exponent. The significand has
/// at least two bits more than the format's precision; the last of them is sticky. With `tiny`, the exponent may be
/// below that of the least normal value; without, a significand without leading one has the least exponent.
fn round<D: Domain>(
    d: &mut D,
    format: Format,
    negative: &D::Bool,
    exponent: &D::Bv,
    significand: &D::Bv,
    tiny: bool,
) -> D::Bv {
    let (x, w, p) = (d.width(exponent), d.width(significand), format.precision());
    let (mut exponent, mut significand) = (exponent.clone(), significand.clone());
    if tiny {
        let least = d.int(x, 1);
        let low = d.slt(&exponent, &least);
        let by = d.sub(&least, &exponent);
        let none = d.int(x, 0);
        let by = d.ite(&low, &by, &none);
        significand = shift_right_sticky(d, &significand, &by);
        exponent = d.ite(&low, &least, &exponent);
    }
    let kept = d.extract(&significand, w - 1, w - p);
    let half = bit(d, &significand, w - p - 1);
    let rest = d.extract(&significand, w - p - 2, 0);
    let (rest, odd) = (nonzero(d, &rest), bit(d, &kept, 0));
    let tie = d.or(&rest, &odd);
    let up = d.and(&half, &tie);
    // The leading one adds one to the exponent field, as does a carry out of the fraction.
    let one = d.int(x, 1);
    let field = d.sub(&exponent, &one);
    let field = d.extract(&field, format.exponent_bits() - 1, 0);
    let low = d.int(format.fraction, 0);
    let field = d.concat(&field, &low);
    let kept = d.zext(&kept, format.width - 1);
    let up = d.bool_to_bv(&up);
    let up = d.zext(&up, format.width - 1);
    let sum = d.add(&field, &kept);
    let sum = d.add(&sum, &up);
    let most = number(d, x, (1 << format.exponent_bits()) - 1);
    let over = d.sle(&most, &exponent);
    let infinity = format.infinity(d);
    let magnitude = d.ite(&over, &infinity, &sum);
    signed(d, negative, &magnitude)
}

fn quiet<D: Domain>(d: &mut D, format: Format, a: &D::Bv) -> D::Bv {
    let quiet = d.constant(&Bits::power_of_two(format.width, format.fraction - 1));
    d.bv_or(a, &quiet)
}

/// The NaN operand, the first one if both are; a new NaN for an invalid operation; otherwise `value`.
fn or_nan<D: Domain>(
    d: &mut D,
    format: Format,
    operands: &[(&D::Bv, &D::Bool)],
    invalid: &D::Bool,
    value: &D::Bv,
) -> D::Bv {
    let top = format.infinity(d);
    let plain = d.truth(false);
    let top = signed(d, &plain, &top);
    let made = quiet(d, format, &top);
    let mut result = d.ite(invalid, &made, value);
    for (a, nan) in operands.iter().rev() {
        let kept = quiet(d, format, a);
        result = d.ite(nan, &kept, &result);
    }
    result
}

/// `a + b`.
pub(super) fn add<D: Domain>(d: &mut D, format: Format, a: &D::Bv, b: &D::Bv) -> D::Bv {
    let p = format.precision();
    let w = p + 4;
    let x = exponent_width(format, w);
    let (pa, pb) = (take_apart(d, format, x, a), take_apart(d, format, x, b));
    let (ma, mb) = (d.extract(a, format.width - 2, 0), d.extract(b, format.width - 2, 0));
    let swap = d.ult(&ma, &mb);
    // The greater magnitude first, with a bit for the carry and three for bits shifted out below.
    let exponent = d.ite(&swap, &pb.exponent, &pa.exponent);
    let smaller = d.ite(&swap, &pa.exponent, &pb.exponent);
    let great = d.ite(&swap, &pb.significand, &pa.significand);
    let small = d.ite(&swap, &pa.significand, &pb.significand);
    let (great, small) = (d.zext(&great, p + 1), d.zext(&small, p + 1));
    let (great, small) = (pad(d, &great, w), pad(d, &small, w));
    let distance = d.sub(&exponent, &smaller);
    let small = shift_right_sticky(d, &small, &distance);
    let differ = d.xor(&pa.negative, &pb.negative);
    let minus = d.bool_to_bv(&differ);
    let (flip, carry) = (d.sext(&minus, w), d.zext(&minus, w));
    let small = d.bv_xor(&small, &flip);
    let sum = d.add(&great, &small);
    let sum = d.add(&sum, &carry);
    // A sum of subnormal values is exact: no more leading zeros are shifted out than the least exponent allows.
    let zeros = d.ctlz(&sum);
    let zeros = fit(d, &zeros, x);
    let enough = d.ult(&exponent, &zeros);
    let zeros = d.ite(&enough, &exponent, &zeros);
    let by = fit(d, &zeros, w);
    let significand = d.shl(&sum, &by);
    let one = d.int(x, 1);
    let above = d.add(&exponent, &one);
    let exponent = d.sub(&above, &zeros);
    let negative = {
        let (na, nb) = (d.bool_to_bv(&pa.negative), d.bool_to_bv(&pb.negative));
        let one = d.ite(&swap, &nb, &na);
        d.bv_to_bool(&one)
    };
    let rounded = round(d, format, &negative, &exponent, &significand, false);
    let none = is_zero(d, &sum);
    let both = d.and(&pa.negative, &pb.negative);
    let nothing = zero(d, format, &both);
    let value = d.ite(&none, &nothing, &rounded);
    let endless = d.or(&pa.infinite, &pb.infinite);
    let infinity = infinity(d, format, &negative);
    let value = d.ite(&endless, &infinity, &value);
    let invalid = d.and(&pa.infinite, &pb.infinite);
    let invalid = d.and(&invalid, &differ);
    or_nan(d, format, &[(a, &pa.nan), (b, &pb.nan)], &invalid, &value)
}

/// `a - b`.
pub(super) fn sub<D: Domain>(d: &mut D, format: Format, a: &D::Bv, b: &D::Bv) -> D::Bv {
    let sign = d.signed_min(format.width);
    let minus = d.bv_xor(b, &sign);
    let result = add(d, format, a, &minus);
    // A NaN keeps its sign.
    let nan = take_apart(d, format, exponent_width(format, 2), b).nan;
    let other = take_apart(d, format, exponent_width(format, 2), a).nan;
    let number = d.not(&other);
    let only = d.and(&number, &nan);
    let kept = quiet(d, format, b);
    d.ite(&only, &kept, &result)
}

/// Result of a product or quotient if an operand is zero, infinite or NaN.
#[allow(clippy::too_many_arguments, reason = "all that decides")]
fn special<D: Domain>(
    d: &mut D,
    format: Format,
    (a, pa): (&D::Bv, &Parts<D>),
    (b, pb): (&D::Bv, &Parts<D>),
    none: &D::Bool,
    endless: &D::Bool,
    invalid: &D::Bool,
    negative: &D::Bool,
    value: &D::Bv,
) -> D::Bv {
    let nothing = zero(d, format, negative);
    let value = d.ite(none, &nothing, value);
    let infinity = infinity(d, format, negative);
    let value = d.ite(endless, &infinity, &value);
    or_nan(d, format, &[(a, &pa.nan), (b, &pb.nan)], invalid, &value)
}

/// Whether both of one pair, or both of the other pair, hold.
fn either_pair<D: Domain>(d: &mut D, one: (&D::Bool, &D::Bool), other: (&D::Bool, &D::Bool)) -> D::Bool {
    let (one, other) = (d.and(one.0, one.1), d.and(other.0, other.1));
    d.or(&one, &other)
}

/// `a * b`.
pub(super) fn mul<D: Domain>(d: &mut D, format: Format, a: &D::Bv, b: &D::Bv) -> D::Bv {
    let w = 2 * format.precision();
    let x = exponent_width(format, w);
    let (pa, pb) = (take_apart_normalised(d, format, x, a), take_apart_normalised(d, format, x, b));
    let (sa, sb) = (d.zext(&pa.significand, w), d.zext(&pb.significand, w));
    let product = d.mul(&sa, &sb);
    let two = bit(d, &product, w - 1);
    let one = d.int(w, 1);
    let moved = d.shl(&product, &one);
    let significand = d.ite(&two, &product, &moved);
    let exponent = d.add(&pa.exponent, &pb.exponent);
    let bias = number(d, x, format.bias());
    let exponent = d.sub(&exponent, &bias);
    let two = d.bool_to_bv(&two);
    let two = d.zext(&two, x);
    let exponent = d.add(&exponent, &two);
    let negative = d.xor(&pa.negative, &pb.negative);
    let rounded = round(d, format, &negative, &exponent, &significand, true);
    let none = d.or(&pa.zero, &pb.zero);
    let endless = d.or(&pa.infinite, &pb.infinite);
    let invalid = either_pair(d, (&pa.zero, &pb.infinite), (&pa.infinite, &pb.zero));
    special(d, format, (a, &pa), (b, &pb), &none, &endless, &invalid, &negative, &rounded)
}

/// `a / b`.
pub(super) fn div<D: Domain>(d: &mut D, format: Format, a: &D::Bv, b: &D::Bv) -> D::Bv {
    let p = format.precision();
    let w = p + 3;
    let x = exponent_width(format, w);
    let (pa, pb) = (take_apart_normalised(d, format, x, a), take_apart_normalised(d, format, x, b));
    // Bit by bit. The remainder is less than the divisor, so its double needs one more bit.
    let mut rest = d.zext(&pa.significand, p + 1);
    let divisor = d.zext(&pb.significand, p + 1);
    let mut quotient: Option<D::Bv> = None;
    let one = d.int(p + 1, 1);
    for _ in 0..p + 2 {
        let less = d.ult(&rest, &divisor);
        let fits = d.not(&less);
        quotient = Some(match quotient {
            None => d.bool_to_bv(&fits),
            Some(q) => append(d, &q, &fits),
        });
        let difference = d.sub(&rest, &divisor);
        rest = d.ite(&fits, &difference, &rest);
        rest = d.shl(&rest, &one);
    }
    let quotient = quotient.expect("at least one bit");
    let inexact = nonzero(d, &rest);
    let significand = append(d, &quotient, &inexact);
    let whole = bit(d, &significand, w - 1);
    let one = d.int(w, 1);
    let moved = d.shl(&significand, &one);
    let significand = d.ite(&whole, &significand, &moved);
    let exponent = d.sub(&pa.exponent, &pb.exponent);
    let bias = number(d, x, format.bias() - 1);
    let exponent = d.add(&exponent, &bias);
    let whole = d.bool_to_bv(&whole);
    let whole = d.zext(&whole, x);
    let exponent = d.add(&exponent, &whole);
    let negative = d.xor(&pa.negative, &pb.negative);
    let rounded = round(d, format, &negative, &exponent, &significand, true);
    let none = d.or(&pa.zero, &pb.infinite);
    let endless = d.or(&pa.infinite, &pb.zero);
    let invalid = either_pair(d, (&pa.zero, &pb.zero), (&pa.infinite, &pb.infinite));
    special(d, format, (a, &pa), (b, &pb), &none, &endless, &invalid, &negative, &rounded)
}

/// The square root.
pub(super) fn sqrt<D: Domain>(d: &mut D, format: Format, a: &D::Bv) -> D::Bv {
    let p = format.precision();
    let x = exponent_width(format, p + 2);
    let pa = take_apart_normalised(d, format, x, a);
    let bias = number(d, x, format.bias());
    let exponent = d.sub(&pa.exponent, &bias);
    let odd = bit(d, &exponent, 0);
    // Between 1 and 4, with two bits before the point; each bit of the root takes two.
    let n = p + 1;
    let single = d.zext(&pa.significand, n);
    let double = {
        let low = d.int(1, 0);
        d.concat(&pa.significand, &low)
    };
    let radicand = d.ite(&odd, &double, &single);
    let radicand = pad(d, &radicand, 2 * n);
    let mut rest = d.int(n + 2, 0);
    let mut root: Option<D::Bv> = None;
    for i in (0..n).rev() {
        let pair = d.extract(&radicand, 2 * i + 1, 2 * i);
        let low = d.extract(&rest, n - 1, 0);
        rest = d.concat(&low, &pair);
        let tail = d.int(2, 1);
        let trial = match &root {
            None => tail,
            Some(root) => d.concat(root, &tail),
        };
        let trial = d.zext(&trial, n + 2);
        let less = d.ult(&rest, &trial);
        let fits = d.not(&less);
        let difference = d.sub(&rest, &trial);
        rest = d.ite(&fits, &difference, &rest);
        root = Some(match root {
            None => d.bool_to_bv(&fits),
            Some(root) => append(d, &root, &fits),
        });
    }
    let root = root.expect("at least one bit");
    let inexact = nonzero(d, &rest);
    let significand = append(d, &root, &inexact);
    let one = d.int(x, 1);
    let exponent = d.ashr(&exponent, &one);
    let exponent = d.add(&exponent, &bias);
    let plus = d.truth(false);
    let rounded = round(d, format, &plus, &exponent, &significand, false);
    let same = {
        let positive = d.not(&pa.negative);
        let endless = d.and(&pa.infinite, &positive);
        d.or(&pa.zero, &endless)
    };
    let value = d.ite(&same, a, &rounded);
    let some = d.not(&pa.zero);
    let invalid = d.and(&pa.negative, &some);
    or_nan(d, format, &[(a, &pa.nan)], &invalid, &value)
}

/// `a` times two to the power of `n`, a signed number.
pub(super) fn scale<D: Domain>(d: &mut D, format: Format, a: &D::Bv, n: &D::Bv) -> D::Bv {
    let p = format.precision();
    let x = exponent_width(format, 4 * p) + 2;
    // Beyond this limit every value has become zero or infinite.
    let limit = 1i64 << (x - 3);
    let n = if d.width(n) < x + 1 { d.sext(n, x + 1) } else { n.clone() };
    let w = d.width(&n);
    let (low, high) = (number(d, w, -limit), number(d, w, limit));
    let below = d.slt(&n, &low);
    let above = d.slt(&high, &n);
    let by = d.ite(&below, &low, &n);
    let by = d.ite(&above, &high, &by);
    let by = fit(d, &by, x);
    let pa = take_apart_normalised(d, format, x, a);
    let exponent = d.add(&pa.exponent, &by);
    let significand = pad(d, &pa.significand, p + 2);
    let rounded = round(d, format, &pa.negative, &exponent, &significand, true);
    let same = d.or(&pa.zero, &pa.infinite);
    let same = d.or(&same, &pa.nan);
    d.ite(&same, a, &rounded)
}

/// Direction of rounding to an integer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Integral {
    Down,
    Up,
    ToZero,
    NearestAway,
    NearestEven,
}

/// The value rounded to an integral value in the same format, in direction `to`.
pub(super) fn integral<D: Domain>(d: &mut D, format: Format, to: Integral, a: &D::Bv) -> D::Bv {
    let m = format.width - 1;
    let magnitude = d.extract(a, m - 1, 0);
    let negative = d.is_negative(a);
    let positive = d.not(&negative);
    let w = format.exponent_bits() + 1;
    let field = d.extract(a, m - 1, format.fraction);
    let field = d.zext(&field, w);
    let (bias, p) = (format.bias(), i64::from(format.precision()));
    // Fraction bits below the point, for values from 1 on that have some.
    let whole_from = number(d, w, bias + p - 1);
    let below = d.sub(&whole_from, &field);
    let below = fit(d, &below, m);
    let one = d.int(m, 1);
    let unit = d.shl(&one, &below);
    let half = d.lshr(&unit, &one);
    let mask = d.sub(&unit, &one);
    let rest = d.bv_and(&magnitude, &mask);
    let outside = d.bv_not(&mask);
    let base = d.bv_and(&magnitude, &outside);
    let (inexact, some) = (nonzero(d, &rest), nonzero(d, &magnitude));
    let before_one = number(d, w, bias - 1);
    let from_half = d.eq(&field, &before_one);
    let (up, up_small) = match to {
        Integral::ToZero => (d.truth(false), d.truth(false)),
        Integral::Down => (d.and(&negative, &inexact), d.and(&negative, &some)),
        Integral::Up => (d.and(&positive, &inexact), d.and(&positive, &some)),
        Integral::NearestAway => {
            let up = d.ule(&half, &rest);
            (up, from_half)
        }
        Integral::NearestEven => {
            let more = d.ult(&half, &rest);
            let tie = d.eq(&half, &rest);
            // The bit of the unit is the last one of the integer, even if that is the leading one: biases are odd.
            let last = d.bv_and(&magnitude, &unit);
            let odd = nonzero(d, &last);
            let tie = d.and(&tie, &odd);
            let fraction = d.extract(a, format.fraction - 1, 0);
            let beyond = nonzero(d, &fraction);
            (d.or(&more, &tie), d.and(&from_half, &beyond))
        }
    };
    let next = d.add(&base, &unit);
    let rounded = d.ite(&up, &next, &base);
    let one = d.constant(&Bits::new(64, bias as u64).zext(m.max(64)).trunc(m).shl_by(format.fraction));
    let none = d.int(m, 0);
    let small = d.ite(&up_small, &one, &none);
    let bias = number(d, w, bias);
    let is_small = d.ult(&field, &bias);
    let is_whole = d.ule(&whole_from, &field);
    let value = d.ite(&is_small, &small, &rounded);
    let value = d.ite(&is_whole, &magnitude, &value);
    signed(d, &negative, &value)
}

/// The lesser (or greater) value; -0 is less than +0. If an operand is NaN, the result is NaN, or with `number` the
/// other operand.
pub(super) fn extreme<D: Domain>(
    d: &mut D,
    format: Format,
    (greater, number): (bool, bool),
    a: &D::Bv,
    b: &D::Bv,
) -> D::Bv {
    let sign = d.signed_min(format.width);
    let key = |d: &mut D, v: &D::Bv| {
        let negative = d.is_negative(v);
        let (down, up) = (d.bv_not(v), d.bv_or(v, &sign));
        d.ite(&negative, &down, &up)
    };
    let (ka, kb) = (key(d, a), key(d, b));
    let second = if greater { d.ult(&ka, &kb) } else { d.ult(&kb, &ka) };
    let value = d.ite(&second, b, a);
    let x = exponent_width(format, 2);
    let (na, nb) = (take_apart(d, format, x, a).nan, take_apart(d, format, x, b).nan);
    if number {
        let value = d.ite(&nb, a, &value);
        d.ite(&na, b, &value)
    } else {
        let value = d.ite(&nb, b, &value);
        d.ite(&na, a, &value)
    }
}

/// The value in another format.
pub(super) fn convert<D: Domain>(d: &mut D, from: Format, to: Format, a: &D::Bv) -> D::Bv {
    let w = from.precision().max(to.precision() + 2);
    let x = exponent_width(from, w).max(exponent_width(to, w)) + 1;
    let pa = take_apart_normalised(d, from, x, a);
    let change = number(d, x, to.bias() - from.bias());
    let exponent = d.add(&pa.exponent, &change);
    let significand = pad(d, &pa.significand, w);
    let tiny = to.bias() - from.bias() < i64::from(from.precision());
    let rounded = round(d, to, &pa.negative, &exponent, &significand, tiny);
    let nothing = zero(d, to, &pa.negative);
    let value = d.ite(&pa.zero, &nothing, &rounded);
    let endless = infinity(d, to, &pa.negative);
    let value = d.ite(&pa.infinite, &endless, &value);
    // A NaN payload keeps its high bits.
    let payload = d.extract(a, from.fraction - 1, 0);
    let payload = if to.fraction >= from.fraction {
        pad(d, &payload, to.fraction)
    } else {
        d.extract(&payload, from.fraction - 1, from.fraction - to.fraction)
    };
    let ones = d.ones(to.exponent_bits());
    let nan = d.concat(&ones, &payload);
    let nan = signed(d, &pa.negative, &nan);
    let nan = quiet(d, to, &nan);
    d.ite(&pa.nan, &nan, &value)
}

/// The rounded value of an integer.
pub(super) fn from_integer<D: Domain>(d: &mut D, format: Format, a: &D::Bv, is_signed: bool) -> D::Bv {
    let n = d.width(a);
    let negative = if is_signed { d.is_negative(a) } else { d.truth(false) };
    let minus = d.neg(a);
    let magnitude = d.ite(&negative, &minus, a);
    let x = exponent_width(format, n.max(2)) + 1;
    let top = number(d, x, format.bias() + i64::from(n) - 1);
    let (exponent, significand) = normalise(d, &top, &magnitude);
    let significand = pad(d, &significand, format.precision() + 2);
    let rounded = round(d, format, &negative, &exponent, &significand, false);
    let none = is_zero(d, &magnitude);
    let plus = d.truth(false);
    let nothing = zero(d, format, &plus);
    d.ite(&none, &nothing, &rounded)
}

/// The truncated value as an integer of `n` bits, and whether that is exact. Otherwise the bound on its side, or zero
/// for NaN.
pub(super) fn to_integer<D: Domain>(
    d: &mut D,
    format: Format,
    a: &D::Bv,
    n: u32,
    is_signed: bool,
) -> (D::Bv, D::Bool) {
    let p = format.precision();
    let w = n + p;
    let x = exponent_width(format, w);
    let pa = take_apart(d, format, x, a);
    let bias = number(d, x, format.bias());
    let exponent = d.sub(&pa.exponent, &bias);
    let small = d.is_negative(&exponent);
    // The point is above the low `p` bits.
    let (one, none) = (d.int(x, 1), d.int(x, 0));
    let by = d.add(&exponent, &one);
    let by = d.ite(&small, &none, &by);
    let limit = d.int(x, u64::from(n));
    let far = d.slt(&limit, &by);
    let by = d.ite(&far, &none, &by);
    let by = fit(d, &by, w);
    let wide = d.zext(&pa.significand, w);
    let wide = d.shl(&wide, &by);
    let magnitude = d.extract(&wide, w - 1, p);
    let minus = d.neg(&magnitude);
    let value = d.ite(&pa.negative, &minus, &magnitude);
    let last = number(d, x, i64::from(n) - if is_signed { 2 } else { 1 });
    let fits = d.sle(&exponent, &last);
    let below = if is_signed {
        let edge = number(d, x, i64::from(n) - 1);
        let at_edge = d.eq(&exponent, &edge);
        let least = d.signed_min(n);
        let is_least = d.eq(&magnitude, &least);
        let edge = d.and(&at_edge, &is_least);
        d.or(&fits, &edge)
    } else {
        small
    };
    let above = d.not(&pa.negative);
    let (below, above) = (d.and(&pa.negative, &below), d.and(&above, &fits));
    let exact = d.or(&below, &above);
    let special = d.or(&pa.nan, &pa.infinite);
    let finite = d.not(&special);
    let exact = d.and(&exact, &finite);
    let (low, high) = if is_signed { (d.signed_min(n), d.signed_max(n)) } else { (d.int(n, 0), d.ones(n)) };
    let bound = d.ite(&pa.negative, &low, &high);
    let zero = d.int(n, 0);
    let bound = d.ite(&pa.nan, &zero, &bound);
    (d.ite(&exact, &value, &bound), exact)
}
