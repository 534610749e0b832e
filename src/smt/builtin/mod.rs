//! The solver inside the process: terms to an and-inverter graph, the graph to clauses, the clauses to
//! CaDiCaL; arrays by instances of their axioms on demand.

mod aig;
mod arrays;
mod blast;
mod certify;
mod circuit;
mod cnf;
mod heap;
mod order;
mod refine;
mod sat;
mod verified;

#[cfg(test)]
pub(in crate::smt) mod tests;

use std::time::Instant;

use self::aig::Lit;
use self::blast::Blaster;
pub use self::certify::{CertifyError, certify};
use self::cnf::Cnf;
use self::refine::{Refinement, Values};
pub(in crate::smt) use self::sat::ClauseSink;
use self::sat::Dimacs;
use self::sat::Sat;
pub(in crate::smt) use self::verified::Verified;
use crate::ilr::eval::Model;
use crate::ilr::{Term, TermStore};
use crate::smt::{Answer, Builder, Limits, Reason, SmtError, Solver, Statistics};

/// The built-in solver.
pub struct Builtin {
    blaster: Blaster,
    cnf: Cnf,
    sat: Sat,
    /// Asserted terms that the SAT solver does not know yet.
    pending: Vec<Term>,
    asserted: Vec<Term>,
    /// Edges of the asserted terms.
    roots: Vec<Lit>,
    /// The last answer's model.
    model: Option<(Values, Refinement)>,
    statistics: Statistics,
    options: Vec<(&'static str, i32)>,
    /// How often the circuit was made again.
    restarts: u32,
    /// Clauses of the lemmas about arrays, kept when wanted. Facts about divisions are left out then.
    lemmas: Option<Vec<Vec<Lit>>>,
}

/// How often the circuit is made again because variables turn out not to be compared only.
const MOST_RESTARTS: u32 = 2;

impl Default for Builtin {
    fn default() -> Builtin {
        Builtin::new()
    }
}

impl Builtin {
    /// A solver without assertions.
    pub fn new() -> Builtin {
        Builtin::with_options(&[("lucky", 0)])
    }

    /// A solver without assertions whose CaDiCaL has these options set.
    pub fn with_options(options: &[(&'static str, i32)]) -> Builtin {
        Builtin {
            blaster: Blaster::default(),
            cnf: Cnf::default(),
            sat: Sat::new(options),
            pending: Vec::new(),
            asserted: Vec::new(),
            roots: Vec::new(),
            model: None,
            statistics: Statistics::default(),
            options: options.to_vec(),
            restarts: 0,
            lemmas: None,
        }
    }

    fn add(&mut self, t: Term) {
        self.pending.push(t);
        self.asserted.push(t);
        self.model = None;
    }

    /// Makes an empty circuit and clause set; everything asserted is to be encoded again.
    fn restart(&mut self) {
        self.restarts += 1;
        self.statistics.conflicts += self.sat.conflicts();
        let mut orders = std::mem::take(&mut self.blaster.orders);
        if self.restarts < MOST_RESTARTS {
            orders.forget();
        } else {
            orders.turn_off();
        }
        let record = self.sat.record.as_ref().map(|_| Dimacs::default());
        self.blaster = Blaster::default();
        self.blaster.orders = orders;
        self.cnf = Cnf::default();
        self.sat = Sat::new(&self.options);
        self.sat.record = record;
        self.roots.clear();
        self.pending.clone_from(&self.asserted);
    }

    fn decide(&mut self, s: &TermStore, assumptions: &[Term], limits: &Limits) -> Answer {
        self.model = None;
        self.statistics.checks += 1;
        let lits = match self.encode(s, assumptions, limits) {
            Ok(lits) => lits,
            Err(why) => return Answer::Unknown(why),
        };
        let started = Instant::now();
        let encoding = self.statistics.encode_seconds;
        let answer = self.solve(s, &lits, limits);
        let encoding = self.statistics.encode_seconds - encoding;
        self.statistics.solve_seconds += started.elapsed().as_secs_f64() - encoding;
        answer
    }

    /// Encodes what is not encoded yet; the assumptions' edges.
    fn encode(&mut self, s: &TermStore, assumptions: &[Term], limits: &Limits) -> Result<Vec<Lit>, Reason> {
        let started = Instant::now();
        let mut all: Vec<Term> = self.pending.iter().chain(assumptions).copied().collect();
        self.blaster.orders.look(s, &all);
        if !self.blaster.orders.is_kept(s) {
            self.restart();
            all = self.pending.iter().chain(assumptions).copied().collect();
        }
        let blasted = self.blaster.blast(s, &all, limits);
        if blasted.is_ok() {
            for t in std::mem::take(&mut self.pending) {
                let l = self.blaster.lit(t);
                self.cnf.assert(&self.blaster.aig, &mut self.sat, l);
                self.roots.push(l);
            }
            self.give_facts();
        }
        self.statistics.encode_seconds += started.elapsed().as_secs_f64();
        blasted?;
        Ok(assumptions.iter().map(|&t| self.blaster.lit(t)).collect())
    }

    fn give_facts(&mut self) -> bool {
        let facts = std::mem::take(&mut self.blaster.arrays.facts);
        if self.lemmas.is_some() {
            return false;
        }
        for fact in &facts {
            self.cnf.clause(&self.blaster.aig, &mut self.sat, fact);
        }
        !facts.is_empty()
    }

    fn solve(&mut self, s: &TermStore, assumptions: &[Lit], limits: &Limits) -> Answer {
        let mut roots = self.roots.clone();
        roots.extend(assumptions);
        let mut lits = Vec::with_capacity(assumptions.len());
        for &a in assumptions {
            match a.as_const() {
                Some(true) => {}
                Some(false) => return Answer::unsat(),
                None => lits.push(self.cnf.literal(&self.blaster.aig, &mut self.sat, a)),
            }
        }
        loop {
            if let Some(why) = limits.interrupted() {
                return Answer::Unknown(why);
            }
            let answer = self.sat.solve(&lits, limits);
            if answer != Answer::Sat {
                return answer;
            }
            let (cnf, sat) = (&self.cnf, &mut self.sat);
            let mut values =
                Values::new(&self.blaster.aig, |n| cnf.variable(n).is_some_and(|v| sat.value(v)));
            debug_assert!(roots.iter().all(|&l| values.lit(l)), "the circuit agrees with its clauses");
            let started = Instant::now();
            let refinement = refine::refine(s, &mut self.blaster, &mut values, &roots);
            for lemma in &refinement.lemmas {
                self.lemma(lemma);
            }
            let facts = self.give_facts();
            self.statistics.encode_seconds += started.elapsed().as_secs_f64();
            if refinement.lemmas.is_empty() && !facts {
                self.model = Some((values, refinement));
                return Answer::Sat;
            }
        }
    }

    fn lemma(&mut self, lemma: &refine::Lemma) {
        self.statistics.lemmas += 1;
        for (&x, &y) in lemma.left.iter().zip(lemma.right.iter()) {
            for (x, y) in [(x, !y), (!x, y)] {
                let clause = [!lemma.condition, x, y];
                self.cnf.clause(&self.blaster.aig, &mut self.sat, &clause);
                if let Some(lemmas) = &mut self.lemmas {
                    lemmas.push(clause.to_vec());
                }
            }
        }
    }
}

/// The conjunction of terms as a clause set in DIMACS format, with its status as a comment where known.
///
/// The set is satisfiable when they are; variables that are only compared have few bits in it.
///
/// Array axioms are instantiated on demand, so a formula with arrays that are not seen through statically is
/// solved to write it: the set has the instances that decided it.
///
/// # Errors
/// When the limits are exceeded first, or a construct is not decided.
pub fn dimacs(s: &TermStore, terms: &[Term], limits: &Limits) -> Result<String, Reason> {
    let mut solver = Builtin::new();
    solver.sat.record = Some(Dimacs::default());
    terms.iter().for_each(|&t| solver.add(t));
    solver.encode(s, &[], limits)?;
    let status = if solver.blaster.arrays.owners.is_empty() {
        "unknown"
    } else {
        match solver.solve(s, &[], limits) {
            Answer::Sat => "satisfiable",
            Answer::Unsat(_) => "unsatisfiable",
            Answer::Unknown(why) => return Err(why),
        }
    };
    let record = solver.sat.record.take().unwrap_or_default();
    Ok(record.print(&[format!("status: {status}")]))
}

impl Solver for Builtin {
    fn name(&self) -> &str {
        "builtin"
    }

    fn assert(&mut self, _: &mut Builder, t: Term) -> Result<(), SmtError> {
        self.add(t);
        Ok(())
    }

    fn check(&mut self, b: &mut Builder, assumptions: &[Term], limits: &Limits) -> Result<Answer, SmtError> {
        Ok(self.decide(b, assumptions, limits))
    }

    fn model(&mut self, b: &mut Builder) -> Result<Model, SmtError> {
        let (values, found) = self.model.as_ref().ok_or(SmtError::NoModel)?;
        Ok(refine::model(b, self.blaster.bits(), values, found))
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            formula_terms: self.blaster.terms() as u64,
            gates: self.blaster.aig.ands() as u64,
            variables: self.sat.variables(),
            clauses: self.sat.clauses(),
            conflicts: self.statistics.conflicts + self.sat.conflicts(),
            ..self.statistics.clone()
        }
    }
}
