//! The run of a script, in which threads go on where it says, and a race is seen where it says.

use crate::machine::environment::script::{InterleavingReached, StoreEvent};
use crate::machine::step::{Machine, Stop};
use crate::program::FuncId;
use crate::property::Check;
use crate::semantics::{Fault, Resource};

/// What a script's run does beside operations.
#[derive(Clone, Copy)]
enum ScriptEvent {
    /// A store waits, or comes to memory.
    Store(StoreEvent),
    /// Another thread goes on.
    Switch(usize),
    /// An access of a race comes next.
    Race,
}

impl Machine<'_, '_> {
    /// Runs to the end of a script's run, with its switches.
    pub fn run_script(&mut self, scheduler: Option<FuncId>) -> Stop {
        let mut stop = None;
        loop {
            stop = self.pass_events(stop, scheduler);
            if let Some(stop) = stop {
                return stop;
            }
            let next = self.next_event(scheduler).map(|(steps, _)| steps);
            let paused = self.run_until(next);
            let is_there = is_pause(&paused) && next.is_some_and(|steps| self.steps >= steps);
            stop = (!is_there).then_some(paused);
        }
    }

    /// What comes next beside operations, as the script says, and after how many of them.
    fn next_event(&self, scheduler: Option<FuncId>) -> Option<(u64, ScriptEvent)> {
        let script = self.environment.script.as_ref()?;
        let (told, reached) = (&script.tables.interleaving, &script.reached);
        let store = told.stores.get(reached.stores).map(|&(steps, event)| (steps, ScriptEvent::Store(event)));
        let switch = told.switches.get(reached.switched);
        let switch = switch.map(|&(steps, thread)| (steps, ScriptEvent::Switch(thread)));
        let race = told.race.and_then(|race| race.get(reached.racing).copied());
        let race = race.map(|steps| (steps, ScriptEvent::Race));
        // The first of those that come after as many: the thread that accesses next goes on before.
        let of_threads = [store, switch].into_iter().filter(|_| scheduler.is_some());
        of_threads.chain([race]).flatten().min_by_key(|&(steps, _)| steps)
    }

    /// Does what comes beside operations, as the script says, after as many as have been executed: why the run then stops, if it
    /// does; `stop`: why it has stopped.
    pub fn pass_events(&mut self, mut stop: Option<Stop>, scheduler: Option<FuncId>) -> Option<Stop> {
        while let None | Some(Stop::Interrupted | Stop::ThreadEnded) = stop
            && let Some((steps, event)) = self.next_event(scheduler)
            && steps <= self.steps
        {
            match event {
                ScriptEvent::Store(event) => {
                    self.reached(|reached| reached.stores += 1);
                    match event {
                        StoreEvent::Waits => self.last_store_waits(),
                        StoreEvent::Visible(thread) => {
                            self.come_to_memory(thread);
                        }
                    }
                }
                ScriptEvent::Switch(thread) => {
                    self.reached(|reached| reached.switched += 1);
                    let stop = stop.take();
                    if !self.let_thread_go_on(thread, stop.as_ref(), scheduler?) {
                        return stop;
                    }
                }
                ScriptEvent::Race => self.begin_racing(),
            }
        }
        stop
    }

    fn reached(&mut self, passed: impl FnOnce(&mut InterleavingReached)) {
        if let Some(script) = &mut self.environment.script {
            passed(&mut script.reached);
        }
    }

    /// Runs until so many operations were executed, or a race is seen.
    fn run_until(&mut self, steps: Option<u64>) -> Stop {
        let most = self.environment.max_steps;
        self.environment.max_steps = [most, steps].into_iter().flatten().min();
        let mut stop = None;
        while stop.is_none() && self.is_racing() {
            stop = self.step().or_else(|| self.race_seen());
        }
        let stop = stop.unwrap_or_else(|| self.run());
        self.environment.max_steps = most;
        stop
    }

    /// From here on accesses are those of the first thread of a race, or of the second one.
    pub fn begin_racing(&mut self) {
        let Some(script) = &mut self.environment.script else { return };
        let races = &mut self.reductions.races;
        if script.reached.racing == 0 {
            races.on = true;
            races.clear();
        }
        races.transition = script.reached.racing as u32;
        script.reached.racing += 1;
        self.begin();
    }

    /// Whether the second access of a race is next, or a later operation of its thread.
    pub fn is_racing(&self) -> bool {
        self.environment.script.as_ref().is_some_and(|s| s.reached.racing == 2)
    }

    /// That the last operation has shown the race of a script's run.
    pub fn race_seen(&mut self) -> Option<Stop> {
        if !self.is_racing() || !self.reductions.races.newly_found() {
            return None;
        }
        let (first, _) = self.reductions.races.found()?;
        Some(Stop::Fault(Fault::Violation(Check::Race), first.loc))
    }
}

fn is_pause(stop: &Stop) -> bool {
    matches!(stop, Stop::Fault(Fault::Exhausted(Resource::Steps), _))
}
