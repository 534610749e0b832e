//! Addresses that the program sees as integers.
//!
//! Inside, each object has one fixed address, by which arrays hold pointers. No answer may follow from these addresses. What
//! the program sees is a variable for where the object begins: what is refuted with it is refuted for every place that the
//! language allows. Runs are looked for with the variables at the fixed addresses, where they are executed ([`Space::at_fixed`]).
//!
//! Arrays hold the fixed addresses as numbers. A load of an integer must not show them, so the space remembers where in which
//! object they may be ([`Space::may_hold`]).

use super::space::Space;
use crate::engine::bmc::state::{ObjId, Origin, Ptr, VarKind};
use crate::ilr::visit::cone;
use crate::ilr::{Op, Sort, Term};
use crate::rewrite::Builder;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Alignment of functions, of what is allocated, and of areas of arguments, in bytes.
const COMMON_ALIGN: u64 = 16;

/// An address that the program has seen.
#[derive(Clone, Copy)]
struct Start {
    object: ObjId,
    /// Where the object begins.
    start: Term,
    /// The variable for its upper bits, and what these are at the fixed address.
    upper: Term,
    fixed: Term,
}

/// Offsets of a pointer that is held as a number: those that are `first` modulo `step`, a power of two.
type Slot = (u64, u64);

/// What a space knows of addresses that the program has seen.
#[derive(Default)]
pub struct Seen {
    starts: Vec<Start>,
    of: FxHashMap<ObjId, usize>,
    /// Whether terms contain a variable for a place.
    depends: FxHashMap<Term, bool>,
    held: FxHashMap<ObjId, SmallVec<[Slot; 2]>>,
    /// Since this was asked for last, a pointer was made of an integer by its number at the fixed addresses.
    guessed: bool,
}

impl Space {
    /// Whether the program has seen the address of an object.
    pub fn is_seen(&self, o: ObjId) -> bool {
        self.seen.of.contains_key(&o)
    }

    /// The variables for where objects begin, with the keys of the objects.
    pub fn place_variables(&self) -> impl Iterator<Item = (u128, Term)> + '_ {
        self.seen.starts.iter().map(|start| (self.info(start.object).key, start.upper))
    }

    /// The variable for where the object of that key begins, if the program has seen it.
    pub fn place_variable(&self, object: u128) -> Option<Term> {
        let at = self.seen.of.get(&self.of_key(object)?)?;
        Some(self.seen.starts[*at].upper)
    }

    /// Whether the program has seen any address.
    pub fn sees(&self) -> bool {
        !self.seen.starts.is_empty()
    }

    /// Bytes of which an object's address is a multiple wherever it lies.
    pub fn alignment(&self, o: ObjId) -> u64 {
        let least = match self.info(o).origin {
            Origin::Heap(_) | Origin::Code(_) | Origin::Argument => COMMON_ALIGN,
            _ => 1,
        };
        self.asked_alignment(o).unwrap_or(1).max(least)
    }

    /// Where an object begins, for the program to see; `None` when the address space is used up. In replays that is the fixed
    /// address.
    pub fn seen_start(&mut self, b: &mut Builder, o: ObjId) -> Option<Term> {
        if let Some(&at) = self.seen.of.get(&o) {
            return Some(self.seen.starts[at].start);
        }
        let fixed = self.fixed_start(b, o)?;
        Some(self.see(b, o, fixed))
    }

    /// The fixed address at which an object begins; `None` when the address space is used up.
    pub fn fixed_start(&mut self, b: &mut Builder, o: ObjId) -> Option<Term> {
        let base = self.base(o)?;
        Some(b.bv(self.width, base))
    }

    /// Where an object begins, for the program to see, whose fixed address is given.
    pub fn see(&mut self, b: &mut Builder, o: ObjId, fixed: Term) -> Term {
        if let Some(&at) = self.seen.of.get(&o) {
            return self.seen.starts[at].start;
        }
        if o == ObjId::NULL || self.is_area(o) || self.fixed.is_some() {
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
        self.seen.of.insert(o, self.seen.starts.len());
        let fixed = b.extract(fixed, self.width - 1, low);
        self.seen.starts.push(Start { object: o, start, upper, fixed });
        start
    }

    /// Where an object begins: for the program to see where it has seen it, else the fixed address. `None` when the address
    /// space is used up.
    pub fn start(&mut self, b: &mut Builder, o: ObjId) -> Option<Term> {
        if self.is_seen(o) {
            return self.seen_start(b, o);
        }
        self.fixed_start(b, o)
    }

    /// The integer that the program sees of a pointer; `None` when the address space is used up.
    pub fn seen_int(&mut self, b: &mut Builder, p: &Ptr) -> Option<Term> {
        self.address_by(b, p, Space::seen_start)
    }

    /// Whether a term depends on a place that the program has seen.
    pub fn depends_on_place(&mut self, b: &Builder, t: Term) -> bool {
        if self.seen.starts.is_empty() {
            return false;
        }
        let known = &mut self.seen.depends;
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

    /// The pointer that an integer is whose distance to a place does not depend on places.
    pub fn near_place(&mut self, b: &mut Builder, t: Term) -> Option<Ptr> {
        let parts: FxHashSet<Term> = cone(b.store(), &[t]).into_iter().collect();
        let near: Vec<Start> =
            self.seen.starts.iter().filter(|s| parts.contains(&s.upper)).copied().collect();
        for Start { object, start, .. } in near {
            let off = b.sub(t, start);
            if !self.depends_on_place(b, off) {
                return Some(Ptr::to(b, object, off));
            }
        }
        None
    }

    /// A decision that an integer depends on, and the integer where it is true and where it is false.
    pub fn decision(&mut self, b: &mut Builder, t: Term) -> Option<(Term, Term, Term)> {
        let all = cone(b.store(), &[t]);
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
            self.seen.guessed = true;
        }
        self.at_fixed_addresses(b, t)
    }

    /// An integer with all places at the fixed addresses. What follows from it need not hold elsewhere ([`Space::guessed`]).
    pub fn guess(&mut self, b: &mut Builder, t: Term) -> Term {
        self.seen.guessed = true;
        self.at_fixed_addresses(b, t)
    }

    fn at_fixed_addresses(&mut self, b: &mut Builder, t: Term) -> Term {
        let starts = self.seen.starts.clone();
        let map = starts.iter().map(|s| (s.upper, s.fixed)).collect();
        b.substitute(&[t], &map)[0]
    }

    /// Notes that fixed addresses decide what an integer leads to.
    pub fn note_guess(&mut self) {
        self.seen.guessed = true;
    }

    /// Whether, since this was asked for last, a pointer was made of an integer by its number at the fixed addresses.
    pub fn guessed(&mut self) -> bool {
        std::mem::take(&mut self.seen.guessed)
    }

    /// That all objects whose places the program has seen lie at their fixed addresses.
    pub fn at_fixed(&self, b: &mut Builder) -> Term {
        let mut all = b.tt();
        for s in &self.seen.starts {
            let here = b.eq(s.upper, s.fixed);
            all = b.and(all, here);
        }
        all
    }

    /// Notes that an object holds a pointer as a number, at offsets that are `first` modulo `step`.
    pub fn hold(&mut self, o: ObjId, (step, first): Slot) {
        // There every pointer is a number, and nothing would be told apart.
        if self.is_area(o) {
            return;
        }
        let slots = self.seen.held.entry(o).or_default();
        let covers = |s: &Slot| s.0 <= step && first % s.0 == s.1;
        if !slots.iter().any(covers) {
            slots.push((step, first));
        }
    }

    /// Notes that bytes of one object were copied to another, which then holds pointers as the first does. `moved` is the
    /// distance where it is known.
    pub fn hold_copies(&mut self, from: ObjId, to: ObjId, moved: Option<u64>) {
        for (step, first) in self.seen.held.get(&from).cloned().unwrap_or_default() {
            let slot = moved.map_or((1, 0), |d| (step, first.wrapping_add(d) % step));
            self.hold(to, slot);
        }
    }

    /// Whether some of `size` bytes at offsets that are `first` modulo `step` may be those of a pointer that the object holds
    /// as a number.
    pub fn may_hold(&self, o: ObjId, (step, first): Slot, size: u64) -> bool {
        let bytes = u64::from(self.width / 8);
        let slots = self.seen.held.get(&o).map_or(&[][..], |s| &s[..]);
        slots.iter().any(|&(of, at)| {
            let step = step.min(of);
            let distance = first.wrapping_sub(at) % step;
            distance < bytes || step - distance < size
        })
    }
}
