//! Which memory the transitions of a state access, and whether two of them race.
//!
//! **A race** is two accesses of different threads to a common byte, one of them a write and one of them not atomic, of
//! which neither happens before the other (C11, 5.1.2.4p35; LLVM's memory model). Here it is looked for as two such
//! accesses that are next in a state at once: what a thread does first in a transition is what it was about to do.
//! Boehm and Adve (Foundations of the C++ concurrency memory model, PLDI 2008, section 4) show that this is the same:
//!
//! - If both are next, neither happens before the other in the run that does both at once: an access that is not atomic
//!   synchronises with nothing.
//! - If there is a run with accesses a, b unordered, take one whose part before b has no other race, and of that part
//!   only what happens before a or b, in the same order. That is a run, too: where the program reads what another thread
//!   wrote, the write happens before the read (else this were a race, or the communication were not ordered), so it is
//!   kept, and it is still the last one. After it both a and b are next.
//!
//! The second part needs that threads tell each other nothing without order. Atomic accesses weaker than acquire and
//! release do, and so do functions that try and fail (C11 allows `mtx_trylock` to fail for no reason, for that reason).
//! Where such a thing happened, [`Races::unordered`] says so, and a search without a race is no proof.
//!
//! **Reductions** keep this: each stops before an access to what others can reach, so that for every state of the
//! unreduced search there is one where the threads have the same such accesses next. What only one thread can reach is
//! no part of a race until that thread has told of it, which happens later in its own order.
//!
//! **What is atomic.** Atomic operations; all that happens in an atomic section of the program, which SV-COMP's rules say
//! of `__VERIFIER_atomic_*`, where sections are ordered as if one lock were around them; what the library does with the
//! locks, semaphores and the like of its caller. Its accesses to other things that it is handed it tells by
//! `__bmc_reads` and `__bmc_writes`; so it does where an object of synchronisation begins or ends, since nobody may use
//! it at that time. `free` writes all of the object (C11, 7.22.3p2: a call that deallocates is ordered with others only
//! for the same storage). `volatile` is not atomic. That the lifetime of a local variable ends is no access.
//!
//! **What is left open.** Some functions of the library need not avoid data races with each other (C11, 7.22.2.1p3 of
//! `rand`), and whether they do depends on the library. Where calls of these are next at once that is not told apart:
//! a search without another race is no proof ([`Races::open`]).

use std::sync::Arc;

use super::{Reductions, View};
use crate::machine::environment::Course;
use crate::machine::state::{ObjId, Origin};
use crate::program::LocId;

/// An access to memory by a transition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// The activation in which the state has the thread, put away: different ones for different threads.
    pub thread: ObjId,
    /// The transition, as [`Races::transition`] said.
    pub transition: u32,
    /// What is accessed.
    pub object: ObjId,
    /// Its first byte.
    pub at: u64,
    /// How many bytes.
    pub size: u64,
    /// Whether it writes.
    pub write: bool,
    /// Whether it is atomic.
    pub atomic: bool,
    /// Whether the library may do it or not.
    pub open: bool,
    /// Where.
    pub loc: Option<LocId>,
    /// What is known of symbolic values where it happens, if there are some.
    pub course: Option<Arc<Course>>,
}

impl Access {
    fn conflicts(&self, other: &Access) -> bool {
        self.object == other.object
            && self.thread != other.thread
            && (self.write || other.write)
            && !(self.atomic && other.atomic)
            && self.at < other.at + other.size
            && other.at < self.at + self.size
    }
}

/// What the transitions of a state access.
#[derive(Clone, Debug, Default)]
pub struct Races {
    /// Whether accesses are noted.
    pub on: bool,
    /// The number of the transition that is taken.
    pub transition: u32,
    /// Where a thread told another something without order, first.
    pub unordered: Option<Option<LocId>>,
    list: Vec<Access>,
    /// How many of them [`Races::newly_found`] has seen.
    seen: usize,
}

impl Races {
    /// The transitions of another state follow.
    pub fn clear(&mut self) {
        self.list.clear();
        self.seen = 0;
        self.transition = 0;
    }

    /// What was accessed, in order.
    pub fn noted(&self) -> &[Access] {
        &self.list
    }

    /// Whether an access that was added since this was asked last races with one of another transition.
    pub fn newly_found(&mut self) -> bool {
        let from = std::mem::replace(&mut self.seen, self.list.len());
        let fits = |a: &Access, b: &Access| a.transition != b.transition && !a.open && a.conflicts(b);
        (from..self.list.len())
            .any(|j| !self.list[j].open && self.list[..j].iter().any(|a| fits(a, &self.list[j])))
    }

    /// Two accesses that race, in the order of their transitions.
    pub fn found(&self) -> Option<(&Access, &Access)> {
        self.pairs(false).next()
    }

    /// Two accesses of functions that may race.
    pub fn open(&self) -> Option<(&Access, &Access)> {
        self.pairs(true).next()
    }

    /// All pairs of accesses that race, or may race (`open`).
    pub fn pairs(&self, open: bool) -> impl Iterator<Item = (&Access, &Access)> {
        let list = &self.list;
        let fits = move |a: &Access, b: &Access| (a.open || b.open) == open && a.conflicts(b);
        let later = move |i: usize| list[i + 1..].iter().filter(move |b| fits(&list[i], b));
        (0..list.len()).flat_map(move |i| later(i).map(move |b| (&list[i], b)))
    }
}

impl Reductions {
    /// An access by the operation that runs. Of an atomic one: whether it orders what it tells, that is, acquires
    /// where it reads and releases where it writes.
    #[inline]
    pub(in crate::machine) fn note(
        &mut self,
        view: &View<'_, '_>,
        place: (ObjId, usize),
        size: u64,
        write: bool,
        atomic: Option<bool>,
    ) {
        // An object that the transition has made may have the number of another one in another transition.
        if self.races.on && place.0.index() < self.transition.old {
            self.note_access(view, place, size, write, atomic);
        }
    }

    fn note_access(
        &mut self,
        view: &View<'_, '_>,
        (object, at): (ObjId, usize),
        size: u64,
        write: bool,
        atomic: Option<bool>,
    ) {
        let Some(known) = view.memory.get(object) else { return };
        // The library's own: nobody else has a name for it, but as what is handed back.
        let own = match known.origin {
            Origin::Global(g) => view.image.program.global(g).model,
            Origin::Library => true,
            _ => false,
        } && view.image.program.func(view.frame.func).model;
        if known.constant || own && view.frame.atomic || size == 0 {
            return;
        }
        if atomic == Some(false) && self.others_reach(view, object) {
            self.unordered(view);
        }
        let atomic = atomic.is_some() || view.frame.atomic || own;
        self.add_access(view, object, (at as u64, size), (write, atomic, false));
    }

    /// The library accesses what it was handed, while others have to wait, or may access what it keeps (`open`).
    pub(in crate::machine) fn note_given(
        &mut self,
        view: &View<'_, '_>,
        (object, at): (ObjId, usize),
        size: u64,
        write: bool,
        open: bool,
    ) {
        // The section of the caller, if it is in one.
        let atomic = view.users(view.frame).atomic;
        if object.index() < self.transition.old {
            self.add_access(view, object, (at as u64, size), (write, atomic, open));
        }
    }

    /// An object ends by `free`.
    pub(in crate::machine) fn note_end(&mut self, view: &View<'_, '_>, object: ObjId) {
        let size = view.memory.get(object).map_or(0, |o| o.bytes.len() as u64);
        self.note(view, (object, 0), size, true, None);
    }

    /// A thread learns of another one what happens in no order with it.
    pub(in crate::machine) fn unordered(&mut self, view: &View<'_, '_>) {
        if self.races.on && self.races.unordered.is_none() {
            self.races.unordered = Some(view.loc());
        }
    }

    fn add_access(
        &mut self,
        view: &View<'_, '_>,
        object: ObjId,
        (at, size): (u64, u64),
        kind: (bool, bool, bool),
    ) {
        let (thread, transition, loc) = (self.transition.thread, self.races.transition, view.loc());
        let (write, atomic, open) = kind;
        let course = self.symbols.as_ref().map(|symbols| Arc::clone(&symbols.course));
        self.races.list.push(Access {
            thread,
            transition,
            object,
            at,
            size,
            write,
            atomic,
            open,
            loc,
            course,
        });
    }
}
