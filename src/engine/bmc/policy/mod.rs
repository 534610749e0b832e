//! How far runs are followed: what happens at heads of loops, back edges, calls and returns. Bounds end a run and say so;
//! induction and the second check of its proofs cut loops and recursion.

pub mod induction;
pub mod outline;
pub mod recheck;

pub use outline::{
    Activations, Bytes, Differs, Heads, ProofOutline, Rank, Rigid, Scalar, Statement, Targets, Where,
};

use crate::analysis::LoopId;
use crate::engine::bmc::interp::{Call, Interp};
use crate::engine::bmc::ledger::{Kind, Obligation, Step, Stop};
use crate::engine::bmc::state::{Iteration, ObjId, State, Val};
use crate::ilr::Term;
use crate::program::{BlockId, FuncId};
use crate::rewrite::Builder;
pub use induction::Cuts;
use induction::Induction;
use recheck::Recheck;
use std::collections::BTreeSet;

/// How far runs are followed.
#[derive(Default)]
pub struct Policy<'p> {
    /// Present where loops are cut by induction.
    pub induction: Option<Box<Induction>>,
    /// Present where a proof by induction is checked once more.
    pub recheck: Option<Box<Recheck<'p>>>,
    /// Loops that were left at the bound, or that went on for long.
    pub long_loops: BTreeSet<(FuncId, LoopId)>,
    /// Functions whose recursion was left at the bound, or that went on for long.
    pub long_functions: BTreeSet<FuncId>,
    /// Tells of a path whether runs along it may exist; without it all may.
    pub feasible: Option<Box<Feasible<'p>>>,
    /// A path that was found to have runs.
    known_feasible: Option<Term>,
}

/// What becomes of a call that is cut.
pub struct Passed {
    /// The state in which any activation starts, with its arguments, if it is to be evaluated.
    pub body: Option<(State, Vec<Val>)>,
    /// The result of the call, after which the caller goes on.
    pub value: Step<Option<Val>>,
}

impl Policy<'_> {
    /// What an obligation comes to that a state has met: `None` if the policy keeps it.
    pub fn obligation(
        &mut self,
        vm: &mut Interp<'_>,
        state: &State,
        obligation: Obligation,
    ) -> Option<Obligation> {
        if let Some(induction) = &mut self.induction
            && obligation.kind.is_of_run()
            && induction.is_assumed(state)
        {
            let holds = vm.ledger.d.terms.not(obligation.cond);
            induction.assumptions.push(holds);
            return None;
        }
        if let Some(check) = &mut self.recheck {
            check.obligation(&mut vm.ledger.d.terms, state, &obligation);
            return None;
        }
        Some(obligation)
    }

    /// A state has made an object.
    pub fn object(&mut self, vm: &Interp<'_>, state: &State, o: ObjId) {
        if let Some(check) = &mut self.recheck {
            check.note_object(vm.ledger.program, state, o, &vm.memory.space.info(o).origin);
        }
    }

    /// Whether nothing more is to be evaluated.
    pub fn gave_up(&self) -> bool {
        self.recheck.as_ref().is_some_and(|check| check.is_rejected())
    }

    /// What is to be done where a state has arrived at the head of a loop that is cut.
    pub fn arrive(&mut self, vm: &mut Interp<'_>, state: &mut State) -> Step<()> {
        if let Some(check) = &mut self.recheck {
            return check.arrive(vm, state);
        }
        self.induction.as_mut().map_or(Ok(()), |induction| induction.arrive(vm, state))
    }

    /// What is to be done when a state has come from a block to the start of another one.
    pub fn came(&mut self, vm: &mut Interp<'_>, state: &mut State, from: BlockId) -> Step<()> {
        if let Some(induction) = &mut self.induction {
            induction.close_iteration(vm, state, from)?;
        }
        self.recheck.as_mut().map_or(Ok(()), |check| check.close_iteration(vm, state, from))
    }

    /// Calls a function whose recursion is cut; `None` if it is not, or the call cannot be.
    pub fn call(&mut self, vm: &mut Interp<'_>, state: &mut State, call: &Call) -> Step<Option<Passed>> {
        if let Some(check) = &mut self.recheck
            && check.cuts_calls(call.func)
        {
            return check.call(vm, state, call).map(Some);
        }
        if let Some(induction) = &mut self.induction
            && induction.is_cut(vm.ledger.program, call)
        {
            if state.thread.concurrent {
                induction.fail("a recursion beside threads");
            }
            vm.memory.given_up(&mut vm.ledger, state)?;
            return induction.call(vm, state, call).map(Some);
        }
        Ok(None)
    }

    /// Whether the running activation stands for any; then its end is looked at here, and the state ends.
    pub fn returns(&mut self, vm: &mut Interp<'_>, state: &mut State, value: &Option<Val>) -> Step<()> {
        if let Some(induction) = &mut self.induction
            && induction.is_any(&state.frame)
        {
            induction.returns(vm, state, value.clone())?;
            return Err(Stop::End);
        }
        if let Some(check) = &mut self.recheck
            && check.is_any(&state.frame)
        {
            check.returns(vm, state, value.clone())?;
            return Err(Stop::End);
        }
        Ok(())
    }

    /// Whether lost objects are looked for after an iteration; `ends`: the run is not followed further.
    pub fn looks_for_lost(
        &self,
        vm: &Interp<'_>,
        state: &State,
        (from, to): (BlockId, BlockId),
        ends: bool,
    ) -> bool {
        let loops = &state.frame.info.loops;
        if !vm.ledger.follows_variables() || !loops.is_back_edge(from, to) || state.thread.concurrent {
            return false;
        }
        let model = vm.ledger.program.func(state.frame.func).model;
        let count = state.frame.iterations.last().map_or(0, |it| it.count);
        ends || self.induction.is_some() || !model && count >= OFTEN && count.is_power_of_two()
    }

    /// Counts iterations where a state goes from a block to another, and ends it where it is not followed further.
    pub fn count_iterations(
        &mut self,
        vm: &mut Interp<'_>,
        state: &mut State,
        from: BlockId,
        to: BlockId,
    ) -> Step<()> {
        let info = state.frame.info.clone();
        let loops = info.loops.loops(to);
        if let Some(induction) = &self.induction {
            induction.leave_assumed(state, to)?;
        }
        if let Some(check) = &self.recheck {
            check.leave_assumed(state, to)?;
        }
        if loops.is_empty() {
            if !state.frame.iterations.is_empty() {
                state.top().iterations.clear();
            }
            return Ok(());
        }
        let events = state.events;
        if info.loops.is_back_edge(from, to) {
            let level = loops.len() - 1;
            state.top().iterations.truncate(level + 1);
            if let Some(assumed) = self.assumed(state.frame.func, loops[level]) {
                let it = &mut state.top().iterations[level];
                it.count += 1;
                it.arrived = it.count == assumed;
                return Ok(());
            }
            return self.another_iteration(vm, state, to);
        }
        let mut same = 0;
        while same < loops.len() && state.frame.iterations.get(same).is_some_and(|it| it.of == loops[same]) {
            same += 1;
        }
        if same == loops.len() && same == state.frame.iterations.len() {
            return Ok(());
        }
        let top = state.top();
        top.iterations.truncate(same);
        top.iterations.extend(loops[same..].iter().map(|&l| Iteration::first(l, events)));
        if let Some(induction) = &mut self.induction {
            induction.enter_cut(state, same, to);
        }
        if let Some(check) = &mut self.recheck {
            check.enter_cut(state, same, to);
        }
        Ok(())
    }

    /// The iterations that are assumed of a loop, if it is cut.
    fn assumed(&self, func: FuncId, of: LoopId) -> Option<u32> {
        if let Some(induction) = &self.induction
            && induction.cuts(func, of)
        {
            return Some(induction.assumed());
        }
        self.recheck.as_ref().filter(|check| check.cuts(func, of)).map(|check| check.assumed())
    }

    /// One more iteration of a state's innermost loop, which is not cut.
    fn another_iteration(&mut self, vm: &mut Interp<'_>, state: &mut State, head: BlockId) -> Step<()> {
        // A thread that only waits for others: a run without such an iteration does the same.
        if state.thread.concurrent && !vm.ledger.must_end() {
            let (count, since) = state.frame.iterations.last().map_or((0, 0), |it| (it.count, it.events));
            if vm.repeats(state, head) {
                vm.spins(state, since);
                return Err(Stop::End);
            }
            if count > 0 && vm.waits_only(state, head) {
                return Err(Stop::End);
            }
        }
        let info = state.frame.info.clone();
        let (func, events) = (state.frame.func, state.events);
        let it = state.top().iterations.last_mut().expect("a back edge is in a loop");
        let counts = it.exit_fork || !it.decided && it.events != events;
        let quiet = it.events == events;
        it.count += 1;
        it.symbolic += u32::from(counts);
        it.decided = false;
        it.exit_fork = false;
        it.events = events;
        let (of, count, symbolic) = (it.of, it.count, it.symbolic);
        let program = vm.ledger.program;
        let loc = || info.loops.loop_loc(program.func(func), of);
        let cond = state.path.term();
        if counts {
            let loc = loc();
            let line = loc.map(|l| program.locs[l.index()].line);
            if symbolic > vm.ledger.options.bound_for(program, func, line) {
                self.long_loops.insert((func, of));
                vm.ledger.oblige(state, Kind::LoopBound { func, loc }, cond, loc);
                return Err(Stop::End);
            }
        }
        // What another thread may change is not known in the first rounds, and such a loop may seem to go on for ever.
        if state.thread.concurrent && !quiet && count > MANY.max(vm.ledger.options.bound) {
            let what = format!("a loop of more than {MANY} iterations beside other threads");
            vm.ledger.oblige(state, Kind::Unsupported(what), cond, loc());
            return Err(Stop::End);
        }
        if let Some(induction) = &mut self.induction
            && induction.is_long(count)
        {
            induction.endure.insert((func, of));
            return Err(Stop::End);
        }
        if count == LONG {
            self.long_loops.insert((func, of));
        }
        let asked = if counts { symbolic } else { count / 32 };
        if asked.is_power_of_two() && (counts || count % 32 == 0) && !self.may_go_on(vm, state, asked) {
            return Err(Stop::End);
        }
        if quiet && count % 1024 == 1 && vm.repeats(state, head) {
            if vm.ledger.must_end() {
                vm.ledger.oblige(state, Kind::Endless, cond, loc());
            }
            return Err(Stop::End);
        }
        let known = vm.ledger.modular().is_some() || vm.ledger.options.learned.endures;
        if state.thread.concurrent && !known && count > QUIET {
            vm.ledger.oblige(state, Kind::Unsupported(GOES_ON.to_owned()), cond, loc());
            return Err(Stop::End);
        }
        Ok(())
    }

    /// Whether runs may exist on a state's path. Asked where a loop or recursion goes on and on: what no run follows
    /// has no end that the values would show.
    fn may_go_on(&mut self, vm: &mut Interp<'_>, state: &State, effort: u32) -> bool {
        let path = state.path.term();
        if vm.ledger.d.terms.is_const(path) || self.known_feasible == Some(path) {
            return true;
        }
        let Some(feasible) = &mut self.feasible else { return true };
        let answer = feasible(&mut vm.ledger.d.terms, path, u64::from(effort));
        if answer == Some(true) {
            self.known_feasible = Some(path);
        }
        answer != Some(false)
    }

    /// Whether a state may enter a function: the number of its activations below that a symbolic decision led to; `None`
    /// where it is not followed further.
    pub fn may_enter(&mut self, vm: &mut Interp<'_>, state: &State, func: FuncId) -> Option<u32> {
        let path = state.path.term();
        let mut recursion = 0;
        let mut below = Some(&state.frame);
        while let Some(frame) = below {
            if frame.func == func {
                recursion = frame.entry.recursion + u32::from(frame.entry.path != path);
                break;
            }
            below = frame.parent.as_ref();
        }
        let counts = recursion > 0 && below.is_some_and(|f| f.entry.path != path);
        let depth = state.frame.entry.depth + 1;
        if depth == LONG && below.is_some() {
            self.long_functions.insert(func);
        }
        let asked = if counts { recursion } else { depth / 32 };
        if asked.is_power_of_two()
            && (counts || depth.is_multiple_of(32))
            && !self.may_go_on(vm, state, asked)
        {
            return None;
        }
        let program = vm.ledger.program;
        if recursion > 0 && recursion > vm.ledger.options.bound_for(program, func, None) {
            self.long_functions.insert(func);
            vm.ledger.oblige(state, Kind::RecursionBound { func }, path, program.func(func).loc);
            // Whether the run goes on or not, it is cut here.
            let _ = vm.memory.given_up(&mut vm.ledger, state);
            return None;
        }
        Some(recursion)
    }
}

/// Iterations after which a loop that needs no choice is a long one, and frames after which a recursion is.
const LONG: u32 = 48;

/// Most iterations, beside other threads, of a loop that needs no choice but acts so that others may see it.
const MANY: u32 = 128;

/// Most iterations, beside other threads, of a loop in which others see nothing, while it may not be known that they change what it
/// looks at.
const QUIET: u32 = 1024;

/// What the answer is unknown for where such a loop goes on.
pub const GOES_ON: &str = "a loop that goes on beside other threads";

/// Tells whether runs exist on a path; `None` when that was not found out. The number says how hard to try, from 1.
pub type Feasible<'p> = dyn FnMut(&mut Builder, Term, u64) -> Option<bool> + 'p;

/// Iterations of a loop without choices from which on lost objects are looked for, whenever their number has doubled.
const OFTEN: u32 = 64;
