//! The thread that a state belongs to, and the section of it that nobody interrupts.

use super::path::Path;
use super::value::{ObjId, Val};
use crate::ilr::Term;
use crate::rewrite::Builder;
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
    /// The locks that it holds, where each thread is followed on its own.
    pub locks: HeldLocks,
    /// Threads for whose end it, or who created it, has certainly waited.
    pub joined: OrdSet<usize>,
}

/// The locks that a thread holds.
#[derive(Clone, Default, PartialEq)]
pub struct HeldLocks {
    /// Those that it certainly holds.
    pub certain: OrdSet<Lock>,
    /// Those that it holds on some ways here only, and when.
    pub perhaps: OrdMap<Lock, Term>,
}

impl HeldLocks {
    /// What is held where two ways meet; the first one's counts when a condition holds.
    pub fn merged(&self, b: &mut Builder, first: Term, other: &HeldLocks) -> HeldLocks {
        if self == other {
            return self.clone();
        }
        let certain = self.certain.clone().intersection(other.certain.clone());
        let all = |held: &HeldLocks| {
            held.certain.iter().chain(held.perhaps.keys()).copied().collect::<OrdSet<Lock>>()
        };
        let open = all(self).union(all(other)).relative_complement(certain.clone());
        let perhaps = open.into_iter().map(|lock| {
            let (own, others) = (self.when(b, lock), other.when(b, lock));
            (lock, b.ite(first, own, others))
        });
        HeldLocks { perhaps: perhaps.collect(), certain }
    }

    fn when(&self, b: &Builder, lock: Lock) -> Term {
        match self.perhaps.get(&lock) {
            Some(when) => *when,
            None if self.certain.contains(&lock) => b.tt(),
            None => b.ff(),
        }
    }

    /// The same on a path, which may tell whether a lock is held.
    pub fn settled(&self, b: &mut Builder, path: &Path) -> HeldLocks {
        let mut held = HeldLocks { certain: self.certain.clone(), ..HeldLocks::default() };
        for (&lock, &when) in &self.perhaps {
            let not_held = b.not(when);
            if b.and(path.term(), not_held) == b.ff() {
                held.certain.insert(lock);
            } else if b.and(path.term(), when) != b.ff() {
                held.perhaps.insert(lock, when);
            }
        }
        held
    }
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
