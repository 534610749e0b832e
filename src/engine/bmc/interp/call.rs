//! Calls, returns, the end of the program.

use super::Call;
use super::{Flow, Interp};
use crate::engine::bmc::ledger::{Kind, Step, Stop};
use crate::engine::bmc::memory::Source;
use crate::engine::bmc::state::{Base, InputId, ObjInfo, Origin, Ptr, State, Val};
use crate::ilr::Term;
use crate::program::{Callee, FuncId, Inst, InstId, LocId, ParamAttrs, Type, TypeId, Value};
use crate::property::Check;
use crate::semantics::{self, Native, VariadicCall};

/// What the numbers of undefined values begin with that a call has instead of a result; others of an instruction count from 0.
const MISSING_RESULT: u32 = 1 << 31;

impl Interp<'_> {
    /// A call of a function, of a pointer to one, or of an intrinsic.
    #[allow(clippy::too_many_arguments, reason = "an instruction's parts")]
    pub fn call(
        &mut self,
        state: &mut State,
        id: InstId,
        inst: &Inst,
        callee: &Callee,
        args: &[Value],
        attrs: &[ParamAttrs],
        noreturn: bool,
    ) -> Step<Flow> {
        match callee {
            Callee::Intrinsic(which) => {
                let v = self.intrinsic(state, id, inst, which, args)?;
                if let Some(v) = v {
                    state.top().regs[id.index()] = Some(v);
                }
                Ok(Flow::Next)
            }
            Callee::Asm(text) if text.trim().is_empty() => {
                // An empty template is a compiler barrier: it changes nothing but may yield a value.
                if !matches!(self.ledger.program.types.get(inst.ty), Type::Void) {
                    return Err(Stop::Unsupported("inline assembly".to_owned()));
                }
                Ok(Flow::Next)
            }
            Callee::Asm(_) => Err(Stop::Unsupported("inline assembly".to_owned())),
            Callee::Direct(f) => {
                let mut values = Vec::with_capacity(args.len());
                for &a in args {
                    values.push(self.operand(state, a)?);
                }
                self.call_function(state, id, inst, *f, values, attrs, noreturn)
            }
            Callee::Indirect(v) => {
                let p = self.operand(state, *v)?;
                let p = self.memory.pointer(&mut self.ledger, state, p)?;
                let mut values = Vec::with_capacity(args.len());
                for &a in args {
                    values.push(self.operand(state, a)?);
                }
                self.call_pointer(state, id, inst, &p, values, attrs, noreturn)
            }
        }
    }

    /// A call through a pointer: one way for each function that it can name.
    #[allow(clippy::too_many_arguments, reason = "an instruction's parts")]
    fn call_pointer(
        &mut self,
        state: &mut State,
        id: InstId,
        inst: &Inst,
        p: &Ptr,
        values: Vec<Val>,
        attrs: &[ParamAttrs],
        noreturn: bool,
    ) -> Step<Flow> {
        let p = &self.memory.dereferenced(&mut self.ledger, state, p, inst.loc)?;
        let mut targets: Vec<(Term, FuncId)> = Vec::new();
        let mut bad = self.ledger.d.terms.ff();
        let mut null = self.ledger.d.terms.ff();
        let zero = self.ledger.d.terms.bv(self.memory.space.width, 0);
        for c in &p.cases {
            let here = self.ledger.d.terms.and(state.path.term(), c.cond);
            if self.ledger.d.terms.as_bool(here) == Some(false) {
                continue;
            }
            let at_zero = self.ledger.d.terms.eq(c.off, zero);
            match self.memory.space.info(c.obj).origin {
                Origin::Code(f) => {
                    let (good, other) = self.parts(c.cond, at_zero);
                    bad = self.ledger.d.terms.or(bad, other);
                    if self.ledger.d.terms.as_bool(good) != Some(false) {
                        targets.push((good, f));
                    }
                }
                Origin::Null => {
                    let (none, other) = self.parts(c.cond, at_zero);
                    null = self.ledger.d.terms.or(null, none);
                    bad = self.ledger.d.terms.or(bad, other);
                }
                Origin::Memory => {
                    // An address: that of a function, zero, or neither.
                    let mut none = c.cond;
                    let named = self.memory.functions_by_address();
                    for &f in named.iter() {
                        let start =
                            self.memory.start_address(&mut self.ledger, self.memory.functions[f.index()])?;
                        let same = self.ledger.d.terms.eq(c.off, start);
                        let good = self.ledger.d.terms.and(c.cond, same);
                        if self.ledger.d.terms.as_bool(good) != Some(false) {
                            targets.push((good, f));
                        }
                        let other = self.ledger.d.terms.not(same);
                        none = self.ledger.d.terms.and(none, other);
                    }
                    let (none, other) = self.parts(none, at_zero);
                    null = self.ledger.d.terms.or(null, none);
                    bad = self.ledger.d.terms.or(bad, other);
                }
                _ => bad = self.ledger.d.terms.or(bad, c.cond),
            }
        }
        for (cond, check) in [(null, Check::NullDeref), (bad, Check::InvalidCall)] {
            if self.ledger.d.terms.as_bool(cond) == Some(false) {
                continue;
            }
            self.ledger.violate(state, inst.loc, check, cond)?;
            if !self.ledger.options.checks.contains(check) {
                let path = self.ledger.d.terms.and(state.path.term(), cond);
                self.ledger.oblige(state, Kind::Undefined(check), path, inst.loc);
            }
        }
        match targets.len() {
            0 => Err(Stop::End),
            1 => {
                let (cond, f) = targets[0];
                self.ledger.assume(state, cond)?;
                self.call_function(state, id, inst, f, values, attrs, noreturn)
            }
            _ => {
                self.ledger.note_event(state);
                let (last, rest) = targets.split_last().expect("several targets");
                let mut others = Vec::with_capacity(rest.len());
                for &(cond, f) in rest {
                    let mut other = state.clone();
                    let flow = self.ledger.assume(&mut other, cond).and_then(|()| {
                        self.call_function(&mut other, id, inst, f, values.clone(), attrs, noreturn)
                    });
                    others.push((other, flow));
                }
                let own = self
                    .ledger
                    .assume(state, last.0)
                    .and_then(|()| self.call_function(state, id, inst, last.1, values, attrs, noreturn));
                Ok(Flow::Split(others, Box::new(own)))
            }
        }
    }

    /// The parts of a condition in which another one holds, and in which it does not.
    fn parts(&mut self, condition: Term, other: Term) -> (Term, Term) {
        let terms = &mut self.ledger.d.terms;
        let without = terms.not(other);
        (terms.and(condition, other), terms.and(condition, without))
    }

    #[allow(clippy::too_many_arguments, reason = "an instruction's parts")]
    fn call_function(
        &mut self,
        state: &mut State,
        id: InstId,
        inst: &Inst,
        func: FuncId,
        mut values: Vec<Val>,
        attrs: &[ParamAttrs],
        noreturn: bool,
    ) -> Step<Flow> {
        let program = self.ledger.program;
        let f = program.func(func);
        let native = self.natives[func.index()].clone().filter(|n| {
            // Where its call is no violation, the error function is an ordinary one.
            *n != Native::Error || self.ledger.options.checks.contains(Check::ReachError) || !f.is_defined()
        });
        if let Some(native) = native {
            let v = self.native(state, id, inst, func, &native, &values)?;
            if noreturn && f.noreturn {
                return Err(Stop::End);
            }
            if !matches!(program.types.get(inst.ty), Type::Void) {
                let v = match v {
                    Some(v) => self.fit(state, v, inst.ty)?,
                    None => self.unknown(state, inst.ty)?,
                };
                state.top().regs[id.index()] = Some(v);
            }
            return Ok(Flow::Next);
        }
        if f.model
            && f.name == "__bmc_strlen"
            && let Some(Val::Ptr(p)) = values.first()
        {
            let p = p.clone();
            if let Some(length) = self.memory.string_length(&mut self.ledger, state, &p, inst.loc)? {
                // A call through a pointer may want another type.
                state.top().regs[id.index()] = self.result_as(state, Some(Val::Int(length)), inst.ty)?;
                return Ok(Flow::Next);
            }
        }
        if !f.is_defined() {
            return self.call_undefined(state, id, inst, func, &values, attrs);
        }
        if !semantics::call_fits(program, program.func(state.frame.func), id, f) {
            let tt = self.ledger.d.terms.tt();
            self.ledger.violate(state, inst.loc, Check::CallMismatch, tt)?;
        }
        for (i, attr) in attrs.iter().enumerate().take(f.params.len()) {
            if let (Some(ty), Some(Val::Ptr(p))) = (attr.byval, values.get(i).cloned()) {
                values[i] = self.copy_argument(state, id, i, &p, ty, inst.loc)?;
            }
        }
        // A call without a prototype may pass other types than the parameters have.
        let fixed = f.params.len();
        if values.len() < fixed {
            while values.len() < fixed {
                let v = self.unknown(state, f.params[values.len()].ty)?;
                values.push(v);
            }
        }
        let rest = values.split_off(fixed);
        for (i, v) in values.iter_mut().enumerate() {
            *v = self.fit(state, v.clone(), f.params[i].ty)?;
        }
        let varargs = if f.vararg {
            let call = VariadicCall { caller: state.frame.func, call: id, callee: func };
            self.variable_arguments(state, call, &rest, inst.loc)?
        } else {
            None
        };
        let by_value = attrs.iter().any(|a| a.byval.is_some());
        Ok(Flow::Call(Call { site: id, func, args: values, varargs, by_value }))
    }

    /// A value as another type of register, as a mismatched prototype makes the machine see it.
    pub fn fit(&mut self, state: &mut State, v: Val, ty: TypeId) -> Step<Val> {
        let program = self.ledger.program;
        Ok(match (v, program.types.get(ty)) {
            (Val::Int(t), Type::Int(w)) => {
                let from = self.ledger.d.terms.width(t);
                Val::Int(if from > *w {
                    self.ledger.d.terms.extract(t, *w - 1, 0)
                } else {
                    self.ledger.d.terms.resize_zext(t, *w)
                })
            }
            (Val::Int(t), Type::Ptr(_)) => {
                let w = self.ledger.width();
                let from = self.ledger.d.terms.width(t);
                let t = if from > w {
                    self.ledger.d.terms.extract(t, w - 1, 0)
                } else {
                    self.ledger.d.terms.resize_zext(t, w)
                };
                Val::Ptr(self.memory.ptr_made_of(&mut self.ledger, state, t)?)
            }
            (Val::Ptr(p), Type::Int(w)) => {
                let t = self.memory.int_of(&mut self.ledger, &Val::Ptr(p))?;
                let from = self.ledger.d.terms.width(t);
                Val::Int(if from > *w {
                    self.ledger.d.terms.extract(t, *w - 1, 0)
                } else {
                    self.ledger.d.terms.resize_zext(t, *w)
                })
            }
            (Val::Int(t), Type::Float(kind)) if self.ledger.d.terms.width(t) != kind.bits() => {
                return Err(Stop::Unsupported("floating-point argument of another type".to_owned()));
            }
            (Val::Agg(_), Type::Int(_) | Type::Ptr(_) | Type::Float(_)) => {
                return Err(Stop::Unsupported("aggregate passed as a scalar".to_owned()));
            }
            (Val::Agg(parts), ty) => {
                let same = match ty {
                    Type::Struct { fields, .. } => parts.len() == fields.len(),
                    Type::Array { count, .. } => parts.len() as u64 == *count,
                    Type::Vector { count, .. } => parts.len() as u64 == u64::from(*count),
                    _ => true,
                };
                if !same {
                    return Err(Stop::Unsupported("aggregate passed as another one".to_owned()));
                }
                Val::Agg(parts)
            }
            (_, Type::Struct { .. } | Type::Array { .. } | Type::Vector { .. })
            | (Val::Ptr(_), Type::Float(_)) => {
                return Err(Stop::Unsupported("scalar passed as a value of another kind".to_owned()));
            }
            (v, _) => v,
        })
    }

    fn copy_argument(
        &mut self,
        state: &mut State,
        id: InstId,
        number: usize,
        p: &Ptr,
        ty: TypeId,
        loc: Option<LocId>,
    ) -> Step<Val> {
        let width = self.ledger.width();
        let size = self.ledger.program.types.layout(ty).alloc_size;
        let term = self.ledger.d.terms.bv(width, size);
        let info = ObjInfo {
            origin: Origin::Argument(None),
            size: term,
            size_const: Some(size),
            constant: false,
            loc,
            key: state.frame.key(id, InputId::ByValue(number as u32)),
        };
        let o = self.memory.make_object(&mut self.ledger, state, info, Base::Undef(0));
        let to = self.memory.object_ptr(&mut self.ledger, o)?;
        self.memory.copy_bytes(&mut self.ledger, state, &to, p, term, loc)?;
        state.top().locals.all.push(o);
        Ok(Val::Ptr(to))
    }

    /// A function without a body: any result; what it could write through its arguments is not known.
    fn call_undefined(
        &mut self,
        state: &mut State,
        id: InstId,
        inst: &Inst,
        func: FuncId,
        values: &[Val],
        attrs: &[ParamAttrs],
    ) -> Step<Flow> {
        let program = self.ledger.program;
        let f = program.func(func);
        if let Some(value) = self.math_call(state, id, inst, func, values)? {
            state.top().regs[id.index()] = Some(value);
            return Ok(Flow::Next);
        }
        if !self.undefined.contains(&func) {
            self.undefined.push(func);
        }
        if !f.readonly {
            for (i, v) in values.iter().enumerate() {
                let readonly = attrs.get(i).is_some_and(|a| a.readonly);
                if !readonly && self.memory.may_write(&mut self.ledger, state, v) {
                    return Err(Stop::Unsupported(format!(
                        "call of the undefined function {} with a pointer to writable memory",
                        f.source_name
                    )));
                }
            }
        }
        if !f.nounwind && self.may_catch(state) {
            let cond = state.path.term();
            let what = format!("an exception that the undefined function {} may throw", f.source_name);
            self.ledger.oblige(state, Kind::Unsupported(what), cond, inst.loc);
        }
        if f.noreturn && self.ledger.must_end() {
            let what = format!("call of the undefined function {} that does not return", f.source_name);
            return Err(Stop::Unsupported(what));
        }
        if f.noreturn {
            self.memory.given_up(&mut self.ledger, state)?;
            return Err(Stop::End);
        }
        if !matches!(program.types.get(inst.ty), Type::Void) {
            let v = self.unknown(state, inst.ty)?;
            self.memory.note_source(&mut self.ledger, &v, Source::Result(func));
            state.top().regs[id.index()] = Some(v);
        }
        Ok(Flow::Next)
    }

    /// Whether an exception that the current call throws would be seen by the program, as a handler or cleanup is
    /// entered; otherwise it ends the run.
    pub fn may_catch(&self, state: &State) -> bool {
        let mut frame = &state.frame;
        loop {
            let f = self.ledger.program.func(frame.func);
            let call = f.block(frame.block).insts.get(frame.at);
            if call.is_some_and(|&call| f.guarded_calls().any(|guarded| guarded == call)) {
                return true;
            }
            match &frame.parent {
                Some(caller) if frame.entry.from_call && !f.nounwind => frame = caller,
                _ => return false,
            }
        }
    }

    /// What a function returns as the result of a call, which may have another type.
    pub fn result_as(&mut self, state: &mut State, value: Option<Val>, ty: TypeId) -> Step<Option<Val>> {
        Ok(match (value, self.ledger.program.types.get(ty)) {
            (_, Type::Void) => None,
            (Some(v), _) => Some(self.fit(state, v, ty)?),
            (None, _) => {
                // The call may have had unknown arguments, too.
                self.ledger.serial = MISSING_RESULT;
                Some(self.unknown(state, ty)?)
            }
        })
    }
}
