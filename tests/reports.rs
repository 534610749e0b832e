//! Results for other tools: SARIF against the published schema, JUnit XML against Jenkins' schema, over the verdicts of many
//! programs of `tests/programs` and `tests/threads`, and small ones as they are.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rayon::prelude::*;
use serde_json::Value;

#[path = "common/cases.rs"]
#[allow(dead_code, reason = "what other tests use")]
mod cases;
#[path = "reports/pages.rs"]
mod pages;
#[path = "reports/sets.rs"]
mod sets;
#[path = "common/tools.rs"]
mod tools;
use cases::{Job, LIMIT, output_within};

/// Of the programs of a folder, every so many are run.
const EVERY: usize = 6;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What a run of `bmc` leaves.
struct Ran {
    name: String,
    code: i32,
    verdict: String,
    sarif: String,
    junit: String,
}

/// Runs `bmc` on a program, its results to files.
fn run(name: &str, folder: &Path, arguments: &[String]) -> Result<Ran, String> {
    let temporary = tempfile::tempdir().expect("a folder for temporary files");
    let (sarif, junit) = (temporary.path().join("x.sarif"), temporary.path().join("x.xml"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
    command.current_dir(folder).args(arguments).arg("--sarif").arg(&sarif).arg("--junit").arg(&junit);
    let output = output_within(&mut command, LIMIT).ok_or(format!("{name}: no answer in time"))?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    let verdict = stdout.lines().last().unwrap_or_default().to_owned();
    let read = |path: &Path| fs::read_to_string(path).map_err(|e| format!("{name}: {e}"));
    let code = output.status.code().unwrap_or(-1);
    Ok(Ran { name: name.to_owned(), code, verdict, sarif: read(&sarif)?, junit: read(&junit)? })
}

/// The runs of some programs of all kinds.
fn sample() -> Vec<Result<Ran, String>> {
    let apart = ["--format", "--emit", "--timeout", "--memory-limit", "-v", "--solver"];
    let suits = |job: &Job| {
        let answered = job.run.expected.any_of.iter().all(|(word, _)| word != "ERROR");
        answered && !job.run.flags.iter().any(|flag| apart.iter().any(|a| flag.starts_with(a)))
    };
    let mut jobs: Vec<(Job, bool)> = Vec::new();
    for (folder, threads) in [("tests/programs", false), ("tests/threads", true)] {
        let all = cases::jobs(&root().join(folder)).into_iter().filter(|job| suits(job));
        // Slow ones are no other for these tests.
        let every = if threads { 3 * EVERY } else { EVERY };
        jobs.extend(all.step_by(every).map(|job| (job, threads)));
    }
    assert!(jobs.len() > 50, "only {} runs", jobs.len());
    jobs.par_iter().map(|(job, threads)| sampled(job, *threads)).collect()
}

/// A run of the sample, by the explicit engine if the program has threads.
fn sampled(job: &Job, threads: bool) -> Result<Ran, String> {
    let mut arguments = job.run.flags.clone();
    arguments.extend(job.files().map(str::to_owned));
    if threads {
        arguments.extend(["--engine", "explicit"].map(str::to_owned));
    } else {
        arguments.extend((!arguments.contains(&"--all".to_owned())).then(|| "--all".to_owned()));
    }
    // To find all violations may take for ever where the first one does not.
    arguments.extend(["--timeout", "20"].map(str::to_owned));
    run(&job.name, job.path.parent().expect("a folder"), &arguments)
}

/// What has to hold of a SARIF log besides its schema.
fn sarif_complaint(ran: &Ran, log: &Value) -> Option<String> {
    let run = &log["runs"][0];
    let invocation = &run["invocations"][0];
    if invocation["exitCode"] != ran.code || run["properties"]["verdict"] != ran.verdict.as_str() {
        return Some("another exit code or verdict".to_owned());
    }
    let results = run["results"].as_array()?;
    let notes = invocation["toolExecutionNotifications"].as_array()?;
    let word = ran.verdict.split('(').next().unwrap_or_default();
    if (word == "FALSE") == results.is_empty() || (word == "UNKNOWN") && notes.is_empty() {
        return Some(format!("{} results and {} notifications", results.len(), notes.len()));
    }
    let rules = run["tool"]["driver"]["rules"].as_array()?;
    let mut fingerprints = std::collections::HashSet::new();
    for result in results {
        let index = result["ruleIndex"].as_u64()? as usize;
        if rules[index]["id"] != result["ruleId"] {
            return Some("a result of another rule".to_owned());
        }
        if !fingerprints.insert(result["partialFingerprints"]["bmcViolation/v1"].as_str()?) {
            return Some("two results have one fingerprint".to_owned());
        }
        // Steps are numbered through all threads, and the last one of all is the violation.
        let flows = result["codeFlows"][0]["threadFlows"].as_array()?;
        let steps = flows.iter().flat_map(|f| f["locations"].as_array().into_iter().flatten());
        let mut orders: Vec<u64> = steps.clone().filter_map(|s| s["executionOrder"].as_u64()).collect();
        let last = steps.max_by_key(|s| s["executionOrder"].as_u64());
        if last.is_none_or(|s| s["kinds"][0] != "violation") {
            return Some("the last step is not the violation".to_owned());
        }
        orders.sort_unstable();
        orders.dedup();
        let all: usize = flows.iter().filter_map(|f| f["locations"].as_array()).map(Vec::len).sum();
        if orders.len() != all {
            return Some("two steps have one number".to_owned());
        }
        // Artifacts are those of the list.
        let place = &result["locations"][0]["physicalLocation"]["artifactLocation"];
        if let Some(index) = place["index"].as_u64()
            && run["artifacts"][index as usize]["location"]["uri"] != place["uri"]
        {
            return Some("a place in another file".to_owned());
        }
    }
    None
}

/// What has to hold of JUnit XML besides its schema.
fn junit_complaint(ran: &Ran) -> Option<String> {
    let document = match roxmltree::Document::parse(&ran.junit) {
        Ok(document) => document,
        Err(error) => return Some(error.to_string()),
    };
    let suite = document.descendants().find(|n| n.has_tag_name("testsuite"))?;
    let cases: Vec<_> = suite.children().filter(|n| n.has_tag_name("testcase")).collect();
    let count = |tag: &str| cases.iter().filter(|c| c.children().any(|n| n.has_tag_name(tag))).count();
    for (attribute, counted) in [
        ("tests", cases.len()),
        ("failures", count("failure")),
        ("errors", count("error")),
        ("skipped", count("skipped")),
    ] {
        if suite.attribute(attribute) != Some(&counted.to_string()) {
            return Some(format!("{attribute} is not {counted}"));
        }
    }
    let names: std::collections::HashSet<_> = cases.iter().map(|c| c.attribute("name")).collect();
    if names.len() != cases.len() {
        return Some("two cases have one name".to_owned());
    }
    let word = ran.verdict.split('(').next().unwrap_or_default();
    let (failures, errors, skipped) = (count("failure"), count("error"), count("skipped"));
    let fits = match word {
        "TRUE" => failures == 0 && errors == 0 && skipped == 0,
        "FALSE" => failures > 0 && errors == 0 && failures + skipped == cases.len(),
        _ => failures == 0 && errors == 1 && skipped + 1 == cases.len(),
    };
    (!fits).then(|| format!("{failures} failures, {errors} errors, {skipped} skipped for {}", ran.verdict))
}

/// The programs that Jenkins' schema refuses; none where there is no validator.
fn refused(runs: &[Ran]) -> Vec<String> {
    if !tools::is_installed("xmllint") {
        return Vec::new();
    }
    let schema = tools::file_of_crate("junit-report", "tests/JUnit.xsd");
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let mut refused = Vec::new();
    for (i, ran) in runs.iter().enumerate() {
        let file = folder.path().join(format!("{i}.xml"));
        fs::write(&file, &ran.junit).expect("a file can be written");
        let mut command = Command::new("xmllint");
        let output = command.args(["--noout", "--nonet", "--schema"]).arg(&schema).arg(&file).output();
        let output = output.expect("xmllint runs");
        if !output.status.success() {
            refused.push(format!("{}: {}", ran.name, String::from_utf8_lossy(&output.stderr)));
        }
    }
    refused
}

fn validator() -> jsonschema::Validator {
    let path = tools::file_of_crate("serde-sarif", "src/schema.json");
    let schema = fs::read_to_string(path).expect("the schema comes with the crate");
    // A bracket that only some languages of regular expressions allow.
    let schema = schema.replace("-[a-zA-Z]{2}]?$", "-[a-zA-Z]{2}$");
    let schema: Value = serde_json::from_str(&schema).expect("a schema");
    assert_eq!(schema["properties"]["version"]["enum"][0], "2.1.0");
    jsonschema::validator_for(&schema).expect("a schema that can be used")
}

/// Complaints about the results of a run.
fn complaints(ran: &Ran, validator: &jsonschema::Validator) -> Vec<String> {
    let mut bad = Vec::new();
    match serde_json::from_str::<Value>(&ran.sarif) {
        Err(error) => bad.push(format!("{}: SARIF: {error}", ran.name)),
        Ok(log) => {
            bad.extend(
                validator.iter_errors(&log).map(|e| format!("{}: {e} at {}", ran.name, e.instance_path())),
            );
            bad.extend(sarif_complaint(ran, &log).map(|c| format!("{}: SARIF: {c}", ran.name)));
        }
    }
    // Another reader.
    if let Err(error) = serde_json::from_str::<serde_sarif::sarif::Sarif>(&ran.sarif) {
        bad.push(format!("{}: serde-sarif: {error}", ran.name));
    }
    bad.extend(junit_complaint(ran).map(|c| format!("{}: JUnit: {c}", ran.name)));
    bad
}

#[test]
fn schemas_accept_all_results() {
    let validator = validator();
    let (mut runs, mut failures) = (Vec::new(), Vec::new());
    for ran in sample() {
        match ran {
            Ok(ran) => runs.push(ran),
            Err(error) => failures.push(error),
        }
    }
    for word in ["TRUE", "FALSE", "UNKNOWN"] {
        let count = runs.iter().filter(|r| r.verdict.starts_with(word)).count();
        assert!(count > 3, "only {count} runs are {word}");
    }
    failures.extend(runs.iter().flat_map(|ran| complaints(ran, &validator)));
    failures.extend(refused(&runs));
    assert!(failures.is_empty(), "{} complaints:\n{}", failures.len(), failures.join("\n"));
}

/// The schemas are no walls of paper.
#[test]
fn schemas_refuse_what_is_wrong() {
    let ran =
        run("failing", &root().join("tests/programs/assert"), &["failing.c".to_owned()]).expect("a run");
    let log: Value = serde_json::from_str(&ran.sarif).expect("a log");
    let validator = validator();
    assert!(validator.is_valid(&log));
    for (pointer, value) in [
        ("/runs/0/results/0/level", Value::from("bad")),
        ("/runs/0/results/0/codeFlows/0/threadFlows/0/locations", Value::Array(Vec::new())),
        ("/runs/0/artifacts/0/location/index", Value::from(-7)),
        ("/version", Value::from("2.0.0")),
    ] {
        let mut wrong = log.clone();
        if let Some(place) = wrong.pointer_mut(pointer) {
            *place = value;
        } else {
            wrong["runs"][0]["artifacts"][0]["location"]["index"] = value;
        }
        assert!(!validator.is_valid(&wrong), "{pointer}");
    }
    let runs = [
        Ran { junit: ran.junit.replace("<testcase ", "<test "), ..run_copy(&ran) },
        Ran { junit: ran.junit.replace("name=\"verdict\" ", ""), ..run_copy(&ran) },
    ];
    if tools::is_installed("xmllint") {
        assert_eq!(refused(&runs).len(), runs.len());
        assert_eq!(refused(&[ran]), Vec::<String>::new());
    }
}

fn run_copy(ran: &Ran) -> Ran {
    Ran {
        name: ran.name.clone(),
        code: ran.code,
        verdict: ran.verdict.clone(),
        sarif: ran.sarif.clone(),
        junit: ran.junit.clone(),
    }
}

/// A fingerprint stays when lines are added, and tells kinds and places apart.
#[test]
fn fingerprints_survive_other_lines() {
    const TEXT: &str = "int __VERIFIER_nondet_int(void);\nvoid abort(void);\nint a[3];\nint f(int i) {\n  return a[i];\n}\n\
                        int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x == 7) return 1 << (x + 30);\n  \
                        if (x >= 2 && x < 4) f(x);\n  return 0;\n}\n";
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let of = |text: String| {
        fs::write(folder.path().join("a.c"), text).expect("a file can be written");
        let ran = run("a.c", folder.path(), &["--all".to_owned(), "a.c".to_owned()]).expect("a run");
        let log: Value = serde_json::from_str(&ran.sarif).expect("a log");
        let results = log["runs"][0]["results"].as_array().expect("results").clone();
        let mut all: Vec<(String, u64)> = results
            .iter()
            .map(|r| {
                let line = &r["locations"][0]["physicalLocation"]["region"]["startLine"];
                let print = r["partialFingerprints"]["bmcViolation/v1"].as_str().expect("a fingerprint");
                (print.to_owned(), line.as_u64().expect("a line"))
            })
            .collect();
        all.sort();
        all
    };
    let before = of(TEXT.to_owned());
    let after = of(TEXT
        .replace("int a[3];", "// A comment.\n\n\nint a[3];")
        .replace("  return a[i]", "    return  a[i]"));
    assert!(before.len() >= 2, "{before:?}");
    let prints = |all: &[(String, u64)]| all.iter().map(|x| x.0.clone()).collect::<Vec<_>>();
    assert_eq!(prints(&before), prints(&after));
    assert!(before.iter().zip(&after).all(|(b, a)| a.1 == b.1 + 3), "{before:?} {after:?}");
}

/// Standard output is the document alone, and the verdict is told besides.
#[test]
fn documents_on_standard_output_are_whole() {
    for (format, is_document) in [
        ("json", (|text| serde_json::from_str::<Value>(text).is_ok()) as fn(&str) -> bool),
        ("sarif", |text| serde_json::from_str::<Value>(text).is_ok()),
        ("junit", |text| roxmltree::Document::parse(text).is_ok()),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
        command.current_dir(root().join("tests/programs/assert")).args(["failing.c", "--format", format]);
        let output = output_within(&mut command, LIMIT).expect("an answer in time");
        assert!(is_document(&String::from_utf8_lossy(&output.stdout)), "{format}");
        assert_eq!(output.status.code(), Some(10));
        assert!(String::from_utf8_lossy(&output.stderr).contains("bmc: FALSE(assert)"), "{format}");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
    command.current_dir(root().join("tests/programs/assert")).args([
        "failing.c",
        "--sarif",
        "no/such/folder",
    ]);
    let output = output_within(&mut command, LIMIT).expect("an answer in time");
    assert_eq!(output.status.code(), Some(2), "a file that cannot be written is a mistake");
}

/// What changes from run to run is left out of what is compared.
fn steady(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let kept = [
            "startTimeUtc",
            "endTimeUtc",
            "commandLine",
            "\"uri\": \"file:",
            "timestamp=",
            "<testsuites ",
            "name=\"command\"",
        ];
        if !kept.iter().any(|k| line.contains(k)) {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// Small results as they are.
#[test]
fn results_of_small_programs() {
    let folder: PathBuf = root().join("tests/reports");
    for (file, flags) in
        [("bounds.c", vec!["--all"]), ("endless.c", vec!["--bound", "2"]), ("good.c", vec![])]
    {
        let mut arguments: Vec<String> = flags.into_iter().map(str::to_owned).collect();
        arguments.push(file.to_owned());
        let ran = run(file, &folder, &arguments).expect("a run");
        let log: Value = serde_json::from_str(&ran.sarif).expect("a log");
        let run = &log["runs"][0];
        let mut invocation = run["invocations"][0].clone();
        let object = invocation.as_object_mut().expect("an object");
        for name in ["startTimeUtc", "endTimeUtc", "commandLine", "workingDirectory", "arguments"] {
            object.remove(name).unwrap_or_else(|| panic!("no {name}"));
        }
        let shown = serde_json::json!({
            "results": run["results"], "invocation": invocation, "artifacts": run["artifacts"],
        });
        insta::with_settings!({prepend_module_to_snapshot => false, snapshot_path => "reports"}, {
            insta::assert_snapshot!(format!("{file}.sarif"), serde_json::to_string_pretty(&shown).expect("JSON"));
            insta::assert_snapshot!(format!("{file}.junit"), steady(&ran.junit));
        });
    }
}
