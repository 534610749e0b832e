//! What heap objects go through beside threads, so that leaks can be told when all threads are known.

use super::{At, Ledger};
use crate::engine::bmc::state::{ObjId, Point, State};
use crate::ilr::Term;
use crate::program::LocId;
use crate::property::Check;
use std::collections::{BTreeMap, BTreeSet};

/// Scalars that may hold a pointer to a heap object, by the identity of the object around them: the offset, where it is fixed.
pub type HeldPlaces = BTreeMap<u128, BTreeSet<Option<u64>>>;

/// That a heap object is made or freed.
pub struct HeapEvent {
    /// Where in the order; none before there were other threads.
    pub point: Option<Point>,
    /// The object.
    pub object: ObjId,
    /// When it is executed.
    pub when: Term,
}

/// That a thread ends the program, or that the first one ends, and the program with the last of the others.
pub struct ProgramEnd {
    /// What the thread has then, with the pointers that other threads have written.
    pub state: State,
    /// Where in the order.
    pub point: Point,
    /// Whether its next instruction has yet to read its operands.
    pub next: bool,
    /// Whether the program ends only where all other threads have ended.
    pub by_last: bool,
    /// What tells the place from others.
    pub at: At,
}

/// What heap objects go through beside threads.
#[derive(Default)]
pub struct HeapEvents {
    /// They are made.
    pub made: Vec<HeapEvent>,
    /// They are freed.
    pub freed: Vec<HeapEvent>,
    /// Ends of the program.
    pub ends: Vec<ProgramEnd>,
    /// Runs that are not followed to an end: when, and where.
    pub endless: Vec<(Term, Option<LocId>)>,
    /// Scalars in which threads have left a pointer to a heap object: the object, and the offset where it is fixed.
    pub held: BTreeSet<(ObjId, Option<u64>)>,
}

impl Ledger<'_> {
    /// Whether it is noted what heap objects go through beside threads.
    pub fn follows_heap(&self, state: &State) -> bool {
        state.thread.concurrent
            && [Check::Leak, Check::LeakAtExit].iter().any(|&check| self.options.checks.contains(check))
    }

    /// Notes that a heap object is made in a state where a condition holds.
    pub fn note_made(&mut self, state: &mut State, object: ObjId, cond: Term) {
        if self.follows_heap(state) {
            let event = self.heap_event(state, object, cond);
            self.threads.objects.heap.made.push(event);
        }
    }

    /// Notes that a heap object is freed in a state where a condition holds.
    pub fn note_heap_end(&mut self, state: &mut State, object: ObjId, cond: Term) {
        if self.follows_heap(state) {
            let event = self.heap_event(state, object, cond);
            self.threads.objects.heap.freed.push(event);
        }
    }

    fn heap_event(&mut self, state: &mut State, object: ObjId, cond: Term) -> HeapEvent {
        let point = Some(self.access_point(state));
        HeapEvent { point, object, when: self.d.terms.and(state.path.term(), cond) }
    }
}
