//! The effort of a part of a check that has evaluations and a solver of its own.

use crate::engine::bmc::explore::Eval;
use crate::smt::{Limits, Solver};

/// The effort that such a part may take, and what its evaluations have taken. Its solver is made for it, and counts itself.
pub struct Budget {
    most: u64,
    evaluated: u64,
}

impl Budget {
    /// A budget of which nothing is spent.
    pub fn new(most: u64) -> Budget {
        Budget { most, evaluated: 0 }
    }

    /// One that does not end.
    pub fn unlimited() -> Budget {
        Budget::new(u64::MAX)
    }

    /// Lets so much be spent from the start on.
    pub fn raise(&mut self, most: u64) {
        self.most = most;
    }

    /// Notes what an evaluation has taken since it took `before`.
    pub fn add(&mut self, eval: &Eval<'_>, before: u64) {
        self.evaluated += eval.effort() - before;
    }

    /// What was spent.
    pub fn spent(&self, solver: &dyn Solver) -> u64 {
        self.evaluated + solver.effort()
    }

    /// What is left.
    pub fn left(&self, solver: &dyn Solver) -> u64 {
        self.most.saturating_sub(self.spent(solver))
    }

    /// Limits of a question.
    pub fn limits(&self, eval: &Eval<'_>, solver: &dyn Solver, conflicts: Option<u64>) -> Limits {
        let options = &eval.vm.ledger.options;
        Limits {
            deadline: options.deadline,
            effort: Some(self.left(solver)),
            clocked: true,
            stop: options.stop.clone(),
            conflicts,
            ..Limits::default()
        }
    }
}

/// What a look at what is open may cost before something else is tried.
#[derive(Clone, Copy)]
pub struct Patience {
    /// Conflicts of each question.
    pub conflicts: u64,
    /// Effort of the solver.
    pub effort: u64,
}

impl Patience {
    /// Twice as much.
    pub fn doubled(self) -> Patience {
        Patience { conflicts: 2 * self.conflicts, effort: 2 * self.effort }
    }
}
