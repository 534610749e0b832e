//! How states go on: branches, calls and returns.

use super::{Eval, Went};
use crate::engine::bmc::interp::{Call, Entered, Flow};
use crate::engine::bmc::ledger::{Step, Stop};
use crate::engine::bmc::policy::Passed;
use crate::engine::bmc::state::{State, Val};
use crate::ilr::Term;
use crate::program::{BlockId, FuncId, InstId};
use smallvec::SmallVec;
use std::rc::Rc;

impl Eval<'_> {
    /// Goes on as an instruction says.
    pub(super) fn go_on(&mut self, state: &mut State, flow: Flow) -> Step<Went> {
        match flow {
            Flow::Next => return Ok(Went::Next),
            Flow::Jump(to) => self.go(state, to)?,
            Flow::Branch { ways, constant } => self.branch(state, &ways, constant)?,
            Flow::Call(call) => self.call(state, call)?,
            Flow::Return(value) => self.leave(state, value)?,
            Flow::Split(others, own) => {
                let loc = self.vm.current(state).1.loc;
                for (mut other, flow) in others {
                    match flow.and_then(|flow| self.go_on(&mut other, flow)) {
                        Ok(Went::Next) => {
                            other.top().at += 1;
                            self.push(other);
                        }
                        Ok(Went::Moved) => self.push(other),
                        Err(stop) => self.end(&other, loc, stop),
                    }
                }
                // The others may have to go first.
                if let Went::Next = self.go_on(state, (*own)?)? {
                    state.top().at += 1;
                }
            }
        }
        Ok(Went::Moved)
    }

    /// Goes to a block of the same function: computes its phis, keeps count of loops.
    fn go(&mut self, state: &mut State, to: BlockId) -> Step<()> {
        let from = state.frame.block;
        if self.visits.is_some() {
            self.visit_edge(state, from, to);
        }
        let counted = self.policy.count_iterations(&mut self.vm, state, from, to);
        self.settle(state);
        let ends = matches!(counted, Err(Stop::End));
        let looks = self.policy.looks_for_lost(&self.vm, state, (from, to), ends);
        if !looks || !ends {
            counted?;
        }
        let entered = self.vm.enter_block(state, from, to);
        self.settle(state);
        entered?;
        if looks {
            let decided = ends || self.policy.induction.is_some();
            let looked = self.vm.lost_after_iteration(state, decided);
            self.settle(state);
            looked?;
        }
        if ends {
            return Err(Stop::End);
        }
        let came = self.policy.came(&mut self.vm, state, from);
        self.settle(state);
        came
    }

    /// Goes to a block and waits there.
    fn go_and_wait(&mut self, mut state: State, to: BlockId) {
        match self.go(&mut state, to) {
            Ok(()) => self.push(state),
            Err(stop) => self.end(&state, None, stop),
        }
    }

    /// Branches: every feasible way becomes a state. The ways exclude each other.
    fn branch(&mut self, state: &mut State, ways: &[(Term, BlockId)], constant: bool) -> Step<()> {
        let l = &mut self.vm.ledger;
        if let Some(&(report, _)) = ways.iter().find(|w| state.frame.info.reports_value(w.1)) {
            // What was never set has some value of its type: to read it is another check's business.
            let unset = l.undefined_when(report);
            let none = l.d.terms.and(report, unset);
            let fine = l.d.terms.not(none);
            l.assume(state, fine)?;
        }
        let path = state.path.term();
        let mut open: SmallVec<[(Term, BlockId); 2]> = SmallVec::new();
        for &(cond, to) in ways {
            if l.d.terms.as_bool(cond) == Some(false) {
                continue;
            }
            let both = l.d.terms.and(path, cond);
            if l.d.terms.as_bool(both) != Some(false) {
                open.push((cond, to));
            }
        }
        let (last, rest) = match open.split_last() {
            None => return Err(Stop::End),
            Some((&(cond, to), [])) => {
                if !constant {
                    note_decision(state, ways, to);
                }
                state.path = state.path.and(&mut l.d.terms, cond);
                return self.go(state, to);
            }
            Some(several) => several,
        };
        // Reports of the sanitizer are obligations: they neither fork the run nor narrow its path.
        let info = state.frame.info.clone();
        if let Some(&report) = open.iter().find(|w| info.only_reports(w.1))
            && open.len() == 2
        {
            let mut other = state.clone();
            other.path = other.path.and(&mut l.d.terms, report.0);
            match self.go(&mut other, report.1) {
                Ok(()) => self.execute(other),
                Err(stop) => self.end(&other, None, stop),
            }
            let &(_, to) = open.iter().find(|w| w.1 != report.1).expect("two ways");
            return self.go(state, to);
        }
        l.note_event(state);
        note_fork(state, &open);
        for &(cond, to) in rest {
            let mut other = state.clone();
            other.path = other.path.and(&mut self.vm.ledger.d.terms, cond);
            self.go_and_wait(other, to);
        }
        state.path = state.path.and(&mut self.vm.ledger.d.terms, last.0);
        self.go(state, last.1)
    }

    /// Enters a function. False where the state is not followed into it.
    fn push_frame(&mut self, state: &mut State, entered: Entered) -> bool {
        let recursion = self.policy.may_enter(&mut self.vm, state, entered.func);
        self.settle(state);
        let Some(recursion) = recursion else { return false };
        self.vm.push_frame(state, entered, recursion);
        true
    }

    /// A function without arguments that something else than a call enters.
    fn push_handler(&mut self, state: &mut State, func: FuncId, site: InstId, from_call: bool) -> bool {
        self.push_frame(state, Entered { func, args: Rc::new([]), varargs: None, site, from_call })
    }

    /// Constructors run before the entry function: as frames above it, the first one topmost.
    pub fn push_constructors(&mut self, state: &mut State) {
        for &f in self.vm.ledger.program.constructors.iter().rev() {
            self.push_handler(state, f, InstId::new(f.index()), false);
        }
    }

    /// Calls a function.
    fn call(&mut self, state: &mut State, call: Call) -> Step<()> {
        let passed = self.policy.call(&mut self.vm, state, &call);
        self.settle(state);
        if let Some(passed) = passed? {
            return self.go_past(state, &call, passed);
        }
        let (site, program) = (call.site, self.vm.ledger.program);
        let mut from_call = true;
        if !state.ending && !program.destructors.is_empty() && self.vm.exit_handlers() == Some(call.func) {
            // `exit` calls the registered functions, then the destructors: each frame returns to the one below.
            state.ending = true;
            for &f in program.destructors.iter().rev() {
                if !self.push_handler(state, f, site, from_call) {
                    return Err(Stop::End);
                }
                from_call = false;
            }
        }
        let Call { func, args, varargs, .. } = call;
        let entered = Entered { func, args: args.into(), varargs, site, from_call };
        if self.push_frame(state, entered) { Ok(()) } else { Err(Stop::End) }
    }

    /// Goes on after a call that is cut.
    fn go_past(&mut self, state: &mut State, call: &Call, passed: Passed) -> Step<()> {
        self.vm.ledger.note_event(state);
        if let Some((mut body, args)) = passed.body {
            body.events = state.events;
            let (func, site) = (call.func, call.site);
            // The activation goes first.
            if self.push_frame(
                &mut body,
                Entered { func, args: args.into(), varargs: None, site, from_call: true },
            ) {
                self.push(body);
            }
        }
        let value = passed.value?;
        self.take_result(state, value)
    }

    /// Gives the call that a state is at its result, and goes on after it.
    fn take_result(&mut self, state: &mut State, value: Option<Val>) -> Step<()> {
        let (id, inst) = self.vm.current(state);
        let value = self.vm.result_as(state, value, inst.ty);
        self.settle(state);
        let value = value?;
        let top = state.top();
        top.regs[id.index()] = value;
        top.at += 1;
        Ok(())
    }

    /// Leaves a function; the entry function's end is the program's.
    fn leave(&mut self, state: &mut State, value: Option<Val>) -> Step<()> {
        self.vm.end_locals(state);
        let Some(parent) = state.frame.parent.clone() else {
            return self.program_end(state);
        };
        let returned = self.policy.returns(&mut self.vm, state, &value);
        self.settle(state);
        returned?;
        let from_call = state.frame.entry.from_call;
        state.frame = parent;
        self.vm.settle_section(state);
        if from_call { self.take_result(state, value) } else { Ok(()) }
    }

    /// The entry function has returned.
    fn program_end(&mut self, state: &mut State) -> Step<()> {
        if !state.ending {
            // What runs at the end does so as if called by what started the program: the last of it first takes
            // the entry function's frame, the others lie above.
            state.ending = true;
            let mut last_first = self.vm.ledger.program.destructors.iter().rev().copied().collect::<Vec<_>>();
            last_first.extend(self.vm.exit_handlers());
            if let Some((&f, above)) = last_first.split_first() {
                self.vm.replace_frame(state, f);
                for &f in above {
                    self.push_handler(state, f, InstId::new(f.index()), false);
                }
                return Ok(());
            }
        }
        // Its variables have ended.
        let top = state.top();
        top.regs.fill(None);
        top.entry.args = Rc::new([]);
        top.notes.vars.clear();
        let ended = self.vm.memory.at_exit(&mut self.vm.ledger, state);
        self.settle(state);
        ended?;
        Err(Stop::End)
    }
}

/// A branch that could have left loops was decided without a choice.
fn note_decision(state: &mut State, ways: &[(Term, BlockId)], taken: BlockId) {
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
fn note_fork(state: &mut State, open: &[(Term, BlockId)]) {
    let info = state.frame.info.clone();
    for i in 0..state.frame.iterations.len() {
        let of = state.frame.iterations[i].of;
        let out = open.iter().filter(|w| !info.loops.contains(of, w.1) && info.may_return(w.1)).count();
        if out > 0 && out < open.len() {
            state.top().iterations[i].exit_fork = true;
        }
    }
}
