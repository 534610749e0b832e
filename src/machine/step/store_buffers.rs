//! Stores that wait in the buffers of their threads, where a script says so (total store order).
//!
//! Memory is what the running thread sees: what it has stored is there, what others wait with is not.

use std::collections::VecDeque;

use crate::machine::environment::WaitingStore;
use crate::machine::state::{ObjId, Reg};
use crate::machine::step::Machine;

impl Machine<'_, '_> {
    /// From here on stores may wait.
    pub fn use_store_buffers(&mut self) {
        if let Some(script) = &mut self.environment.script {
            script.buffers.are_used = true;
        }
    }

    /// What a store is about to replace, where it may wait.
    #[inline]
    pub(in crate::machine) fn replaced(&self, object: ObjId, at: usize, bytes: u32) -> Option<Reg> {
        let used = self.environment.script.as_ref().is_some_and(|script| script.buffers.are_used);
        if used { self.content(object, at, bytes) } else { None }
    }

    /// Bytes were stored in place of others, which others may see for longer.
    pub(in crate::machine) fn stored(&mut self, object: ObjId, at: usize, before: Reg) {
        let Some(value) = self.content(object, at, before.width() / 8) else { return };
        if let Some(script) = &mut self.environment.script {
            script.buffers.last = Some(WaitingStore { object, at, value, before });
        }
    }

    /// Bytes of an object as one number or pointer; none where it has ended.
    pub fn content(&self, object: ObjId, at: usize, bytes: u32) -> Option<Reg> {
        self.memory.get(object).map(|_| self.memory.load(object, at, bytes, 8 * bytes))
    }

    /// The running thread, by creation; none while the scheduler runs.
    fn running_thread(&self) -> Option<usize> {
        // Threads that have ended may have had the same place.
        self.environment.script.as_ref()?.threads.iter().rposition(|&slot| slot == self.threads.slot)
    }

    /// The stores with which a thread waits.
    fn waiting(&mut self, thread: usize) -> Option<&mut VecDeque<WaitingStore>> {
        self.environment.script.as_mut()?.buffers.of.get_mut(thread)
    }

    /// The last store, of the running thread, waits.
    pub fn last_store_waits(&mut self) {
        let Some(thread) = self.running_thread() else { return };
        let Some(script) = &mut self.environment.script else { return };
        let buffers = &mut script.buffers;
        if buffers.of.len() <= thread {
            buffers.of.resize_with(thread + 1, VecDeque::new);
        }
        buffers.of[thread].extend(buffers.last.take());
    }

    /// The running thread stops: others do not see what it waits with.
    pub(in crate::machine) fn hide_stores(&mut self) {
        self.with_waiting(|machine, waiting| {
            for store in waiting.iter().rev() {
                machine.put(store, &store.before);
            }
        });
    }

    /// The running thread has begun to run: it sees what it waits with.
    pub(in crate::machine) fn show_stores(&mut self) {
        self.with_waiting(|machine, waiting| {
            for store in waiting {
                if let Some(before) = machine.content(store.object, store.at, store.value.width() / 8) {
                    store.before = before;
                    machine.put(store, &store.value);
                }
            }
        });
    }

    fn with_waiting(&mut self, change: impl FnOnce(&mut Self, &mut VecDeque<WaitingStore>)) {
        let Some(thread) = self.running_thread() else { return };
        let Some(mut waiting) = self.waiting(thread).map(std::mem::take) else { return };
        change(self, &mut waiting);
        if let Some(place) = self.waiting(thread) {
            *place = waiting;
        }
    }

    /// The store with which a thread waits longest comes to memory.
    pub fn come_to_memory(&mut self, thread: usize) -> Option<WaitingStore> {
        let store = self.waiting(thread)?.pop_front()?;
        if self.running_thread() != Some(thread) {
            self.hide_stores();
            self.put(&store, &store.value);
            self.show_stores();
        }
        Some(store)
    }

    fn put(&mut self, store: &WaitingStore, value: &Reg) {
        if self.memory.get(store.object).is_some() {
            self.memory.store(store.object, store.at, value.width() / 8, value);
        }
    }
}
