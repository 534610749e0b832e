//! Loops that are cut: what is shown and assumed at their heads.

use super::Checker;
use super::Recheck;
use crate::analysis::WriteSet;
use crate::engine::bmc::ledger::{Step, Stop};
use crate::engine::bmc::memory::Access;
use crate::engine::bmc::policy::{Differs, Heads, Scalar, Statement, Targets, Where};
use crate::engine::bmc::state::{Content, ObjId, ObjState, Poison, Ptr, PtrCase, State, Val};
use crate::ilr::{Op, Sort, Term};
use crate::program::{InstId, InstKind};
use crate::property::Check;
use crate::rewrite::polynomial::{Limits, Polynomial};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// How large polynomials may become where products are compared.
const POLYNOMIALS: Limits = Limits { products: 300, factors: 8, decisions: 128 };

/// Variables of the outline, and terms that they stand for.
pub type Map = FxHashMap<Term, Term>;

/// A visit of a loop that is cut: one time that a run goes through it.
pub struct CheckedVisit {
    heads: Rc<Heads>,
    written: Rc<WriteSet>,
    /// Head 0.
    pub entry: State,
    /// What is known when it is entered: names, and what the places are.
    known: Map,
    /// Statements that can be told here, by number, with the variable for all values.
    kept: Vec<(usize, Option<Term>)>,
    /// The state after the cut.
    head: Option<State>,
    /// What the places are there.
    now: Map,
}

/// A universally quantified statement that is assumed.
pub struct AssumedForAll {
    /// If this holds, so does the statement.
    on: Term,
    /// As it is told here.
    holds: Term,
    /// The variable.
    each: Term,
    /// The values, as terms of the outline.
    values: Vec<Term>,
}

/// The number that a value is, or a pointer's offset.
pub fn number_of(v: &Val, pointer: bool) -> Option<Term> {
    match v {
        Val::Int(t) if !pointer => Some(*t),
        Val::Ptr(p) if pointer => {
            let mut to = p.cases.iter().filter(|c| c.obj != ObjId::NULL);
            let first = to.next()?;
            to.next().is_none().then_some(first.off)
        }
        // What leads to no object is a number.
        Val::Ptr(p) if !pointer => p.single().filter(|c| c.obj == ObjId::NULL).map(|c| c.off),
        _ => None,
    }
}

impl Checker<'_, '_> {
    /// A loop that is cut is entered.
    pub fn visit_begins(&mut self, check: &mut Recheck<'_>, state: &mut State) -> Step<()> {
        let key = state.frame.visit_key();
        if check.visits.contains_key(&key) {
            check.reject("states that enter a loop could not become one");
            return Err(Stop::End);
        }
        let of = state.frame.iterations.last().expect("it is in a loop").of;
        let func = state.frame.func;
        let writes = &check.writes;
        let written = check.written.entry((func, of));
        let written = written.or_insert_with(|| Rc::new(writes.of_loop(func, &state.frame.info.loops, of)));
        let written = written.clone();
        let heads = Rc::new(check.outline.visits.get(&key).cloned().unwrap_or_default());
        self.make_rigid(check, state)?;
        let mut known = self.names_of_outline(check);
        for scalar in &heads.scalars {
            if let Some(t) = self.scalar_in(state, None, scalar)? {
                known.insert(scalar.entry, t);
            }
        }
        for (t, at) in &heads.fixed {
            let scalar = Scalar { at: *at, pointer: false, now: *t, entry: *t };
            if let Some(value) = self.scalar_in(state, None, &scalar)? {
                known.insert(*t, value);
            }
        }
        let mut first = known.clone();
        self.told_places(state, &heads, &mut first)?;
        for bytes in &heads.arrays {
            if let Some(&t) = first.get(&bytes.now) {
                known.insert(bytes.entry, t);
                first.insert(bytes.entry, t);
            }
        }
        let mut kept = Vec::new();
        for (i, statement) in heads.statements.iter().enumerate() {
            let each = statement.each.map(|t| {
                let sort = check.outline.terms.sort(t);
                self.fresh(check, "each", sort)
            });
            let Some(holds) = self.told(check, statement, &first, each) else { continue };
            self.show_statement(check, state, holds, "a statement does not hold where a loop is entered");
            kept.push((i, each));
        }
        self.show_shapes(check, &heads.differs, state, state)?;
        self.show_poison(check, &heads.differs, state);
        let visit = CheckedVisit {
            heads,
            written,
            entry: state.clone(),
            known,
            kept,
            head: None,
            now: Map::default(),
        };
        check.visits.insert(key, visit);
        Ok(())
    }

    /// Makes a state that of any head.
    pub fn cut_visit(&mut self, check: &mut Recheck<'_>, state: &mut State) -> Step<()> {
        let key = state.frame.visit_key();
        let Some(mut visit) = check.visits.remove(&key) else {
            check.reject("a loop goes on that was not entered");
            return Err(Stop::End);
        };
        if visit.head.is_some() {
            check.reject("states that go on in a loop could not become one");
        }
        let heads = visit.heads.clone();
        if check.outline.assumed > 0 {
            self.show_same_states(check, &heads.differs, &visit.written, &visit.entry, state)?;
            self.show_shapes(check, &heads.differs, &visit.entry, state)?;
            self.show_poison(check, &heads.differs, state);
        }
        for id in self.phis_of(state) {
            let Some(old) = state.frame.regs[id.index()].clone() else { continue };
            let new = self.any_value(check, &heads.differs, Where::Register(id), &old)?;
            state.top().regs[id.index()] = Some(new);
        }
        self.any_memory(check, &heads.differs, state)?;
        let phis = self.phis_of(state);
        let top = state.top();
        top.notes.vars.retain(|v| !heads.differs.variables.contains(&v.0));
        top.notes.poison.retain(|p| !phis.contains(&p.of));
        for &(of, kind) in &heads.differs.poison {
            let cond = self.fresh(check, "poison", Sort::Bool);
            state.top().notes.poison.push(Poison { of, check: kind, cond, exact: true, loc: None });
        }
        let mut now = visit.known.clone();
        self.told_places(state, &heads, &mut now)?;
        let named = heads.scalars.iter().map(|s| s.now).chain(heads.arrays.iter().map(|a| a.now));
        for of in named {
            if let Some(&t) = now.get(&of) {
                check.names.insert(of, t);
            }
        }
        let path = state.path.term();
        for &(i, each) in &visit.kept {
            let statement = &heads.statements[i];
            let Some(holds) = self.told(check, statement, &now, each) else { continue };
            let here = self.vm.ledger.d.terms.implies(path, holds);
            check.assume(here);
            if let Some(each) = each {
                let on = self.fresh(check, "on", Sort::Bool);
                check.assume(on);
                let values = statement.values.clone();
                check.stated.push(AssumedForAll { on, holds: here, each, values });
            }
        }
        visit.now = now;
        visit.head = Some(state.clone());
        check.visits.insert(key, visit);
        Ok(())
    }

    /// One iteration after the cut is over.
    pub fn iteration_ends(&mut self, check: &mut Recheck<'_>, state: &State) -> Step<()> {
        let key = state.frame.visit_key();
        let Some(visit) = check.visits.remove(&key) else {
            check.reject("a loop goes on that was not entered");
            return Err(Stop::End);
        };
        let Some(head) = &visit.head else {
            check.reject("an iteration ends that was not cut");
            return Err(Stop::End);
        };
        let heads = &visit.heads;
        self.show_same_states(check, &heads.differs, &visit.written, head, state)?;
        self.show_shapes(check, &heads.differs, &visit.entry, state)?;
        self.show_poison(check, &heads.differs, state);
        let mut after = visit.known.clone();
        self.told_places(state, heads, &mut after)?;
        for &(i, each) in &visit.kept {
            let statement = &heads.statements[i];
            let what = "a statement does not hold after an iteration";
            match self.told(check, statement, &after, each) {
                Some(holds) => match self.by_products(check, statement, &visit.now, &after) {
                    Some(changes) => {
                        let cond = self.vm.ledger.d.terms.and(state.path.term(), changes);
                        check.show(&mut self.vm.ledger.d.terms, cond, what, None);
                    }
                    None => self.show_statement(check, state, holds, what),
                },
                None => check.reject("a statement cannot be told after an iteration"),
            }
        }
        if self.vm.ledger.must_end() {
            self.show_progress(check, heads, (&visit.now, &after), state);
        }
        check.visits.insert(key, visit);
        Ok(())
    }

    /// Shows that the first measure of a loop that an iteration changes gets less.
    fn show_progress(
        &mut self,
        check: &mut Recheck<'_>,
        heads: &Heads,
        (now, after): (&Map, &Map),
        state: &State,
    ) {
        let mut less = self.vm.ledger.d.terms.ff();
        for rank in heads.ranks.iter().rev() {
            let terms = &check.outline.terms;
            let b = &mut self.vm.ledger.d.terms;
            let told = [after, now].map(|map| b.import_with(terms, rank.measure, map));
            let [Some(new), Some(old)] = told else { return check.reject("a measure cannot be told") };
            let first = if rank.signed { b.slt(new, old) } else { b.ult(new, old) };
            let same = b.eq(new, old);
            let later = b.and(same, less);
            less = b.or(first, later);
        }
        self.show_statement(check, state, less, "a loop does not come nearer to its end");
    }

    /// A statement as a term.
    pub fn told(
        &mut self,
        check: &Recheck<'_>,
        statement: &Statement,
        map: &Map,
        each: Option<Term>,
    ) -> Option<Term> {
        let terms = &check.outline.terms;
        let told = match (statement.each, each) {
            (Some(bound), Some(each)) => {
                let mut map = map.clone();
                map.insert(bound, each);
                self.vm.ledger.d.terms.import_with(terms, statement.holds, &map)
            }
            _ => self.vm.ledger.d.terms.import_with(terms, statement.holds, map),
        };
        told.filter(|&t| self.vm.ledger.d.terms.sort(t) == Sort::Bool)
    }

    /// Shows that a statement of the proof holds in a state.
    pub fn show_statement(&mut self, check: &mut Recheck<'_>, state: &State, holds: Term, what: &str) {
        let not = self.vm.ledger.d.terms.not(holds);
        let cond = self.vm.ledger.d.terms.and(state.path.term(), not);
        check.show(&mut self.vm.ledger.d.terms, cond, what, None);
    }

    /// When an equality between sums of products, which holds at a head, may not hold at the next one: where the difference of its
    /// sides changes. `None` where it is not one. Solvers of bits find products hard.
    fn by_products(
        &mut self,
        check: &Recheck<'_>,
        statement: &Statement,
        before: &Map,
        after: &Map,
    ) -> Option<Term> {
        let terms = &check.outline.terms;
        let multiplies = |t: Term| {
            let products = crate::ilr::visit::cone(terms, &[t]);
            let is_open = |a: Term| !terms.is_const(a);
            products.into_iter().any(|p| terms.op(p) == Op::Mul && terms.args(p).iter().all(|&a| is_open(a)))
        };
        if statement.each.is_some() || terms.op(statement.holds) != Op::Eq || !multiplies(statement.holds) {
            return None;
        }
        let sides = terms.args(statement.holds);
        let width = terms.sort(sides[0]).width().filter(|w| *w <= 64)?;
        let b = &mut self.vm.ledger.d.terms;
        let mut difference = Polynomial::zero(width);
        for (map, sign) in [(after, 1), (before, u64::MAX)] {
            for (side, factor) in sides.iter().zip([sign, sign.wrapping_neg()]) {
                let side = b.import_with(terms, *side, map)?;
                difference.plus(&Polynomial::of(b, side, width, POLYNOMIALS)?, factor, POLYNOMIALS)?;
            }
        }
        let mut any = b.ff();
        for (decisions, difference) in b.cases(difference, POLYNOMIALS)? {
            let zero = b.bv(width, 0);
            let difference = difference.linear(b)?;
            let mut here = b.ne(difference, zero);
            for (cond, value) in decisions {
                let holds = if value { cond } else { b.not(cond) };
                here = b.and(here, holds);
            }
            any = b.or(any, here);
        }
        Some(any)
    }

    /// Assumes statements about many elements for the values that are worth it.
    pub fn instances(&mut self, check: &mut Recheck<'_>) {
        let names = self.names_of_outline(check);
        for stated in std::mem::take(&mut check.stated) {
            let mut names = names.clone();
            // The variable that stands for all values is one of them.
            for &value in &stated.values {
                if check.outline.terms.op(value) == Op::Var && !names.contains_key(&value) {
                    names.insert(value, stated.each);
                }
            }
            let mut all = self.vm.ledger.d.terms.tt();
            for &value in &stated.values {
                let Some(value) = self.vm.ledger.d.terms.import_with(&check.outline.terms, value, &names)
                else {
                    continue;
                };
                if self.vm.ledger.d.terms.sort(value) != self.vm.ledger.d.terms.sort(stated.each) {
                    continue;
                }
                let map = FxHashMap::from_iter([(stated.each, value)]);
                let here = self.vm.ledger.d.terms.substitute(&[stated.holds], &map)[0];
                all = self.vm.ledger.d.terms.and(all, here);
            }
            let fact = self.vm.ledger.d.terms.implies(stated.on, all);
            check.conditions.facts.push(fact);
        }
    }

    /// The phis of a state's block.
    pub fn phis_of(&self, state: &State) -> Vec<InstId> {
        let f = self.vm.ledger.program.func(state.frame.func);
        let insts = f.block(state.frame.block).insts.iter().copied();
        insts.take_while(|&i| matches!(f.inst(i).kind, InstKind::Phi(_))).collect()
    }

    /// Adds what the places of the outline are in a state.
    fn told_places(&mut self, state: &State, heads: &Heads, map: &mut Map) -> Step<()> {
        for scalar in &heads.scalars {
            if let Some(t) = self.scalar_in(state, None, scalar)? {
                map.insert(scalar.now, t);
            }
        }
        for bytes in &heads.arrays {
            if let Some(t) = self.array_in(state, bytes.object, heads.differs.arrays.get(&bytes.object))? {
                map.insert(bytes.now, t);
            }
        }
        Ok(())
    }

    /// The value of a place in a state; `result` is what the function returns.
    pub fn value_in(&mut self, state: &State, result: Option<&Val>, at: Where) -> Step<Option<Val>> {
        Ok(match at {
            Where::Register(id) => state.frame.regs.get(id.index()).cloned().flatten(),
            Where::Argument(n) => state.frame.entry.args.get(n as usize).cloned(),
            Where::Result => result.cloned(),
            Where::Cell(object, off, size) => match self.vm.memory.space.of_key(object) {
                Some(o) => match state.memory.get(o).cloned() {
                    Some(mut object) => Some(self.read(o, &mut object, off, size)?),
                    None => None,
                },
                None => None,
            },
        })
    }

    /// The value of a scalar of the outline in a state; `result`: what a function returns.
    pub fn scalar_in(&mut self, state: &State, result: Option<&Val>, scalar: &Scalar) -> Step<Option<Term>> {
        let value = self.value_in(state, result, scalar.at)?;
        Ok(value.and_then(|v| number_of(&v, scalar.pointer)))
    }

    /// The bytes of an object in a state, as an array.
    fn array_in(&mut self, state: &State, object: u128, elem: Option<&u32>) -> Step<Option<Term>> {
        let (Some(o), Some(&elem)) = (self.vm.memory.space.of_key(object), elem) else { return Ok(None) };
        let Some(mut object) = state.memory.get(o).cloned() else { return Ok(None) };
        self.as_array(o, &mut object, elem)?;
        Ok(match object.content {
            Content::Array { term, .. } => Some(term),
            Content::Cells { .. } => None,
        })
    }

    /// The bytes of an object as an array term.
    pub fn as_array(&mut self, o: ObjId, object: &mut ObjState, elem: u32) -> Step<()> {
        Ok(Access { b: &mut self.vm.ledger.d.terms, space: &mut self.vm.memory.space, obj: o, state: object }
            .become_array(elem)?)
    }

    /// A scalar of an object at a constant offset.
    pub fn read(&mut self, o: ObjId, object: &mut ObjState, off: u64, size: u32) -> Step<Val> {
        Ok(Access { b: &mut self.vm.ledger.d.terms, space: &mut self.vm.memory.space, obj: o, state: object }
            .load_at(off, size)?)
    }

    /// Any value of a place.
    pub fn any_value(
        &mut self,
        check: &mut Recheck<'_>,
        differs: &Differs,
        at: Where,
        old: &Val,
    ) -> Step<Val> {
        if let Some(targets) = differs.targets.get(&at) {
            return self.any_target(check, targets);
        }
        match old {
            Val::Int(t) => {
                let sort = self.vm.ledger.d.terms.sort(*t);
                Ok(Val::Int(self.fresh(check, "any", sort)))
            }
            // A number that may be a pointer; that it is one to an object is shown not to be.
            Val::Ptr(_) => {
                let width = self.vm.memory.space.width;
                Ok(Val::Int(self.fresh(check, "any", Sort::Bv(width))))
            }
            Val::Agg(_) => {
                check.reject("an aggregate differs");
                Err(Stop::End)
            }
        }
    }

    /// Any pointer to one of these.
    pub fn any_target(&mut self, check: &mut Recheck<'_>, targets: &Targets) -> Step<Val> {
        let width = self.vm.memory.space.width;
        let null = self.vm.memory.space.info(ObjId::NULL).key;
        let mut cases: SmallVec<[PtrCase; 1]> = SmallVec::new();
        let mut rest = self.vm.ledger.d.terms.tt();
        let count = targets.len();
        for (i, (&object, off)) in targets.iter().enumerate() {
            let found = if object == null { Some(ObjId::NULL) } else { self.vm.memory.space.of_key(object) };
            let Some(obj) = found else {
                check.reject("a pointer to an object that there is not");
                return Err(Stop::End);
            };
            let off = match off {
                Some(off) => self.vm.ledger.d.terms.bv(width, *off),
                None => self.fresh(check, "offset", Sort::Bv(width)),
            };
            let cond = if i + 1 == count {
                rest
            } else {
                let here = self.fresh(check, "leads", Sort::Bool);
                let cond = self.vm.ledger.d.terms.and(rest, here);
                let other = self.vm.ledger.d.terms.not(here);
                rest = self.vm.ledger.d.terms.and(rest, other);
                cond
            };
            cases.push(PtrCase { cond, obj, off });
        }
        if cases.is_empty() {
            check.reject("a pointer that leads nowhere");
            return Err(Stop::End);
        }
        Ok(Val::Ptr(Ptr { cases }))
    }

    /// Makes memory any that differs only in what may differ.
    pub fn any_memory(&mut self, check: &mut Recheck<'_>, differs: &Differs, state: &mut State) -> Step<()> {
        for (&object, &elem) in &differs.arrays {
            let Some(o) = self.vm.memory.space.of_key(object) else { continue };
            let Some(mut object) = state.memory.get(o).cloned() else { continue };
            self.as_array(o, &mut object, elem)?;
            if let Content::Array { term, .. } = &mut object.content {
                let sort = self.vm.ledger.d.terms.sort(*term);
                *term = self.fresh(check, "bytes", sort);
            }
            state.memory.set(o, object);
        }
        for &(key, off, size) in &differs.cells {
            let Some(o) = self.vm.memory.space.of_key(key) else { continue };
            let Some(mut object) = state.memory.get(o).cloned() else { continue };
            let old = self.read(o, &mut object, off, size)?;
            let new = self.any_value(check, differs, Where::Cell(key, off, size), &old)?;
            let mut to = Access {
                b: &mut self.vm.ledger.d.terms,
                space: &mut self.vm.memory.space,
                obj: o,
                state: &mut object,
            };
            to.store_at(off, size, new)?;
            state.memory.set(o, object);
        }
        Ok(())
    }

    /// Shows that what may differ has values such as a cut yields: of the head of a loop in a visit that began with a state.
    pub fn show_shapes(
        &mut self,
        check: &mut Recheck<'_>,
        differs: &Differs,
        begun: &State,
        state: &State,
    ) -> Step<()> {
        for id in self.phis_of(state) {
            if let Some(v) = state.frame.regs[id.index()].clone() {
                self.show_shape(check, differs, Where::Register(id), &v, begun, state);
            }
        }
        self.show_shapes_of_memory(check, differs, begun, state)
    }

    /// Shows that what differs in memory is such as the cut yields.
    pub fn show_shapes_of_memory(
        &mut self,
        check: &mut Recheck<'_>,
        differs: &Differs,
        begun: &State,
        state: &State,
    ) -> Step<()> {
        for &(object, off, size) in &differs.cells {
            let at = Where::Cell(object, off, size);
            if let Some(v) = self.value_in(state, None, at)? {
                self.show_shape(check, differs, at, &v, begun, state);
            }
        }
        for (&object, &elem) in &differs.arrays {
            if !self.vm.ledger.options.checks.contains(Check::Uninit) {
                break;
            }
            if let Some(t) = self.array_in(state, object, Some(&elem))?
                && self.vm.ledger.has_initial_bytes(t)
            {
                check.reject("bytes that nobody wrote are in an array that differs");
            }
        }
        Ok(())
    }

    /// Shows that a value that differs is such as the cut yields.
    pub fn show_shape(
        &mut self,
        check: &mut Recheck<'_>,
        differs: &Differs,
        at: Where,
        v: &Val,
        begun: &State,
        state: &State,
    ) {
        let path = state.path.term();
        let mut other = self.vm.ledger.d.terms.ff();
        match (v, differs.targets.get(&at)) {
            (Val::Int(_), None) => {}
            (Val::Int(t), Some(targets)) => {
                // Null as a number.
                let null = self.vm.memory.space.info(ObjId::NULL).key;
                other = match targets.get(&null) {
                    Some(off) => {
                        let off = self.vm.ledger.d.terms.bv(self.vm.memory.space.width, off.unwrap_or(0));
                        if self.vm.ledger.d.terms.sort(*t) == self.vm.ledger.d.terms.sort(off) {
                            self.vm.ledger.d.terms.ne(*t, off)
                        } else {
                            self.vm.ledger.d.terms.tt()
                        }
                    }
                    None => self.vm.ledger.d.terms.tt(),
                };
            }
            (Val::Ptr(p), None) => {
                for c in p.cases.iter().filter(|c| c.obj != ObjId::NULL) {
                    other = self.vm.ledger.d.terms.or(other, c.cond);
                }
            }
            (Val::Ptr(p), Some(targets)) => {
                for c in &p.cases {
                    let key = self.vm.memory.space.info(c.obj).key;
                    let there = c.obj == ObjId::NULL || begun.memory.times(c.obj).is_some();
                    let bad = match targets.get(&key) {
                        Some(None) if there => self.vm.ledger.d.terms.ff(),
                        Some(Some(off)) if there => {
                            let off = self.vm.ledger.d.terms.bv(self.vm.memory.space.width, *off);
                            self.vm.ledger.d.terms.ne(c.off, off)
                        }
                        _ => self.vm.ledger.d.terms.tt(),
                    };
                    let bad = self.vm.ledger.d.terms.and(c.cond, bad);
                    other = self.vm.ledger.d.terms.or(other, bad);
                }
            }
            (Val::Agg(_), _) => {
                check.reject("an aggregate differs");
                return;
            }
        }
        let cond = self.vm.ledger.d.terms.and(path, other);
        check.show(&mut self.vm.ledger.d.terms, cond, "a pointer leads elsewhere than the proof says", None);
        if self.vm.ledger.options.checks.contains(Check::Uninit) {
            let parts: SmallVec<[Term; 4]> = match v {
                Val::Int(t) => SmallVec::from_slice(&[*t]),
                Val::Ptr(p) => p.cases.iter().flat_map(|c| [c.cond, c.off]).collect(),
                Val::Agg(_) => SmallVec::new(),
            };
            for part in parts {
                let undefined = self.vm.ledger.undefined_when(part);
                let cond = self.vm.ledger.d.terms.and(path, undefined);
                check.show(
                    &mut self.vm.ledger.d.terms,
                    cond,
                    "a value that differs may be made of bytes that nobody wrote",
                    None,
                );
            }
        }
    }

    /// Shows that no phi of a head is poison, but by a flag whose check is off and that the proof names.
    fn show_poison(&mut self, check: &mut Recheck<'_>, differs: &Differs, state: &State) {
        let phis = self.phis_of(state);
        for p in state.frame.notes.poison.iter().filter(|p| phis.contains(&p.of)) {
            if p.exact
                && !self.vm.ledger.options.checks.contains(p.check)
                && differs.poison.contains(&(p.of, p.check))
            {
                continue;
            }
            let cond = self.vm.ledger.d.terms.and(state.path.term(), p.cond);
            check.show(&mut self.vm.ledger.d.terms, cond, "a value that may be poison is carried on", p.loc);
        }
    }
}
