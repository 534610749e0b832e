//! The run of a violation on the machine with known values, which has to show it.

use crate::base::Bits;
use crate::engine::explicit::transition_system::TransitionSystem;
use crate::engine::record::{Recorder, racing};
use crate::engine::verdict::{Fault, Replayed, Violation};
use crate::machine::Stop;
use crate::program::LocId;
use crate::property::Check;
use crate::semantics;

/// A violation with what its run is told.
pub struct FoundViolation {
    /// What is violated.
    pub check: Check,
    /// Where.
    pub loc: Option<LocId>,
    /// What the run is told up to the violation; to the state before it for a race.
    pub numbers: Vec<u128>,
    /// For a race: what each of two transitions is told that go on from there to the accesses.
    pub either: Option<Box<[Vec<u128>; 2]>>,
}

fn inputs<'n>(numbers: &'n [u128]) -> impl Iterator<Item = Bits> + 'n {
    numbers.iter().map(|&n| Bits::from_u128(128, n))
}

/// Executes the run of a violation.
///
/// # Errors
/// If it ends in another way.
pub fn show(exact: &TransitionSystem<'_, '_>, found: FoundViolation) -> Result<Violation, Fault> {
    let FoundViolation { check, loc, numbers, either } = found;
    let failed = |why: String| Fault::Replay(format!("{}: {why}", check.words()));
    let mut machine = exact.start().map_err(|fault| failed(fault.to_string()))?;
    let mut recorder = Recorder::new(exact.image);
    machine.environment.max_steps = None;
    machine.environment.inputs = inputs(&numbers).collect();
    let mut here = machine.snapshot();
    let stop = loop {
        exact.begin(&mut machine);
        recorder.sync(&machine);
        machine.reductions.races.clear();
        let stop = loop {
            if let Some(stop) = recorder.step(&mut machine) {
                break stop;
            }
        };
        match stop {
            Stop::Interrupted => machine.put_away(),
            Stop::ThreadEnded => machine.drop_thread(),
            stop => break stop,
        }
        here = machine.snapshot();
    };
    let shown = match (stop, either) {
        (Stop::Fault(semantics::Fault::Violation(shown), place), None) if shown == check && place == loc => {
            (recorder.record(&machine), exact.run_of(numbers, None))
        }
        // The choice of the thread is told on each of the two ways.
        (Stop::Choice(_), Some(ways)) => {
            machine.reductions.races.clear();
            for (number, way) in (0..).zip(&*ways) {
                machine.restore(&here);
                machine.reductions.races.transition = number;
                machine.environment.asked.clear();
                machine.environment.inputs = inputs(way).collect();
                exact.begin(&mut machine);
                // How the way ends makes no difference.
                machine.run();
            }
            machine.restore(&here);
            let pair = machine.reductions.races.pairs(false).find(|(first, _)| first.loc == loc);
            let Some(pair) = pair else { return Err(failed("the two accesses do not race".to_owned())) };
            let detail = racing(exact.image.program, &machine, pair);
            let both = recorder.last(&machine);
            machine.environment.inputs = inputs(&ways[0]).collect();
            exact.begin(&mut machine);
            recorder.sync(&machine);
            while recorder.step(&mut machine).is_none() {}
            let mut record = recorder.record(&machine);
            record.last = Some(Box::new(both));
            record.end_in_race(exact.options.entry, loc, &detail);
            (record, exact.run_of(numbers, Some(ways)))
        }
        (stop, _) => return Err(failed(format!("the machine stops with {stop:?}"))),
    };
    let (record, run) = shown;
    Ok(Violation { check, loc, record, replayed: Replayed::Machine, run })
}
