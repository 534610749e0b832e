//! Results in the Static Analysis Results Interchange Format (SARIF) 2.1.0, for editors and code hosts.

use std::collections::HashMap;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::explain::explained;
use super::json::number;
use super::lines::{Line, LineKind};
use super::run_metadata::{Answer, RunMetadata};
use super::story::{Frame, Moment, Story, story};
use super::vacuity::{Vacuity, claim};
use super::verdict::{classified, reason};
use crate::base::content::{hexadecimal, sha256};
use crate::engine::goals::Goal;
use crate::engine::record::state::FinalState;
use crate::engine::verdict::{Cause, Replayed, Verdict, Violation};
use crate::program::{LocId, Program};
use crate::property::{Check, CheckSet};

/// Where the schema is.
pub const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The name of the working directory in addresses of files.
const ROOT: &str = "SRCROOT";

/// Most steps of a run in the document, of all runs together, and the least number for each run.
const STEPS: (usize, usize, usize) = (5000, 20_000, 200);

/// What stays as it is in an address.
const PLAIN: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/').remove(b'+');

/// Kinds of notifications: names, and what each means.
const NOTIFICATIONS: &[(&str, &str)] = &[
    ("warning", "What the user should know about how the program was read."),
    ("undefined-function", "A function without a body is called; its result is any value."),
    ("bound", "A loop or recursion goes on beyond the bound, so that nothing is proved."),
    ("unsupported", "A construct that is not interpreted can be reached."),
    ("undefined", "Undefined behaviour that no enabled check covers can be reached."),
    ("endless-loop", "A run can stay in a loop for ever."),
    ("context-bound", "More switches of threads than the bound allows were not tried."),
    ("timeout", "The time was up."),
    ("memory", "The memory was used up."),
    ("solver", "The solver gave up."),
    ("unreached", "No run comes to a place of the program, so that the proof says nothing about it."),
];

/// An absolute path without `.` and `..`.
fn absolute(directory: &str, name: &str) -> String {
    let joined = if name.starts_with('/') { name.to_owned() } else { format!("{directory}/{name}") };
    let mut parts: Vec<&str> = Vec::new();
    for part in joined.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

fn encoded(path: &str) -> String {
    utf8_percent_encode(path, PLAIN).to_string()
}

/// The address of a file: relative to the working directory if it lies there.
fn artifact(metadata: &RunMetadata, name: &str) -> Map<String, Value> {
    let path = absolute(&metadata.directory, name);
    let inside = path.strip_prefix(&absolute(&metadata.directory, "")).map(|p| p.trim_start_matches('/'));
    let mut out = Map::new();
    match inside.filter(|p| !p.is_empty() && path.len() > p.len() + 1) {
        Some(inside) => {
            out.insert("uri".into(), encoded(inside).into());
            out.insert("uriBaseId".into(), ROOT.into());
        }
        None => {
            out.insert("uri".into(), format!("file://{}", encoded(&path)).into());
        }
    }
    out
}

/// The column in characters, from the column in bytes that compilers count.
fn column(metadata: &RunMetadata, file: &str, line: u32, column: u32) -> u32 {
    let before = metadata.line(file, line).and_then(|text| text.get(..column.saturating_sub(1) as usize));
    match before {
        Some(before) => String::from_utf8_lossy(before).chars().count() as u32 + 1,
        None => column,
    }
}

struct SarifWriter<'a> {
    p: &'a Program,
    metadata: &'a RunMetadata,
    /// Steps that are written of the start and of the end of a run.
    ends: (usize, usize),
}

impl SarifWriter<'_> {
    /// A place, with what happens there.
    fn location(&self, loc: Option<LocId>, function: Option<&str>, text: Option<&str>) -> Value {
        let mut out = Map::new();
        if let Some(loc) = loc {
            let l = self.p.locs[loc.index()];
            let file = &self.p.files[l.file.index()];
            let mut address = artifact(self.metadata, file);
            if let Some(index) = self.metadata.sources.iter().position(|s| s.name == *file) {
                address.insert("index".into(), index.into());
            }
            let mut place = Map::new();
            place.insert("artifactLocation".into(), address.into());
            if l.line > 0 {
                let mut region = Map::new();
                region.insert("startLine".into(), l.line.into());
                if l.col > 0 {
                    region.insert("startColumn".into(), column(self.metadata, file, l.line, l.col).into());
                }
                place.insert("region".into(), region.into());
            }
            out.insert("physicalLocation".into(), place.into());
        }
        if let Some(function) = function {
            out.insert("logicalLocations".into(), json!([{"name": function, "kind": "function"}]));
        }
        if let Some(text) = text {
            out.insert("message".into(), json!({"text": text}));
        }
        out.into()
    }

    fn name(&self, f: crate::program::FuncId) -> &str {
        &self.p.func(f).source_name
    }

    fn step(&self, moment: &Moment, order: usize) -> Value {
        let line = &moment.line;
        let mut text = line.text.clone();
        if let Some(f) = line.inside {
            text.push_str(&format!(" (in {})", super::lines::library_name(self.p, f)));
        }
        if line.times > 1 {
            text.push_str(&format!(" ({} times)", line.times));
        }
        let mut step = Map::new();
        step.insert("location".into(), self.location(line.loc, Some(self.name(line.func)), Some(&text)));
        let values = moment.changes.iter().filter_map(|c| Some((&c.name, c.value.as_ref()?)));
        let state: Map<String, Value> = values.map(|(n, v)| (n.clone(), json!({"text": v}))).collect();
        if !state.is_empty() {
            step.insert("state".into(), state.into());
        }
        step.insert("nestingLevel".into(), line.depth.into());
        step.insert("executionOrder".into(), order.into());
        let importance = match line.kind {
            LineKind::Violation | LineKind::Input => "essential",
            _ if line.inside.is_some() => "unimportant",
            _ => "important",
        };
        step.insert("importance".into(), importance.into());
        step.insert("kinds".into(), json!([line.kind.name()]));
        step.into()
    }

    /// The steps of a run, by thread; how many are left out.
    fn flow(&self, story: &Story) -> (Value, usize) {
        let all = &story.moments;
        let (head, tail) = self.ends;
        let left_out = all.len().saturating_sub(head + tail);
        let kept = all.iter().enumerate().filter(|(i, _)| *i < head || *i >= head + left_out);
        let mut threads: Vec<(u32, Vec<Value>)> = Vec::new();
        for (i, moment) in kept {
            let step = self.step(moment, i + 1);
            match threads.iter_mut().find(|t| t.0 == moment.thread) {
                Some(thread) => thread.1.push(step),
                None => threads.push((moment.thread, vec![step])),
            }
        }
        let flows: Vec<Value> = threads
            .into_iter()
            .map(|(thread, steps)| json!({"id": format!("thread {thread}"), "locations": steps}))
            .collect();
        let mut flow = json!({"threadFlows": flows});
        let mut text = format!("The run that shows it: {} steps.", all.len());
        if left_out > 0 {
            text.push_str(&format!(" {left_out} of them, after the first {head}, are left out here."));
        }
        flow["message"] = json!({"text": text});
        (json!([flow]), left_out)
    }

    /// The stacks of all threads where the run ends.
    fn stacks(&self, story: &Story, last: Option<&FinalState>) -> Value {
        let frame = |loc: Option<LocId>, func, thread: Option<u32>| {
            let mut frame = Map::new();
            frame.insert("location".into(), self.location(loc, Some(self.name(func)), None));
            if let Some(thread) = thread {
                frame.insert("threadId".into(), thread.into());
            }
            Value::from(frame)
        };
        if let Some(last) = last {
            let stack = |thread: &crate::engine::record::state::Thread| {
                let words = thread.number.map_or(String::new(), |n| format!("thread {n}"));
                let frames: Vec<Value> =
                    thread.stack.iter().map(|a| frame(a.loc, a.func, thread.number)).collect();
                json!({"message": {"text": words}, "frames": frames})
            };
            // All that is known of a thread that has not run yet is that there is one.
            return last.threads.iter().filter(|t| t.number.is_some()).map(stack).collect();
        }
        let Some(end) = story.moments.last() else { return json!([]) };
        let mut frames = vec![frame(end.line.loc, end.line.func, Some(end.thread))];
        let mut at: Option<&Frame> = story.frames.get(end.frame);
        while let Some((caller, from)) = at.and_then(|f| Some((f.caller?, f.from))) {
            frames.push(frame(from, story.frames[caller].func, Some(end.thread)));
            at = story.frames.get(caller);
        }
        json!([{"frames": frames}])
    }

    /// Fingerprint of a violation that survives moved lines: its kind, file and function, and the text of its line.
    fn fingerprint(&self, v: &Violation, end: Option<&Line>) -> String {
        let mut hash = Sha256::new();
        let mut add = |part: &[u8]| {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        };
        add(v.check.name().as_bytes());
        if let Some(end) = end {
            add(self.p.func(end.func).name.as_bytes());
        }
        if let Some(loc) = v.loc.or(end.and_then(|l| l.loc)) {
            let l = self.p.locs[loc.index()];
            let file = &self.p.files[l.file.index()];
            let address = artifact(self.metadata, file);
            add(address.get("uri").and_then(Value::as_str).unwrap_or_default().as_bytes());
            let text = self.metadata.line(file, l.line).unwrap_or_default();
            let words: Vec<&[u8]> =
                text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
            add(&words.join(&b' '));
        }
        hexadecimal(&hash.finalize())
    }

    fn result(&self, v: &Violation, seen: &mut HashMap<String, u32>) -> Value {
        let story = story(self.p, &v.record);
        let end = story.moments.last().map(|m| &m.line);
        let text = end.map_or(v.check.words(), |l| l.text.strip_prefix("violated: ").unwrap_or(&l.text));
        let function = end.map(|l| self.name(l.func));
        let fingerprint = self.fingerprint(v, end);
        let number = seen.entry(fingerprint.clone()).or_default();
        *number += 1;
        let (flows, left_out) = self.flow(&story);
        let mut related = Vec::new();
        let mut add = |loc: Option<LocId>, text: String| {
            if loc.is_some() {
                let mut place = self.location(loc, None, Some(&text));
                place["id"] = related.len().into();
                related.push(place);
            }
        };
        if let Some(last) = v.record.last.as_deref()
            && let Some(o) = last.culprit.map(|i| &last.objects[i])
        {
            add(o.made, format!("{} is made here", o.name));
            add(o.freed, format!("{} is freed here", o.name));
        }
        if let Some(crate::engine::record::Step {
            event: crate::engine::record::Event::Violation(_, detail),
            ..
        }) = v.record.steps.last()
        {
            for party in detail.parties.iter().flat_map(|p| p.iter()) {
                let kind = if party.write { "written" } else { "read" };
                add(party.loc, format!("{kind} here by one of the threads"));
            }
        }
        let place = self.location(v.loc.or(end.and_then(|l| l.loc)), function, None);
        let rule = Check::ALL.iter().position(|c| *c == v.check).unwrap_or(0);
        let replayed = match &v.replayed {
            Replayed::Machine => json!("machine"),
            Replayed::Evaluator(why) => json!({"evaluator": why}),
        };
        let mut result = json!({
            "ruleId": v.check.name(),
            "ruleIndex": rule,
            "kind": "fail",
            "level": level(v.check),
            "message": {"text": format!("{text}.")},
            "locations": [place],
            "partialFingerprints": {"bmcViolation/v1": format!("{fingerprint}:{number}")},
            "codeFlows": flows,
            "stacks": self.stacks(&story, v.record.last.as_deref()),
            "properties": {"replayed": replayed, "stepsLeftOut": left_out},
        });
        if !related.is_empty() {
            result["relatedLocations"] = related.into();
        }
        result
    }

    /// A note for each place that no run reaches.
    fn vacuity(&self, vacuity: &Vacuity) -> Vec<Value> {
        let note = |goal: &Goal| {
            let mut note = notification("unreached", &claim(self.p, goal));
            note["level"] = "note".into();
            note["locations"] = json!([self.location(Some(goal.loc), Some(self.name(goal.func)), None)]);
            note
        };
        vacuity.unreached.iter().map(note).collect()
    }

    fn cause(&self, cause: &Cause) -> Value {
        let (kind, loc) = classified(cause);
        let kind = kind.replace(' ', "-");
        let mut note = notification(&kind, &reason(self.p, cause));
        if loc.is_some() {
            note["locations"] = json!([self.location(loc, None, None)]);
        }
        note
    }
}

/// How bad it is: what C allows, or what only costs memory, is less than what it leaves undefined.
fn level(check: Check) -> &'static str {
    use Check::{Conversion, Leak, LeakAtExit, UnsignedOverflow};
    if matches!(check, Leak | LeakAtExit | UnsignedOverflow | Conversion) { "warning" } else { "error" }
}

fn notification(kind: &str, text: &str) -> Value {
    let index = NOTIFICATIONS.iter().position(|n| n.0 == kind).unwrap_or(0);
    json!({
        "level": "warning",
        "descriptor": {"id": NOTIFICATIONS[index].0, "index": index},
        "message": {"text": text},
    })
}

fn rule(check: Check) -> Value {
    let about = explained(check);
    let mut tags = vec!["correctness".to_owned()];
    if let Some(cwe) = about.cwe {
        tags.extend(["security".to_owned(), format!("external/cwe/cwe-{cwe:03}")]);
    }
    let words = check.words();
    let mut sentence: String = words.chars().take(1).flat_map(char::to_uppercase).collect();
    sentence.extend(words.chars().skip(1));
    json!({
        "id": check.name(),
        "name": format!("{check:?}"),
        "shortDescription": {"text": format!("{sentence}.")},
        "fullDescription": {"text": about.why},
        "help": {
            "text": format!("{} {}", about.why, about.look),
            "markdown": format!("{}\n\n**What to look at:** {}", about.why, about.look),
        },
        "defaultConfiguration": {
            "enabled": CheckSet::c_default().contains(check),
            "level": level(check),
        },
        "properties": {"tags": tags, "precision": "very-high"},
    })
}

/// The result as a SARIF log of one run.
pub fn sarif(answer: Answer<'_>, metadata: &RunMetadata) -> String {
    let mut notes: Vec<Value> = metadata.warnings.iter().map(|w| notification("warning", w)).collect();
    let mut results = Vec::new();
    let mut properties = Map::new();
    properties.insert("verdict".into(), answer.line().into());
    match answer {
        Answer::Ended(why, _) => {
            let kinds = ["memory", "unsupported", "timeout"];
            let kind = kinds.into_iter().find(|kind| why.starts_with(kind)).unwrap_or("warning");
            notes.push(notification(kind, why));
        }
        Answer::Engine(p, found) => {
            let count = if let Verdict::False(found) = found.verdict { found.len() } else { 1 };
            let (most, all, least) = STEPS;
            let steps = (all / count.max(1)).clamp(least, most);
            let writer = SarifWriter { p, metadata, ends: (steps / 5, steps - steps / 5) };
            for f in found.undefined {
                let text = format!("{} is not defined: its calls return any value", writer.name(*f));
                // It is among the warnings, too, which are for people.
                notes.retain(|n| n["message"]["text"] != text.as_str());
                notes.push(notification("undefined-function", &text));
            }
            match found.verdict {
                Verdict::True(proof) => {
                    properties.insert("provedBound".into(), proof.bound().into());
                    notes.extend(found.vacuity.into_iter().flat_map(|vacuity| writer.vacuity(vacuity)));
                }
                Verdict::False(found) => {
                    let mut seen = HashMap::new();
                    results = found.iter().map(|v| writer.result(v, &mut seen)).collect();
                }
                Verdict::Unknown(cause) => notes.push(writer.cause(cause)),
            }
            properties.insert("bound".into(), found.bound.into());
            let figures: Map<String, Value> =
                found.statistics.iter().map(|&(name, v)| (name.to_owned(), number(v))).collect();
            properties.insert("statistics".into(), figures.into());
        }
    }
    let artifacts: Vec<Value> = metadata
        .sources
        .iter()
        .map(|source| {
            let mut file = json!({"location": artifact(metadata, &source.name), "roles": ["analysisTarget"]});
            if let Some(text) = &source.text {
                file["length"] = text.len().into();
                file["hashes"] = json!({"sha-256": sha256(text)});
            }
            file
        })
        .collect();
    let default = CheckSet::c_default();
    let overrides: Vec<Value> = Check::ALL
        .iter()
        .enumerate()
        .filter(|(_, c)| default.contains(**c) != metadata.checks.contains(**c))
        .map(|(i, c)| {
            let enabled = metadata.checks.contains(*c);
            json!({"descriptor": {"id": c.name(), "index": i}, "configuration": {"enabled": enabled}})
        })
        .collect();
    let descriptors: Vec<Value> = NOTIFICATIONS
        .iter()
        .map(|(id, text)| json!({"id": id, "shortDescription": {"text": text}}))
        .collect();
    let version = env!("CARGO_PKG_VERSION");
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "bmc",
                "fullName": format!("bmc {version}, bounded model checker"),
                "version": version,
                "semanticVersion": version,
                "rules": Check::ALL.iter().map(|c| rule(*c)).collect::<Vec<_>>(),
                "notifications": descriptors,
            }},
            "automationDetails": {"id": format!("bmc/{}/{}", metadata.engine, metadata.entry)},
            "invocations": [{
                "commandLine": shlex::try_join(metadata.arguments.iter().map(String::as_str)).unwrap_or_default(),
                "arguments": metadata.arguments.get(1..).unwrap_or_default(),
                "startTimeUtc": metadata.started,
                "endTimeUtc": metadata.ended,
                "exitCode": answer.exit_code(),
                "executionSuccessful": true,
                "workingDirectory": {"uri": root(metadata)},
                "toolExecutionNotifications": notes,
                "ruleConfigurationOverrides": overrides,
            }],
            "originalUriBaseIds": {ROOT: {"uri": root(metadata)}},
            "artifacts": artifacts,
            "columnKind": "unicodeCodePoints",
            "results": results,
            "properties": properties,
        }],
    });
    serde_json::to_string_pretty(&log).unwrap_or_default()
}

fn root(metadata: &RunMetadata) -> String {
    let path = absolute(&metadata.directory, "");
    format!("file://{}{}", encoded(&path), if path == "/" { "" } else { "/" })
}
