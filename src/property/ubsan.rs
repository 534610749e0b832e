//! Calls that clang's undefined-behaviour sanitizer inserts.

use super::Check;
use crate::program::{BlockId, Callee, Function, InstKind, Program};

/// Meaning of reaching a sanitizer's handler. The handlers of arithmetic serve several checks; the operands or the type
/// descriptor that the call passes determine which one it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handler {
    /// One check.
    Check(Check),
    /// [`Check::SignedOverflow`] or [`Check::UnsignedOverflow`], by the type's signedness. The operands follow the
    /// data pointer: two, or one for a negation.
    Overflow,
    /// [`Check::DivisionByZero`] if the second operand is zero, else [`Check::DivisionOverflow`].
    Division,
    /// [`Check::Shift`] if the second operand, unsigned, is the width of the first or more, else [`Check::ShiftBase`].
    Shift,
    /// [`Check::InvalidValue`]: a value that was read is not valid for its type.
    LoadedValue,
    /// [`Check::NullDeref`] if the pointer operand is null, else [`Check::Misaligned`] or, for an object that is too
    /// small, an invalid access.
    TypeMismatch,
}

impl Handler {
    /// The checks that the handler may stand for, the most likely first.
    pub fn checks(&self) -> &'static [Check] {
        match self {
            Handler::Check(c) => std::slice::from_ref(&Check::ALL[*c as usize]),
            Handler::Overflow => &[Check::SignedOverflow, Check::UnsignedOverflow],
            Handler::Division => &[Check::DivisionByZero, Check::DivisionOverflow],
            Handler::Shift => &[Check::Shift, Check::ShiftBase],
            Handler::LoadedValue => &[Check::InvalidValue],
            Handler::TypeMismatch => &[Check::NullDeref, Check::Misaligned, Check::InvalidRead],
        }
    }
}

/// Whether a block of a function reports what a sanitizer has found, and is not of the program's own control.
pub fn reports(program: &Program, f: &Function, block: BlockId) -> bool {
    f.block(block).insts.iter().any(|&i| match &f.inst(i).kind {
        InstKind::Call { callee: Callee::Direct(g), .. } => handler(&program.func(*g).name).is_some(),
        _ => false,
    })
}

/// Meaning of a function of the sanitizer's run time (`__ubsan_handle_*`, with or without `_abort`, `_minimal` and a
/// version suffix). `None` for any other name, and for handlers of constructs outside C (Objective-C, control-flow
/// integrity).
pub fn handler(name: &str) -> Option<Handler> {
    let mut stem = name.strip_prefix("__ubsan_handle_")?;
    for suffix in ["_abort", "_minimal", "_v1"] {
        stem = stem.strip_suffix(suffix).unwrap_or(stem);
    }
    Some(match stem {
        "add_overflow" | "sub_overflow" | "mul_overflow" | "negate_overflow" => Handler::Overflow,
        "divrem_overflow" => Handler::Division,
        "shift_out_of_bounds" => Handler::Shift,
        "type_mismatch" => Handler::TypeMismatch,
        "out_of_bounds" | "local_out_of_bounds" => Handler::Check(Check::ArrayBounds),
        "vla_bound_not_positive" => Handler::Check(Check::NegativeVla),
        "builtin_unreachable" => Handler::Check(Check::Unreachable),
        "missing_return" => Handler::Check(Check::MissingReturn),
        "load_invalid_value" => Handler::LoadedValue,
        "invalid_builtin" => Handler::Check(Check::InvalidValue),
        "implicit_conversion" => Handler::Check(Check::Conversion),
        "float_cast_overflow" => Handler::Check(Check::FloatCast),
        "pointer_overflow" => Handler::Check(Check::PointerOverflow),
        "nonnull_arg" | "nonnull_return" | "nullability_arg" | "nullability_return" => {
            Handler::Check(Check::NonnullArg)
        }
        "function_type_mismatch" => Handler::Check(Check::InvalidCall),
        "alignment_assumption" => Handler::Check(Check::Misaligned),
        _ => return None,
    })
}

/// The call in a block by which the sanitizer reports a value that was read and is not valid for its type.
pub fn report_of_value<'f>(program: &Program, f: &'f Function, block: BlockId) -> Option<&'f InstKind> {
    let kinds = f.block(block).insts.iter().map(|&i| &f.inst(i).kind);
    let mut calls = kinds.filter(|kind| match kind {
        InstKind::Call { callee: Callee::Direct(g), .. } => {
            handler(&program.func(*g).name) == Some(Handler::LoadedValue)
        }
        _ => false,
    });
    calls.next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let cases = [
            ("__ubsan_handle_add_overflow", Some(Handler::Overflow)),
            ("__ubsan_handle_negate_overflow_abort", Some(Handler::Overflow)),
            ("__ubsan_handle_sub_overflow_minimal_abort", Some(Handler::Overflow)),
            ("__ubsan_handle_mul_overflow_minimal", Some(Handler::Overflow)),
            ("__ubsan_handle_divrem_overflow", Some(Handler::Division)),
            ("__ubsan_handle_shift_out_of_bounds_abort", Some(Handler::Shift)),
            ("__ubsan_handle_type_mismatch_v1_abort", Some(Handler::TypeMismatch)),
            ("__ubsan_handle_nonnull_return_v1", Some(Handler::Check(Check::NonnullArg))),
            ("__ubsan_handle_implicit_conversion_abort", Some(Handler::Check(Check::Conversion))),
            ("__ubsan_handle_load_invalid_value_abort", Some(Handler::LoadedValue)),
            ("__ubsan_handle_invalid_builtin_abort", Some(Handler::Check(Check::InvalidValue))),
            ("__ubsan_handle_cfi_check_fail", None),
            ("__ubsan_default_options", None),
            ("main", None),
        ];
        for (name, meaning) in cases {
            assert_eq!(handler(name), meaning, "{name}");
        }
    }

    #[test]
    fn a_single_check_stands_for_itself() {
        for &c in Check::ALL {
            assert_eq!(Handler::Check(c).checks(), [c]);
        }
    }
}
