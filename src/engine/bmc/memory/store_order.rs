//! Total store order (Owens, Sarkar, Sewell, A Better x86 Memory Model, TPHOLs 2009, section 2; `design-threads.md`, section 11).
//!
//! A store has two times: the one at which it is executed, which is its point's, and the one at which others can see it. The stores of
//! a thread come to memory in their order, and before what the thread does at a fence: an atomic read-modify-write, a sequentially
//! consistent store or fence, and each section of the library, of which POSIX says that it synchronizes memory (Base Definitions,
//! 4.12). A read returns the last store to come to memory of those that have and of those that its own thread has executed before.

use super::MemoryModel;
use crate::engine::bmc::ledger::{Kind, Ledger};
use crate::engine::bmc::state::State;
use crate::engine::verdict::Consistency;
use crate::ilr::{Sort, Term};
use crate::program::{InstKind, Ordering};

/// How the running instruction stores.
enum Stores {
    /// In the buffer of the thread.
    Waiting,
    /// At once, behind everything that waits.
    AtOnce,
    /// Several scalars, of which the order is not known.
    Block,
}

fn stores(l: &Ledger<'_>, state: &State) -> Stores {
    let func = l.program.func(state.frame.func);
    let insts = &func.block(state.frame.block).insts;
    match insts.get(state.frame.at).map(|&id| &func.inst(id).kind) {
        Some(InstKind::Store { atomic: Some(Ordering::SeqCst), .. }) => Stores::AtOnce,
        Some(InstKind::Store { .. }) => Stores::Waiting,
        _ => Stores::Block,
    }
}

impl MemoryModel {
    /// Where the running instruction stores to shared memory, outside of a section: that it waits in the thread's buffer, or that all
    /// before has left it.
    pub fn buffer_store(&self, l: &mut Ledger<'_>, state: &mut State, stored: Term) {
        if l.options.assumptions.consistency != Consistency::StoreOrder {
            return;
        }
        let point = l.access_point(state);
        match stores(l, state) {
            Stores::Waiting => {
                let visible = l.d.terms.var(&format!("visible!{point}"), Sort::Bv(32));
                l.threads.points[point].visible = Some(visible);
            }
            Stores::AtOnce => l.threads.points[point].fence = true,
            Stores::Block => {
                let what =
                    "a block of bytes that is stored to shared memory, under total store order".to_owned();
                l.oblige(state, Kind::Unsupported(what), stored, None);
            }
        }
    }

    /// What holds of the times at which others see stores.
    pub fn order_stores(&self, l: &mut Ledger<'_>) -> Vec<Term> {
        let mut last: Vec<Option<Term>> = vec![None; l.threads.list.len()];
        let mut holds = Vec::new();
        for point in &l.threads.points {
            let b = &mut l.d.terms;
            let before = &mut last[point.thread];
            if let (Some(before), true) = (*before, point.fence) {
                let come = b.ult(before, point.clock);
                holds.push(b.implies(point.when, come));
            }
            if let Some(visible) = point.visible {
                holds.push(b.ult(point.clock, visible));
                if let Some(before) = before.replace(visible) {
                    holds.push(b.ult(before, visible));
                }
            }
        }
        holds
    }
}
