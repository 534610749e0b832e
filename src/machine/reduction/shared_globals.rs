//! Global variables that no two threads use in conflict.
//!
//! An access to a global variable is an action that others can see, as any thread can get there. Many globals are used by
//! one thread only, though, or never written once there are threads. A search assumes that of all variables that it has not
//! seen used otherwise: accesses to these are passed without an interrupt. It also notes who accesses them. Where two threads
//! do, one of them writing, the assumption was wrong, and the search begins again without it.
//!
//! **A search that ends without a conflict has missed nothing.** Take a run of the unreduced system with a conflict on an
//! assumed variable, and its shortest part up to the second of the two accesses. Before that access there is no conflict, so
//! accesses to assumed variables commute with all that other threads do, and the reduced search has a run that differs from
//! the part by such exchanges only: it executes both accesses, and notes them. So without a note there is no such run, and
//! accesses to assumed variables are what only their thread sees.
//!
//! Threads are told apart by where their activations are put away, which is not given to another one while the search
//! assumes something: that a thread ends is not ordered with what others do. Before the first thread is made there is
//! nobody to see anything.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use crate::machine::state::ObjId;
use crate::program::{GlobalId, Program};

/// More threads than one.
const MANY: u32 = WRITTEN - 1;
const WRITTEN: u32 = 1 << 31;

/// What a search assumes of global variables, and who accesses them.
#[derive(Debug)]
pub struct SharedGlobals {
    assumed: Vec<bool>,
    /// By variable: the thread that accesses it, [`MANY`], or nobody; and whether it is written.
    known: Vec<AtomicU32>,
    conflict: AtomicBool,
}

impl SharedGlobals {
    /// Assumes it of these variables.
    pub fn assuming(program: &Program, variables: impl IntoIterator<Item = GlobalId>) -> SharedGlobals {
        let mut assumed = vec![false; program.globals.len()];
        for g in variables {
            assumed[g.index()] = true;
        }
        let known = assumed.iter().map(|_| AtomicU32::new(0)).collect();
        SharedGlobals { assumed, known, conflict: AtomicBool::new(false) }
    }

    /// Assumes it of all variables of the user's program.
    pub fn hopeful(program: &Program) -> SharedGlobals {
        let all = (0..program.globals.len()).map(GlobalId::new);
        SharedGlobals::assuming(program, all.filter(|&g| !program.global(g).model))
    }

    /// The same without the variables that threads use in conflict.
    pub fn corrected(&self, program: &Program) -> SharedGlobals {
        let kept = |g: &GlobalId| self.known[g.index()].load(Relaxed) != MANY | WRITTEN;
        SharedGlobals::assuming(program, self.variables().filter(kept))
    }

    /// The variables of which it is assumed.
    pub fn variables(&self) -> impl Iterator<Item = GlobalId> + '_ {
        (0..self.assumed.len()).filter(|&i| self.assumed[i]).map(GlobalId::new)
    }

    /// Whether something that was assumed is wrong.
    pub fn conflict(&self) -> bool {
        self.conflict.load(Relaxed)
    }

    /// Whether it is assumed of the variable.
    pub(in crate::machine) fn is_assumed(&self, g: GlobalId) -> bool {
        self.assumed[g.index()]
    }

    /// A thread accesses the variable.
    pub(in crate::machine) fn note(&self, g: GlobalId, thread: ObjId, write: bool) {
        let thread = thread.index() as u32 + 1;
        let written = if write { WRITTEN } else { 0 };
        let cell = &self.known[g.index()];
        let next = |now: u32| {
            let by = match now & !WRITTEN {
                0 => thread,
                known if known == thread => thread,
                _ => MANY,
            };
            by | now & WRITTEN | written
        };
        // Mostly it is known.
        let mut now = cell.load(Relaxed);
        while next(now) != now {
            match cell.compare_exchange_weak(now, next(now), Relaxed, Relaxed) {
                Ok(_) => now = next(now),
                Err(other) => now = other,
            }
        }
        if now == MANY | WRITTEN {
            self.conflict.store(true, Relaxed);
        }
    }
}
