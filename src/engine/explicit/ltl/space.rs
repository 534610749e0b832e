//! The states of a program as a graph that grows where searches look at it.
//!
//! **Each state is executed once**, by whichever thread asks for its successors first; their ids are kept. So a search may
//! pass a state as often as it likes: once for each state of an automaton, in outer and inner searches, on several threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::property::{Letter, Property};
use crate::base::is_late;
use crate::engine::explicit::canon::{Canon, Form, new_store};
use crate::engine::explicit::runs::{Course, Known, Next, Reached, Runs};
use crate::engine::explicit::schedules::Schedules;
use crate::engine::explicit::search::Progress;
use crate::engine::explicit::store::{
    Budget, Charge, Full, PerState, StateId, StateStore, StoreWorker, TreeStore, TreeWorker,
};
use crate::engine::verdict::{Cause, Halted};
use crate::machine::Machine;
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
        Halt::Unknown(Cause::Memory(Halted::exploring()))
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
    Here(Box<Known>, Charge),
    /// Its successors are known, or will never be.
    Used,
}

impl Cell {
    fn set(&self, letter: Letter) {
        self.holds.store(letter.holds, Relaxed);
        self.open.store(letter.open, Relaxed);
    }
}

#[derive(Default)]
struct Cell {
    /// Which propositions hold, and which are undecided.
    holds: AtomicU64,
    open: AtomicU64,
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
    /// The first undefined behaviour that no check covers, or the first proposition that decides although it is undecided.
    /// Other runs may still violate the property.
    pub undefined: OnceLock<Cause>,
    /// Operations executed by those who have finished.
    steps: AtomicU64,
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
            undefined: OnceLock::new(),
            steps: AtomicU64::new(0),
            halted: AtomicBool::new(false),
            halt: Mutex::new(None),
            progress,
        })
    }

    fn cell(&self, state: StateId) -> &Cell {
        self.cells.get(state).expect("a state of the graph")
    }

    /// What the propositions are in a state.
    pub fn letter(&self, state: StateId) -> Letter {
        let cell = self.cell(state);
        Letter { holds: cell.holds.load(Relaxed), open: cell.open.load(Relaxed) }
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

    /// Operations executed.
    pub fn steps(&self) -> u64 {
        self.steps.load(Relaxed)
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
            return Err(lock(&self.halt)
                .clone()
                .unwrap_or(Halt::Unknown(Cause::Timeout(Halted::exploring()))));
        }
        if is_late(options.deadline) {
            return Err(self.halt(Halt::Unknown(Cause::Timeout(Halted::exploring()))));
        }
        // Who watches the process asks for an end when its memory is used up.
        if options.stop.as_ref().is_some_and(|s| s.load(Relaxed)) {
            return Err(self.halt(Halt::Unknown(Cause::Memory(Halted::exploring()))));
        }
        Ok(())
    }
}

/// What one thread needs to look at the graph.
pub struct Explorer<'s, 'r, 'i, 'p> {
    pub space: &'s Space<'r, 'i, 'p>,
    machine: Machine<'i, 'p>,
    canon: Canon<'i, 'p>,
    schedules: Schedules,
    worker: TreeWorker<'s>,
    charge: Charge,
}

impl Drop for Explorer<'_, '_, '_, '_> {
    fn drop(&mut self) {
        self.space.steps.fetch_add(self.machine.executed, Relaxed);
    }
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
            schedules: space.runs.schedules(),
            worker: space.store.worker(),
            charge,
        }
    }

    /// The state in which runs begin.
    pub fn initial(&mut self) -> Result<StateId, Halt> {
        let mut machine = self.space.runs.start().expect("it was started before");
        let Explorer { space, canon, schedules, worker, .. } = self;
        let put = put(space, (&mut machine, canon, schedules), worker, None, 0);
        put.map(|(state, _)| state).map_err(|why| space.halt(why))
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
                Seed::Here(known, charge) => {
                    let edges = self.execute(state, &known).map_err(|why| space.halt(why))?;
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

    fn execute(&mut self, state: StateId, from: &Known) -> Result<Box<[Edge]>, Halt> {
        let Explorer { space, machine, canon, schedules, worker, charge } = self;
        let mut edges: Vec<Edge> = Vec::new();
        let mut enabled = 0;
        let mut number = 0;
        let way = |number: u32| u64::from(state.index() as u32 + 1) | u64::from(number) << 32;
        machine.restore(&from.state.snapshot);
        space.runs.transitions(machine, &from.state, |machine, _, reached| -> Result<Next, Halt> {
            let mover = machine.mover;
            // One that an assumption keeps from moving can move: its runs end there.
            enabled |= 1 << mover.min(63);
            let (mut target, mut moved) = (None, false);
            match reached {
                Reached::State { near, .. } => {
                    let from = near.then_some((from, state));
                    let put = put(space, (machine, canon, schedules), worker, from, way(number))?;
                    (target, moved) = (Some(put.0), put.1);
                }
                Reached::Ended => target = Some(put_end(space, machine, worker, way(number))?),
                Reached::Nothing => {}
                Reached::Violation(check, loc) => {
                    return Err(Halt::Violation { check, loc, at: state, number });
                }
                Reached::Unknown(cause @ (Cause::Undefined { .. } | Cause::Unsupported { .. })) => {
                    let _ = space.undefined.set(cause);
                }
                Reached::Unknown(cause) => return Err(Halt::Unknown(cause)),
            }
            if let Some(target) = target
                && !edges.iter().any(|e| e.target == target && e.mover == mover)
            {
                edges.push(Edge { target, number, mover });
            }
            number += 1;
            Ok(Next::On { moved })
        })?;
        space.progress.expanded.fetch_add(1, Relaxed);
        space.progress.transitions.fetch_add(edges.len() as u64, Relaxed);
        charge.add(size_of_val(&*edges))?;
        space.cell(state).enabled.store(enabled, Relaxed);
        Ok(edges.into())
    }
}

/// Stores the state that a machine is in; the second part of the answer is whether it was made to load one. `near`: the state
/// that is expanded, where the machine still knows what was written since. `way`: how the state was reached.
fn put<'i, 'p>(
    space: &Space<'_, 'i, 'p>,
    scratch: (&mut Machine<'i, 'p>, &mut Canon<'i, 'p>, &mut Schedules),
    worker: &mut TreeWorker<'_>,
    near: Option<(&Known, StateId)>,
    way: u64,
) -> Result<(StateId, bool), Halt> {
    let letter = space.property.letter(scratch.0);
    let mut found = None;
    let intern = |worker: &mut &mut TreeWorker<'_>, part: &[u8]| worker.intern(part).map_err(Halt::from);
    let known = near.map(|(known, _)| known);
    let moved = space.runs.meet(
        scratch,
        known,
        Course::default(),
        &mut &mut *worker,
        intern,
        |worker, form, known| {
            let (id, new) = match (form, near) {
                (Form::Changed(len, changes), Some((_, from))) => {
                    worker.insert_changed(&from, len, changes)?
                }
                (Form::Changed(..), None) => unreachable!("nothing is near"),
                (Form::Whole(leaves), _) => worker.insert_leaves(leaves)?,
            };
            let cell = space.cells.slot(id)?;
            // Where it is known, its maker may not have come so far.
            cell.set(letter);
            if new {
                let known = Box::new(known());
                let charge = space.store.budget().charge(known.own_bytes())?;
                cell.from.store(way, Relaxed);
                *lock(&cell.seed) = Seed::Here(known, charge);
                space.progress.states.fetch_add(1, Relaxed);
            }
            found = Some(id);
            Ok(())
        },
    )?;
    Ok((found.expect("it was put there"), moved))
}

/// Stores that the program has ended: what holds then holds for ever. No other state is so short.
fn put_end(
    space: &Space<'_, '_, '_>,
    machine: &Machine<'_, '_>,
    worker: &mut TreeWorker<'_>,
    from: u64,
) -> Result<StateId, Halt> {
    let letter = space.property.letter(machine);
    let leaf = worker.intern(&[letter.holds, letter.open].map(u64::to_le_bytes).concat())?;
    let (id, new) = worker.insert_leaves(&[leaf])?;
    let cell = space.cells.slot(id)?;
    cell.set(letter);
    if new {
        cell.from.store(from, Relaxed);
        space.progress.states.fetch_add(1, Relaxed);
    }
    cell.edges.get_or_init(|| [Edge { target: id, number: Edge::NONE, mover: 0 }].into());
    Ok(id)
}
