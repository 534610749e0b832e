//! Strays that runs meet: the evaluation ends there at first ([`Followed`](crate::engine::bmc::ledger::Followed)). Where a run
//! comes to one, the round is done again and follows those of that instruction.

use super::Round;
use crate::base::effort::SECOND;
use crate::engine::bmc::ledger::{Followed, Kind, Obligation};
use crate::engine::verdict::{Cause, Fault};
use crate::ilr::Term;
use crate::ilr::eval::Evaluator;
use crate::program::{FuncId, InstId};
use crate::property::Check;
use crate::smt::{Answer, Limits, Reason};
use std::collections::HashSet;
use std::sync::Arc;

/// Strays that runs were found to meet.
#[derive(Clone, Default, Debug)]
pub struct Strays {
    /// Instructions that read or use them.
    pub at: HashSet<(FuncId, InstId)>,
    /// Whether bytes that nobody has written have to be strays from the start: the program has compared addresses after it
    /// followed such bytes.
    pub from_start: bool,
}

impl Strays {
    /// Whether nothing more has to be followed.
    pub fn is_empty(&self) -> bool {
        self.at.is_empty() && !self.from_start
    }

    /// Adds others.
    pub fn extend(&mut self, more: Strays) {
        self.at.extend(more.at);
        self.from_start |= more.from_start;
    }

    /// What a round follows; `all` of them where everything is to be listed.
    pub fn followed(&self, all: bool) -> Followed {
        let at = (!all).then(|| Arc::new(self.at.clone()));
        Followed { at, from_start: self.from_start }
    }
}

/// Effort that it may take at least to ask whether strays are met, where the round has not taken more. Where that is not
/// known, they are followed.
const EFFORT: u64 = SECOND;

/// The instruction that an obligation is deferred at.
fn deferred_at(o: &Obligation) -> Option<(FuncId, InstId)> {
    match o.kind {
        Kind::Deferred(func, inst) => Some((func, inst)),
        _ => None,
    }
}

impl Round<'_, '_> {
    /// Whether a round that has strays from the start may show what this one does not: a pointer of initial bytes led nowhere before
    /// the program compared addresses, and the machine finds it to be one of these.
    pub(super) fn follow_from_start(&mut self) -> bool {
        let again = self.eval.vm.memory.space.has_undefined()
            && !self.eval.vm.ledger.options.learned.followed.from_start;
        self.findings.again.strays.from_start |= again;
        again
    }

    /// Looks for strays that runs meet. Where there are some, or that is not known, the round counts for nothing.
    pub(super) fn find_strays(&mut self) -> Result<Option<Cause>, Fault> {
        let all = &self.eval.vm.ledger.obligations;
        let deferred: Vec<Obligation> = all.iter().filter(|o| deferred_at(o).is_some()).cloned().collect();
        let mut left: Vec<&Obligation> = deferred.iter().collect();
        while !left.is_empty() {
            let conds: Vec<Term> = left.iter().map(|o| o.cond).collect();
            let limits = Limits { effort: Some(EFFORT.max(self.effort())), ..self.limits() };
            let any = self.eval.vm.ledger.d.terms.or_all(conds.iter().copied());
            match self.question(&[any], &limits)? {
                Answer::Unsat(refutation) => {
                    self.note_refuted(conds, &refutation);
                    break;
                }
                Answer::Sat => {
                    let b = &mut self.eval.vm.ledger.d.terms;
                    let model = self.solver.borrow_mut().model(b)?;
                    let mut values = Evaluator::new(b.store(), &model);
                    self.findings
                        .again
                        .strays
                        .at
                        .extend(left.iter().filter(|o| values.bool(o.cond)).filter_map(|o| deferred_at(o)));
                }
                Answer::Unknown(reason @ (Reason::Deadline | Reason::Memory | Reason::Stopped)) => {
                    self.findings.again.strays = Strays::default();
                    return Ok(Some(self.cause_of(reason)));
                }
                Answer::Unknown(_) => {
                    self.findings.again.strays.at.extend(left.iter().filter_map(|o| deferred_at(o)))
                }
            }
            left.retain(|o| deferred_at(o).is_none_or(|at| !self.findings.again.strays.at.contains(&at)));
        }
        let met = deferred
            .iter()
            .find(|o| deferred_at(o).is_some_and(|at| self.findings.again.strays.at.contains(&at)));
        Ok(met.map(|o| Cause::Undefined { check: Check::InvalidRead, loc: o.loc }))
    }
}
