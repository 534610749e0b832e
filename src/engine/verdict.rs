//! What an engine answers.

use std::sync::Arc;

use crate::engine::record::Record;
use crate::machine::Reduction;
use crate::machine::script::Tables;
use crate::program::{FuncId, GlobalId, LocId};
use crate::property::Check;

/// Evidence that every obligation of a complete evaluation was refuted, or every state visited. Only an engine's own evidence
/// makes one, so that nothing that was cut short can be taken for a proof.
#[derive(Clone, Debug)]
pub struct Proof {
    /// None where no bound was needed.
    bound: Option<u32>,
    /// Where it is by induction: how many iterations it assumes, and what it uses.
    induction: Option<(u32, Vec<Invariant>)>,
    omission: f64,
    threads: Threading,
}

/// What the accesses of threads to memory may do.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Consistency {
    /// What C11 says; where that may be more than interleavings show, the answer is unknown.
    #[default]
    C11,
    /// What interleavings show, whatever the orders of atomic accesses are.
    Sequential,
    /// Total store order: a store that is not atomic, or weaker than sequentially consistent, waits in a buffer of its thread, from
    /// which stores come to memory in their order (Owens, Sarkar, Sewell, A Better x86 Memory Model, TPHOLs 2009).
    StoreOrder,
}

/// What a proof takes for granted of threads.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Threading {
    /// That atomic accesses are sequentially consistent which the program lets be weaker.
    pub sequential: bool,
    /// That nothing is read that follows from what the reading thread stores later: RC11 (Lahav et al., PLDI 2017), where the program
    /// has atomic accesses that are weaker than sequentially consistent.
    pub acyclic: bool,
    /// That stores wait in the buffers of their threads, and nothing else is reordered.
    pub store_order: bool,
    /// That no two threads race: there were several, and races were not looked for. Runs with a race need not be interleavings
    /// (C11, 5.1.2.4p35).
    pub race_free: bool,
}

/// Of what an invariant is claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claimed {
    /// The head of a loop, each time.
    Loop,
    /// The same, of many elements of arrays.
    Elements,
    /// The start of each activation of a function.
    Requires,
    /// The end of each activation of a function.
    Ensures,
}

impl Claimed {
    /// A word for people.
    pub fn word(self) -> &'static str {
        match self {
            Claimed::Loop | Claimed::Elements => "loop invariant",
            Claimed::Requires => "requires",
            Claimed::Ensures => "ensures",
        }
    }
}

/// What holds each time at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// Which kind of place.
    pub claimed: Claimed,
    /// The function.
    pub func: FuncId,
    /// The place of the loop, or of the function.
    pub loc: Option<LocId>,
    /// A C expression over what is in scope there; at the end of an activation also over `\result`, parameters as they were at
    /// its start, and `\old` of what was changed; of elements with ACSL's `\forall`, and `\at` for what they were at the loop's
    /// entry.
    pub expression: String,
}

impl Proof {
    /// A proof by bounded evaluation: `complete` says that every run within the bound was followed to its end and
    /// that no bound was reached, `refuted` that no obligation can be violated, `closed` that what threads share was known.
    pub(in crate::engine) fn new(
        _complete: super::bmc::Completed,
        _refuted: super::bmc::Refuted,
        closed: super::bmc::Closed,
        bound: u32,
    ) -> Proof {
        Proof { bound: Some(bound), induction: None, omission: 0.0, threads: closed.threading() }
    }

    /// A proof by execution of the program's only run.
    pub(in crate::engine) fn executed(_end: super::bmc::Executed, bound: u32) -> Proof {
        Proof { bound: Some(bound), induction: None, omission: 0.0, threads: Threading::default() }
    }

    /// A proof by induction: no run has a first violation. A second check has accepted it, unless none was wanted.
    pub(in crate::engine) fn inductive(
        _evidence: super::bmc::Inducted,
        _checked: Option<super::bmc::Accepted>,
        assumed: u32,
        invariants: Vec<Invariant>,
        threads: Threading,
    ) -> Proof {
        Proof { bound: None, induction: Some((assumed, invariants)), omission: 0.0, threads }
    }

    /// Iterations of each loop that the induction assumed, where the proof is one.
    pub fn assumed(&self) -> Option<u32> {
        self.induction.as_ref().map(|i| i.0)
    }

    /// What a proof by induction uses, as far as it can be said in C.
    pub fn invariants(&self) -> &[Invariant] {
        self.induction.as_ref().map_or(&[], |i| &i.1)
    }

    /// A proof by exploration: every state that can be reached was visited.
    pub(in crate::engine) fn explored(complete: super::explicit::Explored) -> Proof {
        let (omission, threads) = (complete.omission(), complete.threading());
        Proof { bound: None, induction: None, omission, threads }
    }

    /// A proof by the formula of steps: every run within the bound was refuted.
    pub(in crate::engine) fn stepped(all: super::steps::Exhausted) -> Proof {
        Proof { bound: Some(all.bound()), induction: None, omission: 0.0, threads: all.threading() }
    }

    /// Upper bound of the probability that the proof leaves something out: 0, but with hash compaction.
    pub fn omission(&self) -> f64 {
        self.omission
    }

    /// What it takes for granted of threads.
    pub fn threading(&self) -> Threading {
        self.threads
    }

    /// The bound that sufficed, where there was one.
    pub fn bound(&self) -> Option<u32> {
        self.bound
    }
}

/// A violated check with the run that violates it.
#[derive(Clone, Debug)]
pub struct Violation {
    /// What is violated.
    pub check: Check,
    /// Where.
    pub loc: Option<LocId>,
    /// The run.
    pub record: Record,
    /// What has executed it.
    pub replayed: Replayed,
    /// What leads a machine along it.
    pub run: Run,
}

/// What leads a machine along a run.
#[derive(Clone, Debug)]
pub enum Run {
    /// All that the program does not determine.
    Script(Arc<Tables>),
    /// The choices of an exploration, in order: inputs, and which thread goes on.
    Choices {
        /// Where threads are interrupted.
        reduction: Reduction,
        /// Whether threads wake without a signal.
        spurious_wakeups: bool,
        /// Whether each input is one value.
        exact_inputs: bool,
        /// Whether values that were never set are told.
        told_undefined: bool,
        /// The numbers.
        numbers: Vec<u128>,
        /// For a race: two ways to go on after them, in each of which one of the accesses is next.
        either: Option<Box<[Vec<u128>; 2]>>,
        /// The propositions that the program was asked for: its calls that set one are where threads are interrupted, too.
        propositions: Vec<String>,
        /// The variables that were taken for one thread's, where any were.
        owned: Option<Vec<GlobalId>>,
    },
}

/// What has executed the run of a violation from its inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replayed {
    /// The concrete machine.
    Machine,
    /// The evaluator of the bounded engine, as the machine cannot: why.
    Evaluator(String),
}

/// What a check is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Compiling, reading and linking.
    Reading,
    /// Evaluating the program.
    Evaluation,
    /// Solving what the evaluation left open.
    Solving,
    /// Executing a counterexample.
    Replay,
    /// An attempt at a proof by induction.
    Induction,
    /// Visiting states.
    Exploration,
    /// Visiting sets of states.
    Sets,
}

impl Stage {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Stage::Reading => "reading the program",
            Stage::Evaluation => "evaluating",
            Stage::Solving => "solving",
            Stage::Replay => "confirming a violation",
            Stage::Induction => "looking for a proof by induction",
            Stage::Exploration => "visiting states",
            Stage::Sets => "visiting sets of states",
        }
    }

    /// What may help where it takes too long or too much.
    pub fn advice(self) -> &'static str {
        match self {
            Stage::Reading | Stage::Replay | Stage::Sets => "",
            Stage::Evaluation => "--bound or --bound-at, fewer checks by --check or ",
            Stage::Solving => "another --solver, fewer checks by --check, a smaller --bound or ",
            Stage::Induction => "--no-induction or ",
            Stage::Exploration => "--context-bound, --hash-compaction or ",
        }
    }
}

/// How far a check was when a limit ended it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Halted {
    /// What it was doing.
    pub stage: Option<Stage>,
    /// With which bound.
    pub bound: Option<u32>,
    /// The largest bound with which it had come to its end before.
    pub complete: Option<u32>,
}

impl Halted {
    /// While states were visited.
    pub fn exploring() -> Halted {
        Halted { stage: Some(Stage::Exploration), ..Halted::default() }
    }

    /// While sets of states were visited.
    pub fn in_sets() -> Halted {
        Halted { stage: Some(Stage::Sets), ..Halted::default() }
    }

    /// The reason of an unknown verdict, after the limit that was reached, and what to try; `option` sets the limit.
    pub fn words(&self, limit: &str, option: &str) -> String {
        let mut out = limit.to_owned();
        let Some(stage) = self.stage else { return out };
        let mut separator = ": ";
        if let Some(complete) = self.complete {
            out += &format!("{separator}bound {complete} is complete");
            separator = "; ";
        }
        let bound = self.bound.map_or_else(String::new, |bound| format!(" with bound {bound}"));
        out + &format!("{separator}{}{bound}; try {}a larger {option}", stage.words(), stage.advice())
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// A loop or recursion goes on beyond the bound; its name and place.
    Bound {
        /// The bound.
        bound: u32,
        /// What goes on: `loop in f` or `recursion of f`.
        what: String,
        /// Where.
        loc: Option<LocId>,
    },
    /// A construct that is not supported can be reached.
    Unsupported {
        /// Which.
        what: String,
        /// Where.
        loc: Option<LocId>,
    },
    /// Undefined behaviour that no enabled check covers can be reached: nothing can be said about what follows.
    Undefined {
        /// The check that would cover it.
        check: Check,
        /// Where.
        loc: Option<LocId>,
    },
    /// A run can stay in a loop for ever: where.
    Endless(Option<LocId>),
    /// Nothing is violated with so many switches of threads, and more were not tried.
    Contexts(u32),
    /// The time is up.
    Timeout(Halted),
    /// The memory is used up.
    Memory(Halted),
    /// The solver gave up.
    Solver(String),
    /// There is a proof by induction, which the second check did not accept.
    Rejected {
        /// Why not.
        why: String,
        /// Why there is no other answer.
        otherwise: Box<Cause>,
    },
}

/// The answer.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No run violates a check.
    True(Proof),
    /// Some runs do; at least one is given.
    False(Vec<Violation>),
    /// Neither was shown.
    Unknown(Cause),
}

/// Two stories of one run.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// What the engine promises.
    pub promised: String,
    /// How the run ends on the machine.
    pub machine: String,
    /// How it ends in the engine's own replay.
    pub evaluator: String,
    /// The run, as [`crate::machine::script::Tables::text`] has it.
    pub run: String,
}

/// A fault of our own: never a verdict.
#[derive(thiserror::Error, Clone, Debug)]
pub enum Fault {
    /// The replay of a counterexample did not show the violation.
    #[error("the replay of a counterexample does not show the violation: {0}")]
    Replay(String),
    /// The machine shows another end of a counterexample's run.
    #[error("the machine does not confirm a counterexample")]
    Disagreement(Box<Disagreement>),
    /// A fault after violations were found, which stand.
    #[error("{fault}")]
    After {
        /// What was found before, in the order in which it was found.
        found: Vec<Violation>,
        /// The fault.
        fault: Box<Fault>,
    },
    /// A solver failed or its answer did not stand the check.
    #[error("{0}")]
    Solver(#[from] crate::smt::SmtError),
}
