//! Constant folding of floating-point arithmetic.

use std::cmp::Ordering;

use num_bigint::BigUint;
use rustc_apfloat::{Category, Float, Round, ieee};

use super::Unsupported;
use crate::base::Bits;
use crate::program::{FBinOp, FcmpPred, FloatKind};

/// Evaluates the expression with `$F` as the type of the format. PowerPC's pairs are an error.
macro_rules! with_format {
    ($kind:expr, $F:ident => $e:expr) => {
        match $kind {
            FloatKind::Half => {
                type $F = ieee::Half;
                $e
            }
            FloatKind::Bfloat => {
                type $F = ieee::BFloat;
                $e
            }
            FloatKind::Single => {
                type $F = ieee::Single;
                $e
            }
            FloatKind::Double => {
                type $F = ieee::Double;
                $e
            }
            FloatKind::X87 => {
                type $F = ieee::X87DoubleExtended;
                $e
            }
            FloatKind::Quad => {
                type $F = ieee::Quad;
                $e
            }
            FloatKind::PpcDouble => return Err(Unsupported::FloatFormat($kind)),
        }
    };
}
pub(super) use with_format;

/// The value of the bits.
pub(super) fn read<F: Float>(bits: &Bits) -> F {
    F::from_bits(bits.to_u128().expect("at most 128 bits"))
}

/// The bits of the value.
pub(super) fn write<F: Float>(value: F) -> Bits {
    Bits::from_u128(F::BITS as u32, value.to_bits())
}

pub(super) fn binary(kind: FloatKind, op: FBinOp, a: &Bits, b: &Bits) -> Result<Bits, Unsupported> {
    Ok(with_format!(kind, F => {
        let (a, b) = (read::<F>(a), read::<F>(b));
        write(match op {
            FBinOp::Fadd => a.add_r(b, Round::NearestTiesToEven),
            FBinOp::Fsub => a.sub_r(b, Round::NearestTiesToEven),
            FBinOp::Fmul => a.mul_r(b, Round::NearestTiesToEven),
            FBinOp::Fdiv => a.div_r(b, Round::NearestTiesToEven),
            FBinOp::Frem => a.c_fmod(b),
        }.value)
    }))
}

pub(super) fn compare(kind: FloatKind, pred: FcmpPred, a: &Bits, b: &Bits) -> Result<bool, Unsupported> {
    let order = with_format!(kind, F => read::<F>(a).partial_cmp(&read::<F>(b)));
    Ok(holds(pred, order))
}

/// Whether the comparison holds for operands in that order; `None` means that one is NaN.
pub(super) fn holds(pred: FcmpPred, order: Option<Ordering>) -> bool {
    use Ordering::{Equal, Greater, Less};
    match pred {
        FcmpPred::False => false,
        FcmpPred::True => true,
        FcmpPred::Ord => order.is_some(),
        FcmpPred::Uno => order.is_none(),
        FcmpPred::Oeq => order == Some(Equal),
        FcmpPred::Ogt => order == Some(Greater),
        FcmpPred::Oge => matches!(order, Some(Greater | Equal)),
        FcmpPred::Olt => order == Some(Less),
        FcmpPred::Ole => matches!(order, Some(Less | Equal)),
        FcmpPred::One => matches!(order, Some(Less | Greater)),
        FcmpPred::Ueq => matches!(order, None | Some(Equal)),
        FcmpPred::Ugt => matches!(order, None | Some(Greater)),
        FcmpPred::Uge => order != Some(Less),
        FcmpPred::Ult => matches!(order, None | Some(Less)),
        FcmpPred::Ule => order != Some(Greater),
        FcmpPred::Une => order != Some(Equal),
    }
}

/// The `llvm.is.fpclass` bit for the class of the value.
pub(super) fn class(kind: FloatKind, a: &Bits) -> Result<u32, Unsupported> {
    Ok(with_format!(kind, F => {
        let a = read::<F>(a);
        let (negative, positive) = match a.category() {
            Category::NaN if a.is_signaling() => return Ok(1),
            Category::NaN => return Ok(2),
            Category::Infinity => (2, 9),
            Category::Zero => (5, 6),
            Category::Normal if a.is_denormal() => (4, 7),
            Category::Normal => (3, 8),
        };
        1 << if a.is_negative() { negative } else { positive }
    }))
}

/// Whether the functions below support an intrinsic with that name and number of operands.
pub(super) fn is_known(name: &str, operands: usize) -> bool {
    match operands {
        1 => matches!(
            name,
            "sqrt"
                | "floor"
                | "ceil"
                | "trunc"
                | "round"
                | "roundeven"
                | "rint"
                | "nearbyint"
                | "canonicalize"
        ),
        2 => matches!(name, "minnum" | "maxnum" | "minimum" | "maximum" | "ldexp"),
        3 => matches!(name, "fma" | "fmuladd"),
        _ => false,
    }
}

pub(super) fn unary(kind: FloatKind, name: &str, a: &Bits) -> Result<Bits, Unsupported> {
    let round = match name {
        "floor" => Round::TowardNegative,
        "ceil" => Round::TowardPositive,
        "trunc" => Round::TowardZero,
        "round" => Round::NearestTiesToAway,
        "roundeven" | "rint" | "nearbyint" => Round::NearestTiesToEven,
        "sqrt" => return Ok(with_format!(kind, F => write(sqrt(read::<F>(a))))),
        "canonicalize" => {
            // Arithmetic quiets a signalling NaN and keeps all other values.
            return Ok(with_format!(kind, F => {
                let a = read::<F>(a);
                write(if a.is_signaling() { a.add_r(a, Round::NearestTiesToEven).value } else { a })
            }));
        }
        _ => return Err(Unsupported::FloatIntrinsic(name.into())),
    };
    Ok(with_format!(kind, F => {
        let a = read::<F>(a);
        // Rounding makes no finite value infinite, and keeps the sign of a zero.
        write(if a.is_nan() || a.is_infinite() { a } else { a.round_to_integral(round).value })
    }))
}

pub(super) fn function2(kind: FloatKind, name: &str, a: &Bits, b: &Bits) -> Result<Bits, Unsupported> {
    Ok(with_format!(kind, F => {
        let x = read::<F>(a);
        if name == "ldexp" {
            // Beyond these every format has reached zero or infinity.
            const LIMIT: i32 = 100_000;
            let below = if b.is_negative() { -LIMIT } else { LIMIT };
            let n = b.to_i64().map_or(below, |n| n.clamp(-i64::from(LIMIT), i64::from(LIMIT)) as i32);
            return Ok(write(if x.is_nan() { x } else { x.scalbn(n) }));
        }
        let y = read::<F>(b);
        write(match (name, x.is_nan(), y.is_nan()) {
            ("minimum", ..) => x.minimum(y),
            ("maximum", ..) => x.maximum(y),
            ("minnum" | "maxnum", true, _) => y,
            ("minnum" | "maxnum", _, true) => x,
            ("minnum", ..) => x.minimum(y),
            ("maxnum", ..) => x.maximum(y),
            _ => return Err(Unsupported::FloatIntrinsic(name.into())),
        })
    }))
}

/// `a * b + c`, rounded once if fused, otherwise after the product as well.
pub(super) fn multiply_add(
    kind: FloatKind,
    fused: bool,
    a: &Bits,
    b: &Bits,
    c: &Bits,
) -> Result<Bits, Unsupported> {
    Ok(with_format!(kind, F => {
        let (a, b, c) = (read::<F>(a), read::<F>(b), read::<F>(c));
        let round = Round::NearestTiesToEven;
        write(if fused { a.mul_add_r(b, c, round) } else { a.mul_r(b, round).value.add_r(c, round) }.value)
    }))
}

/// The correctly rounded square root.
fn sqrt<F: Float>(a: F) -> F {
    if a.is_nan() || a.is_zero() || a.is_pos_infinity() {
        return a;
    }
    if a.is_negative() {
        return F::NAN;
    }
    // a = m * 2^e with an integer m of the format's precision.
    let precision = F::PRECISION as i32;
    let mut e = 0;
    let fraction = a.frexp(&mut e);
    let m = fraction.scalbn(precision).to_u128(128).value;
    e -= precision;
    // Scales by a power of four so that the integer root has three bits more than the precision. A last bit records
    // whether the root is inexact, so rounding that number rounds the true root.
    let shift = precision + 4 + (e - precision).rem_euclid(2);
    let n = BigUint::from(m) << shift as u32;
    e -= shift;
    let root = n.sqrt();
    let sticky = &root * &root != n;
    let digits = (root << 1u32) + u32::from(sticky);
    let value = u128::try_from(digits).expect("at most precision + 5 bits");
    F::from_u128_r(value, Round::NearestTiesToEven).value.scalbn(e / 2 - 1)
}
