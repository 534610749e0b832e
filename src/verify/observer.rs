//! What a caller can learn of a check while it runs.

use std::time::Duration;

use super::{Loaded, Progress, Report};

/// A caller that wants to know of a check while it runs. Calls come from several threads.
pub trait Observer: Send + Sync {
    /// Something that the user should know; [`Report::warnings`] has it, too.
    fn warning(&self, _text: &str) {}

    /// The program is read, and its check begins.
    ///
    /// # Errors
    /// In words: ends the check as a mistake.
    fn loaded(&self, _program: &Loaded) -> Result<(), String> {
        Ok(())
    }

    /// How often [`Observer::progress`] is called, if at all.
    fn progress_every(&self) -> Option<Duration> {
        None
    }

    /// How far the check is; from the second second on.
    fn progress(&self, _progress: &Progress) {}

    /// A limit was reached some time ago, and the check has not ended yet. It will, but some steps take long; who cannot wait
    /// ends the process here.
    fn overdue(&self, _report: Report) {}

    /// The engine has ended: no more calls of [`Observer::progress`] or [`Observer::overdue`].
    fn finished(&self) {}
}

/// An observer who looks away.
pub(super) struct Nobody;

impl Observer for Nobody {}
