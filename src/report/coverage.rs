//! Which goals runs reach, as text and as JSON.

use serde_json::{Map, Value, json};

use super::lines::{LineKind, lines, place};
use super::text::{TraceLength, plain_lines};
use super::verdict::{classified, reason};
use crate::engine::bmc::{Covered, CoveringRun, Status};
use crate::engine::goals::{Goal, GoalKind, Goals};
use crate::engine::verdict::{Cause, Replayed};
use crate::program::{LocId, Program, SourceFunction};

/// Version of the document's form; it grows when a reader could misunderstand.
const VERSION: u32 = 1;

/// Inputs of a test, and functions, that are told unless all are asked for.
const TOLD: usize = 12;

/// What is told of a program's coverage.
pub struct Coverage<'a> {
    /// The program.
    pub program: &'a Program,
    /// The goals.
    pub goals: &'a Goals,
    /// What is known of them.
    pub covered: &'a Covered,
    /// The name of the function that starts the program.
    pub entry: &'a str,
    /// Functions that the entry cannot reach. Their places are no goals.
    pub left_out: &'a [SourceFunction],
    /// Warnings about how the program was read.
    pub warnings: &'a [String],
}

/// Kinds of goals in the order of summaries, with their words for one and for several.
const KINDS: [(&str, &str); 6] = [
    ("line", "lines"),
    ("branch", "branches"),
    ("assertion", "assertions"),
    ("cover", "conditions"),
    ("loop", "loops"),
    ("end", "ends"),
];

fn kind(goal: &Goal) -> usize {
    match goal.kind {
        GoalKind::Line => 0,
        GoalKind::Way { .. } => 1,
        GoalKind::Assertion => 2,
        GoalKind::Cover => 3,
        GoalKind::Loop => 4,
        GoalKind::End => 5,
    }
}

/// What is known of some goals.
#[derive(Clone, Copy, Default)]
struct Count {
    all: usize,
    reached: usize,
    unreached: usize,
}

impl Count {
    fn unknown(self) -> usize {
        self.all - self.reached - self.unreached
    }
}

impl Coverage<'_> {
    /// Whether all goals are reached; `None` where that is not known.
    pub fn holds(&self) -> Option<bool> {
        let all = self.count(|_| true);
        if all.unreached > 0 { Some(false) } else { (all.unknown() == 0).then_some(true) }
    }

    fn count(&self, which: impl Fn(&Goal) -> bool) -> Count {
        let mut count = Count::default();
        for (_, status) in self.goals.all.iter().zip(&self.covered.status).filter(|(goal, _)| which(goal)) {
            count.all += 1;
            match status {
                Status::Reached => count.reached += 1,
                Status::Unreached(_) => count.unreached += 1,
                Status::Unknown(_) => {}
            }
        }
        count
    }

    /// The kinds of goals that there are, each with what is known; lines where there is no goal.
    fn counts(&self) -> Vec<(usize, Count)> {
        let all = (0..KINDS.len()).map(|k| (k, self.count(|goal| kind(goal) == k)));
        let counts: Vec<_> = all.filter(|(_, count)| count.all > 0).collect();
        if counts.is_empty() { vec![(0, Count::default())] } else { counts }
    }

    /// Why a goal is unknown, of the first one that is.
    fn cause(&self) -> Option<&Cause> {
        self.covered.status.iter().find_map(|status| match status {
            Status::Unknown(cause) => Some(cause),
            Status::Reached | Status::Unreached(_) => None,
        })
    }

    /// The last line: `COVERED(...)`, `UNCOVERED(...)` or `UNKNOWN(reason)`.
    pub fn line(&self) -> String {
        let of = |(k, count): (usize, Count)| format!("{} of {} {}", count.reached, count.all, KINDS[k].1);
        let counts = self.counts().into_iter().map(of).collect::<Vec<_>>().join(", ");
        match (self.holds(), self.cause()) {
            (Some(false), _) => format!("UNCOVERED({counts})"),
            (None, Some(cause)) => format!("UNKNOWN({})", reason(self.program, cause)),
            _ => format!("COVERED({counts})"),
        }
    }

    /// The first test that reaches a goal, from 1.
    fn test(&self, goal: usize) -> Option<usize> {
        let reaches = |run: &CoveringRun| run.reached.contains(&(goal as u32));
        self.covered.runs.iter().position(reaches).map(|i| i + 1)
    }

    fn line_and_column(&self, loc: LocId) -> String {
        let loc = self.program.locs[loc.index()];
        format!("{}:{}", loc.line, loc.col)
    }

    /// A goal in words.
    fn words(&self, goal: &Goal) -> String {
        let p = self.program;
        let at = place(p, goal.loc);
        match &goal.kind {
            GoalKind::Line => at,
            GoalKind::Assertion => format!("{at} assertion"),
            GoalKind::Cover => format!("{at} cover"),
            GoalKind::Loop => format!("{at} loop"),
            GoalKind::End => format!("{at} end"),
            GoalKind::Way { case, default, to, holds } => {
                let col = p.locs[goal.loc.index()].col;
                let case = match case {
                    Some(values) => format!(" case {values}"),
                    None if *default => " default".to_owned(),
                    None => String::new(),
                };
                // Where the ways lead to one place only the condition tells them apart.
                let same = |other: &&Goal| match &other.kind {
                    GoalKind::Way { to: there, .. } => other.loc == goal.loc && there == to && *other != goal,
                    _ => false,
                };
                let is_alone = to.is_some() && !self.goals.all.iter().any(|other| same(&other));
                let holds = match holds {
                    Some(holds) if !is_alone => format!(" {holds}"),
                    _ => String::new(),
                };
                let to = to.map_or(String::new(), |to| format!(" to {}", self.line_and_column(to)));
                format!("{at}:{col}{case}{holds}{to}")
            }
        }
    }

    /// The goals that a test reaches, in words.
    pub fn reached_by(&self, run: &CoveringRun) -> String {
        let words = run.reached.iter().map(|goal| self.words(&self.goals.all[*goal as usize]));
        words.collect::<Vec<_>>().join(", ")
    }

    /// All but the last line.
    pub fn text(&self, length: TraceLength) -> String {
        let mut out = String::new();
        let rows: Vec<String> = self.goals.all.iter().map(|goal| self.words(goal)).collect();
        let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        for (i, (row, status)) in rows.iter().zip(&self.covered.status).enumerate() {
            let status = match status {
                Status::Reached => format!("reached (test {})", self.test(i).unwrap_or(0)),
                Status::Unreached(_) => "no run reaches it".to_owned(),
                Status::Unknown(cause) => format!("unknown ({})", classified(cause).0),
            };
            out += &format!("{row:width$}  {status}\n");
        }
        let most = if length == TraceLength::Full { usize::MAX } else { TOLD };
        for (i, run) in self.covered.runs.iter().enumerate() {
            out += &format!("test {}: {}\n", i + 1, self.inputs(run, most));
        }
        for (k, count) in self.counts() {
            let words = KINDS[k].1;
            out += &format!("{} of {} {words} reached", count.reached, count.all);
            if count.unreached > 0 {
                out += &format!(", {} by no run", count.unreached);
            }
            if count.unknown() > 0 {
                out += &format!(", {} unknown", count.unknown());
            }
            out.push('\n');
        }
        if !self.left_out.is_empty() {
            let names =
                self.left_out.iter().take(most).map(|f| format!("{} ({}:{})", f.name, f.file, f.line));
            let names = names.collect::<Vec<_>>().join(", ");
            let more = self.left_out.len().saturating_sub(most);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            out += &format!("left out, as {} cannot reach them: {names}{more}\n", self.entry);
        }
        plain_lines(&out)
    }

    /// What a test gives the program.
    fn inputs(&self, run: &CoveringRun, most: usize) -> String {
        let all = lines(self.program, &run.record);
        let inputs: Vec<&str> =
            all.iter().filter(|line| line.kind == LineKind::Input).map(|line| &line.text[..]).collect();
        if inputs.is_empty() {
            return "no inputs".to_owned();
        }
        let mut out = inputs.iter().take(most).copied().collect::<Vec<_>>().join(", ");
        if inputs.len() > most {
            out += &format!(" and {} more; -v shows all", inputs.len() - most);
        }
        out
    }

    /// The result as one JSON document.
    ///
    /// Fields: `version`, `verdict` (`covered`, `uncovered`, `unknown`), `line`, `bound`, `goals`, `tests`, `left_out`,
    /// `undefined_functions`, `warnings`. A goal has `kind` (`line`, `branch`, `assertion`, `cover`, `loop`), `place`, `function`, `status`
    /// (`reached`, `unreached`, `unknown`), and where they apply `to`, `case`, `condition` (of a branch), `test` (its number, from 1) and
    /// `reason`. A test has `inputs` (with `target`, `value`, `text` and `place`) and `replayed`.
    pub fn json(&self) -> String {
        let p = self.program;
        let word = match self.holds() {
            Some(true) => "covered",
            Some(false) => "uncovered",
            None => "unknown",
        };
        let goals = self.goals.all.iter().zip(&self.covered.status).enumerate();
        let goals: Vec<Value> = goals.map(|(i, (goal, status))| self.goal(i, goal, status)).collect();
        let tests: Vec<Value> = self.covered.runs.iter().map(|run| self.run(run)).collect();
        let left_out = self.left_out.iter();
        let left_out = left_out.map(|f| json!({"name": f.name, "file": f.file, "line": f.line}));
        let undefined = self.covered.undefined.iter().map(|f| p.func(*f).source_name.clone());
        let doc = json!({
            "version": VERSION,
            "verdict": word,
            "line": self.line(),
            "bound": self.covered.bound,
            "goals": goals,
            "tests": tests,
            "left_out": left_out.collect::<Vec<_>>(),
            "undefined_functions": undefined.collect::<Vec<_>>(),
            "warnings": self.warnings,
        });
        // A document made of values always prints.
        serde_json::to_string_pretty(&doc).unwrap_or_default()
    }

    fn place(&self, loc: LocId) -> Value {
        let loc = self.program.locs[loc.index()];
        json!({"file": self.program.files[loc.file.index()], "line": loc.line, "column": loc.col})
    }

    fn goal(&self, number: usize, goal: &Goal, status: &Status) -> Value {
        let mut out = Map::new();
        out.insert("kind".into(), KINDS[kind(goal)].0.into());
        out.insert("place".into(), self.place(goal.loc));
        out.insert("function".into(), self.program.func(goal.func).source_name.clone().into());
        if let GoalKind::Way { case, default, to, holds } = &goal.kind {
            out.insert("to".into(), to.map_or(Value::Null, |to| self.place(to)));
            if let Some(values) = case {
                out.insert("case".into(), values.clone().into());
            }
            if *default {
                out.insert("case".into(), "default".into());
            }
            if let Some(holds) = holds {
                out.insert("condition".into(), (*holds).into());
            }
        }
        match status {
            Status::Reached => {
                out.insert("status".into(), "reached".into());
                out.insert("test".into(), self.test(number).into());
            }
            Status::Unreached(_) => {
                out.insert("status".into(), "unreached".into());
            }
            Status::Unknown(cause) => {
                let (kind, _) = classified(cause);
                out.insert("status".into(), "unknown".into());
                out.insert("reason".into(), json!({"kind": kind, "text": reason(self.program, cause)}));
            }
        }
        out.into()
    }

    fn run(&self, run: &CoveringRun) -> Value {
        let all = lines(self.program, &run.record);
        let inputs = all.iter().filter(|line| line.kind == LineKind::Input).map(|line| {
            json!({
                "target": line.target,
                "value": line.value,
                "text": line.text,
                "place": line.loc.map(|loc| self.place(loc)),
            })
        });
        json!({
            "inputs": inputs.collect::<Vec<_>>(),
            "replayed": match &run.replayed {
                Replayed::Machine => json!("machine"),
                Replayed::Evaluator(why) => json!({"evaluator": why}),
            },
        })
    }
}
