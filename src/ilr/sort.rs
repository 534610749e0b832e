//! Sorts of terms (LLBMC thesis, Table 3.10 and section 5.2).

use std::fmt;

/// The sort of a term. Widths are in bits and at least 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// Truth values; distinct from one-bit vectors.
    Bool,
    /// Bit-vectors of the given width.
    Bv(u32),
    /// Total maps from bit-vectors to bit-vectors. Memory states are arrays of bytes.
    Array {
        /// Width of the index.
        index: u32,
        /// Width of an element.
        elem: u32,
    },
    /// Heap allocation states over addresses of the given width (thesis, chapter 5).
    Heap(u32),
}

impl Sort {
    /// Width of a bit-vector sort; `None` for the others.
    pub fn width(self) -> Option<u32> {
        match self {
            Sort::Bv(w) => Some(w),
            Sort::Bool | Sort::Array { .. } | Sort::Heap(_) => None,
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => write!(f, "bool"),
            Sort::Bv(w) => write!(f, "i{w}"),
            Sort::Array { index, elem } => write!(f, "[i{index} -> i{elem}]"),
            Sort::Heap(w) => write!(f, "heap{w}"),
        }
    }
}
