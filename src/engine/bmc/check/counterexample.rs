//! From a model of what is open to a violation: a run that the machine can execute, as small as possible, and its replay.

use super::replay::{Promise, ReplayOutcome, on_machine, replay};
use super::{CONFLICTS, Round, describe};
use crate::base::is_late;
use crate::engine::bmc::explore::Eval;
use crate::engine::bmc::ledger::{Kind, Obligation};
use crate::engine::bmc::memory::LAYOUT;
use crate::engine::verdict::{Disagreement, Fault, Replayed, Run, Violation};
use crate::ilr::Term;
use crate::ilr::eval::{Evaluator, Model};
use crate::property::Check;
use crate::smt::{Answer, Limits, Reason};

/// Why a run with a guessed value is no evidence.
pub(super) const GUESSED: &str = "the exact value of a number that depends on inputs";

/// Conflicts that the search for a smaller counterexample may cost.
const WISH_CONFLICTS: u64 = 2000;

/// What became of the search for a run that the machine can execute.
pub(super) enum Executable {
    /// It has this model, and what was asked for.
    Run(Term, Model),
    /// There is none.
    No,
    /// The solver gave up.
    Unknown(Reason),
}

/// What the replay of a model's run came to.
pub(super) enum Confirmed {
    /// A violation that was not known.
    Violation(Violation),
    /// What was found before; or it stays open whether a value matters that is uninitialised or guessed.
    Nothing,
    /// The time was up.
    Late,
    /// Strays have to be followed from the start.
    Again,
}

impl Confirmed {
    fn of(found: Option<Violation>) -> Confirmed {
        found.map_or(Confirmed::Nothing, Confirmed::Violation)
    }
}

impl Round<'_, '_> {
    /// A model in which objects lie where the machine has them.
    pub(super) fn executable(
        &mut self,
        any: Term,
        model: &Model,
        limits: &Limits,
    ) -> Result<Executable, Fault> {
        let fixed = self.eval.vm.memory.at_fixed(&mut self.eval.vm.ledger);
        let b = &mut self.eval.vm.ledger.d.terms;
        if b.as_bool(fixed) == Some(true) {
            return Ok(Executable::Run(any, model.clone()));
        }
        let any = b.and(any, fixed);
        Ok(match self.question(&[any], limits)? {
            Answer::Sat => {
                Executable::Run(any, self.solver.borrow_mut().model(&mut self.eval.vm.ledger.d.terms)?)
            }
            Answer::Unsat(_) => Executable::No,
            Answer::Unknown(reason) => Executable::Unknown(reason),
        })
    }

    /// Nothing that is open is violated where objects lie at their fixed addresses: where other places matter, the answer is
    /// unknown. One is that holds in the model.
    pub(super) fn leave_to_places(&mut self, open: &[Term], model: &Model) {
        let (space, b) = (&mut self.eval.vm.memory.space, &self.eval.vm.ledger.d.terms);
        let mut values = Evaluator::new(b.store(), model);
        for o in &mut self.eval.vm.ledger.obligations {
            if matches!(o.kind, Kind::Check(_))
                && open.contains(&o.cond)
                && (space.depends_on_place(b, o.cond) || values.bool(o.cond))
            {
                o.kind = Kind::Unsupported(LAYOUT.to_owned());
            }
        }
    }

    /// Whether the run of a model has a value that only the machine computes (`Native::Guess`).
    pub(super) fn is_guessed(&self, model: &Model) -> bool {
        let ledger = &self.eval.vm.ledger;
        let mut values = Evaluator::new(ledger.d.terms.store(), model);
        ledger.inputs.guesses.iter().any(|&guess| values.bool(guess))
    }

    /// A model without such values, where there is one, and what it satisfies.
    fn unguessed(&mut self, any: Term, model: Model) -> Result<(Term, Model), Fault> {
        if !self.is_guessed(&model) {
            return Ok((any, model));
        }
        let guesses = self.eval.vm.ledger.inputs.guesses.clone();
        let b = &mut self.eval.vm.ledger.d.terms;
        let guessed = b.or_all(guesses);
        let exact = b.not(guessed);
        let any_exact = b.and(any, exact);
        let limits = Limits { conflicts: Some(CONFLICTS), ..self.limits() };
        Ok(match self.question(&[any_exact], &limits)? {
            Answer::Sat => (any_exact, self.solver.borrow_mut().model(&mut self.eval.vm.ledger.d.terms)?),
            Answer::Unsat(_) | Answer::Unknown(_) => (any, model),
        })
    }

    /// A model without guessed values, and that keeps sizes small, where there is one.
    pub(super) fn simpler(&mut self, any: Term, model: Model) -> Result<Model, Fault> {
        let (any, model) = self.unguessed(any, model)?;
        let wishes = self.eval.vm.ledger.inputs.wishes.clone();
        let mut values = Evaluator::new(self.eval.vm.ledger.d.terms.store(), &model);
        if wishes.iter().all(|&wish| values.bool(wish)) {
            return Ok(model);
        }
        let all = self.eval.vm.ledger.d.terms.and_all(wishes.iter().copied());
        let limits = Limits { conflicts: Some(WISH_CONFLICTS), ..self.limits() };
        match self.question(&[any, all], &limits)? {
            Answer::Sat => {}
            Answer::Unsat(_) | Answer::Unknown(_) => return Ok(model),
        }
        Ok(self.solver.borrow_mut().model(&mut self.eval.vm.ledger.d.terms)?)
    }

    /// Replays the run that a model describes.
    pub(super) fn confirm(&mut self, model: &Model) -> Result<Confirmed, Fault> {
        let mut promised: Vec<Promise> = {
            let mut values = Evaluator::new(self.eval.vm.ledger.d.terms.store(), model);
            let all = self.eval.vm.ledger.obligations.iter();
            let all = all.filter_map(|o| match o.kind {
                Kind::Check(check) if values.bool(o.cond) => {
                    Some(Promise { check, loc: o.loc, at: o.at, moment: o.moment })
                }
                _ => None,
            });
            all.collect()
        };
        if self.has_threads() {
            // One that was asked for.
            promised.retain(|p| !self.findings.listed.contains(&(p.check, p.at)));
        }
        let deadline = self.options.eval.deadline;
        let (machine, script) = on_machine(self.program, &self.eval, model, &promised, deadline);
        let own = |eval: &Eval<'_>| replay(self.program, eval, model, deadline);
        let (machine, own) = match machine {
            ReplayOutcome::Confirmed(found) => return Ok(Confirmed::of(self.note_found(found, &promised))),
            _ if self.is_guessed(model) => {
                self.leave_open(&promised, GUESSED);
                return Ok(Confirmed::Nothing);
            }
            ReplayOutcome::Undecided(why, _) if self.has_threads() => {
                (why, Err(Fault::Replay(String::new())))
            }
            ReplayOutcome::Different(story, _) if self.has_threads() => {
                (story, Err(Fault::Replay(String::new())))
            }
            ReplayOutcome::Undecided(why, mut record) => match own(&self.eval) {
                Ok((check, loc)) => {
                    record.end(self.options.eval.entry, check, loc);
                    let replayed = Replayed::Evaluator(why);
                    let run = Run::Script(script.tables);
                    let found = Violation { check, loc, record, replayed, run };
                    return Ok(Confirmed::of(self.note_found(found, &promised)));
                }
                // Neither has come to an end.
                Err(Fault::Replay(_)) if is_late(deadline) => {
                    return Ok(Confirmed::Late);
                }
                Err(fault) => (format!("it cannot say: {why}"), Err(fault)),
            },
            ReplayOutcome::Different(story, _) => (story, own(&self.eval)),
        };
        // The replay computes with values where the evaluation has masks of all that may depend on others.
        if matches!(own, Err(Fault::Replay(_))) && promised.iter().all(|p| p.check == Check::Uninit) {
            self.leave_open(&promised, "a decision on a value that may be uninitialised");
            return Ok(Confirmed::Nothing);
        }
        if self.follow_from_start() {
            return Ok(Confirmed::Again);
        }
        let promised: Vec<String> = promised.iter().map(|p| describe(self.program, p.check, p.loc)).collect();
        let evaluator =
            own.map_or_else(|fault| fault.to_string(), |(check, loc)| describe(self.program, check, loc));
        Err(Fault::Disagreement(Box::new(Disagreement {
            promised: promised.join("; "),
            machine,
            evaluator,
            run: script.tables.text(self.program),
        })))
    }

    /// The answer is unknown where the promised violations are reached.
    fn leave_open(&mut self, promised: &[Promise], why: &str) {
        let open = |o: &Obligation| promised.iter().any(|p| o.kind == Kind::Check(p.check) && o.at == p.at);
        for o in self.eval.vm.ledger.obligations.iter_mut().filter(|o| open(o)) {
            o.kind = Kind::Unsupported(why.to_owned());
        }
    }

    /// Lists a violation, where it is a new one. The replay stops at the first one of its run, which is the first that the
    /// model promises.
    fn note_found(&mut self, violation: Violation, promised: &[Promise]) -> Option<Violation> {
        let (check, loc) = (violation.check, violation.loc);
        // What it is may depend on an address, and be found by another obligation, too.
        let known = loc.is_some() && self.findings.found.iter().any(|v| (v.check, v.loc) == (check, loc));
        let new: Vec<&Promise> =
            promised.iter().filter(|p| !self.findings.listed.contains(&(p.check, p.at))).collect();
        let exact = new.iter().find(|p| (p.check, p.loc) == (check, loc));
        let same = exact.or_else(|| new.iter().find(|p| p.is(self.program, check, loc)));
        // Another end than the one that was asked for is not found by asking again.
        if let Some(asked) = same.or_else(|| new.first()) {
            self.findings.listed.insert((asked.check, asked.at));
        }
        let is_listed = same.is_none() && promised.iter().any(|p| p.is(self.program, check, loc));
        (!known && !is_listed).then_some(violation)
    }
}
