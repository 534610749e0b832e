//! What a state gives rise to: obligations, inputs, objects, values of operands.

use super::eval::{Eval, Input, Step, Stop};
use super::facts::Named;
use super::memory::{Access, Base, OPEN_SIZE, ObjInfo, ObjState, Origin, Times, blank};
use super::obligation::{At, Kind, Obligation};
use super::state::{State, mix};
use super::value::{ObjId, Val};
use super::variable::InputId;
use crate::base::Bits;
use crate::ilr::{Sort, Term};
use crate::program::{ConstId, FuncId, GlobalId, InstId, LocId, TypeId, Value};
use crate::property::Check;
use crate::semantics::is_standard_cxx;

impl Eval<'_> {
    /// Records what must not be reachable.
    pub(super) fn oblige(&mut self, state: &State, kind: Kind, cond: Term, loc: Option<LocId>) {
        if self.d.terms.as_bool(cond) == Some(false) {
            return;
        }
        let loc = loc.or_else(|| self.caller_loc(state));
        let at = self.told_apart(state, loc);
        self.add_obligation(state, Obligation { kind, cond, loc, at });
    }

    fn add_obligation(&mut self, state: &State, obligation: Obligation) {
        if let Some(induction) = &mut self.induction
            && obligation.kind.is_of_run()
            && induction.is_assumed(state)
        {
            let holds = self.d.terms.not(obligation.cond);
            induction.assumptions.push(holds);
            return;
        }
        if let Some(check) = &mut self.recheck {
            check.obligation(&mut self.d.terms, state, &obligation);
            return;
        }
        if self.is_replay()
            && let Kind::Check(_) = obligation.kind
        {
            self.stopping = true;
        }
        self.obligations.push(obligation);
    }

    /// The place of the innermost user frame, for events inside our own models.
    pub(super) fn caller_loc(&self, state: &State) -> Option<LocId> {
        let mut frame = Some(&state.frame);
        while let Some(f) = frame {
            let func = self.program.func(f.func);
            if !func.model {
                let block = func.block(f.block);
                let upto = f.at.min(block.insts.len() - 1);
                let found = block.insts[..=upto].iter().rev().find_map(|&i| func.inst(i).loc);
                if found.is_some() {
                    return found;
                }
            }
            frame = f.parent.as_ref();
        }
        None
    }

    /// What tells an event from others of its kind: its place, or the instruction of the innermost user frame.
    fn told_apart(&self, state: &State, loc: Option<LocId>) -> At {
        if let Some(loc) = loc {
            return At::Place(loc);
        }
        let mut frame = &state.frame;
        while let (true, Some(parent)) = (self.program.func(frame.func).model, &frame.parent) {
            frame = parent;
        }
        let insts = &self.program.func(frame.func).block(frame.block).insts;
        At::Inst(frame.func, insts[frame.at.min(insts.len() - 1)])
    }

    /// A check is violated when `violated` holds. Ends the state when that is certain.
    pub(super) fn violate(
        &mut self,
        state: &State,
        inst: Option<LocId>,
        check: Check,
        violated: Term,
    ) -> Step<()> {
        if !self.options.checks.contains(check) {
            return Ok(());
        }
        let path = state.path.term();
        let cond = self.d.terms.and(path, violated);
        if self.d.terms.as_bool(cond) == Some(false) {
            return Ok(());
        }
        let model = self.program.func(state.frame.func).model;
        let loc = if model { self.caller_loc(state) } else { inst.or_else(|| self.caller_loc(state)) };
        let counted = self.counted(state, check, loc, cond)?;
        if self.d.terms.as_bool(counted) != Some(false) {
            let at = self.told_apart(state, loc);
            self.add_obligation(state, Obligation { kind: Kind::Check(check), cond: counted, loc, at });
        }
        if cond == path { Err(Stop::End) } else { Ok(()) }
    }

    /// Whether what ends a run has to be known to end it.
    pub(super) fn must_end(&self) -> bool {
        self.options.checks.contains(Check::Termination)
    }

    /// When a violation counts, where not all do: at the target, and first on its run. Others are met in their order.
    fn counted(&mut self, state: &State, check: Check, loc: Option<LocId>, cond: Term) -> Step<Term> {
        let Some(target) = self.options.target.clone() else { return Ok(cond) };
        let b = &mut self.d.terms;
        let placed = match (&target.places, loc) {
            (None, _) => true,
            (Some(places), Some(loc)) => places.get(loc.index()) == Some(&true),
            (Some(_), None) => false,
        };
        let before = self.elsewhere.unwrap_or_else(|| b.ff());
        let not_before = b.not(before);
        let first = b.and(cond, not_before);
        let lost = matches!(check, Check::Leak | Check::LeakAtExit);
        let reached = if placed || lost { self.reached(state, target.reached)? } else { self.d.terms.ff() };
        let b = &mut self.d.terms;
        let counted = b.and(first, reached);
        let other = b.not(reached);
        let other = b.and(first, other);
        self.elsewhere = Some(b.or(before, other));
        Ok(counted)
    }

    /// Whether a variable has a value.
    fn reached(&mut self, state: &State, which: Option<(GlobalId, u32)>) -> Step<Term> {
        let Some((global, value)) = which else { return Ok(self.d.terms.tt()) };
        let o = self.globals[global.index()];
        let Some(mut object) = state.memory.get(o).cloned() else { return Ok(self.d.terms.ff()) };
        let now = Access { b: &mut self.d.terms, space: &mut self.space, obj: o, state: &mut object }
            .load_at(0, 4)?;
        let now = self.int_of(&now)?;
        let value = self.d.terms.bv(32, u64::from(value));
        Ok(self.d.terms.eq(now, value))
    }

    pub(super) fn unsupported(&mut self, state: &State, loc: Option<LocId>, what: String) {
        let cond = state.path.term();
        let model = self.program.func(state.frame.func).model;
        let loc = if model { None } else { loc };
        self.oblige(state, Kind::Unsupported(what), cond, loc);
    }

    /// A value that the program does not determine; the same at every visit of one position.
    pub(super) fn input(
        &mut self,
        state: &mut State,
        inst: InstId,
        id: InputId,
        width: u32,
        what: &str,
    ) -> Term {
        let key = state.frame.key(inst, id);
        if let Some(oracle) = &self.oracle {
            let value = oracle.values.get(&key).filter(|v| v.width() == width).cloned();
            let value = value.unwrap_or_else(|| Bits::new(width, 0));
            return self.d.terms.constant(&value);
        }
        self.events += 1;
        state.events = self.events;
        if let Some(&t) = self.by_key.get(&key) {
            self.log_value(state, id, t);
            return t;
        }
        let name = format!("{what}!{}", self.inputs.len());
        let term = id.kind().var(&mut self.d.terms, &name, Sort::Bv(width));
        self.by_key.insert(key, term);
        self.inputs.push(Input { key, term });
        self.log_value(state, id, term);
        term
    }

    /// A new object in a state, made by its current instruction.
    pub(super) fn make_object(&mut self, state: &mut State, info: ObjInfo, base: Base) -> ObjId {
        let o = self.new_object(state, info, base);
        self.log_object(state, o, 0);
        o
    }

    /// A new object in a state.
    pub(super) fn new_object(&mut self, state: &mut State, info: ObjInfo, base: Base) -> ObjId {
        let origin = info.origin.clone();
        let o = self.space.make(info);
        if let Some(check) = &mut self.recheck {
            check.note_object(self.program, state, o, &origin);
        }
        let live = self.d.terms.tt();
        let content = blank(base);
        let born = smallvec::smallvec![(self.tick(), live)];
        state.memory.set(o, ObjState { live, content, born, ended: Times::new() });
        o
    }

    pub(super) fn zero_base(&mut self) -> Base {
        Base::Fill(self.d.terms.bv(8, 0))
    }

    pub(super) fn make_globals(&mut self, state: &mut State) -> Step<()> {
        let program = self.program;
        let width = self.width();
        let named = Named::new(program);
        for (i, g) in program.globals.iter().enumerate() {
            let size = program.types.layout(g.ty).alloc_size;
            // Of the C++ library's objects nothing is known.
            let outside = g.init.is_none() && is_standard_cxx(&g.name);
            let size = if outside { OPEN_SIZE } else { size };
            let term = self.d.terms.bv(width, size);
            let info = ObjInfo {
                origin: if outside { Origin::Outside } else { Origin::Global(GlobalId::new(i)) },
                size: term,
                size_const: Some(size),
                // What is only declared may be defined without `const` elsewhere.
                constant: g.constant && g.init.is_some(),
                loc: None,
                key: mix(0x610b, i as u128),
            };
            let base = if g.init.is_some() { self.zero_base() } else { Base::Undef(0) };
            let o = self.new_object(state, info, base);
            self.space.align(o, g.align);
            if g.init.is_none() && !outside {
                self.declared.insert(o);
            }
            if program.extent_is_unknown(g) {
                self.space.set_open_ended(o);
            }
            if !named.globals[i] {
                self.space.hide(o);
            }
            self.globals.push(o);
        }
        for i in 0..program.functions.len() {
            let zero = self.d.terms.bv(width, 0);
            let info = ObjInfo {
                origin: Origin::Code(FuncId::new(i)),
                size: zero,
                size_const: Some(0),
                constant: true,
                loc: None,
                key: mix(0xc0de, i as u128),
            };
            let base = self.zero_base();
            let o = self.new_object(state, info, base);
            if !named.functions[i] {
                self.space.hide(o);
            }
            self.functions.push(o);
        }
        for (i, g) in program.globals.iter().enumerate() {
            if let Some(init) = g.init {
                self.flat_zero(state, self.globals[i])?;
                self.initialise(state, self.globals[i], 0, init, g.ty)?;
            } else if self.flat.is_some() && self.options.checks.contains(Check::Uninit) {
                // Bytes of its own, which are not those that the program has to write.
                self.flat_blank(state, self.globals[i], 1)?;
            }
        }
        Ok(())
    }

    pub(super) fn constant_value(&mut self, state: &mut State, c: ConstId) -> Step<Val> {
        if let Some(v) = &self.const_vals[c.index()] {
            return Ok(v.clone());
        }
        let (v, fixed) = self.constant(state, c)?;
        if fixed {
            self.const_vals[c.index()] = Some(v.clone());
        }
        Ok(v)
    }

    /// Value of an operand of a type.
    pub(super) fn value(&mut self, state: &mut State, v: Value, _ty: TypeId) -> Step<Val> {
        self.operand(state, v)
    }

    /// Value of an operand.
    pub(super) fn operand(&mut self, state: &mut State, v: Value) -> Step<Val> {
        match v {
            Value::Inst(i) => state.frame.regs[i.index()]
                .clone()
                .ok_or_else(|| Stop::Unsupported("use of a value before its definition".to_owned())),
            Value::Arg(i) => state
                .frame
                .args
                .get(i as usize)
                .cloned()
                .ok_or_else(|| Stop::Unsupported("call with too few arguments".to_owned())),
            Value::Const(c) => self.constant_value(state, c),
        }
    }
}
