//! The second check of a proof by induction. It shares the bounded evaluation and the solver with the search for the proof, and
//! nothing else. It gets the outline of the proof as data (`outline.rs`), and it learns from the program's IR which objects a
//! loop may write to (`crate::analysis::Writes`).
//!
//! **What a cut stands for.** Number the heads of a visit of a loop from 0, the state that enters it. The evaluation goes
//! through `k` iterations as they are, which end at head `k`. There everything that may differ by the outline becomes arbitrary.
//! The outline claims that all else is the same at all heads, and that its statements hold at all heads. Then come `k` iterations
//! that are assumed to violate nothing and not to leave the loop, and one in which everything is checked. There the evaluation
//! ends. The state after the cut stands for *every* head of the visit, on runs that reach head `k`.
//!
//! **What is proven** (each as a condition that no run satisfies):
//!
//! 1. at head 0: the statements hold, and the values that may differ are among those of the cut (their pointers lead to the
//!    objects that the outline names; where `uninitialised` is checked, they do not depend on bytes that nobody wrote);
//! 2. at head `k`: what may not differ equals head 0;
//! 3. after one iteration from the cut: the same for head `n + 1` and head `n`, and 1. for head `n + 1`;
//! 4. all obligations of the evaluation, except those of iterations that are assumed to violate nothing;
//! 5. where all runs have to end: after one iteration from the cut, the first measure of the loop that differs from that of the cut
//!    is less. No function may be cut then. `check/induction/ranking.rs` shows that no run can go on for ever.
//!
//! **Why that is a proof.** Suppose that some of these conditions is met on a run, and take the earliest such event, in (or at the
//! end of) iteration `n` of a visit. If `n < k`, the first iterations contain it. Otherwise give the arbitrary values of the cut the
//! values of head `n - k`. By 1., 2. and 3., which hold before the event, head `n - k` is among the states of the cut, and the
//! statements hold there. The `k` iterations after it violate nothing, so the condition of the event is met in the evaluation. (For
//! 3., where `n + 1` is the head in question, take head `n`.) All assumptions hold, because they concern earlier times of the
//! run, and only such assumptions are made: they are kept in the order of the evaluation, which all runs follow, and a condition
//! is asked for together with those before it ([`Recheck::show`]). The other variables of a statement, which are not its places,
//! are older than the visit, so that they do not change in it.
//!
//! Three conditions depend on what the evaluation knows, and not on the run alone: that a bound is reached, that something is
//! not supported, and that a bit may come from bytes that nobody wrote. They are proven in all iterations
//! ([`Kind::is_of_run`]).
//!
//! **Why nothing is left out.** `compare.rs` takes states and frames apart completely, and compares the state after an iteration with
//! the one before. The set of writes is computed without the evaluation. An object that differs and is not in the set reveals a
//! defect of one of the two, and ends the check ("an unforeseen write"). The set rests on these facts:
//!
//! - Stores, atomic accesses, copies, fills, calls of the engine's own functions, `va_start`, `va_arg` and `va_copy`,
//!   lifetimes: `analysis/writes.rs` and `effects.rs` match exhaustively. Frees and `realloc` count as writes.
//! - Pointers are followed through integers, and an integer of other origin that becomes a pointer may lead anywhere. An integer that
//!   is an address by its value alone is not recognised; a write through it is unforeseen.
//! - A pointer that is read from bytes that nobody wrote leads nowhere in the evaluation, so that its use is a violation.
//! - Locals of other activations of a function have the same site, so they are in the set together with the function's own.
//! - `longjmp`, exceptions that are caught, threads and assembly end the evaluation as unsupported.
//!
//! Objects that are made in an iteration have to be dead when it ends, and no pointer at a head may lead to one: targets exist
//! at head 0. A loop that leaves more objects alive, such as a vector that grows, is not accepted.
//!
//! The proof is rejected if the check meets something that it does not understand, if the solver answers "unknown", and if the
//! time is over.

mod calls;
mod compare;
mod cut;

use crate::analysis::{LoopId, Site, WriteSet, Writes};
use crate::engine::bmc::interp::Interp;
use crate::engine::bmc::ledger::{Obligation, Step, Stop};
use crate::engine::bmc::memory::UndefCell;
use crate::engine::bmc::policy::{ProofOutline, Rigid};
use crate::engine::bmc::state::{Base, Content, Frame, ObjId, Origin, State};
use crate::ilr::{Sort, Term};
use crate::program::{BlockId, Callee, FuncId, InstKind, Intrinsic, LocId, Program, Value};
use crate::rewrite::Builder;
use calls::Calls;
use cut::{AssumedForAll, CheckedVisit};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// A condition that no run may meet.
pub struct Shown {
    pub cond: Term,
    pub what: String,
    pub loc: Option<LocId>,
}

/// The conditions that are shown, each together with what was assumed before it.
#[derive(Default)]
pub struct Conditions {
    /// What is assumed since the last condition.
    pending: Vec<Term>,
    /// Stands for everything that was assumed before.
    guard: Option<Term>,
    /// What guards mean.
    pub facts: Vec<Term>,
    /// The conditions.
    pub shown: Vec<Shown>,
    /// Tells variables of this check apart.
    serial: u32,
}

/// What the second check of a proof knows and finds out.
pub struct Recheck<'p> {
    pub outline: Rc<ProofOutline>,
    pub writes: Writes<'p>,
    /// What loops write.
    pub written: FxHashMap<(FuncId, LoopId), Rc<WriteSet>>,
    /// Where objects come from.
    pub sites: FxHashMap<ObjId, Site>,
    /// Why the proof is not accepted.
    pub rejected: Option<String>,
    /// What no run may meet.
    pub conditions: Conditions,
    pub visits: FxHashMap<u128, CheckedVisit>,
    pub calls: FxHashMap<u128, Calls>,
    /// What variables of the outline stand for here.
    pub names: FxHashMap<Term, Term>,
    /// Statements about many elements.
    pub stated: Vec<AssumedForAll>,
}

impl<'p> Recheck<'p> {
    /// A check of a proof with this outline.
    pub fn new(program: &'p Program, entry: FuncId, outline: Rc<ProofOutline>) -> Recheck<'p> {
        Recheck {
            outline,
            writes: Writes::new(program, entry),
            written: FxHashMap::default(),
            sites: FxHashMap::default(),
            rejected: None,
            conditions: Conditions::default(),
            visits: FxHashMap::default(),
            calls: FxHashMap::default(),
            names: FxHashMap::default(),
            stated: Vec::new(),
        }
    }

    /// Whether a loop is cut.
    pub fn cuts(&self, func: FuncId, of: LoopId) -> bool {
        self.outline.loops.contains(&(func, of))
    }

    /// Iterations that are assumed to violate nothing.
    pub fn assumed(&self) -> u32 {
        self.outline.assumed
    }

    fn is_assumed_level(&self, frame: &Frame, level: usize) -> bool {
        let (it, k) = (&frame.iterations[level], self.outline.assumed);
        it.count >= k && it.count < 2 * k && self.cuts(frame.func, it.of)
    }

    /// Whether a state is in an iteration that is assumed to violate nothing.
    fn is_assumed(&self, state: &State) -> bool {
        let mut next = Some(&state.frame);
        while let Some(frame) = next {
            if (0..frame.iterations.len()).any(|level| self.is_assumed_level(frame, level)) {
                return true;
            }
            next = frame.parent.as_ref();
        }
        false
    }

    /// Rejects the proof; the first reason stays.
    pub fn reject(&mut self, why: impl Into<String>) {
        self.rejected.get_or_insert(why.into());
    }

    /// From here on something may be assumed.
    pub fn assume(&mut self, holds: Term) {
        self.conditions.pending.push(holds);
    }

    /// Something that no run may meet on which everything holds that was assumed until now.
    pub fn show(&mut self, b: &mut Builder, cond: Term, what: &str, loc: Option<LocId>) {
        if b.as_bool(cond) == Some(false) {
            return;
        }
        if !self.conditions.pending.is_empty() {
            let before = self.conditions.guard;
            let all = b.and_all(self.conditions.pending.drain(..).chain(before));
            let guard = b.var(&format!("guard!{}!", self.conditions.serial), Sort::Bool);
            self.conditions.serial += 1;
            let means = b.implies(guard, all);
            self.conditions.facts.push(means);
            self.conditions.guard = Some(guard);
        }
        let cond = self.conditions.guard.map_or(cond, |g| b.and(g, cond));
        self.conditions.shown.push(Shown { cond, what: what.to_owned(), loc });
    }

    /// An obligation of the evaluation.
    pub fn obligation(&mut self, b: &mut Builder, state: &State, o: &Obligation) {
        if o.kind.is_of_run() && self.is_assumed(state) {
            let holds = b.not(o.cond);
            self.assume(holds);
        } else {
            self.show(b, o.cond, &format!("{:?}", o.kind), o.loc);
        }
    }

    /// Notes where a new object comes from.
    pub fn note_object(&mut self, program: &Program, state: &State, o: ObjId, origin: &Origin) {
        let func = state.frame.func;
        let f = program.func(func);
        let here = || {
            let insts = &f.block(state.frame.block).insts;
            let at = insts[state.frame.at.min(insts.len() - 1)];
            // Each lifetime of a local is an object of its own.
            match &f.inst(at).kind {
                InstKind::Call { callee: Callee::Intrinsic(Intrinsic::LifetimeStart), args, .. } => {
                    match args.get(1) {
                        Some(Value::Inst(local)) => *local,
                        _ => at,
                    }
                }
                _ => at,
            }
        };
        let site = match origin {
            Origin::Global(g) => Site::Global(*g),
            Origin::Code(f) => Site::Function(*f),
            Origin::Stack { .. } | Origin::Argument(_) => Site::Local(func, here()),
            Origin::Heap(_) => Site::Heap(func, here()),
            Origin::Null | Origin::Memory | Origin::Library | Origin::Outside | Origin::CommandLine(_) => {
                Site::Outside
            }
        };
        // Two states may make an object of one identity at different places.
        match self.sites.entry(o) {
            Entry::Vacant(slot) => {
                slot.insert(site);
            }
            Entry::Occupied(slot) if *slot.get() == site => {}
            Entry::Occupied(_) => self.reject("one object is made at two places"),
        }
    }

    /// Whether an object may be written by what the set is of.
    fn may_write(&self, set: &WriteSet, o: ObjId) -> bool {
        self.sites.get(&o).is_some_and(|&site| set.contains(site))
    }
}

/// The second check's work on states, with the interpreter that it is done by.
pub struct Checker<'a, 'p> {
    /// The interpreter.
    pub vm: &'a mut Interp<'p>,
}

impl Recheck<'_> {
    /// Whether the proof is not accepted, so that nothing more is to be evaluated.
    pub fn is_rejected(&self) -> bool {
        self.rejected.is_some()
    }

    fn or_rejected(&self, result: Step<()>) -> Step<()> {
        if self.is_rejected() { Err(Stop::End) } else { result }
    }

    /// Ends a state that leaves a loop in an iteration that is assumed to go on.
    pub fn leave_assumed(&self, state: &State, to: BlockId) -> Step<()> {
        let frame = &state.frame;
        let leaves = |level: usize| !frame.info.loops.contains(frame.iterations[level].of, to);
        let ends = (0..frame.iterations.len()).any(|l| leaves(l) && self.is_assumed_level(frame, l));
        if ends { Err(Stop::End) } else { Ok(()) }
    }

    /// Marks the loops from a level on as entered.
    pub fn enter_cut(&mut self, state: &mut State, from: usize, to: BlockId) {
        let info = state.frame.info.clone();
        for level in from..state.frame.iterations.len() {
            let of = state.frame.iterations[level].of;
            if self.cuts(state.frame.func, of) {
                if info.loops.head(of) != to {
                    self.reject("a loop is entered elsewhere than at its head");
                }
                state.top().iterations[level].arrived = true;
            }
        }
    }

    /// What is to be done at the head of a loop that is cut: where it is entered, and after the first iterations.
    pub fn arrive(&mut self, vm: &mut Interp<'_>, state: &mut State) -> Step<()> {
        let it = state.top().iterations.last_mut().expect("it was looked at");
        it.arrived = false;
        let count = it.count;
        let mut checker = Checker { vm };
        let mut result = if count == 0 { checker.visit_begins(self, state) } else { Ok(()) };
        if result.is_ok() && count == self.outline.assumed {
            result = checker.cut_visit(self, state);
        }
        self.or_rejected(result)
    }

    /// What is to be done when an iteration of a loop that is cut is over.
    pub fn close_iteration(&mut self, vm: &mut Interp<'_>, state: &mut State, from: BlockId) -> Step<()> {
        let info = state.frame.info.clone();
        let Some(of) = info.loops.headed_by(state.frame.block) else { return Ok(()) };
        let mut result = Ok(());
        if self.cuts(state.frame.func, of) && info.loops.contains(of, from) {
            let count = state.frame.iterations.last().expect("it is in a loop").count;
            let k = self.outline.assumed;
            if count == k + 1 {
                result = Checker { vm }.iteration_ends(self, state);
            }
            if result.is_ok() && count > 2 * k {
                result = Err(Stop::End);
            }
        }
        self.or_rejected(result)
    }
}

impl Checker<'_, '_> {
    /// Makes the variables that the outline mentions and that the evaluation has not met: initial bytes of a state's objects, and
    /// places. They have one value in the whole run, whenever it comes to them.
    pub fn make_rigid(&mut self, check: &Recheck<'_>, state: &State) -> Step<()> {
        for &(_, rigid) in &check.outline.rigid {
            match rigid {
                Rigid::Place(object) => {
                    if let Some(o) = self.vm.memory.space.of_key(object) {
                        self.vm.memory.space.exposed_start(&mut self.vm.ledger.d.terms, o);
                    }
                }
                Rigid::Array { object, lifetime, elem } => {
                    let Some(o) = self.vm.memory.space.of_key(object) else { continue };
                    let Some(mut object) = state.memory.get(o).cloned() else { continue };
                    if self.vm.memory.space.undef_elem((o, lifetime)).is_none()
                        && matches!(object.content, Content::Cells { base: Base::Undef(of), .. } if of == lifetime)
                    {
                        self.as_array(o, &mut object, elem)?;
                    }
                }
                Rigid::Input(_) | Rigid::Bytes { .. } => {}
            }
        }
        Ok(())
    }

    /// What variables of the outline stand for, as far as it is known by now.
    pub fn names_of_outline(&mut self, check: &Recheck<'_>) -> FxHashMap<Term, Term> {
        let mut names = check.names.clone();
        for &(t, rigid) in &check.outline.rigid {
            let known = match rigid {
                Rigid::Input(key) => self.vm.ledger.inputs.by_key.get(&key).copied(),
                Rigid::Place(object) => self.vm.memory.space.place_variable(object),
                Rigid::Bytes { object, lifetime, off, size } => {
                    let o = self.vm.memory.space.of_key(object);
                    o.and_then(|obj| {
                        self.vm.memory.space.undef_variable(UndefCell { obj, lifetime, off, size })
                    })
                }
                Rigid::Array { object, lifetime, elem } => {
                    let o = self.vm.memory.space.of_key(object);
                    o.and_then(|obj| self.vm.memory.space.undef_array_variable((obj, lifetime), elem))
                }
            };
            if let Some(known) = known {
                names.insert(t, known);
            }
        }
        names
    }

    /// A fresh variable of this check.
    pub fn fresh(&mut self, check: &mut Recheck<'_>, what: &str, sort: Sort) -> Term {
        check.conditions.serial += 1;
        self.vm.ledger.d.terms.var(&format!("{what}!second!{}!", check.conditions.serial), sort)
    }
}
