//! Runs a set of proofs: several at a time, those that took longest first, on this machine or on others.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::cache::{Cache, Key, Question};
use super::coverage::Coverage;
use super::executor::{Executor, Found, Job, Task};
use super::history::{History, Previous};
use super::outcome::{Limits, Outcome};
use super::proof::Proof;
use super::summary::{Row, Summary};
use super::task;
use crate::base::parallel;
use crate::verify::{io_words, usable_memory};

/// How often a proof is run whose files change while it runs; the last answer is not kept.
const ATTEMPTS: u32 = 2;

/// Time between two looks at a job.
const LOOK: Duration = Duration::from_millis(200);

/// How often a job is looked at after its end.
const LOOKS: u32 = 25;

/// What a worker says that finds another key.
const OTHERS: &str = "the worker has another bmc, another clang or other files than the machine that asks";

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
    /// Where proofs run.
    pub executor: Executor,
    /// Proofs at a time, where that was said.
    pub most: Option<usize>,
}

/// What happens while a set runs.
pub enum Event<'a> {
    /// These proofs run now.
    Running(&'a BTreeSet<String>),
    /// So many proofs wait for a scheduler, which gave their job a name.
    Submitted(usize, Option<&'a str>),
    /// A proof has ended: so many have, of so many.
    Ended(&'a Row, usize, usize),
}

/// An answer: whether it was known, and where its files are.
struct Answer {
    outcome: Outcome,
    known: bool,
    files: Option<PathBuf>,
}

/// Answers as they come in.
struct Collected<'a, T> {
    set: &'a [(Proof, Question)],
    history: History,
    rows: Mutex<Vec<(usize, Row)>>,
    tell: T,
}

impl<T: Fn(Event<'_>) + Sync> Collected<'_, T> {
    fn add(&self, i: usize, answer: Answer) {
        let proof = &self.set[i].0;
        let row = Row {
            proof: proof.clone(),
            outcome: answer.outcome,
            known: answer.known,
            previous: self.history.of(&proof.name).cloned(),
            files: answer.files,
        };
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        (self.tell)(Event::Ended(&row, rows.len() + 1, self.set.len()));
        rows.push((i, row));
    }
}

/// Runs proofs with their questions; `tell` hears what happens.
///
/// # Errors
/// In words: the cache's folder cannot be written to, a scheduler refuses.
pub fn run(
    runner: &Runner,
    set: &[(Proof, Question)],
    tell: impl Fn(Event<'_>) + Sync,
) -> Result<Summary, String> {
    let history = History::read(runner.cache.folder());
    let mut order: Vec<usize> = (0..set.len()).collect();
    // What is new may take longest.
    let before = |i: &usize| history.of(&set[*i].0.name).map_or(f64::INFINITY, |p| p.seconds);
    order.sort_by(|a, b| before(b).total_cmp(&before(a)));
    let collected = Collected { set, history, rows: Mutex::default(), tell };
    match &runner.executor {
        Executor::Local => here(runner, &collected, &order),
        elsewhere => there(runner, elsewhere, &collected, &order)?,
    }
    let Collected { mut history, rows, .. } = collected;
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

/// Runs proofs on this machine. Without a limit of memory, each gets its share.
fn here<T: Fn(Event<'_>) + Sync>(runner: &Runner, collected: &Collected<'_, T>, order: &[usize]) {
    let jobs = runner.jobs.clamp(1, order.len().max(1));
    let share = usable_memory().map(|bytes| ((bytes >> 20) / jobs as u64).max(1));
    let running: Mutex<BTreeSet<String>> = Mutex::default();
    parallel::map(order, jobs, |&i| {
        let (proof, question) = &collected.set[i];
        {
            let mut running = running.lock().unwrap_or_else(PoisonError::into_inner);
            running.insert(proof.name.clone());
            (collected.tell)(Event::Running(&running));
        }
        let answer = answer(runner, question, limits(proof, question).or_memory(share));
        let mut running = running.lock().unwrap_or_else(PoisonError::into_inner);
        running.remove(&proof.name);
        collected.add(i, answer);
        (collected.tell)(Event::Running(&running));
    });
}

/// Has proofs run on other machines; what is known is not asked again.
fn there<T: Fn(Event<'_>) + Sync>(
    runner: &Runner,
    executor: &Executor,
    collected: &Collected<'_, T>,
    order: &[usize],
) -> Result<(), String> {
    let asked = parallel::map(order, runner.jobs, |&i| {
        let (proof, question) = &collected.set[i];
        let limits = limits(proof, question);
        let answer = match runner.cache.key(question) {
            Err(words) => Answer::failed(words, limits),
            Ok(key) => match known(runner, &key, limits) {
                Some(answer) => answer,
                None => {
                    let task = Task { name: proof.name.clone(), words: question.words.clone(), limits, key };
                    return Some((i, task));
                }
            },
        };
        collected.add(i, answer);
        None
    });
    let mut asked: Vec<(usize, Task)> = asked.into_iter().flatten().collect();
    let place = std::env::current_dir().map_err(|e| io_words(&e))?;
    let mut submissions = 0;
    while !asked.is_empty() && submissions < task::SUBMISSIONS {
        submissions += 1;
        let folder = runner.cache.begin_job()?;
        let job = Job {
            folder: folder.path().to_owned(),
            place: place.clone(),
            cache: runner.cache.folder().to_owned(),
            again: runner.again,
            tasks: asked.iter().map(|(_, task)| task.clone()).collect(),
        };
        job.write()?;
        let mut submitted = executor.submit(&runner.executable, &job, runner.most)?;
        (collected.tell)(Event::Submitted(asked.len(), submitted.name()));
        let mut open: BTreeSet<usize> = (0..asked.len()).collect();
        let mut looks = 0;
        while !open.is_empty() && looks < LOOKS {
            // What is written last may be seen late where a folder is shared.
            looks = if submitted.is_running() { 0 } else { looks + 1 };
            open.retain(|&number| {
                let Some(found) = job.found(number) else { return true };
                let (i, task) = &asked[number];
                let files = found.kept.then(|| runner.cache.results(&task.key));
                collected.add(*i, Answer { outcome: found.outcome, known: false, files });
                false
            });
            if !open.is_empty() {
                std::thread::sleep(LOOK);
            }
        }
        let why = submitted.complaint(&job);
        // A process that goes on without tasks, as one that waits for others, is not waited for.
        asked = open.into_iter().map(|number| asked[number].clone()).collect();
        if submissions == task::SUBMISSIONS {
            let why = why.map_or(String::new(), |why| format!(": {why}"));
            for (i, task) in &asked {
                let words = format!("no answer after {submissions} submissions{why}");
                collected.add(*i, Answer::failed(words, task.limits));
            }
        }
    }
    Ok(())
}

/// Answers one task of a job: what a worker does. `question` tells what words ask for.
///
/// # Errors
/// In words: the job cannot be read, its folder cannot be written to.
pub fn work(
    executable: &Path,
    file: &Path,
    number: usize,
    question: impl Fn(&[String]) -> Result<Question, String>,
) -> Result<(), String> {
    let job = Job::read(file)?;
    let task =
        job.tasks.get(number).ok_or_else(|| format!("{}: there is no task {number}", file.display()))?;
    std::env::set_current_dir(&job.place)
        .map_err(|e| format!("{}: {}", job.place.display(), io_words(&e)))?;
    let cache = Cache::open(&job.cache, executable)?;
    let runner = Runner {
        executable: executable.to_owned(),
        cache,
        jobs: 1,
        again: job.again,
        executor: Executor::Local,
        most: None,
    };
    let limits = task.limits.or_memory(usable_memory().map(|bytes| (bytes >> 20).max(1)));
    let answer = match question(&task.words) {
        Err(words) => Answer::failed(words, limits),
        Ok(question) => match runner.cache.key(&question) {
            Err(words) => Answer::failed(words, limits),
            Ok(key) if key != task.key => Answer::failed(OTHERS, limits),
            Ok(_) => answer(&runner, &question, limits),
        },
    };
    job.leave(number, &Found { outcome: answer.outcome, kept: answer.files.is_some() })
}

/// The limits of a proof.
fn limits(proof: &Proof, question: &Question) -> Limits {
    Limits { time: proof.time.or(question.limits.time), memory: proof.memory.or(question.limits.memory) }
}

impl Answer {
    fn failed(words: impl Into<String>, limits: Limits) -> Answer {
        Answer { outcome: Outcome::error(words, 0.0, limits), known: false, files: None }
    }
}

/// What is known, if it counts.
fn known(runner: &Runner, key: &Key, limits: Limits) -> Option<Answer> {
    let outcome = runner.cache.find(key, limits).filter(|_| !runner.again)?;
    Some(Answer { outcome, known: true, files: Some(runner.cache.results(key)) })
}

/// The answer to a question.
fn answer(runner: &Runner, question: &Question, limits: Limits) -> Answer {
    let mut attempt = 0;
    loop {
        attempt += 1;
        let key = match runner.cache.key(question) {
            Ok(key) => key,
            Err(words) => return Answer::failed(words, limits),
        };
        if let Some(answer) = known(runner, &key, limits) {
            return answer;
        }
        let folder = match runner.cache.begin() {
            Ok(folder) => folder,
            Err(words) => return Answer::failed(words, limits),
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
            Err(words) => Answer::failed(words, limits),
        };
    }
}
