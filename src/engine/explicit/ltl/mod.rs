//! Properties of infinite runs: linear temporal logic and Büchi automata over the states of a program.
//!
//! In a state, other threads may be scheduled; a *step* leads from one state to the next. Propositions are evaluated in
//! states. The reductions make steps longer, but **no step hides a change of a proposition**. Global variables and
//! calls that set a proposition are visible, and a transition has at most one visible action (`machine::watch`). So
//! between two states the propositions change at most once. Only actions that no proposition and no other thread
//! observes are omitted or moved. The remaining runs are stutter-equivalent to those without reductions. An infinite
//! run without visible actions is not lost: its loop is interrupted again and again and closes a cycle of states. So
//! all levels agree on stutter-invariant formulas, which include those without X. Other formulas are checked without
//! reductions ([`steps`]). Atomic sections and library functions are one step at every level.

pub(in crate::engine) mod product;
mod property;
pub(in crate::engine) mod replay;
pub(in crate::engine) mod state_graph;

pub use property::Property;
pub(in crate::engine) use property::{Letter, Truth};

use std::sync::atomic::Ordering::Relaxed;

use self::product::Product;
use self::replay::Move;
use self::state_graph::{Explorer, Halt, StateGraph, StateSpace as _};
use super::check::{All, Figures, Options, Progress};
use super::transition_system::{TransitionSystem, cause};
use crate::engine::verdict::{Cause, Fault, Halted, Replayed, Verdict, Violation};
use crate::ltl::emptiness::{by_components, nested_dfs};
use crate::ltl::{Emptiness, Graph, parallel_nested_dfs};
use crate::machine::{self, Image, Reduction};
use crate::program::Program;
use crate::property::Check;

/// Reduction under which a property is checked, if `wanted` is requested.
pub fn steps(property: &Property, wanted: Reduction) -> Reduction {
    if property.stutters { wanted } else { Reduction::None }
}

/// Checks whether all runs of a program have a property. A run that violates a check of the options ends the search,
/// too.
///
/// # Errors
/// If the replay of a run does not show its violation.
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
    let system = TransitionSystem::new(&image, options, None, property.asked.clone());
    if let Err(fault) = system.start() {
        return unknown(cause(fault, None));
    }
    let Ok(graph) = StateGraph::new(&system, property, progress) else {
        return unknown(Cause::Memory(Halted::exploring()));
    };
    let mut found = search(&graph, options.threads);
    if let Ok(Emptiness::Empty(empty)) = found
        && !options.checks.minus([Check::Ltl].into_iter().collect()).is_empty()
    {
        // The product may have skipped states in which a check is violated.
        found = rest(&graph).map(|()| Emptiness::Empty(empty));
    }
    let verdict = verdict(&graph, found)?;
    let figures = Figures {
        states: graph.stats().states,
        transitions: progress.transitions.load(Relaxed),
        steps: graph.steps(),
        depth: 0,
        store: graph.stats(),
    };
    Ok((verdict, figures))
}

type LassoSearch = Result<Emptiness<product::Pair>, Halt>;

fn search(graph: &StateGraph<'_, '_, '_>, threads: usize) -> LassoSearch {
    let walk = || Product::new(Explorer::new(graph));
    let found = if threads > 1 {
        parallel_nested_dfs(threads, walk)?
    } else {
        let mut walk = walk();
        if walk.sets() <= 1 { nested_dfs(&mut walk)? } else { by_components(&mut walk)? }
    };
    // A violation counts even if the deadline passed meanwhile.
    Ok(match found {
        Emptiness::Lasso(lasso) => Emptiness::Lasso(walk().shortened(lasso.clone()).unwrap_or(lasso)),
        Emptiness::Empty(empty) => Emptiness::Empty(empty),
    })
}

/// Visits all remaining states.
fn rest(graph: &StateGraph<'_, '_, '_>) -> Result<(), Halt> {
    let mut explorer = Explorer::new(graph);
    let mut seen = indexmap::IndexSet::from([explorer.initial()?]);
    let mut next = 0;
    while let Some(&state) = seen.get_index(next) {
        seen.extend(explorer.edges(state)?.iter().map(|e| e.target));
        next += 1;
    }
    Ok(())
}

fn verdict(graph: &StateGraph<'_, '_, '_>, found: LassoSearch) -> Result<Verdict, Fault> {
    let violated = |check, loc, (record, run)| {
        Ok(Verdict::False(vec![Violation { check, loc, record, replayed: Replayed::Machine, run }]))
    };
    match found {
        Ok(Emptiness::Lasso(lasso)) => match Product::new(Explorer::new(graph)).transitions(&lasso) {
            Ok((prefix, cycle)) => {
                let [prefix, cycle] =
                    [prefix, cycle].map(|edges| edges.iter().map(Move::from).collect::<Vec<_>>());
                let found = replay::lasso(graph.system, graph.property, &prefix, &cycle)?;
                violated(Check::Ltl, None, found)
            }
            Err(_) => Err(Fault::Replay("the lasso leaves the states that were searched".to_owned())),
        },
        Ok(Emptiness::Empty(empty)) => Ok(match graph.undefined.get() {
            Some(cause) => Verdict::Unknown(cause.clone()),
            None => graph.system.proven(All::Cycles(empty), 0.0),
        }),
        Err(Halt::Violation { check, loc, at, number }) => {
            let mut numbers = graph.path_to(at);
            numbers.push(number);
            let found = replay::path(graph.system, graph.property, &numbers, check)?;
            violated(check, loc, found)
        }
        Err(Halt::Unknown(cause)) => Ok(Verdict::Unknown(cause)),
    }
}

/// The state graph of a program, for tests that do not use automata.
#[derive(Clone, Debug, Default)]
pub struct Kripke {
    /// For each state: the propositions of the property that hold.
    pub valuations: Vec<u64>,
    /// For each state: the successors and the moving thread. A run that has ended stays in its state, which counts as a
    /// move of all threads.
    pub edges: Vec<Vec<(usize, Option<u32>)>>,
    /// For each state: the enabled threads, one bit each.
    pub enabled: Vec<u64>,
}

/// The states of a program; the first one is initial. `None` if not all can be computed.
pub fn states(program: &Program, options: &Options, property: &Property) -> Option<Kripke> {
    let image = Image::new(program, options.checks).ok()?;
    let system = TransitionSystem::new(&image, options, None, property.asked.clone());
    system.start().ok()?;
    let progress = Progress::default();
    let graph = StateGraph::new(&system, property, &progress).ok()?;
    let mut explorer = Explorer::new(&graph);
    let mut order = indexmap::IndexSet::from([explorer.initial().ok()?]);
    let mut all = Kripke::default();
    while let Some(&state) = order.get_index(all.edges.len()) {
        let edges = explorer.edges(state).ok()?;
        let letter = graph.letter(state);
        if letter.open != 0 {
            return None;
        }
        all.valuations.push(letter.holds);
        all.enabled.push(graph.enabled(state));
        let edge = |e: &state_graph::Edge| {
            (order.insert_full(e.target).0, (e.number != state_graph::Edge::NONE).then_some(e.mover))
        };
        all.edges.push(edges.iter().map(edge).collect());
    }
    graph.undefined.get().is_none().then_some(all)
}
