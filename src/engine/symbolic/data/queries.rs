//! Questions about satisfiability, with cheap filters before the solver.

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::cone::Cone;
use super::conjuncts;
use super::repair::Repair;
use super::words::{Words, all_hold};
use crate::base::{Random, Stopwatch, effort};
use crate::ilr::eval::Model;
use crate::ilr::{Op, Term, TermStore, Value};
use crate::rewrite::Builder;
use crate::smt::{Answer, Limits, SmtError, Solver};

/// Most effort of one question.
const QUESTION: u64 = effort::SECOND;
/// Number of models that are kept.
const SAMPLES: usize = 12;
/// Number of remembered answers.
const ANSWERS: usize = 1 << 16;
/// Size of a solver's circuit above which another is made. Each model costs time in proportion to the circuit.
const GATES: u64 = 5_000;
/// Number of models that are repaired.
const REPAIRED: usize = 3;

/// How many questions were asked, and what answered them.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct QueryStatistics {
    /// Questions about one group of conjuncts that share inputs.
    pub asked: u64,
    /// Answered by constants or by what the path says literally.
    pub folded: u64,
    /// Answered by a kept model.
    pub sampled: u64,
    /// Answered by a changed model.
    pub repaired: u64,
    /// Asked before.
    pub cached: u64,
    /// The solver found a model.
    pub sat: u64,
    /// The solver found that there is none.
    pub unsat: u64,
    /// The solver gave up.
    pub unknown: u64,
    /// Time in the solver.
    pub nanoseconds: u64,
    /// Solvers made.
    pub solvers: u64,
}

impl QueryStatistics {
    /// Adds those of others.
    pub fn add(&mut self, others: &QueryStatistics) {
        let QueryStatistics { asked, folded, sampled, repaired, cached, .. } = others;
        let QueryStatistics { sat, unsat, unknown, nanoseconds, solvers, .. } = others;
        self.asked += asked;
        self.folded += folded;
        self.sampled += sampled;
        self.repaired += repaired;
        self.cached += cached;
        self.sat += sat;
        self.unsat += unsat;
        self.unknown += unknown;
        self.nanoseconds += nanoseconds;
        self.solvers += solvers;
    }
}

/// The answer to a question for a model.
#[derive(Clone, PartialEq, Debug)]
pub enum Found {
    /// Values of all variables that make the conjuncts true.
    Model(Model),
    /// There is no model.
    None,
    /// The solver gave up.
    Unknown,
}

/// What a conjunction that was asked for turned out to be.
enum Decided {
    /// A kept model satisfies it.
    Sample(usize),
    /// As remembered, without a model.
    Remembered(Option<bool>),
    /// As the solver said, which leaves its model as the first sample.
    Solved(Option<bool>),
}

impl Decided {
    fn answer(&self) -> Option<bool> {
        match *self {
            Decided::Sample(_) => Some(true),
            Decided::Remembered(answer) | Decided::Solved(answer) => answer,
        }
    }
}

/// Answers questions about satisfiability.
pub struct Queries {
    /// Limits of each question to the solver.
    pub limits: Limits,
    /// What was asked so far.
    pub statistics: QueryStatistics,
    /// Size of a solver's circuit above which another solver is made.
    pub gates: u64,
    make: Box<dyn Fn() -> Box<dyn Solver>>,
    solver: Option<Box<dyn Solver>>,
    /// Answers by the sorted conjuncts.
    answers: FxHashMap<Box<[Term]>, Option<bool>>,
    /// Recent models, the latest first.
    samples: VecDeque<Model>,
    /// Variables of each conjunct met.
    variables: FxHashMap<Term, Rc<[Term]>>,
    words: Words,
    random: Random,
}

impl Queries {
    /// Asks solvers that `make` makes; a new one is made when the circuits of the last have become large.
    pub fn new(make: Box<dyn Fn() -> Box<dyn Solver>>) -> Queries {
        Queries {
            limits: Limits { effort: Some(QUESTION), ..Limits::default() },
            statistics: QueryStatistics::default(),
            gates: GATES,
            make,
            solver: None,
            answers: FxHashMap::default(),
            samples: VecDeque::new(),
            variables: FxHashMap::default(),
            words: Words::default(),
            random: Random::default(),
        }
    }

    /// Whether the conjuncts can hold together. `None` if the solver gave up.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn satisfiable(&mut self, b: &mut Builder, terms: &[Term]) -> Result<Option<bool>, SmtError> {
        let Some(all) = conjuncts(b, terms) else {
            self.statistics.asked += 1;
            self.statistics.folded += 1;
            return Ok(Some(false));
        };
        let mut unknown = false;
        for group in self.groups(b, &all) {
            match self.decide(b, group, false)?.answer() {
                Some(true) => {}
                Some(false) => return Ok(Some(false)),
                None => unknown = true,
            }
        }
        Ok(if unknown { None } else { Some(true) })
    }

    /// Whether `path`, which is known to be satisfiable, can hold together with `extra`. Only what shares inputs with
    /// `extra`, directly or not, is asked. `None` if the solver gave up.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn consistent(
        &mut self,
        b: &mut Builder,
        path: &[Term],
        extra: &[Term],
    ) -> Result<Option<bool>, SmtError> {
        let folded = |q: &mut Queries, answer: bool| {
            q.statistics.asked += 1;
            q.statistics.folded += 1;
            Ok(Some(answer))
        };
        let Some(mut extra) = conjuncts(b, extra) else { return folded(self, false) };
        // The path is satisfiable and contains `extra`.
        extra.retain(|t| !path.contains(t));
        if extra.is_empty() {
            return folded(self, true);
        }
        let opposite = |s: &TermStore, t: Term, c: Term| {
            s.op(t) == Op::Not && s.arg(t, 0) == c || s.op(c) == Op::Not && s.arg(c, 0) == t
        };
        if extra.iter().any(|&t| path.iter().any(|&c| opposite(b, t, c))) {
            return folded(self, false);
        }
        // Conjuncts of the path that are not reached are satisfiable with any values of the reached inputs.
        let Some(path) = conjuncts(b, path) else { return folded(self, false) };
        let of_path = path.len();
        let mut all = path;
        all.extend(extra);
        let groups = self.groups_by_index(b, &all);
        let mut unknown = false;
        for group in groups {
            if group.iter().any(|&i| i >= of_path) {
                let group = group.into_iter().map(|i| all[i]).collect();
                match self.decide(b, group, false)?.answer() {
                    Some(true) => {}
                    Some(false) => return Ok(Some(false)),
                    None => unknown = true,
                }
            }
        }
        Ok(if unknown { None } else { Some(true) })
    }

    /// Values of all variables of the conjuncts that make all of them true.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn model(&mut self, b: &mut Builder, terms: &[Term]) -> Result<Found, SmtError> {
        let Some(all) = conjuncts(b, terms) else { return Ok(Found::None) };
        let mut model = Model::new();
        let mut unknown = false;
        for group in self.groups(b, &all) {
            let sample = match self.decide(b, group.clone(), true)? {
                Decided::Sample(i) => i,
                Decided::Solved(Some(true)) => 0,
                Decided::Remembered(Some(false)) | Decided::Solved(Some(false)) => return Ok(Found::None),
                _ => {
                    unknown = true;
                    continue;
                }
            };
            for t in group {
                for &v in self.variables(b, t).iter() {
                    let value = self.samples[sample].get(v).cloned();
                    model.set(v, value.unwrap_or_else(|| Value::default_of(b.sort(v))));
                }
            }
        }
        // Variables that only occur in conjuncts which are true anyhow.
        for &t in terms {
            for &v in self.variables(b, t).iter() {
                if model.get(v).is_none() {
                    model.set(v, Value::default_of(b.sort(v)));
                }
            }
        }
        Ok(if unknown { Found::Unknown } else { Found::Model(model) })
    }

    /// The kept models.
    pub(super) fn samples(&self) -> impl Iterator<Item = &Model> {
        self.samples.iter()
    }

    /// Variables of a conjunct.
    fn variables(&mut self, s: &TermStore, t: Term) -> Rc<[Term]> {
        if self.variables.len() > ANSWERS {
            self.variables.clear();
        }
        let find = || {
            let cone = Cone::of(s, [&t]);
            cone.variables().iter().map(|&v| cone.node(v as usize).term).collect()
        };
        self.variables.entry(t).or_insert_with(find).clone()
    }

    /// The conjuncts in groups that share no inputs.
    pub(super) fn groups(&mut self, s: &TermStore, all: &[Term]) -> Vec<Vec<Term>> {
        let groups = self.groups_by_index(s, all);
        groups.into_iter().map(|g| g.into_iter().map(|i| all[i]).collect()).collect()
    }

    fn groups_by_index(&mut self, s: &TermStore, all: &[Term]) -> Vec<Vec<usize>> {
        // Union of the conjuncts that have a variable in common: `parent` leads to an earlier conjunct of the group.
        let mut parent: Vec<usize> = (0..all.len()).collect();
        let mut first: FxHashMap<Term, usize> = FxHashMap::default();
        for (i, &t) in all.iter().enumerate() {
            for &v in self.variables(s, t).iter() {
                let j = *first.entry(v).or_insert(i);
                let (i, j) = (root(&mut parent, i), root(&mut parent, j));
                parent[i.max(j)] = i.min(j);
            }
        }
        let mut groups: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
        for i in 0..all.len() {
            let r = root(&mut parent, i);
            groups[r].push(i);
        }
        groups.retain(|g| !g.is_empty());
        groups
    }

    /// Decides a conjunction of conjuncts. If a model is wanted, the answer that there is one comes with it.
    fn decide(
        &mut self,
        b: &mut Builder,
        mut group: Vec<Term>,
        wants_model: bool,
    ) -> Result<Decided, SmtError> {
        self.statistics.asked += 1;
        group.sort_unstable();
        // A look into the table costs less than a look at the samples.
        let known = self.answers.get(&group[..]).copied();
        if let Some(answer) = known
            && !(wants_model && answer == Some(true))
        {
            self.statistics.cached += 1;
            return Ok(Decided::Remembered(answer));
        }
        let cone = Cone::of(b, &group);
        let holds = |words: &mut Words, m: &Model| all_hold(b, &cone, words, m, &group);
        if let Some(i) = self.samples.iter().position(|m| holds(&mut self.words, m)) {
            self.statistics.sampled += 1;
            if known.is_none() {
                self.remember(&group, Some(true));
            }
            return Ok(Decided::Sample(i));
        }
        let mut repair = Repair { store: b, cone: &cone, words: &mut self.words, random: &mut self.random };
        let start = self.samples.iter().take(REPAIRED).cloned().chain([Model::new()]);
        let found = start.into_iter().find_map(|m| repair.near(m, &group));
        if let Some(model) = found {
            self.statistics.repaired += 1;
            self.keep(b, &group, &model);
            self.remember(&group, Some(true));
            return Ok(Decided::Solved(Some(true)));
        }
        self.solve(b, &group)
    }

    fn remember(&mut self, group: &[Term], answer: Option<bool>) {
        if self.answers.len() >= ANSWERS {
            self.answers.clear();
        }
        self.answers.insert(group.into(), answer);
    }

    fn solve(&mut self, b: &mut Builder, group: &[Term]) -> Result<Decided, SmtError> {
        let started = Stopwatch::start();
        if self.solver.as_ref().is_some_and(|s| s.statistics().gates > self.gates) {
            self.solver = None;
        }
        let make = &self.make;
        let made = &mut self.statistics.solvers;
        let solver = self.solver.get_or_insert_with(|| {
            *made += 1;
            make()
        });
        let answer = match solver.check(b, group, &self.limits)? {
            Answer::Sat => Some(true),
            Answer::Unsat(_) => Some(false),
            Answer::Unknown(_) => None,
        };
        if answer == Some(true) {
            let model = solver.model(b)?;
            // A wrong model would be a wrong answer.
            let cone = Cone::of(b, group);
            if !all_hold(b, &cone, &mut self.words, &model, group) {
                let what = "a conjunct".to_owned();
                return Err(SmtError::WrongModel { name: solver.name().to_owned(), what });
            }
            self.keep(b, group, &model);
        }
        match answer {
            Some(true) => self.statistics.sat += 1,
            Some(false) => self.statistics.unsat += 1,
            None => self.statistics.unknown += 1,
        }
        self.statistics.nanoseconds += (started.seconds() * 1e9) as u64;
        self.remember(group, answer);
        Ok(Decided::Solved(answer))
    }

    /// Keeps a model of the conjuncts as the first sample.
    fn keep(&mut self, b: &Builder, group: &[Term], all: &Model) {
        let mut model = Model::new();
        for &t in group {
            for &v in self.variables(b, t).iter() {
                if model.get(v).is_none() {
                    let value = all.get(v).cloned();
                    model.set(v, value.unwrap_or_else(|| Value::default_of(b.sort(v))));
                }
            }
        }
        self.samples.truncate(SAMPLES - 1);
        self.samples.push_front(model);
    }
}

/// The first member of the group of `i`.
fn root(parent: &mut [usize], mut i: usize) -> usize {
    while parent[i] != i {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    i
}
