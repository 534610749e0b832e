//! Results as JSON (`--format json`).

use serde_json::{Map, Number, Value, json};

use super::lines::{Line, library_name, lines};
use super::stats::EngineAnswer;
use super::verdict::{classified, reason, verdict_line};
use crate::engine::verdict::{Cause, Replayed, Verdict, Violation};
use crate::program::{LocId, Program};

/// Version of the document's form; it grows when a reader could misunderstand.
const VERSION: u32 = 1;

/// The result as one JSON document.
///
/// Fields: `version`, `verdict` (`true`, `false`, `unknown`), `line` (the verdict line), `bound` (null where there is none),
/// `proved_bound` (and `omission_probability` with hash compaction, `vacuity` where it was asked for: a list of places with `kind`
/// (`assertion`, `loop`, `end`), `place`, `function`, `status` (`unreached`, `unknown`) and `text`) or
/// `reason` or `violations`, `undefined_functions`, `warnings`, `statistics`. A violation has `check`, `description`,
/// `place`, `function`, `replayed` (`machine`, or an object whose `evaluator` says why not) and `trace`, whose steps have `kind` (`call`, `return`, `input`, `assign`, `object`, `read`: of what another thread has stored, `visible`: others see a store, `free`,
/// `skipped`, `proposition`, `cycle`: where what repeats begins, `violation`), `place`, `function`, `depth`, `text` and where they apply `target`, `value`, `inside` (a library
/// function), `thread` (by the order in which they first run) and `times`.
pub fn json(p: &Program, report: &EngineAnswer<'_>, warnings: &[String]) -> String {
    let mut doc = Map::new();
    doc.insert("version".into(), VERSION.into());
    let word = match report.verdict {
        Verdict::True(_) => "true",
        Verdict::False(_) => "false",
        Verdict::Unknown(_) => "unknown",
    };
    doc.insert("verdict".into(), word.into());
    doc.insert("line".into(), verdict_line(p, report.verdict).into());
    doc.insert("bound".into(), report.bound.into());
    match report.verdict {
        Verdict::True(proof) => {
            doc.insert("proved_bound".into(), proof.bound().into());
            if let Some(assumed) = proof.assumed() {
                let known = proof.invariants().iter().map(|i| {
                    json!({
                        "function": p.func(i.func).source_name,
                        "kind": i.claimed.word(),
                        "place": place(p, i.loc),
                        "expression": i.expression,
                    })
                });
                let known: Vec<Value> = known.collect();
                doc.insert("induction".into(), json!({"assumed_iterations": assumed, "invariants": known}));
            }
            if proof.omission() > 0.0 {
                doc.insert("omission_probability".into(), number(proof.omission()));
            }
            let threads = proof.threading();
            if threads.sequential {
                doc.insert("assumes_sequential_consistency".into(), true.into());
            }
            if threads.acyclic {
                doc.insert("assumes_rc11".into(), true.into());
            }
            if threads.store_order {
                doc.insert("assumes_total_store_order".into(), true.into());
            }
            if threads.race_free {
                doc.insert("assumes_no_data_race".into(), true.into());
            }
            if p.exchanges_weakly() {
                doc.insert("assumes_exchange_fails_on_difference".into(), true.into());
            }
            if let Some(vacuity) = report.vacuity {
                doc.insert("vacuity".into(), vacuity.json(p));
            }
        }
        Verdict::False(found) => {
            doc.insert("violations".into(), found.iter().map(|v| violation(p, v)).collect());
        }
        Verdict::Unknown(cause) => {
            doc.insert("reason".into(), unknown(p, cause));
        }
    }
    let undefined = report.undefined.iter().map(|f| p.func(*f).source_name.clone().into()).collect();
    doc.insert("undefined_functions".into(), Value::Array(undefined));
    doc.insert("warnings".into(), warnings.into());
    doc.insert("statistics".into(), figures(&report.statistics));
    // A document made of values always prints.
    serde_json::to_string_pretty(&Value::Object(doc)).unwrap_or_default()
}

/// The document of a run that was ended without a report.
pub fn json_unknown(reason: &str, statistics: &[(&'static str, f64)]) -> String {
    let doc = json!({
        "version": VERSION,
        "verdict": "unknown",
        "line": format!("UNKNOWN({reason})"),
        "reason": {"kind": reason.split([' ', ':']).next(), "text": reason, "place": null},
        "statistics": figures(statistics),
    });
    serde_json::to_string_pretty(&doc).unwrap_or_default()
}

/// Figures by name.
fn figures(all: &[(&'static str, f64)]) -> Value {
    let all = all.iter().map(|&(name, value)| (name.to_owned(), number(value)));
    Value::Object(all.collect())
}

/// A figure.
pub fn number(v: f64) -> Value {
    match v.fract() == 0.0 && v >= 0.0 {
        true => Value::from(v as u64),
        false => Number::from_f64(v).map_or(Value::Null, Value::Number),
    }
}

fn place(p: &Program, loc: Option<LocId>) -> Value {
    match loc {
        Some(l) => {
            let l = p.locs[l.index()];
            json!({"file": p.files[l.file.index()], "line": l.line, "column": l.col})
        }
        None => Value::Null,
    }
}

fn unknown(p: &Program, cause: &Cause) -> Value {
    let (kind, loc) = classified(cause);
    json!({"kind": kind, "text": reason(p, cause), "place": place(p, loc)})
}

fn violation(p: &Program, v: &Violation) -> Value {
    let told = lines(p, &v.record);
    let func = told.last().map(|l| p.func(l.func).source_name.clone());
    let trace: Vec<Value> = told.iter().map(|l| step(p, l)).collect();
    json!({
        "check": v.check.name(),
        "description": v.check.words(),
        "place": place(p, v.loc),
        "function": func,
        "trace": trace,
        "replayed": match &v.replayed {
            Replayed::Machine => json!("machine"),
            Replayed::Evaluator(why) => json!({"evaluator": why}),
        },
    })
}

fn step(p: &Program, l: &Line) -> Value {
    let mut step = Map::new();
    step.insert("kind".into(), l.kind.name().into());
    step.insert("place".into(), place(p, l.loc));
    step.insert("function".into(), p.func(l.func).source_name.clone().into());
    step.insert("depth".into(), l.depth.into());
    step.insert("text".into(), l.text.clone().into());
    if let Some(thread) = l.thread {
        step.insert("thread".into(), thread.into());
    }
    if let Some(target) = &l.target {
        step.insert("target".into(), target.clone().into());
    }
    if let Some(value) = &l.value {
        step.insert("value".into(), value.clone().into());
    }
    if let Some(f) = l.inside {
        step.insert("inside".into(), library_name(p, f).into());
    }
    if l.times > 1 {
        step.insert("times".into(), l.times.into());
    }
    step.into()
}
