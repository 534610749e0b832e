//! Recursive functions that are cut at their calls.
//!
//! A call from outside of the recursion continues in two states. One is that of *any* activation within the call: its arguments,
//! and the memory that may differ, are arbitrary, and it ends at its return. The other one continues after the call, with any
//! result. Calls of the function within that activation are not followed; they continue after the call in the same way. The
//! outline has statements about the start of activations, which are proven at all calls and assumed in the activation, and about
//! their end, which are proven at the return of that activation and assumed after calls.
//!
//! Take the earliest event on a run that the check should exclude, within such a call, and the last activation in progress then.
//! Give the activation of the evaluation the arguments and the memory of that one. They are among those of the cut, by what was
//! proven at the calls before, and the calls that it has completed ended as assumed. So the condition of the event is met.
//! Local objects of the activations in between are absent from the evaluation. It is proven that no pointer in the arguments or in
//! what may differ leads to one, and what may not differ is older. An address that became an integer rejects the proof.

use super::Checker;
use super::Recheck;
use super::cut::Map;
use crate::engine::bmc::interp::{Call, Interp};
use crate::engine::bmc::ledger::{Step, Stop};
use crate::engine::bmc::policy::Passed;
use crate::engine::bmc::policy::{Activations, Scalar, Statement, Where};
use crate::engine::bmc::state::{Frame, InputId, State, Val, mix};
use crate::ilr::{Sort, Term};
use crate::program::{FuncId, Type, TypeId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A call from outside of a recursion, with all activations within it.
pub struct Calls {
    func: FuncId,
    activations: Rc<Activations>,
    /// What is known when it is called from outside.
    known: Map,
    /// The state in which any activation starts.
    start: State,
    /// What the places are then.
    begun: Map,
    /// Statements that can be told here, by number.
    requires: Vec<usize>,
}

impl Recheck<'_> {
    /// Whether a frame is that of any activation.
    pub fn is_any(&self, frame: &Frame) -> bool {
        self.calls.get(&frame.entry.ctx).is_some_and(|c| c.func == frame.func)
    }

    /// The call from outside that a call is within.
    fn outer(&self, state: &State, func: FuncId) -> Option<u128> {
        let mut next = Some(&state.frame);
        while let Some(frame) = next {
            if frame.func == func && self.is_any(frame) {
                return Some(frame.entry.ctx);
            }
            next = frame.parent.as_ref();
        }
        None
    }

    /// Whether calls of a function are cut.
    pub fn cuts_calls(&self, func: FuncId) -> bool {
        self.outline.functions.contains(&func)
    }
}

impl Recheck<'_> {
    /// Calls a function whose recursion is cut.
    pub fn call(&mut self, vm: &mut Interp<'_>, state: &mut State, call: &Call) -> Step<Passed> {
        let (func, args) = (call.func, &call.args);
        if vm.ledger.program.func(func).vararg || call.by_value {
            self.reject("a recursive function with variable arguments or structures as arguments");
            return Err(Stop::End);
        }
        let mut checker = Checker { vm };
        let mut body = None;
        let key = match self.outer(state, func) {
            Some(key) => {
                checker.call_within(self, state, key, args)?;
                key
            }
            None => {
                // As the frame will have it.
                let key = mix(state.frame.key(call.site, InputId::Activation), func.index() as u128);
                body = Some(checker.call_from_outside(self, state, key, func, args)?);
                key
            }
        };
        let value = checker.after_any(self, state, key, args);
        if self.is_rejected() { Err(Stop::End) } else { Ok(Passed { body, value }) }
    }

    /// The activation that stands for all returns.
    pub fn returns(&mut self, vm: &mut Interp<'_>, state: &mut State, value: Option<Val>) -> Step<()> {
        let ret = vm.ledger.program.func(state.frame.func).ret;
        let value = vm.result_as(state, value, ret)?;
        Checker { vm }.any_returns(self, state, value)
    }
}

impl Checker<'_, '_> {
    fn call_from_outside(
        &mut self,
        check: &mut Recheck<'_>,
        state: &State,
        key: u128,
        func: FuncId,
        args: &[Val],
    ) -> Step<(State, Vec<Val>)> {
        if check.calls.contains_key(&key) {
            check.reject("states that call a recursive function could not become one");
            return Err(Stop::End);
        }
        let activations = Rc::new(check.outline.calls.get(&key).cloned().unwrap_or_default());
        let mut known = self.names_of_outline(check);
        for scalar in &activations.start {
            if let Some(t) = self.scalar_of_call(state, args, None, scalar)? {
                known.insert(scalar.entry, t);
            }
        }
        let mut called = known.clone();
        self.scalars(state, args, None, &activations.start, &mut called)?;
        let mut requires = Vec::new();
        for (i, statement) in activations.requires.iter().enumerate() {
            let Some(holds) = self.told(check, statement, &called, None) else { continue };
            self.show_statement(check, state, holds, "a statement does not hold where a function is called");
            requires.push(i);
        }
        self.show_arguments(check, &activations, args, state, state);
        self.show_shapes_of_memory(check, &activations.differs, state, state)?;
        let mut body = state.clone();
        // A run need not come to such an activation.
        let comes = self.fresh(check, "comes", Sort::Bool);
        body.path = body.path.and(&mut self.vm.ledger.d.terms, comes);
        let mut any = Vec::new();
        for (n, v) in args.iter().enumerate() {
            any.push(self.any_value(check, &activations.differs, Where::Argument(n as u32), v)?);
        }
        self.any_memory(check, &activations.differs, &mut body)?;
        let mut begun = known.clone();
        self.scalars(&body, &any, None, &activations.start, &mut begun)?;
        for &i in &requires {
            self.assume_statement(check, &body, &activations.requires[i], &begun);
        }
        for scalar in &activations.start {
            if let Some(&t) = begun.get(&scalar.now) {
                check.names.insert(scalar.now, t);
            }
        }
        let calls = Calls { func, activations, known, start: body.clone(), begun, requires };
        check.calls.insert(key, calls);
        Ok((body, any))
    }

    fn call_within(&mut self, check: &mut Recheck<'_>, state: &State, key: u128, args: &[Val]) -> Step<()> {
        if self.vm.may_catch(state) {
            check.reject("a recursive function may catch exceptions");
        }
        let Some(calls) = check.calls.remove(&key) else {
            check.reject("a recursion is not known");
            return Err(Stop::End);
        };
        self.compare_with_start(check, &calls, state, true)?;
        self.show_arguments(check, &calls.activations, args, &calls.start, state);
        let mut called = calls.known.clone();
        self.scalars(state, args, None, &calls.activations.start, &mut called)?;
        for &i in &calls.requires {
            match self.told(check, &calls.activations.requires[i], &called, None) {
                Some(holds) => {
                    self.show_statement(check, state, holds, "a statement does not hold at a recursive call");
                }
                None => check.reject("a statement cannot be told at a recursive call"),
            }
        }
        check.calls.insert(key, calls);
        Ok(())
    }

    fn any_returns(&mut self, check: &mut Recheck<'_>, state: &State, value: Option<Val>) -> Step<()> {
        let key = state.frame.entry.ctx;
        let Some(calls) = check.calls.remove(&key) else {
            check.reject("a recursion is not known");
            return Ok(());
        };
        self.compare_with_start(check, &calls, state, false)?;
        if let Some(v) = &value {
            let known =
                matches!(v, Val::Int(_)) || calls.activations.differs.targets.contains_key(&Where::Result);
            if !known && !matches!(v, Val::Ptr(_)) {
                check.reject("an aggregate is returned");
            }
            self.show_shape(check, &calls.activations.differs, Where::Result, v, &calls.start, state);
        }
        let mut ended = calls.begun.clone();
        self.scalars(state, &[], value.as_ref(), &calls.activations.end, &mut ended)?;
        for statement in &calls.activations.ensures {
            // One that cannot be told at the call from outside cannot be told after it, either.
            match self.told(check, statement, &ended, None) {
                Some(holds) => {
                    self.show_statement(
                        check,
                        state,
                        holds,
                        "a statement does not hold where a function returns",
                    );
                }
                None => check.reject("a statement cannot be told where a function returns"),
            }
        }
        check.calls.insert(key, calls);
        Ok(())
    }

    /// Goes on after a call with any result.
    fn after_any(
        &mut self,
        check: &mut Recheck<'_>,
        state: &mut State,
        key: u128,
        args: &[Val],
    ) -> Step<Option<Val>> {
        let (activations, known, func) = match check.calls.get(&key) {
            Some(calls) => (calls.activations.clone(), calls.known.clone(), calls.func),
            None => return Err(Stop::End),
        };
        let mut after = known;
        self.scalars(state, args, None, &activations.start, &mut after)?;
        // The activation is evaluated later, but comes before: what is assumed here is not for it.
        let goes_on = self.fresh(check, "goes", Sort::Bool);
        state.path = state.path.and(&mut self.vm.ledger.d.terms, goes_on);
        self.any_memory(check, &activations.differs, state)?;
        let ret = self.vm.ledger.program.func(func).ret;
        let value =
            match (self.vm.ledger.program.types.get(ret), activations.differs.targets.get(&Where::Result)) {
                (Type::Void, _) => None,
                (_, Some(targets)) => Some(self.any_target(check, targets)?),
                // As long as no activation returns there is nothing after a call.
                (Type::Ptr(_), None) => return Err(Stop::End),
                _ => match self.bits_of(ret) {
                    Some(width) => Some(Val::Int(self.fresh(check, "result", Sort::Bv(width)))),
                    None => {
                        check.reject("an aggregate is returned");
                        return Err(Stop::End);
                    }
                },
            };
        self.scalars(state, &[], value.as_ref(), &activations.end, &mut after)?;
        for statement in &activations.ensures {
            self.assume_statement(check, state, statement, &after);
        }
        Ok(value)
    }

    fn bits_of(&self, ty: TypeId) -> Option<u32> {
        match self.vm.ledger.program.types.get(ty) {
            Type::Int(width) => Some(*width),
            Type::Float(kind) => Some(kind.bits()),
            _ => None,
        }
    }

    fn compare_with_start(
        &mut self,
        check: &mut Recheck<'_>,
        calls: &Calls,
        state: &State,
        inner: bool,
    ) -> Step<()> {
        let start = &calls.start;
        // Exhaustive, as in `compare.rs`. Callers' frames are suspended, and do not change.
        let State { path: _, frame: _, memory: _, heap, events: _, ending, thread: _ } = start;
        if *ending != state.ending || heap.is_some() || state.heap.is_some() {
            check.reject("exit handlers begin to run in a recursive function");
        }
        for o in start.memory.diff(&state.memory) {
            if start.memory.times(o).is_none() && self.vm.memory.space.is_exposed(o) {
                check.reject("the address of an object of one activation becomes an integer");
            }
        }
        let written = check.writes.of_function(calls.func).clone();
        self.show_same_memory(check, &calls.activations.differs, &written, &start.memory, state, inner)?;
        self.show_shapes_of_memory(check, &calls.activations.differs, start, state)
    }

    fn show_arguments(
        &mut self,
        check: &mut Recheck<'_>,
        activations: &Activations,
        args: &[Val],
        begun: &State,
        state: &State,
    ) {
        for (n, v) in args.iter().enumerate() {
            self.show_shape(check, &activations.differs, Where::Argument(n as u32), v, begun, state);
        }
    }

    fn assume_statement(
        &mut self,
        check: &mut Recheck<'_>,
        state: &State,
        statement: &Statement,
        map: &FxHashMap<Term, Term>,
    ) {
        if let Some(holds) = self.told(check, statement, map, None) {
            let here = self.vm.ledger.d.terms.implies(state.path.term(), holds);
            check.assume(here);
        }
    }

    fn scalar_of_call(
        &mut self,
        state: &State,
        args: &[Val],
        result: Option<&Val>,
        scalar: &Scalar,
    ) -> Step<Option<Term>> {
        match scalar.at {
            Where::Argument(n) => {
                Ok(args.get(n as usize).and_then(|v| super::cut::number_of(v, scalar.pointer)))
            }
            _ => self.scalar_in(state, result, scalar),
        }
    }

    fn scalars(
        &mut self,
        state: &State,
        args: &[Val],
        result: Option<&Val>,
        scalars: &[Scalar],
        map: &mut Map,
    ) -> Step<()> {
        for scalar in scalars {
            if let Some(t) = self.scalar_of_call(state, args, result, scalar)? {
                map.insert(scalar.now, t);
            }
        }
        Ok(())
    }
}
