//! Facts about functions.

use crate::analysis::LoopForest;
use crate::program::{
    BlockId, Callee, Const, Function, InstId, InstKind, Intrinsic, Program, Value, operands,
};
use crate::property::{handler, report_of_value};
use crate::semantics;

/// Facts about a function that the evaluation needs at every step.
pub struct FnInfo {
    /// Its loops.
    pub loops: LoopForest,
    /// Per block: instructions whose value is needed from the block's first non-phi on.
    live: Vec<Box<[InstId]>>,
    /// Instructions whose poison certainly matters.
    decisive: Vec<bool>,
    /// Blocks from which the function can return.
    returning: Vec<bool>,
    /// Blocks that do nothing but report a violation and end the run.
    reports: Vec<bool>,
    /// Those that report a value that was read.
    values: Vec<bool>,
    /// Locals that are dead up to a mark.
    marked: Vec<bool>,
}

impl FnInfo {
    /// Computes them.
    pub fn new(program: &Program, f: &Function) -> FnInfo {
        FnInfo {
            loops: LoopForest::new(f),
            live: liveness(f),
            decisive: semantics::decisive(f),
            returning: returning(f),
            reports: reports(program, f),
            values: (0..f.blocks.len())
                .map(|b| report_of_value(program, f, BlockId::new(b)).is_some())
                .collect(),
            marked: marked(f),
        }
    }

    /// Whether a poison result of an instruction is undefined behaviour for certain, see [`semantics::decisive`].
    pub fn is_decisive(&self, i: InstId) -> bool {
        self.decisive[i.index()]
    }

    /// Whether the function can return from a block. A loop is not left for one that leads only to the run's end:
    /// what a failed assertion does is not an exit.
    pub fn may_return(&self, b: BlockId) -> bool {
        self.returning[b.index()]
    }

    /// Values that the function goes on to use after an instruction.
    pub fn needed_after(&self, f: &Function, block: BlockId, at: usize) -> Vec<Value> {
        let insts = &f.block(block).insts;
        let mut later = Vec::new();
        let (done, rest) = insts.split_at((at + 1).min(insts.len()));
        for &i in rest {
            operands(&f.inst(i).kind, |v| later.push(v));
        }
        for next in f.terminator(block).kind.successors() {
            let mut phis = Vec::new();
            for &i in &f.block(next).insts {
                let InstKind::Phi(incoming) = &f.inst(i).kind else { break };
                phis.push(i);
                later.extend(incoming.iter().filter(|(from, _)| *from == block).map(|(_, v)| *v));
            }
            later.extend(self.live_in(next).iter().filter(|i| !phis.contains(i)).map(|&i| Value::Inst(i)));
        }
        // Arguments are not in the sets of live values: those used in blocks that can follow.
        let mut follows = vec![false; f.blocks.len()];
        let mut work = f.terminator(block).kind.successors();
        while let Some(next) = work.pop() {
            if std::mem::replace(&mut follows[next.index()], true) {
                continue;
            }
            for &i in &f.block(next).insts {
                operands(&f.inst(i).kind, |v| later.extend(matches!(v, Value::Arg(_)).then_some(v)));
            }
            work.extend(f.terminator(next).kind.successors());
        }
        let new = |i: &InstId| insts.contains(i) && !done.contains(i);
        later.retain(|v| !matches!(v, Value::Inst(i) if new(i)));
        later
    }

    /// Whether a local's lifetimes begin where `llvm.lifetime.start` says so.
    pub fn has_lifetime(&self, i: InstId) -> bool {
        self.marked[i.index()]
    }

    /// Whether a block only reports a violation and ends the run.
    pub fn only_reports(&self, b: BlockId) -> bool {
        self.reports[b.index()]
    }

    /// Whether a block reports that a value was read which its type does not have.
    pub fn reports_value(&self, b: BlockId) -> bool {
        self.values[b.index()]
    }

    /// Instructions whose value may be used at or after the start of a block, its own phis included.
    pub fn live_in(&self, b: BlockId) -> &[InstId] {
        &self.live[b.index()]
    }
}

fn marked(f: &Function) -> Vec<bool> {
    let mut result = vec![false; f.insts.len()];
    for inst in &f.insts {
        if let InstKind::Call { callee: Callee::Intrinsic(Intrinsic::LifetimeStart), args, .. } = &inst.kind
            && let Some(Value::Inst(i)) = args.get(1)
        {
            result[i.index()] = true;
        }
    }
    result
}

/// Blocks without loops or forks that call a sanitizer's handler and end in `unreachable`.
fn reports(program: &Program, f: &Function) -> Vec<bool> {
    let handles = |kind: &InstKind| match kind {
        InstKind::Call { callee: Callee::Direct(g), .. } => handler(&program.func(*g).name).is_some(),
        _ => false,
    };
    // What does not fit into a register of the target is passed in a local object.
    let lifetime = [Intrinsic::LifetimeStart, Intrinsic::LifetimeEnd];
    let harmless = |kind: &InstKind| match kind {
        InstKind::Cast { .. } | InstKind::DebugValue { .. } | InstKind::Store { .. } => true,
        InstKind::Call { callee: Callee::Intrinsic(which), .. } => lifetime.contains(which),
        _ => false,
    };
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

/// What code of the program can name: globals and functions whose address some instruction uses, other than to report
/// a violation, or that the initial value of such a global holds. No run comes to the address of another one, such as
/// the data of clang's sanitizer, except by guessing it.
pub struct Named {
    /// By global.
    pub globals: Vec<bool>,
    /// By function.
    pub functions: Vec<bool>,
}

impl Named {
    /// Goes through the program.
    pub fn new(program: &Program) -> Named {
        let mut named = Named {
            globals: vec![false; program.globals.len()],
            functions: vec![false; program.functions.len()],
        };
        let mut pending: Vec<Value> = Vec::new();
        for inst in program.functions.iter().flat_map(|f| &f.insts) {
            match &inst.kind {
                InstKind::Call { callee: Callee::Direct(g), .. }
                    if handler(&program.func(*g).name).is_some() => {}
                InstKind::Phi(incoming) => pending.extend(incoming.iter().map(|(_, v)| *v)),
                kind => operands(kind, |v| pending.push(v)),
            }
        }
        while let Some(value) = pending.pop() {
            let Value::Const(c) = value else { continue };
            match program.constant(c) {
                Const::Global(g) => {
                    if !std::mem::replace(&mut named.globals[g.index()], true) {
                        pending.extend(program.global(*g).init.map(Value::Const));
                    }
                }
                Const::Func(f) | Const::BlockAddress(f, _) => named.functions[f.index()] = true,
                Const::Aggregate(_, parts) => pending.extend(parts.iter().map(|&c| Value::Const(c))),
                Const::Expr(_, kind) => operands(kind, |v| pending.push(v)),
                Const::Int(_)
                | Const::Float(..)
                | Const::Null(_)
                | Const::Zero(_)
                | Const::Undef(_)
                | Const::Poison(_)
                | Const::Bytes(..)
                | Const::Unsupported(..) => {}
            }
        }
        named
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

/// Blocks that lead to a return or to something that we do not interpret.
fn returning(f: &Function) -> Vec<bool> {
    let mut preds: Vec<Vec<usize>> = vec![Vec::new(); f.blocks.len()];
    let mut result = vec![false; f.blocks.len()];
    let mut work = Vec::new();
    for (i, ends) in result.iter_mut().enumerate() {
        let last = &f.terminator(BlockId::new(i)).kind;
        match last {
            // Nothing that is evaluated unwinds.
            InstKind::InvokeEnd { normal, .. } => preds[normal.index()].push(i),
            _ => last.successors().iter().for_each(|s| preds[s.index()].push(i)),
        }
        if matches!(last, InstKind::Ret(_) | InstKind::Resume(_) | InstKind::Unsupported { .. }) {
            *ends = true;
            work.push(i);
        }
    }
    while let Some(i) = work.pop() {
        for &p in &preds[i] {
            if !result[p] {
                result[p] = true;
                work.push(p);
            }
        }
    }
    result
}
