//! Exposed addresses: those that the program sees as integers.
//!
//! Inside, each object has one fixed address, and arrays hold pointers as numbers made of it. No answer may follow from these
//! addresses. For the program the address of an exposed object is a variable: what is refuted with it is refuted for every
//! place that the language allows. Counterexamples are searched for with the variables at the fixed addresses, where the
//! machine executes them ([`Space::at_fixed`]).
//!
//! A load of an integer must not yield a fixed address, so the space remembers at which offsets an object may hold one
//! ([`Space::may_hold`]).

use super::bulk::Range;
use super::offsets::{EXACT, OffsetClass, exact, stride};
use super::space::Space;
use crate::base::word;
use crate::engine::bmc::state::{ObjId, Origin, Ptr, VarKind};
use crate::ilr::{Op, Sort, Term};
use crate::rewrite::Builder;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Alignment of functions, of what is allocated, and of areas of arguments, in bytes.
const COMMON_ALIGN: u64 = 16;

/// How far, as a power of two, and in how many distances objects are moved to see whether a number depends on addresses: fixed
/// ones are 2^40 apart.
const OTHER_PLACE: u32 = 34;
const OTHER_PLACES: u64 = 31;

/// The address of an exposed object.
#[derive(Clone, Copy)]
struct Start {
    object: ObjId,
    /// Where the object begins.
    start: Term,
    /// The variable for its upper bits, and what these are at the fixed address.
    upper: Term,
    fixed: Term,
}

/// The exposed addresses of a space.
#[derive(Default)]
pub struct ExposedAddresses {
    starts: Vec<Start>,
    of: FxHashMap<ObjId, usize>,
    /// Whether terms depend on the address of an exposed object.
    depends: FxHashMap<Term, bool>,
    held: FxHashMap<ObjId, SmallVec<[OffsetClass; 2]>>,
    /// The decisions that led to the part of an integer whose pointer is being made.
    under: Vec<Term>,
    /// When a fixed address decided what an integer points to, since [`Space::take_guess`] was called last.
    guess: Option<Term>,
    /// When a write reaches a pointer that was taken from beneath it, since [`Space::take_doubt`] was called last.
    doubt: Option<Term>,
}

impl ExposedAddresses {
    /// The objects whose addresses are in a term.
    pub fn in_terms(&self, b: &mut Builder, t: Term) -> Vec<ObjId> {
        let parts: FxHashSet<Term> = b.cone(&[t]).into_iter().collect();
        self.starts.iter().filter(|s| parts.contains(&s.upper)).map(|s| s.object).collect()
    }
}

impl Space {
    /// Whether the address of an object is exposed. That of a device is known.
    pub fn is_exposed(&self, o: ObjId) -> bool {
        self.exposed.of.contains_key(&o) || self.is_device(o)
    }

    /// The variables for the upper bits of exposed addresses, with the keys of the objects.
    pub fn place_variables(&self) -> impl Iterator<Item = (u128, Term)> + '_ {
        self.exposed.starts.iter().map(|start| (self.info(start.object).key, start.upper))
    }

    /// The variable for the upper bits of an exposed object's address, by the object's key.
    pub fn place_variable(&self, object: u128) -> Option<Term> {
        let at = self.exposed.of.get(&self.of_key(object)?)?;
        Some(self.exposed.starts[*at].upper)
    }

    /// Whether any address is exposed.
    pub fn exposes_any(&self) -> bool {
        !self.exposed.starts.is_empty()
    }

    /// Bytes of which an object's address is a multiple wherever it lies.
    pub fn alignment(&self, o: ObjId) -> u64 {
        let least = match self.info(o).origin {
            Origin::Heap(_) | Origin::Code(_) | Origin::Argument(_) => COMMON_ALIGN,
            _ => 1,
        };
        self.asked_alignment(o).unwrap_or(1).max(least)
    }

    /// Exposes the address of an object and returns it; `None` when the address space is used up. In replays it is the fixed
    /// address.
    pub fn exposed_start(&mut self, b: &mut Builder, o: ObjId) -> Option<Term> {
        if let Some(&at) = self.exposed.of.get(&o) {
            return Some(self.exposed.starts[at].start);
        }
        let fixed = self.fixed_start(b, o)?;
        Some(self.expose(b, o, fixed))
    }

    /// The fixed address at which an object begins; `None` when the address space is used up.
    pub fn fixed_start(&mut self, b: &mut Builder, o: ObjId) -> Option<Term> {
        let base = self.base(o)?;
        Some(b.bv(self.width, base))
    }

    /// Exposes the address of an object, given its fixed address, and returns it.
    pub fn expose(&mut self, b: &mut Builder, o: ObjId, fixed: Term) -> Term {
        if let Some(&at) = self.exposed.of.get(&o) {
            return self.exposed.starts[at].start;
        }
        if o == ObjId::NULL || self.is_area(o) || self.is_device(o) || self.fixed.is_some() {
            return fixed;
        }
        self.match_address(o);
        let low = self.alignment(o).trailing_zeros().min(self.width - 1);
        let name = format!("place!{:x}", self.info(o).key);
        let upper = VarKind::Place.var(b, &name, Sort::Bv(self.width - low));
        let start = if low == 0 {
            upper
        } else {
            let zeros = b.bv(low, 0);
            b.concat(upper, zeros)
        };
        self.exposed.of.insert(o, self.exposed.starts.len());
        let fixed = b.extract(fixed, self.width - 1, low);
        self.exposed.starts.push(Start { object: o, start, upper, fixed });
        start
    }

    /// The address of an object: the exposed one if there is one, else the fixed one. `None` when the address space is used
    /// up.
    pub fn start(&mut self, b: &mut Builder, o: ObjId) -> Option<Term> {
        if self.is_exposed(o) {
            return self.exposed_start(b, o);
        }
        self.fixed_start(b, o)
    }

    /// The integer that a cast of a pointer yields; `None` when the address space is used up.
    pub fn exposed_int(&mut self, b: &mut Builder, p: &Ptr) -> Option<Term> {
        self.address_by(b, p, Space::exposed_start)
    }

    /// Whether a term depends on the address of an exposed object.
    pub fn depends_on_place(&mut self, b: &Builder, t: Term) -> bool {
        if self.exposed.starts.is_empty() {
            return false;
        }
        let known = &mut self.exposed.depends;
        let mut work = vec![t];
        while let Some(&t) = work.last() {
            if known.contains_key(&t) {
                work.pop();
                continue;
            }
            let args = b.store().args(t);
            let open: SmallVec<[Term; 5]> = args.iter().copied().filter(|a| !known.contains_key(a)).collect();
            if open.is_empty() {
                let is_place = b.op(t) == Op::Var && VarKind::of(b, t) == VarKind::Place;
                let depends = is_place || args.iter().any(|a| known[a]);
                known.insert(t, depends);
                work.pop();
            } else {
                work.extend(open);
            }
        }
        known[&t]
    }

    /// The pointer that an integer stands for, where its distance from an exposed object does not depend on addresses.
    pub fn near_place(&mut self, b: &mut Builder, t: Term) -> Option<Ptr> {
        let parts: FxHashSet<Term> = b.cone(&[t]).into_iter().collect();
        let near: Vec<Start> =
            self.exposed.starts.iter().filter(|s| parts.contains(&s.upper)).copied().collect();
        for Start { object, start, .. } in near {
            let off = b.sub(t, start);
            if !self.depends_on_place(b, off) {
                return Some(Ptr::to(b, object, off));
            }
        }
        None
    }

    /// A condition that an integer depends on, with the integer where it holds and where it does not.
    pub fn decision(&mut self, b: &mut Builder, t: Term) -> Option<(Term, Term, Term)> {
        let all = b.cone(&[t]);
        let ite = all.into_iter().find(|&x| b.op(x) == Op::Ite && self.depends_on_place(b, x))?;
        let cond = b.arg(ite, 0);
        let mut given = |holds: bool| {
            let value = if holds { b.tt() } else { b.ff() };
            b.substitute(&[t], &FxHashMap::from_iter([(cond, value)]))[0]
        };
        Some((cond, given(true), given(false)))
    }

    /// The number that an integer is inside, where objects lie in areas.
    pub fn number(&mut self, b: &mut Builder, t: Term) -> Term {
        if self.near_place(b, t).is_none() {
            self.note_guess(b);
        }
        self.at_fixed_addresses(b, t)
    }

    /// An integer with all exposed objects at their fixed addresses. What follows from it need not hold for other addresses
    /// ([`Space::take_guess`]).
    pub fn guess(&mut self, b: &mut Builder, t: Term) -> Term {
        self.note_guess(b);
        self.at_fixed_addresses(b, t)
    }

    /// The exposed objects of whose addresses a value is made, those in conditions left out.
    pub(super) fn objects_of_value(&mut self, b: &Builder, t: Term) -> Vec<ObjId> {
        let (mut work, mut seen, mut found) = (vec![t], FxHashSet::default(), Vec::new());
        while let Some(t) = work.pop() {
            if b.sort(t) == Sort::Bool || !seen.insert(t) || !self.depends_on_place(b, t) {
                continue;
            }
            match self.exposed.starts.iter().find(|start| start.upper == t) {
                Some(start) => found.push(start.object),
                None => work.extend(b.store().args(t).iter().copied()),
            }
        }
        found
    }

    /// The exposed object, and the offset in it, that is at one address with all objects at their fixed addresses, and at the other one
    /// with all of them at others.
    pub(super) fn moved_with(&self, b: &mut Builder, fixed: u64, other: u64) -> Option<(ObjId, Term, u64)> {
        (0..self.exposed.starts.len()).find_map(|i| {
            let (start, moved) = (self.exposed.starts[i], self.moved(b, i));
            let off = fixed.wrapping_sub(self.address_of(b, start.fixed)?);
            let same = off == other.wrapping_sub(self.address_of(b, moved)?);
            (same && off < 1 << OTHER_PLACE).then_some((start.object, start.start, off))
        })
    }

    /// The address of an object whose upper bits are given.
    fn address_of(&self, b: &Builder, upper: Term) -> Option<u64> {
        Some(b.as_u64(upper)? << (self.width - b.width(upper)))
    }

    /// An integer with all exposed objects at their fixed addresses.
    pub(super) fn at_fixed_addresses(&mut self, b: &mut Builder, t: Term) -> Term {
        let map = self.exposed.starts.iter().map(|s| (s.upper, s.fixed)).collect();
        b.substitute(&[t], &map)[0]
    }

    /// An integer where all exposed objects lie elsewhere, each at another distance, and none within another. `None` where
    /// addresses are too short for that.
    pub(super) fn at_other_addresses(&mut self, b: &mut Builder, t: Term) -> Option<Term> {
        if self.width < 64 {
            return None;
        }
        let map = (0..self.exposed.starts.len())
            .map(|i| (self.exposed.starts[i].upper, self.moved(b, i)))
            .collect();
        Some(b.substitute(&[t], &map)[0])
    }

    /// The upper bits of another address for an exposed object.
    fn moved(&self, b: &mut Builder, number: usize) -> Term {
        let start = self.exposed.starts[number];
        let width = b.width(start.upper);
        let distance = (1 + number as u64 % OTHER_PLACES) << OTHER_PLACE.saturating_sub(self.width - width);
        let distance = b.bv(width, distance);
        b.add(start.fixed, distance)
    }

    /// What `make` makes of a part of an integer that counts where a condition holds.
    pub(super) fn under<T>(
        &mut self,
        b: &mut Builder,
        cond: Term,
        make: impl FnOnce(&mut Self, &mut Builder) -> T,
    ) -> T {
        self.exposed.under.push(cond);
        let made = make(self, b);
        self.exposed.under.pop();
        made
    }

    /// When the part of an integer counts whose pointer is being made.
    fn counts(&self, b: &mut Builder) -> Term {
        b.and_all(self.exposed.under.iter().copied())
    }

    /// Notes that a fixed address decides what an integer points to.
    pub fn note_guess(&mut self, b: &mut Builder) {
        let here = self.counts(b);
        let before = self.exposed.guess.unwrap_or(b.ff());
        self.exposed.guess = Some(b.or(before, here));
    }

    /// When a fixed address decided what an integer points to, since the last call.
    pub fn take_guess(&mut self) -> Option<Term> {
        self.exposed.guess.take()
    }

    /// Notes when a write reaches a pointer that was taken from beneath it.
    pub(super) fn note_doubt(&mut self, b: &mut Builder, reached: Term) {
        let counts = self.counts(b);
        let here = b.and(counts, reached);
        let before = self.exposed.doubt.unwrap_or(b.ff());
        self.exposed.doubt = Some(b.or(before, here));
    }

    /// When a write reaches a pointer that was taken from beneath it, since the last call.
    pub fn take_doubt(&mut self) -> Option<Term> {
        self.exposed.doubt.take()
    }

    /// The condition that all exposed objects lie at their fixed addresses, and are not too large for them.
    pub fn at_fixed(&self, b: &mut Builder) -> Term {
        let mut all = b.tt();
        for s in &self.exposed.starts {
            let here = b.eq(s.upper, s.fixed);
            let (size, room) = (self.info(s.object).size, self.fixed_room(s.object));
            let room = b.bv(b.width(size), room);
            let fits = b.ule(size, room);
            all = b.and_all([all, here, fits]);
        }
        all
    }

    /// Notes that an object holds a pointer as a number, at offsets that are `first` modulo `step`.
    pub fn hold(&mut self, o: ObjId, (step, first): OffsetClass) {
        // In an area every pointer is a number, so that nothing would be distinguished.
        if self.is_area(o) {
            return;
        }
        let slots = self.exposed.held.entry(o).or_default();
        let covers = |s: &OffsetClass| s.0 <= step && first % s.0 == s.1;
        if !slots.iter().any(covers) {
            slots.push((step, first));
        }
    }

    /// Notes that so many bytes were copied from one object to another, which may then hold the same pointers. The ranges lie
    /// within the objects.
    pub fn hold_copies(&mut self, b: &mut Builder, from: Range, to: Range, len: Term) {
        let slots = self.exposed.held.get(&from.obj).cloned().unwrap_or_default();
        if slots.is_empty() {
            return;
        }
        let distance = b.sub(to.off, from.off);
        let (by, moved) = match b.as_u64(distance) {
            Some(distance) => exact(distance),
            None => stride(b, distance),
        };
        let (begin, len) = (b.as_u64(from.off), b.as_u64(len));
        let end = begin.zip(len).map(|(begin, len)| begin + len);
        let pointer = u64::from(self.width / 8);
        for (step, first) in slots {
            let is_before = begin.is_some_and(|begin| first + pointer <= begin);
            let is_behind = end.is_some_and(|end| first >= end);
            if step == EXACT && (is_before || is_behind) {
                continue;
            }
            let step = step.min(by);
            let first = word::trunc(self.width, first.wrapping_add(moved));
            self.hold(to.obj, (step, first % step));
        }
    }

    /// When some of `size` bytes at an offset may be those of a pointer that the object holds as a number.
    pub fn may_hold(&self, b: &mut Builder, o: ObjId, off: Term, size: u64) -> Term {
        let bytes = u64::from(self.width / 8);
        let mut any = b.ff();
        for &(step, first) in self.exposed.held.get(&o).map_or(&[][..], |slots| &slots[..]) {
            if step < bytes + size {
                return b.tt();
            }
            // They overlap where the access begins less than `size` bytes before the pointer, or within it. The distance counts
            // modulo the step.
            let bits = step.trailing_zeros().min(self.width);
            let first = b.bv(self.width, word::trunc(self.width, first));
            let distance = b.sub(off, first);
            let distance = b.extract(distance, bits - 1, 0);
            let (end, before) = (b.bv(bits, bytes), b.bv(bits, size - 1));
            let (moved, count) = (b.add(distance, before), b.add(end, before));
            let here = b.ult(moved, count);
            any = b.or(any, here);
        }
        any
    }
}
