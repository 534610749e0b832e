//! Samples of what a recursive function is called with and returns: it is executed for small inputs, as what its body and its
//! calls make of the parameters are terms.

use super::samples::{is_havocked, set_random, variables};
use crate::base::Random;
use crate::engine::bmc::policy::induction::{Place, Recursion};
use crate::ilr::eval::{Evaluator, Model};
use crate::ilr::{Op, Sort, Term, Value};
use crate::rewrite::Builder;

/// Calls from outside.
const CALLS: u32 = 60;

/// Activations of one of them, and of all.
const MOST_EACH: u32 = 300;

const MOST: u32 = 1500;

/// Most activations at a time.
const MOST_DEEP: u32 = 80;

/// Most samples that are used of starts, and of ends.
const MOST_SAMPLES: usize = 240;

/// What the first activations of a recursion start with, and what they end with, as assignments of the variables of the
/// instances' slots. None where the function depends on what is havocked elsewhere, as `others` says.
pub fn samples(b: &Builder, recursion: &Recursion, others: &[Term]) -> (Vec<Model>, Vec<Model>) {
    let none = (Vec::new(), Vec::new());
    let (entry, exit) = (&recursion.entry, &recursion.exit);
    let mut roots: Vec<Term> = entry.slots.iter().map(|s| s.entry).collect();
    roots.push(entry.entered);
    let Some(outside) = variables(b, &roots) else { return none };
    for moment in entry.backs.iter().chain(&exit.backs) {
        roots.push(moment.path);
        roots.extend(moment.values.iter().copied());
    }
    roots.extend(entry.heads());
    let Some(all) = variables(b, &roots) else { return none };
    // What calls yield; and what is havocked otherwise has no value.
    let yielded: Vec<Term> = exit.uses.iter().flat_map(|u| &u.values[entry.slots.len()..]).copied().collect();
    let heads = entry.heads();
    let known = |v: &Term| heads.contains(v) || yielded.contains(v);
    let follows = |v: &Term| {
        let havocked = is_havocked(b, *v) || others.contains(v);
        !matches!(b.sort(*v), Sort::Array { .. }) && (!havocked || known(v))
    };
    let single = |t: &Term| b.op(*t) == Op::Var;
    let result = recursion.has_result() || exit.slots.iter().any(|s| matches!(s.place, Place::Cell { .. }));
    if !result || !all.iter().all(follows) || !yielded.iter().all(single) || !heads.iter().all(single) {
        return none;
    }
    let inside: Vec<Term> = all.iter().copied().filter(|v| !outside.contains(v) && !known(v)).collect();
    let mut runs =
        Runs { b, recursion, inside, random: Random::new(3), left: 0, starts: Vec::new(), ends: Vec::new() };
    let mut most = MOST;
    for _ in 0..CALLS {
        let mut model = Model::new();
        for &v in &outside {
            set_random(b, &mut runs.random, &mut model, v);
        }
        let mut values = Evaluator::new(b.store(), &model);
        if !values.bool(entry.entered) {
            continue;
        }
        let args = entry.slots.iter().map(|s| values.eval(s.entry).clone()).collect();
        runs.left = most.min(MOST_EACH);
        let before = runs.left;
        runs.call(&model, args, 0);
        most -= before - runs.left;
    }
    // Those of few calls are all alike.
    (spread(runs.starts), spread(runs.ends))
}

/// Some of many, from everywhere.
fn spread(all: Vec<Model>) -> Vec<Model> {
    let step = all.len().div_ceil(MOST_SAMPLES).max(1);
    all.into_iter().step_by(step).collect()
}

struct Runs<'a> {
    b: &'a Builder,
    recursion: &'a Recursion,
    /// What an activation does not determine.
    inside: Vec<Term>,
    random: Random,
    /// How many activations may follow.
    left: u32,
    starts: Vec<Model>,
    ends: Vec<Model>,
}

impl Runs<'_> {
    /// Executes an activation: the values of the exit's slots beyond those of the entry. `None` where it does not return, or
    /// not soon enough.
    fn call(&mut self, outside: &Model, args: Vec<Value>, depth: u32) -> Option<Vec<Value>> {
        if self.left == 0 || depth == MOST_DEEP {
            return None;
        }
        self.left -= 1;
        let (b, recursion) = (self.b, self.recursion);
        let (entry, exit) = (&recursion.entry, &recursion.exit);
        let mut model = outside.clone();
        for i in 0..self.inside.len() {
            set_random(b, &mut self.random, &mut model, self.inside[i]);
        }
        for (slot, value) in entry.slots.iter().zip(args) {
            model.set(slot.head, value);
        }
        self.starts.push(model.clone());
        for (back, after) in entry.backs.iter().zip(exit.uses.iter().skip(1)) {
            let mut values = Evaluator::new(b.store(), &model);
            if !values.bool(back.path) {
                continue;
            }
            let args = back.values.iter().map(|t| values.eval(*t).clone()).collect();
            let yielded = self.call(outside, args, depth + 1)?;
            for (v, value) in after.values[entry.slots.len()..].iter().zip(yielded) {
                model.set(*v, value);
            }
        }
        let mut values = Evaluator::new(b.store(), &model);
        let back = exit.backs.iter().find(|k| values.bool(k.path))?;
        let yielded: Vec<Value> =
            back.values[entry.slots.len()..].iter().map(|t| values.eval(*t).clone()).collect();
        let mut end = model;
        for (slot, value) in exit.slots[entry.slots.len()..].iter().zip(&yielded) {
            end.set(slot.head, value.clone());
        }
        self.ends.push(end);
        Some(yielded)
    }
}
