//! What the engine's own functions do.

use super::access::{Mode, Place};
use super::eval::{Eval, Step, Stop};
use super::memory::{Access, Base, MAX_ALIGN, ObjInfo, ObjState, Origin, Range, copy};
use super::obligation::Kind;
use super::state::State;
use super::value::{ObjId, Ptr, PtrCase, Val};
use super::variable::InputId;
use crate::base::Bits;
use crate::engine::record::sanitizer_types;
use crate::ilr::Term;
use crate::program::{FuncId, Inst, InstId, InstKind, LocId, Type, plain_name};
use crate::property::{Check, Handler};
use crate::semantics::{self, Raised};
use crate::semantics::{Native, ThreadCall};

/// Names of what `operator new` allocates, for one object and for arrays.
const NEW: &str = "new";
const NEW_ARRAY: &str = "new[]";

/// Size of objects that counterexamples keep to where they can, and for how many objects that is tried.
const SMALL: u64 = 1 << 16;
const WISHES: usize = 64;

/// Whether objects of this origin are freed by this: by `operator delete` for what the name says, or by `free`.
fn fits(origin: &Origin, delete: Option<&'static str>) -> bool {
    match origin {
        Origin::Heap(by) => delete.map_or(![NEW, NEW_ARRAY].contains(by), |d| d == *by),
        _ => false,
    }
}

impl Eval<'_> {
    pub(super) fn native(
        &mut self,
        state: &mut State,
        id: InstId,
        inst: &Inst,
        func: FuncId,
        native: &Native,
        args: &[Val],
    ) -> Step<Option<Val>> {
        let loc = inst.loc;
        let program = self.program;
        let int = |e: &mut Self, i: usize| -> Step<Term> {
            let v = args.get(i).ok_or_else(|| Stop::Unsupported("call with too few arguments".to_owned()))?;
            e.int_of(v)
        };
        // Sizes, whatever width a call without a prototype gives them.
        let size_of = |e: &mut Self, i: usize| -> Step<Term> {
            let t = int(e, i)?;
            Ok(e.as_size(t))
        };
        let ptr = |e: &mut Self, state: &State, i: usize| -> Step<Ptr> {
            let v = args.get(i).ok_or_else(|| Stop::Unsupported("call with too few arguments".to_owned()))?;
            e.pointer(state, v.clone())
        };
        let tt = self.d.terms.tt();
        match native {
            Native::Error => {
                self.violate(state, loc, Check::ReachError, tt)?;
                self.aborted(state)?;
                Err(Stop::End)
            }
            Native::AssertFail => {
                self.violate(state, loc, Check::Assert, tt)?;
                self.aborted(state)?;
                Err(Stop::End)
            }
            Native::Precondition => {
                self.violate(state, loc, Check::Assert, tt)?;
                Err(Stop::Unsupported("a call that the C++ library does not allow".to_owned()))
            }
            Native::Assert => {
                let t = int(self, 0)?;
                let holds = self.nonzero(t);
                let fails = self.d.terms.not(holds);
                self.violate(state, loc, Check::Assert, fails)?;
                self.assume(state, holds)?;
                Ok(None)
            }
            Native::Assume => {
                let t = int(self, 0)?;
                let holds = self.nonzero(t);
                self.assume(state, holds)?;
                Ok(None)
            }
            Native::Nondet | Native::NondetBool if args.iter().any(|v| self.may_write(state, v)) => {
                let name = &program.func(func).source_name;
                Err(Stop::Unsupported(format!("call of {name} with a pointer to writable memory")))
            }
            Native::Nondet | Native::NondetBool => {
                let name = &program.func(func).source_name;
                match program.types.get(inst.ty) {
                    Type::Int(w) => {
                        let w = *w;
                        // A truth value occupies more bits than it has.
                        let narrow = if *native == Native::NondetBool { 1 } else { w };
                        let t = self.input(state, id, InputId::Value, narrow, name);
                        Ok(Some(Val::Int(self.d.terms.resize_zext(t, w))))
                    }
                    Type::Float(kind) => {
                        Ok(Some(Val::Int(self.input(state, id, InputId::Value, kind.bits(), name))))
                    }
                    Type::Ptr(_) => {
                        let w = self.width();
                        let t = self.input(state, id, InputId::Value, w, name);
                        Ok(Some(Val::Ptr(Ptr::to(&self.d.terms, ObjId::NULL, t))))
                    }
                    Type::Void => Ok(None),
                    _ => Ok(Some(self.unknown(state, inst.ty)?)),
                }
            }
            Native::Malloc => {
                let size = size_of(self, 0)?;
                self.allocate(state, id, size, Base::Undef(0), "malloc", loc).map(Some)
            }
            Native::AlignedAlloc => {
                let size = size_of(self, 1)?;
                let align = size_of(self, 0)?;
                let align = self.alignment(align)?;
                let v = self.allocate(state, id, size, Base::Undef(0), "aligned_alloc", loc)?;
                self.align(state, &v, align)?;
                Ok(Some(v))
            }
            Native::Calloc => {
                let (n, each) = (size_of(self, 0)?, size_of(self, 1)?);
                let size = self.product(n, each);
                let zero = self.zero_base();
                self.allocate(state, id, size, zero, "calloc", loc).map(Some)
            }
            Native::Realloc => {
                let (p, size) = (ptr(self, state, 0)?, size_of(self, 1)?);
                self.realloc(state, id, &p, size, loc).map(Some)
            }
            Native::Reallocarray => {
                let (p, n, each) = (ptr(self, state, 0)?, size_of(self, 1)?, size_of(self, 2)?);
                let size = self.product(n, each);
                self.realloc(state, id, &p, size, loc).map(Some)
            }
            Native::PosixMemalign => {
                let (out, size) = (ptr(self, state, 0)?, size_of(self, 2)?);
                let align = size_of(self, 1)?;
                let align = self.alignment(align)?;
                let v = self.allocate(state, id, size, Base::Undef(0), "posix_memalign", loc)?;
                self.align(state, &v, align)?;
                let bytes = self.d.terms.bv(self.space.width, u64::from(self.space.width / 8));
                let places = self.places(state, &out, bytes, Mode::Write, loc)?;
                let w = self.space.width / 8;
                self.store_scalar(state, &places, 0, w, &v)?;
                let Type::Int(w) = program.types.get(inst.ty) else { return Ok(None) };
                let zero = self.d.terms.bv(*w, 0);
                let enomem = self.d.terms.bv(*w, 12);
                let null = Val::Ptr(Ptr::null(&mut self.d.terms, self.space.width));
                let failed = self.equal(state, &v, &null)?;
                Ok(Some(Val::Int(self.d.terms.ite(failed, enomem, zero))))
            }
            Native::Alloca => {
                let size = size_of(self, 0)?;
                let key = state.frame.key(id, InputId::Local);
                let info = ObjInfo {
                    origin: Origin::Stack { func: state.frame.func, ty: inst.ty },
                    size,
                    size_const: self.d.terms.as_u64(size),
                    constant: false,
                    loc,
                    key,
                };
                let o = self.make_object(state, info, Base::Undef(0));
                state.top().stack.push(o);
                state.top().dynamic.push(o);
                Ok(Some(Val::Ptr(self.object_ptr(o)?)))
            }
            Native::New => {
                let (size, array) = (size_of(self, 0)?, int(self, 1)?);
                let by = if self.d.terms.as_u64(array) == Some(0) { NEW } else { NEW_ARRAY };
                self.allocate(state, id, size, Base::Undef(0), by, loc).map(Some)
            }
            Native::Free => {
                let p = ptr(self, state, 0)?;
                self.free(state, &p, None, loc)?;
                Ok(None)
            }
            Native::Delete => {
                let (p, array) = (ptr(self, state, 0)?, int(self, 1)?);
                let by = if self.d.terms.as_u64(array) == Some(0) { NEW } else { NEW_ARRAY };
                self.free(state, &p, Some(by), loc)?;
                Ok(None)
            }
            Native::Memcpy | Native::Memmove => {
                let (to, from, size) = (ptr(self, state, 0)?, ptr(self, state, 1)?, size_of(self, 2)?);
                if *native == Native::Memcpy {
                    self.check_overlap(state, &to, &from, size, loc)?;
                }
                self.copy_bytes(state, &to, &from, size, loc)?;
                Ok(Some(args[0].clone()))
            }
            Native::Memset => {
                let (to, byte, size) = (ptr(self, state, 0)?, int(self, 1)?, size_of(self, 2)?);
                let byte = self.d.terms.extract(byte, 7, 0);
                self.fill_bytes(state, &to, byte, size, loc)?;
                Ok(Some(args[0].clone()))
            }
            Native::Abort => {
                self.aborted(state)?;
                Err(Stop::End)
            }
            // Mostly after an access that is invalid.
            Native::EndPath if self.must_end() => {
                Err(Stop::Unsupported("a run that the model of a library function ends".to_owned()))
            }
            Native::EndPath => {
                self.given_up(state)?;
                Err(Stop::End)
            }
            Native::Nop | Native::AtomicSection { .. } | Native::Proposition => Ok(None),
            Native::Exit => {
                self.at_exit(state)?;
                Err(Stop::End)
            }
            Native::Unsupported => {
                let p = ptr(self, state, 0)?;
                let text =
                    self.text_at(state, &p).unwrap_or_else(|| "the model of a library function".to_owned());
                Err(Stop::Unsupported(text))
            }
            // Preparing for a jump has no effect unless one is taken.
            Native::SetJump => Ok(None),
            Native::Jump => Err(Stop::Unsupported("longjmp".to_owned())),
            Native::Reserved => Err(Stop::Unsupported(plain_name(&program.func(func).name).to_owned())),
            Native::Foreign => Err(Stop::Unsupported(format!("call of {}", program.func(func).source_name))),
            Native::ObjectSize | Native::Offset => {
                let p = ptr(self, state, 0)?;
                let w = self.width();
                if self.flat.is_some() {
                    let address = self.int_of(&Val::Ptr(p))?;
                    let (size, offset) = self.flat_extent(state, address)?;
                    return Ok(Some(Val::Int(if *native == Native::Offset { offset } else { size })));
                }
                let mut result = self.d.terms.bv(w, 0);
                for c in p.cases.iter().rev() {
                    let v = if *native == Native::Offset { c.off } else { self.space.info(c.obj).size };
                    let live = state.memory.get(c.obj).is_some() || c.obj == ObjId::NULL;
                    let v = if live { v } else { self.d.terms.bv(w, 0) };
                    result = self.d.terms.ite(c.cond, v, result);
                }
                Ok(Some(Val::Int(result)))
            }
            Native::CheckRead | Native::CheckWrite => {
                let (p, size) = (ptr(self, state, 0)?, size_of(self, 1)?);
                let mode = if *native == Native::CheckRead { Mode::Read } else { Mode::Write };
                let none = self.d.terms.bv(self.space.width, 0);
                let some = self.d.terms.ne(size, none);
                if self.d.terms.as_bool(some) != Some(false) {
                    self.places(state, &p, size, mode, loc)?;
                }
                Ok(None)
            }
            Native::Choose => {
                let count = int(self, 0)?;
                let w = self.d.terms.width(count);
                let t = self.input(state, id, InputId::Value, w, &program.func(func).source_name);
                let below = self.d.terms.ult(t, count);
                self.assume(state, below)?;
                Ok(Some(Val::Int(t)))
            }
            Native::Thread(
                ThreadCall::AtomicBegin
                | ThreadCall::AtomicEnd
                | ThreadCall::Private
                | ThreadCall::Reads
                | ThreadCall::Writes
                | ThreadCall::MayRace
                | ThreadCall::Unordered,
            ) => Ok(None),
            // What has not been written is not told apart.
            Native::Thread(ThreadCall::Defined) => Ok(Some(Val::Int(self.d.terms.bv(32, 0)))),
            Native::Thread(ThreadCall::Misuse) => {
                self.violate(state, loc, Check::ThreadMisuse, tt)?;
                Ok(None)
            }
            Native::Thread(_) => Err(Stop::Unsupported("threads".to_owned())),
            // Output is forgotten.
            Native::Executes | Native::HasSystem => Ok(Some(Val::Int(self.d.terms.bv(32, 0)))),
            Native::Output => Ok(Some(Val::Int(self.d.terms.bv(64, 0)))),
            Native::System(_) => Err(Stop::Unsupported("the operating system".to_owned())),
            Native::Havoc => {
                let (p, size) = (ptr(self, state, 0)?, size_of(self, 1)?);
                self.havoc(state, id, &p, size, loc)?;
                Ok(None)
            }
            Native::Ubsan(handler) => {
                let mut operands = Vec::new();
                for v in args.iter().skip(1) {
                    operands.push(self.int_of(v)?);
                }
                let lhs = match &inst.kind {
                    InstKind::Call { args, .. } if self.flat.is_some() => args.first().copied(),
                    _ => None,
                };
                let lhs = lhs.and_then(|data| sanitizer_types(program, data).first().copied());
                let lhs = match lhs.or_else(|| self.ubsan_type(state, args.first())) {
                    Some(lhs) => lhs,
                    // Which check the report means depends on the type.
                    None if matches!(handler, Handler::Overflow | Handler::Shift) => {
                        return Err(Stop::Unsupported(
                            "a sanitizer's report without a constant type".to_owned(),
                        ));
                    }
                    None => (32, true),
                };
                let mut raised = Raised::on(self.options.checks, self.program.target.processor);
                semantics::raise_ubsan(&mut self.d, *handler, &operands, lhs, &mut raised);
                self.raise(state, raised, loc)?;
                Ok(None)
            }
        }
    }

    pub(super) fn nonzero(&mut self, t: Term) -> Term {
        let w = self.d.terms.width(t);
        let zero = self.d.terms.bv(w, 0);
        self.d.terms.ne(t, zero)
    }

    /// The type of the first operand that a sanitizer's data describes: bits and whether signed. `None` when the data
    /// is not constant.
    fn ubsan_type(&mut self, state: &mut State, data: Option<&Val>) -> Option<(u32, bool)> {
        let Some(Val::Ptr(p)) = data else { return None };
        let c = p.single()?;
        // { { file, line, column }, type descriptor, ... }: the descriptor is { i16 kind, i16 info, name }.
        let word = u64::from(self.width() / 8);
        let read = |e: &mut Self, state: &mut State, o: ObjId, off: u64, size: u32| {
            let object = state.memory.get_mut(o)?;
            Access { b: &mut e.d.terms, space: &mut e.space, obj: o, state: object }.load_at(off, size).ok()
        };
        let Some(Val::Ptr(desc)) = read(self, state, c.obj, word + 8, self.space.width / 8) else {
            return None;
        };
        let d = desc.single()?;
        let Some(Val::Int(info)) = read(self, state, d.obj, 2, 2) else { return None };
        let info = self.d.terms.as_u64(info)?;
        Some((1u32.checked_shl(u32::try_from(info >> 1).ok()?)?, info & 1 == 1))
    }

    /// `n * each` as a size; one that does not fit is more than can be allocated.
    fn product(&mut self, n: Term, each: Term) -> Term {
        let overflow = self.d.terms.umulo(n, each);
        let all = self.d.terms.constant(&Bits::ones(self.width()));
        let size = self.d.terms.mul(n, each);
        self.d.terms.ite(overflow, all, size)
    }

    /// A counterexample had better have a small size here.
    pub(super) fn wish_small(&mut self, size: Term) {
        if !self.is_replay() && !self.d.terms.is_const(size) && self.wishes.len() < WISHES {
            let most = self.d.terms.bv(self.d.terms.width(size), SMALL);
            let wish = self.d.terms.ule(size, most);
            self.wishes.push(wish);
        }
    }

    /// A new heap object, or null where allocation may fail.
    pub(super) fn allocate(
        &mut self,
        state: &mut State,
        id: InstId,
        size: Term,
        base: Base,
        by: &'static str,
        loc: Option<LocId>,
    ) -> Step<Val> {
        let model = self.program.func(state.frame.func).model;
        let loc = if model { self.caller_loc(state) } else { loc };
        let info = ObjInfo {
            origin: Origin::Heap(by),
            size,
            size_const: self.d.terms.as_u64(size),
            constant: false,
            loc,
            key: state.frame.key(id, InputId::Allocation),
        };
        self.wish_small(size);
        let width = self.width();
        let most = self.d.terms.bv(width, self.program.target.max_object);
        let too_large = self.d.terms.ult(most, size);
        let fails = if self.options.malloc_may_fail {
            let bit = self.input(state, id, InputId::Fails, 1, "malloc_fails");
            let bit = self.d.terms.bv_to_bool(bit);
            self.d.terms.or(bit, too_large)
        } else {
            too_large
        };
        let made = self.d.terms.not(fails);
        let o = self.make_object(state, info, base);
        self.log_only(made);
        if self.flat.is_some() {
            self.flat_allocate(state, id, o, size, fails)?;
            if matches!(base, Base::Fill(_)) {
                self.flat_zero(state, o)?;
            }
        }
        let p = self.object_ptr(o)?;
        if self.d.terms.as_bool(fails) == Some(false) {
            return Ok(Val::Ptr(p));
        }
        if let Some(object) = state.memory.get_mut(o) {
            object.live = made;
        }
        if let Some(errno) = self.program.errno() {
            let (place, ty) = (self.object_ptr(self.globals[errno.index()])?, self.program.global(errno).ty);
            if let Val::Int(old) = self.load(state, id, &place, ty, loc)? {
                let no_memory = self.d.terms.bv(32, 12);
                let new = self.d.terms.ite(fails, no_memory, old);
                self.store(state, &place, &Val::Int(new), ty, loc)?;
            }
        }
        let null = Ptr::null(&mut self.d.terms, width);
        Ok(Val::Ptr(Ptr::ite(&mut self.d.terms, fails, &null, &p)))
    }

    /// The alignment that an allocation asks for.
    fn alignment(&self, align: Term) -> Step<u64> {
        let known = self.d.terms.as_u64(align).filter(|&a| a <= MAX_ALIGN);
        known.ok_or_else(|| Stop::Unsupported("an alignment that is not constant or too large".to_owned()))
    }

    /// `free(p)`, or `operator delete` for what the name says.
    pub(super) fn free(
        &mut self,
        state: &mut State,
        p: &Ptr,
        delete: Option<&'static str>,
        loc: Option<LocId>,
    ) -> Step<()> {
        self.must_be_own(state, p, loc)?;
        let zero = self.d.terms.bv(self.space.width, 0);
        if self.flat.is_some() {
            let mut bad = self.flat_free(state, p)?;
            let address = self.int_of(&Val::Ptr(p.clone()))?;
            let null = self.d.terms.eq(address, zero);
            for i in 1..state.memory.len() {
                let o = ObjId::new(i);
                let Some(start) = self.flat.as_ref().and_then(|f| f.heap.get(&o)).map(|b| b.start) else {
                    continue;
                };
                let Some(made) = state.memory.get(o).map(|s| s.live) else { continue };
                if fits(&self.space.info(o).origin, delete) {
                    continue;
                }
                let b = &mut self.d.terms;
                let (same, some) = (b.eq(address, start), b.not(null));
                let wrong = b.and_all([same, some, made]);
                bad = b.or(bad, wrong);
            }
            return self.bad_free(state, loc, Check::InvalidFree, bad);
        }
        let path = state.path.term();
        let p = self.follow(state, p)?;
        for c in &p.cases {
            let here = self.d.terms.and(path, c.cond);
            if self.d.terms.as_bool(here) == Some(false) {
                continue;
            }
            if c.obj == ObjId::NULL {
                let other = self.d.terms.ne(c.off, zero);
                let bad = self.d.terms.and(c.cond, other);
                self.bad_free(state, loc, Check::InvalidFree, bad)?;
                continue;
            }
            if !fits(&self.space.info(c.obj).origin, delete) {
                self.bad_free(state, loc, Check::InvalidFree, c.cond)?;
                continue;
            }
            let inner = self.d.terms.ne(c.off, zero);
            let bad = self.d.terms.and(c.cond, inner);
            self.bad_free(state, loc, Check::InvalidFree, bad)?;
            let Some(object) = state.memory.get(c.obj) else {
                self.bad_free(state, loc, Check::DoubleFree, c.cond)?;
                continue;
            };
            let live = object.live;
            let dead = self.d.terms.not(live);
            let bad = self.d.terms.and(c.cond, dead);
            self.bad_free(state, loc, Check::DoubleFree, bad)?;
            self.end_object_when(state, c.obj, c.cond);
        }
        Ok(())
    }

    fn bad_free(&mut self, state: &mut State, loc: Option<LocId>, check: Check, bad: Term) -> Step<()> {
        let cond = self.d.terms.and(state.path.term(), bad);
        if self.d.terms.as_bool(cond) == Some(false) {
            return Ok(());
        }
        if self.options.checks.contains(check) {
            return self.violate(state, loc, check, bad);
        }
        self.oblige(state, Kind::Undefined(check), cond, loc);
        let good = self.d.terms.not(bad);
        self.assume(state, good)
    }

    fn realloc(
        &mut self,
        state: &mut State,
        id: InstId,
        p: &Ptr,
        size: Term,
        loc: Option<LocId>,
    ) -> Step<Val> {
        let v = self.allocate(state, id, size, Base::Undef(0), "realloc", loc)?;
        let Val::Ptr(new) = &v else { return Ok(v) };
        let width = self.width();
        let null = Ptr::null(&mut self.d.terms, width);
        let failed = self.equal(state, &v, &Val::Ptr(null))?;
        let done = self.d.terms.not(failed);
        if self.flat.is_some() {
            return self.flat_realloc(state, new.clone(), p, size, failed, loc);
        }
        // Copy the smaller of the two sizes, out of each object that the old pointer may name.
        let target = new.cases.iter().find(|c| c.obj != ObjId::NULL).copied();
        for c in &p.cases {
            if c.obj == ObjId::NULL || state.memory.get(c.obj).is_none() {
                continue;
            }
            let here = self.d.terms.and(c.cond, done);
            let both = self.d.terms.and(state.path.term(), here);
            if self.d.terms.as_bool(both) == Some(false) {
                continue;
            }
            let old = self.space.info(c.obj).size;
            let smaller = self.d.terms.ult(old, size);
            let count = self.d.terms.ite(smaller, old, size);
            if let Some(target) = target {
                let alone = both == state.path.term();
                let cond = if alone { self.d.terms.tt() } else { here };
                let zero = self.d.terms.bv(width, 0);
                let (to, from) = (Range { obj: target.obj, off: zero }, Range { obj: c.obj, off: zero });
                self.copy_between(state, to, from, count, cond)?;
            }
        }
        // The old object is freed where the new one was made.
        let kept = Ptr::ite(&mut self.d.terms, failed, &Ptr { cases: smallvec::smallvec![] }, p);
        let freed = Ptr {
            cases: kept
                .cases
                .iter()
                .map(|c| PtrCase { cond: self.d.terms.and(c.cond, done), ..*c })
                .collect(),
        };
        self.free(state, &freed, None, loc)?;
        // The new object may lie where the old one was.
        if let Some(target) = target {
            let at = (self.tick(), self.d.terms.tt());
            if let Some(object) = state.memory.get_mut(target.obj) {
                object.born = smallvec::smallvec![at];
            }
        }
        Ok(v)
    }

    fn flat_realloc(
        &mut self,
        state: &mut State,
        new: Ptr,
        old: &Ptr,
        size: Term,
        failed: Term,
        loc: Option<LocId>,
    ) -> Step<Val> {
        let Some([_, all]) = self.space.flat else { return Ok(Val::Ptr(new)) };
        let (to, from) = (self.int_of(&Val::Ptr(new.clone()))?, self.int_of(&Val::Ptr(old.clone()))?);
        let (total, _) = self.flat_extent(state, from)?;
        let smaller = self.d.terms.ult(total, size);
        let count = self.d.terms.ite(smaller, total, size);
        let done = self.d.terms.not(failed);
        self.copy_between(state, Range { obj: all, off: to }, Range { obj: all, off: from }, count, done)?;
        let zero = self.d.terms.bv(self.space.width, 0);
        let freed = self.d.terms.ite(failed, zero, from);
        self.free(state, &Ptr::to(&self.d.terms, all, freed), None, loc)?;
        Ok(Val::Ptr(new))
    }

    fn copy_between(&mut self, state: &mut State, to: Range, from: Range, len: Term, cond: Term) -> Step<()> {
        let Some(mut source) = state.memory.get(from.obj).cloned() else { return Ok(()) };
        let Some(target) = state.memory.get_mut(to.obj) else { return Ok(()) };
        copy(&mut self.d.terms, &mut self.space, (to, target), (from, &mut source), len, cond)?;
        if from.obj != to.obj && state.memory.get(from.obj).is_some() {
            // Reading may have named initial bytes.
            state.memory.set(from.obj, source);
        }
        Ok(())
    }

    /// Copies bytes between checked places; source and target may overlap.
    pub(super) fn copy_bytes(
        &mut self,
        state: &mut State,
        to: &Ptr,
        from: &Ptr,
        len: Term,
        loc: Option<LocId>,
    ) -> Step<()> {
        if self.d.terms.as_u64(len) == Some(0) {
            return Ok(());
        }
        let sources = self.places(state, from, len, Mode::Read, loc)?;
        if sources.iter().any(|s| self.ends.contains_key(&s.obj)) {
            return Err(Stop::Unsupported("command-line arguments".to_owned()));
        }
        let targets = self.places(state, to, len, Mode::Write, loc)?;
        // Snapshots, as a target may be a source of another case.
        let mut snapshots: Vec<(Place, ObjState)> = Vec::new();
        for s in &sources {
            if let Some(object) = state.memory.get(s.obj) {
                snapshots.push((*s, object.clone()));
            }
        }
        for t in &targets {
            for (s, snapshot) in &mut snapshots {
                let alone = targets.len() == 1 && sources.len() == 1;
                let cond = if alone { self.d.terms.tt() } else { self.d.terms.and(s.cond, t.cond) };
                let both = self.d.terms.and(state.path.term(), cond);
                if self.d.terms.as_bool(both) == Some(false) {
                    continue;
                }
                let Some(target) = state.memory.get_mut(t.obj) else { continue };
                let (to, from) = (Range { obj: t.obj, off: t.off }, Range { obj: s.obj, off: s.off });
                copy(&mut self.d.terms, &mut self.space, (to, target), (from, snapshot), len, cond)?;
                if s.obj != t.obj
                    && state.memory.get(s.obj).is_some()
                    && targets.iter().all(|x| x.obj != s.obj)
                {
                    state.memory.set(s.obj, snapshot.clone());
                }
            }
        }
        Ok(())
    }

    /// Fills checked places.
    pub(super) fn fill_bytes(
        &mut self,
        state: &mut State,
        to: &Ptr,
        byte: Term,
        len: Term,
        loc: Option<LocId>,
    ) -> Step<()> {
        if self.d.terms.as_u64(len) == Some(0) {
            return Ok(());
        }
        let targets = self.places(state, to, len, Mode::Write, loc)?;
        for t in &targets {
            let cond = if targets.len() == 1 { self.d.terms.tt() } else { t.cond };
            let Some(object) = state.memory.get_mut(t.obj) else { continue };
            Access { b: &mut self.d.terms, space: &mut self.space, obj: t.obj, state: object }
                .fill(t.off, len, byte, cond)?;
        }
        Ok(())
    }

    /// `memcpy` between ranges that overlap without being the same is undefined.
    pub(super) fn check_overlap(
        &mut self,
        state: &mut State,
        to: &Ptr,
        from: &Ptr,
        len: Term,
        loc: Option<LocId>,
    ) -> Step<()> {
        if !self.options.checks.contains(Check::Overlap) || self.d.terms.as_u64(len) == Some(0) {
            return Ok(());
        }
        self.must_be_own(state, to, loc)?;
        self.must_be_own(state, from, loc)?;
        for t in &to.cases {
            for s in from.cases.iter().filter(|s| s.obj == t.obj && s.obj != ObjId::NULL) {
                let b = &mut self.d.terms;
                let up = b.sub(t.off, s.off);
                let down = b.sub(s.off, t.off);
                let (x, y) = (b.ult(up, len), b.ult(down, len));
                let touch = b.or(x, y);
                let moved = b.ne(t.off, s.off);
                let both = b.and(touch, moved);
                let cond = b.and(t.cond, s.cond);
                let bad = b.and(cond, both);
                self.violate(state, loc, Check::Overlap, bad)?;
            }
        }
        Ok(())
    }

    /// Any bytes at checked places.
    fn havoc(&mut self, state: &mut State, id: InstId, p: &Ptr, size: Term, loc: Option<LocId>) -> Step<()> {
        let places = self.places(state, p, size, Mode::Write, loc)?;
        let Some(n) = self.d.terms.as_u64(size).filter(|&n| n <= 1 << 16) else {
            return self.havoc_symbolic(state, id, &places, size);
        };
        let mut at = 0;
        while at < n {
            let bytes = [8u32, 4, 2, 1].into_iter().find(|&s| at + u64::from(s) <= n).expect("a byte fits");
            self.serial += 1;
            let t = self.input(state, id, InputId::Havoc(self.serial), 8 * bytes, "havoc");
            self.store_scalar(state, &places, at, bytes, &Val::Int(t))?;
            at += u64::from(bytes);
        }
        Ok(())
    }

    /// The same with a symbolic size: byte by byte up to the end of the smallest object concerned.
    fn havoc_symbolic(&mut self, state: &mut State, id: InstId, places: &[Place], size: Term) -> Step<()> {
        for p in places {
            // In the flat model the range has no end of its own.
            let total = self.space.info(p.obj).size_const.filter(|&n| n <= 4096);
            let total = total.ok_or_else(|| Stop::Unsupported("any bytes of a large range".to_owned()))?;
            let width = self.width();
            for at in 0..total {
                let here = self.d.terms.bv(width, at);
                let delta = self.d.terms.sub(here, p.off);
                let inside = self.d.terms.ult(delta, size);
                let cond = self.d.terms.and(p.cond, inside);
                if self.d.terms.as_bool(cond) == Some(false) {
                    continue;
                }
                self.serial += 1;
                let t = self.input(state, id, InputId::Havoc(self.serial), 8, "havoc");
                self.log_only(cond);
                let Some(object) = state.memory.get_mut(p.obj) else { continue };
                Access { b: &mut self.d.terms, space: &mut self.space, obj: p.obj, state: object }.store(
                    here,
                    1,
                    &Val::Int(t),
                    cond,
                )?;
            }
        }
        Ok(())
    }

    /// A constant string, for messages.
    pub(super) fn text_at(&mut self, state: &mut State, p: &Ptr) -> Option<String> {
        let c = p.single()?;
        let mut at = self.d.terms.as_u64(c.off)?;
        let mut text = Vec::new();
        let size = self.space.info(c.obj).size_const?;
        while at < size && text.len() < 200 {
            let object = state.memory.get_mut(c.obj)?;
            let v = Access { b: &mut self.d.terms, space: &mut self.space, obj: c.obj, state: object }
                .load_at(at, 1)
                .ok()?;
            let byte = self.d.terms.as_u64(v.int())? as u8;
            if byte == 0 {
                break;
            }
            text.push(byte);
            at += 1;
        }
        Some(String::from_utf8_lossy(&text).into_owned())
    }
}
