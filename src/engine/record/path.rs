//! The path of a run through the source: which lines it comes to, which way it goes at conditions.

use super::{Effect, Recorder};
use crate::engine::trace::Event;
use crate::machine::Machine;
use crate::machine::code::Op;
use crate::program::{BlockId, Callee, FileId, FuncId, InstId, InstKind, LocId, Program};
use crate::property::handler;

/// Whether a block of a function only reports what a sanitizer has found.
fn reports(program: &Program, func: FuncId, block: BlockId) -> bool {
    let f = program.func(func);
    f.block(block).insts.iter().any(|&i| match &f.inst(i).kind {
        InstKind::Call { callee: Callee::Direct(g), .. } => handler(&program.func(*g).name).is_some(),
        _ => false,
    })
}

/// Whether the branch of an instruction is a condition of the source.
fn is_of_source(program: &Program, func: FuncId, inst: InstId) -> bool {
    match &program.func(func).inst(inst).kind {
        InstKind::CondBr { then, other, .. } => {
            then != other && ![then, other].into_iter().any(|&block| reports(program, func, block))
        }
        InstKind::Switch { .. } => true,
        _ => false,
    }
}

impl Recorder<'_, '_> {
    /// The run comes to a place of the user's program.
    pub(super) fn come_to(&mut self, m: &Machine<'_, '_>, loc: LocId) {
        // A variable's life ends where its function is declared.
        let op = self.code(&m.frame).ops.get(m.frame.pc as usize);
        if self.loc == Some(loc) || matches!(op, Some(Op::Lifetime { .. })) {
            return;
        }
        let place = self.program.locs[loc.index()];
        let now = (place.file, place.line);
        let before = self.at.insert((self.thread, self.depth), now);
        if before != Some(now) {
            *self.counts.entry(now).or_default() += 1;
        }
    }

    /// How often each line was come to, by file and line.
    pub(super) fn counted(&self) -> Vec<(FileId, u32, u64)> {
        let mut all: Vec<_> = self.counts.iter().map(|(&(file, line), &n)| (file, line, n)).collect();
        all.sort_unstable();
        all
    }

    /// What a branch of the user's program is about to do.
    pub(super) fn branch(&mut self, m: &Machine<'_, '_>, op: &Op) -> Effect {
        if !matches!(op, Op::Branch { .. } | Op::Switch { .. }) || self.is_model(&m.frame) {
            return Effect::None;
        }
        let func = m.frame.func;
        let Some(&inst) = self.code(&m.frame).insts.get(m.frame.pc as usize) else { return Effect::None };
        let program = self.program;
        let known = self.conditions.entry((func, inst)).or_insert_with(|| is_of_source(program, func, inst));
        if *known { Effect::Branch } else { Effect::None }
    }

    /// A branch was executed.
    pub(super) fn branched(&mut self, m: &Machine<'_, '_>) {
        let code = self.code(&m.frame);
        let line = |l: LocId| (self.program.locs[l.index()].file, self.program.locs[l.index()].line);
        let mut rest = code.ops.iter().zip(&code.locs).skip(m.frame.pc as usize);
        let next =
            rest.find_map(|(op, loc)| loc.filter(|l| line(*l).1 > 0 && !matches!(op, Op::Lifetime { .. })));
        // Within a line nothing can be told of it.
        if let Some(to) = next.filter(|to| self.loc.is_none_or(|from| line(from) != line(*to))) {
            self.push_any(m, Event::Branch(to));
        }
    }
}
