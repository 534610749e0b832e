//! From obligations to answers and models: the solver interface and its implementations.

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

use crate::base::is_late;
use crate::ilr::Term;
use crate::ilr::eval::Model;
use crate::rewrite::Builder;

pub use checked::Checked;
pub use reduced::{Reduced, Reduction};
pub use stacked::{CrossChecked, Emitted, Logged};

/// Answer about satisfiability.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A model exists; [`Solver::model`] gives it.
    Sat,
    /// No model exists.
    Unsat(Refutation),
    /// The solver gave up.
    Unknown(Reason),
}

/// Evidence that a solver found the assertions and assumptions unsatisfiable. Only solvers can make it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation(());

impl Answer {
    /// The answer "unsatisfiable", for solvers.
    fn unsat() -> Answer {
        Answer::Unsat(Refutation(()))
    }

    /// The word that SMT-LIB uses.
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
    /// The effort was spent, see [`Limits::effort`].
    Effort,
    /// The caller raised [`Limits::stop`].
    Stopped,
    /// The memory limit was reached.
    Memory,
    /// The conflict limit was reached.
    ConflictLimit,
    /// The solver does not support this construct.
    Incomplete(String),
    /// The solver failed: it crashed, or its output was malformed.
    SolverFailed(String),
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::Deadline => write!(f, "deadline"),
            Reason::Effort => write!(f, "effort limit"),
            Reason::Stopped => write!(f, "stopped"),
            Reason::Memory => write!(f, "memory limit"),
            Reason::ConflictLimit => write!(f, "conflict limit"),
            Reason::Incomplete(what) => write!(f, "incomplete: {what}"),
            Reason::SolverFailed(what) => write!(f, "solver failed: {what}"),
        }
    }
}

/// Resources for one call of [`Solver::check`]. A solver that cannot keep a limit ignores it, except for the deadline,
/// which every solver keeps within about a second.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// Time at which the call gives up.
    pub deadline: Option<Instant>,
    /// Most effort of this call, in the units of [`effort`](crate::base::effort). Asked again, a solver that counts goes on
    /// where it was.
    pub effort: Option<u64>,
    /// Whether a solver that cannot count is to give up after as many nanoseconds. It loses what it has done.
    pub clocked: bool,
    /// Most conflicts of the search.
    pub conflicts: Option<u64>,
    /// Maximum memory of the solver in bytes, as far as the solver can tell.
    pub memory: Option<u64>,
    /// Raised by the caller, from any thread, to make the call return.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Limits with a deadline only.
    pub fn until(deadline: Instant) -> Limits {
        Limits { deadline: Some(deadline), ..Limits::default() }
    }

    /// Why the call must return now, if it must: the stop flag or the deadline.
    pub fn exceeded(&self) -> Option<Reason> {
        if self.stop.as_ref().is_some_and(|s| s.load(Ordering::Relaxed)) {
            return Some(Reason::Stopped);
        }
        is_late(self.deadline).then_some(Reason::Deadline)
    }
}

/// A failure of a solver or of its use; never a verdict.
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
    /// The solver's model does not satisfy the assertions; the answer must not be used.
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
    /// The solver printed something unexpected.
    #[error("solver {name}: {what}")]
    Protocol {
        /// Name of the solver.
        name: String,
        /// The output, or what was wrong with it.
        what: String,
    },
}

/// Statistics of a solver since it was made. Unknown figures are zero.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Statistics {
    /// Calls of [`Solver::check`].
    pub checks: u64,
    /// Distinct terms of the assertions and assumptions.
    pub formula_terms: u64,
    /// Distinct terms after the last stage of rewriting, for solvers that need it.
    pub reduced_terms: u64,
    /// Applications of each rule in that stage, in the order of [`crate::rewrite::RULES`]; empty without the stage.
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
    /// Sizes of the question and its encoding, by name.
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

    /// Asserts a term of sort bool permanently.
    fn assert(&mut self, b: &mut Builder, t: Term) -> Result<(), SmtError>;

    /// Decides the assertions together with the assumptions, which hold for this call only.
    fn check(&mut self, b: &mut Builder, assumptions: &[Term], limits: &Limits) -> Result<Answer, SmtError>;

    /// After [`Answer::Sat`]: values of the variables of the assertions and assumptions. Variables without a value may
    /// have any.
    fn model(&mut self, b: &mut Builder) -> Result<Model, SmtError>;

    /// Statistics so far.
    fn statistics(&self) -> Statistics {
        Statistics::default()
    }

    /// The effort of all calls so far, in the units of [`effort`](crate::base::effort); of a solver that cannot count, the
    /// nanoseconds that they took.
    fn effort(&self) -> u64;
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

    fn effort(&self) -> u64 {
        (**self).effort()
    }
}
