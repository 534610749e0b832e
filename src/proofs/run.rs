//! Runs a set of proofs: several at a time, those that took longest first.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::cache::{Cache, Question};
use super::coverage::Coverage;
use super::history::{History, Previous};
use super::outcome::{Limits, Outcome};
use super::proof::Proof;
use super::summary::{Row, Summary};
use super::task;
use crate::verify::usable_memory;

/// How often a proof is run whose files change while it runs; the last answer is not kept.
const ATTEMPTS: u32 = 2;

/// What runs a set.
pub struct Runner {
    /// The program that answers.
    pub executable: PathBuf,
    /// What is known.
    pub cache: Cache,
    /// Proofs at a time.
    pub jobs: usize,
    /// Whether to run what is known, too.
    pub again: bool,
}

/// What happens while a set runs.
pub enum Event<'a> {
    /// These proofs run now.
    Running(&'a BTreeSet<String>),
    /// A proof has ended: so many have, of so many.
    Ended(&'a Row, usize, usize),
}

/// An answer: whether it was known, and where its files are.
struct Answer {
    outcome: Outcome,
    known: bool,
    files: Option<PathBuf>,
}

/// Runs proofs with their questions; `tell` hears what happens.
///
/// # Errors
/// In words: the cache's folder cannot be written to.
pub fn run(
    runner: &Runner,
    set: &[(Proof, Question)],
    tell: impl Fn(Event<'_>) + Sync,
) -> Result<Summary, String> {
    let mut history = History::read(runner.cache.folder());
    let mut order: Vec<usize> = (0..set.len()).collect();
    // What is new may take longest.
    let before = |i: &usize| history.of(&set[*i].0.name).map_or(f64::INFINITY, |p| p.seconds);
    order.sort_by(|a, b| before(b).total_cmp(&before(a)));
    let jobs = runner.jobs.clamp(1, set.len().max(1));
    let share = usable_memory().map(|bytes| ((bytes >> 20) / jobs as u64).max(1));
    let next = AtomicUsize::new(0);
    let rows: Mutex<Vec<(usize, Row)>> = Mutex::default();
    let running: Mutex<BTreeSet<String>> = Mutex::default();
    let work = || {
        while let Some(&i) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (proof, question) = &set[i];
            {
                let mut running = running.lock().unwrap_or_else(PoisonError::into_inner);
                running.insert(proof.name.clone());
                tell(Event::Running(&running));
            }
            let answer = answer(runner, proof, question, share);
            let row = Row {
                proof: proof.clone(),
                outcome: answer.outcome,
                known: answer.known,
                previous: history.of(&proof.name).cloned(),
                files: answer.files,
            };
            let mut running = running.lock().unwrap_or_else(PoisonError::into_inner);
            running.remove(&proof.name);
            let mut rows = rows.lock().unwrap_or_else(PoisonError::into_inner);
            tell(Event::Ended(&row, rows.len() + 1, set.len()));
            tell(Event::Running(&running));
            rows.push((i, row));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs {
            scope.spawn(work);
        }
        work();
    });
    let mut rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
    rows.sort_by_key(|(i, _)| *i);
    let rows: Vec<Row> = rows.into_iter().map(|(_, row)| row).collect();
    for row in &rows {
        let Outcome { line, seconds, .. } = &row.outcome;
        history.note(&row.proof.name, Previous { line: line.clone(), seconds: *seconds });
    }
    history.write(runner.cache.folder())?;
    let told = rows.iter().filter_map(|row| Some((row.proof.name.as_str(), row.files.as_deref()?)));
    let coverage = Coverage::of(told);
    Ok(Summary { rows, coverage })
}

/// The answer to the question of a proof. Without a limit of memory, it gets its share.
fn answer(runner: &Runner, proof: &Proof, question: &Question, share: Option<u64>) -> Answer {
    let limits = Limits {
        time: proof.time.or(question.limits.time),
        memory: proof.memory.or(question.limits.memory).or(share),
    };
    let failed =
        |words: String| Answer { outcome: Outcome::error(words, 0.0, limits), known: false, files: None };
    let mut attempt = 0;
    loop {
        attempt += 1;
        let key = match runner.cache.key(question) {
            Ok(key) => key,
            Err(words) => return failed(words),
        };
        if let Some(outcome) = runner.cache.find(&key, limits).filter(|_| !runner.again) {
            return Answer { outcome, known: true, files: Some(runner.cache.results(&key)) };
        }
        let folder = match runner.cache.begin() {
            Ok(folder) => folder,
            Err(words) => return failed(words),
        };
        let outcome = task::ask(&runner.executable, &question.words, limits, folder.path());
        let current = runner.cache.is_current(&key, question);
        if !current && attempt < ATTEMPTS {
            continue;
        }
        // The text of a program may depend on the time, too.
        if !current || !outcome.is_lasting() {
            return Answer { outcome, known: false, files: None };
        }
        return match runner.cache.keep(&key, &outcome, folder) {
            Ok(()) => Answer { outcome, known: false, files: Some(runner.cache.results(&key)) },
            Err(words) => failed(words),
        };
    }
}
