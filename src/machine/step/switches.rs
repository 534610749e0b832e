//! The run of a script, in which threads go on where it says.

use crate::machine::step::{Machine, Stop};
use crate::program::FuncId;
use crate::semantics::{Fault, Resource};

impl Machine<'_, '_> {
    /// Runs to the end of a script's run, with its switches.
    pub fn run_script(&mut self, scheduler: Option<FuncId>) -> Stop {
        let most = self.environment.max_steps;
        loop {
            let script = self.environment.script.as_ref();
            let next = script.and_then(|s| s.tables.switches.get(s.switched)).copied();
            let (Some((steps, thread)), Some(scheduler)) = (next, scheduler) else { return self.run() };
            self.environment.max_steps = Some(most.map_or(steps, |most| most.min(steps)));
            let stop = self.run();
            self.environment.max_steps = most;
            let paused = matches!(stop, Stop::Fault(Fault::Exhausted(Resource::Steps), _));
            let switches = paused || matches!(stop, Stop::Interrupted | Stop::ThreadEnded);
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
}
