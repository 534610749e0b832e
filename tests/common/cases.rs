//! Programs with what is expected of them in their headers.
//!
//! The header is the block of comment lines (`//` or `;`) that a file starts with. Its entries:
//!
//! - `flags: ARGS` - arguments of the runs that follow; none at first.
//! - `expect: VERDICT` - one run. `TRUE`, `FALSE`, `UNKNOWN` or `ERROR`; alternatives stand between `|`. In
//!   parentheses a beginning of the verdict's own parentheses, again with alternatives; for `ERROR` (exit code 2) a
//!   text that standard error must contain.
//! - `with: FILE` - a further input.
//! - `stdout: TEXT`, `stderr: TEXT` - what every run of the file must print there.
//! - `part of FILE` - not a case of its own.
//! - `replay: REASON` - why a violation of it may not be confirmed by the concrete machine, only by the engine itself: a
//!   part of what is then printed.
//! - `reduce: LEVELS` - of `--reduce` that `tests/threads.rs` tries; all of them at first.
//!
//! Where lines are marked `// BUG` (`; BUG`), a violation must be reported on one of them. Runs happen in the folder
//! of the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use bmc::Check;

/// A run that takes longer is taken for a hang.
pub const LIMIT: Duration = Duration::from_secs(120);

/// What a header expects of one run.
#[derive(Clone, PartialEq, Debug)]
pub struct Expected {
    /// Verdict words with the allowed beginnings in their parentheses; empty when anything goes.
    pub any_of: Vec<(String, Vec<String>)>,
}

/// One run.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    pub flags: Vec<String>,
    pub expected: Expected,
}

/// A program with what its header says.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Case {
    pub runs: Vec<Run>,
    pub inputs: Vec<String>,
    pub stdout: Vec<String>,
    pub stderr: Vec<String>,
    pub bug_lines: Vec<u32>,
    pub part_of: Option<String>,
    /// Why the machine need not confirm a violation.
    pub replay: Option<String>,
    /// Levels of `--reduce` of `tests/threads.rs`; empty means all.
    pub reduce: Vec<String>,
}

/// Splits at `|` outside of parentheses.
pub fn alternatives(text: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            '|' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().expect("never empty").push(c);
    }
    parts.iter().map(|p| p.trim().to_owned()).collect()
}

impl Expected {
    pub fn parse(text: &str) -> Result<Expected, String> {
        let mut any_of = Vec::new();
        for part in alternatives(text) {
            let (word, inner) = match part.split_once('(') {
                Some((word, rest)) => (word, rest.strip_suffix(')').ok_or("no ')'")?),
                None => (part.as_str(), ""),
            };
            if !["TRUE", "FALSE", "UNKNOWN", "ERROR"].contains(&word) {
                return Err(format!("unknown verdict '{word}'"));
            }
            let beginnings = inner.split('|').filter(|s| !s.is_empty()).map(str::to_owned).collect();
            any_of.push((word.to_owned(), beginnings));
        }
        Ok(Expected { any_of })
    }

    /// Whether the verdict line, `WORD` or `WORD(TEXT)`, is among the expected ones.
    pub fn allows(&self, verdict: &str) -> bool {
        let (word, inner) = verdict.split_once('(').unwrap_or((verdict, ""));
        self.any_of.iter().any(|(w, beginnings)| {
            w == word && (beginnings.is_empty() || beginnings.iter().any(|b| inner.starts_with(b.as_str())))
        })
    }
}

pub fn parse(text: &str) -> Result<Case, String> {
    let mut case = Case::default();
    let mut flags: Vec<String> = Vec::new();
    for line in text.lines() {
        let Some(line) = line.strip_prefix("//").or_else(|| line.strip_prefix(';')) else { break };
        let line = line.trim();
        if let Some(file) = line.strip_prefix("part of ") {
            case.part_of = Some(file.to_owned());
            continue;
        }
        let Some((key, value)) = line.split_once(':') else { continue };
        let value = value.trim();
        match key {
            "flags" => flags = value.split_whitespace().map(str::to_owned).collect(),
            "expect" => case.runs.push(Run { flags: flags.clone(), expected: Expected::parse(value)? }),
            "with" => case.inputs.push(value.to_owned()),
            "replay" => case.replay = Some(value.to_owned()),
            "reduce" => case.reduce = value.split_whitespace().map(str::to_owned).collect(),
            "stdout" => case.stdout.push(value.to_owned()),
            "stderr" => case.stderr.push(value.to_owned()),
            // An ordinary sentence with a colon; a misspelt key has no blank in it.
            _ if key.contains(' ') => {}
            _ => return Err(format!("unknown header entry '{key}'")),
        }
    }
    let marked = text.lines().zip(1..).filter(|(l, _)| l.ends_with("// BUG") || l.ends_with("; BUG"));
    case.bug_lines = marked.map(|(_, n)| n).collect();
    if case.runs.is_empty() == case.part_of.is_none() {
        return Err("a file has either runs or is part of another".to_owned());
    }
    Ok(case)
}

/// Lines of `file` that the output names as the place of a violation: those after `file:` on lines that say what
/// is violated, in the words of the check.
pub fn violation_lines(stdout: &str, file: &str) -> Vec<u32> {
    let mut lines = Vec::new();
    for text in stdout.lines().filter(|l| Check::ALL.iter().any(|c| l.contains(c.words()))) {
        for (at, _) in text.match_indices(&format!("{file}:")) {
            let digits = text[at + file.len() + 1..].chars().take_while(char::is_ascii_digit);
            lines.extend(digits.collect::<String>().parse::<u32>());
        }
    }
    lines
}

/// Runs a command with a time limit; `None` when it was over.
pub fn output_within(command: &mut Command, limit: Duration) -> Option<Output> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built with this test");
    // The pipes are emptied by threads, or a talkative child would wait for us.
    let mut readers = Vec::new();
    let pipes: [Box<dyn std::io::Read + Send>; 2] =
        [Box::new(child.stdout.take().expect("piped")), Box::new(child.stderr.take().expect("piped"))];
    for mut pipe in pipes {
        readers.push(std::thread::spawn(move || {
            let mut bytes = Vec::new();
            pipe.read_to_end(&mut bytes).expect("a pipe can be read");
            bytes
        }));
    }
    let deadline = Instant::now() + limit;
    let status = loop {
        if let Some(status) = child.try_wait().expect("our own child") {
            break Some(status);
        }
        if Instant::now() > deadline {
            child.kill().expect("our own child");
            child.wait().expect("our own child");
            break None;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let mut bytes = readers.into_iter().map(|r| r.join().expect("the reader does not panic"));
    let (stdout, stderr) = (bytes.next().expect("two readers"), bytes.next().expect("two readers"));
    status.map(|status| Output { status, stdout, stderr })
}

/// Does one run. Its verdict, or what is not as expected.
pub fn check_run(job: &Job) -> Result<String, String> {
    let Job { path, case, run, .. } = job;
    check(path, case, run).map_err(|e| format!("[{}]: {e}", run.flags.join(" ")))
}

/// Does some runs of a program. What is not as expected, of all of them.
pub fn check_runs(jobs: &[Job]) -> Result<(), String> {
    let failures: Vec<String> = jobs.iter().filter_map(|job| check_run(job).err()).collect();
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

fn check(path: &Path, case: &Case, run: &Run) -> Result<String, String> {
    let file = path.file_name().and_then(|n| n.to_str()).expect("names are plain");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
    command
        .current_dir(path.parent().expect("a file has a folder"))
        .args(&run.flags)
        .arg(file)
        .args(&case.inputs);
    let output = output_within(&mut command, LIMIT).ok_or("no answer in time")?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let shown = || format!("\n--- stdout\n{stdout}--- stderr\n{stderr}");
    if stderr.contains("panicked at") {
        return Err(format!("a panic{}", shown()));
    }
    let code = output.status.code();
    let expects_error = run.expected.any_of.iter().find(|(w, _)| w == "ERROR");
    if let Some((_, texts)) = expects_error {
        if code != Some(2) {
            return Err(format!("exit code {code:?} where 2 is expected{}", shown()));
        }
        if let Some(t) = texts.iter().find(|t| !stderr.contains(t.as_str())) {
            return Err(format!("standard error lacks '{t}'{}", shown()));
        }
        return Ok("ERROR".to_owned());
    }
    // A document is alone on standard output: the verdict is told beside it.
    let json = run.flags.iter().any(|f| f == "json");
    let (told, before) = if json { (&stderr, "bmc: ") } else { (&stdout, "") };
    let verdict = told.lines().last().unwrap_or("").trim().trim_start_matches(before);
    if !run.expected.allows(verdict) {
        return Err(format!("verdict '{verdict}' instead of {:?}{}", run.expected.any_of, shown()));
    }
    let word = verdict.split('(').next().unwrap_or("");
    let expected_code = match word {
        "TRUE" => 0,
        "FALSE" => 10,
        _ => 20,
    };
    if code != Some(expected_code) {
        return Err(format!("exit code {code:?} with '{verdict}'"));
    }
    if word == "FALSE" && !case.bug_lines.is_empty() && !json {
        let found = violation_lines(&stdout, file);
        if !found.iter().any(|l| case.bug_lines.contains(l)) {
            return Err(format!("violation at line {found:?} instead of {:?}{}", case.bug_lines, shown()));
        }
    }
    let not_executed = stdout.lines().find_map(|l| {
        l.split_once("not by the machine: ").or_else(|| l.split_once("\"evaluator\": ")).map(|(_, why)| why)
    });
    if let Some(why) = not_executed
        && case.replay.as_ref().is_none_or(|reason| !why.contains(reason.as_str()))
    {
        return Err(format!("the machine does not confirm: {why}{}", shown()));
    }
    let wrong_text = [(&stdout, &case.stdout), (&stderr, &case.stderr)]
        .into_iter()
        .find_map(|(got, wanted)| wanted.iter().find(|t| !got.contains(t.as_str())));
    match wrong_text {
        Some(t) if word == "FALSE" || case.runs.len() == 1 => {
            Err(format!("the output lacks '{t}'{}", shown()))
        }
        _ => Ok(verdict.to_owned()),
    }
}

/// All files below a folder, sorted.
pub fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("the folder is part of the repository");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("a readable entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| ["c", "cpp", "i", "ii", "ll"].iter().any(|k| e == *k)) {
            found.push(path);
        }
    }
}

/// A run of a program.
#[derive(Clone)]
pub struct Job {
    pub path: PathBuf,
    /// The path in the folder of the programs.
    pub name: String,
    pub case: Case,
    pub run: Run,
}

impl Job {
    /// `bmc`, in the folder of the program.
    pub fn bmc(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
        command.current_dir(self.path.parent().expect("a file has a folder"));
        command
    }

    /// The program's files, as arguments.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let file = self.path.file_name().and_then(|n| n.to_str()).expect("names are plain");
        std::iter::once(file).chain(self.case.inputs.iter().map(String::as_str))
    }

    /// Whether one of the run's options begins with one of the words.
    pub fn has_option(&self, words: &[&str]) -> bool {
        self.run.flags.iter().any(|flag| words.iter().any(|word| flag.starts_with(word)))
    }

    /// Whether the header allows no verdict but this word.
    pub fn is_certainly(&self, word: &str) -> bool {
        self.run.expected.any_of.iter().all(|(w, _)| w == word)
    }
}

/// The runs of a program of a folder; the mistake in its header otherwise.
pub fn runs(folder: &Path, name: &str) -> Result<Vec<Job>, String> {
    let path = folder.join(name);
    let case = parse(&fs::read_to_string(&path).map_err(|e| e.to_string())?)?;
    let job =
        |run: &Run| Job { path: path.clone(), name: name.to_owned(), case: case.clone(), run: run.clone() };
    Ok(case.runs.iter().map(job).collect())
}

/// The programs of a folder that have one of some runs, by name. One whose header has mistakes counts, so that its test
/// reports them. There must be more than the least number of programs.
pub fn programs(folder: &Path, least: usize, suits: impl Fn(&Job) -> bool) -> Vec<String> {
    let mut paths = Vec::new();
    files(folder, &mut paths);
    let name = |path: PathBuf| path.strip_prefix(folder).expect("below the folder").display().to_string();
    let suits = |name: &String| runs(folder, name).map_or(true, |jobs| jobs.iter().any(&suits));
    let names: Vec<String> = paths.into_iter().map(name).filter(suits).collect();
    assert!(names.len() > least, "only {} programs found in {}", names.len(), folder.display());
    names
}

/// All runs of the programs of a folder.
pub fn jobs(folder: &Path) -> Vec<Job> {
    let names = programs(folder, 0, |_| true);
    names.iter().flat_map(|name| runs(folder, name).unwrap_or_else(|e| panic!("{name}: {e}"))).collect()
}

/// The runs with the explicit engine, each at those levels of `--reduce` that the header admits: level and further options.
pub fn at_levels(jobs: Vec<Job>, levels: &[(&str, Vec<&str>)]) -> Vec<Job> {
    let mut all = Vec::new();
    for job in jobs {
        let tried = |level: &str| job.case.reduce.is_empty() || job.case.reduce.iter().any(|l| l == level);
        for (_, options) in levels.iter().filter(|(level, _)| tried(level)) {
            let mut job = job.clone();
            job.run.flags.extend(["--engine", "explicit"].iter().chain(options).map(|o| (*o).to_owned()));
            all.push(job);
        }
    }
    all
}

/// Options that only the explicit engine has.
const EXPLICIT: [&str; 8] = [
    "--ltl",
    "--context-bound",
    "--hash-compaction",
    "--memory-model",
    "--search",
    "--reduce",
    "--no-spurious-wakeups",
    "--bound",
];

/// Whether other engines than the explicit one can run it, and its header states an answer.
pub fn is_for_others(job: &Job) -> bool {
    is_decided(job) && !job.has_option(&EXPLICIT)
}

/// Whether the header states an answer.
pub fn is_decided(job: &Job) -> bool {
    job.run.expected.any_of.iter().all(|(word, _)| word == "TRUE" || word == "FALSE")
}

/// What is decided with further flags is what the header states. It may be left open.
pub fn check_or_open(mut job: Job, flags: &[&str]) -> Result<(), String> {
    job.run.flags.extend(flags.iter().map(|flag| (*flag).to_owned()));
    job.run.expected.any_of.push(("UNKNOWN".to_owned(), Vec::new()));
    // What is printed besides is of the other engine.
    (job.case.stdout, job.case.stderr) = (Vec::new(), Vec::new());
    check_run(&job).map(drop)
}

/// Searches a violation and follows its file of choices by `bmc run`. What goes wrong.
pub fn follow_choices(job: &Job, further: &[&str]) -> Result<(), String> {
    let temporary = tempfile::tempdir().expect("a folder for temporary files");
    let choices = temporary.path().join("choices");
    let mut find = job.bmc();
    find.args(job.files()).args(&job.run.flags).args(further);
    find.arg("--emit").arg(format!("choices={}", choices.display()));
    let mut follow = job.bmc();
    let named = [
        "-m",
        "-D",
        "-I",
        "-std",
        "--std",
        "--entry",
        "--signals",
        "--check-contract",
        "--use-contract",
        "--undefined",
        "--max-object",
    ];
    follow.arg("run").args(job.files()).args(options(&job.run.flags, &named)).arg("--choices").arg(&choices);
    for (command, what) in [(&mut find, "not found"), (&mut follow, "found, but not followed")] {
        let output = output_within(command, LIMIT).ok_or(format!("{what}: no answer in time"))?;
        if output.status.code() != Some(10) {
            return Err(format!("{what} [{}]", job.run.flags.join(" ")));
        }
    }
    Ok(())
}

/// Whether a violation of the run has a file of choices that `bmc run` can follow.
pub fn has_choices(job: &Job) -> bool {
    let apart = |flag: &String| {
        flag == "-D"
            || flag == "-I"
            || ["--property", "--format", "--emit"].iter().any(|o| flag.starts_with(o))
    };
    // What the machine cannot confirm it cannot follow either.
    job.is_certainly("FALSE") && !job.run.flags.iter().any(apart) && job.case.replay.is_none()
}

/// Those of a run's options that are named, with their values.
pub fn options<'a>(flags: &'a [String], named: &[&str]) -> Vec<&'a String> {
    const WITH_VALUES: &[&str] = &[
        "-m",
        "-D",
        "-I",
        "--std",
        "--undefined",
        "--max-object",
        "--entry",
        "--signals",
        "--check-contract",
        "--use-contract",
        "--entry-pointers",
        "--override",
        "--remove-body",
        "--stub",
    ];
    let mut taken = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        // The value of a short option may stand in the same word.
        let is = |name: &&str| flag == name || !name.starts_with("--") && flag.starts_with(name);
        let value = if WITH_VALUES.contains(&flag.as_str()) { flags.next() } else { None };
        if named.iter().any(is) {
            taken.push(flag);
            taken.extend(value);
        }
    }
    taken
}
