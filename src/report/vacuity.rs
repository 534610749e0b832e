//! What a proof says nothing about: places that no run comes to.

use serde_json::{Value, json};

use super::lines::place;
use crate::engine::bmc::Status;
use crate::engine::goals::{Goal, GoalKind, Goals};
use crate::program::Program;

/// What is known of the places that a proof is about.
#[derive(Clone, Default, Debug)]
pub struct Vacuity {
    /// Those that no run reaches.
    pub unreached: Vec<Goal>,
    /// Those of which it was not found out.
    pub undecided: Vec<Goal>,
    /// Number of all.
    pub asked: usize,
}

impl Vacuity {
    /// What an answer for each goal comes to.
    pub fn of(goals: &Goals, status: &[Status]) -> Vacuity {
        let mut vacuity = Vacuity { asked: goals.all.len(), ..Vacuity::default() };
        for (goal, status) in goals.all.iter().zip(status) {
            match status {
                Status::Reached => {}
                Status::Unreached(_) => vacuity.unreached.push(goal.clone()),
                Status::Unknown(_) => vacuity.undecided.push(goal.clone()),
            }
        }
        vacuity
    }

    /// Nothing is known.
    pub fn unknown(goals: &Goals) -> Vacuity {
        Vacuity { unreached: Vec::new(), undecided: goals.all.clone(), asked: goals.all.len() }
    }

    /// All that is to be told, for people: a sentence for each place that no run reaches, and how many are not decided.
    pub fn notes(&self, p: &Program) -> Vec<String> {
        let mut notes: Vec<String> = self.unreached.iter().map(|goal| claim(p, goal)).collect();
        if !self.undecided.is_empty() {
            let (open, all) = (self.undecided.len(), self.asked);
            notes.push(format!(
                "whether runs reach {open} of {all} assertions, loop bodies and ends is not known"
            ));
        }
        notes
    }

    /// The places that are not known to be reached, as JSON.
    pub fn json(&self, p: &Program) -> Value {
        let row = |goal: &Goal, status: &str, text: String| {
            let loc = p.locs[goal.loc.index()];
            json!({
                "kind": kind(goal),
                "place": {"file": p.files[loc.file.index()], "line": loc.line, "column": loc.col},
                "function": p.func(goal.func).source_name,
                "status": status,
                "text": text,
            })
        };
        let unreached = self.unreached.iter().map(|goal| row(goal, "unreached", claim(p, goal)));
        let undecided = self.undecided.iter().map(|goal| {
            row(goal, "unknown", format!("it is not known whether a run reaches {}", named(p, goal)))
        });
        unreached.chain(undecided).collect()
    }
}

fn kind(goal: &Goal) -> &'static str {
    match goal.kind {
        GoalKind::Loop => "loop",
        GoalKind::End => "end",
        _ => "assertion",
    }
}

/// A goal in words.
fn named(p: &Program, goal: &Goal) -> String {
    match goal.kind {
        GoalKind::Loop => format!("the body of the loop at {}", place(p, goal.loc)),
        GoalKind::End => format!("the end of {}", p.func(goal.func).source_name),
        _ => format!("the assertion at {}", place(p, goal.loc)),
    }
}

/// That no run reaches a goal.
pub fn claim(p: &Program, goal: &Goal) -> String {
    format!("no run reaches {}", named(p, goal))
}
