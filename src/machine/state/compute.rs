//! What operations compute, from registers to a register; constants are computed by the same functions.

use crate::base::word;
use crate::machine::state::{ObjId, Reg};
use crate::program::{ArithFlags, BinOp, CastOp, IcmpPred};
use crate::property::Check;
use crate::semantics::{self, Scalar, Scalars, Sink};

/// An integer operation.
#[inline]
pub fn binary(op: BinOp, flags: ArithFlags, a: &Reg, b: &Reg, sink: &mut impl Sink<bool>) -> Reg {
    let mut d = Scalars::default();
    let value = semantics::binary(&mut d, op, flags, &a.value, &b.value, sink);
    if d.unspecified { Reg::undefined(value.width()) } else { Reg::binary(op, a, b, value) }
}

/// A comparison.
#[inline]
pub fn icmp(pred: IcmpPred, a: &Reg, b: &Reg) -> Reg {
    Reg::comparison(pred, a, b, semantics::icmp(&mut Scalars::default(), pred, &a.value, &b.value))
}

/// A conversion between integers, or between integers and pointers; nothing for others.
#[inline]
pub fn cast(op: CastOp, flags: ArithFlags, v: &Reg, width: u32, sink: &mut impl Sink<bool>) -> Option<Reg> {
    let from = v.width();
    let mut d = Scalars::default();
    let made = match op {
        CastOp::Ptrtoint | CastOp::Inttoptr | CastOp::Bitcast | CastOp::Addrspacecast if from == width => {
            Some(v.clone())
        }
        CastOp::Ptrtoint | CastOp::Inttoptr if from < width => {
            let value = semantics::int_cast(&mut d, CastOp::Zext, flags, &v.value, width, sink)?;
            Some(v.extended(value, false))
        }
        CastOp::Ptrtoint | CastOp::Inttoptr | CastOp::Trunc => {
            let flags = if op == CastOp::Trunc { flags } else { ArithFlags::default() };
            let value = semantics::int_cast(&mut d, CastOp::Trunc, flags, &v.value, width, sink)?;
            Some(v.truncated(value))
        }
        CastOp::Zext | CastOp::Sext => {
            let value = semantics::int_cast(&mut d, op, flags, &v.value, width, sink)?;
            Some(v.extended(value, op == CastOp::Sext))
        }
        _ => None,
    };
    if d.unspecified { made.map(|_| Reg::undefined(width)) } else { made }
}

/// An address computation: the pointer moved, and whether a promise of `inbounds` or `nuw` is broken.
pub fn gep(base: &Reg, offset: i64, steps: &[(Reg, u64)], inbounds: bool, nuw: bool) -> (Reg, bool) {
    let width = base.width();
    let terms: Vec<(Scalar, u64)> = steps.iter().map(|(r, scale)| (r.value.clone(), *scale)).collect();
    let (delta, inexact) = semantics::gep_delta(&mut Scalars::default(), offset, &terms, width);
    let address = word::add(width, base.value.low(), delta.low());
    let wraps = nuw && address < base.value.low();
    let moved = Reg::pointer(width, address, base.object);
    let operands: Vec<&Reg> = std::iter::once(base).chain(steps.iter().map(|s| &s.0)).collect();
    (moved.after(&operands), inbounds && inexact || wraps)
}

/// A pointer that leads nowhere, whatever its bits.
pub fn nowhere(width: u32) -> Reg {
    Reg::pointer(width, 0, ObjId::NONE)
}

/// The first violated check of those that an operation raised.
pub fn violated(raised: &[(Check, bool)]) -> Option<Check> {
    raised.iter().find(|r| r.1).map(|r| r.0)
}
