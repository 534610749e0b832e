//! Runs the explicit-state engine on the programs of `tests/threads`, at every level of reduction, and compares the verdicts
//! with those that their headers state (`tests/common/cases.rs` tells what a header is). `THREADS=TEXT` in the environment
//! limits a test run to the paths that contain the text.

use std::path::Path;

#[path = "common/cases.rs"]
#[allow(dead_code)]
mod cases;
use cases::Run;

#[test]
fn threads_have_their_verdicts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/threads");
    let (plain, mut failures) = cases::jobs(&folder, &std::env::var("THREADS").unwrap_or_default(), 100);
    let mut jobs = Vec::new();
    for job in plain {
        for level in ["none", "tau", "tau-plus", "full"] {
            let tried = &job.case.reduce;
            if tried.is_empty() || tried.iter().any(|l| l == level) {
                let further = ["--engine", "explicit", "--reduce", level].map(str::to_owned);
                let run = Run { flags: [&job.run.flags[..], &further].concat(), ..job.run.clone() };
                jobs.push(cases::Job {
                    path: job.path.clone(),
                    name: job.name.clone(),
                    case: job.case.clone(),
                    run,
                });
            }
        }
    }
    failures.extend(cases::failures_of(&jobs));
    assert!(failures.is_empty(), "{} of {} runs:\n{}", failures.len(), jobs.len(), failures.join("\n"));
}
