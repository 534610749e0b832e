//! The run of a script, in which threads go on where it says, and a race is seen where it says.

use crate::machine::step::{Machine, Stop};
use crate::program::FuncId;
use crate::property::Check;
use crate::semantics::{Fault, Resource};

impl Machine<'_, '_> {
    /// Runs to the end of a script's run, with its switches.
    pub fn run_script(&mut self, scheduler: Option<FuncId>) -> Stop {
        loop {
            let script = self.environment.script.as_ref();
            let race = script.and_then(|s| s.tables.race?.get(s.racing).copied());
            let switch = script.and_then(|s| s.tables.switches.get(s.switched)).copied();
            // The thread that accesses next goes on first.
            if let Some(at) = race.filter(|&at| switch.is_none_or(|(steps, _)| at < steps)) {
                if self.steps < at {
                    let stop = self.run_until(Some(at));
                    if !is_pause(&stop) || self.steps < at {
                        return stop;
                    }
                }
                self.begin_racing();
                continue;
            }
            let (Some((steps, thread)), Some(scheduler)) = (switch, scheduler) else {
                return self.run_until(None);
            };
            let stop = self.run_until(Some(steps));
            let switches = is_pause(&stop) || matches!(stop, Stop::Interrupted | Stop::ThreadEnded);
            if !switches || self.steps < steps {
                return stop;
            }
            if let Some(script) = &mut self.environment.script {
                script.switched += 1;
            }
            if !self.let_thread_go_on(thread, Some(&stop), scheduler) {
                return stop;
            }
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
        if script.racing == 0 {
            races.on = true;
            races.clear();
        }
        races.transition = script.racing as u32;
        script.racing += 1;
        self.begin();
    }

    /// Whether the second access of a race is next, or a later operation of its thread.
    pub fn is_racing(&self) -> bool {
        self.environment.script.as_ref().is_some_and(|s| s.racing == 2)
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
