//! Integer instructions.

use super::undefined::{amount_mask, division_wraps};
use super::{Domain, Sink};
use crate::base::Bits;
use crate::program::{ArithFlags, AtomicRmwOp, BinOp, CastOp, IcmpPred};
use crate::property::Check;

/// Raises a check unless it is off or known to hold.
pub(super) fn report<D: Domain>(
    d: &mut D,
    sink: &mut impl Sink<D::Bool>,
    check: Check,
    violated: impl FnOnce(&mut D) -> D::Bool,
) {
    if sink.enabled(check) {
        let violated = violated(d);
        if d.as_bool(&violated) != Some(false) {
            sink.raise(check, violated);
        }
    }
}

/// Raises a check and returns the value; if the check is violated, the value is unspecified.
pub(super) fn guard<D: Domain>(
    d: &mut D,
    sink: &mut impl Sink<D::Bool>,
    check: Check,
    violated: D::Bool,
    value: D::Bv,
) -> D::Bv {
    if d.as_bool(&violated) == Some(false) {
        return value;
    }
    if sink.enabled(check) {
        sink.raise(check, violated);
        return value;
    }
    let width = d.width(&value);
    let any = d.unspecified(width);
    d.ite(&violated, &any, &value)
}

/// An integer operation. It raises:
///
/// * `nsw`: [`Check::SignedOverflow`]; `nuw`: [`Check::UnsignedOverflow`] (clang has no `nuw` for C's unsigned
///   arithmetic, which may wrap; the sanitizer's calls are C's check); the result wraps;
/// * [`Check::DivisionByZero`] and [`Check::DivisionOverflow`] of quotients and remainders;
/// * [`Check::Shift`] when the amount is the width or more; without the check, the sink's processor computes it;
/// * [`Check::Poison`] when `exact` or `disjoint` does not hold.
pub fn binary<D: Domain>(
    d: &mut D,
    op: BinOp,
    flags: ArithFlags,
    a: &D::Bv,
    b: &D::Bv,
    sink: &mut impl Sink<D::Bool>,
) -> D::Bv {
    match op {
        BinOp::Add => {
            if flags.nsw {
                report(d, sink, Check::SignedOverflow, |d| d.saddo(a, b));
            }
            if flags.nuw {
                report(d, sink, Check::UnsignedOverflow, |d| d.uaddo(a, b));
            }
            d.add(a, b)
        }
        BinOp::Sub => {
            if flags.nsw {
                report(d, sink, Check::SignedOverflow, |d| d.ssubo(a, b));
            }
            if flags.nuw {
                report(d, sink, Check::UnsignedOverflow, |d| d.usubo(a, b));
            }
            d.sub(a, b)
        }
        BinOp::Mul => {
            if flags.nsw {
                report(d, sink, Check::SignedOverflow, |d| d.smulo(a, b));
            }
            if flags.nuw {
                report(d, sink, Check::UnsignedOverflow, |d| d.umulo(a, b));
            }
            d.mul(a, b)
        }
        BinOp::Udiv | BinOp::Sdiv | BinOp::Urem | BinOp::Srem => divide(d, op, flags, a, b, sink),
        BinOp::Shl | BinOp::Lshr | BinOp::Ashr => shift(d, op, flags, a, b, sink),
        BinOp::And => d.bv_and(a, b),
        BinOp::Or => {
            let value = d.bv_or(a, b);
            if !flags.disjoint {
                return value;
            }
            let common = d.bv_and(a, b);
            let zero = d.int(d.width(a), 0);
            let violated = d.ne(&common, &zero);
            guard(d, sink, Check::Poison, violated, value)
        }
        BinOp::Xor => d.bv_xor(a, b),
    }
}

fn is_minus_one(width: u32, value: u64) -> bool {
    width <= 64 && value == u64::MAX >> (64 - width)
}

fn divide<D: Domain>(
    d: &mut D,
    op: BinOp,
    flags: ArithFlags,
    a: &D::Bv,
    b: &D::Bv,
    sink: &mut impl Sink<D::Bool>,
) -> D::Bv {
    let width = d.width(a);
    let signed = matches!(op, BinOp::Sdiv | BinOp::Srem);
    // A known divisor that concerns no check: the usual case, made fast.
    if !flags.exact && d.as_u64(b).is_some_and(|n| n != 0 && !(signed && is_minus_one(width, n))) {
        return match op {
            BinOp::Udiv => d.udiv(a, b),
            BinOp::Urem => d.urem(a, b),
            BinOp::Srem => d.srem(a, b),
            _ => d.sdiv(a, b),
        };
    }
    if flags.exact
        && let Some(divisor) = d.as_const(b).filter(|c| !(c.is_zero() || signed && c.is_negative()))
    {
        let (value, inexact) = divide_exactly(d, signed, a, &divisor);
        return guard(d, sink, Check::Poison, inexact, value);
    }
    let zero = d.int(width, 0);
    let by_zero = d.eq(b, &zero);
    let mut value = match op {
        BinOp::Udiv => d.udiv(a, b),
        BinOp::Urem => d.urem(a, b),
        BinOp::Srem => d.srem(a, b),
        _ => d.sdiv(a, b),
    };
    if flags.exact {
        let rest = if signed { d.srem(a, b) } else { d.urem(a, b) };
        let inexact = d.ne(&rest, &zero);
        let divides = d.not(&by_zero);
        let violated = d.and(&divides, &inexact);
        value = guard(d, sink, Check::Poison, violated, value);
    }
    if signed {
        let min = d.signed_min(width);
        let minus_one = d.ones(width);
        let by_minus_one = d.eq(b, &minus_one);
        if d.as_bool(&by_minus_one) != Some(false) {
            let least = d.eq(a, &min);
            let violated = d.and(&least, &by_minus_one);
            if sink.enabled(Check::DivisionOverflow) || !division_wraps(sink.processor(), flags, width) {
                value = guard(d, sink, Check::DivisionOverflow, violated, value);
            }
        }
    }
    guard(d, sink, Check::DivisionByZero, by_zero, value)
}

/// Quotient by a positive divisor (correct if there is no remainder), and whether there is a remainder (Warren,
/// Hacker's Delight, 10-17). With `divisor` = odd * 2^k, the product of `a` / 2^k and the odd factor's inverse is the
/// quotient modulo 2^width; if the division is inexact, the product exceeds all quotients.
fn divide_exactly<D: Domain>(d: &mut D, signed: bool, a: &D::Bv, divisor: &Bits) -> (D::Bv, D::Bool) {
    let width = d.width(a);
    let k = divisor.trailing_zeros();
    let odd = divisor.lshr_by(k);
    let by = d.int(width, u64::from(k));
    let shifted = if signed { d.ashr(a, &by) } else { d.lshr(a, &by) };
    let mut inexact = d.truth(false);
    if k > 0 {
        let low = d.extract(a, k - 1, 0);
        let none = d.int(k, 0);
        inexact = d.ne(&low, &none);
    }
    if odd.is_one() {
        return (shifted, inexact);
    }
    let inverse = d.constant(&odd.inverse().expect("it is odd"));
    let quotient = d.mul(&shifted, &inverse);
    let outside = if signed {
        let least = d.constant(&Bits::signed_min(width).ashr_by(k).sdiv(&odd));
        let greatest = d.constant(&Bits::signed_max(width).ashr_by(k).sdiv(&odd));
        let (below, above) = (d.slt(&quotient, &least), d.slt(&greatest, &quotient));
        d.or(&below, &above)
    } else {
        let greatest = d.constant(&Bits::ones(width).lshr_by(k).udiv(&odd));
        d.ult(&greatest, &quotient)
    };
    (quotient, d.or(&inexact, &outside))
}

/// Whether the shift amount is the width or more.
pub(super) fn over_shift<D: Domain>(d: &mut D, amount: &D::Bv) -> D::Bool {
    let width = d.width(amount);
    if let Some(n) = d.as_u64(amount) {
        return d.truth(n >= u64::from(width));
    }
    // Every width fits that many bits.
    let limit = d.int(width, u64::from(width));
    d.ule(&limit, amount)
}

fn shift<D: Domain>(
    d: &mut D,
    op: BinOp,
    flags: ArithFlags,
    a: &D::Bv,
    b: &D::Bv,
    sink: &mut impl Sink<D::Bool>,
) -> D::Bv {
    let over = over_shift(d, b);
    let width = d.width(b);
    let mask = amount_mask(sink.processor(), flags, width);
    let mask = mask.filter(|_| !sink.enabled(Check::Shift) && d.as_bool(&over) != Some(false));
    let masked = mask.map(|mask| {
        // All bits of a narrow amount.
        let mask = if width < 64 { mask & ((1 << width) - 1) } else { mask };
        let mask = d.int(width, mask);
        d.bv_and(b, &mask)
    });
    let b = masked.as_ref().unwrap_or(b);
    let value = match op {
        BinOp::Shl => d.shl(a, b),
        BinOp::Lshr => d.lshr(a, b),
        _ => d.ashr(a, b),
    };
    // Bits are lost if shifting back does not restore the operand.
    let lost = |d: &mut D, back: D::Bv| {
        let changed = d.ne(&back, a);
        let within = d.not(&over);
        d.and(&within, &changed)
    };
    if op == BinOp::Shl && flags.nsw {
        report(d, sink, Check::SignedOverflow, |d| {
            let back = d.ashr(&value, b);
            lost(d, back)
        });
    }
    if op == BinOp::Shl && flags.nuw {
        report(d, sink, Check::UnsignedOverflow, |d| {
            let back = d.lshr(&value, b);
            lost(d, back)
        });
    }
    let mut result = value.clone();
    if op != BinOp::Shl && flags.exact {
        let back = d.shl(&value, b);
        let violated = lost(d, back);
        result = guard(d, sink, Check::Poison, violated, result);
    }
    if masked.is_some() { result } else { guard(d, sink, Check::Shift, over, result) }
}

/// A comparison of integers.
pub fn icmp<D: Domain>(d: &mut D, pred: IcmpPred, a: &D::Bv, b: &D::Bv) -> D::Bool {
    match pred {
        IcmpPred::Eq => d.eq(a, b),
        IcmpPred::Ne => d.ne(a, b),
        IcmpPred::Ugt => d.ult(b, a),
        IcmpPred::Uge => d.ule(b, a),
        IcmpPred::Ult => d.ult(a, b),
        IcmpPred::Ule => d.ule(a, b),
        IcmpPred::Sgt => d.slt(b, a),
        IcmpPred::Sge => d.sle(b, a),
        IcmpPred::Slt => d.slt(a, b),
        IcmpPred::Sle => d.sle(a, b),
    }
}

/// A conversion between integers: `trunc`, `zext`, `sext` to the width, and conversions that keep all bits
/// (`bitcast`). `None` for those of floating point and pointers. Raises [`Check::Poison`] when `nneg`, or `nuw` or
/// `nsw` of a truncation, does not hold.
pub fn int_cast<D: Domain>(
    d: &mut D,
    op: CastOp,
    flags: ArithFlags,
    a: &D::Bv,
    width: u32,
    sink: &mut impl Sink<D::Bool>,
) -> Option<D::Bv> {
    let from = d.width(a);
    Some(match op {
        CastOp::Trunc => {
            let value = d.extract(a, width - 1, 0);
            let mut result = value.clone();
            if flags.nuw {
                let back = d.zext(&value, from);
                let violated = d.ne(&back, a);
                result = guard(d, sink, Check::Poison, violated, result);
            }
            if flags.nsw {
                let back = d.sext(&value, from);
                let violated = d.ne(&back, a);
                result = guard(d, sink, Check::Poison, violated, result);
            }
            result
        }
        CastOp::Zext => {
            let value = d.zext(a, width);
            if !flags.nneg {
                return Some(value);
            }
            let violated = d.is_negative(a);
            guard(d, sink, Check::Poison, violated, value)
        }
        CastOp::Sext => d.sext(a, width),
        CastOp::Bitcast if from == width => a.clone(),
        _ => return None,
    })
}

/// The value that `atomicrmw` stores, given the old value and the operand; `None` for floating-point operations.
pub fn atomic_rmw<D: Domain>(d: &mut D, op: AtomicRmwOp, old: &D::Bv, v: &D::Bv) -> Option<D::Bv> {
    let width = d.width(old);
    Some(match op {
        AtomicRmwOp::Xchg => v.clone(),
        AtomicRmwOp::Add => d.add(old, v),
        AtomicRmwOp::Sub => d.sub(old, v),
        AtomicRmwOp::And => d.bv_and(old, v),
        AtomicRmwOp::Nand => {
            let both = d.bv_and(old, v);
            d.bv_not(&both)
        }
        AtomicRmwOp::Or => d.bv_or(old, v),
        AtomicRmwOp::Xor => d.bv_xor(old, v),
        AtomicRmwOp::Max => choose(d, IcmpPred::Sgt, old, v),
        AtomicRmwOp::Min => choose(d, IcmpPred::Slt, old, v),
        AtomicRmwOp::Umax => choose(d, IcmpPred::Ugt, old, v),
        AtomicRmwOp::Umin => choose(d, IcmpPred::Ult, old, v),
        AtomicRmwOp::UincWrap => {
            let (zero, one) = (d.int(width, 0), d.int(width, 1));
            let next = d.add(old, &one);
            let wraps = d.ule(v, old);
            d.ite(&wraps, &zero, &next)
        }
        AtomicRmwOp::UdecWrap => {
            let (zero, one) = (d.int(width, 0), d.int(width, 1));
            let next = d.sub(old, &one);
            let at_zero = d.eq(old, &zero);
            let above = d.ult(v, old);
            let wraps = d.or(&at_zero, &above);
            d.ite(&wraps, v, &next)
        }
        AtomicRmwOp::Fadd | AtomicRmwOp::Fsub | AtomicRmwOp::Fmax | AtomicRmwOp::Fmin => return None,
    })
}

/// `a` if the comparison holds, else `b`.
pub(super) fn choose<D: Domain>(d: &mut D, pred: IcmpPred, a: &D::Bv, b: &D::Bv) -> D::Bv {
    let first = icmp(d, pred, a, b);
    d.ite(&first, a, b)
}

/// Number of bytes that an address computation adds: `offset` plus every sign-extended (or truncated) index times its
/// scale, modulo 2^`width`.
pub fn gep_sum<D: Domain>(d: &mut D, offset: i64, terms: &[(D::Bv, u64)], width: u32) -> D::Bv {
    if let Some((sum, _)) = known_sum(d, offset, terms, width) {
        return d.int(width, sum);
    }
    let mut sum = signed_int(d, width, offset);
    for (index, scale) in terms {
        let (index, _) = resized(d, index, width);
        let product = scaled(d, &index, *scale);
        sum = d.add(&sum, &product);
    }
    sum
}

/// Like [`gep_sum`]. Also returns whether the sum, or any intermediate sum or product, differs from the exact value of
/// the signed indices (which `inbounds` and `nusw` forbid). An index that does not fit `width` bits counts as a
/// difference; a scale that does not fit as a signed number counts for every index but zero.
pub fn gep_delta<D: Domain>(d: &mut D, offset: i64, terms: &[(D::Bv, u64)], width: u32) -> (D::Bv, D::Bool) {
    if let Some((sum, exact)) = known_sum(d, offset, terms, width) {
        return (d.int(width, sum), d.truth(!exact));
    }
    let mut sum = signed_int(d, width, offset);
    let mut inexact = d.truth(!fits(width, offset.into()));
    for (index, scale) in terms {
        let (index, cut) = resized(d, index, width);
        let product = scaled(d, &index, *scale);
        // A product with one always fits.
        let wraps = if *scale == 1 {
            None
        } else if fits(width, (*scale).into()) {
            let factor = d.int(width, *scale);
            Some(d.smulo(&index, &factor))
        } else {
            let zero = d.int(width, 0);
            Some(d.ne(&index, &zero))
        };
        let carry = d.saddo(&sum, &product);
        sum = d.add(&sum, &product);
        for condition in [cut, wraps, Some(carry)].into_iter().flatten() {
            inexact = d.or(&inexact, &condition);
        }
    }
    (sum, inexact)
}

/// The index sign-extended or truncated to the width, and whether truncation changes its value.
fn resized<D: Domain>(d: &mut D, index: &D::Bv, width: u32) -> (D::Bv, Option<D::Bool>) {
    let from = d.width(index);
    if from <= width {
        return (d.sext(index, width), None);
    }
    let low = d.extract(index, width - 1, 0);
    let back = d.sext(&low, from);
    let cut = d.ne(&back, index);
    (low, Some(cut))
}

fn scaled<D: Domain>(d: &mut D, index: &D::Bv, scale: u64) -> D::Bv {
    if scale == 1 {
        return index.clone();
    }
    let factor = d.int(d.width(index), scale);
    d.mul(index, &factor)
}

/// Whether the number is a signed value of the width.
fn fits(width: u32, value: i128) -> bool {
    width > 127 || value >> (width - 1) == 0 || value >> (width - 1) == -1
}

/// Low bits of the sum, and whether everything is exact, if all indices are known and have at most 64 bits.
fn known_sum<D: Domain>(d: &D, offset: i64, terms: &[(D::Bv, u64)], width: u32) -> Option<(u64, bool)> {
    if width > 64 {
        return None;
    }
    let mut sum = i128::from(offset);
    let mut exact = fits(width, sum);
    for (index, scale) in terms {
        let from = d.width(index);
        let value = d.as_u64(index).filter(|_| from <= 64)?;
        let value = i128::from((value << (64 - from)) as i64 >> (64 - from));
        // Below 2^127 in magnitude. Once the sum is inexact, only its low bits matter.
        let product = value * i128::from(*scale);
        sum = sum.wrapping_add(product);
        exact &= fits(width, value) && (value == 0 || fits(width, (*scale).into()));
        exact &= fits(width, product) && fits(width, sum);
    }
    Some((sum as u64, exact))
}

fn signed_int<D: Domain>(d: &mut D, width: u32, value: i64) -> D::Bv {
    if width <= 64 {
        d.int(width, value as u64)
    } else {
        d.constant(&crate::base::Bits::from_i64(width, value))
    }
}
