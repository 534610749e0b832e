//! Messages and progress on standard error, and the end of the process. Standard error may be closed.

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use crate::base::children;
use crate::report::plain_lines;
use crate::verify::Progress;

/// Time between two updates of the progress line on a terminal.
const LINE_EVERY: Duration = Duration::from_millis(500);

/// The same where there is no terminal.
const LOG_EVERY: Duration = Duration::from_secs(5);

/// A message on standard error.
pub fn say(message: impl Display) {
    let _ = writeln!(std::io::stderr(), "bmc: {}", plain_lines(&message.to_string()));
}

/// Text on standard error as it is.
pub fn note(text: impl Display) {
    let _ = write!(std::io::stderr(), "{text}");
}

/// Text on standard output.
pub fn print(text: impl Display) {
    let mut out = std::io::stdout().lock();
    let _ = write!(out, "{text}");
    let _ = out.flush();
}

/// What is printed while a check runs.
#[derive(Clone, Copy, Debug)]
pub struct Volume {
    /// Whether warnings and progress are left out.
    pub quiet: bool,
    /// Whether progress is printed without a terminal, too.
    pub verbose: bool,
    /// Whether progress is a line on a terminal.
    terminal: bool,
}

impl Volume {
    /// What these options mean where the command runs.
    pub fn of(quiet: bool, verbose: bool) -> Volume {
        Volume { quiet, verbose, terminal: !quiet && std::io::stderr().is_terminal() }
    }

    /// A warning.
    pub fn warn(&self, warning: &str) {
        if !self.quiet {
            self.clear();
            say(format!("warning: {}", warning.replace('\n', " ")));
        }
    }

    /// Time between two reports of progress.
    pub fn progress_every(&self) -> Option<Duration> {
        match (self.terminal, self.verbose) {
            (true, _) => Some(LINE_EVERY),
            (false, true) => Some(LOG_EVERY),
            (false, false) => None,
        }
    }

    /// Tells the progress.
    pub fn progress(&self, progress: &Progress) {
        if self.terminal {
            note(format_args!("\r\x1b[K{progress}"));
        } else {
            note(format_args!("bmc: {progress}\n"));
        }
    }

    /// Replaces the progress line, where there is one.
    pub fn line(&self, text: impl FnOnce() -> String) {
        if self.terminal {
            note(format_args!("\r\x1b[K{}", plain_lines(&text())));
        }
    }

    /// Removes the progress line.
    pub fn clear(&self) {
        if self.terminal {
            note("\r\x1b[K");
        }
    }
}

/// Ends this process and those that it has started, at once.
pub fn leave(code: i32) -> ! {
    for child in children::all() {
        let Some(pid) = Pid::from_raw(child.pid) else { continue };
        // It may have ended meanwhile.
        let _ =
            if child.leads { kill_process_group(pid, Signal::KILL) } else { kill_process(pid, Signal::KILL) };
    }
    crate::frontend::leave(code)
}
