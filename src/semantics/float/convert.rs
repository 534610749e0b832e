//! Conversions from and to floating point.

use num_bigint::BigUint;
use rustc_apfloat::{Float, FloatConvert, Round, ieee};

use super::fold::{read, with_format, write};
use super::{Domain, Sink, Unsupported, arithmetic, enter, format, leave};
use crate::base::Bits;
use crate::program::{ArithFlags, CastOp, FloatKind};
use crate::property::Check;
use crate::semantics::integer::guard;
use crate::semantics::undefined::{Conversion, conversion, converted};

/// The type of a scalar that is not a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarType {
    /// Integer of that many bits.
    Int(u32),
    /// Floating point.
    Float(FloatKind),
}

/// A conversion from or to floating point: `fptrunc`, `fpext`, `fptoui`, `fptosi`, `uitofp`, `sitofp`. Raises
/// [`Check::FloatCast`] if the integer type cannot represent the truncated value, and [`Check::Poison`] if `nneg` does
/// not hold.
///
/// # Errors
/// For PowerPC's format, and for any other conversion.
pub fn float_cast<D: Domain>(
    d: &mut D,
    op: CastOp,
    flags: ArithFlags,
    a: &D::Bv,
    from: ScalarType,
    to: ScalarType,
    sink: &mut impl Sink<D::Bool>,
) -> Result<D::Bv, Unsupported> {
    let Some(value) = d.as_const(a) else { return symbolic_cast(d, op, flags, a, from, to, sink) };
    match (op, from, to) {
        (CastOp::Fptrunc | CastOp::Fpext, ScalarType::Float(from), ScalarType::Float(to)) => {
            let value = between(from, to, &value)?;
            Ok(d.constant(&value))
        }
        (CastOp::Fptosi | CastOp::Fptoui, ScalarType::Float(kind), ScalarType::Int(width)) => {
            let signed = op == CastOp::Fptosi;
            let how = conversion(sink.processor(), flags, kind, width, signed);
            to_integer(d, kind, &value, (width, signed), how, sink)
        }
        (CastOp::Sitofp | CastOp::Uitofp, ScalarType::Int(_), ScalarType::Float(kind)) => {
            let result = from_integer(kind, &value, op == CastOp::Sitofp)?;
            let result = d.constant(&result);
            if !flags.nneg {
                return Ok(result);
            }
            let negative = d.truth(value.is_negative());
            Ok(guard(d, sink, Check::Poison, negative, result))
        }
        _ => Err(Unsupported::Instruction(format!("{op:?} from {from:?} to {to:?}").into())),
    }
}

/// The same for a value that is not known.
fn symbolic_cast<D: Domain>(
    d: &mut D,
    op: CastOp,
    flags: ArithFlags,
    a: &D::Bv,
    from: ScalarType,
    to: ScalarType,
    sink: &mut impl Sink<D::Bool>,
) -> Result<D::Bv, Unsupported> {
    match (op, from, to) {
        (CastOp::Fptrunc | CastOp::Fpext, ScalarType::Float(from), ScalarType::Float(to)) => {
            let (source, target) = (format(from)?, format(to)?);
            let a = enter(d, from, a);
            let value = arithmetic::convert(d, source, target, &a);
            Ok(leave(d, to, value))
        }
        (CastOp::Fptosi | CastOp::Fptoui, ScalarType::Float(kind), ScalarType::Int(width)) => {
            let signed = op == CastOp::Fptosi;
            let how = conversion(sink.processor(), flags, kind, width, signed);
            to_integer_symbolic(d, kind, a, (width, signed), how, sink)
        }
        (CastOp::Sitofp | CastOp::Uitofp, ScalarType::Int(_), ScalarType::Float(kind)) => {
            let result = arithmetic::from_integer(d, format(kind)?, a, op == CastOp::Sitofp);
            let result = leave(d, kind, result);
            if !flags.nneg {
                return Ok(result);
            }
            let negative = d.is_negative(a);
            Ok(guard(d, sink, Check::Poison, negative, result))
        }
        _ => Err(Unsupported::Instruction(format!("{op:?} from {from:?} to {to:?}").into())),
    }
}

/// Like `fptosi` or `fptoui`, for a value that is not known; see [`to_integer`].
pub(super) fn to_integer_symbolic<D: Domain>(
    d: &mut D,
    kind: FloatKind,
    a: &D::Bv,
    (width, signed): (u32, bool),
    how: Option<Conversion>,
    sink: &mut impl Sink<D::Bool>,
) -> Result<D::Bv, Unsupported> {
    let format = format(kind)?;
    let a = enter(d, kind, a);
    if let Some(how) = how.filter(|_| !sink.enabled(Check::FloatCast)) {
        let convert = |d: &mut D, width, signed| arithmetic::to_integer(d, format, &a, width, signed);
        return Ok(converted(d, how, width, convert));
    }
    let (value, exact) = arithmetic::to_integer(d, format, &a, width, signed);
    let violated = d.not(&exact);
    Ok(guard(d, sink, Check::FloatCast, violated, value))
}

fn between(from: FloatKind, to: FloatKind, a: &Bits) -> Result<Bits, Unsupported> {
    fn convert<F: Float + FloatConvert<T>, T: Float>(a: F) -> T {
        let mut loses_info = false;
        a.convert_r(Round::NearestTiesToEven, &mut loses_info).value
    }
    Ok(with_format!(from, F => with_format!(to, T => write(convert::<F, T>(read::<F>(a))))))
}

/// The rounded value of an integer.
fn from_integer(kind: FloatKind, a: &Bits, signed: bool) -> Result<Bits, Unsupported> {
    let negative = signed && a.is_negative();
    let mut magnitude = if negative { a.neg() } else { a.clone() }.to_big();
    // More than 127 bits: keep the top and record in the last bit whether something was cut off. No format has more
    // than 113 bits of precision, so rounding is unaffected.
    let cut = magnitude.bits().saturating_sub(127);
    if cut > 0 {
        let top = &magnitude >> cut;
        let sticky = (&top << cut) != magnitude;
        magnitude = (top << 1u32) + u32::from(sticky);
    }
    let value = u128::try_from(magnitude).expect("at most 128 bits");
    let exponent = if cut > 0 { cut as i32 - 1 } else { 0 };
    Ok(with_format!(kind, F => {
        let rounded = F::from_u128_r(value, Round::NearestTiesToEven).value.scalbn(exponent);
        write(if negative { -rounded } else { rounded })
    }))
}

/// The truncated value as an exact integer, with its sign; `None` for NaN and the infinities.
fn truncated(kind: FloatKind, a: &Bits) -> Result<Option<(bool, BigUint)>, Unsupported> {
    Ok(with_format!(kind, F => {
        let a = read::<F>(a);
        if !a.is_finite() {
            return Ok(None);
        }
        let a = a.round_to_integral(Round::TowardZero).value;
        let magnitude = if a.is_zero() {
            BigUint::ZERO
        } else {
            // a = m * 2^e with an integer m of the format's precision.
            let precision = F::PRECISION as i32;
            let mut e = 0;
            let m = a.abs().frexp(&mut e).scalbn(precision).to_u128(128).value;
            let m = BigUint::from(m);
            if e >= precision { m << (e - precision) as u32 } else { m >> (precision - e) as u32 }
        };
        Some((a.is_negative(), magnitude))
    }))
}

/// The integer of that width and signedness. Out of range, it is the bound on that side; for NaN, zero.
fn clamped(
    exact: Option<(bool, BigUint)>,
    infinite_negative: bool,
    nan: bool,
    width: u32,
    signed: bool,
) -> (Bits, bool) {
    if nan {
        return (Bits::zero(width), false);
    }
    let (low, high) = if signed {
        (Bits::signed_min(width), Bits::signed_max(width))
    } else {
        (Bits::zero(width), Bits::ones(width))
    };
    let Some((negative, magnitude)) = exact else {
        return (if infinite_negative { low } else { high }, false);
    };
    if negative {
        let limit = if signed { low.to_big() } else { BigUint::ZERO };
        if magnitude > limit { (low, false) } else { (Bits::from_big(width, &magnitude).neg(), true) }
    } else if magnitude > high.to_big() {
        (high, false)
    } else {
        (Bits::from_big(width, &magnitude), true)
    }
}

/// The truncated value clamped to the type, and whether the clamped value is exact.
fn convert(kind: FloatKind, a: &Bits, width: u32, signed: bool) -> Result<(Bits, bool), Unsupported> {
    let exact = truncated(kind, a)?;
    let nan = with_format!(kind, F => read::<F>(a).is_nan());
    Ok(clamped(exact, a.is_negative(), nan, width, signed))
}

/// Like `fptosi` or `fptoui` to that width and signedness. If the check is off, a value out of range is converted as
/// `how` says; without `how`, the result is arbitrary.
pub(super) fn to_integer<D: Domain>(
    d: &mut D,
    kind: FloatKind,
    a: &Bits,
    (width, signed): (u32, bool),
    how: Option<Conversion>,
    sink: &mut impl Sink<D::Bool>,
) -> Result<D::Bv, Unsupported> {
    let known = |d: &mut D, (value, exact): (Bits, bool)| (d.constant(&value), d.truth(exact));
    let fitting = convert(kind, a, width, signed)?;
    if let Some(how) = how.filter(|_| !fitting.1 && !sink.enabled(Check::FloatCast)) {
        let convert = |d: &mut D, width, signed| {
            let made = convert(kind, a, width, signed).expect("a format that was converted before");
            known(d, made)
        };
        return Ok(converted(d, how, width, convert));
    }
    let (value, exact) = known(d, fitting);
    let violated = d.not(&exact);
    Ok(guard(d, sink, Check::FloatCast, violated, value))
}

/// Like `fptosi.sat` or `fptoui.sat`.
pub(super) fn to_integer_saturated(
    kind: FloatKind,
    a: &Bits,
    width: u32,
    signed: bool,
) -> Result<Bits, Unsupported> {
    Ok(convert(kind, a, width, signed)?.0)
}
