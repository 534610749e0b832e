//! The globals that a program can write: those that its code names, but for the sanitizer's data, and those that these lead
//! to. Others stay as they are, constant or not.

use crate::program::{Callee, Const, ConstId, GlobalId, InstKind, Program, Value, operands};
use crate::semantics::Native;

/// By global: whether the program can write it.
pub fn named(program: &Program, natives: &[Option<Native>]) -> Vec<bool> {
    let mut found = Named { program, named: vec![false; program.globals.len()], open: Vec::new() };
    for function in &program.functions {
        for inst in &function.insts {
            let report = match &inst.kind {
                InstKind::Call { callee: Callee::Direct(f), .. } => {
                    matches!(natives[f.index()], Some(Native::Ubsan(_)))
                }
                _ => false,
            };
            if !report {
                found.inst(&inst.kind);
            }
        }
    }
    for (region, _) in program.regions() {
        found.named[region.index()] = true;
    }
    while let Some(global) = found.open.pop() {
        if let Some(init) = program.globals[global.index()].init {
            found.constant(init);
        }
    }
    found.named
}

struct Named<'p> {
    program: &'p Program,
    named: Vec<bool>,
    /// What they lead to is still to be found.
    open: Vec<GlobalId>,
}

impl Named<'_> {
    fn inst(&mut self, kind: &InstKind) {
        if let InstKind::Phi(incoming) = kind {
            incoming.iter().for_each(|(_, v)| self.value(*v));
        }
        operands(kind, |v| self.value(v));
    }

    fn value(&mut self, value: Value) {
        if let Value::Const(c) = value {
            self.constant(c);
        }
    }

    fn constant(&mut self, c: ConstId) {
        match self.program.constant(c) {
            Const::Global(g) if self.named[g.index()] => {}
            Const::Global(g) => {
                self.named[g.index()] = true;
                self.open.push(*g);
            }
            Const::Aggregate(_, parts) => parts.iter().for_each(|&part| self.constant(part)),
            Const::Expr(_, kind) => self.inst(kind),
            _ => {}
        }
    }
}
