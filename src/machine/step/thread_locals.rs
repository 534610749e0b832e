//! What every thread has for itself: its thread-local variables. The thread that the program begins with has the globals,
//! every other one a table of pointers to copies of what they are at first.

use crate::machine::state::{ObjId, Origin, Reg};
use crate::machine::step::{Machine, Step};
use crate::program::GlobalId;

impl Machine<'_, '_> {
    /// The variable of the running thread.
    pub(in crate::machine) fn thread_local(&mut self, dst: u32, global: GlobalId) {
        let made = self.thread_local_place(global);
        self.set(dst, made);
    }

    /// Where it lies.
    pub(in crate::machine) fn thread_local_place(&self, global: GlobalId) -> Reg {
        let word = self.memory.width / 8;
        let place = self.image.thread_locals.iter().position(|&g| g == global);
        match place {
            Some(i) if self.frame.thread_locals != ObjId::NONE => {
                self.memory.load(self.frame.thread_locals, i * word as usize, word, self.memory.width)
            }
            _ => self.memory.start(self.image.global(global)),
        }
    }

    /// The variables of a new thread.
    pub(in crate::machine) fn make_thread_locals(&mut self) -> Step<ObjId> {
        let image = self.image;
        if image.thread_locals.is_empty() {
            return Ok(ObjId::NONE);
        }
        let word = self.memory.width / 8;
        let table =
            self.make(image.thread_locals.len() as u64 * u64::from(word), Some(0), Origin::Argument(None))?;
        for (i, &global) in image.thread_locals.iter().enumerate() {
            let first = image.initial().get(image.global(global)).expect("globals live");
            let id = self.make(first.bytes.len() as u64, Some(0), Origin::Stack)?;
            let copy = self.memory.get_mut(id).expect("it was made");
            copy.bytes.clone_from(&first.bytes);
            copy.undef.clone_from(&first.undef);
            copy.pieces.clone_from(&first.pieces);
            copy.pointers.clone_from(&first.pointers);
            let start = self.memory.start(id);
            self.memory.store(table, i * word as usize, word, &start);
        }
        Ok(table)
    }

    /// The running thread ends, and with it its variables.
    pub(in crate::machine) fn end_thread_locals(&mut self) {
        let table = self.frame.thread_locals;
        let Some(object) = self.memory.get(table) else { return };
        let all: Vec<ObjId> = object.pointers.values().copied().collect();
        for id in all {
            self.memory.end(id);
        }
        self.memory.end(table);
    }
}
