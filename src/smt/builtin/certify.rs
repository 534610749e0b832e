//! The circuit, the clauses and the proof of one question, for [`crate::smt::certificate`].
//!
//! The question is encoded again from its text, without the optimizations that preserve only satisfiability: variables
//! keep all their bits ([`super::order`]), and no facts about divisions are added. A question with arrays is solved
//! once to find the lemmas that it needs. The clauses encode plain conjunctions, because these are easy to check.
//! CaDiCaL then solves them once more and writes a proof.

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;

use cadical_sys::ProofTracer;
use rustc_hash::FxHashMap;

use super::Builtin;
use super::aig::{Lit, Node};
use super::sat::{ClauseSink, Sat};
use crate::ilr::Sort;
use crate::smt::certificate::circuit::{ArrayRead, Circuit, Gate};
use crate::smt::certificate::lrat::Cnf;
use crate::smt::certificate::text::Question;
use crate::smt::{Answer, Limits, Reason};

/// Certificate of a question without its text and proof.
pub struct Certified {
    /// The circuit.
    pub circuit: Circuit,
    /// Its clauses.
    pub cnf: Cnf,
    /// Number of proof steps.
    pub steps: u64,
}

/// Reason for which a question has no certificate.
#[derive(Debug, thiserror::Error)]
pub enum CertifyError {
    /// It has a model, so either the earlier answer or the text is wrong.
    #[error("the question has a model")]
    Model,
    /// The solver gave up.
    #[error("{0}")]
    GivenUp(Reason),
    /// The proof could not be written.
    #[error("cannot write the proof: {0}")]
    Write(std::io::Error),
    /// CaDiCaL's proof does not have the expected form.
    #[error("the proof: {0}")]
    Proof(String),
}

fn edge(l: Lit) -> u32 {
    (l.node() as u32) << 1 | u32::from(l.negated())
}

fn edges(lits: &[Lit]) -> Vec<u32> {
    lits.iter().map(|&l| edge(l)).collect()
}

/// Solves an unsatisfiable question and writes the proof.
///
/// # Errors
/// See [`CertifyError`].
pub fn certify(
    question: &Question,
    limits: &Limits,
    proof: Box<dyn Write>,
) -> Result<Certified, CertifyError> {
    let s = &question.store;
    let mut solver = Builtin::new();
    solver.blaster.orders.turn_off();
    solver.lemmas = Some(Vec::new());
    question.assertions.iter().for_each(|&t| solver.add(t));
    solver.encode(s, &[], limits).map_err(CertifyError::GivenUp)?;
    if !solver.blaster.arrays.owners.is_empty() {
        match solver.solve(s, &[], limits) {
            Answer::Unsat(_) => {}
            Answer::Sat => return Err(CertifyError::Model),
            Answer::Unknown(why) => return Err(CertifyError::GivenUp(why)),
        }
    }
    let circuit = circuit(question, &solver);
    let roots: Vec<u32> = question.assertions.iter().map(|&t| edge(solver.blaster.lit(t))).collect();
    drop(solver);
    let cnf = Cnf { variables: circuit.gates.len() as i32, clauses: circuit.clauses(&roots) };
    let tracer = Rc::new(RefCell::new(Tracer::new(cnf.clauses.len() as u64, proof)));
    let mut sat = Sat::traced(&[("lucky", 0)], Rc::clone(&tracer));
    (0..cnf.variables).for_each(|_| {
        sat.variable();
    });
    cnf.clauses.iter().for_each(|clause| sat.clause(clause));
    match sat.solve(&[], limits) {
        Answer::Unsat(_) => {}
        Answer::Sat => return Err(CertifyError::Model),
        Answer::Unknown(why) => return Err(CertifyError::GivenUp(why)),
    }
    drop(sat);
    let mut tracer = tracer.borrow_mut();
    tracer.finish()?;
    Ok(Certified { circuit, cnf, steps: tracer.steps })
}

fn circuit(question: &Question, solver: &Builtin) -> Circuit {
    let (s, g) = (&question.store, &solver.blaster.aig);
    let mut gates: Vec<Gate> = (0..g.len())
        .map(|n| match g.node(n) {
            Node::False => Gate::False,
            Node::Input => Gate::Input,
            Node::And(a, b) => Gate::And(edge(a), edge(b)),
        })
        .collect();
    gates[0] = Gate::False;
    let has_edges = |t: &&crate::ilr::Term| !matches!(s.sort(**t), Sort::Array { .. } | Sort::Heap(_));
    let bits = solver.blaster.bits();
    let of = question.terms.iter().filter(has_edges).map(|&t| (t.index(), edges(bits.of(t))));
    let arrays = &solver.blaster.arrays;
    let reads = arrays.reads.iter().map(|r| ArrayRead {
        array: r.array.index(),
        offset: r.at.offset(),
        width: super::arrays::widths(s, r.array).0,
        index: edges(arrays.support(r.at)),
        value: edges(&r.value),
    });
    Circuit {
        gates,
        terms: s.len(),
        edges: of.collect(),
        reads: reads.collect(),
        lemmas: solver.lemmas.iter().flatten().map(|l| edges(l)).collect(),
    }
}

/// Writes the proof. Its clause numbers start after those of the input clauses, whereas CaDiCaL interleaves its numbers
/// with them.
struct Tracer {
    out: Box<dyn Write>,
    /// Our clause numbers by CaDiCaL's.
    numbers: FxHashMap<i64, u64>,
    originals: u64,
    expected: u64,
    next: u64,
    steps: u64,
    is_done: bool,
    failed: Option<std::io::Error>,
    odd: Option<String>,
    text: String,
}

impl Tracer {
    fn new(clauses: u64, out: Box<dyn Write>) -> Tracer {
        Tracer {
            out,
            numbers: FxHashMap::default(),
            originals: 0,
            expected: clauses,
            next: clauses,
            steps: 0,
            is_done: false,
            failed: None,
            odd: None,
            text: String::new(),
        }
    }

    fn write(&mut self) {
        if self.failed.is_none()
            && let Err(error) = self.out.write_all(self.text.as_bytes())
        {
            self.failed = Some(error);
        }
        self.text.clear();
    }

    fn finish(&mut self) -> Result<(), CertifyError> {
        if let Some(what) = self.odd.take() {
            return Err(CertifyError::Proof(what));
        }
        if !self.is_done {
            return Err(CertifyError::Proof("it ends without the empty clause".to_owned()));
        }
        match self.failed.take() {
            Some(error) => Err(CertifyError::Write(error)),
            None => self.out.flush().map_err(CertifyError::Write),
        }
    }
}

impl ProofTracer for Tracer {
    fn add_original_clause(&mut self, id: i64, _: bool, _: &[i32], restored: bool) {
        if restored {
            return;
        }
        self.originals += 1;
        if self.originals > self.expected {
            self.odd = Some("there are more clauses than were given".to_owned());
        }
        self.numbers.insert(id, self.originals);
    }

    fn add_derived_clause(&mut self, id: i64, _: bool, witness: i32, clause: &[i32], antecedents: &[i64]) {
        use std::fmt::Write;
        if self.is_done {
            return;
        }
        if witness != 0 {
            self.odd = Some("a step is not unit propagation".to_owned());
        }
        self.next += 1;
        self.steps += 1;
        self.numbers.insert(id, self.next);
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{}", self.next);
        for l in clause {
            let _ = write!(self.text, " {l}");
        }
        self.text.push_str(" 0");
        for id in antecedents {
            match self.numbers.get(id) {
                Some(number) => {
                    let _ = write!(self.text, " {number}");
                }
                None => self.odd = Some(format!("a step stands on clause {id}, which is unknown")),
            }
        }
        self.text.push_str(" 0\n");
        self.is_done = clause.is_empty();
        self.write();
    }

    fn delete_clause(&mut self, id: i64, _: bool, _: &[i32]) {
        use std::fmt::Write;
        if self.is_done {
            return;
        }
        if let Some(number) = self.numbers.remove(&id) {
            let _ = writeln!(self.text, "{} d {number} 0", self.next);
            self.write();
        }
    }

    fn weaken_minus(&mut self, _: i64, _: &[i32]) {}

    fn strengthen(&mut self, _: i64) {}

    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}

    fn add_assumption(&mut self, _: i32) {}

    fn add_constraint(&mut self, _: &[i32]) {}

    fn reset_assumptions(&mut self) {}

    fn add_assumption_clause(&mut self, _: i64, _: &[i32], _: &[i64]) {}

    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}

    fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}

    fn conclude_unknown(&mut self, _: &[i32]) {}
}
