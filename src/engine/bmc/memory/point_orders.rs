//! How what threads do orders what others see: by the orders of atomic accesses and fences, and by what C11 says of functions of the
//! library ([`weak_orders`](super::weak_orders) says what follows from it).

use super::MemoryModel;
use crate::engine::bmc::ledger::{Ledger, PointKind, PointOrder};
use crate::engine::bmc::state::{Point, State};
use crate::program::{InstKind, Ordering};

/// Beginnings of the names of functions with which threads wait for each other.
const SYNCHRONIZE: [&str; 6] = ["pthread_", "sem_", "mtx_", "cnd_", "thrd_", "call_once"];
/// In the names of those that let others see what was done before them.
const RELEASES: [&str; 4] = ["unlock", "post", "wait", "once"];
/// In the names of those behind which is seen what others have let them see.
const ACQUIRES: [&str; 4] = ["lock", "wait", "once", "join"];

/// How an instruction orders what its thread does.
pub fn order_of(kind: &InstKind) -> PointOrder {
    let all = |kind: PointKind, [first, other]: [Ordering; 2]| PointOrder {
        kind,
        acquire: first.acquires() && other.acquires(),
        release: first.releases(),
        seq_cst: [first, other] == [Ordering::SeqCst; 2],
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

/// How a function of the library orders what its thread does, by its name.
fn order_of_function(name: &str) -> PointOrder {
    let synchronizes = SYNCHRONIZE.iter().any(|start| name.starts_with(start));
    let any = |parts: &[&str]| synchronizes && parts.iter().any(|part| name.contains(part));
    // To take a semaphore lets nobody see anything.
    let release = any(&RELEASES) && !(name.starts_with("sem_") && name.contains("wait"));
    // With whom a reader synchronizes is not told apart: its lock sees nothing.
    let others = ["unlock", "rdlock", "init", "destroy"];
    let acquire = any(&ACQUIRES) && !others.iter().any(|other| name.contains(other));
    let kind = if name.contains("get") { PointKind::Looks } else { PointKind::Library };
    PointOrder { kind, acquire, release, seq_cst: false }
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
        let mut order = PointOrder { kind: PointKind::Block, ..PointOrder::default() };
        let mut always = false;
        if l.program.func(state.frame.func).model {
            let mut frame = &state.frame;
            while let Some(parent) = frame.parent.as_ref().filter(|parent| l.program.func(parent.func).model)
            {
                frame = parent;
            }
            let name = l.program.func(frame.func).source_name.as_str();
            order = order_of_function(name);
            always = name.contains("join") || name.contains("once");
        }
        l.threads.points[point].order = order;
        if always {
            // These see what others have done also where they change nothing.
            l.fence(point, state.path.term());
        }
    }
}
