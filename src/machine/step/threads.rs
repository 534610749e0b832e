//! What the thread library is made of: activations that are put away and resumed, sections that nobody interrupts, what
//! the check of races is told.

use crate::machine::code::Call;
use crate::machine::state::{Origin, Reg};
use crate::machine::step::{Machine, Step, Stop};
use crate::property::Check;
use crate::semantics::{Done, Missing, ThreadCall, Unsupported};

impl Machine<'_, '_> {
    /// A section that no other thread interrupts begins or ends.
    pub(in crate::machine) fn atomic(&mut self, on: bool) -> Step<()> {
        if on && self.watch.on && !self.frame.atomic {
            self.act()?;
        }
        self.frame.atomic = on;
        Ok(())
    }

    pub(in crate::machine) fn thread_call(&mut self, call: &Call, what: ThreadCall) -> Step<Done<Reg>> {
        let argument = |m: &Self, i: usize| m.argument(call, i);
        match what {
            ThreadCall::MakeFrame => {
                let (function, given) = (argument(self, 0)?, argument(self, 1)?);
                let Some(Origin::Code(func)) = self.memory.origin(function.object) else {
                    return self.undefined(Check::InvalidCall);
                };
                if !self.image.program.func(func).is_defined() {
                    let name = self.image.program.func(func).source_name.clone();
                    return self.stop(Unsupported::ExternalFunction(name.into()));
                }
                self.watch.threads = true;
                let mut frame = self.activate(func, vec![given]);
                frame.own = self.make_own()?;
                let id = self.memory.park(frame);
                let pointer = self.memory.frame_pointer(id);
                Ok(Done::Value(pointer))
            }
            ThreadCall::Resume => {
                let frame = argument(self, 0)?;
                if let Some(planning) = &mut self.planning {
                    planning.resumes = Some(frame.object);
                    return Err(Stop::Interrupted);
                }
                match self.memory.take(frame.object) {
                    Some(parked) => {
                        // What was running was the scheduler, and has no callers.
                        for id in std::mem::take(&mut self.frame.locals) {
                            self.memory.end(id);
                        }
                        self.go_on(frame.object, parked);
                        Ok(Done::Moved)
                    }
                    None => self.stop(Unsupported::ExternalFunction("__bmc_resume of no activation".into())),
                }
            }
            ThreadCall::Runs => {
                self.mover = argument(self, 0)?.value.low() as u32;
                Ok(Done::Nothing)
            }
            ThreadCall::Interrupted => {
                let id = std::mem::take(&mut self.interrupted);
                let pointer = self.memory.frame_pointer(id);
                Ok(Done::Value(pointer))
            }
            ThreadCall::Yield => {
                if !self.watch.on {
                    return Err(self.missing(Missing::Threads));
                }
                // It goes on behind the call.
                self.frame.pc += 1;
                Err(Stop::Interrupted)
            }
            ThreadCall::End => Err(Stop::ThreadEnded),
            ThreadCall::AtomicBegin | ThreadCall::AtomicEnd => {
                self.atomic(what == ThreadCall::AtomicBegin)?;
                Ok(Done::Nothing)
            }
            ThreadCall::Private => {
                self.frame.atomic = true;
                Ok(Done::Nothing)
            }
            ThreadCall::MakeObject => {
                let size = argument(self, 0)?.value.low();
                let id = self.make(size, Some(0), Origin::Library)?;
                let start = self.memory.start(id);
                Ok(Done::Value(start))
            }
            ThreadCall::FreeObject => {
                let p = argument(self, 0)?;
                if let Some((id, 0)) = self.memory.resolve(&p) {
                    self.memory.end(id);
                }
                Ok(Done::Nothing)
            }
            ThreadCall::Defined => {
                let (p, size) = (argument(self, 0)?, argument(self, 1)?.value.low());
                if self.environment.script.is_some() {
                    // The engine that writes scripts does not tell.
                    return Ok(Done::Value(Reg::int(32, 0)));
                }
                let defined = self.memory.resolve(&p).is_some_and(|(id, at)| {
                    let Some(object) = self.memory.get(id) else { return false };
                    let range = at as usize..(at.saturating_add(size)) as usize;
                    range.end <= object.bytes.len()
                        && (object.undef.is_empty() || object.undef[range].iter().all(|&m| m == 0))
                });
                Ok(Done::Value(Reg::int(32, u64::from(defined))))
            }
            ThreadCall::Reads | ThreadCall::Writes => {
                let (p, size) = (argument(self, 0)?, argument(self, 1)?.value.low());
                self.note_given(&p, size, what == ThreadCall::Writes, false)?;
                Ok(Done::Nothing)
            }
            ThreadCall::MayRace => {
                let (p, write) = (argument(self, 0)?, argument(self, 1)?.value.low() != 0);
                self.note_given(&p, 1, write, true)?;
                Ok(Done::Nothing)
            }
            ThreadCall::Unordered => {
                self.unordered();
                Ok(Done::Nothing)
            }
            ThreadCall::EndProgram => {
                // The thread goes on, as the library knows it.
                self.drop_activations();
                // Nobody else is left to see it.
                self.watch.acted = self.steps;
                self.status = 0;
                self.next_function()?;
                Ok(Done::Moved)
            }
            ThreadCall::Deadlock => {
                let frame = argument(self, 0)?;
                match (self.violate(Check::Deadlock), self.memory.parked(frame.object)) {
                    // Where the other thread waits.
                    (Err(Stop::Fault(fault, _)), Some(parked)) => {
                        return Err(Stop::Fault(fault, self.loc_of(parked)));
                    }
                    (outcome, _) => outcome?,
                }
                Ok(Done::Nothing)
            }
            ThreadCall::Misuse => {
                self.violate(Check::ThreadMisuse)?;
                Ok(Done::Nothing)
            }
        }
    }
}
