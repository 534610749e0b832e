//! Objects: bytes, with which bits are undefined and where pointers lie.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::bytes::bytes_of;
use super::{Cached, Reg, TermPiece};
use crate::program::{FuncId, GlobalId, LocId};
use crate::semantics::{NewForm, VariadicCall};

/// An object of a memory; ids are not used again while the object's end may be seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ObjId(pub(super) u32);

impl ObjId {
    /// No object: what values that are no addresses come from, and null.
    pub const NONE: ObjId = ObjId(0);

    /// Some object, or none: what numbers come from that several addresses were made into. Only the address tells where they
    /// lead (PNVI of N2676).
    pub const MIXED: ObjId = ObjId(u32::MAX);

    /// Whether the object is known, so that an address elsewhere leads out of it.
    #[inline]
    pub fn is_one(self) -> bool {
        self != ObjId::NONE && self != ObjId::MIXED
    }

    /// The object of that number.
    pub fn new(index: usize) -> ObjId {
        ObjId(u32::try_from(index).expect("fewer than 2^32 objects"))
    }

    /// The number.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// Global variable.
    Global(GlobalId),
    /// Function; it has no bytes.
    Code(FuncId),
    /// Local variable or `alloca`.
    Stack,
    /// Allocated: by what, so that only its partner frees it.
    Heap(Allocator),
    /// Copy made for an argument, or the variable arguments of a call.
    Argument(Option<VariadicCall>),
    /// The library's own (`__bmc_obj_make`), which the program knows as a handle at most.
    Library,
    /// What the surroundings of the program pass to it: known only to a script.
    Outside,
}

/// What allocates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Allocator {
    /// `malloc` and its relatives.
    Malloc,
    /// `operator new`.
    New(NewForm),
    /// The caller of a function whose contract is checked; `free` frees it.
    Caller,
}

/// An object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// By byte: which bits are undefined; all of one that holds a part of a term. Empty when none is.
    pub undef: Vec<u8>,
    /// What is symbolic, by offset; no two overlap.
    pub pieces: BTreeMap<u32, TermPiece>,
    /// Offsets at which the whole of a pointer lies, and what object it was made from.
    pub pointers: BTreeMap<u32, ObjId>,
    /// Where it comes from.
    pub origin: Origin,
    /// May not be written.
    pub constant: bool,
    /// Is only declared, so that nothing is known of its bytes.
    pub hidden: bool,
    /// Address of its first byte.
    pub base: u64,
    /// Where it was made.
    pub loc: Option<LocId>,
    /// What is known of its content.
    pub cached: Cached,
}

/// What is said about an object.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Given {
    /// Address of its first byte.
    pub address: Option<u64>,
    /// What its bytes hold before they are written.
    pub bytes: Option<Arc<[u8]>>,
}

impl Given {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Given::default()
    }
}

/// How memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A load.
    Read,
    /// A store.
    Write,
}

impl Object {
    /// Whether its bytes can be accessed so.
    #[inline]
    pub(super) fn admits(&self, mode: Mode) -> bool {
        !(self.hidden || self.constant && mode == Mode::Write)
    }

    /// Whether some bytes are defined: known, or symbolic.
    pub fn is_defined(&self, range: std::ops::Range<usize>) -> bool {
        let is_symbolic = |at: usize| {
            let before = self.pieces.range(..=at as u32).next_back();
            before.is_some_and(|(&start, piece)| at < (start + piece.bytes) as usize)
        };
        self.undef.is_empty() || range.clone().all(|at| self.undef.get(at) == Some(&0) || is_symbolic(at))
    }

    /// Makes the mask of undefined bits explicit.
    #[inline]
    pub(super) fn all_marked(&mut self) {
        if self.undef.is_empty() {
            self.undef = vec![0; self.bytes.len()];
        }
    }

    /// Marks the bits of a stored scalar.
    #[inline]
    pub(super) fn mark(&mut self, at: usize, count: usize, reg: &Reg, big_endian: bool) {
        self.all_marked();
        self.forget_pieces(at, count, big_endian);
        match &reg.shade {
            None => self.undef[at..at + count].fill(0),
            Some(shade) => match shade.term {
                Some(term) => {
                    // The bytes that its width does not fill are defined, but belong to it.
                    self.undef[at..at + count].fill(0xff);
                    self.pieces.insert(at as u32, TermPiece { term, low: 0, bytes: count as u32 });
                }
                None => bytes_of(&shade.mask, &mut self.undef[at..at + count], big_endian),
            },
        }
    }

    /// The pieces of some bytes, each with its offset from the first of these.
    pub(super) fn pieces_of(&self, at: usize, count: usize, big_endian: bool) -> Vec<(u32, TermPiece)> {
        let (low, high) = (at as u32, (at + count) as u32);
        let mut found = Vec::new();
        // No two overlap: of those that begin before, only the last one may reach into the bytes.
        let before = self.pieces.range(..low).next_back();
        for (&start, &piece) in before.into_iter().chain(self.pieces.range(low..high)) {
            let (from, to) = (start.max(low), (start + piece.bytes).min(high));
            if from < to {
                found.push((from - low, piece.part(from - start, to - from, big_endian)));
            }
        }
        found
    }

    /// Bytes are overwritten: of pieces that have some of them the others stay.
    pub(super) fn forget_pieces(&mut self, at: usize, count: usize, big_endian: bool) {
        if self.pieces.is_empty() {
            return;
        }
        let (low, high) = (at as u32, (at + count) as u32);
        let before = self.pieces.range(..low).next_back().map(|(&start, _)| start);
        let over: Vec<u32> =
            before.into_iter().chain(self.pieces.range(low..high).map(|(&start, _)| start)).collect();
        for start in over {
            let piece = self.pieces[&start];
            let end = start + piece.bytes;
            if end <= low {
                continue;
            }
            self.pieces.remove(&start);
            if start < low {
                self.pieces.insert(start, piece.part(0, low - start, big_endian));
            }
            if end > high {
                self.pieces.insert(high, piece.part(high - start, end - high, big_endian));
            }
        }
    }

    /// Bytes are overwritten: pointers that have some of them are none any more. What is left of one with a term is undefined.
    #[inline]
    pub(super) fn forget_pointers(&mut self, at: usize, count: usize, width: u32, big_endian: bool) {
        let low = (at as u32).saturating_sub(width - 1);
        let high = (at + count) as u32;
        while let Some((&p, _)) = self.pointers.range(low..high).next() {
            self.pointers.remove(&p);
            if !self.pieces.is_empty() {
                self.forget_pieces(p as usize, width as usize, big_endian);
            }
        }
    }
}
