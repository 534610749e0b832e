//! `bmc solve`: answers the checks of SMT-LIB scripts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::args::SolveArgs;
use super::console::{leave, note, print, say};
use super::exit::{FAULT, TRUE, UNKNOWN};
use super::script;
use crate::report;
use crate::smt::smtlib::solve::{SolveError, Solved, solve};
use crate::smt::{Answer, Limits};
use crate::verify::{Choice, Ended, Formula, Limit, Watch, WatchLimits};

/// How far a script is.
struct Progress {
    /// Checks that are answered.
    count: AtomicUsize,
    /// The exit code so far.
    code: AtomicI32,
}

/// Ends the process where the solver does not come back: the check that it is at is not decided.
fn give_up(shown: &str, progress: &Progress, ended: &Ended, stats: bool) {
    let reason = match ended.limit {
        Limit::Time => "deadline",
        Limit::Memory => "memory limit",
    };
    print("unknown\n");
    let number = progress.count.load(Ordering::SeqCst) + 1;
    say(format!("{shown}: check {number}: {reason}; what follows it is not answered"));
    let code = if progress.code.load(Ordering::SeqCst) == FAULT { FAULT } else { UNKNOWN };
    if stats {
        let all = [("seconds", ended.seconds), ("memory_bytes", ended.memory as f64)];
        note(report::print_statistics(&all));
    }
    leave(code);
}

/// Carries it out; the result is the exit code.
///
/// # Errors
/// In words, with the place: a file that cannot be read, a script that is not understood, a solver that is not there.
pub fn run(options: &SolveArgs, start: Instant) -> Result<i32, String> {
    let shown = options.input.display();
    let choice = Choice::of(&options.solver, Formula::Forgotten)?;
    let text = script::read(&options.input)?;
    let deadline = options.timeout.map(|s| start + Duration::from_secs_f64(s));
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits { deadline, stop: Some(Arc::clone(&stop)), ..Limits::default() };
    let progress = Arc::new(Progress { count: AtomicUsize::new(0), code: AtomicI32::new(TRUE) });
    let watched = WatchLimits { start, deadline, memory: None, stop, tell_every: None };
    let end = {
        let (shown, progress) = (shown.to_string(), Arc::clone(&progress));
        let stats = options.stats;
        move |ended: &Ended| give_up(&shown, &progress, ended, stats)
    };
    let watch = Watch::start(watched, end, |_| {});
    let mut tell = |solved: Solved| {
        let number = progress.count.fetch_add(1, Ordering::SeqCst) + 1;
        let model = solved.model.as_ref().map_or_else(String::new, |model| format!("{model}\n"));
        print(format_args!("{}\n{model}", solved.answer.word()));
        if let Answer::Unknown(reason) = &solved.answer {
            say(format!("{shown}: check {number}: {reason}"));
            // A fault stays one.
            let _ = progress.code.compare_exchange(TRUE, UNKNOWN, Ordering::SeqCst, Ordering::SeqCst);
        }
        if solved.contradicts() {
            say(format!(
                "{shown}: check {number}: the answer is {}, but the script says otherwise",
                solved.answer.word()
            ));
            progress.code.store(FAULT, Ordering::SeqCst);
        }
    };
    let done = solve(&text, &|| choice.make(), &limits, options.model, &mut tell);
    watch.finish();
    let figures = match done {
        Ok(figures) => figures,
        Err(SolveError::Syntax(error)) => return Err(format!("{shown}:{error}")),
        Err(SolveError::Solver(error)) => {
            say(format!("internal fault: {error}"));
            return Ok(FAULT);
        }
    };
    if options.stats {
        let mut all = figures.sizes().to_vec();
        all.push(("encode_seconds", figures.encode_seconds));
        all.push(("solve_seconds", figures.solve_seconds));
        all.push(("seconds", start.elapsed().as_secs_f64()));
        note(report::print_statistics(&all));
    }
    Ok(progress.code.load(Ordering::SeqCst))
}
