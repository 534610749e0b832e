//! The answer of a check, and everything that can be made of it.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::config::{Bounded, Engine, Formula, Goal, TemporalFormula};
use super::solvers::Choice;
use super::{Error, Job, choices};
use crate::engine::bmc;
use crate::engine::steps;
use crate::engine::verdict::{self, Verdict};
use crate::ilr::{self, Term, TermStore};
use crate::program::{FileId, FuncId, Program};
use crate::property::{Check, CheckSet};
use crate::report::{self, Answer, EngineAnswer, RunMetadata, Source, TraceLength, Vacuity};
use crate::rewrite::RULES;
use crate::smt::smtlib::write::{Status, script};
use crate::smt::{self, builtin};

/// Largest source file that is read for a result.
const LARGEST: u64 = 16 << 20;

/// What is known of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// No run violates a check, within the bound or without one: see [`Report::line`].
    True,
    /// A run violates a check.
    False,
    /// Neither was shown.
    Unknown,
}

/// A violated check and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// What is violated.
    pub check: Check,
    /// The source file, and the line from 1, where they are known.
    pub place: Option<(String, u32)>,
}

/// The answer of a check.
///
/// Results for people and tools are made on request: they read the source files again.
pub struct Report {
    pub(super) job: Arc<Job>,
    /// What was checked.
    pub(super) checks: CheckSet,
    /// The function that starts the program.
    pub(super) entry: String,
    pub(super) ended: SystemTime,
    pub(super) warnings: Vec<String>,
    pub(super) statistics: Vec<(&'static str, f64)>,
    pub(super) no_certificate: Option<String>,
    pub(super) answer: Answered,
}

/// Who answers.
pub(super) enum Answered {
    /// Nobody: why.
    Ended(String),
    /// An engine.
    Engine(Box<OfEngine>),
}

/// An engine's answer.
pub(super) struct OfEngine {
    /// Its name.
    pub name: &'static str,
    pub program: Arc<Program>,
    pub entry: FuncId,
    pub solved: Solved,
}

/// What an engine leaves.
pub(super) struct Solved {
    verdict: Verdict,
    /// Functions without a body that were called.
    undefined: Vec<FuncId>,
    /// Bound of the last round, of an engine that has one.
    bound: Option<u32>,
    /// How often each rewrite rule applied, a line each.
    rules: String,
    vacuity: Option<Vacuity>,
    conditions: Option<Conditions>,
    /// The terms of the last round, which take longer to free than a command has.
    _terms: Option<TermStore>,
}

/// The conditions of the last round's checks.
struct Conditions {
    terms: TermStore,
    all: Vec<Term>,
    /// Their disjunction.
    any: Term,
    /// What the solver was asked last, where it is kept.
    asked: Option<String>,
    /// Whether they can be satisfied, where that is known and they are no constant.
    status: Option<Status>,
}

impl Solved {
    /// What the bounded engine leaves, as far as `formula` says.
    pub fn bounded(report: bmc::Report, formula: &Formula, solvers: &Choice) -> Solved {
        let bmc::Report { verdict, undefined, round, formula: last, .. } = report;
        let mut solved = Solved { undefined, bound: Some(round.bound), ..Solved::explicit(verdict) };
        let Some((mut builder, all)) = last else { return solved };
        let reductions = round.solver.reductions.iter().copied().chain(std::iter::repeat(0));
        let counts = builder.rule_counts().iter().zip(reductions).map(|(n, m)| n + m);
        solved.rules = report::rules(RULES.iter().map(|r| r.name).zip(counts), builder.rules_cut());
        if *formula == Formula::Forgotten {
            solved._terms = Some(builder.into_store());
            return solved;
        }
        let any = builder.or_all(all.iter().copied());
        let asked = solvers.take_asked();
        solved.conditions = Some(Conditions { terms: builder.into_store(), all, any, asked, status: None });
        solved
    }

    /// What the formula of steps leaves, as far as `formula` says.
    pub fn steps(report: steps::Report, formula: &Formula) -> Solved {
        let steps::Report { verdict, bound, formula: last, .. } = report;
        let mut solved = Solved { bound: Some(bound), ..Solved::explicit(verdict) };
        let Some((builder, any)) = last else { return solved };
        let terms = builder.into_store();
        if *formula == Formula::Forgotten {
            solved._terms = Some(terms);
        } else {
            let status = match &solved.verdict {
                Verdict::True(_) => Status::Unsat,
                Verdict::False(_) => Status::Sat,
                Verdict::Unknown(_) => Status::Unknown,
            };
            let (all, asked, status) = (vec![any], None, Some(status));
            solved.conditions = Some(Conditions { terms, all, any, asked, status });
        }
        solved
    }

    /// What the explicit engine leaves.
    pub fn explicit(verdict: Verdict) -> Solved {
        Solved {
            verdict,
            undefined: Vec::new(),
            bound: None,
            rules: String::new(),
            vacuity: None,
            conditions: None,
            _terms: None,
        }
    }
}

impl OfEngine {
    pub fn verdict(&self) -> &Verdict {
        &self.solved.verdict
    }

    fn engine_answer(&self, statistics: &[(&'static str, f64)]) -> EngineAnswer<'_> {
        let Solved { verdict, undefined, bound, vacuity, .. } = &self.solved;
        let vacuity = vacuity.as_ref();
        EngineAnswer { verdict, undefined, bound: *bound, vacuity, statistics: statistics.to_vec() }
    }
}

/// A time as RFC 3339 has it, in whole seconds.
fn stamp(time: SystemTime) -> String {
    humantime::format_rfc3339_seconds(time).to_string()
}

/// The source files that the user's functions stand in.
pub(super) fn used(program: &Program) -> BTreeSet<FileId> {
    let own = program.functions.iter().filter(|f| !f.model && f.is_defined());
    let locs = own.flat_map(|f| f.insts.iter().map(|i| i.loc).chain([f.loc]));
    locs.flatten().map(|l| program.locs[l.index()]).filter(|l| l.line > 0).map(|l| l.file).collect()
}

pub(super) fn read(name: &str) -> Source {
    let fits = std::fs::metadata(name).is_ok_and(|m| m.is_file() && m.len() <= LARGEST);
    Source::new(name, fits.then(|| std::fs::read(name).ok()).flatten())
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

impl Report {
    /// The report of a check that was ended, for this reason.
    pub(super) fn ended(job: &Arc<Job>, checks: CheckSet, entry: &str, reason: String) -> Report {
        Report {
            job: Arc::clone(job),
            checks,
            entry: entry.to_owned(),
            ended: SystemTime::now(),
            warnings: Vec::new(),
            statistics: Vec::new(),
            no_certificate: None,
            answer: Answered::Ended(reason),
        }
    }

    /// Adds what a proof says nothing about.
    pub(super) fn note(&mut self, vacuity: Vacuity) {
        self.ended = SystemTime::now();
        if let Answered::Engine(engine) = &mut self.answer {
            engine.solved.vacuity = Some(vacuity);
        }
    }

    /// The same answer, without the formula.
    pub(super) fn without_formula(&self) -> Report {
        let answer = match &self.answer {
            Answered::Ended(why) => Answered::Ended(why.clone()),
            Answered::Engine(engine) => {
                let OfEngine { name, program, entry, solved } = &**engine;
                let Solved { verdict, undefined, bound, rules, vacuity, .. } = solved;
                let solved = Solved {
                    undefined: undefined.clone(),
                    bound: *bound,
                    rules: rules.clone(),
                    vacuity: vacuity.clone(),
                    ..Solved::explicit(verdict.clone())
                };
                Answered::Engine(Box::new(OfEngine {
                    name,
                    program: Arc::clone(program),
                    entry: *entry,
                    solved,
                }))
            }
        };
        Report {
            job: Arc::clone(&self.job),
            checks: self.checks,
            entry: self.entry.clone(),
            ended: self.ended,
            warnings: self.warnings.clone(),
            statistics: self.statistics.clone(),
            no_certificate: self.no_certificate.clone(),
            answer,
        }
    }

    pub(super) fn engine(&self) -> Option<&OfEngine> {
        match &self.answer {
            Answered::Engine(engine) => Some(engine),
            Answered::Ended(_) => None,
        }
    }

    /// Makes something of the answer as the results have it.
    fn with<T>(&self, make: impl FnOnce(Answer<'_>) -> T) -> T {
        match &self.answer {
            Answered::Engine(engine) => {
                let found = engine.engine_answer(&self.statistics);
                make(Answer::Engine(&engine.program, &found))
            }
            Answered::Ended(reason) => make(Answer::Ended(reason, &self.statistics)),
        }
    }

    /// Whether an engine has answered; otherwise the check ended before.
    pub fn is_of_engine(&self) -> bool {
        self.engine().is_some()
    }

    /// What is known of the program.
    pub fn outcome(&self) -> Outcome {
        match self.engine().map(OfEngine::verdict) {
            Some(Verdict::True(_)) => Outcome::True,
            Some(Verdict::False(_)) => Outcome::False,
            Some(Verdict::Unknown(_)) | None => Outcome::Unknown,
        }
    }

    /// The verdict in one line: `TRUE`, `FALSE(kind)` or `UNKNOWN(reason)`.
    pub fn line(&self) -> String {
        self.with(|answer| answer.line())
    }

    /// The checks that are violated; one, unless [`super::Config::all`] asks for all.
    pub fn violations(&self) -> Vec<Found> {
        let Some(engine) = self.engine() else { return Vec::new() };
        let Verdict::False(found) = engine.verdict() else { return Vec::new() };
        let of = |v: &verdict::Violation| {
            let loc = v.loc.map(|loc| engine.program.locs[loc.index()]).filter(|loc| loc.line > 0);
            let place = loc.map(|loc| (engine.program.files[loc.file.index()].clone(), loc.line));
            Found { check: v.check, place }
        };
        found.iter().map(of).collect()
    }

    /// What the user should know: assumptions that were made, options without an effect.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Figures by name.
    pub fn statistics(&self) -> &[(&'static str, f64)] {
        &self.statistics
    }

    /// Why a certificate that was asked for is not there; `None` where it is, or was not asked for.
    pub fn no_certificate(&self) -> Option<&str> {
        self.no_certificate.as_deref()
    }

    /// The run that violates a check, or what a proof says nothing about, for people. The verdict line is not part of it.
    pub fn text(&self, length: TraceLength) -> String {
        self.with(|answer| match answer {
            Answer::Engine(program, found) => report::text(program, found, length),
            Answer::Ended(..) => String::new(),
        })
    }

    /// A JSON document.
    pub fn json(&self) -> String {
        self.with(|answer| match answer {
            Answer::Engine(program, found) => report::json(program, found, &self.warnings),
            Answer::Ended(reason, statistics) => report::json_unknown(reason, statistics),
        })
    }

    /// A SARIF 2.1.0 document.
    pub fn sarif(&self) -> String {
        self.with(|answer| report::sarif(answer, &self.run_metadata()))
    }

    /// JUnit XML.
    pub fn junit(&self) -> String {
        self.with(|answer| report::junit(answer, &self.run_metadata()))
    }

    /// A page with the source, the run step by step, and the objects at its end.
    pub fn html(&self) -> String {
        self.with(|answer| report::html(answer, &self.run_metadata()))
    }

    /// What leads `bmc run --choices` along the run of the first violation.
    pub fn choices(&self) -> Option<String> {
        let engine = self.engine()?;
        let Verdict::False(found) = engine.verdict() else { return None };
        let malloc_may_fail = self.job.config.malloc_may_fail;
        Some(choices::text(&engine.program, found.first()?, self.checks, malloc_may_fail))
    }

    /// The figures as text, one a line, with how often each rewrite rule applied.
    pub fn figures(&self) -> String {
        let rules = self.engine().map_or("", |e| &e.solved.rules);
        report::print_statistics(&self.statistics) + rules
    }

    fn conditions(&self) -> Result<&Conditions, Error> {
        let conditions = self.engine().and_then(|e| e.solved.conditions.as_ref());
        conditions.ok_or_else(|| Error::Mistake("there is no formula".to_owned()))
    }

    /// The conditions of the last round's checks as terms.
    ///
    /// # Errors
    /// [`Error::Mistake`]: there are none, or they were not kept ([`super::Bounded::formula`]).
    pub fn ilr(&self) -> Result<String, Error> {
        let conditions = self.conditions()?;
        Ok(ilr::text::print(&conditions.terms, &conditions.all))
    }

    /// The same conditions as a clause set, in DIMACS; until the deadline of a timeout.
    ///
    /// # Errors
    /// [`Error::Mistake`]: there are none, they were not kept, or they do not become clauses in time.
    pub fn dimacs(&self) -> Result<String, Error> {
        let limits = smt::Limits { deadline: self.job.deadline(), ..smt::Limits::default() };
        let conditions = self.conditions()?;
        let text = builtin::dimacs(&conditions.terms, &[conditions.any], &limits);
        text.map_err(|why| Error::Mistake(format!("no clause set: {why}")))
    }

    /// What the solver was asked last, as SMT-LIB; `None` where [`Formula::Written`] has a file with it.
    ///
    /// # Errors
    /// [`Error::Mistake`]: there is no formula, or it was not kept.
    pub fn smtlib(&self) -> Result<Option<String>, Error> {
        let Conditions { terms, any, asked, status, .. } = self.conditions()?;
        if let Some(text) = asked {
            return Ok(Some(text.clone()));
        }
        if let Some(Bounded { formula: Formula::Written(path), .. }) = self.job.config.engine.bounded()
            && std::fs::metadata(path).is_ok_and(|m| m.len() > 0)
        {
            return Ok(None);
        }
        // Nothing was left for a solver.
        let status = match terms.as_bool(*any) {
            Some(false) => Status::Unsat,
            Some(true) => Status::Sat,
            None => status.unwrap_or(Status::Unknown),
        };
        let mut text = String::new();
        script(&mut text, terms, &[*any], status).map_err(|error| Error::Mistake(error.to_string()))?;
        Ok(Some(text))
    }

    /// What results for tools say of the run.
    fn run_metadata(&self) -> RunMetadata {
        let (job, config) = (&self.job, &self.job.config);
        let mut options = Vec::new();
        let mut option = |name, value: Option<String>| options.extend(value.map(|v| (name, v)));
        let bounded = config.engine.bounded();
        let explicit = match &config.engine {
            Engine::Explicit(explicit) | Engine::Symbolic(explicit, _) | Engine::Runs(explicit, _) => {
                Some(explicit)
            }
            Engine::Bounded(_) | Engine::Turns(..) | Engine::Steps(..) => None,
        };
        if let Some(bounded) = bounded {
            let at = |b: &super::BoundAt| {
                let line = b.line.map_or_else(String::new, |line| format!(":{line}"));
                format!("{}{line}={}", b.function, b.bound)
            };
            let bounds: Vec<String> = bounded.bound_at.iter().map(at).collect();
            option("bound", bounded.bound.map(|b| b.to_string()));
            option("bound of single functions", Some(bounds.join(" ")).filter(|s| !s.is_empty()));
        }
        let temporal = explicit.and_then(|e| e.temporal.as_ref());
        option("context bound", explicit.and_then(|e| e.context_bound).map(|b| b.to_string()));
        match temporal.map(|t| &t.formula) {
            Some(TemporalFormula::Ltl(formula)) => option("formula", Some(formula.clone())),
            Some(TemporalFormula::Automaton(path)) => option("automaton", Some(shown(path))),
            None => {}
        }
        if let Goal::Property(path) = &config.goal {
            option("property", Some(shown(path)));
        }
        option("fairness", temporal.filter(|t| t.fair).map(|_| "assumed".to_owned()));
        let allocation = if config.malloc_may_fail { "may fail" } else { "succeeds" };
        option("allocation", Some(allocation.to_owned()));
        if let Some(bounded) = bounded {
            let model = if bounded.flat_memory { "flat" } else { "objects" };
            option("memory model", Some(model.to_owned()));
            option("solver", Some(bounded.solver.clone()));
        }
        option("time limit", config.limits.timeout.map(|t| format!("{} s", t.as_secs_f64())));
        option("all violations", Some(if config.all { "yes" } else { "the first" }.to_owned()));
        let with_formula = self.checks.union([Check::Ltl].into_iter().collect());
        let program = self.engine().map(|e| &*e.program);
        option("pointer width", program.map(|p| format!("{} bits", p.target.pointer_bits)));
        let names = |p: &Program| used(p).into_iter().map(|f| read(&p.files[f.index()])).collect::<Vec<_>>();
        let mut metadata = RunMetadata {
            arguments: config.invocation.arguments.clone(),
            directory: config.invocation.directory.clone(),
            inputs: job.inputs.iter().map(|p| shown(p)).collect(),
            entry: self.entry.clone(),
            engine: self.engine().map_or("none", |engine| engine.name),
            checks: if temporal.is_some() { with_formula } else { self.checks },
            options,
            started: stamp(job.began),
            ended: stamp(self.ended),
            seconds: self.ended.duration_since(job.began).unwrap_or(Duration::ZERO).as_secs_f64(),
            sources: program.map(names).unwrap_or_default(),
            warnings: self.warnings.clone(),
        };
        for input in metadata.inputs.clone() {
            if metadata.source(&input).is_none() {
                metadata.sources.push(read(&input));
            }
        }
        metadata
    }
}
