//! Control: branches, iterations and their bounds, frames.

use std::rc::Rc;

use smallvec::SmallVec;

use super::eval::{Eval, Flow, Step, Stop};
use super::obligation::Kind;
use super::state::{Frame, Iteration, State, mix};
use super::value::{ObjId, Val};
use super::variable::InputId;
use crate::ilr::Term;
use crate::program::{BlockId, FuncId, InstId, InstKind, LocId, Type, TypeId, Value};
use crate::property::Check;

/// Iterations after which a loop that needs no choice is a long one, and frames after which a recursion is.
const LONG: u32 = 48;

impl Eval<'_> {
    /// Goes to a block of the same function: computes its phis, keeps count of loops.
    pub(super) fn go(&mut self, state: &mut State, to: BlockId) -> Step<Flow> {
        let program = self.program;
        let f = program.func(state.frame.func);
        let from = state.frame.block;
        let counted = self.count_iterations(state, from, to);
        let ends = matches!(counted, Err(Stop::End));
        let looks = self.looks_after(state, from, to, ends);
        if !looks || !ends {
            counted?;
        }
        // The phis of each way count for themselves, as a replay takes one way only.
        self.serial = (to.index() as u32 + 1) << 12;
        let block = f.block(to);
        let mut values: SmallVec<[(InstId, Val); 4]> = SmallVec::new();
        let mut taken: SmallVec<[(InstId, Value); 4]> = SmallVec::new();
        for &id in &block.insts {
            let InstKind::Phi(incoming) = &f.inst(id).kind else { break };
            let v = incoming.iter().find(|(b, _)| *b == from).map(|(_, v)| *v);
            let v = v.ok_or_else(|| Stop::Unsupported("phi without its predecessor".to_owned()))?;
            values.push((id, self.value(state, v, f.inst(id).ty)?));
            taken.push((id, v));
        }
        if !state.frame.poison.is_empty() {
            self.carry_into_phis(state, &taken);
        }
        let top = state.top();
        top.at = values.len();
        top.block = to;
        for (id, v) in values {
            top.regs[id.index()] = Some(v);
        }
        if looks {
            self.lost_after_iteration(state, ends)?;
        }
        if ends {
            return Err(Stop::End);
        }
        if self.induction.is_some() {
            self.close_iteration(state, from)?;
        }
        if self.recheck.is_some() {
            self.recheck_close(state, from)?;
        }
        Ok(Flow::Moved)
    }

    pub(super) fn enter_loops(&mut self, state: &mut State, to: BlockId) {
        let info = state.frame.info.clone();
        let events = state.events;
        let entered = info.loops.loops(to).iter().map(|&l| Iteration::first(l, events));
        state.top().iterations.extend(entered);
    }

    fn count_iterations(&mut self, state: &mut State, from: BlockId, to: BlockId) -> Step<()> {
        let info = state.frame.info.clone();
        let loops = info.loops.loops(to);
        if self.induction.is_some() {
            self.leave_assumed(state, to)?;
        }
        self.recheck_leave(state, to)?;
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
            if let Some(induction) = &self.induction
                && induction.cuts(state.frame.func, loops[level])
            {
                let it = &mut state.top().iterations[level];
                it.count += 1;
                it.arrived = it.count == induction.assumed();
                return Ok(());
            }
            if let Some(check) = &self.recheck
                && check.cuts(state.frame.func, loops[level])
            {
                let it = &mut state.top().iterations[level];
                it.count += 1;
                it.arrived = it.count == check.assumed();
                return Ok(());
            }
            let it = &mut state.top().iterations[level];
            let counts = it.exit_fork || !it.decided && it.events != events;
            let quiet = it.events == events;
            it.count += 1;
            it.symbolic += u32::from(counts);
            it.decided = false;
            it.exit_fork = false;
            it.events = events;
            let (count, symbolic) = (it.count, it.symbolic);
            if counts && symbolic > self.bound_of(state, level) {
                let of = state.frame.iterations[level].of;
                let loc = info.loops.loop_loc(self.program.func(state.frame.func), of);
                let cond = state.path.term();
                let func = state.frame.func;
                self.long_loops.insert((func, of));
                self.oblige(state, Kind::LoopBound { func, loc }, cond, loc);
                return Err(Stop::End);
            }
            if let Some(induction) = &mut self.induction
                && induction.is_long(count)
            {
                induction.endure.insert((state.frame.func, loops[level]));
                return Err(Stop::End);
            }
            if count == LONG {
                self.long_loops.insert((state.frame.func, state.frame.iterations[level].of));
            }
            let asked = if counts { symbolic } else { count / 32 };
            if asked.is_power_of_two() && (counts || count % 32 == 0) && !self.may_go_on(state, asked) {
                return Err(Stop::End);
            }
            if quiet && count % 1024 == 1 && self.repeats(state, to) {
                if self.must_end() {
                    let of = state.frame.iterations[level].of;
                    let loc = info.loops.loop_loc(self.program.func(state.frame.func), of);
                    let cond = state.path.term();
                    self.oblige(state, Kind::Endless, cond, loc);
                }
                return Err(Stop::End);
            }
            return Ok(());
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
        if self.induction.is_some() {
            self.enter_cut(state, same, to);
        }
        self.recheck_enter(state, same, to);
        Ok(())
    }

    /// Whether a loop without any input does not change the state, so that it never ends: nothing is stored
    /// and no instruction in it has a result that another iteration could see.
    fn repeats(&mut self, state: &State, head: BlockId) -> bool {
        let f = self.program.func(state.frame.func);
        let Some(&it) = state.frame.iterations.last() else { return false };
        state.frame.info.loops.members(it.of).iter().all(|&b| {
            f.block(b).insts.iter().all(|&i| {
                let inst = f.inst(i);
                let pure = matches!(
                    inst.kind,
                    InstKind::Binary { .. }
                        | InstKind::Icmp { .. }
                        | InstKind::Cast { .. }
                        | InstKind::Select { .. }
                        | InstKind::Load { volatile: false, .. }
                        | InstKind::Gep { .. }
                        | InstKind::Br(_)
                        | InstKind::CondBr { .. }
                        | InstKind::Switch { .. }
                        | InstKind::DebugValue { .. }
                        | InstKind::DebugDeclare { .. }
                );
                // A phi is harmless when it has just taken the value that it had.
                let steady = match &inst.kind {
                    InstKind::Phi(incoming) if b == head => incoming.iter().all(|(from, v)| {
                        !state.frame.info.loops.contains(it.of, *from) || *v == Value::Inst(i)
                    }),
                    _ => false,
                };
                pure || steady
            })
        })
    }

    fn bound_of(&self, state: &State, level: usize) -> u32 {
        let f = self.program.func(state.frame.func);
        let of = state.frame.iterations[level].of;
        let line = state.frame.info.loops.loop_loc(f, of).map(|l| self.program.locs[l.index()].line);
        self.bound_for(state.frame.func, line)
    }

    /// The bound of a function's recursion, or of its loop at a line.
    pub(super) fn bound_for(&self, func: FuncId, line: Option<u32>) -> u32 {
        let f = self.program.func(func);
        let mut best = self.options.bound;
        for (name, at, bound) in &self.options.bound_at {
            if *name == f.name || *name == f.source_name {
                match at {
                    None => best = *bound,
                    Some(_) if *at == line => return *bound,
                    Some(_) => {}
                }
            }
        }
        best
    }

    /// A branch to the address of a block. Any other address than one of `dests` is undefined.
    pub(super) fn indirect_branch(
        &mut self,
        state: &mut State,
        address: Value,
        dests: &[BlockId],
        loc: Option<LocId>,
    ) -> Step<Flow> {
        let p = self.operand(state, address)?;
        let p = self.pointer(state, p)?;
        let here = self.functions[state.frame.func.index()];
        let mut ways: Vec<(Term, BlockId)> = Vec::with_capacity(dests.len());
        let mut any = self.d.terms.ff();
        for &to in dests {
            if ways.iter().any(|w| w.1 == to) {
                continue;
            }
            let mut cond = self.d.terms.ff();
            for c in &p.cases {
                // In the flat model, an address out of memory has lost what it is of.
                let start = match self.space.is_area(c.obj) {
                    true => self.start_address(here)?,
                    false if c.obj == here => self.d.terms.bv(self.space.width, 0),
                    false => continue,
                };
                let b = &mut self.d.terms;
                let k = b.bv(self.space.width, to.index() as u64 + 1);
                let place = b.add(start, k);
                let same = b.eq(c.off, place);
                let both = b.and(c.cond, same);
                cond = b.or(cond, both);
            }
            any = self.d.terms.or(any, cond);
            ways.push((cond, to));
        }
        let none = self.d.terms.not(any);
        self.violate(state, loc, Check::Unreachable, none)?;
        if !self.options.checks.contains(Check::Unreachable) {
            let undefined = self.d.terms.and(state.path.term(), none);
            self.oblige(state, Kind::Undefined(Check::Unreachable), undefined, loc);
        }
        self.branch(state, &ways, false)
    }

    /// Branches: every feasible way becomes a state. The ways exclude each other.
    pub(super) fn branch(
        &mut self,
        state: &mut State,
        ways: &[(Term, BlockId)],
        constant: bool,
    ) -> Step<Flow> {
        if let Some(&(report, _)) = ways.iter().find(|w| state.frame.info.reports_value(w.1)) {
            // What was never set has some value of its type: to read it is another check's business.
            let unset = self.undefined_when(report);
            let none = self.d.terms.and(report, unset);
            let fine = self.d.terms.not(none);
            self.assume(state, fine)?;
        }
        let path = state.path.term();
        let mut open: SmallVec<[(Term, BlockId); 2]> = SmallVec::new();
        for &(cond, to) in ways {
            if self.d.terms.as_bool(cond) == Some(false) {
                continue;
            }
            let both = self.d.terms.and(path, cond);
            if self.d.terms.as_bool(both) != Some(false) {
                open.push((cond, to));
            }
        }
        match open.len() {
            0 => Err(Stop::End),
            1 => {
                if !constant {
                    self.note_decision(state, ways, open[0].1);
                }
                state.path = state.path.and(&mut self.d.terms, open[0].0);
                self.go(state, open[0].1)
            }
            _ => {
                // Reports of the sanitizer are obligations: they neither fork the run nor narrow its path.
                let info = state.frame.info.clone();
                if let Some(&report) = open.iter().find(|w| info.only_reports(w.1))
                    && open.len() == 2
                {
                    let mut other = state.clone();
                    other.path = other.path.and(&mut self.d.terms, report.0);
                    match self.go(&mut other, report.1) {
                        Ok(_) => self.execute(other),
                        Err(Stop::End) => {}
                        Err(Stop::Unsupported(what)) => self.unsupported(&other, None, what),
                    }
                    let &(_, to) = open.iter().find(|w| w.1 != report.1).expect("two ways");
                    return self.go(state, to);
                }
                self.events += 1;
                state.events = self.events;
                self.note_fork(state, &open);
                let (last, rest) = open.split_last().expect("several ways");
                for &(cond, to) in rest {
                    let mut other = state.clone();
                    other.path = other.path.and(&mut self.d.terms, cond);
                    match self.go(&mut other, to) {
                        Ok(_) => self.push(other),
                        Err(Stop::End) => {}
                        Err(Stop::Unsupported(what)) => self.unsupported(&other, None, what),
                    }
                }
                state.path = state.path.and(&mut self.d.terms, last.0);
                self.go(state, last.1)
            }
        }
    }

    /// A branch that could have left loops was decided without a choice.
    fn note_decision(&mut self, state: &mut State, ways: &[(Term, BlockId)], taken: BlockId) {
        if state.frame.iterations.is_empty() {
            return;
        }
        let info = state.frame.info.clone();
        for i in 0..state.frame.iterations.len() {
            let it = state.frame.iterations[i];
            let leaves = |b: BlockId| !info.loops.contains(it.of, b);
            if !it.decided && !leaves(taken) && ways.iter().any(|w| leaves(w.1)) {
                state.top().iterations[i].decided = true;
            }
        }
    }

    /// A choice that may leave loops or not.
    fn note_fork(&mut self, state: &mut State, open: &[(Term, BlockId)]) {
        let info = state.frame.info.clone();
        for i in 0..state.frame.iterations.len() {
            let of = state.frame.iterations[i].of;
            let out = open.iter().filter(|w| !info.loops.contains(of, w.1) && info.may_return(w.1)).count();
            if out > 0 && out < open.len() {
                state.top().iterations[i].exit_fork = true;
            }
        }
    }

    /// Whether runs may exist on a state's path. Asked where a loop or recursion goes on and on: what no run follows
    /// has no end that the values would show.
    fn may_go_on(&mut self, state: &State, effort: u32) -> bool {
        let path = state.path.term();
        if self.d.terms.is_const(path) || self.known_feasible == Some(path) {
            return true;
        }
        let Some(mut feasible) = self.feasible.take() else { return true };
        let answer = feasible(&mut self.d.terms, path, u64::from(effort));
        self.feasible = Some(feasible);
        if answer == Some(true) {
            self.known_feasible = Some(path);
        }
        answer != Some(false)
    }

    /// Enters a function. False when the bound of its recursion forbids it.
    pub(super) fn push_frame(
        &mut self,
        state: &mut State,
        func: FuncId,
        args: Rc<[Val]>,
        varargs: Option<ObjId>,
        site: InstId,
        from_call: bool,
    ) -> bool {
        let program = self.program;
        let f = program.func(func);
        let path = state.path.term();
        let mut recursion = 0;
        let mut below = Some(&state.frame);
        while let Some(frame) = below {
            if frame.func == func {
                recursion = frame.recursion + u32::from(frame.entry != path);
                break;
            }
            below = frame.parent.as_ref();
        }
        let counts = recursion > 0 && below.is_some_and(|f| f.entry != path);
        let depth = state.frame.depth + 1;
        if depth == LONG && below.is_some() {
            self.long_functions.insert(func);
        }
        let asked = if counts { recursion } else { depth / 32 };
        if asked.is_power_of_two() && (counts || depth.is_multiple_of(32)) && !self.may_go_on(state, asked) {
            return false;
        }
        if recursion > 0 && recursion > self.bound_for(func, None) {
            self.long_functions.insert(func);
            self.oblige(state, Kind::RecursionBound { func }, path, f.loc);
            // Whether the run goes on or not, it is cut here.
            let _ = self.given_up(state);
            return false;
        }
        let made = if from_call { InputId::Activation } else { InputId::Handler };
        let ctx = mix(state.frame.key(site, made), func.index() as u128);
        let info = self.info(func);
        let frame = Frame {
            func,
            info,
            depth: state.frame.depth + 1,
            parent: Some(state.frame.clone()),
            ctx,
            regs: vec![None; f.insts.len()],
            args,
            varargs,
            block: BlockId::new(0),
            at: 0,
            iterations: SmallVec::new(),
            vars: Vec::new(),
            stack: Vec::new(),
            dynamic: Vec::new(),
            entry: path,
            recursion,
            from_call,
            poison: Vec::new(),
        };
        state.frame = Rc::new(frame);
        self.enter_loops(state, BlockId::new(0));
        true
    }

    /// Leaves a function; the entry function's end is the program's.
    pub(super) fn pop_frame(&mut self, state: &mut State, value: Option<Val>) -> Step<Flow> {
        let stack = std::mem::take(&mut state.top().stack);
        for o in stack {
            self.end_object(state, o);
        }
        if let Some(o) = state.frame.varargs {
            self.end_object(state, o);
        }
        let Some(parent) = state.frame.parent.clone() else {
            return self.program_end(state);
        };
        if self.induction.as_ref().is_some_and(|i| i.is_any(&state.frame)) {
            return self.return_cut(state, value);
        }
        if self.recheck.as_ref().is_some_and(|c| c.is_any(&state.frame)) {
            return self.recheck_return(state, value);
        }
        let from_call = state.frame.from_call;
        state.frame = parent;
        if from_call {
            let f = self.program.func(state.frame.func);
            let id = f.block(state.frame.block).insts[state.frame.at];
            let ty = f.inst(id).ty;
            let value = self.result_as(state, value, ty)?;
            let top = state.top();
            top.regs[id.index()] = value;
            top.at += 1;
        }
        Ok(Flow::Moved)
    }

    /// What a function returns as the result of a call, which may have another type.
    pub(super) fn result_as(
        &mut self,
        state: &mut State,
        value: Option<Val>,
        ty: TypeId,
    ) -> Step<Option<Val>> {
        Ok(match (value, self.program.types.get(ty)) {
            (_, Type::Void) => None,
            (Some(v), _) => Some(self.fit(state, v, ty)?),
            (None, _) => Some(self.unknown(state, ty)?),
        })
    }
}
