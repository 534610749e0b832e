//! A state of a program and its surroundings, in parts.

use std::sync::Arc;

use crate::machine::code::Image;
use crate::machine::environment::Environment;
use crate::machine::reduction::{Interrupted, Reductions};
use crate::machine::state::{Frame, Memory, ObjId, Reg};
use crate::program::{FuncId, LocId};
use crate::semantics::Fault;

/// Why a machine does not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The program has ended with this status.
    Exited(i32),
    /// The program has ended as by `abort`.
    Aborted,
    /// The run is over: nobody asks what comes after it.
    Over,
    /// An assumption does not hold: there is no such run.
    Cut,
    /// Other threads may run here; the activation has not done what is next.
    Interrupted,
    /// The thread has ended.
    ThreadEnded,
    /// A number below this one has to be chosen; what asks for it is next.
    Choice(u32),
    /// What the program does, or we do not, ends the run here.
    Fault(Fault, Option<LocId>),
}

/// How control goes on.
pub(in crate::machine) enum Flow {
    /// With the next operation.
    Next,
    /// With another activation, or elsewhere in this one.
    Moved,
}

pub(in crate::machine) type Step<T> = Result<T, Stop>;

impl From<Interrupted> for Stop {
    fn from(_: Interrupted) -> Stop {
        Stop::Interrupted
    }
}

/// A state of a program, and its surroundings.
pub struct Machine<'i, 'p> {
    pub(in crate::machine) image: &'i Image<'p>,
    /// Objects, and the activations that are not running.
    pub memory: Memory,
    /// The activation that runs.
    pub frame: Frame,
    /// Registers of activations that are not there any more.
    pub(in crate::machine) spare: Vec<Vec<Reg>>,
    /// What is still to be called, and how the program ends.
    pub(in crate::machine) control: Control,
    /// The activations of threads.
    pub threads: Threads,
    /// What the program exchanges with its surroundings.
    pub environment: Environment<'i>,
    /// What makes the run stand for several.
    pub reductions: Reductions,
    /// Operations executed on the way to this state.
    pub steps: u64,
    /// What the runs of the machine have shown.
    pub findings: Findings,
}

/// What of the program's control is in no activation.
#[derive(Clone, Debug)]
pub(in crate::machine) struct Control {
    /// Functions to be called when the outermost one returns, the last one first.
    pub pending: Arc<Vec<(FuncId, Vec<Reg>)>>,
    /// Whether the program is ending by `exit`.
    pub ending: bool,
    /// The entry function; its result is the program's status.
    pub entry: FuncId,
    /// The status so far.
    pub status: i32,
    /// Which of the propositions asked for hold: bit `i` is the one of that number.
    pub propositions: u64,
}

/// Where the activations of threads are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threads {
    /// The activation that was interrupted last, put away, unless it was one that had been resumed.
    pub interrupted: ObjId,
    /// Where the running thread's activation was put away and will be again.
    pub(in crate::machine) slot: ObjId,
    /// The number of the thread that was resumed last, as the library has it.
    pub mover: u32,
}

/// What the runs of a machine have shown; it stays when the machine goes back to a state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Findings {
    /// Operations executed in all.
    pub executed: u64,
    /// Whether the run has ended where it is open whether something points to a heap object.
    pub leaks: bool,
    /// Whether a state was met in which that is open.
    pub may_have_lost: bool,
    /// The object that a violation is about, where there is one.
    pub culprit: ObjId,
}
