//! States that a machine goes back to.

use std::sync::Arc;

use crate::machine::environment::Course;
use crate::machine::environment::script::Script;
use crate::machine::reduction::{Dependence, Transition};
use crate::machine::state::{Frame, Kept};
use crate::machine::step::Machine;
use crate::machine::step::machine::{Control, Threads};

/// A state of a program that can be gone back to. It shares what does not change.
#[derive(Clone, Debug)]
pub struct Snapshot {
    memory: Kept,
    frame: Frame,
    control: Control,
    threads: Threads,
    transition: Transition,
    dependence: Dependence,
    steps: u64,
    script: Option<Box<Script>>,
    /// Of a machine with symbolic values.
    course: Option<Arc<Course>>,
}

impl Snapshot {
    /// Operations up to here.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Roughly the bytes that it does not share with others.
    pub fn own_bytes(&self) -> usize {
        self.memory.own_bytes()
    }
}

impl Machine<'_, '_> {
    /// The state as it is.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            memory: self.memory.save(),
            frame: self.frame.clone(),
            control: self.control.clone(),
            threads: self.threads,
            transition: self.reductions.transition,
            dependence: self.reductions.dependence,
            steps: self.steps,
            script: self.environment.script.clone(),
            course: self.reductions.symbols.as_ref().map(|symbols| Arc::clone(&symbols.course)),
        }
    }

    /// Goes back to a state.
    pub fn restore(&mut self, to: &Snapshot) {
        self.memory.restore(&to.memory);
        self.back_to(to);
    }

    /// Goes back to the state that it went to last by [`Machine::restore`], which is this one.
    pub fn undo(&mut self, to: &Snapshot) {
        self.memory.undo(&to.memory);
        self.back_to(to);
    }

    fn back_to(&mut self, to: &Snapshot) {
        self.reductions.reachable.published();
        self.reductions.transition = to.transition;
        self.reductions.dependence = to.dependence;
        self.frame.clone_from(&to.frame);
        self.control.back_to(&to.control);
        self.threads = to.threads;
        self.steps = to.steps;
        self.environment.script.clone_from(&to.script);
        if let (Some(symbols), Some(course)) = (&mut self.reductions.symbols, &to.course) {
            symbols.course = Arc::clone(course);
        }
    }
}

impl Control {
    /// Goes back to what it was in another state of the same run.
    fn back_to(&mut self, to: &Control) {
        if !Arc::ptr_eq(&self.pending, &to.pending) {
            self.pending = Arc::clone(&to.pending);
        }
        self.ending = to.ending;
        self.status = to.status;
        self.propositions = to.propositions;
    }
}
