//! Two runs of one command print the same, also beside busy processes: programs of all kinds are checked twice, once while
//! other threads keep all processors busy. `DETERMINISM=TEXT` limits a run to the paths that contain the text.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

#[path = "common/cases.rs"]
#[expect(dead_code, reason = "what compares verdicts is for other tests")]
mod cases;

/// Threads that keep processors busy.
const BUSY: usize = 4;

/// Programs, with options that follow those of their headers. None needs long, so that no limit of time is reached.
const CASES: &[(&str, &[&str])] = &[
    // Induction takes turns with bounds, and its claims are dropped one by one.
    ("programs/induction/elements_copy.c", &[]),
    ("programs/induction/elements_least.c", &[]),
    ("programs/induction/recursion_sum.c", &[]),
    ("programs/induction/first_state_false.c", &[]),
    ("programs/induction/long_concrete.c", &[]),
    ("programs/induction/nested.c", &[]),
    ("programs/induction/overflow_guarded.c", &[]),
    ("programs/induction/recursion_mutual.c", &[]),
    ("programs/induction/recursion_parity_false.c", &[]),
    ("programs/induction/states.c", &[]),
    ("programs/induction/two_iterations.c", &["--no-recheck"]),
    // Every violated check, with its run.
    ("programs/assert/all.c", &[]),
    ("programs/assert/all_behind.c", &[]),
    ("programs/memory/pointer_compare.c", &["--all"]),
    ("programs/induction/uninitialised.c", &["--all"]),
    // Threads.
    ("threads/mutex/order.c", &["--engine", "explicit"]),
    ("threads/mutex/three.c", &["--engine", "explicit"]),
    ("threads/race/after_unlock.c", &["--engine", "explicit"]),
    ("threads/race/double_checked.c", &["--engine", "explicit", "--search", "dfs"]),
];

/// What a run says: its exit code, standard output, and what standard error tells of proofs.
fn run(path: &Path, further: &[&str]) -> String {
    let text = std::fs::read_to_string(path).expect("the program is there");
    let case = cases::parse(&text).expect("its header is in order");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
    command.current_dir(path.parent().expect("a file has a folder"));
    // A limit of time may end a run, which depends on the machine.
    let mut flags = case.runs[0].flags.clone();
    if let Some(at) = flags.iter().position(|flag| flag == "--timeout") {
        flags.drain(at..at + 2);
    }
    command.args(flags).args(further).arg("-v");
    command.arg(path.file_name().expect("it is a file")).args(&case.inputs);
    let output = cases::output_within(&mut command, cases::LIMIT).expect("it ends in time");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let proofs = err.lines().filter(|l| l.contains("induction") || l.contains("invariant of"));
    let proofs: Vec<&str> = proofs.filter(|l| !l.contains("seconds")).collect();
    format!("{:?}\n{out}{}", output.status.code(), proofs.join("\n"))
}

#[test]
fn runs_repeat_themselves() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let only = std::env::var("DETERMINISM").unwrap_or_default();
    let all = || CASES.iter().filter(|(path, _)| path.contains(&only));
    let quiet: Vec<String> = all().map(|(path, further)| run(&root.join(path), further)).collect();
    let done = AtomicBool::new(false);
    let beside = thread::scope(|scope| {
        for _ in 0..BUSY {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let runs = thread::Builder::new();
        let runs = runs.spawn_scoped(scope, || {
            all().map(|(path, further)| run(&root.join(path), further)).collect::<Vec<String>>()
        });
        let beside = runs.expect("a thread can be started").join();
        done.store(true, Ordering::Relaxed);
        beside.expect("every run ends")
    });
    let mut failures = Vec::new();
    for (((path, _), quiet), beside) in all().zip(&quiet).zip(&beside) {
        if quiet != beside {
            failures.push(format!("{path}\n--- alone\n{quiet}\n--- beside busy threads\n{beside}"));
        }
    }
    assert!(failures.is_empty(), "{} runs differ:\n{}", failures.len(), failures.join("\n"));
    // Verdicts of all kinds were compared, and proofs with their invariants.
    let count = |what: &str| quiet.iter().filter(|text| text.contains(what)).count();
    assert!(
        !only.is_empty() || count("TRUE") > 5 && count("FALSE(") > 5 && count("invariant of") > 3,
        "{quiet:?}"
    );
}
