//! Floating point. Operations on known operands are folded; others are computed on the bits: signs, classes and
//! comparisons in `bitwise.rs`, arithmetic and conversions in `arithmetic.rs`. Rounding is to nearest, ties to even,
//! which is the initial mode of C programs; flags and rounding modes of `fenv.h` are not modelled. A NaN that an
//! operation makes has the payload and sign that the folder chooses. `fmod` and fused products are only folded.

mod arithmetic;
mod bitwise;
mod convert;
mod fold;
mod x87;

pub use convert::{ScalarType, float_cast};

use super::{Domain, FloatOperation, Sink, Unsupported};
use crate::base::Bits;
use crate::program::{AtomicRmwOp, FBinOp, FcmpPred, FloatKind};

/// Value of the operand, or the reason for which the operation is not possible.
fn known<D: Domain>(d: &D, a: &D::Bv, operation: FloatOperation) -> Result<Bits, Unsupported> {
    d.as_const(a).ok_or(Unsupported::SymbolicFloat(operation))
}

/// A floating-point operation.
///
/// # Errors
/// For PowerPC's format, and for `frem` if an operand is not known.
pub fn float_binary<D: Domain>(
    d: &mut D,
    kind: FloatKind,
    op: FBinOp,
    a: &D::Bv,
    b: &D::Bv,
) -> Result<D::Bv, Unsupported> {
    if let (Some(a), Some(b)) = (d.as_const(a), d.as_const(b)) {
        let value = fold::binary(kind, op, &a, &b)?;
        return Ok(d.constant(&value));
    }
    let compute = match op {
        FBinOp::Fadd => arithmetic::add,
        FBinOp::Fsub => arithmetic::sub,
        FBinOp::Fmul => arithmetic::mul,
        FBinOp::Fdiv => arithmetic::div,
        FBinOp::Frem => return Err(Unsupported::SymbolicFloat(FloatOperation::Arithmetic)),
    };
    let format = format(kind)?;
    let (a, b) = (enter(d, kind, a), enter(d, kind, b));
    let value = compute(d, format, &a, &b);
    Ok(leave(d, kind, value))
}

/// Layout for an operation whose operands are not all known; [`enter`] converts values to it.
fn format(kind: FloatKind) -> Result<bitwise::Format, Unsupported> {
    bitwise::Format::of(kind).ok_or(Unsupported::FloatFormat(kind))
}

/// Converts a value to the layout of [`format`].
fn enter<D: Domain>(d: &mut D, kind: FloatKind, a: &D::Bv) -> D::Bv {
    if kind == FloatKind::X87 { x87::enter(d, a) } else { a.clone() }
}

/// Inverse of [`enter`].
fn leave<D: Domain>(d: &mut D, kind: FloatKind, a: D::Bv) -> D::Bv {
    if kind == FloatKind::X87 { x87::leave(d, &a) } else { a }
}

/// `fneg`: flips the sign, also of a NaN.
///
/// # Errors
/// For PowerPC's format.
pub fn float_neg<D: Domain>(d: &mut D, kind: FloatKind, a: &D::Bv) -> Result<D::Bv, Unsupported> {
    let sign = sign_mask(d, kind)?;
    Ok(d.bv_xor(a, &sign))
}

fn sign_mask<D: Domain>(d: &mut D, kind: FloatKind) -> Result<D::Bv, Unsupported> {
    match kind {
        FloatKind::PpcDouble => Err(Unsupported::FloatFormat(kind)),
        _ => Ok(d.signed_min(kind.bits())),
    }
}

/// A floating-point comparison.
///
/// # Errors
/// For PowerPC's format.
pub fn fcmp<D: Domain>(
    d: &mut D,
    kind: FloatKind,
    pred: FcmpPred,
    a: &D::Bv,
    b: &D::Bv,
) -> Result<D::Bool, Unsupported> {
    if let (Some(a), Some(b)) = (d.as_const(a), d.as_const(b)) {
        let value = fold::compare(kind, pred, &a, &b)?;
        return Ok(d.truth(value));
    }
    let format = format(kind)?;
    let (a, b) = (enter(d, kind, a), enter(d, kind, b));
    Ok(bitwise::compare(d, format, pred, &a, &b))
}

/// A floating-point intrinsic, given by its name after `llvm.` without type suffixes. `kind` is the format of the first
/// operand, `width` the number of bits of the result.
///
/// `fmuladd` rounds its product, as the base instruction set of x86-64 does. `minnum` and `maxnum` order -0 before +0.
/// C library functions without exactly defined rounding (`sin`, `exp`, `pow`, ...) are not folded. Raises
/// [`crate::property::Check::FloatCast`] for `lround` and its relatives out of range.
///
/// # Errors
/// If an operand is not known, for PowerPC's format, and for an intrinsic that is not listed here.
pub fn float_intrinsic<D: Domain>(
    d: &mut D,
    name: &str,
    kind: FloatKind,
    args: &[D::Bv],
    width: u32,
    sink: &mut impl Sink<D::Bool>,
) -> Result<D::Bv, Unsupported> {
    match (name, args) {
        ("fabs", [a]) => {
            let sign = sign_mask(d, kind)?;
            let rest = d.bv_not(&sign);
            return Ok(d.bv_and(a, &rest));
        }
        ("copysign", [a, b]) => {
            let sign = sign_mask(d, kind)?;
            let rest = d.bv_not(&sign);
            let (magnitude, sign) = (d.bv_and(a, &rest), d.bv_and(b, &sign));
            return Ok(d.bv_or(&magnitude, &sign));
        }
        ("is.fpclass", [a, mask]) => {
            let mask = known(d, mask, FloatOperation::Function)?.to_u64().unwrap_or(0) as u32;
            let value = match d.as_const(a) {
                Some(a) => {
                    let class = fold::class(kind, &a)?;
                    d.truth(mask & class != 0)
                }
                None => {
                    let format = format(kind)?;
                    let a = enter(d, kind, a);
                    bitwise::is_class(d, format, &a, mask)
                }
            };
            return Ok(d.bool_to_bv(&value));
        }
        ("lround" | "llround" | "lrint" | "llrint", [a]) => {
            let name = if name.ends_with("round") { "round" } else { "rint" };
            if let Some(a) = d.as_const(a) {
                let integral = fold::unary(kind, name, &a)?;
                return convert::to_integer(d, kind, &integral, (width, true), None, sink);
            }
            let integral = symbolic_function(d, name, kind, std::slice::from_ref(a))?;
            return convert::to_integer_symbolic(d, kind, &integral, (width, true), None, sink);
        }
        ("fptosi.sat" | "fptoui.sat", [a]) => {
            let is_signed = name == "fptosi.sat";
            let Some(a) = d.as_const(a) else {
                let format = format(kind)?;
                let a = enter(d, kind, a);
                return Ok(arithmetic::to_integer(d, format, &a, width, is_signed).0);
            };
            let value = convert::to_integer_saturated(kind, &a, width, is_signed)?;
            return Ok(d.constant(&value));
        }
        _ => {}
    }
    if !fold::is_known(name, args.len()) {
        return Err(Unsupported::FloatIntrinsic(name.into()));
    }
    let values: Option<Vec<Bits>> = args.iter().map(|a| d.as_const(a)).collect();
    let value = match values.as_deref() {
        None => return symbolic_function(d, name, kind, args),
        Some([a]) => fold::unary(kind, name, a)?,
        Some([a, b]) => fold::function2(kind, name, a, b)?,
        Some([a, b, c]) => fold::multiply_add(kind, name == "fma", a, b, c)?,
        Some(_) => return Err(Unsupported::FloatIntrinsic(name.into())),
    };
    Ok(d.constant(&value))
}

/// A function that the folder supports, for operands that are not all known.
fn symbolic_function<D: Domain>(
    d: &mut D,
    name: &str,
    kind: FloatKind,
    args: &[D::Bv],
) -> Result<D::Bv, Unsupported> {
    use arithmetic::Integral;
    let format = format(kind)?;
    // The exponent of `ldexp` is an integer.
    let floats = if name == "ldexp" { 1 } else { args.len() };
    let mut args = args.to_vec();
    for a in &mut args[..floats] {
        *a = enter(d, kind, a);
    }
    let value = match (name, args.as_slice()) {
        ("sqrt", [a]) => arithmetic::sqrt(d, format, a),
        ("floor", [a]) => arithmetic::integral(d, format, Integral::Down, a),
        ("ceil", [a]) => arithmetic::integral(d, format, Integral::Up, a),
        ("trunc", [a]) => arithmetic::integral(d, format, Integral::ToZero, a),
        ("round", [a]) => arithmetic::integral(d, format, Integral::NearestAway, a),
        ("roundeven" | "rint" | "nearbyint", [a]) => {
            arithmetic::integral(d, format, Integral::NearestEven, a)
        }
        ("minnum", [a, b]) => arithmetic::extreme(d, format, (false, true), a, b),
        ("maxnum", [a, b]) => arithmetic::extreme(d, format, (true, true), a, b),
        ("minimum", [a, b]) => arithmetic::extreme(d, format, (false, false), a, b),
        ("maximum", [a, b]) => arithmetic::extreme(d, format, (true, false), a, b),
        ("ldexp", [a, n]) => arithmetic::scale(d, format, a, n),
        ("fmuladd", [a, b, c]) => {
            let product = arithmetic::mul(d, format, a, b);
            arithmetic::add(d, format, &product, c)
        }
        _ => return Err(Unsupported::SymbolicFloat(FloatOperation::Function)),
    };
    Ok(leave(d, kind, value))
}

/// `llvm.vector.reduce.{fadd,fmul,fmax,fmin,fmaximum,fminimum}`, by the name after `reduce.`, from the first lane
/// to the last; `start` is the first operand of the former two.
///
/// # Errors
/// If an operand is not known, for PowerPC's format, without operands, and for any other name.
pub fn float_reduce<D: Domain>(
    d: &mut D,
    op: &str,
    kind: FloatKind,
    start: Option<&D::Bv>,
    lanes: &[D::Bv],
) -> Result<D::Bv, Unsupported> {
    let mut result: Option<D::Bv> = None;
    for lane in start.into_iter().chain(lanes) {
        result = Some(match (result, op) {
            (None, _) => lane.clone(),
            (Some(acc), "fadd") => float_binary(d, kind, FBinOp::Fadd, &acc, lane)?,
            (Some(acc), "fmul") => float_binary(d, kind, FBinOp::Fmul, &acc, lane)?,
            (Some(acc), "fmax") => float_extreme(d, kind, "maxnum", &acc, lane)?,
            (Some(acc), "fmin") => float_extreme(d, kind, "minnum", &acc, lane)?,
            (Some(acc), "fmaximum") => float_extreme(d, kind, "maximum", &acc, lane)?,
            (Some(acc), "fminimum") => float_extreme(d, kind, "minimum", &acc, lane)?,
            _ => return Err(Unsupported::FloatIntrinsic(format!("vector.reduce.{op}").into())),
        });
    }
    result.ok_or_else(|| Unsupported::FloatIntrinsic(format!("vector.reduce.{op}").into()))
}

fn float_extreme<D: Domain>(
    d: &mut D,
    kind: FloatKind,
    name: &str,
    a: &D::Bv,
    b: &D::Bv,
) -> Result<D::Bv, Unsupported> {
    if let (Some(a), Some(b)) = (d.as_const(a), d.as_const(b)) {
        let value = fold::function2(kind, name, &a, &b)?;
        return Ok(d.constant(&value));
    }
    symbolic_function(d, name, kind, &[a.clone(), b.clone()])
}

/// The value that `atomicrmw` on floating point stores; `None` for integer operations.
pub fn float_atomic_rmw<D: Domain>(
    d: &mut D,
    kind: FloatKind,
    op: AtomicRmwOp,
    old: &D::Bv,
    v: &D::Bv,
) -> Option<Result<D::Bv, Unsupported>> {
    let name = match op {
        AtomicRmwOp::Fadd => return Some(float_binary(d, kind, FBinOp::Fadd, old, v)),
        AtomicRmwOp::Fsub => return Some(float_binary(d, kind, FBinOp::Fsub, old, v)),
        AtomicRmwOp::Fmax => "maxnum",
        AtomicRmwOp::Fmin => "minnum",
        _ => return None,
    };
    Some(float_extreme(d, kind, name, old, v))
}

/// The intrinsic equivalent to a function of C's `math.h`, by its name; the type suffix (`f`, `l`) follows from the
/// operands' type. Contains only functions whose result IEEE 754 fixes; `fmod` is the instruction `frem` instead.
pub fn math_function(name: &str) -> Option<&'static str> {
    const NAMES: [&str; 18] = [
        "fabs",
        "copysign",
        "sqrt",
        "fma",
        "floor",
        "ceil",
        "trunc",
        "round",
        "roundeven",
        "rint",
        "nearbyint",
        "ldexp",
        "lround",
        "llround",
        "lrint",
        "llrint",
        "fmin",
        "fmax",
    ];
    let base = NAMES
        .iter()
        .find(|&&n| name.strip_prefix(n).is_some_and(|suffix| matches!(suffix, "" | "f" | "l")))?;
    Some(match *base {
        "fmin" => "minnum",
        "fmax" => "maxnum",
        other => other,
    })
}
