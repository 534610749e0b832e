//! Maps branches of the program to branchings of the source and their outcomes.

use crate::program::{Block, BlockId, FuncId, InstKind, LocId, Program};
use crate::witness::Branch;
use crate::witness::source::{Control, Decision, Range, Source};

/// A program with its sources.
pub struct Places<'a> {
    /// The program.
    pub program: &'a Program,
    /// The sources of its inputs.
    pub sources: &'a [Source],
}

/// Where a way leads that begins behind a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Leads {
    /// To where the condition holds.
    Body,
    /// To where it does not.
    Out,
    /// It is still being evaluated, or unknown.
    Unknown,
}

/// Most blocks without a place that are passed.
const STEPS: usize = 16;

fn within((from, to): Range, token: usize) -> bool {
    from <= token && token < to
}

impl Places<'_> {
    /// The token at a place, with the number of its source.
    pub fn token(&self, loc: Option<LocId>) -> Option<(usize, usize)> {
        let loc = self.program.locs[loc?.index()];
        let file = &self.program.files[loc.file.index()];
        let found = |s: &Source| s.token_shown(file, loc.line, loc.col);
        self.sources.iter().enumerate().find_map(|(i, s)| found(s).map(|t| (i, t)))
    }

    /// The keyword of a branching with its source, and how it goes on when control goes from one block to another.
    pub fn branching(
        &self,
        func: FuncId,
        from: BlockId,
        to: BlockId,
        value: &str,
    ) -> Option<(usize, usize, Branch)> {
        let f = self.program.func(func);
        let last = f.inst(*f.block(from).insts.last()?);
        let (source, token) = self.token(last.loc)?;
        let control = self.sources[source].control_around(token)?;
        let keyword = control.keyword;
        match (&last.kind, control.decision) {
            (InstKind::CondBr { then, other, .. }, Decision::If | Decision::While | Decision::For) => {
                let (there, elsewhere) = if to == *then { (*then, *other) } else { (*other, *then) };
                let leads = self.leads(func, there, source, control);
                // Both ways have to be known, as one of them alone may be taken for the other.
                let holds = match (leads, self.leads(func, elsewhere, source, control)) {
                    (Leads::Body, Leads::Out | Leads::Unknown) => true,
                    (Leads::Out, Leads::Body | Leads::Unknown) => false,
                    _ => return None,
                };
                Some((source, keyword, Branch::Holds(holds)))
            }
            (InstKind::Switch { default, .. }, Decision::Switch) => {
                let branch = if to == *default { Branch::Default } else { Branch::Case(value.to_owned()) };
                Some((source, keyword, branch))
            }
            _ => None,
        }
    }

    fn leads(&self, func: FuncId, to: BlockId, source: usize, control: &Control) -> Leads {
        let f = self.program.func(func);
        let head = |token: usize| {
            within(control.condition, token) || token == control.keyword || token == control.start
        };
        let mut block = to;
        for _ in 0..STEPS {
            let here: &Block = f.block(block);
            for &i in &here.insts {
                let inst = f.inst(i);
                let lies = inst.loc.filter(|l| self.program.locs[l.index()].line > 0);
                let Some(loc) = lies else { continue };
                let Some((other, token)) = self.token(Some(loc)) else { return Leads::Unknown };
                if other == source && head(token) {
                    continue;
                }
                let body = within(control.body, token) || within(control.step, token);
                return if other == source && body { Leads::Body } else { Leads::Out };
            }
            match here.insts.last().map(|&i| &f.inst(i).kind) {
                Some(InstKind::Br(next)) => block = *next,
                _ => return Leads::Unknown,
            }
        }
        Leads::Unknown
    }
}
