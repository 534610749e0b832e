//! The runs that an engine leaves undecided, `tests/programs/undecided.tsv`: engine, program, options and reason.
//!
//! The list covers the runs whose headers allow an answer and `UNKNOWN`; with the explicit engine these are all. A listed run
//! has to be undecided for the listed reason, any other has to be decided, however slow the machine is. Listed timeouts are
//! the exception: such a run may be decided.
//!
//! `UNDECIDED=write cargo test --test verdicts` renews the list for the programs that it tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::cases::{Job, check_run};

/// Engine, program, options.
type Key = (String, String, String);

/// What the tests of this process have seen: the reason, or that the run is decided.
static SEEN: Mutex<BTreeMap<Key, Option<String>>> = Mutex::new(BTreeMap::new());

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/undecided.tsv")
}

fn writes() -> bool {
    std::env::var("UNDECIDED").is_ok_and(|what| what == "write")
}

fn read() -> BTreeMap<Key, String> {
    let text = fs::read_to_string(path()).unwrap_or_default();
    let row = |line: &str| {
        let fields: Vec<String> = line.split('\t').map(str::to_owned).collect();
        let [engine, program, options, reason] =
            fields.try_into().unwrap_or_else(|_| panic!("undecided.tsv: {line}"));
        ((engine, program, options), reason)
    };
    text.lines().map(row).collect()
}

fn key(engine: &str, job: &Job) -> Key {
    let options = job.run.flags.join(" ").replace("--engine explicit", "");
    (engine.to_owned(), job.name.clone(), options.trim().to_owned())
}

/// Whether the header allows an answer and `UNKNOWN`.
fn is_open(job: &Job) -> bool {
    let unknown = |(word, _): &(String, Vec<String>)| word == "UNKNOWN";
    job.run.expected.any_of.iter().any(unknown) && !job.run.expected.any_of.iter().all(unknown)
}

/// The reason of an `UNKNOWN` without its place and without advice.
fn reason(verdict: &str) -> Option<String> {
    let inner = verdict.strip_prefix("UNKNOWN(")?.strip_suffix(')')?;
    let text = inner.split(';').next().unwrap_or_default();
    let text = text.rsplit_once(" at ").map_or(text, |(text, _)| text);
    Some(if text.starts_with("timeout") { "timeout" } else { text }.to_owned())
}

/// Does runs of a program with an engine, and compares what it leaves undecided with the list.
pub fn check(engine: &str, jobs: &[Job]) -> Result<(), String> {
    let listed = read();
    let mut failures = Vec::new();
    for (i, job) in jobs.iter().enumerate() {
        // Without their bounds, some runs of a program are the same.
        if jobs[..i].iter().any(|earlier| earlier.run == job.run) {
            continue;
        }
        let key = key(engine, job);
        let known = listed.get(&key).map(String::as_str);
        let mut limited = job.clone();
        if engine == "explicit" {
            let seconds = match known {
                _ if writes() => "10",
                Some("timeout") => "1",
                _ => "60",
            };
            limited.run.flags.extend(["--timeout", seconds].map(str::to_owned));
        }
        match check_run(&limited) {
            Err(why) => failures.push(why),
            Ok(verdict) if is_open(job) => {
                let reason = reason(&verdict);
                let agrees = known == Some("timeout") || known == reason.as_deref();
                if !agrees && !writes() {
                    let expected = known.map_or("a decision".to_owned(), |why| format!("'{why}'"));
                    let options = &key.2;
                    failures.push(format!("{verdict} [{options}], but undecided.tsv expects {expected}"));
                }
                SEEN.lock().expect("nobody panics").insert(key, reason);
            }
            Ok(_) => {}
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// Renews the list by what the tests of this process have seen, if the environment asks for it.
pub fn write() {
    let seen = SEEN.lock().expect("nobody panics");
    if !writes() || seen.is_empty() {
        return;
    }
    let programs: BTreeSet<(&String, &String)> = seen.keys().map(|(e, program, _)| (e, program)).collect();
    let mut list = read();
    list.retain(|(engine, program, _), _| !programs.contains(&(engine, program)));
    list.extend(seen.iter().filter_map(|(key, reason)| Some((key.clone(), reason.clone()?))));
    let line = |((engine, program, options), reason): (Key, String)| {
        format!("{engine}\t{program}\t{options}\t{reason}\n")
    };
    fs::write(path(), list.into_iter().map(line).collect::<String>()).expect("a file of the repository");
}

/// Counts for each folder how many runs the engines decide, by headers and list. Panics if the list has rows without runs.
pub fn table(engines: &[(&str, &[Job])]) -> String {
    let mut list = read();
    let listed = list.clone();
    let mut rows: BTreeMap<String, Vec<[usize; 3]>> = BTreeMap::new();
    for (column, (engine, jobs)) in engines.iter().enumerate() {
        for job in *jobs {
            let expected = &job.run.expected.any_of;
            if expected.iter().any(|(word, _)| word == "ERROR") {
                continue;
            }
            let key = key(engine, job);
            list.remove(&key);
            let reason = listed.get(&key).filter(|_| is_open(job)).map(String::as_str);
            let unknown = expected.iter().all(|(word, _)| word == "UNKNOWN");
            let kind = match reason {
                Some("timeout") => 1,
                Some(_) => 2,
                None if unknown => 2,
                None => 0,
            };
            let folder = job.name.split('/').next().unwrap_or_default();
            for row in [folder, "all"] {
                let counts = rows.entry(row.to_owned()).or_insert_with(|| vec![[0; 3]; engines.len()]);
                counts[column][kind] += 1;
            }
        }
    }
    assert!(list.is_empty(), "rows of undecided.tsv without a run: {:?}", list.keys());
    let mut text = format!("{:<14}", "");
    for (engine, _) in engines {
        write!(text, " | {engine:<30}").expect("a string");
    }
    write!(text, "\n{:<14}", "folder").expect("a string");
    for _ in engines {
        write!(text, " | decided  timeout  other unknown").expect("a string");
    }
    for (folder, counts) in rows {
        write!(text, "\n{folder:<14}").expect("a string");
        for [decided, timeout, other] in counts {
            write!(text, " | {decided:>7} {timeout:>8} {other:>14}").expect("a string");
        }
    }
    text.lines().map(str::trim_end).collect::<Vec<&str>>().join("\n")
}
