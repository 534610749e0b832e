//! Compares the map with the text on random models. Terms are evaluated without circuits.

use rustc_hash::FxHashMap;

use super::circuit::{Circuit, Gate, node};
use super::text::Question;
use crate::base::{Bits, Random};
use crate::ilr::eval::{Evaluator, Model};
use crate::ilr::{ArrayValue, Op, Sort, Value};

/// A small, large, sparse or arbitrary value.
fn bits(random: &mut Random, width: u32) -> Bits {
    let kind = random.below(8);
    let small = Bits::from_limbs(width, &[random.below(5)]);
    let limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| random.next_u64()).collect();
    match kind {
        0 | 1 => small,
        2 => small.not(),
        3 => Bits::power_of_two(width, random.below(u64::from(width)) as u32),
        4 => {
            let by = random.below(u64::from(width)) as u32;
            Bits::from_limbs(width, &limbs).lshr_by(by)
        }
        _ => Bits::from_limbs(width, &limbs),
    }
}

fn value(random: &mut Random, sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(random.next_u64() & 1 == 1),
        Sort::Bv(width) => Value::Bits(bits(random, width)),
        Sort::Array { index, elem } => {
            let mut array = ArrayValue::constant(index, bits(random, elem));
            for _ in 0..8 {
                let at = bits(random, index);
                array.store(&at, bits(random, elem));
            }
            Value::Array(array)
        }
        Sort::Heap(_) => unreachable!("scripts have no heaps"),
    }
}

/// Compares under `models` random models.
///
/// # Errors
/// An error message if the map is wrong.
pub fn simulate(question: &Question, circuit: &Circuit, models: u64) -> Result<(), String> {
    // For each input: its read, and its position within the read.
    let mut reads: FxHashMap<usize, (usize, u32)> = FxHashMap::default();
    for (r, read) in circuit.reads.iter().enumerate() {
        for (k, &e) in (0..).zip(&read.value) {
            reads.insert(node(e), (r, k));
        }
    }
    let store = &question.store;
    let mut inputs: FxHashMap<usize, (usize, u32)> = FxHashMap::default();
    for (term, edges) in circuit.edges.iter().filter(|(t, _)| store.op(store.at(*t)) == Op::Var) {
        for (k, &e) in (0..).zip(edges) {
            inputs.insert(node(e), (*term, k));
        }
    }
    let mut random = Random::new(1);
    for _ in 0..models {
        let mut model = Model::new();
        for &t in question.terms.iter().filter(|&&t| store.op(t) == Op::Var) {
            model.set(t, value(&mut random, store.sort(t)));
        }
        let mut evaluator = Evaluator::new(store, &model);
        let mut values = vec![false; circuit.gates.len()];
        for n in 0..circuit.gates.len() {
            let edge = |e: u32| values[node(e)] ^ (e & 1 == 1);
            values[n] = match circuit.gates[n] {
                Gate::False => false,
                Gate::And(a, b) => edge(a) && edge(b),
                Gate::Input => match (reads.get(&n), inputs.get(&n)) {
                    (Some(&(r, k)), _) => {
                        let read = &circuit.reads[r];
                        let mut index = Bits::zero(read.width);
                        for (i, &e) in (0..).zip(&read.index) {
                            if edge(e) {
                                index = index.or(&Bits::power_of_two(read.width, i));
                            }
                        }
                        let index = index.add(&Bits::from_u128(read.width, read.offset));
                        evaluator.eval(store.at(read.array)).array().select(&index).bit(k)
                    }
                    (None, Some(&(term, k))) => match evaluator.eval(store.at(term)) {
                        Value::Bool(value) => *value,
                        value => value.bits().bit(k),
                    },
                    (None, None) => random.next_u64() & 1 == 1,
                },
            };
        }
        let edge = |e: u32| values[node(e)] ^ (e & 1 == 1);
        for (term, edges) in &circuit.edges {
            let same = match evaluator.eval(store.at(*term)) {
                Value::Bool(value) => edge(edges[0]) == *value,
                value => (0..).zip(edges).all(|(k, &e)| edge(e) == value.bits().bit(k)),
            };
            if !same {
                return Err(format!(
                    "the circuit of term {term} has another value than the term in some model"
                ));
            }
        }
        for (number, lemma) in circuit.lemmas.iter().enumerate() {
            if !lemma.iter().any(|&e| edge(e)) {
                return Err(format!("lemma {} is false in some model", number + 1));
            }
        }
    }
    Ok(())
}
