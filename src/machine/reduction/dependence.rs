//! What another run of the same program may have in another way: addresses, what was never set, inputs.

use super::View;
use crate::base::word;
use crate::machine::state::{Memory, Node, ObjId, Reg};
use crate::program::{InstId, InstKind, Value, operands};

/// Numbers near zero that no address is, as both signs.
const NEAR: u64 = 4096;

/// On what of its run a state depends. Values that do are marked as undefined.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::machine) struct Dependence {
    /// A value was made that depends on where objects lie.
    pub addresses: bool,
    /// A value stands for more inputs than one.
    pub inputs: bool,
    /// A value was told that was never set.
    pub unset: bool,
}

/// Whether two addresses of different objects, or an address and a number, are never equal.
pub(in crate::machine) fn surely_differ(memory: &Memory, a: &Reg, b: &Reg) -> bool {
    let (address, other) = if a.object == ObjId::NONE { (b, a) } else { (a, b) };
    let inside = |reg: &Reg| match memory.node(reg.object) {
        Some(Node::Live(object)) => {
            let offset = reg.value.low().wrapping_sub(object.base);
            // Functions have an address, but no bytes.
            offset < object.bytes.len().max(1) as u64
        }
        // Activations are compared with null alone.
        Some(Node::Frame(_)) => true,
        Some(Node::Dead(_)) | None => false,
    };
    if other.object == ObjId::NONE {
        let width = other.width();
        let n = other.value.low();
        let near = n < NEAR || word::neg(width.min(64), n) < NEAR;
        // What an address was, it stays: not null.
        let dead = matches!(memory.node(address.object), Some(Node::Dead(_)));
        return near && (inside(address) || dead && n == 0);
    }
    let lives = |reg: &Reg| matches!(memory.node(reg.object), Some(Node::Live(_)));
    // One that has ended may have left its place to the other: which began first is no part of a state.
    lives(address) && lives(other) && inside(address) && inside(other)
}

/// Whether what the sanitizer's report that is next complains of may be a variable that was never set, for which the
/// machine has chosen a value.
pub(in crate::machine) fn asks_unset(view: &View<'_, '_>) -> bool {
    let f = view.image.program.func(view.frame.func);
    let report = view.image.code(view.frame.func).insts[view.frame.pc as usize];
    let mut work = vec![report];
    let mut seen: Vec<InstId> = Vec::new();
    while let Some(i) = work.pop() {
        if seen.contains(&i) {
            continue;
        }
        seen.push(i);
        let mut look = |v: Value| {
            if let Value::Inst(i) = v {
                work.push(i);
            }
        };
        match &f.inst(i).kind {
            InstKind::Freeze(_) => return true,
            InstKind::Phi(incoming) => incoming.iter().for_each(|(_, v)| look(*v)),
            InstKind::Load { .. } => {}
            kind => operands(kind, look),
        }
    }
    false
}
