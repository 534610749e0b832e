//! What numbers are pointers to: numbers of known pointers; integers, initial bytes and moved null pointers without known origin.

use super::beneath::{beneath_bytes, beneath_writes, joined};
use super::space::Space;
use crate::engine::bmc::state::{Memory, ObjId, Origin, Ptr, PtrCase};
use crate::ilr::{Op, Sort, Term};
use crate::rewrite::Builder;
use crate::semantics::NULL_PAGE;
use rustc_hash::FxBuildHasher;
use std::collections::HashSet;
use std::collections::hash_map::Entry;

/// Most decisions that are looked for in an integer made of addresses.
const DECISIONS: u32 = 6;

/// Deepest nesting of choices that is read off an address term.
const ITE_DEPTH: u32 = 64;

/// Most objects that an integer without known origin is compared with.
const WILD_LIMIT: usize = 512;

/// Most values of an integer that are looked at to see which are whole addresses.
const WHOLE_LIMIT: usize = 64;

/// Most parts of a value that are looked at to see that all of them are initial bytes.
const MIXED_LIMIT: usize = 4096;

impl Space {
    /// The pointer with that address, which memory held. `None` when the address could be that of too many objects.
    pub fn int_to_ptr(&mut self, b: &mut Builder, memory: &Memory, address: Term) -> Option<Ptr> {
        self.int_to_ptr_at(b, memory, address, (0, false))
    }

    /// The pointer that the program makes of an integer. `None` when it could be that to too many objects.
    pub fn ptr_of_integer(&mut self, b: &mut Builder, memory: &Memory, address: Term) -> Option<Ptr> {
        self.int_to_ptr_at(b, memory, address, (0, true))
    }

    fn int_to_ptr_at(
        &mut self,
        b: &mut Builder,
        memory: &Memory,
        t: Term,
        (depth, computed): (u32, bool),
    ) -> Option<Ptr> {
        if let Some([fixed, heap]) = self.elements.areas {
            if self.depends_on_place(b, t) {
                if b.op(t) == Op::Ite && depth < ITE_DEPTH {
                    let (c, x, y) = (b.arg(t, 0), b.arg(t, 1), b.arg(t, 2));
                    return self.either_ptr(b, memory, (c, x, y), (depth + 1, computed));
                }
                if let Some(code) = self.near_place(b, t).filter(|p| self.is_code(p)) {
                    return Some(code);
                }
                let number = self.number(b, t);
                return self.int_to_ptr_at(b, memory, number, (depth, computed));
            }
            let (p, q) = (Ptr::to(b, heap, t), Ptr::to(b, fixed, t));
            // So that the comparison below sees all that is known.
            b.zeros_and_ones(t);
            let top = b.extract(t, self.width - 1, self.width - 2);
            let one = b.bv(2, 1);
            let in_heap = b.eq(top, one);
            return Some(Ptr::ite(b, in_heap, &p, &q));
        }
        if let Some(value) = b.as_u64(t) {
            return Some(self.at_constant(b, value));
        }
        if let Some(p) = self.numbers.origin.get(&t) {
            return Some(p.clone());
        }
        let placed = self.depends_on_place(b, t);
        if placed
            && !computed
            && depth == 0
            && self.near_place(b, t).is_none()
            && let Some(p) = self.steady(b, t)
        {
            return Some(p);
        }
        if placed
            && !computed
            && depth == 0
            && let Some(whole) = self.whole(b, t, &mut { WHOLE_LIMIT })
            && whole != t
        {
            let mixed = b.ne(t, whole);
            self.note_doubt(b, mixed);
            return self.int_to_ptr_at(b, memory, whole, (depth + 1, computed));
        }
        if depth < ITE_DEPTH {
            match b.op(t) {
                Op::Ite => {
                    let (c, x, y) = (b.arg(t, 0), b.arg(t, 1), b.arg(t, 2));
                    return self.either_ptr(b, memory, (c, x, y), (depth + 1, computed));
                }
                Op::Add => {
                    let (x, y) = (b.arg(t, 0), b.arg(t, 1));
                    for (p, delta) in [(x, y), (y, x)] {
                        if self.is_address(b, p) && !self.depends_on_place(b, delta) {
                            let p = self.int_to_ptr_at(b, memory, p, (depth + 1, computed))?;
                            return Some(p.add(b, delta));
                        }
                    }
                }
                _ => {}
            }
        }
        if let Some((beneath, reached)) = beneath_writes(b, t)
            && self.is_known_pointer(b, beneath)
        {
            self.note_doubt(b, reached);
            return self.int_to_ptr_at(b, memory, beneath, (depth + 1, computed));
        }
        if placed {
            if let Some(p) = self.near_place(b, t) {
                return Some(p);
            }
            if depth < DECISIONS
                && let Some((c, x, y)) = self.decision(b, t)
            {
                return self.either_ptr(b, memory, (c, x, y), (depth + 1, computed));
            }
            let number = self.guess(b, t);
            return self.int_to_ptr_at(b, memory, number, (depth + 1, computed));
        }
        self.wild(b, memory, t, computed)
    }

    /// What an integer is where none of its values is mixed of the bytes of an address and others, which a write at a symbolic offset
    /// leaves there as far as terms show. `None` where all are.
    fn whole(&mut self, b: &mut Builder, t: Term, steps: &mut usize) -> Option<Term> {
        *steps = steps.checked_sub(1)?;
        if !self.depends_on_place(b, t) || self.is_known_pointer(b, t) {
            return Some(t);
        }
        match b.op(t) {
            Op::Ite => {
                let (c, x, y) = (b.arg(t, 0), b.arg(t, 1), b.arg(t, 2));
                match (self.whole(b, x, steps), self.whole(b, y, steps)) {
                    (Some(x), Some(y)) => Some(b.ite(c, x, y)),
                    (one, other) => one.or(other),
                }
            }
            _ if self.near_place(b, t).is_some() => Some(t),
            Op::Concat => {
                let beneath = joined(b, t).or_else(|| beneath_bytes(b, t))?;
                self.whole(b, beneath, steps)
            }
            _ => None,
        }
    }

    /// The pointer that memory holds, although conditions of writes depend on addresses. They are mostly those of writes that cannot
    /// be met, as where an object would lie in another one.
    ///
    /// It is what the integer is at the fixed addresses, if it is the same at others. Where it is another one after all, the answer
    /// is unknown ([`Space::take_doubt`]). A number that is made of addresses of other objects, too, may be the same where one of them
    /// lies where another one has lain.
    fn steady(&mut self, b: &mut Builder, t: Term) -> Option<Ptr> {
        let made_of = self.objects_of_value(b, t);
        let number = self.at_fixed_addresses(b, t);
        let elsewhere = self.at_other_addresses(b, t)?;
        let (p, number) = if number == elsewhere {
            if !made_of.is_empty() {
                return None;
            }
            (self.known_pointer(b, number)?, number)
        } else {
            let (fixed, other) = (b.as_u64(number)?, b.as_u64(elsewhere)?);
            let (object, start, off) = self.moved_with(b, fixed, other)?;
            if made_of.iter().any(|&o| o != object) {
                return None;
            }
            let off = b.bv(self.width, off);
            (Ptr::to(b, object, off), b.add(start, off))
        };
        let differs = b.ne(t, number);
        self.note_doubt(b, differs);
        Some(p)
    }

    /// The pointer whose number this is, if that is known.
    fn known_pointer(&self, b: &mut Builder, number: Term) -> Option<Ptr> {
        match b.as_u64(number) {
            Some(value) => self.is_known_pointer(b, number).then(|| self.at_constant(b, value)),
            None => self.origin_of(number).cloned(),
        }
    }

    /// The pointer that an integer is which is `x` where a condition holds, and else `y`.
    fn either_ptr(
        &mut self,
        b: &mut Builder,
        memory: &Memory,
        (c, x, y): (Term, Term, Term),
        how: (u32, bool),
    ) -> Option<Ptr> {
        let p = self.under(b, c, |space, b| space.int_to_ptr_at(b, memory, x, how))?;
        let other = b.not(c);
        let q = self.under(b, other, |space, b| space.int_to_ptr_at(b, memory, y, how))?;
        Some(Ptr::ite(b, c, &p, &q))
    }

    /// The pointer that a number stands for which is made of addresses, where no address decides it.
    pub fn ptr_of_address(&mut self, b: &mut Builder, t: Term) -> Option<Ptr> {
        self.ptr_of_address_at(b, t, 0)
    }

    fn ptr_of_address_at(&mut self, b: &mut Builder, t: Term, depth: u32) -> Option<Ptr> {
        if let Some(p) = self.numbers.origin.get(&t) {
            return Some(p.clone());
        }
        if !self.depends_on_place(b, t) {
            return Some(Ptr::to(b, ObjId::NULL, t));
        }
        if let Some(p) = self.near_place(b, t) {
            return Some(p);
        }
        if b.op(t) != Op::Ite || depth == ITE_DEPTH || self.depends_on_place(b, b.arg(t, 0)) {
            return None;
        }
        let (c, x, y) = (b.arg(t, 0), b.arg(t, 1), b.arg(t, 2));
        let p = self.ptr_of_address_at(b, x, depth + 1)?;
        let q = self.ptr_of_address_at(b, y, depth + 1)?;
        Some(Ptr::ite(b, c, &p, &q))
    }

    /// The exposed objects on whose addresses a number depends.
    pub fn objects_in(&mut self, b: &mut Builder, t: Term) -> Vec<ObjId> {
        if !self.depends_on_place(b, t) {
            return Vec::new();
        }
        self.exposed.in_terms(b, t)
    }

    fn is_code(&self, p: &Ptr) -> bool {
        p.cases.iter().all(|c| matches!(self.info(c.obj).origin, Origin::Code(_)))
    }

    /// Whether a term is known to come from a pointer.
    fn is_address(&self, b: &Builder, t: Term) -> bool {
        match b.as_u64(t) {
            // A number near a device may be made one that is in another.
            Some(value) => !matches!(self.object_at(value), o if o == ObjId::NULL || self.is_device(o)),
            None => {
                self.numbers.origin.contains_key(&t)
                    || b.op(t) == Op::Add && (0..2).any(|i| self.is_known_address(b, b.arg(t, i)))
                    || b.op(t) == Op::Ite && (1..3).all(|i| self.is_known_address(b, b.arg(t, i)))
            }
        }
    }

    /// Whether a number is that of a known pointer, or null.
    fn is_known_pointer(&self, b: &Builder, t: Term) -> bool {
        match b.op(t) {
            Op::Ite => (1..3).all(|i| self.is_known_pointer(b, b.arg(t, i))),
            Op::Const => b.as_u64(t) == Some(0) || self.is_known_address(b, t),
            _ => self.is_known_address(b, t),
        }
    }

    /// Whether a term is an address inside an object, or at its end.
    fn is_known_address(&self, b: &Builder, t: Term) -> bool {
        match b.as_u64(t) {
            Some(value) => !matches!(self.object_at(value), o if o == ObjId::NULL || self.is_device(o)),
            None => self.numbers.origin.contains_key(&t),
        }
    }

    /// An integer that may be any address: compared with every object that there is, but for hidden ones.
    fn wild(&mut self, b: &mut Builder, memory: &Memory, t: Term, computed: bool) -> Option<Ptr> {
        let mut cases = smallvec::SmallVec::new();
        let mut none = b.tt();
        let mut objects: Vec<ObjId> = match b.value_set(t, WILD_LIMIT) {
            Some(values) => {
                let mut found: Vec<ObjId> = values.iter().map(|&v| self.object_at(v)).collect();
                found.sort();
                found.dedup();
                found.retain(|&o| o != ObjId::NULL);
                found
            }
            None => (1..memory.len())
                .map(ObjId::new)
                .filter(|&o| memory.get(o).is_some() && !self.map.hidden.contains(&o))
                .collect(),
        };
        if objects.len() > WILD_LIMIT {
            return None;
        }
        self.devices_first(&mut objects);
        match self.numbers.compared.entry(t) {
            Entry::Vacant(new) => {
                new.insert(objects.clone());
            }
            Entry::Occupied(old) => old.into_mut().retain(|o| objects.contains(o)),
        }
        let shown = computed || !is_read(b, t);
        for o in objects {
            let base = if shown { self.exposed_start(b, o)? } else { self.fixed_start(b, o)? };
            self.lead_to(b, t, (o, base), &mut none, &mut cases);
        }
        if b.as_bool(none) != Some(false) {
            cases.push(PtrCase { cond: none, obj: ObjId::NULL, off: t });
        }
        Some(Ptr { cases })
    }

    /// The case that an address is of one object, for the runs that are left; takes these away.
    fn lead_to(
        &self,
        b: &mut Builder,
        t: Term,
        (obj, base): (ObjId, Term),
        left: &mut Term,
        cases: &mut smallvec::SmallVec<[PtrCase; 1]>,
    ) {
        let off = b.sub(t, base);
        let size = self.info(obj).size;
        let ends = self.map.devices.iter().find(|d| d.0 == obj).map(|d| d.1.end());
        let continued = ends.is_some_and(|end| self.map.devices.iter().any(|d| d.1.start == end));
        let inside = if continued { b.ult(off, size) } else { b.ule(off, size) };
        let cond = b.and(*left, inside);
        if b.as_bool(cond) != Some(false) {
            cases.push(PtrCase { cond, obj, off });
            let outside = b.not(inside);
            *left = b.and(*left, outside);
        }
    }

    /// Whether some bytes that nobody has written were read as a pointer.
    pub fn has_undefined(&self) -> bool {
        !self.numbers.undefined.is_empty()
    }

    /// A pointer about to be followed: where it holds an address without known origin, that of an object made or
    /// compared with it since then leads to that object. `None` when that could be too many.
    pub fn follow(&mut self, b: &mut Builder, memory: &Memory, p: &Ptr) -> Option<Ptr> {
        let mut cases = smallvec::SmallVec::new();
        for c in &p.cases {
            let near = b.as_u64(c.off).is_some_and(|off| off < NULL_PAGE);
            if c.obj != ObjId::NULL || near || self.elements.areas.is_some() {
                cases.push(*c);
                continue;
            }
            let undefined = self.is_undefined(b, c.off);
            let mut objects = self.unfollowed(b, memory, c.off, undefined);
            self.devices_first(&mut objects);
            if objects.len() > WILD_LIMIT {
                return None;
            }
            let mut none = c.cond;
            let fixed = is_read(b, c.off);
            for o in objects {
                let start = if fixed { self.fixed_start(b, o)? } else { self.start(b, o)? };
                self.lead_to(b, c.off, (o, start), &mut none, &mut cases);
            }
            if b.as_bool(none) != Some(false) {
                cases.push(PtrCase { cond: none, ..*c });
            }
        }
        Some(Ptr { cases })
    }

    /// The objects that an address without known origin was not compared with, and may be found to lead to.
    fn unfollowed(&self, b: &Builder, memory: &Memory, address: Term, undefined: bool) -> Vec<ObjId> {
        let known = self.numbers.compared.get(&root(b, address));
        let is_open = |o: &ObjId| {
            *o != ObjId::NULL && memory.get(*o).is_some() && known.is_none_or(|known| !known.contains(o))
        };
        if undefined && self.numbers.all_match {
            let all = (1..memory.len()).map(ObjId::new);
            return all.filter(is_open).filter(|o| !self.map.hidden.contains(o)).collect();
        }
        self.addresses()
            .map(|(o, _)| o)
            .filter(is_open)
            .filter(|o| !undefined || self.numbers.matched.contains(o))
            .collect()
    }

    /// Whether a case is an address made of initial bytes.
    pub fn is_unset(&mut self, b: &Builder, c: &PtrCase) -> bool {
        c.obj == ObjId::NULL && !b.is_const(c.off) && self.is_undefined(b, c.off)
    }

    /// Whether a case is an address which may be found to be that of an object, though it is made of initial bytes or by moving a
    /// null pointer.
    pub fn is_stray(&mut self, b: &Builder, memory: &Memory, c: &PtrCase) -> bool {
        if c.obj != ObjId::NULL || b.is_const(c.off) || self.elements.areas.is_some() {
            return false;
        }
        let undefined = self.is_undefined(b, c.off);
        (undefined || self.is_beside_null(b, c.off))
            && !self.unfollowed(b, memory, c.off, undefined).is_empty()
    }

    /// Whether no summand of an address was an integer that became a pointer.
    fn is_beside_null(&self, b: &Builder, address: Term) -> bool {
        let mut pending = vec![address];
        while let Some(t) = pending.pop() {
            if self.numbers.compared.contains_key(&t) {
                return false;
            }
            if b.op(t) == Op::Add {
                pending.extend([b.arg(t, 0), b.arg(t, 1)]);
            }
        }
        true
    }

    /// The pointer that initial bytes are.
    pub fn undefined_ptr(&mut self, b: &mut Builder, bytes: Term) -> Ptr {
        self.numbers.undefined.insert(bytes);
        Ptr::to(b, ObjId::NULL, bytes)
    }

    /// Whether an address is made of initial bytes, or of constants of the null page.
    fn is_undefined(&mut self, b: &Builder, t: Term) -> bool {
        let top = root(b, t);
        let mut pending = vec![top];
        let mut seen: HashSet<Term, FxBuildHasher> = HashSet::default();
        while let Some(t) = pending.pop() {
            let t = root(b, t);
            if !seen.insert(t) {
                continue;
            }
            if seen.len() > MIXED_LIMIT {
                return false;
            }
            match b.op(t) {
                _ if self.numbers.undefined.contains(&t) => {}
                Op::Ite => pending.extend([b.arg(t, 1), b.arg(t, 2)]),
                _ if b.as_u64(t).is_some_and(|value| value < NULL_PAGE) => {}
                _ => return false,
            }
        }
        if b.op(top) == Op::Ite {
            // Later values are made of this one.
            self.numbers.undefined.insert(top);
        }
        true
    }
}

/// Whether an integer is made of what arrays hold, where pointers are fixed addresses.
fn is_read(b: &mut Builder, t: Term) -> bool {
    b.cone(&[t]).into_iter().any(|part| matches!(b.sort(part), Sort::Array { .. }))
}

/// A sum without its constants.
fn root(b: &Builder, mut t: Term) -> Term {
    while b.op(t) == Op::Add {
        t = match (b.arg(t, 0), b.arg(t, 1)) {
            (x, y) if b.is_const(y) => x,
            (x, y) if b.is_const(x) => y,
            _ => return t,
        };
    }
    t
}
