//! Executes a model's run on the machine, to see which goals it reaches.

use super::CoveringRun;
use super::marks::Marks;
use crate::base::is_late;
use crate::engine::bmc::check::Round;
use crate::engine::bmc::check::replay::{GRACE, arguments, describe, oracle};
use crate::engine::bmc::check::schedule::ThreadSchedule;
use crate::engine::bmc::check::script::script;
use crate::engine::bmc::explore::Eval;
use crate::engine::bmc::ledger::{EvalOptions, Visits};
use crate::engine::goals::Goals;
use crate::engine::record::{Record, Recorder, record_onwards};
use crate::engine::verdict::{Disagreement, Fault, Replayed};
use crate::ilr::eval::Model;
use crate::machine::script::{Script, Tables};
use crate::machine::{Environment, Image, Machine, Stop};
use crate::program::Program;
use crate::semantics::{Fault as Ended, Resource, makes_poison};
use std::sync::Arc;
use std::time::Instant;

/// Operations that the machine goes on when it has reached what was asked for: it may come to something else.
const FURTHER: u64 = 100_000;

/// Operations of a run at most.
const MOST: u64 = 100_000_000;

/// Effort of the evaluator's own replay.
const OWN_EFFORT: u64 = 60 * crate::base::effort::SECOND;

/// What became of a model's run.
pub(super) enum Pursued {
    /// It reaches all goals that it should.
    Reached(Box<CoveringRun>),
    /// The time was up.
    Late,
    /// The round has to be done again.
    Again,
    /// It has guessed values, and the machine goes elsewhere.
    Guessed,
}

/// What the machine shows.
enum MachineStory {
    /// All that should be.
    All(Vec<u32>, Record),
    /// It cannot say: why, and what it has reached and recorded so far.
    Undecided(String, Vec<u32>, Record),
    /// Another end, before it reaches all.
    Different(String),
    /// Another end, and so it is to be executed with poison that is carried.
    Poison,
}

impl Round<'_, '_> {
    /// Executes the run of a model that should reach these goals.
    pub(super) fn pursue(
        &mut self,
        model: &Model,
        wanted: &[u32],
        goals: &Arc<Goals>,
    ) -> Result<Pursued, Fault> {
        let deadline = self.options.eval.deadline;
        let mut script = script(&self.eval, model, &oracle(&self.eval, model), &ThreadSchedule::default());
        let chase = Chase {
            program: self.program,
            options: &self.eval.vm.ledger.options,
            goals,
            wanted,
            deadline: deadline.map(|d| d + GRACE),
        };
        let mut shown = chase.execute(&script.tables);
        if matches!(shown, Ok(MachineStory::Poison)) {
            script = Script::new(Tables { carries: true, ..(*script.tables).clone() });
            shown = chase.execute(&script.tables);
        }
        let shown = shown.unwrap_or_else(|fault| {
            MachineStory::Undecided(fault.to_string(), Vec::new(), Record::default())
        });
        let (machine, evaluator) = match shown {
            MachineStory::All(reached, record) => {
                let replayed = Replayed::Machine;
                let script = Arc::clone(&script.tables);
                return Ok(Pursued::Reached(Box::new(CoveringRun { reached, record, script, replayed })));
            }
            _ if self.is_guessed(model) => return Ok(Pursued::Guessed),
            MachineStory::Undecided(why, mut reached, record) => {
                let own = chase.evaluate(&self.eval, model);
                if wanted.iter().all(|goal| own.contains(goal)) {
                    reached.extend(own);
                    reached.sort_unstable();
                    reached.dedup();
                    let replayed = Replayed::Evaluator(why);
                    let script = Arc::clone(&script.tables);
                    return Ok(Pursued::Reached(Box::new(CoveringRun { reached, record, script, replayed })));
                }
                if is_late(deadline) {
                    return Ok(Pursued::Late);
                }
                (format!("it cannot say: {why}"), chase.words(&own))
            }
            MachineStory::Different(story) => (story, chase.words(&chase.evaluate(&self.eval, model))),
            MachineStory::Poison => {
                ("poison matters".to_owned(), chase.words(&chase.evaluate(&self.eval, model)))
            }
        };
        if self.follow_from_start() {
            return Ok(Pursued::Again);
        }
        Err(Fault::Disagreement(Box::new(Disagreement {
            promised: Chase { program: self.program, options: &self.options.eval, goals, wanted, deadline }
                .words(wanted),
            machine,
            evaluator,
            run: script.tables.text(self.program),
        })))
    }
}

/// A run that is executed to reach goals.
struct Chase<'a> {
    program: &'a Program,
    options: &'a EvalOptions,
    goals: &'a Arc<Goals>,
    wanted: &'a [u32],
    deadline: Option<Instant>,
}

impl Chase<'_> {
    /// Goals in words.
    fn words(&self, goals: &[u32]) -> String {
        let place = |goal: &u32| {
            let loc = self.program.locs[self.goals.all[*goal as usize].loc.index()];
            format!("{}:{}:{}", self.program.files[loc.file.index()], loc.line, loc.col)
        };
        let all: Vec<String> = goals.iter().map(place).collect();
        format!("reaches {}", if all.is_empty() { "nothing".to_owned() } else { all.join(", ") })
    }

    /// Executes a script on the machine.
    fn execute(&self, tables: &Arc<Tables>) -> Result<MachineStory, Ended> {
        let entry = self.options.entry;
        let image = Image::following(self.program, self.options.checks, tables)?;
        let environment = Environment {
            script: Some(Box::new(Script::new((**tables).clone()))),
            malloc_may_fail: self.options.assumptions.malloc_may_fail,
            ..Environment::default()
        };
        let machine = Machine::new(&image, entry, &[], environment)?;
        let mut recorder = Recorder::new(&image);
        arguments(&mut recorder, entry, tables);
        let mut marks = Marks::new(&image, self.goals, self.wanted);
        let (mut place, mut further) = (None, None);
        let watch = |machine: &Machine<'_, '_>| {
            if let Some(place) = place {
                marks.after(machine, place);
            }
            place = Some(marks.before(machine));
            let end = match (marks.missing, further) {
                (0, None) => *further.insert(machine.steps + FURTHER),
                (0, Some(end)) => end,
                _ => MOST,
            };
            machine.steps < end && !(machine.steps.is_multiple_of(1 << 20) && is_late(self.deadline))
        };
        let (stop, machine, record) = record_onwards(machine, recorder, watch);
        let reached = marks.all_reached();
        if marks.missing == 0 {
            return Ok(MachineStory::All(reached, record));
        }
        Ok(match stop {
            None => {
                let limit =
                    Ended::Exhausted(if is_late(self.deadline) { Resource::Time } else { Resource::Steps });
                MachineStory::Undecided(limit.to_string(), reached, record)
            }
            Some(Stop::Fault(Ended::Violation(check), _)) if makes_poison(check) && !tables.carries => {
                MachineStory::Poison
            }
            _ if machine.findings.beyond => {
                let why = "what is read where no object is leads elsewhere".to_owned();
                MachineStory::Undecided(why, reached, record)
            }
            Some(Stop::Fault(Ended::Violation(check), loc)) => MachineStory::Different(format!(
                "{}, then {}",
                self.words(&reached),
                describe(self.program, check, loc)
            )),
            Some(Stop::Fault(other, _)) => MachineStory::Undecided(other.to_string(), reached, record),
            Some(other) => MachineStory::Different(format!("{}, then {other:?}", self.words(&reached))),
        })
    }

    /// The goals that the run comes to in an evaluation in which all is fixed, before it meets an obligation.
    fn evaluate(&self, symbolic: &Eval<'_>, model: &Model) -> Vec<u32> {
        let mut options = self.options.clone();
        options.assumptions.flat = false;
        options.bound = u32::MAX;
        options.bound_at.clear();
        options.deadline = self.deadline;
        let mut eval = Eval::new(self.program, options, Some(oracle(symbolic, model)));
        let none = self.goals.all.iter().map(|_| false);
        eval.visits = Some(Box::new(Visits::new(self.goals, none)));
        eval.pause = Some(OWN_EFFORT);
        // What it has come to when it ends counts, however it ends.
        let _ = eval.run();
        let Some(visits) = eval.visits.take() else { return Vec::new() };
        let b = &eval.vm.ledger.d.terms;
        let comes =
            |goal: &u32| visits.of(*goal).iter().any(|v| v.after == 0 && b.as_bool(v.path) == Some(true));
        (0..self.goals.all.len() as u32).filter(comes).collect()
    }
}
