//! What one instruction does to a state. It tells how control goes on as a [`Flow`], and leaves to the explorer which states
//! there are and to the policy how far they are followed.

mod arguments;
mod call;
mod compute;
mod constants;
mod control;
mod float;
mod inst;
mod intrinsic;
mod locals;
mod native;
mod poison;
mod raised;
mod start;
mod threads;
mod variadic;

pub use control::Entered;

use crate::base::Bits;
use crate::engine::bmc::ledger::{EvalOptions, Ledger, Step};
use crate::engine::bmc::memory::{Fixed, MemoryModel};
use crate::engine::bmc::state::{FnInfo, Frame, ObjId, State, Val};
use crate::ilr::Term;
use crate::program::{BlockId, FuncId, Inst, InstId, Program};
use crate::semantics::Native;
use rustc_hash::FxBuildHasher;
use std::collections::HashMap;
use std::rc::Rc;

/// A call that is to be entered.
#[derive(Clone)]
pub struct Call {
    /// The instruction.
    pub site: InstId,
    /// Function.
    pub func: FuncId,
    /// Arguments, as the parameters have them.
    pub args: Vec<Val>,
    /// The object that holds the arguments beyond the parameters.
    pub varargs: Option<ObjId>,
    /// Whether the caller passes copies of structures.
    pub by_value: bool,
}

/// How a state goes on after an instruction.
pub enum Flow {
    /// With the next instruction of the block.
    Next,
    /// At the start of another block.
    Jump(BlockId),
    /// At the start of one of these blocks. Their conditions exclude each other.
    Branch {
        /// When to which block.
        ways: Vec<(Term, BlockId)>,
        /// Whether the program says so without looking at a value.
        constant: bool,
    },
    /// In a function.
    Call(Call),
    /// In several functions that a pointer may name: the state itself in the last one, others in the other ones.
    Split(Vec<(State, Step<Flow>)>, Box<Step<Flow>>),
    /// In the calling function.
    Return(Option<Val>),
}

/// The interpreter.
pub struct Interp<'p> {
    /// What comes of the evaluation.
    pub ledger: Ledger<'p>,
    /// Memory.
    pub memory: MemoryModel,
    /// Functions without a body whose calls were given any result.
    pub undefined: Vec<FuncId>,
    /// Threads that the instruction has started, at their beginning.
    pub started: Vec<State>,
    /// The frame to which the arguments of the entry function belong.
    pub argument_frame: Option<Rc<Frame>>,
    natives: Vec<Option<Native>>,
    const_vals: Vec<Option<Val>>,
    infos: Vec<Option<Rc<FnInfo>>>,
    unspecified_seen: usize,
}

impl<'p> Interp<'p> {
    /// An interpreter of a program, with no state yet.
    pub fn new(program: &'p Program, options: EvalOptions, oracle: Option<Oracle>) -> Interp<'p> {
        let (known, objects) = oracle.map(|o| (o.values, o.objects)).unzip();
        let mut ledger = Ledger::new(program, options, known);
        let memory = MemoryModel::new(&mut ledger, objects);
        Interp {
            ledger,
            memory,
            undefined: Vec::new(),
            started: Vec::new(),
            argument_frame: None,
            natives: crate::semantics::natives(program),
            const_vals: vec![None; program.consts.len()],
            infos: vec![None; program.functions.len()],
            unspecified_seen: 0,
        }
    }

    /// The facts of a function.
    pub fn info(&mut self, f: FuncId) -> Rc<FnInfo> {
        let program = self.ledger.program;
        self.infos[f.index()].get_or_insert_with(|| Rc::new(FnInfo::new(program, program.func(f)))).clone()
    }

    /// The instruction that a state is at.
    pub fn current(&self, state: &State) -> (InstId, &'p Inst) {
        let f = self.ledger.program.func(state.frame.func);
        let id = f.block(state.frame.block).insts[state.frame.at];
        (id, f.inst(id))
    }
}

/// Values that a replay takes for what the evaluation left open.
#[derive(Clone, Default, Debug)]
pub struct Oracle {
    /// By identity of the event.
    pub values: HashMap<u128, Bits, FxBuildHasher>,
    /// Addresses and initial bytes of objects.
    pub objects: Fixed,
}
