//! A state of a program and its surroundings, in parts.

use std::sync::Arc;

use crate::ilr::Term;
use crate::machine::code::{Image, Operand};
use crate::machine::environment::Environment;
use crate::machine::environment::script::Site;
use crate::machine::reduction::{Interrupted, Reductions, View};
use crate::machine::state::{Frame, Memory, ObjId, Reg, compute};
use crate::program::{FuncId, GlobalId, LocId, Program};
use crate::property::Check;
use crate::semantics::{Fault, Raised};

/// Why a machine does not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The program has ended with this status.
    Exited(i32),
    /// The program has ended as by `abort`.
    Aborted,
    /// The run is over: nobody asks what comes after it.
    Over,
    /// An assumption does not hold: there is no such run.
    Cut,
    /// Other threads may run here; the activation has not done what is next.
    Interrupted,
    /// The thread has ended.
    ThreadEnded,
    /// A number below this one has to be chosen; what asks for it is next.
    Choice(u32),
    /// Something about symbolic values has to be told; what asks for it is next.
    Question(Question),
    /// What the program does, or we do not, ends the run here.
    Fault(Fault, Option<LocId>),
}

/// What a machine asks about symbolic values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// Which of these conditions holds, that exclude each other and of which one always does.
    Cases(Box<[Term]>),
    /// Which value a term has.
    Value(Term),
}

/// How control goes on after an operation.
pub(in crate::machine) enum Flow {
    /// With the next operation.
    Next,
    /// With another operation of the activation.
    Jump(u32),
    /// With what is next in the activation that runs now.
    Moved,
}

pub(in crate::machine) type Step<T> = Result<T, Stop>;

impl From<Interrupted> for Stop {
    fn from(_: Interrupted) -> Stop {
        Stop::Interrupted
    }
}

/// A state of a program, and its surroundings.
pub struct Machine<'i, 'p> {
    pub(in crate::machine) image: &'i Image<'p>,
    /// Objects, and the activations that are not running.
    pub memory: Memory,
    /// The activation that runs.
    pub frame: Frame,
    /// Registers of activations that are not there any more.
    pub(in crate::machine) spare: Vec<Vec<Reg>>,
    /// What is still to be called, and how the program ends.
    pub(in crate::machine) control: Control,
    /// The activations of threads.
    pub threads: Threads,
    /// What the program exchanges with its surroundings.
    pub environment: Environment<'i>,
    /// What makes the run stand for several.
    pub reductions: Reductions,
    /// Operations executed on the way to this state.
    pub steps: u64,
    /// What the runs of the machine have shown.
    pub findings: Findings,
}

/// What of the program's control is in no activation.
#[derive(Clone, Debug)]
pub(in crate::machine) struct Control {
    /// Functions to be called when the outermost one returns, the last one first.
    pub pending: Arc<Vec<(FuncId, Vec<Reg>)>>,
    /// Whether the program is ending by `exit`.
    pub ending: bool,
    /// The entry function; its result is the program's status.
    pub entry: FuncId,
    /// The status so far.
    pub status: i32,
    /// Which of the propositions asked for hold: bit `i` is the one of that number.
    pub propositions: u64,
}

/// Where the activations of threads are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threads {
    /// The activation that was interrupted last, put away, unless it was one that had been resumed.
    pub interrupted: ObjId,
    /// Where the running thread's activation was put away and will be again.
    pub(in crate::machine) slot: ObjId,
    /// The number of the thread that was resumed last, as the library has it.
    pub mover: u32,
}

/// What the runs of a machine have shown; it stays when the machine goes back to a state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Findings {
    /// Operations executed in all.
    pub executed: u64,
    /// Whether the run has ended where it is open whether something points to a heap object.
    pub leaks: bool,
    /// Whether a state was met in which that is open.
    pub may_have_lost: bool,
    /// The object that a violation is about, where there is one.
    pub culprit: ObjId,
    /// Whether the run has read what no object holds, as a script had it.
    pub beyond: bool,
    /// Whether the violation is an earlier operation's, whose poison the operation that stops must not use.
    pub carried: bool,
}

impl<'p> Machine<'_, 'p> {
    /// The value of an operand of the running activation.
    pub fn value(&self, operand: Operand) -> &Reg {
        self.reg(operand)
    }

    /// The program that is executed.
    pub fn program(&self) -> &'p Program {
        self.image.program
    }

    /// The entry function.
    pub fn entry(&self) -> FuncId {
        self.control.entry
    }

    /// Which of the propositions asked for hold: bit `i` is the one of that number.
    pub fn propositions(&self) -> u64 {
        self.control.propositions
    }

    #[inline]
    pub(in crate::machine) fn reg(&self, operand: Operand) -> &Reg {
        match operand.get() {
            Ok(n) => &self.frame.regs[n],
            Err(n) => &self.image.constants[n],
        }
    }

    #[inline]
    pub(in crate::machine) fn set(&mut self, dst: u32, reg: Reg) {
        self.frame.regs[dst as usize] = reg;
    }

    pub(in crate::machine) fn stop<T>(&self, fault: impl Into<Fault>) -> Step<T> {
        Err(Stop::Fault(fault.into(), self.loc()))
    }

    /// A violation, if its check is on.
    pub(in crate::machine) fn violate(&self, check: Check) -> Step<()> {
        if self.image.checks.contains(check) { self.stop(Fault::Violation(check)) } else { Ok(()) }
    }

    /// What leaves undefined what follows: a violation, or the end of what can be said.
    pub(in crate::machine) fn undefined<T>(&self, check: Check) -> Step<T> {
        self.violate(check)?;
        self.stop(Fault::Undefined(check))
    }

    /// The violation among what an operation raised.
    #[inline]
    pub(super) fn raised(&self, sink: &Raised<bool>) -> Step<()> {
        if sink.is_empty() {
            return Ok(());
        }
        match compute::violated(sink.list()) {
            Some(check) => self.stop(Fault::Violation(check)),
            None => Ok(()),
        }
    }

    /// What of its state is in no object: how many functions are still to be called, the status, arguments.
    pub fn control(&self, visit: &mut dyn FnMut(&Reg)) {
        visit(&Reg::int(64, self.control.pending.len() as u64));
        visit(&Reg::int(64, self.control.status as u64));
        visit(&Reg::int(1, u64::from(self.control.ending)));
        if self.control.propositions != 0 {
            visit(&Reg::int(64, self.control.propositions));
        }
        self.control.pending.iter().flat_map(|p| &p.1).for_each(visit);
    }

    /// Where the operation is in the program.
    pub(in crate::machine) fn site(&self) -> Site {
        let code = &self.image.codes[self.frame.func.index()];
        (self.frame.func, code.insts[self.frame.pc as usize])
    }

    /// The instruction of the user's program that is executed, by itself or by a function of the library that it calls.
    pub fn user_site(&self) -> Option<Site> {
        let frame = self.view().users(&self.frame);
        let inst = self.image.codes[frame.func.index()].insts.get(frame.pc as usize)?;
        Some((frame.func, *inst))
    }

    /// A sink with the checks that are on.
    pub(in crate::machine) fn sink(&self) -> Raised<bool> {
        Raised::on(self.image.checks, self.image.program.target.processor)
    }

    /// The activations of the running thread, the innermost one first.
    pub(in crate::machine) fn activations(&self) -> impl Iterator<Item = &Frame> {
        std::iter::successors(Some(&self.frame), |frame| self.memory.parked(frame.caller))
    }

    /// The object of a global variable.
    pub fn global(&self, g: GlobalId) -> ObjId {
        self.image.global(g)
    }

    /// The state as reductions see it.
    #[inline]
    pub(in crate::machine) fn view(&self) -> View<'_, 'p> {
        View { image: self.image, memory: &self.memory, frame: &self.frame, steps: self.steps }
    }

    /// The place of the operation that is executed; within a model of the library, of the call that led there.
    pub fn loc(&self) -> Option<LocId> {
        self.view().loc()
    }

    /// The same of an activation.
    pub(in crate::machine) fn loc_of(&self, frame: &Frame) -> Option<LocId> {
        let view = View { frame, ..self.view() };
        view.loc()
    }
}
