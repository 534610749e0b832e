//! The path of a run through the source: which lines it comes to, which way it goes at conditions.

use super::{Effect, Event, Recorder};
use crate::base::Bits;
use crate::machine::Machine;
use crate::machine::code::Op;
use crate::program::{BlockId, Const, ConstId, FileId, FuncId, InstId, InstKind, LocId, Program};
use crate::property::reports;

/// Whether the branch of an instruction is a condition of the source.
fn is_of_source(program: &Program, func: FuncId, inst: InstId) -> bool {
    match &program.func(func).inst(inst).kind {
        InstKind::CondBr { then, other, .. } => {
            then != other
                && ![then, other].into_iter().any(|&block| reports(program, program.func(func), block))
        }
        InstKind::Switch { .. } => true,
        _ => false,
    }
}

/// The block that a branch goes to by a value.
fn chosen(program: &Program, func: FuncId, inst: InstId, value: &Bits) -> Option<BlockId> {
    Some(match &program.func(func).inst(inst).kind {
        InstKind::CondBr { then, other, .. } => *if value.is_zero() { other } else { then },
        InstKind::Switch { default, cases, .. } => {
            let hit = |c: ConstId| match program.constant(c) {
                Const::Int(bits) => bits == value,
                Const::Zero(_) => value.is_zero(),
                _ => false,
            };
            cases.iter().find(|c| hit(c.0)).map_or(*default, |c| c.1)
        }
        _ => return None,
    })
}

/// A branch of the program.
#[derive(Clone, Copy)]
pub(super) struct Branching {
    /// The block that it ends.
    from: BlockId,
    /// Whether it is a condition of the source.
    of_source: bool,
}

fn branching(program: &Program, func: FuncId, inst: InstId) -> Option<Branching> {
    let from = program.func(func).blocks.iter().position(|b| b.insts.last() == Some(&inst))?;
    Some(Branching { from: BlockId::new(from), of_source: is_of_source(program, func, inst) })
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
    pub(super) fn branch(&self, m: &Machine<'_, '_>, op: &Op) -> Effect {
        let (Op::Branch { c: v, .. } | Op::Switch { v, .. }) = op else { return Effect::None };
        if self.is_model(&m.frame) {
            return Effect::None;
        }
        match self.code(&m.frame).insts.get(m.frame.pc as usize) {
            Some(&inst) => Effect::Branch { inst, value: m.value(*v).value.to_bits() },
            None => Effect::None,
        }
    }

    /// A branch was executed.
    pub(super) fn branched(&mut self, m: &Machine<'_, '_>, inst: InstId, value: Bits) {
        let (func, program) = (m.frame.func, self.program);
        let known = *self.branchings.entry((func, inst)).or_insert_with(|| branching(program, func, inst));
        let (Some(Branching { from, of_source }), Some(to)) = (known, chosen(program, func, inst, &value))
        else {
            return;
        };
        let at = if of_source { self.goes_on(m) } else { None };
        self.push_any(m, Event::Branch { from, to, value, at });
    }

    /// Where the source goes on after a condition, if on another line: within a line nothing can be told of it.
    fn goes_on(&self, m: &Machine<'_, '_>) -> Option<LocId> {
        let code = self.code(&m.frame);
        let line = |l: LocId| (self.program.locs[l.index()].file, self.program.locs[l.index()].line);
        let mut rest = code.ops.iter().zip(&code.locs).skip(m.frame.pc as usize);
        let next =
            rest.find_map(|(op, loc)| loc.filter(|l| line(*l).1 > 0 && !matches!(op, Op::Lifetime { .. })));
        next.filter(|to| self.loc.is_none_or(|from| line(from) != line(*to)))
    }
}
