//! Test binaries with one test for each program, named `KIND::PATH`.
//!
//! `cargo nextest run --test verdicts memory/` runs the tests whose names contain `memory/`. nextest starts one process for
//! each test, so a process that is asked for one test by its exact name reads that program and no other.

use libtest_mimic::{Arguments, Conclusion, Trial};

/// What is tested of each program of a folder.
pub struct Kind {
    /// First part of the tests' names.
    pub name: &'static str,
    /// Lists the programs that have such a test, by their paths in the folder.
    pub programs: fn() -> Vec<String>,
    /// Tests one of them. The error says what is wrong.
    pub test: fn(&str) -> Result<(), String>,
}

/// A test that is not about one program of a folder: its name and what it does.
pub type Single = (&'static str, fn());

/// Runs or lists the tests that the arguments of the process ask for.
pub fn run(kinds: &[Kind], singles: &[Single]) -> Conclusion {
    let arguments = Arguments::from_args();
    // No test is ignored; nextest asks for a list of those, too.
    if arguments.list && arguments.ignored {
        return libtest_mimic::run(&arguments, Vec::new());
    }
    let mut trials = Vec::new();
    for kind in kinds {
        let test = kind.test;
        let trial = |program: String| {
            Trial::test(format!("{}::{program}", kind.name), move || test(&program).map_err(Into::into))
        };
        let exact = arguments.filter.as_ref().filter(|_| arguments.exact);
        match exact.map(|name| name.split_once("::").unwrap_or((name, ""))) {
            Some((name, program)) if name == kind.name => trials.push(trial(program.to_owned())),
            Some(_) => {}
            None => trials.extend((kind.programs)().into_iter().map(trial)),
        }
    }
    for (name, test) in singles.iter().copied() {
        trials.push(Trial::test(name, move || {
            test();
            Ok(())
        }));
    }
    libtest_mimic::run(&arguments, trials)
}

/// Whether one of every so many programs, chosen by their names, is this one. All are with `ALL_PROGRAMS` in the environment.
pub fn in_sample(program: &str, every: u64) -> bool {
    let hash = program.bytes().fold(0u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
    hash.is_multiple_of(every) || std::env::var_os("ALL_PROGRAMS").is_some()
}
