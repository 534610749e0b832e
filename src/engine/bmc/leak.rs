//! Which heap objects something still points to.

use std::collections::{BTreeMap, HashSet};

use super::eval::Eval;
use super::memory::{Access, Content, Origin};
use super::state::{Frame, State};
use super::value::{ObjId, Ptr, Val};
use crate::ilr::{Op, Term};
use crate::program::Value;

/// Most steps from a root that are followed.
const ROUNDS: usize = 256;

/// Most words of an array term that are looked at.
const WORDS: u64 = 256;

/// When objects are reached.
pub(super) struct Reached {
    /// Certainly: a variable or memory that is reached holds a pointer to it.
    pub sure: BTreeMap<ObjId, Term>,
    /// At most: also by what may hold a pointer in a way that is not followed.
    pub most: BTreeMap<ObjId, Term>,
}

/// A search for what is reached.
struct Search {
    /// What is reached from where the search looks, and when.
    found: BTreeMap<ObjId, Term>,
    /// Heap objects whose address has become an integer, with it.
    seen: Vec<(ObjId, u64)>,
    /// Whether what may hold a pointer counts.
    lenient: bool,
}

impl Eval<'_> {
    /// Whether the values of variables are to be followed for the sake of leaks.
    pub(super) fn follows_variables(&self) -> bool {
        use crate::property::Check;
        self.options.checks.contains(Check::Leak) && !self.options.checks.contains(Check::LeakAtExit)
    }

    /// Per object, when it can be reached from globals and the frames that are left.
    pub(super) fn reachable(&mut self, state: &State) -> Reached {
        Reached { sure: self.search(state, false), most: self.search(state, true) }
    }

    fn search(&mut self, state: &State, lenient: bool) -> BTreeMap<ObjId, Term> {
        let heap = |o: &ObjId| {
            matches!(self.space.info(*o).origin, Origin::Heap(_)) && state.memory.get(*o).is_some()
        };
        let seen = self.space.addresses().filter(|(o, _)| heap(o)).collect();
        let mut s = Search { found: BTreeMap::new(), seen, lenient };
        let tt = self.d.terms.tt();
        let mut roots = 0;
        for i in 1..state.memory.len() {
            let o = ObjId::new(i);
            let root = matches!(
                self.space.info(o).origin,
                Origin::Global(_) | Origin::Stack { .. } | Origin::Argument
            );
            if let (true, Some(object)) = (root, state.memory.get(o)) {
                s.found.insert(o, object.live);
                roots += 1;
            }
        }
        let mut frame = Some(&state.frame);
        while let Some(f) = frame {
            self.search_frame(f, tt, &mut s);
            frame = f.parent.as_ref();
        }
        // In rounds, as an object is reached in no more steps than there are objects, if at all.
        let mut reach = std::mem::take(&mut s.found);
        let mut held: BTreeMap<ObjId, BTreeMap<ObjId, Term>> = BTreeMap::new();
        let mut latest: Vec<ObjId> = reach.keys().copied().collect();
        let mut round = 0;
        while !latest.is_empty() && round + roots <= reach.len() && round < ROUNDS {
            let mut next: BTreeMap<ObjId, Term> = BTreeMap::new();
            for &o in &latest {
                let from = reach[&o];
                for (&to, &held) in self.holds(state, o, &mut held, &mut s) {
                    let cond = self.d.terms.and(from, held);
                    let old = next.get(&to).copied().unwrap_or(self.d.terms.ff());
                    next.insert(to, self.d.terms.or(old, cond));
                }
            }
            latest.clear();
            for (o, cond) in next {
                let old = reach.get(&o).copied().unwrap_or(self.d.terms.ff());
                let new = self.d.terms.or(old, cond);
                if new != old {
                    reach.insert(o, new);
                    latest.push(o);
                }
            }
            round += 1;
        }
        if round == ROUNDS && lenient {
            // On the safe side: what is behind is reached always.
            while let Some(o) = latest.pop() {
                for &to in self.holds(state, o, &mut held, &mut s).keys() {
                    if reach.insert(to, tt) != Some(tt) {
                        latest.push(to);
                    }
                }
            }
        }
        reach
    }

    /// The objects that an object's content leads to.
    fn holds<'h>(
        &mut self,
        state: &State,
        o: ObjId,
        known: &'h mut BTreeMap<ObjId, BTreeMap<ObjId, Term>>,
        s: &mut Search,
    ) -> &'h BTreeMap<ObjId, Term> {
        known.entry(o).or_insert_with(|| {
            let tt = self.d.terms.tt();
            match state.memory.get(o).map(|object| object.content.clone()) {
                Some(Content::Cells { cells, .. }) => {
                    for cell in cells.values() {
                        self.search_value(&cell.val, tt, s);
                    }
                }
                Some(Content::Array { .. }) => self.search_array(state, o, tt, s),
                None => {}
            }
            std::mem::take(&mut s.found)
        })
    }

    /// What a frame holds: variables, and intermediate results that are still needed. Without debug information it is
    /// not known which registers are those of variables.
    fn search_frame(&mut self, f: &Frame, from: Term, s: &mut Search) {
        let func = self.program.func(f.func);
        let known = func.model || func.insts.iter().any(|i| i.loc.is_some());
        for (_, v) in &f.vars {
            self.search_value(v, from, s);
        }
        for v in f.info.needed_after(func, f.block, f.at) {
            let v = match v {
                Value::Inst(i) => f.regs[i.index()].as_ref(),
                Value::Arg(i) => f.args.get(i as usize),
                Value::Const(_) => None,
            };
            if let Some(v) = v {
                self.search_value(v, from, s);
            }
        }
        if !known && s.lenient {
            for v in f.regs.iter().flatten().chain(f.args.iter()) {
                self.search_value(v, from, s);
            }
        }
    }

    fn search_array(&mut self, state: &State, o: ObjId, from: Term, s: &mut Search) {
        if s.seen.is_empty() {
            return;
        }
        let word = u64::from(self.width() / 8);
        if let Some(found) = self.stored_words(state, o) {
            for v in found {
                self.search_value(&v, from, s);
            }
            return;
        }
        let size = self.space.info(o).size_const.filter(|&n| n / word <= WORDS);
        let Some(size) = size.filter(|_| s.seen.len() <= 64) else { return self.search_any(from, s) };
        let Some(mut object) = state.memory.get(o).cloned() else { return };
        for k in 0..size / word {
            let v = Access { b: &mut self.d.terms, space: &mut self.space, obj: o, state: &mut object }
                .load_at(k * word, word as u32);
            match v {
                Ok(v) => self.search_value(&v, from, s),
                Err(_) => self.search_any(from, s),
            }
        }
    }

    /// The words of an array whose elements are words, at all indices where something was stored. Elsewhere it holds no
    /// address. `None` when it was written in other ways too.
    fn stored_words(&mut self, state: &State, o: ObjId) -> Option<Vec<Val>> {
        let Content::Array { term, elem } = state.memory.get(o)?.content else { return None };
        if elem != self.width() / 8 {
            return None;
        }
        let b = &mut self.d.terms;
        let (mut indices, mut work, mut done) = (Vec::new(), vec![term], HashSet::new());
        while let Some(t) = work.pop() {
            if !done.insert(t) {
                continue;
            }
            match b.op(t) {
                Op::Store => {
                    indices.push(b.arg(t, 1));
                    work.push(b.arg(t, 0));
                }
                Op::Ite => work.extend([b.arg(t, 1), b.arg(t, 2)]),
                Op::Var => {}
                Op::ConstArray if b.is_const(b.arg(t, 0)) => {}
                _ => return None,
            }
        }
        indices.sort();
        indices.dedup();
        Some(indices.into_iter().map(|i| Val::Int(b.select(term, i))).collect())
    }

    /// Any heap object may be reached whose address has become an integer.
    fn search_any(&mut self, from: Term, s: &mut Search) {
        if s.lenient {
            for (o, _) in s.seen.clone() {
                self.reach_object(o, from, s);
            }
        }
    }

    fn search_value(&mut self, v: &Val, from: Term, s: &mut Search) {
        match v {
            Val::Ptr(Ptr { cases }) => {
                for c in cases {
                    let cond = self.d.terms.and(from, c.cond);
                    self.reach_object(c.obj, cond, s);
                }
            }
            Val::Agg(parts) => {
                for p in parts.iter() {
                    self.search_value(p, from, s);
                }
            }
            Val::Int(t) if self.d.terms.width(*t) == self.width() => {
                for (o, base) in s.seen.clone() {
                    let size = self.space.info(o).size;
                    let b = &mut self.d.terms;
                    let base = b.bv(self.space.width, base);
                    let off = b.sub(*t, base);
                    let inside = b.ule(off, size);
                    let cond = b.and(from, inside);
                    self.reach_object(o, cond, s);
                }
            }
            // Part of an address, or more than one.
            Val::Int(t) if !self.d.terms.is_const(*t) || self.d.terms.width(*t) > self.width() => {
                self.search_any(from, s);
            }
            Val::Int(_) => {}
        }
    }

    fn reach_object(&mut self, o: ObjId, cond: Term, s: &mut Search) {
        if o == ObjId::NULL || self.d.terms.as_bool(cond) == Some(false) {
            return;
        }
        let old = s.found.get(&o).copied().unwrap_or(self.d.terms.ff());
        let new = self.d.terms.or(old, cond);
        s.found.insert(o, new);
    }
}
