//! Equalities between the scalars of a loop, guessed from what single iterations do.
//!
//! An equality of polynomials that an iteration keeps is one whose value an iteration does not change. For samples of
//! iterations the changes of all monomials are rows of a matrix; its null space has the polynomials that no sample changes.
//! What is guessed becomes a candidate. After M. Müller-Olm, H. Seidl, "Computing polynomial program invariants" (2004), by
//! sampling.

use super::candidates::{Atom, Fact, Relation, Sum};
use crate::base::{Bits, Random};
use crate::engine::bmc::policy::induction::{Instance, Moment};
use crate::engine::bmc::state::VarKind;
use crate::ilr::eval::{Evaluator, Model};
use crate::ilr::{Op, Sort, Term, Value};
use crate::rewrite::Builder;

/// Most scalars, those that do not change included, of which products are looked at.
const MOST_MULTIPLIED: usize = 7;

/// Most scalars that are looked at.
const MOST_SCALARS: usize = 24;

/// Random assignments that are tried for each way back to the head.
const TRIES: u32 = 300;

/// Runs that go around a loop, and how often each does.
const RUNS: u32 = 6;

const ROUNDS: u32 = 40;

/// Most terms of an iteration that is sampled.
const MOST_TERMS: usize = 3000;

/// Largest factor in an equality.
const MOST_FACTOR: i128 = 4096;

/// A small number, so that sums and products do not wrap.
fn small(random: &mut Random) -> i64 {
    let n = random.next_u64();
    match n % 4 {
        0 => (n >> 8) as i64 % 3,
        1 => (n >> 8) as i64 & 15,
        2 => (n >> 8) as i64 & 127,
        _ => ((n >> 8) as i64 & 31) - 12,
    }
}

/// The equalities that samples suggest.
///
/// With `products`, those that are not linear.
pub fn equalities(b: &mut Builder, instance: &Instance, reached: &[Model], products: bool) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut widths: Vec<u32> = instance.slots.iter().filter_map(|s| b.sort(s.head).width()).collect();
    widths.sort_unstable();
    widths.dedup();
    for width in widths.into_iter().filter(|w| (8..=64).contains(w)) {
        let slots: Vec<Atom> = (0..instance.slots.len())
            .filter(|&i| b.sort(instance.slots[i].head).width() == Some(width))
            .take(MOST_SCALARS)
            .map(Atom::Slot)
            .collect();
        let single: Vec<Vec<Atom>> = slots.iter().map(|&a| vec![a]).collect();
        if !products {
            if slots.len() > 1 {
                facts.extend(null_space(b, instance, reached, width, &single));
            }
            continue;
        }
        let fixed = instance.fixed.iter().filter(|t| b.sort(**t).width() == Some(width));
        let all: Vec<Atom> = slots.iter().copied().chain(fixed.map(|&t| Atom::Fixed(t))).collect();
        if all.len() > MOST_MULTIPLIED {
            continue;
        }
        // Few products at a time: an equality with few of them is of most use.
        let mut sets: Vec<Vec<Vec<Atom>>> = Vec::new();
        for (i, &x) in all.iter().enumerate() {
            let varies = |a: Atom| matches!(a, Atom::Slot(_));
            if varies(x) {
                sets.push(vec![vec![x, x]]);
                sets.push(vec![vec![x, x], vec![x, x, x]]);
            }
            for &y in &all[i + 1..] {
                if varies(x) || varies(y) {
                    sets.push(vec![vec![x, y]]);
                }
                if varies(x) && varies(y) {
                    sets.push(vec![vec![x, x], vec![x, y], vec![y, y]]);
                }
            }
        }
        for set in sets {
            let monomials: Vec<Vec<Atom>> = single.iter().cloned().chain(set).collect();
            for fact in null_space(b, instance, reached, width, &monomials) {
                if fact.left.parts.iter().any(|p| p.1.len() > 1) && !facts.contains(&fact) {
                    facts.push(fact);
                }
            }
        }
    }
    facts
}

/// The variables below some terms; `None` when there are too many terms.
pub fn variables(b: &Builder, roots: &[Term]) -> Option<Vec<Term>> {
    let mut seen = std::collections::HashSet::new();
    let mut stack = roots.to_vec();
    let mut found = Vec::new();
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        if seen.len() > MOST_TERMS {
            return None;
        }
        if b.op(t) == Op::Var {
            found.push(t);
        }
        stack.extend(b.args(t));
    }
    found.sort_unstable();
    Some(found)
}

/// A number that is small enough to reckon with.
pub fn number(bits: &Bits) -> Option<i128> {
    let n = i128::from(bits.to_i64()?);
    (n.abs() < 1 << 24).then_some(n)
}

/// How some iterations change the monomials.
fn rows(b: &Builder, instance: &Instance, back: &Moment, monomials: &[Vec<Atom>]) -> Vec<Vec<i128>> {
    let mut roots = back.values.clone();
    roots.push(back.path);
    roots.extend(instance.fixed.iter().copied());
    roots.extend(instance.slots.iter().map(|s| s.head));
    let Some(variables) = variables(b, &roots) else { return Vec::new() };
    let mut random = Random::new(1);
    let mut rows = Vec::new();
    for _ in 0..TRIES {
        let mut model = Model::new();
        for &v in &variables {
            set_random(b, &mut random, &mut model, v);
        }
        let mut values = Evaluator::new(b.store(), &model);
        if !values.bool(back.path) {
            continue;
        }
        let mut of = |monomial: &[Atom], after: bool| -> Option<i128> {
            monomial.iter().try_fold(1i128, |product, atom| {
                let t = match *atom {
                    Atom::Slot(i) if after => back.values[i],
                    Atom::Slot(i) => instance.slots[i].head,
                    Atom::Entry(i) => instance.slots[i].entry,
                    Atom::Fixed(t) => t,
                };
                product.checked_mul(number(&values.bits(t))?)
            })
        };
        let row: Option<Vec<i128>> = monomials.iter().map(|m| Some(of(m, true)? - of(m, false)?)).collect();
        rows.extend(row.filter(|r| r.iter().any(|x| *x != 0)));
    }
    rows
}

/// States in which runs come to the head of a loop, as assignments of all variables: found by going around it with random
/// inputs. None where the loop depends on what other loops havoc, as `others` says.
pub fn reached(b: &Builder, instance: &Instance, others: &[Term]) -> Vec<Model> {
    let mut roots: Vec<Term> = instance.slots.iter().map(|s| s.entry).collect();
    roots.push(instance.entered);
    roots.extend(instance.fixed.iter().copied());
    let Some(outside) = variables(b, &roots) else { return Vec::new() };
    for back in &instance.backs {
        roots.extend(back.values.iter().copied());
        roots.push(back.path);
    }
    roots.extend(instance.slots.iter().map(|s| s.head));
    let Some(all) = variables(b, &roots) else { return Vec::new() };
    if all.iter().any(|v| others.contains(v)) {
        return Vec::new();
    }
    let heads: Vec<Term> = instance.slots.iter().map(|s| s.head).collect();
    let scalars_only = all.iter().all(|v| !matches!(b.sort(*v), Sort::Array { .. }));
    // What is havocked besides the scalars has no value to go on with.
    if !scalars_only || all.iter().any(|v| is_havocked(b, *v) && !heads.contains(v)) {
        return Vec::new();
    }
    let mut random = Random::new(2);
    let mut found = Vec::new();
    for _ in 0..RUNS {
        let mut model = Model::new();
        for &v in &outside {
            set_random(b, &mut random, &mut model, v);
        }
        let mut values = Evaluator::new(b.store(), &model);
        if !values.bool(instance.entered) {
            continue;
        }
        let mut now: Vec<Bits> = instance.slots.iter().map(|s| values.bits(s.entry)).collect();
        for _ in 0..ROUNDS {
            for &v in &all {
                if !outside.contains(&v) {
                    set_random(b, &mut random, &mut model, v);
                }
            }
            for (&h, value) in heads.iter().zip(&now) {
                model.set(h, Value::Bits(value.clone()));
            }
            found.push(model.clone());
            let mut values = Evaluator::new(b.store(), &model);
            let Some(back) = instance.backs.iter().find(|k| values.bool(k.path)) else { continue };
            now = back.values.iter().map(|t| values.bits(*t)).collect();
        }
    }
    found
}

/// By how much monomials in states that runs come to differ from what they were when the loop was entered.
fn values(b: &Builder, instance: &Instance, reached: &[Model], monomials: &[Vec<Atom>]) -> Vec<Vec<i128>> {
    let mut rows = Vec::new();
    for model in reached {
        let mut values = Evaluator::new(b.store(), model);
        let mut of = |monomial: &[Atom], now: bool| -> Option<i128> {
            monomial.iter().try_fold(1i128, |product, atom| {
                let t = match *atom {
                    Atom::Slot(i) if now => instance.slots[i].head,
                    Atom::Slot(i) | Atom::Entry(i) => instance.slots[i].entry,
                    Atom::Fixed(t) => t,
                };
                product.checked_mul(number(&values.bits(t))?)
            })
        };
        let row: Option<Vec<i128>> = monomials.iter().map(|m| Some(of(m, true)? - of(m, false)?)).collect();
        rows.extend(row.filter(|r| r.iter().any(|x| *x != 0)));
    }
    rows
}

/// Whether a variable stands for something that was havocked.
pub fn is_havocked(b: &Builder, v: Term) -> bool {
    VarKind::of(b, v) == VarKind::Havocked
}

/// Gives a variable any value.
pub fn set_random(b: &Builder, random: &mut Random, model: &mut Model, v: Term) {
    match b.sort(v) {
        Sort::Bv(w) => model.set(v, Value::Bits(Bits::from_i64(w, small(random)))),
        // Beyond all loops.
        Sort::Bool if VarKind::of(b, v) == VarKind::Beyond => model.set(v, Value::Bool(true)),
        Sort::Bool => model.set(v, Value::Bool(random.next_u64() & 1 == 1)),
        _ => {}
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// Divides a row by what its numbers have in common.
fn shorten(row: &mut [i128]) {
    let common = row.iter().fold(0, |g, x| gcd(g, *x));
    if common > 1 {
        row.iter_mut().for_each(|x| *x /= common);
    }
}

/// The polynomials that no sample changes, as equalities with what they are when the loop is entered.
fn null_space(
    b: &Builder,
    instance: &Instance,
    reached: &[Model],
    width: u32,
    monomials: &[Vec<Atom>],
) -> Vec<Fact> {
    // What runs come to, where they can be followed; else what iterations do from anywhere.
    let mut all = values(b, instance, reached, monomials);
    if all.is_empty() {
        all = instance.backs.iter().flat_map(|back| rows(b, instance, back, monomials)).collect();
    }
    if all.is_empty() {
        return Vec::new();
    }
    let mut facts = Vec::new();
    for vector in kernel(all, monomials.len()) {
        let parts = || {
            vector
                .iter()
                .zip(monomials)
                .filter(|(x, _)| **x != 0)
                .map(|(x, atoms)| (*x as i64, atoms.clone()))
        };
        let at_entry = |atom: &Atom| match *atom {
            Atom::Slot(i) => Atom::Entry(i),
            other => other,
        };
        let left = Sum { parts: parts().collect(), constant: 0 };
        let right =
            Sum { parts: parts().map(|(x, m)| (x, m.iter().map(at_entry).collect())).collect(), constant: 0 };
        facts.push(Fact { given: None, width, relation: Relation::Eq, left, right });
    }
    facts
}

/// A basis of the vectors that are orthogonal to all rows, those with small numbers of it. None where numbers get large.
pub fn kernel(rows: Vec<Vec<i128>>, n: usize) -> Vec<Vec<i128>> {
    // Rows in echelon form, each with its first column.
    let mut echelon: Vec<(usize, Vec<i128>)> = Vec::new();
    for mut row in rows {
        for (at, known) in &echelon {
            if row[*at] != 0 {
                let (p, q) = (known[*at], row[*at]);
                let g = gcd(p, q);
                let (p, q) = (p / g, q / g);
                let next: Option<Vec<i128>> = row
                    .iter()
                    .zip(known)
                    .map(|(x, y)| x.checked_mul(p)?.checked_sub(y.checked_mul(q)?))
                    .collect();
                let Some(next) = next else { return Vec::new() };
                row = next;
                shorten(&mut row);
            }
        }
        if let Some(at) = row.iter().position(|x| *x != 0) {
            let place = echelon.partition_point(|e| e.0 < at);
            echelon.insert(place, (at, row));
            if echelon.len() == n {
                return Vec::new();
            }
        }
    }
    let mut basis = Vec::new();
    for free in (0..n).filter(|j| echelon.iter().all(|e| e.0 != *j)) {
        // The free column is one; the others follow from the last row upwards.
        let mut vector = vec![0i128; n];
        vector[free] = 1;
        let solved = echelon.iter().rev().try_for_each(|(at, row)| {
            let sum = (at + 1..n).try_fold(0i128, |s, j| s.checked_add(row[j].checked_mul(vector[j])?))?;
            let g = gcd(sum, row[*at]);
            let scale = row[*at] / g;
            for x in &mut vector {
                *x = x.checked_mul(scale)?;
            }
            vector[*at] = -(sum / g);
            Some(())
        });
        shorten(&mut vector);
        if solved.is_some() && vector.iter().all(|x| x.abs() <= MOST_FACTOR) {
            basis.push(vector);
        }
    }
    basis
}
