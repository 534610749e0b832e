//! Certificates: what a TRUE stands on, in files, and whether it does.

use std::collections::HashMap;
use std::fs;
use std::io::{BufWriter, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::config::Bounded;
use super::witness::hash;
use super::words::io_words;
use super::{Error, Job};
use crate::base::content::sha256;
use crate::engine::bmc::{DischargedObligation, Grounds, Kind, Purpose, Question, Report};
use crate::engine::verdict::{Proof, Verdict};
use crate::ilr::{Term, TermStore};
use crate::program::{LocId, Program};
use crate::property::CheckSet;
use crate::smt::builtin::{self, CertifyError};
use crate::smt::certificate::check::{Accepted, Files, check as check_question};
use crate::smt::certificate::text::{self, Question as Asked};
use crate::smt::{Limits, SmtError};

/// The form of certificates that this version writes and reads.
const FORM: u64 = 1;

const MANIFEST: &str = "manifest.json";

/// The files of a question: what they are, and how their names end.
const PARTS: [(&str, &str); 4] = [("text", "smt2"), ("map", "map"), ("clauses", "cnf"), ("proof", "lrat")];

/// What no certificate covers, for the manifest.
const NOT_CERTIFIED: &[&str] = &[
    "that the program was compiled and read as it was written",
    "that the evaluation made the conditions of the questions rightly, and that it left out no obligation",
    "that conditions that fold to a constant while they are made are constant",
    "that the terms of the solver were written as SMT-LIB rightly",
    "the argument by which questions about one iteration or activation prove all of them",
];

/// What a certificate is about: a verdict, with what led to it.
pub struct Subject<'a> {
    /// What is asked.
    pub job: &'a Job,
    /// The options of the engine.
    pub options: &'a Bounded,
    /// The program.
    pub program: &'a Program,
    /// The function that starts it.
    pub entry: &'a str,
    /// What was checked.
    pub checks: CheckSet,
}

/// The folder for a certificate: it must not hold anything.
///
/// # Errors
/// In words.
pub fn prepare(folder: &Path) -> Result<(), String> {
    let shown = folder.display();
    let fails = |error: std::io::Error| format!("--certificate {shown}: {}", io_words(&error));
    fs::create_dir_all(folder).map_err(fails)?;
    match fs::read_dir(folder).map_err(fails)?.next() {
        None => Ok(()),
        Some(_) => Err(format!("--certificate {shown}: the folder is not empty")),
    }
}

fn place(program: &Program, loc: Option<LocId>) -> Value {
    let Some(loc) = loc else { return Value::Null };
    let loc = program.locs[loc.index()];
    json!({ "file": program.files[loc.file.index()], "line": loc.line, "column": loc.col })
}

fn words(program: &Program, kind: &Kind) -> String {
    let name = |f| &program.func(f).source_name;
    match kind {
        Kind::Check(check) => check.name().to_owned(),
        Kind::LoopBound { func, .. } => format!("bound of a loop in {}", name(*func)),
        Kind::RecursionBound { func } => format!("bound of the recursion of {}", name(*func)),
        Kind::Endless => "a loop that changes nothing".to_owned(),
        Kind::Unsupported(what) => format!("not supported: {what}"),
        Kind::Deferred(func, _) => format!("a stray pointer in {}", name(*func)),
        Kind::Undefined(check) => format!("undefined without a check: {}", check.name()),
    }
}

/// The questions that are written: one about all paths, one about all obligations that are asked of without assumptions, and
/// those of a proof by induction as they are. Alternatives that fold to false are left out.
fn merged(store: &TermStore, questions: &[Question]) -> Vec<Question> {
    let mut out: Vec<Question> = Vec::new();
    for question in questions {
        let mut any = question.any.clone();
        any.retain(|&t| store.as_bool(t) != Some(false));
        if any.is_empty() {
            continue;
        }
        let same = |q: &&mut Question| q.purpose == question.purpose && q.assumed == question.assumed;
        match out.iter_mut().find(same) {
            Some(one) => one.any.extend(any),
            None => out.push(Question { any, ..question.clone() }),
        }
    }
    for question in &mut out {
        question.any.sort_unstable();
        question.any.dedup();
    }
    out
}

/// Why there is no certificate.
pub enum Failure {
    /// There is nothing to certify, or not in time. What the verdict says stands without it.
    None(String),
    /// A file cannot be written.
    File(String),
    /// A question that was answered "unsatisfiable" has a model, or its proof is none.
    Fault(SmtError),
}

impl From<String> for Failure {
    fn from(what: String) -> Failure {
        Failure::File(what)
    }
}

/// Writes the certificate of a verdict.
///
/// # Errors
/// See [`Failure`].
pub fn write(folder: &Path, subject: &Subject<'_>, report: &Report, limits: &Limits) -> Result<(), Failure> {
    let Verdict::True(proof) = &report.verdict else {
        return Err(Failure::None("the verdict is not TRUE".to_owned()));
    };
    prepare(folder)?;
    let fails = |what: String| format!("--certificate {}: {what}", folder.display());
    let none = Grounds::default();
    let (by, grounds) = match &report.grounds {
        None => ("execution", &none),
        Some(grounds) => (if proof.assumed().is_some() { "induction" } else { "evaluation" }, grounds),
    };
    let empty = TermStore::default();
    let formula = report.formula.as_ref().map(|f| f.0.store());
    let store = grounds.terms.as_deref().or(formula).unwrap_or(&empty);
    let questions = merged(store, &grounds.questions);
    let mut told = Vec::new();
    for (number, question) in (1..).zip(&questions) {
        match question_files(folder, number, store, question, limits) {
            Ok(written) => told.push(written),
            Err(Failure::None(what)) => {
                remove(folder, number)?;
                return Err(Failure::None(format!("question {number}: {what}")));
            }
            Err(Failure::File(what)) => return Err(fails(format!("question {number}: {what}")).into()),
            Err(fault @ Failure::Fault(_)) => return Err(fault),
        }
    }
    let obligations = obligations(subject.program, store, &questions, &grounds.obligations).map_err(fails)?;
    let manifest = manifest(subject, report, proof, by, obligations, told);
    let text = serde_json::to_string_pretty(&manifest).map_err(|error| fails(error.to_string()))?;
    fs::write(folder.join(MANIFEST), text + "\n").map_err(|error| fails(io_words(&error).to_string()))?;
    Ok(())
}

fn file_of(folder: &Path, question: usize, end: &str) -> PathBuf {
    folder.join(format!("question-{question}.{end}"))
}

/// Removes the files of the questions up to one, as they are no certificate.
fn remove(folder: &Path, last: usize) -> Result<(), String> {
    for path in (1..=last).flat_map(|number| PARTS.map(|(_, end)| file_of(folder, number, end))) {
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(format!("{}: {}", path.display(), io_words(&error)));
            }
            Err(_) | Ok(()) => {}
        }
    }
    Ok(())
}

fn manifest(
    subject: &Subject<'_>,
    report: &Report,
    proof: &Proof,
    by: &str,
    obligations: Vec<Value>,
    questions: Vec<Value>,
) -> Value {
    let (job, program) = (subject.job, subject.program);
    let inputs = job.inputs.iter();
    let inputs = inputs.map(|path| json!({ "name": path.to_string_lossy(), "sha256": hash(path) }));
    let invariants = proof.invariants().iter().map(|i| {
        json!({
            "kind": i.claimed.word(),
            "function": program.func(i.func).source_name,
            "place": place(program, i.loc),
            "expression": i.expression,
        })
    });
    let undefined = report.undefined.iter().map(|f| program.func(*f).source_name.clone());
    json!({
        "certificate": FORM,
        "tool": concat!("bmc ", env!("CARGO_PKG_VERSION")),
        "verdict": "TRUE",
        "by": by,
        "bound": proof.bound(),
        "assumed_iterations": proof.assumed(),
        "inputs": inputs.collect::<Vec<_>>(),
        "options": {
            "entry": subject.entry,
            "checks": subject.checks.iter().map(|c| c.name()).collect::<Vec<_>>(),
            "pointer_bits": program.target.pointer_bits,
            "memory": if subject.options.flat_memory { "flat" } else { "objects" },
            "malloc_may_fail": job.config.malloc_may_fail,
            "arguments": job.config.invocation.arguments,
        },
        "calls_return_any_value": undefined.collect::<Vec<_>>(),
        "obligations": obligations,
        "questions": questions,
        "invariants": invariants.collect::<Vec<_>>(),
        "not_certified": NOT_CERTIFIED,
    })
}

/// The obligations, each with what decides it.
fn obligations(
    program: &Program,
    store: &TermStore,
    questions: &[Question],
    stated: &[DischargedObligation],
) -> Result<Vec<Value>, String> {
    let mut asked: HashMap<Term, (usize, usize)> = HashMap::new();
    for (number, question) in (1..).zip(questions).filter(|(_, q)| q.purpose == Purpose::Obligations) {
        for (alternative, &t) in (1..).zip(&question.any) {
            asked.insert(t, (number, alternative));
        }
    }
    let tell = |o: &DischargedObligation| {
        let decided = match asked.get(&o.cond) {
            _ if store.as_bool(o.cond) == Some(false) => json!("folded"),
            Some((question, alternative)) => json!({ "question": question, "alternative": alternative }),
            None => return Err("an obligation is decided by no question of its own".to_owned()),
        };
        Ok(json!({
            "kind": words(program, &o.kind),
            "place": place(program, o.loc),
            "decided": decided,
        }))
    };
    stated.iter().map(tell).collect()
}

/// Writes the files of a question; what the manifest says of it.
fn question_files(
    folder: &Path,
    number: usize,
    store: &TermStore,
    question: &Question,
    limits: &Limits,
) -> Result<Value, Failure> {
    let path = |end: &str| file_of(folder, number, end);
    let write = |end: &str, text: &str| {
        fs::write(path(end), text).map_err(|error| format!("{}: {}", path(end).display(), io_words(&error)))
    };
    let text = text::write(store, &question.assumed, &question.any);
    let text = text.map_err(|error| Failure::None(error.to_string()))?;
    write("smt2", &text)?;
    let asked = Asked::read(&text).map_err(Failure::None)?;
    let out = fs::File::create(path("lrat")).map_err(|error| io_words(&error).to_string())?;
    let certified = builtin::certify(&asked, limits, Box::new(BufWriter::new(out)));
    let certified = certified.map_err(|error| match error {
        CertifyError::GivenUp(_) => Failure::None(error.to_string()),
        CertifyError::Write(_) => Failure::File(error.to_string()),
        CertifyError::Model | CertifyError::Proof(_) => {
            Failure::Fault(SmtError::Disagreement(format!("for a certificate, {error}")))
        }
    })?;
    write("cnf", &certified.cnf.print())?;
    write("map", &certified.circuit.print(&|term| asked.name(term)))?;
    let files = PARTS.iter().map(|(part, end)| {
        let name = format!("question-{number}.{end}");
        ((*part).to_owned(), json!({ "name": name, "sha256": hash(&path(end)) }))
    });
    Ok(json!({
        "about": question.purpose.word(),
        "assumptions": question.assumed.len(),
        "alternatives": question.any.len(),
        "terms": asked.terms.len(),
        "gates": certified.circuit.ands(),
        "clauses": certified.cnf.clauses.len(),
        "lemmas": certified.circuit.lemmas.len(),
        "proof_steps": certified.steps,
        "files": files.collect::<serde_json::Map<String, Value>>(),
    }))
}

/// What a check of a certificate comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CertificateOutcome {
    /// The evidence is complete and right.
    Accepted,
    /// No question was asked of a solver: what the verdict stands on instead.
    Nothing(String),
    /// Something is missing or wrong: what.
    Refused(String),
}

use CertificateOutcome as Outcome;

/// Checks the certificate in a folder. `tell` gets a line about each question that is accepted. From `timeout` on, circuits are
/// compared by simulation only.
///
/// # Errors
/// [`Error::Mistake`]: no certificate is there, or its manifest cannot be read.
pub fn check_certificate(
    folder: &Path,
    timeout: Option<Duration>,
    tell: &mut dyn FnMut(&str),
) -> Result<CertificateOutcome, Error> {
    let deadline = timeout.map(|t| Instant::now() + t);
    let limits = Limits { deadline, ..Limits::default() };
    let path = folder.join(MANIFEST);
    let text =
        fs::read_to_string(&path).map_err(|error| format!("{}: {}", path.display(), io_words(&error)))?;
    let manifest: Value =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(checked(folder, &manifest, &limits, tell).unwrap_or_else(Outcome::Refused))
}

fn checked(
    folder: &Path,
    manifest: &Value,
    limits: &Limits,
    tell: &mut dyn FnMut(&str),
) -> Result<Outcome, String> {
    if manifest["certificate"] != json!(FORM) {
        return Err("the manifest is of another form".to_owned());
    }
    if manifest["verdict"] != json!("TRUE") {
        return Err("the manifest is not about a TRUE".to_owned());
    }
    let by = manifest["by"].as_str().unwrap_or_default();
    if !["execution", "evaluation", "induction"].contains(&by) {
        return Err("the manifest does not say what the verdict stands on".to_owned());
    }
    let list = |key: &str| manifest[key].as_array().ok_or_else(|| format!("the manifest has no {key}"));
    let questions = list("questions")?;
    let mut asked: Vec<(bool, usize)> = Vec::new();
    for (number, question) in (1..).zip(questions) {
        let accepted = files(folder, question, limits).map_err(|why| format!("question {number}: {why}"))?;
        let count = |key: &str| question[key].as_u64().and_then(|n| usize::try_from(n).ok());
        let alternatives = count("alternatives");
        // What a disjunction with one operand says is not split.
        if alternatives.is_none_or(|n| n != accepted.alternatives && n > 1) {
            return Err(format!("question {number}: it has another number of alternatives"));
        }
        if count("assumptions").is_none_or(|n| n >= accepted.assertions) {
            return Err(format!("question {number}: it has another number of assumptions"));
        }
        tell(&words_of(number, question, &accepted));
        asked.push((question["about"] == json!("obligations"), alternatives.unwrap_or(0)));
    }
    for (number, obligation) in (1..).zip(list("obligations")?) {
        let decided = &obligation["decided"];
        if *decided == json!("folded") {
            continue;
        }
        let part = |key: &str| decided[key].as_u64().and_then(|n| usize::try_from(n).ok()?.checked_sub(1));
        let question = part("question").and_then(|q| asked.get(q));
        if !question.is_some_and(|q| q.0 && part("alternative").is_some_and(|a| a < q.1)) {
            return Err(format!("obligation {number} is not decided by a question about obligations"));
        }
    }
    Ok(if asked.is_empty() { Outcome::Nothing(by.to_owned()) } else { Outcome::Accepted })
}

/// What is said of a question.
fn words_of(number: usize, question: &Value, accepted: &Accepted) -> String {
    let c = &accepted.compared;
    let open: Vec<String> = c.open.iter().map(|(name, count)| format!("{count} {name}")).collect();
    let open = if open.is_empty() { "none".to_owned() } else { open.join(", ") };
    format!(
        "question {number} ({}): {} clauses, {} proof steps; {} gates; terms and lemmas: {} the same, {} equal by a solver, \
         by {} random models only: {open}; {} lemmas",
        question["about"].as_str().unwrap_or_default(),
        accepted.clauses,
        accepted.steps,
        accepted.gates,
        c.same,
        c.proven,
        accepted.models,
        accepted.lemmas,
    )
}

fn files(folder: &Path, question: &Value, limits: &Limits) -> Result<Accepted, String> {
    let read = |part: &str| {
        let file = &question["files"][part];
        let name = file["name"].as_str().ok_or_else(|| format!("the manifest names no {part}"))?;
        if name.contains(['/', '\\']) || name.starts_with('.') {
            return Err(format!("{name} is not in the folder"));
        }
        let bytes = fs::read(folder.join(name)).map_err(|error| format!("{name}: {}", io_words(&error)))?;
        if file["sha256"].as_str() != Some(&sha256(&bytes)) {
            return Err(format!("{name} is not the file that was written"));
        }
        String::from_utf8(bytes).map_err(|_| format!("{name} is not text"))
    };
    let (text, map, cnf, proof) = (read("text")?, read("map")?, read("clauses")?, read("proof")?);
    check_question(Files { text: &text, map: &map, cnf: &cnf, proof: &proof }, limits)
}
