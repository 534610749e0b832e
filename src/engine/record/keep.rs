//! What of a long run is kept. People are told its last steps; witnesses and harnesses follow its inputs and, from its start,
//! its calls, returns and branches.

use super::{Event, Step};

/// Most steps that people are told; the last ones count.
const SHOWN: usize = 100_000;

/// Most inputs that are kept besides, and most calls, returns and branches; the first ones count.
const INPUTS: usize = 400_000;
const TRACKED: usize = 100_000;

/// What is kept so far.
#[derive(Clone, Default)]
pub(super) struct Kept {
    steps: Vec<Step>,
    /// Number of those among them that are shown.
    shown: usize,
    silent: Silent,
}

/// Counts the steps that are not shown.
#[derive(Clone, Default)]
struct Silent {
    inputs: usize,
    tracked: usize,
    /// Whether calls, returns and branches are missing from here on.
    gap: bool,
    /// Whether an input is missing.
    incomplete: bool,
}

/// Whether witnesses follow an event.
fn is_tracked(event: &Event) -> bool {
    matches!(event, Event::Call(..) | Event::Return(..) | Event::Library(..) | Event::Branch { .. })
}

impl Silent {
    /// Whether a step that is not shown is kept, and as what.
    fn keep(&mut self, step: &mut Step) -> bool {
        match &step.event {
            Event::Input { .. } if self.inputs < INPUTS => self.inputs += 1,
            Event::Input { .. } => {
                self.incomplete = true;
                return false;
            }
            _ if self.gap => return false,
            event if is_tracked(event) && self.tracked < TRACKED => self.tracked += 1,
            event if is_tracked(event) || matches!(event, Event::Skipped(_) | Event::Untracked) => {
                self.gap = true;
                step.event = Event::Untracked;
            }
            _ => return false,
        }
        true
    }
}

impl Kept {
    /// Adds a step.
    pub(super) fn add(&mut self, mut step: Step) {
        if !step.shown {
            if self.silent.keep(&mut step) {
                self.steps.push(step);
            }
            return;
        }
        if self.shown >= SHOWN {
            self.silence();
        }
        self.shown += 1;
        self.silent.gap |= matches!(step.event, Event::Skipped(_));
        self.steps.push(step);
    }

    /// Shows the first half of the shown steps no more.
    fn silence(&mut self) {
        let half = self.shown / 2;
        let mut silenced = 0;
        let mut silent = Silent { incomplete: self.silent.incomplete, ..Silent::default() };
        self.steps.retain_mut(|step| {
            if step.shown && silenced == half {
                silent.gap |= matches!(step.event, Event::Skipped(_));
                return true;
            }
            silenced += usize::from(step.shown);
            step.shown = false;
            silent.keep(step)
        });
        self.shown -= silenced;
        self.silent = silent;
    }

    /// An input is missing.
    pub(super) fn misses_inputs(&mut self) {
        self.silent.incomplete = true;
    }

    /// The last shown step.
    pub(super) fn last_shown(&self) -> Option<&Step> {
        self.steps.iter().rev().find(|s| s.shown)
    }

    /// All steps, and whether no input is missing.
    pub(super) fn finish(self) -> (Vec<Step>, bool) {
        (self.steps, !self.silent.incomplete)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Bits;
    use crate::program::{BlockId, FuncId};

    fn step(shown: bool, event: Event) -> Step {
        Step { loc: None, thread: 0, func: FuncId::new(0), depth: 0, inside: None, shown, event }
    }

    fn input(value: u64) -> Step {
        let value = Bits::new(32, value);
        step(true, Event::Input { what: "nondet".to_owned(), value, returned: None })
    }

    fn branch() -> Step {
        let (from, to) = (BlockId::new(0), BlockId::new(1));
        step(false, Event::Branch { from, to, value: Bits::new(1, 1), at: None })
    }

    fn freed() -> Step {
        step(true, Event::Freed("malloc#1".to_owned()))
    }

    fn count(steps: &[Step], which: impl Fn(&Step) -> bool) -> usize {
        steps.iter().filter(|s| which(s)).count()
    }

    #[test]
    fn the_last_steps_are_shown_and_all_inputs_stay() {
        let mut kept = Kept::default();
        for i in 0..SHOWN as u64 {
            kept.add(input(i));
            kept.add(freed());
        }
        let (steps, complete) = kept.finish();
        assert!(complete);
        let values = steps.iter().filter_map(|s| match &s.event {
            Event::Input { value, .. } => value.to_u64(),
            _ => None,
        });
        assert!(values.eq(0..SHOWN as u64), "each input once, in order");
        let shown = count(&steps, |s| s.shown);
        assert!((SHOWN / 2..=SHOWN).contains(&shown), "{shown}");
        let first = steps.iter().position(|s| s.shown).expect("some are");
        assert!(steps[first..].iter().all(|s| s.shown), "the last ones are shown");
        assert_eq!(count(&steps[..first], |s| matches!(s.event, Event::Freed(_))), 0);
    }

    #[test]
    fn the_first_branches_stay() {
        let mut kept = Kept::default();
        let func = FuncId::new(0);
        kept.add(step(true, Event::Call(func, Vec::new())));
        for _ in 0..2 * TRACKED {
            kept.add(branch());
            kept.add(freed());
        }
        kept.add(step(true, Event::Return(func, None)));
        let (steps, _) = kept.finish();
        assert_eq!(count(&steps, |s| matches!(s.event, Event::Branch { .. })), TRACKED - 1);
        assert_eq!(count(&steps, |s| s.event == Event::Untracked), 1);
        assert!(matches!(steps[0].event, Event::Call(..)), "an early call is not shown, but there");
        assert!(!steps[0].shown);
        let gap = steps.iter().position(|s| s.event == Event::Untracked).expect("there is one");
        assert_eq!(count(&steps[gap..], |s| matches!(s.event, Event::Branch { .. })), 0);
    }

    #[test]
    fn nothing_is_tracked_after_what_is_skipped() {
        let mut kept = Kept::default();
        kept.add(branch());
        kept.add(step(true, Event::Skipped(7)));
        kept.add(branch());
        for _ in 0..SHOWN {
            kept.add(freed());
        }
        let (steps, _) = kept.finish();
        assert_eq!(count(&steps, |s| matches!(s.event, Event::Branch { .. })), 1);
        assert!(matches!(steps[0].event, Event::Branch { .. }));
        assert_eq!((&steps[1].event, steps[1].shown), (&Event::Untracked, false));
    }

    #[test]
    fn inputs_beyond_the_limit_are_missed() {
        let mut kept = Kept::default();
        for i in 0..=INPUTS as u64 {
            kept.add(Step { shown: false, ..input(i) });
        }
        let (steps, complete) = kept.finish();
        assert_eq!((steps.len(), complete), (INPUTS, false));
    }
}
