//! What a round turned out to need: it is done again, with that.

use super::Round;
use super::strays::Strays;
use crate::engine::bmc::ledger::{Bytewise, Kind, Learned, Shared, Stop};
use crate::engine::bmc::memory::{Closed, Closing, Unrepresentable};
use crate::engine::bmc::policy::GOES_ON;
use crate::engine::verdict::{Cause, Fault};
use crate::ilr::Term;
use crate::smt::{Answer, Limits};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How often objects are added to those whose arrays have bytes as elements; then all have.
const ADDED: u32 = 3;

/// How often the rounds may find that threads share more.
const SHARED: u32 = 24;

/// What rounds turned out to need.
#[derive(Clone, Default, Debug)]
pub struct Again {
    /// Strays that are followed.
    pub strays: Strays,
    /// Objects, by their identity, whose arrays have bytes as elements.
    pub bytewise: BTreeSet<u128>,
    /// How often such objects were added.
    added: u32,
    /// What threads share.
    pub shared: Option<Shared>,
    /// How often that was more than was known.
    more_shared: u32,
    /// Whether long loops beside other threads are followed to their end.
    pub endures: bool,
}

impl Again {
    /// Whether nothing was missing.
    pub fn is_empty(&self) -> bool {
        self.strays.is_empty() && self.bytewise.is_empty() && self.shared.is_none() && !self.endures
    }

    /// Adds what another round needs.
    pub fn extend(&mut self, more: Again) {
        self.strays.extend(more.strays);
        self.added += u32::from(!more.bytewise.is_empty());
        self.bytewise.extend(more.bytewise);
        self.endures |= more.endures;
        if more.shared.is_some() {
            self.shared = more.shared;
            self.more_shared += 1;
        }
    }

    /// What a round does; `all` strays are followed where everything is to be listed.
    pub fn learned(&self, all: bool) -> Learned {
        let bytewise = Bytewise { objects: Arc::new(self.bytewise.clone()), all: self.added > ADDED };
        // Where it does not come to an end, threads are not followed.
        let shared = (self.more_shared <= SHARED).then(|| self.shared.clone().unwrap_or_default());
        Learned { followed: self.strays.followed(all), bytewise, shared, endures: self.endures }
    }
}

impl Round<'_, '_> {
    /// Looks for runs that come to an access that no array of larger elements can represent.
    pub(super) fn find_unfit(&mut self, limits: &Limits) -> Result<Option<Cause>, Fault> {
        let asked = &self.eval.vm.ledger.options.learned.bytewise;
        let unfit = self.eval.vm.memory.space.elements.unfit();
        let unfit: BTreeSet<u128> = unfit.difference(&asked.objects).copied().collect();
        if asked.all || unfit.is_empty() {
            return Ok(None);
        }
        let shape = Unrepresentable::Shape.words();
        let cause = self.reachable(&|k| matches!(k, Kind::Unsupported(what) if what == shape), limits)?;
        if matches!(cause, Some(Cause::Unsupported { .. })) {
            self.findings.again.bytewise = unfit;
        }
        Ok(cause)
    }

    /// Looks for runs that go on in a loop beside other threads which was not followed any longer, as another round may.
    pub(super) fn find_cut_short(&mut self, limits: &Limits) -> Result<Option<Cause>, Fault> {
        let cause = self.reachable(&|k| matches!(k, Kind::Unsupported(what) if what == GOES_ON), limits)?;
        self.findings.again.endures = matches!(cause, Some(Cause::Unsupported { .. }));
        Ok(cause)
    }

    /// What threads share was known, or the round has to be done again, or why it cannot be said.
    pub(super) fn close_threads(&mut self) -> Result<Closed, Cause> {
        let stop = match self.eval.vm.memory.close(&mut self.eval.vm.ledger) {
            Ok(Closing::Closed(closed)) => return Ok(closed),
            Ok(Closing::Open(shared)) => {
                tracing::debug!(objects = shared.parts.len(), "threads share more");
                self.findings.again.shared = Some(shared);
                "threads".to_owned()
            }
            Err(Stop::Unsupported(what)) => what,
            Err(Stop::End) => "threads".to_owned(),
        };
        Err(Cause::Unsupported { what: stop, loc: None })
    }

    /// Whether there are several threads: then what they read is known only when all are followed.
    pub(super) fn has_threads(&self) -> bool {
        self.eval.vm.ledger.threads.are_several()
    }

    /// Asks the solver for a run that satisfies all of some conditions.
    pub(super) fn question(&mut self, conds: &[Term], limits: &Limits) -> Result<Answer, Fault> {
        let ledger = &mut self.eval.vm.ledger;
        let mut all = conds.to_vec();
        all.extend(ledger.threads.consistent);
        Ok(self.solver.borrow_mut().check(&mut ledger.d.terms, &all, limits)?)
    }
}
