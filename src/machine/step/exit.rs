//! How control leaves the outermost function of a run.

use std::sync::Arc;

use crate::machine::state::Reg;
use crate::machine::step::{Machine, Step, Stop};
use crate::semantics::Done;

impl Machine<'_, '_> {
    /// The outermost function has returned: the next one is called, or the program ends.
    pub(in crate::machine) fn next_function(&mut self) -> Step<()> {
        match Arc::make_mut(&mut self.control.pending).pop() {
            Some((next, args)) => {
                self.frame = self.activate(next, args);
                Ok(())
            }
            None => {
                // Its variables have ended.
                self.frame.regs.clear();
                self.at_exit()?;
                Err(Stop::Exited(self.control.status))
            }
        }
    }

    /// `exit` has called what was registered: the destructors are next.
    pub(in crate::machine) fn exit(&mut self, status: i32) -> Step<Done<Reg>> {
        if !std::mem::take(&mut self.control.ending) {
            self.at_exit()?;
            return Err(Stop::Exited(status));
        }
        self.control.status = status;
        let destructors = &self.image.program.destructors;
        Arc::make_mut(&mut self.control.pending).retain(|(f, _)| destructors.contains(f));
        if self.control.pending.is_empty() {
            // The variables of the functions that have called `exit` are still there.
            self.at_exit()?;
            return Err(Stop::Exited(status));
        }
        self.next_function()?;
        Ok(Done::Moved)
    }
}
