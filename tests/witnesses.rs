//! Witnesses and test harnesses. The tests of each program of `tests/programs`:
//!
//! - `found_again::PATH`: the witnesses of its violations have their formats and `--replay` confirms them.
//! - `harness::PATH`, of a sample: a test harness shows the violation natively.
//!
//! `replay::FILE` is the test of a witness of `tests/witnesses/replay`: it has the answer that it states.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use serde_json::{Map, Value, json};
use yaml_rust2::{Yaml, YamlLoader};

#[path = "common/cases.rs"]
#[allow(dead_code, reason = "what other tests of these programs use")]
mod cases;
#[path = "common/named.rs"]
mod named;
use cases::{Job, LIMIT, output_within};
use named::{Kind, in_sample};

fn root(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

/// The options of a run that say what the program is.
fn about_the_program(flags: &[String]) -> Vec<&String> {
    let named = [
        "-m",
        "-D",
        "-I",
        "-std",
        "--std",
        "--malloc-may-fail",
        "--undefined",
        "--max-object",
        "--entry-pointers",
        "--override",
        "--remove-body",
        "--stub",
        "--signals",
    ];
    cases::options(flags, &named)
}

/// Whether a run of a C program violates something in any case.
fn violates(job: &Job) -> bool {
    let apart = [
        "--format",
        "--emit",
        "--memory",
        "--engine",
        "--solver",
        "--replay",
        "--witness",
        "--check-contract",
        "--use-contract",
        "--all-of",
    ];
    let is_c = job.files().all(|file| file.ends_with(".c"));
    let defines = job.run.flags.iter().any(|flag| flag == "-D" || flag == "-I");
    job.is_certainly("FALSE") && is_c && !defines && !job.has_option(&apart)
}

/// The runs of a program that violate something.
fn violating(name: &str) -> Result<Vec<Job>, String> {
    let mut jobs = cases::runs(&root("tests/programs"), name)?;
    jobs.retain(violates);
    Ok(jobs)
}

fn bmc(job: &Job) -> Command {
    let mut command = job.bmc();
    command.arg("-q").args(job.files());
    command
}

fn complaints(all: Vec<String>) -> Result<(), String> {
    if all.is_empty() { Ok(()) } else { Err(all.join("\n")) }
}

fn verdict(command: &mut Command) -> String {
    match output_within(command, LIMIT) {
        Some(output) => {
            let said =
                [String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)].concat();
            said.lines().last().unwrap_or_default().to_owned()
        }
        None => "no answer in time".to_owned(),
    }
}

fn as_json(node: &Yaml) -> Value {
    match node {
        Yaml::Integer(n) => json!(n),
        Yaml::Boolean(b) => json!(b),
        Yaml::String(s) | Yaml::Real(s) => json!(s),
        Yaml::Array(list) => list.iter().map(as_json).collect(),
        Yaml::Hash(pairs) => {
            let key = |k: &Yaml| k.as_str().unwrap_or_default().to_owned();
            Value::Object(pairs.iter().map(|(k, v)| (key(k), as_json(v))).collect::<Map<_, _>>())
        }
        _ => Value::Null,
    }
}

fn schema() -> jsonschema::Validator {
    let text = fs::read_to_string(root("tests/witnesses/format-2.0.schema.json")).expect("it is there");
    let schema = serde_json::from_str(&text).expect("JSON");
    jsonschema::options().should_validate_formats(true).build(&schema).expect("a schema")
}

/// What is wrong with a text of format 2.0.
fn wrong_yaml(schema: &jsonschema::Validator, text: &str) -> Vec<String> {
    let documents = match YamlLoader::load_from_str(text) {
        Ok(documents) => documents,
        Err(error) => return vec![error.to_string()],
    };
    let json = documents.first().map_or(Value::Null, as_json);
    let mut wrong: Vec<String> =
        schema.iter_errors(&json).map(|e| format!("{}: {e}", e.instance_path())).collect();
    // What a schema cannot say: only the last segment ends with the target.
    if json[0]["entry_type"] == "violation_sequence" {
        let segments = json[0]["content"].as_array().cloned().unwrap_or_default();
        for (i, segment) in segments.iter().enumerate() {
            let waypoints = segment["segment"].as_array().cloned().unwrap_or_default();
            let last = waypoints.last().map_or(Value::Null, |w| w["waypoint"].clone());
            let target = last["type"] == "target";
            if last["action"] != "follow" || target != (i + 1 == segments.len()) {
                wrong.push(format!("segment {i} ends with {last}"));
            }
        }
    }
    wrong
}

/// The keys of format 1.0 with what they belong to, those that must be there, and the values of some.
const KEYS: &[(&str, &str, bool, &[&str])] = &[
    ("witness-type", "graph", true, &["violation_witness", "correctness_witness"]),
    ("sourcecodelang", "graph", true, &["C"]),
    ("producer", "graph", true, &[]),
    ("specification", "graph", true, &[]),
    ("programfile", "graph", true, &[]),
    ("programhash", "graph", true, &[]),
    ("architecture", "graph", true, &["32bit", "64bit"]),
    ("creationtime", "graph", true, &[]),
    ("entry", "node", false, &["true", "false"]),
    ("violation", "node", false, &["true", "false"]),
    ("sink", "node", false, &["true", "false"]),
    ("invariant", "node", false, &[]),
    ("invariant.scope", "node", false, &[]),
    ("startline", "edge", false, &[]),
    ("endline", "edge", false, &[]),
    ("startoffset", "edge", false, &[]),
    ("control", "edge", false, &["condition-true", "condition-false"]),
    ("enterFunction", "edge", false, &[]),
    ("returnFromFunction", "edge", false, &[]),
    ("enterLoopHead", "edge", false, &["true", "false"]),
    ("assumption", "edge", false, &[]),
    ("assumption.resultfunction", "edge", false, &[]),
    ("threadId", "edge", false, &[]),
    ("createThread", "edge", false, &[]),
];

/// What is wrong with a text of format 1.0, whose description is prose.
fn wrong_graphml(text: &str) -> Vec<String> {
    let document = match roxmltree::Document::parse(text) {
        Ok(document) => document,
        Err(error) => return vec![error.to_string()],
    };
    let named = |name: &'static str| document.descendants().filter(move |n| n.tag_name().name() == name);
    let mut wrong = Vec::new();
    for data in named("data") {
        let (key, value) = (data.attribute("key").unwrap_or_default(), data.text().unwrap_or_default());
        let owner = data.parent().map_or("", |p| p.tag_name().name());
        match KEYS.iter().find(|k| k.0 == key && k.1 == owner) {
            None => wrong.push(format!("{key} of {owner}")),
            Some((.., values)) if !values.is_empty() && !values.contains(&value) => {
                wrong.push(format!("{key}: {value}"));
            }
            Some(_) => {}
        }
        if !named("key").any(|k| k.attribute("id") == Some(key) && k.attribute("for") == Some(owner)) {
            wrong.push(format!("{key} is not declared"));
        }
        if key == "assumption" && value.contains("\\result") {
            let function = data.parent().is_some_and(|edge| {
                edge.children().any(|d| d.attribute("key") == Some("assumption.resultfunction"))
            });
            wrong.extend((!function).then(|| format!("{value} of which function?")));
        }
    }
    let has = |owner: &str, key: &str| {
        let of = |n: &roxmltree::Node<'_, '_>| n.parent().is_some_and(|p| p.tag_name().name() == owner);
        named("data").filter(|d| d.attribute("key") == Some(key)).filter(of).count()
    };
    for (key, owner, ..) in KEYS.iter().filter(|k| k.2) {
        if has(owner, key) != 1 {
            wrong.push(format!("{key} is not there once"));
        }
    }
    if has("node", "entry") != 1 {
        wrong.push("not one entry".to_owned());
    }
    let ids: Vec<&str> = named("node").filter_map(|n| n.attribute("id")).collect();
    for edge in named("edge") {
        for end in ["source", "target"] {
            if !edge.attribute(end).is_some_and(|id| ids.contains(&id)) {
                wrong.push(format!("an edge whose {end} is no node"));
            }
        }
    }
    wrong
}

/// The violations of a program have witnesses of both formats that `--replay` confirms: of format 2.0 each, of format 1.0
/// one, for some programs.
fn found_again(name: &str) -> Result<(), String> {
    let schema = schema();
    let temporary = tempfile::tempdir().expect("a folder for temporary files");
    let [yml, graphml] = ["w.yml", "w.graphml"].map(|file| temporary.path().join(file));
    let mut said = Vec::new();
    for (i, job) in violating(name)?.iter().enumerate() {
        for path in [&yml, &graphml] {
            // No run is taken for the one before.
            let _ = fs::remove_file(path);
        }
        let mut find = bmc(job);
        let found =
            verdict(find.args(&job.run.flags).arg("--witness").arg(&yml).arg("--witness").arg(&graphml));
        let read = |path: &Path| fs::read_to_string(path).unwrap_or_default();
        let mut wrong = wrong_yaml(&schema, &read(&yml));
        wrong.extend(wrong_graphml(&read(&graphml)));
        let formats = [(&yml, true), (&graphml, i == 0 && in_sample(name, 4))];
        for (path, _) in formats.iter().filter(|f| f.1) {
            let mut again = bmc(job);
            again.args(about_the_program(&job.run.flags)).arg("--replay").arg(path);
            // What the witness' own property leaves open may matter where several are checked.
            let answer = verdict(again.args(checks(&job.run.flags)));
            if !answer.starts_with("FALSE") {
                wrong.push(format!("{found} is not confirmed: {answer}"));
            }
        }
        said.extend(wrong.into_iter().map(|s| format!("{:?}: {s}", job.run.flags)));
    }
    complaints(said)
}

/// The checks that a run makes, as options.
fn checks(flags: &[String]) -> Vec<String> {
    let mut all =
        flags.iter().skip_while(|f| !["--check", "--property", "--entry"].contains(&f.as_str())).take(2);
    let named: Vec<String> = all.by_ref().cloned().collect();
    if named.is_empty() { ["--check", "default"].map(str::to_owned).to_vec() } else { named }
}

fn proofs_have_witnesses() {
    let schema = schema();
    let temporary = tempfile::tempdir().expect("a folder for temporary files");
    for name in ["arith/average.c", "heap/array_of_lists.c"] {
        let path = root("tests/programs").join(name);
        let [yml, graphml] = ["w.yml", "w.graphml"].map(|e| temporary.path().join(e));
        let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
        command.arg("-q").arg(&path).args(["--bound", "8", "--check", "default"]);
        let answer = verdict(command.arg("--witness").arg(&yml).arg("--witness").arg(&graphml));
        assert_eq!(answer, "TRUE", "{name}");
        let text = fs::read_to_string(&yml).expect("it was written");
        assert_eq!(wrong_yaml(&schema, &text), [""; 0], "{text}");
        assert!(text.contains("invariant_set"), "{text}");
        assert_eq!(wrong_graphml(&fs::read_to_string(&graphml).expect("it was written")), [""; 0]);
    }
}

/// Wrong witnesses are told from right ones by what tells right ones.
fn wrong_witnesses_are_noticed() {
    let schema = schema();
    let good = fs::read_to_string(root("tests/witnesses/replay/inputs.yml")).expect("it is there");
    let hash = "0".repeat(64);
    let good = good.replace("\"steps.c\": \"\"", &format!("\"steps.c\": \"{hash}\""));
    assert_eq!(wrong_yaml(&schema, &good), [""; 0]);
    for (from, to) in [
        ("\"2.0\"", "\"1.0\""),
        ("LP64", "64bit"),
        ("line: 9", "line: 0"),
        ("\\result ==", "\\return =="),
        ("format: acsl_expression", "format: c_expression"),
        ("action: follow", "action: avoid"),
        ("type: target", "type: function_enter"),
        ("6f1a7d0e", "6f1a"),
        ("entry_type: violation_sequence", "entry_type: invariant_set"),
    ] {
        assert_ne!(wrong_yaml(&schema, &good.replace(from, to)), [""; 0], "{to}");
    }
    let good = fs::read_to_string(root("tests/witnesses/replay/automaton.graphml")).expect("it is there");
    for (from, to) in [("condition-true", "true"), ("target=\"D\"", "target=\"F\""), ("<graph ", "<graphs ")]
    {
        assert_ne!(wrong_graphml(&good.replace(from, to)).len(), wrong_graphml(&good).len(), "{to}");
    }
}

fn other_witnesses() -> Vec<String> {
    let folder = fs::read_dir(root("tests/witnesses/replay")).expect("it is there");
    let mut names: Vec<String> =
        folder.map(|e| e.expect("a readable entry").file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name.ends_with(".yml") || name.ends_with(".graphml"));
    names.sort();
    assert!(names.len() > 10);
    names
}

/// A witness of another tool has the answer that its head states.
fn replay(name: &str) -> Result<(), String> {
    let path = root("tests/witnesses/replay").join(name);
    let text = fs::read_to_string(&path).map_err(|e| e.to_string())?;
    let entry = |key: &str| {
        let line = text.lines().find_map(|l| l.split_once(&format!("{key}: ")).map(|p| p.1));
        line.unwrap_or_default().trim_end_matches(" -->").to_owned()
    };
    let (program, expected) = (entry("program"), entry("expect"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
    let limit = match text.contains("invariant_set") || text.contains("correctness_witness") {
        true => ["--timeout", "20"],
        false => ["--bound", "8"],
    };
    command.current_dir(path.parent().expect("a file has a folder")).arg("-q").args(limit).arg(&program);
    let answer = verdict(command.arg("--replay").arg(&path));
    let right = !expected.is_empty() && answer.starts_with(&expected);
    if right { Ok(()) } else { Err(format!("{answer}, expected {expected}")) }
}

/// Of a run of millions of operations the middle is not told, but its inputs are in harnesses and witnesses.
fn long_runs_have_all_their_inputs() {
    let temporary = tempfile::tempdir().expect("a folder for temporary files");
    let [program, harness, yml] = ["long.c", "harness.c", "w.yml"].map(|name| temporary.path().join(name));
    let text = "extern int __VERIFIER_nondet_int(void);\n\
        void reach_error(void) {}\n\
        static unsigned sum;\n\
        int main(void) {\n\
            int first = __VERIFIER_nondet_int(), middle = 0;\n\
            for (unsigned i = 0; i < 900000; i++) {\n\
                if (i == 400000)\n\
                    middle = __VERIFIER_nondet_int();\n\
                sum += i;\n\
            }\n\
            int last = __VERIFIER_nondet_int();\n\
            if (first == 11 && middle == 22 && last == 33) reach_error();\n\
            return 0;\n\
        }\n";
    fs::write(&program, text).expect("a file of this test");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
    command.arg("-q").arg(&program).args(["--check", "reach-error", "--no-induction", "--format", "json"]);
    command.arg("--witness").arg(&yml).arg("--emit").arg(format!("harness={}", harness.display()));
    let output = output_within(&mut command, LIMIT).expect("it ends in time");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains("FALSE(reach-error)"), "{told}");
    let shown = told.matches("\"kind\": \"assign\"").count();
    assert!((1..=100_000).contains(&shown), "{shown} of 1,800,000 assignments are shown");
    let harness = fs::read_to_string(&harness).expect("it was written");
    assert!(harness.contains("{{0xb, 0x0}, {0x16, 0x0}, {0x21, 0x0}}"), "{harness}");
    assert!(!harness.contains("Not all that the run depends on"), "{harness}");
    let witness = fs::read_to_string(&yml).expect("it was written");
    let results: Vec<&str> =
        witness.lines().filter_map(|l| l.split_once("\\\\result == ")).map(|l| l.1).collect();
    assert_eq!(results, ["11\"", "22\"", "33\""]);
}

/// A run natively shows that something is wrong.
fn shown(output: &std::process::Output) -> bool {
    let told = String::from_utf8_lossy(&output.stderr);
    output.status.code().is_none_or(|c| c > 128)
        || ["runtime error:", "ERROR: AddressSanitizer", "ERROR: LeakSanitizer", "WARNING: MemorySanitizer"]
            .iter()
            .any(|words| told.contains(words))
}

/// The programs whose violation no sanitizer shows, by `tests/witnesses/not-native`.
fn not_native() -> Vec<String> {
    let text = fs::read_to_string(root("tests/witnesses/not-native")).expect("it is there");
    let lines = text.lines().filter(|l| !l.starts_with('#') && !l.is_empty());
    lines.map(|l| l.split_once(": ").expect("a path and the reason").0.to_owned()).collect()
}

/// The run of a program that has a test harness. 32 bits need libraries of their own.
fn has_harness(job: &Job) -> bool {
    violates(job) && !job.run.flags.iter().any(|f| f == "-m32" || f == "32")
}

/// Compilers are slow: some of the programs.
fn programs_with_harness() -> Vec<String> {
    let mut programs = cases::programs(&root("tests/programs"), 120, has_harness);
    let exceptions = not_native();
    programs.retain(|name| in_sample(name, 4) && !exceptions.contains(name));
    programs
}

/// A test harness shows the first violation of a program natively.
fn harness(name: &str) -> Result<(), String> {
    let jobs = cases::runs(&root("tests/programs"), name)?;
    let job = jobs.iter().find(|job| has_harness(job)).ok_or("no violation")?;
    let temporary = tempfile::tempdir().expect("a folder for temporary files");
    let [harness, program] = ["violation.c", "violation"].map(|file| temporary.path().join(file));
    let emit = format!("harness={}", harness.display());
    let found = verdict(bmc(job).args(&job.run.flags).args(["--emit", &emit]));
    let text = fs::read_to_string(&harness).unwrap_or_default();
    let after = |word: &str| text.lines().find_map(|l| l.split_once(word).map(|p| p.1.to_owned()));
    let compile = after(" *   clang ").ok_or(format!("{found}: no command"))?;
    let compile = compile.strip_suffix(" -o violation").unwrap_or(&compile);
    let folder = job.path.parent().expect("a file has a folder");
    let shell = |line: String| {
        let mut command = Command::new("bash");
        command.current_dir(folder).arg("-c").arg(line);
        output_within(&mut command, LIMIT)
    };
    let definitions: Vec<&String> = job.run.flags.iter().filter(|f| f.starts_with("-D")).collect();
    let definitions: String = definitions.iter().map(|d| format!(" {d}")).collect();
    let compiled = shell(format!("clang-19{definitions} {compile} -o {}", program.display()));
    let compiled = compiled.ok_or("clang takes too long")?;
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).into_owned());
    }
    let arguments = after(" *   ./violation").unwrap_or_default();
    let output = shell(format!("exec {} {arguments}", program.display())).ok_or("it does not end")?;
    if shown(&output) { Ok(()) } else { Err(format!("{found}: nothing is shown, {}", output.status)) }
}

fn main() -> ExitCode {
    let kinds = [
        Kind {
            name: "found_again",
            programs: || cases::programs(&root("tests/programs"), 120, violates),
            test: found_again,
        },
        Kind { name: "harness", programs: programs_with_harness, test: harness },
        Kind { name: "replay", programs: other_witnesses, test: replay },
    ];
    let singles: [named::Single; 3] = [
        ("long_runs_have_all_their_inputs", long_runs_have_all_their_inputs),
        ("proofs_have_witnesses", proofs_have_witnesses),
        ("wrong_witnesses_are_noticed", wrong_witnesses_are_noticed),
    ];
    named::run(&kinds, &singles).exit_code()
}
