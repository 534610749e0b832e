//! The flat memory model (LLBMC thesis, chapters 4.4 and 5, corrected by the digest): arrays of bytes over all
//! addresses. Globals, locals and functions have fixed addresses; heap objects have symbolic ones, which the heap
//! theory keeps apart: `allocatable` is assumed, `valid_access` and `valid_free` are checked.
//!
//! There are two arrays, one for the heap's segment of addresses and one for the rest (the partition that the thesis
//! names as future work, L3022): otherwise one store through a heap pointer would make every global symbolic.
//! Pointers point into one of two objects, whose offsets are the addresses. Addresses are not given out again, so that
//! bytes of a new object are initial bytes; a comparison that could tell makes the answer unknown. What the program sees of
//! addresses does not depend on where they are (`exposed.rs`).

mod addresses;

use super::addresses::LAYOUT;
use super::heap::Freer;
use super::layout::{Allocation, Chosen, Layout, Reallocation};
use super::{AccessCase, MemoryModel, Range, Unrepresentable};
use crate::analysis::IndirectTargets;
use crate::base::Bits;
use crate::engine::bmc::ledger::{Kind, Ledger, Step, Stop};
use crate::engine::bmc::state::{
    Base, Content, HeapState, InputId, ObjId, ObjInfo, ObjState, Origin, Ptr, PtrCase, State, Times, Val,
    VarKind,
};
use crate::ilr::{Op, Sort, Term};
use crate::program::{FuncId, IcmpPred};
use crate::semantics;
use rustc_hash::FxBuildHasher;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// What the flat model keeps.
pub struct Flat {
    /// The arrays of initial bytes: of fixed addresses, and of the heap's.
    initial: [Term; 2],
    /// Heap objects.
    heap: RefCell<HashMap<ObjId, Block, FxBuildHasher>>,
    /// Functions that the program names other than to call them.
    named: Rc<[FuncId]>,
}

/// Where a heap object is.
#[derive(Clone, Copy)]
struct Block {
    /// The variable that chooses its address.
    choice: Term,
    /// Its address.
    start: Term,
}

/// Heap objects begin at multiples of 2 to this.
const ALIGN_BITS: u32 = 4;

/// What the answer is unknown for where there may be no address for an object.
const EXHAUSTED: &str = "flat memory is exhausted by an allocation of this size";

/// First and last address of the heap, for a width of addresses: those whose two highest bits are 01.
fn segment(width: u32) -> (u64, u64) {
    (1 << (width - 2), (1 << (width - 1)) - 1)
}

impl Layout for Flat {
    /// Address of an object's first byte as a term.
    fn start_address(&self, m: &mut MemoryModel, l: &mut Ledger<'_>, o: ObjId) -> Step<Term> {
        if let Some(block) = self.heap.borrow().get(&o) {
            return Ok(block.start);
        }
        let base = m.space.base(o).ok_or(Unrepresentable::AddressSpace)?;
        Ok(l.d.terms.bv(m.space.width, base))
    }

    /// The pointer to the start of an object.
    fn object_ptr(&self, m: &mut MemoryModel, l: &mut Ledger<'_>, o: ObjId) -> Step<Ptr> {
        let width = m.space.width;
        let code = matches!(m.space.info(o).origin, Origin::Code(_));
        let Some([fixed, heap]) = m.space.elements.areas.filter(|_| !code) else {
            let zero = l.d.terms.bv(width, 0);
            return Ok(Ptr::to(&l.d.terms, o, zero));
        };
        let area = if matches!(m.space.info(o).origin, Origin::Heap(_)) { heap } else { fixed };
        let at = m.start_address(l, o)?;
        Ok(Ptr::to(&l.d.terms, area, at))
    }

    /// In the flat model: whether `size` bytes at an address of an area lie in one live object.
    fn validity(
        &self,
        m: &mut MemoryModel,
        l: &mut Ledger<'_>,
        state: &State,
        at: &PtrCase,
        size: Term,
        write: bool,
    ) -> Step<Term> {
        let (area, address) = (at.obj, at.off);
        let Some(heap) = state.heap else { return Ok(l.d.terms.ff()) };
        if m.space.elements.areas.is_some_and(|areas| areas[1] == area) {
            return Ok(l.d.terms.valid_access(heap.now, address, size));
        }
        let mut valid = l.d.terms.ff();
        for i in 1..state.memory.len() {
            let o = ObjId::new(i);
            let info = m.space.info(o);
            let fixed = matches!(info.origin, Origin::Global(_) | Origin::Stack { .. } | Origin::Argument(_));
            if !fixed || write && info.constant {
                continue;
            }
            let total = info.size;
            let Some(live) = state.memory.get(o).map(|s| s.live) else { continue };
            let start = m.start_address(l, o)?;
            let b = &mut l.d.terms;
            // address - start <= total and size <= total - (address - start)
            let off = b.sub(address, start);
            let inside = b.ule(off, total);
            let room = b.sub(total, off);
            let fits = b.ule(size, room);
            let both = b.and(inside, fits);
            let here = b.and(both, live);
            valid = b.or(valid, here);
        }
        Ok(valid)
    }

    /// Gives a new heap object a symbolic address.
    fn place(
        &self,
        m: &mut MemoryModel,
        l: &mut Ledger<'_>,
        state: &mut State,
        new: &Allocation,
    ) -> Step<()> {
        let Some(heap) = state.heap else { return Ok(()) };
        let Allocation { at: id, object: o, size, fails: failed, base } = *new;
        let width = m.space.width;
        let used = self.occupied(m, l, state, heap.used, size, failed);
        let (low, high) = segment(width);
        // A multiple of 16 in the lower half of the segment; the object itself may reach into the upper half.
        let choice = l.input(state, id, InputId::Address, width - 3 - ALIGN_BITS, "address");
        let b = &mut l.d.terms;
        let x = b.zext(choice, width);
        let align = b.bv(width, ALIGN_BITS.into());
        let x = b.shl(x, align);
        let start = b.bv(width, low);
        let p = b.add(x, start);
        // An empty object has an address of its own, too.
        let (zero, one) = (b.bv(width, 0), b.bv(width, 1));
        let empty = b.eq(size, zero);
        let room = b.ite(empty, one, size);
        let free = b.allocatable(heap.ever, p, room);
        let high = b.bv(width, high);
        let end = b.add(p, size);
        let wraps = b.uaddo(p, size);
        let straight = b.not(wraps);
        let below = b.ule(end, high);
        let good = b.and_all([free, straight, below]);
        let assumed = b.or(good, failed);
        let now = b.heap_malloc(heap.now, p, size);
        let ever = b.heap_malloc(heap.ever, p, room);
        let now = b.ite(failed, heap.now, now);
        let ever = b.ite(failed, heap.ever, ever);
        state.heap = Some(HeapState { now, ever, used });
        self.heap.borrow_mut().insert(o, Block { choice, start: p });
        l.assume(state, assumed)?;
        // From here on, `p` counts only where the object was allocated, so under `good`.
        l.d.terms.declare_region(p, size);
        match base {
            Base::Fill(_) => self.zero(m, l, state, o),
            Base::Undef(_) => Ok(()),
        }
    }

    /// A new object asks for an alignment of its address.
    fn align(
        &self,
        m: &mut MemoryModel,
        l: &mut Ledger<'_>,
        state: &mut State,
        place: &PtrCase,
        align: u64,
    ) -> Step<()> {
        if !m.space.is_area(place.obj) {
            m.space.align(place.obj, align);
            return Ok(());
        }
        if let Some((o, _)) = self.object(m, l, place.off)? {
            m.space.align(o, align);
        }
        let b = &mut l.d.terms;
        let mask = b.bv(m.space.width, align.saturating_sub(1));
        let zero = b.bv(m.space.width, 0);
        let rest = b.bvand(place.off, mask);
        let aligned = b.eq(rest, zero);
        if b.is_const(place.off) && b.as_bool(aligned) == Some(false) {
            return Err(Stop::Unsupported(
                "this alignment of a local variable in the flat memory model".to_owned(),
            ));
        }
        if b.as_bool(aligned) != Some(true) && align >= self.limit(m) {
            let here = l.d.terms.and(state.path.term(), place.cond);
            l.oblige(state, Kind::Unsupported(EXHAUSTED.to_owned()), here, None);
        }
        let aligned = l.d.terms.implies(place.cond, aligned);
        l.assume(state, aligned)
    }

    /// In the flat model: `free` of an address. The result says when that is not allowed.
    fn free(
        &self,
        m: &mut MemoryModel,
        l: &mut Ledger<'_>,
        state: &mut State,
        p: &Ptr,
        by: Freer,
    ) -> Step<Option<Term>> {
        let address = m.int_of(l, &Val::Ptr(p.clone()))?;
        let Some(heap) = state.heap else { return Ok(None) };
        let width = m.space.width;
        let b = &mut l.d.terms;
        let zero = b.bv(width, 0);
        let null = b.eq(address, zero);
        let known = b.valid_free(heap.now, address);
        let good = b.or(null, known);
        let now = b.heap_free(heap.now, address);
        state.heap = Some(HeapState { now, ..heap });
        let mut bad = b.not(good);
        for i in 1..state.memory.len() {
            let o = ObjId::new(i);
            let Some(start) = self.heap.borrow().get(&o).map(|block| block.start) else { continue };
            let Some(made) = state.memory.get(o).map(|s| s.live) else { continue };
            let unfit = by.is_wrong(l, m.space.info(o));
            if l.d.terms.as_bool(unfit) == Some(false) {
                continue;
            }
            let b = &mut l.d.terms;
            let (same, some) = (b.eq(address, start), b.not(null));
            let wrong = b.and_all([same, some, made, unfit]);
            bad = b.or(bad, wrong);
        }
        Ok(Some(bad))
    }

    fn realloc(
        &self,
        m: &mut MemoryModel,
        l: &mut Ledger<'_>,
        state: &mut State,
        moved: &Reallocation<'_>,
    ) -> Step<Option<Val>> {
        let Some([_, all]) = m.space.elements.areas else { return Ok(None) };
        let Reallocation { new, old, size, failed, loc } = moved;
        let (size, failed) = (*size, *failed);
        let (to, from) = (m.int_of(l, &Val::Ptr(new.clone()))?, m.int_of(l, &Val::Ptr((*old).clone()))?);
        let (total, _) = self.extent_at(m, l, state, from)?;
        let smaller = l.d.terms.ult(total, size);
        let count = l.d.terms.ite(smaller, total, size);
        let done = l.d.terms.not(failed);
        m.copy_between(l, state, Range { obj: all, off: to }, Range { obj: all, off: from }, count, done)?;
        let zero = l.d.terms.bv(m.space.width, 0);
        let freed = l.d.terms.ite(failed, zero, from);
        m.free(l, state, &Ptr::to(&l.d.terms, all, freed), Freer::Free, *loc)?;
        Ok(Some(Val::Ptr(new.clone())))
    }

    fn extent(
        &self,
        m: &mut MemoryModel,
        l: &mut Ledger<'_>,
        state: &State,
        p: &Ptr,
    ) -> Step<Option<(Term, Term)>> {
        let address = m.int_of(l, &Val::Ptr(p.clone()))?;
        self.extent_at(m, l, state, address).map(Some)
    }

    /// Gives an object new initial bytes.
    fn blank(
        &self,
        m: &mut MemoryModel,
        l: &mut Ledger<'_>,
        state: &mut State,
        o: ObjId,
        lifetime: u64,
    ) -> Step<()> {
        let place = m.object_ptr(l, o)?.cases[0];
        let (width, size) = (m.space.width, m.space.info(o).size);
        let b = &mut l.d.terms;
        let any = m.space.undef_array(b, (o, lifetime), width, 1).ok_or(Unrepresentable::Shape)?;
        let Some(area) = state.memory.get_mut(place.obj) else { return Ok(()) };
        let Content::Array { term, elem } = area.content else { return Ok(()) };
        let zero = b.bv(width, 0);
        let term = b.copy(term, place.off, any, zero, size);
        area.content = Content::Array { term, elem };
        Ok(())
    }

    /// Writes the initial bytes of an object that begins as zeros.
    fn zero(&self, m: &mut MemoryModel, l: &mut Ledger<'_>, state: &mut State, o: ObjId) -> Step<()> {
        let size = m.space.info(o).size;
        let place = m.object_ptr(l, o)?.cases[0];
        let (all, at) = (place.obj, place.off);
        let byte = l.d.terms.bv(8, 0);
        let Some(object) = state.memory.get_mut(all) else { return Ok(()) };
        let Content::Array { term, elem } = object.content else { return Ok(()) };
        let term = l.d.terms.fill(term, at, size, byte);
        object.content = Content::Array { term, elem };
        Ok(())
    }

    fn shown(
        &self,
        m: &mut MemoryModel,
        l: &mut Ledger<'_>,
        state: &mut State,
        t: Term,
        is_address: bool,
    ) -> Step<Option<Term>> {
        self.exposed_number(m, l, state, t, is_address).map(Some)
    }

    /// In the flat model: an integer is loaded that may be part of an address.
    fn check_part(
        &self,
        m: &mut MemoryModel,
        l: &mut Ledger<'_>,
        state: &State,
        place: &AccessCase,
        delta: u64,
    ) -> Step<()> {
        let width = l.width();
        let Some(object) = state.memory.get(place.obj) else { return Ok(()) };
        let Content::Array { term, .. } = object.content else { return Ok(()) };
        let b = &mut l.d.terms;
        let delta = b.bv(width, delta);
        let at = b.add(place.off, delta);
        let below = b.bv(width, u64::from(width / 8 - 1));
        let mask = b.bvnot(below);
        let at = b.bvand(at, mask);
        let op = if m.space.big_endian { Op::LoadBe } else { Op::LoadLe };
        let whole = b.load(op, term, at, width);
        if self.object(m, l, whole)?.is_some() {
            let here = l.d.terms.and(state.path.term(), place.cond);
            l.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
        }
        Ok(())
    }

    /// Addresses are not given out again in the flat model. Where that could decide a comparison, the answer is
    /// unknown.
    fn compared(
        &self,
        m: &mut MemoryModel,
        l: &mut Ledger<'_>,
        state: &mut State,
        (x, y): (&PtrCase, &PtrCase),
        both: Term,
    ) -> Step<()> {
        if !m.space.is_area(x.obj) || x.obj != y.obj || x.off == y.off {
            return Ok(());
        }
        let (p, q) = (self.ended(m, l, state, x.obj, x.off)?, self.ended(m, l, state, y.obj, y.off)?);
        let b = &mut l.d.terms;
        let either = b.or(p, q);
        let here = b.and_all([state.path.term(), both, either]);
        if b.as_bool(here) != Some(false) {
            let what = "comparison with the address of an object that had ended, in the flat memory model"
                .to_owned();
            l.oblige(state, Kind::Unsupported(what), here, None);
        }
        Ok(())
    }

    /// In the flat model: the end of an object may be the beginning of another. The fixed addresses keep them apart, and all of
    /// them from the heap's; heap objects lie anywhere in it.
    fn ends(
        &self,
        m: &mut MemoryModel,
        l: &mut Ledger<'_>,
        state: &State,
        (x, y): (&PtrCase, &PtrCase),
        both: Term,
    ) -> Step<()> {
        if m.space.elements.areas.is_some_and(|[_, heap]| x.obj == heap && y.obj == heap) {
            return Ok(());
        }
        let (p, q) = (self.object(m, l, x.off)?, self.object(m, l, y.off)?);
        let numbers = p.is_none() && !m.is_far(l, x.off) || q.is_none() && !m.is_far(l, y.off);
        if numbers || p.is_some_and(|p| q.is_some_and(|q| p.0 == q.0)) {
            return Ok(());
        }
        let mut inside = |found: Option<(ObjId, Term)>, c: &PtrCase| {
            let Some((o, start)) = found else { return l.d.terms.ff() };
            let room = m.room(l, o);
            let off = l.d.terms.sub(c.off, start);
            l.d.terms.ult(off, room)
        };
        let (p, q) = (inside(p, x), inside(q, y));
        let b = &mut l.d.terms;
        let apart = b.and(p, q);
        let open = b.not(apart);
        let here = b.and_all([state.path.term(), both, open]);
        l.oblige(state, Kind::Unsupported(LAYOUT.to_owned()), here, None);
        Ok(())
    }

    /// In the flat model: the order of two addresses. That of heap objects is free; that of others is not the order of the
    /// fixed addresses.
    fn order(
        &self,
        m: &mut MemoryModel,
        l: &mut Ledger<'_>,
        state: &mut State,
        pred: IcmpPred,
        (x, y): (&PtrCase, &PtrCase),
    ) -> Step<Term> {
        let heap = m.space.elements.areas.map(|areas| areas[1]);
        let (p, q) = (self.object(m, l, x.off)?, self.object(m, l, y.off)?);
        let same = p.is_some_and(|p| q.is_some_and(|q| p.0 == q.0));
        if same || Some(x.obj) == heap && Some(y.obj) == heap {
            return Ok(semantics::icmp(&mut l.d, pred, &x.off, &y.off));
        }
        let mut place = |c: &PtrCase| -> Step<Term> {
            if m.space.is_area(c.obj) {
                return self.exposed_number(m, l, state, c.off, true);
            }
            m.exposed_place(l, c)
        };
        let (s, t) = (place(x)?, place(y)?);
        Ok(semantics::icmp(&mut l.d, pred, &s, &t))
    }

    fn resolve(
        &self,
        m: &mut MemoryModel,
        _l: &mut Ledger<'_>,
        _state: &State,
        p: &Ptr,
    ) -> Step<Option<Ptr>> {
        let Some([fixed, _]) = m.space.elements.areas else { return Ok(None) };
        // Null is an address like any other.
        let mut p = p.clone();
        for c in p.cases.iter_mut().filter(|c| c.obj == ObjId::NULL) {
            c.obj = fixed;
        }
        Ok(Some(p))
    }

    fn allocated(&self, l: &mut Ledger<'_>, state: &State, o: ObjId) -> Option<Term> {
        let start = self.heap.borrow().get(&o)?.start;
        Some(l.d.terms.valid_free(state.heap?.now, start))
    }

    fn functions(&self) -> Rc<[FuncId]> {
        self.named.clone()
    }

    fn is_choice(&self, variable: Term) -> bool {
        self.heap.borrow().values().any(|block| block.choice == variable)
    }

    fn holds_initial_bytes(&self, array: Term) -> Option<bool> {
        Some(self.initial.contains(&array))
    }

    fn chosen(&self) -> Option<Chosen> {
        let places = self.heap.borrow().iter().map(|(&o, block)| (o, block.choice, block.start)).collect();
        Some(Chosen { initial: self.initial, places })
    }
}

impl Flat {
    /// Sets the flat model up in the first state.
    pub fn start(m: &mut MemoryModel, l: &mut Ledger<'_>, state: &mut State) {
        let width = m.space.width;
        let size = l.d.terms.bv(width, 0);
        let mut initial = [l.d.terms.tt(); 2];
        let mut areas = [ObjId::NULL; 2];
        for (i, name) in ["memory!fixed", "memory!heap"].into_iter().enumerate() {
            let key = 1 + i as u128;
            let info =
                ObjInfo { origin: Origin::Memory, size, size_const: None, constant: false, loc: None, key };
            areas[i] = m.space.make(info);
            initial[i] = VarKind::Memory.var(&mut l.d.terms, name, Sort::Array { index: width, elem: 8 });
            let content = Content::Array { term: initial[i], elem: 1 };
            let (born, ended) = (Times::new(), Times::new());
            state.memory.set(areas[i], ObjState { live: l.d.terms.tt(), content, born, ended });
        }
        m.space.set_areas(areas);
        let empty = l.d.terms.heap_empty(width);
        state.heap = Some(HeapState { now: empty, ever: empty, used: size });
        let named = IndirectTargets::new(l.program).address_taken().into();
        m.layout = Rc::new(Flat { initial, heap: RefCell::default(), named });
    }

    /// The largest object, and alignment, for which there surely is an address among the objects made so far, wherever
    /// these lie, as long as they occupy a quarter of the heap's segment at most: starts are chosen in half of it, so that one of
    /// the gaps between them has a quarter of the segment by their number and one.
    fn limit(&self, m: &MemoryModel) -> u64 {
        let quarter = 1 << (m.space.width - 4);
        let gaps = self.heap.borrow().len() as u64 + 1;
        quarter / gaps / 2
    }

    /// What is occupied with an object of a size. Addresses are assumed to be free; where there may be none, nothing is
    /// known of the runs that are lost by that.
    fn occupied(
        &self,
        m: &mut MemoryModel,
        l: &mut Ledger<'_>,
        state: &State,
        used: Term,
        size: Term,
        failed: Term,
    ) -> Term {
        let width = m.space.width;
        let most = self.limit(m);
        let b = &mut l.d.terms;
        // With room up to the next object's start: at least one step.
        let (step, mask) = (b.bv(width, 1 << ALIGN_BITS), b.constant(&Bits::ones(width)));
        let low = b.bv(width, (1 << ALIGN_BITS) - 1);
        let mask = b.sub(mask, low);
        let whole = b.add(size, step);
        let whole = b.bvand(whole, mask);
        let (zero, most, quarter) = (b.bv(width, 0), b.bv(width, most), b.bv(width, 1 << (width - 4)));
        let taken = b.ite(failed, zero, whole);
        let sum = b.add(used, taken);
        let (small, few) = (b.ult(size, most), b.ule(sum, quarter));
        let fits = b.and(small, few);
        let full = b.not(fits);
        let made = b.not(failed);
        let here = b.and_all([state.path.term(), made, full]);
        if b.as_bool(here) != Some(false) {
            l.oblige(state, Kind::Unsupported(EXHAUSTED.to_owned()), here, None);
        }
        sum
    }

    /// Size of the object that an address lies in and the offset in it; 0 when in none.
    fn extent_at(
        &self,
        m: &mut MemoryModel,
        l: &mut Ledger<'_>,
        state: &State,
        address: Term,
    ) -> Step<(Term, Term)> {
        let width = m.space.width;
        let zero = l.d.terms.bv(width, 0);
        let one = l.d.terms.bv(width, 1);
        let (mut size, mut offset) = (zero, zero);
        // The end of one object may be the start of another, which it then belongs to.
        let (mut past, mut inside) = (Vec::new(), Vec::new());
        for i in 1..state.memory.len() {
            let o = ObjId::new(i);
            let info = m.space.info(o);
            if matches!(info.origin, Origin::Code(_) | Origin::Memory | Origin::Null | Origin::Outside) {
                continue;
            }
            let total = info.size;
            let Some(live) = state.memory.get(o).map(|s| s.live) else { continue };
            let start = m.start_address(l, o)?;
            let b = &mut l.d.terms;
            let off = b.sub(address, start);
            let within = b.contains(start, total, address, one);
            let within = b.and(within, live);
            inside.push((within, total, off));
            let end = b.eq(off, total);
            let end = b.and(end, live);
            past.push((end, total, off));
        }
        let b = &mut l.d.terms;
        for (here, total, off) in past.into_iter().chain(inside) {
            size = b.ite(here, total, size);
            offset = b.ite(here, off, offset);
        }
        Ok((size, offset))
    }
}
