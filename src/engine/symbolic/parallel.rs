//! A search on several cores: workers follow transitions, each with a machine, terms and solvers of its own; one thread knows the
//! sets that were found. What workers find is taken in the order of a search on one core.

use std::collections::{BTreeMap, VecDeque};
use std::panic::resume_unwind;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use super::data::DataSet;
use super::follow::{Follower, Origin, Outcome};
use super::search::{Early, Figures, Search, Solvers, new_queries};
use super::visited::{Entry, Waiting};
use crate::engine::explicit::store::TreeStore;
use crate::engine::verdict::Fault;
use crate::ilr::{Term, TermStore};
use crate::machine::Snapshot;
use crate::rewrite::Parcel;

/// How often the thread that waits for workers looks at the clock.
const LOOK: Duration = Duration::from_millis(50);
/// Tasks that each worker has in hand, so that it need not wait for the next one.
const IN_HAND: usize = 2;
/// Most sets of a task.
const SETS: usize = 32;
/// Size of a worker's stack: address space only, used as deep terms need it.
const STACK_BYTES: usize = 256 << 20;

/// Sets whose transitions are to be followed.
struct Task {
    /// Its place in the order.
    place: u64,
    sets: Vec<Sent>,
    /// The terms of all sets, one after the other: of each its cells, then the conjuncts of its path.
    terms: Parcel,
}

struct Sent {
    waiting: Waiting,
    cells: usize,
    conjuncts: usize,
    unsure: bool,
}

/// What the transitions of these sets lead to.
struct Done {
    place: u64,
    /// For each set, until one of which the transitions could not be followed to the end.
    sets: Vec<Outcomes>,
    /// The terms of all outcomes, one after the other.
    terms: Parcel,
    /// Why it did not get to the end.
    ended: Result<(), Early>,
}

/// With the states of those that are sets.
type Outcomes = Vec<(Outcome, Option<Snapshot>)>;

/// Visits all sets that wait and those behind them.
pub(super) fn explore<'s, 'i, 'p>(
    search: &mut Search<'s, 'i, 'p>,
    follower: &mut Follower<'s, 'i, 'p>,
    (store, solvers): (&'s TreeStore, &Solvers),
) -> Result<(), Early> {
    let (system, progress) = (search.system, search.progress);
    let property = search.temporal.as_ref().map(|graph| graph.property);
    let (tell, told) = mpsc::channel();
    std::thread::scope(|scope| {
        let (mut give, mut workers) = (Vec::new(), Vec::new());
        for _ in 0..system.options.threads {
            let (own, tasks) = mpsc::channel();
            let tell = tell.clone();
            let work = move || {
                let queries = new_queries(solvers, system.options);
                let mut follower = Follower::new(system, (store, property), queries, progress)
                    .expect("it was started before");
                let _ = tasks.into_iter().all(|task| follow(&mut follower, task, &tell));
                let mut figures = Figures::default();
                figures.add(&mut follower);
                figures
            };
            // Where the system gives no more threads, there are fewer.
            if let Ok(worker) = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work)
            {
                give.push(own);
                workers.push(worker);
            }
        }
        drop(tell);
        if workers.is_empty() {
            return search.explore_alone(follower);
        }
        let end = Hub { search, follower, give, told }.explore();
        for worker in workers {
            search.figures.join(&worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        end
    })
}

/// Follows the transitions of sets, and tells what they lead to; whether anybody listens.
fn follow(follower: &mut Follower<'_, '_, '_>, task: Task, tell: &Sender<Done>) -> bool {
    let Task { place, sets, terms } = task;
    let gone = Gone(place, tell);
    let mut terms = follower.machine.symbols().domain.terms.unpack(&terms).into_iter();
    let mut next = |count| terms.by_ref().take(count).collect::<Vec<Term>>();
    let mut found: Vec<Outcomes> = Vec::new();
    let ended = sets.into_iter().try_for_each(|Sent { mut waiting, cells, conjuncts, unsure }| {
        let (cells, path) = (next(cells), next(conjuncts));
        let machine = &mut follower.machine;
        machine.restore(&waiting.state.snapshot);
        if !cells.is_empty() {
            machine.set_cells(waiting.order.iter().copied(), &cells);
            *waiting.state.snapshot = machine.snapshot();
        }
        let mut outcomes = Vec::new();
        let origin = Origin { state: &waiting.state, path: &path, unsure };
        let ended = follower.follow(origin, &mut |machine, _, outcome| {
            let snapshot = matches!(outcome, Outcome::Set(_)).then(|| machine.snapshot());
            outcomes.push((outcome, snapshot));
            Ok(())
        });
        found.push(outcomes);
        ended
    });
    std::mem::forget(gone);
    let terms: Vec<Term> = places(&mut found).map(|term| *term).collect();
    let terms = Parcel::of(follower.machine.symbols().domain.terms.store(), &terms);
    tell.send(Done { place, sets: found, terms, ended }).is_ok()
}

/// The places of all terms.
fn places(found: &mut [Outcomes]) -> impl Iterator<Item = &mut Term> {
    found.iter_mut().flatten().flat_map(|(outcome, _)| outcome.terms())
}

/// Tells that a worker has gone in the middle of a task, when it is dropped.
struct Gone<'t>(u64, &'t Sender<Done>);

impl Drop for Gone<'_> {
    fn drop(&mut self) {
        let (terms, sets) = (Parcel::default(), Vec::new());
        // Who waits for it is there until all have ended.
        let _ = self.1.send(Done { place: self.0, sets, terms, ended: Err(lost()) });
    }
}

/// The thread that knows the sets.
struct Hub<'a, 's, 'i, 'p> {
    search: &'a mut Search<'s, 'i, 'p>,
    follower: &'a mut Follower<'s, 'i, 'p>,
    give: Vec<Sender<Task>>,
    told: Receiver<Done>,
}

impl Hub<'_, '_, '_, '_> {
    fn explore(self) -> Result<(), Early> {
        let Hub { search, follower, give, told } = self;
        let Follower { machine, queries, .. } = follower;
        let terms = &mut machine.symbols().domain.terms;
        // The tasks that workers have in hand, in order: the worker, and the numbers of the sets.
        let mut under_way: VecDeque<(usize, Vec<usize>)> = VecDeque::new();
        let mut in_hand = vec![0; give.len()];
        let mut early: BTreeMap<u64, Done> = BTreeMap::new();
        // Places of the next task that is given, and of the next one whose outcomes are taken.
        let (mut given, mut taken) = (0, 0);
        loop {
            while let Some((worker, &load)) = in_hand.iter().enumerate().min_by_key(|(_, load)| **load)
                && load < IN_HAND
                && let Some((numbers, task)) = task(search, terms.store(), (given, give.len()))?
            {
                if give[worker].send(task).is_err() {
                    return Err(lost());
                }
                given += 1;
                in_hand[worker] += 1;
                under_way.push_back((worker, numbers));
            }
            let Some((worker, numbers)) = under_way.pop_front() else { return Ok(()) };
            let mut done = loop {
                if let Some(done) = early.remove(&taken) {
                    break done;
                }
                match told.recv_timeout(LOOK) {
                    Ok(done) => {
                        early.insert(done.place, done);
                    }
                    Err(RecvTimeoutError::Timeout) => search.limits()?,
                    Err(RecvTimeoutError::Disconnected) => return Err(lost()),
                }
            };
            taken += 1;
            in_hand[worker] -= 1;
            let arrived = terms.unpack(&done.terms);
            places(&mut done.sets).zip(arrived).for_each(|(place, term)| *place = term);
            for (number, outcomes) in numbers.into_iter().zip(done.sets) {
                for (outcome, snapshot) in outcomes {
                    // Another worker may have found since that the assumptions behind a race do not hold.
                    if matches!(outcome, Outcome::Race { .. }) && search.system.has_conflict() {
                        return Err(Early::Conflict);
                    }
                    if let Some(added) = search.take((&mut *terms, &mut *queries), number, outcome)?
                        && let Some(snapshot) = snapshot
                    {
                        search.wait(added, snapshot);
                    }
                }
                search.followed((&mut *terms, &mut *queries))?;
            }
            done.ended?;
        }
    }
}

/// The next task, with the numbers of its sets: a part of those that wait, so that all workers have some.
fn task(
    search: &mut Search<'_, '_, '_>,
    store: &TermStore,
    (place, workers): (u64, usize),
) -> Result<Option<(Vec<usize>, Task)>, Early> {
    let most = (search.queue.len() / (IN_HAND * workers)).clamp(1, SETS);
    let (mut numbers, mut sets, mut terms) = (Vec::new(), Vec::new(), Vec::new());
    while sets.len() < most
        && let Some((number, waiting)) = search.next()?
    {
        let Entry { data, unsure, .. } = &search.visited.entries[number];
        let DataSet { cells, path } = data;
        terms.extend(cells.iter().chain(path));
        numbers.push(number);
        sets.push(Sent { waiting, cells: cells.len(), conjuncts: path.len(), unsure: *unsure });
    }
    let terms = Parcel::of(store, &terms);
    Ok((!sets.is_empty()).then_some((numbers, Task { place, sets, terms })))
}

/// A worker has gone. Its panic says why.
fn lost() -> Early {
    Early::Failed(Fault::Replay("a worker of the search has ended".to_owned()))
}
