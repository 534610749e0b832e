//! Local objects that begin and end while their function runs.

use crate::machine::code::{Op, Operand};
use crate::machine::state::{Mode, ObjId, Origin};
use crate::machine::step::{Machine, Step};

impl Machine<'_, '_> {
    /// A local object begins or ends. Where the machine stands for all runs, each life is an object of its own.
    pub(in crate::machine) fn lifetime(&mut self, ptr: Operand, starts: bool) -> Step<()> {
        let Ok(register) = ptr.get() else { return Ok(()) };
        let pointer = self.frame.regs[register].clone();
        let id = pointer.object;
        if !self.frame.locals.contains(&id) {
            return Ok(());
        }
        if !starts && self.frame.caller == ObjId::NONE && self.returns_next() {
            // In one step with the end of the thread's outermost function.
            return Ok(());
        }
        self.visible(id, Mode::Write)?;
        if !starts {
            // Its size is needed when it begins again.
            if let Some(object) = self.memory.get(id) {
                let size = object.bytes.len();
                self.frame.sizes.retain(|s| s.0 != id);
                self.frame.sizes.push((id, size as u32));
            }
            self.memory.end(id);
            return Ok(());
        }
        let loc = self.loc();
        let size = match self.memory.get(id) {
            Some(object) => Some(object.bytes.len()),
            None => self.frame.sizes.iter().find(|s| s.0 == id).map(|s| s.1 as usize),
        };
        let Some(size) = size else { return Ok(()) };
        let site = self.site();
        if let Some(script) = &mut self.environment.script
            && self.memory.get(id).is_some()
        {
            // Its first life, or its declaration is reached again while it lives.
            self.memory.blank(id, &script.object(site));
            return Ok(());
        }
        if !self.environment.asks && self.environment.script.is_none() {
            self.memory.end(id);
            self.memory.begin_again(id, size, pointer.value.low(), loc);
            return Ok(());
        }
        self.memory.end(id);
        self.frame.sizes.retain(|s| s.0 != id);
        let new = self.make(size as u64, None, Origin::Stack)?;
        // In its place: the stack may be cut back to a height.
        self.frame.locals.iter_mut().filter(|local| **local == id).for_each(|local| *local = new);
        self.frame.regs[register] = self.memory.start(new);
        Ok(())
    }

    /// Whether nothing but ends of lifetimes comes before the return.
    fn returns_next(&self) -> bool {
        let ops = &self.image.codes[self.frame.func.index()].ops[self.frame.pc as usize..];
        let next = ops.iter().find(|op| !matches!(op, Op::Lifetime { starts: false, .. }));
        matches!(next, Some(Op::Return(_)))
    }
}
