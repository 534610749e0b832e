//! Receivers of the checks that instructions raise.

use smallvec::SmallVec;

use crate::program::Processor;
use crate::property::{Check, CheckSet};

/// Receives the checks that an instruction raises. `B` is the domain's truth value.
pub trait Sink<B> {
    /// Whether the caller wants this check. If so, it must end the runs that violate the check: on these, the result of
    /// the instruction is meaningless.
    fn enabled(&self, check: Check) -> bool;

    /// The processor that determines the result of an operation whose check is off; without one, the result is
    /// arbitrary.
    fn processor(&self) -> Option<Processor>;

    /// Reports that the check is violated if `violated` holds. Never called with a condition known to be false.
    fn raise(&mut self, check: Check, violated: B);
}

/// A sink that collects raised checks in a list. It allocates only from the third check on.
#[derive(Clone, Debug)]
pub struct Raised<B> {
    enabled: CheckSet,
    processor: Option<Processor>,
    list: SmallVec<[(Check, B); 2]>,
}

impl<B> Raised<B> {
    /// An empty list. Checks outside of the set are not raised, and the operations that they guard yield arbitrary
    /// values.
    pub fn new(enabled: CheckSet) -> Raised<B> {
        Raised::on(enabled, None)
    }

    /// The same, with a processor that determines the results of operations whose check is off.
    #[inline]
    pub fn on(enabled: CheckSet, processor: Option<Processor>) -> Raised<B> {
        Raised { enabled, processor, list: SmallVec::new() }
    }

    /// Whether nothing was raised.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The raised checks in order: a check counts only if those before it hold.
    pub fn list(&self) -> &[(Check, B)] {
        &self.list
    }

    /// Empties the list and returns its contents.
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
