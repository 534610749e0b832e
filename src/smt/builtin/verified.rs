//! A SAT solver with checked answers: each step that leads to "unsatisfiable" is checked as it is made.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use cadical_sys::ProofTracer;
use rustc_hash::FxHashMap;

use super::sat::{ClauseSink, Sat};
use crate::smt::certificate::lrat::Checker;
use crate::smt::{Answer, Limits, Reason};

/// The solver. An answer "unsatisfiable" of [`Verified::solve`] is correct even if CaDiCaL is not.
pub struct Verified {
    sat: Sat,
    follower: Rc<RefCell<Follower>>,
}

impl Verified {
    /// A solver without clauses.
    pub fn new() -> Verified {
        let follower = Rc::new(RefCell::new(Follower::default()));
        Verified { sat: Sat::traced(&[("lucky", 0)], Rc::clone(&follower)), follower }
    }

    /// Number of conflicts so far.
    pub fn conflicts(&self) -> u64 {
        self.sat.conflicts()
    }

    /// Decides satisfiability under assumptions. The answer is unknown if the solver's steps do not prove it.
    pub fn solve(&mut self, assumptions: &[i32], limits: &Limits) -> Answer {
        self.follower.borrow_mut().concluded = None;
        let answer = self.sat.solve(assumptions, limits);
        if !matches!(answer, Answer::Unsat(_)) {
            return answer;
        }
        self.sat.conclude();
        let follower = self.follower.borrow();
        let fails = |what: &str| Answer::Unknown(Reason::SolverFailed(what.to_owned()));
        match (&follower.failed, &follower.concluded) {
            (Some(what), _) => fails(what),
            (None, Some(clause)) if clause.iter().all(|l| assumptions.contains(&-l)) => answer,
            _ => fails("what it has derived does not contradict the assumptions"),
        }
    }

    /// Value of a variable in the model of the last call, which must have answered satisfiable.
    pub fn value(&mut self, variable: i32) -> bool {
        self.sat.value(variable)
    }
}

impl ClauseSink for Verified {
    fn variable(&mut self) -> i32 {
        self.sat.variable()
    }

    fn clause(&mut self, lits: &[i32]) {
        self.follower.borrow_mut().given.push_back(sorted(lits));
        self.sat.clause(lits);
    }
}

fn sorted(lits: &[i32]) -> Vec<i32> {
    let mut lits = lits.to_vec();
    lits.sort_unstable();
    lits
}

/// Checks CaDiCaL's steps.
#[derive(Default)]
struct Follower {
    checker: Checker,
    /// Clauses that were added and that CaDiCaL has not reported yet.
    given: VecDeque<Vec<i32>>,
    /// Clauses that CaDiCaL may restore.
    weakened: FxHashMap<i64, Vec<i32>>,
    /// The clause that concludes the last proof.
    concluded: Option<Vec<i32>>,
    failed: Option<String>,
}

impl Follower {
    fn fail(&mut self, what: &str) {
        self.failed.get_or_insert_with(|| what.to_owned());
    }

    fn derive(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        match self.checker.derives(clause, antecedents.iter().map(|&a| a as u64)) {
            Ok(()) => self.checker.add(id as u64, clause),
            Err(what) => self.fail(&what),
        }
        if clause.is_empty() {
            self.concluded = Some(Vec::new());
        }
    }
}

impl ProofTracer for Follower {
    fn add_original_clause(&mut self, id: i64, _: bool, clause: &[i32], restored: bool) {
        let known = if restored { self.weakened.remove(&id) } else { self.given.pop_front() };
        if known.is_none_or(|known| known != sorted(clause)) {
            self.fail("it uses a clause that it was not given");
        }
        self.checker.add(id as u64, clause);
    }

    fn add_derived_clause(&mut self, id: i64, _: bool, _: i32, clause: &[i32], antecedents: &[i64]) {
        self.derive(id, clause, antecedents);
    }

    fn delete_clause(&mut self, id: i64, _: bool, _: &[i32]) {
        self.checker.remove(id as u64);
    }

    fn weaken_minus(&mut self, id: i64, clause: &[i32]) {
        // It is one that was derived or given.
        if self.checker.clause(id as u64).is_some_and(|known| sorted(known) == sorted(clause)) {
            self.weakened.insert(id, sorted(clause));
        }
    }

    fn strengthen(&mut self, _: i64) {}

    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}

    fn add_assumption(&mut self, _: i32) {}

    fn add_constraint(&mut self, _: &[i32]) {}

    fn reset_assumptions(&mut self) {}

    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        self.derive(id, clause, antecedents);
        self.concluded.get_or_insert_with(|| clause.to_vec());
    }

    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}

    fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}

    fn conclude_unknown(&mut self, _: &[i32]) {}
}
