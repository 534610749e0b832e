//! `bmc solve`: the checks of SMT-LIB scripts answered.

use std::io::Write;
use std::time::{Duration, Instant};

use super::args::SolveArgs;
use super::run::{FAULT, TRUE, UNKNOWN, say};
use super::script;
use super::solvers::Choice;
use crate::report;
use crate::smt::smtlib::solve::{SolveError, Solved, solve};
use crate::smt::{Answer, Limits};

/// Carries it out; the result is the exit code.
///
/// # Errors
/// In words, with the place: a file that cannot be read, a script that is not understood, a solver that is not there.
pub fn run(options: &SolveArgs, start: Instant) -> Result<i32, String> {
    let shown = options.input.display();
    let choice = Choice::of(&options.solver, &[])?;
    let text = script::read(&options.input)?;
    let deadline = options.timeout.map(|s| start + Duration::from_secs_f64(s));
    let limits = Limits { deadline, ..Limits::default() };
    let mut code = TRUE;
    let mut number = 0;
    let mut tell = |solved: Solved| {
        number += 1;
        let word = match &solved.answer {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown(_) => "unknown",
        };
        let mut out = std::io::stdout().lock();
        // A reader that has gone is none of the solver's business.
        let _ = writeln!(out, "{word}");
        if let Some(model) = &solved.model {
            let _ = writeln!(out, "{model}");
        }
        let _ = out.flush();
        if let Answer::Unknown(reason) = &solved.answer {
            say(format!("{shown}: check {number}: {reason}"));
            code = if code == FAULT { FAULT } else { UNKNOWN };
        }
        if solved.contradicts() {
            say(format!("{shown}: check {number}: the answer is {word}, but the script says otherwise"));
            code = FAULT;
        }
    };
    let done = solve(&text, &|| choice.make(), &limits, options.model, &mut tell);
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
        let _ = write!(std::io::stderr(), "{}", report::print_statistics(&all));
    }
    Ok(code)
}
