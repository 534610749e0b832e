//! Where the bodies of loops begin, and where a function ends.

use super::find::{Body, UserCode};
use super::{Goal, GoalKind, Point};
use crate::analysis::LoopId;
use crate::program::{BlockId, InstKind, Loc, LocId};

/// What tells two places apart.
fn position(loc: &Loc) -> (usize, u32, u32) {
    (loc.file.index(), loc.line, loc.col)
}

impl UserCode<'_> {
    /// The loops of a function, each with where its body begins: behind the branch that can leave the loop, if that belongs to the
    /// loop's statement (`while`, `for`), else at its head.
    pub(super) fn loops(&self, body: &Body<'_>) -> Vec<(Goal, Point)> {
        let of = |l| {
            let (loc, place) = self.statement(body, l)?;
            let head = body.forest.head(l);
            let ways = body
                .forest
                .members(l)
                .iter()
                .filter_map(|&from| Some((from, self.stays(body, l, from, &place)?)));
            let way = ways.into_iter().next().filter(|way| way.1 != head);
            let point = match way {
                Some((from, to)) => Point::Edge(from, to),
                None => Point::At(body.executed_from(head, 0), None),
            };
            Some((Goal { kind: GoalKind::Loop, func: body.id, loc }, point))
        };
        body.forest.ids().filter_map(of).collect()
    }

    /// The place of a loop's statement: clang gives it to the jump back to the head. `continue` and `goto` jump back from later on.
    fn statement(&self, body: &Body<'_>, l: LoopId) -> Option<(LocId, Loc)> {
        let head = body.forest.head(l);
        let backs = body.forest.members(l).iter().map(|b| body.f.terminator(*b));
        let backs = backs.filter(|t| t.kind.successors().contains(&head)).filter_map(|t| self.place(t.loc));
        backs.min_by_key(|(_, loc)| position(loc)).or_else(|| self.place(body.forest.loop_loc(body.f, l)))
    }

    /// Where a branch at a place goes on within the loop, if its other way leaves the loop.
    fn stays(&self, body: &Body<'_>, l: LoopId, from: BlockId, place: &Loc) -> Option<BlockId> {
        let branch = body.f.terminator(from);
        let InstKind::CondBr { then, other, .. } = branch.kind else { return None };
        let (inside, outside) = match (body.forest.contains(l, then), body.forest.contains(l, other)) {
            (true, false) => (then, other),
            (false, true) => (other, then),
            _ => return None,
        };
        let (_, at) = self.place(branch.loc)?;
        (position(&at) == position(place) && !body.only_reports(outside)).then_some(inside)
    }

    /// The end of a function: where it returns. None where it never does.
    pub(super) fn end(&self, body: &Body<'_>) -> Option<(Goal, Vec<Point>)> {
        let last = |b: BlockId| body.f.block(b).insts.last().copied();
        let returns =
            body.blocks().filter_map(last).filter(|&i| matches!(body.f.inst(i).kind, InstKind::Ret(_)));
        let returns: Vec<_> = returns.collect();
        let (first, loc) = (*returns.first()?, body.f.loc);
        let (loc, _) = self.place(body.f.inst(first).loc).or_else(|| self.place(loc))?;
        let goal = Goal { kind: GoalKind::End, func: body.id, loc };
        Some((goal, returns.into_iter().map(|i| Point::At(i, None)).collect()))
    }
}
