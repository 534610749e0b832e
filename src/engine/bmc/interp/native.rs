//! The functions that the engine implements itself: what `semantics` says about them, over terms.

use super::Interp;
use crate::base::Bits;
use crate::engine::bmc::ledger::{Application, Kind, Step, Stop, SyncAction, WaitsFor};
use crate::engine::bmc::memory::{Access, CALLER, Freer, GIVEN, MAX_ALIGN, Mode};
use crate::engine::bmc::state::{Base, InputId, ObjId, ObjInfo, Origin, Ptr, State, Val};
use crate::engine::record::sanitizer_types;
use crate::ilr::Term;
use crate::program::{FuncId, Inst, InstId, InstKind, LocId, ParamAttrs, Type};
use crate::property::{Check, CheckSet, Handler};
use crate::semantics::{
    self, AllocatedBy, Block, Done, End, Extent, FreedBy, Host, Missing, NO_MEMORY, Native, Raised,
    ThreadCall,
};

/// The evaluator at a call.
struct AtCall<'a, 'p> {
    interp: &'a mut Interp<'p>,
    state: &'a mut State,
    id: InstId,
    inst: &'a Inst,
    func: FuncId,
    args: &'a [Val],
}

impl Interp<'_> {
    /// Carries out a call of a function that the engine implements; its result, where it has one.
    pub fn native(
        &mut self,
        state: &mut State,
        id: InstId,
        inst: &Inst,
        func: FuncId,
        native: &Native,
        args: &[Val],
    ) -> Step<Option<Val>> {
        let f = self.ledger.program.func(func);
        let mut host = AtCall { interp: self, state, id, inst, func, args };
        match semantics::hypercall(&mut host, native, f)? {
            Done::Value(v) => Ok(Some(v)),
            // Control moves only where threads or jumps are.
            Done::Nothing | Done::Moved => Ok(None),
        }
    }
}

impl AtCall<'_, '_> {
    /// Frees the object that a pointer leads to.
    fn end_object(&mut self, by: Freer, p: &Val) -> Step<()> {
        let (p, loc) = (self.ptr(p)?, self.loc());
        let e = &mut *self.interp;
        e.memory.free(&mut e.ledger, self.state, &p, by, loc)
    }

    fn loc(&self) -> Option<LocId> {
        self.inst.loc
    }

    fn int(&mut self, v: &Val) -> Step<Term> {
        let e = &mut *self.interp;
        e.memory.int_of(&mut e.ledger, v)
    }

    /// A size, whatever width a call without a prototype gives it.
    fn size(&mut self, v: &Val) -> Step<Term> {
        let t = self.int(v)?;
        Ok(self.interp.as_size(t))
    }

    fn ptr(&mut self, v: &Val) -> Step<Ptr> {
        let e = &mut *self.interp;
        e.memory.pointer(&mut e.ledger, self.state, v.clone())
    }

    fn input(&mut self, width: u32) -> Term {
        let ledger = &mut self.interp.ledger;
        let name = &ledger.program.func(self.func).source_name;
        ledger.input(self.state, self.id, InputId::Value, width, name)
    }

    /// A truth value in the width of the call's result.
    fn truth(&mut self, holds: Term) -> Val {
        let width = match self.interp.ledger.program.types.get(self.inst.ty) {
            Type::Int(width) => *width,
            _ => 32,
        };
        let terms = &mut self.interp.ledger.d.terms;
        let (yes, no) = (terms.bv(width, 1), terms.bv(width, 0));
        Val::Int(terms.ite(holds, yes, no))
    }

    /// Any value of the result type; `truth`: any truth value.
    fn fresh(&mut self, truth: bool) -> Step<Done<Val>> {
        let program = self.interp.ledger.program;
        Ok(Done::Value(match program.types.get(self.inst.ty) {
            Type::Int(w) => {
                // A truth value occupies more bits than it has.
                let t = self.input(if truth { 1 } else { *w });
                Val::Int(self.interp.ledger.d.terms.resize_zext(t, *w))
            }
            Type::Float(kind) => Val::Int(self.input(kind.bits())),
            Type::Ptr(_) => {
                let t = self.input(self.interp.ledger.width());
                Val::Ptr(Ptr::to(&self.interp.ledger.d.terms, ObjId::NULL, t))
            }
            Type::Void => return Ok(Done::Nothing),
            _ => self.interp.unknown(self.state, self.inst.ty)?,
        }))
    }

    fn alignment(&mut self, align: Option<&Val>) -> Step<Option<u64>> {
        let Some(align) = align else { return Ok(None) };
        let align = self.size(align)?;
        self.interp.alignment(align).map(Some)
    }
}

impl Host for AtCall<'_, '_> {
    type Value = Val;
    type Stop = Stop;

    fn argument(&mut self, number: usize) -> Step<Val> {
        let v = self.args.get(number).cloned();
        v.ok_or_else(|| Stop::Unsupported("call with too few arguments".to_owned()))
    }

    fn number(&mut self, width: u32, value: u64) -> Val {
        Val::Int(self.interp.ledger.d.terms.bv(width, value))
    }

    fn is_zero(&mut self, value: &Val) -> Step<bool> {
        let t = self.int(value)?;
        Ok(self.interp.ledger.d.terms.as_u64(t) == Some(0))
    }

    fn product(&mut self, count: &Val, each: &Val) -> Step<Val> {
        let (n, each) = (self.size(count)?, self.size(each)?);
        let ledger = &mut self.interp.ledger;
        let all = Bits::ones(ledger.width());
        let terms = &mut ledger.d.terms;
        let overflow = terms.umulo(n, each);
        let all = terms.constant(&all);
        let size = terms.mul(n, each);
        Ok(Val::Int(terms.ite(overflow, all, size)))
    }

    fn violate(&mut self, check: Check) -> Step<()> {
        let loc = self.loc();
        let ledger = &mut self.interp.ledger;
        let tt = ledger.d.terms.tt();
        ledger.violate(self.state, loc, check, tt)
    }

    fn require(&mut self, holds: &Val, check: Option<Check>) -> Step<()> {
        let loc = self.loc();
        let t = self.int(holds)?;
        let holds = self.interp.nonzero(t);
        let ledger = &mut self.interp.ledger;
        if let Some(check) = check {
            let fails = ledger.d.terms.not(holds);
            ledger.violate(self.state, loc, check, fails)?;
        }
        ledger.assume(self.state, holds)
    }

    fn end(&mut self, how: End) -> Stop {
        let e = &mut *self.interp;
        let checked = match how {
            End::Error | End::Abort => e.memory.aborted(&mut e.ledger, self.state),
            // Mostly after an access that is invalid.
            End::GivenUp if e.ledger.must_end() => {
                let what = "a run that the model of a library function ends";
                return Stop::Unsupported(what.to_owned());
            }
            End::GivenUp => e.memory.given_up(&mut e.ledger, self.state),
        };
        checked.err().unwrap_or(Stop::End)
    }

    fn exit(&mut self, _status: &Val) -> Step<Done<Val>> {
        let e = &mut *self.interp;
        e.memory.at_exit(&mut e.ledger, self.state)?;
        Err(Stop::End)
    }

    fn missing(&mut self, what: Missing) -> Stop {
        Stop::Unsupported(match what {
            Missing::Function(name) => format!("call of {name}"),
            other => other.to_string(),
        })
    }

    fn any(&mut self, truth: bool) -> Step<Done<Val>> {
        let e = &mut *self.interp;
        let program = e.ledger.program;
        if self.args.iter().any(|v| e.memory.may_write(&mut e.ledger, self.state, v)) {
            let name = &program.func(self.func).source_name;
            return Err(Stop::Unsupported(format!("call of {name} with a pointer to writable memory")));
        }
        self.fresh(truth)
    }

    fn apply(&mut self) -> Step<Done<Val>> {
        let Done::Value(mut value) = self.fresh(false)? else { return Ok(Done::Nothing) };
        let by_value = |attrs: &[ParamAttrs]| attrs.iter().any(|a| a.byval.is_some());
        let whole = self.args.iter().all(|a| matches!(a, Val::Int(_) | Val::Ptr(_)));
        if !whole || matches!(&self.inst.kind, InstKind::Call { attrs, .. } if by_value(attrs)) {
            let name = &self.interp.ledger.program.func(self.func).source_name;
            return Err(Stop::Unsupported(format!("structures as arguments of {name}")));
        }
        let path = self.state.path.term();
        for i in 0..self.interp.ledger.inputs.applications.len() {
            let e = &mut *self.interp;
            let Application { func, ref arguments, when, value: known } =
                e.ledger.inputs.applications[i].clone();
            if func != self.func || arguments.len() != self.args.len() {
                continue;
            }
            let mut same = when;
            for (x, y) in arguments.iter().zip(self.args) {
                let here = e.ledger.d.terms.and(path, same);
                if e.ledger.d.terms.as_bool(here) == Some(false) {
                    break;
                }
                let equal = e.memory.equal(&mut e.ledger, self.state, x, y)?;
                same = e.ledger.d.terms.and(same, equal);
            }
            let here = e.ledger.d.terms.and(path, same);
            if e.ledger.d.terms.as_bool(here) != Some(false) {
                value = e.memory.choose(&mut e.ledger, same, &known, &value)?;
            }
        }
        let arguments = self.args.into();
        let made = Application { func: self.func, arguments, when: path, value: value.clone() };
        self.interp.ledger.inputs.applications.push(made);
        Ok(Done::Value(value))
    }

    fn choose(&mut self, count: &Val) -> Step<Val> {
        let count = self.int(count)?;
        let t = self.input(self.interp.ledger.d.terms.width(count));
        let ledger = &mut self.interp.ledger;
        let below = ledger.d.terms.ult(t, count);
        ledger.assume(self.state, below)?;
        Ok(Val::Int(t))
    }

    fn havoc(&mut self, p: &Val, size: &Val) -> Step<()> {
        let (p, size, loc) = (self.ptr(p)?, self.size(size)?, self.loc());
        let e = &mut *self.interp;
        e.memory.havoc(&mut e.ledger, self.state, self.id, &p, size, loc)
    }

    fn refresh(&mut self, p: &Val, size: &Val) -> Step<()> {
        let (p, size, loc) = (self.ptr(p)?, self.size(size)?, self.loc());
        let e = &mut *self.interp;
        e.memory.refresh(&mut e.ledger, self.state, self.id, &p, size, loc)
    }

    fn allocate(&mut self, by: AllocatedBy, size: &Val, align: Option<&Val>) -> Step<Val> {
        let (size, align, loc) = (self.size(size)?, self.alignment(align)?, self.loc());
        let e = &mut *self.interp;
        let zero = matches!(by, AllocatedBy::Calloc | AllocatedBy::Verifier { zero: true });
        let base = if zero { e.ledger.zero_base() } else { Base::Undef(0) };
        let by = match by {
            AllocatedBy::Malloc => "malloc",
            AllocatedBy::Calloc => "calloc",
            AllocatedBy::AlignedAlloc => "aligned_alloc",
            AllocatedBy::PosixMemalign => "posix_memalign",
            AllocatedBy::New(form) => form.name(),
            AllocatedBy::Verifier { .. } => GIVEN,
            AllocatedBy::Caller => CALLER,
        };
        let v = e.memory.allocate(&mut e.ledger, self.state, self.id, (size, base), by, loc)?;
        if by == CALLER {
            e.memory.declare(&v)?;
        }
        if let Some(align) = align {
            e.align(self.state, &v, align)?;
        }
        Ok(v)
    }

    fn reallocate(&mut self, p: &Val, size: &Val) -> Step<Val> {
        let (p, size, loc) = (self.ptr(p)?, self.size(size)?, self.loc());
        let e = &mut *self.interp;
        e.memory.realloc(&mut e.ledger, self.state, self.id, &p, size, loc)
    }

    fn allocate_to(&mut self, out: &Val, align: &Val, size: &Val) -> Step<Done<Val>> {
        let out = self.ptr(out)?;
        let v = self.allocate(AllocatedBy::PosixMemalign, size, Some(align))?;
        let loc = self.loc();
        let e = &mut *self.interp;
        let width = e.memory.space.width;
        let word = width / 8;
        let bytes = e.ledger.d.terms.bv(width, word.into());
        let places = e.memory.places(&mut e.ledger, self.state, &out, bytes, Mode::Write, loc)?;
        e.memory.store_scalar(&mut e.ledger, self.state, &places, 0, word, &v)?;
        let Type::Int(w) = *e.ledger.program.types.get(self.inst.ty) else { return Ok(Done::Nothing) };
        let zero = e.ledger.d.terms.bv(w, 0);
        let enomem = e.ledger.d.terms.bv(w, NO_MEMORY);
        let null = Val::Ptr(Ptr::null(&mut e.ledger.d.terms, width));
        let failed = e.memory.equal(&mut e.ledger, self.state, &v, &null)?;
        Ok(Done::Value(Val::Int(e.ledger.d.terms.ite(failed, enomem, zero))))
    }

    fn local(&mut self, size: &Val) -> Step<Val> {
        let (size, loc) = (self.size(size)?, self.loc());
        let state = &mut *self.state;
        let e = &mut *self.interp;
        let info = ObjInfo {
            origin: Origin::Stack { func: state.frame.func, ty: self.inst.ty },
            size,
            size_const: e.ledger.d.terms.as_u64(size),
            constant: false,
            loc,
            key: state.frame.key(self.id, InputId::Local),
        };
        let o = e.memory.make_object(&mut e.ledger, state, info, Base::Undef(0));
        state.top().locals.all.push(o);
        state.top().locals.dynamic.push(o);
        Ok(Val::Ptr(e.memory.object_ptr(&mut e.ledger, o)?))
    }

    fn free(&mut self, by: FreedBy<Val>, p: &Val) -> Step<()> {
        let by = match by {
            FreedBy::Free => Freer::Free,
            FreedBy::Delete(form, size) => {
                // A wrong size frees the object all the same.
                let size = size.filter(|_| self.interp.ledger.options.checks.contains(Check::InvalidFree));
                Freer::Delete(form, size.map(|size| self.size(&size)).transpose()?)
            }
        };
        self.end_object(by, p)
    }

    fn copy(&mut self, block: &Block<Val>) -> Step<()> {
        let (to, from, size) = (self.ptr(&block.to)?, self.ptr(&block.from)?, self.size(&block.size)?);
        let loc = self.loc();
        let e = &mut *self.interp;
        if block.apart {
            e.memory.check_overlap(&mut e.ledger, self.state, &to, &from, size, loc)?;
        }
        e.memory.copy_bytes(&mut e.ledger, self.state, &to, &from, size, loc)
    }

    fn fill(&mut self, to: &Val, byte: &Val, size: &Val) -> Step<()> {
        let (to, byte, size) = (self.ptr(to)?, self.int(byte)?, self.size(size)?);
        let loc = self.loc();
        let e = &mut *self.interp;
        let byte = e.ledger.d.terms.extract(byte, 7, 0);
        e.memory.fill_bytes(&mut e.ledger, self.state, &to, byte, size, loc)
    }

    fn accessible(&mut self, p: &Val, size: &Val, write: bool) -> Step<()> {
        let (p, size, loc) = (self.ptr(p)?, self.size(size)?, self.loc());
        let e = &mut *self.interp;
        let none = e.ledger.d.terms.bv(e.memory.space.width, 0);
        let some = e.ledger.d.terms.ne(size, none);
        if e.ledger.d.terms.as_bool(some) != Some(false) {
            let mode = if write { Mode::Write } else { Mode::Read };
            e.memory.could_access(&mut e.ledger, self.state, &p, size, mode, loc)?;
        }
        Ok(())
    }

    fn is_accessible(&mut self, p: &Val, size: &Val, write: bool) -> Step<Val> {
        let (p, size, loc) = (self.ptr(p)?, self.size(size)?, self.loc());
        let mode = if write { Mode::Write } else { Mode::Read };
        let e = &mut *self.interp;
        let holds = e.memory.is_accessible(&mut e.ledger, self.state, &p, size, mode, loc)?;
        Ok(self.truth(holds))
    }

    fn same_object(&mut self, p: &Val, q: &Val) -> Step<Val> {
        let (p, q, loc) = (self.ptr(p)?, self.ptr(q)?, self.loc());
        let e = &mut *self.interp;
        let holds = e.memory.is_same_object(&mut e.ledger, self.state, &p, &q, loc)?;
        Ok(self.truth(holds))
    }

    fn is_heap(&mut self, p: &Val) -> Step<Val> {
        let (p, loc) = (self.ptr(p)?, self.loc());
        let e = &mut *self.interp;
        let holds = e.memory.is_heap(&mut e.ledger, self.state, &p, loc)?;
        Ok(self.truth(holds))
    }

    fn is_given(&mut self, p: &Val) -> Step<Val> {
        let (p, loc) = (self.ptr(p)?, self.loc());
        let e = &mut *self.interp;
        let holds = e.memory.is_given(&mut e.ledger, self.state, &p, loc)?;
        Ok(self.truth(holds))
    }

    fn is_known(&mut self, p: &Val, size: &Val) -> Step<bool> {
        let (p, size) = (self.ptr(p)?, self.size(size)?);
        let e = &mut *self.interp;
        Ok(e.memory.is_known(&mut e.ledger, self.state, &p, size))
    }

    fn guess(&mut self) -> Step<()> {
        let here = self.state.path.term();
        self.interp.ledger.inputs.guesses.push(here);
        Ok(())
    }

    fn extent(&mut self, p: &Val, which: Extent) -> Step<Val> {
        let p = self.ptr(p)?;
        let e = &mut *self.interp;
        let width = e.ledger.width();
        if let Some((size, offset)) = e.memory.extent(&mut e.ledger, self.state, &p)? {
            return Ok(Val::Int(if which == Extent::Offset { offset } else { size }));
        }
        let zero = e.ledger.d.terms.bv(width, 0);
        let mut result = zero;
        for c in p.cases.iter().rev() {
            let v = if which == Extent::Offset { c.off } else { e.memory.space.info(c.obj).size };
            let v = match self.state.memory.get(c.obj) {
                Some(object) => e.ledger.d.terms.ite(object.live, v, zero),
                None if c.obj == ObjId::NULL => v,
                None => zero,
            };
            result = e.ledger.d.terms.ite(c.cond, v, result);
        }
        Ok(Val::Int(result))
    }

    fn text(&mut self, p: &Val) -> Step<Option<String>> {
        let p = self.ptr(p)?;
        let e = &mut *self.interp;
        Ok(e.memory.text_at(&mut e.ledger, self.state, &p))
    }

    fn report(&mut self, handler: Handler) -> Step<()> {
        let loc = self.loc();
        let mut operands = Vec::new();
        for v in self.args.iter().skip(1) {
            operands.push(self.int(v)?);
        }
        let e = &mut *self.interp;
        let program = e.ledger.program;
        let lhs = match &self.inst.kind {
            InstKind::Call { args, .. } if e.memory.has_areas() => args.first().copied(),
            _ => None,
        };
        let lhs = lhs.and_then(|data| sanitizer_types(program, data).first().copied());
        let lhs = match lhs.or_else(|| e.ubsan_type(self.state, self.args.first())) {
            Some(lhs) => lhs,
            // Which check the report means depends on the type.
            None if matches!(handler, Handler::Overflow | Handler::Shift) => {
                return Err(Stop::Unsupported("a sanitizer's report without a constant type".to_owned()));
            }
            None => (32, true),
        };
        let mut raised = Raised::on(e.ledger.options.checks, program.target.processor);
        semantics::raise_ubsan(&mut e.ledger.d, handler, &operands, lhs, &mut raised);
        e.raise(self.state, raised, loc)
    }

    fn activations(&mut self) -> Step<u64> {
        Ok(self.state.callers().count() as u64)
    }

    fn clauses(&mut self, level: &Val) -> Step<Val> {
        let Val::Int(level) = level else { return Err(Stop::Unsupported("exceptions".to_owned())) };
        let Some(level) = self.interp.ledger.d.terms.as_u64(*level) else {
            return Err(Stop::Unsupported("exceptions where the depth of calls is not known".to_owned()));
        };
        let table = self.state.callers().nth(level as usize).and_then(|frame| {
            let f = self.interp.ledger.program.func(frame.func);
            f.pads.get(f.block(frame.block).insts.get(frame.at)?).copied()
        });
        let e = &mut *self.interp;
        Ok(Val::Ptr(match table {
            Some(g) => e.memory.object_ptr(&mut e.ledger, e.memory.globals[g.index()])?,
            None => {
                let width = e.memory.space.width;
                Ptr::null(&mut e.ledger.d.terms, width)
            }
        }))
    }

    fn checks(&self) -> CheckSet {
        self.interp.ledger.options.checks
    }

    fn executes(&mut self) -> bool {
        false
    }

    fn has_system(&mut self) -> bool {
        false
    }

    // Output is forgotten.
    fn output(&mut self, _fd: &Val, _p: &Val, _size: &Val) -> Step<Val> {
        Ok(self.number(64, 0))
    }

    fn proposition(&mut self, _name: &Val, _holds: &Val) -> Step<()> {
        Ok(())
    }

    fn atomic_section(&mut self, begins: bool) -> Step<()> {
        self.interp.set_atomic(self.state, begins);
        if begins {
            self.interp.memory.fence(&mut self.interp.ledger, self.state);
        }
        Ok(())
    }

    fn thread(&mut self, what: ThreadCall) -> Step<Done<Val>> {
        let loc = self.loc();
        match what {
            ThreadCall::AtomicBegin | ThreadCall::Private => self.interp.set_atomic(self.state, true),
            ThreadCall::AtomicEnd => self.interp.set_atomic(self.state, false),
            ThreadCall::FreeObject => {
                let p = self.argument(0)?;
                self.end_object(Freer::Library, &p)?;
            }
            ThreadCall::Reads | ThreadCall::Writes => {
                let (p, size) = (self.argument(0)?, self.argument(1)?);
                let (p, size) = (self.ptr(&p)?, self.size(&size)?);
                let mode = if what == ThreadCall::Reads { Mode::Read } else { Mode::Write };
                let e = &mut *self.interp;
                e.memory.note_given(&mut e.ledger, self.state, &p, size, (mode, false));
            }
            ThreadCall::MayRace => {
                let (p, write) = (self.argument(0)?, self.argument(1)?);
                let (p, write) = (self.ptr(&p)?, self.size(&write)?);
                let e = &mut *self.interp;
                let reads = e.ledger.d.terms.as_u64(write) == Some(0);
                let mode = if reads { Mode::Read } else { Mode::Write };
                let one = e.ledger.d.terms.bv(e.memory.space.width, 1);
                e.memory.note_given(&mut e.ledger, self.state, &p, one, (mode, true));
            }
            ThreadCall::Unordered => self.interp.ledger.tell_without_order(self.state, None),
            ThreadCall::Defined => {
                let (p, size) = (self.argument(0)?, self.argument(1)?);
                let (p, size) = (self.ptr(&p)?, self.size(&size)?);
                let e = &mut *self.interp;
                let known = e.memory.is_defined(&mut e.ledger, self.state, &p, size);
                if known.is_none() && e.ledger.options.checks.contains(Check::ThreadMisuse) {
                    let what = "whether a lock that is initialised was one before".to_owned();
                    let cond = self.state.path.term();
                    e.ledger.oblige(self.state, Kind::Unsupported(what), cond, None);
                }
                return Ok(Done::Value(self.number(32, known.unwrap_or(false).into())));
            }
            ThreadCall::MayWake => {
                let may = !self.interp.ledger.options.assumptions.no_spurious_wakeups;
                return Ok(Done::Value(self.number(32, may.into())));
            }
            ThreadCall::Events => {
                let events = match (self.interp.ledger.follows_threads(), self.state.thread.concurrent) {
                    (false, _) => 0,
                    (true, false) => 1,
                    (true, true) => 2,
                };
                return Ok(Done::Value(self.number(32, events)));
            }
            ThreadCall::MakeObject if self.interp.ledger.options.assumptions.flat => {
                return Err(Stop::Unsupported("an object of the library in flat memory".to_owned()));
            }
            ThreadCall::MakeObject => {
                let size = self.argument(0)?;
                let size = self.size(&size)?;
                return Ok(Done::Value(self.interp.library_object(self.state, self.id, size)?));
            }
            ThreadCall::Start => {
                let (function, thread) = (self.argument(0)?, self.argument(1)?);
                let function = self.ptr(&function)?;
                self.interp.start_thread(self.state, self.id, &function, thread, loc)?;
            }
            ThreadCall::Await => {
                let (how, needed) = (self.argument(0)?, self.argument(1)?);
                let (how, needed) = (self.size(&how)?, self.ptr(&needed)?);
                let how = self.interp.ledger.d.terms.as_u64(how).and_then(WaitsFor::of);
                let how = how.ok_or_else(|| self.missing(Missing::Threads))?;
                self.interp.wait(self.state, how, &needed)?;
            }
            ThreadCall::IsThread => {
                let p = self.argument(0)?;
                let p = self.ptr(&p)?;
                let is = self.interp.is_thread(&p);
                return Ok(Done::Value(self.truth(is)));
            }
            ThreadCall::Sync => {
                let (what, object, mutex) = (self.argument(0)?, self.argument(1)?, self.argument(2)?);
                let what = self.size(&what)?;
                let what = self.interp.ledger.d.terms.as_u64(what).and_then(SyncAction::of);
                let what = what.ok_or_else(|| self.missing(Missing::Threads))?;
                let (object, mutex) = (self.ptr(&object)?, self.ptr(&mutex)?);
                self.interp.use_sync(self.state, what, object, mutex)?;
            }
            ThreadCall::UnknownMisuse => self.interp.unknown_misuse(self.state),
            ThreadCall::End => return Err(self.interp.end_thread(self.state)),
            _ => return Err(self.missing(Missing::Threads)),
        }
        Ok(Done::Nothing)
    }
}

impl Interp<'_> {
    /// Whether a number is not zero.
    pub fn nonzero(&mut self, t: Term) -> Term {
        let w = self.ledger.d.terms.width(t);
        let zero = self.ledger.d.terms.bv(w, 0);
        self.ledger.d.terms.ne(t, zero)
    }

    /// The type of the first operand that a sanitizer's data describes: bits and whether signed. `None` when the data
    /// is not constant.
    fn ubsan_type(&mut self, state: &mut State, data: Option<&Val>) -> Option<(u32, bool)> {
        let Some(Val::Ptr(p)) = data else { return None };
        let c = p.single()?;
        // { { file, line, column }, type descriptor, ... }: the descriptor is { i16 kind, i16 info, name }.
        let word = u64::from(self.ledger.width() / 8);
        let read = |e: &mut Self, state: &mut State, o: ObjId, off: u64, size: u32| {
            let object = state.memory.get_mut(o)?;
            Access { b: &mut e.ledger.d.terms, space: &mut e.memory.space, obj: o, state: object }
                .load_at(off, size)
                .ok()
        };
        let Some(Val::Ptr(desc)) = read(self, state, c.obj, word + 8, self.memory.space.width / 8) else {
            return None;
        };
        let d = desc.single()?;
        let Some(Val::Int(info)) = read(self, state, d.obj, 2, 2) else { return None };
        let info = self.ledger.d.terms.as_u64(info)?;
        Some((1u32.checked_shl(u32::try_from(info >> 1).ok()?)?, info & 1 == 1))
    }

    /// The alignment that an allocation asks for.
    fn alignment(&self, align: Term) -> Step<u64> {
        let known = self.ledger.d.terms.as_u64(align).filter(|&a| a <= MAX_ALIGN);
        known.ok_or_else(|| Stop::Unsupported("an alignment that is not constant or too large".to_owned()))
    }
}
