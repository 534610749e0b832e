//! The interface to CaDiCaL, and the trait of clause sinks. A literal is a non-zero integer as in DIMACS.

use std::cell::RefCell;
use std::fmt::Write;
use std::rc::Rc;

use cadical_sys::{CaDiCal, ProofTracer, Status, Terminator};

use super::order::{Atom, OrderTheory, Propagator};
use crate::base::effort;
use crate::smt::{Answer, Limits, Reason};

/// Receiver of clauses.
pub trait ClauseSink {
    /// A fresh variable.
    fn variable(&mut self) -> i32;
    /// Adds a clause.
    fn clause(&mut self, lits: &[i32]);
}

/// Limits of the running call, shared with CaDiCaL's callback.
#[derive(Default)]
struct Watch {
    limits: Limits,
    /// Reason for which the callback ended the search.
    why: Option<Reason>,
}

struct CallBack(Rc<RefCell<Watch>>);

impl Terminator for CallBack {
    fn terminated(&mut self) -> bool {
        let mut watch = self.0.borrow_mut();
        watch.why = watch.limits.exceeded();
        watch.why.is_some()
    }
}

/// The SAT solver.
pub struct Sat {
    solver: CaDiCal,
    variables: i32,
    clauses: u64,
    watch: Rc<RefCell<Watch>>,
    /// Number of variables at the last search that simplified clauses.
    simplified: u64,
    /// The theory of the variables that are comparisons, if there are some.
    theory: Option<Rc<RefCell<OrderTheory>>>,
    /// Records all clauses on request.
    pub record: Option<Dimacs>,
}

impl Sat {
    /// Makes an empty solver with these options of CaDiCaL.
    pub fn new(options: &[(&str, i32)]) -> Sat {
        Sat::with(CaDiCal::new(), options)
    }

    /// Makes an empty solver that reports each proof step with its antecedents to `tracer`.
    pub fn traced(options: &[(&str, i32)], tracer: impl ProofTracer + 'static) -> Sat {
        let mut solver = CaDiCal::new();
        solver.connect_proof_tracer1(tracer, true, false);
        Sat::with(solver, options)
    }

    fn with(mut solver: CaDiCal, options: &[(&str, i32)]) -> Sat {
        for &(name, value) in options {
            let known = solver.set(name, value);
            debug_assert!(known, "option {name}");
        }
        let watch = Rc::new(RefCell::new(Watch::default()));
        solver.connect_terminator(CallBack(Rc::clone(&watch)));
        Sat { solver, variables: 0, clauses: 0, watch, simplified: 0, theory: None, record: None }
    }

    /// Number of variables made.
    pub fn variables(&self) -> u64 {
        self.variables as u64
    }

    /// Number of clauses added.
    pub fn clauses(&self) -> u64 {
        self.clauses
    }

    /// Conflicts since the solver was made.
    pub fn conflicts(&self) -> u64 {
        u64::try_from(self.solver.get_statistic_value("conflicts")).unwrap_or(0)
    }

    /// Effort since the solver was made.
    pub fn effort(&self) -> u64 {
        let ticks = u64::try_from(self.solver.get_statistic_value("ticks")).unwrap_or(0);
        let steps = self.theory.as_ref().map_or(0, |theory| theory.borrow().steps());
        steps * effort::ORDER
            + ticks * effort::SAT_TICK
            + self.conflicts() * effort::CONFLICT
            + self.simplified * effort::SIMPLIFY
    }

    /// Satisfiability of the clauses under the assumptions.
    pub fn solve(&mut self, assumptions: &[i32], limits: &Limits) -> Answer {
        let (effort, conflicts) = (self.effort(), self.conflicts());
        loop {
            let left = Limits {
                effort: effort::left(limits.effort, self.effort() - effort),
                conflicts: effort::left(limits.conflicts, self.conflicts() - conflicts),
                ..limits.clone()
            };
            let why = match self.solve_once(assumptions, &left) {
                (Status::SATISFIABLE | Status::UNSATISFIABLE, _) if self.is_broken() => {
                    let why = "the order theory lost its way".to_owned();
                    return Answer::Unknown(Reason::SolverFailed(why));
                }
                (Status::SATISFIABLE, _) => return Answer::Sat,
                (Status::UNSATISFIABLE, _) => return Answer::unsat(),
                (Status::UNKNOWN, why) => why,
            };
            let spent = |limit: Option<u64>, spent: u64| limit.is_some_and(|most| spent >= most);
            if let Some(why) = why {
                return Answer::Unknown(why);
            } else if spent(limits.conflicts, self.conflicts() - conflicts) {
                return Answer::Unknown(Reason::ConflictLimit);
            } else if spent(limits.effort, self.effort() - effort) {
                return Answer::Unknown(Reason::Effort);
            } else if limits.conflicts.is_none() && limits.effort.is_none() {
                let why = "CaDiCaL gave up without a limit".to_owned();
                return Answer::Unknown(Reason::SolverFailed(why));
            }
        }
    }

    fn is_broken(&self) -> bool {
        self.theory.as_ref().is_some_and(|theory| theory.borrow().is_broken())
    }

    /// Makes a variable a comparison. It must be new in this search.
    pub fn compare(&mut self, atom: Atom) {
        let theory = self.theory.get_or_insert_with(|| {
            let theory = Rc::<RefCell<OrderTheory>>::default();
            self.solver.connect_external_propagator(Propagator::new(Rc::clone(&theory)));
            theory
        });
        // CaDiCaL may call the theory.
        theory.borrow_mut().add(atom);
        self.solver.add_observed_var(atom.lit);
    }

    /// One call of CaDiCaL, which may end before the effort is spent: conflicts are no part of its ticks, whose number is
    /// limited. With its answer comes what the call-back has ended it for.
    fn solve_once(&mut self, assumptions: &[i32], limits: &Limits) -> (Status, Option<Reason>) {
        *self.watch.borrow_mut() = Watch { limits: limits.clone(), why: None };
        for &a in assumptions {
            self.solver.assume(a);
        }
        let small = |n: u64| i32::try_from(n).unwrap_or(i32::MAX);
        if let Some(n) = limits.conflicts {
            self.solver.limit("conflicts", small(n));
        }
        if let Some(most) = limits.effort {
            self.solver.limit("ticks", small((most / effort::SAT_TICK).max(1)));
        }
        let before = self.conflicts();
        let status = self.solver.solve();
        if self.conflicts() - before >= effort::SIMPLIFYING {
            self.simplified = self.variables();
        }
        (status, std::mem::take(&mut *self.watch.borrow_mut()).why)
    }

    /// Reports the end of the last call's proof to the tracer. The answer must have been unsatisfiable.
    pub fn conclude(&mut self) {
        self.solver.conclude();
    }

    /// Value of a variable in the model of the last call, which must have answered satisfiable.
    pub fn value(&mut self, variable: i32) -> bool {
        self.solver.val(variable) > 0
    }
}

impl ClauseSink for Sat {
    fn variable(&mut self) -> i32 {
        self.variables = self.variables.checked_add(1).expect("fewer than 2^31 variables");
        if let Some(record) = &mut self.record {
            record.variable();
        }
        self.variables
    }

    fn clause(&mut self, lits: &[i32]) {
        self.clauses += 1;
        if let Some(record) = &mut self.record {
            record.clause(lits);
        }
        match *lits {
            [a] => self.solver.clause1(a),
            [a, b] => self.solver.clause2(a, b),
            [a, b, c] => self.solver.clause3(a, b, c),
            [a, b, c, d] => self.solver.clause4(a, b, c, d),
            [] => self.solver.add(0),
            _ => self.solver.clause6(lits),
        }
    }
}

/// A clause set in memory.
#[derive(Default)]
pub struct Dimacs {
    variables: i32,
    clauses: usize,
    /// Clauses one after the other, each ended by 0.
    text: String,
}

impl Dimacs {
    /// The set in DIMACS format, with comment lines in front.
    pub fn print(&self, comments: &[String]) -> String {
        let mut out = String::with_capacity(self.text.len() + 100);
        for comment in comments {
            for line in comment.lines() {
                let _ = writeln!(out, "c {line}");
            }
        }
        let _ = writeln!(out, "p cnf {} {}", self.variables, self.clauses);
        out.push_str(&self.text);
        out
    }
}

impl ClauseSink for Dimacs {
    fn variable(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    fn clause(&mut self, lits: &[i32]) {
        self.clauses += 1;
        for l in lits {
            let _ = write!(self.text, "{l} ");
        }
        self.text.push_str("0\n");
    }
}
