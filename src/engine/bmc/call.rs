//! Calls, returns, the end of the program.

use std::collections::HashSet;
use std::rc::Rc;

use rustc_hash::FxBuildHasher;

use super::eval::{Eval, Flow, Step, Stop};
use super::foreign::Source;
use super::induction;
use super::memory::{Base, ObjInfo, Origin};
use super::obligation::Kind;
use super::state::State;
use super::value::{ObjId, Ptr, Val};
use super::variable::InputId;
use crate::ilr::{Op, Term};
use crate::program::{Callee, FuncId, Inst, InstId, InstKind, LocId, ParamAttrs, Type, TypeId, Value};
use crate::property::Check;
use crate::semantics::Native;

impl Eval<'_> {
    #[allow(clippy::too_many_arguments, reason = "an instruction's parts")]
    pub(super) fn call(
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
                if !matches!(self.program.types.get(inst.ty), Type::Void) {
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
                let p = self.pointer(state, p)?;
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
        self.must_be_own(state, p, inst.loc)?;
        let mut targets: Vec<(Term, FuncId)> = Vec::new();
        let mut bad = self.d.terms.ff();
        let mut null = self.d.terms.ff();
        let zero = self.d.terms.bv(self.space.width, 0);
        for c in &p.cases {
            let here = self.d.terms.and(state.path.term(), c.cond);
            if self.d.terms.as_bool(here) == Some(false) {
                continue;
            }
            match self.space.info(c.obj).origin {
                Origin::Code(f) => {
                    let start = self.d.terms.eq(c.off, zero);
                    let good = self.d.terms.and(c.cond, start);
                    let other = self.d.terms.not(start);
                    let other = self.d.terms.and(c.cond, other);
                    bad = self.d.terms.or(bad, other);
                    if self.d.terms.as_bool(good) != Some(false) {
                        targets.push((good, f));
                    }
                }
                Origin::Null => null = self.d.terms.or(null, c.cond),
                Origin::Memory => {
                    // An address: that of a function, or not.
                    let mut none = c.cond;
                    let named = self.flat.as_ref().map_or_else(Default::default, |f| f.named.clone());
                    for &f in named.iter() {
                        let start = self.start_address(self.functions[f.index()])?;
                        let same = self.d.terms.eq(c.off, start);
                        let good = self.d.terms.and(c.cond, same);
                        if self.d.terms.as_bool(good) != Some(false) {
                            targets.push((good, f));
                        }
                        let other = self.d.terms.not(same);
                        none = self.d.terms.and(none, other);
                    }
                    bad = self.d.terms.or(bad, none);
                }
                _ => bad = self.d.terms.or(bad, c.cond),
            }
        }
        for (cond, check) in [(null, Check::NullDeref), (bad, Check::InvalidCall)] {
            if self.d.terms.as_bool(cond) == Some(false) {
                continue;
            }
            self.violate(state, inst.loc, check, cond)?;
            if !self.options.checks.contains(check) {
                let path = self.d.terms.and(state.path.term(), cond);
                self.oblige(state, Kind::Undefined(check), path, inst.loc);
            }
        }
        match targets.len() {
            0 => Err(Stop::End),
            1 => {
                let (cond, f) = targets[0];
                self.assume(state, cond)?;
                self.call_function(state, id, inst, f, values, attrs, noreturn)
            }
            _ => {
                self.events += 1;
                state.events = self.events;
                let (last, rest) = targets.split_last().expect("several targets");
                for &(cond, f) in rest {
                    let mut other = state.clone();
                    let result = self.assume(&mut other, cond).and_then(|()| {
                        self.call_function(&mut other, id, inst, f, values.clone(), attrs, noreturn)
                    });
                    match result {
                        Ok(Flow::Next) => {
                            other.top().at += 1;
                            self.push(other);
                        }
                        Ok(Flow::Moved) => self.push(other),
                        Err(Stop::End) => {}
                        Err(Stop::Unsupported(what)) => self.unsupported(&other, inst.loc, what),
                    }
                }
                self.assume(state, last.0)?;
                match self.call_function(state, id, inst, last.1, values, attrs, noreturn)? {
                    // The others may have to go first.
                    Flow::Next => {
                        state.top().at += 1;
                        Ok(Flow::Moved)
                    }
                    moved => Ok(moved),
                }
            }
        }
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
        let program = self.program;
        let f = program.func(func);
        let native = self.natives[func.index()].clone().filter(|n| {
            // Where its call is no violation, the error function is an ordinary one.
            *n != Native::Error || self.options.checks.contains(Check::ReachError) || !f.is_defined()
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
            if let Some(length) = self.string_length(state, &p, inst.loc)? {
                state.top().regs[id.index()] = Some(Val::Int(length));
                return Ok(Flow::Next);
            }
        }
        if !f.is_defined() {
            return self.call_undefined(state, id, inst, func, &values, attrs);
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
            Some(self.make_varargs(state, id, rest, attrs.get(fixed..).unwrap_or(&[]), inst.loc)?)
        } else {
            None
        };
        if self.recheck.as_ref().is_some_and(|c| c.cuts_calls(func)) {
            return self.recheck_call(state, id, inst, func, values);
        }
        let call = induction::Call { id, inst, func, args: values };
        if self.is_cut(&call) {
            self.given_up(state)?;
            return self.call_cut(state, call);
        }
        let mut from_call = true;
        if !state.ending && !program.destructors.is_empty() && self.exit_handlers() == Some(func) {
            // `exit` calls the registered functions, then the destructors: each frame returns to the one below.
            state.ending = true;
            for &f in program.destructors.iter().rev() {
                if !self.push_frame(state, f, Rc::new([]), None, id, from_call) {
                    return Err(Stop::End);
                }
                from_call = false;
            }
        }
        if !self.push_frame(state, func, call.args.into(), varargs, id, from_call) {
            return Err(Stop::End);
        }
        Ok(Flow::Moved)
    }

    /// A value as another type of register, as a mismatched prototype makes the machine see it.
    pub(super) fn fit(&mut self, state: &State, v: Val, ty: TypeId) -> Step<Val> {
        let program = self.program;
        Ok(match (v, program.types.get(ty)) {
            (Val::Int(t), Type::Int(w)) => {
                let from = self.d.terms.width(t);
                Val::Int(if from > *w {
                    self.d.terms.extract(t, *w - 1, 0)
                } else {
                    self.d.terms.resize_zext(t, *w)
                })
            }
            (Val::Int(t), Type::Ptr(_)) => {
                let w = self.width();
                let from = self.d.terms.width(t);
                let t =
                    if from > w { self.d.terms.extract(t, w - 1, 0) } else { self.d.terms.resize_zext(t, w) };
                Val::Ptr(self.ptr_made_of(state, t)?)
            }
            (Val::Ptr(p), Type::Int(w)) => {
                let t = self.int_of(&Val::Ptr(p))?;
                let from = self.d.terms.width(t);
                Val::Int(if from > *w {
                    self.d.terms.extract(t, *w - 1, 0)
                } else {
                    self.d.terms.resize_zext(t, *w)
                })
            }
            (Val::Int(t), Type::Float(kind)) if self.d.terms.width(t) != kind.bits() => {
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
        let width = self.width();
        let size = self.program.types.layout(ty).alloc_size;
        let term = self.d.terms.bv(width, size);
        let info = ObjInfo {
            origin: Origin::Argument,
            size: term,
            size_const: Some(size),
            constant: false,
            loc,
            key: state.frame.key(id, InputId::ByValue(number as u32)),
        };
        let o = self.make_object(state, info, Base::Undef(0));
        let to = self.object_ptr(o)?;
        self.copy_bytes(state, &to, p, term, loc)?;
        state.top().stack.push(o);
        Ok(Val::Ptr(to))
    }

    /// The area of variable arguments: each in as many bytes as the target gives it.
    fn make_varargs(
        &mut self,
        state: &mut State,
        id: InstId,
        values: Vec<Val>,
        attrs: &[ParamAttrs],
        loc: Option<LocId>,
    ) -> Step<ObjId> {
        let width = self.width();
        let word = u64::from(width / 8);
        let by_value = |i: usize| attrs.get(i).and_then(|a| a.byval);
        let mut offsets = Vec::new();
        let mut size = 0u64;
        for (i, v) in values.iter().enumerate() {
            let bytes = match (v, by_value(i)) {
                (_, Some(ty)) => {
                    let layout = self.program.types.layout(ty);
                    size = size.next_multiple_of(layout.align.max(1).max(word));
                    layout.alloc_size
                }
                (Val::Int(t), _) => u64::from(self.d.terms.width(*t)).div_ceil(8),
                (Val::Ptr(_), _) => word,
                (Val::Agg(_), _) => {
                    return Err(Stop::Unsupported("aggregate as variable argument".to_owned()));
                }
            };
            offsets.push(size);
            size += bytes.next_multiple_of(word);
        }
        let term = self.d.terms.bv(width, size);
        let info = ObjInfo {
            origin: Origin::Argument,
            size: term,
            size_const: Some(size),
            constant: false,
            loc,
            key: state.frame.key(id, InputId::VariableArguments),
        };
        let o = self.make_object(state, info, Base::Undef(0));
        for (i, (v, off)) in values.iter().zip(offsets).enumerate() {
            let off = self.d.terms.bv(width, off);
            let slot = self.object_ptr(o)?.add(&mut self.d.terms, off);
            if let (Some(ty), Val::Ptr(p)) = (by_value(i), v) {
                let len = self.d.terms.bv(width, self.program.types.layout(ty).alloc_size);
                self.copy_bytes(state, &slot, p, len, loc)?;
                continue;
            }
            let (bytes, v) = match v {
                Val::Int(t) => {
                    let w = self.d.terms.width(*t).next_multiple_of(8);
                    (w / 8, Val::Int(self.d.terms.resize_zext(*t, w)))
                }
                other => (width / 8, other.clone()),
            };
            self.store_scalar(state, &[slot.cases[0]], 0, bytes, &v)?;
        }
        Ok(o)
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
        let program = self.program;
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
                if !readonly && self.may_write(state, v) {
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
            self.oblige(state, Kind::Unsupported(what), cond, inst.loc);
        }
        if f.noreturn && self.must_end() {
            let what = format!("call of the undefined function {} that does not return", f.source_name);
            return Err(Stop::Unsupported(what));
        }
        if f.noreturn {
            self.given_up(state)?;
            return Err(Stop::End);
        }
        if !matches!(program.types.get(inst.ty), Type::Void) {
            let v = self.unknown(state, inst.ty)?;
            self.note_source(&v, Source::Result(func));
            state.top().regs[id.index()] = Some(v);
        }
        Ok(Flow::Next)
    }

    /// Whether an exception that the current call throws would be seen by the program, as a handler or cleanup is
    /// entered; otherwise it ends the run.
    pub(super) fn may_catch(&self, state: &State) -> bool {
        let mut frame = &state.frame;
        loop {
            let f = self.program.func(frame.func);
            let next = f.block(frame.block).insts.get(frame.at + 1);
            if next.is_some_and(|&i| matches!(f.inst(i).kind, InstKind::InvokeEnd { .. })) {
                return true;
            }
            match &frame.parent {
                Some(caller) if frame.from_call && !f.nounwind => frame = caller,
                _ => return false,
            }
        }
    }

    /// Whether a function that is passed this may write to the program's memory.
    pub(super) fn may_write(&mut self, state: &State, v: &Val) -> bool {
        let p = match v {
            Val::Ptr(p) => p,
            Val::Int(t) => return self.space.origin_of(*t).is_some() || self.may_be_address(*t),
            Val::Agg(parts) => return parts.iter().any(|v| self.may_write(state, v)),
        };
        let (from_outside, _) = self.outside_when(p);
        let from_outside = self.d.terms.and(state.path.term(), from_outside);
        if self.d.terms.as_bool(from_outside) != Some(false) {
            return true;
        }
        p.cases.iter().any(|c| {
            let here = self.d.terms.and(state.path.term(), c.cond);
            if self.d.terms.as_bool(here) == Some(false) {
                return false;
            }
            let info = self.space.info(c.obj);
            !info.constant
                && !matches!(info.origin, Origin::Null | Origin::Code(_))
                && state.memory.get(c.obj).is_some()
        })
    }

    /// Whether an integer is or may be made of the address of an object, as where a pointer is passed in a union.
    fn may_be_address(&mut self, t: Term) -> bool {
        /// Most terms that are looked at; an integer that is made of more may be.
        const LIMIT: usize = 256;
        if self.space.depends_on_place(&self.d.terms, t) {
            return true;
        }
        let b = &self.d.terms;
        let width = self.space.width;
        if b.width(t) < width {
            return false;
        }
        let mut seen: HashSet<Term, FxBuildHasher> = HashSet::default();
        let mut work = vec![t];
        while let Some(t) = work.pop() {
            if !seen.insert(t) {
                continue;
            }
            let own = match (b.op(t), &self.flat) {
                (Op::Const, _) if b.width(t) == width => {
                    b.as_u64(t).is_some_and(|address| self.space.is_within(address))
                }
                (Op::Var, Some(flat)) => flat.heap.values().any(|block| block.choice == t),
                _ => false,
            };
            if own || seen.len() > LIMIT {
                return true;
            }
            work.extend(self.data_of(t));
        }
        false
    }

    /// The entry function has returned.
    pub(super) fn program_end(&mut self, state: &mut State) -> Step<Flow> {
        if !state.ending {
            // What runs at the end does so as if called by what started the program: the last of it first takes
            // the entry function's frame, the others lie above.
            state.ending = true;
            let mut last_first = self.program.destructors.iter().rev().copied().collect::<Vec<_>>();
            last_first.extend(self.exit_handlers());
            if let Some((&f, above)) = last_first.split_first() {
                let ctx = super::state::mix(0xe0d, f.index() as u128);
                let func = self.program.func(f);
                let info = self.info(f);
                let top = state.top();
                top.func = f;
                top.info = info;
                top.regs = vec![None; func.insts.len()];
                top.args = Rc::new([]);
                top.vars.clear();
                top.varargs = None;
                top.block = crate::program::BlockId::new(0);
                top.at = 0;
                top.ctx = ctx;
                top.iterations.clear();
                top.poison.clear();
                self.enter_loops(state, crate::program::BlockId::new(0));
                for &f in above {
                    self.push_frame(state, f, Rc::new([]), None, InstId::new(f.index()), false);
                }
                return Ok(Flow::Moved);
            }
        }
        // Its variables have ended.
        let top = state.top();
        top.regs.fill(None);
        top.args = Rc::new([]);
        top.vars.clear();
        self.at_exit(state)?;
        Err(Stop::End)
    }

    /// The model of what runs the functions that were registered for the program's end.
    fn exit_handlers(&self) -> Option<FuncId> {
        self.program.function("__bmc_run_exit_handlers").filter(|&f| self.program.func(f).is_defined())
    }
}
