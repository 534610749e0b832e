//! The thread that a state belongs to, and the section of it that nobody interrupts.

use super::value::{ObjId, Val};
use crate::ilr::Term;
use imbl::{OrdMap, OrdSet};

/// A point in the order in which threads act, by its number in the evaluation.
pub type Point = usize;

/// A lock: the object that it lies in, and where it begins and ends there, in bytes.
pub type Lock = (ObjId, u64, u64);

/// The thread of a state.
#[derive(Clone, Default)]
pub struct ThreadState {
    /// Its number, by creation in the evaluation; 0 is the program's first.
    pub number: usize,
    /// Whether there may be other threads.
    pub concurrent: bool,
    /// What it does at one point.
    pub section: Option<Section>,
    /// The locks that it certainly holds, where each thread is followed on its own.
    pub locks: OrdSet<Lock>,
}

/// What a thread does at one point: it sees the memory of before, and its own changes.
#[derive(Clone)]
pub struct Section {
    /// The point.
    pub point: Point,
    /// What it has read and written of what threads share, by object and offset.
    pub cells: OrdMap<(ObjId, Term), SectionCell>,
}

/// A scalar within a section.
#[derive(Clone, PartialEq)]
pub struct SectionCell {
    /// Bytes.
    pub size: u32,
    /// The value, where it is known.
    pub val: Val,
    /// When it is known.
    pub known: Term,
    /// When it was written, which implies that it is known.
    pub written: Term,
}
