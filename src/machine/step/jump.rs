//! `setjmp` and `longjmp`. A mark is a local object of the activation that has called `setjmp`; it holds which call that was,
//! and the program's buffer a pointer to it. So a jump to an activation that has returned finds a mark that has ended.

use std::sync::Arc;

use crate::machine::code::Op;
use crate::machine::state::{Mode, ObjId, Origin, Reg};
use crate::machine::step::{Machine, Step};
use crate::semantics::{Done, Missing, Unsupported};

/// Bytes of a mark.
const SIZE: u32 = 4;

impl Machine<'_, '_> {
    fn is_mark(&self, id: ObjId) -> bool {
        self.memory.get(id).is_some_and(|o| {
            // No variable of the program is a constant local object.
            o.constant && o.origin == Origin::Stack && o.bytes.len() == SIZE as usize
        })
    }

    /// Marks the caller of the running function.
    pub(in crate::machine) fn set_jump(&mut self, place: &Reg) -> Step<()> {
        let (width, word) = (self.memory.width, self.memory.width / 8);
        let (id, at) = self.accessed(place, word.into(), Mode::Write)?;
        let caller = self.frame.caller;
        let Some(frame) = self.memory.parked(caller) else { return self.no_jump() };
        let pc = frame.pc;
        let old = self.memory.load(id, at, word, width).object;
        let same = frame.locals.contains(&old)
            && self.is_mark(old)
            && self.memory.load(old, 0, SIZE, 32).value.low() == u64::from(pc);
        let mark = if same {
            old
        } else {
            let mark = self.make(SIZE.into(), Some(0), Origin::Stack)?;
            self.memory.store(mark, 0, SIZE, &Reg::int(32, pc.into()));
            self.memory.get_mut(mark).expect("it was made").constant = true;
            let frame = self.memory.take(caller).expect("it was there");
            let mut frame = Arc::unwrap_or_clone(frame);
            frame.locals.push(mark);
            frame.parked.cached.forget();
            self.memory.park_at(caller, frame);
            mark
        };
        if self.reductions.transition.on {
            self.reductions.reachable.published();
        }
        let start = self.memory.start(mark);
        self.memory.store(id, at, word, &start);
        Ok(())
    }

    /// Goes on where a mark was made.
    pub(in crate::machine) fn jump(&mut self, place: &Reg, value: &Reg) -> Step<Done<Reg>> {
        if self.environment.asks || self.reductions.transition.on {
            // What was assigned since the mark was made is indeterminate (C11 7.13.2.1p3), and a variable's register does
            // not tell; interrupted activations keep no register that only a jump back needs.
            return Err(self.missing(Missing::Jump));
        }
        let (width, word) = (self.memory.width, self.memory.width / 8);
        let (id, at) = self.accessed(place, word.into(), Mode::Read)?;
        let mark = self.memory.load(id, at, word, width).object;
        if !self.is_mark(mark) {
            return self.no_jump();
        }
        // All that ends is seen at once.
        let mut ends = self.frame.locals.clone();
        let mut next = self.frame.caller;
        loop {
            let Some(frame) = self.memory.parked(next) else { return self.no_jump() };
            if frame.locals.contains(&mark) {
                break;
            }
            ends.extend(&frame.locals);
            next = frame.caller;
        }
        for &local in &ends {
            self.visible(local, Mode::Write)?;
        }
        let pc = self.memory.load(mark, 0, SIZE, 32).value.low() as u32;
        let value = if value.value.is_zero() { Reg::int(32, 1) } else { value.clone() };
        ends.into_iter().for_each(|local| self.memory.end(local));
        loop {
            let caller = self.memory.unpark(self.frame.caller).expect("it was there");
            self.frame = self.unstow(caller);
            if self.frame.locals.contains(&mark) {
                break;
            }
        }
        if let Op::Call { dst, call } = &self.image.codes[self.frame.func.index()].ops[pc as usize] {
            let (dst, results) = (*dst, call.result.len());
            if results == 1 {
                self.set(dst, value);
            }
        }
        self.frame.pc = pc + 1;
        Ok(Done::Moved)
    }

    fn no_jump<T>(&self) -> Step<T> {
        self.stop(Unsupported::ExternalFunction("longjmp to where nothing waits".into()))
    }
}
