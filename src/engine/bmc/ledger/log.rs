//! What the program does not determine, as the evaluation meets it: inputs and objects, each with the condition on which
//! it is met. States are evaluated in an order that all runs follow, so what holds of these conditions under a model is
//! the model's run in its order, and a [`Script`] for the machine.

use super::Ledger;
use crate::engine::bmc::state::{InputId, ObjId, State};
use crate::ilr::Term;
use crate::machine::script::{Ask, Site};

/// What is met.
#[derive(Clone, Copy)]
pub enum Met {
    /// A value.
    Value(Ask, Term),
    /// A new object, or another lifetime of one.
    Object(ObjId, u64),
}

/// An entry.
#[derive(Clone, Copy)]
pub struct Entry {
    /// When.
    pub path: Term,
    /// Where.
    pub site: Site,
    /// What.
    pub met: Met,
    /// In which thread.
    pub thread: usize,
    /// Number of visits of threads noted before.
    pub visits: usize,
}

/// The entries so far.
#[derive(Default)]
pub struct Log(pub Vec<Entry>);

impl Ledger<'_> {
    fn site(&self, state: &State) -> Site {
        let frame = &state.frame;
        let insts = &self.program.func(frame.func).block(frame.block).insts;
        (frame.func, insts[frame.at.min(insts.len() - 1)])
    }

    fn enter(&mut self, state: &State, path: Term, met: Met) {
        if !self.is_replay() {
            let site = self.site(state);
            let (thread, visits) = (state.thread.number, self.threads.visits.len());
            self.log.0.push(Entry { path, site, met, thread, visits });
        }
    }

    /// A value is asked for.
    pub fn log_value(&mut self, state: &State, id: InputId, value: Term) {
        if let Some(ask) = id.ask() {
            self.enter(state, state.path.term(), Met::Value(ask, value));
        }
    }

    /// What was met since there were so many entries counts only where this holds, too.
    pub fn log_only(&mut self, since: usize, cond: Term) {
        for i in since..self.log.0.len() {
            self.log.0[i].path = self.d.terms.and(self.log.0[i].path, cond);
        }
    }

    /// An object begins, or one of its lifetimes.
    pub fn log_object(&mut self, state: &State, o: ObjId, lifetime: u64) {
        self.enter(state, state.path.term(), Met::Object(o, lifetime));
    }
}
