//! Ends of runs: what is checked there, and what a script or a limit says about it.

use crate::machine::reduction::{Lost, heap, lost};
use crate::machine::state::Reg;
use crate::machine::step::{Machine, Step, Stop};
use crate::property::Check;
use crate::semantics::{Done, Fault, Resource};

impl Machine<'_, '_> {
    /// The program ends at once, whatever is still allocated.
    pub(in crate::machine) fn aborted(&mut self) -> Step<()> {
        self.at_exit()
    }

    /// Checks made when the program ends.
    pub(in crate::machine) fn at_exit(&mut self) -> Step<()> {
        let checks = self.image.checks;
        let left = heap(&self.memory).next().map(|(id, object)| (id, object.loc));
        if let Some((id, loc)) = left.filter(|_| checks.contains(Check::LeakAtExit)) {
            self.findings.culprit = id;
            return Err(Stop::Fault(Fault::Violation(Check::LeakAtExit), loc));
        }
        self.nothing_lost("a heap object that may still be pointed to at the program's end")
    }

    /// Nobody asks how the run goes on, although the program does not end.
    pub(in crate::machine) fn given_up(&mut self) -> Step<()> {
        self.nothing_lost("a heap object that may still be pointed to")
    }

    fn nothing_lost(&mut self, what: &str) -> Step<()> {
        match self.lost_now() {
            Lost::Nothing => Ok(()),
            Lost::Object(id, loc) => {
                self.findings.culprit = id;
                Err(Stop::Fault(Fault::Violation(Check::Leak), loc))
            }
            Lost::Maybe => {
                self.findings.leaks = true;
                self.undecided(what)
            }
        }
    }

    /// A machine that stands for all runs is interrupted: the violation where something is lost then.
    pub(in crate::machine) fn looked(&mut self, stop: Stop) -> Stop {
        if !self.environment.asks {
            return stop;
        }
        match self.lost_now() {
            Lost::Nothing => stop,
            // A pointer may be in what was computed of it.
            Lost::Object(id, loc) if !self.reductions.dependence.addresses => {
                self.findings.culprit = id;
                Stop::Fault(Fault::Violation(Check::Leak), loc)
            }
            Lost::Object(..) | Lost::Maybe => {
                self.findings.may_have_lost = true;
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
            self.findings.leaks = true;
            return self.undecided("a heap object that may still be pointed to");
        }
        self.stop(Fault::Exhausted(Resource::Steps))
    }

    /// What nobody reaches, where that is checked.
    fn lost_now(&self) -> Lost {
        let threads = [self.threads.interrupted, self.threads.slot];
        let pending = self.control.pending.iter().flat_map(|p| &p.1).map(|r| r.object);
        lost(&self.view(), threads.into_iter().chain(pending), self.environment.asks)
    }

    /// The outermost function has returned: the next one is called, or the program ends.
    pub(in crate::machine) fn next_function(&mut self) -> Step<()> {
        match std::sync::Arc::make_mut(&mut self.control.pending).pop() {
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
        std::sync::Arc::make_mut(&mut self.control.pending).retain(|(f, _)| destructors.contains(f));
        if self.control.pending.is_empty() {
            // The variables of the functions that have called `exit` are still there.
            self.at_exit()?;
            return Err(Stop::Exited(status));
        }
        self.next_function()?;
        Ok(Done::Moved)
    }
}
