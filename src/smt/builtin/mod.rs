//! The built-in solver: terms become an and-inverter graph, the graph becomes clauses, CaDiCaL solves the clauses.
//! Arrays are handled by instances of their axioms on demand.

mod aig;
mod arrays;
mod blast;
mod certify;
mod choices;
mod circuit;
mod cnf;
mod heap;
mod order;
mod refine;
mod sat;
mod verified;

#[cfg(test)]
pub(in crate::smt) mod tests;

use rustc_hash::FxHashMap;

use self::aig::Lit;
use self::blast::Blaster;
pub use self::certify::{CertifyError, certify};
use self::cnf::CnfEncoder;
use self::order::{Atom, OrderAtom, positions};
use self::refine::{Refinement, Values};
pub(in crate::smt) use self::sat::ClauseSink;
use self::sat::Dimacs;
use self::sat::Sat;
pub(in crate::smt) use self::verified::Verified;
use crate::base::{Stopwatch, effort};
use crate::ilr::eval::Model;
use crate::ilr::{Term, TermStore};
use crate::smt::{Answer, Builder, Limits, Reason, SmtError, Solver, Statistics};

/// The built-in solver.
pub struct Builtin {
    blaster: Blaster,
    cnf: CnfEncoder,
    sat: Sat,
    /// Asserted terms that were not encoded yet.
    pending: Vec<Term>,
    asserted: Vec<Term>,
    /// Edges of the asserted terms.
    roots: Vec<Lit>,
    /// Comparisons that the SAT solver does not know of.
    unknown: Vec<OrderAtom>,
    /// Number of comparisons that were looked at.
    compared: usize,
    /// Model of the last answer.
    model: Option<(Values, Refinement)>,
    statistics: Statistics,
    /// Effort of circuits that were given up, and of models.
    spent: u64,
    options: Vec<(&'static str, i32)>,
    /// Number of times that the circuit was rebuilt.
    restarts: u32,
    /// Clauses of array lemmas, kept on request. Facts about divisions are then left out.
    lemmas: Option<Vec<Vec<Lit>>>,
}

/// Maximum number of rebuilds after variables turned out to have uses other than comparisons.
const MOST_RESTARTS: u32 = 2;

impl Default for Builtin {
    fn default() -> Builtin {
        Builtin::new()
    }
}

impl Builtin {
    /// Makes a solver without assertions.
    pub fn new() -> Builtin {
        let mut solver = Builtin::with_options(&[("lucky", 0)]);
        solver.blaster.orders.theory = true;
        solver
    }

    /// Makes a solver without assertions that uses no theory of orders.
    pub fn without_theory() -> Builtin {
        Builtin::with_options(&[("lucky", 0)])
    }

    /// Makes a solver without assertions, with these options of CaDiCaL.
    pub fn with_options(options: &[(&'static str, i32)]) -> Builtin {
        Builtin {
            blaster: Blaster::default(),
            cnf: CnfEncoder::default(),
            sat: Sat::new(options),
            pending: Vec::new(),
            asserted: Vec::new(),
            roots: Vec::new(),
            unknown: Vec::new(),
            compared: 0,
            model: None,
            statistics: Statistics::default(),
            spent: 0,
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

    /// Starts with an empty circuit and clause set; all assertions are to be encoded again.
    fn restart(&mut self) {
        self.restarts += 1;
        self.statistics.conflicts += self.sat.conflicts();
        self.spent += self.blaster.effort() + self.sat.effort();
        let mut orders = std::mem::take(&mut self.blaster.orders);
        if self.restarts < MOST_RESTARTS {
            orders.forget();
        } else {
            orders.turn_off();
        }
        let record = self.sat.record.as_ref().map(|_| Dimacs::default());
        self.blaster = Blaster::default();
        self.blaster.orders = orders;
        self.cnf = CnfEncoder::default();
        self.sat = Sat::new(&self.options);
        self.sat.record = record;
        self.roots.clear();
        self.unknown.clear();
        self.compared = 0;
        self.pending.clone_from(&self.asserted);
    }

    fn decide(&mut self, s: &TermStore, assumptions: &[Term], limits: &Limits) -> Answer {
        self.model = None;
        self.statistics.checks += 1;
        let before = self.effort();
        let lits = match self.encode(s, assumptions, limits) {
            Ok(lits) => lits,
            Err(why) => return Answer::Unknown(why),
        };
        let (started, encoding) = (Stopwatch::start(), self.statistics.encode_seconds);
        let limits = Limits { effort: effort::left(limits.effort, self.effort() - before), ..limits.clone() };
        let answer = self.solve(s, &lits, &limits);
        let encoding = self.statistics.encode_seconds - encoding;
        self.statistics.solve_seconds += started.seconds() - encoding;
        answer
    }

    /// Encodes new terms; returns the edges of the assumptions.
    fn encode(&mut self, s: &TermStore, assumptions: &[Term], limits: &Limits) -> Result<Vec<Lit>, Reason> {
        let started = Stopwatch::start();
        let mut all: Vec<Term> = self.pending.iter().chain(assumptions).copied().collect();
        self.blaster.orders.scan(s, &all);
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
            self.add_facts();
        }
        self.statistics.encode_seconds += started.seconds();
        blasted?;
        Ok(assumptions.iter().map(|&t| self.blaster.lit(t)).collect())
    }

    fn add_facts(&mut self) -> bool {
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
        let before = self.effort();
        loop {
            if let Some(why) = limits.exceeded() {
                return Answer::Unknown(why);
            }
            let left = effort::left(limits.effort, self.effort() - before);
            if left == Some(0) {
                return Answer::Unknown(Reason::Effort);
            }
            self.introduce();
            let answer = self.sat.solve(&lits, &Limits { effort: left, ..limits.clone() });
            if answer != Answer::Sat {
                return answer;
            }
            let Some(mut values) = self.values() else {
                let why = "the order of a model has a cycle".to_owned();
                return Answer::Unknown(Reason::SolverFailed(why));
            };
            debug_assert!(roots.iter().all(|&l| values.lit(l)), "the circuit agrees with its clauses");
            let started = Stopwatch::start();
            self.spent += self.blaster.aig.len() as u64 * effort::VALUE;
            let refinement = refine::refine(s, &mut self.blaster, &mut values, &roots);
            self.spent += refinement.steps * effort::ENTRY;
            for lemma in &refinement.lemmas {
                self.lemma(lemma);
            }
            let facts = self.add_facts();
            self.statistics.encode_seconds += started.seconds();
            if refinement.lemmas.is_empty() && !facts {
                self.model = Some((values, refinement));
                return Answer::Sat;
            }
        }
    }

    /// Tells the SAT solver of new comparisons among its variables.
    fn introduce(&mut self) {
        let made = self.blaster.comparisons.made();
        self.unknown.extend(&made[self.compared..]);
        self.compared = made.len();
        let (cnf, sat) = (&self.cnf, &mut self.sat);
        self.unknown.retain(|&OrderAtom { lit, below, above }| match cnf.variable(lit.node()) {
            Some(lit) => {
                sat.compare(Atom { lit, below, above });
                false
            }
            None => true,
        });
    }

    /// The values of the SAT solver's model. There are none if its comparisons contradict each other, which cannot be.
    fn values(&mut self) -> Option<Values> {
        let (cnf, sat, comparisons) = (&self.cnf, &mut self.sat, &self.blaster.comparisons);
        let mut known = Vec::new();
        for &OrderAtom { lit, below, above } in comparisons.made() {
            known.extend(cnf.variable(lit.node()).map(|v| (below, above, sat.value(v))));
        }
        let places = positions(comparisons.variables().len(), &known)?;
        // Comparisons without a variable are as the others say.
        let less = |c: &OrderAtom| places[c.below as usize] < places[c.above as usize];
        let unknown: FxHashMap<usize, bool> = self.unknown.iter().map(|c| (c.lit.node(), less(c))).collect();
        let mut values = Values::new(&self.blaster.aig, |n| match cnf.variable(n) {
            Some(v) => sat.value(v),
            None => unknown.get(&n).copied().unwrap_or(false),
        });
        values.places = comparisons.variables().iter().copied().zip(places).collect();
        Some(values)
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

/// The conjunction of terms as a clause set in DIMACS format, with its status, if known, as a comment.
///
/// The set is satisfiable if and only if the terms are. Variables that are only compared have few bits in it.
///
/// Array axioms are instantiated on demand. So a formula with arrays that do not resolve statically is solved first;
/// the set contains the instances that decided it.
///
/// # Errors
/// If a limit is exceeded first, or a construct is not supported.
pub fn dimacs(s: &TermStore, terms: &[Term], limits: &Limits) -> Result<String, Reason> {
    let mut solver = Builtin::without_theory();
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

    fn effort(&self) -> u64 {
        self.spent + self.blaster.effort() + self.sat.effort()
    }
}
