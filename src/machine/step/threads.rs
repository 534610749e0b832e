//! What the thread library is made of: activations that are put away and resumed, sections that nobody interrupts, what
//! the check of races is told.

use std::sync::Arc;

use crate::machine::code::Call;
use crate::machine::state::{Frame, Mode, ObjId, Origin, Reg};
use crate::machine::step::{Machine, Step, Stop};
use crate::program::FuncId;
use crate::property::Check;
use crate::semantics::{Done, Missing, ThreadCall, Unsupported};

/// Steps of a turn of a thread, where nobody says which one goes on.
const TURN: u64 = 1024;

/// The library's function that chooses the thread that goes on.
pub(in crate::machine) const SCHEDULER: &str = "__bmc_scheduler";

impl Machine<'_, '_> {
    /// A section that no other thread interrupts begins or ends.
    pub(in crate::machine) fn atomic(&mut self, on: bool) -> Step<()> {
        if on && self.reductions.transition.on && !self.frame.atomic {
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
                self.reductions.created();
                let mut frame = self.activate(func, vec![given]);
                frame.thread_locals = self.make_thread_locals()?;
                let id = self.memory.park(frame);
                if let Some(script) = &mut self.environment.script {
                    if script.threads.is_empty() {
                        script.threads.push(ObjId::NONE);
                    }
                    script.threads.push(id);
                }
                let pointer = self.memory.frame_pointer(id);
                Ok(Done::Value(pointer))
            }
            ThreadCall::Resume => {
                let frame = argument(self, 0)?;
                if let Some(planning) = &mut self.reductions.planning {
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
                    None => self.stop(Unsupported::Stated("__bmc_resume of no activation".into())),
                }
            }
            ThreadCall::Runs => {
                self.threads.mover = argument(self, 0)?.value.low() as u32;
                Ok(Done::Nothing)
            }
            ThreadCall::Interrupted => {
                let id = std::mem::take(&mut self.threads.interrupted);
                let pointer = self.memory.frame_pointer(id);
                Ok(Done::Value(pointer))
            }
            ThreadCall::Yield => {
                if !self.reductions.transition.on && self.environment.script.is_none() {
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
                let size = argument(self, 0)?;
                let size = self.known(&size)?.value.low();
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
                let (p, size) = (argument(self, 0)?, argument(self, 1)?);
                let size = self.known(&size)?.value.low();
                let defined = self.memory.resolve(&p).is_some_and(|(id, at)| {
                    let Some(object) = self.memory.get(id) else { return false };
                    let range = at as usize..(at.saturating_add(size)) as usize;
                    range.end <= object.bytes.len() && object.is_defined(range)
                });
                Ok(Done::Value(Reg::int(32, u64::from(defined))))
            }
            ThreadCall::Reads | ThreadCall::Writes => {
                let (p, size) = (argument(self, 0)?, argument(self, 1)?);
                let size = self.known(&size)?.value.low();
                self.note_given(&p, size, what == ThreadCall::Writes, false)?;
                Ok(Done::Nothing)
            }
            ThreadCall::MayRace => {
                let (p, write) = (argument(self, 0)?, argument(self, 1)?);
                let write = self.truth(&write)?;
                self.note_given(&p, 1, write, true)?;
                Ok(Done::Nothing)
            }
            ThreadCall::Unordered => {
                self.unordered();
                Ok(Done::Nothing)
            }
            ThreadCall::Events => Ok(Done::Value(Reg::int(32, 0))),
            ThreadCall::UnknownMisuse | ThreadCall::Sync => Ok(Done::Nothing),
            ThreadCall::Start | ThreadCall::Await | ThreadCall::IsThread => {
                self.stop(Unsupported::Stated("__bmc_start".into()))
            }
            ThreadCall::Wanted => {
                let wanted = self.environment.script.as_ref().map_or(ObjId::NONE, |s| s.wanted);
                if wanted == ObjId::NONE {
                    return Ok(Done::Value(Reg::int(self.image.program.target.pointer_bits, 0)));
                }
                Ok(Done::Value(self.memory.frame_pointer(wanted)))
            }
            ThreadCall::MayWake => {
                let may = self.environment.spurious_wakeups;
                Ok(Done::Value(Reg::int(32, u64::from(may))))
            }
            ThreadCall::EndProgram => {
                // The thread goes on, as the library knows it.
                self.drop_activations();
                // Nobody else is left to see it.
                self.reductions.transition.acted = self.steps;
                self.control.status = 0;
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
        }
    }

    /// Puts the running activation away.
    pub fn put_away(&mut self) {
        self.hide_stores();
        let frame = std::mem::replace(&mut self.frame, Frame::nowhere());
        let frame = self.stow(frame, false);
        if self.threads.slot == ObjId::NONE {
            self.threads.interrupted = self.memory.park(frame);
        } else {
            // The library knows it already.
            self.memory.park_at(std::mem::take(&mut self.threads.slot), frame);
        }
    }

    /// An activation that was put away there runs.
    pub(in crate::machine) fn go_on(&mut self, slot: ObjId, parked: Arc<Frame>) {
        self.threads.slot = slot;
        self.show_stores();
        self.reductions.transition.thread = slot;
        // The scheduler may have.
        self.reductions.transition.chose = false;
        self.frame = self.unstow(parked);
        if self.frame.atomic {
            // What it waited for is its visible action.
            self.reductions.transition.acted = self.steps;
        }
    }

    /// Goes on where it was interrupted.
    pub fn resume(&mut self) {
        let interrupted = std::mem::take(&mut self.threads.interrupted);
        if let Some(frame) = self.memory.unpark(interrupted) {
            self.frame = self.unstow(frame);
        }
        self.begin();
    }

    /// Drops the running activation with its callers: its thread has ended.
    pub fn drop_thread(&mut self) {
        self.hide_stores();
        self.drop_activations();
        self.threads.interrupted = ObjId::NONE;
        let slot = std::mem::take(&mut self.threads.slot);
        // What was noted of this thread is of no other one.
        if slot != ObjId::NONE && self.reductions.shared_globals.is_none() {
            self.memory.release(slot);
        }
    }

    pub(in crate::machine) fn drop_activations(&mut self) {
        self.end_thread_locals();
        loop {
            for id in std::mem::take(&mut self.frame.locals) {
                self.memory.end(id);
            }
            match self.memory.unpark(self.frame.caller) {
                Some(caller) => self.frame = Arc::unwrap_or_clone(caller),
                None => break,
            }
        }
        self.frame = Frame::nowhere();
    }

    /// Which of so many threads goes on where nobody says: each after some steps. A waiting loop comes to its end so.
    pub(in crate::machine) fn turn(&self, count: u64) -> Option<u64> {
        let program = self.image.program;
        let told =
            self.environment.asks || self.environment.script.is_some() || !self.environment.inputs.is_empty();
        if told || program.func(self.frame.func).name != SCHEDULER {
            return None;
        }
        let mixed = (self.steps / TURN).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        Some(mixed % count.max(1))
    }

    /// The function that a thread began with, of one that is put away in this activation, or was before it went on.
    pub fn beginning(&self, thread: ObjId) -> Option<FuncId> {
        let mut found = None;
        // The first thread had no place before it was put away.
        let first = || self.environment.script.as_ref().and_then(|s| s.threads.first().copied());
        let thread = if thread == ObjId::NONE { first().unwrap_or(thread) } else { thread };
        let mut outermost = None;
        let runs = self.threads.slot == thread;
        let mut next = if runs { Some(&self.frame) } else { self.memory.parked(thread) };
        while let Some(frame) = next {
            if !self.image.program.func(frame.func).model {
                found = Some(frame.func);
            }
            (next, outermost) = (self.memory.parked(frame.caller), Some(frame));
        }
        // Before it begins, the library knows what it is to call.
        let code = |id: &ObjId| match self.memory.origin(*id) {
            Some(Origin::Code(f)) => Some(f),
            _ => None,
        };
        let told = || {
            let own = self.memory.get(outermost?.registers().next()?.object)?;
            own.pointers.values().find_map(code)
        };
        found.or_else(told)
    }

    /// The library accesses what it was handed, while others have to wait, or may access what it keeps (`open`).
    pub(in crate::machine) fn note_given(&mut self, p: &Reg, size: u64, write: bool, open: bool) -> Step<()> {
        if !self.reductions.races.on {
            return Ok(());
        }
        let mode = if write { Mode::Write } else { Mode::Read };
        let place = self.at(p, size, mode)?;
        let (reductions, view) = self.reducing();
        reductions.note_given(&view, place, size, write, open);
        Ok(())
    }

    /// Calls the scheduler, which resumes some thread.
    pub fn schedule(&mut self, scheduler: FuncId) {
        self.frame = self.activate(scheduler, Vec::new());
        self.frame.atomic = true;
        self.begin();
    }

    /// Lets the next thread go on where one was interrupted or has ended; whether the run has stopped for that.
    pub fn let_next_go_on(&mut self, stop: &Stop, scheduler: Option<FuncId>) -> bool {
        match stop {
            Stop::Interrupted if self.threads.interrupted == ObjId::NONE => self.put_away(),
            Stop::Interrupted => {}
            Stop::ThreadEnded => self.drop_thread(),
            _ => return false,
        }
        match scheduler {
            Some(scheduler) => self.schedule(scheduler),
            None => self.resume(),
        }
        true
    }

    /// How many threads the run of a script has had, the program's first included.
    pub fn thread_count(&self) -> usize {
        self.environment.script.as_ref().map_or(1, |s| s.threads.len().max(1))
    }

    /// Lets a thread of a script's run, by creation from 0, go on where another one has stopped, or does now; where there is no such
    /// thread, the one that the scheduler chooses. Whether the run is one of a script.
    pub fn let_thread_go_on(&mut self, thread: usize, stop: Option<&Stop>, scheduler: FuncId) -> bool {
        match stop {
            Some(Stop::ThreadEnded) => self.drop_thread(),
            _ => self.put_away(),
        }
        let first = self.threads.interrupted;
        let Some(script) = &mut self.environment.script else { return false };
        if let Some(slot) = script.threads.first_mut()
            && *slot == ObjId::NONE
        {
            *slot = first;
        }
        script.wanted = script.threads.get(thread).copied().unwrap_or(ObjId::NONE);
        self.schedule(scheduler);
        true
    }
}
