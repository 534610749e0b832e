//! Several solvers at once: the first answer wins.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::ProcessSolver;
use crate::ilr::Term;
use crate::ilr::eval::Model;
use crate::rewrite::Builder;
use crate::smt::{Answer, Limits, Reason, Reduction, SmtError, Solver, Statistics};

/// Polling interval for the caller's stop flag.
const STOP_POLL: Duration = Duration::from_millis(5);

/// External solvers side by side, queried in reduced terms, and optionally one inside this program. The first solver
/// that decides a question cancels the others.
pub struct Portfolio {
    name: String,
    processes: Vec<ProcessSolver>,
    reduction: Reduction,
    inside: Option<Box<dyn Solver>>,
    /// Solver of the last answer: an index among the processes, or their number for the solver inside this program.
    winner: Option<usize>,
    checks: u64,
}

impl Portfolio {
    /// Makes a portfolio of solvers without assertions. At least one is required.
    pub fn new(processes: Vec<ProcessSolver>, inside: Option<Box<dyn Solver>>) -> Portfolio {
        let names: Vec<&str> =
            processes.iter().map(|p| p.name()).chain(inside.iter().map(|s| s.name())).collect();
        let reduction = Reduction::default();
        Portfolio { name: names.join(","), processes, reduction, inside, winner: None, checks: 0 }
    }
}

/// State of the current question.
struct Outcome {
    winner: Option<(usize, Answer)>,
    gave_up: Option<Reason>,
    error: Option<SmtError>,
}

impl Outcome {
    /// Records a result; returns true if it decides the question.
    fn take(&mut self, who: usize, result: Result<Answer, SmtError>) -> bool {
        match result {
            Ok(Answer::Unknown(reason)) => {
                // A solver that was stopped says nothing about why the others gave up.
                if self.gave_up.is_none() || self.gave_up == Some(Reason::Stopped) {
                    self.gave_up = Some(reason);
                }
                false
            }
            Ok(answer) => {
                self.winner.get_or_insert((who, answer));
                true
            }
            Err(error) => {
                self.error.get_or_insert(error);
                false
            }
        }
    }
}

impl Solver for Portfolio {
    fn name(&self) -> &str {
        &self.name
    }

    fn assert(&mut self, b: &mut Builder, t: Term) -> Result<(), SmtError> {
        let reduced = self.reduction.terms(b, &[t])[0];
        for process in &mut self.processes {
            process.assert(self.reduction.builder(), reduced)?;
        }
        self.inside.as_mut().map_or(Ok(()), |s| s.assert(b, t))
    }

    fn check(&mut self, b: &mut Builder, assumptions: &[Term], limits: &Limits) -> Result<Answer, SmtError> {
        self.checks += 1;
        self.winner = None;
        let mut outcome = Outcome { winner: None, gave_up: None, error: None };
        let count = self.processes.len();
        let mut asked = Vec::new();
        let reduced = self.reduction.terms(b, assumptions);
        for (who, process) in self.processes.iter_mut().enumerate() {
            // A solver that cannot be started is the user's mistake, whatever the others say.
            match process.begin(self.reduction.store(), &reduced, limits)? {
                None => asked.push((who, process)),
                Some(answer) => drop(outcome.take(who, Ok(answer))),
            }
        }
        let stop = Arc::new(AtomicBool::new(outcome.winner.is_some()));
        let inner = Limits { stop: Some(Arc::clone(&stop)), ..limits.clone() };
        let inside = &mut self.inside;
        let outcome = thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            for (who, process) in asked {
                let (sender, inner) = (sender.clone(), &inner);
                // The receiver stays until every sender is gone.
                scope.spawn(move || drop(sender.send((who, process.wait(inner)))));
            }
            let judge = scope.spawn({
                let (stop, asked_to_stop) = (Arc::clone(&stop), limits.stop.clone());
                move || {
                    loop {
                        match results.recv_timeout(STOP_POLL) {
                            Ok((who, result)) => {
                                if outcome.take(who, result) {
                                    stop.store(true, Ordering::Relaxed);
                                }
                            }
                            Err(RecvTimeoutError::Timeout) => {
                                if asked_to_stop.as_ref().is_some_and(|s| s.load(Ordering::Relaxed)) {
                                    stop.store(true, Ordering::Relaxed);
                                }
                            }
                            Err(RecvTimeoutError::Disconnected) => return outcome,
                        }
                    }
                }
            });
            if let Some(solver) = inside {
                let result = solver.check(b, assumptions, &inner);
                drop(sender.send((count, result)));
            }
            drop(sender);
            judge.join().expect("the judge does not panic")
        });
        match outcome {
            Outcome { winner: Some((who, answer)), .. } => {
                self.winner = Some(who);
                Ok(answer)
            }
            Outcome { error: Some(error), .. } => Err(error),
            Outcome { gave_up, .. } => Ok(Answer::Unknown(gave_up.unwrap_or(Reason::Stopped))),
        }
    }

    fn model(&mut self, b: &mut Builder) -> Result<Model, SmtError> {
        let winner = self.winner.ok_or(SmtError::NoModel)?;
        match (self.processes.get_mut(winner), &mut self.inside) {
            (Some(process), _) => {
                let model = process.model(self.reduction.builder())?;
                Ok(self.reduction.model(&model))
            }
            (None, Some(inside)) => inside.model(b),
            (None, None) => Err(SmtError::NoModel),
        }
    }

    fn statistics(&self) -> Statistics {
        let inside = self.inside.as_ref().map(|s| s.statistics()).unwrap_or_default();
        let mut statistics = Statistics { checks: self.checks, ..inside };
        self.reduction.count(&mut statistics);
        statistics
    }

    fn effort(&self) -> u64 {
        let inside = self.inside.as_ref().map(|s| s.effort());
        self.processes.iter().map(ProcessSolver::effort).chain(inside).max().unwrap_or(0)
    }
}
