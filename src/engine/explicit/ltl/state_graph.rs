//! The states of a program as a graph that is built on demand.
//!
//! **Each state is executed once**, by the thread that first asks for its successors; their ids are stored. So a search
//! may visit a state as often as it likes: for each state of an automaton, in outer and inner searches, on several
//! threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::property::{Letter, Property};
use crate::base::is_late;
use crate::engine::explicit::canon::{Canon, Form, new_store};
use crate::engine::explicit::schedules::Schedules;
use crate::engine::explicit::search::Progress;
use crate::engine::explicit::store::{
    Budget, Charge, Full, PerState, StateId, StateStore, StoreWorker, TreeStore, TreeWorker,
};
use crate::engine::explicit::transition_system::{
    Flow, StoredState, SwitchContext, TransitionEnd, TransitionSystem,
};
use crate::engine::verdict::{Cause, Halted};
use crate::machine::Machine;
use crate::program::LocId;
use crate::property::Check;

/// Reason for which a search cannot continue.
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
    /// The state that the edge leads to.
    pub target: StateId,
    /// Number among the transitions of its state; [`Edge::NONE`] if a run that has ended stays.
    pub number: u32,
    /// The thread that moves.
    pub mover: u32,
}

impl Edge {
    /// The number of the edge by which a run that has ended stays in its state.
    pub const NONE: u32 = u32::MAX;
}

/// The states of a program as a product sees them; `'s` is how long their transitions are kept.
pub trait StateSpace<'s> {
    /// The property whose propositions are evaluated.
    fn property(&self) -> &'s Property;
    /// The state before the first step.
    ///
    /// # Errors
    /// If it cannot be computed.
    fn initial(&mut self) -> Result<StateId, Halt>;
    /// Values of the propositions in a state.
    fn letter(&self, state: StateId) -> Letter;
    /// Threads that can move in a state whose transitions are known; bit 63 stands for all from number 63 on.
    fn enabled(&self, state: StateId) -> u64;
    /// The transitions of a state.
    ///
    /// # Errors
    /// If they cannot be computed.
    fn edges(&mut self, state: StateId) -> Result<&'s [Edge], Halt>;
    /// Tells of states whether their transitions are known.
    fn expanded(&self) -> Box<dyn Fn(StateId) -> bool + 's>;
    /// Something that might violate the property is not decided.
    fn leave_open(&self, cause: Cause);
    /// Checks whether the search must end.
    ///
    /// # Errors
    /// If it must.
    fn check_limits(&self) -> Result<(), Halt>;
}

/// What a state is expanded from.
#[derive(Default)]
enum Seed {
    /// The creator has not stored the seed yet.
    #[default]
    Unborn,
    Here(Box<StoredState>, Charge),
    /// The successors are known, or never will be.
    Used,
}

impl Vertex {
    fn set(&self, letter: Letter) {
        self.holds.store(letter.holds, Relaxed);
        self.open.store(letter.open, Relaxed);
    }
}

#[derive(Default)]
struct Vertex {
    /// Propositions that hold, and those that are undefined.
    holds: AtomicU64,
    open: AtomicU64,
    /// Enabled threads; bit 63 stands for all threads from number 63 on.
    enabled: AtomicU64,
    /// How the state was first reached: predecessor plus one in the lower half, transition in the upper half.
    from: AtomicU64,
    seed: Mutex<Seed>,
    edges: OnceLock<Box<[Edge]>>,
}

/// The state graph.
pub struct StateGraph<'r, 'i, 'p> {
    /// The transition system.
    pub system: &'r TransitionSystem<'i, 'p>,
    /// The property, with its automaton and propositions.
    pub property: &'r Property,
    store: TreeStore,
    /// Identifies the store in caches of part ids.
    number: u32,
    cells: PerState<Vertex>,
    /// The first undefined behaviour that no check covers, or the first undefined proposition whose value matters.
    /// Other runs may still violate the property.
    pub undefined: OnceLock<Cause>,
    /// Operations executed by explorers that have finished.
    steps: AtomicU64,
    halted: AtomicBool,
    halt: Mutex<Option<Halt>>,
    progress: &'r Progress,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'r, 'i, 'p> StateGraph<'r, 'i, 'p> {
    /// The state graph of a program.
    pub fn new(
        system: &'r TransitionSystem<'i, 'p>,
        property: &'r Property,
        progress: &'r Progress,
    ) -> Result<Self, Full> {
        let limit = system.options.memory.map_or(usize::MAX, |m| usize::try_from(m).unwrap_or(usize::MAX));
        let store = TreeStore::new(&Budget::new(limit))?;
        let cells = PerState::new(store.budget());
        let number = new_store();
        Ok(StateGraph {
            number,
            system,
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

    fn vertex(&self, state: StateId) -> &Vertex {
        self.cells.get(state).expect("a state of the graph")
    }

    /// Values of the propositions in a state.
    pub fn letter(&self, state: StateId) -> Letter {
        let vertex = self.vertex(state);
        Letter { holds: vertex.holds.load(Relaxed), open: vertex.open.load(Relaxed) }
    }

    /// Enabled threads in a state whose successors are known.
    pub fn enabled(&self, state: StateId) -> u64 {
        self.vertex(state).enabled.load(Relaxed)
    }

    /// Successors of a state, if they are known.
    pub fn known(&self, state: StateId) -> Option<&[Edge]> {
        self.vertex(state).edges.get().map(|e| &**e)
    }

    /// Numbers of the transitions along the path on which a state was first reached.
    pub fn path_to(&self, state: StateId) -> Vec<u32> {
        let mut numbers = Vec::new();
        let mut at = state;
        loop {
            let word = self.vertex(at).from.load(Relaxed);
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

    /// Statistics of the store of states.
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

    /// Checks whether the searches must end.
    pub fn check_limits(&self) -> Result<(), Halt> {
        let options = self.system.options;
        if self.halted.load(SeqCst) {
            return Err(lock(&self.halt)
                .clone()
                .unwrap_or(Halt::Unknown(Cause::Timeout(Halted::exploring()))));
        }
        if is_late(options.deadline) {
            return Err(self.halt(Halt::Unknown(Cause::Timeout(Halted::exploring()))));
        }
        // The watchdog stops the search when the process exhausts its memory.
        if options.stop.as_ref().is_some_and(|s| s.load(Relaxed)) {
            return Err(self.halt(Halt::Unknown(Cause::Memory(Halted::exploring()))));
        }
        Ok(())
    }
}

/// One thread's access to the graph.
pub struct Explorer<'s, 'r, 'i, 'p> {
    /// The graph that is explored.
    pub graph: &'s StateGraph<'r, 'i, 'p>,
    machine: Machine<'i, 'p>,
    canon: Canon<'i, 'p>,
    schedules: Schedules,
    worker: TreeWorker<'s>,
    charge: Charge,
}

impl Drop for Explorer<'_, '_, '_, '_> {
    fn drop(&mut self) {
        self.graph.steps.fetch_add(self.machine.findings.executed, Relaxed);
    }
}

impl<'s, 'r, 'i, 'p> StateSpace<'s> for Explorer<'s, 'r, 'i, 'p> {
    fn property(&self) -> &'s Property {
        self.graph.property
    }

    fn initial(&mut self) -> Result<StateId, Halt> {
        let mut machine = self.graph.system.start().expect("it was started before");
        let Explorer { graph, canon, schedules, worker, .. } = self;
        let put = store_state(graph, (&mut machine, canon, schedules), worker, None, 0);
        put.map(|(state, _)| state).map_err(|why| graph.halt(why))
    }

    fn letter(&self, state: StateId) -> Letter {
        self.graph.letter(state)
    }

    fn enabled(&self, state: StateId) -> u64 {
        self.graph.enabled(state)
    }

    fn edges(&mut self, state: StateId) -> Result<&'s [Edge], Halt> {
        let graph = self.graph;
        let vertex = graph.vertex(state);
        loop {
            if let Some(edges) = vertex.edges.get() {
                return Ok(edges);
            }
            graph.check_limits()?;
            // The lock is held during the execution of the state, so other threads that need its successors wait. No
            // deadlock: a state that is stored meanwhile is new, so no thread that holds a lock waits for it.
            let mut seed = lock(&vertex.seed);
            if vertex.edges.get().is_some() {
                continue;
            }
            match std::mem::replace(&mut *seed, Seed::Used) {
                Seed::Here(known, charge) => {
                    let edges = self.execute(state, &known).map_err(|why| graph.halt(why))?;
                    drop(charge);
                    return Ok(vertex.edges.get_or_init(|| edges));
                }
                Seed::Unborn => {
                    *seed = Seed::Unborn;
                    drop(seed);
                    std::thread::yield_now();
                }
                // Its execution failed, and that halts all searches.
                Seed::Used => {}
            }
        }
    }

    fn expanded(&self) -> Box<dyn Fn(StateId) -> bool + 's> {
        let graph = self.graph;
        Box::new(move |state| graph.known(state).is_some())
    }

    fn leave_open(&self, cause: Cause) {
        let _ = self.graph.undefined.set(cause);
    }

    fn check_limits(&self) -> Result<(), Halt> {
        self.graph.check_limits()
    }
}

impl<'s, 'i, 'p> Explorer<'s, '_, 'i, 'p> {
    /// Makes an explorer for one thread.
    pub fn new<'r>(graph: &'s StateGraph<'r, 'i, 'p>) -> Explorer<'s, 'r, 'i, 'p> {
        let machine = graph.system.start().expect("it was started before");
        let charge = graph.store.budget().charge(0).expect("nothing is within every limit");
        Explorer {
            graph,
            machine,
            canon: Canon::new(graph.system.image, graph.number),
            schedules: graph.system.schedules(),
            worker: graph.store.worker(),
            charge,
        }
    }

    fn execute(&mut self, state: StateId, from: &StoredState) -> Result<Box<[Edge]>, Halt> {
        let Explorer { graph, machine, canon, schedules, worker, charge } = self;
        let mut edges: Vec<Edge> = Vec::new();
        let mut enabled = 0;
        let mut number = 0;
        let way = |number: u32| u64::from(state.index() as u32 + 1) | u64::from(number) << 32;
        machine.restore(&from.state.snapshot);
        graph.system.transitions(machine, &from.state, |machine, _, reached| -> Result<Flow, Halt> {
            let mover = machine.threads.mover;
            // A thread that an assumption blocks is enabled: its runs end there.
            enabled |= 1 << mover.min(63);
            let (mut target, mut moved) = (None, false);
            match reached {
                TransitionEnd::State { near, .. } => {
                    let from = near.then_some((from, state));
                    let put = store_state(graph, (machine, canon, schedules), worker, from, way(number))?;
                    (target, moved) = (Some(put.0), put.1);
                }
                TransitionEnd::Ended => target = Some(store_end(graph, machine, worker, way(number))?),
                TransitionEnd::Infeasible => {}
                TransitionEnd::Violation(check, loc) => {
                    return Err(Halt::Violation { check, loc, at: state, number });
                }
                TransitionEnd::Unknown(cause @ (Cause::Undefined { .. } | Cause::Unsupported { .. })) => {
                    let _ = graph.undefined.set(cause);
                }
                TransitionEnd::Unknown(cause) => return Err(Halt::Unknown(cause)),
            }
            if let Some(target) = target
                && !edges.iter().any(|e| e.target == target && e.mover == mover)
            {
                edges.push(Edge { target, number, mover });
            }
            number += 1;
            Ok(Flow::Continue { moved })
        })?;
        graph.progress.expanded.fetch_add(1, Relaxed);
        graph.progress.transitions.fetch_add(edges.len() as u64, Relaxed);
        charge.add(size_of_val(&*edges))?;
        graph.vertex(state).enabled.store(enabled, Relaxed);
        Ok(edges.into())
    }
}

/// Stores the machine's state. Also returns whether the machine loaded another state. `near` is the state being
/// expanded, if the machine still knows what was written since. `way` tells how the state was reached.
fn store_state<'i, 'p>(
    graph: &StateGraph<'_, 'i, 'p>,
    scratch: (&mut Machine<'i, 'p>, &mut Canon<'i, 'p>, &mut Schedules),
    worker: &mut TreeWorker<'_>,
    near: Option<(&StoredState, StateId)>,
    way: u64,
) -> Result<(StateId, bool), Halt> {
    let letter = graph.property.letter(scratch.0);
    let mut found = None;
    let intern = |worker: &mut &mut TreeWorker<'_>, part: &[u8]| worker.intern(part).map_err(Halt::from);
    let known = near.map(|(known, _)| known);
    let moved = graph.system.canonicalize(
        scratch,
        known,
        SwitchContext::default(),
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
            let vertex = graph.cells.slot(id)?;
            // If the state is known, its creator may not have reached this point.
            vertex.set(letter);
            if new {
                let known = Box::new(known());
                let charge = graph.store.budget().charge(known.own_bytes())?;
                vertex.from.store(way, Relaxed);
                *lock(&vertex.seed) = Seed::Here(known, charge);
                graph.progress.states.fetch_add(1, Relaxed);
            }
            found = Some(id);
            Ok(())
        },
    )?;
    Ok((found.expect("it was put there"), moved))
}

/// Stores the end of the program, where the propositions keep their values for ever. No other state has so few parts.
fn store_end(
    graph: &StateGraph<'_, '_, '_>,
    machine: &Machine<'_, '_>,
    worker: &mut TreeWorker<'_>,
    from: u64,
) -> Result<StateId, Halt> {
    let letter = graph.property.letter(machine);
    let leaf = worker.intern(&[letter.holds, letter.open].map(u64::to_le_bytes).concat())?;
    let (id, new) = worker.insert_leaves(&[leaf])?;
    let vertex = graph.cells.slot(id)?;
    vertex.set(letter);
    if new {
        vertex.from.store(from, Relaxed);
        graph.progress.states.fetch_add(1, Relaxed);
    }
    vertex.edges.get_or_init(|| [Edge { target: id, number: Edge::NONE, mover: 0 }].into());
    Ok(id)
}
