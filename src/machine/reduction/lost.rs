//! Heap objects that nothing points to any more, and those that are left when a program ends.
//!
//! What is lost stays lost, so it is looked for where a program ends, of whatever kind the end is, and where a machine that
//! stands for all runs stops between transitions, which is often enough for runs without an end.

use crate::machine::code::Live;
use crate::machine::state::{ObjId, Object, Origin};
use crate::machine::step::{Machine, Step, Stop};
use crate::program::LocId;
use crate::property::Check;
use crate::semantics::{Fault, Resource};

/// What is lost.
enum Lost {
    /// Nothing.
    Nothing,
    /// This object, which was made there.
    Object(ObjId, Option<LocId>),
    /// An object, if what is left in a register is no variable's.
    Maybe,
}

impl Machine<'_, '_> {
    /// The program ends at once, whatever is still allocated.
    pub(in crate::machine) fn aborted(&mut self) -> Step<()> {
        self.at_exit()
    }

    /// Checks made when the program ends.
    pub(in crate::machine) fn at_exit(&mut self) -> Step<()> {
        let checks = self.image.checks;
        let left = self.heap().next().map(|(id, object)| (id, object.loc));
        if let Some((id, loc)) = left.filter(|_| checks.contains(Check::LeakAtExit)) {
            self.culprit = id;
            return Err(Stop::Fault(Fault::Violation(Check::LeakAtExit), loc));
        }
        self.nothing_lost("a heap object that may still be pointed to at the program's end")
    }

    /// Nobody asks how the run goes on, although the program does not end.
    pub(in crate::machine) fn given_up(&mut self) -> Step<()> {
        self.nothing_lost("a heap object that may still be pointed to")
    }

    fn nothing_lost(&mut self, what: &str) -> Step<()> {
        match self.lost() {
            Lost::Nothing => Ok(()),
            Lost::Object(id, loc) => {
                self.culprit = id;
                Err(Stop::Fault(Fault::Violation(Check::Leak), loc))
            }
            Lost::Maybe => {
                self.leaks = true;
                self.undecided(what)
            }
        }
    }

    /// A machine that stands for all runs is interrupted: the violation where something is lost then.
    pub(in crate::machine) fn looked(&mut self, stop: Stop) -> Stop {
        if !self.environment.asks {
            return stop;
        }
        match self.lost() {
            Lost::Nothing => stop,
            // A pointer may be in what was computed of it.
            Lost::Object(id, loc) if !self.blurred => {
                self.culprit = id;
                Stop::Fault(Fault::Violation(Check::Leak), loc)
            }
            Lost::Object(..) | Lost::Maybe => {
                self.may_have_lost = true;
                stop
            }
        }
    }

    /// The step at which a script says that an object is lost, where the program does not end.
    pub(in crate::machine) fn known_end(&self) -> u64 {
        self.environment.script.as_ref().and_then(|s| s.tables.lost_at).unwrap_or(u64::MAX)
    }

    /// No more steps are to be made.
    #[cold]
    pub(in crate::machine) fn at_limit<T>(&mut self) -> Step<T> {
        if self.steps >= self.known_end() {
            self.leaks = true;
            return self.undecided("a heap object that may still be pointed to");
        }
        self.stop(Fault::Exhausted(Resource::Steps))
    }

    fn heap(&self) -> impl Iterator<Item = (ObjId, &Object)> {
        self.memory.live().filter(|(_, o)| matches!(o.origin, Origin::Heap(_)))
    }

    /// What nobody reaches, where that is checked. What a register holds that is not read again may be a variable's or left
    /// over.
    fn lost(&self) -> Lost {
        if !self.image.checks.contains(Check::Leak) || self.heap().next().is_none() {
            return Lost::Nothing;
        }
        let given = |o: &Object| matches!(o.origin, Origin::Global(_) | Origin::Outside);
        let mut roots: Vec<ObjId> = self.memory.live().filter(|(_, o)| given(o)).map(|(id, _)| id).collect();
        roots.extend([self.interrupted, self.slot]);
        roots.extend(self.pending.iter().flat_map(|p| &p.1).map(|r| r.object));
        let mut registers: Vec<ObjId> = Vec::new();
        let code = &self.image.codes[self.frame.func.index()];
        if !self.frame.regs.is_empty() {
            let live = code.live.get_or_init(|| Live::of(code));
            let known = live.each(code, self.frame.pc as usize, false, |r| {
                roots.extend(self.frame.regs.get(r).map(|reg| reg.object));
            });
            if !known && self.environment.asks {
                roots.extend(self.frame.regs.iter().map(|reg| reg.object));
            }
        }
        let mut frame = &self.frame;
        loop {
            roots.extend(frame.locals.iter().copied().chain([frame.varargs, frame.own]));
            roots.extend(frame.readable().map(|r| r.object));
            registers.extend(frame.registers().map(|r| r.object));
            match self.memory.parked(frame.caller) {
                Some(caller) => frame = caller,
                None => break,
            }
        }
        let reached = self.memory.closure(roots.into_iter(), false);
        if self.heap().all(|(id, _)| reached.contains(&id)) {
            return Lost::Nothing;
        }
        let most = self.memory.closure(registers.into_iter().chain(reached.iter().copied()), true);
        match self.heap().find(|(id, _)| !most.contains(id)) {
            Some((id, object)) => Lost::Object(id, object.loc),
            None => Lost::Maybe,
        }
    }
}
