//! What is noted where each thread is followed on its own, so that invariants of what threads share can be found: how they use
//! scalars, under which locks, and at which times an invariant is assumed and has to be shown (`memory/modular.rs`).

use super::{Ledger, Parts};
use crate::engine::bmc::state::{Lock, ObjId, Ptr, State};
use crate::ilr::Term;
use crate::property::Check;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A scalar in memory that threads share: the identity of the object, the offset, and bytes.
pub type SharedScalar = (u128, u64, u32);

/// A lock by the identity of the object that it lies in, and where it begins and ends there.
pub type LockKey = (u128, u64, u64);

/// What is known of threads that are followed each on its own.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Modular {
    /// The scalars that invariants are about, and the lock that protects each, if there is one.
    pub scalars: BTreeMap<SharedScalar, Option<LockKey>>,
}

/// How threads use an object beside others.
#[derive(Default)]
pub struct ScalarUses {
    /// Its scalars: the locks that are held at every write, none where there is no write.
    pub scalars: BTreeMap<(u64, u32), Option<BTreeSet<Lock>>>,
    /// It is used in another way, too.
    pub other: bool,
    /// Bytes that are written, but for those of a lock that the thread holds.
    pub written: Parts,
}

/// An access, with what may order it with those of other threads.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LockedAccess {
    /// The thread.
    pub thread: usize,
    /// Its bytes: where they begin and end.
    pub bytes: (u64, u64),
    /// Whether it writes.
    pub write: bool,
    /// Whether it is atomic, or the library's own.
    pub atomic: bool,
    /// The locks that the thread certainly holds.
    pub locks: BTreeSet<Lock>,
    /// Threads that have certainly ended before.
    pub joined: BTreeSet<usize>,
}

/// The scalars that a lock protects, or those without one, at a time.
pub struct SharedMoment {
    /// When it is reached.
    pub path: Term,
    /// Their values, in their order.
    pub values: Vec<Term>,
}

/// Times of the scalars of one lock, or of those without one.
#[derive(Default)]
pub struct SharedMoments {
    /// When there begin to be other threads.
    pub entries: Vec<SharedMoment>,
    /// An invariant is assumed there.
    pub uses: Vec<SharedMoment>,
    /// An invariant has to be shown there.
    pub backs: Vec<SharedMoment>,
}

/// What is noted of threads that are followed each on its own.
#[derive(Default)]
pub struct ModularNotes {
    /// How they use objects.
    pub uses: BTreeMap<ObjId, ScalarUses>,
    /// Threads that stand for any number of threads.
    pub several: BTreeSet<usize>,
    /// Objects that stand for any number of objects.
    pub summaries: BTreeSet<ObjId>,
    /// Accesses to an object, each with the number of visits noted before the last one, if races are looked for.
    pub accesses: BTreeMap<ObjId, BTreeMap<LockedAccess, usize>>,
    /// By lock.
    pub moments: BTreeMap<Option<LockKey>, SharedMoments>,
    /// Why nothing can be concluded.
    pub failed: Option<String>,
}

impl ModularNotes {
    /// Notes why nothing can be concluded; the first reason stays.
    pub fn fail(&mut self, why: &str) {
        self.failed.get_or_insert_with(|| why.to_owned());
    }
}

impl Ledger<'_> {
    /// What is known of threads, if each is followed on its own.
    pub fn modular(&self) -> Option<&Modular> {
        self.options.learned.shared.as_ref()?.modular.as_deref()
    }

    /// Whether a state's place stands for any number of visits, threads, or both.
    pub fn is_repeated(&self, state: &State) -> bool {
        if self.threads.accesses.modular.several.contains(&state.thread.number) {
            return true;
        }
        let mut frame = Some(&state.frame);
        while let Some(f) = frame {
            if !f.iterations.is_empty() || f.entry.recursion > 0 {
                return true;
            }
            frame = f.parent.as_ref();
        }
        false
    }

    /// Notes that an object stands for any number of objects, if it is made where a state's place stands for any number.
    pub fn note_summary(&mut self, state: &State, o: ObjId) {
        if state.thread.concurrent && self.modular().is_some() && self.is_repeated(state) {
            self.threads.accesses.modular.summaries.insert(o);
        }
    }

    /// Notes that a state's thread has waited for the end of another one, given by what the library keeps of that.
    pub fn note_join(&self, state: &mut State, thread: &Ptr) {
        let object = thread.single().map(|c| c.obj);
        let is = |n: &usize| self.threads.list[*n].object.is_some() && self.threads.list[*n].object == object;
        let joined = (0..self.threads.list.len()).find(is);
        // One of several may be another one.
        let several = &self.threads.accesses.modular.several;
        state.thread.joined.extend(joined.filter(|n| self.modular().is_some() && !several.contains(n)));
    }

    /// Notes an access with the locks that are held there, if races are looked for where each thread is followed on its own.
    pub fn note_locked(
        &mut self,
        state: &State,
        o: ObjId,
        range: Option<Range<u64>>,
        write: bool,
        atomic: bool,
    ) {
        let is_looked_for = self.modular().is_some() && self.options.checks.contains(Check::Race);
        if !is_looked_for || !state.thread.concurrent {
            return;
        }
        let Range { start, end } = range.unwrap_or(Parts::ALL);
        let locks = state.thread.locks.certain.iter().copied().collect();
        let joined = state.thread.joined.iter().copied().collect();
        let access =
            LockedAccess { thread: state.thread.number, bytes: (start, end), write, atomic, locks, joined };
        let visits = self.threads.visits.len();
        self.threads.accesses.modular.accesses.entry(o).or_default().insert(access, visits);
    }

    /// Notes how a state's thread accesses an object; no scalar: in another way than by a scalar at a fixed offset.
    pub fn note_scalar_use(&mut self, state: &State, o: ObjId, scalar: Option<(u64, u32)>, writes: bool) {
        let uses = self.threads.accesses.modular.uses.entry(o).or_default();
        let Some(scalar) = scalar else {
            uses.other = true;
            return;
        };
        let locks = uses.scalars.entry(scalar).or_default();
        if writes {
            match locks {
                Some(known) => known.retain(|lock| state.thread.locks.certain.contains(lock)),
                None => *locks = Some(state.thread.locks.certain.iter().copied().collect()),
            }
        }
    }
}
