//! What tests of results need from outside: files of crates that only tests use, and programs of the system.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A file of a crate that this one depends on: published schemas come with crates for their formats.
pub fn file_of_crate(name: &str, file: &str) -> PathBuf {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    // Crates for other systems are not there.
    let host = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let output = Command::new(cargo)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", &host])
        .output()
        .expect("cargo runs");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)));
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let found = packages.iter().find(|p| p["name"] == name).unwrap_or_else(|| panic!("no crate {name}"));
    let manifest = PathBuf::from(found["manifest_path"].as_str().expect("a path"));
    manifest.parent().expect("a file has a folder").join(file)
}

/// Whether a program can be started; a note for the reader of the test's output otherwise.
pub fn is_installed(program: &str) -> bool {
    let started = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let there = started.is_ok();
    if !there {
        eprintln!("note: {program} is not installed; what needs it is skipped (scripts/test installs it)");
    }
    there
}
