//! `bmc verify --import cbmc`: a manifest from Makefiles of CBMC's starter kit, and what its proofs answer.
//!
//! `tests/proofs/cbmc` is a small project with such Makefiles. `INSTA_UPDATE=always cargo test --test import` renews the manifest that
//! is expected.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// A copy of the project.
struct Project(tempfile::TempDir);

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder of the repository") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Project {
    /// `None` where there is no `make`.
    fn new() -> Option<Project> {
        if Command::new("make").arg("--version").output().is_err() {
            eprintln!("skipped: there is no make");
            return None;
        }
        let project = Project(tempfile::tempdir().expect("a folder for temporary files"));
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/proofs/cbmc"), project.0.path());
        Some(project)
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    fn verify(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
        command.current_dir(self.0.path()).env_remove("RUST_BACKTRACE").arg("verify").args(args);
        command.output().expect("the binary was built with this test")
    }
}

#[test]
fn makefiles_become_proofs() {
    let Some(project) = Project::new() else { return };
    let output = project.verify(&["--import", "cbmc", "proofs"]);
    let (told, warnings) = (text_of(&output.stdout), text_of(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{warnings}");
    assert_eq!(told, "bmc.toml: 3 proofs, 2 warnings\n");
    let expected = "bmc: warning: proofs/statics: left out: NONDET_STATIC is not supported\n\
        bmc: warning: pop: not understood: --depth for cbmc\n";
    assert_eq!(warnings.replace("--depth 10", "--depth"), expected);
    let text = fs::read_to_string(project.path("bmc.toml")).expect("it is written");
    insta::with_settings!({
        snapshot_path => "proofs",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("imported", text);
    });
    // A source that a rule makes is made, and no other file.
    let made = fs::read_to_string(project.path("proofs/pop/made.c")).expect("it is made");
    assert!(made.contains("\nint grow(struct queue *q)"), "{made}");
    let output = project.verify(&["--format", "json", "--quiet"]);
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let lines =
        document["proofs"].as_array().expect("a list").iter().map(|p| p["line"].as_str().expect("a text"));
    // In `pop`, the source that is made has the body that is removed from the other one.
    assert_eq!(lines.collect::<Vec<_>>(), ["TRUE", "FALSE(division-by-zero)", "TRUE"]);
}

/// The contract counts, and not what the harness makes of it.
#[test]
fn contracts_are_checked() {
    let Some(project) = Project::new() else { return };
    let answer = |from: &str, to: &str| {
        let path = project.path("proofs/contract/harness.c");
        let text = fs::read_to_string(&path).expect("the harness");
        assert!(text.contains(from));
        fs::write(&path, text.replace(from, to)).expect("it is written");
        let manifest = project.path("proofs/contract/set.toml");
        let output = project.verify(&["--import", "cbmc", "proofs/contract", "proofs/contract/set.toml"]);
        assert_eq!(output.status.code(), Some(0), "{}", text_of(&output.stderr));
        let output = project.verify(&["--format", "json", "--quiet", "proofs/contract/set.toml"]);
        fs::remove_file(&manifest).expect("it was written");
        fs::write(&path, text).expect("it is written");
        let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        document["proofs"][0]["line"].as_str().expect("a text").to_owned()
    };
    assert_eq!(answer("q->count > 0", "q->count > 0"), "TRUE");
    assert_eq!(answer("q->count > 0", "1"), "FALSE(unsigned-overflow)");
    assert_eq!(answer("__CPROVER_assigns(q->count)", ""), "FALSE(assert)");
    assert_eq!(answer("q->count > 0", "q == 0"), "UNKNOWN(vacuous: no run is as pop requires)");
}

#[test]
fn what_the_makefiles_say_counts() {
    let Some(project) = Project::new() else { return };
    let manifest = project.path("proofs/push/set.toml");
    let again = |change: &dyn Fn(String) -> String| {
        let path = project.path("proofs/push/Makefile");
        let text = fs::read_to_string(&path).expect("the Makefile");
        fs::write(&path, change(text.clone())).expect("it is written");
        let output = project.verify(&["--import", "cbmc", "proofs/push", "proofs/push/set.toml"]);
        assert_eq!(output.status.code(), Some(0), "{}", text_of(&output.stderr));
        let output = project.verify(&["--format", "json", "--quiet", "proofs/push/set.toml"]);
        fs::remove_file(&manifest).expect("it was written");
        fs::write(&path, text).expect("it is written");
        let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        document["proofs"][0]["line"].as_str().expect("a text").to_owned()
    };
    // Files are relative to the manifest's folder, wherever it is.
    assert_eq!(again(&|text| text), "TRUE");
    // An allocation may fail, and the harness says that it does not; without its words there is a violation.
    let harness = project.path("proofs/push/push_harness.c");
    let text = fs::read_to_string(&harness).expect("the harness");
    fs::write(&harness, text.replace("__CPROVER_assume(q != NULL);", "")).expect("it is written");
    assert_eq!(again(&|text| text), "FALSE(null-dereference)");
    let never = |text: String| text.replace("PROOF_UID =", "CHECKFLAGS += --no-malloc-may-fail\nPROOF_UID =");
    assert_eq!(again(&never), "TRUE");
    fs::write(&harness, text.replace("? count : CAPACITY", "? count : 3")).expect("it is written");
    assert_eq!(again(&|text| text), "FALSE(assert)");
}

#[test]
fn mistakes_are_told() {
    let Some(project) = Project::new() else { return };
    let fails = |args: &[&str], words: &str| {
        let output = project.verify(args);
        assert_eq!((output.status.code(), text_of(&output.stderr)), (Some(2), format!("bmc: {words}\n")));
    };
    fails(&["--import", "kani", "proofs"], "--import kani: expected cbmc");
    fails(&["--import", "cbmc", "none"], "--import cbmc none: No such file or directory");
    fails(&["--import", "cbmc", "source"], "--import cbmc source: no Makefile there says HARNESS_ENTRY");
    fs::write(project.path("set.toml"), "").expect("a file");
    let there = "set.toml: is there already; name another file, or remove it";
    fails(&["--import", "cbmc", "proofs", "set.toml"], there);
    // One Makefile that make does not read costs only its proof; the other one's source cannot be made.
    fs::write(project.path("proofs/push/Makefile"), "include ../none\n").expect("a file");
    fs::remove_file(project.path("source/queue.c")).expect("it was there");
    let output = project.verify(&["--import", "cbmc", "proofs"]);
    let warnings = text_of(&output.stderr);
    assert!(warnings.contains("bmc: warning: proofs/push: left out: "), "{warnings}");
    assert!(
        warnings.contains("bmc: warning: pop: proofs/pop/made.c does not exist, and cannot be made: "),
        "{warnings}"
    );
    assert_eq!(output.status.code(), Some(0), "{warnings}");
}

/// The survey tells what each proof answers, and that none of them holds because its harness has no end.
#[test]
fn survey_runs_all_proofs() {
    let Some(project) = Project::new() else { return };
    let survey = |words: &[&str]| {
        let mut command = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/cbmc-survey"));
        command
            .current_dir(project.0.path())
            .args(["proofs", "--bmc", env!("CARGO_BIN_EXE_bmc")])
            .args(words);
        let output = command.output().expect("Python 3 is there");
        assert!(output.status.success(), "{}", text_of(&output.stderr));
        text_of(&output.stdout)
    };
    let told = survey(&["--out", "rows.tsv", "--only-tool", "bmc"]);
    assert!(told.contains("\nbmc: 3 proofs: 2 TRUE, 1 FALSE; "), "{told}");
    // What is known is not asked again.
    let rows = fs::read_to_string(project.path("rows.tsv")).expect("rows");
    assert_eq!(survey(&["--out", "rows.tsv", "--only-tool", "bmc"]), told);
    assert_eq!(fs::read_to_string(project.path("rows.tsv")).expect("rows"), rows);
    let told = survey(&["--out", "ends.tsv", "--vacuity", "--only", "*[ht]"]);
    let rows = fs::read_to_string(project.path("ends.tsv")).expect("rows");
    // The contract has no harness.
    assert!(rows.starts_with("push\tvacuity\tFALSE(assert)\t") && rows.lines().count() == 1, "{told}{rows}");
}
