//! Operations that are not many: floating point, vectors, atomic operations.

use crate::machine::code::{Op, Operand};
use crate::machine::environment::script::Ask;
use crate::machine::state::{Mode, ObjId, Origin, Reg, compute};
use crate::machine::step::{Flow, Machine, Step, Stop};
use crate::program::AtomicRmwOp;
use crate::property::Check;
use crate::semantics::{self, Domain, Fault, Invalid, Scalars, Unsupported};

impl Machine<'_, '_> {
    /// Operations that are not many.
    pub(super) fn rare(&mut self, op: &Op) -> Step<Flow> {
        match op {
            Op::FloatBinary { op, kind, dst, a, b } => {
                if let Some(made) = self.float_over_terms(&[*a, *b], |d, t| {
                    semantics::float_binary(d, *kind, *op, &t[0], &t[1])
                })? {
                    self.set(*dst, made);
                    return Ok(Flow::Next);
                }
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
                if let Some(made) =
                    self.float_over_terms(&[*v], |d, t| semantics::float_neg(d, *kind, &t[0]))?
                {
                    self.set(*dst, made);
                    return Ok(Flow::Next);
                }
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
                if let Some(made) = self.float_over_terms(&[*a, *b], |d, t| {
                    let holds = semantics::fcmp(d, *kind, *pred, &t[0], &t[1])?;
                    Ok(d.bool_to_bv(&holds))
                })? {
                    self.set(*dst, made);
                    return Ok(Flow::Next);
                }
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
                if self.reg(*v).term().is_some() {
                    let mut sink = self.sink_of_terms();
                    let from = match types.0 {
                        semantics::ScalarType::Int(_) => semantics::ScalarType::Int(self.reg(*v).width()),
                        float => float,
                    };
                    let made = self.float_over_terms(&[*v], |d, t| {
                        semantics::float_cast(d, *op, *flags, &t[0], from, types.1, &mut sink)
                    })?;
                    let raised = self.raised_terms(&sink)?;
                    self.raised(&raised)?;
                    if let Some(made) = made {
                        self.set(*dst, made);
                        return Ok(Flow::Next);
                    }
                }
                let v = self.reg(*v);
                if self.environment.asks {
                    self.same_number(v)?;
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
                let class = if v.term().is_some() {
                    Some(v.clone())
                } else if !v.is_defined() && self.environment.asks {
                    self.class("undef", v.width())?
                } else {
                    None
                };
                if let Some(class) = class {
                    v = class;
                } else if self.carries() && self.freezes_poison() {
                    let any = Reg::undefined(v.width());
                    v = Reg { shade: None, ..self.answered(Ask::Undefined, any, "undef") };
                } else if !self.environment.asks {
                    v.shade = None;
                } else if !v.is_defined() && self.image.checks.contains(Check::Uninit) {
                    // To decide by it is no violation.
                    self.reductions.dependence.addresses = true;
                }
                self.set(*dst, v);
            }
            Op::Unknown { dst, width } => {
                if self.reductions.told_undefined && !self.image.checks.contains(Check::Uninit) {
                    let made = self.told("undef", *width)?;
                    self.set(*dst, made);
                    return Ok(Flow::Next);
                }
                let made = Reg::undefined(*width);
                let made = self.answered(Ask::Undefined, made, "undef");
                self.set(*dst, made);
            }
            Op::ThreadLocal { dst, global } => self.thread_local(*dst, *global),
            Op::Recast { dst, sources, widths } => self.recast(*dst, sources, widths),
            Op::ExtractElement { dst, sources, index } => {
                let index = self.reg(*index).clone();
                let index = self.exact(&index)?;
                let Some(&source) = sources.get(index as usize) else {
                    return self.stop(Unsupported::Instruction("extractelement out of range".into()));
                };
                let made = self.reg(source).clone();
                self.set(*dst, made);
            }
            Op::InsertElement { dst, sources, v, index } => {
                let index = self.reg(*index).clone();
                let at = self.exact(&index)? as usize;
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
                let old = self.load(id, at, *bytes, *width)?;
                let [expected, new] = operands.map(|o| self.reg(o).clone());
                let mut same = compute::icmp(crate::program::IcmpPred::Eq, &old, &expected);
                if self.environment.asks {
                    if self.is_symbolic(&[&old, &expected]) {
                        let equal = self.symbolic_icmp(crate::program::IcmpPred::Eq, &old, &expected)?;
                        same = equal.unwrap_or(same);
                    } else {
                        self.same_icmp(crate::program::IcmpPred::Eq, &old, &expected)?;
                    }
                    let holds = self.truth(&same)?;
                    same = Reg::int(1, holds.into());
                }
                let exchanged = !same.value.is_zero();
                let [success, failure] = *orders;
                self.note_order((id, at), success, old.object);
                self.note_order((id, at), success, new.object);
                self.note_order((id, at), failure, old.object);
                let ordered =
                    if exchanged { success.acquires() && success.releases() } else { failure.acquires() };
                self.note((id, at), (*bytes).into(), exchanged, Some(ordered));
                if exchanged {
                    self.reductions.reachable.published();
                    self.memory.store(id, at, *bytes, &new);
                }
                self.set(*dst, old);
                self.set(dst + 1, same);
            }
            Op::ReadModifyWrite { op, float, dst, ptr, v, bytes, order } => {
                let (id, at) = self.reach(*ptr, (*bytes).into(), Mode::Write)?;
                let ordered = order.acquires() && order.releases();
                self.note((id, at), (*bytes).into(), true, Some(ordered));
                let v = self.reg(*v).clone();
                let old = self.load(id, at, *bytes, v.width())?;
                self.note_order((id, at), *order, old.object);
                self.note_order((id, at), *order, v.object);
                let symbolic = match (float, op) {
                    (_, AtomicRmwOp::Xchg) => None,
                    (None, _) => self
                        .over_terms(&[&old, &v], |d, t| semantics::atomic_rmw(d, *op, &t[0], &t[1]))
                        .flatten(),
                    (Some(kind), _) => self
                        .over_terms(&[&old, &v], |d, t| {
                            semantics::float_atomic_rmw(d, *kind, *op, &t[0], &t[1])?.ok()
                        })
                        .flatten(),
                };
                if let Some(term) = symbolic {
                    let new = self.reg_of(term);
                    self.reductions.reachable.published();
                    self.memory.store(id, at, *bytes, &new);
                    self.set(*dst, old);
                    return Ok(Flow::Next);
                }
                let computed = op.binary();
                if self.environment.asks && !matches!(op, AtomicRmwOp::Xchg) {
                    for operand in [&old, &v] {
                        if computed.is_some() { self.decisive(operand)? } else { self.same_number(operand)? }
                    }
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
                let new = match (op, computed) {
                    (AtomicRmwOp::Xchg, _) => v,
                    (_, Some(op)) => {
                        let made = Reg::binary(op, &old, &v, value);
                        if self.environment.asks { self.same_addresses(op, (&old, &v), made) } else { made }
                    }
                    _ => Reg::of(value).after(&[&old, &v]),
                };
                self.reductions.reachable.published();
                self.memory.store(id, at, *bytes, &new);
                self.set(*dst, old);
            }
            Op::Intrinsic { dst, which, args, float, width } => {
                return self.intrinsic(*dst, which, args, *float, *width);
            }
            Op::VaArg { dst, list, size, leaves } => self.va_arg(*dst, *list, *size, leaves)?,
            Op::IndirectBranch { address, blocks } => {
                let address = self.reg(*address).clone();
                let address = self.known(&address)?;
                self.decisive(&address)?;
                let start = self.memory.origin(address.object);
                let here = start == Some(Origin::Code(self.frame.func));
                let offset = self.memory.resolve(&address).map_or(0, |(_, offset)| offset);
                match blocks.iter().find(|b| here && u64::from(b.0) == offset) {
                    Some(&(_, to)) => {
                        return Ok(Flow::Jump(to));
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

    /// The bits of some registers as those of others.
    fn recast(&mut self, dst: u32, sources: &[Operand], widths: &[u32]) {
        let Some(whole) = self.joined(sources, None) else { return };
        let address = self.environment.asks && sources.iter().any(|&s| self.reg(s).object != ObjId::NONE);
        let mut low = 0;
        for (dst, &width) in (dst..).zip(widths) {
            let made = self.part_of(&whole, low, width);
            let made = if address { self.blurred(made) } else { made };
            self.set(dst, made);
            low += width;
        }
    }
}
