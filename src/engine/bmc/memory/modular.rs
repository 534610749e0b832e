//! Threads that are followed each on its own: what one reads of shared memory is any value that satisfies an invariant, which every
//! thread keeps. So a program is proven whatever the number of its threads, and however often their loops go round.
//!
//! The scalars of an invariant belong to a lock that is held whenever one of them is written, or to none. Without one, an invariant is
//! assumed where a section begins and shown where it ends. With one it is assumed where the lock is taken and shown where it is given
//! back; in between the scalars are the thread's own. All other shared memory may hold any value at any time.
//!
//! **Why this is a proof.** Take a run with a first violation of a check or of an invariant, and the thread whose step it is. All that
//! this thread has read before satisfies what is assumed: an invariant holds when there begin to be other threads, and each step
//! before the violation keeps it. While a thread holds a lock, no other one writes what the lock protects, since writes are made
//! under the lock, and two threads do not hold one: while one does, nobody else writes what the library keeps in it. So the evaluation
//! of this thread contains its steps, and the violation satisfies its condition. Nothing is assumed about what comes after a
//! violation: a variable in the path says whether the run goes on beyond the place of an assumption.
//!
//! Accesses do not race where such a lock is held at both, or the creation of a thread or the wait for its end orders them: then one
//! happens before the other (C11, 5.1.2.4) in every run. No other order is used, and what a thread reads of a lock that it does not hold is any value, so
//! it makes no difference that a try which fails orders nothing.
//!
//! A thread that is created in a loop, or by such a one, stands for any number of threads. It shares with itself what it does not make
//! itself. What it makes stands for any number of objects, and pointers to these may not be in shared memory: equal ones need not lead
//! to the same object.

use super::MemoryModel;
use super::content::Access;
use super::shared::range;
use crate::engine::bmc::ledger::{Ledger, LockKey, Modular, Parts, SharedMoment, SharedScalar, Step};
use crate::engine::bmc::state::{Lock, ObjId, Origin, Ptr, SectionCell, State, Val};
use crate::ilr::{Sort, Term};
use std::collections::BTreeSet;
use std::ops::Range;

/// Most bytes of a scalar of an invariant.
const WIDEST: u32 = 8;

/// Why an attempt ends.
const GONE: &str = "a scalar of an invariant that is not there";

impl MemoryModel {
    /// The identity of a lock.
    pub fn key_of(&self, (o, start, end): Lock) -> LockKey {
        (self.space.info(o).key, start, end)
    }

    /// The scalars that belong to a lock, or to none.
    fn scalars_of(&self, modular: &Modular, lock: Option<LockKey>) -> Vec<SharedScalar> {
        modular.scalars.iter().filter(|(_, of)| **of == lock).map(|(scalar, _)| *scalar).collect()
    }

    /// Whether a state's thread alone may access these bytes now, as it holds a lock.
    pub fn is_protected(&self, l: &Ledger<'_>, state: &State, o: ObjId, range: Option<&Range<u64>>) -> bool {
        let (Some(modular), Some(range)) = (l.modular(), range) else { return false };
        if state.thread.locks.certain.is_empty() {
            return false;
        }
        if self.is_of_held_lock(l, state, o, range) {
            return true;
        }
        let scalar = (self.space.info(o).key, range.start, (range.end - range.start) as u32);
        let lock = modular.scalars.get(&scalar).copied().flatten();
        lock.is_some_and(|lock| state.thread.locks.certain.iter().any(|held| self.key_of(*held) == lock))
    }

    /// Whether the library accesses what it keeps in a lock that a state's thread holds.
    fn is_of_held_lock(&self, l: &Ledger<'_>, state: &State, o: ObjId, range: &Range<u64>) -> bool {
        let within = |lock: &Lock| lock.0 == o && lock.1 <= range.start && range.end <= lock.2;
        l.program.func(state.frame.func).model && state.thread.locks.certain.iter().any(within)
    }

    /// Whether an object is a variable of the program of which there is only one.
    pub fn is_variable(&self, l: &Ledger<'_>, o: ObjId) -> bool {
        match self.space.info(o).origin {
            Origin::Global(g) => !l.program.global(g).model && !l.program.global(g).thread_local,
            _ => false,
        }
    }

    /// Notes how an access uses an object, for invariants.
    pub fn note_modular_access(
        &self,
        l: &mut Ledger<'_>,
        state: &State,
        o: ObjId,
        (off, size): (Term, Term),
        writes: bool,
    ) {
        if l.modular().is_none() {
            return;
        }
        // A number that may lead anywhere is no fixed place.
        let scalar = range(l, off, size).map(|r| (r.start, r.end - r.start));
        let scalar = scalar.filter(|&(_, size)| size <= WIDEST.into()).map(|(off, size)| (off, size as u32));
        let library = l.program.func(state.frame.func).model && writes;
        l.note_scalar_use(state, o, scalar.filter(|_| !library), writes);
        if writes {
            let bytes = range(l, off, size).unwrap_or(Parts::ALL);
            if !self.is_of_held_lock(l, state, o, &bytes) {
                l.threads.accesses.modular.uses.entry(o).or_default().written.add(bytes);
            }
        }
    }

    /// A section begins: the scalars without a lock have any values that satisfy the invariant.
    pub fn assume_unlocked(&mut self, l: &mut Ledger<'_>, state: &mut State) {
        let Some(modular) = l.modular() else { return };
        let scalars = self.scalars_of(modular, None);
        if scalars.is_empty() {
            return;
        }
        let found: Vec<_> = scalars.iter().filter_map(|s| Some((self.space.of_key(s.0)?, *s))).collect();
        if found.len() != scalars.len() {
            return l.threads.accesses.modular.fail(GONE);
        }
        let beyond = l.goes_beyond();
        state.path = state.path.and(&mut l.d.terms, beyond);
        let mut values = Vec::with_capacity(found.len());
        let mut cells = Vec::with_capacity(found.len());
        for (o, (_, off, size)) in found {
            let value = l.havocked("shared", Sort::Bv(8 * size));
            values.push(value);
            let (off, known, written) = (l.d.terms.bv(self.space.width, off), l.d.terms.tt(), l.d.terms.ff());
            cells.push(((o, off), SectionCell { size, val: Val::Int(value), known, written }));
        }
        if let Some(section) = &mut state.thread.section {
            section.cells.extend(cells);
        }
        let moment = SharedMoment { path: state.path.term(), values };
        l.threads.accesses.modular.moments.entry(None).or_default().uses.push(moment);
    }

    /// A section ends: the invariant holds of the scalars without a lock, if it has written any.
    pub fn show_unlocked(&mut self, l: &mut Ledger<'_>, state: &State) {
        let (Some(modular), Some(section)) = (l.modular(), &state.thread.section) else { return };
        let scalars = self.scalars_of(modular, None);
        let ff = l.d.terms.ff();
        let (mut values, mut written) = (Vec::with_capacity(scalars.len()), false);
        for (key, off, _) in scalars {
            let Some(o) = self.space.of_key(key) else { return l.threads.accesses.modular.fail(GONE) };
            let off = l.d.terms.bv(self.space.width, off);
            match section.cells.get(&(o, off)) {
                Some(cell) => {
                    written |= cell.written != ff;
                    let Val::Int(value) = cell.val else {
                        return l.threads.accesses.modular.fail("a pointer in a scalar of an invariant");
                    };
                    values.push(value);
                }
                None => {
                    return l.threads.accesses.modular.fail("a section without the scalars of the invariant");
                }
            }
        }
        if written {
            let moment = SharedMoment { path: state.path.term(), values };
            l.threads.accesses.modular.moments.entry(None).or_default().backs.push(moment);
        }
    }

    /// A thread takes a lock, given where it begins and ends: what it protects has any values that satisfy the invariant.
    pub fn take_lock(
        &mut self,
        l: &mut Ledger<'_>,
        state: &mut State,
        (start, end): (&Ptr, &Ptr),
    ) -> Step<()> {
        let Some(lock) = lock_of(l, start, end).filter(|lock| self.is_variable(l, lock.0)) else {
            return Ok(());
        };
        let Some(modular) = l.modular() else { return Ok(()) };
        let key = self.key_of(lock);
        let scalars = self.scalars_of(modular, Some(key));
        if state.thread.locks.perhaps.contains_key(&lock) {
            l.threads.accesses.modular.fail("a lock is taken that may be held already");
            return Ok(());
        }
        if state.thread.locks.certain.insert(lock).is_some() || scalars.is_empty() {
            return Ok(());
        }
        let beyond = l.goes_beyond();
        state.path = state.path.and(&mut l.d.terms, beyond);
        let mut values = Vec::with_capacity(scalars.len());
        for (object, off, size) in scalars {
            let Some(o) = self.space.of_key(object).filter(|o| state.memory.get(*o).is_some()) else {
                l.threads.accesses.modular.fail(GONE);
                return Ok(());
            };
            let value = l.havocked("shared", Sort::Bv(8 * size));
            values.push(value);
            if let Some(state) = state.memory.get_mut(o) {
                Access { b: &mut l.d.terms, space: &mut self.space, obj: o, state }.store_at(
                    off,
                    size,
                    Val::Int(value),
                )?;
            }
        }
        let moment = SharedMoment { path: state.path.term(), values };
        l.threads.accesses.modular.moments.entry(Some(key)).or_default().uses.push(moment);
        Ok(())
    }

    /// A thread gives back a lock, or one of several: the invariant holds of what they protect.
    pub fn give_back_lock(&mut self, l: &mut Ledger<'_>, state: &mut State, object: &Ptr) -> Step<()> {
        if l.modular().is_none() {
            return Ok(());
        }
        let may_be = |held: &Lock| {
            object.cases.iter().any(|c| {
                let off = l.d.terms.as_u64(c.off);
                // A number that is no null may lead anywhere.
                c.obj == ObjId::NULL && off != Some(0)
                    || c.obj == held.0 && off.is_none_or(|off| off == held.1)
            })
        };
        let locks = &state.thread.locks;
        let held = locks.certain.iter().map(|lock| (*lock, None));
        let held = held.chain(locks.perhaps.iter().map(|(lock, when)| (*lock, Some(*when))));
        let given: Vec<(Lock, Option<Term>)> = held.filter(|(lock, _)| may_be(lock)).collect();
        for (lock, when) in given {
            state.thread.locks.certain.remove(&lock);
            state.thread.locks.perhaps.remove(&lock);
            let key = self.key_of(lock);
            if let Some(values) = self.own_scalars(l, state, Some(key))? {
                let path = when.map_or(state.path.term(), |when| l.d.terms.and(state.path.term(), when));
                let moment = SharedMoment { path, values };
                l.threads.accesses.modular.moments.entry(Some(key)).or_default().backs.push(moment);
            }
        }
        Ok(())
    }

    /// The scalars of a lock, or those without one, as a state has them; none where there are none.
    fn own_scalars(
        &mut self,
        l: &mut Ledger<'_>,
        state: &State,
        lock: Option<LockKey>,
    ) -> Step<Option<Vec<Term>>> {
        let Some(modular) = l.modular() else { return Ok(None) };
        let scalars = self.scalars_of(modular, lock);
        let mut values = Vec::with_capacity(scalars.len());
        for (key, off, size) in scalars {
            let object = self.space.of_key(key).and_then(|o| Some((o, state.memory.get(o)?.clone())));
            let Some((o, mut object)) = object else {
                l.threads.accesses.modular.fail(GONE);
                return Ok(None);
            };
            let value = Access { b: &mut l.d.terms, space: &mut self.space, obj: o, state: &mut object }
                .load_at(off, size)?;
            let Val::Int(value) = value else {
                l.threads.accesses.modular.fail("a pointer in a scalar of an invariant");
                return Ok(None);
            };
            values.push(value);
        }
        Ok((!values.is_empty()).then_some(values))
    }

    /// There begin to be other threads: the invariants hold.
    pub fn begin_modular(&mut self, l: &mut Ledger<'_>, state: &State) {
        let Some(modular) = l.modular() else { return };
        let locks: BTreeSet<Option<LockKey>> = modular.scalars.values().copied().collect();
        for lock in locks {
            match self.own_scalars(l, state, lock) {
                Ok(Some(values)) => {
                    let moment = SharedMoment { path: state.path.term(), values };
                    l.threads.accesses.modular.moments.entry(lock).or_default().entries.push(moment);
                }
                Ok(None) => {}
                Err(_) => l.threads.accesses.modular.fail("what an invariant is about cannot be represented"),
            }
        }
    }
}

/// The lock between two pointers, if there is only one.
fn lock_of(l: &Ledger<'_>, start: &Ptr, end: &Ptr) -> Option<Lock> {
    let (start, end) = (start.single()?, end.single()?);
    Some((start.obj, l.d.terms.as_u64(start.off)?, l.d.terms.as_u64(end.off)?))
}
