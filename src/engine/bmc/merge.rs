//! Merging two states at one point of the program.

use std::collections::BTreeSet;
use std::rc::Rc;

use imbl::ordmap::DiffItem;

use super::flat::HeapState;
use super::memory::{Access, Base, Content, ObjState, Slot, Space, Times, Trouble};
use super::path::Path;
use super::poison;
use super::state::{Frame, State};
use super::value::{ObjId, Ptr, Val};
use crate::ilr::Term;
use crate::rewrite::Builder;

/// Largest object, in bytes, whose untouched bytes are written out when two states disagree on them.
const SPELL_OUT: u64 = 4096;

/// Whether two states at equal positions may become one: they come from one activation of one caller.
pub fn mergeable(a: &State, b: &State) -> bool {
    let same_parent = match (&a.frame.parent, &b.frame.parent) {
        (None, None) => true,
        (Some(p), Some(q)) => Rc::ptr_eq(p, q),
        _ => false,
    };
    same_parent && a.frame.ctx == b.frame.ctx && a.frame.varargs == b.frame.varargs
}

/// Merges `y` into `x`. `keep` names the registers that are still needed (all, when `None`).
pub fn merge(
    b: &mut Builder,
    space: &mut Space,
    x: &mut State,
    mut y: State,
    keep: Option<&[crate::program::InstId]>,
) -> Result<(), Trouble> {
    let join = Path::join(b, &x.path, &y.path);
    let first = join.first;
    match b.as_bool(first) {
        // One of the two paths is empty.
        Some(true) => {
            x.path = join.path;
            return Ok(());
        }
        Some(false) => {
            *x = State { path: join.path, ..y };
            return Ok(());
        }
        None => {}
    }
    x.path = join.path;
    x.events = x.events.max(y.events);
    if let (Some(p), Some(q)) = (x.heap, y.heap) {
        x.heap = Some(HeapState {
            now: b.ite(first, p.now, q.now),
            ever: b.ite(first, p.ever, q.ever),
            used: b.ite(first, p.used, q.used),
        });
    }
    if !Rc::ptr_eq(&x.frame, &y.frame) {
        merge_frames(b, space, x, &y, first, keep)?;
    }
    for o in x.memory.diff(&y.memory) {
        merge_object(b, space, x, &mut y, o, first)?;
    }
    Ok(())
}

fn merge_frames(
    b: &mut Builder,
    space: &mut Space,
    x: &mut State,
    y: &State,
    first: Term,
    keep: Option<&[crate::program::InstId]>,
) -> Result<(), Trouble> {
    let top = Rc::make_mut(&mut x.frame);
    let mut one = |p: &mut Option<Val>, q: &Option<Val>| -> Result<(), Trouble> {
        let merged = match (&*p, q) {
            (Some(s), Some(t)) if s == t => return Ok(()),
            (Some(s), Some(t)) => Some(space.ite(b, first, s, t).ok_or(Trouble::AddressSpace)?),
            _ => None,
        };
        *p = merged;
        Ok(())
    };
    match keep {
        Some(keep) => {
            let mut kept = vec![None; top.regs.len()];
            for i in keep {
                let slot = &mut top.regs[i.index()];
                one(slot, &y.frame.regs[i.index()])?;
                kept[i.index()] = slot.take();
            }
            top.regs = kept;
        }
        None => {
            for (p, q) in top.regs.iter_mut().zip(&y.frame.regs) {
                one(p, q)?;
            }
        }
    }
    merge_variables(b, space, top, &y.frame, first)?;
    poison::merge(b, top, &y.frame, first, keep);
    for &o in &y.frame.stack {
        if !top.stack.contains(&o) {
            top.stack.push(o);
        }
    }
    for &o in &y.frame.dynamic {
        if !top.dynamic.contains(&o) {
            top.dynamic.push(o);
        }
    }
    // The iteration goes on under whatever condition holds now.
    for (p, q) in top.iterations.iter_mut().zip(&y.frame.iterations) {
        p.symbolic = p.symbolic.max(q.symbolic);
        p.events = p.events.min(q.events);
        p.decided &= q.decided;
        p.exit_fork |= q.exit_fork;
    }
    Ok(())
}

/// A variable that only one side has holds nothing on the other's runs.
fn merge_variables(
    b: &mut Builder,
    space: &mut Space,
    top: &mut Frame,
    other: &Frame,
    first: Term,
) -> Result<(), Trouble> {
    for (var, v) in &mut top.vars {
        let w = match other.vars.iter().find(|w| w.0 == *var) {
            Some((_, w)) => w.clone(),
            None => nothing(b, space, v),
        };
        if *v != w {
            *v = space.ite(b, first, v, &w).ok_or(Trouble::AddressSpace)?;
        }
    }
    for (var, w) in &other.vars {
        if top.vars.iter().all(|v| v.0 != *var) {
            let v = nothing(b, space, w);
            let v = space.ite(b, first, &v, w).ok_or(Trouble::AddressSpace)?;
            top.vars.push((*var, v));
        }
    }
    Ok(())
}

/// A value like another that is no address.
fn nothing(b: &mut Builder, space: &Space, like: &Val) -> Val {
    match like {
        Val::Int(t) => Val::Int(b.bv(b.width(*t), 0)),
        Val::Ptr(_) => Val::Ptr(Ptr::null(b, space.width)),
        Val::Agg(parts) => Val::Agg(parts.iter().map(|p| nothing(b, space, p)).collect()),
    }
}

fn merge_object(
    b: &mut Builder,
    space: &mut Space,
    x: &mut State,
    y: &mut State,
    o: ObjId,
    first: Term,
) -> Result<(), Trouble> {
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
        (false, false) => x.memory.put(o, Slot::Gone { born, ended }),
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
            s.live = b.ite(first, s.live, t.live);
            merge_content(b, space, o, &mut s, &mut t, first)?;
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
) -> Result<(), Trouble> {
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
        return Err(Trouble::Shape);
    };
    let (p, q, elem) = (*p, *q, *elem);
    s.content = Content::Array { term: b.ite(first, p, q), elem };
    Ok(())
}

/// Makes cells of all bytes of an object, or an array when there are too many.
fn spread(b: &mut Builder, space: &mut Space, o: ObjId, s: &mut ObjState) -> Result<(), Trouble> {
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
) -> Result<(), Trouble> {
    let (Content::Cells { cells: p, .. }, Content::Cells { cells: q, .. }) = (&s.content, &t.content) else {
        return Err(Trouble::Shape);
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
        let v = space.ite(b, first, &x, &y).ok_or(Trouble::AddressSpace)?;
        Access { b, space, obj: o, state: s }.store_at(at, size, v)?;
        if size > 1 {
            done.push((at, end));
        }
    }
    Ok(())
}
