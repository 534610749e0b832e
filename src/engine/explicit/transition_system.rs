//! The transition system of a program: its states, and the transitions between them.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use super::canon::{Canon, Form, Numbering};
use super::check::{All, Explored, Options};
use super::schedules::{ScheduleTree, Schedules};
use super::store::LeafId;
use crate::base::Bits;
use crate::engine::record::Recorder;
use crate::engine::verdict::{Cause, Halted, Proof, Run, Threading, Verdict};
use crate::machine::{
    self, Environment, Image, Machine, ObjId, Orders, Schedule, SharedGlobals, Snapshot, Stop,
};
use crate::program::{FuncId, LocId};
use crate::property::Check;
use crate::semantics::{Fault, Resource, Synchronization};

/// A program as a transition system.
pub struct TransitionSystem<'i, 'p> {
    /// The program, made ready for the machine.
    pub image: &'i Image<'p>,
    /// Options of the exploration.
    pub options: &'i Options,
    /// The function of the models that chooses threads, in programs that have some.
    pub scheduler: Option<FuncId>,
    /// Maximum number of preemptive switches.
    pub bound: Option<u32>,
    /// Whether that bound cut off a transition.
    pub cut: AtomicBool,
    /// Variables that are assumed to belong to one thread.
    pub owners: Option<Arc<SharedGlobals>>,
    /// How it is told inputs.
    telling: Telling,
    /// Atomic accesses that were executed.
    orders: Arc<Orders>,
    /// Schedules that some worker thread has computed.
    scheduled: Arc<Mutex<ScheduleTree>>,
    /// Propositions that the program is asked for.
    propositions: Vec<String>,
}

/// How a system is told inputs.
#[derive(Clone, Copy, Default)]
struct Telling {
    /// Whether each input is one value, and not one for many: its transitions are not all that there are.
    exact: bool,
    /// Whether values that were never set are told.
    undefined: bool,
    /// Whether inputs are symbolic.
    symbolic: bool,
    /// Whether a transition is told one thing at most, however inputs are.
    singly: bool,
}

/// A state that can be expanded.
#[derive(Clone)]
pub struct State {
    /// The state of the machine.
    pub snapshot: Box<Snapshot>,
    /// Schedule of the state, if known.
    pub schedule: Option<Arc<Schedule>>,
    /// What the choice of the next thread depends on.
    pub context: SwitchContext,
}

impl State {
    /// Threads that can go on, by their numbers; bit 63 stands for all from number 63 on. None where no schedule is known.
    pub fn enabled(&self) -> u64 {
        self.schedule.as_ref().map_or(0, |schedule| schedule.enabled())
    }
}

/// The part of the past that a search with a bound on switches depends on.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct SwitchContext {
    /// Activation of the thread that ran last.
    last: ObjId,
    /// Number of switches away from threads that could continue.
    switches: u32,
}

impl SwitchContext {
    /// The context after the thread of `way` has run.
    fn after(self, schedule: &Schedule, way: usize) -> SwitchContext {
        let next = schedule.resumes(way);
        let can_go_on = (0..schedule.ways()).any(|i| schedule.resumes(i) == self.last);
        SwitchContext { last: next, switches: self.switches + u32::from(next != self.last && can_go_on) }
    }
}

/// A stored state with its numbering of objects.
pub struct StoredState {
    /// The state.
    pub state: State,
    /// The numbering of its objects.
    pub walk: Arc<Numbering>,
}

impl StoredState {
    /// Size charged for the state.
    pub fn own_bytes(&self) -> usize {
        self.state.snapshot.own_bytes() + self.walk.own_bytes()
    }
}

/// Result of a transition.
pub enum TransitionEnd {
    /// A state. `near` tells whether the machine knows what was written since the transition began.
    State {
        near: bool,
        context: SwitchContext,
    },
    /// The program has ended.
    Ended,
    /// An assumption fails, so there is no such run.
    Infeasible,
    Violation(Check, Option<LocId>),
    Unknown(Cause),
}

/// Whether to continue with the transitions of a state.
pub enum Flow {
    /// Continues with the next transition; `moved` tells whether the machine loaded another state meanwhile.
    Continue { moved: bool },
    /// Skips the remaining transitions.
    Stop,
}

/// Cause of an unknown verdict for a fault after which the machine cannot continue.
pub fn cause(fault: Fault, loc: Option<LocId>) -> Cause {
    match fault {
        Fault::Exhausted(Resource::Memory) => Cause::Memory(Halted::exploring()),
        Fault::Exhausted(Resource::Time) => Cause::Timeout(Halted::exploring()),
        Fault::Undefined(check) => Cause::Undefined { check, loc },
        Fault::Unsupported(what) => Cause::Unsupported { what: what.to_string(), loc },
        other => Cause::Unsupported { what: other.to_string(), loc },
    }
}

impl<'i, 'p> TransitionSystem<'i, 'p> {
    /// The transition system of a program under these options.
    pub fn new(
        image: &'i Image<'p>,
        options: &'i Options,
        bound: Option<u32>,
        propositions: Vec<String>,
    ) -> TransitionSystem<'i, 'p> {
        let scheduler = machine::scheduler(image.program);
        TransitionSystem {
            image,
            options,
            scheduler,
            bound,
            cut: AtomicBool::new(false),
            owners: None,
            telling: Telling::default(),
            orders: Arc::default(),
            scheduled: Arc::default(),
            propositions,
        }
    }

    /// The verdict after an exhaustive search. It is a proof, unless atomic accesses with weak orders may behave like
    /// no interleaving and this is not excluded by assumption.
    pub fn proven(&self, all: All, omission: f64) -> Verdict {
        let weak = self.orders.weak(Synchronization::may_look(self.image.program));
        match weak {
            Some(loc) if !self.options.sequential => {
                let what = "weaker memory order than sequential consistency".to_owned();
                Verdict::Unknown(Cause::Unsupported { what, loc })
            }
            _ => {
                let race_free = self.orders.several() && !self.options.checks.contains(Check::Race);
                let threads = Threading { sequential: weak.is_some(), race_free, ..Threading::default() };
                Verdict::True(Proof::explored(Explored { all, omission, threads }))
            }
        }
    }

    /// Whether an assumption about the owner of a variable was found to be wrong.
    pub fn has_conflict(&self) -> bool {
        self.owners.as_ref().is_some_and(|owners| owners.conflict())
    }

    /// Cache of schedules for one worker thread.
    pub fn schedules(&self) -> Schedules {
        Schedules::new(&self.scheduled)
    }

    /// The same system with variables that are assumed to belong to one thread.
    pub fn assuming(self, owners: Option<Arc<SharedGlobals>>) -> TransitionSystem<'i, 'p> {
        TransitionSystem { owners, ..self }
    }

    /// The same system where each input is one value that has to be told.
    pub fn with_exact_inputs(self) -> TransitionSystem<'i, 'p> {
        TransitionSystem { telling: Telling { exact: true, ..self.telling }, ..self }
    }

    /// The same system where values that were never set are told, too.
    pub fn with_told_undefined(self) -> TransitionSystem<'i, 'p> {
        TransitionSystem { telling: Telling { undefined: true, ..self.telling }, ..self }
    }

    /// The same system where inputs are symbolic; its transitions are not those of [`TransitionSystem::transitions`].
    pub fn with_symbolic_inputs(self) -> TransitionSystem<'i, 'p> {
        TransitionSystem { telling: Telling { symbolic: true, ..self.telling }, ..self }
    }

    /// The same system with transitions that end at the same places whether inputs are symbolic or known. Otherwise one with symbolic
    /// inputs may read several of them, and one with known inputs only one.
    pub fn telling_singly(self) -> TransitionSystem<'i, 'p> {
        TransitionSystem { telling: Telling { singly: true, ..self.telling }, ..self }
    }

    /// The program before its first step.
    pub fn start(&self) -> Result<Machine<'i, 'p>, Fault> {
        let environment = Environment {
            asks: true,
            malloc_may_fail: self.options.malloc_may_fail,
            spurious_wakeups: self.options.spurious_wakeups,
            propositions: self.propositions.clone(),
            ..Environment::default()
        };
        let mut machine = Machine::new(self.image, self.options.entry, &["program".to_owned()], environment)?;
        machine.interruptible(self.options.reduction);
        machine.reductions.races.on = self.scheduler.is_some() && self.options.checks.contains(Check::Race);
        machine.reductions.exact_inputs = self.telling.exact;
        machine.reductions.told_undefined = self.telling.undefined;
        machine.reductions.shared_globals.clone_from(&self.owners);
        machine.reductions.orders = Some(Arc::clone(&self.orders));
        if self.telling.symbolic {
            machine.make_symbolic();
        }
        if self.telling.singly {
            machine.tell_singly();
        }
        machine.put_away();
        Ok(machine)
    }

    /// Schedule of the machine's state, after [`Machine::put_away`]. Also returns whether the machine loaded another
    /// state to compute it.
    pub fn schedule(
        &self,
        machine: &mut Machine<'i, 'p>,
        schedules: &mut Schedules,
    ) -> (Option<Arc<Schedule>>, bool) {
        let Some(scheduler) = self.scheduler else { return (None, false) };
        match schedules.find(machine) {
            Some(schedule) => (Some(schedule), false),
            None => (Schedule::of(machine, scheduler).map(|schedule| schedules.add(machine, schedule)), true),
        }
    }

    /// Enumerates the transitions of a state, one for each sequence of choices, in order, until `each` stops. The
    /// machine must have loaded the state.
    pub fn transitions<E>(
        &self,
        machine: &mut Machine<'i, 'p>,
        from: &State,
        mut each: impl FnMut(&mut Machine<'i, 'p>, &[u32], TransitionEnd) -> Result<Flow, E>,
    ) -> Result<(), E> {
        let mut clean = true;
        let ways = from.schedule.as_ref().map_or(1, |s| s.ways());
        // States within a transition, each with the choices made so far; the last choice is still to be applied.
        let mut open: Vec<(Snapshot, Vec<u32>)> = Vec::new();
        let mut way = 0;
        let mut context = from.context;
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
                    context = from.context.after(schedule, way);
                    if context.switches > bound {
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
                match &from.schedule {
                    Some(schedule) => schedule.follow(machine, way - 1),
                    None => self.begin(machine),
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
                    TransitionEnd::State { near: clean, context }
                }
                Stop::ThreadEnded => {
                    machine.drop_thread();
                    TransitionEnd::State { near: clean, context }
                }
                Stop::Exited(_) | Stop::Aborted | Stop::Over => TransitionEnd::Ended,
                Stop::Cut => TransitionEnd::Infeasible,
                Stop::Fault(Fault::Violation(check), loc) => TransitionEnd::Violation(check, loc),
                Stop::Fault(fault, loc) => TransitionEnd::Unknown(cause(fault, loc)),
                // Inputs are symbolic only where they are asked to be.
                Stop::Question(_) => {
                    let what = "a symbolic value".to_owned();
                    TransitionEnd::Unknown(Cause::Unsupported { what, loc: None })
                }
            };
            match each(machine, &choices, reached)? {
                Flow::Continue { moved } => clean &= !moved,
                Flow::Stop => return Ok(()),
            }
        }
    }

    /// Choices of a transition, and the context after it.
    pub fn choices(
        &self,
        machine: &mut Machine<'i, 'p>,
        from: &State,
        number: u32,
    ) -> Option<(Vec<u32>, SwitchContext)> {
        let mut count = 0;
        let mut found = None;
        machine.restore(&from.snapshot);
        let Ok(()) = self.transitions(machine, from, |_, choices, reached| -> Result<Flow, Infallible> {
            if count == number {
                let context = match reached {
                    TransitionEnd::State { context, .. } => context,
                    _ => from.context,
                };
                found = Some((choices.to_vec(), context));
                return Ok(Flow::Stop);
            }
            count += 1;
            Ok(Flow::Continue { moved: false })
        });
        found
    }

    /// The run of choices, for those who follow it.
    pub fn run(&self, numbers: Vec<u32>, either: Option<Box<[Vec<u32>; 2]>>) -> Run {
        let wide = |numbers: Vec<u32>| numbers.into_iter().map(u128::from).collect();
        self.run_of(wide(numbers), either.map(|ways| Box::new(ways.map(wide))))
    }

    /// The same of numbers of any width.
    pub fn run_of(&self, numbers: Vec<u128>, either: Option<Box<[Vec<u128>; 2]>>) -> Run {
        Run::Choices {
            reduction: self.options.reduction,
            spurious_wakeups: self.options.spurious_wakeups,
            exact_inputs: self.telling.exact,
            told_undefined: self.telling.undefined,
            numbers,
            either,
            propositions: self.propositions.clone(),
            owned: self.owners.as_ref().map(|o| o.variables().collect()),
        }
    }

    /// Begins a transition of a machine that was put away.
    pub fn begin(&self, machine: &mut Machine<'i, 'p>) {
        match self.scheduler {
            Some(scheduler) => machine.schedule(scheduler),
            None => machine.resume(),
        }
    }

    /// Executes a transition again with a recorder.
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
        self.begin(machine);
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

    /// Computes the canonical form of the machine's state and inserts it. Returns whether the machine loaded another
    /// state meanwhile. `from` is the state being expanded, if the machine still knows what was written since. `out`
    /// receives parts and states.
    pub fn canonicalize<O, E>(
        &self,
        (machine, canon, schedules): (&mut Machine<'i, 'p>, &mut Canon<'i, 'p>, &mut Schedules),
        from: Option<&StoredState>,
        context: SwitchContext,
        out: &mut O,
        mut intern: impl FnMut(&mut O, &[u8]) -> Result<LeafId, E>,
        insert: impl FnOnce(&mut O, Form<'_>, &dyn Fn() -> StoredState) -> Result<(), E>,
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
        canon.context = self.bound.map(|_| (context.last, context.switches));
        let (form, walk) = canon.form(machine, near, ignored, |part| intern(out, part))?;
        let known = || {
            // Reference counts change only for new states, because all worker threads would contend for them.
            let schedule = schedule.map(Arc::clone);
            let state = State { snapshot: Box::new(machine.snapshot()), schedule, context };
            StoredState { state, walk: Arc::clone(walk) }
        };
        insert(out, form, &known)?;
        Ok(loaded)
    }
}
