//! The flat memory model (LLBMC thesis, chapters 4.4 and 5, corrected by the digest): arrays of bytes over all
//! addresses. Globals, locals and functions have fixed addresses; heap objects have symbolic ones, which the heap
//! theory keeps apart: `allocatable` is assumed, `valid_access` and `valid_free` are checked.
//!
//! There are two arrays, one for the heap's segment of addresses and one for the rest (the partition that the thesis
//! names as future work, L3022): otherwise one store through a heap pointer would make every global symbolic.
//! Pointers point into one of two objects, whose offsets are the addresses. Addresses are not given out again, so that
//! bytes of a new object are initial bytes; a comparison that could tell makes the answer unknown. What the program sees of
//! addresses does not depend on where they are (`seen.rs`).

mod addresses;

use crate::analysis::IndirectTargets;
use crate::base::Bits;
use crate::engine::bmc::ledger::{Kind, Ledger, Step, Stop};
use crate::engine::bmc::memory::{MemoryModel, Range, Trouble};
use crate::engine::bmc::state::{
    Content, HeapState, InputId, ObjId, ObjInfo, ObjState, Origin, Ptr, PtrCase, State, Times, Val, VarKind,
};
use crate::ilr::{Sort, Term};
use crate::program::{FuncId, InstId, LocId};
use rustc_hash::FxBuildHasher;
use std::collections::HashMap;
use std::rc::Rc;

/// What the flat model keeps.
pub struct Flat {
    /// The arrays of initial bytes: of fixed addresses, and of the heap's.
    pub initial: [Term; 2],
    /// Heap objects.
    pub heap: HashMap<ObjId, Block, FxBuildHasher>,
    /// Functions that the program names other than to call them.
    pub named: Rc<[FuncId]>,
}

/// Where a heap object is.
#[derive(Clone, Copy)]
pub struct Block {
    /// The variable that chooses its address.
    pub choice: Term,
    /// Its address.
    pub start: Term,
}

/// Heap objects begin at multiples of 2 to this.
const ALIGN_BITS: u32 = 4;

/// What the answer is unknown for where there may be no address for an object.
const EXHAUSTED: &str = "flat memory is exhausted by an allocation of this size";

/// First and last address of the heap, for a width of addresses: those whose two highest bits are 01.
fn segment(width: u32) -> (u64, u64) {
    (1 << (width - 2), (1 << (width - 1)) - 1)
}

impl MemoryModel {
    /// Sets the flat model up in the first state.
    pub fn start_flat(&mut self, l: &mut Ledger<'_>, state: &mut State) {
        let width = self.space.width;
        let size = l.d.terms.bv(width, 0);
        let mut initial = [l.d.terms.tt(); 2];
        let mut areas = [ObjId::NULL; 2];
        for (i, name) in ["memory!fixed", "memory!heap"].into_iter().enumerate() {
            let key = 1 + i as u128;
            let info =
                ObjInfo { origin: Origin::Memory, size, size_const: None, constant: false, loc: None, key };
            areas[i] = self.space.make(info);
            initial[i] = VarKind::Memory.var(&mut l.d.terms, name, Sort::Array { index: width, elem: 8 });
            let content = Content::Array { term: initial[i], elem: 1 };
            let (born, ended) = (Times::new(), Times::new());
            state.memory.set(areas[i], ObjState { live: l.d.terms.tt(), content, born, ended });
        }
        self.space.set_flat(areas);
        let empty = l.d.terms.heap_empty(width);
        state.heap = Some(HeapState { now: empty, ever: empty, used: size });
        let named = IndirectTargets::new(l.program).address_taken().into();
        self.flat = Some(Flat { initial, heap: HashMap::default(), named });
    }

    /// The pointer to the start of an object.
    pub fn object_ptr(&mut self, l: &mut Ledger<'_>, o: ObjId) -> Step<Ptr> {
        let width = self.space.width;
        let code = matches!(self.space.info(o).origin, Origin::Code(_));
        let Some([fixed, heap]) = self.space.flat.filter(|_| !code) else {
            let zero = l.d.terms.bv(width, 0);
            return Ok(Ptr::to(&l.d.terms, o, zero));
        };
        let area = if matches!(self.space.info(o).origin, Origin::Heap(_)) { heap } else { fixed };
        let at = self.start_address(l, o)?;
        Ok(Ptr::to(&l.d.terms, area, at))
    }

    /// Address of an object's first byte as a term.
    pub fn start_address(&mut self, l: &mut Ledger<'_>, o: ObjId) -> Step<Term> {
        if let Some(&t) = self.flat.as_ref().and_then(|f| f.heap.get(&o)) {
            return Ok(t.start);
        }
        if self.flat.is_none() {
            return self.start_of(l, o);
        }
        let base = self.space.base(o).ok_or(Stop::from(Trouble::AddressSpace))?;
        Ok(l.d.terms.bv(self.space.width, base))
    }

    /// In the flat model: whether `size` bytes at an address of an area lie in one live object.
    pub fn flat_valid(
        &mut self,
        l: &mut Ledger<'_>,
        state: &State,
        area: ObjId,
        address: Term,
        size: Term,
        write: bool,
    ) -> Step<Term> {
        let Some(heap) = state.heap else { return Ok(l.d.terms.ff()) };
        if self.space.flat.is_some_and(|areas| areas[1] == area) {
            return Ok(l.d.terms.valid_access(heap.now, address, size));
        }
        let mut valid = l.d.terms.ff();
        for i in 1..state.memory.len() {
            let o = ObjId::new(i);
            let info = self.space.info(o);
            let fixed = matches!(info.origin, Origin::Global(_) | Origin::Stack { .. } | Origin::Argument);
            if !fixed || write && info.constant {
                continue;
            }
            let total = info.size;
            let Some(live) = state.memory.get(o).map(|s| s.live) else { continue };
            let start = self.start_address(l, o)?;
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
    pub fn flat_allocate(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        id: InstId,
        o: ObjId,
        size: Term,
        failed: Term,
    ) -> Step<()> {
        let Some(heap) = state.heap else { return Ok(()) };
        let width = self.space.width;
        let used = self.flat_room(l, state, heap.used, size, failed);
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
        if let Some(flat) = &mut self.flat {
            flat.heap.insert(o, Block { choice, start: p });
        }
        l.assume(state, assumed)?;
        // From here on, `p` counts only where the object was allocated, so under `good`.
        l.d.terms.declare_region(p, size);
        Ok(())
    }

    /// The largest object, and alignment, for which there surely is an address among the objects made so far, wherever
    /// these lie, as long as they occupy a quarter of the heap's segment at most: starts are chosen in half of it, so that one of
    /// the gaps between them has a quarter of the segment by their number and one.
    fn flat_limit(&self) -> u64 {
        let quarter = 1 << (self.space.width - 4);
        let gaps = self.flat.as_ref().map_or(0, |f| f.heap.len() as u64) + 1;
        quarter / gaps / 2
    }

    /// What is occupied with an object of a size. Addresses are assumed to be free; where there may be none, nothing is
    /// known of the runs that are lost by that.
    fn flat_room(&mut self, l: &mut Ledger<'_>, state: &State, used: Term, size: Term, failed: Term) -> Term {
        let width = self.space.width;
        let most = self.flat_limit();
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

    /// When an address is that of a heap object or local that has ended.
    fn flat_ended(&mut self, l: &mut Ledger<'_>, state: &State, area: ObjId, address: Term) -> Step<Term> {
        let Some(heap) = state.heap else { return Ok(l.d.terms.ff()) };
        let one = l.d.terms.bv(self.space.width, 1);
        if self.space.flat.is_some_and(|areas| areas[1] == area) {
            if heap.now == heap.ever {
                return Ok(l.d.terms.ff());
            }
            let b = &mut l.d.terms;
            let (ever, now) =
                (b.valid_access(heap.ever, address, one), b.valid_access(heap.now, address, one));
            // An empty object has no byte, but lives.
            let starts = b.valid_free(heap.now, address);
            let lives = b.or(now, starts);
            let ended = b.not(lives);
            return Ok(b.and(ever, ended));
        }
        let mut any = l.d.terms.ff();
        for o in (1..self.space.objects()).map(ObjId::new) {
            let info = self.space.info(o);
            if !matches!(info.origin, Origin::Stack { .. }) {
                continue;
            }
            let total = info.size;
            let live = state.memory.get(o).map_or(l.d.terms.ff(), |s| s.live);
            let start = self.start_address(l, o)?;
            let b = &mut l.d.terms;
            let off = b.sub(address, start);
            let inside = b.ult(off, total);
            let ended = b.not(live);
            let here = b.and(inside, ended);
            any = b.or(any, here);
        }
        Ok(any)
    }

    /// Addresses are not given out again in the flat model. Where that could decide a comparison, the answer is
    /// unknown.
    pub fn flat_reuse(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        x: &PtrCase,
        y: &PtrCase,
        both: Term,
    ) -> Step<()> {
        if !self.space.is_area(x.obj) || x.obj != y.obj || x.off == y.off {
            return Ok(());
        }
        let (p, q) = (self.flat_ended(l, state, x.obj, x.off)?, self.flat_ended(l, state, y.obj, y.off)?);
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

    /// A new object asks for an alignment of its address.
    pub fn flat_align(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        place: &PtrCase,
        align: u64,
    ) -> Step<()> {
        if let Some((o, _)) = self.flat_object(l, place.off)? {
            self.space.align(o, align);
        }
        let b = &mut l.d.terms;
        let mask = b.bv(self.space.width, align.saturating_sub(1));
        let zero = b.bv(self.space.width, 0);
        let rest = b.bvand(place.off, mask);
        let aligned = b.eq(rest, zero);
        if b.is_const(place.off) && b.as_bool(aligned) == Some(false) {
            return Err(Stop::Unsupported(
                "this alignment of a local variable in the flat memory model".to_owned(),
            ));
        }
        if b.as_bool(aligned) != Some(true) && align >= self.flat_limit() {
            let here = l.d.terms.and(state.path.term(), place.cond);
            l.oblige(state, Kind::Unsupported(EXHAUSTED.to_owned()), here, None);
        }
        let aligned = l.d.terms.implies(place.cond, aligned);
        l.assume(state, aligned)
    }

    /// In the flat model: `free` of an address. The result says when that is not allowed.
    pub fn flat_free(&mut self, l: &mut Ledger<'_>, state: &mut State, p: &Ptr) -> Step<Term> {
        let address = self.int_of(l, &Val::Ptr(p.clone()))?;
        let Some(heap) = state.heap else { return Ok(l.d.terms.ff()) };
        let width = self.space.width;
        let b = &mut l.d.terms;
        let zero = b.bv(width, 0);
        let null = b.eq(address, zero);
        let known = b.valid_free(heap.now, address);
        let good = b.or(null, known);
        let now = b.heap_free(heap.now, address);
        state.heap = Some(HeapState { now, ..heap });
        Ok(b.not(good))
    }

    /// In the flat model: size of the object that an address lies in and the offset in it; 0 when in none.
    pub fn flat_extent(&mut self, l: &mut Ledger<'_>, state: &State, address: Term) -> Step<(Term, Term)> {
        let width = self.space.width;
        let zero = l.d.terms.bv(width, 0);
        let one = l.d.terms.bv(width, 1);
        let (mut size, mut offset) = (zero, zero);
        // The end of one object may be the start of another, which it then belongs to.
        let (mut past, mut inside) = (Vec::new(), Vec::new());
        for i in 1..state.memory.len() {
            let o = ObjId::new(i);
            let info = self.space.info(o);
            if matches!(info.origin, Origin::Code(_) | Origin::Memory | Origin::Null | Origin::Outside) {
                continue;
            }
            let total = info.size;
            let Some(live) = state.memory.get(o).map(|s| s.live) else { continue };
            let start = self.start_address(l, o)?;
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

    /// Gives an object new initial bytes.
    pub fn flat_blank(&mut self, l: &mut Ledger<'_>, state: &mut State, o: ObjId, life: u64) -> Step<()> {
        let place = self.object_ptr(l, o)?.cases[0];
        let (width, size) = (self.space.width, self.space.info(o).size);
        let b = &mut l.d.terms;
        let any = self.space.undef_array(b, (o, life), width, 1).ok_or(Stop::from(Trouble::Shape))?;
        let Some(area) = state.memory.get_mut(place.obj) else { return Ok(()) };
        let Content::Array { term, elem } = area.content else { return Ok(()) };
        let zero = b.bv(width, 0);
        let term = b.copy(term, place.off, any, zero, size);
        area.content = Content::Array { term, elem };
        Ok(())
    }

    /// Writes the initial bytes of an object that begins as zeros.
    pub fn flat_zero(&mut self, l: &mut Ledger<'_>, state: &mut State, o: ObjId) -> Step<()> {
        if self.flat.is_none() {
            return Ok(());
        }
        let size = self.space.info(o).size;
        let place = self.object_ptr(l, o)?.cases[0];
        let (all, at) = (place.obj, place.off);
        let byte = l.d.terms.bv(8, 0);
        let Some(object) = state.memory.get_mut(all) else { return Ok(()) };
        let Content::Array { term, elem } = object.content else { return Ok(()) };
        let term = l.d.terms.fill(term, at, size, byte);
        object.content = Content::Array { term, elem };
        Ok(())
    }

    pub fn flat_realloc(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        new: Ptr,
        old: &Ptr,
        size: Term,
        failed: Term,
        loc: Option<LocId>,
    ) -> Step<Val> {
        let Some([_, all]) = self.space.flat else { return Ok(Val::Ptr(new)) };
        let (to, from) = (self.int_of(l, &Val::Ptr(new.clone()))?, self.int_of(l, &Val::Ptr(old.clone()))?);
        let (total, _) = self.flat_extent(l, state, from)?;
        let smaller = l.d.terms.ult(total, size);
        let count = l.d.terms.ite(smaller, total, size);
        let done = l.d.terms.not(failed);
        self.copy_between(l, state, Range { obj: all, off: to }, Range { obj: all, off: from }, count, done)?;
        let zero = l.d.terms.bv(self.space.width, 0);
        let freed = l.d.terms.ite(failed, zero, from);
        self.free(l, state, &Ptr::to(&l.d.terms, all, freed), None, loc)?;
        Ok(Val::Ptr(new))
    }
}
