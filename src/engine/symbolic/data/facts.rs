//! What conjuncts say of terms that occur elsewhere, and what two conjuncts say together.

use super::cone::Cone;
use super::conjuncts;
use crate::ilr::{Op, Term};
use crate::rewrite::Builder;

/// Maximum number of conjuncts over the same term that are compared with each other.
const COMPARED: usize = 8;

/// Joins conjuncts that compare the same terms where the builder knows a simpler conjunction, as of bounds. Returns whether there
/// were any. `None` if two contradict each other.
pub(super) fn join(b: &mut Builder, path: &mut Vec<Term>) -> Option<bool> {
    if path.len() < 2 {
        return Some(false);
    }
    let key = |&t: &Term| compared(b, t).map(|key| (key, t));
    let mut literals: Vec<((Term, Term), Term)> = path.iter().filter_map(key).collect();
    literals.sort_by_key(|l| l.0);
    let mut changed = false;
    for group in literals.chunk_by(|l, m| l.0 == m.0).filter(|g| g.len() > 1) {
        let mut kept: Vec<Term> = Vec::with_capacity(group.len());
        let mut simpler = false;
        for &(_, t) in group {
            let mut t = t;
            let mut i = 0;
            while i < kept.len().min(COMPARED) {
                let both = b.and(kept[i], t);
                let plain = b.op(both) == Op::And && {
                    let parts = [b.arg(both, 0), b.arg(both, 1)];
                    parts == [kept[i], t] || parts == [t, kept[i]]
                };
                if plain {
                    i += 1;
                } else {
                    kept.swap_remove(i);
                    (t, i, simpler) = (both, 0, true);
                }
            }
            kept.push(t);
        }
        if simpler {
            path.retain(|&t| group.iter().all(|l| l.1 != t));
            path.extend(kept);
            changed = true;
        }
    }
    if changed {
        *path = conjuncts(b, path)?;
    }
    Some(changed)
}

/// The terms that a literal compares, without constants that are added to them.
fn compared(b: &Builder, t: Term) -> Option<(Term, Term)> {
    let atom = if b.op(t) == Op::Not { b.arg(t, 0) } else { t };
    if !matches!(b.op(atom), Op::Eq | Op::Ult | Op::Slt) {
        return None;
    }
    let base = |t: Term| if b.op(t) == Op::Add && b.is_const(b.arg(t, 1)) { b.arg(t, 0) } else { t };
    let (x, y) = (base(b.arg(atom, 0)), base(b.arg(atom, 1)));
    Some(match (b.is_const(x), b.is_const(y)) {
        (true, _) => (y, y),
        (_, true) => (x, x),
        _ => (x.min(y), x.max(y)),
    })
}

/// Replaces what conjuncts determine where it occurs elsewhere: the atom of a literal by its truth, a term that is equal to a
/// constant by the constant. A conjunct itself stays, apart from what others determine in it. Both directions of that are never
/// needed, as of two conjuncts only one can contain the other. Returns whether anything was replaced.
pub(super) fn propagate(b: &mut Builder, cone: &Cone, cells: &mut [Term], path: &mut [Term]) -> bool {
    if path.is_empty() {
        return false;
    }
    let mut uses = vec![0u32; cone.len()];
    for p in 0..cone.len() {
        for &o in cone.operands(p) {
            uses[o as usize] += 1;
        }
    }
    for &t in path.iter().chain(cells.iter()) {
        uses[cone.place(t)] += 1;
    }
    let mut fixed: Vec<Option<Term>> = vec![None; cone.len()];
    let mut any = false;
    for &t in path.iter() {
        let place = cone.place(t);
        let (atom, truth) = match cone.node(place).op {
            Op::Not => (cone.operands(place)[0] as usize, false),
            _ => (place, true),
        };
        // The use by the conjunct itself is one.
        if uses[atom] > 1 {
            fixed[atom] = Some(b.bool(truth));
            any = true;
        }
        if truth && cone.node(place).op == Op::Eq {
            let [x, y] = [0, 1].map(|i| cone.operands(place)[i] as usize);
            if b.is_const(cone.node(y).term) && uses[x] > 1 {
                fixed[x] = Some(cone.node(y).term);
                any = true;
            }
        }
    }
    if !any {
        return false;
    }
    // Each term by its own operands, and what stands for it elsewhere.
    let mut own: Vec<Term> = Vec::with_capacity(cone.len());
    let mut args = Vec::new();
    for p in 0..cone.len() {
        let term = cone.node(p).term;
        args.clear();
        let operand = |&o: &u32| fixed[o as usize].unwrap_or(own[o as usize]);
        args.extend(cone.operands(p).iter().map(operand));
        let same = cone.operands(p).iter().zip(&args).all(|(&o, &a)| cone.node(o as usize).term == a);
        own.push(if same { term } else { b.rebuild(term, &args) });
    }
    let mut changed = false;
    for t in cells {
        let p = cone.place(*t);
        let new = fixed[p].unwrap_or(own[p]);
        changed |= new != *t;
        *t = new;
    }
    for t in path {
        let p = cone.place(*t);
        let operand = |i: usize| cone.operands(p)[i] as usize;
        let new = match cone.node(p).op {
            Op::Not => b.not(own[operand(0)]),
            Op::Eq if fixed[operand(0)] == Some(cone.node(operand(1)).term) => {
                b.eq(own[operand(0)], own[operand(1)])
            }
            _ => own[p],
        };
        changed |= new != *t;
        *t = new;
    }
    changed
}

/// Leaves out the conjuncts that share no inputs with any cell, directly or through others: as the path is satisfiable, they hold
/// for some values of their inputs, whatever the cells are. Returns whether there are any.
pub(super) fn drop_unrelated(cone: &Cone, cells: &[Term], path: &mut Vec<Term>) -> bool {
    if path.is_empty() {
        return false;
    }
    // Groups of positions that are connected: a term and its operands. Constants connect nothing.
    let mut parent: Vec<u32> = (0..cone.len() as u32).collect();
    for p in 0..cone.len() {
        for &o in cone.operands(p) {
            if cone.node(o as usize).op != Op::Const {
                let (x, y) = (root(&mut parent, p as u32), root(&mut parent, o));
                parent[x.max(y) as usize] = x.min(y);
            }
        }
    }
    let mut related = vec![false; cone.len()];
    for &t in cells {
        related[root(&mut parent, cone.place(t) as u32) as usize] = true;
    }
    let before = path.len();
    path.retain(|&t| related[root(&mut parent, cone.place(t) as u32) as usize]);
    path.len() < before
}

/// The first member of a group of positions.
fn root(parent: &mut [u32], mut p: u32) -> u32 {
    while parent[p as usize] != p {
        parent[p as usize] = parent[parent[p as usize] as usize];
        p = parent[p as usize];
    }
    p
}
