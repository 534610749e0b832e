//! Heap objects that nothing points to any more, and those that are left when a program ends.
//!
//! What is lost stays lost, so it is looked for where a program ends, of whatever kind the end is, and where a machine that
//! stands for all runs stops between transitions, which is often enough for runs without an end.

use super::View;
use crate::machine::state::{Memory, ObjId, Object, Origin};
use crate::program::LocId;
use crate::property::Check;

/// What is lost.
pub(in crate::machine) enum Lost {
    /// Nothing.
    Nothing,
    /// This object, which was made there.
    Object(ObjId, Option<LocId>),
    /// An object, if what is left in a register is no variable's.
    Maybe,
}

/// The heap objects.
pub(in crate::machine) fn heap(memory: &Memory) -> impl Iterator<Item = (ObjId, &Object)> {
    memory.live().filter(|(_, o)| matches!(o.origin, Origin::Heap(_)))
}

/// What nobody reaches, where that is checked; `also`: what else is reached, `asks`: whether the machine stands for all
/// runs. What a register holds that is not read again may be a variable's or left
/// over.
pub(in crate::machine) fn lost(view: &View<'_, '_>, also: impl Iterator<Item = ObjId>, asks: bool) -> Lost {
    let (memory, frame) = (view.memory, view.frame);
    if !view.image.checks.contains(Check::Leak) || heap(memory).next().is_none() {
        return Lost::Nothing;
    }
    let given = |o: &Object| matches!(o.origin, Origin::Global(_) | Origin::Outside);
    let mut roots: Vec<ObjId> = memory.live().filter(|(_, o)| given(o)).map(|(id, _)| id).collect();
    roots.extend(also);
    let mut registers: Vec<ObjId> = Vec::new();
    let code = view.image.code(frame.func);
    if !frame.regs.is_empty() {
        let live = code.live();
        let known = live.each(code, frame.pc as usize, false, |r| {
            roots.extend(frame.regs.get(r).map(|reg| reg.object));
        });
        if !known && asks {
            roots.extend(frame.regs.iter().map(|reg| reg.object));
        }
    }
    let mut frame = frame;
    loop {
        roots.extend(frame.locals.iter().copied().chain([frame.varargs, frame.thread_locals]));
        roots.extend(frame.readable().map(|r| r.object));
        registers.extend(frame.registers().map(|r| r.object));
        match memory.parked(frame.caller) {
            Some(caller) => frame = caller,
            None => break,
        }
    }
    let reached = memory.closure(roots.into_iter(), false);
    if heap(memory).all(|(id, _)| reached.contains(&id)) {
        return Lost::Nothing;
    }
    let most = memory.closure(registers.into_iter().chain(reached.iter().copied()), true);
    match heap(memory).find(|(id, _)| !most.contains(id)) {
        Some((id, object)) => Lost::Object(id, object.loc),
        None => Lost::Maybe,
    }
}
