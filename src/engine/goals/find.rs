//! Reads goals off a program.

use std::collections::BTreeMap;

use super::{Goal, GoalKind, Goals, Line, Point, Points, Wanted};
use crate::analysis::LoopForest;
use crate::program::{
    BlockId, Callee, Const, ConstId, FileId, FuncId, Function, Inst, InstId, InstKind, Intrinsic, Loc, LocId,
    Program, Value,
};
use crate::property::reports;
use crate::semantics::{Native, natives};

/// Folders with the headers of the system, whose functions are not the user's.
const SYSTEM: [&str; 3] = ["/usr/include/", "/usr/lib/", "/usr/local/include/"];

/// The user's functions, and how their places are read.
pub(super) struct UserCode<'a> {
    pub(super) program: &'a Program,
    pub(super) natives: Vec<Option<Native>>,
    /// Whether the text at a place says that nothing is done: a closing brace.
    is_brace: &'a dyn Fn(&Loc) -> bool,
}

/// A function of the user's.
pub(super) struct Body<'p> {
    pub(super) id: FuncId,
    pub(super) f: &'p Function,
    /// Blocks that only report what a sanitizer has found.
    reports: Vec<bool>,
    pub(super) forest: LoopForest,
}

impl Body<'_> {
    /// Blocks of the program's own control.
    pub(super) fn blocks(&self) -> impl Iterator<Item = BlockId> + '_ {
        let all = (0..self.f.blocks.len()).map(BlockId::new);
        all.filter(|b| self.forest.reachable(*b) && !self.reports[b.index()])
    }

    pub(super) fn only_reports(&self, block: BlockId) -> bool {
        self.reports[block.index()]
    }

    /// The first instruction from a place of a block on that both engines execute: phis and records of variables are none.
    pub(super) fn executed_from(&self, block: BlockId, at: usize) -> InstId {
        let insts = &self.f.block(block).insts;
        let passive = |i: &InstId| {
            matches!(
                self.f.inst(*i).kind,
                InstKind::Phi(_)
                    | InstKind::DebugValue { .. }
                    | InstKind::DebugDeclare { .. }
                    | InstKind::Fence(_)
            )
        };
        let found = insts[at..].iter().find(|i| !passive(i));
        *found.unwrap_or_else(|| insts.last().expect("a block ends in a terminator"))
    }
}

impl<'p> UserCode<'p> {
    fn new(program: &'p Program, is_brace: &'p dyn Fn(&Loc) -> bool) -> UserCode<'p> {
        UserCode { program, natives: natives(program), is_brace }
    }

    /// The functions whose code is the user's.
    fn bodies(&self) -> impl Iterator<Item = Body<'p>> + '_ {
        let program = self.program;
        let own = move |id: &FuncId| {
            let f = program.func(*id);
            f.is_defined() && !f.model && self.natives[id.index()].is_none()
        };
        (0..program.functions.len()).map(FuncId::new).filter(own).map(|id| {
            let f = program.func(id);
            let blocks = (0..f.blocks.len()).map(BlockId::new);
            Body {
                id,
                f,
                reports: blocks.map(|b| reports(program, f, b)).collect(),
                forest: LoopForest::new(f),
            }
        })
    }

    /// A place in the user's files; `None` where the compiler names none.
    pub(super) fn place(&self, loc: Option<LocId>) -> Option<(LocId, Loc)> {
        let id = loc?;
        let loc = self.program.locs[id.index()];
        let file = &self.program.files[loc.file.index()];
        let own = loc.line > 0 && loc.col > 0 && !SYSTEM.iter().any(|folder| file.starts_with(folder));
        own.then_some((id, loc))
    }

    /// Whether an instruction is code of its line. A variable that has no value yet is frozen where it is declared.
    fn is_code(&self, inst: &Inst) -> bool {
        let undefined = |c: ConstId| matches!(self.program.constant(c), Const::Undef(_) | Const::Poison(_));
        match &inst.kind {
            InstKind::Phi(_)
            | InstKind::DebugDeclare { .. }
            | InstKind::DebugValue { .. }
            | InstKind::Unreachable => false,
            InstKind::Alloca { count, .. } => !matches!(count, Value::Const(_)),
            InstKind::Freeze(Value::Const(c)) => !undefined(*c),
            InstKind::Call { callee: Callee::Intrinsic(which), .. } => !matches!(
                which,
                Intrinsic::LifetimeStart
                    | Intrinsic::LifetimeEnd
                    | Intrinsic::Stacksave
                    | Intrinsic::Stackrestore
            ),
            _ => true,
        }
    }

    /// The lines of a function with code: for each the places, and the first instructions in each block.
    fn lines(&self, body: &Body<'_>) -> BTreeMap<Line, (LocId, Vec<InstId>)> {
        let mut lines: BTreeMap<Line, (LocId, Vec<InstId>)> = BTreeMap::new();
        for block in body.blocks() {
            let mut seen: Vec<Line> = Vec::new();
            for (at, &id) in body.f.block(block).insts.iter().enumerate() {
                let inst = body.f.inst(id);
                let Some((place, loc)) = self.place(inst.loc) else { continue };
                let line = (loc.file, loc.line);
                if seen.contains(&line) || !self.is_code(inst) || (self.is_brace)(&loc) {
                    continue;
                }
                seen.push(line);
                lines.entry(line).or_insert((place, Vec::new())).1.push(body.executed_from(block, at));
            }
        }
        lines
    }

    /// The place where a block's code begins in the source; `None` where it is nowhere in particular.
    fn begins(&self, body: &Body<'_>, mut block: BlockId) -> Option<LocId> {
        for _ in 0..body.f.blocks.len() {
            let insts = body.f.block(block).insts.iter().map(|&i| body.f.inst(i));
            let mut placed = insts.filter(|i| self.is_code(i)).filter_map(|i| self.place(i.loc));
            if let Some((place, _)) = placed.find(|(_, loc)| !(self.is_brace)(loc)) {
                return Some(place);
            }
            match body.f.terminator(block).kind.successors()[..] {
                [next] => block = next,
                _ => return None,
            }
        }
        None
    }

    /// The ways of a function's branches, each with its number at its place, where a macro may have several branches.
    fn ways(&self, body: &Body<'_>) -> Vec<(u32, Goal, Point)> {
        let mut ways = Vec::new();
        let mut numbers: BTreeMap<(FileId, u32, u32), u32> = BTreeMap::new();
        for from in body.blocks() {
            let branch = body.f.terminator(from);
            let Some((loc, at)) = self.place(branch.loc) else { continue };
            let number = numbers.entry((at.file, at.line, at.col)).or_default();
            let mut way = |to: BlockId, case: Option<String>, default: bool, holds: Option<bool>| {
                let kind = GoalKind::Way { case, default, to: self.begins(body, to), holds };
                ways.push((*number, Goal { kind, func: body.id, loc }, Point::Edge(from, to)));
                *number += 1;
            };
            match &branch.kind {
                InstKind::CondBr { then, other, .. }
                    if then != other && ![*then, *other].iter().any(|b| body.only_reports(*b)) =>
                {
                    way(*then, None, false, Some(true));
                    way(*other, None, false, Some(false));
                }
                InstKind::Switch { default, cases, .. } => {
                    let mut targets: Vec<BlockId> = Vec::new();
                    for (_, to) in cases {
                        if to != default && !targets.contains(to) {
                            targets.push(*to);
                        }
                    }
                    for to in targets {
                        let values = cases.iter().filter(|c| c.1 == to).map(|c| self.number(c.0));
                        way(to, Some(values.collect::<Vec<_>>().join(", ")), false, None);
                    }
                    if !body.only_reports(*default) {
                        way(*default, None, true, None);
                    }
                }
                _ => {}
            }
        }
        ways
    }

    fn number(&self, c: ConstId) -> String {
        match self.program.constant(c) {
            Const::Int(bits) => bits.to_signed_string(),
            _ => "0".to_owned(),
        }
    }

    /// The calls of `__CPROVER_cover`.
    fn covers(&self, body: &Body<'_>) -> Vec<(Goal, Point)> {
        let mut covers = Vec::new();
        for &id in body.blocks().flat_map(|b| &body.f.block(b).insts) {
            let inst = body.f.inst(id);
            if let InstKind::Call { callee: Callee::Direct(called), args, .. } = &inst.kind
                && self.program.func(*called).name == "__CPROVER_cover"
                && self.natives[called.index()] == Some(Native::Nop)
                && let Some((loc, _)) = self.place(inst.loc)
            {
                let goal = Goal { kind: GoalKind::Cover, func: body.id, loc };
                covers.push((goal, Point::At(id, args.first().copied())));
            }
        }
        covers
    }
}

/// Whether a name of the user's means a file of the program: the same path, or its end.
fn names(wanted: &str, file: &str) -> bool {
    let (wanted, file) = (wanted.trim_start_matches("./"), file.trim_start_matches("./"));
    file.strip_suffix(wanted).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

/// Goals in the order of their places, while they are found.
#[derive(Default)]
struct Found(BTreeMap<Position, (Goal, Vec<(FuncId, Point)>)>);

/// File, line, column, kind, and number at this place.
type Position = (String, u32, u32, u8, u32);

impl Found {
    /// Adds a goal, which may be there already: a function can be compiled several times.
    fn add(
        &mut self,
        source: &UserCode<'_>,
        number: u32,
        goal: Goal,
        points: impl IntoIterator<Item = Point>,
    ) {
        let loc = source.program.locs[goal.loc.index()];
        let file = source.program.files[loc.file.index()].clone();
        // A line is one goal, wherever in it code is.
        let (kind, col) = match goal.kind {
            GoalKind::Line => (0, 0),
            GoalKind::Way { .. } => (1, loc.col),
            GoalKind::Assertion => (2, loc.col),
            GoalKind::Cover => (3, loc.col),
            GoalKind::Loop => (4, loc.col),
            GoalKind::End => (5, loc.col),
        };
        let func = goal.func;
        let known = self.0.entry((file, loc.line, col, kind, number)).or_insert((goal, Vec::new()));
        known.1.extend(points.into_iter().map(|point| (func, point)));
    }

    fn goals(self, program: &Program) -> Goals {
        let mut goals = Goals { all: Vec::new(), points: vec![Points::default(); program.functions.len()] };
        for (goal, points) in self.0.into_values() {
            let number = goals.all.len() as u32;
            goals.all.push(goal);
            points.into_iter().for_each(|(func, point)| goals.add_point(number, func, point));
        }
        goals
    }
}

impl Goals {
    /// The goals of a program. `is_brace` tells whether the text at a place is a closing brace, where the compiler puts code that no
    /// statement asks for.
    ///
    /// # Errors
    /// In words: there is no code at a place.
    pub fn find(
        program: &Program,
        wanted: &[Wanted],
        is_brace: &dyn Fn(&Loc) -> bool,
    ) -> Result<Goals, String> {
        let source = UserCode::new(program, is_brace);
        let mut found = Found::default();
        let mut placed = vec![false; wanted.len()];
        for body in source.bodies() {
            let lines = source.lines(&body);
            for (number, what) in wanted.iter().enumerate() {
                match what {
                    Wanted::Lines | Wanted::Place { .. } => {
                        for (line, (loc, insts)) in &lines {
                            let name = &program.files[line.0.index()];
                            if let Wanted::Place { file, line: only } = what
                                && !(line.1 == *only && names(file, name))
                            {
                                continue;
                            }
                            placed[number] = true;
                            let goal = Goal { kind: GoalKind::Line, func: body.id, loc: *loc };
                            found.add(&source, 0, goal, insts.iter().map(|&i| Point::At(i, None)));
                        }
                    }
                    Wanted::Branches => {
                        source.ways(&body).into_iter().for_each(|(number, goal, point)| {
                            found.add(&source, number, goal, [point]);
                        });
                    }
                    Wanted::Asserts => {
                        source.asserts(&body).into_iter().for_each(|assertion| {
                            found.add(&source, 0, assertion.goal, assertion.points);
                        });
                    }
                    Wanted::Loops => {
                        source.loops(&body).into_iter().for_each(|(goal, point)| {
                            found.add(&source, 0, goal, [point]);
                        });
                    }
                    Wanted::Covers => {
                        source.covers(&body).into_iter().for_each(|(goal, point)| {
                            found.add(&source, 0, goal, [point]);
                        });
                    }
                }
            }
        }
        for (what, placed) in wanted.iter().zip(placed) {
            if let Wanted::Place { file, line } = what
                && !placed
            {
                return Err(format!("{file}:{line}: no code of a function that may be called is there"));
            }
        }
        Ok(found.goals(program))
    }

    /// What a proof that says something is about: the assertions that some run might come to without violating one, the loop
    /// bodies, and the end of the function that starts the program.
    pub fn of_proof(program: &Program, entry: FuncId) -> Goals {
        let source = UserCode::new(program, &|_| false);
        let mut found = Found::default();
        for body in source.bodies() {
            for assertion in source.asserts(&body).into_iter().filter(|a| !a.always_fails) {
                found.add(&source, 0, assertion.goal, assertion.points);
            }
            for (goal, point) in source.loops(&body) {
                found.add(&source, 0, goal, [point]);
            }
            if body.id == entry
                && let Some((goal, points)) = source.end(&body)
            {
                found.add(&source, 0, goal, points);
            }
        }
        found.goals(program)
    }
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn files_by_the_end_of_their_path() {
        for (wanted, file) in
            [("a.c", "a.c"), ("a.c", "src/a.c"), ("./a.c", "a.c"), ("src/a.c", "/home/x/src/a.c")]
        {
            assert!(names(wanted, file), "{wanted} {file}");
        }
        for (wanted, file) in [("a.c", "ba.c"), ("x/a.c", "a.c"), ("a.c", "a.cc")] {
            assert!(!names(wanted, file), "{wanted} {file}");
        }
    }
}
