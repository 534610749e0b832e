//! Merging the objects of two states.

use super::content::Access;
use super::space::Space;
use super::unrepresentable::{Result, Unrepresentable};
use crate::engine::bmc::state::{Base, Content, ObjId, ObjState, Presence, State, Times};
use crate::ilr::Term;
use crate::rewrite::Builder;
use imbl::ordmap::DiffItem;
use std::collections::BTreeSet;

/// Largest object, in bytes, whose untouched bytes are written out when two states disagree on them.
const SPELL_OUT: u64 = 4096;

/// Merges what two states know of an object into the first. `first`: when that one counts; `paths`: those of both.
pub fn merge_object(
    b: &mut Builder,
    space: &mut Space,
    x: &mut State,
    y: &mut State,
    o: ObjId,
    (first, paths): (Term, [Term; 2]),
) -> Result<()> {
    let ff = b.ff();
    let Some((born, ended)) = y.memory.times(o) else {
        if let Some(s) = x.memory.get_mut(o) {
            s.live = b.ite(first, s.live, ff);
        }
        return Ok(());
    };
    let (born, ended) = match x.memory.times(o) {
        // A run that has not made the object has no pointer to it.
        None => (born.clone(), ended.clone()),
        Some((p, q)) => (join_times(b, first, p, born), join_times(b, first, q, ended)),
    };
    match (x.memory.get(o).is_some(), y.memory.get(o).is_some()) {
        (false, false) => x.memory.put(o, Presence::Gone { born, ended }),
        (true, false) => {
            let s = x.memory.get_mut(o).expect("checked");
            *s = ObjState { live: b.ite(first, s.live, ff), content: s.content.clone(), born, ended };
        }
        (false, true) => {
            let s = y.memory.get(o).expect("checked").clone();
            x.memory.set(o, ObjState { live: b.ite(first, ff, s.live), born, ended, ..s });
        }
        (true, true) => {
            let mut s = x.memory.get(o).expect("checked").clone();
            let mut t = y.memory.get(o).expect("checked").clone();
            let mut is_dead = |path: Term, live: Term| {
                let here = b.and(path, live);
                b.as_bool(here) == Some(false)
            };
            let (dead_in_x, dead_in_y) = (is_dead(paths[0], s.live), is_dead(paths[1], t.live));
            s.live = b.ite(first, s.live, t.live);
            // What an object holds that nobody may access does not matter.
            if dead_in_x {
                s.content = t.content;
            } else if !dead_in_y {
                merge_content(b, space, o, &mut s, &mut t, first)?;
            }
            x.memory.set(o, ObjState { born, ended, ..s });
        }
    }
    Ok(())
}

/// The times of both states.
fn join_times(b: &mut Builder, first: Term, p: &Times, q: &Times) -> Times {
    if p == q {
        return p.clone();
    }
    let (mut out, ff) = (Times::new(), b.ff());
    for &(at, cond) in p {
        let other = q.iter().find(|t| t.0 == at).map_or(ff, |t| t.1);
        out.push((at, b.ite(first, cond, other)));
    }
    for &(at, cond) in q.iter().filter(|t| p.iter().all(|s| s.0 != t.0)) {
        out.push((at, b.ite(first, ff, cond)));
    }
    out.retain(|t| t.1 != ff);
    out
}

fn merge_content(
    b: &mut Builder,
    space: &mut Space,
    o: ObjId,
    s: &mut ObjState,
    t: &mut ObjState,
    first: Term,
) -> Result<()> {
    if let (Content::Cells { base: p, .. }, Content::Cells { base: q, .. }) = (&s.content, &t.content) {
        let (p, q) = (*p, *q);
        if p == q {
            return merge_cells(b, space, o, s, t, first);
        }
        if let (Base::Fill(x), Base::Fill(y)) = (p, q) {
            spread(b, space, o, s)?;
            spread(b, space, o, t)?;
            let byte = b.ite(first, x, y);
            for state in [&mut *s, &mut *t] {
                if let Content::Cells { base, .. } = &mut state.content {
                    *base = Base::Fill(byte);
                }
            }
            if matches!((&s.content, &t.content), (Content::Cells { .. }, Content::Cells { .. })) {
                return merge_cells(b, space, o, s, t, first);
            }
        } else {
            spread(b, space, o, s)?;
            spread(b, space, o, t)?;
            if let (Content::Cells { base: p, .. }, Content::Cells { base: q, .. }) =
                (&mut s.content, &mut t.content)
            {
                // Every byte is a cell now.
                *q = *p;
                return merge_cells(b, space, o, s, t, first);
            }
        }
    }
    let elem = match (&s.content, &t.content) {
        (Content::Array { elem, .. }, _) | (_, Content::Array { elem, .. }) => *elem,
        _ => 1,
    };
    Access { b, space, obj: o, state: s }.become_array(elem)?;
    Access { b, space, obj: o, state: t }.become_array(elem)?;
    if let (Content::Array { elem: p, .. }, Content::Array { elem: q, .. }) = (&s.content, &t.content)
        && p != q
    {
        Access { b, space, obj: o, state: s }.split_array()?;
        Access { b, space, obj: o, state: t }.split_array()?;
    }
    let (Content::Array { term: p, elem }, Content::Array { term: q, .. }) = (&s.content, &t.content) else {
        return Err(Unrepresentable::Shape);
    };
    let (p, q, elem) = (*p, *q, *elem);
    s.content = Content::Array { term: b.ite(first, p, q), elem };
    Ok(())
}

/// Makes cells of all bytes of an object, or an array when there are too many.
fn spread(b: &mut Builder, space: &mut Space, o: ObjId, s: &mut ObjState) -> Result<()> {
    match space.info(o).size_const {
        Some(size) if size <= SPELL_OUT => {
            let mut access = Access { b, space, obj: o, state: s };
            let pieces = access.pieces(0, size)?;
            for piece in pieces {
                access.spell(piece)?;
            }
            Ok(())
        }
        _ => Access { b, space, obj: o, state: s }.become_array(1),
    }
}

fn merge_cells(
    b: &mut Builder,
    space: &mut Space,
    o: ObjId,
    s: &mut ObjState,
    t: &mut ObjState,
    first: Term,
) -> Result<()> {
    let (Content::Cells { cells: p, .. }, Content::Cells { cells: q, .. }) = (&s.content, &t.content) else {
        return Err(Unrepresentable::Shape);
    };
    if p.ptr_eq(q) {
        return Ok(());
    }
    // Ranges of either side at which they differ; the same range only once.
    let mut ranges: BTreeSet<(u64, u32)> = BTreeSet::new();
    for item in p.diff(q) {
        match item {
            DiffItem::Add(&at, cell) | DiffItem::Remove(&at, cell) => {
                ranges.insert((at, cell.size));
            }
            DiffItem::Update { old: (&at, x), new: (_, y) } => {
                ranges.insert((at, x.size));
                ranges.insert((at, y.size));
            }
        }
    }
    // Larger scalars first where ranges overlap, so that what one side wrote whole stays whole.
    let mut order: Vec<(u64, u32)> = ranges.into_iter().collect();
    order.sort_by_key(|&(at, size)| (std::cmp::Reverse(size), at));
    let mut done: Vec<(u64, u64)> = Vec::new();
    let snapshot = s.clone();
    let mut left = snapshot;
    for (at, size) in order {
        let end = at + u64::from(size);
        if done.iter().any(|&(from, to)| from <= at && end <= to) {
            continue;
        }
        let x = Access { b, space, obj: o, state: &mut left }.load_at(at, size)?;
        let y = Access { b, space, obj: o, state: t }.load_at(at, size)?;
        let v = space.ite(b, first, &x, &y).ok_or(Unrepresentable::AddressSpace)?;
        Access { b, space, obj: o, state: s }.store_at(at, size, v)?;
        if size > 1 {
            done.push((at, end));
        }
    }
    Ok(())
}
