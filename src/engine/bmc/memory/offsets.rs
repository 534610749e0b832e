//! Classes of offsets: what is known of an offset for all runs.

use crate::ilr::Term;
use crate::rewrite::Builder;

/// Offsets that are the second number modulo the first, a power of two.
pub type OffsetClass = (u64, u64);

/// The step of a class of one offset.
pub const EXACT: u64 = 1 << 63;

/// The class of one offset.
pub fn exact(off: u64) -> OffsetClass {
    (EXACT, off % EXACT)
}

/// The low bits that are known about a term: it is a multiple of the first number, plus the second.
pub fn stride(b: &mut Builder, t: Term) -> OffsetClass {
    let (zeros, ones) = b.zeros_and_ones(t);
    let low = (zeros | ones).trailing_ones().min(32);
    (1 << low, ones & ((1 << low) - 1))
}
