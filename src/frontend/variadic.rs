//! How callees find variable arguments.

use crate::program::{ArgumentList, InstKind, Program};

/// Decides how the callees of a program find variable arguments. An IR file may be optimised; `compiled` programs are not.
pub(super) fn settle(program: &mut Program, compiled: bool) {
    let triple = &program.target.triple;
    let processor = triple.split('-').next().unwrap_or_default();
    let mut insts = program.functions.iter().flat_map(|f| &f.insts);
    program.argument_list = match processor {
        // The instruction reads from the stack.
        "x86_64" | "amd64" if insts.any(|inst| matches!(inst.kind, InstKind::VaArg(_))) => {
            ArgumentList::Stack
        }
        "x86_64" | "amd64" if !triple.contains("windows") => ArgumentList::Registers,
        "" | "i386" | "i486" | "i586" | "i686" => ArgumentList::Stack,
        _ => ArgumentList::Foreign,
    };
    program.typed_arguments = compiled;
}
