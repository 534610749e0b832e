//! Which check a call of a sanitizer's handler means.

use smallvec::{SmallVec, smallvec};

use super::{Domain, Sink};
use crate::property::{Check, Handler};

/// The checks that reaching a handler of the sanitizer violates, each with its condition; the conditions exclude
/// each other and one of them holds. `operands` are those after the data pointer, as the call passes them (zero-
/// extended to a machine word). `lhs` is the first operand's type as the handler's type descriptor gives it: width
/// in bits and whether it is signed.
pub fn ubsan_causes<D: Domain>(
    d: &mut D,
    handler: Handler,
    operands: &[D::Bv],
    lhs: (u32, bool),
) -> SmallVec<[(Check, D::Bool); 2]> {
    let always = d.truth(true);
    let two = |d: &mut D, first: Check, second: Check, condition: D::Bool| {
        let other = d.not(&condition);
        smallvec![(first, condition), (second, other)]
    };
    match (handler, operands) {
        (Handler::Overflow, _) if lhs.1 => smallvec![(Check::SignedOverflow, always)],
        (Handler::Overflow, _) => smallvec![(Check::UnsignedOverflow, always)],
        (Handler::Division, [_, divisor, ..]) => {
            let zero = d.int(d.width(divisor), 0);
            let by_zero = d.eq(divisor, &zero);
            two(d, Check::DivisionByZero, Check::DivisionOverflow, by_zero)
        }
        (Handler::Shift, [_, amount, ..]) => {
            let limit = d.int(d.width(amount), u64::from(lhs.0));
            let over = d.ule(&limit, amount);
            two(d, Check::Shift, Check::ShiftBase, over)
        }
        (Handler::TypeMismatch, [address, ..]) => {
            let zero = d.int(d.width(address), 0);
            let null = d.eq(address, &zero);
            two(d, Check::NullDeref, Check::Misaligned, null)
        }
        _ => smallvec![(handler.checks()[0], always)],
    }
}

/// Raises the checks of [`ubsan_causes`] that are on.
pub fn raise_ubsan<D: Domain>(
    d: &mut D,
    handler: Handler,
    operands: &[D::Bv],
    lhs: (u32, bool),
    sink: &mut impl Sink<D::Bool>,
) {
    for (check, violated) in ubsan_causes(d, handler, operands, lhs) {
        if sink.enabled(check) && d.as_bool(&violated) != Some(false) {
            sink.raise(check, violated);
        }
    }
}
