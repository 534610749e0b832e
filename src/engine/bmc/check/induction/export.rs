//! The outline of a proof, as data for the second check.

use super::candidates::{Candidate, Conjecture};
use super::ranking::Ranking;
use crate::engine::bmc::explore::Eval;
use crate::engine::bmc::memory::UndefCell;
use crate::engine::bmc::policy::induction::Visit;
use crate::engine::bmc::policy::induction::{Changes, Cuts, Induction, Instance, Place, ScalarSlot};
use crate::engine::bmc::policy::{
    Activations, Bytes, Differs, Heads, ProofOutline, Rigid, Scalar, Statement, Where,
};
use crate::engine::bmc::state::Val;
use crate::ilr::Term;
use crate::rewrite::Builder;
use std::collections::BTreeMap;
use std::rc::Rc;

fn place(p: Place) -> Where {
    match p {
        Place::Register(id) => Where::Register(id),
        Place::Cell { object, off, size } => Where::Cell(object, off, size),
        Place::Parameter(n) => Where::Argument(n),
        Place::Result => Where::Result,
    }
}

fn differs(changes: Option<&Changes>) -> Differs {
    let Some(Changes { cells, arrays, targets, variables, poison, concurrent: _ }) = changes else {
        return Differs::default();
    };
    Differs {
        cells: cells.iter().filter(|c| !arrays.contains_key(&c.0)).copied().collect(),
        arrays: arrays.clone(),
        targets: targets.iter().map(|(p, to)| (place(*p), to.clone())).collect(),
        variables: variables.clone(),
        poison: poison.keys().copied().collect(),
    }
}

fn scalars(slots: &[ScalarSlot]) -> Vec<Scalar> {
    let of = |s: &ScalarSlot| Scalar {
        at: place(s.place),
        pointer: s.object.is_some(),
        now: s.head,
        entry: s.entry,
    };
    slots.iter().map(of).collect()
}

/// The invariants of an instance that were kept.
fn statements(b: &mut Builder, candidates: &[Candidate], of: usize, instance: &Instance) -> Vec<Statement> {
    let heads = instance.heads();
    let mut found = Vec::new();
    for candidate in candidates.iter().filter(|c| c.of == of) {
        found.push(match &candidate.conjecture {
            Conjecture::Scalars(fact) => {
                Statement { holds: fact.term(b, instance, &heads), each: None, values: Vec::new() }
            }
            Conjecture::Elements(each) => {
                Statement { holds: each.statement, each: Some(each.bound), values: candidate.numbers.clone() }
            }
        });
    }
    found
}

/// The outline of a proof. The evaluation is not needed any more, and gives its terms away.
pub fn export(
    eval: &mut Eval<'_>,
    induction: &Induction,
    cuts: &Cuts,
    (kept, ranking): (&[Candidate], &Ranking),
) -> ProofOutline {
    let mut outline = ProofOutline {
        assumed: induction.k,
        loops: cuts.loops.clone(),
        functions: cuts.functions.clone(),
        ..ProofOutline::default()
    };
    outline.rigid = rigid(eval);
    let b = &mut eval.vm.ledger.d.terms;
    // Instances are numbered as in `Induction::instances`.
    for (of, (&key, visit)) in induction.visits.iter().enumerate() {
        let instance = &visit.instance;
        let arrays = instance.arrays.iter();
        let heads = Heads {
            differs: differs(induction.changes.get(&key)),
            scalars: scalars(&instance.slots),
            arrays: arrays.map(|a| Bytes { object: a.object, now: a.head, entry: a.entry }).collect(),
            fixed: fixed(b, visit),
            statements: statements(b, kept, of, instance),
            ranks: ranking.of.iter().filter(|r| r.0 == of).flat_map(|r| r.1.clone()).collect(),
        };
        outline.visits.insert(key, heads);
    }
    for (n, (&key, recursion)) in induction.recursions.iter().enumerate() {
        let of = induction.visits.len() + 2 * n;
        let activations = Activations {
            differs: differs(induction.changes.get(&key)),
            start: scalars(&recursion.entry.slots),
            requires: statements(b, kept, of, &recursion.entry),
            end: scalars(&recursion.exit.slots[recursion.entry.slots.len()..]),
            ensures: statements(b, kept, of + 1, &recursion.exit),
        };
        outline.calls.insert(key, activations);
    }
    outline.terms = Rc::new(std::mem::take(b).into_store());
    outline
}

/// The variables that have one value in the whole run.
fn rigid(eval: &Eval<'_>) -> Vec<(Term, Rigid)> {
    let space = &eval.vm.memory.space;
    let key = |o| space.info(o).key;
    let inputs = eval.vm.ledger.inputs.list.iter().map(|input| (input.term, Rigid::Input(input.key)));
    let places = space.place_variables().map(|(object, var)| (var, Rigid::Place(object)));
    let bytes = space.undef_cells().map(|(cell, var)| {
        let UndefCell { obj, lifetime, off, size } = cell;
        (var, Rigid::Bytes { object: key(obj), lifetime, off, size })
    });
    let arrays = space.undef_arrays().map(|((obj, lifetime), array)| {
        (array.var, Rigid::Array { object: key(obj), lifetime, elem: array.elem })
    });
    let mut all: Vec<_> = inputs.chain(places).chain(bytes).chain(arrays).collect();
    all.sort_by_key(|(var, _)| *var);
    all
}

/// Where the values are that the loop does not change.
fn fixed(b: &Builder, visit: &Visit) -> Vec<(Term, Where)> {
    let mut found: BTreeMap<Term, Where> = BTreeMap::new();
    let frame = &visit.entry.frame;
    let registers = frame.info.live_in(frame.block).iter().map(|&i| (Where::Register(i), i));
    for (at, i) in registers {
        if let Some(Val::Int(t)) = &frame.regs[i.index()] {
            found.entry(*t).or_insert(at);
        }
    }
    for (n, v) in frame.entry.args.iter().enumerate() {
        if let Val::Int(t) = v {
            found.entry(*t).or_insert(Where::Argument(n as u32));
        }
    }
    let wanted = |t: &Term| visit.instance.fixed.contains(t) && !b.is_const(*t);
    found.into_iter().filter(|(t, _)| wanted(t)).collect()
}
