//! Obligations to verdicts and models: the solver interface and what implements it.

pub mod builtin;
pub mod certificate;
mod checked;
pub mod process;
mod reduced;
pub mod smtlib;
mod stacked;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::ilr::Term;
use crate::ilr::eval::Model;
use crate::rewrite::Builder;

pub use checked::Checked;
pub use reduced::{Reduced, Reduction};
pub use stacked::{CrossChecked, Emitted, Logged};

/// What a solver says about satisfiability.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A model exists; [`Solver::model`] gives it.
    Sat,
    /// No model exists.
    Unsat(Refutation),
    /// The solver gave up.
    Unknown(Reason),
}

/// Evidence that a solver has found no model of what was asserted and assumed. Only solvers make it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation(());

impl Answer {
    /// That there is no model: for solvers.
    fn unsat() -> Answer {
        Answer::Unsat(Refutation(()))
    }

    /// SMT-LIB's word.
    pub fn word(&self) -> &'static str {
        match self {
            Answer::Sat => "sat",
            Answer::Unsat(_) => "unsat",
            Answer::Unknown(_) => "unknown",
        }
    }
}

/// Why a solver gave up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The deadline passed.
    Deadline,
    /// It is time for a pause, see [`Limits::pause`].
    Pause,
    /// The caller raised [`Limits::stop`].
    Stopped,
    /// The memory limit was reached.
    Memory,
    /// The conflict limit was reached.
    ConflictLimit,
    /// The solver does not decide this construct.
    Incomplete(String),
    /// The solver failed: it crashed, or its output was not understood.
    SolverFailed(String),
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::Deadline => write!(f, "deadline"),
            Reason::Pause => write!(f, "pause"),
            Reason::Stopped => write!(f, "stopped"),
            Reason::Memory => write!(f, "memory limit"),
            Reason::ConflictLimit => write!(f, "conflict limit"),
            Reason::Incomplete(what) => write!(f, "incomplete: {what}"),
            Reason::SolverFailed(what) => write!(f, "solver failed: {what}"),
        }
    }
}

/// What one call of [`Solver::check`] may use. A solver that cannot keep a limit ignores it, except for
/// the deadline, which every solver keeps within about a second.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// When to give up.
    pub deadline: Option<Instant>,
    /// When to return without an answer, before that: asked again, the solver goes on where it was. For solvers that can.
    pub pause: Option<Instant>,
    /// Most conflicts of the search.
    pub conflicts: Option<u64>,
    /// Most memory of the solver, in bytes, as far as the solver can tell.
    pub memory: Option<u64>,
    /// Raised by the caller, from any thread, to make the call return.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Limits with a deadline only.
    pub fn until(deadline: Instant) -> Limits {
        Limits { deadline: Some(deadline), ..Limits::default() }
    }

    /// As [`Limits::exceeded`], also for a pause.
    pub fn interrupted(&self) -> Option<Reason> {
        let pause = || self.pause.is_some_and(|d| Instant::now() >= d).then_some(Reason::Pause);
        self.exceeded().or_else(pause)
    }

    /// Why the call must return now, if it must: the stop flag or the deadline.
    pub fn exceeded(&self) -> Option<Reason> {
        if self.stop.as_ref().is_some_and(|s| s.load(Ordering::Relaxed)) {
            return Some(Reason::Stopped);
        }
        self.deadline.is_some_and(|d| Instant::now() >= d).then_some(Reason::Deadline)
    }
}

/// A fault of a solver or of its use; never a verdict.
#[derive(thiserror::Error, Clone, Debug)]
pub enum SmtError {
    /// The solver could not be started.
    #[error("cannot start solver {name}: {cause}")]
    Start {
        /// Name of the solver.
        name: String,
        /// What the system says.
        cause: String,
    },
    /// A model was asked for, but the last answer was not [`Answer::Sat`].
    #[error("no model: the last check was not satisfiable")]
    NoModel,
    /// The solver's model does not satisfy what was asserted: the answer must not be used.
    #[error("model of solver {name} falsifies: {what}")]
    WrongModel {
        /// Name of the solver.
        name: String,
        /// The falsified term.
        what: String,
    },
    /// Solvers disagree.
    #[error("solvers disagree: {0}")]
    Disagreement(String),
    /// The solver said something that is not understood.
    #[error("solver {name}: {what}")]
    Protocol {
        /// Name of the solver.
        name: String,
        /// What was said, or what was wrong with it.
        what: String,
    },
}

/// Figures of a solver since it was made. Those that a solver does not know are zero.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Statistics {
    /// Calls of [`Solver::check`].
    pub checks: u64,
    /// Distinct terms below what was asserted and assumed.
    pub formula_terms: u64,
    /// Distinct terms after the last stage of rewriting, for solvers that need it.
    pub reduced_terms: u64,
    /// How often each rule applied in that stage, in the order of [`crate::rewrite::RULES`]; empty without.
    pub reductions: Vec<u64>,
    /// Gates of the and-inverter graph.
    pub gates: u64,
    /// Variables of the clause set.
    pub variables: u64,
    /// Clauses given to the SAT solver.
    pub clauses: u64,
    /// Conflicts of the search.
    pub conflicts: u64,
    /// Instances of array axioms added on demand.
    pub lemmas: u64,
    /// Seconds spent making circuits and clauses.
    pub encode_seconds: f64,
    /// Seconds spent in the search.
    pub solve_seconds: f64,
}

impl Statistics {
    /// What was asked and what was made of it, by name.
    pub fn sizes(&self) -> [(&'static str, f64); 8] {
        [
            ("solver_checks", self.checks as f64),
            ("formula_terms", self.formula_terms as f64),
            ("reduced_terms", self.reduced_terms as f64),
            ("gates", self.gates as f64),
            ("variables", self.variables as f64),
            ("clauses", self.clauses as f64),
            ("conflicts", self.conflicts as f64),
            ("array_lemmas", self.lemmas as f64),
        ]
    }
}

/// A decision procedure for ILR, incremental across calls.
pub trait Solver {
    /// Name for messages.
    fn name(&self) -> &str;

    /// Asserts a term of sort bool for good.
    fn assert(&mut self, b: &mut Builder, t: Term) -> Result<(), SmtError>;

    /// Satisfiability of the assertions together with the assumptions, which hold for this call only.
    fn check(&mut self, b: &mut Builder, assumptions: &[Term], limits: &Limits) -> Result<Answer, SmtError>;

    /// After [`Answer::Sat`]: values of the variables that what was asserted and assumed depends on.
    /// Variables without a value may have any.
    fn model(&mut self, b: &mut Builder) -> Result<Model, SmtError>;

    /// Figures so far.
    fn statistics(&self) -> Statistics {
        Statistics::default()
    }
}

impl<S: Solver + ?Sized> Solver for Box<S> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn assert(&mut self, b: &mut Builder, t: Term) -> Result<(), SmtError> {
        (**self).assert(b, t)
    }

    fn check(&mut self, b: &mut Builder, assumptions: &[Term], limits: &Limits) -> Result<Answer, SmtError> {
        (**self).check(b, assumptions, limits)
    }

    fn model(&mut self, b: &mut Builder) -> Result<Model, SmtError> {
        (**self).model(b)
    }

    fn statistics(&self) -> Statistics {
        (**self).statistics()
    }
}
