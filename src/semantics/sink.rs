//! Where raised checks go.

use smallvec::SmallVec;

use crate::program::Processor;
use crate::property::{Check, CheckSet};

/// Receives the checks that an instruction raises. `B` is the domain's truth value.
pub trait Sink<B> {
    /// Whether the caller wants this check. If so it must end the runs on which the check is violated: the
    /// instruction's result means nothing on them.
    fn enabled(&self, check: Check) -> bool;

    /// The processor that says what an operation computes whose check is off; without one it is any value.
    fn processor(&self) -> Option<Processor>;

    /// The check is violated when this holds; never called with what is known to be false.
    fn raise(&mut self, check: Check, violated: B);
}

/// A sink that lists what is raised. It allocates only from the third check on.
#[derive(Clone, Debug)]
pub struct Raised<B> {
    enabled: CheckSet,
    processor: Option<Processor>,
    list: SmallVec<[(Check, B); 2]>,
}

impl<B> Raised<B> {
    /// An empty list; checks outside of the set are not raised, and what they guard yields any value.
    pub fn new(enabled: CheckSet) -> Raised<B> {
        Raised::on(enabled, None)
    }

    /// The same on a processor, whose instructions say what an operation computes whose check is off.
    #[inline]
    pub fn on(enabled: CheckSet, processor: Option<Processor>) -> Raised<B> {
        Raised { enabled, processor, list: SmallVec::new() }
    }

    /// Whether nothing was raised.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// What was raised, in order: a later check counts where the ones before it hold.
    pub fn list(&self) -> &[(Check, B)] {
        &self.list
    }

    /// Empties the list and hands out what it had.
    pub fn take(&mut self) -> SmallVec<[(Check, B); 2]> {
        std::mem::take(&mut self.list)
    }
}

impl<B> Sink<B> for Raised<B> {
    #[inline]
    fn enabled(&self, check: Check) -> bool {
        self.enabled.contains(check)
    }

    #[inline]
    fn processor(&self) -> Option<Processor> {
        self.processor
    }

    fn raise(&mut self, check: Check, violated: B) {
        self.list.push((check, violated));
    }
}
