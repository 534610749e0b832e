//! Where control goes from an instruction, and what calls and returns pass on.

use super::{Flow, Interp};
use crate::engine::bmc::ledger::{Kind, Step, Stop};
use crate::engine::bmc::state::{Frame, InputId, ObjId, State, Val, mix};
use crate::ilr::Term;
use crate::program::{BlockId, FuncId, InstId, InstKind, LocId, Type, TypeId, Value};
use crate::property::Check;
use smallvec::SmallVec;
use std::rc::Rc;

impl Interp<'_> {
    /// Goes to the start of a block of the same function: computes its phis.
    pub fn enter_block(&mut self, state: &mut State, from: BlockId, to: BlockId) -> Step<()> {
        let f = self.ledger.program.func(state.frame.func);
        // The phis of each way count for themselves, as a replay takes one way only.
        self.ledger.serial = (to.index() as u32 + 1) << 12;
        let block = f.block(to);
        let mut values: SmallVec<[(InstId, Val); 4]> = SmallVec::new();
        let mut taken: SmallVec<[(InstId, Value); 4]> = SmallVec::new();
        for &id in &block.insts {
            let InstKind::Phi(incoming) = &f.inst(id).kind else { break };
            let v = incoming.iter().find(|(b, _)| *b == from).map(|(_, v)| *v);
            let v = v.ok_or_else(|| Stop::Unsupported("phi without its predecessor".to_owned()))?;
            values.push((id, self.operand(state, v)?));
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
        Ok(())
    }

    /// Puts an activation of a function on top of a state. `recursion`: activations of it below that a decision led to.
    pub fn push_frame(&mut self, state: &mut State, call: Entered, recursion: u32) {
        let made = if call.from_call { InputId::Activation } else { InputId::Handler };
        let ctx = mix(state.frame.key(call.site, made), call.func.index() as u128);
        let info = self.info(call.func);
        let f = self.ledger.program.func(call.func);
        let frame = Frame {
            func: call.func,
            info,
            depth: state.frame.depth + 1,
            parent: Some(state.frame.clone()),
            ctx,
            regs: vec![None; f.insts.len()],
            args: call.args,
            varargs: call.varargs,
            block: BlockId::new(0),
            at: 0,
            iterations: SmallVec::new(),
            vars: Vec::new(),
            stack: Vec::new(),
            dynamic: Vec::new(),
            entry: state.path.term(),
            recursion,
            from_call: call.from_call,
            poison: Vec::new(),
        };
        state.frame = Rc::new(frame);
        state.enter_loops(BlockId::new(0));
    }

    /// Ends what ends with the running activation.
    pub fn end_locals(&mut self, state: &mut State) {
        let stack = std::mem::take(&mut state.top().stack);
        for o in stack.into_iter().chain(state.frame.varargs) {
            self.memory.end_object(&mut self.ledger, state, o);
        }
    }

    /// The number of phis at the start of a state's block.
    pub fn phis_at(&self, state: &State) -> usize {
        let f = self.ledger.program.func(state.frame.func);
        let insts = &f.block(state.frame.block).insts;
        insts.iter().take_while(|&&i| matches!(f.inst(i).kind, InstKind::Phi(_))).count()
    }
}

/// A function that is entered.
pub struct Entered {
    /// Function.
    pub func: FuncId,
    /// Arguments.
    pub args: Rc<[Val]>,
    /// The object that holds the arguments beyond the parameters.
    pub varargs: Option<ObjId>,
    /// The instruction that led to it.
    pub site: InstId,
    /// Whether that is a call, which gets the result.
    pub from_call: bool,
}

impl Interp<'_> {
    /// Whether an exception that the current call throws would be seen by the program, as a handler or cleanup is
    /// entered; otherwise it ends the run.
    pub fn may_catch(&self, state: &State) -> bool {
        let mut frame = &state.frame;
        loop {
            let f = self.ledger.program.func(frame.func);
            let next = f.block(frame.block).insts.get(frame.at + 1);
            if next.is_some_and(|&i| matches!(f.inst(i).kind, InstKind::InvokeEnd { .. })) {
                return true;
            }
            match &frame.parent {
                Some(caller) if frame.from_call && !f.nounwind => frame = caller,
                _ => return false,
            }
        }
    }

    /// The model of what runs the functions that were registered for the program's end.
    pub fn exit_handlers(&self) -> Option<FuncId> {
        self.ledger
            .program
            .function("__bmc_run_exit_handlers")
            .filter(|&f| self.ledger.program.func(f).is_defined())
    }

    /// Whether a loop without any input does not change the state, so that it never ends: nothing is stored
    /// and no instruction in it has a result that another iteration could see.
    pub fn repeats(&mut self, state: &State, head: BlockId) -> bool {
        let f = self.ledger.program.func(state.frame.func);
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

    /// A branch to the address of a block. Any other address than one of `dests` is undefined.
    pub fn indirect_branch(
        &mut self,
        state: &mut State,
        address: Value,
        dests: &[BlockId],
        loc: Option<LocId>,
    ) -> Step<Flow> {
        let p = self.operand(state, address)?;
        let p = self.memory.pointer(&mut self.ledger, state, p)?;
        let here = self.memory.functions[state.frame.func.index()];
        let mut ways: Vec<(Term, BlockId)> = Vec::with_capacity(dests.len());
        let mut any = self.ledger.d.terms.ff();
        for &to in dests {
            if ways.iter().any(|w| w.1 == to) {
                continue;
            }
            let mut cond = self.ledger.d.terms.ff();
            for c in &p.cases {
                // In the flat model, an address out of memory has lost what it is of.
                let start = match self.memory.space.is_area(c.obj) {
                    true => self.memory.start_address(&mut self.ledger, here)?,
                    false if c.obj == here => self.ledger.d.terms.bv(self.memory.space.width, 0),
                    false => continue,
                };
                let b = &mut self.ledger.d.terms;
                let k = b.bv(self.memory.space.width, to.index() as u64 + 1);
                let place = b.add(start, k);
                let same = b.eq(c.off, place);
                let both = b.and(c.cond, same);
                cond = b.or(cond, both);
            }
            any = self.ledger.d.terms.or(any, cond);
            ways.push((cond, to));
        }
        let none = self.ledger.d.terms.not(any);
        self.ledger.violate(state, loc, Check::Unreachable, none)?;
        if !self.ledger.options.checks.contains(Check::Unreachable) {
            let undefined = self.ledger.d.terms.and(state.path.term(), none);
            self.ledger.oblige(state, Kind::Undefined(Check::Unreachable), undefined, loc);
        }
        Ok(Flow::Branch { ways, constant: false })
    }

    /// What a function returns as the result of a call, which may have another type.
    pub fn result_as(&mut self, state: &mut State, value: Option<Val>, ty: TypeId) -> Step<Option<Val>> {
        Ok(match (value, self.ledger.program.types.get(ty)) {
            (_, Type::Void) => None,
            (Some(v), _) => Some(self.fit(state, v, ty)?),
            (None, _) => Some(self.unknown(state, ty)?),
        })
    }

    /// Looks for lost objects at the head of a loop, where the run has just come.
    pub fn lost_after_iteration(&mut self, state: &State, decided: bool) -> Step<()> {
        let f = self.ledger.program.func(state.frame.func);
        // What variables hold from here on is told by records that follow.
        let mut here = state.clone();
        loop {
            let id = f.block(here.frame.block).insts[here.frame.at];
            let inst = f.inst(id);
            if !matches!(inst.kind, InstKind::DebugValue { .. } | InstKind::DebugDeclare { .. }) {
                break;
            }
            self.instruction(&mut here, id, inst)?;
            here.top().at += 1;
        }
        self.memory.look_for_lost(&mut self.ledger, &here, true, decided)
    }
}
