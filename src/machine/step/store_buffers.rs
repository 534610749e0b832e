//! The buffers of threads in which stores wait, where a script says when others see them (total store order).
//!
//! Memory is what the running thread sees: what it has stored is there, what waits in the buffers of others is not.

use std::collections::VecDeque;

use crate::machine::environment::{StoreBuffer, Waiting};
use crate::machine::state::{ObjId, Reg};
use crate::machine::step::Machine;

impl Machine<'_, '_> {
    /// Whether stores wait in buffers here.
    #[inline]
    pub(in crate::machine) fn buffers_stores(&self) -> bool {
        let script = self.environment.script.as_ref();
        script.is_some_and(|s| s.tables.interleaving.buffers.is_some() && s.threads.len() > 1)
            && !self.frame.atomic
    }

    /// The buffer of a thread, by creation.
    fn buffer(&mut self, thread: usize) -> Option<&mut StoreBuffer> {
        let script = self.environment.script.as_mut()?;
        script.tables.interleaving.buffers.as_ref()?;
        if script.buffers.len() <= thread {
            script.buffers.resize_with(thread + 1, StoreBuffer::default);
        }
        script.buffers.get_mut(thread)
    }

    /// The running thread, by creation; none while the scheduler runs.
    fn running_thread(&self) -> Option<usize> {
        self.environment.script.as_ref()?.threads.iter().position(|&slot| slot == self.threads.slot)
    }

    /// How many stores of a thread have come into its buffer.
    pub fn stored(&self, thread: usize) -> u64 {
        let buffer = self.environment.script.as_ref().and_then(|s| s.buffers.get(thread));
        buffer.map_or(0, |buffer| buffer.stored)
    }

    /// How many stores of a thread wait in its buffer.
    pub fn waiting(&self, thread: usize) -> usize {
        let buffer = self.environment.script.as_ref().and_then(|s| s.buffers.get(thread));
        buffer.map_or(0, |buffer| buffer.waiting.len())
    }

    /// The running thread, by creation, if what it stores now waits in its buffer.
    pub fn buffering(&self) -> Option<usize> {
        self.running_thread().filter(|_| self.buffers_stores())
    }

    /// Bytes of an object as one number or pointer; none where it has ended.
    pub fn content(&self, object: ObjId, at: usize, bytes: u32) -> Option<Reg> {
        self.memory.get(object).map(|_| self.memory.load(object, at, bytes, 8 * bytes))
    }

    /// Bytes that were just stored wait in the running thread's buffer.
    pub(in crate::machine) fn wait_in_buffer(&mut self, object: ObjId, at: usize, before: Reg) {
        let bytes = before.width() / 8;
        let (Some(value), Some(thread)) = (self.content(object, at, bytes), self.running_thread()) else {
            return;
        };
        let place = (self.frame.func, self.loc());
        if let Some(buffer) = self.buffer(thread) {
            buffer.stored += 1;
            buffer.waiting.push_back(Waiting { object, at, value, place, before });
        }
    }

    /// Everything that waits in the running thread's buffer comes to memory.
    pub(in crate::machine) fn flush_stores(&mut self) {
        if let Some(thread) = self.running_thread()
            && let Some(buffer) = self.buffer(thread)
        {
            buffer.waiting.clear();
        }
    }

    /// The running thread stops: others do not see what waits in its buffer.
    pub(in crate::machine) fn hide_stores(&mut self) {
        self.with_waiting(|machine, waiting| {
            for store in waiting.iter().rev() {
                machine.put(store, &store.before);
            }
        });
    }

    /// The running thread has begun to run: it sees what waits in its buffer.
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

    fn with_waiting(&mut self, change: impl FnOnce(&mut Self, &mut VecDeque<Waiting>)) {
        let Some(thread) = self.running_thread() else { return };
        let Some(buffer) = self.buffer(thread) else { return };
        let mut waiting = std::mem::take(&mut buffer.waiting);
        change(self, &mut waiting);
        if let Some(buffer) = self.buffer(thread) {
            buffer.waiting = waiting;
        }
    }

    /// What waits in a thread's buffer comes to memory, up to the so-manieth store that it has ever held: the last one.
    pub fn come_to_memory(&mut self, thread: usize, stores: u64) -> Option<Waiting> {
        let mut last = None;
        let runs = self.running_thread() == Some(thread);
        if !runs {
            self.hide_stores();
        }
        while let Some(buffer) = self.buffer(thread)
            && buffer.stored - (buffer.waiting.len() as u64) < stores
            && let Some(store) = buffer.waiting.pop_front()
        {
            if !runs {
                self.put(&store, &store.value);
            }
            last = Some(store);
        }
        if !runs {
            self.show_stores();
        }
        last
    }

    fn put(&mut self, store: &Waiting, value: &Reg) {
        if self.memory.get(store.object).is_some() {
            self.memory.store(store.object, store.at, value.width() / 8, value);
        }
    }
}
