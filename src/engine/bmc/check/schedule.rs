//! The schedule of a model: which thread goes on until where, up to a violation, and the machine's run of it
//! (`design-threads.md`, section 8).

use super::replay::Promise;
use crate::engine::bmc::explore::Eval;
use crate::engine::bmc::ledger::WaitsFor;
use crate::engine::bmc::state::{self, ObjId, Point};
use crate::engine::record::Recorder;
use crate::ilr::Term;
use crate::ilr::eval::Evaluator;
use crate::machine::script::{Site, StoreEvent};
use crate::machine::{Access, Image, Machine, Origin, Stop};
use crate::program::{FuncId, GlobalId, InstKind, Program};
use crate::property::Check;
use std::collections::{HashMap, HashSet};

/// A thread runs until it has executed an instruction for the so-manieth time, since there may be other threads, and nothing
/// keeps others from running.
#[derive(Clone, Debug)]
struct Leg {
    thread: usize,
    /// The threads whose stores come to memory first, one of each.
    visible: Vec<usize>,
    /// Whether what it stores waits.
    stores: bool,
    site: Site,
    count: u64,
    /// The thread that is created there.
    creates: Option<usize>,
    /// Whether the thread waits there for ever.
    waits: bool,
    /// Number of entries of the log when it is over.
    entries: usize,
    /// The thread's next visit, if there is one.
    next: Option<NextVisit>,
    /// What it accesses last, where that is not all that its instruction does.
    sought: Option<SoughtAccess>,
}

/// What a thread comes to next, of the visits that the model counts.
#[derive(Clone, Copy, Debug)]
struct NextVisit {
    number: usize,
    site: Site,
    /// For the how-manieth time.
    times: u64,
}

/// What happens at one time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum TimedEvent {
    /// A thread acts at a point.
    Executed(Point),
    /// What it has stored there comes to memory.
    Visible(Point),
}

impl TimedEvent {
    fn executed(self) -> Option<Point> {
        match self {
            TimedEvent::Executed(point) => Some(point),
            TimedEvent::Visible(_) => None,
        }
    }
}

/// Up to what a schedule leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScheduleEnd {
    /// What a thread violates after so many points of all.
    Moment(usize, usize),
    /// That it waits forever then, as all others do; any of them may tell.
    Deadlock(usize, usize),
    /// That a thread ends the program behind so many points of all, at which objects are lost.
    Exit(usize, usize),
    /// That two points are next, of which the first is executed before the second.
    Race(Point, Point, SoughtAccess),
}

/// An access, as the machine knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SoughtAccess {
    /// The variable, if it is one.
    global: Option<GlobalId>,
    /// Its first byte.
    at: u64,
    /// Bytes.
    size: u64,
    write: bool,
}

impl SoughtAccess {
    fn of(
        (eval, values): (&Eval<'_>, &mut Evaluator<'_>),
        (object, at): (ObjId, Term),
        size: u64,
        write: bool,
    ) -> SoughtAccess {
        let global = match eval.vm.memory.space.info(object).origin {
            state::Origin::Global(g) => Some(g),
            _ => None,
        };
        SoughtAccess { global, at: values.bits(at).to_u64().unwrap_or(u64::MAX), size, write }
    }
}

impl Default for ScheduleEnd {
    fn default() -> ScheduleEnd {
        ScheduleEnd::Moment(0, 0)
    }
}

impl ScheduleEnd {
    /// That of a model in which something is violated.
    pub(super) fn of(eval: &Eval<'_>, values: &mut Evaluator<'_>, promised: Option<&Promise>) -> ScheduleEnd {
        let threads = &eval.vm.ledger.threads;
        let Some(Promise { check, moment: (thread, made), .. }) = promised else {
            return ScheduleEnd::default();
        };
        match check {
            Check::Deadlock => ScheduleEnd::Deadlock(*thread, *made),
            Check::Leak | Check::LeakAtExit => ScheduleEnd::Exit(*thread, *made),
            Check::Race => {
                let races = threads.accesses.races.iter().filter(|race| values.bool(race.cond));
                let Some(race) = races.min_by_key(|race| race.first.max(race.second)) else {
                    return ScheduleEnd::default();
                };
                let access = &threads.accesses.racing[race.access];
                let size = values.bits(access.size).to_u64().unwrap_or(u64::MAX);
                let place = (access.object, access.offset);
                let sought = SoughtAccess::of((eval, values), place, size, access.how.write);
                ScheduleEnd::Race(race.first, race.second, sought)
            }
            _ => ScheduleEnd::Moment(*thread, *made),
        }
    }
}

/// In which order threads go on up to a violation.
#[derive(Clone, Debug, Default)]
pub(super) struct ThreadSchedule {
    legs: Vec<Leg>,
    /// The threads whose stores come to memory behind them.
    visible: Vec<usize>,
    /// The thread that violates something then.
    last: usize,
    /// Up to what.
    end: ScheduleEnd,
}

impl ThreadSchedule {
    /// The schedule of a model.
    pub(super) fn of(eval: &Eval<'_>, values: &mut Evaluator<'_>, end: ScheduleEnd) -> ThreadSchedule {
        let threads = &eval.vm.ledger.threads;
        if !threads.are_several() {
            return ThreadSchedule::default();
        }
        let (last, made) = match end {
            ScheduleEnd::Moment(last, made)
            | ScheduleEnd::Deadlock(last, made)
            | ScheduleEnd::Exit(last, made) => (last, made),
            ScheduleEnd::Race(_, second, _) => (threads.points[second].thread, second),
        };
        let mut acts = vec![None; threads.points.len()];
        // Points that others may notice.
        let mut seen = vec![false; threads.points.len()];
        let reads = threads.accesses.reads.iter().map(|access| (access.point, access.when, false));
        let writes = threads.accesses.writes.iter().map(|access| (access.point, access.when, true));
        let contested = threads.objects.contested.iter().map(|used| (used.point, used.when, used.ends));
        let waits = threads.waits.iter().filter(|wait| values.bool(wait.selected));
        let waits: Vec<_> = waits.collect();
        let stuck: Vec<usize> =
            waits.iter().filter(|wait| wait.how != WaitsFor::Signal).map(|wait| wait.point).collect();
        let mut waits: Vec<_> = waits.into_iter().map(|wait| (wait.point, wait.when, true)).collect();
        let exits = matches!(end, ScheduleEnd::Exit(..));
        if exits || !waits.is_empty() {
            // Who waits for ever may do so as others have ended, and what is lost may be so, too.
            let ends = threads.list.iter().flat_map(|thread| &thread.ends);
            waits.extend(ends.map(|&(point, when)| (point, when, true)));
        }
        if exits {
            let heap = &threads.objects.heap;
            let events = heap.made.iter().chain(&heap.freed);
            waits.extend(events.filter_map(|event| Some((event.point?, event.when, true))));
            let ends = heap.ends.iter().map(|end| (end.point, end.state.path.term(), true));
            waits.extend(ends.filter(|&(point, ..)| point + 1 == made));
        }
        for (point, when, is_seen) in reads.chain(writes).chain(contested).chain(waits) {
            if values.bool(when) {
                acts[point].get_or_insert(None);
                seen[point] |= is_seen;
            }
        }
        for (number, thread) in threads.list.iter().enumerate() {
            if let Some((_, point, _)) = thread.created
                && values.bool(threads.points[point].when)
            {
                acts[point] = Some(Some(number));
                seen[point] = true;
            }
        }
        if let ScheduleEnd::Race(first, second, _) = end {
            acts[first].get_or_insert(None);
            acts[second] = None;
            seen[first] = true;
        }
        let mut order: Vec<(u64, TimedEvent)> = Vec::new();
        for (i, _) in acts.iter().enumerate().filter(|(_, act)| act.is_some()) {
            let point = &threads.points[i];
            order.push((values.bits(point.clock).to_u64().unwrap_or(0), TimedEvent::Executed(i)));
            if let Some(visible) = point.visible {
                order.push((values.bits(visible).to_u64().unwrap_or(0), TimedEvent::Visible(i)));
            }
        }
        order.sort_unstable();
        let created = threads.list[last].created.map(|(_, point, _)| point);
        let until = order.iter().rposition(|&(_, event)| match (end, event) {
            (_, TimedEvent::Visible(_)) => false,
            (ScheduleEnd::Race(first, ..), TimedEvent::Executed(i)) => i == first,
            (_, TimedEvent::Executed(i)) => {
                threads.points[i].thread == last && i < made || Some(i) == created
            }
        });
        order.truncate(until.map_or(0, |at| at + 1));
        // What nobody notices need not be: behind it, the program may end.
        let mut unnoticed = vec![true; threads.list.len()];
        unnoticed[last] = false;
        let mut kept: Vec<usize> = Vec::new();
        for i in order.iter().rev().filter_map(|(_, event)| event.executed()) {
            let unnoticed = &mut unnoticed[threads.points[i].thread];
            *unnoticed &= !seen[i];
            if !*unnoticed {
                kept.push(i);
            }
        }
        let mut counts: HashMap<(usize, Site), Vec<usize>> = HashMap::new();
        let mut executed: HashMap<usize, Vec<usize>> = HashMap::new();
        for (i, &(thread, site, when)) in threads.visits.iter().enumerate() {
            if values.bool(when) {
                counts.entry((thread, site)).or_default().push(i);
                executed.entry(thread).or_default().push(i);
            }
        }
        let operation = |i: usize| {
            let point = &threads.points[i];
            let visits = counts.get(&(point.thread, point.site)).map_or(&[][..], Vec::as_slice);
            (point.thread, point.site, visits.partition_point(|&at| at < point.visits) as u64)
        };
        if let ScheduleEnd::Race(first, second, _) = end {
            // The machine stops behind operations of the program only.
            let racing = [first, second].map(operation);
            kept.retain(|&i| i == first || !racing.contains(&operation(i)));
        }
        kept.reverse();
        // A function of the library may access what threads share several times.
        let mut sought: HashMap<usize, SoughtAccess> = HashMap::new();
        let (mut later, mut partly) = (HashSet::new(), HashSet::new());
        for &i in kept.iter().rev() {
            if !later.insert(operation(i)) {
                partly.insert(i);
            }
        }
        let accesses = &threads.accesses;
        let reads = accesses.reads.iter().map(|access| (access, false));
        for (access, write) in reads.chain(accesses.writes.iter().map(|access| (access, true))) {
            if access.library && partly.contains(&access.point) && values.bool(access.when) {
                let place = (access.object, access.offset);
                let known = SoughtAccess::of((eval, values), place, access.size.into(), write);
                sought.insert(access.point, known);
            }
        }
        if let ScheduleEnd::Race(first, _, access) = end {
            sought.insert(first, access);
        }
        let mut come: HashMap<Point, Vec<usize>> = HashMap::new();
        let mut visible = Vec::new();
        for &(_, event) in &order {
            match event {
                TimedEvent::Visible(i) => visible.push(threads.points[i].thread),
                TimedEvent::Executed(i) if kept.contains(&i) => {
                    come.insert(i, std::mem::take(&mut visible));
                }
                TimedEvent::Executed(_) => {}
            }
        }
        let legs = kept.iter().map(|&i| {
            let (thread, site, count) = operation(i);
            let (entries, visits) = (threads.points[i].entries, threads.points[i].visits);
            let mut later = executed.get(&thread).map_or(&[][..], Vec::as_slice).iter();
            let next = later.find(|&&visit| visit >= visits).map(|&number| {
                let site = threads.visits[number].1;
                let all = counts.get(&(thread, site)).map_or(&[][..], Vec::as_slice);
                NextVisit { number, site, times: all.partition_point(|&at| at <= number) as u64 }
            });
            let creates = acts[i].flatten();
            let waits = stuck.contains(&i);
            let (visible, stores) =
                (come.remove(&i).unwrap_or_default(), threads.points[i].visible.is_some());
            let sought = sought.get(&i).copied();
            Leg { thread, visible, stores, site, count, creates, waits, entries, next, sought }
        });
        let schedule = ThreadSchedule { legs: legs.collect(), visible, last, end };
        tracing::debug!(?schedule, "threads");
        schedule
    }

    /// The leg in which a thread comes to an entry of the log, noted after so many visits.
    pub(super) fn leg(&self, (thread, visits): (usize, usize), entry: usize) -> usize {
        let own = self.legs.iter().position(|leg| leg.thread == thread && entry < leg.entries);
        let or_last = || match self.legs.iter().rposition(|leg| leg.thread == thread) {
            _ if thread == self.last => self.legs.len(),
            // What it does there may be longer than is known; what comes next it does not come to.
            last => last
                .filter(|&at| self.legs[at].next.is_none_or(|next| visits <= next.number))
                .unwrap_or(usize::MAX),
        };
        own.unwrap_or_else(or_last)
    }

    /// Whether there is only one thread.
    pub(super) fn is_empty(&self) -> bool {
        self.legs.is_empty() && self.last == 0
    }
}

/// A machine that follows a schedule.
pub(super) struct Scheduled<'a, 'i, 'p> {
    program: &'p Program,
    image: &'i Image<'p>,
    scheduler: FuncId,
    machine: &'a mut Machine<'i, 'p>,
    recorder: &'a mut Recorder<'i, 'p>,
    /// How often a thread came to an instruction.
    visits: HashMap<(usize, Site), u64>,
    /// The running thread, as the model has it.
    running: usize,
    /// The threads of the model by the machine's order of creation.
    order: Vec<usize>,
    /// Where others went on.
    switches: Switches,
}

/// What a run with threads needs beside its inputs.
#[derive(Default)]
pub(super) struct Switches {
    /// Where others went on: after how many operations, and which.
    pub list: Vec<(u64, usize)>,
    /// Where the accesses of a race come next.
    pub racing: Vec<u64>,
    /// What happens to stores, after how many operations.
    pub stores: Vec<(u64, StoreEvent)>,
}

impl<'a, 'i, 'p> Scheduled<'a, 'i, 'p> {
    /// A machine at the start of the program.
    pub(super) fn new(
        (program, image, scheduler): (&'p Program, &'i Image<'p>, FuncId),
        machine: &'a mut Machine<'i, 'p>,
        recorder: &'a mut Recorder<'i, 'p>,
    ) -> Self {
        let (visits, order, switches) = (HashMap::new(), vec![0], Switches::default());
        Scheduled { program, image, scheduler, machine, recorder, visits, running: 0, order, switches }
    }

    /// Follows a schedule, at most so many operations: why the run has stopped, and what has to be told for it.
    pub(super) fn follow(mut self, schedule: &ThreadSchedule, most: u64) -> (Stop, Switches) {
        let races = matches!(schedule.end, ScheduleEnd::Race(..));
        if schedule.legs.iter().any(|leg| leg.stores) {
            self.machine.use_store_buffers();
        }
        self.machine.reductions.races.on = schedule.legs.iter().any(|leg| leg.sought.is_some());
        let mut stopped = None;
        // Where threads have stopped.
        let mut at: HashMap<usize, (Site, u64)> = HashMap::new();
        let mut ended = HashSet::new();
        for (i, leg) in schedule.legs.iter().enumerate() {
            self.come_to_memory(&leg.visible);
            if ended.contains(&leg.thread) {
                // At its end it may run on where others might have, in functions of the library.
                continue;
            }
            if leg.waits && at.get(&leg.thread) == Some(&(leg.site, leg.count)) {
                // It waits there already.
                continue;
            }
            if (stopped.is_some() || leg.thread != self.running) && !self.switch(leg.thread, stopped.take()) {
                return (Stop::Interrupted, self.switches);
            }
            if races && i + 1 == schedule.legs.len() {
                self.begin_racing();
            } else {
                self.machine.reductions.races.clear();
            }
            let mut begun = false;
            loop {
                let seen = leg.sought.is_some_and(|sought| self.has_accessed(leg, &sought));
                if seen || begun && self.is_done(leg) || self.machine.steps >= most {
                    break;
                }
                begun = true;
                match self.step() {
                    None => {}
                    Some(stop @ (Stop::Interrupted | Stop::ThreadEnded)) => {
                        let ends = matches!(stop, Stop::ThreadEnded);
                        if ends {
                            ended.insert(leg.thread);
                        }
                        if self.count(leg) >= leg.count {
                            at.insert(leg.thread, (leg.site, leg.count));
                            stopped = Some(stop);
                            break;
                        }
                        // It gives way, and goes on.
                        if ends || !self.switch(leg.thread, Some(stop)) {
                            return (Stop::Interrupted, self.switches);
                        }
                    }
                    Some(stop) => return (stop, self.switches),
                }
            }
            if let Some(created) = leg.creates
                && self.order.len() < self.machine.thread_count()
            {
                self.order.push(created);
            }
            if leg.stores {
                self.switches.stores.push((self.machine.steps, StoreEvent::Waits));
                self.machine.last_store_waits();
                if let Some(number) = self.order.iter().position(|&t| t == leg.thread) {
                    self.recorder.last_store_waits(number);
                }
            }
        }
        self.come_to_memory(&schedule.visible);
        if matches!(schedule.end, ScheduleEnd::Deadlock(..))
            && stopped.is_some()
            && self.machine.thread_count() > 1
        {
            self.let_any_tell(stopped.take());
        }
        if (stopped.is_some() || schedule.last != self.running) && !self.switch(schedule.last, stopped) {
            return (Stop::Interrupted, self.switches);
        }
        if races {
            self.begin_racing();
        }
        while self.machine.steps < most {
            match self.step() {
                None => {}
                Some(Stop::Interrupted) if self.switch(schedule.last, Some(Stop::Interrupted)) => {}
                Some(stop) => return (stop, self.switches),
            }
        }
        (Stop::Interrupted, self.switches)
    }

    /// Stores of these threads come to memory.
    fn come_to_memory(&mut self, threads: &[usize]) {
        for thread in threads {
            let Some(number) = self.order.iter().position(|t| t == thread) else { continue };
            self.switches.stores.push((self.machine.steps, StoreEvent::Visible(number)));
            if let Some(store) = self.machine.come_to_memory(number) {
                self.recorder.comes_to_memory(self.machine, number, &store);
            }
        }
    }

    /// The first access of a race comes next, or the second one.
    fn begin_racing(&mut self) {
        self.switches.racing.push(self.machine.steps);
        self.machine.begin_racing();
    }

    fn switch(&mut self, thread: usize, stop: Option<Stop>) -> bool {
        if self.machine.thread_count() == 1 {
            // The scheduler tells that it waits for ever.
            let stop = stop.unwrap_or(Stop::Interrupted);
            return self.machine.let_next_go_on(&stop, Some(self.scheduler));
        }
        let Some(number) = self.order.iter().position(|&t| t == thread) else { return false };
        self.switches.list.push((self.machine.steps, number));
        self.running = thread;
        let is_there = self.machine.let_thread_go_on(number, stop.as_ref(), self.scheduler);
        self.recorder.sync(self.machine);
        is_there
    }

    /// All threads wait: the one that the scheduler chooses tells so.
    fn let_any_tell(&mut self, stop: Option<Stop>) {
        let none = self.machine.thread_count();
        self.switches.list.push((self.machine.steps, none));
        self.machine.let_thread_go_on(none, stop.as_ref(), self.scheduler);
        self.recorder.sync(self.machine);
    }

    fn count(&self, leg: &Leg) -> u64 {
        self.visits.get(&(leg.thread, leg.site)).copied().unwrap_or(0)
    }

    /// The instruction of the program, or of the function that a thread began with, that comes next.
    fn next(&self) -> Option<Site> {
        let frame = &self.machine.frame;
        let counts =
            !self.program.func(frame.func).model || self.machine.memory.parked(frame.caller).is_none();
        let code = self.image.code(frame.func);
        let inst = *code.insts.get(frame.pc as usize)?;
        counts.then_some((frame.func, inst))
    }

    fn step(&mut self) -> Option<Stop> {
        if self.machine.thread_count() > 1
            && let Some(site) = self.next()
        {
            let code = self.image.code(site.0);
            let pc = self.machine.frame.pc as usize;
            let first = pc == 0 || code.insts[pc - 1] != site.1;
            let kind = &self.program.func(site.0).inst(site.1).kind;
            let counts = matches!(
                kind,
                InstKind::Load { .. }
                    | InstKind::Store { .. }
                    | InstKind::CmpXchg { .. }
                    | InstKind::AtomicRmw { .. }
                    | InstKind::Call { .. }
                    | InstKind::Ret(_)
            );
            if first && counts {
                *self.visits.entry((self.running, site)).or_default() += 1;
            }
        }
        self.recorder.step(self.machine)
    }

    /// Whether an access was made that ends a leg.
    fn has_accessed(&self, leg: &Leg, sought: &SoughtAccess) -> bool {
        let is = |access: &Access| {
            let global = match self.machine.memory.origin(access.object) {
                Some(Origin::Global(g)) => Some(g),
                _ => None,
            };
            global == sought.global
                && (access.at, access.size, access.write) == (sought.at, sought.size, sought.write)
        };
        !self.machine.frame.atomic
            && self.count(leg) >= leg.count
            && self.machine.reductions.races.noted().iter().any(is)
    }

    /// Whether a leg is over: its instruction was executed, and others may run.
    fn is_done(&self, leg: &Leg) -> bool {
        if let Some(created) = leg.creates
            && !self.order.contains(&created)
            && self.order.len() >= self.machine.thread_count()
        {
            return false;
        }
        if self.count(leg) < leg.count || self.machine.frame.atomic {
            return false;
        }
        let Some(site) = self.next() else { return false };
        let visits = || self.visits.get(&(leg.thread, site)).copied().unwrap_or(0);
        let comes_next = leg.next.is_some_and(|next| next.site == site && visits() + 1 == next.times);
        comes_next || site != leg.site && !self.is_within(leg.site)
    }

    /// Whether a call is not over, of a function of the library that has called one of the program.
    fn is_within(&self, call: Site) -> bool {
        let mut caller = self.machine.frame.caller;
        while let Some(frame) = self.machine.memory.parked(caller) {
            let code = self.image.code(frame.func);
            if frame.func == call.0 && code.insts.get(frame.pc as usize) == Some(&call.1) {
                return true;
            }
            caller = frame.caller;
        }
        false
    }
}
