//! Runs proofs on other machines, by a scheduler that is there already.
//!
//! What has to be asked is a *job*: a folder below the cache's, which all machines see, with a list of tasks. A task is a question with
//! its limits. The scheduler starts `bmc verify --task N JOB` for each; such a *worker* finds the answer as a set on one machine
//! does, keeps it in the cache, and leaves what it found in the job's folder, under a name that appears when the file is complete.
//! Whoever submitted the job looks for these files. Once the scheduler has nothing left to run, tasks without an answer are
//! submitted again, a few times: a worker that dies loses nothing.

mod job;
mod kubernetes;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::str::FromStr;

pub(super) use job::{Found, Job, Task};

use crate::verify::io_words;

/// Where proofs run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Executor {
    /// On this machine.
    Local,
    /// As a job array of Slurm, with further options for `sbatch`.
    Slurm(Vec<String>),
    /// As an indexed Job of Kubernetes, made of one that a file describes.
    Kubernetes(PathBuf),
    /// By a command for a shell, which reads the tasks' commands, a line each, and ends when these have ended.
    Command(String),
}

/// A job that a scheduler has.
pub(super) enum Submitted {
    /// It is over when this process ends, which runs it.
    Process(Child),
    /// It is over when this process ends, which only waits for it.
    Waiter(Child),
    /// A Job of Kubernetes, by its name.
    Pods(String),
}

impl FromStr for Executor {
    type Err = String;

    fn from_str(text: &str) -> Result<Executor, String> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        match kind {
            "local" if rest.is_empty() => Ok(Executor::Local),
            "slurm" => {
                shlex::split(rest).map(Executor::Slurm).ok_or_else(|| "a quote without an end".to_owned())
            }
            "kubernetes" if !rest.is_empty() => Ok(Executor::Kubernetes(PathBuf::from(rest))),
            "command" if !rest.trim().is_empty() => Ok(Executor::Command(rest.to_owned())),
            _ => Err("expected local, slurm, slurm:OPTIONS, kubernetes:FILE or command:COMMAND".to_owned()),
        }
    }
}

/// The command of a worker, for a shell; `number` stands for the task.
fn worker(executable: &Path, job: &Path, number: &str) -> String {
    let quoted = |path: &Path| {
        let text = path.to_string_lossy().into_owned();
        shlex::try_quote(&text).map(|text| text.into_owned()).unwrap_or_default()
    };
    format!("{} verify --task {number} {}", quoted(executable), quoted(job))
}

impl Executor {
    /// Submits the tasks of a job, at most so many at a time where the scheduler knows such a limit.
    ///
    /// # Errors
    /// In words: the scheduler's program is not there or refuses.
    pub(super) fn submit(
        &self,
        executable: &Path,
        job: &Job,
        jobs: Option<usize>,
    ) -> Result<Submitted, String> {
        match self {
            Executor::Local => Err("tasks are not submitted to this machine".to_owned()),
            Executor::Slurm(options) => slurm(executable, job, jobs, options),
            Executor::Kubernetes(template) => kubernetes::submit(template, executable, job, jobs),
            Executor::Command(command) => {
                let lines =
                    (0..job.tasks.len()).map(|i| worker(executable, &job.file(), &i.to_string()) + "\n");
                let mut shell = Command::new("sh");
                run(shell.args(["-c", command]), &lines.collect::<String>(), job).map(Submitted::Process)
            }
        }
    }
}

/// Starts a program that reads a text; what it prints goes to a file of the job.
fn run(command: &mut Command, input: &str, job: &Job) -> Result<Child, String> {
    let fails = |what: &str, e: &std::io::Error| format!("--executor: {what}: {}", io_words(e));
    let place = job.folder.join("input");
    let log = job.folder.join("log");
    std::fs::write(&place, input).map_err(|e| fails(&place.to_string_lossy(), &e))?;
    let open = std::fs::File::open(&place).map_err(|e| fails(&place.to_string_lossy(), &e))?;
    let created = std::fs::File::create(&log).map_err(|e| fails(&log.to_string_lossy(), &e))?;
    let both = created.try_clone().map_err(|e| fails(&log.to_string_lossy(), &e))?;
    command.stdin(Stdio::from(open)).stdout(created).stderr(both);
    let name = command.get_program().to_string_lossy().into_owned();
    command.spawn().map_err(|e| fails(&name, &e))
}

/// A job array; `sbatch` waits for its end. Slurm itself runs a task again whose machine is lost.
fn slurm(executable: &Path, job: &Job, jobs: Option<usize>, options: &[String]) -> Result<Submitted, String> {
    let most = jobs.map_or(String::new(), |n| format!("%{n}"));
    let mut command = Command::new("sbatch");
    command
        .args(["--wait", "--requeue", "--job-name=bmc"])
        .arg(format!("--array=0-{}{most}", job.tasks.len() - 1));
    command.arg(format!("--output={}", job.folder.join("task-%a.log").display())).args(options);
    let script = format!("#!/bin/sh\nexec {}\n", worker(executable, &job.file(), "\"$SLURM_ARRAY_TASK_ID\""));
    run(&mut command, &script, job).map(Submitted::Waiter)
}

impl Drop for Submitted {
    /// Ends what only waits: without it, the scheduler goes on as before.
    fn drop(&mut self) {
        if let Submitted::Waiter(child) = self {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Submitted {
    /// The name by which the scheduler knows it, where it is known at once.
    pub fn name(&self) -> Option<&str> {
        match self {
            Submitted::Pods(name) => Some(name),
            Submitted::Process(_) | Submitted::Waiter(_) => None,
        }
    }

    /// Whether it may still run tasks.
    pub fn is_running(&mut self) -> bool {
        match self {
            Submitted::Process(child) | Submitted::Waiter(child) => matches!(child.try_wait(), Ok(None)),
            Submitted::Pods(name) => kubernetes::is_running(name),
        }
    }

    /// What the scheduler says last.
    pub fn complaint(&self, job: &Job) -> Option<String> {
        let text = std::fs::read_to_string(job.folder.join("log")).ok()?;
        text.lines().rev().find(|line| !line.trim().is_empty()).map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executors_have_words() {
        let read = |text: &str| text.parse::<Executor>();
        assert_eq!(read("local"), Ok(Executor::Local));
        assert_eq!(read("slurm"), Ok(Executor::Slurm(Vec::new())));
        let options = vec!["--partition=a b".to_owned(), "--mem=8G".to_owned()];
        assert_eq!(read("slurm:'--partition=a b' --mem=8G"), Ok(Executor::Slurm(options)));
        assert_eq!(read("kubernetes:job.yaml"), Ok(Executor::Kubernetes(PathBuf::from("job.yaml"))));
        assert_eq!(read("command:ssh a: sh"), Ok(Executor::Command("ssh a: sh".to_owned())));
        for wrong in ["", "lsf", "kubernetes", "command:", "local:x", "slurm:'"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn commands_of_workers_are_quoted() {
        let text = worker(Path::new("/a b/bmc"), Path::new("/c/job.json"), "3");
        assert_eq!(text, "'/a b/bmc' verify --task 3 /c/job.json");
    }
}
