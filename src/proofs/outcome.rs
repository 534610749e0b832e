//! What became of one proof.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::expected::Expected;

/// How a proof ended.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// `TRUE`.
    True,
    /// `FALSE`.
    False,
    /// `UNKNOWN`.
    Unknown,
    /// Without a verdict: a mistake in inputs or options, a fault, a crash.
    Error,
}

/// Limits of a proof.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, Debug)]
pub struct Limits {
    /// Most seconds.
    pub time: Option<f64>,
    /// Most megabytes.
    pub memory: Option<u64>,
}

/// What became of a proof.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// The verdict line, or what went wrong.
    pub line: String,
    /// Of `UNKNOWN`, the kind of the reason.
    pub reason: Option<String>,
    /// Seconds that it took.
    pub seconds: f64,
    /// Most bytes in use, where they are known.
    pub memory: Option<u64>,
    /// The limits that it had.
    pub limits: Limits,
    /// Places that no run reaches, a sentence each, where that was asked.
    #[serde(default)]
    pub unreached: Vec<String>,
}

/// How much larger a limit of memory has to be to count as larger: what is available differs from run to run.
const LARGER: f64 = 1.25;

impl Limits {
    /// These, with a limit of memory where there is none.
    pub(super) fn or_memory(self, megabytes: Option<u64>) -> Limits {
        Limits { memory: self.memory.or(megabytes), ..self }
    }

    /// Whether these limits of time or memory are larger than others in a way that matters for a reason.
    fn exceed(self, others: Limits, reason: &str) -> bool {
        let larger = |own: Option<f64>, other: Option<f64>| match (own, other) {
            (_, None) => false,
            (None, Some(_)) => true,
            (Some(own), Some(other)) => own > other,
        };
        let own = self.memory.map(|m| m as f64);
        let other = others.memory.map(|m| m as f64 * LARGER);
        match reason {
            "timeout" => larger(self.time, others.time),
            "memory" => larger(own, other),
            _ => false,
        }
    }
}

impl Outcome {
    /// A proof that ended without a verdict.
    pub fn error(words: impl Into<String>, seconds: f64, limits: Limits) -> Outcome {
        let line = words.into();
        let unreached = Vec::new();
        Outcome { ending: Ending::Error, line, reason: None, seconds, memory: None, limits, unreached }
    }

    /// What the JSON document of a check says.
    pub fn of_document(document: &Value, seconds: f64, limits: Limits) -> Option<Outcome> {
        let ending = match document["verdict"].as_str()? {
            "true" => Ending::True,
            "false" => Ending::False,
            "unknown" => Ending::Unknown,
            _ => return None,
        };
        let memory = document["statistics"]["memory_bytes"].as_f64().map(|bytes| bytes as u64);
        let reason = document["reason"]["kind"].as_str().map(str::to_owned);
        let line = document["line"].as_str()?.to_owned();
        let places = document["vacuity"].as_array().into_iter().flatten();
        let unreached = places.filter(|place| place["status"] == "unreached");
        let unreached = unreached.filter_map(|place| Some(place["text"].as_str()?.to_owned())).collect();
        Some(Outcome { ending, line, reason, seconds, memory, limits, unreached })
    }

    /// Whether the same question has the same answer: what a solver or a crash does may be another thing next time.
    pub fn is_lasting(&self) -> bool {
        self.ending != Ending::Error && self.reason.as_deref() != Some("solver")
    }

    /// Whether the answer counts with these limits, too: it is not known whether larger ones suffice.
    pub fn counts_within(&self, limits: Limits) -> bool {
        self.reason.as_deref().is_none_or(|reason| !limits.exceed(self.limits, reason))
    }

    /// Whether it is what was expected.
    pub fn is_as(&self, expected: &Expected) -> bool {
        self.ending != Ending::Error && expected.contains(&self.line)
    }

    /// The verdict without its reason, for tables.
    pub fn short(&self) -> &str {
        match self.ending {
            Ending::Error => "ERROR",
            Ending::Unknown => "UNKNOWN",
            Ending::True | Ending::False => &self.line,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknowns_by_limits_do_not_outlive_them() {
        let limits = |time: Option<f64>, memory: Option<u64>| Limits { time, memory };
        let unknown = |reason: &str| Outcome {
            ending: Ending::Unknown,
            line: format!("UNKNOWN({reason})"),
            reason: Some(reason.to_owned()),
            seconds: 5.0,
            memory: None,
            limits: limits(Some(5.0), Some(100)),
            unreached: Vec::new(),
        };
        for (reason, time, memory, counts) in [
            ("timeout", Some(5.0), Some(100), true),
            ("timeout", Some(4.0), Some(500), true),
            ("timeout", Some(6.0), Some(100), false),
            ("timeout", None, Some(100), false),
            ("memory", Some(60.0), Some(110), true),
            ("memory", Some(5.0), Some(200), false),
            ("memory", Some(5.0), None, false),
            ("bound", None, None, true),
        ] {
            let found = unknown(reason).counts_within(limits(time, memory));
            assert_eq!(found, counts, "{reason} {time:?} {memory:?}");
        }
        assert!(unknown("bound").is_lasting() && !unknown("solver").is_lasting());
    }
}
