//! Recursive functions that no bound suffices for are cut at their calls (C. A. R. Hoare, "Procedures and parameters: an
//! axiomatic approach", 1971).
//!
//! A call of such a function from outside of its recursion continues in two states:
//!
//! - One stands for *any* activation within the call. Its parameters, and the memory that the recursion changes, are havocked.
//!   Its body is evaluated once, and the evaluation ends at its return.
//! - The other one continues after the call, with the result and the changed memory havocked.
//!
//! Calls of the function within that body, direct or through other functions, are not followed: they continue only after the
//! call, in the same way. There are two kinds of candidate invariants. Those about the start of activations are proven at all
//! calls and assumed in the body. Those about the end are proven at the body's return and assumed after all calls.
//!
//! **Why a refuted evaluation is a proof.** Take a run with a first violation, of a check or of a candidate, during a call from
//! outside. Take the last activation of the function that is in progress then, and give its initial values to the havocked
//! values of the body. The candidates about its start hold, as do those about the ends of all calls that it has completed, because
//! these lie before the first violation. No later activation is in progress at the violation, so the violation satisfies its
//! condition in the body. If the violation comes after the call, the havocked result is given the value of the run.
//!
//! This requires that memory at the start of any activation equals memory at the call from outside. Exceptions are what is
//! havocked, and local objects that the activation cannot reach: no pointer to them is in its parameters or in what is
//! havocked, and none of their addresses has become an integer. Objects that outlive such a call, or are freed in it, are left to
//! bounds, as are exceptions that an activation may catch.

use super::Cutter;
use super::havoc::Found;
use super::{Induction, Instance, Moment, Place, ScalarSlot, Spot};
use crate::engine::bmc::interp::{Call, Interp};
use crate::engine::bmc::ledger::{Step, Stop};
use crate::engine::bmc::policy::Passed;
use crate::engine::bmc::state::{Frame, InputId, Memory, State, Val, mix};
use crate::ilr::{Sort, Term};
use crate::program::Program;
use crate::program::{FuncId, Type, TypeId};

/// A call of a recursive function from outside of its recursion, with all activations of the function within it.
pub struct Recursion {
    /// The candidates about the start of an activation.
    pub entry: Instance,
    /// The candidates about its end: the scalars are those of the start, then the result if it is one, then those of memory at the
    /// end. The first of [`Instance::uses`] is after the call from outside, the others after the calls in
    /// [`Instance::backs`] of the entry, in the same order.
    pub exit: Instance,
    /// Memory at the start of an activation.
    head: Memory,
    /// What was havocked then.
    values: Found,
}

impl Recursion {
    /// Whether the function has a result that candidates are about.
    pub fn has_result(&self) -> bool {
        self.exit.slots.iter().any(|s| s.place == Place::Result)
    }
}

impl Induction {
    /// Whether recursion of a function is cut.
    pub fn cuts_calls(&self, func: FuncId) -> bool {
        self.cuts.functions.contains(&func)
    }

    /// Whether a frame is that of any activation.
    pub fn is_any(&self, frame: &Frame) -> bool {
        self.recursions.get(&frame.entry.ctx).is_some_and(|r| r.entry.func == frame.func)
    }

    /// The recursion that a call belongs to.
    fn recursion_of(&self, state: &State, func: FuncId) -> Option<u128> {
        let mut frame = Some(&state.frame);
        while let Some(f) = frame {
            if f.func == func && self.is_any(f) {
                return Some(f.entry.ctx);
            }
            frame = f.parent.as_ref();
        }
        None
    }
}

impl Induction {
    /// Calls a function whose recursion is cut.
    pub fn call(&mut self, vm: &mut Interp<'_>, state: &mut State, call: &Call) -> Step<Passed> {
        let mut cutter = Cutter { vm };
        let found = (0..).map(Place::Parameter).zip(call.args.iter().cloned()).collect();
        let (key, before, body) = match self.recursion_of(state, call.func) {
            Some(key) => (key, cutter.call_again(self, state, key, found)?, None),
            None => cutter.call_first(self, state, call, found)?,
        };
        let value = cutter.after_call(self, state, key, before);
        if value.is_err() {
            let exit = &mut self.recursions.get_mut(&key).expect("it is there").exit;
            exit.uses.push(Moment::new(vm.ledger.d.terms.ff(), exit.heads()));
        }
        // The body is evaluated even where nothing is known to return yet.
        Ok(Passed { body, value })
    }

    /// The end of any activation.
    pub fn returns(&mut self, vm: &mut Interp<'_>, state: &mut State, value: Option<Val>) -> Step<()> {
        let key = state.frame.entry.ctx;
        let ret = vm.ledger.program.func(state.frame.func).ret;
        let value = vm.result_as(state, value, ret)?;
        Cutter { vm }.end_activation(self, state, key, value)
    }

    /// Whether a call can be cut: its function is, and what is passed is represented by the parameters alone.
    pub fn is_cut(&mut self, program: &Program, call: &Call) -> bool {
        if !self.cuts_calls(call.func) {
            return false;
        }
        if program.func(call.func).vararg || call.by_value {
            self.fail("a recursive function with variable arguments or structures as arguments");
            return false;
        }
        true
    }
}

impl Cutter<'_, '_> {
    /// A call from outside: what the scalars are then, and the state in which any activation starts, with its arguments.
    #[allow(clippy::type_complexity, reason = "only used above")]
    fn call_first(
        &mut self,
        induction: &mut Induction,
        state: &State,
        call: &Call,
        args: Found,
    ) -> Step<(u128, Vec<Term>, Option<(State, Vec<Val>)>)> {
        // As the frame will have it.
        let key = mix(state.frame.key(call.site, InputId::Activation), call.func.index() as u128);
        if induction.recursions.contains_key(&key) {
            induction.fail("states that call a recursive function could not become one");
            return Err(Stop::End);
        }
        let mut body = state.clone();
        // Nothing is assumed about what comes after a first violation (`mod.rs`).
        let beyond = self.vm.ledger.goes_beyond();
        body.path = body.path.and(&mut self.vm.ledger.d.terms, beyond);
        let mut entry = Instance::new(call.func, Spot::Entry, state.path.term());
        let mut values = Found::new();
        for (place, v) in &args {
            let new = self.havoc_value(induction, state, key, *place, (v, Some(v)), &mut entry.slots)?;
            values.push((*place, new));
        }
        let outside = Some(&state.memory);
        values.extend(self.havoc_memory(induction, key, &mut body, outside, &mut entry.slots)?.0);
        entry.uses.push(Moment::new(body.path.term(), entry.heads()));
        let exit = self.exit_of(&entry);
        let before = entry.slots.iter().map(|s| s.entry).collect();
        let args =
            values.iter().filter(|v| matches!(v.0, Place::Parameter(_))).map(|v| v.1.clone()).collect();
        let head = body.memory.clone();
        induction.recursions.insert(key, Recursion { entry, exit, head, values });
        Ok((key, before, Some((body, args))))
    }

    /// What facts about the end of an activation are about.
    fn exit_of(&mut self, entry: &Instance) -> Instance {
        let mut exit = Instance::new(entry.func, Spot::Return, self.vm.ledger.d.terms.ff());
        exit.slots.extend(entry.slots.iter().map(|s| ScalarSlot { entry: s.head, ..s.clone() }));
        let ret = self.vm.ledger.program.func(entry.func).ret;
        if let Some(width) = self.scalar_width(ret) {
            let head = self.variable("any", Sort::Bv(width));
            exit.slots.push(ScalarSlot { place: Place::Result, object: None, entry: head, head });
        }
        for slot in entry.slots.iter().filter(|s| matches!(s.place, Place::Cell { .. })) {
            let head = self.variable("any", self.vm.ledger.d.terms.sort(slot.head));
            exit.slots.push(ScalarSlot { entry: head, head, ..slot.clone() });
        }
        exit
    }

    fn scalar_width(&self, ty: TypeId) -> Option<u32> {
        match self.vm.ledger.program.types.get(ty) {
            Type::Int(width) => Some(*width),
            Type::Float(kind) => Some(kind.bits()),
            _ => None,
        }
    }

    /// A call within the recursion: what the scalars are then.
    fn call_again(
        &mut self,
        induction: &mut Induction,
        state: &State,
        key: u128,
        mut now: Found,
    ) -> Step<Vec<Term>> {
        if self.vm.may_catch(state) {
            induction.fail("a recursive function may catch exceptions");
        }
        let values = self.arrive_again(induction, state, key, &mut now, true)?;
        let recursion = induction.recursions.get_mut(&key).expect("it was found");
        recursion.entry.backs.push(Moment::new(state.path.term(), values.clone()));
        Ok(values)
    }

    /// Compares a state within an activation with its start: the values of the entry's scalars.
    fn arrive_again(
        &mut self,
        induction: &mut Induction,
        state: &State,
        key: u128,
        now: &mut Found,
        inner: bool,
    ) -> Step<Vec<Term>> {
        let recursion = &induction.recursions[&key];
        let (head, slots) = (recursion.head.clone(), recursion.entry.slots.clone());
        let places: Vec<Place> = recursion.values.iter().map(|v| v.0).collect();
        for o in head.diff(&state.memory) {
            if head.times(o).is_none() && self.vm.memory.space.is_exposed(o) {
                induction.fail("the address of an object of one activation becomes an integer");
            }
        }
        self.compare_memory(induction, key, &head, state, inner)?;
        for place in places {
            self.now_at(induction, state, key, place, now)?;
        }
        self.note_again(induction, key, now, (&head, state));
        // At the return, what the parameters were is what was havocked.
        if !inner {
            return Ok(Vec::new());
        }
        Ok(self.slot_values(induction, &slots, now))
    }

    /// Goes on after a call with any result.
    fn after_call(
        &mut self,
        induction: &mut Induction,
        state: &mut State,
        key: u128,
        before: Vec<Term>,
    ) -> Step<Option<Val>> {
        // Whether the run is followed beyond here.
        let beyond = self.vm.ledger.goes_beyond();
        state.path = state.path.and(&mut self.vm.ledger.d.terms, beyond);
        let (now, _) = self.havoc_memory(induction, key, state, None, &mut Vec::new())?;
        let ret = self.vm.ledger.program.func(induction.recursions[&key].entry.func).ret;
        let program = self.vm.ledger.program;
        let mut values = before;
        let value = match (program.types.get(ret), self.scalar_width(ret)) {
            (Type::Void, _) => None,
            (_, Some(width)) => {
                let any = self.variable("any", Sort::Bv(width));
                values.push(any);
                Some(Val::Int(any))
            }
            (Type::Ptr(_), _) => {
                let targets = induction.changes.get(&key).and_then(|c| c.targets.get(&Place::Result));
                // As long as no activation returns there is nothing after a call.
                let Some(targets) = targets.cloned() else { return Err(Stop::End) };
                Some(self.any_pointer(&mut Vec::new(), Place::Result, None, &targets)?)
            }
            _ => return Err(Stop::Unsupported("an aggregate that a recursive function returns".to_owned())),
        };
        values.extend(self.cells_of(induction, key, &now));
        let recursion = induction.recursions.get_mut(&key).expect("it is there");
        recursion.exit.uses.push(Moment::new(state.path.term(), values));
        Ok(value)
    }

    /// The scalars of memory at the end of an activation.
    fn cells_of(&mut self, induction: &mut Induction, key: u128, now: &Found) -> Vec<Term> {
        let slots = &induction.recursions[&key].entry.slots;
        let cells: Vec<ScalarSlot> =
            slots.iter().filter(|s| matches!(s.place, Place::Cell { .. })).cloned().collect();
        self.slot_values(induction, &cells, now)
    }

    fn end_activation(
        &mut self,
        induction: &mut Induction,
        state: &State,
        key: u128,
        value: Option<Val>,
    ) -> Step<()> {
        let mut now: Found = value.iter().map(|v| (Place::Result, v.clone())).collect();
        self.arrive_again(induction, state, key, &mut now, false)?;
        let recursion = &induction.recursions[&key];
        let mut values = recursion.entry.heads();
        if recursion.has_result() {
            match value {
                Some(Val::Int(t)) => values.push(t),
                _ => {
                    induction.fail("a function returns something else than it says");
                    return Err(Stop::End);
                }
            }
        }
        values.extend(self.cells_of(induction, key, &now));
        let recursion = induction.recursions.get_mut(&key).expect("it is there");
        recursion.exit.backs.push(Moment::new(state.path.term(), values));
        Ok(())
    }
}
