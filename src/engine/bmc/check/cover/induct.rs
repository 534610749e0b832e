//! Goals that no run reaches, by induction.

use super::{Covered, NoRun, Status};
use crate::base::effort;
use crate::engine::bmc::check::again::Again;
use crate::engine::bmc::check::induction::Schedule;
use crate::engine::bmc::check::{Options, Progress, Round};
use crate::engine::goals::Goals;
use crate::engine::verdict::{Fault, Proof, Stage};
use crate::program::Program;
use crate::property::Check;
use crate::smt::Solver;

/// Bounds of the evaluations that find out what goes on for long.
const BOUNDS: [u32; 2] = [1, 4];

/// Of goals that are unknown, tries to show by induction that no run reaches them, with about so much effort for all. The checks of
/// the options hold.
///
/// # Errors
/// As [`cover`](super::cover).
pub fn cover_by_induction(
    program: &Program,
    options: &Options,
    (goals, covered, most): (&Goals, &mut Covered, u64),
    make_solver: &dyn Fn() -> Box<dyn Solver>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<(), Fault> {
    let mut options = Options { bound: None, all: false, induction: true, ..options.clone() };
    options.eval.checks = options.eval.checks.union([Check::ReachError].into_iter().collect());
    let is_open = |goal: &u32| matches!(covered.status[*goal as usize], Status::Unknown(_));
    let (mut groups, mut spent) = (vec![(0..goals.all.len() as u32).filter(is_open).collect::<Vec<_>>()], 0);
    while let Some(group) = groups.pop() {
        let share = most.saturating_sub(spent) / (1 + groups.len() as u64);
        if group.is_empty() || share == 0 {
            break;
        }
        let forbidding = goals.forbidding(program, &group);
        // What is left is for the parts.
        let share = if group.len() > 1 { share / 2 } else { share };
        let (proof, took) = prove(&forbidding, &options, share, make_solver, progress)?;
        spent += took;
        match proof {
            Some(proof) => {
                let no_run = NoRun::forbidden(&proof);
                group.iter().for_each(|&goal| covered.status[goal as usize] = Status::Unreached(no_run));
            }
            None if group.len() > 1 => {
                let (first, second) = group.split_at(group.len() / 2);
                groups.extend([second.to_vec(), first.to_vec()]);
            }
            None => {}
        }
    }
    Ok(())
}

/// A proof by induction with about so much effort, and the effort that it took.
fn prove(
    program: &Program,
    options: &Options,
    most: u64,
    make_solver: &dyn Fn() -> Box<dyn Solver>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<(Option<Proof>, u64), Fault> {
    let mut schedule = Schedule::new(program, options, make_solver);
    for bound in BOUNDS {
        let (left, learned) =
            (most.saturating_sub(schedule.all_effort()), Again::default().learned(false).without_threads());
        let mut round = Round::new(program, options, (bound, None, learned), make_solver());
        // What goes on for long shows even where it is not followed to its end.
        round.evaluate(left / 4, progress);
        round.begin(Stage::Induction, progress);
        let of_round = round.effort();
        while schedule.is_open() && effort::left(Some(most), schedule.all_effort() + of_round) != Some(0) {
            let before = schedule.all_effort();
            let eval = &round.eval.vm.ledger.options;
            if let Some(proof) = schedule.attempt(eval, round.cuts(), (of_round, false))? {
                return Ok((Some(proof), schedule.all_effort() + of_round));
            }
            if schedule.all_effort() == before {
                break;
            }
        }
        schedule.add_effort(of_round);
    }
    Ok((None, schedule.all_effort()))
}
