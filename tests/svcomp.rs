//! Runs the tests of `scripts/svcomp` and of BenchExec's module for `bmc`: the files `tests/svcomp/test_*.py`, each by the
//! Python that `scripts/python-venv` makes. Tasks and what is expected of them lie beside these.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

/// The Python with the packages that the scripts need; none where they can neither be found nor installed.
fn python() -> Option<PathBuf> {
    let output =
        Command::new(root().join("scripts/python-venv")).output().expect("the script can be started");
    if !output.status.success() {
        eprintln!("note: skipped, as there is no Python with PyYAML and BenchExec: {}", said(&output));
        return None;
    }
    Some(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim_end()))
}

/// Runs one file of tests.
fn passes(name: &str) {
    let Some(python) = python() else { return };
    let output = Command::new(python)
        .arg(root().join("tests/svcomp").join(name))
        .env("PYTHONPATH", root().join("scripts"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("BMC", env!("CARGO_BIN_EXE_bmc"))
        .current_dir(root())
        .output()
        .expect("it was just made");
    let said = said(&output);
    assert!(output.status.success(), "{said}");
    let count = said.lines().find_map(|l| l.strip_prefix("Ran ")?.split(' ').next()?.parse::<u32>().ok());
    assert!(count.is_some_and(|n| n > 0), "no tests were run: {said}");
    if said.contains("skipped=") {
        eprintln!("note: {name}: {}", said.lines().last().unwrap_or_default());
    }
}

macro_rules! files {
    ($($test:ident)*) => {
        const FILES: &[&str] = &[$(concat!(stringify!($test), ".py")),*];

        $(#[test]
        fn $test() {
            passes(concat!(stringify!($test), ".py"));
        })*
    };
}

files! { test_benchexec test_limits test_page test_runs test_scoring test_tasks }

#[test]
fn every_file_is_run() {
    let entries = fs::read_dir(root().join("tests/svcomp")).expect("the folder is part of the repository");
    let names = entries.map(|e| e.expect("a readable entry").file_name().to_string_lossy().into_owned());
    let mut there: Vec<String> = names.filter(|n| n.starts_with("test_") && n.ends_with(".py")).collect();
    there.sort();
    assert_eq!(there, FILES);
}
