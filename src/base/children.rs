//! The processes that this one has started, so that whoever ends it in a hurry can end them, too.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A process, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Child {
    /// Its number.
    pub pid: i32,
    /// Whether it leads a process group of its own.
    pub leads: bool,
}

static RUNNING: Mutex<Vec<Child>> = Mutex::new(Vec::new());

fn running() -> MutexGuard<'static, Vec<Child>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps a process among those that run, until it is dropped: after the process was waited for.
#[derive(Debug)]
pub struct Note(Child);

impl Note {
    /// A process that was just started.
    pub fn new(pid: i32, leads: bool) -> Note {
        let child = Child { pid, leads };
        running().push(child);
        Note(child)
    }
}

impl Drop for Note {
    fn drop(&mut self) {
        let mut running = running();
        if let Some(at) = running.iter().position(|c| *c == self.0) {
            running.swap_remove(at);
        }
    }
}

/// The processes that run now.
pub fn all() -> Vec<Child> {
    running().clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_known_until_its_note_is_dropped() {
        // Numbers that no process has.
        let (first, second) = (Note::new(-7, false), Note::new(-8, true));
        assert!(
            all().contains(&Child { pid: -7, leads: false })
                && all().contains(&Child { pid: -8, leads: true })
        );
        drop(first);
        assert!(!all().iter().any(|c| c.pid == -7) && all().iter().any(|c| c.pid == -8));
        drop(second);
        assert!(!all().iter().any(|c| c.pid == -8));
    }
}
