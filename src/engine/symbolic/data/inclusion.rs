//! Inclusion of a [`DataSet`] in others.
//!
//! A [`Covering`] says when a vector of the new set lies in an old one. If it has no hidden inputs, inclusion is one question
//! without quantifiers for each of its conjuncts. Otherwise, and for several old sets together, instances of the hidden inputs are
//! collected until they cover the new set, or a vector is found that no instance can cover.

use super::cone::Cone;
use super::cover::{Covering, zero};
use super::words::{Words, all_hold};
use super::{DataSet, Found, Queries, conjuncts};
use crate::base::effort;
use crate::ilr::eval::Model;
use crate::ilr::{Sort, Term, Value};
use crate::rewrite::Builder;
use crate::smt::SmtError;

/// Maximum number of rounds with another instance each.
const ROUNDS: usize = 16;
/// Hidden inputs with so many bits in all are expanded.
const EXPANDED: u32 = 2;
/// Most effort of a question here. Without an answer, a state is explored that need not be.
const QUESTION: u64 = effort::SECOND / 10;
/// Maximum number of models that are tried first.
const TRIED: usize = 4;

/// Whether every vector of `new` is a vector of some of `old`, which have as many cells of the same widths. Not sure
/// counts as false.
///
/// # Errors
/// If the solver fails.
pub fn is_included(
    b: &mut Builder,
    q: &mut Queries,
    new: &DataSet,
    old: &[&DataSet],
) -> Result<bool, SmtError> {
    let limits = q.limits.clone();
    q.limits.effort = Some(limits.effort.map_or(QUESTION, |e| e.min(QUESTION)));
    let answer = decide(b, q, new, old);
    q.limits = limits;
    answer
}

fn decide(b: &mut Builder, q: &mut Queries, new: &DataSet, old: &[&DataSet]) -> Result<bool, SmtError> {
    let says = |o: &DataSet| o.cells == new.cells && o.path.iter().all(|c| new.path.contains(c));
    if old.iter().any(|o| says(o)) {
        return Ok(true);
    }
    let Some(path) = conjuncts(b, &new.path) else { return Ok(true) };
    let mut coverings = Vec::new();
    for o in old {
        if let Some(covering) = Covering::of(b, q, new, o)? {
            if covering.conjuncts.iter().all(|c| path.contains(c)) && covering.hidden.is_empty() {
                return Ok(true);
            }
            coverings.push(covering);
        }
    }
    if coverings.is_empty() {
        return Ok(false);
    }
    let samples = match samples(b, q, &path)? {
        Some(samples) => samples,
        None => return Ok(true),
    };
    let mut words = Words::default();
    let mut missed = vec![true; samples.len()];
    for covering in &coverings {
        // Conjuncts without hidden inputs.
        let hides = |t: &Term| Cone::of(b, [t]).variables_in(&covering.hidden);
        let conjuncts: Vec<Term> = covering.conjuncts.iter().copied().filter(|t| !hides(t)).collect();
        let cone = Cone::of(b, &conjuncts);
        let mut all = covering.hidden.is_empty();
        for (sample, missed) in samples.iter().zip(&mut missed) {
            let hit = all_hold(b, &cone, &mut words, sample, &conjuncts);
            *missed &= !hit;
            all &= hit;
        }
        if all && implied(b, q, &path, &conjuncts)? {
            return Ok(true);
        }
    }
    // A vector that is in none, or one question that was answered.
    if missed.contains(&true) || coverings.len() == 1 && coverings[0].hidden.is_empty() {
        return Ok(false);
    }
    Union { b, q, path, coverings: &coverings }.decide()
}

/// Whether the path, which is satisfiable, implies all these terms.
fn implied(b: &mut Builder, q: &mut Queries, path: &[Term], terms: &[Term]) -> Result<bool, SmtError> {
    for &t in terms {
        let not = b.not(t);
        if q.consistent(b, path, &[not])? != Some(false) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Some models of the path; there may be none if the solver gave up. `None` if the path is unsatisfiable.
fn samples(b: &mut Builder, q: &mut Queries, path: &[Term]) -> Result<Option<Vec<Model>>, SmtError> {
    let cone = Cone::of(b, path);
    let mut words = Words::default();
    let kept = q.samples().filter(|m| all_hold(b, &cone, &mut words, m, path)).take(TRIED);
    let mut samples: Vec<Model> = kept.cloned().collect();
    if samples.is_empty() {
        match q.model(b, path)? {
            Found::Model(model) => samples.push(model),
            Found::None => return Ok(None),
            Found::Unknown => {}
        }
    }
    Ok(Some(samples))
}

/// Inclusion in the union of old sets.
struct Union<'a> {
    b: &'a mut Builder,
    q: &'a mut Queries,
    path: Vec<Term>,
    coverings: &'a [Covering],
}

impl Union<'_> {
    fn decide(self) -> Result<bool, SmtError> {
        let Union { b, q, path, coverings } = self;
        // Vectors that no instance so far covers satisfy these.
        let mut question = path.clone();
        let mut open = Vec::new();
        for covering in coverings {
            let bits: u32 = covering.hidden.iter().map(|&h| b.sort(h).width().unwrap_or(1)).sum();
            let expanded = bits <= EXPANDED;
            let guesses = if expanded { expand(b, &covering.hidden) } else { covering.guesses.clone() };
            for guess in guesses {
                let covered = covering.instance(b, &guess);
                question.push(b.not(covered));
            }
            if !expanded {
                open.push(covering);
            }
        }
        for _ in 0..ROUNDS {
            let model = match q.model(b, &question)? {
                Found::None => return Ok(true),
                Found::Unknown => return Ok(false),
                Found::Model(model) => model,
            };
            let mut answered = false;
            for covering in &open {
                if let Some(instances) = witness(b, q, covering, &path, &model)? {
                    question.extend(instances);
                    answered = true;
                    break;
                }
            }
            if !answered {
                return Ok(false);
            }
        }
        Ok(false)
    }
}

/// All values of the variables.
fn expand(b: &mut Builder, hidden: &[Term]) -> Vec<Vec<Term>> {
    let mut all = vec![Vec::new()];
    for &h in hidden {
        let values: Vec<Term> = match b.sort(h) {
            Sort::Bv(w) => (0..1 << w).map(|k| b.bv(w, k)).collect(),
            _ => vec![b.ff(), b.tt()],
        };
        let with = |v: &Vec<Term>| -> Vec<Vec<Term>> {
            values.iter().map(|&k| v.iter().copied().chain([k]).collect()).collect()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// Values of the hidden inputs for which the covering has the vector that the new set has under a model. Returns what those
/// vectors satisfy that are not covered with such values. `None` if there are no such values.
fn witness(
    b: &mut Builder,
    q: &mut Queries,
    covering: &Covering,
    path: &[Term],
    model: &Model,
) -> Result<Option<Vec<Term>>, SmtError> {
    let cone = Cone::of(b, &covering.conjuncts);
    let variables: Vec<Term> = cone.variables().iter().map(|&v| cone.node(v as usize).term).collect();
    let mut map = Vec::new();
    for v in variables {
        if !covering.hidden.contains(&v) {
            let value = match model.get(v) {
                Some(value) => constant(b, value),
                None => zero(b, v),
            };
            map.push((v, value));
        }
    }
    let given = cone.substitute(b, &covering.conjuncts, &map);
    let Found::Model(found) = q.model(b, &given)? else { return Ok(None) };
    let mut exact = Vec::new();
    let mut general = Vec::new();
    let inputs = Cone::of(b, path);
    let inputs: Vec<Term> = inputs.variables().iter().map(|&v| inputs.node(v as usize).term).collect();
    for &h in &covering.hidden {
        let value = match found.get(h) {
            Some(value) => constant(b, value),
            None => zero(b, h),
        };
        // An input of the new set with the same value may be the right one in general.
        let sort = b.sort(h);
        let mut alike = None;
        for v in map.iter().map(|m| m.0).chain(inputs.iter().copied()) {
            if b.sort(v) == sort {
                let same = match model.get(v) {
                    Some(k) => constant(b, k) == value,
                    None => zero(b, v) == value,
                };
                if same {
                    alike = Some(v);
                    break;
                }
            }
        }
        exact.push(value);
        general.push(alike.unwrap_or(value));
    }
    let mut instances = Vec::new();
    for values in [Some(&exact), (general != exact).then_some(&general)].into_iter().flatten() {
        let covered = covering.instance(b, values);
        instances.push(b.not(covered));
    }
    Ok(Some(instances))
}

/// A value as a term.
fn constant(b: &mut Builder, value: &Value) -> Term {
    match value {
        Value::Bits(bits) => b.constant(bits),
        Value::Bool(truth) => b.bool(*truth),
        other => unreachable!("{other:?} is not the value of an input"),
    }
}
