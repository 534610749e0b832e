//! What a witness' calls bring into a program: the instructions from each call of `__bmc_waypoint` to those of `__bmc_waypoint_end`
//! (`models/witness.c`).

use rustc_hash::FxHashSet;

use crate::program::{Callee, Function, InstId, InstKind, Program};

const BEGIN: &str = "__bmc_waypoint";
/// The function that ends it.
pub const END: &str = "__bmc_waypoint_end";

/// Those of a function, with the last calls, not with the first.
pub fn instructions(program: &Program, function: &Function) -> Vec<InstId> {
    let is = |i: InstId, name: &str| match function.inst(i).kind {
        InstKind::Call { callee: Callee::Direct(f), .. } => {
            let f = program.func(f);
            f.model && f.name == name
        }
        _ => false,
    };
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (number, block) in function.blocks.iter().enumerate() {
        let begins = block.insts.iter().enumerate().filter(|(_, i)| is(**i, BEGIN));
        open.extend(begins.map(|(at, _)| (number, at + 1)));
    }
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    while let Some((number, from)) = open.pop() {
        for &i in &function.blocks[number].insts[from..] {
            found.push(i);
            if is(i, END) {
                break;
            }
            let next = function.inst(i).kind.successors().into_iter().map(|b| b.index());
            open.extend(next.filter(|b| seen.insert(*b)).map(|b| (b, 0)));
        }
    }
    found
}
