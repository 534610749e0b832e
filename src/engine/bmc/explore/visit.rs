//! Notes the visits of goals.

use super::Eval;
use crate::engine::bmc::state::{State, Val};
use crate::ilr::Term;
use crate::program::{BlockId, InstId};
use std::sync::Arc;

impl Eval<'_> {
    /// A state is about to execute an instruction.
    pub(super) fn visit(&mut self, state: &mut State, inst: InstId) {
        let Some(goals) = self.visits.as_ref().map(|visits| Arc::clone(&visits.goals)) else { return };
        for &(goal, when) in goals.at(state.frame.func, inst) {
            if !self.visits.as_ref().is_some_and(|visits| visits.is_open(goal)) {
                continue;
            }
            let mut path = state.path.term();
            if let Some(when) = when {
                // What has no value ends the run at the instruction.
                let Ok(Val::Int(value)) = self.vm.operand(state, when) else { continue };
                let b = &mut self.vm.ledger.d.terms;
                let zero = b.bv(b.width(value), 0);
                let holds = b.ne(value, zero);
                path = b.and(path, holds);
            }
            self.note_visit(goal, path);
        }
    }

    /// A state goes from one block to another.
    pub(super) fn visit_edge(&mut self, state: &State, from: BlockId, to: BlockId) {
        let Some(goals) = self.visits.as_ref().map(|visits| Arc::clone(&visits.goals)) else { return };
        for &goal in goals.on_edge(state.frame.func, from, to) {
            self.note_visit(goal, state.path.term());
        }
    }

    fn note_visit(&mut self, goal: u32, path: Term) {
        let (ledger, visits) = (&self.vm.ledger, &mut self.visits);
        if ledger.d.terms.as_bool(path) != Some(false)
            && let Some(visits) = visits
        {
            visits.note(goal, path, ledger.obligations.len());
        }
    }
}
