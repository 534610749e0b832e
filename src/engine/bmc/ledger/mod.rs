//! What an evaluation gives rise to, in the order in which all runs follow it: obligations, inputs, the log from which a model's
//! run is told, and wishes for models. It owns the terms and the options. What it notes of obligations and new objects is pending
//! until the policy has settled it (`explore/settle.rs`).

mod events;
mod heap;
mod log;
mod modular;
mod obligation;
mod options;
mod threads;
mod undefined;
mod visits;

pub use heap::{HeapEvent, HeapEvents, HeldPlaces, ProgramEnd};
pub use log::Met;
pub use modular::{LockKey, Modular, SharedMoment, SharedScalar};
pub use obligation::{At, Kind, Obligation};
pub use options::{Assumptions, Bytewise, EvalOptions, Followed, Learned, Target, TurnedOff};
pub use threads::{
    ContestedUse, How, KnownObject, Parts, PointKind, PointOrder, PointerTargets, RaceAccess, RaceKind,
    RacingPoints, Scalars, Shared, SharedAccess, SharedStart, SyncAction, SyncUse, Thread, ThreadPoint,
    Threads, Use, Wait, WaitsFor, When,
};
pub use visits::Visits;

use crate::base::Bits;
use crate::engine::bmc::state::{ObjId, State, Val};
use crate::ilr::Term;
use crate::program::{FuncId, Program};
use crate::semantics::Symbolic;
use log::Log;
use rustc_hash::FxBuildHasher;
use std::collections::HashMap;
use std::rc::Rc;

/// What a step has noted and nobody has settled yet.
#[derive(Debug)]
pub enum Pending {
    /// An obligation.
    Obligation(Obligation),
    /// An object was made, by the instruction that a state is at.
    Object(ObjId),
}

/// What the program does not determine.
#[derive(Default)]
pub struct Inputs {
    /// In the order in which they were met.
    pub list: Vec<Input>,
    /// Their variables by position.
    pub by_key: HashMap<u128, Term, FxBuildHasher>,
    /// Values by position, in a replay.
    pub known: Option<HashMap<u128, Bits, FxBuildHasher>>,
    /// Number of symbolic events so far.
    pub events: u64,
    /// Applications of uninterpreted functions so far.
    pub applications: Vec<Application>,
    /// What a counterexample had better keep to: sizes that fit into a machine.
    pub wishes: Vec<Term>,
    /// Where values are any of several though a run has only one.
    pub guesses: Vec<Term>,
}

/// An application of an uninterpreted function.
#[derive(Clone)]
pub struct Application {
    /// The function.
    pub func: FuncId,
    /// Its arguments.
    pub arguments: Rc<[Val]>,
    /// On which runs it happens.
    pub when: Term,
    /// What it yields.
    pub value: Val,
}

/// What an evaluation gives rise to.
pub struct Ledger<'p> {
    /// The program.
    pub program: &'p Program,
    /// What to do.
    pub options: EvalOptions,
    /// Terms, behind the instructions' meaning.
    pub d: Symbolic,
    /// What has to hold, in order of evaluation.
    pub obligations: Vec<Obligation>,
    /// What is not settled.
    pub pending: Vec<Pending>,
    /// What the program does not determine.
    pub inputs: Inputs,
    /// What was met, in order.
    pub log: Log,
    /// What threads do.
    pub threads: Threads,
    /// Tells unknown values of one instruction apart.
    pub serial: u32,
    /// Which bits of terms depend on initial bytes.
    pub masks: HashMap<Term, Term, FxBuildHasher>,
}

impl<'p> Ledger<'p> {
    /// An empty one. `known`: the inputs' values in a replay.
    pub fn new(
        program: &'p Program,
        options: EvalOptions,
        known: Option<HashMap<u128, Bits, FxBuildHasher>>,
    ) -> Ledger<'p> {
        let mut d = Symbolic::new();
        if known.is_none() {
            d.terms.disable_rules(&options.off.rules);
        }
        Ledger {
            program,
            options,
            d,
            obligations: Vec::new(),
            pending: Vec::new(),
            inputs: Inputs { known, ..Inputs::default() },
            log: Log::default(),
            threads: Threads::default(),
            serial: 0,
            masks: HashMap::default(),
        }
    }
}

impl Ledger<'_> {
    /// A state meets something symbolic: a choice, an input.
    pub fn note_event(&mut self, state: &mut State) {
        self.inputs.events += 1;
        state.events = self.inputs.events;
    }
}

/// Something that the program does not determine.
#[derive(Clone, Debug)]
pub struct Input {
    /// Identity by position.
    pub key: u128,
    /// Its variable.
    pub term: Term,
}

/// Why the current state cannot go on.
pub enum Stop {
    /// The run ends, rightly.
    End,
    /// It does what we cannot represent.
    Unsupported(String),
}

/// Result of a step.
pub type Step<T> = Result<T, Stop>;
