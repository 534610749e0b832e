//! What becomes of a set of states that a transition leads to: it is known already, or stored.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use rustc_hash::FxHashMap;

use super::data::{DataSet, Queries, is_included, normalise};
use super::search::{Early, Search, Visiting};
use super::temporal::{Part, Step};
use super::visited::{Entry, Way};
use crate::engine::explicit::canon::Form;
use crate::engine::explicit::ltl::Letter;
use crate::engine::explicit::store::{Full, StateId, StoreWorker};
use crate::engine::explicit::transition_system::{State, SwitchContext};
use crate::engine::verdict::Cause;
use crate::ilr::Term;
use crate::machine::{Machine, ObjId, Told};
use crate::rewrite::Builder;

/// Most sets of one control that a new one is compared with at once.
const COMPARED: usize = 32;
/// Most ways to a set.
const MOST_WAYS: usize = 16;

/// How a set is reached.
struct Arrival {
    parent: Option<usize>,
    /// The thread that has moved.
    mover: u32,
    letter: Letter,
    /// Whether its path may be one of no run.
    unsure: bool,
}

impl<'i, 'p> Search<'_, 'i, 'p> {
    /// The run has ended; its propositions stay as they are.
    pub(super) fn ends(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        queries: &mut Queries,
        from: usize,
        unsure: bool,
    ) -> Result<(), Early> {
        let Some(graph) = &mut self.temporal else { return Ok(()) };
        let parts = graph.parts(machine, queries)?;
        if parts.is_empty() {
            self.contradicted(unsure);
            return Ok(());
        }
        let mover = machine.threads.mover;
        let course = Arc::clone(&machine.symbols().course);
        for part in parts {
            let number = match graph.end(part.letter) {
                Some(number) => number,
                None => {
                    graph.add_end(part.letter);
                    let (data, ways) = (DataSet::default(), Vec::new());
                    self.visited.add_end(Entry {
                        ways,
                        data,
                        state: None,
                        unsure,
                        depth: self.figures.depth + 1,
                    })
                }
            };
            let path = [&course.path[..], &part.conditions].concat();
            let data = DataSet { cells: Vec::new(), path };
            graph.connect((from, number), mover, Step { told: course.told.as_slice().into(), data });
        }
        Ok(())
    }

    /// The machine is in a set of states, to which a transition from another one has led. Each part of it whose states agree on the
    /// propositions is stored.
    pub(super) fn arrive(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        queries: &mut Queries,
        parent: Option<usize>,
        unsure: bool,
    ) -> Result<(), Early> {
        let mover = machine.threads.mover;
        let Some(graph) = &self.temporal else {
            return self.store(
                machine,
                queries,
                Arrival { parent, mover, letter: Letter::default(), unsure },
            );
        };
        let parts = graph.parts(machine, queries)?;
        if parent.is_none() && parts.len() != 1 {
            let what = "a proposition that inputs decide before the first step".to_owned();
            return Err(Early::Unknown(Cause::Unsupported { what, loc: None }));
        }
        if parts.is_empty() {
            self.contradicted(unsure);
        }
        let here = (parts.len() > 1).then(|| machine.snapshot());
        for part in parts {
            if let Some(here) = &here {
                machine.restore(here);
                part.conditions.iter().for_each(|&condition| machine.symbols().assume(condition));
            }
            let Part { letter, unsure: of_part, .. } = part;
            self.store(machine, queries, Arrival { parent, mover, letter, unsure: unsure || of_part })?;
        }
        Ok(())
    }

    /// A path that was possible is not any more.
    fn contradicted(&mut self, unsure: bool) {
        if !unsure {
            self.leave_open(Cause::Solver("a path that was possible is not any more".to_owned()));
        }
    }

    /// Stores the machine's set of states, if it is new.
    fn store(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        queries: &mut Queries,
        Arrival { parent, mover, letter, unsure }: Arrival,
    ) -> Result<(), Early> {
        let (schedule, _) = self.system.schedule(machine, &mut self.schedules);
        let ignored = schedule.as_ref().map_or(&[][..], |s| s.overwritten());
        let course = Arc::clone(&machine.symbols().course);
        let (mut control, mut order) = self.control(machine, ignored)?;
        let raw = DataSet { cells: machine.cells(order.iter().copied()), path: course.path.clone() };
        let symbols = machine.symbols();
        let normal = normalise(&mut symbols.domain.terms, raw.clone());
        let constants = normal.cells.iter().any(|&cell| symbols.domain.terms.is_const(cell));
        let places = self.temporal.as_ref().map(|_| Places::of(machine, &order, (&raw.cells, &normal.cells)));
        machine.set_cells(order.iter().copied(), &normal.cells);
        let mut cells = normal.cells.clone();
        if constants {
            // They belong to control now.
            (control, order) = self.control(machine, ignored)?;
            cells = machine.cells(order.iter().copied());
        }
        let data = DataSet { cells, path: normal.path };
        if data.path.contains(&machine.symbols().domain.terms.ff()) {
            self.contradicted(unsure);
            return Ok(());
        }
        let told: Box<[Told]> = course.told.as_slice().into();
        let step = places.map(|places| {
            let data = DataSet { cells: places.in_order(&order), path: raw.path.clone() };
            Step { told: told.clone(), data }
        });
        if let Some(known) = self.known(machine, queries, control, (&data, letter))? {
            self.figures.included += 1;
            if let (Some(graph), Some(from), Some(step)) = (&mut self.temporal, parent, step) {
                graph.connect((from, known), mover, step);
            }
            return Ok(());
        }
        let symbols = machine.symbols();
        if self.temporal.is_none()
            && self.visiting == Visiting::Included
            && let Some(from) = parent
            && let Some(waiting) = self.visited.waiting(control, &data.cells)
            && waiting.ways.len() < MOST_WAYS
        {
            waiting.data.path = joined(&mut symbols.domain.terms, &waiting.data.path, &data.path);
            waiting.unsure |= unsure;
            waiting.ways.push(Way { from, told, raw, cells: normal.cells.into() });
            self.figures.merged += 1;
            return Ok(());
        }
        let snapshot = Box::new(machine.snapshot());
        let state = State { snapshot, schedule, context: SwitchContext::default() };
        if let Some(graph) = &mut self.temporal {
            graph.add(letter, state.enabled());
            if let (Some(from), Some(step)) = (parent, step) {
                graph.connect((from, self.visited.entries.len()), mover, step);
            }
        }
        let depth = parent.map_or(0, |p| self.visited.entries[p].depth + 1);
        let way = parent.map(|from| Way { from, told, raw, cells: normal.cells.into() });
        let ways = way.into_iter().collect();
        let entry = Entry { ways, data, state: Some(state), unsure, depth };
        let number = self.visited.add(control, entry);
        self.queue.push_back(number);
        self.figures.sets += 1;
        self.progress.states.fetch_add(1, Relaxed);
        Ok(())
    }

    /// The machine's control, and the nodes in the order of its canonical form.
    fn control(
        &mut self,
        machine: &Machine<'i, 'p>,
        ignored: &[ObjId],
    ) -> Result<(StateId, Vec<ObjId>), Full> {
        let worker = &mut self.worker;
        let (form, numbering) = self.canon.form(machine, None, ignored, |part| worker.intern(part))?;
        let Form::Whole(leaves) = form else { unreachable!("nothing is near") };
        let (control, _) = worker.insert_leaves(leaves)?;
        let globals = self.system.image.variables().iter().copied();
        let order = globals.chain(numbering.order().iter().copied());
        Ok((control, order.filter(|id| !ignored.contains(id)).collect()))
    }

    /// A set that was visited or waits, and stands for another one; where there are several, one of them.
    fn known(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        queries: &mut Queries,
        control: StateId,
        (data, letter): (&DataSet, Letter),
    ) -> Result<Option<usize>, Early> {
        let graph = self.temporal.as_ref();
        if self.visiting == Visiting::Never {
            return Ok(None);
        }
        let mut others: Vec<(usize, &DataSet)> = Vec::new();
        for number in self.visited.of(control) {
            if graph.is_some_and(|graph| graph.letter(number) != letter) {
                continue;
            }
            let entry = &self.visited.entries[number];
            if entry.data == *data {
                return Ok(Some(number));
            }
            if others.len() < COMPARED {
                others.push((number, &entry.data));
            }
        }
        let Some(&(first, _)) = others.first() else { return Ok(None) };
        let terms = &mut machine.symbols().domain.terms;
        if self.visiting == Visiting::Equal {
            let limits = queries.limits.clone();
            for (number, other) in others {
                queries.limits.effort = Some(self.patience);
                let open = queries.statistics.unknown;
                let equal = is_included(terms, queries, data, &[other])?
                    && is_included(terms, queries, other, &[data])?;
                queries.limits = limits.clone();
                if equal {
                    return Ok(Some(number));
                }
                if queries.statistics.unknown > open {
                    self.patience = self.patience.saturating_mul(2);
                }
            }
            return Ok(None);
        }
        let Some(graph) = graph else {
            let others: Vec<&DataSet> = others.into_iter().map(|(_, other)| other).collect();
            return Ok(is_included(terms, queries, data, &others)?.then_some(first));
        };
        // One set stands for it: a cycle goes through sets, not through parts of several ones.
        for (number, other) in others {
            if is_included(terms, queries, data, &[other])?
                && (!graph.exact || is_included(terms, queries, other, &[data])?)
            {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }
}

/// Where the cells of a state lie that stay symbolic.
struct Places {
    /// Those of no node, which come first.
    first: Vec<Term>,
    of_node: FxHashMap<ObjId, Vec<Term>>,
}

impl Places {
    /// Of the cells of some nodes, as a transition left them, those that have not become constants.
    fn of(machine: &mut Machine<'_, '_>, nodes: &[ObjId], (left, normal): (&[Term], &[Term])) -> Places {
        let mut next = left.iter().zip(normal);
        let none = machine.cells(std::iter::empty()).len();
        let terms = |machine: &mut Machine<'_, '_>, some: Vec<(&Term, &Term)>| {
            let terms = &machine.symbols().domain.terms;
            some.into_iter().filter(|(_, now)| !terms.is_const(**now)).map(|(left, _)| *left).collect()
        };
        let first = next.by_ref().take(none).collect();
        let first = terms(machine, first);
        let mut of_node = FxHashMap::default();
        for &node in nodes {
            let count = machine.cells(std::iter::once(node)).len() - none;
            let own = next.by_ref().take(count).collect();
            of_node.insert(node, terms(machine, own));
        }
        Places { first, of_node }
    }

    fn in_order(&self, nodes: &[ObjId]) -> Vec<Term> {
        let of_nodes = nodes.iter().filter_map(|node| self.of_node.get(node)).flatten();
        self.first.iter().chain(of_nodes).copied().collect()
    }
}

/// The conjuncts of a path that holds where one of two others does.
fn joined(b: &mut Builder, one: &[Term], other: &[Term]) -> Vec<Term> {
    let (mut both, mut rest): (Vec<Term>, Vec<Term>) = one.iter().partition(|&t| other.contains(t));
    let of_other: Vec<Term> = other.iter().copied().filter(|t| !both.contains(t)).collect();
    let left = b.and_all(rest.drain(..));
    let right = b.and_all(of_other);
    let either = b.or(left, right);
    if b.as_bool(either) != Some(true) {
        both.push(either);
    }
    both
}
