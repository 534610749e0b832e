//! A set of proofs as SARIF: the logs of the proofs as one run, with an invocation for each.
//!
//! Code hosts take a small number of runs only. What is expected is there, too, but suppressed.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Map, Value, json};

use super::summary::{Row, Summary, Worst};
use super::task::SARIF;
use crate::report::SARIF_SCHEMA;

/// A log that is put together.
#[derive(Default)]
struct Merged {
    invocations: Vec<Value>,
    results: Vec<Value>,
    artifacts: Vec<Value>,
    /// Numbers of the artifacts by their addresses.
    numbers: BTreeMap<String, usize>,
    /// What the first log says of the tool and of places.
    frame: Option<Map<String, Value>>,
}

impl Summary {
    /// A SARIF 2.1.0 document.
    pub fn sarif(&self) -> String {
        let mut merged = Merged::default();
        for row in &self.rows {
            merged.add(row);
        }
        let Merged { invocations, results, artifacts, frame, .. } = merged;
        let mut run = frame.unwrap_or_default();
        let version = env!("CARGO_PKG_VERSION");
        run.entry("tool").or_insert_with(|| json!({"driver": {"name": "bmc", "version": version}}));
        run.insert("automationDetails".into(), json!({"id": "bmc/verify/"}));
        run.insert("invocations".into(), invocations.into());
        run.insert("artifacts".into(), artifacts.into());
        run.insert("results".into(), results.into());
        run.insert("properties".into(), json!({"verdicts": self.line()}));
        let log = json!({"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]});
        serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
    }
}

impl Merged {
    /// Adds the log of a proof, or a notification where there is none.
    fn add(&mut self, row: &Row) {
        let text = row.files.as_ref().and_then(|files| fs::read_to_string(files.join(SARIF)).ok());
        let log: Option<Value> = text.and_then(|text| serde_json::from_str(&text).ok());
        let run =
            log.and_then(|mut log| log["runs"].get_mut(0).and_then(Value::as_object_mut).map(std::mem::take));
        let number = self.invocations.len();
        let Some(mut run) = run else {
            let note = json!({"level": "error", "message": {"text": row.outcome.line}});
            self.invocations.push(json!({
                "executionSuccessful": false,
                "toolExecutionNotifications": [note],
                "properties": {"proof": row.proof.name},
            }));
            return;
        };
        let taken = |run: &mut Map<String, Value>, key: &str| match run.remove(key) {
            Some(Value::Array(all)) => all,
            _ => Vec::new(),
        };
        let mut invocations = taken(&mut run, "invocations");
        if let Some(first) = invocations.first_mut() {
            first["properties"] = json!({"proof": row.proof.name, "verdict": row.outcome.line});
        }
        self.invocations.extend(invocations);
        let numbers: Vec<usize> =
            taken(&mut run, "artifacts").into_iter().map(|a| self.artifact(a)).collect();
        for mut result in taken(&mut run, "results") {
            renumber(&mut result, &numbers);
            result["provenance"] = json!({"invocationIndex": number});
            result["properties"]["proof"] = row.proof.name.as_str().into();
            if row.worst() == Worst::Expected {
                let why = format!("the set expects {}", row.proof.expected.text());
                result["suppressions"] = json!([{"kind": "external", "justification": why}]);
            }
            // Proofs of one program may find one violation.
            if let Some(Value::Object(prints)) = result.get_mut("partialFingerprints") {
                prints.insert("bmcProof/v1".into(), row.proof.name.as_str().into());
            }
            self.results.push(result);
        }
        self.frame.get_or_insert(run);
    }

    /// The number of an artifact.
    fn artifact(&mut self, artifact: Value) -> usize {
        let address = artifact["location"]["uri"].as_str().unwrap_or_default().to_owned();
        let next = self.artifacts.len();
        let number = *self.numbers.entry(address).or_insert(next);
        if number == next {
            self.artifacts.push(artifact);
        }
        number
    }
}

/// Gives artifacts in a result their numbers in the whole.
fn renumber(value: &mut Value, numbers: &[usize]) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(|v| renumber(v, numbers)),
        Value::Object(all) => {
            for (key, v) in all {
                if key == "artifactLocation"
                    && let Some(number) = v["index"].as_u64().and_then(|i| numbers.get(i as usize))
                {
                    v["index"] = (*number).into();
                }
                renumber(v, numbers);
            }
        }
        _ => {}
    }
}
