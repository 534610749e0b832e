//! Results as JUnit XML, for continuous integration: a test case for each kind of check.
//!
//! Names do not change when lines move, so that a server can follow a case from build to build: a kind that holds is one case,
//! a violated one has a case for each violated place, named by its function. What is neither shown nor refuted is skipped and
//! says why; an `UNKNOWN` is an error of a case of its own.

use std::collections::HashMap;

use super::run_metadata::{Answer, RunMetadata};
use super::stats::EngineAnswer;
use super::text::{TraceLength, violation};
use super::verdict::{classified, reason};
use super::xml::{Xml, element, end, finish, open, start};
use crate::engine::verdict::{Verdict, Violation};
use crate::program::Program;

/// How a test case ends.
enum Outcome {
    Passed,
    Skipped(String),
    Error { kind: &'static str, message: String },
    Failure { kind: &'static str, message: String, text: String },
}

fn failure(p: &Program, v: &Violation) -> Outcome {
    let mut text = String::new();
    violation(&mut text, p, v, TraceLength::Short);
    let message = text.lines().next().unwrap_or_default().to_owned();
    Outcome::Failure { kind: v.check.name(), message, text }
}

/// The test cases with their names.
fn cases(answer: Answer<'_>, metadata: &RunMetadata) -> Vec<(String, Outcome)> {
    let checked = || metadata.checks.iter().map(|c| c.name().to_owned());
    let unknown = |kind: &'static str, message: String| {
        let skipped = checked().map(|name| (name, Outcome::Skipped(format!("not decided: {message}"))));
        let skipped: Vec<_> = skipped.collect();
        let mut all = vec![("verdict".to_owned(), Outcome::Error { kind, message })];
        all.extend(skipped);
        all
    };
    match answer {
        Answer::Ended(why, _) => {
            unknown(if why.starts_with("unsupported") { "unsupported" } else { "limit" }, why.to_owned())
        }
        Answer::Engine(p, found) => match found.verdict {
            Verdict::True(_) => checked().map(|name| (name, Outcome::Passed)).collect(),
            Verdict::Unknown(cause) => unknown(classified(cause).0, reason(p, cause)),
            Verdict::False(found) => {
                let mut all = Vec::new();
                let mut numbers: HashMap<String, u32> = HashMap::new();
                for v in found {
                    let end = v.record.steps.last();
                    let place = end.map_or(String::new(), |s| format!(" in {}", p.func(s.func).source_name));
                    let mut name = format!("{}{place}", v.check.name());
                    let number = numbers.entry(name.clone()).or_default();
                    *number += 1;
                    if *number > 1 {
                        name.push_str(&format!(" #{number}"));
                    }
                    all.push((name, failure(p, v)));
                }
                // That the others hold in all runs is not shown beside a violation.
                let others = metadata.checks.iter().filter(|c| found.iter().all(|v| v.check != *c));
                let why = "not decided beside the violations";
                all.extend(others.map(|c| (c.name().to_owned(), Outcome::Skipped(why.to_owned()))));
                all
            }
        },
    }
}

fn write(xml: &mut Xml, answer: Answer<'_>, metadata: &RunMetadata) -> std::io::Result<()> {
    let cases = cases(answer, metadata);
    let count = |wanted: fn(&Outcome) -> bool| cases.iter().filter(|c| wanted(&c.1)).count().to_string();
    let failures = count(|o| matches!(o, Outcome::Failure { .. }));
    let errors = count(|o| matches!(o, Outcome::Error { .. }));
    let skipped = count(|o| matches!(o, Outcome::Skipped(_)));
    let (tests, time) = (cases.len().to_string(), format!("{:.3}", metadata.seconds));
    let suite = metadata.inputs.join(" ");
    open(xml)?;
    let mut all = vec![("name", "bmc".to_owned()), ("time", time.clone()), ("tests", tests.clone())];
    all.extend([("failures", failures.clone()), ("errors", errors.clone())]);
    start(xml, "testsuites", &all, false)?;
    let mut one = vec![("name", suite), ("tests", tests), ("failures", failures), ("errors", errors)];
    // Without its zone, as readers expect it.
    let timestamp = metadata.started.trim_end_matches('Z').to_owned();
    one.extend([("skipped", skipped), ("time", time), ("timestamp", timestamp), ("id", "0".to_owned())]);
    start(xml, "testsuite", &one, false)?;
    start(xml, "properties", &[], false)?;
    let mut properties = vec![("verdict", answer.line()), ("command", metadata.arguments.join(" "))];
    properties.extend([("engine", metadata.engine.to_owned()), ("entry", metadata.entry.clone())]);
    properties.extend(metadata.options.iter().cloned());
    properties.extend(metadata.warnings.iter().map(|w| ("warning", w.clone())));
    if let Answer::Engine(p, EngineAnswer { vacuity: Some(vacuity), .. }) = answer {
        properties.extend(vacuity.notes(p).into_iter().map(|note| ("note", note)));
    }
    for (name, value) in properties {
        start(xml, "property", &[("name", name.to_owned()), ("value", value)], true)?;
    }
    end(xml, "properties")?;
    for (name, outcome) in cases {
        let class = format!("bmc.{}", metadata.entry);
        let attributes = [("name", name), ("classname", class)];
        match outcome {
            Outcome::Passed => start(xml, "testcase", &attributes, true)?,
            Outcome::Skipped(why) => {
                start(xml, "testcase", &attributes, false)?;
                element(xml, "skipped", &[], &why)?;
                end(xml, "testcase")?;
            }
            Outcome::Error { kind, message } => {
                start(xml, "testcase", &attributes, false)?;
                let about = [("type", kind.to_owned()), ("message", message.clone())];
                element(xml, "error", &about, &message)?;
                end(xml, "testcase")?;
            }
            Outcome::Failure { kind, message, text } => {
                start(xml, "testcase", &attributes, false)?;
                element(xml, "failure", &[("type", kind.to_owned()), ("message", message)], &text)?;
                end(xml, "testcase")?;
            }
        }
    }
    end(xml, "testsuite")?;
    end(xml, "testsuites")
}

/// The result as JUnit XML.
pub fn junit(answer: Answer<'_>, metadata: &RunMetadata) -> String {
    finish(|xml| write(xml, answer, metadata))
}
