//! What a value is beside its bits: undefined in some of them, or a term over the inputs of all runs.

use crate::ilr::Term;
use crate::semantics::Scalar;

/// What a value is beside its bits. Who does not know terms sees a value that is undefined in all bits, so that nothing is
/// decided by it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shade {
    /// Which bits are undefined; all of them where there is a term.
    pub mask: Scalar,
    /// The value over the inputs of all runs that the state stands for; of an address, how far it is from its object's start.
    pub term: Option<Term>,
}

/// Bytes of an object that hold a part of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TermPiece {
    /// The term. Bits above its width are zero.
    pub term: Term,
    /// Its lowest bit that is there.
    pub low: u32,
    /// How many bytes are there.
    pub bytes: u32,
}

impl TermPiece {
    /// Some of its bytes, by their addresses.
    pub(super) fn part(self, from: u32, bytes: u32, big_endian: bool) -> TermPiece {
        let before = if big_endian { self.bytes - from - bytes } else { from };
        TermPiece { low: self.low + 8 * before, bytes, ..self }
    }
}
