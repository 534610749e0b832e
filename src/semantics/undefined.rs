//! Results that processors compute for operations that C leaves undefined, if their check is off: those of unoptimised
//! code (clang 19, `-O0`). `tests/semantics/undefined.rs` compares them with native runs.

use super::Domain;
use crate::program::{ArithFlags, FloatKind, Processor};

/// Mask of the bits of the shift amount that the processor uses. x86 has shifts of 32 and 64 bits, to which narrower
/// operands are extended; LLVM builds those of twice a register's width. `None` if the result is arbitrary.
pub(super) fn amount_mask(processor: Option<Processor>, flags: ArithFlags, width: u32) -> Option<u64> {
    let register: u32 = match processor? {
        Processor::X86_32 => 32,
        Processor::X86_64 => 64,
    };
    let shifted: u32 = match width {
        // A valid shift of one bit has amount zero, so no shift is made.
        1 => 1,
        ..=32 => 32,
        33..=64 => 64,
        65..=128 => 128,
        _ => return None,
    };
    (!flags.lane && shifted <= 2 * register).then_some(u64::from(shifted - 1))
}

/// Whether signed division of the least number by -1 traps, as x86's instruction does. Operands of other widths are
/// extended; wider ones are divided by a library function that wraps around.
pub fn division_traps(processor: Option<Processor>, flags: ArithFlags, width: u32) -> bool {
    match processor {
        _ if flags.lane => false,
        Some(Processor::X86_32) => matches!(width, 8 | 16 | 32),
        Some(Processor::X86_64) => matches!(width, 8 | 16 | 32 | 64),
        None => false,
    }
}

/// Whether signed division of the least number by -1 has a result, which then wraps around.
pub(super) fn division_wraps(processor: Option<Processor>, flags: ArithFlags, width: u32) -> bool {
    processor.is_some() && !flags.lane && !division_traps(processor, flags, width)
}

/// How a processor converts floating point to an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conversion {
    /// Conversion to a signed integer of that many bits, which yields the least one if the value does not fit. The low
    /// bits are the result.
    Signed(u32),
    /// Conversion to an unsigned integer of 64 bits by way of signed conversions. Negative values that fit a signed
    /// integer are converted to it. Other values out of range yield the least signed number, or zero if they are not
    /// negative and `zero` is set.
    Unsigned {
        /// Whether x87's sequence is used, which flips the highest bit of the result.
        zero: bool,
    },
}

/// The conversion between these types; `None` if the result is arbitrary for values out of range.
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

/// Result of a conversion to `width` bits. `convert` returns the closest value of a width and signedness (zero for
/// NaN), and whether it is exact.
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
            // Among the values out of range, only those that are too small count as the least number.
            let below = d.eq(&signed, &least);
            let rest = if zero { d.ite(&below, &least, &none) } else { least };
            let other = d.ite(&fits, &signed, &rest);
            d.ite(&exact, &value, &other)
        }
    }
}
