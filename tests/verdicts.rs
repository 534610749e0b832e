//! Runs `bmc` on the programs of `tests/programs` and compares the verdicts with those that their headers state
//! (`tests/common/cases.rs` tells what a header is). The tests of each program:
//!
//! - `verdict::PATH`: the verdicts of all its runs.
//! - `explicit::PATH`: the explicit engine says the same, or leaves undecided what `tests/programs/undecided.tsv` lists.
//! - `sets::PATH`, of a sample: what the symbolic engine decides is what the headers state.
//! - `alone::PATH`, of some: a violation is found by its own check alone.
//! - `choices::PATH`, of a sample: a violation's file of choices leads `bmc run` to it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

#[path = "common/cases.rs"]
#[allow(dead_code, reason = "what other tests use")]
mod cases;
#[path = "common/named.rs"]
mod named;
#[path = "verdicts/undecided.rs"]
mod undecided;

use cases::{Job, LIMIT, output_within, parse, violation_lines};
use named::Kind;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

fn runs(name: &str) -> Result<Vec<Job>, String> {
    cases::runs(&folder(), name)
}

fn verdicts(name: &str) -> Result<(), String> {
    undecided::check("bmc", &runs(name)?)
}

fn explicit(name: &str) -> Result<(), String> {
    let runs: Vec<Job> = runs(name)?.iter().filter_map(by_explicit_engine).collect();
    undecided::check("explicit", &runs)
}

/// The run with the explicit engine, if it has the options. It has no bound.
fn by_explicit_engine(job: &Job) -> Option<Job> {
    let of_the_other =
        ["--solver", "--memory", "--emit", "--timeout", "--memory-limit", "--no-rules", "--format", "-v"];
    let error = job.run.expected.any_of.iter().any(|(word, _)| word == "ERROR");
    if error || job.has_option(&of_the_other) {
        return None;
    }
    let mut job = job.clone();
    let mut flags = std::mem::take(&mut job.run.flags).into_iter();
    while let Some(flag) = flags.next() {
        if ["--bound", "--bound-at"].contains(&flag.as_str()) {
            flags.next();
        } else if !flag.starts_with("--bound") {
            job.run.flags.push(flag);
        }
    }
    job.run.flags.extend(["--engine", "explicit"].map(str::to_owned));
    job.run.expected.any_of.push(("UNKNOWN".to_owned(), Vec::new()));
    // It may tell another run.
    job.case.stdout.clear();
    job.case.stderr.clear();
    Some(job)
}

/// The run with the symbolic engine, if it has the options and the header states an answer.
fn by_symbolic_engine(job: &Job) -> Option<Job> {
    let answers = job.run.expected.any_of.iter().any(|(word, _)| word == "TRUE" || word == "FALSE");
    let mut job = by_explicit_engine(job).filter(|_| answers && !job.has_option(&["--engine"]))?;
    if job.has_option(&["--ltl", "--context-bound", "--hash-compaction", "--search", "-j"]) {
        return None;
    }
    job.run.flags.extend(["--engine", "symbolic", "--timeout", "4"].map(str::to_owned));
    job.run.flags.retain(|flag| flag != "explicit");
    let at = job.run.flags.iter().position(|flag| flag == "--engine")?;
    job.run.flags.remove(at);
    Some(job)
}

fn sets(name: &str) -> Result<(), String> {
    let runs: Vec<Job> = runs(name)?.iter().filter_map(by_symbolic_engine).collect();
    cases::check_runs(&runs)
}

/// The kind of a certain violation that a check of its own finds.
fn kind_alone(job: &Job) -> Option<&str> {
    let elsewhere = ["--check", "--ltl", "--property", "--engine", "--all", "--error"];
    let [(word, kinds)] = &job.run.expected.any_of[..] else { return None };
    let [kind] = &kinds[..] else { return None };
    (word == "FALSE" && !job.has_option(&elsewhere)).then_some(kind)
}

/// A few programs of each kind of violation.
fn programs_alone() -> Vec<String> {
    const OF_EACH: usize = 6;
    let mut of_kind: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for job in cases::jobs(&folder()) {
        let Some(kind) = kind_alone(&job) else { continue };
        let chosen = of_kind.entry(kind.to_owned()).or_default();
        if chosen.len() < OF_EACH && !chosen.contains(&job.name) {
            chosen.push(job.name);
        }
    }
    assert!(of_kind.len() > 12, "{of_kind:?}");
    let mut programs: Vec<String> = of_kind.into_values().flatten().collect();
    programs.sort();
    programs.dedup();
    programs
}

/// A violation is found by its own check alone: what others would find before does not hide it. The first run of each kind.
fn alone(name: &str) -> Result<(), String> {
    let mut jobs = BTreeMap::new();
    for mut job in runs(name)? {
        let Some(kind) = kind_alone(&job).map(str::to_owned) else { continue };
        // Contracts are clauses that are asserted.
        let clauses = if job.has_option(&["--check-contract", "--use-contract"]) { ",assert" } else { "" };
        job.run.flags.extend([
            "--check".to_owned(),
            format!("{kind}{clauses}"),
            "--timeout".to_owned(),
            "10".to_owned(),
        ]);
        job.run.expected.any_of.push(("UNKNOWN".to_owned(), Vec::new()));
        job.case.stdout.clear();
        job.case.stderr.clear();
        jobs.entry(kind).or_insert(job);
    }
    cases::check_runs(&jobs.into_values().collect::<Vec<Job>>())
}

fn programs_with_choices() -> Vec<String> {
    let sampled = |job: &Job| job.name.starts_with("leaks/") || named::in_sample(&job.name, 4);
    cases::programs(&folder(), 20, |job| cases::has_choices(job) && sampled(job))
}

fn choices(name: &str) -> Result<(), String> {
    let runs = runs(name)?;
    cases::follow_choices(
        runs.iter().find(|job| cases::has_choices(job)).ok_or("no violation with choices")?,
        &[],
    )
}

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

/// Counts by folder how many runs each engine decides. Headers and the list of undecided runs say it, and the other tests
/// hold these to be true.
fn engines_decide_as_many_runs_as_before() {
    let runs = cases::jobs(&folder());
    let explicit: Vec<Job> = runs.iter().filter_map(by_explicit_engine).collect();
    let table = undecided::table(&[("bmc", &runs), ("explicit", &explicit)]);
    insta::with_settings!({
        snapshot_path => "programs",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, { insta::assert_snapshot!("decided", table) });
}

fn main() -> ExitCode {
    let kinds = [
        Kind { name: "verdict", programs: || cases::programs(&folder(), 250, |_| true), test: verdicts },
        Kind {
            name: "explicit",
            programs: || cases::programs(&folder(), 250, |job| by_explicit_engine(job).is_some()),
            test: explicit,
        },
        Kind {
            name: "sets",
            programs: || {
                let sampled = |job: &Job| by_symbolic_engine(job).is_some() && named::in_sample(&job.name, 9);
                cases::programs(&folder(), 60, sampled)
            },
            test: sets,
        },
        Kind { name: "alone", programs: programs_alone, test: alone },
        Kind { name: "choices", programs: programs_with_choices, test: choices },
    ];
    let singles: [named::Single; 3] = [
        ("same_run_twice_prints_the_same", same_run_twice_prints_the_same),
        ("headers_are_understood", headers_are_understood),
        ("engines_decide_as_many_runs_as_before", engines_decide_as_many_runs_as_before),
    ];
    let conclusion = named::run(&kinds, &singles);
    undecided::write();
    conclusion.exit_code()
}
