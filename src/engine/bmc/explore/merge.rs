//! Merging two states at one point of the program.

use crate::engine::bmc::memory::{Space, Unrepresentable, merge_object};
use crate::engine::bmc::state::merge_poison;
use crate::engine::bmc::state::{Frame, HeapState, ObjId, Path, Ptr, Section, SectionCell, State, Val};
use crate::ilr::Term;
use crate::rewrite::Builder;
use imbl::OrdMap;
use std::rc::Rc;

/// Whether two states at equal positions may become one: they come from one activation of one caller.
pub fn mergeable(a: &State, b: &State) -> bool {
    let same_parent = match (&a.frame.parent, &b.frame.parent) {
        (None, None) => true,
        (Some(p), Some(q)) => Rc::ptr_eq(p, q),
        _ => false,
    };
    let point = |s: &State| s.thread.section.as_ref().map(|section| section.point);
    // Inside a section only what began it together goes on together.
    let alone = !a.thread.concurrent && !b.thread.concurrent;
    let same_section = alone || point(a) == point(b) && a.frame.entry.atomic == b.frame.entry.atomic;
    same_parent
        && same_section
        && a.frame.entry.ctx == b.frame.entry.ctx
        && a.frame.entry.varargs == b.frame.entry.varargs
}

/// Merges `y` into `x`. `keep` names the registers that are still needed (all, when `None`).
pub fn merge(
    b: &mut Builder,
    space: &mut Space,
    x: &mut State,
    mut y: State,
    keep: Option<&[crate::program::InstId]>,
) -> Result<(), Unrepresentable> {
    let paths = [x.path.term(), y.path.term()];
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
    if let (Some(p), Some(q)) = (&mut x.thread.section, &y.thread.section) {
        p.cells = merge_cells(b, space, first, p, q)?;
    }
    x.thread.locks = x.thread.locks.merged(b, first, &y.thread.locks);
    x.thread.joined = std::mem::take(&mut x.thread.joined).intersection(y.thread.joined.clone());
    if !Rc::ptr_eq(&x.frame, &y.frame) {
        merge_frames(b, space, x, &y, first, keep)?;
    }
    for o in x.memory.diff(&y.memory) {
        merge_object(b, space, x, &mut y, o, (first, paths))?;
    }
    Ok(())
}

/// What is known in a section where two ways meet.
fn merge_cells(
    b: &mut Builder,
    space: &mut Space,
    first: Term,
    x: &Section,
    y: &Section,
) -> Result<OrdMap<(ObjId, Term), SectionCell>, Unrepresentable> {
    let second = b.not(first);
    let mut cells = OrdMap::new();
    let only = |b: &mut Builder, when: Term, cell: &SectionCell| {
        let (known, written) = (b.and(when, cell.known), b.and(when, cell.written));
        SectionCell { known, written, ..cell.clone() }
    };
    for (place, p) in &x.cells {
        let merged = match y.cells.get(place).filter(|q| q.size == p.size) {
            Some(q) if p == q => p.clone(),
            Some(q) => SectionCell {
                size: p.size,
                val: space.ite_shared(b, first, &p.val, &q.val).ok_or(Unrepresentable::AddressSpace)?,
                known: b.ite(first, p.known, q.known),
                written: b.ite(first, p.written, q.written),
            },
            None => only(b, first, p),
        };
        cells.insert(*place, merged);
    }
    for (place, q) in &y.cells {
        match x.cells.get(place) {
            None => {
                cells.insert(*place, only(b, second, q));
            }
            Some(p) if p.size != q.size => return Err(Unrepresentable::Shape),
            Some(_) => {}
        }
    }
    Ok(cells)
}

fn merge_frames(
    b: &mut Builder,
    space: &mut Space,
    x: &mut State,
    y: &State,
    first: Term,
    keep: Option<&[crate::program::InstId]>,
) -> Result<(), Unrepresentable> {
    let top = Rc::make_mut(&mut x.frame);
    let mut one = |p: &mut Option<Val>, q: &Option<Val>| -> Result<(), Unrepresentable> {
        let merged = match (&*p, q) {
            (Some(s), Some(t)) if s == t => return Ok(()),
            (Some(s), Some(t)) => Some(space.ite(b, first, s, t).ok_or(Unrepresentable::AddressSpace)?),
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
    merge_poison(b, top, &y.frame, first, keep);
    for &o in &y.frame.locals.all {
        if !top.locals.all.contains(&o) {
            top.locals.all.push(o);
        }
    }
    for &o in &y.frame.locals.dynamic {
        if !top.locals.dynamic.contains(&o) {
            top.locals.dynamic.push(o);
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
) -> Result<(), Unrepresentable> {
    for (var, v) in &mut top.notes.vars {
        let w = match other.notes.vars.iter().find(|w| w.0 == *var) {
            Some((_, w)) => w.clone(),
            None => nothing(b, space, v),
        };
        if *v != w {
            *v = space.ite(b, first, v, &w).ok_or(Unrepresentable::AddressSpace)?;
        }
    }
    for (var, w) in &other.notes.vars {
        if top.notes.vars.iter().all(|v| v.0 != *var) {
            let v = nothing(b, space, w);
            let v = space.ite(b, first, &v, w).ok_or(Unrepresentable::AddressSpace)?;
            top.notes.vars.push((*var, v));
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
