//! Integer intrinsics.

use super::integer::{choose, guard, over_shift, report};
use super::{Domain, Sink};
use crate::program::{IcmpPred, Intrinsic};
use crate::property::Check;

/// `llvm.*.with.overflow`: the result modulo 2^width, and whether it is inexact. `None` for any other intrinsic.
pub fn with_overflow<D: Domain>(
    d: &mut D,
    which: &Intrinsic,
    a: &D::Bv,
    b: &D::Bv,
) -> Option<(D::Bv, D::Bool)> {
    Some(match which {
        Intrinsic::SaddWithOverflow => (d.add(a, b), d.saddo(a, b)),
        Intrinsic::UaddWithOverflow => (d.add(a, b), d.uaddo(a, b)),
        Intrinsic::SsubWithOverflow => (d.sub(a, b), d.ssubo(a, b)),
        Intrinsic::UsubWithOverflow => (d.sub(a, b), d.usubo(a, b)),
        Intrinsic::SmulWithOverflow => (d.mul(a, b), d.smulo(a, b)),
        Intrinsic::UmulWithOverflow => (d.mul(a, b), d.umulo(a, b)),
        _ => return None,
    })
}

/// An intrinsic from integers to one integer of `width` bits; `None` for any other. For vectors the caller proceeds
/// lane by lane, repeating the flag operand of `ctlz`, `cttz` and `abs`.
///
/// Raises [`Check::InvalidValue`] for the bit count of zero if that is poison, [`Check::SignedOverflow`] for `abs` of
/// the least value under the same condition (the result wraps), and [`Check::Shift`] for saturating shifts.
pub fn intrinsic<D: Domain>(
    d: &mut D,
    which: &Intrinsic,
    args: &[D::Bv],
    width: u32,
    sink: &mut impl Sink<D::Bool>,
) -> Option<D::Bv> {
    Some(match (which, args) {
        (Intrinsic::SaddSat, [a, b]) => {
            let (sum, overflow) = (d.add(a, b), d.saddo(a, b));
            clamp(d, a, &overflow, &sum)
        }
        (Intrinsic::SsubSat, [a, b]) => {
            let (difference, overflow) = (d.sub(a, b), d.ssubo(a, b));
            clamp(d, a, &overflow, &difference)
        }
        (Intrinsic::UaddSat, [a, b]) => {
            let (sum, overflow) = (d.add(a, b), d.uaddo(a, b));
            let ones = d.ones(width);
            d.ite(&overflow, &ones, &sum)
        }
        (Intrinsic::UsubSat, [a, b]) => {
            let (difference, overflow) = (d.sub(a, b), d.usubo(a, b));
            let zero = d.int(width, 0);
            d.ite(&overflow, &zero, &difference)
        }
        (Intrinsic::SshlSat, [a, b]) => {
            let shifted = d.shl(a, b);
            let back = d.ashr(&shifted, b);
            let lost = d.ne(&back, a);
            let value = clamp(d, a, &lost, &shifted);
            let over = over_shift(d, b);
            guard(d, sink, Check::Shift, over, value)
        }
        (Intrinsic::UshlSat, [a, b]) => {
            let shifted = d.shl(a, b);
            let back = d.lshr(&shifted, b);
            let lost = d.ne(&back, a);
            let ones = d.ones(width);
            let value = d.ite(&lost, &ones, &shifted);
            let over = over_shift(d, b);
            guard(d, sink, Check::Shift, over, value)
        }
        (Intrinsic::Ctpop, [a]) => d.popcount(a),
        (Intrinsic::Ctlz, [a, zero_is_poison]) => {
            let count = d.ctlz(a);
            count_of_zero(d, a, zero_is_poison, count, sink)
        }
        (Intrinsic::Cttz, [a, zero_is_poison]) => {
            let count = d.cttz(a);
            count_of_zero(d, a, zero_is_poison, count, sink)
        }
        (Intrinsic::Bswap, [a]) => d.bswap(a),
        (Intrinsic::Bitreverse, [a]) => d.bitreverse(a),
        (Intrinsic::Fshl, [a, b, c]) => funnel(d, a, b, c, true),
        (Intrinsic::Fshr, [a, b, c]) => funnel(d, a, b, c, false),
        (Intrinsic::Smax, [a, b]) => choose(d, IcmpPred::Sgt, a, b),
        (Intrinsic::Smin, [a, b]) => choose(d, IcmpPred::Slt, a, b),
        (Intrinsic::Umax, [a, b]) => choose(d, IcmpPred::Ugt, a, b),
        (Intrinsic::Umin, [a, b]) => choose(d, IcmpPred::Ult, a, b),
        (Intrinsic::Abs, [a, min_is_poison]) => {
            report(d, sink, Check::SignedOverflow, |d| {
                let min = d.signed_min(width);
                let least = d.eq(a, &min);
                let poison = d.bv_to_bool(min_is_poison);
                d.and(&poison, &least)
            });
            let negative = d.is_negative(a);
            let minus = d.neg(a);
            d.ite(&negative, &minus, a)
        }
        (Intrinsic::Scmp, [a, b]) => three_way(d, IcmpPred::Slt, a, b, width),
        (Intrinsic::Ucmp, [a, b]) => three_way(d, IcmpPred::Ult, a, b, width),
        _ => return None,
    })
}

/// On overflow the bound on the side of `a`'s sign, otherwise the value.
fn clamp<D: Domain>(d: &mut D, a: &D::Bv, overflow: &D::Bool, value: &D::Bv) -> D::Bv {
    if d.as_bool(overflow) == Some(false) {
        return value.clone();
    }
    let width = d.width(a);
    let (min, max) = (d.signed_min(width), d.signed_max(width));
    let negative = d.is_negative(a);
    let bound = d.ite(&negative, &min, &max);
    d.ite(overflow, &bound, value)
}

fn count_of_zero<D: Domain>(
    d: &mut D,
    a: &D::Bv,
    zero_is_poison: &D::Bv,
    count: D::Bv,
    sink: &mut impl Sink<D::Bool>,
) -> D::Bv {
    let poison = d.bv_to_bool(zero_is_poison);
    if d.as_bool(&poison) == Some(false) {
        return count;
    }
    let zero = d.int(d.width(a), 0);
    let is_zero = d.eq(a, &zero);
    let violated = d.and(&poison, &is_zero);
    guard(d, sink, Check::InvalidValue, violated, count)
}

/// High (left) or low (right) half of `a` above `b`, shifted by `c` modulo the width.
fn funnel<D: Domain>(d: &mut D, a: &D::Bv, b: &D::Bv, c: &D::Bv, left: bool) -> D::Bv {
    let width = d.width(a);
    if let Some(c) = d.as_const(c) {
        let n = crate::base::Bits::new(width, u64::from(width));
        let n = c.urem(&n).to_u64().expect("less than a width") as u32;
        return match (n, left) {
            (0, true) => a.clone(),
            (0, false) => b.clone(),
            _ => {
                // The low `hi` bits of `a` above the high bits of `b`.
                let hi = if left { width - n } else { n };
                let (hi, lo) = (d.extract(a, hi - 1, 0), d.extract(b, width - 1, hi));
                d.concat(&hi, &lo)
            }
        };
    }
    let limit = d.int(width, u64::from(width));
    let n = d.urem(c, &limit);
    let rest = d.sub(&limit, &n);
    // A shift by the full width yields zero, so the case n = 0 needs no special treatment.
    let (up, down) = if left { (&n, &rest) } else { (&rest, &n) };
    let (high, low) = (d.shl(a, up), d.lshr(b, down));
    d.bv_or(&high, &low)
}

/// -1, 0 or 1 for less, equal or greater.
fn three_way<D: Domain>(d: &mut D, less: IcmpPred, a: &D::Bv, b: &D::Bv, width: u32) -> D::Bv {
    let below = super::icmp(d, less, a, b);
    let equal = d.eq(a, b);
    let (minus_one, zero, one) = (d.ones(width), d.int(width, 0), d.int(width, 1));
    let rest = d.ite(&equal, &zero, &one);
    d.ite(&below, &minus_one, &rest)
}

/// `llvm.vector.reduce.OP` of integers, by the name after `reduce.`; `None` for one of floating point and for a
/// vector without lanes.
pub fn vector_reduce<D: Domain>(d: &mut D, op: &str, lanes: &[D::Bv]) -> Option<D::Bv> {
    const NAMES: [&str; 9] = ["add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"];
    let (first, rest) = lanes.split_first().filter(|_| NAMES.contains(&op))?;
    rest.iter().try_fold(first.clone(), |acc, lane| reduce_step(d, op, &acc, lane))
}

fn reduce_step<D: Domain>(d: &mut D, op: &str, a: &D::Bv, b: &D::Bv) -> Option<D::Bv> {
    Some(match op {
        "add" => d.add(a, b),
        "mul" => d.mul(a, b),
        "and" => d.bv_and(a, b),
        "or" => d.bv_or(a, b),
        "xor" => d.bv_xor(a, b),
        "smax" => choose(d, IcmpPred::Sgt, a, b),
        "smin" => choose(d, IcmpPred::Slt, a, b),
        "umax" => choose(d, IcmpPred::Ugt, a, b),
        "umin" => choose(d, IcmpPred::Ult, a, b),
        _ => return None,
    })
}
