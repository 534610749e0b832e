//! A model of the formula as a run of the machine: which thread goes on until where, with which inputs.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::formula::Steps;
use super::graph::{Action, Goal, Graph, Problem};
use super::maker::Maker;
use crate::base::Bits;
use crate::engine::record::Recorder;
use crate::engine::verdict::{Replayed, Run, Violation};
use crate::ilr::eval::{Evaluator, Model};
use crate::machine::code::{Op, Target};
use crate::machine::script::{Given, Interleaving, Script, Site, Tables};
use crate::machine::{Environment, Image, Machine, Stop, scheduler};
use crate::program::FuncId;
use crate::property::Check;
use crate::semantics::{Fault, Native, ThreadCall};

/// Most operations of a run.
const MOST_STEPS: u64 = 10_000_000;

/// Most bytes of an object that the machine is told.
const MOST_BYTES: u64 = 1 << 16;

/// A thread goes on until so many of its events lie behind it.
#[derive(Clone, Copy, Debug)]
pub struct Leg {
    thread: usize,
    events: u64,
}

/// A run as a model has it.
#[derive(Debug)]
pub struct Plan {
    /// In order; without threads that wait, the last one leads to the violation.
    legs: Vec<Leg>,
    /// Threads that wait for each other then.
    waiting: Vec<usize>,
    /// Threads in the order in which they start.
    order: Vec<usize>,
    tables: Tables,
    /// What is violated.
    pub promised: Problem,
}

impl Plan {
    /// Reads the run out of a model.
    pub fn of(
        (make, graph): (&Maker<'_, '_>, &Graph),
        steps: &Steps,
        model: &Model,
        deadlock: Option<Problem>,
    ) -> Option<Plan> {
        let mut values = Evaluator::new(make.d.terms.store(), model);
        let mut places: BTreeMap<usize, usize> = [(0, graph.strands[0].entry)].into();
        let (mut legs, mut order, mut answers) = (Vec::<Leg>::new(), vec![0], BTreeMap::new());
        let mut made: BTreeMap<Site, Vec<usize>> = BTreeMap::new();
        let mut promised = None;
        for step in &steps.runs {
            let Some(thread) = (0..step.len()).find(|&t| values.bool(step[t])) else { break };
            let node = &graph.nodes[*places.get(&thread)?];
            for item in &node.items {
                match &item.action {
                    Action::Input(site, ask, term) if values.bool(item.when) => {
                        let list: &mut Vec<Bits> = answers.entry((*site, *ask)).or_default();
                        list.push(values.bits(*term));
                    }
                    Action::Made(site, number) if values.bool(item.when) => {
                        made.entry(*site).or_default().push(*number);
                    }
                    Action::Start(other) if values.bool(item.when) => {
                        order.push(*other);
                        places.insert(*other, graph.strands[*other].entry);
                    }
                    _ => {}
                }
            }
            let edge = node.edges.iter().find(|edge| values.bool(edge.when))?;
            let events = values.bits(edge.events).to_u64()?;
            match legs.last_mut().filter(|leg| leg.thread == thread) {
                Some(leg) => leg.events = events,
                None => legs.push(Leg { thread, events }),
            }
            match edge.to {
                Goal::Node(to) => {
                    places.insert(thread, to);
                }
                Goal::End => {
                    places.remove(&thread);
                }
                Goal::Problem(number) => {
                    let problem = &graph.problems[number];
                    if matches!(problem, Problem::Violation(..)) && deadlock.is_none() {
                        promised = Some(problem.clone());
                        break;
                    }
                    places.remove(&thread);
                }
            }
        }
        // Threads that wait get as far as they can.
        let mut waiting = Vec::new();
        if deadlock.is_some() {
            for (&thread, &node) in &places {
                if !values.bool(steps.places()[node]) {
                    continue;
                }
                waiting.push(thread);
                for item in &graph.nodes[node].items {
                    if let Action::Input(site, ask, term) = &item.action
                        && values.bool(item.when)
                    {
                        answers.entry((*site, *ask)).or_default().push(values.bits(*term));
                    }
                }
            }
        }
        let mut tables = Tables { values: answers, ..Tables::default() };
        for (site, numbers) in made {
            for (count, number) in numbers.into_iter().enumerate() {
                if let Some(given) = given(make, &mut values, number) {
                    tables.objects.entry(site).or_default().insert(count as u64, given);
                }
            }
        }
        Some(Plan { legs, waiting, order, tables, promised: deadlock.or(promised)? })
    }
}

/// What an object held at first, as far as it was read before it was written.
fn given(make: &Maker<'_, '_>, values: &mut Evaluator<'_>, number: usize) -> Option<Given> {
    let known = make.first.range((number, 0)..=(number, u64::MAX));
    let mut bytes = vec![0u8; make.things.all[number].size.min(MOST_BYTES) as usize];
    let mut any = false;
    for (&(_, at), &term) in known {
        if let Some(place) = bytes.get_mut(at as usize) {
            *place = values.bits(term).to_u64().unwrap_or(0) as u8;
            any = true;
        }
    }
    any.then(|| Given { address: None, bytes: Some(bytes.into()) })
}

/// What the machine shows.
pub enum Shown {
    /// The violation.
    Confirmed(Box<Violation>),
    /// Something else, in words, and the run.
    Else(String, String),
}

/// A machine that follows a plan.
struct Follower<'a, 'i, 'p> {
    image: &'i Image<'p>,
    scheduler: Option<FuncId>,
    machine: &'a mut Machine<'i, 'p>,
    recorder: &'a mut Recorder<'i, 'p>,
    events: BTreeMap<usize, u64>,
    running: usize,
    switches: Vec<(u64, usize)>,
}

impl Follower<'_, '_, '_> {
    /// Whether the next operation is an event of the thread.
    fn is_event(&self) -> bool {
        let frame = &self.machine.frame;
        let program = self.image.program;
        if !program.func(frame.func).model {
            return true;
        }
        let Some(Op::Call { call, .. }) = self.image.code(frame.func).ops.get(frame.pc as usize) else {
            return false;
        };
        let Target::Direct(callee) = call.target else { return false };
        match self.image.native(callee) {
            Some(Native::Thread(ThreadCall::AtomicBegin | ThreadCall::Private)) => !frame.atomic,
            Some(Native::AtomicSection { begins: true }) => !frame.atomic,
            Some(Native::Thread(ThreadCall::Yield)) => true,
            _ => false,
        }
    }

    fn switch(&mut self, order: &[usize], thread: usize, stop: Option<&Stop>) -> bool {
        let Some(scheduler) = self.scheduler else { return false };
        if self.machine.thread_count() == 1 {
            return self.machine.let_next_go_on(stop.unwrap_or(&Stop::Interrupted), Some(scheduler));
        }
        let Some(number) = order.iter().position(|&t| t == thread) else { return false };
        self.switches.push((self.machine.steps, number));
        self.running = thread;
        let is_there = self.machine.let_thread_go_on(number, stop, scheduler);
        self.recorder.sync(self.machine);
        is_there
    }

    /// Executes up to the violation.
    fn follow(&mut self, plan: &Plan) -> Stop {
        let mut stopped: Option<Stop> = None;
        for (i, leg) in plan.legs.iter().enumerate() {
            let last = i + 1 == plan.legs.len() && plan.waiting.is_empty();
            if (stopped.is_some() || leg.thread != self.running)
                && !self.switch(&plan.order, leg.thread, stopped.take().as_ref())
            {
                return Stop::Interrupted;
            }
            while self.machine.steps < MOST_STEPS {
                let event = self.is_event();
                let so_far = self.events.get(&leg.thread).copied().unwrap_or(0);
                // Where it waits it may go on later only.
                let rests = event || !self.machine.frame.atomic;
                if !last && so_far >= leg.events && rests {
                    break;
                }
                match self.recorder.step(self.machine) {
                    None => {}
                    Some(stop @ Stop::ThreadEnded) => {
                        stopped = Some(stop);
                        break;
                    }
                    Some(Stop::Interrupted)
                        if self.switch(&plan.order, leg.thread, Some(&Stop::Interrupted)) => {}
                    Some(stop) => return stop,
                }
                if event {
                    *self.events.entry(leg.thread).or_default() += 1;
                }
            }
        }
        for &thread in &plan.waiting {
            if (stopped.is_some() || thread != self.running)
                && !self.switch(&plan.order, thread, stopped.take().as_ref())
            {
                return Stop::Interrupted;
            }
            while self.machine.steps < MOST_STEPS && stopped.is_none() {
                match self.recorder.step(self.machine) {
                    None => {}
                    Some(stop @ (Stop::Interrupted | Stop::ThreadEnded)) => stopped = Some(stop),
                    Some(stop) => return stop,
                }
            }
        }
        match stopped {
            // All threads wait: the one that the scheduler chooses tells so.
            Some(stop) if !plan.waiting.is_empty() => self.let_any_tell(&stop),
            stopped => stopped.unwrap_or(Stop::Interrupted),
        }
    }

    fn let_any_tell(&mut self, stop: &Stop) -> Stop {
        let Some(scheduler) = self.scheduler else { return Stop::Interrupted };
        let none = self.machine.thread_count();
        if none > 1 {
            self.switches.push((self.machine.steps, none));
            self.machine.let_thread_go_on(none, Some(stop), scheduler);
        } else {
            self.machine.let_next_go_on(stop, Some(scheduler));
        }
        self.recorder.sync(self.machine);
        while self.machine.steps < MOST_STEPS {
            if let Some(stop) = self.recorder.step(self.machine) {
                return stop;
            }
        }
        Stop::Interrupted
    }
}

/// Whether two lines of the program are the same, as a violation may be told at another column.
fn same_line(image: &Image<'_>, a: Option<crate::program::LocId>, b: Option<crate::program::LocId>) -> bool {
    let line = |loc: Option<crate::program::LocId>| {
        loc.map(|l| image.program.locs[l.index()]).map(|l| (l.file, l.line))
    };
    line(a) == line(b)
}

/// The tables of a run in which threads switch there.
fn switched(tables: &Tables, switches: Vec<(u64, usize)>) -> Tables {
    Tables { interleaving: Interleaving { switches, ..Interleaving::default() }, ..tables.clone() }
}

/// Executes a plan on the machine.
pub fn execute(image: &Image<'_>, entry: FuncId, plan: &Plan) -> Shown {
    let program = image.program;
    let tables = Arc::new(plan.tables.clone());
    let text = |switches: &[(u64, usize)]| switched(&tables, switches.to_vec()).text(program);
    let environment = Environment {
        script: Some(Box::new(Script::new((*tables).clone()))),
        spurious_wakeups: true,
        ..Environment::default()
    };
    let mut machine = match Machine::new(image, entry, &[], environment) {
        Ok(machine) => machine,
        Err(fault) => return Shown::Else(fault.to_string(), text(&[])),
    };
    let mut recorder = Recorder::new(image);
    let mut follower = Follower {
        image,
        scheduler: scheduler(program),
        machine: &mut machine,
        recorder: &mut recorder,
        events: BTreeMap::new(),
        running: 0,
        switches: Vec::new(),
    };
    let stop = follower.follow(plan);
    let switches = std::mem::take(&mut follower.switches);
    match stop {
        Stop::Fault(Fault::Violation(check), loc) => {
            let promised = match &plan.promised {
                Problem::Violation(Check::Deadlock, _) => check == Check::Deadlock,
                Problem::Violation(_, at) => same_line(image, *at, loc) || loc.is_none(),
                _ => false,
            };
            if !promised {
                let story = format!("{} at another place", check.words());
                return Shown::Else(story, text(&switches));
            }
            let record = recorder.record(&machine);
            let run = Run::Script(Arc::new(switched(&tables, switches)));
            let replayed = Replayed::Machine;
            Shown::Confirmed(Box::new(Violation { check, loc, record, replayed, run }))
        }
        Stop::Fault(fault, _) => Shown::Else(fault.to_string(), text(&switches)),
        other => Shown::Else(format!("the run ends otherwise: {other:?}"), text(&switches)),
    }
}
