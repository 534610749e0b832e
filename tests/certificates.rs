//! Certificates: those of programs are accepted by `bmc check-certificate` and by `dratify`, and changed ones are refused.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rayon::prelude::*;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

#[path = "common/cases.rs"]
#[allow(dead_code, reason = "what other tests of these programs use")]
mod cases;
#[path = "common/drat.rs"]
mod drat;
use cases::{Job, LIMIT, output_within};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates")
}

/// Runs `bmc`: the exit code, the last line of standard output, and standard error.
fn bmc(directory: &Path, args: &[&str]) -> Result<(i32, String, String), String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
    let output = output_within(command.current_dir(directory).args(args), LIMIT);
    let output = output.ok_or_else(|| format!("no answer in time: {args:?}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let last = text(&output.stdout).lines().last().unwrap_or_default().to_owned();
    Ok((output.status.code().unwrap_or(-1), last, text(&output.stderr)))
}

/// What `bmc check-certificate` says; from some seconds on it compares circuits by simulation only.
fn checked(certificate: &Path) -> Result<(i32, String), String> {
    let path = certificate.to_str().expect("a plain name");
    let (code, last, _) = bmc(certificate, &["check-certificate", "--timeout", "15", path])?;
    Ok((code, last))
}

fn check(certificate: &Path) -> (i32, String) {
    checked(certificate).expect("an answer")
}

/// The certificate of a program of `tests/certificates`.
fn certificate(program: &str, flags: &[&str]) -> tempfile::TempDir {
    let made = tempfile::tempdir().expect("a folder");
    let path = made.path().to_str().expect("a plain name").to_owned();
    let args = [flags, &["--certificate", &path, program]].concat();
    let (code, last, said) = bmc(&folder(), &args).expect("an answer");
    assert_eq!((code, last.as_str()), (0, "TRUE"), "{program}: {said}");
    made
}

/// One run with a certificate. Whether something was asked of a solver; `None` where only other engines have the answer in time, which
/// give no certificates.
fn certified(job: &Job) -> Result<Option<bool>, String> {
    let made = tempfile::tempdir().expect("a folder");
    let path = made.path().to_str().expect("a plain name").to_owned();
    let mut args: Vec<&str> = job.run.flags.iter().map(String::as_str).collect();
    args.extend([
        "--timeout",
        "30",
        "--certificate",
        &path,
        job.path.file_name().and_then(|n| n.to_str()).expect("plain"),
    ]);
    args.extend(job.case.inputs.iter().map(String::as_str));
    let (code, last, said) = bmc(job.path.parent().expect("a folder"), &args)?;
    if code == 20 && last.starts_with("UNKNOWN(") {
        return Ok(None);
    }
    if code != 0 {
        return Err(format!("exit code {code}: {said}"));
    }
    let proofs = drat::check_all(made.path()).map_err(|why| format!("dratify: {why}"))?;
    match checked(made.path())? {
        (0, last) if last == "ACCEPTED" && proofs > 0 => Ok(Some(true)),
        (20, last) if last.starts_with("NOTHING(") && proofs == 0 => Ok(Some(false)),
        (code, last) => Err(format!("{last}, exit code {code}, with {proofs} proofs")),
    }
}

#[test]
fn certificates_of_programs_are_accepted() {
    /// Every so many of the runs.
    const STEP: usize = 7;
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let elsewhere =
        ["--engine", "--solver", "--replay", "--emit", "--format", "--timeout", "--ltl", "--memory-limit"];
    let suits = |job: &Job| {
        let is_true = matches!(&job.run.expected.any_of[..], [(word, _)] if word == "TRUE");
        is_true && !job.run.flags.iter().any(|flag| elsewhere.iter().any(|other| flag.starts_with(other)))
    };
    let jobs: Vec<Job> = cases::jobs(&programs).into_iter().filter(suits).step_by(STEP).collect();
    let certified: Vec<Result<Option<bool>, String>> =
        jobs.par_iter().map(|job| certified(job).map_err(|why| format!("{}: {why}", job.name))).collect();
    let failures: Vec<&str> = certified.iter().filter_map(|c| c.as_ref().err().map(String::as_str)).collect();
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), jobs.len(), failures.join("\n"));
    let count = |what| certified.iter().filter(|c| **c == Ok(what)).count();
    let (asked, open) = (count(Some(true)), count(None));
    assert!(asked > 15, "only {asked} of {} runs ask something", jobs.len());
    assert!(open <= jobs.len() / 15, "{open} of {} runs have no certificate", jobs.len());
}

/// Replaces a file of a certificate, and its hash in the manifest.
fn replace(certificate: &Path, name: &str, text: &str) {
    fs::write(certificate.join(name), text).expect("written");
    let hash: String = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
    let path = certificate.join("manifest.json");
    let mut manifest: Value = serde_json::from_str(&fs::read_to_string(&path).expect("read")).expect("JSON");
    for question in manifest["questions"].as_array_mut().expect("questions") {
        for (_, file) in question["files"].as_object_mut().expect("files") {
            if file["name"] == json!(name) {
                file["sha256"] = json!(hash);
            }
        }
    }
    fs::write(path, manifest.to_string()).expect("written");
}

/// Tries changes of one file, each alone, with the right hash in the manifest; those that are not refused, or refused for
/// another reason.
fn not_refused(certificate: &Path, name: &str, changed: Vec<String>, reason: &str) -> Vec<String> {
    let before = fs::read_to_string(certificate.join(name)).expect("read");
    let manifest = fs::read_to_string(certificate.join("manifest.json")).expect("read");
    assert!(!changed.is_empty(), "{name}: nothing to change");
    let mut passed = Vec::new();
    for text in changed {
        assert_ne!(text, before);
        // Without its hash.
        fs::write(certificate.join(name), &text).expect("written");
        assert_eq!(check(certificate).0, 1);
        replace(certificate, name, &text);
        let (code, last) = check(certificate);
        if code != 1 || !last.starts_with("REFUSED(") || !last.contains(reason) {
            passed.push(text);
        }
    }
    fs::write(certificate.join(name), before).expect("written");
    fs::write(certificate.join("manifest.json"), manifest).expect("written");
    assert_eq!(check(certificate), (0, "ACCEPTED".to_owned()));
    passed
}

/// Texts with one word of some lines changed: lines that `which` wants, at most so many, evenly spread; the word is the one
/// with that number.
fn with_word(
    text: &str,
    which: &dyn Fn(&str) -> bool,
    word: usize,
    change: &dyn Fn(&str) -> String,
) -> Vec<String> {
    const MOST: usize = 12;
    let lines: Vec<&str> = text.lines().collect();
    let wanted: Vec<usize> = (0..lines.len()).filter(|&i| which(lines[i])).collect();
    let step = wanted.len().div_ceil(MOST).max(1);
    let other = |i: &usize| {
        let mut words: Vec<String> = lines[*i].split(' ').map(str::to_owned).collect();
        words[word] = change(&words[word]);
        let line = words.join(" ");
        let all = lines.iter().enumerate().map(|(j, l)| if j == *i { line.as_str() } else { l });
        all.map(|l| format!("{l}\n")).collect::<String>()
    };
    wanted.iter().step_by(step).map(other).collect()
}

/// The complement of a literal.
fn complement(word: &str) -> String {
    word.strip_prefix('-').map_or_else(|| format!("-{word}"), str::to_owned)
}

/// The complement of an edge.
fn flipped(word: &str) -> String {
    (word.parse::<u32>().expect("an edge") ^ 1).to_string()
}

fn is_step(line: &str) -> bool {
    line.split(' ').nth(1).is_some_and(|w| w != "d" && w != "0")
}

#[test]
fn a_changed_literal_is_refused() {
    for (program, flags) in [("arithmetic.c", &[][..]), ("array.c", &["--bound", "9"]), ("counter.c", &[])] {
        let made = certificate(program, flags);
        let certificate = made.path();
        let read =
            |name: &str| fs::read_to_string(certificate.join(name)).expect("a file of the certificate");
        let (cnf, map, proof) = (read("question-1.cnf"), read("question-1.map"), read("question-1.lrat"));

        let is_clause = |line: &str| !line.starts_with(['p', 'c']);
        let changed = with_word(&cnf, &is_clause, 0, &complement);
        let passed = not_refused(certificate, "question-1.cnf", changed, "the clauses: ");
        assert!(passed.is_empty(), "{program}: clauses");

        // A step of which a literal is changed may follow, too: then it is a proof for others as well.
        let changed = with_word(&proof, &is_step, 1, &complement);
        let count = changed.len();
        let passed = not_refused(certificate, "question-1.lrat", changed, "the proof: ");
        assert!(2 * passed.len() < count, "{program}: {} of {count} proofs", passed.len());
        for text in passed {
            assert_eq!(drat::check(&cnf, &text), Ok(()), "{program}: what dratify says");
        }

        // Gates that no clause is about do not matter.
        let variables: HashSet<i32> =
            cnf.split_ascii_whitespace().filter_map(|w| w.parse::<i32>().ok()).collect();
        let matters = |line: &str| {
            let node: i32 = line.split(' ').nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
            line.starts_with("a ") && variables.contains(&(node + 1))
        };
        for (which, word) in
            [(&matters as &dyn Fn(&str) -> bool, 2), (&matters, 3), (&|line: &str| line.starts_with("t "), 2)]
        {
            let passed =
                not_refused(certificate, "question-1.map", with_word(&map, which, word, &flipped), "");
            assert!(passed.is_empty(), "{program}: {word}: {} pass", passed.len());
        }
    }
}

/// Where reads of arrays stand for themselves, what is said about them is refused when it is changed.
#[test]
fn a_changed_lemma_is_refused() {
    let made = certificate("stores.c", &[]);
    let certificate = made.path();
    let map = fs::read_to_string(certificate.join("question-1.map")).expect("a map");
    let cnf = fs::read_to_string(certificate.join("question-1.cnf")).expect("clauses");
    let changed = with_word(&map, &|line| line.starts_with("l "), 1, &flipped);
    let passed = not_refused(certificate, "question-1.map", changed, "");
    assert!(passed.is_empty(), "{} changed lemmas pass", passed.len());
    let changed = with_word(&map, &|line| line.starts_with("r "), 2, &|offset| {
        (offset.parse::<u64>().expect("an offset") ^ 1).to_string()
    });
    let passed = not_refused(certificate, "question-1.map", changed, "the map: ");
    assert!(passed.is_empty(), "{} changed reads pass", passed.len());

    // A lemma that is wrong, in the map and in the clauses.
    let lemma = map.lines().find(|line| line.starts_with("l ")).expect("a lemma");
    let edges: Vec<u32> = lemma.split(' ').skip(1).map(|e| e.parse().expect("an edge")).collect();
    let literal = |e: u32| if e & 1 == 1 { -(e as i32 >> 1) - 1 } else { (e as i32 >> 1) + 1 };
    let clause =
        |edges: &[u32]| edges.iter().map(|&e| format!("{} ", literal(e))).collect::<String>() + "0\n";
    let wrong: Vec<u32> = edges[1..].to_vec();
    let text: String = wrong.iter().map(|e| format!(" {e}")).collect();
    let other = cnf.replacen(&clause(&edges), &clause(&wrong), 1);
    assert_ne!(other, cnf);
    replace(certificate, "question-1.cnf", &other);
    replace(certificate, "question-1.map", &map.replacen(lemma, &format!("l{text}"), 1));
    let (code, last) = check(certificate);
    assert!(code == 1 && last.contains("lemma"), "{last}");
}

#[test]
fn a_changed_question_is_refused() {
    let made = certificate("arithmetic.c", &[]);
    let certificate = made.path();
    let text = fs::read_to_string(certificate.join("question-1.smt2")).expect("a text");
    let other = |from: &str, to: &str| text.replacen(from, to, 1);
    let mut changed = vec![
        other("bvxor", "bvor"),
        other("bvadd", "bvsub"),
        other("(assert ", "(assert (not ").replacen("\n(check-sat)", ")\n(check-sat)", 1),
        other("(assert ", "(assert true)\n(assert "),
        other("(check-sat)", "(check-sat)\n(check-sat)"),
    ];
    let constant = text.find("#x").expect("a constant") + 2;
    let digit = text[constant..].find(|c: char| !c.is_ascii_hexdigit()).expect("an end") + constant - 1;
    let one = if text.as_bytes()[digit] == b'1' { "2" } else { "1" };
    changed.push(format!("{}{one}{}", &text[..digit], &text[digit + 1..]));
    changed.retain(|t| *t != text);
    let passed = not_refused(certificate, "question-1.smt2", changed, "");
    assert!(passed.is_empty(), "{passed:?}");
}

#[test]
fn a_changed_manifest_is_refused() {
    let made = certificate("array.c", &[]);
    let path = made.path().join("manifest.json");
    let before = fs::read_to_string(&path).expect("a manifest");
    let manifest: Value = serde_json::from_str(&before).expect("JSON");
    let decided = "/obligations/0/decided";
    assert!(manifest.pointer(decided).expect("an obligation")["question"].is_u64(), "{manifest}");
    for (place, value) in [
        ("/verdict", json!("FALSE")),
        ("/certificate", json!(2)),
        ("/by", json!("faith")),
        ("/questions/0/alternatives", json!(17)),
        ("/questions/0/assumptions", json!(17)),
        ("/questions/0/about", json!("path")),
        ("/questions/0/files/proof/name", json!("../x")),
        ("/questions/0/files/clauses", json!(null)),
        ("/questions", json!([])),
        ("/questions", json!(null)),
        ("/obligations/0/decided", json!("surely")),
        ("/obligations/0/decided/question", json!(0)),
        ("/obligations/0/decided/question", json!(9)),
        ("/obligations/0/decided/alternative", json!(99)),
    ] {
        let mut other = manifest.clone();
        *other.pointer_mut(place).expect(place) = value.clone();
        fs::write(&path, other.to_string()).expect("written");
        let (code, last) = check(made.path());
        assert!(code == 1 && last.starts_with("REFUSED("), "{place} = {value}: {last}");
    }
    fs::write(&path, "{").expect("written");
    assert_eq!(check(made.path()).0, 2);
}

#[test]
fn other_verdicts_have_none() {
    let made = tempfile::tempdir().expect("a folder");
    let path = made.path().to_str().expect("a plain name");
    let (code, last, said) = bmc(&folder(), &["--certificate", path, "violation.c"]).expect("an answer");
    assert_eq!((code, last.as_str()), (10, "FALSE(reach-error)"));
    assert!(said.contains("no certificate is written"), "{said}");
    assert_eq!(check(made.path()).0, 2, "there is no certificate");
    for flags in [&["--engine", "explicit"][..], &["--solver", "no-such-program"]] {
        let args = [flags, &["--certificate", path, "counter.c"]].concat();
        let (code, _, said) = bmc(&folder(), &args).expect("an answer");
        assert!(code == 2 && said.contains("--certificate"), "{said}");
    }
    fs::write(made.path().join("something"), "").expect("written");
    let (code, _, said) = bmc(&folder(), &["--certificate", path, "counter.c"]).expect("an answer");
    assert!(code == 2 && said.contains("not empty"), "{said}");
}

#[test]
fn a_single_execution_asks_nothing() {
    let made = certificate("execution.c", &[]);
    let (code, last) = check(made.path());
    assert!(code == 20 && last.starts_with("NOTHING("), "{last}");
}

/// An induction's certificate has its invariants and the questions about them.
#[test]
fn inductions_are_certified() {
    let made = certificate("counter.c", &[]);
    assert_eq!(check(made.path()), (0, "ACCEPTED".to_owned()));
    let text = fs::read_to_string(made.path().join("manifest.json")).expect("a manifest");
    let manifest: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(manifest["by"], json!("induction"));
    let about: Vec<&str> = manifest["questions"]
        .as_array()
        .expect("questions")
        .iter()
        .filter_map(|q| q["about"].as_str())
        .collect();
    assert_eq!(about, ["claims", "obligations"]);
    assert!(!manifest["invariants"].as_array().expect("invariants").is_empty());
}
