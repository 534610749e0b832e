//! Ends of runs: what is checked there, and what a script or a limit says about it.

use crate::base::word;
use crate::machine::code::Operand;
use crate::machine::reduction::{Lost, heap, lost};
use crate::machine::step::{Machine, Step, Stop};
use crate::program::{ArithFlags, BinOp};
use crate::property::Check;
use crate::semantics::{self, Fault, Resource};

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
    pub fn looked(&mut self, stop: Stop) -> Stop {
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

    /// A division that the processor cannot make ends the run, where no check is about it.
    pub(in crate::machine) fn may_trap(
        &mut self,
        op: BinOp,
        flags: ArithFlags,
        a: Operand,
        b: Operand,
    ) -> Step<()> {
        if !self.traps(op, flags, a, b) {
            return Ok(());
        }
        self.aborted()?;
        Err(Stop::Aborted)
    }

    fn traps(&self, op: BinOp, flags: ArithFlags, a: Operand, b: Operand) -> bool {
        let (x, y) = (self.reg(a), self.reg(b));
        let off = |check| !self.image.checks.contains(check);
        if !y.is_defined() {
            return false;
        }
        if y.value.is_zero() {
            return off(Check::DivisionByZero);
        }
        let width = y.width();
        if !matches!(op, BinOp::Sdiv | BinOp::Srem) || width > 64 || !x.is_defined() {
            return false;
        }
        let overflows = y.value.low() == word::trunc(width, u64::MAX) && x.value.low() == 1 << (width - 1);
        let traps = overflows && off(Check::DivisionOverflow);
        let processor = self.image.program.target.processor;
        traps && semantics::division_traps(processor, flags, width)
    }
}
