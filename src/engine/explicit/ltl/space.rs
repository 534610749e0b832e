//! The states of a program as a graph that grows where searches look at it.
//!
//! **Each state is executed once**, by whichever thread asks for its successors first; their ids are kept. So a search may
//! pass a state as often as it likes: once for each state of an automaton, in outer and inner searches, on several threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use super::property::Property;
use super::runs::{Reached, Runs};
use crate::engine::explicit::canon::{Canon, Form, new_store};
use crate::engine::explicit::search::Progress;
use crate::engine::explicit::store::{
    Budget, Charge, Full, PerState, StateId, StateStore, StoreWorker, TreeStore, TreeWorker,
};
use crate::engine::verdict::Cause;
use crate::machine::{Machine, Snapshot};
use crate::program::LocId;
use crate::property::Check;

/// Why a search cannot go on.
#[derive(Clone, Debug)]
pub enum Halt {
    /// A transition of a state violates a check.
    Violation {
        check: Check,
        loc: Option<LocId>,
        at: StateId,
        number: u32,
    },
    Unknown(Cause),
}

impl From<Full> for Halt {
    fn from(_: Full) -> Halt {
        Halt::Unknown(Cause::Memory)
    }
}

/// A transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    pub target: StateId,
    /// Its number among those of its state; [`Edge::NONE`] where a run that has ended stays.
    pub number: u32,
    /// The thread that moves.
    pub mover: u32,
}

impl Edge {
    pub const NONE: u32 = u32::MAX;
}

/// What a state is expanded from.
#[derive(Default)]
enum Seed {
    /// Its maker has not put it down yet.
    #[default]
    Unborn,
    Here(Box<Snapshot>, Charge),
    /// Its successors are known, or will never be.
    Used,
}

#[derive(Default)]
struct Cell {
    /// Which propositions hold.
    valuation: AtomicU64,
    /// The threads that can move; bit 63 stands for all from number 63 on.
    enabled: AtomicU64,
    /// How it was first reached: predecessor plus one in the lower half, transition in the upper one.
    from: AtomicU64,
    seed: Mutex<Seed>,
    edges: OnceLock<Box<[Edge]>>,
}

/// The graph.
pub struct Space<'r, 'i, 'p> {
    pub runs: &'r Runs<'i, 'p>,
    pub property: &'r Property,
    store: TreeStore,
    /// Names the store to what keeps ids of its parts.
    number: u32,
    cells: PerState<Cell>,
    halted: AtomicBool,
    halt: Mutex<Option<Halt>>,
    progress: &'r Progress,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'r, 'i, 'p> Space<'r, 'i, 'p> {
    /// The graph of a program.
    pub fn new(runs: &'r Runs<'i, 'p>, property: &'r Property, progress: &'r Progress) -> Result<Self, Full> {
        let limit = runs.options.memory.map_or(usize::MAX, |m| usize::try_from(m).unwrap_or(usize::MAX));
        let store = TreeStore::new(&Budget::new(limit))?;
        let cells = PerState::new(store.budget());
        let number = new_store();
        Ok(Space {
            number,
            runs,
            property,
            store,
            cells,
            halted: AtomicBool::new(false),
            halt: Mutex::new(None),
            progress,
        })
    }

    fn cell(&self, state: StateId) -> &Cell {
        self.cells.get(state).expect("a state of the graph")
    }

    /// Which propositions hold in a state.
    pub fn valuation(&self, state: StateId) -> u64 {
        self.cell(state).valuation.load(Relaxed)
    }

    /// The threads that can move in a state whose successors are known.
    pub fn enabled(&self, state: StateId) -> u64 {
        self.cell(state).enabled.load(Relaxed)
    }

    /// The successors of a state, if they are known.
    pub fn known(&self, state: StateId) -> Option<&[Edge]> {
        self.cell(state).edges.get().map(|e| &**e)
    }

    /// The numbers of the transitions on the way by which a state was first reached.
    pub fn way(&self, state: StateId) -> Vec<u32> {
        let mut numbers = Vec::new();
        let mut at = state;
        loop {
            let word = self.cell(at).from.load(Relaxed);
            match (word as u32).checked_sub(1) {
                Some(before) => {
                    numbers.push((word >> 32) as u32);
                    at = StateId::new(before as usize);
                }
                None => break,
            }
        }
        numbers.reverse();
        numbers
    }

    pub fn stats(&self) -> crate::engine::explicit::store::Stats {
        self.store.stats()
    }

    /// Ends all searches; the first reason counts.
    fn halt(&self, why: Halt) -> Halt {
        let mut halt = lock(&self.halt);
        let first = halt.get_or_insert(why).clone();
        self.halted.store(true, SeqCst);
        first
    }

    /// Whether the searches are to end.
    pub fn look(&self) -> Result<(), Halt> {
        let options = self.runs.options;
        if self.halted.load(SeqCst) {
            return Err(lock(&self.halt).clone().unwrap_or(Halt::Unknown(Cause::Timeout)));
        }
        let late = options.deadline.is_some_and(|d| Instant::now() >= d);
        if late || options.stop.as_ref().is_some_and(|s| s.load(Relaxed)) {
            return Err(self.halt(Halt::Unknown(Cause::Timeout)));
        }
        Ok(())
    }
}

/// What one thread needs to look at the graph.
pub struct Explorer<'s, 'r, 'i, 'p> {
    pub space: &'s Space<'r, 'i, 'p>,
    machine: Machine<'i, 'p>,
    canon: Canon<'i, 'p>,
    worker: TreeWorker<'s>,
    charge: Charge,
}

impl<'s, 'i, 'p> Explorer<'s, '_, 'i, 'p> {
    /// For one thread.
    pub fn new<'r>(space: &'s Space<'r, 'i, 'p>) -> Explorer<'s, 'r, 'i, 'p> {
        let machine = space.runs.start().expect("it was started before");
        let charge = space.store.budget().charge(0).expect("nothing is within every limit");
        Explorer {
            space,
            machine,
            canon: Canon::new(space.runs.image, space.number),
            worker: space.store.worker(),
            charge,
        }
    }

    /// The state in which runs begin.
    pub fn initial(&mut self) -> Result<StateId, Halt> {
        let Explorer { space, canon, worker, .. } = self;
        let machine = space.runs.start().expect("it was started before");
        put(space, &machine, canon, worker, 0).map_err(|why| space.halt(why))
    }

    /// The transitions of a state.
    pub fn edges(&mut self, state: StateId) -> Result<&'s [Edge], Halt> {
        let space = self.space;
        let cell = space.cell(state);
        loop {
            if let Some(edges) = cell.edges.get() {
                return Ok(edges);
            }
            space.look()?;
            // Held while the state is executed: who else wants its successors waits. Nobody waits for two states at once:
            // what is put down meanwhile is new, and so is waited for by nobody who holds a lock.
            let mut seed = lock(&cell.seed);
            if cell.edges.get().is_some() {
                continue;
            }
            match std::mem::replace(&mut *seed, Seed::Used) {
                Seed::Here(snapshot, charge) => {
                    let edges = self.execute(state, &snapshot).map_err(|why| space.halt(why))?;
                    drop(charge);
                    return Ok(cell.edges.get_or_init(|| edges));
                }
                Seed::Unborn => {
                    *seed = Seed::Unborn;
                    drop(seed);
                    std::thread::yield_now();
                }
                // Its execution has failed, and that halts all searches.
                Seed::Used => {}
            }
        }
    }

    fn execute(&mut self, state: StateId, from: &Snapshot) -> Result<Box<[Edge]>, Halt> {
        let Explorer { space, machine, canon, worker, charge } = self;
        let mut edges: Vec<Edge> = Vec::new();
        let mut enabled = 0;
        let mut number = 0;
        let mut failed = None;
        let way = |number: u32| u64::from(state.index() as u32 + 1) | u64::from(number) << 32;
        space.runs.transitions(machine, from, |machine, _, reached| {
            let mover = machine.mover;
            // One that an assumption keeps from moving can move: its runs end there.
            enabled |= 1 << mover.min(63);
            let step = || -> Result<Option<StateId>, Halt> {
                match reached {
                    Reached::State => put(space, machine, canon, worker, way(number)).map(Some),
                    Reached::Ended => put_end(space, machine, worker, way(number)).map(Some),
                    Reached::Nothing => Ok(None),
                    Reached::Violation(check, loc) => Err(Halt::Violation { check, loc, at: state, number }),
                    Reached::Unknown(cause @ Cause::Undefined { .. }) => {
                        // Other runs may still violate the property. The first one counts.
                        let _ = space.runs.undefined.set(cause);
                        Ok(None)
                    }
                    Reached::Unknown(cause) => Err(Halt::Unknown(cause)),
                }
            };
            match step() {
                Ok(Some(target)) if edges.iter().any(|e| e.target == target && e.mover == mover) => {}
                Ok(Some(target)) => edges.push(Edge { target, number, mover }),
                Ok(None) => {}
                Err(why) => failed = Some(why),
            }
            number += 1;
            failed.is_none()
        });
        if let Some(why) = failed {
            return Err(why);
        }
        space.progress.expanded.fetch_add(1, Relaxed);
        space.progress.transitions.fetch_add(edges.len() as u64, Relaxed);
        charge.add(size_of_val(&*edges))?;
        space.cell(state).enabled.store(enabled, Relaxed);
        Ok(edges.into())
    }
}

/// Stores the state that a machine is in.
fn put<'i, 'p>(
    space: &Space<'_, 'i, 'p>,
    machine: &Machine<'i, 'p>,
    canon: &mut Canon<'i, 'p>,
    worker: &mut TreeWorker<'_>,
    from: u64,
) -> Result<StateId, Halt> {
    let valuation = space.property.valuation(machine).map_err(Halt::Unknown)?;
    let (form, _) = canon.form(machine, None, &[], |part| worker.intern(part))?;
    let Form::Whole(leaves) = form else { unreachable!("nothing is near") };
    let (id, new) = worker.insert_leaves(leaves)?;
    if new {
        let cell = space.cells.slot(id)?;
        let snapshot = Box::new(machine.snapshot());
        let charge = space.store.budget().charge(snapshot.own_bytes())?;
        cell.valuation.store(valuation, Relaxed);
        cell.from.store(from, Relaxed);
        *lock(&cell.seed) = Seed::Here(snapshot, charge);
        space.progress.states.fetch_add(1, Relaxed);
    } else {
        // Its maker may not have come so far.
        space.cells.slot(id)?.valuation.store(valuation, Relaxed);
    }
    Ok(id)
}

/// Stores that the program has ended: what holds then holds for ever. No other state is so short.
fn put_end(
    space: &Space<'_, '_, '_>,
    machine: &Machine<'_, '_>,
    worker: &mut TreeWorker<'_>,
    from: u64,
) -> Result<StateId, Halt> {
    let valuation = space.property.valuation(machine).map_err(Halt::Unknown)?;
    let leaf = worker.intern(&valuation.to_le_bytes())?;
    let (id, new) = worker.insert_leaves(&[leaf])?;
    let cell = space.cells.slot(id)?;
    cell.valuation.store(valuation, Relaxed);
    if new {
        cell.from.store(from, Relaxed);
        space.progress.states.fetch_add(1, Relaxed);
    }
    cell.edges.get_or_init(|| [Edge { target: id, number: Edge::NONE, mover: 0 }].into());
    Ok(id)
}
