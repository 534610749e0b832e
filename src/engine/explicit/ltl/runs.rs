//! The transitions of a program.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::base::Bits;
use crate::engine::explicit::check::{Options, cause};
use crate::engine::verdict::Cause;
use crate::machine::{Environment, Image, Machine, Snapshot, Stop};
use crate::program::{FuncId, LocId};
use crate::property::Check;
use crate::semantics::Fault;

/// A program with all its runs.
pub struct Runs<'i, 'p> {
    pub image: &'i Image<'p>,
    pub options: &'i Options,
    pub scheduler: Option<FuncId>,
    /// Operations executed.
    pub steps: AtomicU64,
    /// The first undefined behaviour that no check covers. Other runs may still violate the property.
    pub undefined: OnceLock<Cause>,
    /// The propositions that the program is asked for.
    pub propositions: Vec<String>,
}

/// How a transition ends.
pub enum Reached {
    /// In a state.
    State,
    /// The program has ended.
    Ended,
    /// There is no such run.
    Nothing,
    Violation(Check, Option<LocId>),
    Unknown(Cause),
}

impl<'i, 'p> Runs<'i, 'p> {
    /// A program under these options.
    pub fn new(image: &'i Image<'p>, options: &'i Options, propositions: Vec<String>) -> Runs<'i, 'p> {
        let program = image.program;
        let scheduler = program.function("__bmc_scheduler").filter(|&f| program.func(f).is_defined());
        Runs { image, options, scheduler, steps: AtomicU64::new(0), undefined: OnceLock::new(), propositions }
    }

    /// The program before its first step.
    pub fn start(&self) -> Result<Machine<'i, 'p>, Fault> {
        let environment = Environment {
            asks: true,
            malloc_may_fail: self.options.malloc_may_fail,
            propositions: self.propositions.clone(),
            ..Environment::default()
        };
        let mut machine = Machine::new(self.image, self.options.entry, &["program".to_owned()], environment)?;
        machine.interruptible(self.options.reduction);
        machine.put_away();
        Ok(machine)
    }

    /// Takes all transitions of a state, one for every sequence of choices, in their order, until `each` has enough.
    pub fn transitions(
        &self,
        machine: &mut Machine<'i, 'p>,
        from: &Snapshot,
        mut each: impl FnMut(&mut Machine<'i, 'p>, &[u32], Reached) -> bool,
    ) {
        // States within the transition, each with the choices made so far, of which the last one is to be given.
        let mut open: Vec<(Option<Snapshot>, Vec<u32>)> = vec![(None, Vec::new())];
        while let Some((inside, choices)) = open.pop() {
            machine.environment.inputs.clear();
            match &inside {
                Some(snapshot) => {
                    machine.restore(snapshot);
                    let chosen = *choices.last().expect("a choice was made");
                    machine.environment.inputs.push_back(Bits::new(64, chosen.into()));
                }
                None => {
                    machine.restore(from);
                    match self.scheduler {
                        Some(scheduler) => machine.schedule(scheduler),
                        None => machine.resume(),
                    }
                }
            }
            let before = machine.steps;
            machine.environment.max_steps = Some(before + self.options.max_steps);
            let stop = machine.run();
            machine.environment.asked.clear();
            self.steps.fetch_add(machine.steps - before, Relaxed);
            let reached = match stop {
                Stop::Choice(count) => {
                    let here = machine.snapshot();
                    for chosen in (0..count).rev() {
                        let mut choices = choices.clone();
                        choices.push(chosen);
                        open.push((Some(here.clone()), choices));
                    }
                    continue;
                }
                Stop::Interrupted => {
                    machine.put_away();
                    Reached::State
                }
                Stop::ThreadEnded => {
                    machine.drop_thread();
                    Reached::State
                }
                Stop::Exited(_) | Stop::Aborted | Stop::Over => Reached::Ended,
                Stop::Cut => Reached::Nothing,
                Stop::Fault(Fault::Violation(check), loc) => Reached::Violation(check, loc),
                Stop::Fault(fault, loc) => Reached::Unknown(cause(fault, loc)),
            };
            if !each(machine, &choices, reached) {
                break;
            }
        }
    }
}
