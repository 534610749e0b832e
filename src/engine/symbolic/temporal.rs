//! Infinite runs through sets of states: the graph in which cycles are looked for.
//!
//! All states of a set agree on the propositions: sets are split by them before they are stored. A set may stand for another
//! one that is a part of it. So each run has a path in the graph, and without an accepting path the property holds. The other
//! way round, a path need not have a run. Where sets stand for equal ones only, each cycle has one: every state then has a state
//! before it along each edge, and there are finitely many.

use std::sync::OnceLock;

use super::data::{DataSet, Queries};
use crate::engine::explicit::ltl::product::Product;
use crate::engine::explicit::ltl::state_graph::{Edge, Halt, StateSpace};
use crate::engine::explicit::ltl::{Letter, Property, Truth};
use crate::engine::explicit::store::StateId;
use crate::engine::verdict::Cause;
use crate::ilr::Term;
use crate::ltl::emptiness::{by_components, nested_dfs};
use crate::ltl::{Emptiness, Empty, Graph};
use crate::machine::{Machine, Told};
use crate::smt::SmtError;

/// Sets before the first look for a cycle; the next look is at twice as many.
const FIRST_LOOK: usize = 64;

/// What is known of the transition that an edge stands for.
pub struct Step {
    /// What was told in it.
    pub told: Box<[Told]>,
    /// The data as it left them, in the order of the cells of the set that it leads to.
    pub data: DataSet,
}

#[derive(Default)]
struct Vertex {
    letter: Letter,
    enabled: u64,
    edges: Vec<Edge>,
    /// Those of the edges, by their numbers.
    steps: Vec<Step>,
}

/// The states of a set that agree on the propositions.
pub struct Part {
    /// Which ones hold.
    pub letter: Letter,
    /// The conditions that make it so.
    pub conditions: Vec<Term>,
    /// Whether there may be no such state.
    pub unsure: bool,
}

/// The graph of a search for infinite runs.
pub struct Temporal<'s> {
    /// The property.
    pub property: &'s Property,
    /// Whether a set stands for equal ones only, and not for its parts.
    pub exact: bool,
    vertices: Vec<Vertex>,
    /// The sets in which runs have ended.
    ends: Vec<(Letter, usize)>,
    undefined: OnceLock<Cause>,
    next_look: usize,
}

/// What a look at the graph finds.
pub enum Cycles {
    /// No accepting path.
    None(Empty),
    /// One: its edges to the cycle, and those of the cycle.
    Lasso(Vec<Edge>, Vec<Edge>),
    /// It was not decided.
    Halted(Cause),
}

impl<'s> Temporal<'s> {
    /// An empty graph.
    pub fn new(property: &'s Property, exact: bool) -> Temporal<'s> {
        let (vertices, ends, undefined) = (Vec::new(), Vec::new(), OnceLock::new());
        Temporal { property, exact, vertices, ends, undefined, next_look: FIRST_LOOK }
    }

    /// A set is stored, with the next number.
    pub fn add(&mut self, letter: Letter, enabled: u64) {
        self.vertices.push(Vertex { letter, enabled, ..Vertex::default() });
    }

    /// Values of the propositions in a set.
    pub fn letter(&self, number: usize) -> Letter {
        self.vertices[number].letter
    }

    /// The set of ended runs with these values of propositions.
    pub fn end(&self, letter: Letter) -> Option<usize> {
        self.ends.iter().find(|end| end.0 == letter).map(|end| end.1)
    }

    /// The last set that was stored is one of ended runs.
    pub fn add_end(&mut self, letter: Letter) {
        let number = self.vertices.len();
        self.ends.push((letter, number));
        let edge = Edge { target: StateId::new(number), number: Edge::NONE, mover: 0 };
        self.vertices.push(Vertex { letter, edges: vec![edge], ..Vertex::default() });
    }

    /// A transition leads from a set to another.
    pub fn connect(&mut self, (from, to): (usize, usize), mover: u32, step: Step) {
        let Vertex { edges, steps, .. } = &mut self.vertices[from];
        edges.push(Edge { target: StateId::new(to), number: steps.len() as u32, mover });
        steps.push(step);
    }

    /// What is known of the transition of an edge of a set; nothing where ended runs stay.
    pub fn step(&self, from: usize, edge: &Edge) -> Option<&Step> {
        self.vertices[from].steps.get(edge.number as usize)
    }

    /// Whether it is time to look for cycles; the next time is at twice as many sets.
    pub fn is_due(&mut self) -> bool {
        let due = self.vertices.len() >= self.next_look;
        if due {
            self.next_look = 2 * self.vertices.len();
        }
        due
    }

    /// Why a proposition that matters has no value in a state.
    pub fn undefined(&self) -> Option<&Cause> {
        self.undefined.get()
    }

    /// Looks for an accepting cycle; `limits` tells why the search has to end.
    pub fn cycles(&self, limits: &dyn Fn() -> Result<(), Cause>) -> Cycles {
        let mut product = Product::new(View { graph: self, limits });
        let found = if product.sets() <= 1 { nested_dfs(&mut product) } else { by_components(&mut product) };
        let found = match found {
            Ok(Emptiness::Empty(empty)) => return Cycles::None(empty),
            Ok(Emptiness::Lasso(lasso)) => {
                let short = product.shortened(lasso.clone()).unwrap_or(lasso);
                product.transitions(&short)
            }
            Err(halt) => Err(halt),
        };
        match found {
            Ok((prefix, cycle)) => Cycles::Lasso(prefix, cycle),
            Err(Halt::Unknown(cause)) => Cycles::Halted(cause),
            Err(Halt::Violation { .. }) => unreachable!("transitions are executed elsewhere"),
        }
    }
}

/// The parts of the machine's set of states.
///
/// # Errors
/// Of a solver.
pub fn parts(
    property: &Property,
    machine: &mut Machine<'_, '_>,
    queries: &mut Queries,
) -> Result<Vec<Part>, SmtError> {
    let truths = property.truths(machine);
    let symbols = machine.symbols();
    let mut parts = vec![Part { letter: Letter::default(), conditions: Vec::new(), unsure: false }];
    for (i, truth) in truths.into_iter().enumerate() {
        let conditions = match truth {
            Truth::Known(holds) => {
                parts.iter_mut().for_each(|part| part.letter.holds |= u64::from(holds) << i);
                continue;
            }
            Truth::Open => {
                parts.iter_mut().for_each(|part| part.letter.open |= 1 << i);
                continue;
            }
            Truth::Symbolic(conditions) => conditions,
        };
        let terms = &mut symbols.domain.terms;
        let defined = terms.not(conditions.undefined);
        let not = terms.not(conditions.holds);
        let cases = [
            (terms.and(defined, conditions.holds), 1, 0),
            (terms.and(defined, not), 0, 0),
            (conditions.undefined, 0, 1),
        ];
        let mut split = Vec::new();
        for part in parts {
            for (case, holds, open) in cases {
                let mut conditions = part.conditions.clone();
                conditions.push(case);
                let possible = queries.consistent(terms, &symbols.course.path, &conditions)?;
                if possible == Some(false) {
                    continue;
                }
                let letter =
                    Letter { holds: part.letter.holds | holds << i, open: part.letter.open | open << i };
                let unsure = part.unsure || possible.is_none();
                split.push(Part { letter, conditions, unsure });
            }
        }
        parts = split;
    }
    Ok(parts)
}

/// The graph as it is now. Sets that wait have no transitions yet.
struct View<'v> {
    graph: &'v Temporal<'v>,
    limits: &'v dyn Fn() -> Result<(), Cause>,
}

impl<'v> StateSpace<'v> for View<'v> {
    fn property(&self) -> &'v Property {
        self.graph.property
    }

    fn initial(&mut self) -> Result<StateId, Halt> {
        Ok(StateId::new(0))
    }

    fn letter(&self, state: StateId) -> Letter {
        self.graph.letter(state.index())
    }

    fn enabled(&self, state: StateId) -> u64 {
        self.graph.vertices[state.index()].enabled
    }

    fn edges(&mut self, state: StateId) -> Result<&'v [Edge], Halt> {
        Ok(&self.graph.vertices[state.index()].edges)
    }

    fn expanded(&self) -> Box<dyn Fn(StateId) -> bool + 'v> {
        Box::new(|_| true)
    }

    fn leave_open(&self, cause: Cause) {
        let _ = self.graph.undefined.set(cause);
    }

    fn check_limits(&self) -> Result<(), Halt> {
        (self.limits)().map_err(Halt::Unknown)
    }
}

/// The sets of a lasso, from the first one on: those before its cycle, and those of the cycle.
pub fn sets_of<'e>(prefix: &'e [Edge], cycle: &'e [Edge]) -> [Vec<(usize, &'e Edge)>; 2] {
    let mut at = 0;
    let mut along = |edges: &'e [Edge]| {
        let follow = |edge: &'e Edge| (std::mem::replace(&mut at, edge.target.index()), edge);
        edges.iter().map(follow).collect::<Vec<_>>()
    };
    let before = along(prefix);
    [before, along(cycle)]
}
