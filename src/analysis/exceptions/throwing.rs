//! Which functions exceptions may leave.

use rustc_hash::FxHashMap;

use crate::analysis::CallGraph;
use crate::program::{BlockId, Clause, Const, FuncId, Function, InstId, InstKind, Program};

/// The functions that exceptions may leave, and the calls that may throw.
pub(super) struct Throwing {
    functions: Vec<bool>,
    graph: CallGraph,
}

/// What holds an exception of a call back.
enum Held {
    /// Nothing; also a landing pad that it may pass.
    No,
    /// It lands in any case.
    Lands,
}

impl Throwing {
    /// The functions that may throw as these do.
    pub(super) fn new(program: &Program, throw: &[&str]) -> Throwing {
        let graph = CallGraph::new(program);
        let mut functions: Vec<bool> =
            program.functions.iter().map(|f| f.model && throw.contains(&f.name.as_str())).collect();
        loop {
            let mut changed = false;
            for f in (0..program.functions.len()).map(FuncId::new).filter(|f| program.func(*f).is_defined()) {
                let leaves = functions[f.index()] || leaves(program, f, &graph, &functions);
                changed |= leaves && !std::mem::replace(&mut functions[f.index()], leaves);
            }
            if !changed {
                return Throwing { functions, graph };
            }
        }
    }

    /// Whether exceptions may leave a function.
    pub(super) fn function(&self, f: FuncId) -> bool {
        self.functions[f.index()]
    }

    /// The calls of a function that may throw.
    pub(super) fn calls(&self, f: FuncId) -> Vec<InstId> {
        let sites = self.graph.sites(f).iter();
        let throws = sites.filter(|site| site.targets.iter().any(|g| self.functions[g.index()]));
        throws.map(|site| site.call).collect()
    }
}

/// Whether an exception of a call, or one that flies on, may leave a function.
fn leaves(program: &Program, f: FuncId, graph: &CallGraph, functions: &[bool]) -> bool {
    let function = program.func(f);
    let unwinds = invokes(function);
    graph.sites(f).iter().any(|site| {
        site.targets.iter().any(|g| functions[g.index()])
            && match unwinds.get(&site.call) {
                None => true,
                Some(pad) => matches!(held(program, function, *pad), Held::No) || resumes(function),
            }
    })
}

/// The landing pads of a function's calls.
pub(super) fn invokes(function: &Function) -> FxHashMap<InstId, BlockId> {
    let pairs = function.blocks.iter().flat_map(|block| block.insts.windows(2));
    let invoke = |pair: &[InstId]| match function.inst(pair[1]).kind {
        InstKind::InvokeEnd { unwind, .. } => Some((pair[0], unwind)),
        _ => None,
    };
    pairs.filter_map(invoke).collect()
}

fn held(program: &Program, function: &Function, pad: BlockId) -> Held {
    let insts = function.block(pad).insts.iter();
    let all = insts.map(|&i| &function.inst(i).kind).any(|kind| match kind {
        InstKind::LandingPad { clauses, cleanup } => {
            *cleanup || clauses.iter().any(|c| catches_all(program, c))
        }
        _ => false,
    });
    if all { Held::Lands } else { Held::No }
}

/// Whether a clause catches all exceptions.
pub(super) fn catches_all(program: &Program, clause: &Clause) -> bool {
    match clause {
        Clause::Catch(ty) => matches!(program.constant(*ty), Const::Null(_) | Const::Zero(_)),
        Clause::Filter(_) => false,
    }
}

fn resumes(function: &Function) -> bool {
    function.insts.iter().any(|inst| matches!(inst.kind, InstKind::Resume(_)))
}
