//! Checks the certificate of one question.

use rustc_hash::{FxHashMap, FxHashSet};

use super::circuit::{Circuit, Gate, literal, node};
use super::compare::{Compared, compare};
use super::lrat::{self, Cnf};
use super::simulate::simulate;
use super::text::Question;
use crate::ilr::{Op, Sort, Term};
use crate::smt::Limits;

/// Maximum number of models in the random simulation; large circuits get fewer.
const MOST_MODELS: u64 = 64;
const LEAST_MODELS: u64 = 8;
/// Cost of an array term, in nodes.
const ARRAY: u64 = 300;
/// Maximum number of nodes simulated in all models together.
const SIMULATED: u64 = 50_000_000;

/// The files that make up the certificate of a question.
#[derive(Clone, Copy)]
pub struct Files<'a> {
    /// The question as SMT-LIB text.
    pub text: &'a str,
    /// The circuit.
    pub map: &'a str,
    /// The clauses.
    pub cnf: &'a str,
    /// The proof.
    pub proof: &'a str,
}

/// Figures of a certificate that was accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// Number of assertions in the text.
    pub assertions: usize,
    /// Number of operands of the last assertion if it is a disjunction, else 1.
    pub alternatives: usize,
    /// Number of clauses.
    pub clauses: usize,
    /// Number of proof steps.
    pub steps: usize,
    /// Number of conjunctions in the circuit.
    pub gates: usize,
    /// Number of array lemmas.
    pub lemmas: usize,
    /// Number of models in the simulation.
    pub models: u64,
    /// Result of comparing the circuit with the circuits of the terms.
    pub compared: Compared,
}

/// Checks the certificate of a question.
///
/// # Errors
/// The reason for which the certificate is refused, in words.
pub fn check(files: Files<'_>, limits: &Limits) -> Result<Accepted, String> {
    let question = Question::read(files.text).map_err(|why| format!("the text: {why}"))?;
    let circuit = Circuit::parse(files.map).map_err(|why| format!("the map: {why}"))?;
    let cnf = Cnf::parse(files.cnf).map_err(|why| format!("the clauses: {why}"))?;
    let roots = shape(&question, &circuit).map_err(|why| format!("the map: {why}"))?;
    clauses(&circuit, &roots, &cnf).map_err(|why| format!("the clauses: {why}"))?;
    let steps = lrat::check(&cnf, files.proof).map_err(|why| format!("the proof: {why}"))?;
    let is_array = |t: &&Term| matches!(question.store.sort(**t), Sort::Array { .. });
    let arrays = question.terms.iter().filter(is_array).count();
    let cost = circuit.gates.len() as u64 + ARRAY * arrays as u64;
    let models = (SIMULATED / cost).clamp(LEAST_MODELS, MOST_MODELS);
    simulate(&question, &circuit, models).map_err(|why| format!("the map: {why}"))?;
    let compared = compare(&question, &circuit, limits).map_err(|why| format!("the map: {why}"))?;
    Ok(Accepted {
        assertions: question.assertions.len(),
        alternatives: alternatives(files.text),
        clauses: cnf.clauses.len(),
        steps,
        gates: circuit.ands(),
        lemmas: circuit.lemmas.len(),
        models,
        compared,
    })
}

/// Number of operands of the disjunction that is asserted last.
fn alternatives(text: &str) -> usize {
    let last = text.lines().rev().find(|line| line.starts_with("(assert "));
    let Some(operands) = last.and_then(|line| line.strip_prefix("(assert (or ")) else { return 1 };
    let (mut depth, mut count, mut is_between, mut is_quoted) = (0, 0, true, false);
    for c in operands.chars() {
        if depth == 0 && is_between && !is_quoted && c != ' ' && c != ')' {
            count += 1;
        }
        match c {
            '|' => is_quoted = !is_quoted,
            '(' if !is_quoted => depth += 1,
            ')' if !is_quoted && depth == 0 => break,
            ')' if !is_quoted => depth -= 1,
            _ => {}
        }
        is_between = c == ' ' && !is_quoted;
    }
    count
}

/// Checks that the map describes the terms of the question: the edges of each term once, and each input as part of at
/// most one constant or read. Returns the edges of the assertions.
fn shape(question: &Question, circuit: &Circuit) -> Result<Vec<u32>, String> {
    let s = &question.store;
    if circuit.terms != s.len() {
        return Err(format!("{} terms where the text has {}", circuit.terms, s.len()));
    }
    let mut roots: FxHashMap<usize, u32> = FxHashMap::default();
    let mut owned: FxHashSet<usize> = FxHashSet::default();
    let mut own = |edges: &[u32]| {
        edges.iter().all(|&e| e & 1 == 0 && circuit.gates[node(e)] == Gate::Input && owned.insert(node(e)))
    };
    for (term, edges) in &circuit.edges {
        let t = s.at(*term);
        let width = match s.sort(t) {
            Sort::Bool => 1,
            Sort::Bv(width) => width as usize,
            Sort::Array { .. } | Sort::Heap(_) => 0,
        };
        if width == 0 || edges.len() != width || roots.insert(*term, edges[0]).is_some() {
            return Err(format!("term {term} has not the edges of its sort"));
        }
        if s.op(t) == Op::Var && !own(edges) {
            return Err(format!("the edges of term {term} are not inputs of its own"));
        }
    }
    for &t in &question.terms {
        if !matches!(s.sort(t), Sort::Array { .. }) && !roots.contains_key(&t.index()) {
            return Err(format!("term {} has no edges", t.index()));
        }
    }
    let known: FxHashSet<usize> = question.terms.iter().map(|t| t.index()).collect();
    for (number, read) in circuit.reads.iter().enumerate() {
        let fits = known.contains(&read.array)
            && match s.sort(s.at(read.array)) {
                Sort::Array { index, elem } => {
                    index == read.width
                        && (read.index.is_empty() || read.index.len() == index as usize)
                        && read.value.len() == elem as usize
                }
                _ => false,
            };
        if !fits || !own(&read.value) {
            return Err(format!("read {} is not one of an array, with inputs of its own", number + 1));
        }
    }
    if let Some((term, _)) = circuit.edges.iter().find(|(term, _)| !known.contains(term)) {
        return Err(format!("nothing that is asserted depends on term {term}"));
    }
    Ok(question.assertions.iter().map(|t| roots[&t.index()]).collect())
}

/// Checks that the map justifies each clause.
fn clauses(circuit: &Circuit, roots: &[u32], cnf: &Cnf) -> Result<(), String> {
    let sorted = |mut clause: Vec<i32>| {
        clause.sort_unstable();
        clause
    };
    let of = |edges: &[u32]| sorted(edges.iter().map(|&e| literal(e)).collect());
    let mut asserted: FxHashSet<Vec<i32>> = circuit.lemmas.iter().map(|l| of(l)).collect();
    asserted.extend(roots.iter().map(|&e| of(&[e])));
    asserted.insert(vec![-1]);
    // Whether the clause is one of the three of the gate with this variable.
    let is_of = |clause: &[i32], gate: i32| {
        let Some(&Gate::And(a, b)) = circuit.gates.get(gate.unsigned_abs() as usize - 1) else {
            return false;
        };
        let (a, b) = (literal(a), literal(b));
        let others: Vec<i32> = clause.iter().copied().filter(|&l| l != gate).collect();
        if gate < 0 { others == [a] || others == [b] } else { sorted(others) == sorted(vec![-a, -b]) }
    };
    for (number, clause) in cnf.clauses.iter().enumerate() {
        if clause.iter().any(|&gate| is_of(clause, gate)) || asserted.contains(&sorted(clause.clone())) {
            continue;
        }
        return Err(format!("clause {} is not one of the circuit", number + 1));
    }
    Ok(())
}
