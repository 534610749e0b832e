//! An attempt to prove a program by induction: evaluate until no more changes are found, keep the candidate invariants that
//! hold, refute the obligations.

use super::acsl;
use super::candidates::{Candidate, Stage, candidates};
use super::export::export;
use super::houdini::Houdini;
use super::ranking::{Ranked, Ranking, rank};
use crate::engine::bmc::check::{Budget, Grounds, Purpose, Question};
use crate::engine::bmc::explore::{Completed, Eval, Outcome};
use crate::engine::bmc::ledger::{EvalOptions, Kind, Obligation};
use crate::engine::bmc::memory::ModularClosing;
use crate::engine::bmc::policy::ProofOutline;
use crate::engine::bmc::policy::induction::{Changes, Cuts, Induction, invariants_of_threads};
use crate::engine::verdict::{Fault, Invariant};
use crate::ilr::Term;
use crate::ilr::eval::Evaluator;
use crate::program::Program;
use crate::smt::{Answer, Reason, Refutation, Solver};
use std::collections::HashMap;
use std::rc::Rc;

/// Most evaluations until all changes are known.
const MOST_PASSES: u32 = 24;

/// Evidence that no run has a first violation.
#[derive(Clone, Debug)]
pub struct Inducted((Completed, Refutation));

/// What an attempt has come to.
pub enum Came {
    /// Nothing can be violated.
    Proven(Box<Proven>),
    /// The effort was spent, or the time was up. The next turn goes on from there.
    Late,
    /// Nothing is known, for this reason.
    Open(String),
    /// Nothing is known, because runs come to strays that were not followed.
    Deferred,
}

/// A proof by induction.
pub struct Proven {
    /// The evidence.
    pub evidence: Inducted,
    /// What was cut.
    pub cuts: Cuts,
    /// What was used of them, as far as it can be said in C.
    pub invariants: Vec<Invariant>,
    /// What was asked.
    pub grounds: Grounds,
    /// The proof as data, for the second check.
    pub outline: ProofOutline,
}

/// An attempt to prove a program with some loops and functions cut, and others that turn out to need it.
pub struct Attempt<'a> {
    program: &'a Program,
    /// What was asked for.
    asked: EvalOptions,
    /// What evaluations are to do.
    options: EvalOptions,
    /// Iterations that are assumed.
    k: u32,
    cuts: Cuts,
    solver: Box<dyn Solver>,
    budget: Budget,
    /// Evaluations that were begun.
    passes: u32,
    phase: Phase<'a>,
}

/// Where an attempt stands.
enum Phase<'a> {
    /// An evaluation is to begin, with the changes that are known.
    Ready(HashMap<u128, Changes>),
    /// One has paused.
    Paused(Box<Eval<'a>>),
    /// All changes are known.
    Proving(Box<Proving<'a>>),
}

/// The last evaluation of an attempt, and what is known of it.
struct Proving<'a> {
    eval: Box<Eval<'a>>,
    completed: Completed,
    induction: Box<Induction>,
    /// The stages to come.
    stages: std::slice::Iter<'static, Stage>,
    candidates: Houdini,
    next: Upcoming,
    /// Why there is no proof with the candidates of the stages so far.
    why: Came,
}

impl Default for Phase<'_> {
    fn default() -> Self {
        Phase::Ready(HashMap::new())
    }
}

/// What is next in a stage.
enum Upcoming {
    /// More candidates.
    Conjecture,
    /// Dropping those that do not hold.
    Reduce,
    /// Refuting the obligations with those that are left.
    Refute,
}

impl<'a> Attempt<'a> {
    /// One that assumes `k` iterations, with nothing done yet.
    pub fn new(
        program: &'a Program,
        options: EvalOptions,
        cuts: Cuts,
        k: u32,
        solver: Box<dyn Solver>,
    ) -> Attempt<'a> {
        let (budget, phase) = (Budget::new(0), Phase::default());
        Attempt { program, asked: options.clone(), options, k, cuts, solver, budget, passes: 0, phase }
    }

    /// What it was begun with.
    pub fn asked(&self) -> &EvalOptions {
        &self.asked
    }

    /// The number of iterations that are assumed.
    pub fn assumed(&self) -> u32 {
        self.k
    }

    /// The effort of all turns.
    pub fn effort(&self) -> u64 {
        self.budget.spent(&*self.solver)
    }

    /// The solver that it asks.
    pub fn solver(&self) -> &dyn Solver {
        &*self.solver
    }

    /// A turn with so much effort.
    ///
    /// # Errors
    /// When a solver misbehaves.
    pub fn turn(&mut self, more: u64) -> Result<Came, Fault> {
        if self.k > 0 && self.options.learned.shared.is_some() {
            // Its iterations may be later than what a thread does that they have created.
            return Ok(Came::Open("no iterations are assumed beside threads".to_owned()));
        }
        self.budget.raise(self.effort().saturating_add(more));
        loop {
            let (mut eval, before) = match std::mem::take(&mut self.phase) {
                Phase::Proving(mut proving) => {
                    let came = proving.turn(&mut *self.solver, &mut self.budget, &self.cuts);
                    self.phase = Phase::Proving(proving);
                    return came;
                }
                Phase::Ready(_) if self.passes == MOST_PASSES => {
                    return Ok(Came::Open("there are always more changes".to_owned()));
                }
                Phase::Ready(changes) => {
                    let mut eval = Box::new(Eval::new(self.program, self.options.clone(), None));
                    let (k, cuts) = (self.k, self.cuts.clone());
                    eval.policy.induction =
                        Some(Box::new(Induction { k, cuts, changes, ..Induction::default() }));
                    (eval, None)
                }
                Phase::Paused(eval) => {
                    let before = eval.effort();
                    (eval, Some(before))
                }
            };
            let left = self.budget.left(&*self.solver);
            eval.pause = Some(before.unwrap_or(0).saturating_add(left));
            let outcome = match before {
                Some(_) => eval.resume(),
                None => {
                    self.passes += 1;
                    eval.run()
                }
            };
            self.budget.add(&eval, before.unwrap_or(0));
            if matches!(outcome, Outcome::Paused | Outcome::Deadline) {
                self.phase = Phase::Paused(eval);
                return Ok(Came::Late);
            }
            let Outcome::Complete(completed) = outcome else {
                return Ok(Came::Open(format!("the evaluation ends early: {outcome:?}")));
            };
            match self.evaluated(eval, completed) {
                Ok(phase) => self.phase = phase,
                Err(why) => return Ok(Came::Open(why)),
            }
            if let Phase::Proving(proving) = &mut self.phase {
                proving.assume(&mut *self.solver)?;
            }
        }
    }

    /// What comes after an evaluation, or why nothing does.
    fn evaluated(&mut self, mut eval: Box<Eval<'a>>, completed: Completed) -> Result<Phase<'a>, String> {
        let mut induction = eval.policy.induction.take().expect("it was put there");
        if let Some(why) = induction.failed {
            return Err(why);
        }
        let before = self.cuts.clone();
        self.cuts.loops.extend(induction.endure.iter().copied());
        if eval.vm.ledger.obligations.iter().any(|o| o.kind.is_bound()) {
            self.cuts.loops.extend(eval.policy.long_loops.iter().copied());
            self.cuts.functions.extend(eval.policy.long_functions.iter().copied());
        }
        if induction.grown || self.cuts != before {
            return Ok(Phase::Ready(induction.changes));
        }
        if eval.vm.ledger.modular().is_some() {
            match eval.vm.memory.close_modular(&mut eval.vm.ledger) {
                ModularClosing::Closed => invariants_of_threads(&mut induction, &mut eval.vm.ledger),
                ModularClosing::Open(shared) => {
                    self.options.learned.shared = Some(shared);
                    return Ok(Phase::Ready(induction.changes));
                }
                ModularClosing::Failed(why) => return Err(why),
            }
            if let Some(why) = induction.failed {
                return Err(why);
            }
        }
        if self.k > 0 && self.cuts.loops.is_empty() {
            return Err("no loop is cut, so that nothing more is assumed".to_owned());
        }
        Ok(Phase::Proving(Box::new(Proving {
            eval,
            completed,
            induction,
            stages: [Stage::Linear, Stage::Conditional, Stage::Elements].iter(),
            candidates: Houdini::default(),
            next: Upcoming::Conjecture,
            why: Came::Open(String::new()),
        })))
    }
}

impl Proving<'_> {
    /// Asserts what holds whatever the candidates are.
    fn assume(&mut self, solver: &mut dyn Solver) -> Result<(), Fault> {
        for &t in &self.induction.assumptions {
            solver.assert(&mut self.eval.vm.ledger.d.terms, t)?;
        }
        Ok(())
    }

    fn turn(&mut self, solver: &mut dyn Solver, budget: &mut Budget, cuts: &Cuts) -> Result<Came, Fault> {
        loop {
            match self.next {
                Upcoming::Conjecture => {
                    let Some(&stage) = self.stages.next() else {
                        return Ok(std::mem::replace(&mut self.why, Came::Open(String::new())));
                    };
                    if self.conjecture(stage, solver, budget, cuts)? {
                        self.next = Upcoming::Reduce;
                    }
                }
                Upcoming::Reduce => {
                    if !self.candidates.reduce(&mut self.eval, solver, budget)? {
                        return Ok(Came::Late);
                    }
                    for candidate in &self.candidates.open {
                        let text = candidate.conjecture.text(&self.eval.vm.ledger.d.terms);
                        tracing::debug!("instance {}: {text}", candidate.of);
                    }
                    self.next = Upcoming::Refute;
                }
                Upcoming::Refute => match self.refute(solver, budget, cuts)? {
                    why @ (Came::Open(_) | Came::Deferred) => {
                        self.why = why;
                        self.next = Upcoming::Conjecture;
                    }
                    came => return Ok(came),
                },
            }
        }
    }

    /// The candidates of a stage; false where there are no more than before.
    fn conjecture(
        &mut self,
        stage: Stage,
        solver: &mut dyn Solver,
        budget: &mut Budget,
        cuts: &Cuts,
    ) -> Result<bool, Fault> {
        let before = self.eval.effort();
        let conditions = self.eval.vm.ledger.obligations.iter().map(|o| o.cond);
        let wanted: Vec<Term> = conditions.chain(self.candidates.open.iter().map(|c| c.broken)).collect();
        let more = candidates(&mut self.eval.vm.ledger.d.terms, &self.induction, stage, &wanted);
        if more.is_empty() && stage > Stage::Linear {
            return Ok(false);
        }
        tracing::debug!(
            "induction with {} assumed, {stage:?}: {} loops and {} functions cut, {} instances, {} claims, {} obligations",
            self.induction.k,
            cuts.loops.len(),
            cuts.functions.len(),
            self.induction.instances().len(),
            more.len(),
            self.eval.vm.ledger.obligations.len()
        );
        for candidate in &more {
            solver.assert(&mut self.eval.vm.ledger.d.terms, candidate.holds)?;
        }
        self.candidates.extend(more);
        budget.add(&self.eval, before);
        Ok(true)
    }

    /// Whether no obligation can be violated where the candidates hold, and all loops end where that is asked for.
    fn refute(&mut self, solver: &mut dyn Solver, budget: &Budget, cuts: &Cuts) -> Result<Came, Fault> {
        let obligations = &self.eval.vm.ledger.obligations;
        let mut goals: Vec<Term> = obligations.iter().map(|o| o.cond).collect();
        let mut refutation = match self.ask(&goals, solver, budget)? {
            Answer::Unsat(refutation) => refutation,
            Answer::Sat => return self.violated(solver),
            Answer::Unknown(reason) => return Ok(unknown(reason)),
        };
        let mut ranking = Ranking::default();
        if self.eval.vm.ledger.must_end() {
            let assumed: Vec<Term> = self.candidates.open.iter().map(|c| c.on).collect();
            ranking = match rank(&mut self.eval, (&self.induction, cuts), &assumed, solver, budget)? {
                Ranked::Ends(ranking) => ranking,
                Ranked::Open(why) => return Ok(Came::Open(why)),
                Ranked::Late => return Ok(Came::Late),
            };
            goals.extend(&ranking.not_less);
            refutation = match self.ask(&goals, solver, budget)? {
                Answer::Unsat(refutation) => refutation,
                Answer::Sat => return Err(Fault::Replay("measures do not get less after all".to_owned())),
                Answer::Unknown(reason) => return Ok(unknown(reason)),
            };
        }
        self.candidates.fewer(&mut self.eval, &goals, solver, budget)?;
        Ok(Came::Proven(Box::new(self.proven(refutation, &ranking, cuts))))
    }

    /// Whether one of these holds on a run of which the candidates hold.
    fn ask(&mut self, any: &[Term], solver: &mut dyn Solver, budget: &Budget) -> Result<Answer, Fault> {
        let limits = budget.limits(&self.eval, solver, None);
        let b = &mut self.eval.vm.ledger.d.terms;
        let mut assumed: Vec<Term> = self.candidates.open.iter().map(|c| c.on).collect();
        assumed.push(b.or_all(any.iter().copied()));
        Ok(solver.check(b, &assumed, &limits)?)
    }

    /// Which violation the last model has.
    fn violated(&mut self, solver: &mut dyn Solver) -> Result<Came, Fault> {
        let ledger = &mut self.eval.vm.ledger;
        let model = solver.model(&mut ledger.d.terms)?;
        let mut values = Evaluator::new(ledger.d.terms.store(), &model);
        let is_deferred = |o: &Obligation| matches!(o.kind, Kind::Deferred(..));
        let hits = ledger.obligations.iter().filter(|o| values.bool(o.cond));
        let hit = hits.min_by_key(|o| is_deferred(o));
        Ok(match hit {
            Some(o) if is_deferred(o) => Came::Deferred,
            _ => Came::Open(format!("a violation is left: {:?}", hit.map(|o| (&o.kind, o.loc)))),
        })
    }

    /// The proof that was found.
    fn proven(&mut self, refutation: Refutation, ranking: &Ranking, cuts: &Cuts) -> Proven {
        let (eval, open) = (&mut self.eval, &self.candidates.open);
        let instances = self.induction.instances();
        let say = |c: &Candidate| {
            acsl::invariant(
                eval.vm.ledger.program,
                &eval.vm.memory.space,
                &eval.vm.ledger.d.terms,
                instances[c.of],
                &c.conjecture,
            )
        };
        let mut invariants: Vec<Invariant> = Vec::new();
        for known in open.iter().filter_map(say) {
            if !invariants.contains(&known) {
                invariants.push(known);
            }
        }
        let outline = export(eval, &self.induction, cuts, (open, ranking));
        let grounds = grounds(eval, &outline, &self.induction.assumptions, (open, ranking));
        let evidence = Inducted((self.completed, refutation));
        Proven { evidence, cuts: cuts.clone(), invariants, grounds, outline }
    }
}

/// What comes of a question that is not decided.
fn unknown(reason: Reason) -> Came {
    match reason {
        Reason::Deadline | Reason::Effort => Came::Late,
        other => Came::Open(other.to_string()),
    }
}

/// The questions of a proof with these invariants: with all of them assumed, none is broken, no obligation is violated, and the
/// measures of loops get less.
fn grounds(
    eval: &Eval<'_>,
    outline: &ProofOutline,
    assumptions: &[Term],
    (open, ranking): (&[Candidate], &Ranking),
) -> Grounds {
    let mut assumed = assumptions.to_vec();
    assumed.extend(open.iter().flat_map(|c| [c.holds, c.on]));
    let mut ask = Vec::new();
    let broken: Vec<Term> = open.iter().map(|c| c.broken).collect();
    if !broken.is_empty() {
        ask.push(Question { purpose: Purpose::Candidates, assumed: assumed.clone(), any: broken });
    }
    let any: Vec<Term> = eval.vm.ledger.obligations.iter().map(|o| o.cond).collect();
    if !any.is_empty() {
        ask.push(Question { purpose: Purpose::Obligations, assumed: assumed.clone(), any });
    }
    if !ranking.not_less.is_empty() {
        ask.push(Question { purpose: Purpose::Measures, assumed, any: ranking.not_less.clone() });
    }
    let mut grounds = Grounds::new(ask, &eval.vm.ledger.obligations);
    grounds.terms = Some(Rc::clone(&outline.terms));
    grounds
}
