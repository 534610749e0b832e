//! Meaning of calls of sanitizer handlers.

use smallvec::{SmallVec, smallvec};

use super::{Domain, Sink};
use crate::property::{Check, Handler};

/// The checks that reaching a handler of the sanitizer may violate, each with its condition. Exactly one of the
/// conditions holds. `operands` are those after the data pointer, as the call passes them (zero-extended to a machine
/// word). `lhs` is the first operand's type according to the handler's type descriptor: width in bits and signedness.
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

/// Raises the enabled checks of [`ubsan_causes`].
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Bits;
    use crate::property::CheckSet;
    use crate::semantics::{Concrete, Raised};

    /// The check that a call of the handler means, for operands of a machine word.
    fn cause(name: &str, operands: &[u64], lhs: (u32, bool)) -> Check {
        let handler = crate::property::handler(name).unwrap();
        let operands: Vec<Bits> = operands.iter().map(|&n| Bits::new(64, n)).collect();
        let mut raised = Raised::new(CheckSet::all());
        raise_ubsan(&mut Concrete::new(), handler, &operands, lhs, &mut raised);
        assert!(raised.list().iter().all(|r| r.1), "known to hold");
        match raised.list() {
            [(check, _)] => *check,
            other => panic!("{name}: {other:?}"),
        }
    }

    #[test]
    fn operands_tell_the_check() {
        let minus_one = u64::from(u32::MAX);
        let int = (32, true);
        let cases = [
            ("add_overflow_abort", [1 << 30, 1 << 30], int, Check::SignedOverflow),
            ("add_overflow", [minus_one, 1], (32, false), Check::UnsignedOverflow),
            ("divrem_overflow", [7, 0], int, Check::DivisionByZero),
            ("divrem_overflow", [1 << 31, minus_one], int, Check::DivisionOverflow),
            ("shift_out_of_bounds", [1, 32], int, Check::Shift),
            ("shift_out_of_bounds", [1, minus_one], int, Check::Shift),
            ("shift_out_of_bounds", [1, 31], int, Check::ShiftBase),
            ("shift_out_of_bounds", [1, 40], (64, true), Check::ShiftBase),
            ("type_mismatch_v1", [0, 0], int, Check::NullDeref),
            ("type_mismatch_v1", [3, 0], int, Check::Misaligned),
            ("builtin_unreachable", [0, 0], int, Check::Unreachable),
        ];
        for (name, operands, lhs, expected) in cases {
            assert_eq!(
                cause(&format!("__ubsan_handle_{name}"), &operands, lhs),
                expected,
                "{name} {operands:?}"
            );
        }
    }
}
