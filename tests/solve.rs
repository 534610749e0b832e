//! `bmc solve`: answers, models and exit codes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn solve(args: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/solve");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
    command.current_dir(folder).env_remove("RUST_BACKTRACE").arg("solve").args(args);
    command.output().expect("the binary was built with this test")
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn scripts(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("scripts").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = entries.filter(|f| f.extension().is_some_and(|e| e == "smt2")).collect();
    files.sort();
    files
}

/// The answers that a script's header asks for: `; expect: sat unsat`.
fn expected(text: &str) -> Vec<String> {
    let line = text.lines().find_map(|l| l.strip_prefix("; expect:")).expect("a header");
    line.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn scripts_have_their_answers() {
    let files = scripts("tests/solve");
    assert!(files.len() >= 5);
    for file in files {
        let text = fs::read_to_string(&file).expect("a script");
        let output = solve(&[file.to_str().expect("a plain path")]);
        let said: Vec<String> = text_of(&output.stdout).lines().map(str::to_owned).collect();
        assert_eq!(said, expected(&text), "{}: {}", file.display(), text_of(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{}", file.display());
    }
}

/// The definitions of a model, as equations that can be asserted.
fn equations(model: &str) -> String {
    let lines = model.lines().filter_map(|l| l.trim().strip_prefix("(define-fun "));
    let equation = |line: &str| {
        // A name in bars may have blanks in it.
        let end = match line.strip_prefix('|') {
            Some(rest) => rest.find('|').map(|i| i + 2),
            None => line.find(' '),
        };
        let (name, rest) = line.split_at(end.expect("a name"));
        let rest =
            rest.trim_start().strip_prefix("() ").expect("no parameters").strip_suffix(')').expect("an end");
        // The sort is a word or a list.
        let mut depth = 0;
        let sort = rest.find(|c| {
            depth += match c {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            c == ' ' && depth == 0
        });
        format!("(assert (= {name} {}))\n", &rest[sort.expect("a value") + 1..])
    };
    lines.map(equation).collect()
}

#[test]
fn models_satisfy_their_scripts() {
    let mut told = 0;
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    for file in scripts("tests/solve").into_iter().chain(scripts("smtlib-samples")) {
        let output = solve(&["--model", file.to_str().expect("a plain path")]);
        let said = text_of(&output.stdout);
        let text = fs::read_to_string(&file).expect("a script");
        let Some(rest) = said.strip_prefix("sat\n") else { continue };
        if text.matches("(check-sat").count() != 1 {
            continue;
        }
        let with = text.replace("(check-sat)", &format!("{}(check-sat)", equations(rest)));
        assert_ne!(with, text, "{}: {said}", file.display());
        // z3 has constant arrays in no logic of the standard's.
        let with = with.replace("(set-logic QF_ABV)", "(set-logic ALL)");
        let path = folder.path().join("with.smt2");
        fs::write(&path, &with).expect("a script");
        let path = path.to_str().expect("a plain path");
        // Without z3 the built-in solver is asked alone.
        let z3 = Command::new("z3").arg(path).output().ok();
        for output in [Some(solve(&[path])), z3].into_iter().flatten() {
            let err = text_of(&output.stderr);
            assert_eq!(text_of(&output.stdout).lines().next(), Some("sat"), "{}: {err}", file.display());
        }
        told += 1;
    }
    assert!(told >= 10, "only {told} models");
}

#[test]
fn exit_codes() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let asked = |text: &str, args: &[&str]| {
        let path = folder.path().join("asked.smt2");
        fs::write(&path, text).expect("a script");
        let args: Vec<&str> = args.iter().copied().chain([path.to_str().expect("a plain path")]).collect();
        let output = solve(&args);
        (output.status.code(), text_of(&output.stdout), text_of(&output.stderr))
    };
    let (code, out, err) = asked("(set-info :status unsat)(assert true)(check-sat)", &[]);
    assert!(code == Some(1) && out == "sat\n" && err.contains("the script says otherwise"), "{out}{err}");
    // Nobody knows the factors of this in a tenth of a second.
    let hard = "(declare-const x (_ BitVec 128))(declare-const y (_ BitVec 128))
        (assert (= (bvmul x y) #x0123456789abcdef0123456789abcdf1))
        (assert (bvult x #x00000000000000010000000000000000))(assert (bvult y #x00000000000000010000000000000000))
        (assert (bvult #x00000000000000000000000000000001 x))(assert (bvult #x00000000000000000000000000000001 y))
        (check-sat)(assert false)(check-sat)";
    let (code, out, err) = asked(hard, &["--timeout", "0.1"]);
    assert!(code == Some(20) && out.starts_with("unknown\n") && err.contains("check 1"), "{out}{err}");
    let (code, out, err) = asked("(declare-fun f (Bool) Bool)(check-sat)", &[]);
    assert!(code == Some(2) && out.is_empty() && err.contains("asked.smt2:1:"), "{out}{err}");
    let (code, _, err) = asked("(check-sat)", &["--solver", "no-such-solver-here"]);
    assert!(code == Some(2) && err.contains("no-such-solver-here"), "{err}");
    let (code, out, err) = asked("(declare-const x Bool)(assert x)(check-sat)", &["--stats"]);
    assert!(code == Some(0) && out == "sat\n" && err.contains("solver_checks"), "{out}{err}");
}
