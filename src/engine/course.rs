//! What happens along the run of a violation as far as other tools follow it: inputs, branches, calls, in order and by
//! their places in the program.

use std::time::Instant;

use super::record::Recorder;
use super::trace::{Event, Shown, Trace};
use super::verdict::{Run, Violation};
use crate::base::Bits;
use crate::base::is_late;
use crate::machine::code::Op;
use crate::machine::script::Script;
use crate::machine::{Environment, Image, Machine};
use crate::program::{BlockId, Callee, FuncId, InstId, InstKind, LocId, Program, TypeId};
use crate::property::CheckSet;
use crate::semantics::Fault;

/// What happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Happening {
    /// A value comes from outside.
    Input {
        /// What asked for it.
        what: String,
        /// The function without a body whose call returns it, where that is so.
        callee: Option<FuncId>,
        /// Its type, then.
        ty: Option<TypeId>,
        /// The value.
        value: Bits,
    },
    /// A block ends by choosing between others.
    Branch {
        /// The block.
        from: BlockId,
        /// The one that follows.
        to: BlockId,
        /// The value that decides.
        value: Bits,
    },
    /// A function of the program is entered, from this one.
    Enter(FuncId),
    /// A function of the program returns.
    Leave(FuncId),
    /// A function of the thread library is called with these arguments.
    Library(FuncId, Vec<Shown>),
}

/// A happening with its circumstances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Place in the source; of an entered function the place of the call.
    pub loc: Option<LocId>,
    /// The function of the program that runs.
    pub func: FuncId,
    /// The thread.
    pub thread: u32,
    /// What happens.
    pub what: Happening,
}

/// A run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Course {
    /// In order.
    pub moments: Vec<Moment>,
    /// Where the last operation of the program was.
    pub last: Option<LocId>,
    /// Whether more than one thread runs.
    pub threads: bool,
    /// Whether all inputs are told.
    pub complete: bool,
}

/// Operations of a run that are followed in full; after them only inputs are told.
const FOLLOWED: u64 = 2_000_000;

/// Operations after which a run is left.
const MOST: u64 = 100_000_000;

/// Moments that are kept.
const MOMENTS: usize = 400_000;

/// The course of a violation's run.
pub fn course(
    program: &Program,
    entry: FuncId,
    checks: CheckSet,
    malloc_may_fail: bool,
    found: &Violation,
    deadline: Option<Instant>,
) -> Course {
    match &found.run {
        Run::Choices { .. } => of_trace(program, &found.trace),
        Run::Script(tables) => {
            let told = Image::following(program, checks, tables).and_then(|image| {
                let environment = Environment {
                    script: Some(Box::new(Script::new((**tables).clone()))),
                    malloc_may_fail,
                    ..Environment::default()
                };
                let machine = Machine::new(&image, entry, &[], environment)?;
                Ok(of_machine(program, &image, machine, deadline))
            });
            told.unwrap_or_else(|_: Fault| of_trace(program, &found.trace))
        }
    }
}

/// The same as far as a trace tells.
fn of_trace(program: &Program, trace: &Trace) -> Course {
    let mut course = Course { complete: true, ..Course::default() };
    for step in &trace.steps {
        let what = match &step.event {
            Event::Call(func, _) => Happening::Enter(*func),
            Event::Return(func, _) => Happening::Leave(*func),
            Event::Library(func, shown) => Happening::Library(*func, shown.clone()),
            Event::Input(what, value) => {
                let callee = program.function(what).filter(|_| step.inside.is_none());
                let ty = callee.map(|f| program.func(f).ret);
                Happening::Input { what: what.clone(), callee, ty, value: value.clone() }
            }
            Event::Skipped(_) => {
                course.complete = false;
                continue;
            }
            _ => continue,
        };
        course.threads |= step.thread > 0;
        course.moments.push(Moment { loc: step.loc, func: step.func, thread: step.thread, what });
    }
    course.last = trace.steps.iter().rev().find_map(|s| s.loc);
    course
}

/// The block that an instruction ends, and where its operation goes.
struct Ahead {
    func: FuncId,
    inst: InstId,
    loc: Option<LocId>,
    value: Option<Bits>,
}

fn ahead(program: &Program, image: &Image<'_>, machine: &Machine<'_, '_>) -> Option<Ahead> {
    let frame = &machine.frame;
    let func = frame.func;
    if program.func(func).model {
        return None;
    }
    let code = image.code(func);
    let at = frame.pc as usize;
    let (inst, loc) = (*code.insts.get(at)?, *code.locs.get(at)?);
    let value = match code.ops.get(at)? {
        Op::Branch { c: v, .. } | Op::Switch { v, .. } => Some(machine.value(*v).value.to_bits()),
        Op::Call { .. } => None,
        _ => return None,
    };
    Some(Ahead { func, inst, loc, value })
}

fn branch(program: &Program, ahead: &Ahead, value: &Bits) -> Option<Happening> {
    let f = program.func(ahead.func);
    let to = match &f.inst(ahead.inst).kind {
        InstKind::CondBr { then, other, .. } => {
            if value.is_zero() {
                *other
            } else {
                *then
            }
        }
        InstKind::Switch { default, cases, .. } => {
            let hit = |c: crate::program::ConstId| match program.constant(c) {
                crate::program::Const::Int(bits) => bits == value,
                crate::program::Const::Zero(_) => value.is_zero(),
                _ => false,
            };
            cases.iter().find(|c| hit(c.0)).map_or(*default, |c| c.1)
        }
        _ => return None,
    };
    let from = f.blocks.iter().position(|b| b.insts.last() == Some(&ahead.inst))?;
    Some(Happening::Branch { from: BlockId::new(from), to, value: value.clone() })
}

/// What a call of a function without a body returned.
fn callee(program: &Program, ahead: &Ahead) -> Option<(FuncId, TypeId)> {
    let inst = program.func(ahead.func).inst(ahead.inst);
    match &inst.kind {
        InstKind::Call { callee: Callee::Direct(f), .. } if !program.func(*f).is_defined() => {
            Some((*f, inst.ty))
        }
        _ => None,
    }
}

fn of_machine<'i, 'p>(
    program: &'p Program,
    image: &'i Image<'p>,
    mut machine: Machine<'i, 'p>,
    deadline: Option<Instant>,
) -> Course {
    let mut course = Course { complete: true, ..Course::default() };
    let mut recorder = Recorder::new(image);
    let late = |steps: u64| steps.is_multiple_of(1 << 16) && is_late(deadline);
    loop {
        let told = course.moments.len();
        if machine.steps >= MOST || told >= MOMENTS || late(machine.steps) {
            course.complete = false;
            break;
        }
        let followed = machine.steps < FOLLOWED;
        let ahead = ahead(program, image, &machine);
        let asked = machine.environment.asked.len();
        let stop = if followed { recorder.step(&mut machine) } else { machine.step() };
        let thread = recorder.thread();
        if let Some(ahead) = &ahead {
            let moment = |what| Moment { loc: ahead.loc, func: ahead.func, thread, what };
            // A branch that is a violation goes nowhere.
            if let Some(value) = ahead.value.as_ref().filter(|_| followed && stop.is_none()) {
                course.moments.extend(branch(program, ahead, value).map(moment));
            }
            for (what, value) in machine.environment.asked.get(asked..).unwrap_or_default() {
                let callee = callee(program, ahead);
                let (callee, ty) = (callee.map(|c| c.0), callee.map(|c| c.1));
                let input = Happening::Input { what: what.clone(), callee, ty, value: value.clone() };
                course.moments.push(moment(input));
            }
        }
        for step in recorder.take() {
            let what = match step.event {
                Event::Call(func, _) => Happening::Enter(func),
                Event::Return(func, _) => Happening::Leave(func),
                Event::Library(func, shown) => Happening::Library(func, shown),
                _ => continue,
            };
            // The place of a call is where the caller is.
            let loc = match what {
                Happening::Enter(_) => ahead.as_ref().and_then(|a| a.loc),
                _ => step.loc,
            };
            course.moments.push(Moment { loc, func: step.func, thread, what });
        }
        course.threads |= thread > 0;
        if stop.is_some() {
            break;
        }
    }
    course.last = recorder.place();
    course
}
