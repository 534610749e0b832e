//! States of the evaluation: a path condition, a stack of frames, a memory.

use std::cmp::Ordering;
use std::rc::Rc;

use smallvec::SmallVec;

use super::flat::HeapState;
use super::memory::Memory;
use super::path::Path;
use super::value::{ObjId, Val};
use crate::analysis::{LoopForest, LoopId};
use crate::ilr::Term;
use crate::program::{BlockId, Callee, FuncId, Function, InstId, InstKind, Program, Value};
use crate::property::handler;

/// Facts about a function that the evaluation needs at every step.
pub struct FnInfo {
    /// Its loops.
    pub loops: LoopForest,
    /// Per block: instructions whose value is needed from the block's first non-phi on.
    live: Vec<Box<[InstId]>>,
    /// Blocks that do nothing but report a violation and end the run.
    reports: Vec<bool>,
}

impl FnInfo {
    /// Computes them.
    pub fn new(program: &Program, f: &Function) -> FnInfo {
        FnInfo { loops: LoopForest::new(f), live: liveness(f), reports: reports(program, f) }
    }

    /// Whether a block only reports a violation and ends the run.
    pub fn only_reports(&self, b: BlockId) -> bool {
        self.reports[b.index()]
    }

    /// Instructions whose value may be used at or after the start of a block, its own phis included.
    pub fn live_in(&self, b: BlockId) -> &[InstId] {
        &self.live[b.index()]
    }
}

/// Blocks without loops or forks that call a sanitizer's handler and end in `unreachable`.
fn reports(program: &Program, f: &Function) -> Vec<bool> {
    let handles = |kind: &InstKind| match kind {
        InstKind::Call { callee: Callee::Direct(g), .. } => handler(&program.func(*g).name).is_some(),
        _ => false,
    };
    let harmless = |kind: &InstKind| matches!(kind, InstKind::Cast { .. } | InstKind::DebugValue { .. });
    f.blocks
        .iter()
        .map(|b| {
            let Some((&last, rest)) = b.insts.split_last() else { return false };
            matches!(f.inst(last).kind, InstKind::Unreachable)
                && rest.iter().any(|&i| handles(&f.inst(i).kind))
                && rest.iter().all(|&i| handles(&f.inst(i).kind) || harmless(&f.inst(i).kind))
        })
        .collect()
}

/// Calls `each` on the operands that an instruction computes with; debug records compute nothing.
pub fn operands(kind: &InstKind, mut each: impl FnMut(Value)) {
    match kind {
        InstKind::Binary { a, b, .. }
        | InstKind::FBinary { a, b, .. }
        | InstKind::Icmp { a, b, .. }
        | InstKind::Fcmp { a, b, .. }
        | InstKind::ShuffleVector { a, b, .. } => [*a, *b].into_iter().for_each(each),
        InstKind::Fneg(v)
        | InstKind::Freeze(v)
        | InstKind::VaArg(v)
        | InstKind::Cast { v, .. }
        | InstKind::ExtractValue { agg: v, .. }
        | InstKind::Load { ptr: v, .. }
        | InstKind::Alloca { count: v, .. }
        | InstKind::Switch { v, .. }
        | InstKind::IndirectBr { addr: v, .. }
        | InstKind::CondBr { c: v, .. } => each(*v),
        InstKind::Select { c, a, b } => [*c, *a, *b].into_iter().for_each(each),
        InstKind::InsertValue { agg, v, .. } => [*agg, *v].into_iter().for_each(each),
        InstKind::ExtractElement { vec, index } => [*vec, *index].into_iter().for_each(each),
        InstKind::InsertElement { vec, v, index } => [*vec, *v, *index].into_iter().for_each(each),
        InstKind::Gep { base, terms, .. } => {
            each(*base);
            terms.iter().for_each(|t| each(t.index));
        }
        InstKind::Store { ptr, v, .. } | InstKind::AtomicRmw { ptr, v, .. } => {
            [*ptr, *v].into_iter().for_each(each)
        }
        InstKind::CmpXchg { ptr, expected, new, .. } => [*ptr, *expected, *new].into_iter().for_each(each),
        InstKind::Call { callee, args, .. } => {
            if let crate::program::Callee::Indirect(v) = callee {
                each(*v);
            }
            args.iter().for_each(|&a| each(a));
        }
        InstKind::Ret(v) => v.iter().for_each(|&v| each(v)),
        InstKind::Phi(_)
        | InstKind::Fence
        | InstKind::DebugValue { .. }
        | InstKind::DebugDeclare { .. }
        | InstKind::Br(_)
        | InstKind::Unreachable
        | InstKind::Unsupported { .. } => {}
    }
}

/// Backward data flow over sets of instructions; phi operands are used at the end of their predecessor.
fn liveness(f: &Function) -> Vec<Box<[InstId]>> {
    let words = f.insts.len().div_ceil(64);
    let n = f.blocks.len();
    let mut uses = vec![vec![0u64; words]; n];
    let mut defs = vec![vec![0u64; words]; n];
    let mut phi_uses = vec![Vec::new(); n];
    let mut preds: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (i, block) in f.blocks.iter().enumerate() {
        for &id in &block.insts {
            let inst = f.inst(id);
            if let InstKind::Phi(incoming) = &inst.kind {
                // A phi is computed on the edge, so from the block's start on it is live like any other value.
                for (from, v) in incoming {
                    if let Value::Inst(v) = v {
                        phi_uses[from.index()].push((i, *v, id));
                    }
                }
                continue;
            }
            operands(&inst.kind, |v| {
                if let Value::Inst(v) = v
                    && defs[i][v.index() / 64] >> (v.index() % 64) & 1 == 0
                {
                    uses[i][v.index() / 64] |= 1 << (v.index() % 64);
                }
            });
            defs[i][id.index() / 64] |= 1 << (id.index() % 64);
        }
        for s in f.terminator(BlockId::new(i)).kind.successors() {
            preds[s.index()].push(i);
        }
    }
    // Values that an edge's phis need, and the phis that it defines.
    let phis: Vec<Vec<InstId>> = f
        .blocks
        .iter()
        .map(|b| b.insts.iter().copied().filter(|&i| matches!(f.inst(i).kind, InstKind::Phi(_))).collect())
        .collect();
    let mut live = uses.clone();
    let mut work: Vec<usize> = (0..n).collect();
    let mut queued = vec![true; n];
    while let Some(i) = work.pop() {
        queued[i] = false;
        let mut out = vec![0u64; words];
        for s in f.terminator(BlockId::new(i)).kind.successors() {
            let s = s.index();
            for (o, l) in out.iter_mut().zip(&live[s]) {
                *o |= l;
            }
            for p in &phis[s] {
                out[p.index() / 64] &= !(1 << (p.index() % 64));
            }
        }
        for &(_, v, _) in &phi_uses[i] {
            out[v.index() / 64] |= 1 << (v.index() % 64);
        }
        let mut changed = false;
        for w in 0..words {
            let new = uses[i][w] | out[w] & !defs[i][w];
            changed |= new != live[i][w];
            live[i][w] = new;
        }
        if changed {
            for &p in &preds[i] {
                if !queued[p] {
                    queued[p] = true;
                    work.push(p);
                }
            }
        }
    }
    live.iter()
        .map(|set| {
            (0..f.insts.len()).filter(|&i| set[i / 64] >> (i % 64) & 1 == 1).map(InstId::new).collect()
        })
        .collect()
}

/// One iteration of a loop that a frame is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// Loop.
    pub of: LoopId,
    /// Number of the iteration, from 0.
    pub count: u32,
    /// How many of them were left to a symbolic decision.
    pub symbolic: u32,
    /// Whether a branch that could have left the loop was decided without a choice.
    pub decided: bool,
    /// Whether some run left the loop by a choice in which others stayed.
    pub exit_fork: bool,
    /// The run's symbolic events when it began.
    pub events: u64,
}

/// An activation of a function.
#[derive(Clone)]
pub struct Frame {
    /// Function.
    pub func: FuncId,
    /// Its facts.
    pub info: Rc<FnInfo>,
    /// Calling frame, suspended at its `at`.
    pub parent: Option<Rc<Frame>>,
    /// Number of frames below.
    pub depth: u32,
    /// Identity of the activation by position.
    pub ctx: u128,
    /// Values of the instructions so far.
    pub regs: Vec<Option<Val>>,
    /// Arguments.
    pub args: Rc<[Val]>,
    /// Arguments beyond the parameters, as (object holding them).
    pub varargs: Option<ObjId>,
    /// Current block.
    pub block: BlockId,
    /// Next instruction in it.
    pub at: usize,
    /// Loops that contain the block, outermost first.
    pub iterations: SmallVec<[Iteration; 2]>,
    /// Objects that end with the frame.
    pub stack: Vec<ObjId>,
    /// Path condition at entry.
    pub entry: Term,
    /// Activations of the same function below that a symbolic decision led to.
    pub recursion: u32,
    /// Entered by a call instruction, which gets the result.
    pub from_call: bool,
}

/// A set of runs at one point of the program.
#[derive(Clone)]
pub struct State {
    /// When it is reached.
    pub path: Path,
    /// Running function.
    pub frame: Rc<Frame>,
    /// Memory.
    pub memory: Memory,
    /// Allocation state, in the flat model.
    pub heap: Option<HeapState>,
    /// Number of the last symbolic event.
    pub events: u64,
    /// Whether the entry function has returned and exit handlers run.
    pub ending: bool,
}

impl State {
    /// The running frame, to change.
    pub fn top(&mut self) -> &mut Frame {
        Rc::make_mut(&mut self.frame)
    }
}

/// Order of two frames of one function: position in the unrolled weak topological order.
fn compare_positions(a: &Frame, b: &Frame) -> Ordering {
    let loops = &a.info.loops;
    let mut i = 0;
    loop {
        match (a.iterations.get(i), b.iterations.get(i)) {
            (Some(x), Some(y)) if x.of == y.of => match x.count.cmp(&y.count) {
                Ordering::Equal => i += 1,
                other => return other,
            },
            (x, y) => {
                let place = |it: Option<&Iteration>, block| match it {
                    Some(it) => loops.order(loops.head(it.of)),
                    None => loops.order(block),
                };
                let (p, q) = (place(x, a.block), place(y, b.block));
                return match p.cmp(&q) {
                    Ordering::Equal => loops.order(a.block).cmp(&loops.order(b.block)).then(a.at.cmp(&b.at)),
                    other => other,
                };
            }
        }
    }
}

/// Order of two states: what comes first can reach what comes later, never the other way round.
pub fn compare(a: &State, b: &State) -> Ordering {
    if let (Some(p), Some(q)) = (&a.frame.parent, &b.frame.parent)
        && Rc::ptr_eq(p, q)
        && a.frame.ctx == b.frame.ctx
    {
        return compare_positions(&a.frame, &b.frame);
    }
    let chain = |s: &State| {
        let mut frames = vec![s.frame.clone()];
        while let Some(parent) = frames.last().and_then(|f| f.parent.clone()) {
            frames.push(parent);
        }
        frames.reverse();
        frames
    };
    let (x, y) = (chain(a), chain(b));
    for (p, q) in x.iter().zip(&y) {
        if Rc::ptr_eq(p, q) {
            continue;
        }
        if p.func != q.func {
            // Two targets of one indirect call.
            return p.func.cmp(&q.func);
        }
        let order = compare_positions(p, q);
        if order != Ordering::Equal {
            return order;
        }
    }
    x.len().cmp(&y.len())
}

/// Mixes positions into identities.
pub fn mix(a: u128, b: u128) -> u128 {
    let mut h = a ^ b.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
    h ^= h >> 67;
    h = h.wrapping_mul(0xDA94_2042_E4DD_58B5_2F0B_4B6E_9C1B_F1E3);
    h ^ h >> 59
}

impl Frame {
    /// Identity of an event at an instruction of this activation, now; `sub` tells events of one instruction apart.
    pub fn key(&self, inst: InstId, sub: u32) -> u128 {
        let mut h = mix(self.ctx, (inst.index() as u128) << 32 | u128::from(sub));
        for it in &self.iterations {
            h = mix(h, u128::from(it.count) << 8 | 1);
        }
        h
    }
}
