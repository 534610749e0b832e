//! The graph of objects and activations, whose edges are pointers.

use rustc_hash::FxHashSet;

use super::{Memory, Node, ObjId};

impl Memory {
    /// The objects and activations that a node names; `all`: also what registers name that may not be read any more.
    #[inline]
    pub(in crate::machine) fn edges(&self, id: ObjId, all: bool, visit: &mut dyn FnMut(ObjId)) {
        match self.node(id) {
            Some(Node::Live(object)) => object.pointers.values().for_each(|&to| visit(to)),
            Some(Node::Frame(frame)) => {
                let readable = frame.readable().filter(|_| !all);
                let regs = readable.chain(frame.registers().filter(|_| all)).map(|r| r.object);
                let rest =
                    frame.locals.iter().copied().chain([frame.caller, frame.varargs, frame.thread_locals]);
                regs.chain(rest).filter(|&to| to.is_one()).for_each(visit);
            }
            Some(Node::Dead(_)) | None => {}
        }
    }

    /// All nodes that some lead to, these included; `all`: also by registers that may not be read any more.
    pub fn closure(&self, from: impl Iterator<Item = ObjId>, all: bool) -> FxHashSet<ObjId> {
        let mut reached: FxHashSet<ObjId> = from.collect();
        let mut open: Vec<ObjId> = reached.iter().copied().collect();
        while let Some(id) = open.pop() {
            self.edges(id, all, &mut |to| {
                if reached.insert(to) {
                    open.push(to);
                }
            });
        }
        reached
    }
}
