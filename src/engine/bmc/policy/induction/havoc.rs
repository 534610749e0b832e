//! Havoc of what a loop changes: it is replaced by fresh variables. Evaluations find out what changes.

use super::Cutter;
use super::{ArraySlot, Changes, Induction, Instance, Moment, Place, ScalarSlot, Spot, Visit};
use crate::engine::bmc::ledger::{Kind, Step, Stop};
use crate::engine::bmc::memory::{Access, Unrepresentable};
use crate::engine::bmc::policy::Targets;
use crate::engine::bmc::state::{
    Base, Content, Memory, ObjId, ObjState, Origin, Poison, Ptr, PtrCase, State, Val,
};
use crate::ilr::{Sort, Term};
use crate::program::{InstId, InstKind, Value};
use crate::property::Check;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// What there is at some places.
pub type Found = Vec<(Place, Val)>;

/// Most cells in a row that are havocked one by one.
const MOST_CELLS: usize = 16;

impl Changes {
    /// Makes an array of an object in which many cells in a row change that are as large as each other and hold no pointers.
    fn join_rows(&mut self) {
        let single = self.cells.iter().map(|c| c.0).filter(|o| !self.arrays.contains_key(o));
        for object in single.collect::<BTreeSet<u128>>() {
            let cells: Vec<(u64, u32)> =
                self.cells.iter().filter(|c| c.0 == object).map(|c| (c.1, c.2)).collect();
            let size = cells[0].1;
            let in_row = cells.windows(2).all(|w| w[1] == (w[0].0 + u64::from(size), size));
            let has_pointers =
                self.targets.keys().any(|p| matches!(p, Place::Cell { object: of, .. } if *of == object));
            let aligned = size.is_power_of_two() && size <= 8 && cells[0].0.is_multiple_of(u64::from(size));
            if cells.len() > MOST_CELLS && in_row && aligned && !has_pointers {
                self.arrays.insert(object, size);
            }
        }
    }
}

/// Most values among which a havocked pointer chooses.
const MOST_TARGETS: usize = 64;

impl Cutter<'_, '_> {
    /// Notes what holds when a loop is entered.
    pub fn note_entry(&mut self, induction: &mut Induction, state: &mut State) -> Step<()> {
        let key = state.frame.visit_key();
        if induction.visits.contains_key(&key) {
            induction.fail("states that enter a loop could not become one");
            return Err(Stop::End);
        }
        if induction.changes.get(&key).is_some_and(|changes| changes.concurrent) {
            self.vm.become_concurrent(state, None);
        }
        self.poison_at_head(induction, key, state)?;
        let registers = self.phis(state);
        let of = state.frame.iterations.last().expect("it is in a loop").of;
        let fixed = self.fixed_scalars(state, &registers);
        let visit = Visit {
            instance: Instance {
                fixed,
                fixed_names: self.fixed_names(state),
                ..Instance::new(state.frame.func, Spot::Loop(of), state.path.term())
            },
            entry: state.clone(),
            head: None,
            begun: self.vm.ledger.d.terms.len(),
            initial: Vec::new(),
            values: Vec::new(),
        };
        induction.visits.insert(key, visit);
        Ok(())
    }

    /// The phis of a state's block and their values.
    pub fn phis(&self, state: &State) -> Vec<(InstId, Val)> {
        let f = self.vm.ledger.program.func(state.frame.func);
        let block = f.block(state.frame.block);
        let phis = block.insts.iter().take_while(|&&i| matches!(f.inst(i).kind, InstKind::Phi(_)));
        phis.filter_map(|&i| Some((i, state.frame.regs[i.index()].clone()?))).collect()
    }

    /// Integers that the loop cannot change: what is alive at its head but no phi of it, and arguments.
    fn fixed_scalars(&self, state: &State, phis: &[(InstId, Val)]) -> Vec<Term> {
        let live = state.frame.info.live_in(state.frame.block);
        let registers = live
            .iter()
            .filter(|i| phis.iter().all(|p| p.0 != **i))
            .filter_map(|i| state.frame.regs[i.index()].as_ref());
        let mut fixed: Vec<Term> = Vec::new();
        for v in registers.chain(state.frame.entry.args.iter()) {
            if let Val::Int(t) = v
                && !self.vm.ledger.d.terms.is_const(*t)
                && matches!(self.vm.ledger.d.terms.sort(*t), Sort::Bv(w) if (8..=64).contains(&w))
                && !fixed.contains(t)
            {
                fixed.push(*t);
            }
        }
        fixed
    }

    /// Parameters by their names.
    fn fixed_names(&self, state: &State) -> Vec<(Term, String)> {
        let f = state.frame.func;
        let vars = self.vm.ledger.program.vars.iter().filter(|v| v.func == Some(f));
        vars.filter_map(|v| match state.frame.entry.args.get(v.param?.checked_sub(1)? as usize)? {
            Val::Int(t) => Some((*t, v.name.clone())),
            _ => None,
        })
        .chain(self.named_registers(state))
        .collect()
    }

    /// Registers that are alive, by the variables that have their value.
    fn named_registers(&self, state: &State) -> Vec<(Term, String)> {
        let f = self.vm.ledger.program.func(state.frame.func);
        let live = state.frame.info.live_in(state.frame.block);
        let all = f.insts.iter().filter_map(|inst| match &inst.kind {
            InstKind::DebugValue { var, v: Value::Inst(id) } if live.contains(id) => {
                match state.frame.regs[id.index()] {
                    Some(Val::Int(t)) => Some((t, self.vm.ledger.program.vars[var.index()].name.clone())),
                    _ => None,
                }
            }
            _ => None,
        });
        all.collect()
    }

    /// Arrays of bytes by the variables whose they are: global ones, and those of the function.
    fn array_names(&self, state: &State) -> Vec<(Term, String)> {
        let array = |o: ObjId| match state.memory.get(o)?.content {
            Content::Array { term, .. } => Some(term),
            Content::Cells { .. } => None,
        };
        let f = self.vm.ledger.program.func(state.frame.func);
        let local = f.insts.iter().filter_map(|inst| {
            let InstKind::DebugDeclare { var, addr: Value::Inst(at) } = inst.kind else { return None };
            let Some(Val::Ptr(p)) = &state.frame.regs[at.index()] else { return None };
            Some((array(p.single()?.obj)?, self.vm.ledger.program.vars[var.index()].name.clone()))
        });
        let global = (0..state.memory.len()).map(ObjId::new).filter_map(|o| {
            match self.vm.memory.space.info(o).origin {
                Origin::Global(g) => {
                    Some((array(o)?, self.vm.ledger.program.globals[g.index()].name.clone()))
                }
                _ => None,
            }
        });
        local.chain(global).collect()
    }

    /// A fresh variable for something that is havocked.
    pub fn variable(&mut self, what: &str, sort: Sort) -> Term {
        self.vm.ledger.havocked(what, sort)
    }

    /// Havocs what the loop changes: from here on the state stands for every head of the visit, as `parts.rs` argues.
    pub fn havoc(&mut self, induction: &mut Induction, state: &mut State) -> Step<()> {
        let key = state.frame.visit_key();
        let Some(mut visit) = induction.visits.swap_remove(&key) else {
            induction.fail("a loop goes on that was not entered");
            return Err(Stop::End);
        };
        if !visit.instance.uses.is_empty() {
            induction.fail("states that go on in a loop could not become one");
        }
        self.poison_at_head(induction, key, state)?;
        let before = (induction.grown, induction.changes.get(&key).is_some_and(|changes| changes.concurrent));
        self.compare_heads(induction, key, &visit.entry, state)?;
        // What that found is havocked now, so it needs no other evaluation, unless there are other threads.
        let concurrent = induction.changes.get(&key).is_some_and(|changes| changes.concurrent);
        induction.grown = before.0 || before.1 != concurrent;
        // Whether the run is followed beyond here: nothing is assumed about what comes after a first violation.
        let beyond = self.vm.ledger.goes_beyond();
        state.path = state.path.and(&mut self.vm.ledger.d.terms, beyond);
        let slots = &mut visit.instance.slots;
        let first = self.phis(&visit.entry);
        for (id, old) in self.phis(state) {
            let place = Place::Register(id);
            let entry = first.iter().find(|r| r.0 == id).map(|r| &r.1);
            let new = self.havoc_value(induction, state, key, place, (&old, entry), slots)?;
            if let Val::Ptr(p) = &old {
                Self::expect_known(induction, &visit.entry.memory, p);
            }
            state.top().regs[id.index()] = Some(new.clone());
            visit.values.push((place, new));
        }
        let entry = &visit.entry.memory;
        let (values, arrays) = self.havoc_memory(induction, key, state, Some(entry), slots)?;
        visit.values.extend(values);
        visit.instance.arrays = arrays;
        let changes = induction.changes.entry(key).or_default();
        state.top().notes.vars.retain(|v| !changes.variables.contains(&v.0));
        let poison = changes.poison.clone();
        for ((of, check), loc) in poison {
            let cond = self.variable("poison", Sort::Bool);
            state.top().notes.poison.push(Poison { of, check, cond, exact: true, loc });
        }
        visit.head = Some(state.clone());
        let values = visit.instance.heads();
        visit.instance.array_names = self.array_names(state);
        let arrays = visit.instance.arrays.iter().map(|a| a.head).collect();
        visit.instance.uses.push(Moment { path: state.path.term(), values, arrays });
        induction.visits.insert(key, visit);
        Ok(())
    }

    /// A pointer at a cut leads to what there was when the loop was entered.
    fn expect_known(induction: &mut Induction, entry: &Memory, p: &Ptr) {
        if p.cases.iter().any(|c| c.obj != ObjId::NULL && entry.times(c.obj).is_none()) {
            induction.fail("a pointer to an object of one iteration or activation is carried to the next");
        }
    }

    /// Havocs the value of a place, given its present value and the one at the entry.
    pub fn havoc_value(
        &mut self,
        induction: &mut Induction,
        state: &State,
        key: u128,
        place: Place,
        (old, entry): (&Val, Option<&Val>),
        slots: &mut Vec<ScalarSlot>,
    ) -> Step<Val> {
        let old = &self.plain(induction, key, place, old.clone());
        let entry = entry.map(|v| self.plain(induction, key, place, v.clone()));
        let grown = induction.grown;
        // A null pointer that is an integer tells of itself only where the other one is known to be a pointer.
        for v in [entry.as_ref(), Some(old), entry.as_ref()].into_iter().flatten() {
            self.note_undefined(induction, state, v);
            self.note_targets(induction, key, place, v);
        }
        induction.grown = grown;
        let known = induction.changes.entry(key).or_default().targets.get(&place).cloned();
        self.havocked_value(slots, place, entry.as_ref(), old, known.as_ref())
    }

    /// Initial bytes as wide as a pointer may be one; where no pointers to objects were seen, they are a number.
    fn plain(&self, induction: &Induction, key: u128, place: Place, v: Val) -> Val {
        let has_pointers = induction.changes.get(&key).is_some_and(|c| c.targets.contains_key(&place));
        match &v {
            Val::Ptr(p) if !has_pointers => match p.single() {
                Some(c) if c.obj == ObjId::NULL && !self.vm.ledger.d.terms.is_const(c.off) => Val::Int(c.off),
                _ => v,
            },
            _ => v,
        }
    }

    /// Havocs what is known to change of memory. Returns the new values by place, and the new arrays.
    pub fn havoc_memory(
        &mut self,
        induction: &mut Induction,
        key: u128,
        state: &mut State,
        entry: Option<&Memory>,
        slots: &mut Vec<ScalarSlot>,
    ) -> Step<(Found, Vec<ArraySlot>)> {
        let changes = induction.changes.entry(key).or_default();
        changes.join_rows();
        let changes = changes.clone();
        let (mut values, mut arrays) = (Vec::new(), Vec::new());
        for (&object, &elem) in &changes.arrays {
            arrays.extend(self.havoc_array(induction, state, object, elem, entry)?);
        }
        for &(object, off, size) in changes.cells.iter().filter(|c| !changes.arrays.contains_key(&c.0)) {
            let Some(o) = self.vm.memory.space.of_key(object) else { continue };
            let Some(mut before) = state.memory.get(o).cloned() else { continue };
            let place = Place::Cell { object, off, size };
            let old = self.at(o, &mut before, off, size)?;
            let first = match entry.and_then(|m| m.get(o)).cloned() {
                Some(mut first) => Some(self.at(o, &mut first, off, size)?),
                None => None,
            };
            let new = self.havoc_value(induction, state, key, place, (&old, first.as_ref()), slots)?;
            if let (Val::Ptr(p), Some(entry)) = (&old, entry) {
                Self::expect_known(induction, entry, p);
            }
            let to = state.memory.get_mut(o).expect("it was there");
            Access { b: &mut self.vm.ledger.d.terms, space: &mut self.vm.memory.space, obj: o, state: to }
                .store_at(off, size, new.clone())?;
            values.push((place, new));
        }
        Ok((values, arrays))
    }

    /// The scalar at a constant offset of an object.
    pub fn at(&mut self, o: ObjId, object: &mut ObjState, off: u64, size: u32) -> Step<Val> {
        Ok(Access { b: &mut self.vm.ledger.d.terms, space: &mut self.vm.memory.space, obj: o, state: object }
            .load_at(off, size)?)
    }

    fn havoc_array(
        &mut self,
        induction: &mut Induction,
        state: &mut State,
        key: u128,
        elem: u32,
        entry: Option<&Memory>,
    ) -> Step<Option<ArraySlot>> {
        let Some(o) = self.vm.memory.space.of_key(key) else { return Ok(None) };
        let Some(object) = state.memory.get_mut(o) else { return Ok(None) };
        Access { b: &mut self.vm.ledger.d.terms, space: &mut self.vm.memory.space, obj: o, state: object }
            .become_array(elem)?;
        let Content::Array { term, elem } = object.content else { return Err(Unrepresentable::Shape.into()) };
        let sort = self.vm.ledger.d.terms.sort(term);
        let new = self.variable("any", sort);
        let object = state.memory.get_mut(o).expect("it was there");
        object.content = Content::Array { term: new, elem };
        let first = match entry.and_then(|m| m.get(o)).cloned() {
            Some(mut first) => {
                Access {
                    b: &mut self.vm.ledger.d.terms,
                    space: &mut self.vm.memory.space,
                    obj: o,
                    state: &mut first,
                }
                .become_array(elem)?;
                match first.content {
                    Content::Array { term, elem } => Some((term, elem)),
                    Content::Cells { .. } => None,
                }
            }
            None => None,
        };
        for term in [Some(term), first.map(|f| f.0)].into_iter().flatten() {
            if self.vm.ledger.options.checks.contains(Check::Uninit) && self.vm.ledger.has_initial_bytes(term)
            {
                induction.fail("an array that is not initialised is changed in a loop");
            }
        }
        let same = first.filter(|f| f.1 == elem && self.vm.ledger.d.terms.sort(f.0) == sort);
        Ok(same.map(|(term, _)| ArraySlot { object: key, entry: term, head: new }))
    }

    /// The arrays of initial bytes of the objects that live in a memory.
    fn initial_arrays(&self, memory: &Memory) -> Vec<Term> {
        let is_there = |o: ObjId, lifetime: u64| match memory.get(o).map(|object| &object.content) {
            Some(Content::Cells { base: Base::Undef(of), .. }) => *of == lifetime,
            _ => false,
        };
        let all = self.vm.memory.space.undef_arrays();
        all.filter(|(of, _)| is_there(of.0, of.1)).map(|(_, array)| array.var).collect()
    }

    /// An array that was havocked, as it is in a state; `None` where it has another shape.
    fn array_now(&self, state: &State, slot: &ArraySlot) -> Option<Term> {
        let object = state.memory.get(self.vm.memory.space.of_key(slot.object)?)?;
        match object.content {
            Content::Array { term, .. }
                if self.vm.ledger.d.terms.sort(term) == self.vm.ledger.d.terms.sort(slot.head) =>
            {
                Some(term)
            }
            _ => None,
        }
    }

    /// Poison of the phis of a head: what its use would report is an obligation here. That of checks that are off may be there
    /// or not at any later head.
    fn poison_at_head(&mut self, induction: &mut Induction, key: u128, state: &mut State) -> Step<()> {
        if state.frame.notes.poison.is_empty() {
            return Ok(());
        }
        let phis = self.phis(state);
        let (at_head, kept): (Vec<Poison>, Vec<Poison>) =
            state.top().notes.poison.drain(..).partition(|p| phis.iter().any(|phi| phi.0 == p.of));
        state.top().notes.poison = kept;
        for p in at_head {
            if !p.exact || self.vm.ledger.options.checks.contains(p.check) {
                let cond = self.vm.ledger.d.terms.and(state.path.term(), p.cond);
                self.vm.ledger.oblige(state, Kind::Undefined(p.check), cond, p.loc);
            } else {
                let known = &mut induction.changes.entry(key).or_default().poison;
                induction.grown |= known.insert((p.of, p.check), p.loc).is_none();
            }
        }
        Ok(())
    }

    /// Requires that a value does not depend on initial bytes: the variable that replaces it would not.
    pub fn note_undefined(&mut self, induction: &mut Induction, state: &State, v: &Val) {
        if !self.vm.ledger.options.checks.contains(Check::Uninit) {
            return;
        }
        let terms: SmallVec<[Term; 4]> = match v {
            Val::Int(t) => SmallVec::from_slice(&[*t]),
            Val::Ptr(p) => p.cases.iter().flat_map(|c| [c.cond, c.off]).collect(),
            Val::Agg(_) => return induction.fail("an aggregate is forgotten"),
        };
        for t in terms {
            let undefined = self.vm.ledger.undefined_when(t);
            let cond = self.vm.ledger.d.terms.and(state.path.term(), undefined);
            if self.vm.ledger.d.terms.as_bool(cond) != Some(false) {
                let what = "a value that may be uninitialised is carried around a loop".to_owned();
                self.vm.ledger.oblige(state, Kind::Unsupported(what), cond, None);
            }
        }
    }

    /// Learns where a pointer at a place can lead.
    fn note_targets(&mut self, induction: &mut Induction, key: u128, place: Place, v: &Val) {
        let changes = induction.changes.entry(key).or_default();
        let p = match v {
            Val::Ptr(p) => p.clone(),
            // A null pointer among pointers.
            Val::Int(t)
                if changes.targets.contains_key(&place) && self.vm.ledger.d.terms.as_u64(*t) == Some(0) =>
            {
                Ptr::null(&mut self.vm.ledger.d.terms, self.vm.memory.space.width)
            }
            Val::Int(_) if changes.targets.contains_key(&place) => {
                return induction.fail("a place holds pointers and integers");
            }
            Val::Int(_) | Val::Agg(_) => return,
        };
        let is_new = !changes.targets.contains_key(&place);
        let known = changes.targets.entry(place).or_default();
        for c in &p.cases {
            let off = self.vm.ledger.d.terms.as_u64(c.off);
            let object = self.vm.memory.space.info(c.obj).key;
            match known.get(&object) {
                Some(None) => {}
                Some(Some(only)) if Some(*only) == off => {}
                Some(Some(_)) => {
                    known.insert(object, None);
                    induction.grown = true;
                }
                None => {
                    known.insert(object, off);
                    induction.grown |= !is_new;
                }
            }
        }
        if known.len() > MOST_TARGETS {
            induction.fail("a pointer may lead to many objects");
        }
    }

    /// Any value like those that a place has.
    fn havocked_value(
        &mut self,
        slots: &mut Vec<ScalarSlot>,
        place: Place,
        entry: Option<&Val>,
        old: &Val,
        targets: Option<&Targets>,
    ) -> Step<Val> {
        if let Some(targets) = targets {
            return self.any_pointer(slots, place, entry, targets);
        }
        match old {
            Val::Int(t) => {
                let head = self.variable("any", self.vm.ledger.d.terms.sort(*t));
                if let Some(Val::Int(entry)) = entry {
                    slots.push(ScalarSlot { place, object: None, entry: *entry, head });
                }
                Ok(Val::Int(head))
            }
            _ => Err(Stop::Unsupported("an aggregate that is forgotten".to_owned())),
        }
    }

    /// A fresh pointer to any of the objects that a place may lead to.
    pub fn any_pointer(
        &mut self,
        slots: &mut Vec<ScalarSlot>,
        place: Place,
        entry: Option<&Val>,
        targets: &Targets,
    ) -> Step<Val> {
        let width = self.vm.memory.space.width;
        let which = (targets.len() > 1).then(|| self.variable("which", Sort::Bv(8)));
        let mut rest = self.vm.ledger.d.terms.tt();
        let mut cases: SmallVec<[PtrCase; 1]> = SmallVec::new();
        for (i, (&object, &off)) in targets.iter().enumerate() {
            let Some(obj) = self.object_of(object) else {
                return Err(Stop::Unsupported("a pointer to an object of another evaluation".to_owned()));
            };
            let off = match off {
                Some(off) => self.vm.ledger.d.terms.bv(width, off),
                None => self.variable("offset", Sort::Bv(width)),
            };
            let cond = match which {
                Some(which) if i + 1 < targets.len() => {
                    let number = self.vm.ledger.d.terms.bv(8, i as u64);
                    let here = self.vm.ledger.d.terms.eq(which, number);
                    let cond = self.vm.ledger.d.terms.and(rest, here);
                    let other = self.vm.ledger.d.terms.not(here);
                    rest = self.vm.ledger.d.terms.and(rest, other);
                    cond
                }
                _ => rest,
            };
            cases.push(PtrCase { cond, obj, off });
        }
        if let ([case], Some(Val::Ptr(p))) = (&cases[..], entry)
            && let Some(first) = p.single()
            && first.obj == case.obj
            && !self.vm.ledger.d.terms.is_const(case.off)
        {
            let object = Some(self.vm.memory.space.info(case.obj).key);
            slots.push(ScalarSlot { place, object, entry: first.off, head: case.off });
        }
        Ok(Val::Ptr(Ptr { cases }))
    }

    fn object_of(&self, key: u128) -> Option<ObjId> {
        let null = self.vm.memory.space.info(ObjId::NULL).key;
        if key == null { Some(ObjId::NULL) } else { self.vm.memory.space.of_key(key) }
    }

    /// Compares what an iteration leaves with what it began with.
    pub fn compare_iteration(&mut self, induction: &mut Induction, state: &mut State) -> Step<()> {
        let key = state.frame.visit_key();
        let Some(mut visit) = induction.visits.swap_remove(&key) else {
            induction.fail("a loop goes on that was not entered");
            return Err(Stop::End);
        };
        let Some(head) = visit.head.clone() else {
            induction.fail("an iteration ends that was not cut");
            return Err(Stop::End);
        };
        self.poison_at_head(induction, key, state)?;
        self.compare_heads(induction, key, &head, state)?;
        let mut now: Found = Vec::new();
        for (place, _) in &visit.values {
            match *place {
                Place::Register(id) => match state.frame.regs[id.index()].clone() {
                    Some(v) => now.push((*place, v)),
                    None => induction.fail("a place is gone after an iteration"),
                },
                other => self.now_at(induction, state, key, other, &mut now)?,
            }
        }
        self.note_again(induction, key, &now, (&visit.entry.memory, state));
        let values = self.slot_values(induction, &visit.instance.slots, &now);
        let arrays: Option<Vec<Term>> =
            visit.instance.arrays.iter().map(|a| self.array_now(state, a)).collect();
        if arrays.is_none() {
            visit.instance.arrays.clear();
        }
        visit.initial = self.initial_arrays(&visit.entry.memory);
        let arrays = arrays.unwrap_or_default();
        visit.instance.backs.push(Moment { path: state.path.term(), values, arrays });
        induction.visits.insert(key, visit);
        Ok(())
    }

    /// Adds what is in memory at a place.
    pub fn now_at(
        &mut self,
        induction: &mut Induction,
        state: &State,
        key: u128,
        place: Place,
        now: &mut Found,
    ) -> Step<()> {
        let Place::Cell { object, off, size } = place else { return Ok(()) };
        let o = self.vm.memory.space.of_key(object);
        match o.and_then(|o| Some((o, state.memory.get(o)?.clone()))) {
            Some((o, mut object)) => {
                let v = self.at(o, &mut object, off, size)?;
                now.push((place, self.plain(induction, key, place, v)));
            }
            None => induction.fail("a place is gone after it was forgotten"),
        }
        Ok(())
    }

    /// Learns which targets pointers have from the values that reach the havoc; `head` is memory there.
    pub fn note_again(
        &mut self,
        induction: &mut Induction,
        key: u128,
        now: &Found,
        (head, state): (&Memory, &State),
    ) {
        for (place, v) in now {
            self.note_undefined(induction, state, v);
            self.note_targets_of_back(induction, key, *place, v, (head, state));
        }
    }

    /// The scalars of slots.
    pub fn slot_values(&mut self, induction: &mut Induction, slots: &[ScalarSlot], now: &Found) -> Vec<Term> {
        let of = |slot: &ScalarSlot| match (now.iter().find(|n| n.0 == slot.place).map(|n| &n.1), slot.object)
        {
            (Some(Val::Int(t)), None) => Some(*t),
            (Some(Val::Ptr(p)), Some(object)) => {
                p.single().filter(|c| self.vm.memory.space.info(c.obj).key == object).map(|c| c.off)
            }
            _ => None,
        };
        let mut values = Vec::with_capacity(slots.len());
        for slot in slots {
            values.push(of(slot).unwrap_or_else(|| {
                // Where something new was seen, the next evaluation knows more of the place.
                if !induction.grown {
                    induction.fail("a place changes its kind");
                }
                slot.head
            }));
        }
        values
    }

    /// As [`Self::note_targets`]; what the pointer leads to has to be there when the next iteration starts.
    fn note_targets_of_back(
        &mut self,
        induction: &mut Induction,
        key: u128,
        place: Place,
        v: &Val,
        (head, state): (&Memory, &State),
    ) {
        let known = induction.changes[&key].targets.contains_key(&place);
        match v {
            Val::Ptr(p) => {
                // A place that held an integer.
                induction.grown |= !known;
                for c in &p.cases {
                    let made = state.memory.times(c.obj).is_some();
                    let before = head.times(c.obj).is_some();
                    if c.obj != ObjId::NULL && (!made || !before) {
                        induction.fail(
                            "a pointer to an object of one iteration or activation is carried to the next",
                        );
                    }
                }
                self.note_targets(induction, key, place, v);
            }
            Val::Int(_) => self.note_targets(induction, key, place, v),
            Val::Agg(_) => induction.fail("an aggregate is forgotten"),
        }
    }
}
