//! The heap theory: predicates over allocation states (LLBMC thesis, chapter 5).
//!
//! A heap becomes the list of its objects, each with the condition under which it is still allocated. The predicates
//! are read off this list, which is exact:
//!
//! - objects(empty) = none
//! - objects(malloc(h, p, s)) = objects(h) and (p, s) under true
//! - objects(free(h, q)) = objects(h), each also under its address != q
//! - objects(ite(c, g, h)) = objects of both, under `ite(c, a, b)` when in both
//!
//! The rules in `rewrite-rules/heap.isle` decide questions about a single object.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Builder, rules};
use crate::ilr::{Op, Term};

/// An object and the condition under which it is allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeapObject {
    /// Start address.
    pub address: Term,
    /// Its size.
    pub size: Term,
    /// Condition under which it is allocated.
    pub alive: Term,
}

type Objects = Arc<Vec<HeapObject>>;

/// Object lists of recently inspected heaps. `None` for heaps built on an uninterpreted one.
#[derive(Clone, Default)]
pub(super) struct HeapLists {
    lists: FxHashMap<Term, Option<Objects>>,
}

/// Maximum number of cached lists; beyond it, all but the latest are dropped.
const LISTS: usize = 64;

impl Builder {
    /// The heap without any object.
    pub fn heap_empty(&mut self, width: u32) -> Term {
        self.store.mk_heap_empty(width)
    }

    /// The heap with one more object.
    pub fn heap_malloc(&mut self, heap: Term, address: Term, size: Term) -> Term {
        self.rules.note_request();
        self.store.mk(Op::HeapMalloc, &[heap, address, size])
    }

    /// The heap without the objects that start at the address.
    pub fn heap_free(&mut self, heap: Term, address: Term) -> Term {
        self.rules.note_request();
        match self.simplified(|s| rules::constructor_HeapFree(s, heap, address)) {
            Some(t) => t,
            None => self.store.mk(Op::HeapFree, &[heap, address]),
        }
    }

    /// Whether some object contains the whole range.
    pub fn valid_access(&mut self, heap: Term, address: Term, size: Term) -> Term {
        self.rules.note_request();
        match self.simplified(|s| rules::constructor_ValidAccess(s, heap, address, size)) {
            Some(t) => t,
            None => self.store.mk(Op::ValidAccess, &[heap, address, size]),
        }
    }

    /// Whether some object starts at the address.
    pub fn valid_free(&mut self, heap: Term, address: Term) -> Term {
        self.rules.note_request();
        match self.simplified(|s| rules::constructor_ValidFree(s, heap, address)) {
            Some(t) => t,
            None => self.store.mk(Op::ValidFree, &[heap, address]),
        }
    }

    /// Whether the range is not null and disjoint from every object.
    pub fn allocatable(&mut self, heap: Term, address: Term, size: Term) -> Term {
        self.rules.note_request();
        match self.simplified(|s| rules::constructor_Allocatable(s, heap, address, size)) {
            Some(t) => t,
            None => self.store.mk(Op::Allocatable, &[heap, address, size]),
        }
    }

    /// Whether the range (q, t) lies within (p, s): p <= q and q + t <= p + s without wrapping.
    pub fn contains(&mut self, p: Term, s: Term, q: Term, t: Term) -> Term {
        let bounds = self.simplified(|b| rules::constructor_Contains(b, p, s, q, t));
        bounds.expect("a rule that makes a normal form")
    }

    /// Whether the ranges (p, s) and (q, t) have no address in common, as p + s <= q or q + t <= p
    /// without wrapping.
    pub fn disjoint(&mut self, p: Term, s: Term, q: Term, t: Term) -> Term {
        let bounds = self.simplified(|b| rules::constructor_Disjoint(b, p, s, q, t));
        bounds.expect("a rule that makes a normal form")
    }

    /// Some allocated object contains the range.
    pub(super) fn some_object_contains(&mut self, heap: Term, address: Term, size: Term) -> Option<Term> {
        let objects = self.heap_objects(heap)?;
        let mut any = self.ff();
        let fuel = self.rules.fuel();
        for o in objects.iter() {
            // Work for each object.
            self.rules.refuel(fuel);
            let inside = self.contains(o.address, o.size, address, size);
            let here = self.and(o.alive, inside);
            any = self.or(any, here);
        }
        Some(any)
    }

    /// Some allocated object starts at the address.
    pub(super) fn some_object_starts(&mut self, heap: Term, address: Term) -> Option<Term> {
        let objects = self.heap_objects(heap)?;
        let mut any = self.ff();
        let fuel = self.rules.fuel();
        for o in objects.iter() {
            // Work for each object.
            self.rules.refuel(fuel);
            let same = self.eq(o.address, address);
            let here = self.and(o.alive, same);
            any = self.or(any, here);
        }
        Some(any)
    }

    /// The address is not null, and the range is disjoint from every allocated object.
    pub(super) fn all_objects_disjoint(&mut self, heap: Term, address: Term, size: Term) -> Option<Term> {
        let objects = self.heap_objects(heap)?;
        let zero = self.bv(self.width(address), 0);
        let mut all = self.ne(address, zero);
        let fuel = self.rules.fuel();
        for o in objects.iter() {
            // Work for each object.
            self.rules.refuel(fuel);
            let apart = self.disjoint(o.address, o.size, address, size);
            let fine = self.implies(o.alive, apart);
            all = self.and(all, fine);
        }
        Some(all)
    }

    /// Containment of a range at `c ? x : y`, if regions decide it for `x` or `y`.
    pub(super) fn contained_arms(
        &mut self,
        (p, s): (Term, Term),
        (c, x, y): (Term, Term, Term),
        t: Term,
    ) -> Option<Term> {
        let found = self.branching(|b| {
            let (x, y) = (b.contains(p, s, x, t), b.contains(p, s, y, t));
            (b.is_const(x) || b.is_const(y)).then(|| b.ite(c, x, y))
        });
        found.flatten()
    }

    /// The objects of a heap in the order of their allocation; `None` if the heap is built on an uninterpreted one.
    pub fn heap_objects(&mut self, heap: Term) -> Option<Arc<Vec<HeapObject>>> {
        if let Some(known) = self.heaps.lists.get(&heap) {
            return known.clone();
        }
        // Lists of the heaps between known ones and this one, oldest first.
        let mut made: FxHashMap<Term, Option<Objects>> = FxHashMap::default();
        let cone = self.heap_cone(heap);
        // A list is moved to its last user, which can extend it in place.
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        for a in cone.iter().flat_map(|&h| self.parts(h)) {
            *uses.entry(a).or_default() += 1;
        }
        for h in cone {
            let parts: Vec<Option<Objects>> = self
                .parts(h)
                .into_iter()
                .map(|a| {
                    let left = uses.get_mut(&a).expect("counted above");
                    *left -= 1;
                    let last = if *left == 0 { made.remove(&a) } else { made.get(&a).cloned() };
                    last.unwrap_or_else(|| self.heaps.lists[&a].clone())
                })
                .collect();
            let list = self.step(h, parts);
            made.insert(h, list);
        }
        let list = made.remove(&heap).expect("made last");
        if self.heaps.lists.len() >= LISTS {
            self.heaps.lists.clear();
        }
        self.heaps.lists.insert(heap, list.clone());
        list
    }

    /// Heaps without a cached list that `heap` is built from, oldest first.
    fn heap_cone(&self, heap: Term) -> Vec<Term> {
        let mut cone = vec![heap];
        let mut seen: rustc_hash::FxHashSet<Term> = cone.iter().copied().collect();
        let mut next = 0;
        while let Some(&h) = cone.get(next) {
            next += 1;
            for a in self.parts(h) {
                if !self.heaps.lists.contains_key(&a) && seen.insert(a) {
                    cone.push(a);
                }
            }
        }
        cone.sort_unstable();
        cone
    }

    /// The direct operands of a heap that are heaps.
    fn parts(&self, h: Term) -> Vec<Term> {
        match self.op(h) {
            Op::HeapMalloc | Op::HeapFree => vec![self.arg(h, 0)],
            Op::Ite => vec![self.arg(h, 1), self.arg(h, 2)],
            _ => Vec::new(),
        }
    }

    /// The object list of `h` from those of its parts.
    fn step(&mut self, h: Term, parts: Vec<Option<Objects>>) -> Option<Objects> {
        let mut parts = parts.into_iter().collect::<Option<Vec<Objects>>>()?;
        match self.op(h) {
            Op::HeapEmpty => Some(Objects::default()),
            Op::HeapMalloc => {
                let (address, size, mut objects) = (self.arg(h, 1), self.arg(h, 2), parts.pop()?);
                let object = HeapObject { address, size, alive: self.tt() };
                Arc::make_mut(&mut objects).push(object);
                Some(objects)
            }
            Op::HeapFree => {
                let (q, mut objects) = (self.arg(h, 1), parts.pop()?);
                let list = Arc::make_mut(&mut objects);
                for o in list.iter_mut() {
                    let other = self.ne(o.address, q);
                    o.alive = self.and(o.alive, other);
                }
                let dead = self.ff();
                list.retain(|o| o.alive != dead);
                Some(objects)
            }
            Op::Ite => {
                let (c, h, g) = (self.arg(h, 0), parts.pop()?, parts.pop()?);
                Some(Arc::new(self.merge_objects(c, &g, &h)))
            }
            _ => None,
        }
    }

    fn merge_objects(&mut self, c: Term, g: &[HeapObject], h: &[HeapObject]) -> Vec<HeapObject> {
        // Lists usually share a long beginning; the rest is matched by address and size.
        let mut all = Vec::with_capacity(g.len().max(h.len()));
        let same = g.iter().zip(h).take_while(|(x, y)| x == y).count();
        all.extend_from_slice(&g[..same]);
        let mut others: FxHashMap<(Term, Term), Vec<Term>> = FxHashMap::default();
        for o in &h[same..] {
            others.entry((o.address, o.size)).or_default().push(o.alive);
        }
        let dead = self.ff();
        for o in &g[same..] {
            let twin = others.get_mut(&(o.address, o.size)).and_then(Vec::pop).unwrap_or(dead);
            let alive = self.ite(c, o.alive, twin);
            all.push(HeapObject { alive, ..*o });
        }
        for o in &h[same..] {
            if let Some(twin) = others.get_mut(&(o.address, o.size)).and_then(Vec::pop) {
                let alive = self.ite(c, dead, twin);
                all.push(HeapObject { alive, ..*o });
            }
        }
        all.retain(|o| o.alive != dead);
        all
    }
}
