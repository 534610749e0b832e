//! What threads do that others may see: the points at which they act, in each thread's order, what they read and write there,
//! and which objects they use at all (`design-threads.md`, section 3).

use super::heap::{HeapEvents, HeldPlaces};
use super::modular::{Modular, ModularNotes};
use super::{At, Kind, Ledger, Obligation};
use crate::engine::bmc::state::{Frame, ObjId, ObjState, Origin, Point, Ptr, State, Val};
use crate::ilr::{Sort, Term};
use crate::machine::script::Site;
use crate::program::{GlobalId, LocId};
use crate::property::Check;
use crate::rewrite::Builder;
use crate::semantics::Synchronization;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// What threads share, by the identity of the object.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Shared {
    /// The parts that more than one thread uses, one of them writing.
    pub parts: Arc<BTreeMap<u128, Parts>>,
    /// Objects whose words are used as addresses though nobody writes pointers there.
    pub numbers: Arc<BTreeSet<u128>>,
    /// Where pointers that are written there may lead: an object and the offset in it, where that is fixed.
    pub targets: Arc<BTreeMap<u128, PointerTargets>>,
    /// Objects to which these pointers may lead, which any thread may have made.
    pub objects: Arc<BTreeMap<u128, KnownObject>>,
    /// Objects that threads use by accesses of several sizes to the same bytes.
    pub by_bytes: Arc<BTreeSet<u128>>,
    /// The scalars of objects that threads use in blocks, too.
    pub scalars: Arc<BTreeMap<u128, Scalars>>,
    /// Objects that end while there may be other threads.
    pub ended: Arc<BTreeSet<u128>>,
    /// Those of them that another thread uses than the one that ends them, neither of which is known to be first.
    pub contested: Arc<BTreeSet<u128>>,
    /// Where threads leave pointers to heap objects, if leaks are looked for.
    pub held: Arc<HeldPlaces>,
    /// Each thread is followed on its own, with this.
    pub modular: Option<Arc<Modular>>,
}

impl Shared {
    /// Nothing known yet, each thread followed on its own.
    pub fn of_each_alone() -> Shared {
        Shared { modular: Some(Arc::default()), ..Shared::default() }
    }
}

/// Scalars of an object: offset and bytes.
pub type Scalars = BTreeSet<(u64, u32)>;

/// Where a pointer may lead: the identity of an object, and the offset in it where that is fixed.
pub type PointerTargets = BTreeSet<(u128, Option<u64>)>;

/// What is known of an object before it is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownObject {
    /// Its origin.
    pub origin: Origin,
    /// Bytes.
    pub size: u64,
    /// Whether it may not be written.
    pub constant: bool,
    /// Whether it begins with zeros.
    pub zeroed: bool,
    /// Where it is made.
    pub loc: Option<LocId>,
}

/// Ranges of the bytes of an object, apart and in order.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Parts(Vec<Range<u64>>);

impl Parts {
    /// All bytes of an object.
    pub const ALL: Range<u64> = 0..u64::MAX;

    /// Whether a range meets one of them.
    pub fn meets(&self, range: &Range<u64>) -> bool {
        self.0.iter().any(|own| own.start < range.end && range.start < own.end)
    }

    /// Whether a range lies in one of them.
    pub fn holds(&self, range: &Range<u64>) -> bool {
        self.0.iter().any(|own| own.start <= range.start && range.end <= own.end)
    }

    /// Adds a range.
    pub fn add(&mut self, mut range: Range<u64>) {
        self.0.retain(|own| {
            let apart = own.end < range.start || range.end < own.start;
            if !apart {
                range = own.start.min(range.start)..own.end.max(range.end);
            }
            apart
        });
        let at = self.0.partition_point(|own| own.start < range.start);
        self.0.insert(at, range);
    }
}

/// A thread.
pub struct Thread {
    /// The thread that created it, at which point, after so many visits; none for the first.
    pub created: Option<(usize, Point, usize)>,
    /// Where it ends, and when.
    pub ends: Vec<(Point, Term)>,
    /// What the library keeps of it.
    pub object: Option<ObjId>,
}

/// What a point is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum PointKind {
    /// A load, a store, or several of them.
    #[default]
    Access,
    /// A fence.
    Fence,
    /// An atomic read-modify-write.
    Exchange,
    /// A function of the library.
    Library,
    /// One that only looks and tells.
    Looks,
    /// An atomic section of the program.
    Block,
}

/// How a point orders what its thread does with what others do (C11, 5.1.2.4).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PointOrder {
    /// What it is.
    pub kind: PointKind,
    /// Whether it is an acquire operation.
    pub acquire: bool,
    /// Whether it is a release operation.
    pub release: bool,
    /// Whether it is sequentially consistent.
    pub seq_cst: bool,
    /// Whether a function of the library is done with what others did last also where it changes nothing.
    pub always: bool,
}

/// Something that happens at one time.
pub struct ThreadPoint {
    /// The thread.
    pub thread: usize,
    /// When it is reached.
    pub when: Term,
    /// When it happens, as a number.
    pub clock: Term,
    /// The instruction of the program that it belongs to.
    pub site: Site,
    /// When others see what it stores, if that is later.
    pub visible: Option<Term>,
    /// When others see all that the thread has stored before, under total store order.
    pub fence: Option<Term>,
    /// How it orders what its thread does.
    pub order: PointOrder,
    /// Number of visits noted before.
    pub visits: usize,
    /// Number of entries of the log when it is over.
    pub entries: usize,
    /// Number of symbolic events up to it.
    pub events: u64,
}

/// A scalar in an object.
#[derive(Clone)]
pub struct SharedAccess {
    /// Where in the order.
    pub point: Point,
    /// The object.
    pub object: ObjId,
    /// Offset in bytes.
    pub offset: Term,
    /// Bytes.
    pub size: u32,
    /// When it is executed.
    pub when: Term,
    /// What is read or written.
    pub value: Val,
    /// Whether the library makes it.
    pub library: bool,
}

/// What an object holds before threads use it.
pub struct SharedStart {
    /// The object.
    pub object: ObjId,
    /// On which runs.
    pub when: Term,
    /// The content.
    pub content: ObjState,
}

/// A use of an object that another thread may end.
pub struct ContestedUse {
    /// Where in the order.
    pub point: Point,
    /// The object.
    pub object: ObjId,
    /// When it is executed.
    pub when: Term,
    /// Whether it ends the object.
    pub ends: bool,
    /// What it violates where the object has ended before.
    pub check: Check,
    /// Where it is, for people, and what tells it from others.
    pub place: (Option<LocId>, At),
}

/// An access that may race with one of another thread.
pub struct RaceAccess {
    /// Where in the order.
    pub point: Point,
    /// The object.
    pub object: ObjId,
    /// Offset in bytes.
    pub offset: Term,
    /// Bytes.
    pub size: Term,
    /// When it is executed.
    pub when: Term,
    /// How.
    pub how: RaceKind,
    /// Whether it is the same whatever others did before the point.
    pub is_fixed: bool,
    /// Where it is, for people, and what tells it from others.
    pub place: (Option<LocId>, At),
}

/// How an access that may race is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RaceKind {
    /// Whether it writes.
    pub write: bool,
    /// Whether it is atomic.
    pub atomic: bool,
    /// Whether the library may make it or not.
    pub open: bool,
    /// Whether it ends the object.
    pub ends: bool,
}

/// That two points of different threads are next at once, with accesses that conflict.
pub struct RacingPoints {
    /// The one that is executed first.
    pub first: Point,
    /// The other one, which can be executed then.
    pub second: Point,
    /// The access at the first one, by its number.
    pub access: usize,
    /// When.
    pub cond: Term,
}

/// For what a thread waits: `enum how` of the models.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaitsFor {
    /// For one thread, which alone can end it.
    One,
    /// For any of those that go on.
    All,
    /// For some, of which it is not known which.
    Some,
    /// For a signal; it may wake without one.
    Signal,
    /// For who holds something.
    Holder,
    /// For any of those that go on, as it looks again and again whether something has changed. That is no deadlock.
    Spins,
}

impl WaitsFor {
    /// That of a number.
    pub fn of(number: u64) -> Option<WaitsFor> {
        [WaitsFor::One, WaitsFor::All, WaitsFor::Some, WaitsFor::Signal, WaitsFor::Holder]
            .get(usize::try_from(number).ok()?)
            .copied()
    }
}

/// That a thread waits, and does not go on.
pub struct Wait {
    /// Where in the order.
    pub point: Point,
    /// When it is executed.
    pub when: Term,
    /// What the library keeps of the thread that alone can end it, null where any thread may; or the condition variable, or what has
    /// holders.
    pub needed: Ptr,
    /// For what it is. If it is for a signal, the thread may go on nevertheless, as it may wake without one.
    pub how: WaitsFor,
    /// Chosen freely: it is one of those that never end.
    pub selected: Term,
    /// Where it is, for people, and what tells it from others.
    pub place: (Option<LocId>, At),
}

/// What a thread does with what others wait for, a condition variable or what has holders: `enum sync_use` of the models.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyncAction {
    /// It waits.
    Waits,
    /// It wakes one of those that wait.
    WakesOne,
    /// It wakes all.
    WakesAll,
    /// It makes or destroys it.
    Renews,
    /// It holds once more what has holders.
    Holds,
    /// It holds it once less.
    Releases,
    /// It has taken a mutex.
    Locks,
    /// It has given it back.
    Unlocks,
    /// It has waited for a thread's end.
    Joins,
}

impl SyncAction {
    /// That of a number.
    pub fn of(number: u64) -> Option<SyncAction> {
        let all = [
            SyncAction::Waits,
            SyncAction::WakesOne,
            SyncAction::WakesAll,
            SyncAction::Renews,
            SyncAction::Holds,
            SyncAction::Releases,
            SyncAction::Locks,
            SyncAction::Unlocks,
            SyncAction::Joins,
        ];
        all.get(usize::try_from(number).ok()?).copied()
    }
}

/// That a thread uses what others wait for.
pub struct SyncUse {
    /// Where in the order.
    pub point: Point,
    /// When it is executed.
    pub when: Term,
    /// How.
    pub what: SyncAction,
    /// The condition variable, or what has holders.
    pub object: Ptr,
    /// The mutex that it waits with, if it does.
    pub mutex: Ptr,
    /// Where it is, for people, and what tells it from others.
    pub place: (Option<LocId>, At),
}

fn add_use(b: &mut Builder, uses: &mut FxHashMap<Use, When>, used: Use, when: When) {
    let known = uses.entry(used).or_insert(When { path: when.path, visits: when.visits });
    known.path = b.or(known.path, when.path);
    known.visits = known.visits.max(when.visits);
}

/// That a thread uses an object.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Use {
    /// The object.
    pub object: ObjId,
    /// The thread.
    pub thread: usize,
    /// How.
    pub how: How,
    /// The bytes.
    pub range: Range<u64>,
}

/// How an object is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum How {
    /// It is read.
    Reads,
    /// It is written.
    Writes,
    /// It ends.
    Ends,
    /// It gets other bytes where only its thread can see it.
    Renews,
}

/// When a thread uses an object.
#[derive(Clone, Copy)]
pub struct When {
    /// On which runs.
    pub path: Term,
    /// At the latest after so many visits.
    pub visits: usize,
}

/// The atomic accesses of the program. Where one is weaker than sequential consistency and they are of several places, more is
/// possible than interleavings show.
#[derive(Default)]
pub struct AtomicOrders {
    /// Their places: the object, and the offset where it is fixed.
    pub places: BTreeSet<(ObjId, Option<u64>)>,
    /// When one is weaker, and where the first of these is.
    pub weak: Option<(Term, Option<LocId>)>,
    /// The objects in which one is relaxed, when, and where the first of these is.
    pub relaxed: BTreeMap<ObjId, (Term, Option<LocId>)>,
}

impl AtomicOrders {
    /// When more may be possible than interleavings show by atomic accesses alone, and where.
    fn more_than_interleavings(&self) -> Option<(Term, Option<LocId>)> {
        let one = self.places.len() == 1 && self.places.iter().all(|(_, off)| off.is_some());
        self.weak.filter(|_| !one)
    }
}

/// Words that threads read of objects to which nobody writes pointers, as far as is known. A round in which one is used as an address
/// ends such runs, as the next one may know where it leads.
#[derive(Default)]
pub struct UnknownWords {
    /// Their variables, with the identity of the object.
    pub of: FxHashMap<Term, u128>,
    /// Objects of which one was used as an address.
    pub used: BTreeSet<u128>,
}

/// What threads read and write of what they share.
#[derive(Default)]
pub struct SharedAccesses {
    /// What is read.
    pub reads: Vec<SharedAccess>,
    /// What is written.
    pub writes: Vec<SharedAccess>,
    /// What was there before.
    pub starts: Vec<SharedStart>,
    /// What may race, where that is checked.
    pub racing: Vec<RaceAccess>,
    /// What races. Known when everything has been followed.
    pub races: Vec<RacingPoints>,
    /// The point of what the running instruction accesses, where it has one already.
    pub current: Option<Point>,
    /// Words of which it is not known where they lead as addresses.
    pub unknown: UnknownWords,
    /// When the running exchange writes; it reads in any case.
    pub exchanged: Option<Term>,
    /// What is noted where each thread is followed on its own.
    pub modular: ModularNotes,
}

/// Objects beside threads.
#[derive(Default)]
pub struct ThreadObjects {
    /// Which are used by which thread, while there may be others.
    pub uses: FxHashMap<Use, When>,
    /// Such uses of objects that were found by comparing a number with addresses. While it is not known what threads share, the number
    /// may be a pointer whose targets the next round knows: these are the last to count.
    pub guessed: FxHashMap<Use, When>,
    /// Uses of those that another thread may end, with their ends.
    pub contested: Vec<ContestedUse>,
    /// Those that threads use in blocks, with the scalars that these were found to have.
    pub blocks: BTreeMap<ObjId, Scalars>,
    /// The thread-local variables of other threads than the first.
    pub locals: BTreeMap<(usize, GlobalId), ObjId>,
    /// Those that begin with zeros.
    pub zeroed: BTreeSet<ObjId>,
    /// What the first thread has taken and given back before there were others, and when.
    pub held_before: Vec<(Term, SyncAction, Ptr)>,
    /// What those on the heap go through.
    pub heap: HeapEvents,
}

/// What threads do.
#[derive(Default)]
pub struct Threads {
    /// The threads; none where only one was ever there.
    pub list: Vec<Thread>,
    /// All points, each thread's in the order in which every run of it comes to them.
    pub points: Vec<ThreadPoint>,
    /// What they read and write.
    pub accesses: SharedAccesses,
    /// The objects that they use.
    pub objects: ThreadObjects,
    /// Where they wait.
    pub waits: Vec<Wait>,
    /// Their uses of what others wait for.
    pub syncs: Vec<SyncUse>,
    /// Places to which they have come: the thread, where, and when.
    pub visits: Vec<(usize, Site, Term)>,
    /// The atomic accesses.
    pub orders: AtomicOrders,
    /// What holds of all runs: reads return what was written last. Known when everything has been followed.
    pub consistent: Option<Term>,
    /// What holds of the runs that can be represented.
    pub represented: Option<Term>,
}

impl Threads {
    /// Whether there is more than one.
    pub fn are_several(&self) -> bool {
        self.list.len() > 1
    }

    /// The thread through whose creation by `ancestor` a thread came about.
    fn line(&self, ancestor: usize, mut thread: usize) -> Option<usize> {
        while let Some((by, ..)) = self.list[thread].created {
            if by == ancestor {
                return Some(thread);
            }
            thread = by;
        }
        None
    }

    /// Whether what a thread did up to some visits was done before another one was created, which then knows it.
    pub fn is_before(&self, (thread, visits): (usize, usize), other: usize) -> bool {
        let through = self.line(thread, other).and_then(|t| self.list[t].created);
        through.is_some_and(|(_, _, created)| visits <= created)
    }
}

impl Ledger<'_> {
    /// Whether what a thread did up to some visits comes before all of another thread, so that the formula need not say so. Nothing
    /// does where pruning is turned off.
    pub fn precedes(&self, done: (usize, usize), other: usize) -> bool {
        !self.options.off.pruning && self.threads.is_before(done, other)
    }

    /// Whether an address is made of a word of which the next round may know where it leads.
    pub fn leads_later(&mut self, address: Term) -> bool {
        let unknown = &mut self.threads.accesses.unknown;
        if unknown.of.is_empty() || self.d.terms.is_const(address) {
            return false;
        }
        let parts = self.d.terms.cone(&[address]);
        let used: Vec<u128> = parts.iter().filter_map(|part| unknown.of.get(part).copied()).collect();
        unknown.used.extend(&used);
        !used.is_empty()
    }

    /// Notes what cannot be said of all threads together.
    pub fn unsupported_of_all(&mut self, what: &str, cond: Term, loc: Option<LocId>) {
        let kind = Kind::Unsupported(what.to_owned());
        let entry = self.options.entry;
        let at = At::Inst(entry, self.program.func(entry).blocks[0].insts[0]);
        self.obligations.push(Obligation { kind, cond, loc, at, moment: (0, 0) });
    }

    /// What is looked for among interleavings only, where that is not all that threads may do.
    pub fn only_in_interleavings(&mut self) {
        let looked_for = [Check::Race, Check::Leak, Check::LeakAtExit];
        let checks = self.options.checks;
        for check in looked_for.into_iter().filter(|&check| checks.contains(check)) {
            let what = format!("the check {} of threads, under total store order", check.name());
            let any = self.d.terms.tt();
            self.unsupported_of_all(&what, any, None);
        }
    }

    /// Others see what a thread has stored before one of its points, where a condition holds.
    pub fn fence(&mut self, point: Point, when: Term) {
        let fence = &mut self.threads.points[point].fence;
        *fence = Some(fence.map_or(when, |before| self.d.terms.or(before, when)));
    }

    /// When more may be possible than interleavings show, and where.
    pub fn more_than_interleavings(&mut self) -> Option<(Term, Option<LocId>)> {
        let orders = &self.threads.orders;
        if !orders.places.is_empty() && Synchronization::may_look(self.program) {
            let any = self.d.terms.tt();
            return Some((any, orders.weak.and_then(|(_, loc)| loc)));
        }
        orders.more_than_interleavings()
    }

    /// Does something with the accesses of threads.
    pub fn with_accesses<T>(
        &mut self,
        look: impl FnOnce(&mut Self, &[SharedAccess], &[SharedAccess], &[SharedStart]) -> T,
    ) -> T {
        let accesses = &mut self.threads.accesses;
        let (reads, writes) = (std::mem::take(&mut accesses.reads), std::mem::take(&mut accesses.writes));
        let starts = std::mem::take(&mut accesses.starts);
        let made = look(self, &reads, &writes, &starts);
        let accesses = &mut self.threads.accesses;
        (accesses.reads, accesses.writes, accesses.starts) = (reads, writes, starts);
        made
    }

    /// Lets questions be about other executions than those that are `consistent`, too: those of which `other` holds. What was looked for
    /// is still looked for among the consistent ones alone. When one of the others violates anything, or `besides` holds of it.
    pub fn violated_by_others(&mut self, consistent: &mut Term, other: Term, besides: Term) -> Term {
        let b = &mut self.d.terms;
        let is_other = b.var("other-execution!", Sort::Bool);
        let not_other = b.not(is_other);
        *consistent = b.ite(is_other, other, *consistent);
        let mut violated = besides;
        for obligation in &mut self.obligations {
            violated = b.or(violated, obligation.cond);
            obligation.cond = b.and(obligation.cond, not_other);
        }
        b.and(violated, is_other)
    }

    /// Whether programs may have threads.
    pub fn follows_threads(&self) -> bool {
        self.options.learned.shared.is_some()
    }

    /// A new point in the order, where a state is. A loop in which nothing decides but such points counts its iterations.
    pub fn point(&mut self, state: &mut State) -> Point {
        self.note_event(state);
        self.threads.accesses.current = None;
        let name = format!("clock!{}", self.threads.points.len());
        let clock = self.d.terms.var(&name, Sort::Bv(32));
        self.threads.points.push(ThreadPoint {
            thread: state.thread.number,
            when: state.path.term(),
            clock,
            site: self.program_site(state),
            visible: None,
            fence: None,
            order: PointOrder::default(),
            visits: self.threads.visits.len(),
            entries: self.log.0.len(),
            events: state.events,
        });
        self.threads.points.len() - 1
    }

    /// The point of what the running instruction accesses: that of its section, or one for all places that it may be.
    pub fn access_point(&mut self, state: &mut State) -> Point {
        if let Some(section) = &state.thread.section {
            return section.point;
        }
        let point = self.threads.accesses.current.unwrap_or_else(|| self.point(state));
        self.threads.accesses.current = Some(point);
        point
    }

    /// The innermost activation of the program's own, or else of the function that the thread began with.
    pub fn user_frame<'s>(&self, state: &'s State) -> &'s Frame {
        let mut frame = &state.frame;
        while let (true, Some(parent)) = (self.program.func(frame.func).model, &frame.parent) {
            frame = parent;
        }
        frame
    }

    /// Where a thread is in the program itself, or in the function that it began with.
    pub(super) fn program_site(&self, state: &State) -> Site {
        let frame = self.user_frame(state);
        let insts = &self.program.func(frame.func).block(frame.block).insts;
        (frame.func, insts[frame.at.min(insts.len() - 1)])
    }

    /// Notes that a state's thread uses an object; `range`: the bytes, where they are known.
    pub fn note_use(&mut self, state: &State, object: ObjId, how: How, range: Option<Range<u64>>) {
        self.note_use_as(state, (object, how, range), false);
    }

    /// Notes a use; `guessed`: the object was found by comparing a number with addresses.
    pub fn note_use_as(
        &mut self,
        state: &State,
        (object, how, range): (ObjId, How, Option<Range<u64>>),
        guessed: bool,
    ) {
        if !state.thread.concurrent {
            return;
        }
        let (path, visits) = (state.path.term(), self.threads.visits.len());
        let used = Use { object, thread: state.thread.number, how, range: range.unwrap_or(Parts::ALL) };
        let objects = &mut self.threads.objects;
        let uses = if guessed { &mut objects.guessed } else { &mut objects.uses };
        add_use(&mut self.d.terms, uses, used, When { path, visits });
    }

    /// From here on guessed uses count as others do. False if there were none.
    pub fn count_guessed(&mut self) -> bool {
        let guessed = std::mem::take(&mut self.threads.objects.guessed);
        let any = !guessed.is_empty();
        for (used, when) in guessed {
            add_use(&mut self.d.terms, &mut self.threads.objects.uses, used, when);
        }
        any
    }

    /// A thread learns of others what happens in no order with it: then races cannot be excluded by looking at what is next at
    /// once. Locks exclude them all the same.
    pub fn tell_without_order(&mut self, state: &State, loc: Option<LocId>) {
        let is_looked_for = self.options.checks.contains(Check::Race) && self.modular().is_none();
        if state.thread.concurrent && is_looked_for {
            let what = "races where threads communicate without order".to_owned();
            self.oblige(state, Kind::Unsupported(what), state.path.term(), loc);
        }
    }

    /// Notes that a thread comes to an instruction. Only those of the program count, or of the function that the thread began with.
    pub fn note_thread_visit(&mut self, state: &State) {
        let frame = &state.frame;
        if state.thread.concurrent && (!self.program.func(frame.func).model || frame.parent.is_none()) {
            let site = self.program_site(state);
            self.threads.visits.push((state.thread.number, site, state.path.term()));
        }
    }
}
