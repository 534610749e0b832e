//! What the engine's own functions do.

use super::Interp;
use crate::base::Bits;
use crate::engine::bmc::ledger::{Step, Stop};
use crate::engine::bmc::memory::{Access, MAX_ALIGN, Mode, NEW, NEW_ARRAY};
use crate::engine::bmc::state::{Base, InputId, ObjId, ObjInfo, Origin, Ptr, State, Val};
use crate::engine::record::sanitizer_types;
use crate::ilr::Term;
use crate::program::{FuncId, Inst, InstId, InstKind, Type, plain_name};
use crate::property::{Check, Handler};
use crate::semantics;
use crate::semantics::{Native, Raised, ThreadCall};

impl Interp<'_> {
    pub fn native(
        &mut self,
        state: &mut State,
        id: InstId,
        inst: &Inst,
        func: FuncId,
        native: &Native,
        args: &[Val],
    ) -> Step<Option<Val>> {
        let loc = inst.loc;
        let program = self.ledger.program;
        let int = |e: &mut Self, i: usize| -> Step<Term> {
            let v = args.get(i).ok_or_else(|| Stop::Unsupported("call with too few arguments".to_owned()))?;
            e.memory.int_of(&mut e.ledger, v)
        };
        // Sizes, whatever width a call without a prototype gives them.
        let size_of = |e: &mut Self, i: usize| -> Step<Term> {
            let t = int(e, i)?;
            Ok(e.as_size(t))
        };
        let ptr = |e: &mut Self, state: &State, i: usize| -> Step<Ptr> {
            let v = args.get(i).ok_or_else(|| Stop::Unsupported("call with too few arguments".to_owned()))?;
            e.memory.pointer(&mut e.ledger, state, v.clone())
        };
        let tt = self.ledger.d.terms.tt();
        match native {
            Native::Error => {
                self.ledger.violate(state, loc, Check::ReachError, tt)?;
                self.memory.aborted(&mut self.ledger, state)?;
                Err(Stop::End)
            }
            Native::AssertFail => {
                self.ledger.violate(state, loc, Check::Assert, tt)?;
                self.memory.aborted(&mut self.ledger, state)?;
                Err(Stop::End)
            }
            Native::Precondition => {
                self.ledger.violate(state, loc, Check::Assert, tt)?;
                Err(Stop::Unsupported("a call that the C++ library does not allow".to_owned()))
            }
            Native::Assert => {
                let t = int(self, 0)?;
                let holds = self.nonzero(t);
                let fails = self.ledger.d.terms.not(holds);
                self.ledger.violate(state, loc, Check::Assert, fails)?;
                self.ledger.assume(state, holds)?;
                Ok(None)
            }
            Native::Assume => {
                let t = int(self, 0)?;
                let holds = self.nonzero(t);
                self.ledger.assume(state, holds)?;
                Ok(None)
            }
            Native::Nondet | Native::NondetBool
                if args.iter().any(|v| self.memory.may_write(&mut self.ledger, state, v)) =>
            {
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
                        let t = self.ledger.input(state, id, InputId::Value, narrow, name);
                        Ok(Some(Val::Int(self.ledger.d.terms.resize_zext(t, w))))
                    }
                    Type::Float(kind) => {
                        Ok(Some(Val::Int(self.ledger.input(state, id, InputId::Value, kind.bits(), name))))
                    }
                    Type::Ptr(_) => {
                        let w = self.ledger.width();
                        let t = self.ledger.input(state, id, InputId::Value, w, name);
                        Ok(Some(Val::Ptr(Ptr::to(&self.ledger.d.terms, ObjId::NULL, t))))
                    }
                    Type::Void => Ok(None),
                    _ => Ok(Some(self.unknown(state, inst.ty)?)),
                }
            }
            Native::Malloc => {
                let size = size_of(self, 0)?;
                self.memory
                    .allocate(&mut self.ledger, state, id, size, Base::Undef(0), "malloc", loc)
                    .map(Some)
            }
            Native::AlignedAlloc => {
                let size = size_of(self, 1)?;
                let align = size_of(self, 0)?;
                let align = self.alignment(align)?;
                let v = self.memory.allocate(
                    &mut self.ledger,
                    state,
                    id,
                    size,
                    Base::Undef(0),
                    "aligned_alloc",
                    loc,
                )?;
                self.align(state, &v, align)?;
                Ok(Some(v))
            }
            Native::Calloc => {
                let (n, each) = (size_of(self, 0)?, size_of(self, 1)?);
                let size = self.product(n, each);
                let zero = self.ledger.zero_base();
                self.memory.allocate(&mut self.ledger, state, id, size, zero, "calloc", loc).map(Some)
            }
            Native::Realloc => {
                let (p, size) = (ptr(self, state, 0)?, size_of(self, 1)?);
                self.memory.realloc(&mut self.ledger, state, id, &p, size, loc).map(Some)
            }
            Native::Reallocarray => {
                let (p, n, each) = (ptr(self, state, 0)?, size_of(self, 1)?, size_of(self, 2)?);
                let size = self.product(n, each);
                self.memory.realloc(&mut self.ledger, state, id, &p, size, loc).map(Some)
            }
            Native::PosixMemalign => {
                let (out, size) = (ptr(self, state, 0)?, size_of(self, 2)?);
                let align = size_of(self, 1)?;
                let align = self.alignment(align)?;
                let v = self.memory.allocate(
                    &mut self.ledger,
                    state,
                    id,
                    size,
                    Base::Undef(0),
                    "posix_memalign",
                    loc,
                )?;
                self.align(state, &v, align)?;
                let bytes =
                    self.ledger.d.terms.bv(self.memory.space.width, u64::from(self.memory.space.width / 8));
                let places = self.memory.places(&mut self.ledger, state, &out, bytes, Mode::Write, loc)?;
                let w = self.memory.space.width / 8;
                self.memory.store_scalar(&mut self.ledger, state, &places, 0, w, &v)?;
                let Type::Int(w) = program.types.get(inst.ty) else { return Ok(None) };
                let zero = self.ledger.d.terms.bv(*w, 0);
                let enomem = self.ledger.d.terms.bv(*w, 12);
                let null = Val::Ptr(Ptr::null(&mut self.ledger.d.terms, self.memory.space.width));
                let failed = self.memory.equal(&mut self.ledger, state, &v, &null)?;
                Ok(Some(Val::Int(self.ledger.d.terms.ite(failed, enomem, zero))))
            }
            Native::Alloca => {
                let size = size_of(self, 0)?;
                let key = state.frame.key(id, InputId::Local);
                let info = ObjInfo {
                    origin: Origin::Stack { func: state.frame.func, ty: inst.ty },
                    size,
                    size_const: self.ledger.d.terms.as_u64(size),
                    constant: false,
                    loc,
                    key,
                };
                let o = self.memory.make_object(&mut self.ledger, state, info, Base::Undef(0));
                state.top().locals.all.push(o);
                state.top().locals.dynamic.push(o);
                Ok(Some(Val::Ptr(self.memory.object_ptr(&mut self.ledger, o)?)))
            }
            Native::New => {
                let (size, array) = (size_of(self, 0)?, int(self, 1)?);
                let by = if self.ledger.d.terms.as_u64(array) == Some(0) { NEW } else { NEW_ARRAY };
                self.memory.allocate(&mut self.ledger, state, id, size, Base::Undef(0), by, loc).map(Some)
            }
            Native::Free => {
                let p = ptr(self, state, 0)?;
                self.memory.free(&mut self.ledger, state, &p, None, loc)?;
                Ok(None)
            }
            Native::Delete => {
                let (p, array) = (ptr(self, state, 0)?, int(self, 1)?);
                let by = if self.ledger.d.terms.as_u64(array) == Some(0) { NEW } else { NEW_ARRAY };
                self.memory.free(&mut self.ledger, state, &p, Some(by), loc)?;
                Ok(None)
            }
            Native::Memcpy | Native::Memmove => {
                let (to, from, size) = (ptr(self, state, 0)?, ptr(self, state, 1)?, size_of(self, 2)?);
                if *native == Native::Memcpy {
                    self.memory.check_overlap(&mut self.ledger, state, &to, &from, size, loc)?;
                }
                self.memory.copy_bytes(&mut self.ledger, state, &to, &from, size, loc)?;
                Ok(Some(args[0].clone()))
            }
            Native::Memset => {
                let (to, byte, size) = (ptr(self, state, 0)?, int(self, 1)?, size_of(self, 2)?);
                let byte = self.ledger.d.terms.extract(byte, 7, 0);
                self.memory.fill_bytes(&mut self.ledger, state, &to, byte, size, loc)?;
                Ok(Some(args[0].clone()))
            }
            Native::Abort => {
                self.memory.aborted(&mut self.ledger, state)?;
                Err(Stop::End)
            }
            // Mostly after an access that is invalid.
            Native::EndPath if self.ledger.must_end() => {
                Err(Stop::Unsupported("a run that the model of a library function ends".to_owned()))
            }
            Native::EndPath => {
                self.memory.given_up(&mut self.ledger, state)?;
                Err(Stop::End)
            }
            Native::Nop | Native::AtomicSection { .. } | Native::Proposition => Ok(None),
            Native::Exit => {
                self.memory.at_exit(&mut self.ledger, state)?;
                Err(Stop::End)
            }
            Native::Unsupported => {
                let p = ptr(self, state, 0)?;
                let text = self
                    .memory
                    .text_at(&mut self.ledger, state, &p)
                    .unwrap_or_else(|| "the model of a library function".to_owned());
                Err(Stop::Unsupported(text))
            }
            // Preparing for a jump has no effect unless one is taken.
            Native::SetJump => Ok(None),
            Native::Jump => Err(Stop::Unsupported("longjmp".to_owned())),
            Native::Reserved => Err(Stop::Unsupported(plain_name(&program.func(func).name).to_owned())),
            Native::Foreign => Err(Stop::Unsupported(format!("call of {}", program.func(func).source_name))),
            Native::ObjectSize | Native::Offset => {
                let p = ptr(self, state, 0)?;
                let w = self.ledger.width();
                if let Some((size, offset)) = self.memory.extent(&mut self.ledger, state, &p)? {
                    return Ok(Some(Val::Int(if *native == Native::Offset { offset } else { size })));
                }
                let mut result = self.ledger.d.terms.bv(w, 0);
                for c in p.cases.iter().rev() {
                    let v =
                        if *native == Native::Offset { c.off } else { self.memory.space.info(c.obj).size };
                    let live = state.memory.get(c.obj).is_some() || c.obj == ObjId::NULL;
                    let v = if live { v } else { self.ledger.d.terms.bv(w, 0) };
                    result = self.ledger.d.terms.ite(c.cond, v, result);
                }
                Ok(Some(Val::Int(result)))
            }
            Native::CheckRead | Native::CheckWrite => {
                let (p, size) = (ptr(self, state, 0)?, size_of(self, 1)?);
                let mode = if *native == Native::CheckRead { Mode::Read } else { Mode::Write };
                let none = self.ledger.d.terms.bv(self.memory.space.width, 0);
                let some = self.ledger.d.terms.ne(size, none);
                if self.ledger.d.terms.as_bool(some) != Some(false) {
                    self.memory.places(&mut self.ledger, state, &p, size, mode, loc)?;
                }
                Ok(None)
            }
            Native::Choose => {
                let count = int(self, 0)?;
                let w = self.ledger.d.terms.width(count);
                let t = self.ledger.input(state, id, InputId::Value, w, &program.func(func).source_name);
                let below = self.ledger.d.terms.ult(t, count);
                self.ledger.assume(state, below)?;
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
            Native::Thread(ThreadCall::Defined) => Ok(Some(Val::Int(self.ledger.d.terms.bv(32, 0)))),
            Native::Thread(ThreadCall::Misuse) => {
                self.ledger.violate(state, loc, Check::ThreadMisuse, tt)?;
                Ok(None)
            }
            Native::Thread(_) => Err(Stop::Unsupported("threads".to_owned())),
            // Output is forgotten.
            Native::Executes | Native::HasSystem => Ok(Some(Val::Int(self.ledger.d.terms.bv(32, 0)))),
            Native::Output => Ok(Some(Val::Int(self.ledger.d.terms.bv(64, 0)))),
            Native::System(_) => Err(Stop::Unsupported("the operating system".to_owned())),
            Native::Havoc => {
                let (p, size) = (ptr(self, state, 0)?, size_of(self, 1)?);
                self.memory.havoc(&mut self.ledger, state, id, &p, size, loc)?;
                Ok(None)
            }
            Native::Ubsan(handler) => {
                let mut operands = Vec::new();
                for v in args.iter().skip(1) {
                    operands.push(self.memory.int_of(&mut self.ledger, v)?);
                }
                let lhs = match &inst.kind {
                    InstKind::Call { args, .. } if self.memory.has_areas() => args.first().copied(),
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
                let mut raised = Raised::on(self.ledger.options.checks, self.ledger.program.target.processor);
                semantics::raise_ubsan(&mut self.ledger.d, *handler, &operands, lhs, &mut raised);
                self.raise(state, raised, loc)?;
                Ok(None)
            }
        }
    }

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

    /// `n * each` as a size; one that does not fit is more than can be allocated.
    fn product(&mut self, n: Term, each: Term) -> Term {
        let overflow = self.ledger.d.terms.umulo(n, each);
        let all = self.ledger.d.terms.constant(&Bits::ones(self.ledger.width()));
        let size = self.ledger.d.terms.mul(n, each);
        self.ledger.d.terms.ite(overflow, all, size)
    }

    /// The alignment that an allocation asks for.
    fn alignment(&self, align: Term) -> Step<u64> {
        let known = self.ledger.d.terms.as_u64(align).filter(|&a| a <= MAX_ALIGN);
        known.ok_or_else(|| Stop::Unsupported("an alignment that is not constant or too large".to_owned()))
    }
}
