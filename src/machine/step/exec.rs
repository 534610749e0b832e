//! The interpreter's loop.

use crate::machine::code::{Code, Op, Operand};
use crate::machine::environment::script::{Ask, Site};
use crate::machine::state::{Mode, ObjId, Reg, compute};
use crate::machine::step::{Flow, Machine, Step, Stop};
use crate::program::{BinOp, CastOp, FuncId, Ordering, Program};
use crate::property::Check;
use crate::semantics::{Fault, Invalid, Raised, Resource, Scalar};

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

    /// Executes until something ends the run.
    pub fn run(&mut self) -> Stop {
        let before = self.steps;
        let stop = self.run_on();
        self.findings.executed += self.steps - before;
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
                    && self.reductions.transition.on
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
            if self.reductions.transition.each && !self.frame.atomic {
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
                        made = self.same_binary(*op, *flags, *a, *b, made)?;
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
                        self.same_icmp(*pred, a, b)?;
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
                                made = self.same_cast(*v, made);
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
                    if self.reductions.transition.on && v.object != ObjId::NONE {
                        self.reductions.reachable.published();
                    }
                    self.memory.store(id, at, *bytes, v);
                    if let Some(planning) = &mut self.reductions.planning {
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
                            self.same_number(v)?;
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

    /// Control goes to another operation of the activation.
    #[inline]
    fn go(&mut self, to: u32) -> Step<()> {
        if self.reductions.transition.on && !self.frame.atomic {
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
}
