//! Properties of infinite runs: linear temporal logic and Büchi automata over the states of a program.
//!
//! A state is one in which other threads may run; a *step* goes from one to the next. Propositions are looked at in states.
//! The reductions make steps longer, but **none skips a change of a proposition**: variables of the program are visible, as
//! are calls that set a proposition, and a transition has at most one visible action (`machine::watch`), so that between two
//! states the propositions change at most once. What is left out or moved are actions that no proposition and no other
//! thread sees: the runs that remain are those without reductions up to repetition of valuations. An infinite run without
//! visible actions is not lost: its loop is interrupted again and again, and closes a cycle of states. So all levels agree on
//! formulas to which repetition makes no difference, which those without X are; others are looked at without reductions
//! ([`steps`]). Atomic sections and functions of the library are one step at every level.

mod property;
mod replay;
mod space;
mod walk;

pub use property::{Mistake, Property};

use std::sync::atomic::Ordering::Relaxed;

use self::space::{Explorer, Halt, Space};
use self::walk::Walk;
use super::check::{All, Figures, Options, Progress};
use super::runs::{Runs, cause};
use crate::engine::verdict::{Cause, Fault, Halted, Replayed, Verdict, Violation};
use crate::ltl::emptiness::{by_components, nested_dfs};
use crate::ltl::{Emptiness, Graph, parallel_nested_dfs};
use crate::machine::{self, Image, Reduction};
use crate::program::Program;
use crate::property::Check;

/// The reduction under which a property is looked at, where `wanted` is asked for.
pub fn steps(property: &Property, wanted: Reduction) -> Reduction {
    if property.stutters { wanted } else { Reduction::None }
}

/// Whether all runs of a program have a property; a run that violates a check of the options ends the search, too.
///
/// # Errors
/// When the replay of a run does not show its violation.
pub fn check(
    program: &Program,
    options: &Options,
    property: &Property,
    progress: &Progress,
) -> Result<(Verdict, Figures), Fault> {
    let unknown = |cause| Ok((Verdict::Unknown(cause), Figures::default()));
    if let Some(use_of) = program.func(options.entry).use_of_argument(|_| true) {
        let what = "arguments of the entry function".to_owned();
        return unknown(Cause::Unsupported { what, loc: use_of.loc });
    }
    let scheduler = machine::scheduler(program);
    if scheduler.is_some() && options.checks.contains(Check::Race) {
        return unknown(Cause::Unsupported {
            what: "the check for races beside a formula".to_owned(),
            loc: None,
        });
    }
    let image = match Image::new(program, options.checks) {
        Ok(image) => image,
        Err(fault) => return unknown(cause(fault, None)),
    };
    let runs = Runs::new(&image, options, None, property.asked.clone());
    if let Err(fault) = runs.start() {
        return unknown(cause(fault, None));
    }
    let Ok(space) = Space::new(&runs, property, progress) else {
        return unknown(Cause::Memory(Halted::exploring()));
    };
    let mut found = search(&space, options.threads);
    if let Ok(Emptiness::Empty(empty)) = found
        && !options.checks.minus([Check::Ltl].into_iter().collect()).is_empty()
    {
        // The automaton may have left out states in which a check is violated.
        found = rest(&space).map(|()| Emptiness::Empty(empty));
    }
    let verdict = verdict(&space, found)?;
    let figures = Figures {
        states: space.stats().states,
        transitions: progress.transitions.load(Relaxed),
        steps: space.steps(),
        depth: 0,
        store: space.stats(),
    };
    Ok((verdict, figures))
}

type Found = Result<Emptiness<walk::Pair>, Halt>;

fn search(space: &Space<'_, '_, '_>, threads: usize) -> Found {
    let walk = || Walk::new(Explorer::new(space));
    let found = if threads > 1 {
        parallel_nested_dfs(threads, walk)?
    } else {
        let mut walk = walk();
        if walk.sets() <= 1 { nested_dfs(&mut walk)? } else { by_components(&mut walk)? }
    };
    // A violation is one although the time is up meanwhile.
    Ok(match found {
        Emptiness::Lasso(lasso) => Emptiness::Lasso(walk().shortened(lasso.clone()).unwrap_or(lasso)),
        Emptiness::Empty(empty) => Emptiness::Empty(empty),
    })
}

/// Visits all states, known or not.
fn rest(space: &Space<'_, '_, '_>) -> Result<(), Halt> {
    let mut explorer = Explorer::new(space);
    let mut seen = indexmap::IndexSet::from([explorer.initial()?]);
    let mut next = 0;
    while let Some(&state) = seen.get_index(next) {
        seen.extend(explorer.edges(state)?.iter().map(|e| e.target));
        next += 1;
    }
    Ok(())
}

fn verdict(space: &Space<'_, '_, '_>, found: Found) -> Result<Verdict, Fault> {
    let violated = |check, loc, (record, run)| {
        Ok(Verdict::False(vec![Violation { check, loc, record, replayed: Replayed::Machine, run }]))
    };
    match found {
        Ok(Emptiness::Lasso(lasso)) => match Walk::new(Explorer::new(space)).transitions(&lasso) {
            Ok((prefix, cycle)) => {
                let found = replay::lasso(space.runs, space.property, &prefix, &cycle)?;
                violated(Check::Ltl, None, found)
            }
            Err(_) => Err(Fault::Replay("the lasso leaves the states that were searched".to_owned())),
        },
        Ok(Emptiness::Empty(empty)) => Ok(match space.undefined.get() {
            Some(cause) => Verdict::Unknown(cause.clone()),
            None => space.runs.proven(All::Cycles(empty), 0.0),
        }),
        Err(Halt::Violation { check, loc, at, number }) => {
            let mut numbers = space.way(at);
            numbers.push(number);
            let found = replay::path(space.runs, space.property, &numbers, check)?;
            violated(check, loc, found)
        }
        Err(Halt::Unknown(cause)) => Ok(Verdict::Unknown(cause)),
    }
}

/// All states of a program, for another look at them than by automata.
#[derive(Clone, Debug, Default)]
pub struct Kripke {
    /// Which propositions of the property hold, by state.
    pub valuations: Vec<u64>,
    /// By state: where it leads, and which thread moves. A run that has ended stays, which all threads do.
    pub edges: Vec<Vec<(usize, Option<u32>)>>,
    /// By state: which threads can move, one bit each.
    pub enabled: Vec<u64>,
}

/// The states of a program; runs begin in the first one. Nothing where these cannot all be had.
pub fn states(program: &Program, options: &Options, property: &Property) -> Option<Kripke> {
    let image = Image::new(program, options.checks).ok()?;
    let runs = Runs::new(&image, options, None, property.asked.clone());
    runs.start().ok()?;
    let progress = Progress::default();
    let space = Space::new(&runs, property, &progress).ok()?;
    let mut explorer = Explorer::new(&space);
    let mut order = indexmap::IndexSet::from([explorer.initial().ok()?]);
    let mut all = Kripke::default();
    while let Some(&state) = order.get_index(all.edges.len()) {
        let edges = explorer.edges(state).ok()?;
        let letter = space.letter(state);
        if letter.open != 0 {
            return None;
        }
        all.valuations.push(letter.holds);
        all.enabled.push(space.enabled(state));
        let edge = |e: &space::Edge| {
            (order.insert_full(e.target).0, (e.number != space::Edge::NONE).then_some(e.mover))
        };
        all.edges.push(edges.iter().map(edge).collect());
    }
    space.undefined.get().is_none().then_some(all)
}
