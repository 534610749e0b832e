//! Properties of infinite runs of programs. The programs here have their formulas and verdicts in their headers
//! (`tests/common/cases.rs` tells what a header is) and are run at every level of reduction, with one thread and two.
//! `TEMPORAL=TEXT` in the environment limits the test run to the paths that contain the text.

use std::path::Path;

#[path = "../common/cases.rs"]
#[allow(dead_code)]
mod cases;
mod random;
#[path = "../common/splitmix.rs"]
#[allow(dead_code)]
mod splitmix;
mod tableau;
#[path = "../ltl/tree.rs"]
#[allow(dead_code)]
mod tree;

use cases::Run;

#[test]
fn formulas_have_their_verdicts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/temporal");
    let (plain, mut failures) = cases::jobs(&folder, &std::env::var("TEMPORAL").unwrap_or_default(), 30);
    let mut jobs = Vec::new();
    for job in plain {
        for (level, threads) in [("tau", "1"), ("tau-plus", "2"), ("full", "1"), ("full", "2")] {
            let tried = &job.case.reduce;
            if tried.is_empty() || tried.iter().any(|l| l == level) {
                let further = ["--engine", "explicit", "--reduce", level, "-j", threads].map(str::to_owned);
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
