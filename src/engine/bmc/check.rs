//! From a program to a verdict: evaluate, refute or satisfy the obligations, replay, deepen.

use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::eval::{Eval, EvalOptions, Outcome, Target};
use super::induction::{Cuts, Schedule};
use super::obligation::{Kind, Obligation};
use super::replay::{Told, on_machine, replay, words};
use super::straight;
use crate::engine::verdict::{Cause, Disagreement, Fault, Proof, Replayed, Run, Verdict, Violation};
use crate::ilr::Term;
use crate::ilr::eval::{Evaluator, Model};
use crate::program::{FuncId, LocId, Program};
use crate::property::{Check, CheckSet};
use crate::rewrite::RuleSet;
use crate::smt::{Answer, Limits, Reason, Solver};

/// Evidence that an evaluation followed every run within the bound to its end.
#[derive(Clone, Copy, Debug)]
pub struct Completed(());

/// Evidence that a solver refuted every obligation of an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Refuted(());

/// What to check and how far.
#[derive(Clone)]
pub struct Options {
    /// Function that starts the program.
    pub entry: FuncId,
    /// Bound of loops and recursion; deepening without one.
    pub bound: Option<u32>,
    /// Bounds of single functions or loops: function name, line of the loop, bound.
    pub bound_at: Vec<(String, Option<u32>, u32)>,
    /// Checks that are made.
    pub checks: CheckSet,
    /// Whether allocation may fail.
    pub malloc_may_fail: bool,
    /// Whether pointers that the entry function is given may be null.
    pub null_arguments: bool,
    /// Whether memory is one array over all addresses instead of a graph of objects.
    pub flat: bool,
    /// Whether to look for every violated check instead of the first.
    pub all: bool,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Most terms of an evaluation.
    pub max_terms: usize,
    /// Raised from outside to make the check give up for lack of memory.
    pub stop: Option<Arc<AtomicBool>>,
    /// Rewrite rules that are not applied.
    pub rules_off: RuleSet,
    /// Whether to try induction where no bound suffices.
    pub induction: bool,
    /// The violations that count, when not all do.
    pub target: Option<Target>,
}

/// What is going on, for people who wait.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Bound of the current round.
    pub bound: u32,
    /// Instructions evaluated in it.
    pub steps: u64,
    /// Obligations not yet decided.
    pub open: usize,
    /// Terms made.
    pub terms: usize,
}

/// Seconds of all solvers of a check, and of its attempts at induction.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Spent {
    /// Making circuits and clauses.
    pub encode: f64,
    /// In the SAT solver, or waiting for another solver.
    pub search: f64,
    /// In attempts at induction, with what their solvers take.
    pub induction: f64,
}

impl Spent {
    /// Adds what a solver took that is not used any more.
    pub(super) fn add(&mut self, solver: &dyn Solver) {
        let statistics = solver.statistics();
        self.encode += statistics.encode_seconds;
        self.search += statistics.solve_seconds;
    }
}

/// The verdict and what is to be said besides.
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// Functions without a body that were called.
    pub undefined: Vec<FuncId>,
    /// Bound of the last round.
    pub bound: u32,
    /// Instructions evaluated in the last round.
    pub steps: u64,
    /// Applications asked of the builder in the last round, repeated ones included.
    pub requests: u64,
    /// Terms of the last round.
    pub terms: usize,
    /// Obligations of the last round.
    pub obligations: usize,
    /// Figures of the solver in the last round; its seconds are [`Report::spent`]'s.
    pub solver: crate::smt::Statistics,
    /// Where the time of all rounds went.
    pub spent: Spent,
    /// The last round's formula: the builder and the conditions of its checks.
    pub formula: Option<(crate::rewrite::Builder, Vec<Term>)>,
}

/// Bounds of the rounds without a given bound.
const LADDER: [u32; 12] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096];

/// Conflicts that the question whether a path has runs may cost.
const FEASIBLE_CONFLICTS: u64 = 300;
/// Time that it may take to ask whether a path has runs.
const FEASIBLE_TIME: Duration = Duration::from_secs(2);

/// Conflicts that the search for a smaller counterexample may cost.
const WISH_CONFLICTS: u64 = 2000;

/// Time of evaluation after which what was found so far is looked at.
const SLICE: Duration = Duration::from_millis(1500);

/// Conflicts that a question may cost before something else is tried.
const CONFLICTS: u64 = 20_000;

/// Checks a program.
///
/// # Errors
/// A fault of our own: a counterexample that does not replay, a solver that misbehaves.
pub fn check(
    program: &Program,
    options: &Options,
    make_solver: &dyn Fn() -> Box<dyn Solver>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, Fault> {
    let given = options.bound.map(|b| vec![b]);
    let bounds = given.unwrap_or_else(|| LADDER.to_vec());
    let mut inductions = Schedule::new(program, options, make_solver);
    let mut last = None;
    let mut spent = Spent::default();
    for &bound in &bounds {
        let round = Round::new(program, options, bound, make_solver());
        let solver = round.solver.clone();
        let mut report = round.run(progress, &mut inductions)?;
        spent.add(&**solver.borrow());
        report.spent = inductions.spent();
        report.spent.encode += spent.encode;
        report.spent.search += spent.search;
        if !matches!(report.verdict, Verdict::Unknown(Cause::Bound { .. })) {
            return Ok(report);
        }
        last = Some(report);
    }
    Ok(last.expect("there is a bound"))
}

/// What solving what is open came to.
enum Look {
    /// The round ends so.
    Ends(Verdict),
    /// Nothing is open any more.
    Settled,
    /// Something is.
    Open,
}

struct Round<'p, 'o> {
    program: &'p Program,
    options: &'o Options,
    eval: Eval<'p>,
    solver: Rc<RefCell<Box<dyn Solver>>>,
    bound: u32,
    /// Conditions known to have no model.
    refuted: HashSet<Term>,
    found: Vec<Violation>,
    /// What `found` covers: kind and place.
    listed: HashSet<(Kind, Option<LocId>)>,
    /// Number of obligations already looked at.
    seen: usize,
}

impl<'p, 'o> Round<'p, 'o> {
    fn new(program: &'p Program, options: &'o Options, bound: u32, solver: Box<dyn Solver>) -> Round<'p, 'o> {
        let eval_options = EvalOptions {
            entry: options.entry,
            bound,
            bound_at: options.bound_at.clone(),
            checks: options.checks,
            malloc_may_fail: options.malloc_may_fail,
            null_arguments: options.null_arguments,
            flat: options.flat,
            deadline: options.deadline,
            max_terms: options.max_terms,
            stop: options.stop.clone(),
            rules_off: options.rules_off.clone(),
            target: options.target.clone(),
        };
        let solver = Rc::new(RefCell::new(solver));
        let mut eval = Eval::new(program, eval_options, None);
        let (asked, stop, deadline) = (solver.clone(), options.stop.clone(), options.deadline);
        eval.feasible = Some(Box::new(move |b, path, effort| {
            let conflicts = Some(FEASIBLE_CONFLICTS * effort);
            let pause = Some(Instant::now() + FEASIBLE_TIME);
            let limits = Limits { deadline, pause, stop: stop.clone(), conflicts, ..Limits::default() };
            // A failing solver is noticed when the obligations are solved.
            match asked.borrow_mut().check(b, &[path], &limits) {
                Ok(Answer::Unsat) => Some(false),
                Ok(Answer::Sat) => Some(true),
                Ok(Answer::Unknown(_)) | Err(_) => None,
            }
        }));
        Round {
            program,
            options,
            eval,
            solver,
            bound,
            refuted: HashSet::new(),
            found: Vec::new(),
            listed: HashSet::new(),
            seen: 0,
        }
    }

    fn limits(&self) -> Limits {
        Limits { deadline: self.options.deadline, stop: self.options.stop.clone(), ..Limits::default() }
    }

    fn run(
        mut self,
        progress: &mut dyn FnMut(&Progress),
        inductions: &mut Schedule<'_>,
    ) -> Result<Report, Fault> {
        let mut verdict = self.decide(progress, inductions)?;
        if matches!(verdict, Verdict::Unknown(Cause::Bound { .. }))
            && let Some(proven) = self.induct(inductions)?
        {
            verdict = proven;
        }
        let conds = self.checks().map(|o| o.cond).collect();
        Ok(Report {
            verdict,
            undefined: self.eval.undefined.clone(),
            bound: self.bound,
            steps: self.eval.steps,
            requests: self.eval.d.terms.requests(),
            terms: self.eval.d.terms.len(),
            obligations: self.eval.obligations.len(),
            solver: self.solver.borrow().statistics(),
            spent: Spent::default(),
            formula: Some((std::mem::take(&mut self.eval.d.terms), conds)),
        })
    }

    /// What goes on too long to be followed.
    fn cuts(&self) -> Cuts {
        Cuts { loops: self.eval.long_loops.clone(), functions: self.eval.long_functions.clone() }
    }

    /// Another attempt at a proof by induction, where nothing was found.
    fn induct(&self, inductions: &mut Schedule<'_>) -> Result<Option<Verdict>, Fault> {
        if !self.found.is_empty() {
            return Ok(None);
        }
        Ok(inductions.attempt(&self.eval.options, self.cuts())?.map(Verdict::True))
    }

    fn checks(&self) -> impl Iterator<Item = &Obligation> {
        self.eval.obligations.iter().filter(|o| matches!(o.kind, Kind::Check(_)))
    }

    fn decide(
        &mut self,
        progress: &mut dyn FnMut(&Progress),
        inductions: &mut Schedule<'_>,
    ) -> Result<Verdict, Fault> {
        let mut slice = SLICE;
        self.eval.pause = Some(Instant::now() + slice);
        let mut outcome = self.eval.run();
        loop {
            progress(&Progress {
                bound: self.bound,
                steps: self.eval.steps,
                open: self.eval.obligations.len() - self.seen,
                terms: self.eval.d.terms.len(),
            });
            let early = outcome == Outcome::Paused;
            let mut patience = (CONFLICTS, slice);
            loop {
                let more = self.found.is_empty() && inductions.is_open() && !self.cuts().is_empty();
                match self.look((early || more).then_some(patience))? {
                    Look::Ends(verdict) => return Ok(verdict),
                    Look::Settled => break,
                    Look::Open if early => break,
                    Look::Open => {}
                }
                if let Some(verdict) = self.induct(inductions)? {
                    return Ok(verdict);
                }
                patience = (2 * patience.0, 2 * patience.1);
            }
            match outcome {
                Outcome::Paused => {
                    if let Some(verdict) = self.induct(inductions)? {
                        return Ok(verdict);
                    }
                    // Where evaluation is slow, there may be one long run only.
                    if slice == SLICE {
                        match straight::execute(self.program, self.options) {
                            Some(straight::Ended::Violated(found)) => {
                                return Ok(Verdict::False(vec![*found]));
                            }
                            Some(straight::Ended::Well) => {
                                return Ok(Verdict::True(Proof::new(Completed(()), Refuted(()), self.bound)));
                            }
                            None => {}
                        }
                    }
                    slice *= 2;
                    self.eval.pause = Some(Instant::now() + slice);
                    outcome = self.eval.resume();
                }
                Outcome::Complete => break,
                Outcome::Deadline => return Ok(self.cut(Cause::Timeout)),
                Outcome::Memory | Outcome::Stopped => return Ok(self.cut(Cause::Memory)),
            }
        }
        if !self.found.is_empty() {
            return Ok(Verdict::False(std::mem::take(&mut self.found)));
        }
        // Every check holds on every run that was followed; now what was not followed.
        let completed = Completed(());
        // A larger bound does not end what repeats itself.
        if let Some(cause) = self.reachable(&|k| *k == Kind::Endless)? {
            return Ok(Verdict::Unknown(cause));
        }
        let limited = |k: &Kind| matches!(k, Kind::LoopBound { .. } | Kind::RecursionBound { .. });
        let other = |k: &Kind| matches!(k, Kind::Unsupported(_) | Kind::Undefined(_));
        if let Some(cause) = self.reachable(&limited)? {
            return Ok(Verdict::Unknown(cause));
        }
        if let Some(cause) = self.reachable(&other)? {
            return Ok(Verdict::Unknown(cause));
        }
        Ok(Verdict::True(Proof::new(completed, Refuted(()), self.bound)))
    }

    /// What is known when the round cannot go on.
    fn cut(&mut self, cause: Cause) -> Verdict {
        if self.found.is_empty() {
            Verdict::Unknown(cause)
        } else {
            Verdict::False(std::mem::take(&mut self.found))
        }
    }

    /// Solves what is open, with at most so many conflicts and for so long.
    fn look(&mut self, patience: Option<(u64, Duration)>) -> Result<Look, Fault> {
        let pause = patience.map(|p| Instant::now() + p.1);
        let conflicts = patience.map(|p| p.0);
        loop {
            let open: Vec<Term> = self
                .eval
                .obligations
                .iter()
                .filter(|o| {
                    matches!(o.kind, Kind::Check(_)) && !self.listed.contains(&(o.kind.clone(), o.loc))
                })
                .map(|o| o.cond)
                .filter(|c| !self.refuted.contains(c))
                .collect();
            self.seen = self.eval.obligations.len();
            if open.is_empty() {
                return Ok(Look::Settled);
            }
            let any = self.eval.d.terms.or_all(open.iter().copied());
            let limits = Limits { conflicts, pause, ..self.limits() };
            let answer = self.solver.borrow_mut().check(&mut self.eval.d.terms, &[any], &limits)?;
            match answer {
                Answer::Unsat => {
                    self.refuted.extend(open);
                    return Ok(Look::Settled);
                }
                Answer::Sat => {
                    let model = self.solver.borrow_mut().model(&mut self.eval.d.terms)?;
                    let model = self.smaller(any, model)?;
                    let Some(violation) = self.confirm(&model)? else { continue };
                    if self.listed.insert((Kind::Check(violation.check), violation.loc)) {
                        self.found.push(violation);
                    }
                    if !self.options.all {
                        return Ok(Look::Ends(Verdict::False(std::mem::take(&mut self.found))));
                    }
                }
                Answer::Unknown(Reason::ConflictLimit | Reason::Pause) if patience.is_some() => {
                    return Ok(Look::Open);
                }
                Answer::Unknown(reason) => return Ok(Look::Ends(self.cut(cause_of(reason)))),
            }
        }
    }

    /// A model that keeps sizes small, where there is one.
    fn smaller(&mut self, any: Term, model: Model) -> Result<Model, Fault> {
        let wishes = self.eval.wishes.clone();
        let mut values = Evaluator::new(self.eval.d.terms.store(), &model);
        if wishes.iter().all(|&wish| values.bool(wish)) {
            return Ok(model);
        }
        let all = self.eval.d.terms.and_all(wishes.iter().copied());
        let limits = Limits { conflicts: Some(WISH_CONFLICTS), ..self.limits() };
        match self.solver.borrow_mut().check(&mut self.eval.d.terms, &[any, all], &limits)? {
            Answer::Sat => {}
            Answer::Unsat | Answer::Unknown(_) => return Ok(model),
        }
        Ok(self.solver.borrow_mut().model(&mut self.eval.d.terms)?)
    }

    /// Replays the run that a model describes. `None` when that leaves open whether an uninitialised value matters,
    /// which then is not found out.
    fn confirm(&mut self, model: &Model) -> Result<Option<Violation>, Fault> {
        let told: Vec<(Kind, Option<LocId>)> = {
            let mut values = Evaluator::new(self.eval.d.terms.store(), model);
            self.eval
                .obligations
                .iter()
                .filter(|o| matches!(o.kind, Kind::Check(_)) && values.bool(o.cond))
                .map(|o| (o.kind.clone(), o.loc))
                .collect()
        };
        let promised: Vec<(Check, Option<LocId>)> = told
            .iter()
            .filter_map(|t| match t.0 {
                Kind::Check(check) => Some((check, t.1)),
                _ => None,
            })
            .collect();
        let deadline = self.options.deadline;
        let (machine, script) = on_machine(self.program, &self.eval, model, &promised, deadline);
        let own = |eval: &Eval<'_>| replay(self.program, eval, model, deadline);
        let (other, own) = match machine {
            Told::Same(found) => return Ok(Some(self.note_found(found, told))),
            Told::Nothing(why, mut trace) => match own(&self.eval) {
                Ok((check, loc)) => {
                    trace.end(self.options.entry, check, loc);
                    let replayed = Replayed::Evaluator(why);
                    let run = Run::Script(script.tables);
                    return Ok(Some(self.note_found(Violation { check, loc, trace, replayed, run }, told)));
                }
                Err(fault) => (None, Err(fault)),
            },
            Told::Other(story) => (Some(story), own(&self.eval)),
        };
        // The replay computes with values where the evaluation has masks of all that may depend on others.
        if matches!(own, Err(Fault::Replay(_))) && told.iter().all(|t| t.0 == Kind::Check(Check::Uninit)) {
            for o in self.eval.obligations.iter_mut().filter(|o| told.contains(&(o.kind.clone(), o.loc))) {
                o.kind = Kind::Unsupported("a decision on a value that may be uninitialised".to_owned());
            }
            return Ok(None);
        }
        let Some(machine) = other else { return Err(own.expect_err("it was one")) };
        let promised: Vec<String> = promised.iter().map(|p| words(self.program, p.0, p.1)).collect();
        let evaluator =
            own.map_or_else(|fault| fault.to_string(), |(check, loc)| words(self.program, check, loc));
        Err(Fault::Disagreement(Box::new(Disagreement {
            promised: promised.join("; "),
            machine,
            evaluator,
            run: script.tables.text(self.program),
        })))
    }

    /// A violation that was found on a run that promised others as well.
    fn note_found(&mut self, violation: Violation, told: Vec<(Kind, Option<LocId>)>) -> Violation {
        // The replay stops at the first violation of the run; what the model promises may come later on it.
        // So it does when that was found before: what is left comes after it on every run.
        let found = (Kind::Check(violation.check), violation.loc);
        if self.options.all && (!told.contains(&found) || self.listed.contains(&found)) {
            self.listed.extend(told);
        }
        violation
    }

    /// The first of some obligations that can be reached.
    fn reachable(&mut self, which: &dyn Fn(&Kind) -> bool) -> Result<Option<Cause>, Fault> {
        let open: Vec<Obligation> =
            self.eval.obligations.iter().filter(|o| which(&o.kind)).cloned().collect();
        if open.is_empty() {
            return Ok(None);
        }
        let any = self.eval.d.terms.or_all(open.iter().map(|o| o.cond));
        let limits = self.limits();
        let answer = self.solver.borrow_mut().check(&mut self.eval.d.terms, &[any], &limits)?;
        match answer {
            Answer::Unsat => Ok(None),
            Answer::Sat => {
                let model = self.solver.borrow_mut().model(&mut self.eval.d.terms)?;
                let mut values = Evaluator::new(self.eval.d.terms.store(), &model);
                let hit = open.iter().find(|o| values.bool(o.cond)).unwrap_or(&open[0]);
                Ok(Some(self.cause(hit)))
            }
            Answer::Unknown(reason) => Ok(Some(cause_of(reason))),
        }
    }

    fn cause(&self, o: &Obligation) -> Cause {
        let name = |f: FuncId| self.program.func(f).source_name.clone();
        match &o.kind {
            Kind::LoopBound { func, loc } => Cause::Bound {
                bound: self.bound,
                what: format!("loop in {}", name(*func)),
                loc: loc.or(o.loc),
            },
            Kind::RecursionBound { func } => {
                Cause::Bound { bound: self.bound, what: format!("recursion of {}", name(*func)), loc: o.loc }
            }
            Kind::Unsupported(what) => Cause::Unsupported { what: what.clone(), loc: o.loc },
            Kind::Endless => Cause::Endless(o.loc),
            Kind::Undefined(check) => Cause::Undefined { check: *check, loc: o.loc },
            Kind::Check(check) => Cause::Undefined { check: *check, loc: o.loc },
        }
    }
}

fn cause_of(reason: Reason) -> Cause {
    match reason {
        Reason::Deadline => Cause::Timeout,
        Reason::Memory | Reason::Stopped => Cause::Memory,
        other => Cause::Solver(other.to_string()),
    }
}
