//! Asks the solver for runs that reach goals.

use super::chase::Pursued;
use super::{Left, NothingCut, Tally};
use crate::base::effort;
use crate::engine::bmc::check::counterexample::{Executable, GUESSED};
use crate::engine::bmc::check::{CONFLICTS, Progress, Round};
use crate::engine::bmc::ledger::Kind;
use crate::engine::bmc::memory::LAYOUT;
use crate::engine::verdict::{Cause, Fault, Stage};
use crate::ilr::Term;
use crate::ilr::eval::{Evaluator, Model};
use crate::smt::{Answer, Limits, Reason};

/// How hard to ask, and with how much effort at most.
#[derive(Clone, Copy)]
pub(super) enum Persistence {
    /// While the evaluation goes on.
    Short(u64),
    /// Where another round may follow.
    Long(Option<u64>),
    /// Until there is an answer.
    Endless(Option<u64>),
}

impl Persistence {
    /// Conflicts of a question about so many goals.
    fn conflicts(self, goals: usize) -> Option<u64> {
        match (self, goals) {
            (Persistence::Short(_), _) => Some(CONFLICTS),
            (Persistence::Long(_), 1) => Some(16 * CONFLICTS),
            (Persistence::Endless(_), 1) => None,
            _ => Some(4 * CONFLICTS),
        }
    }

    /// Effort of a question about so many goals, where so much is spent: what one about several leaves is for their parts.
    fn effort(self, goals: usize, spent: u64) -> Option<u64> {
        match self {
            Persistence::Short(most) => Some(most.saturating_sub(spent)),
            Persistence::Long(most) | Persistence::Endless(most) => {
                let left = effort::left(most, spent)?;
                Some(if goals > 1 { left / 2 } else { left })
            }
        }
    }
}

/// What asking came to.
pub(super) enum Asked {
    /// What no run is known to reach is known to be reached by none of the runs that were followed, but for these goals.
    Done(Left),
    /// A limit was reached.
    Cut(Cause),
    /// The round has to be done again.
    Again,
}

/// What is to be reached, and when a run reaches it.
pub(super) type Condition = (u32, Term);

impl Round<'_, '_> {
    /// Of each number of obligations: when one of the first ones is met.
    fn met_before(&mut self) -> Vec<Term> {
        let ledger = &mut self.eval.vm.ledger;
        let mut met = vec![ledger.d.terms.ff()];
        for i in 0..ledger.obligations.len() {
            let next = ledger.d.terms.or(met[i], ledger.obligations[i].cond);
            met.push(next);
        }
        met
    }

    /// When runs reach what is not reached yet, as far as they were followed.
    fn conditions(&mut self, tally: &Tally) -> Vec<Condition> {
        let met = self.met_before();
        let b = &mut self.eval.vm.ledger.d.terms;
        let Some(visits) = &self.eval.visits else { return Vec::new() };
        let mut all = Vec::new();
        for goal in (0..tally.goals.all.len() as u32).filter(|goal| !tally.is_reached(*goal)) {
            let mut cond = b.ff();
            for visit in visits.of(goal) {
                let not_before = b.not(met[visit.after]);
                let here = b.and(visit.path, not_before);
                cond = b.or(cond, here);
            }
            if b.as_bool(cond) != Some(false) {
                all.push((goal, cond));
            }
        }
        all
    }

    /// Looks for runs that reach what is open, until each goal is reached or known to be reached by no run, or asking costs too
    /// much.
    pub(super) fn ask(
        &mut self,
        tally: &mut Tally,
        patience: Persistence,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Asked, Fault> {
        let all = self.conditions(tally);
        let before = self.solver.borrow().effort();
        let (mut left, mut groups) = (Left::new(), vec![all.clone()]);
        while let Some(mut group) = groups.pop() {
            let terms = &self.eval.vm.ledger.d.terms;
            group.retain(|&(goal, cond)| !tally.is_reached(goal) && !self.refuted.has(terms, cond));
            if group.is_empty() {
                continue;
            }
            self.begin(Stage::Solving, progress);
            let any = self.eval.vm.ledger.d.terms.or_all(group.iter().map(|c| c.1));
            let spent = self.solver.borrow().effort() - before;
            let limits = Limits {
                conflicts: patience.conflicts(group.len()),
                effort: patience.effort(group.len(), spent),
                clocked: matches!(patience, Persistence::Long(Some(_)) | Persistence::Endless(Some(_))),
                ..self.limits()
            };
            let answer = self.solver.borrow_mut().check(&mut self.eval.vm.ledger.d.terms, &[any], &limits)?;
            let reason = match answer {
                Answer::Unsat(refutation) => {
                    self.note_refuted(group.iter().map(|c| c.1).collect(), &refutation);
                    continue;
                }
                Answer::Sat => {
                    let model = self.solver.borrow_mut().model(&mut self.eval.vm.ledger.d.terms)?;
                    match self.executable(any, &model, &limits)? {
                        Executable::Run(any, model) => {
                            let model = self.simpler(any, model)?;
                            self.begin(Stage::Replay, progress);
                            let wanted = self.hold(&all, tally, &model);
                            match self.pursue(&model, &wanted, &tally.goals)? {
                                Pursued::Reached(run) => {
                                    tally.add(*run);
                                    self.close(tally);
                                    groups.push(group);
                                }
                                Pursued::Late => return Ok(Asked::Cut(Cause::Timeout(self.halted()))),
                                Pursued::Guessed => {
                                    groups.push(self.leave((group, GUESSED), &model, tally, &mut left));
                                }
                                Pursued::Again => return Ok(Asked::Again),
                            }
                            continue;
                        }
                        Executable::No => {
                            groups.push(self.leave((group, LAYOUT), &model, tally, &mut left));
                            continue;
                        }
                        Executable::Unknown(reason) => reason,
                    }
                }
                Answer::Unknown(reason) => reason,
            };
            match (reason, &group[..]) {
                (reason @ (Reason::Deadline | Reason::Memory | Reason::Stopped), _) => {
                    return Ok(Asked::Cut(self.cause_of(reason)));
                }
                (reason, &[(goal, _)]) => {
                    left.insert(goal, self.cause_of(reason));
                }
                (_, several) => {
                    let (first, second) = several.split_at(several.len() / 2);
                    groups.extend([second.to_vec(), first.to_vec()]);
                }
            }
        }
        Ok(Asked::Done(left))
    }

    /// The goals that a model's run reaches and that are not reached yet.
    fn hold(&self, all: &[Condition], tally: &Tally, model: &Model) -> Vec<u32> {
        let mut values = Evaluator::new(self.eval.vm.ledger.d.terms.store(), model);
        let open = all.iter().filter(|c| !tally.is_reached(c.0));
        open.filter(|c| values.bool(c.1)).map(|c| c.0).collect()
    }

    /// Visits of what is reached are noted no more.
    fn close(&mut self, tally: &Tally) {
        if let Some(visits) = &mut self.eval.visits {
            (0..tally.goals.all.len() as u32)
                .filter(|goal| tally.is_reached(*goal))
                .for_each(|goal| visits.close(goal));
        }
    }

    /// The machine shows no run to these goals, for a reason. Those that the model's run reaches are left; the others are to be asked
    /// for again.
    fn leave(
        &self,
        (group, why): (Vec<Condition>, &str),
        model: &Model,
        tally: &Tally,
        left: &mut Left,
    ) -> Vec<Condition> {
        let mut values = Evaluator::new(self.eval.vm.ledger.d.terms.store(), model);
        let (held, others) = group.into_iter().partition::<Vec<_>, _>(|c| values.bool(c.1));
        for (goal, _) in held {
            let loc = Some(tally.goals.all[goal as usize].loc);
            left.insert(goal, Cause::Unsupported { what: why.to_owned(), loc });
        }
        others
    }

    /// Evidence that no run goes on where it was not followed, or why one may; with so much effort for each of two questions. Runs
    /// that meet another obligation before are not asked for.
    pub(super) fn nothing_cut(&mut self, most: Option<u64>) -> Result<Result<NothingCut, Cause>, Fault> {
        let met = self.met_before();
        let limits = Limits { effort: most, clocked: true, ..self.limits() };
        let bound = |kind: &Kind| kind.is_bound();
        let other = |kind: &Kind| !kind.is_bound() && !matches!(kind, Kind::Check(_));
        for which in [&bound as &dyn Fn(&Kind) -> bool, &other] {
            let ledger = &mut self.eval.vm.ledger;
            let mut open = Vec::new();
            for (o, &before) in ledger.obligations.iter().zip(&met) {
                if which(&o.kind) {
                    let not_before = ledger.d.terms.not(before);
                    open.push((ledger.d.terms.and(o.cond, not_before), o.clone()));
                }
            }
            if open.is_empty() {
                continue;
            }
            let any = ledger.d.terms.or_all(open.iter().map(|o| o.0));
            let answer = self.solver.borrow_mut().check(&mut ledger.d.terms, &[any], &limits)?;
            match answer {
                Answer::Unsat(_) => {}
                Answer::Sat => {
                    let model = self.solver.borrow_mut().model(&mut ledger.d.terms)?;
                    let mut values = Evaluator::new(ledger.d.terms.store(), &model);
                    let hit = open.iter().find(|o| values.bool(o.0)).unwrap_or(&open[0]);
                    return Ok(Err(self.cause(&hit.1)));
                }
                Answer::Unknown(reason) => return Ok(Err(self.cause_of(reason))),
            }
        }
        Ok(Ok(NothingCut(())))
    }
}
