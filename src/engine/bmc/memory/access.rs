//! Typed access to memory, and the checks of every access.

use super::MemoryModel;
use super::content::Access;
use super::space::OPEN_SIZE;
use super::unrepresentable::Unrepresentable;
use crate::engine::bmc::ledger::{Kind, Ledger, Step, Stop};
use crate::engine::bmc::state::{InputId, ObjId, Origin, Ptr, PtrCase, State, Val};
use crate::ilr::Term;
use crate::program::GlobalId;
use crate::program::{InstId, LocId, Type, TypeId};
use crate::property::Check;
use crate::semantics::NULL_PAGE;
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;

/// An object that an access may reach, and the condition under which it lies within that object while the object lives.
pub type AccessCase = PtrCase;

/// How an access uses memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Read,
    Write,
}

/// Strings of `argv` that are represented.
pub const STRINGS: u64 = 6;

/// Characters of each that are represented.
pub const LENGTH: u64 = 256;

impl Mode {
    /// What an access outside of every object violates.
    fn outside(self) -> Check {
        match self {
            Mode::Read => Check::InvalidRead,
            Mode::Write => Check::InvalidWrite,
        }
    }
}

/// How a type lies in memory.
pub enum Shape {
    /// A scalar of so many value bits in so many bytes.
    Int { bits: u32, bytes: u32 },
    /// A pointer.
    Ptr { bytes: u32 },
    /// Components: offset in bytes and type.
    Parts(Vec<(u64, TypeId)>),
    /// A vector whose elements are not whole bytes: so many elements of so many bits.
    Packed { count: u32, bits: u32, bytes: u32 },
}

impl MemoryModel {
    /// Whether a global variable of 32 bits has a value; always, if none is asked for.
    pub fn is_global(
        &mut self,
        l: &mut Ledger<'_>,
        state: &State,
        which: Option<(GlobalId, u32)>,
    ) -> Step<Term> {
        let Some((global, value)) = which else { return Ok(l.d.terms.tt()) };
        let o = self.globals[global.index()];
        let Some(mut object) = state.memory.get(o).cloned() else { return Ok(l.d.terms.ff()) };
        let now =
            Access { b: &mut l.d.terms, space: &mut self.space, obj: o, state: &mut object }.load_at(0, 4)?;
        let now = self.int_of(l, &now)?;
        let value = l.d.terms.bv(32, u64::from(value));
        Ok(l.d.terms.eq(now, value))
    }

    /// How a first-class type lies in memory.
    pub fn shape(&self, l: &Ledger<'_>, ty: TypeId) -> Step<Shape> {
        let types = &l.program.types;
        let bytes = types.layout(ty).store_size as u32;
        Ok(match types.get(ty) {
            Type::Int(bits) => Shape::Int { bits: *bits, bytes },
            Type::Float(kind) => Shape::Int { bits: kind.bits(), bytes },
            Type::Ptr(_) => Shape::Ptr { bytes },
            Type::Vector { elem, count } => {
                let inner = types.layout(*elem);
                if let Type::Int(bits) = types.get(*elem)
                    && (bits % 8 != 0 || inner.store_size * 8 != u64::from(*bits))
                {
                    return Ok(Shape::Packed { count: *count, bits: *bits, bytes });
                }
                Shape::Parts((0..u64::from(*count)).map(|i| (i * inner.store_size, *elem)).collect())
            }
            Type::Array { elem, count } => {
                let step = types.layout(*elem).alloc_size;
                Shape::Parts((0..*count).map(|i| (i * step, *elem)).collect())
            }
            Type::Struct { fields, offsets, .. } => {
                Shape::Parts(offsets.iter().copied().zip(fields.iter().copied()).collect())
            }
            other => return Err(Stop::Unsupported(format!("value of type {other:?} in memory"))),
        })
    }

    /// A pointer that is read, written or called through: where it is an address without known origin, it leads to what lies
    /// there. Runs end on which it comes from outside or is a stray.
    pub fn dereferenced<'a>(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        p: &'a Ptr,
        loc: Option<LocId>,
    ) -> Step<Cow<'a, Ptr>> {
        self.must_be_own(l, state, p, loc)?;
        let own = self.without_strays(l, state, p)?.map_or(Cow::Borrowed(p), Cow::Owned);
        let resolved = self.layout.clone().resolve(self, l, state, &own)?;
        Ok(resolved.map_or(own, Cow::Owned))
    }

    /// The places that an access of `size` bytes may reach, none of which threads share; violations are recorded.
    pub fn places(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        ptr: &Ptr,
        size: Term,
        mode: Mode,
        loc: Option<LocId>,
    ) -> Step<SmallVec<[AccessCase; 1]>> {
        let places = self.valid_places(l, state, ptr, size, mode, loc)?;
        self.must_not_be_shared(l, state, &places, size, loc)?;
        Ok(places)
    }

    /// Checks an access that is not made.
    pub fn could_access(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        ptr: &Ptr,
        size: Term,
        mode: Mode,
        loc: Option<LocId>,
    ) -> Step<()> {
        let noted = l.threads.accesses.racing.len();
        let found = self.valid_places(l, state, ptr, size, mode, loc);
        l.threads.accesses.racing.truncate(noted);
        found.map(|_| ())
    }

    /// The places that an access of `size` bytes may reach; violations are recorded. Without its check an
    /// invalid access to the null page ends the run, as it does on every system.
    pub fn valid_places(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        ptr: &Ptr,
        size: Term,
        mode: Mode,
        loc: Option<LocId>,
    ) -> Step<SmallVec<[AccessCase; 1]>> {
        let ptr = self.dereferenced(l, state, ptr, loc)?;
        let mut places: SmallVec<[AccessCase; 1]> = SmallVec::new();
        let width = l.width();
        for c in &ptr.cases {
            let path = state.path.term();
            let here = l.d.terms.and(path, c.cond);
            if l.d.terms.as_bool(here) == Some(false) {
                continue;
            }
            let outside = self.space.info(c.obj).origin == Origin::Outside;
            if outside && (mode == Mode::Write || !self.ends.contains_key(&c.obj)) {
                return Err(Stop::Unsupported("memory that the program does not define".to_owned()));
            }
            let (invalid, check) = self.invalid(l, state, c, size, mode)?;
            self.represented(l, state, c, size, invalid, loc)?;
            let invalid = self.known_extent(l, state, c, invalid, loc)?;
            let certain = l.d.terms.as_bool(invalid) == Some(true);
            let bad = l.d.terms.and(c.cond, invalid);
            if l.d.terms.as_bool(bad) != Some(false) {
                for (bad, check) in self.parts_of_bad(l, state, c, bad, check, mode) {
                    if l.d.terms.as_bool(bad) == Some(false) {
                        continue;
                    }
                    if check != Check::NullDeref
                        && self.space.is_area(c.obj)
                        && self.some_are_checked(l, mode)
                    {
                        let what =
                            "flat memory where only some kinds of invalid accesses are checked".to_owned();
                        let cond = l.d.terms.and(state.path.term(), bad);
                        l.oblige(state, Kind::Unsupported(what), cond, loc);
                        let good = l.d.terms.not(bad);
                        l.assume(state, good)?;
                        continue;
                    }
                    self.bad_access(l, state, bad, check, mode, loc)?;
                }
            }
            if !certain {
                let good = l.d.terms.not(invalid);
                let cond = l.d.terms.and(c.cond, good);
                self.note_access(l, state, (c, cond), size, mode, loc);
                places.push(PtrCase { cond, ..*c });
            }
        }
        debug_assert!(l.d.terms.width(size) == width);
        Ok(places)
    }

    /// What is invalid only as far as an object's size is known is unsupported; the rest stays invalid.
    pub fn known_extent(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        c: &PtrCase,
        invalid: Term,
        loc: Option<LocId>,
    ) -> Step<Term> {
        if self.space.open_ended().is_empty() || l.d.terms.as_bool(invalid) == Some(false) {
            return Ok(invalid);
        }
        let width = l.width();
        let mut open: Vec<(ObjId, Term)> = Vec::new();
        if self.space.is_area(c.obj) {
            let mut all: Vec<ObjId> = self.space.open_ended().iter().copied().collect();
            all.sort();
            for o in all {
                let start = self.start_address(l, o)?;
                let b = &mut l.d.terms;
                let off = b.sub(c.off, start);
                let most = b.bv(width, OPEN_SIZE);
                open.push((o, b.ult(off, most)));
            }
        } else if self.space.open_ended().contains(&c.obj) {
            let zero = l.d.terms.bv(width, 0);
            open.push((c.obj, l.d.terms.sle(zero, c.off)));
        }
        let mut invalid = invalid;
        for (o, unknown) in open {
            let b = &mut l.d.terms;
            let beyond = b.and(invalid, unknown);
            let here = b.and_all([state.path.term(), c.cond, beyond]);
            if b.as_bool(here) == Some(false) {
                continue;
            }
            let known = b.not(unknown);
            invalid = b.and(invalid, known);
            let kept = b.and(c.cond, beyond);
            let kept = b.not(kept);
            let what = format!("the extent of {}, which is only declared", self.global_name(l, o));
            l.oblige(state, Kind::Unsupported(what), here, loc);
            l.assume(state, kept)?;
        }
        Ok(invalid)
    }

    /// When an access through one case is invalid, and what that is called.
    pub fn invalid(
        &mut self,
        l: &mut Ledger<'_>,
        state: &State,
        c: &PtrCase,
        size: Term,
        mode: Mode,
    ) -> Step<(Term, Check)> {
        let tt = l.d.terms.tt();
        let outside = mode.outside();
        if c.obj == ObjId::NULL {
            let b = &mut l.d.terms;
            let zero = b.as_u64(size) == Some(0);
            let near = b.as_u64(c.off).is_some_and(|off| off < NULL_PAGE);
            let check = if near { Check::NullDeref } else { outside };
            if zero {
                return Ok((b.ff(), check));
            }
            let none = b.bv(self.space.width, 0);
            return Ok((b.ne(size, none), check));
        }
        if self.space.is_area(c.obj) {
            let valid = self.layout.clone().validity(self, l, state, c, size, mode == Mode::Write)?;
            let near = l.d.terms.as_u64(c.off).is_some_and(|off| off < NULL_PAGE);
            let check = if near { Check::NullDeref } else { outside };
            return Ok((l.d.terms.not(valid), check));
        }
        let info = self.space.info(c.obj);
        // Of what is represented in part the constant is not the size.
        let total_const = info.size_const.filter(|_| !self.partial.contains_key(&c.obj));
        let (total, constant) = (info.size, info.constant);
        let (gone, code) = match info.origin {
            Origin::Heap(_) | Origin::Library => (Check::UseAfterFree, false),
            Origin::Stack { .. } | Origin::Argument(_) => (Check::UseAfterReturn, false),
            Origin::Code(_) => (outside, true),
            Origin::Global(_) | Origin::Null | Origin::Outside | Origin::CommandLine(_) | Origin::Memory => {
                (outside, false)
            }
        };
        if state.thread.concurrent && state.memory.times(c.obj).is_none() {
            return Err(Stop::Unsupported("an object that another thread has made".to_owned()));
        }
        let Some(object) = state.memory.get(c.obj) else { return Ok((tt, gone)) };
        let live = object.live;
        if code || constant && mode == Mode::Write {
            return Ok((tt, outside));
        }
        let b = &mut l.d.terms;
        let bounds = match (b.as_u64(size), total_const) {
            (Some(n), Some(total)) => match total.checked_sub(n) {
                None => b.ff(),
                Some(last) => {
                    let last = b.bv(self.space.width, last);
                    b.ule(c.off, last)
                }
            },
            _ => {
                // off <= total and size <= total - off
                let inside = b.ule(c.off, total);
                let room = b.sub(total, c.off);
                let fits = b.ule(size, room);
                b.and(inside, fits)
            }
        };
        let dead = b.not(live);
        let outside_bounds = b.not(bounds);
        let either = b.or(dead, outside_bounds);
        let check = if b.as_bool(dead) == Some(false) { outside } else { gone };
        Ok((either, check))
    }

    /// Whether of the checks of accesses that flat memory does not tell apart some are on and some are off.
    fn some_are_checked(&self, l: &Ledger<'_>, mode: Mode) -> bool {
        let outside = mode.outside();
        let on = [outside, Check::UseAfterFree, Check::UseAfterReturn].map(|c| l.options.checks.contains(c));
        on.contains(&true) && on.contains(&false)
    }

    /// Parts of a bad access that differ in what is done about them: one to the null page ends a run, and of an object that has
    /// ended or is too small only one may be checked.
    fn parts_of_bad(
        &mut self,
        l: &mut Ledger<'_>,
        state: &State,
        c: &PtrCase,
        bad: Term,
        check: Check,
        mode: Mode,
    ) -> SmallVec<[(Term, Check); 2]> {
        let outside = mode.outside();
        let checked = |check| l.options.checks.contains(check);
        let whole = checked(outside) && checked(Check::NullDeref);
        let address = c.obj == ObjId::NULL || self.space.is_area(c.obj);
        let (first, rest) = if address && l.d.terms.as_u64(c.off).is_none() && !whole {
            let b = &mut l.d.terms;
            let end = b.bv(self.space.width, NULL_PAGE);
            ((b.ult(c.off, end), Check::NullDeref), check)
        } else if check != outside && !address && checked(outside) != checked(check) {
            let live = state.memory.get(c.obj).map_or(l.d.terms.ff(), |object| object.live);
            ((l.d.terms.not(live), check), outside)
        } else {
            return smallvec![(bad, check)];
        };
        let b = &mut l.d.terms;
        let other = b.not(first.0);
        smallvec![(b.and(bad, first.0), first.1), (b.and(bad, other), rest)]
    }

    fn bad_access(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        bad: Term,
        check: Check,
        mode: Mode,
        loc: Option<LocId>,
    ) -> Step<()> {
        if l.options.checks.contains(check) {
            // Which of the two it is (ended or too short) is told by the replay, where everything is certain.
            return l.violate(state, loc, check, bad);
        }
        let good = l.d.terms.not(bad);
        if check == Check::NullDeref {
            self.end_unless(l, state, good)?;
        } else if mode == Mode::Write {
            let cond = l.d.terms.and(state.path.term(), bad);
            l.oblige(state, Kind::Undefined(check), cond, loc);
            state.path = state.path.and(&mut l.d.terms, good);
            if l.d.terms.as_bool(state.path.term()) == Some(false) {
                return Err(Stop::End);
            }
        }
        Ok(())
    }

    /// Loads a value of a type.
    pub fn load(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        id: InstId,
        ptr: &Ptr,
        ty: TypeId,
        loc: Option<LocId>,
    ) -> Step<Val> {
        let size = l.program.types.layout(ty).store_size;
        let size = l.d.terms.bv(self.space.width, size);
        let places = self.valid_places(l, state, ptr, size, Mode::Read, loc)?;
        self.load_from(l, state, (id, &mut 0), &places, 0, ty)
    }

    /// Loads from places already checked; where none of them is the right one, any value. `sub` counts the scalars.
    pub fn load_from(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        (id, sub): (InstId, &mut u32),
        places: &[AccessCase],
        delta: u64,
        ty: TypeId,
    ) -> Step<Val> {
        match self.shape(l, ty)? {
            Shape::Parts(parts) => {
                let mut out = Vec::with_capacity(parts.len());
                for (off, part) in parts {
                    out.push(self.load_from(l, state, (id, sub), places, delta + off, part)?);
                }
                Ok(Val::Agg(out.into()))
            }
            Shape::Int { bits, bytes } => {
                *sub += 1;
                let v = self.load_scalar(l, state, Some((id, *sub)), places, delta, bytes)?;
                self.check_integer(l, state, places, delta, &v, bytes)?;
                let t = self.shown(l, state, &v)?;
                Ok(Val::Int(if bits < 8 * bytes { l.d.terms.extract(t, bits - 1, 0) } else { t }))
            }
            Shape::Ptr { bytes } => {
                *sub += 1;
                let valid = self.defer_invalid(l, state, places)?;
                let invalid = (!valid).then_some((id, *sub));
                match self.load_scalar(l, state, invalid, places, delta, bytes)? {
                    Val::Int(t) => {
                        self.note_external(l, t);
                        Ok(Val::Ptr(self.ptr_of(l, state, t)?))
                    }
                    Val::Ptr(p) => {
                        for c in &p.cases {
                            if c.obj == ObjId::NULL || self.space.is_area(c.obj) {
                                self.note_external(l, c.off);
                            }
                        }
                        Ok(Val::Ptr(p))
                    }
                    other => Ok(other),
                }
            }
            Shape::Packed { count, bits, bytes } => {
                *sub += 1;
                let v = self.load_scalar(l, state, Some((id, *sub)), places, delta, bytes)?;
                self.check_integer(l, state, places, delta, &v, bytes)?;
                let t = self.shown(l, state, &v)?;
                let big = self.space.big_endian;
                let b = &mut l.d.terms;
                let part = |i: u32| if big { count - 1 - i } else { i };
                let out: Vec<Val> = (0..count)
                    .map(|i| Val::Int(b.extract(t, (part(i) + 1) * bits - 1, part(i) * bits)))
                    .collect();
                Ok(Val::Agg(out.into()))
            }
        }
    }

    /// Ends the runs on which a pointer is read from none of these places, as deferred: it could lead anywhere. False where they
    /// go on.
    fn defer_invalid(&mut self, l: &mut Ledger<'_>, state: &mut State, places: &[AccessCase]) -> Step<bool> {
        if self.memory_checked(l) {
            return Ok(true);
        }
        let valid = l.d.terms.or_all(places.iter().map(|c| c.cond));
        let stray = l.d.terms.not(valid);
        l.defer(state, stray)
    }

    /// What is loaded as an integer must not be a pointer's fixed address.
    pub fn check_integer(
        &mut self,
        l: &mut Ledger<'_>,
        state: &State,
        places: &[AccessCase],
        delta: u64,
        v: &Val,
        bytes: u32,
    ) -> Step<()> {
        if matches!(v, Val::Ptr(_)) {
            return Ok(());
        }
        for c in places {
            if self.space.is_area(c.obj) {
                if 8 * bytes != l.width() {
                    self.layout.clone().check_part(self, l, state, c, delta)?;
                }
                continue;
            }
            let d = l.d.terms.bv(self.space.width, delta);
            let off = l.d.terms.add(c.off, d);
            self.check_held(l, state, (c.obj, off), c.cond, u64::from(bytes));
        }
        Ok(())
    }

    /// Loads one scalar from places already checked. `invalid`: by what an invalid read's value is known, the instruction and
    /// the number of the scalar; none where all runs read from one of the places.
    pub fn load_scalar(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        invalid: Option<(InstId, u32)>,
        places: &[AccessCase],
        delta: u64,
        bytes: u32,
    ) -> Step<Val> {
        let width = self.space.width;
        let mut result: Option<Val> = None;
        let mut covered = l.d.terms.ff();
        for c in places.iter().rev() {
            if let Some(&end) = self.ends.get(&c.obj) {
                // `argv[argc]` is null; the others are strings that we know nothing of.
                let d = l.d.terms.bv(width, delta);
                let off = l.d.terms.add(c.off, d);
                let known = l.d.terms.eq(off, end);
                let not = l.d.terms.not(known);
                let other = l.d.terms.and(c.cond, not);
                let other = l.d.terms.and(state.path.term(), other);
                l.oblige(state, Kind::Unsupported("command-line arguments".to_owned()), other, None);
                let known = l.d.terms.implies(c.cond, known);
                l.assume(state, known)?;
                covered = l.d.terms.or(covered, c.cond);
                let null = Val::Int(l.d.terms.bv(8 * bytes, 0));
                result = Some(match result {
                    None => null,
                    Some(rest) => self
                        .space
                        .ite(&mut l.d.terms, c.cond, &null, &rest)
                        .ok_or(Unrepresentable::AddressSpace)?,
                });
                continue;
            }
            let d = l.d.terms.bv(width, delta);
            let off = l.d.terms.add(c.off, d);
            let v = match self.read_shared(l, state, c, off, bytes)? {
                Some(v) => v,
                None => {
                    let Some(object) = state.memory.get_mut(c.obj) else { continue };
                    let v = Access { b: &mut l.d.terms, space: &mut self.space, obj: c.obj, state: object }
                        .load(off, bytes)?;
                    self.must_be_set(l, state, c, &v)?;
                    v
                }
            };
            covered = l.d.terms.or(covered, c.cond);
            result = Some(match result {
                None => v,
                Some(rest) => {
                    self.space.ite(&mut l.d.terms, c.cond, &v, &rest).ok_or(Unrepresentable::AddressSpace)?
                }
            });
        }
        let total = l.d.terms.implies(state.path.term(), covered);
        let is_checked = self.memory_checked(l);
        match (result, invalid) {
            (Some(v), None) => Ok(v),
            (Some(v), _) if l.d.terms.as_bool(total) == Some(true) || is_checked => Ok(v),
            // There is no place that this could read: all runs to here were found to violate.
            (None, None) => Err(Stop::End),
            (None, _) if is_checked => Err(Stop::End),
            (found, Some((id, sub))) => {
                let before = l.log.0.len();
                let any = Val::Int(l.input(state, id, InputId::InvalidRead(sub), 8 * bytes, "invalid_read"));
                let beyond = l.d.terms.not(covered);
                l.log_only(before, beyond);
                Ok(match found {
                    None => any,
                    Some(v) => self
                        .space
                        .ite(&mut l.d.terms, covered, &v, &any)
                        .ok_or(Unrepresentable::AddressSpace)?,
                })
            }
        }
    }

    /// Whether every invalid read is a violation, so that what it yields does not matter.
    pub fn memory_checked(&self, l: &Ledger<'_>) -> bool {
        let c = &l.options.checks;
        c.contains(Check::InvalidRead) && c.contains(Check::UseAfterFree) && c.contains(Check::UseAfterReturn)
    }

    /// Stores a value of a type.
    pub fn store(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        ptr: &Ptr,
        v: &Val,
        ty: TypeId,
        loc: Option<LocId>,
    ) -> Step<()> {
        let size = l.program.types.layout(ty).store_size;
        let size = l.d.terms.bv(self.space.width, size);
        let places = self.valid_places(l, state, ptr, size, Mode::Write, loc)?;
        self.store_to(l, state, &places, 0, v, ty)
    }

    /// Stores to places already checked.
    pub fn store_to(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        places: &[AccessCase],
        delta: u64,
        v: &Val,
        ty: TypeId,
    ) -> Step<()> {
        match self.shape(l, ty)? {
            Shape::Parts(parts) => {
                let values = v.parts().clone();
                for ((off, part), v) in parts.into_iter().zip(values.iter()) {
                    self.store_to(l, state, places, delta + off, v, part)?;
                }
                Ok(())
            }
            Shape::Int { bits, bytes } => {
                let t = self.int_of(l, v)?;
                let wide = if bits < 8 * bytes { l.d.terms.zext(t, 8 * bytes) } else { t };
                self.store_scalar(l, state, places, delta, bytes, &Val::Int(wide))
            }
            Shape::Ptr { bytes } => {
                let v = v.clone().on_path(&mut l.d.terms, state.path.term());
                self.store_scalar(l, state, places, delta, bytes, &v)
            }
            Shape::Packed { bytes, .. } => {
                let values = v.parts().clone();
                let mut whole: Option<Term> = None;
                for v in values.iter() {
                    let t = v.int();
                    let big = self.space.big_endian;
                    let b = &mut l.d.terms;
                    whole = Some(match whole {
                        None => t,
                        Some(w) if big => b.concat(w, t),
                        Some(w) => b.concat(t, w),
                    });
                }
                let whole = whole.ok_or_else(|| Stop::Unsupported("empty vector".to_owned()))?;
                let wide = l.d.terms.resize_zext(whole, 8 * bytes);
                self.store_scalar(l, state, places, delta, bytes, &Val::Int(wide))
            }
        }
    }

    /// Stores one scalar to places already checked.
    pub fn store_scalar(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        places: &[AccessCase],
        delta: u64,
        bytes: u32,
        v: &Val,
    ) -> Step<()> {
        let width = self.space.width;
        // With one place nothing else can be meant: an invalid store is a violation or has ended the run.
        let alone = places.len() == 1;
        for c in places {
            let d = l.d.terms.bv(width, delta);
            let off = l.d.terms.add(c.off, d);
            let cond = if alone { l.d.terms.tt() } else { c.cond };
            if self.write_shared(l, state, (c.obj, off, bytes), v, cond)? {
                continue;
            }
            let Some(object) = state.memory.get_mut(c.obj) else { continue };
            Access { b: &mut l.d.terms, space: &mut self.space, obj: c.obj, state: object }
                .store(off, bytes, v, cond)?;
        }
        Ok(())
    }

    /// Runs end, as unsupported, where a valid access goes beyond what is represented of an object.
    pub fn represented(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        c: &PtrCase,
        size: Term,
        invalid: Term,
        loc: Option<LocId>,
    ) -> Step<()> {
        let Some(&known) = self.partial.get(&c.obj) else { return Ok(()) };
        let b = &mut l.d.terms;
        let room = b.sub(known, c.off);
        let (starts, fits) = (b.ule(c.off, known), b.ule(size, room));
        let inside = b.and(starts, fits);
        let either = b.or(inside, invalid);
        let beyond = b.not(either);
        let here = b.and_all([state.path.term(), c.cond, beyond]);
        if b.as_bool(here) == Some(false) {
            return Ok(());
        }
        let loc = loc.filter(|_| !l.program.func(state.frame.func).model);
        let what = match self.space.info(c.obj).origin {
            Origin::CommandLine(None) => format!("more than {STRINGS} command-line arguments"),
            _ => format!("a command-line argument of more than {LENGTH} characters"),
        };
        l.oblige(state, Kind::Unsupported(what), here, loc);
        let within = l.d.terms.implies(c.cond, either);
        l.assume(state, within)
    }
}
