//! The interpreter's loop.

use crate::machine::code::{Code, Op, Operand};
use crate::machine::environment::script::Ask;
use crate::machine::state::{Mode, ObjId, Reg, compute};
use crate::machine::step::{Flow, Machine, Step, Stop};
use crate::program::{BinOp, CastOp, Ordering};
use crate::property::Check;
use crate::semantics::{Fault, Invalid, Raised, Resource};

impl<'p> Machine<'_, 'p> {
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
                if matches!(stop, Stop::Choice(_) | Stop::Question(_)) {
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
        let (each, carries) = (self.reductions.transition.each, self.carries());
        let looks = each || carries;
        loop {
            if self.steps >= limit {
                return self.at_limit();
            }
            self.steps += 1;
            if looks {
                if each && !self.frame.atomic {
                    self.act()?;
                }
                if carries {
                    self.carry_poison(code)?;
                }
            }
            match &code.ops[self.frame.pc as usize] {
                Op::Binary { op, flags, dst, a, b } => {
                    let mut sink = Raised::on(checks, processor);
                    if matches!(op, BinOp::Udiv | BinOp::Sdiv | BinOp::Urem | BinOp::Srem) {
                        self.may_trap(*op, *flags, *a, *b)?;
                    }
                    let mut made = compute::binary(*op, *flags, self.reg(*a), self.reg(*b), &mut sink);
                    if self.environment.asks {
                        let may_be = !made.is_defined() || !sink.is_empty();
                        let symbolic = if may_be && self.is_symbolic(&[self.reg(*a), self.reg(*b)]) {
                            self.symbolic_binary(*op, *flags, (*a, *b), code)?
                        } else {
                            None
                        };
                        made = match symbolic {
                            Some(value) => {
                                sink.take();
                                value
                            }
                            None => self.same_binary(*op, *flags, *a, *b, made)?,
                        };
                    }
                    if !made.is_defined() {
                        made = self.unspecified(made, &[*a, *b]);
                    }
                    if !sink.is_empty() {
                        made = self.broken(&sink, code, made)?;
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
                        if a.term().is_some() || b.term().is_some() {
                            let (a, b) = (a.clone(), b.clone());
                            made = self.symbolic_icmp(*pred, &a, &b)?.unwrap_or(made);
                        } else {
                            self.same_icmp(*pred, a, b)?;
                        }
                    }
                    if !made.is_defined() && self.is_settled() {
                        made.shade = None;
                    }
                    self.set(*dst, made);
                }
                Op::Cast { op, flags, dst, v, width } => {
                    let mut sink = Raised::on(checks, processor);
                    let mut made = compute::cast(*op, *flags, self.reg(*v), *width, &mut sink);
                    let mut of_terms = false;
                    if self.reg(*v).term().is_some() {
                        let v = self.reg(*v).clone();
                        if let Some(value) = self.symbolic_cast(*op, *flags, &v, *width, code)? {
                            (made, of_terms) = (Some(value), true);
                            sink.take();
                        }
                    }
                    match made {
                        Some(mut made) => {
                            if !sink.is_empty() {
                                made = self.broken(&sink, code, made)?;
                            }
                            if self.environment.asks && !of_terms {
                                made = self.same_cast(*v, made);
                            }
                            match op {
                                CastOp::Inttoptr => made = self.memory.anchored(made),
                                CastOp::Ptrtoint => made = self.memory.devices.number(made),
                                _ => {}
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
                    let mut taken = !c.value.is_zero();
                    if !c.is_defined() {
                        let c = c.clone();
                        taken = self.truth(&c)?;
                    }
                    self.go(if taken { *then } else { *other })?;
                    continue;
                }
                Op::Load { dst, ptr, bytes, width, atomic } => {
                    if self.image.reads_arguments {
                        self.argument_read(*ptr)?;
                    }
                    let made = match self.reach(*ptr, (*bytes).into(), Mode::Read) {
                        Ok((id, at)) => {
                            self.note((id, at), (*bytes).into(), false, atomic.map(Ordering::acquires));
                            let made = self.load(id, at, *bytes, *width)?;
                            if let Some(order) = atomic {
                                self.note_order((id, at), *order, made.object);
                            }
                            made
                        }
                        Err(stop) => self.beyond(&stop, *width)?,
                    };
                    self.set(*dst, made);
                }
                Op::Store { ptr, v, bytes, atomic } => {
                    let (id, at) = self.reach(*ptr, (*bytes).into(), Mode::Write)?;
                    self.note((id, at), (*bytes).into(), true, atomic.map(Ordering::releases));
                    if let Some(order) = atomic {
                        self.note_order((id, at), *order, self.reg(*v).object);
                    }
                    self.leaves_of_pointers((id, at), (*bytes).into());
                    let replaced = self.replaced(id, at, *bytes);
                    // Not through `reg`: the memory is borrowed besides.
                    let v = match v.get() {
                        Ok(n) => &self.frame.regs[n],
                        Err(n) => &self.image.constants[n],
                    };
                    if self.reductions.transition.on && v.object != ObjId::NONE {
                        self.reductions.reachable.published();
                    }
                    self.memory.store(id, at, *bytes, v);
                    if let Some(replaced) = replaced {
                        self.stored(id, at, replaced);
                    }
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
                            let base = base.clone();
                            let symbolic =
                                base.term().is_some() || steps.iter().any(|s| s.0.term().is_some());
                            let over_terms = match symbolic {
                                true => self.symbolic_gep(&base, *offset, &steps, (*inbounds, *nuw))?,
                                false => None,
                            };
                            let computed = || compute::gep(&base, *offset, &steps, *inbounds, *nuw);
                            over_terms.unwrap_or_else(computed)
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
                    let made = if c.is_defined() {
                        chosen.clone()
                    } else if c.term().is_some() {
                        let c = c.clone();
                        self.symbolic_select(&c, self.reg(*a).clone(), self.reg(*b).clone())?
                    } else {
                        chosen.clone().after(&[c])
                    };
                    self.set(*dst, made);
                }
                Op::Call { dst, call } => match self.call(*dst, call)? {
                    Flow::Next => {}
                    Flow::Jump(_) | Flow::Moved => return Ok(()),
                },
                Op::Return(row) => {
                    let row: smallvec::SmallVec<[Reg; 2]> =
                        row.iter().map(|&o| self.reg(o).clone()).collect();
                    return self.give_back(&row);
                }
                Op::Switch { v, cases } => {
                    let v = self.reg(*v);
                    let mut to = cases.cases.iter().find(|c| c.0 == v.value).map_or(cases.default, |c| c.1);
                    if v.term().is_some() {
                        let v = v.clone();
                        to = self.symbolic_switch(&v, cases)?;
                    } else if v.is_defined() || !self.is_settled() {
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
                    Flow::Jump(to) => {
                        self.go(to)?;
                        continue;
                    }
                    Flow::Moved => return Ok(()),
                },
            }
            self.frame.pc += 1;
        }
    }

    /// The result of an operation, as the script has it where the operands leave it open.
    #[cold]
    fn unspecified(&mut self, made: Reg, operands: &[Operand]) -> Reg {
        let open = self.environment.script.is_some() && operands.iter().all(|&o| self.reg(o).is_defined());
        if open { self.answered(Ask::Unspecified, made, "unspecified") } else { made }
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
}
