//! Where control goes from an instruction, and what calls and returns pass on.

use super::Interp;
use crate::analysis::LoopId;
use crate::engine::bmc::ledger::{Step, Stop};
use crate::engine::bmc::state::{Activation, Frame, InputId, Locals, Notes, ObjId, State, Val, mix};
use crate::program::{BlockId, Callee, FuncId, Function, InstId, InstKind, Intrinsic, Value};
use smallvec::SmallVec;
use std::rc::Rc;

/// Functions that wait for a condition variable.
const WAITS: [&str; 2] = ["pthread_cond_wait", "cnd_wait"];

/// In the names of functions that tell whether a mutex is held.
const TRIES: [&str; 3] = ["trylock", "timedlock", "clocklock"];

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
            let now = self.operand(state, v)?;
            values.push((id, now.on_path(&mut self.ledger.d.terms, state.path.term())));
            taken.push((id, v));
        }
        if !state.frame.notes.poison.is_empty() {
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
        let atomic = state.frame.entry.atomic || f.name.starts_with("__VERIFIER_atomic_");
        if atomic {
            // It begins with the call, which the machine counts.
            self.memory.begin_section(&mut self.ledger, state);
        }
        if atomic && !state.frame.entry.atomic {
            self.memory.fence(&mut self.ledger, state);
        }
        let frame = Frame {
            func: call.func,
            info,
            parent: Some(state.frame.clone()),
            entry: Activation {
                ctx,
                depth: state.frame.entry.depth + 1,
                args: call.args,
                varargs: call.varargs,
                path: state.path.term(),
                recursion,
                from_call: call.from_call,
                atomic,
            },
            regs: vec![None; f.insts.len()],
            block: BlockId::new(0),
            at: 0,
            iterations: SmallVec::new(),
            locals: Locals::default(),
            notes: Notes::default(),
        };
        state.frame = Rc::new(frame);
        state.enter_loops(BlockId::new(0));
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
    /// The model of what runs the functions that were registered for the program's end.
    pub fn exit_handlers(&self) -> Option<FuncId> {
        self.ledger
            .program
            .function("__bmc_run_exit_handlers")
            .filter(|&f| self.ledger.program.func(f).is_defined())
    }

    /// Whether a loop without any input does not change the state, so that it never ends, unless another thread ends it: nothing
    /// is stored and no instruction in it has a result that another iteration could see.
    pub fn repeats(&mut self, state: &State, head: BlockId) -> bool {
        self.changes_nothing(state, head, false)
    }

    /// Whether a loop does nothing but wait for a condition variable, with the mutex that it holds when it begins. Two such
    /// iterations do what one does that waits for longer, unless somebody looks whether the mutex is free between them.
    pub fn waits_only(&mut self, state: &State, head: BlockId) -> bool {
        let may_look = |f: &Function| TRIES.iter().any(|what| f.source_name.contains(what));
        !self.ledger.program.functions.iter().any(may_look) && self.changes_nothing(state, head, true)
    }

    /// With `may_wait` it may wait at one instruction.
    fn changes_nothing(&self, state: &State, head: BlockId, may_wait: bool) -> bool {
        let mut left = u32::from(may_wait);
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
                        | InstKind::Gep { .. }
                        | InstKind::Br(_)
                        | InstKind::CondBr { .. }
                        | InstKind::Switch { .. }
                        | InstKind::DebugValue { .. }
                        | InstKind::DebugDeclare { .. }
                        | InstKind::Call { callee: Callee::Intrinsic(Intrinsic::Nop), .. }
                );
                // Volatile memory of threads is ordinary memory.
                let reads = matches!(inst.kind, InstKind::Load { volatile, .. } if !volatile || state.thread.concurrent);
                // A phi is harmless when it has just taken the value that it had.
                let steady = match &inst.kind {
                    InstKind::Phi(incoming) if b == head => incoming.iter().all(|(from, v)| {
                        !state.frame.info.loops.contains(it.of, *from) || *v == Value::Inst(i)
                    }),
                    _ => false,
                };
                let waits = left > 0 && self.is_wait(state, it.of, &inst.kind);
                left -= u32::from(waits);
                pure || reads || steady || waits
            })
        })
    }

    /// Whether an instruction of a loop waits for the same condition variable, with the same mutex, each time.
    fn is_wait(&self, state: &State, of: LoopId, kind: &InstKind) -> bool {
        let InstKind::Call { callee: Callee::Direct(f), args, .. } = kind else { return false };
        let own = self.ledger.program.func(state.frame.func);
        let is_fixed = |v: &Value| match v {
            Value::Inst(i) => {
                let within = |b: &BlockId| own.block(*b).insts.contains(i);
                !state.frame.info.loops.members(of).iter().any(within)
            }
            Value::Arg(_) | Value::Const(_) => true,
        };
        WAITS.contains(&self.ledger.program.func(*f).source_name.as_str()) && args.iter().all(is_fixed)
    }
}
