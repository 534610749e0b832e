//! Which functions something in flight may leave, an exception or a jump: it is there behind a call that returns with it.

use super::callgraph::CallSite;
use super::{CallGraph, IndirectTargets};
use crate::program::{FuncId, InstId, Program};

/// The functions that something in flight may leave, and the calls behind which it may be.
pub(super) struct Leaving {
    functions: Vec<bool>,
    graph: CallGraph,
    /// Whether it may be behind calls through pointers. Their types are not relied on, as engines follow some calls of other types.
    pointers: bool,
}

impl Leaving {
    /// Those that it may leave because they may lead to some functions of the models, where no call on the way `holds` it: it does not
    /// leave the function then that calls.
    pub(super) fn new(
        program: &Program,
        from: &[&str],
        holds: impl Fn(FuncId, &CallSite) -> bool,
    ) -> Leaving {
        let named = IndirectTargets::new(program);
        let functions = program.functions.iter().map(|f| f.model && from.contains(&f.name.as_str()));
        let mut leaving =
            Leaving { functions: functions.collect(), graph: CallGraph::new(program), pointers: false };
        loop {
            let mut changed = false;
            for f in (0..program.functions.len()).map(FuncId::new) {
                if !leaving.functions[f.index()] && leaving.sites(f).any(|site| !holds(f, site)) {
                    leaving.functions[f.index()] = true;
                    changed = true;
                }
            }
            let pointers = named.address_taken().iter().any(|f| leaving.functions[f.index()]);
            changed |= pointers && !std::mem::replace(&mut leaving.pointers, true);
            if !changed {
                return leaving;
            }
        }
    }

    /// Whether it may leave a function.
    pub(super) fn function(&self, f: FuncId) -> bool {
        self.functions[f.index()]
    }

    /// The calls of a function behind which it may be.
    pub(super) fn calls(&self, f: FuncId) -> Vec<InstId> {
        self.sites(f).map(|site| site.call).collect()
    }

    fn sites(&self, f: FuncId) -> impl Iterator<Item = &CallSite> {
        self.graph.sites(f).iter().filter(|site| {
            site.indirect && self.pointers || site.targets.iter().any(|g| self.functions[g.index()])
        })
    }
}
