//! `bmc run --interactive`: a debugger that steps forwards and backwards through a run. Commands come from standard input, so
//! that a file of commands is a test.

mod expression;
mod session;
mod show;

use std::io::BufRead;

use session::{Session, Until};

use super::console::print;
use super::exit::{FALSE, UNKNOWN};
use crate::machine::{Image, Machine, Stop};
use crate::program::FuncId;
use crate::semantics::Fault;

/// What the commands do.
const HELP: &str = "\
step, s                to the next line, into functions (`step N`: N times)
next, n                to the next line of this function
finish                 until this function has returned
continue, c            to the next breakpoint, or the end
back, b                to the line before
reverse-continue, rc   back to the breakpoint before, or the start
break FILE:LINE|FUNC   stop there; `break` lists, `delete N` takes away
print E, p E           a variable or an expression of C: *p, a[i], s.f, p->f, &x, x + 1
frames, bt             the calls that are active; `frame N` selects one
objects                what lives in memory; `object NAME` shows bytes (?? undefined, ** pointers)
threads                where each thread is
choices                inputs and choices so far
where                  the place
quit, q                the end
";

/// Reads commands and answers them; the result is the exit code: 10 where the run has ended in a violation, 20 where in
/// what is not interpreted, else 0.
///
/// # Errors
/// When standard input cannot be read.
pub fn interact<'i, 'p>(
    image: &'i Image<'p>,
    machine: Machine<'i, 'p>,
    scheduler: Option<FuncId>,
) -> Result<i32, String> {
    let mut session = Session::new(image, machine, scheduler);
    session.advance(&Until::Line);
    print(session.here());
    let mut last = String::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        // A name may have a `#` in it.
        let comment = if line.starts_with('#') { Some(0) } else { line.find(" #") };
        let mut command = line[..comment.unwrap_or(line.len())].trim().to_owned();
        if command.is_empty() {
            // As in other debuggers, an empty line repeats the last command on a terminal.
            if comment.is_some() || last.is_empty() {
                continue;
            }
            command.clone_from(&last);
        }
        print(format_args!("> {command}\n"));
        last.clone_from(&command);
        match answer(&mut session, &command) {
            Some(text) => print(text),
            None => break,
        }
    }
    Ok(match session.ended() {
        Some(Stop::Fault(Fault::Violation(_), _)) => FALSE,
        Some(Stop::Fault(..)) => UNKNOWN,
        _ => 0,
    })
}

/// What a command gives; nothing when it ends the session.
fn answer(session: &mut Session<'_, '_>, command: &str) -> Option<String> {
    let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
    let rest = rest.trim();
    let words = |result: Result<String, String>| Some(result.unwrap_or_else(|why| format!("{why}\n")));
    match word {
        "quit" | "q" => None,
        "help" | "h" => Some(HELP.to_owned()),
        "step" | "s" => {
            for _ in 0..rest.parse().unwrap_or(1u32).max(1) {
                session.advance(&Until::Line);
            }
            Some(session.here())
        }
        "next" | "n" => {
            session.advance(&session.over());
            Some(session.here())
        }
        "finish" => {
            session.advance(&session.out());
            Some(session.here())
        }
        "continue" | "c" => {
            session.advance(&Until::Break);
            Some(session.here())
        }
        "back" | "b" => {
            session.back(false);
            Some(session.here())
        }
        "reverse-continue" | "rc" => {
            session.back(true);
            Some(session.here())
        }
        "break" if rest.is_empty() => Some(session.breakpoints()),
        "break" => words(session.add_break(rest)),
        "delete" => words(session.delete_break(rest)),
        "print" | "p" => words(session.print(rest)),
        "frames" | "bt" => Some(session.frames()),
        "frame" => words(session.select(rest)),
        "objects" => Some(session.objects()),
        "object" => words(session.object(rest)),
        "threads" => Some(session.threads()),
        "choices" => Some(session.choices()),
        "where" => Some(session.here()),
        other => Some(format!("{other}: no such command; help lists them\n")),
    }
}
