//! What a processor computes where C leaves the result of an operation open, for operations whose check is off: what LLVM
//! makes of them without optimisation (clang 19, `-O0`), compared with native runs by `tests/semantics/undefined.rs`.

use super::Domain;
use crate::program::{ArithFlags, FloatKind, Processor};

/// The bits of its amount that a shift looks at, as a mask: x86 has shifts of 32 and 64 bits, to which narrower operands
/// are extended, and LLVM makes those of twice a register's width. `None` where the result is any value.
pub(super) fn amount_mask(processor: Option<Processor>, flags: ArithFlags, width: u32) -> Option<u64> {
    let register: u32 = match processor? {
        Processor::X86_32 => 32,
        Processor::X86_64 => 64,
    };
    let shifted: u32 = match width {
        // A shift of one bit can only be by nothing, so none is made.
        1 => 1,
        ..=32 => 32,
        33..=64 => 64,
        65..=128 => 128,
        _ => return None,
    };
    (!flags.lane && shifted <= 2 * register).then_some(u64::from(shifted - 1))
}

/// Whether a signed division of the least number by -1 traps: x86's instruction does. Operands of other widths are
/// extended, and wider ones divided by a function that wraps around.
pub fn division_traps(processor: Option<Processor>, flags: ArithFlags, width: u32) -> bool {
    match processor {
        _ if flags.lane => false,
        Some(Processor::X86_32) => matches!(width, 8 | 16 | 32),
        Some(Processor::X86_64) => matches!(width, 8 | 16 | 32 | 64),
        None => false,
    }
}

/// Whether a signed division of the least number by -1 has a result, which wraps around.
pub(super) fn division_wraps(processor: Option<Processor>, flags: ArithFlags, width: u32) -> bool {
    processor.is_some() && !flags.lane && !division_traps(processor, flags, width)
}

/// How a processor converts floating point to an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conversion {
    /// To a signed integer of that many bits, its least one where the value does not fit; the low bits are the result.
    Signed(u32),
    /// To an unsigned integer of 64 bits, by conversions to a signed one. Negative numbers that fit one are converted so;
    /// the rest gives the least signed number, or zero where it is not negative and `zero` says so.
    Unsigned {
        /// Whether x87's sequence is used, which turns the highest bit of the result over.
        zero: bool,
    },
}

/// The conversion between these types; `None` where the result is any value when it does not fit.
pub(super) fn conversion(
    processor: Option<Processor>,
    flags: ArithFlags,
    from: FloatKind,
    width: u32,
    signed: bool,
) -> Option<Conversion> {
    let sse = match (processor?, from) {
        _ if flags.lane => return None,
        (Processor::X86_64, FloatKind::Single | FloatKind::Double) => true,
        (_, FloatKind::Single | FloatKind::Double | FloatKind::X87) => false,
        _ => return None,
    };
    Some(match (width, signed) {
        (8 | 16, _) if sse => Conversion::Signed(32),
        (8, _) | (16, true) => Conversion::Signed(16),
        (16, false) | (32, true) => Conversion::Signed(32),
        (32, false) | (64, true) => Conversion::Signed(64),
        (64, false) => Conversion::Unsigned { zero: !sse },
        _ => return None,
    })
}

/// The result of a conversion to `width` bits; `convert` gives the value that fits best, zero for NaN, and whether it is
/// exact, for a width and signedness.
pub(super) fn converted<D: Domain>(
    d: &mut D,
    how: Conversion,
    width: u32,
    convert: impl Fn(&mut D, u32, bool) -> (D::Bv, D::Bool),
) -> D::Bv {
    match how {
        Conversion::Signed(bits) => {
            let (value, exact) = convert(d, bits, true);
            let least = d.signed_min(bits);
            let value = d.ite(&exact, &value, &least);
            if width < bits { d.extract(&value, width - 1, 0) } else { value }
        }
        Conversion::Unsigned { zero } => {
            let (value, exact) = convert(d, width, false);
            let (signed, fits) = convert(d, width, true);
            let least = d.signed_min(width);
            let none = d.int(width, 0);
            // What is too small is taken for the least number, and nothing else that does not fit.
            let below = d.eq(&signed, &least);
            let rest = if zero { d.ite(&below, &least, &none) } else { least };
            let other = d.ite(&fits, &signed, &rest);
            d.ite(&exact, &value, &other)
        }
    }
}
