//! The data of the page, as JSON. Places are `[file, line, column]`; what is missing is null. Control characters in texts are
//! replaced. Everything that may be large has a limit, and says what is left out.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::{Value, json};

use crate::engine::record::state::{Activation, FinalState, Held, Object, Storage, Target};
use crate::engine::record::{Event, Place, Shown};
use crate::engine::verdict::{Cause, Replayed, Verdict, Violation};
use crate::program::{DebugVarId, FuncId, LocId, Program};
use crate::report::explain::explained;
use crate::report::json::number;
use crate::report::lines::{Context, LineKind, library_name};
use crate::report::objects::{Shape, shapes, type_name};
use crate::report::run_metadata::{Answer, RunMetadata};
use crate::report::story::{Change, Moment, Story, story};
use crate::report::value;
use crate::report::verdict::{classified, reason};

/// Most steps of a run that the page shows, and of all runs together.
const STEPS: (usize, usize) = (6000, 24_000);

/// Most violations whose run the page shows.
const VIOLATIONS: usize = 30;

/// Longest text of a line, a step or a value.
const TEXT: usize = 2000;

/// Most bytes of source text; of longer texts, the lines around a place that are shown.
const SOURCES: usize = 3 << 20;
const AROUND: u32 = 40;

/// A text without characters that cannot be seen or that change how others are seen, and not too long.
fn clean(text: &str) -> String {
    let mut out = String::new();
    for (i, c) in text.chars().enumerate() {
        if i == TEXT {
            out.push_str(&format!("... ({} more characters)", text.chars().count() - TEXT));
            break;
        }
        match c {
            '\t' => out.push(c),
            '\r' => {}
            c if c.is_control() => out.push('\u{fffd}'),
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' => {
                out.push_str(&format!("<U+{:04X}>", c as u32));
            }
            c => out.push(c),
        }
    }
    out
}

struct PageWriter<'a> {
    p: &'a Program,
    metadata: &'a RunMetadata,
    /// The files that the page has, by their numbers in the program.
    files: HashMap<usize, usize>,
    /// The lines of files that the page mentions.
    mentioned: BTreeMap<usize, BTreeSet<u32>>,
    /// Steps that are shown at the start and at the end of a run.
    ends: (usize, usize),
}

impl<'a> PageWriter<'a> {
    fn new(p: &'a Program, metadata: &'a RunMetadata) -> PageWriter<'a> {
        let known = p.files.iter().enumerate().filter(|(_, name)| metadata.source(name).is_some());
        let files = known.enumerate().map(|(i, (file, _))| (file, i)).collect();
        PageWriter { p, metadata, files, mentioned: BTreeMap::new(), ends: (0, 0) }
    }

    fn place(&mut self, loc: Option<LocId>) -> Value {
        let Some(loc) = loc else { return Value::Null };
        let l = self.p.locs[loc.index()];
        match self.files.get(&l.file.index()) {
            Some(&file) if l.line > 0 => {
                self.mentioned.entry(file).or_default().insert(l.line);
                json!([file, l.line, l.col])
            }
            _ => Value::Null,
        }
    }

    fn name(&self, f: FuncId) -> String {
        clean(&self.p.func(f).source_name)
    }

    /// The sources, in the order of `files`.
    fn sources(&self) -> Value {
        let mut order: Vec<(usize, usize)> = self.files.iter().map(|(&file, &i)| (i, file)).collect();
        order.sort_unstable();
        let mut budget = SOURCES;
        let mut out = Vec::new();
        for (i, file) in order {
            let name = &self.p.files[file];
            let text = self.metadata.source(name).and_then(|s| s.text.as_deref());
            let Some(text) = text else {
                out.push(json!({"name": clean(name), "parts": null}));
                continue;
            };
            let lines: Vec<&[u8]> = text.split(|&b| b == b'\n').collect();
            let shown: usize = lines.iter().map(|l| l.len().min(4 * TEXT) + 8).sum();
            let whole = shown <= budget;
            let mentioned = self.mentioned.get(&i);
            let near = |line: u32| {
                mentioned
                    .is_some_and(|m| m.range(line.saturating_sub(AROUND)..=line + AROUND).next().is_some())
            };
            let mut parts: Vec<(u32, Vec<String>)> = Vec::new();
            for (number, line) in (1u32..).zip(&lines) {
                if !(whole || near(number)) || line.len() + 8 > budget {
                    continue;
                }
                budget = budget.saturating_sub(line.len().min(4 * TEXT) + 8);
                // What is cut off anyway is not read.
                let line = clean(&String::from_utf8_lossy(&line[..line.len().min(64 * TEXT)]));
                match parts.last_mut() {
                    Some((first, part)) if *first + part.len() as u32 == number => part.push(line),
                    _ => parts.push((number, vec![line])),
                }
            }
            let parts: Vec<Value> =
                parts.into_iter().map(|(first, lines)| json!({"first": first, "lines": lines})).collect();
            out.push(json!({"name": clean(name), "parts": parts, "lines": lines.len(), "whole": whole}));
        }
        out.into()
    }

    fn change(change: &Change) -> Value {
        json!([change.scope, clean(&change.name), change.value.as_deref().map(clean)])
    }

    fn step(&mut self, moment: &Moment) -> Value {
        let line = &moment.line;
        let inside = line.inside.map(|f| clean(library_name(self.p, f)));
        let changes: Vec<Value> = moment.changes.iter().map(Self::change).collect();
        let place = self.place(line.loc);
        let text = clean(&line.text);
        json!([
            line.kind.name(),
            place,
            moment.thread,
            moment.frame,
            line.depth,
            text,
            inside,
            line.times,
            changes
        ])
    }

    /// The steps. Those in the middle of a long run become a single one with all that they have changed.
    fn steps(&mut self, story: &Story) -> Value {
        let all = &story.moments;
        let (head, tail) = self.ends;
        if all.len() <= head + tail {
            return all.iter().map(|m| self.step(m)).collect();
        }
        let end = all.len() - tail;
        let mut steps: Vec<Value> = all[..head].iter().map(|m| self.step(m)).collect();
        let mut changes: BTreeMap<_, &Change> = BTreeMap::new();
        for change in all[head..end].iter().flat_map(|m| &m.changes) {
            changes.insert((change.scope, &change.name), change);
        }
        // The page no longer shows the variables of activations that have ended.
        let active: BTreeSet<usize> =
            all[end - 1..].iter().map(|m| m.frame).flat_map(|f| callers(story, f)).collect();
        let kept = changes.values().filter(|c| c.scope.is_none_or(|f| active.contains(&f)));
        let kept: Vec<Value> = kept.map(|c| Self::change(c)).collect();
        let last = &all[end - 1];
        let place = self.place(last.line.loc);
        let text = format!("{} steps are left out here", end - head);
        steps.push(json!(["skipped", place, last.thread, last.frame, last.line.depth, text, null, 1, kept]));
        steps.extend(all[end..].iter().map(|m| self.step(m)));
        steps.into()
    }

    /// For each line, where conditions went on, and how often.
    fn branches(&mut self, v: &Violation) -> Value {
        let mut ways: BTreeMap<(usize, u32), BTreeMap<u32, u64>> = BTreeMap::new();
        for step in v.record.shown() {
            let (Event::Branch { at: Some(to), .. }, Some(from)) = (&step.event, step.loc) else { continue };
            let (from, to) = (self.p.locs[from.index()], self.p.locs[to.index()]);
            if let Some(&file) = self.files.get(&from.file.index()).filter(|_| from.file == to.file) {
                *ways.entry((file, from.line)).or_default().entry(to.line).or_default() += 1;
            }
        }
        let row = |((file, line), to): ((usize, u32), BTreeMap<u32, u64>)| {
            let to: Vec<_> = to.into_iter().collect();
            json!([file, line, to])
        };
        ways.into_iter().map(row).collect()
    }

    fn violation(&mut self, v: &Violation) -> Value {
        let mut story = story(self.p, &v.record);
        let steps = self.steps(&story);
        let frames: Vec<Value> = story
            .frames
            .iter()
            .map(|f| json!([self.name(f.func), f.thread, f.caller, self.place(f.from)]))
            .collect();
        let counts: Vec<Value> = v
            .record
            .lines
            .iter()
            .filter_map(|(file, line, n)| Some(json!([self.files.get(&file.index())?, line, n])))
            .collect();
        let initial: Vec<Value> = story.initial.iter().map(Self::change).collect();
        let end = story.moments.last().map(|m| m.line.clone());
        let text =
            end.as_ref().map_or(v.check.words(), |l| l.text.strip_prefix("violated: ").unwrap_or(&l.text));
        let about = explained(v.check);
        let replayed = match &v.replayed {
            Replayed::Machine => Value::Null,
            Replayed::Evaluator(why) => clean(why).into(),
        };
        let state = v.record.last.as_deref().map(|last| self.state(&mut story.context, v, last));
        json!({
            "check": v.check.name(),
            "words": v.check.words(),
            "why": about.why,
            "look": about.look,
            "cwe": about.cwe,
            "text": clean(text),
            "place": self.place(v.loc.or(end.as_ref().and_then(|l| l.loc))),
            "function": end.as_ref().map(|l| self.name(l.func)),
            "evaluated": replayed,
            "frames": frames,
            "initial": initial,
            "steps": steps,
            "total": story.moments.len(),
            "violated": end.is_some_and(|l| l.kind == LineKind::Violation),
            "counts": counts,
            "branches": self.branches(v),
            "state": state,
        })
    }

    /// Where the violating access is: the number of the object and the offset.
    fn access(&self, v: &Violation, state: &FinalState) -> Option<Target> {
        let Some(Event::Violation(_, detail)) = v.record.steps.last().map(|s| &s.event) else { return None };
        let Some(Shown::Pointer(place)) = &detail.address else { return None };
        let culprit = state.culprit?;
        let object = &state.objects[culprit];
        match place {
            Place::Var(var, off) if object.var == Some(*var) => Some((culprit, *off)),
            Place::Object(name, off) if object.name == *name => Some((culprit, *off)),
            _ => None,
        }
    }

    fn state(&mut self, context: &mut Context, v: &Violation, state: &FinalState) -> Value {
        let shapes = shapes(self.p, context, state);
        let objects: Vec<Value> =
            state.objects.iter().zip(&shapes).map(|(object, shape)| self.object(object, shape)).collect();
        let threads: Vec<Value> = state
            .threads
            .iter()
            .map(|thread| {
                let stack: Vec<Value> = thread.stack.iter().map(|a| self.activation(context, a)).collect();
                json!({"number": thread.number, "stack": stack})
            })
            .collect();
        json!({
            "threads": threads,
            "objects": objects,
            "leftOut": state.left_out,
            "culprit": state.culprit,
            "access": self.access(v, state),
        })
    }

    fn object(&mut self, object: &Object, shape: &Shape) -> Value {
        let storage = match object.storage {
            Storage::Static => "static",
            Storage::Automatic(_) => "automatic",
            Storage::Heap => "heap",
            Storage::Other => "other",
        };
        let owner = match object.storage {
            Storage::Automatic(Some(f)) => Some(self.name(f)),
            _ => None,
        };
        let rows: Vec<Value> = shape
            .rows
            .iter()
            .map(|row| json!([clean(&row.name), clean(&row.value), row.to, row.at, row.len]))
            .collect();
        json!({
            "name": clean(&object.name),
            "type": shape.ty.as_deref().map(clean),
            "storage": storage,
            "owner": owner,
            "size": object.size,
            "live": object.live,
            "reached": object.reached,
            "made": self.place(object.made),
            "freed": self.place(object.freed),
            "rows": rows,
            "cut": shape.cut,
        })
    }

    fn activation(&mut self, context: &Context, a: &Activation) -> Value {
        let variable = |(var, held): &(DebugVarId, Held)| {
            let var = &self.p.vars[var.index()];
            let name = clean(&var.name);
            let ty = clean(&type_name(self.p, var.ty));
            match held {
                Held::Value(shown, to) => {
                    json!([name, ty, clean(&value::value(self.p, context, shown, var.ty)), to, null])
                }
                Held::Object(number) => json!([name, ty, null, null, number]),
            }
        };
        let variables: Vec<Value> = a.variables.iter().map(variable).collect();
        json!({
            "function": self.name(a.func),
            "place": self.place(a.loc),
            "inside": a.inside.map(|f| clean(library_name(self.p, f))),
            "variables": variables,
        })
    }

    fn reason(&mut self, cause: &Cause) -> Value {
        let (kind, loc) = classified(cause);
        let help = match cause {
            Cause::Bound { .. } => {
                "Runs that go on longer were not followed. A larger --bound, or --bound-at for this loop, follows more."
            }
            Cause::Unsupported { .. } => {
                "The construct can be reached and is not interpreted, so nothing can be said about the runs that go through it."
            }
            Cause::Undefined { .. } => {
                "The C standard leaves undefined what follows. With the check that covers it, it is a violation."
            }
            Cause::Endless(_) => "Whether some run stays there for ever is not decided.",
            Cause::Contexts(_) => {
                "More switches of threads were not tried. A larger --context-bound tries them."
            }
            Cause::Timeout(_) => "A larger --timeout, or a smaller --bound.",
            Cause::Memory(_) => "A larger --memory-limit, or a smaller --bound.",
            Cause::Solver(_) => "Another --solver may decide.",
            Cause::Rejected { .. } => {
                "There is a proof by induction that the second check did not accept. With --no-recheck it counts."
            }
        };
        json!({"kind": kind, "text": clean(&reason(self.p, cause)), "place": self.place(loc), "help": help})
    }
}

/// An activation and its callers.
fn callers(story: &Story, frame: usize) -> Vec<usize> {
    let mut all = vec![frame];
    while let Some(caller) = story.frames[all[all.len() - 1]].caller {
        all.push(caller);
    }
    all
}

/// All that the page shows.
pub fn document(answer: Answer<'_>, metadata: &RunMetadata) -> Value {
    let pairs = |list: &[(&'static str, String)]| -> Vec<Value> {
        list.iter().map(|(name, value)| json!([name, clean(value)])).collect()
    };
    let texts = |list: &[String]| -> Vec<Value> { list.iter().map(|t| clean(t).into()).collect() };
    let mut doc = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "verdict": clean(&answer.line()),
        "command": clean(&metadata.arguments.join(" ")),
        "directory": clean(&metadata.directory),
        "inputs": texts(&metadata.inputs),
        "entry": clean(&metadata.entry),
        "engine": metadata.engine,
        "started": metadata.started,
        "seconds": metadata.seconds,
        "options": pairs(&metadata.options),
        "checks": metadata.checks.iter().map(|c| json!([c.name(), c.words()])).collect::<Vec<_>>(),
        "warnings": texts(&metadata.warnings),
        "kind": "unknown",
        "files": [],
        "violations": [],
    });
    let (p, found) = match answer {
        Answer::Ended(why, _) => {
            doc["reason"] =
                json!({"kind": "the run was ended", "text": clean(why), "place": null, "help": null});
            return doc;
        }
        Answer::Engine(p, found) => (p, found),
    };
    if let Some(vacuity) = found.vacuity {
        doc["warnings"] = texts(&[&metadata.warnings[..], &vacuity.notes(p)].concat()).into();
    }
    let mut writer = PageWriter::new(p, metadata);
    match found.verdict {
        Verdict::True(proof) => {
            doc["kind"] = "true".into();
            doc["proof"] = json!({"bound": proof.bound(), "omission": proof.omission()});
        }
        Verdict::False(found) => {
            doc["kind"] = "false".into();
            let steps = (STEPS.1 / found.len().clamp(1, VIOLATIONS)).min(STEPS.0);
            writer.ends = (steps / 3, steps - steps / 3);
            doc["violations"] = found.iter().take(VIOLATIONS).map(|v| writer.violation(v)).collect();
            doc["violationsLeftOut"] = found.len().saturating_sub(VIOLATIONS).into();
        }
        Verdict::Unknown(cause) => doc["reason"] = writer.reason(cause),
    }
    doc["entryPlace"] = match p.function(&metadata.entry) {
        Some(f) => writer.place(p.func(f).loc),
        None => Value::Null,
    };
    doc["files"] = writer.sources();
    doc["bound"] = found.bound.into();
    doc["undefined"] = found.undefined.iter().map(|f| writer.name(*f).into()).collect::<Vec<Value>>().into();
    doc["statistics"] =
        found.statistics.iter().map(|&(name, v)| json!([name, number(v)])).collect::<Vec<_>>().into();
    doc
}
