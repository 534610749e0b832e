//! Threads that end where exceptions would run code.
//!
//! `pthread_exit` and `thrd_exit` end a thread as an exception that nobody catches would (glibc's forced unwinding): destructors run,
//! and what `__attribute__((cleanup))` names, where it is compiled with `-fexceptions`. Nothing follows exceptions yet. So a program
//! in which such a call may happen below something that would run is not supported from there on.

use super::CallGraph;
use crate::program::{FuncId, Inst, InstId, InstKind, Program};
use rustc_hash::FxHashSet;

/// Functions that end a thread so.
const ENDS: [&str; 2] = ["pthread_exit", "thrd_exit"];

/// Makes these functions unsupported if some call of them may happen where something would run.
pub fn prepare(program: &mut Program) {
    let ends: Vec<FuncId> = ENDS.iter().filter_map(|name| program.function(name)).collect();
    let defined = |f: &FuncId| program.func(*f).is_defined() && program.func(*f).model;
    let ends: Vec<FuncId> = ends.into_iter().filter(defined).collect();
    let has_handlers = |f: FuncId| program.func(f).guarded_calls().next().is_some();
    let handling: Vec<FuncId> =
        (0..program.functions.len()).map(FuncId::new).filter(|&f| has_handlers(f)).collect();
    if ends.is_empty() || handling.is_empty() {
        return;
    }
    let graph = CallGraph::new(program);
    let may_end = leading_to(program, &graph, &ends);
    let unwound = handling.into_iter().any(|f| {
        let guarded: FxHashSet<InstId> = program.func(f).guarded_calls().collect();
        let mut sites = graph.sites(f).iter().filter(|site| guarded.contains(&site.call));
        sites.any(|site| site.indirect || site.targets.iter().any(|g| may_end.contains(g)))
    });
    if !unwound {
        return;
    }
    for f in ends {
        let what = format!("{} where destructors or handlers may have to run", program.func(f).name);
        refuse(program, f, what);
    }
}

/// Makes each run of a function end as unsupported.
pub(super) fn refuse(program: &mut Program, f: FuncId, what: String) {
    let function = &mut program.functions[f.index()];
    let (ty, id) = (function.ret, InstId::new(function.insts.len()));
    function.insts.push(Inst { kind: InstKind::Unsupported { what, succs: Vec::new() }, ty, loc: None });
    function.blocks[0].insts.insert(0, id);
}

/// The functions whose calls may lead to some functions, these included.
fn leading_to(program: &Program, graph: &CallGraph, ends: &[FuncId]) -> FxHashSet<FuncId> {
    let mut leading: FxHashSet<FuncId> = ends.iter().copied().collect();
    loop {
        let known = leading.len();
        for f in (0..program.functions.len()).map(FuncId::new) {
            let mut targets = graph.sites(f).iter().flat_map(|site| &site.targets);
            if targets.any(|g| leading.contains(g)) {
                leading.insert(f);
            }
        }
        if leading.len() == known {
            return leading;
        }
    }
}
