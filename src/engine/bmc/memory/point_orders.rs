//! How what threads do orders what others see: by the orders of atomic accesses and fences, and by what C11 says of functions of the
//! library ([`weak_orders`](super::weak_orders) says what follows from it).

use super::MemoryModel;
use crate::engine::bmc::ledger::{Ledger, PointKind, PointOrder};
use crate::engine::bmc::state::{Frame, Point, State};
use crate::program::{InstKind, Ordering};
use crate::semantics::Synchronization;

/// How an instruction orders what its thread does.
pub fn order_of(kind: &InstKind) -> PointOrder {
    let all = |kind: PointKind, [first, other]: [Ordering; 2]| PointOrder {
        kind,
        acquire: first.acquires() && other.acquires(),
        release: first.releases(),
        seq_cst: [first, other] == [Ordering::SeqCst; 2],
        always: false,
    };
    match kind {
        InstKind::Load { atomic: Some(order), .. } | InstKind::Store { atomic: Some(order), .. } => {
            all(PointKind::Access, [*order; 2])
        }
        InstKind::CmpXchg { orders, .. } => all(PointKind::Exchange, *orders),
        InstKind::AtomicRmw { order, .. } => all(PointKind::Exchange, [*order; 2]),
        InstKind::Fence(order) => all(PointKind::Fence, [*order; 2]),
        _ => PointOrder::default(),
    }
}

/// How a function of the library orders what its thread does.
fn order_of_function(name: &str) -> PointOrder {
    let Synchronization { acquires, releases, always, looks } = Synchronization::of(name);
    let kind = if looks && !acquires { PointKind::Looks } else { PointKind::Library };
    PointOrder { kind, acquire: acquires, release: releases, seq_cst: false, always }
}

impl MemoryModel {
    /// Notes how the running instruction, outside of a section, orders what its thread does.
    pub fn note_order(&self, l: &mut Ledger<'_>, state: &State, point: Point) {
        let func = l.program.func(state.frame.func);
        let insts = &func.block(state.frame.block).insts;
        if let Some(&inst) = insts.get(state.frame.at) {
            l.threads.points[point].order = order_of(&func.inst(inst).kind);
        }
    }

    /// Notes how a section that begins orders what its thread does.
    pub fn note_section_order(&self, l: &mut Ledger<'_>, state: &State, point: Point) {
        let is_library = |frame: &Frame| l.program.func(frame.func).model;
        let order = if is_library(&state.frame) {
            let mut frame = &state.frame;
            while let Some(caller) = frame.parent.as_ref().filter(|caller| is_library(caller)) {
                frame = caller;
            }
            order_of_function(&l.program.func(frame.func).source_name)
        } else {
            PointOrder { kind: PointKind::Block, ..PointOrder::default() }
        };
        l.threads.points[point].order = order;
    }
}
