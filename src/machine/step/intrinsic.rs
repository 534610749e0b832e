//! Intrinsics.

use super::variable_arguments::LIST_SIZE;
use crate::machine::code::Operand;
use crate::machine::state::{Mode, Origin, Reg};
use crate::machine::step::{Flow, Machine, Step, Stop};
use crate::program::{FloatKind, Intrinsic};
use crate::property::Check;
use crate::semantics::{self, Domain, Scalar, Scalars, Unsupported};

impl Machine<'_, '_> {
    pub(in crate::machine) fn float_intrinsic(
        &mut self,
        dst: u32,
        name: &str,
        args: &[Operand],
        kind: FloatKind,
        width: u32,
    ) -> Step<Flow> {
        if args.iter().any(|&a| self.reg(a).term().is_some()) {
            let mut sink = self.sink_of_terms();
            let made = self.float_over_terms(args, |d, t| {
                semantics::float_intrinsic(d, name, kind, t, width, &mut sink)
            })?;
            let raised = self.raised_terms(&sink)?;
            self.raised(&raised)?;
            if let Some(made) = made {
                self.set(dst, made);
                return Ok(Flow::Next);
            }
        }
        let regs: Vec<&Reg> = args.iter().map(|&a| self.reg(a)).collect();
        let values: Vec<Scalar> = regs.iter().map(|r| r.value.clone()).collect();
        let (mut d, mut sink) = (Scalars::default(), self.sink());
        match semantics::float_intrinsic(&mut d, name, kind, &values, width, &mut sink) {
            Ok(value) => {
                let made = Reg::of(value).after(&regs);
                self.raised(&sink)?;
                let address = self.is_vague(&regs);
                let made = if address || d.unspecified { self.left_open(made) } else { made };
                self.set(dst, made);
                Ok(Flow::Next)
            }
            Err(what) => self.stop(what),
        }
    }

    pub(in crate::machine) fn intrinsic(
        &mut self,
        dst: u32,
        which: &Intrinsic,
        args: &[Operand],
        float: Option<FloatKind>,
        width: u32,
    ) -> Step<Flow> {
        let regs: Vec<Reg> = args.iter().map(|&a| self.reg(a).clone()).collect();
        match which {
            Intrinsic::Memcpy | Intrinsic::Memmove => {
                self.copy_bytes(&regs[0], &regs[1], &regs[2], *which == Intrinsic::Memcpy)?;
            }
            Intrinsic::Memset => self.fill_bytes(&regs[0], &regs[1], &regs[2])?,
            Intrinsic::Assume => {
                if !self.truth(&regs[0])? {
                    self.violate(Check::InvalidValue)?;
                    return Err(Stop::Cut);
                }
            }
            Intrinsic::Aligned => self.aligned(&regs[0], regs[1].value.low())?,
            Intrinsic::Trap => {
                self.violate(Check::Trap)?;
                self.aborted()?;
                return Err(Stop::Over);
            }
            Intrinsic::IsConstant => self.set(dst, Reg::int(width, 0)),
            Intrinsic::Objectsize => {
                let least = regs.get(1).is_some_and(|r| !r.value.is_zero());
                let known = self.resolve(&regs[0])?.and_then(|(id, at)| {
                    let size = self.memory.get(id)?.bytes.len() as u64;
                    size.checked_sub(at)
                });
                let unknown = if least { 0 } else { u64::MAX };
                self.set(dst, Reg::int(width, known.unwrap_or(unknown)));
            }
            Intrinsic::Stacksave => {
                let saved = self.frame.locals.len() as u64;
                self.set(dst, Reg::int(width, saved));
            }
            Intrinsic::Stackrestore => {
                let keep = (regs[0].value.low() as usize).min(self.frame.locals.len());
                for i in keep..self.frame.locals.len() {
                    self.visible(self.frame.locals[i], Mode::Write)?;
                }
                for id in self.frame.locals.split_off(keep) {
                    self.memory.end(id);
                }
            }
            Intrinsic::VaStart => self.va_start(&regs[0])?,
            Intrinsic::VaEnd => self.va_end(&regs[0])?,
            Intrinsic::VaCopy => {
                let size = if self.memory.width == 64 { LIST_SIZE } else { u64::from(self.memory.width / 8) };
                self.copy_bytes(&regs[0], &regs[1], &Reg::int(64, size), false)?;
            }
            Intrinsic::Ptrmask => {
                let mask = regs[1].clone().extended(Scalar::new(width, regs[1].value.low()), false);
                let value = Scalar::new(width, regs[0].value.low() & mask.value.low());
                let made = Reg::binary(crate::program::BinOp::And, &regs[0], &mask, value);
                // The heap and arguments lie at multiples of 16 wherever they are.
                let common = regs[1].value.low() | 15 == Scalar::new(width, u64::MAX).low()
                    && matches!(self.memory.origin(made.object), Some(Origin::Heap(_) | Origin::Argument(_)));
                let made = if self.environment.asks && !common { self.blurred(made) } else { made };
                self.set(dst, made);
            }
            Intrinsic::Frameaddress | Intrinsic::Returnaddress => self.set(dst, Reg::undefined(width)),
            Intrinsic::Float(name) => match float {
                Some(kind) => return self.float_intrinsic(dst, name, args, kind, width),
                None => return self.stop(Unsupported::FloatIntrinsic(name.as_str().into())),
            },
            Intrinsic::VectorReduce(op) => {
                let all: Vec<&Reg> = regs.iter().collect();
                if let Some(term) = self.over_terms(&all, |d, t| semantics::vector_reduce(d, op, t)).flatten()
                {
                    let made = self.reg_of(term);
                    self.set(dst, made);
                    return Ok(Flow::Next);
                }
                let lanes: Vec<Scalar> = regs.iter().map(|r| r.value.clone()).collect();
                let Some(value) = semantics::vector_reduce(&mut Scalars::default(), op, &lanes) else {
                    return self.stop(Unsupported::Intrinsic(format!("llvm.vector.reduce.{op}").into()));
                };
                let made = Reg::of(value).after(&all);
                let made = if self.is_vague(&all) { self.blurred(made) } else { made };
                self.set(dst, made);
            }
            _ => return self.integer_intrinsic(dst, which, &regs, width),
        }
        Ok(Flow::Next)
    }

    fn integer_intrinsic(&mut self, dst: u32, which: &Intrinsic, regs: &[Reg], width: u32) -> Step<Flow> {
        let all: Vec<&Reg> = regs.iter().collect();
        if self.is_symbolic(&all) && self.symbolic_intrinsic(dst, which, &all, width)? {
            return Ok(Flow::Next);
        }
        if self.environment.asks {
            for reg in regs {
                self.same_number(reg)?;
            }
        }
        if let [a, b] = regs
            && let Some((value, overflow)) =
                semantics::with_overflow(&mut Scalars::default(), which, &a.value, &b.value)
        {
            self.set(dst, Reg::of(value).after(&all));
            self.set(dst + 1, Reg::int(1, u64::from(overflow)).after(&all));
            return Ok(Flow::Next);
        }
        let values: Vec<Scalar> = regs.iter().map(|r| r.value.clone()).collect();
        let (mut d, mut sink) = (Scalars::default(), self.sink());
        let Some(value) = semantics::intrinsic(&mut d, which, &values, width, &mut sink) else {
            return self.stop(Unsupported::Intrinsic(format!("{which:?}").into()));
        };
        self.raised(&sink)?;
        let made = Reg::of(value).after(&all);
        let made = if d.unspecified { self.left_open(made) } else { made };
        self.set(dst, made);
        Ok(Flow::Next)
    }

    /// The same over terms; whether there was one.
    fn symbolic_intrinsic(&mut self, dst: u32, which: &Intrinsic, regs: &[&Reg], width: u32) -> Step<bool> {
        if regs.len() == 2
            && let Some(Some((value, overflow))) =
                self.over_terms(regs, |d, t| semantics::with_overflow(d, which, &t[0], &t[1]))
        {
            let overflow = self.terms().bool_to_bv(&overflow);
            let (value, overflow) = (self.reg_of(value), self.reg_of(overflow));
            self.set(dst, value);
            self.set(dst + 1, overflow);
            return Ok(true);
        }
        let mut sink = self.sink_of_terms();
        let before = self.terms().unspecified_values().len();
        let made =
            self.over_terms(regs, |d, t| semantics::intrinsic(d, which, t, width, &mut sink)).flatten();
        let Some(made) = made else { return Ok(false) };
        let raised = self.raised_terms(&sink)?;
        self.raised(&raised)?;
        let open = self.terms().unspecified_values().len() > before;
        let made = if open { self.blurred(Reg::undefined(width)) } else { self.reg_of(made) };
        self.set(dst, made);
        Ok(true)
    }
}
