//! What the transitions of a set of states lead to: the machine is executed, and the states behind each transition are brought to
//! their normal form. Nothing here knows which sets were found before.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use rustc_hash::FxHashMap;

use super::data::{DataSet, Queries, normalise};
use super::expand::{End, Expander};
use super::search::Early;
use super::temporal::{Part, parts};
use super::visited::Way;
use crate::engine::explicit::Progress;
use crate::engine::explicit::canon::{Canon, Form, new_store};
use crate::engine::explicit::ltl::{Letter, Property};
use crate::engine::explicit::schedules::Schedules;
use crate::engine::explicit::store::{Full, StateId, StateStore, StoreWorker, TreeStore};
use crate::engine::explicit::transition_system::{State, TransitionSystem, cause};
use crate::engine::verdict::Cause;
use crate::ilr::Term;
use crate::machine::{Course, Machine, ObjId, Schedule, Stop, Told};
use crate::program::LocId;
use crate::property::Check;
use crate::semantics;

/// What was told on a way, and the conditions under which the program takes it.
#[derive(Clone, Debug)]
pub struct Taken {
    /// What was told.
    pub told: Vec<Told>,
    /// Conjuncts.
    pub path: Vec<Term>,
}

impl Taken {
    fn of(course: &Course) -> Taken {
        Taken { told: course.told.clone(), path: course.path.clone() }
    }
}

/// A set of states behind a transition, in which the machine is.
pub struct Reached {
    /// Its control.
    pub control: StateId,
    /// Its nodes, in the order of the canonical form.
    pub order: Vec<ObjId>,
    /// Its data in normal form, without constants.
    pub data: DataSet,
    /// What was told in the transition.
    pub told: Box<[Told]>,
    /// The data as the transition left them.
    pub raw: DataSet,
    /// The same cells in normal form; some may be constants.
    pub cells: Box<[Term]>,
    /// The data as the transition left them, in the order of the cells of `data`; with a property only.
    pub left: Option<DataSet>,
    /// Its schedule, if known.
    pub schedule: Option<Arc<Schedule>>,
    /// Where the thread that has moved goes on.
    pub loc: Option<LocId>,
    /// The thread that has moved.
    pub mover: u32,
    /// Values of the propositions.
    pub letter: Letter,
    /// Whether its path may be one of no run.
    pub unsure: bool,
}

impl Reached {
    /// How it was reached from a set.
    pub fn way(self, from: usize) -> Way {
        Way { from, told: self.told, raw: self.raw, cells: self.cells }
    }
}

/// What a transition leads to.
pub enum Outcome {
    /// A set of states.
    Set(Box<Reached>),
    /// The end of the run, where its propositions stay as they are.
    Ended {
        /// Their values.
        letter: Letter,
        /// The thread that has moved.
        mover: u32,
        /// The transition.
        taken: Taken,
        /// Whether its path may be one of no run.
        unsure: bool,
    },
    /// A violation.
    Violation {
        /// What is violated.
        check: Check,
        /// Where.
        loc: Option<LocId>,
        /// The transition up to it.
        taken: Taken,
        /// Whether its path may be one of no run.
        unsure: bool,
    },
    /// Two accesses of different transitions, one of which is at this place, that race where both transitions can go there.
    Race {
        /// The place.
        loc: Option<LocId>,
        /// The transitions up to the accesses.
        ways: Box<[Taken; 2]>,
    },
    /// Something that is not followed.
    Open(Cause),
}

impl Outcome {
    /// All terms in it, in some fixed order.
    pub fn terms(&mut self) -> Vec<&mut Term> {
        fn of_told(told: &mut [Told]) -> impl Iterator<Item = &mut Term> {
            told.iter_mut().filter_map(|what| match what {
                Told::Choice(_) => None,
                Told::Input(term) => Some(term),
            })
        }
        fn of_data(data: &mut DataSet) -> impl Iterator<Item = &mut Term> {
            data.cells.iter_mut().chain(&mut data.path)
        }
        fn of_taken(taken: &mut Taken) -> impl Iterator<Item = &mut Term> {
            of_told(&mut taken.told).chain(&mut taken.path)
        }
        match self {
            Outcome::Set(reached) => {
                let Reached { data, told, raw, cells, left, .. } = &mut **reached;
                let of_left = left.iter_mut().flat_map(of_data);
                of_data(data).chain(of_told(told)).chain(of_data(raw)).chain(cells).chain(of_left).collect()
            }
            Outcome::Ended { taken, .. } | Outcome::Violation { taken, .. } => of_taken(taken).collect(),
            Outcome::Race { ways, .. } => ways.iter_mut().flat_map(of_taken).collect(),
            Outcome::Open(_) => Vec::new(),
        }
    }
}

/// A set of states from which transitions are followed.
#[derive(Clone, Copy)]
pub struct Origin<'s> {
    /// The state of the machine.
    pub state: &'s State,
    /// The conjuncts of its path.
    pub path: &'s [Term],
    /// Whether it may be one of no run.
    pub unsure: bool,
}

/// Who follows transitions, with a machine and terms of its own.
pub struct Follower<'s, 'i, 'p> {
    /// The machine.
    pub machine: Machine<'i, 'p>,
    /// Questions about its terms.
    pub queries: Queries,
    forms: Forms<'s, 'i, 'p>,
    progress: &'s Progress,
}

impl<'s, 'i, 'p> Follower<'s, 'i, 'p> {
    /// One with a machine before its first step.
    ///
    /// # Errors
    /// What the program's start runs into.
    pub fn new(
        system: &'s TransitionSystem<'i, 'p>,
        (store, property): (&'s TreeStore, Option<&'s Property>),
        queries: Queries,
        progress: &'s Progress,
    ) -> Result<Follower<'s, 'i, 'p>, semantics::Fault> {
        let canon = Canon::new(system.image, new_store());
        let (worker, schedules) = (store.worker(), system.schedules());
        let forms = Forms { system, worker, canon, schedules, property };
        Ok(Follower { machine: system.start()?, queries, forms, progress })
    }

    /// The set of the program's first state, in which the machine is.
    ///
    /// # Errors
    /// It is not one, as inputs decide about a proposition already.
    pub fn start(&mut self) -> Result<Box<Reached>, Early> {
        let mut sets = Vec::new();
        self.forms.sets(&mut self.machine, &mut self.queries, (None, false), &mut |_, _, outcome| {
            sets.push(outcome);
            Ok(())
        })?;
        match (sets.pop(), sets.is_empty()) {
            (Some(Outcome::Set(first)), true) => Ok(first),
            _ => {
                let what = "a proposition that inputs decide before the first step".to_owned();
                Err(Early::Unknown(Cause::Unsupported { what, loc: None }))
            }
        }
    }

    /// Follows all transitions of a set. `each` gets what they lead to; a set's states are then in the machine.
    ///
    /// # Errors
    /// Of a solver, and of `each`; a limit of memory; a wrong assumption about the owner of a variable.
    pub fn follow<F>(&mut self, from: Origin<'_>, each: &mut F) -> Result<(), Early>
    where
        F: FnMut(&mut Machine<'i, 'p>, &mut Queries, Outcome) -> Result<(), Early>,
    {
        let Follower { machine, queries, forms, progress } = self;
        let Origin { state, path, unsure } = from;
        // Nobody knows which threads are neglected by a transition from here.
        let unscheduled = forms.property.is_some_and(|property| property.fair)
            && forms.system.scheduler.is_some()
            && state.schedule.is_none();
        machine.reductions.races.clear();
        let mut expander = Expander { system: forms.system, queries, cuts: forms.property.is_none() };
        expander.transitions(machine, (state, path, unsure), |machine, queries, end, unsure| {
            progress.transitions.fetch_add(1, Relaxed);
            let left_open = |what: &str, loc| {
                let what = what.to_owned();
                Outcome::Open(Cause::Unsupported { what, loc })
            };
            match end {
                End::States(loc) => {
                    if std::mem::take(&mut machine.findings.may_have_lost) {
                        let open = left_open("a heap object that may still be pointed to decides", None);
                        each(machine, queries, open)?;
                    }
                    if unscheduled {
                        let what = "fairness where it is not known before which thread goes on";
                        return each(machine, queries, left_open(what, None));
                    }
                    forms.sets(machine, queries, (loc, unsure), each)
                }
                End::TooMany => {
                    let open = left_open("a symbolic value that decides in too many ways", machine.loc());
                    each(machine, queries, open)
                }
                End::Stopped(Stop::Fault(semantics::Fault::Violation(check), loc)) => {
                    let taken = Taken::of(&machine.symbols().course);
                    each(machine, queries, Outcome::Violation { check, loc, taken, unsure })
                }
                End::Stopped(Stop::Fault(fault, loc)) => match cause(fault, loc) {
                    cause @ (Cause::Undefined { .. } | Cause::Unsupported { .. }) => {
                        each(machine, queries, Outcome::Open(cause))
                    }
                    cause => Err(Early::Unknown(cause)),
                },
                End::Stopped(Stop::Exited(_) | Stop::Aborted | Stop::Over) => {
                    forms.ends(machine, queries, unsure, each)
                }
                // There is no such run.
                End::Stopped(_) => Ok(()),
            }
        })?;
        // Where an assumption is wrong, a transition has gone on behind accesses that it had to stop before.
        if forms.system.has_conflict() {
            return Err(Early::Conflict);
        }
        if machine.reductions.races.on { races(machine, queries, each) } else { Ok(()) }
    }
}

/// The accesses of a set's transitions that race if they can happen in one of its states.
fn races<'i, 'p, F>(machine: &mut Machine<'i, 'p>, queries: &mut Queries, each: &mut F) -> Result<(), Early>
where
    F: FnMut(&mut Machine<'i, 'p>, &mut Queries, Outcome) -> Result<(), Early>,
{
    if let Some(loc) = machine.reductions.races.unordered.take() {
        let what = "races where threads communicate without order".to_owned();
        each(machine, queries, Outcome::Open(Cause::Unsupported { what, loc }))?;
    }
    if let Some((first, _)) = machine.reductions.races.open() {
        let what = "calls of two threads that the library need not keep from racing".to_owned();
        let loc = first.loc;
        each(machine, queries, Outcome::Open(Cause::Unsupported { what, loc }))?;
    }
    let taken = |course: &Option<Arc<Course>>| Taken::of(&course.clone().unwrap_or_default());
    let pairs: Vec<_> = (machine.reductions.races.pairs(false))
        .map(|(a, b)| (a.loc, Box::new([taken(&a.course), taken(&b.course)])))
        .collect();
    pairs.into_iter().try_for_each(|(loc, ways)| each(machine, queries, Outcome::Race { loc, ways }))
}

/// Why a set is left open whose states were possible, but cannot be found any more.
fn contradicted() -> Outcome {
    Outcome::Open(Cause::Solver("a path that was possible is not any more".to_owned()))
}

/// Makes the canonical and normal forms of sets of states.
struct Forms<'s, 'i, 'p> {
    system: &'s TransitionSystem<'i, 'p>,
    worker: <TreeStore as StateStore>::Worker<'s>,
    canon: Canon<'i, 'p>,
    schedules: Schedules,
    property: Option<&'s Property>,
}

impl<'i, 'p> Forms<'_, 'i, 'p> {
    /// The run has ended.
    fn ends<F>(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        queries: &mut Queries,
        unsure: bool,
        each: &mut F,
    ) -> Result<(), Early>
    where
        F: FnMut(&mut Machine<'i, 'p>, &mut Queries, Outcome) -> Result<(), Early>,
    {
        let Some(property) = self.property else { return Ok(()) };
        let parts = parts(property, machine, queries)?;
        if parts.is_empty() && !unsure {
            return each(machine, queries, contradicted());
        }
        let (mover, course) = (machine.threads.mover, Arc::clone(&machine.symbols().course));
        for part in parts {
            let mut taken = Taken::of(&course);
            taken.path.extend(part.conditions);
            each(machine, queries, Outcome::Ended { letter: part.letter, mover, taken, unsure })?;
        }
        Ok(())
    }

    /// The machine is in a set of states: each part of it whose states agree on the propositions is a set.
    fn sets<F>(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        queries: &mut Queries,
        (loc, unsure): (Option<LocId>, bool),
        each: &mut F,
    ) -> Result<(), Early>
    where
        F: FnMut(&mut Machine<'i, 'p>, &mut Queries, Outcome) -> Result<(), Early>,
    {
        let parts = match self.property {
            Some(property) => parts(property, machine, queries)?,
            None => vec![Part { letter: Letter::default(), conditions: Vec::new(), unsure: false }],
        };
        if parts.is_empty() && !unsure {
            return each(machine, queries, contradicted());
        }
        let here = (parts.len() > 1).then(|| machine.snapshot());
        for part in parts {
            if let Some(here) = &here {
                machine.restore(here);
                part.conditions.iter().for_each(|&condition| machine.symbols().assume(condition));
            }
            let unsure = unsure || part.unsure;
            let set = self.set(machine, part.letter, (loc, unsure))?;
            if let Some(outcome) = set.map(Outcome::Set).or_else(|| (!unsure).then(contradicted)) {
                each(machine, queries, outcome)?;
            }
        }
        Ok(())
    }

    /// The machine's set of states, with the machine in its normal form; none where there is no such state.
    fn set(
        &mut self,
        machine: &mut Machine<'i, 'p>,
        letter: Letter,
        (loc, unsure): (Option<LocId>, bool),
    ) -> Result<Option<Box<Reached>>, Early> {
        let mover = machine.threads.mover;
        let (schedule, _) = self.system.schedule(machine, &mut self.schedules);
        let ignored = schedule.as_ref().map_or(&[][..], |s| s.overwritten());
        let course = Arc::clone(&machine.symbols().course);
        let (mut control, mut order) = self.control(machine, ignored)?;
        let raw = DataSet { cells: machine.cells(order.iter().copied()), path: course.path.clone() };
        let symbols = machine.symbols();
        let normal = normalise(&mut symbols.domain.terms, raw.clone());
        let constants = normal.cells.iter().any(|&cell| symbols.domain.terms.is_const(cell));
        let places = self.property.map(|_| Places::of(machine, &order, (&raw.cells, &normal.cells)));
        machine.set_cells(order.iter().copied(), &normal.cells);
        let mut cells = normal.cells.clone();
        if constants {
            // They belong to control now.
            (control, order) = self.control(machine, ignored)?;
            cells = machine.cells(order.iter().copied());
        }
        let data = DataSet { cells, path: normal.path };
        if data.path.contains(&machine.symbols().domain.terms.ff()) {
            return Ok(None);
        }
        let left = places.map(|places| DataSet { cells: places.in_order(&order), path: raw.path.clone() });
        let (told, cells) = (course.told.as_slice().into(), normal.cells.into());
        let reached =
            Reached { control, order, data, told, raw, cells, left, schedule, loc, mover, letter, unsure };
        Ok(Some(Box::new(reached)))
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
