//! Total store order (Owens, Sarkar, Sewell, A Better x86 Memory Model, TPHOLs 2009, section 2; `design-threads.md`, section 11).
//!
//! A store has two times: the one at which it is executed, which is its point's, and the one at which others can see it. The stores of
//! a thread come to memory in their order, and before what the thread does at a fence: an atomic read-modify-write, a sequentially
//! consistent store or fence, an atomic section of the program, the creation of a thread, and a function of the library that changes
//! what threads share, as it does so by a locked operation. A function that only reads, such as one that fails to take a lock, is none.
//! A read returns the last store to come to memory of those that have and of those that its own thread has executed before.

use super::MemoryModel;
use crate::engine::bmc::ledger::{Kind, Ledger};
use crate::engine::bmc::state::State;
use crate::engine::verdict::Consistency;
use crate::ilr::{Sort, Term};
use crate::program::{InstKind, Ordering, Type};

/// How the running instruction accesses memory.
enum Accesses {
    /// Loads, or stores in the buffer of the thread.
    AtOnce,
    /// Stores to memory, behind everything that waits.
    Locked,
    /// Several scalars, of which the order is not known.
    InParts,
}

fn accesses(l: &Ledger<'_>, state: &State) -> Accesses {
    let func = l.program.func(state.frame.func);
    let insts = &func.block(state.frame.block).insts;
    let Some(inst) = insts.get(state.frame.at).map(|&id| func.inst(id)) else { return Accesses::InParts };
    let (ty, align) = match inst.kind {
        InstKind::Store { atomic: Some(Ordering::SeqCst), .. } => return Accesses::Locked,
        InstKind::Load { atomic: Some(_), .. } | InstKind::Store { atomic: Some(_), .. } => {
            return Accesses::AtOnce;
        }
        InstKind::Load { align, .. } => (inst.ty, align),
        InstKind::Store { ty, align, .. } => (ty, align),
        _ => return Accesses::InParts,
    };
    let size = l.program.types.layout(ty).store_size;
    let scalar = matches!(l.program.types.get(ty), Type::Int(_) | Type::Float(_) | Type::Ptr(_));
    let word = size.is_power_of_two() && size <= align && size * 8 <= l.width().into();
    if scalar && word { Accesses::AtOnce } else { Accesses::InParts }
}

impl MemoryModel {
    /// Others see what the running thread has stored before, under total store order.
    pub fn fence(&self, l: &mut Ledger<'_>, state: &mut State) {
        if state.thread.concurrent && is_store_order(l) {
            let point = l.access_point(state);
            l.fence(point, state.path.term());
        }
    }

    /// A fence between threads.
    pub fn meets_fence(&self, l: &mut Ledger<'_>, state: &mut State, order: Ordering) {
        if is_store_order(l) {
            if order == Ordering::SeqCst {
                self.fence(l, state);
            }
        } else if order != Ordering::Monotonic && state.thread.section.is_none() {
            let point = l.point(state);
            self.note_order(l, state, point);
        }
    }

    /// Where the running instruction stores to shared memory, outside of a section: that it waits in the thread's buffer, or that all
    /// before has left it.
    pub fn buffer_store(&self, l: &mut Ledger<'_>, state: &mut State, stored: Term) {
        if !is_store_order(l) {
            return;
        }
        let point = l.access_point(state);
        match accesses(l, state) {
            Accesses::AtOnce => {
                let visible = l.d.terms.var(&format!("visible!{point}"), Sort::Bv(32));
                l.threads.points[point].visible = Some(visible);
            }
            Accesses::Locked => l.fence(point, stored),
            Accesses::InParts => in_parts(l, state, stored),
        }
    }

    /// A read of shared memory, outside of a section, has to be one of the machine.
    pub fn read_at_once(&self, l: &mut Ledger<'_>, state: &mut State, read: Term) {
        if is_store_order(l)
            && state.thread.section.is_none()
            && matches!(accesses(l, state), Accesses::InParts)
        {
            in_parts(l, state, read);
        }
    }

    /// What holds of the times at which others see stores.
    pub fn order_stores(&self, l: &mut Ledger<'_>) -> Vec<Term> {
        let mut last: Vec<Option<Term>> = vec![None; l.threads.list.len()];
        let mut holds = Vec::new();
        for point in &l.threads.points {
            let b = &mut l.d.terms;
            let before = &mut last[point.thread];
            if let (Some(before), Some(fence)) = (*before, point.fence) {
                let come = b.ult(before, point.clock);
                holds.push(b.implies(fence, come));
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

/// Whether threads have buffers of stores.
pub(super) fn is_store_order(l: &Ledger<'_>) -> bool {
    l.options.assumptions.consistency == Consistency::StoreOrder
}

/// What the machine reads or writes by several operations, which others may come between.
fn in_parts(l: &mut Ledger<'_>, state: &State, when: Term) {
    let what = "memory that threads share, accessed in parts, under total store order".to_owned();
    l.oblige(state, Kind::Unsupported(what), when, None);
}
