//! Runs `bmc` on the programs of `tests/programs` and compares the verdicts with those that their headers state
//! (`tests/common/cases.rs` tells what a header is). `VERDICTS=TEXT` in the environment limits a test run to the paths
//! that contain the text.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "common/cases.rs"]
mod cases;
use cases::{Job, LIMIT, failures_of, output_within, parse, violation_lines};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

fn jobs() -> (Vec<Job>, Vec<String>) {
    cases::jobs(&folder(), &std::env::var("VERDICTS").unwrap_or_default(), 250)
}

#[test]
fn programs_have_their_verdicts() {
    let (jobs, mut failures) = jobs();
    failures.extend(failures_of(&jobs));
    assert!(failures.is_empty(), "{} of {} runs:\n{}", failures.len(), jobs.len(), failures.join("\n"));
}

/// A violation is found by its own check alone: what others would find before does not hide it. A few programs of each kind.
#[test]
fn kinds_are_found_alone() {
    const OF_EACH: usize = 6;
    let elsewhere = ["--check", "--ltl", "--property", "--engine", "--all", "--error"];
    let mut of_kind: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    let (jobs, _) = jobs();
    let jobs: Vec<Job> = jobs
        .into_iter()
        .filter_map(|mut job| {
            let [(word, kinds)] = &job.run.expected.any_of[..] else { return None };
            let [kind] = &kinds[..] else { return None };
            let kind = (word == "FALSE").then(|| kind.clone())?;
            if job.run.flags.iter().any(|flag| elsewhere.iter().any(|other| flag.starts_with(other))) {
                return None;
            }
            let count = of_kind.entry(kind.clone()).or_default();
            *count += 1;
            job.run.flags.extend(["--check", &kind, "--timeout", "10"].map(str::to_owned));
            job.run.expected.any_of.push(("UNKNOWN".to_owned(), Vec::new()));
            job.case.stdout.clear();
            job.case.stderr.clear();
            (*count <= OF_EACH).then_some(job)
        })
        .collect();
    assert!(!std::env::var("VERDICTS").unwrap_or_default().is_empty() || of_kind.len() > 12, "{of_kind:?}");
    let failures = failures_of(&jobs);
    assert!(failures.is_empty(), "{} of {} runs:\n{}", failures.len(), jobs.len(), failures.join("\n"));
}

/// The explicit-state engine says the same, or that it does not know: it tries no wide inputs.
#[test]
fn engines_agree() {
    let of_the_other =
        ["--solver", "--memory", "--emit", "--timeout", "--memory-limit", "--no-rules", "--format", "-v"];
    let suits = |job: &Job| {
        let error = job.run.expected.any_of.iter().any(|(word, _)| word == "ERROR");
        !error && !job.run.flags.iter().any(|flag| of_the_other.iter().any(|other| flag.starts_with(other)))
    };
    let jobs: Vec<Job> = jobs()
        .0
        .into_iter()
        .filter(suits)
        .map(|mut job| {
            // It has no bound.
            let mut flags = std::mem::take(&mut job.run.flags).into_iter();
            while let Some(flag) = flags.next() {
                if ["--bound", "--bound-at"].contains(&flag.as_str()) {
                    flags.next();
                } else if !flag.starts_with("--bound") {
                    job.run.flags.push(flag);
                }
            }
            job.run.flags.extend(["--engine", "explicit", "--timeout", "1"].map(str::to_owned));
            job.run.expected.any_of.push(("UNKNOWN".to_owned(), Vec::new()));
            // Another run may be told.
            job.case.stdout.clear();
            job.case.stderr.clear();
            job
        })
        .collect();
    let failures = failures_of(&jobs);
    assert!(failures.is_empty(), "{} of {} runs:\n{}", failures.len(), jobs.len(), failures.join("\n"));
}

/// What a counterexample's file of choices says leads `bmc run` to the same violation: some of the programs, and of those
/// with threads.
#[test]
fn choices_lead_to_the_violation() {
    const EVERY: usize = 5;
    let folder_of_threads = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/threads");
    let threads = cases::jobs(&folder_of_threads, "", 50).0;
    let temporary = tempfile::tempdir().expect("a folder for temporary files");
    let mut failures = Vec::new();
    let mut followed = 0;
    let all = jobs().0.into_iter().map(|job| (job, false)).chain(threads.into_iter().map(|job| (job, true)));
    let certain = |job: &Job| job.run.expected.any_of.iter().all(|(word, _)| word == "FALSE");
    let every = std::env::var_os("VERDICTS").is_some();
    let chosen = |i: usize, job: &Job| every || i.is_multiple_of(EVERY) || job.name.starts_with("leaks/");
    let sample = all.filter(|(job, _)| certain(job)).enumerate().filter(|(i, (job, _))| chosen(*i, job));
    for (_, (job, explicit)) in sample {
        let other = ["--property", "--format", "--emit"];
        let apart = |flag: &String| flag == "-D" || flag == "-I" || other.iter().any(|o| flag.starts_with(o));
        // What the machine cannot confirm it cannot follow either.
        if job.run.flags.iter().any(apart) || job.case.replay.is_some() {
            continue;
        }
        let file = temporary.path().join("choices");
        let name = job.path.file_name().expect("a file");
        let place = job.path.parent().expect("a file has a folder");
        let mut find = Command::new(env!("CARGO_BIN_EXE_bmc"));
        find.current_dir(place).arg(name).args(&job.case.inputs).args(&job.run.flags);
        find.arg("--emit").arg(format!("choices={}", file.display()));
        if explicit {
            find.args(["--engine", "explicit"]);
        }
        let mut follow = Command::new(env!("CARGO_BIN_EXE_bmc"));
        follow.current_dir(place).arg("run").arg(name).args(&job.case.inputs);
        let named = ["-m", "-D", "-I", "-std", "--std", "--entry", "--undefined", "--max-object"];
        follow.args(cases::options(&job.run.flags, &named)).arg("--choices").arg(&file);
        let code =
            |command: &mut Command| output_within(command, LIMIT).and_then(|output| output.status.code());
        if code(&mut find) != Some(10) {
            failures.push(format!("{}: not found", job.name));
        } else if code(&mut follow) != Some(10) {
            failures.push(format!("{}: found, but not followed", job.name));
        }
        followed += 1;
    }
    assert!(followed > 20 || every, "only {followed} runs");
    assert!(failures.is_empty(), "{} of {followed}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn same_run_twice_prints_the_same() {
    for name in ["assert/failing.c", "heap/use_after_free_alias.c", "thesis/worked_example.c"] {
        let path = folder().join(name);
        let case = parse(&fs::read_to_string(&path).expect("a text file")).expect("a header");
        let once = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
            let output = output_within(command.args(&case.runs[0].flags).arg(&path), LIMIT);
            String::from_utf8_lossy(&output.expect("an answer in time").stdout).into_owned()
        };
        assert_eq!(once(), once(), "{name}");
    }
}

#[test]
fn headers_are_understood() {
    let misspelt = parse("// A sentence: not an entry.\n// expects: TRUE\n");
    assert_eq!(misspelt, Err("unknown header entry 'expects'".to_owned()));
    let case = parse("; flags: --bound 5\n; expect: FALSE(a|b)|UNKNOWN\n\nx ; BUG\n").expect("a good header");
    assert_eq!(case.bug_lines, [4]);
    assert_eq!(case.runs[0].flags, ["--bound", "5"]);
    let expected = &case.runs[0].expected;
    for (verdict, allowed) in [
        ("FALSE(a)", true),
        ("FALSE(bc)", true),
        ("FALSE(c)", false),
        ("FALSE", false),
        ("UNKNOWN(x)", true),
        ("TRUE", false),
        ("", false),
    ] {
        assert_eq!(expected.allows(verdict), allowed, "{verdict}");
    }
    assert!(parse("int x;\n").is_err() && parse("// expect: MAYBE\n").is_err());
    assert_eq!(violation_lines("x.c:3: fine\nan assertion fails at d/x.c:12:4\n", "x.c"), [12]);
}
