//! The command line: arguments to exit code. The only part that prints and exits.
//!
//! Each command has a file of its own; `check` is the one without a name. Commands use `args`, `config` (arguments as options
//! of a check), `console` (output) and `exit` (codes), and not each other.

mod args;
mod check;
mod check_certificate;
mod compiler_flags;
mod config;
mod console;
mod cover;
mod debug;
mod emit;
mod exit;
mod fault;
mod generate;
mod host;
mod outside;
mod results;
mod run;
mod script;
mod simplify;
mod solve;
mod verify;

use std::ffi::OsString;
use std::time::Instant;

use clap::Parser;

pub use self::args::command;
use self::args::{Args, Other};
use self::compiler_flags::normalise;
use self::console::say;
use self::exit::{FAULT, MISTAKE, TRUE};
use crate::verify::{on_deep_stack, one_line};

/// Runs the command; the result is the exit code.
pub fn main(args: impl Iterator<Item = OsString>) -> i32 {
    let args = match Args::try_parse_from(normalise(args)) {
        Ok(args) => args,
        Err(error) if error.use_stderr() => return mistake(&one_line(&error.to_string())),
        Err(help) => {
            let _ = help.print();
            return TRUE;
        }
    };
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        std::panic::set_hook(Box::new(|panic| say(format!("internal fault: {}", fault_words(panic)))));
    }
    log(&args);
    // The hook has reported a panic.
    on_deep_stack(|| work(&args)).unwrap_or(FAULT)
}

fn work(args: &Args) -> i32 {
    let start = Instant::now();
    let done = match &args.command {
        Some(Other::Simplify(options)) => simplify::run(options).map(|()| TRUE),
        Some(Other::Solve(options)) => solve::run(options, start),
        Some(Other::Run(options)) => run::run(options),
        Some(Other::Generate(options)) => generate::run(options).map(|()| TRUE),
        Some(Other::CheckCertificate(options)) => check_certificate::run(options),
        Some(Other::Verify(options)) => verify::run(options),
        None if !args.cover.is_empty() => cover::run(args),
        None => check::run(args),
    };
    done.unwrap_or_else(|error| mistake(&error))
}

fn mistake(message: &str) -> i32 {
    say(message);
    MISTAKE
}

/// What a panic says, in one line.
fn fault_words(panic: &std::panic::PanicHookInfo<'_>) -> String {
    let message = panic.payload_as_str().unwrap_or("a panic").replace('\n', " ");
    panic.location().map_or(message.clone(), |l| format!("{message} ({}:{})", l.file(), l.line()))
}

/// Messages of `-v` on standard error.
fn log(args: &Args) {
    let level = match args.verbose {
        0 => return,
        1 => tracing::Level::INFO,
        2 => tracing::Level::DEBUG,
        _ => tracing::Level::TRACE,
    };
    tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .log_internal_errors(false)
        .without_time()
        .with_target(false)
        .init();
}
