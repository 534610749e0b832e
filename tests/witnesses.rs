//! Witnesses: what is written for the programs of `tests/programs` has its format and is confirmed by `--replay`, witnesses
//! of `tests/witnesses/replay` have the answers that they state, and test harnesses show violations natively.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Map, Value, json};
use yaml_rust2::{Yaml, YamlLoader};

#[path = "common/cases.rs"]
#[allow(dead_code, reason = "what other tests of these programs use")]
mod cases;
use cases::{Job, LIMIT, output_within};

fn root(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

/// Does something for each of some things, on all cores; what it says in their order.
fn each<T: Sync>(all: &[T], work: impl Fn(usize, &T) -> Vec<String> + Sync) -> Vec<String> {
    let (next, said) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|s| {
        for _ in 0..std::thread::available_parallelism().map_or(1, |n| n.get()) {
            s.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(one) = all.get(i) else { break };
                    let words = work(i, one);
                    said.lock().expect("nobody panics").push((i, words));
                }
            });
        }
    });
    let mut said = said.into_inner().expect("nobody panics");
    said.sort();
    said.into_iter().flat_map(|s| s.1).collect()
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
    ];
    cases::options(flags, &named)
}

/// The runs of C programs that violate something in any case.
fn violating() -> Vec<Job> {
    let only = std::env::var("WITNESSES").unwrap_or_default();
    let mut jobs = cases::jobs(&root("tests/programs"), &only, if only.is_empty() { 250 } else { 0 }).0;
    let apart = |flag: &String| {
        let apart = ["--format", "--emit", "--memory", "--engine", "--solver", "--replay", "--witness"];
        flag == "-D" || flag == "-I" || apart.iter().any(|o| flag.starts_with(o))
    };
    jobs.retain(|job| {
        let certain = job.run.expected.any_of.iter().all(|(word, _)| word == "FALSE");
        let is_c = job.path.extension().is_some_and(|e| e == "c")
            && job.case.inputs.iter().all(|f| f.ends_with(".c"));
        certain && is_c && !job.run.expected.any_of.is_empty() && !job.run.flags.iter().any(apart)
    });
    jobs
}

fn bmc(job: &Job) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
    command.current_dir(job.path.parent().expect("a file has a folder")).arg("-q");
    command.arg(job.path.file_name().expect("a file")).args(&job.case.inputs);
    command
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

/// Every violation of the test programs has witnesses of both formats that `--replay` confirms: of format 2.0 each, of
/// format 1.0 some.
#[test]
fn violations_are_found_again() {
    const EVERY: usize = 4;
    let (jobs, schema) = (violating(), schema());
    let temporary = tempfile::tempdir().expect("a folder for temporary files");
    let failures = each(&jobs, |i, job| {
        let [yml, graphml] = ["yml", "graphml"].map(|e| temporary.path().join(format!("{i}.{e}")));
        let mut find = bmc(job);
        let found =
            verdict(find.args(&job.run.flags).arg("--witness").arg(&yml).arg("--witness").arg(&graphml));
        let mut said = Vec::new();
        let read = |path: &Path| fs::read_to_string(path).unwrap_or_default();
        said.extend(wrong_yaml(&schema, &read(&yml)));
        said.extend(wrong_graphml(&read(&graphml)));
        let formats = [(&yml, true), (&graphml, i.is_multiple_of(EVERY))];
        for (path, _) in formats.iter().filter(|f| f.1) {
            let mut again = bmc(job);
            again.args(about_the_program(&job.run.flags)).arg("--replay").arg(path);
            // What the witness' own property leaves open may matter where several are checked.
            let answer = verdict(again.args(checks(&job.run.flags)));
            if !answer.starts_with("FALSE") {
                said.push(format!("{found} is not confirmed: {answer}"));
            }
        }
        said.into_iter().map(|s| format!("{} {:?}: {s}", job.name, job.run.flags)).collect()
    });
    assert!(
        failures.is_empty(),
        "{} failures in {} runs:\n{}",
        failures.len(),
        jobs.len(),
        failures.join("\n")
    );
    assert!(jobs.len() > 150 || std::env::var_os("WITNESSES").is_some(), "only {} runs", jobs.len());
}

/// The checks that a run makes, as options.
fn checks(flags: &[String]) -> Vec<String> {
    let mut all =
        flags.iter().skip_while(|f| !["--check", "--property", "--entry"].contains(&f.as_str())).take(2);
    let named: Vec<String> = all.by_ref().cloned().collect();
    if named.is_empty() { ["--check", "default"].map(str::to_owned).to_vec() } else { named }
}

#[test]
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
#[test]
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

/// Witnesses of other tools have the answers that their heads state.
#[test]
fn other_witnesses_are_followed() {
    let folder = fs::read_dir(root("tests/witnesses/replay")).expect("it is there");
    let mut paths: Vec<PathBuf> = folder.map(|e| e.expect("a readable entry").path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "yml" || e == "graphml"));
    assert!(paths.len() > 10);
    let failures = each(&paths, |_, path| {
        let text = fs::read_to_string(path).expect("a text");
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
        let answer = verdict(command.arg("--replay").arg(path));
        let right = !expected.is_empty() && answer.starts_with(&expected);
        if right { Vec::new() } else { vec![format!("{}: {answer}, expected {expected}", path.display())] }
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Of a run of millions of operations the middle is not told, but its inputs are in harnesses and witnesses.
#[test]
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
    assert!(told.contains("\"kind\": \"skipped\""), "the middle is told");
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

/// Test harnesses show the violations of the test programs natively; `tests/witnesses/not-native` tells of which they do not.
#[test]
fn harnesses_show_violations() {
    let exceptions = fs::read_to_string(root("tests/witnesses/not-native")).expect("it is there");
    let exceptions: Vec<(&str, &str)> = exceptions
        .lines()
        .filter(|l| !l.starts_with('#') && !l.is_empty())
        .map(|l| l.split_once(": ").expect("a path and the reason"))
        .collect();
    let mut jobs = violating();
    // A program is enough once; 32 bits need libraries of their own.
    jobs.retain(|job| !job.run.flags.iter().any(|f| f == "-m32" || f == "32"));
    jobs.dedup_by(|a, b| a.path == b.path);
    let count = jobs.len();
    // Compilers are slow: some of the programs.
    const EVERY: usize = 4;
    let chosen = |i: usize| i.is_multiple_of(EVERY) || std::env::var_os("WITNESSES").is_some();
    let jobs: Vec<Job> = jobs.into_iter().enumerate().filter(|j| chosen(j.0)).map(|j| j.1).collect();
    let known = |job: &Job| exceptions.iter().any(|e| e.0 == job.name);
    let temporary = tempfile::tempdir().expect("a folder for temporary files");
    let failures = each(&jobs, |i, job| {
        if known(job) {
            return Vec::new();
        }
        let [harness, program] = ["c", "out"].map(|e| temporary.path().join(format!("{i}.{e}")));
        let emit = format!("harness={}", harness.display());
        let found = verdict(bmc(job).args(&job.run.flags).args(["--emit", &emit]));
        let text = fs::read_to_string(&harness).unwrap_or_default();
        let after = |word: &str| text.lines().find_map(|l| l.split_once(word).map(|p| p.1.to_owned()));
        let said = |what: String| vec![format!("{} ({found}): {what}", job.name)];
        let Some(compile) = after(" *   clang ") else { return said("no command".to_owned()) };
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
        match compiled {
            Some(output) if output.status.success() => {}
            Some(output) => return said(String::from_utf8_lossy(&output.stderr).into_owned()),
            None => return said("clang takes too long".to_owned()),
        }
        let arguments = after(" *   ./violation").unwrap_or_default();
        match shell(format!("exec {} {arguments}", program.display())) {
            Some(output) if shown(&output) => Vec::new(),
            Some(output) => said(format!("nothing is shown, {}", output.status)),
            None => said("it does not end".to_owned()),
        }
    });
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), jobs.len(), failures.join("\n"));
    assert!(count > 120 || std::env::var_os("WITNESSES").is_some(), "only {count} programs");
}
