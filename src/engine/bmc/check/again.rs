//! What a round turned out to need: it is done again, with that.

use super::Round;
use super::strays::Strays;
use crate::engine::bmc::ledger::{Bytewise, Kind, Learned};
use crate::engine::bmc::memory::Unrepresentable;
use crate::engine::verdict::{Cause, Fault};
use crate::smt::Limits;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How often objects are added to those whose arrays have bytes as elements; then all have.
const ADDED: u32 = 3;

/// What rounds turned out to need.
#[derive(Clone, Default, Debug)]
pub struct Again {
    /// Strays that are followed.
    pub strays: Strays,
    /// Objects, by their identity, whose arrays have bytes as elements.
    pub bytewise: BTreeSet<u128>,
    /// How often such objects were added.
    added: u32,
}

impl Again {
    /// Whether nothing was missing.
    pub fn is_empty(&self) -> bool {
        self.strays.is_empty() && self.bytewise.is_empty()
    }

    /// Adds what another round needs.
    pub fn extend(&mut self, more: Again) {
        self.strays.extend(more.strays);
        self.added += u32::from(!more.bytewise.is_empty());
        self.bytewise.extend(more.bytewise);
    }

    /// What a round does; `all` strays are followed where everything is to be listed.
    pub fn learned(&self, all: bool) -> Learned {
        let bytewise = Bytewise { objects: Arc::new(self.bytewise.clone()), all: self.added > ADDED };
        Learned { followed: self.strays.followed(all), bytewise }
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
}
