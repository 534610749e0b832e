//! The runs of a program: its transitions, and what tells the states between them apart.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use super::canon::{Canon, Form, Walk};
use super::check::{All, Explored, Options};
use super::schedules::{Schedules, Tree};
use super::store::LeafId;
use crate::base::Bits;
use crate::engine::record::Recorder;
use crate::engine::verdict::{Cause, Halted, Proof, Verdict};
use crate::machine::{self, Environment, Image, Machine, ObjId, Orders, Owners, Schedule, Snapshot, Stop};
use crate::program::{FuncId, LocId};
use crate::property::Check;
use crate::semantics::{Fault, Resource};

/// A program with all its runs.
pub struct Runs<'i, 'p> {
    pub image: &'i Image<'p>,
    pub options: &'i Options,
    pub scheduler: Option<FuncId>,
    /// Most switches from a thread that could go on to another one, and whether that left something out.
    pub bound: Option<u32>,
    pub cut: AtomicBool,
    /// Which variables are taken for one thread's.
    pub owners: Option<Arc<Owners>>,
    /// Its atomic accesses.
    orders: Arc<Orders>,
    /// What the scheduler does, as far as some thread of ours has met it.
    scheduled: Arc<Mutex<Tree>>,
    /// The propositions that the program is asked for.
    propositions: Vec<String>,
}

/// A state from which a search goes on.
#[derive(Clone)]
pub struct State {
    pub snapshot: Box<Snapshot>,
    /// What the scheduler does there, where that is known.
    pub schedule: Option<Arc<Schedule>>,
    pub course: Course,
}

/// What of the past decides how a search with a bound of switches goes on.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Course {
    /// Where the activation lies of the thread that ran last.
    last: ObjId,
    /// Switches from threads that could go on.
    switches: u32,
}

impl Course {
    /// What it is after this thread has run.
    fn after(self, schedule: &Schedule, way: usize) -> Course {
        let next = schedule.resumes(way);
        let can_go_on = (0..schedule.ways()).any(|i| schedule.resumes(i) == self.last);
        Course { last: next, switches: self.switches + u32::from(next != self.last && can_go_on) }
    }
}

/// A state to go on from, with what tells others from it.
pub struct Known {
    pub state: State,
    pub walk: Arc<Walk>,
}

impl Known {
    /// The bytes that it is charged for.
    pub fn own_bytes(&self) -> usize {
        self.state.snapshot.own_bytes() + self.walk.own_bytes()
    }
}

/// How a transition ends.
pub enum Reached {
    /// In a state; `near`: the machine knows what was written since the transition began.
    State {
        near: bool,
        course: Course,
    },
    /// The program has ended.
    Ended,
    /// There is no such run: an assumption fails.
    Nothing,
    Violation(Check, Option<LocId>),
    Unknown(Cause),
}

/// How to go on with the transitions of a state.
pub enum Next {
    /// With the next one; `moved`: the machine was made to load a state meanwhile.
    On { moved: bool },
    /// Not at all.
    Enough,
}

/// Why there is no answer, for what the machine does not go on after.
pub fn cause(fault: Fault, loc: Option<LocId>) -> Cause {
    match fault {
        Fault::Exhausted(Resource::Memory) => Cause::Memory(Halted::exploring()),
        Fault::Exhausted(Resource::Time) => Cause::Timeout(Halted::exploring()),
        Fault::Undefined(check) => Cause::Undefined { check, loc },
        Fault::Unsupported(what) => Cause::Unsupported { what: what.to_string(), loc },
        other => Cause::Unsupported { what: other.to_string(), loc },
    }
}

impl<'i, 'p> Runs<'i, 'p> {
    /// A program under these options.
    pub fn new(
        image: &'i Image<'p>,
        options: &'i Options,
        bound: Option<u32>,
        propositions: Vec<String>,
    ) -> Runs<'i, 'p> {
        let scheduler = machine::scheduler(image.program);
        Runs {
            image,
            options,
            scheduler,
            bound,
            cut: AtomicBool::new(false),
            owners: None,
            orders: Arc::default(),
            scheduled: Arc::default(),
            propositions,
        }
    }

    /// What all states together show: a proof, unless atomic accesses with weak orders may do what no interleaving does and that
    /// is not assumed away.
    pub fn proven(&self, all: All, omission: f64) -> Verdict {
        let weak = self.orders.weak();
        match weak {
            Some(loc) if !self.options.sequential => {
                let what = "weaker memory order than sequential consistency".to_owned();
                Verdict::Unknown(Cause::Unsupported { what, loc })
            }
            _ => Verdict::True(Proof::explored(Explored { all, omission, sequential: weak.is_some() })),
        }
    }

    /// The schedules that a thread of ours remembers.
    pub fn schedules(&self) -> Schedules {
        Schedules::new(&self.scheduled)
    }

    /// The same, with variables that are taken for one thread's.
    pub fn assuming(self, owners: Option<Arc<Owners>>) -> Runs<'i, 'p> {
        Runs { owners, ..self }
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
        machine.races.on = self.scheduler.is_some() && self.options.checks.contains(Check::Race);
        machine.owners.clone_from(&self.owners);
        machine.orders = Some(Arc::clone(&self.orders));
        machine.put_away();
        Ok(machine)
    }

    /// What the scheduler does in the state that the machine is in, put away, and whether the machine was made to load a
    /// state to find out.
    pub fn schedule(
        &self,
        machine: &mut Machine<'i, 'p>,
        schedules: &mut Schedules,
    ) -> (Option<Arc<Schedule>>, bool) {
        let Some(scheduler) = self.scheduler else { return (None, false) };
        match schedules.find(machine) {
            Some(schedule) => (Some(schedule), false),
            None => (machine.plan(scheduler).map(|schedule| schedules.add(machine, schedule)), true),
        }
    }

    /// Takes all transitions of a state, one for every sequence of choices, in their order, until `each` has enough. The
    /// machine has loaded the state.
    pub fn transitions<E>(
        &self,
        machine: &mut Machine<'i, 'p>,
        from: &State,
        mut each: impl FnMut(&mut Machine<'i, 'p>, &[u32], Reached) -> Result<Next, E>,
    ) -> Result<(), E> {
        let mut clean = true;
        let ways = from.schedule.as_ref().map_or(1, |s| s.ways());
        // States within a transition, each with the choices made so far, of which the last one is to be given.
        let mut open: Vec<(Snapshot, Vec<u32>)> = Vec::new();
        let mut way = 0;
        let mut course = from.course;
        loop {
            machine.environment.inputs.clear();
            let choices = if let Some((inside, choices)) = open.pop() {
                machine.restore(&inside);
                clean = false;
                let chosen = *choices.last().expect("a choice was made");
                machine.environment.inputs.push_back(Bits::new(64, chosen.into()));
                choices
            } else if way < ways {
                if let (Some(bound), Some(schedule)) = (self.bound, &from.schedule) {
                    course = from.course.after(schedule, way);
                    if course.switches > bound {
                        self.cut.store(true, Relaxed);
                        way += 1;
                        continue;
                    }
                }
                if clean {
                    machine.undo(&from.snapshot);
                } else {
                    machine.restore(&from.snapshot);
                    clean = true;
                }
                way += 1;
                match (&from.schedule, self.scheduler) {
                    (Some(schedule), _) => machine.follow(schedule, way - 1),
                    (None, Some(scheduler)) => machine.schedule(scheduler),
                    (None, None) => machine.resume(),
                }
                if ways > 1 { vec![way as u32 - 1] } else { Vec::new() }
            } else {
                return Ok(());
            };
            machine.environment.max_steps = Some(machine.steps + self.options.max_steps);
            let stop = machine.run();
            machine.environment.asked.clear();
            let reached = match stop {
                Stop::Choice(count) => {
                    let here = machine.snapshot();
                    for chosen in (0..count).rev() {
                        let mut choices = choices.clone();
                        choices.push(chosen);
                        open.push((here.clone(), choices));
                    }
                    continue;
                }
                Stop::Interrupted => {
                    machine.put_away();
                    Reached::State { near: clean, course }
                }
                Stop::ThreadEnded => {
                    machine.drop_thread();
                    Reached::State { near: clean, course }
                }
                Stop::Exited(_) | Stop::Aborted | Stop::Over => Reached::Ended,
                Stop::Cut => Reached::Nothing,
                Stop::Fault(Fault::Violation(check), loc) => Reached::Violation(check, loc),
                Stop::Fault(fault, loc) => Reached::Unknown(cause(fault, loc)),
            };
            match each(machine, &choices, reached)? {
                Next::On { moved } => clean &= !moved,
                Next::Enough => return Ok(()),
            }
        }
    }

    /// The choices of a transition, and the course after it.
    pub fn choices(
        &self,
        machine: &mut Machine<'i, 'p>,
        from: &State,
        number: u32,
    ) -> Option<(Vec<u32>, Course)> {
        let mut count = 0;
        let mut found = None;
        machine.restore(&from.snapshot);
        let Ok(()) = self.transitions(machine, from, |_, choices, reached| -> Result<Next, Infallible> {
            if count == number {
                let course = match reached {
                    Reached::State { course, .. } => course,
                    _ => from.course,
                };
                found = Some((choices.to_vec(), course));
                return Ok(Next::Enough);
            }
            count += 1;
            Ok(Next::On { moved: false })
        });
        found
    }

    /// Takes a transition again, watched.
    pub fn record(
        &self,
        machine: &mut Machine<'i, 'p>,
        from: &Snapshot,
        choices: &[u32],
        recorder: &mut Recorder<'i, 'p>,
    ) {
        machine.environment.inputs = choices.iter().map(|&c| Bits::new(64, c.into())).collect();
        machine.environment.asked.clear();
        machine.environment.max_steps = None;
        machine.restore(from);
        match self.scheduler {
            Some(scheduler) => machine.schedule(scheduler),
            None => machine.resume(),
        }
        recorder.sync(machine);
        loop {
            match recorder.step(machine) {
                None => {}
                Some(Stop::Interrupted) => return machine.put_away(),
                Some(Stop::ThreadEnded) => return machine.drop_thread(),
                Some(_) => return,
            }
        }
    }

    /// Hands the state over that the machine is in: its form, and what makes something to go on from; whether the machine was
    /// made to load a state meanwhile. `from` is the state that is expanded, if the machine still knows what was written
    /// since. `out` is where parts and states are kept.
    pub fn meet<O, E>(
        &self,
        (machine, canon, schedules): (&mut Machine<'i, 'p>, &mut Canon<'i, 'p>, &mut Schedules),
        from: Option<&Known>,
        course: Course,
        out: &mut O,
        mut intern: impl FnMut(&mut O, &[u8]) -> Result<LeafId, E>,
        insert: impl FnOnce(&mut O, Form<'_>, &dyn Fn() -> Known) -> Result<(), E>,
    ) -> Result<bool, E> {
        // Most transitions change nothing that the scheduler reads.
        let last = from.and_then(|from| from.state.schedule.as_ref());
        let written = || machine.memory.written().map(|(id, _)| id);
        let same =
            last.is_some_and(|s| s.is_apart(written()) || s.holds(machine)) || self.scheduler.is_none();
        let (own, loaded);
        let schedule = if same {
            loaded = false;
            last
        } else {
            (own, loaded) = self.schedule(machine, schedules);
            own.as_ref()
        };
        let ignored = schedule.map_or(&[][..], |s| s.overwritten());
        let near = from.filter(|_| same && !loaded).map(|from| &from.walk);
        canon.context = self.bound.map(|_| (course.last, course.switches));
        let (form, walk) = canon.form(machine, near, ignored, |part| intern(out, part))?;
        let known = || {
            // Counts of owners are changed for new states only: all threads would write to the same ones.
            let schedule = schedule.map(Arc::clone);
            let state = State { snapshot: Box::new(machine.snapshot()), schedule, course };
            Known { state, walk: Arc::clone(walk) }
        };
        insert(out, form, &known)?;
        Ok(loaded)
    }
}
