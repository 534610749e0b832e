//! The interpreter's loop.

use std::sync::Arc;

use crate::base::Bits;
use crate::machine::code::Image;
use crate::machine::code::{Code, Op, Operand};
use crate::machine::environment::Environment;
use crate::machine::environment::script::{Ask, Site};
use crate::machine::reduction::Orders;
use crate::machine::reduction::Owners;
use crate::machine::reduction::Races;
use crate::machine::reduction::{Reach, Watch};
use crate::machine::schedule::Planning;
use crate::machine::state::Frame;
use crate::machine::state::Reg;
use crate::machine::state::compute;
use crate::machine::state::{Memory, Mode, ObjId};
use crate::program::{AtomicRmwOp, BinOp, CastOp, FuncId, LocId, Ordering, Program};
use crate::property::Check;
use crate::semantics::{self, Fault, Invalid, Raised, Resource, Scalar, Scalars, Unsupported};

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
    /// What the program does, or we do not, ends the run here.
    Fault(Fault, Option<LocId>),
}

/// How control goes on.
pub(in crate::machine) enum Flow {
    /// With the next operation.
    Next,
    /// With another activation, or elsewhere in this one.
    Moved,
}

pub(in crate::machine) type Step<T> = Result<T, Stop>;

/// A state of a program, and its surroundings.
pub struct Machine<'i, 'p> {
    pub(in crate::machine) image: &'i Image<'p>,
    /// Objects, and the activations that are not running.
    pub memory: Memory,
    /// The activation that runs.
    pub frame: Frame,
    /// What the program exchanges with its surroundings.
    pub environment: Environment<'i>,
    /// Functions to be called when the outermost one returns, the last one first.
    pub(in crate::machine) pending: Arc<Vec<(FuncId, Vec<Reg>)>>,
    /// Where it lets other threads run.
    pub(in crate::machine) watch: Watch,
    /// What other threads can reach.
    pub(in crate::machine) reach: Reach,
    /// Which global variables are taken for one thread's.
    pub owners: Option<Arc<Owners>>,
    /// Where atomic accesses are noted.
    pub orders: Option<Arc<Orders>>,
    /// What the scheduler does, while that is being found out.
    pub(in crate::machine) planning: Option<Box<Planning>>,
    /// What is accessed, where races are looked for.
    pub races: Races,
    /// Whether a value was made that depends on where objects lie.
    pub(in crate::machine) blurred: bool,
    /// Whether a value stands for more inputs than one.
    pub(in crate::machine) wide: bool,
    /// Whether the program is ending by `exit`.
    pub(in crate::machine) ending: bool,
    /// The activation that was interrupted last, put away, unless it was one that had been resumed.
    pub interrupted: ObjId,
    /// Where the running thread's activation was put away and will be again.
    pub(in crate::machine) slot: ObjId,
    /// Registers of activations that are not there any more.
    pub(in crate::machine) spare: Vec<Vec<Reg>>,
    /// The entry function; its result is the program's status.
    pub(in crate::machine) entry: FuncId,
    pub(in crate::machine) status: i32,
    /// Which of the propositions asked for hold: bit `i` is the one of that number.
    pub propositions: u64,
    /// The number of the thread that was resumed last, as the library has it.
    pub mover: u32,
    /// Operations executed on the way to this state.
    pub steps: u64,
    /// Operations executed in all.
    pub executed: u64,
    /// Whether the run has ended where it is open whether something points to a heap object.
    pub leaks: bool,
    /// Whether a state was met in which that is open.
    pub may_have_lost: bool,
    /// The object that a violation is about, where there is one.
    pub culprit: ObjId,
}

impl<'i, 'p> Machine<'i, 'p> {
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
        self.entry
    }

    /// Executes one operation; the reason when that is not possible, or ends the run.
    pub fn step(&mut self) -> Option<Stop> {
        let before = self.steps;
        let limit = self.environment.max_steps.replace(before + 1);
        let stop = self.run();
        self.environment.max_steps = limit;
        match stop {
            Stop::Fault(Fault::Exhausted(Resource::Steps), _) if limit.is_none_or(|most| before < most) => {
                None
            }
            stop => Some(stop),
        }
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

    /// The place of the operation that is executed; within a model of the library, of the call that led there.
    pub(in crate::machine) fn loc(&self) -> Option<LocId> {
        self.loc_of(&self.frame)
    }

    /// The same of an activation.
    pub(in crate::machine) fn loc_of<'a>(&'a self, mut frame: &'a Frame) -> Option<LocId> {
        while self.image.program.func(frame.func).model
            && let Some(caller) = self.memory.parked(frame.caller)
        {
            frame = caller;
        }
        self.image.codes[frame.func.index()].locs.get(frame.pc as usize).copied().flatten()
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
    fn raised(&self, sink: &Raised<bool>) -> Step<()> {
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
        visit(&Reg::int(64, self.pending.len() as u64));
        visit(&Reg::int(64, self.status as u64));
        visit(&Reg::int(1, u64::from(self.ending)));
        if self.propositions != 0 {
            visit(&Reg::int(64, self.propositions));
        }
        self.pending.iter().flat_map(|p| &p.1).for_each(visit);
    }

    /// Executes until something ends the run.
    pub fn run(&mut self) -> Stop {
        let before = self.steps;
        let stop = self.run_on();
        self.executed += self.steps - before;
        stop
    }

    fn run_on(&mut self) -> Stop {
        loop {
            let image = self.image;
            let code = &image.codes[self.frame.func.index()];
            if let Err(stop) = self.activation(code) {
                if matches!(stop, Stop::Choice(_)) {
                    // It is the same step that goes on with the choice.
                    self.steps -= 1;
                }
                // What ends the run ends all threads: a visible action.
                let ends = matches!(stop, Stop::Exited(_) | Stop::Aborted | Stop::Over | Stop::Cut);
                if ends
                    && self.watch.on
                    && !self.frame.atomic
                    && let Err(before) = self.act()
                {
                    return before;
                }
                if stop == Stop::Interrupted {
                    return self.looked(stop);
                }
                return stop;
            }
        }
    }

    /// Executes the running activation until another one runs.
    fn activation(&mut self, code: &Code) -> Step<()> {
        let checks = self.image.checks;
        let processor = self.image.program.target.processor;
        let limit = self.environment.max_steps.unwrap_or(u64::MAX).min(self.known_end());
        loop {
            if self.steps >= limit {
                return self.at_limit();
            }
            self.steps += 1;
            if self.watch.each && !self.frame.atomic {
                self.act()?;
            }
            match &code.ops[self.frame.pc as usize] {
                Op::Binary { op, flags, dst, a, b } => {
                    let mut sink = Raised::on(checks, processor);
                    if matches!(op, BinOp::Udiv | BinOp::Sdiv | BinOp::Urem | BinOp::Srem) {
                        self.may_trap(*op, *flags, *a, *b)?;
                    }
                    let mut made = compute::binary(*op, *flags, self.reg(*a), self.reg(*b), &mut sink);
                    if self.environment.asks {
                        made = self.strict_binary(*op, *flags, *a, *b, made)?;
                    }
                    if !made.is_defined() {
                        made = self.unspecified(made, &[*a, *b]);
                    }
                    if !sink.is_empty() {
                        made = self.broken(&sink, code, *dst, made)?;
                    }
                    self.set(*dst, made);
                }
                Op::Icmp { pred, orders, dst, a, b } => {
                    let (a, b) = (self.reg(*a), self.reg(*b));
                    if *orders && a.object != b.object {
                        self.violate(Check::PointerCompare)?;
                    }
                    let mut made = compute::icmp(*pred, a, b);
                    if self.environment.asks {
                        self.strict_icmp(*pred, a, b)?;
                    }
                    if !made.is_defined() && self.is_settled() {
                        made.undef = None;
                    }
                    self.set(*dst, made);
                }
                Op::Cast { op, flags, dst, v, width } => {
                    let mut sink = Raised::on(checks, processor);
                    let made = compute::cast(*op, *flags, self.reg(*v), *width, &mut sink);
                    self.raised(&sink)?;
                    match made {
                        Some(mut made) => {
                            if self.environment.asks {
                                made = self.strict_cast(*v, made);
                            }
                            if *op == CastOp::Inttoptr {
                                made = self.memory.anchored(made);
                            }
                            if !made.is_defined() {
                                made = self.unspecified(made, &[*v]);
                            }
                            self.set(*dst, made);
                        }
                        None => return self.stop(Fault::Invalid(Invalid::OperandTypes)),
                    }
                }
                Op::Move { dst, v } => {
                    let v = self.reg(*v).clone();
                    self.set(*dst, v);
                }
                Op::Jump(to) => {
                    self.go(*to)?;
                    continue;
                }
                Op::Branch { c, then, other } => {
                    let c = self.reg(*c);
                    let taken = !c.value.is_zero();
                    if !c.is_defined() {
                        self.decisive(c)?;
                    }
                    self.go(if taken { *then } else { *other })?;
                    continue;
                }
                Op::Load { dst, ptr, bytes, width, atomic } => {
                    let (id, at) = self.reach(*ptr, (*bytes).into(), Mode::Read)?;
                    self.note((id, at), (*bytes).into(), false, atomic.map(Ordering::acquires));
                    if let Some(order) = atomic {
                        self.note_order((id, at), *order);
                    }
                    let made = self.load(id, at, *bytes, *width);
                    self.set(*dst, made);
                }
                Op::Store { ptr, v, bytes, atomic } => {
                    let (id, at) = self.reach(*ptr, (*bytes).into(), Mode::Write)?;
                    self.note((id, at), (*bytes).into(), true, atomic.map(Ordering::releases));
                    if let Some(order) = atomic {
                        self.note_order((id, at), *order);
                    }
                    // Not through `reg`: the memory is borrowed besides.
                    let v = match v.get() {
                        Ok(n) => &self.frame.regs[n],
                        Err(n) => &self.image.constants[n],
                    };
                    if self.watch.on && v.object != ObjId::NONE {
                        self.reach.published();
                    }
                    self.memory.store(id, at, *bytes, v);
                    if let Some(planning) = &mut self.planning {
                        planning
                            .stored(id, self.memory.get(id).map_or(0, |o| o.bytes.len()) == *bytes as usize);
                    }
                }
                Op::Gep { dst, base, offset, steps, inbounds, nuw } => {
                    let base = self.reg(*base);
                    let row = &code.steps[steps.range()];
                    let (mut made, broken) = match row {
                        [] if base.is_defined() => {
                            // The usual case, made fast.
                            let width = base.width();
                            let delta = crate::base::word::trunc(width, *offset as u64);
                            let address = crate::base::word::add(width, base.value.low(), delta);
                            (Reg::pointer(width, address, base.object), false)
                        }
                        steps => {
                            let steps: smallvec::SmallVec<[(Reg, u64); 2]> =
                                steps.iter().map(|s| (self.reg(s.index).clone(), s.scale)).collect();
                            compute::gep(base, *offset, &steps, *inbounds, *nuw)
                        }
                    };
                    if broken {
                        self.violate(Check::PointerOverflow)?;
                    }
                    if self.environment.asks && row.iter().any(|s| self.reg(s.index).object != ObjId::NONE) {
                        made = self.blurred(made);
                    }
                    self.set(*dst, made);
                }
                Op::Select { dst, c, a, b } => {
                    let c = self.reg(*c);
                    let chosen = self.reg(if c.value.is_zero() { *b } else { *a });
                    let made = if c.is_defined() { chosen.clone() } else { chosen.clone().after(&[c]) };
                    self.set(*dst, made);
                }
                Op::Call { dst, call } => match self.call(*dst, call)? {
                    Flow::Next => {}
                    Flow::Moved => return Ok(()),
                },
                Op::Return(row) => {
                    let row: smallvec::SmallVec<[Reg; 2]> =
                        row.iter().map(|&o| self.reg(o).clone()).collect();
                    return self.give_back(&row);
                }
                Op::Switch { v, cases } => {
                    let v = self.reg(*v);
                    let to = cases.cases.iter().find(|c| c.0 == v.value).map_or(cases.default, |c| c.1);
                    if v.is_defined() || !self.is_settled() {
                        if self.environment.asks {
                            self.strict_number(v)?;
                        }
                        self.decisive(v)?;
                    }
                    self.go(to)?;
                    continue;
                }
                other => match self.rare(other)? {
                    Flow::Next => {}
                    Flow::Moved => continue,
                },
            }
            self.frame.pc += 1;
        }
    }

    /// Operations that are not many.
    fn rare(&mut self, op: &Op) -> Step<Flow> {
        match op {
            Op::FloatBinary { op, kind, dst, a, b } => {
                let (a, b) = (self.reg(*a), self.reg(*b));
                match semantics::float_binary(&mut Scalars::default(), *kind, *op, &a.value, &b.value) {
                    Ok(value) => {
                        let made = Reg::of(value).after(&[a, b]);
                        let made = if self.is_vague(&[a, b]) { self.blurred(made) } else { made };
                        self.set(*dst, made);
                    }
                    Err(what) => return self.stop(what),
                }
            }
            Op::FloatNeg { kind, dst, v } => {
                let v = self.reg(*v);
                match semantics::float_neg(&mut Scalars::default(), *kind, &v.value) {
                    Ok(value) => {
                        let made = Reg::of(value).after(&[v]);
                        let made = if self.is_vague(&[v]) { self.blurred(made) } else { made };
                        self.set(*dst, made);
                    }
                    Err(what) => return self.stop(what),
                }
            }
            Op::FloatCompare { pred, kind, dst, a, b } => {
                let (a, b) = (self.reg(*a), self.reg(*b));
                match semantics::fcmp(&mut Scalars::default(), *kind, *pred, &a.value, &b.value) {
                    Ok(value) => {
                        let made = Reg::int(1, u64::from(value)).after(&[a, b]);
                        let made = if self.is_vague(&[a, b]) { self.blurred(made) } else { made };
                        self.set(*dst, made);
                    }
                    Err(what) => return self.stop(what),
                }
            }
            Op::FloatCast { op, flags, dst, v, types } => {
                let v = self.reg(*v);
                if self.environment.asks {
                    self.strict_number(v)?;
                }
                let mut sink = self.sink();
                let from = match types.0 {
                    semantics::ScalarType::Int(_) => semantics::ScalarType::Int(v.width()),
                    float => float,
                };
                let mut d = Scalars::default();
                match semantics::float_cast(&mut d, *op, *flags, &v.value, from, types.1, &mut sink) {
                    Ok(value) => {
                        let made = Reg::of(value).after(&[v]);
                        self.raised(&sink)?;
                        let made = if d.unspecified { self.left_open(made) } else { made };
                        self.set(*dst, made);
                    }
                    Err(what) => return self.stop(what),
                }
            }
            Op::Freeze { dst, v } => {
                let mut v = self.reg(*v).clone();
                // Some value: the one that it has. A machine that stands for all runs does not know which until it decides
                // something: a thread's function that ends without a value gives one that nobody looks at.
                let class = if !v.is_defined() && self.environment.asks {
                    self.class("undef", v.width())?
                } else {
                    None
                };
                if let Some(class) = class {
                    v = class;
                } else if !self.environment.asks {
                    v.undef = None;
                } else if !v.is_defined() && self.image.checks.contains(Check::Uninit) {
                    // To decide by it is no violation.
                    self.blurred = true;
                }
                self.set(*dst, v);
            }
            Op::Unknown { dst, width } => {
                let made = Reg::undefined(*width);
                let made = self.answered(Ask::Undefined, made, "undef");
                self.set(*dst, made);
            }
            Op::Own { dst, global } => self.own(*dst, *global),
            Op::Recast { dst, sources, widths } => self.recast(*dst, sources, widths),
            Op::ExtractElement { dst, sources, index } => {
                let index = self.reg(*index).clone();
                self.exact(&index)?;
                let Some(&source) = sources.get(index.value.low() as usize) else {
                    return self.stop(Unsupported::Instruction("extractelement out of range".into()));
                };
                let made = self.reg(source).clone();
                self.set(*dst, made);
            }
            Op::InsertElement { dst, sources, v, index } => {
                let index = self.reg(*index).clone();
                self.exact(&index)?;
                let at = index.value.low() as usize;
                if at >= sources.len() {
                    return self.stop(Unsupported::Instruction("insertelement out of range".into()));
                }
                let mut row: Vec<Reg> = sources.iter().map(|&s| self.reg(s).clone()).collect();
                row[at] = self.reg(*v).clone();
                for (dst, reg) in (*dst..).zip(row) {
                    self.set(dst, reg);
                }
            }
            Op::LoadParts { dst, ptr, size, leaves } => self.load_parts(*dst, *ptr, *size, leaves)?,
            Op::StoreParts { ptr, size, leaves, sources } => {
                self.store_parts(*ptr, *size, leaves, sources)?
            }
            Op::Alloca { dst, count, size } => self.alloca(*dst, *count, *size)?,
            Op::Lifetime { ptr, starts } => self.lifetime(*ptr, *starts)?,
            Op::CompareExchange { dst, ptr, operands, bytes, width, orders } => {
                let (id, at) = self.reach(*ptr, (*bytes).into(), Mode::Write)?;
                let old = self.load(id, at, *bytes, *width);
                let [expected, new] = operands.map(|o| self.reg(o).clone());
                let same = compute::icmp(crate::program::IcmpPred::Eq, &old, &expected);
                if self.environment.asks {
                    self.strict_icmp(crate::program::IcmpPred::Eq, &old, &expected)?;
                    self.decisive(&same)?;
                }
                let exchanged = !same.value.is_zero();
                let [success, failure] = *orders;
                self.note_order((id, at), success);
                self.note_order((id, at), failure);
                let ordered =
                    if exchanged { success.acquires() && success.releases() } else { failure.acquires() };
                self.note((id, at), (*bytes).into(), exchanged, Some(ordered));
                if exchanged {
                    self.reach.published();
                    self.memory.store(id, at, *bytes, &new);
                }
                self.set(*dst, old);
                self.set(dst + 1, same);
            }
            Op::ReadModifyWrite { op, float, dst, ptr, v, bytes, order } => {
                let (id, at) = self.reach(*ptr, (*bytes).into(), Mode::Write)?;
                let ordered = order.acquires() && order.releases();
                self.note_order((id, at), *order);
                self.note((id, at), (*bytes).into(), true, Some(ordered));
                let v = self.reg(*v).clone();
                let old = self.load(id, at, *bytes, v.width());
                if self.environment.asks && !matches!(op, AtomicRmwOp::Xchg) {
                    self.strict_number(&old)?;
                    self.strict_number(&v)?;
                }
                let value = match float {
                    Some(kind) => {
                        let made = semantics::float_atomic_rmw(
                            &mut Scalars::default(),
                            *kind,
                            *op,
                            &old.value,
                            &v.value,
                        );
                        match made {
                            Some(made) => made.map_err(|what| Stop::Fault(what.into(), self.loc()))?,
                            None => v.value.clone(),
                        }
                    }
                    None => match semantics::atomic_rmw(&mut Scalars::default(), *op, &old.value, &v.value) {
                        Some(value) => value,
                        None => return self.stop(Fault::Invalid(Invalid::OperandTypes)),
                    },
                };
                let new = match op {
                    AtomicRmwOp::Xchg => v,
                    AtomicRmwOp::Add | AtomicRmwOp::Sub => {
                        let op = if *op == AtomicRmwOp::Add {
                            crate::program::BinOp::Add
                        } else {
                            crate::program::BinOp::Sub
                        };
                        Reg::binary(op, &old, &v, value)
                    }
                    _ => Reg::of(value).after(&[&old, &v]),
                };
                self.reach.published();
                self.memory.store(id, at, *bytes, &new);
                self.set(*dst, old);
            }
            Op::Intrinsic { dst, which, args, float, width } => {
                return self.intrinsic(*dst, which, args, *float, *width);
            }
            Op::VaArg { dst, list, size, leaves } => self.va_arg(*dst, *list, *size, leaves)?,
            Op::IndirectBranch { address, blocks } => {
                let address = self.reg(*address).clone();
                self.decisive(&address)?;
                let start = self.memory.origin(address.object);
                let here = start == Some(crate::machine::state::Origin::Code(self.frame.func));
                let offset = self.memory.resolve(&address).map_or(0, |(_, offset)| offset);
                match blocks.iter().find(|b| here && u64::from(b.0) == offset) {
                    Some(&(_, to)) => {
                        self.frame.pc = to;
                        return Ok(Flow::Moved);
                    }
                    None => {
                        return self.undefined(Check::InvalidCall);
                    }
                }
            }
            Op::Unreachable => {
                return self.undefined(Check::Unreachable);
            }
            Op::Unsupported(what) => return self.stop(Unsupported::construct(what)),
            usual => unreachable!("{usual:?} is executed by the loop"),
        }
        Ok(Flow::Next)
    }

    /// Where the operation is in the program.
    pub(in crate::machine) fn site(&self) -> Site {
        let code = &self.image.codes[self.frame.func.index()];
        (self.frame.func, code.insts[self.frame.pc as usize])
    }

    /// The instruction of the user's program that is executed, by itself or by a function of the library that it calls.
    pub fn user_site(&self) -> Option<Site> {
        let mut frame = &self.frame;
        while self.image.program.func(frame.func).model
            && let Some(caller) = self.memory.parked(frame.caller)
        {
            frame = caller;
        }
        let inst = self.image.codes[frame.func.index()].insts.get(frame.pc as usize)?;
        Some((frame.func, *inst))
    }

    /// An undefined value as the script has it.
    pub(in crate::machine) fn answered(&mut self, ask: Ask, reg: Reg, what: &str) -> Reg {
        let site = self.site();
        match &mut self.environment.script {
            Some(script) => {
                let value = script.value(site, ask, reg.width());
                self.environment.asked.push((what.to_owned(), value.clone()));
                Reg { value: Scalar::of(&value), ..reg }
            }
            None => reg,
        }
    }

    /// The result of an operation, as the script has it where the operands leave it open.
    #[cold]
    fn unspecified(&mut self, made: Reg, operands: &[Operand]) -> Reg {
        let open = self.environment.script.is_some() && operands.iter().all(|&o| self.reg(o).is_defined());
        if open { self.answered(Ask::Unspecified, made, "unspecified") } else { made }
    }

    /// A value that any other could be.
    pub(in crate::machine) fn left_open(&mut self, reg: Reg) -> Reg {
        if self.environment.script.is_some() {
            return self.answered(Ask::Unspecified, reg, "unspecified");
        }
        self.blurred(reg)
    }

    /// The bits of some registers as those of others.
    fn recast(&mut self, dst: u32, sources: &[Operand], widths: &[u32]) {
        let join = |parts: Vec<Bits>| parts.into_iter().reduce(|low, high| high.concat(&low));
        let values = join(sources.iter().map(|&s| self.reg(s).value.to_bits()).collect());
        let masks = join(
            sources
                .iter()
                .map(|&s| {
                    let reg = self.reg(s);
                    reg.undef.as_ref().map_or_else(|| Bits::zero(reg.width()), |m| m.to_bits())
                })
                .collect(),
        );
        let (Some(values), Some(masks)) = (values, masks) else { return };
        let address = self.environment.asks && sources.iter().any(|&s| self.reg(s).object != ObjId::NONE);
        let mut low = 0;
        for (dst, &width) in (dst..).zip(widths) {
            let part = |all: &Bits| Scalar::of(&all.extract(low + width - 1, low));
            let (value, mask) = (part(&values), part(&masks));
            let undef = (!mask.is_zero()).then(|| Box::new(mask));
            let made = Reg { value, object: ObjId::NONE, undef };
            let made = if address { self.blurred(made) } else { made };
            self.set(dst, made);
            low += width;
        }
    }

    /// Control goes to another operation of the activation.
    #[inline]
    fn go(&mut self, to: u32) -> Step<()> {
        if self.watch.on && !self.frame.atomic {
            self.branches(to)?;
        }
        self.frame.pc = to;
        Ok(())
    }

    /// The violation or other end that a sink of an intrinsic tells.
    pub(in crate::machine) fn settle(&self, sink: &Raised<bool>) -> Step<()> {
        self.raised(sink)
    }

    /// A sink with the checks that are on.
    pub(in crate::machine) fn sink(&self) -> Raised<bool> {
        Raised::on(self.image.checks, self.image.program.target.processor)
    }
}

impl Machine<'_, '_> {
    /// Whether the operation that is next, or at which the run has stopped, is a call.
    pub fn calls(&self) -> bool {
        let code = &self.image.codes[self.frame.func.index()];
        matches!(code.ops.get(self.frame.pc as usize), Some(Op::Call { .. }))
    }

    /// Goes on where it was interrupted.
    pub fn resume(&mut self) {
        let interrupted = std::mem::take(&mut self.interrupted);
        if let Some(frame) = self.memory.unpark(interrupted) {
            self.frame = self.unstow(frame);
        }
        self.begin();
    }
}
