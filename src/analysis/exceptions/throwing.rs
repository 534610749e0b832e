//! Which functions exceptions may leave.

use rustc_hash::FxHashMap;

use crate::analysis::leaving::Leaving;
use crate::program::{BlockId, Clause, Const, FuncId, Function, InstId, InstKind, Program};

/// The functions that may throw because they may lead to some functions of the models, not through `attempt`.
pub(super) fn throwing(program: &Program, throw: &[&str], attempt: Option<FuncId>) -> Leaving {
    let functions = (0..program.functions.len()).map(FuncId::new);
    // Calls that throw nothing which leaves the function.
    let held: Vec<FxHashMap<InstId, BlockId>> = functions
        .map(|f| {
            let function = program.func(f);
            if resumes(function) {
                return FxHashMap::default();
            }
            function.invokes().filter(|(_, pad)| all_land(program, function, *pad)).collect()
        })
        .collect();
    Leaving::new(program, throw, |f, site| attempt == Some(f) || held[f.index()].contains_key(&site.call))
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
