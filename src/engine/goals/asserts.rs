//! Where assertions are decided. A run reaches an assertion when it comes to where its condition is tested, not only when it fails.

use super::find::{Body, UserCode};
use super::{Goal, GoalKind, Point};
use crate::program::{BlockId, Callee, Const, InstId, InstKind, Loc, Value};
use crate::semantics::Native;

/// The function of SV-COMP's programs that tests a condition and calls the error function. Each of its calls is an assertion.
const TESTS: &str = "__VERIFIER_assert";

/// How a call asserts.
enum Asserts {
    /// It tests a condition.
    Tests,
    /// It is the failure.
    Fails,
}

/// An assertion, and where it is decided.
pub(super) struct Assertion {
    pub goal: Goal,
    pub points: Vec<Point>,
    /// Whether each run that comes there violates it: then no run comes there in a program without violations.
    pub always_fails: bool,
}

impl UserCode<'_> {
    fn assertion(&self, kind: &InstKind) -> Option<Asserts> {
        let InstKind::Call { callee: Callee::Direct(called), .. } = kind else { return None };
        match &self.natives[called.index()] {
            Some(Native::Assert) => Some(Asserts::Tests),
            Some(Native::AssertFail | Native::Error | Native::Precondition) => Some(Asserts::Fails),
            Some(_) => None,
            None => (self.program.func(*called).name == TESTS).then_some(Asserts::Tests),
        }
    }

    /// The assertions of a function, each with where it is decided.
    pub(super) fn asserts(&self, body: &Body<'_>) -> Vec<Assertion> {
        if body.f.name == TESTS {
            return Vec::new();
        }
        let mut asserts = Vec::new();
        for block in body.blocks() {
            for &id in &body.f.block(block).insts {
                let inst = body.f.inst(id);
                let Some(how) = self.assertion(&inst.kind) else { continue };
                let Some((loc, place)) = self.place(inst.loc) else { continue };
                let (points, always_fails) = match how {
                    Asserts::Tests => (vec![Point::At(id, None)], self.is_given_zero(&inst.kind)),
                    Asserts::Fails => match self.decided(body, block, &place) {
                        points if points.is_empty() => (vec![Point::At(id, None)], true),
                        points => (points, false),
                    },
                };
                let goal = Goal { kind: GoalKind::Assertion, func: body.id, loc };
                asserts.push(Assertion { goal, points, always_fails });
            }
        }
        asserts
    }

    /// Whether the first argument of a call is the number zero.
    fn is_given_zero(&self, call: &InstKind) -> bool {
        match call {
            InstKind::Call { args, .. } => args.first().is_some_and(|arg| match arg {
                Value::Const(c) => matches!(self.program.constant(*c), Const::Int(bits) if bits.is_zero()),
                _ => false,
            }),
            _ => false,
        }
    }

    /// Where control is decided that leads to a failure in a block: the code at the failure's own place, as macros have it, or
    /// else the code on the line of the branch. None where no branch leads there.
    fn decided(&self, body: &Body<'_>, failure: BlockId, place: &Loc) -> Vec<Point> {
        let mut branches: Vec<InstId> = Vec::new();
        let (mut seen, mut work) = (vec![failure], vec![failure]);
        while let Some(block) = work.pop() {
            for from in body.blocks() {
                let branch = *body.f.block(from).insts.last().expect("a block ends in a terminator");
                let successors = body.f.inst(branch).kind.successors();
                if !successors.contains(&block) || seen.contains(&from) {
                    continue;
                }
                seen.push(from);
                if successors.iter().any(|s| *s != block) {
                    branches.push(branch);
                } else {
                    work.push(from);
                }
            }
        }
        let mut points = Vec::new();
        for branch in branches {
            let Some((_, at)) = self.place(body.f.inst(branch).loc) else {
                points.push(Point::At(branch, None));
                continue;
            };
            let exact = (at.file, at.line, at.col) == (place.file, place.line, place.col);
            let belongs =
                |loc: &Loc| (loc.file, loc.line) == (at.file, at.line) && (!exact || loc.col == at.col);
            for block in body.blocks() {
                let insts = &body.f.block(block).insts;
                let first = insts.iter().position(|&i| {
                    let inst = body.f.inst(i);
                    !matches!(inst.kind, InstKind::Phi(_))
                        && self.assertion(&inst.kind).is_none()
                        && self.place(inst.loc).is_some_and(|(_, loc)| belongs(&loc))
                });
                points.extend(first.map(|first| Point::At(body.executed_from(block, first), None)));
            }
        }
        points
    }
}
