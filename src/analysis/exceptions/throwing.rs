//! Which functions exceptions may leave.

use rustc_hash::FxHashMap;

use crate::analysis::callgraph::CallSite;
use crate::analysis::{CallGraph, IndirectTargets};
use crate::program::{BlockId, Clause, Const, FuncId, Function, InstId, InstKind, Program};

/// The functions that exceptions may leave, and the calls that may throw.
pub(super) struct Throwing {
    functions: Vec<bool>,
    graph: CallGraph,
    /// The function of the models that goes on where a call has thrown.
    attempt: Option<FuncId>,
    /// Whether calls through pointers may throw. Their types are not relied on, as engines follow some calls of other types.
    pointers: bool,
}

impl Throwing {
    /// The functions that may throw because they may lead to one of some functions of the models, not through `attempts`.
    pub(super) fn new(program: &Program, throw: &[&str], attempts: &str) -> Throwing {
        let graph = CallGraph::new(program);
        let named = IndirectTargets::new(program);
        let functions = program.functions.iter().map(|f| f.model && throw.contains(&f.name.as_str()));
        let attempt = program.function(attempts);
        let mut throwing = Throwing { functions: functions.collect(), graph, attempt, pointers: false };
        loop {
            let mut changed = false;
            for f in (0..program.functions.len()).map(FuncId::new).filter(|f| program.func(*f).is_defined()) {
                let leaves = throwing.functions[f.index()] || throwing.leaves(program, f);
                changed |= leaves && !std::mem::replace(&mut throwing.functions[f.index()], leaves);
            }
            throwing.pointers = named.address_taken().iter().any(|f| throwing.functions[f.index()]);
            if !changed {
                return throwing;
            }
        }
    }

    /// Whether exceptions may leave a function.
    pub(super) fn function(&self, f: FuncId) -> bool {
        self.functions[f.index()]
    }

    /// The calls of a function that may throw.
    pub(super) fn calls(&self, f: FuncId) -> Vec<InstId> {
        if self.attempt == Some(f) {
            return Vec::new();
        }
        self.graph.sites(f).iter().filter(|site| self.throws(site)).map(|site| site.call).collect()
    }

    fn throws(&self, site: &CallSite) -> bool {
        site.indirect && self.pointers || site.targets.iter().any(|g| self.functions[g.index()])
    }

    /// Whether an exception of a call, or one that flies on, may leave a function.
    fn leaves(&self, program: &Program, f: FuncId) -> bool {
        if self.attempt == Some(f) {
            return false;
        }
        let function = program.func(f);
        let unwinds: FxHashMap<InstId, BlockId> = function.invokes().collect();
        let mut throwing = self.graph.sites(f).iter().filter(|site| self.throws(site));
        throwing.any(|site| match unwinds.get(&site.call) {
            None => true,
            Some(pad) => !all_land(program, function, *pad) || resumes(function),
        })
    }
}

/// Whether all exceptions land at a pad.
pub(super) fn all_land(program: &Program, function: &Function, pad: BlockId) -> bool {
    let insts = function.block(pad).insts.iter();
    insts.map(|&i| &function.inst(i).kind).any(|kind| match kind {
        InstKind::LandingPad { clauses, cleanup } => {
            *cleanup || clauses.iter().any(|clause| catches_all(program, clause))
        }
        _ => false,
    })
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
