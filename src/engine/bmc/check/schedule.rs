//! The schedule of a model: which thread goes on until where, up to a violation, and the machine's run of it
//! (`design-threads.md`, section 8).

use crate::engine::bmc::ledger::Threads;
use crate::engine::record::Recorder;
use crate::ilr::eval::Evaluator;
use crate::machine::script::Site;
use crate::machine::{Image, Machine, Stop};
use crate::program::{FuncId, InstKind, Program};
use std::collections::HashMap;

/// A thread runs until it has executed an instruction for the so-manieth time, since there may be other threads, and nothing
/// keeps others from running.
#[derive(Clone, Debug)]
struct Leg {
    thread: usize,
    site: Site,
    count: u64,
    /// The thread that is created there.
    creates: Option<usize>,
    /// Whether the thread waits there for ever.
    waits: bool,
    /// Number of entries of the log when it is over.
    entries: usize,
}

/// In which order threads go on up to a violation.
#[derive(Clone, Debug, Default)]
pub(super) struct ThreadSchedule {
    legs: Vec<Leg>,
    /// The thread that violates something then.
    last: usize,
    /// Whether it waits then, as all others do; any of them may tell.
    waits: bool,
}

impl ThreadSchedule {
    /// The schedule of a model up to a moment of a thread: so many points had been made.
    pub(super) fn of(
        threads: &Threads,
        values: &mut Evaluator<'_>,
        (last, made): (usize, usize),
        waits_forever: bool,
    ) -> ThreadSchedule {
        if !threads.are_several() {
            return ThreadSchedule::default();
        }
        let mut acts = vec![None; threads.points.len()];
        // Points that others may notice.
        let mut seen = vec![false; threads.points.len()];
        let reads = threads.accesses.reads.iter().map(|access| (access.point, access.when, false));
        let writes = threads.accesses.writes.iter().map(|access| (access.point, access.when, true));
        let contested = threads.objects.contested.iter().map(|used| (used.point, used.when, used.ends));
        let waits = threads.waits.iter().filter(|wait| values.bool(wait.selected));
        let waits: Vec<_> = waits.collect();
        let stuck: Vec<usize> = waits.iter().filter(|wait| !wait.signal).map(|wait| wait.point).collect();
        let mut waits: Vec<_> = waits.into_iter().map(|wait| (wait.point, wait.when, true)).collect();
        if !waits.is_empty() {
            // Who waits for ever may do so as others have ended.
            let ends = threads.list.iter().flat_map(|thread| &thread.ends);
            waits.extend(ends.map(|&(point, when)| (point, when, true)));
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
        let mut order: Vec<(u64, usize)> = Vec::new();
        for (i, _) in acts.iter().enumerate().filter(|(_, act)| act.is_some()) {
            order.push((values.bits(threads.points[i].clock).to_u64().unwrap_or(0), i));
        }
        order.sort_unstable();
        let created = threads.list[last].created.map(|(_, point, _)| point);
        let until = order
            .iter()
            .rposition(|&(_, i)| threads.points[i].thread == last && i < made || Some(i) == created);
        order.truncate(until.map_or(0, |at| at + 1));
        // What nobody notices need not be: behind it, the program may end.
        let mut unnoticed = vec![true; threads.list.len()];
        unnoticed[last] = false;
        let mut kept: Vec<usize> = Vec::new();
        for &(_, i) in order.iter().rev() {
            let unnoticed = &mut unnoticed[threads.points[i].thread];
            *unnoticed &= !seen[i];
            if !*unnoticed {
                kept.push(i);
            }
        }
        let mut counts: HashMap<(usize, Site), Vec<usize>> = HashMap::new();
        for (i, &(thread, site, when)) in threads.visits.iter().enumerate() {
            if values.bool(when) {
                counts.entry((thread, site)).or_default().push(i);
            }
        }
        let legs = kept.into_iter().rev().map(|i| {
            let point = &threads.points[i];
            let visits = counts.get(&(point.thread, point.site)).map_or(&[][..], Vec::as_slice);
            let count = visits.partition_point(|&at| at < point.visits) as u64;
            let creates = acts[i].flatten();
            let waits = stuck.contains(&i);
            Leg { thread: point.thread, site: point.site, count, creates, waits, entries: point.entries }
        });
        let schedule = ThreadSchedule { legs: legs.collect(), last, waits: waits_forever };
        tracing::debug!(?schedule, "threads");
        schedule
    }

    /// The leg in which a thread comes to an entry of the log.
    pub(super) fn leg(&self, thread: usize, entry: usize) -> usize {
        let own = self.legs.iter().position(|leg| leg.thread == thread && entry < leg.entries);
        let or_last = || match self.legs.iter().rposition(|leg| leg.thread == thread) {
            _ if thread == self.last => self.legs.len(),
            // Until another thread goes on it may come to more than it is known to have done.
            last => last.unwrap_or(usize::MAX),
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
    switches: Vec<(u64, usize)>,
}

impl<'a, 'i, 'p> Scheduled<'a, 'i, 'p> {
    /// A machine at the start of the program.
    pub(super) fn new(
        (program, image, scheduler): (&'p Program, &'i Image<'p>, FuncId),
        machine: &'a mut Machine<'i, 'p>,
        recorder: &'a mut Recorder<'i, 'p>,
    ) -> Self {
        let (visits, order, switches) = (HashMap::new(), vec![0], Vec::new());
        Scheduled { program, image, scheduler, machine, recorder, visits, running: 0, order, switches }
    }

    /// Follows a schedule, at most so many operations: why the run has stopped, and where threads were switched.
    pub(super) fn follow(mut self, schedule: &ThreadSchedule, most: u64) -> (Stop, Vec<(u64, usize)>) {
        let mut stopped = None;
        // Where threads have stopped.
        let mut at: HashMap<usize, (Site, u64)> = HashMap::new();
        for leg in &schedule.legs {
            if leg.waits && at.get(&leg.thread) == Some(&(leg.site, leg.count)) {
                // It waits there already.
                continue;
            }
            if (stopped.is_some() || leg.thread != self.running) && !self.switch(leg.thread, stopped.take()) {
                return (Stop::Interrupted, self.switches);
            }
            let mut begun = false;
            loop {
                if begun && self.is_done(leg) || self.machine.steps >= most {
                    break;
                }
                begun = true;
                match self.step() {
                    None => {}
                    Some(stop @ (Stop::Interrupted | Stop::ThreadEnded)) => {
                        let ended = matches!(stop, Stop::ThreadEnded);
                        if self.count(leg) >= leg.count {
                            at.insert(leg.thread, (leg.site, leg.count));
                            stopped = Some(stop);
                            break;
                        }
                        // It gives way, and goes on.
                        if ended || !self.switch(leg.thread, Some(stop)) {
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
        }
        if schedule.waits && stopped.is_some() && self.machine.thread_count() > 1 {
            self.let_any_tell(stopped.take());
        }
        if (stopped.is_some() || schedule.last != self.running) && !self.switch(schedule.last, stopped) {
            return (Stop::Interrupted, self.switches);
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

    fn switch(&mut self, thread: usize, stop: Option<Stop>) -> bool {
        if self.machine.thread_count() == 1 {
            // The scheduler tells that it waits for ever.
            let stop = stop.unwrap_or(Stop::Interrupted);
            return self.machine.let_next_go_on(&stop, Some(self.scheduler));
        }
        let Some(number) = self.order.iter().position(|&t| t == thread) else { return false };
        self.switches.push((self.machine.steps, number));
        self.running = thread;
        let is_there = self.machine.let_thread_go_on(number, stop.as_ref(), self.scheduler);
        self.recorder.sync(self.machine);
        is_there
    }

    /// All threads wait: the one that the scheduler chooses tells so.
    fn let_any_tell(&mut self, stop: Option<Stop>) {
        let none = self.machine.thread_count();
        self.switches.push((self.machine.steps, none));
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

    /// Whether a leg is over: its instruction was executed, and others may run.
    fn is_done(&self, leg: &Leg) -> bool {
        if let Some(created) = leg.creates
            && !self.order.contains(&created)
            && self.order.len() >= self.machine.thread_count()
        {
            return false;
        }
        self.count(leg) >= leg.count
            && !self.machine.frame.atomic
            && self.next().is_some_and(|site| site != leg.site)
    }
}
