//! Asks one question in a process of its own.

use std::fs::{self, File};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

use super::outcome::{Limits, Outcome};
use crate::base::Stopwatch;
use crate::base::children::Note;
use crate::verify::io_words;

/// Seconds that a process may go on after its limit of time before it is killed.
const GRACE: f64 = 15.0;

/// How often a process is looked at.
const TICK: Duration = Duration::from_millis(5);

/// The page about a run, in the folder of an answer.
pub(super) const PAGE: &str = "report.html";

/// The same as SARIF.
pub(super) const SARIF: &str = "report.sarif";

/// The JSON document.
pub(super) const DOCUMENT: &str = "result.json";

/// Messages of the process.
const MESSAGES: &str = "messages.txt";

/// How often a task is submitted that gets no answer, and how often a proof is started whose process is killed.
pub(super) const SUBMISSIONS: u32 = 3;

/// Functions of the sources.
pub(super) const FUNCTIONS: &str = "functions.json";

/// Answers the question of some words; `folder` gets the files of the answer. A process that somebody else kills is tried again.
pub(super) fn ask(executable: &Path, words: &[String], limits: Limits, folder: &Path) -> Outcome {
    let mut attempts = 1;
    loop {
        let (outcome, killed) = attempt(executable, words, limits, folder);
        if !killed || attempts == SUBMISSIONS {
            return outcome;
        }
        attempts += 1;
    }
}

/// Whether a process was ended from outside, as the system does it that has no memory left: it may be otherwise next time.
fn is_killed(status: ExitStatus) -> bool {
    [Signal::KILL, Signal::TERM].iter().any(|signal| status.signal() == Some(signal.as_raw()))
}

/// Asks once; whether the process was killed.
fn attempt(executable: &Path, words: &[String], limits: Limits, folder: &Path) -> (Outcome, bool) {
    let watch = Stopwatch::start();
    let (status, seconds) = match start(executable, words, limits, folder) {
        Ok(mut child) => {
            let ended = wait(&mut child, limits, watch);
            (ended, watch.seconds())
        }
        Err(error) => return (Outcome::error(io_words(&error), watch.seconds(), limits), false),
    };
    let Some(status) = status else {
        return (Outcome::error("killed: it does not end at its limit of time", seconds, limits), false);
    };
    let document = fs::read(folder.join(DOCUMENT)).ok();
    let document = document.and_then(|text| serde_json::from_slice(&text).ok());
    let outcome = document.filter(|_| matches!(status.code(), Some(0 | 10 | 20)));
    let outcome = outcome.and_then(|document| Outcome::of_document(&document, seconds, limits));
    let outcome = outcome.unwrap_or_else(|| Outcome::error(complaint(status, folder), seconds, limits));
    (outcome, is_killed(status))
}

fn start(executable: &Path, words: &[String], limits: Limits, folder: &Path) -> std::io::Result<Child> {
    let mut command = Command::new(executable);
    command.args(words);
    if let Some(seconds) = limits.time {
        command.arg(format!("--timeout={seconds}"));
    }
    if let Some(megabytes) = limits.memory {
        command.arg(format!("--memory-limit={megabytes}"));
    }
    let option = |name: &str, file: &str| format!("{name}{}", folder.join(file).display());
    command.args(["--quiet", "--format=json"]).arg(option("--html=", PAGE)).arg(option("--sarif=", SARIF));
    command.arg(option("--emit=functions=", FUNCTIONS));
    command.stdin(Stdio::null()).stdout(File::create(folder.join(DOCUMENT))?);
    // A group of its own can be ended with all that it has started.
    command.stderr(File::create(folder.join(MESSAGES))?).process_group(0).spawn()
}

/// Waits for a process; `None` where it has to be killed.
fn wait(child: &mut Child, limits: Limits, watch: Stopwatch) -> Option<ExitStatus> {
    let pid = child.id().cast_signed();
    let _running = Note::new(pid, true);
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if limits.time.is_some_and(|seconds| watch.seconds() > seconds + GRACE) {
            let _ = Pid::from_raw(pid).map(|pid| kill_process_group(pid, Signal::KILL));
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(TICK);
    }
}

/// What a process without a verdict has said last.
fn complaint(status: ExitStatus, folder: &Path) -> String {
    let messages = fs::read(folder.join(MESSAGES)).unwrap_or_default();
    let messages = String::from_utf8_lossy(&messages);
    let last = messages.lines().rev().find_map(|line| line.strip_prefix("bmc: "));
    match (status.code(), last) {
        (Some(_), Some(last)) => last.to_owned(),
        (Some(code), None) => format!("exit code {code} without a verdict"),
        (None, _) => format!("ended by signal {}", status.signal().unwrap_or_default()),
    }
}
