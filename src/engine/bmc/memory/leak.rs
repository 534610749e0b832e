//! Which heap objects something still points to.
//!
//! What is lost stays lost: nothing points to it, so nobody can come to it again. So it is enough to look where runs end, of
//! whatever kind the end is, and on runs without an end at some later time: where a loop changes nothing any more, where
//! the bound cuts a run, now and then in loops that go on without a choice, and after each iteration, and at each call, of
//! what induction cuts.

use super::MemoryModel;
use super::content::Access;
use crate::engine::bmc::ledger::{Kind, Ledger, Step, Stop};
use crate::engine::bmc::state::{Content, Frame, ObjId, Origin, Ptr, State, Val};
use crate::ilr::{Op, Term};
use crate::program::{Value, operands};
use crate::property::Check;
use std::collections::{BTreeMap, HashSet};

/// Most steps from a root that are followed.
const ROUNDS: usize = 256;

/// Most words of an array term that are looked at.
const WORDS: u64 = 256;

/// When objects are reached.
pub struct Reached {
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
    /// Whether the running function's next instruction has yet to read its operands.
    next: bool,
}

impl MemoryModel {
    /// The program ends at once, whatever is still allocated.
    pub fn aborted(&mut self, l: &mut Ledger<'_>, state: &State) -> Step<()> {
        self.at_exit(l, state)
    }

    /// Checks made when the program ends.
    pub fn at_exit(&mut self, l: &mut Ledger<'_>, state: &State) -> Step<()> {
        self.look_at_end(l, state, false)
    }

    /// The same; `next` as for a search.
    fn look_at_end(&mut self, l: &mut Ledger<'_>, state: &State, next: bool) -> Step<()> {
        if state.thread.concurrent {
            return self.ends_beside(l, state, next, false);
        }
        if !l.options.checks.contains(Check::LeakAtExit) {
            return self.look_for_lost(l, state, next, true);
        }
        for (o, live) in self.heap_objects(l, state) {
            let loc = self.space.info(o).loc;
            l.violate(state, loc, Check::LeakAtExit, live)?;
        }
        Ok(())
    }

    /// The processor ends the program on runs on which a condition does not hold; the others go on. The instruction that it
    /// ends at has its operands still.
    pub fn end_unless(&mut self, l: &mut Ledger<'_>, state: &mut State, fine: Term) -> Step<()> {
        if l.follows_variables() || l.options.checks.contains(Check::LeakAtExit) {
            let mut other = state.clone();
            let ends = l.d.terms.not(fine);
            if let Err(Stop::Unsupported(what)) =
                l.assume(&mut other, ends).and_then(|()| self.look_at_end(l, &other, true))
            {
                return Err(Stop::Unsupported(what));
            }
        }
        l.assume(state, fine)
    }

    /// A run is not followed any more, although the program does not end.
    pub fn given_up(&mut self, l: &mut Ledger<'_>, state: &State) -> Step<()> {
        self.look_for_lost(l, state, true, true)
    }

    /// The heap objects, and when each is allocated.
    fn heap_objects(&mut self, l: &mut Ledger<'_>, state: &State) -> Vec<(ObjId, Term)> {
        let mut found = Vec::new();
        for i in 1..state.memory.len() {
            let o = ObjId::new(i);
            if !matches!(self.space.info(o).origin, Origin::Heap(_)) {
                continue;
            }
            let Some(object) = state.memory.get(o) else { continue };
            let live = self.layout.allocated(l, state, o).unwrap_or(object.live);
            found.push((o, live));
        }
        found
    }

    /// Looks for heap objects that nothing points to. `decided`: where that is open, the answer is unknown, as nobody looks
    /// later.
    pub fn look_for_lost(
        &mut self,
        l: &mut Ledger<'_>,
        state: &State,
        next: bool,
        decided: bool,
    ) -> Step<()> {
        if !l.follows_variables() {
            return Ok(());
        }
        if state.thread.concurrent {
            if decided {
                self.endless_beside(l, state);
            }
            return Ok(());
        }
        let objects = self.heap_objects(l, state);
        if objects.is_empty() {
            return Ok(());
        }
        let path = state.path.term();
        if state.heap.is_some() {
            for (_, live) in objects.into_iter().filter(|_| decided) {
                let open = l.d.terms.and(path, live);
                let what = "what points to heap objects in the flat memory model".to_owned();
                l.oblige(state, Kind::Unsupported(what), open, None);
            }
            return Ok(());
        }
        let reached = self.reached_objects(l, state, next);
        for (o, live) in objects {
            let ff = l.d.terms.ff();
            let sure = reached.sure.get(&o).copied().unwrap_or(ff);
            let most = reached.most.get(&o).copied().unwrap_or(ff);
            let b = &mut l.d.terms;
            let (held, lost) = (b.not(sure), b.not(most));
            let open = b.and_all([path, live, most, held]);
            if decided && b.as_bool(open) != Some(false) {
                let what = match next {
                    true => "a heap object that may still be pointed to",
                    false => "a heap object that may still be pointed to at the program's end",
                };
                l.oblige(state, Kind::Unsupported(what.to_owned()), open, None);
            }
            let cond = l.d.terms.and(live, lost);
            let loc = self.space.info(o).loc;
            l.violate(state, loc, Check::Leak, cond)?;
        }
        Ok(())
    }

    /// Per object, when it can be reached from globals and the frames that are left.
    pub fn reached_objects(&mut self, l: &mut Ledger<'_>, state: &State, next: bool) -> Reached {
        Reached { sure: self.search(l, state, false, next), most: self.search(l, state, true, next) }
    }

    fn search(
        &mut self,
        l: &mut Ledger<'_>,
        state: &State,
        lenient: bool,
        next: bool,
    ) -> BTreeMap<ObjId, Term> {
        let heap = |o: &ObjId| {
            matches!(self.space.info(*o).origin, Origin::Heap(_)) && state.memory.get(*o).is_some()
        };
        let seen = self.space.addresses().filter(|(o, _)| heap(o)).collect();
        let mut s = Search { found: BTreeMap::new(), seen, lenient, next };
        let tt = l.d.terms.tt();
        let mut roots = 0;
        for i in 1..state.memory.len() {
            let o = ObjId::new(i);
            let root = matches!(
                self.space.info(o).origin,
                Origin::Global(_) | Origin::Stack { .. } | Origin::Argument(_)
            );
            // Whether the library has forgotten what a thread gave is not followed.
            let kept = state.thread.concurrent && self.space.info(o).origin == Origin::Library;
            let root = root || lenient && kept;
            if let (true, Some(object)) = (root, state.memory.get(o)) {
                s.found.insert(o, object.live);
                roots += 1;
            }
        }
        let mut frame = Some(&state.frame);
        while let Some(f) = frame {
            self.search_frame(l, f, tt, &mut s);
            s.next = false;
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
                // What a freed object still holds leads nowhere.
                let live = state.memory.get(o).map_or(l.d.terms.ff(), |object| object.live);
                let from = l.d.terms.and(reach[&o], live);
                for (&to, &held) in self.holds(l, state, o, &mut held, &mut s) {
                    let cond = l.d.terms.and(from, held);
                    let old = next.get(&to).copied().unwrap_or(l.d.terms.ff());
                    next.insert(to, l.d.terms.or(old, cond));
                }
            }
            latest.clear();
            for (o, cond) in next {
                let old = reach.get(&o).copied().unwrap_or(l.d.terms.ff());
                let new = l.d.terms.or(old, cond);
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
                for &to in self.holds(l, state, o, &mut held, &mut s).keys() {
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
        l: &mut Ledger<'_>,
        state: &State,
        o: ObjId,
        known: &'h mut BTreeMap<ObjId, BTreeMap<ObjId, Term>>,
        s: &mut Search,
    ) -> &'h BTreeMap<ObjId, Term> {
        known.entry(o).or_insert_with(|| {
            let tt = l.d.terms.tt();
            match state.memory.get(o).map(|object| object.content.clone()) {
                Some(Content::Cells { cells, .. }) => {
                    for cell in cells.values() {
                        self.search_value(l, &cell.val, tt, s);
                    }
                }
                Some(Content::Array { .. }) => self.search_array(l, state, o, tt, s),
                None => {}
            }
            std::mem::take(&mut s.found)
        })
    }

    /// What a frame holds: variables, and intermediate results that are still needed. Without debug information it is
    /// not known which registers are those of variables.
    fn search_frame(&mut self, l: &mut Ledger<'_>, f: &Frame, from: Term, s: &mut Search) {
        let func = l.program.func(f.func);
        let known = func.model || func.insts.iter().any(|i| i.loc.is_some());
        for (_, v) in &f.notes.vars {
            self.search_value(l, v, from, s);
        }
        let mut needed = f.info.needed_after(func, f.block, f.at);
        if s.next {
            operands(&func.inst(func.block(f.block).insts[f.at]).kind, |v| needed.push(v));
        }
        for v in needed {
            let v = match v {
                Value::Inst(i) => f.regs[i.index()].as_ref(),
                Value::Arg(i) => f.entry.args.get(i as usize),
                Value::Const(_) => None,
            };
            if let Some(v) = v {
                self.search_value(l, v, from, s);
            }
        }
        if !known && s.lenient {
            for v in f.regs.iter().flatten().chain(f.entry.args.iter()) {
                self.search_value(l, v, from, s);
            }
        }
    }

    fn search_array(&mut self, l: &mut Ledger<'_>, state: &State, o: ObjId, from: Term, s: &mut Search) {
        if s.seen.is_empty() {
            return;
        }
        let word = u64::from(l.width() / 8);
        if let Some(found) = self.stored_words(l, state, o) {
            for v in found {
                self.search_value(l, &v, from, s);
            }
            return;
        }
        let size = self.space.info(o).size_const.filter(|&n| n / word <= WORDS);
        let Some(size) = size.filter(|_| s.seen.len() <= 64) else { return self.search_any(l, from, s) };
        let Some(mut object) = state.memory.get(o).cloned() else { return };
        for k in 0..size / word {
            let v = Access { b: &mut l.d.terms, space: &mut self.space, obj: o, state: &mut object }
                .load_at(k * word, word as u32);
            match v {
                Ok(v) => self.search_value(l, &v, from, s),
                Err(_) => self.search_any(l, from, s),
            }
        }
    }

    /// The words of an array whose elements are words, at all indices where something was stored. Elsewhere it holds no
    /// address. `None` when it was written in other ways too.
    fn stored_words(&mut self, l: &mut Ledger<'_>, state: &State, o: ObjId) -> Option<Vec<Val>> {
        let Content::Array { term, elem } = state.memory.get(o)?.content else { return None };
        if elem != l.width() / 8 {
            return None;
        }
        let b = &mut l.d.terms;
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
    fn search_any(&mut self, l: &mut Ledger<'_>, from: Term, s: &mut Search) {
        if s.lenient {
            for (o, _) in s.seen.clone() {
                self.reach_object(l, o, from, s);
            }
        }
    }

    fn search_value(&mut self, l: &mut Ledger<'_>, v: &Val, from: Term, s: &mut Search) {
        match v {
            Val::Ptr(Ptr { cases }) => {
                for c in cases {
                    let cond = l.d.terms.and(from, c.cond);
                    self.reach_object(l, c.obj, cond, s);
                }
            }
            Val::Agg(parts) => {
                for p in parts.iter() {
                    self.search_value(l, p, from, s);
                }
            }
            Val::Int(t) if l.d.terms.width(*t) == l.width() => {
                for (o, base) in s.seen.clone() {
                    let fixed = l.d.terms.bv(l.width(), base);
                    // What the program computes is made of what it has seen, and what arrays hold of fixed addresses.
                    let seen = self.start_of(l, o).unwrap_or(fixed);
                    let size = self.space.info(o).size;
                    let b = &mut l.d.terms;
                    let mut inside = b.ff();
                    for start in [fixed, seen] {
                        let off = b.sub(*t, start);
                        let here = b.ule(off, size);
                        inside = b.or(inside, here);
                    }
                    let cond = b.and(from, inside);
                    self.reach_object(l, o, cond, s);
                }
            }
            // Part of an address, or more than one.
            Val::Int(t) if !l.d.terms.is_const(*t) || l.d.terms.width(*t) > l.width() => {
                self.search_any(l, from, s);
            }
            Val::Int(_) => {}
        }
    }

    fn reach_object(&mut self, l: &mut Ledger<'_>, o: ObjId, cond: Term, s: &mut Search) {
        if o == ObjId::NULL || l.d.terms.as_bool(cond) == Some(false) {
            return;
        }
        let old = s.found.get(&o).copied().unwrap_or(l.d.terms.ff());
        let new = l.d.terms.or(old, cond);
        s.found.insert(o, new);
    }
}
