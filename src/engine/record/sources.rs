//! Which store a thread reads, where another thread has made it.

use std::collections::VecDeque;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::{Effect, Event, Place, Recorder, Step};
use crate::machine::code::{Op, Operand};
use crate::machine::{Machine, ObjId, Reg, WaitingStore};
use crate::program::{FuncId, InstKind, LocId, TypeId};

/// Bytes that a thread has stored.
#[derive(Clone, Debug)]
struct StoredBytes {
    object: ObjId,
    bytes: Range<usize>,
    thread: u32,
    func: FuncId,
    depth: u32,
    loc: Option<LocId>,
    number: u64,
}

/// The stores that reads may return, since there may be several threads.
#[derive(Clone, Default)]
pub(super) struct Sources {
    /// Whether a thread was created.
    pub on: bool,
    /// Those that all threads see, by object in their order.
    seen: FxHashMap<ObjId, Vec<StoredBytes>>,
    /// The last one, which may begin to wait.
    last: Option<StoredBytes>,
    /// Those that others do not see, by thread as the machine has created them.
    waiting: FxHashMap<usize, VecDeque<StoredBytes>>,
    /// What a thread was told last of a place.
    told: FxHashMap<(u32, ObjId, usize), u64>,
    stores: u64,
}

/// What an operation is about to do with memory that threads may share.
#[derive(Default)]
pub(super) struct SharedUse {
    /// What it reads: the object, where in it, the pointer.
    reads: Option<(ObjId, Range<usize>, Reg)>,
    /// What it writes.
    writes: Option<(ObjId, Range<usize>)>,
    /// The type of an atomic read-modify-write, and what was there.
    exchanges: Option<(TypeId, Reg)>,
}

impl Sources {
    /// All threads see a store.
    fn show(&mut self, stored: StoredBytes) {
        let list = self.seen.entry(stored.object).or_default();
        let covers =
            |old: &StoredBytes| stored.bytes.start <= old.bytes.start && old.bytes.end <= stored.bytes.end;
        list.retain(|old| !covers(old));
        list.push(stored);
    }
}

fn meet(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

impl Recorder<'_, '_> {
    /// What the next operation does with memory, where there are threads.
    pub(super) fn shared_use(&self, m: &Machine<'_, '_>, op: Option<&Op>, effect: &Effect) -> SharedUse {
        let Some(op) = op.filter(|_| self.sources.on) else { return SharedUse::default() };
        let place = |pointer: &Reg, bytes: u64| {
            let (object, at) = m.memory.resolve(pointer)?;
            Some((object, at as usize..(at.saturating_add(bytes)) as usize))
        };
        let reads = |ptr: Operand, bytes: u64| {
            let (object, range) = place(m.value(ptr), bytes)?;
            Some((object, range, m.value(ptr).clone()))
        };
        match (op, effect) {
            (Op::Load { ptr, bytes, .. }, _) => {
                SharedUse { reads: reads(*ptr, (*bytes).into()), ..SharedUse::default() }
            }
            (Op::Store { ptr, bytes, .. }, _) => {
                SharedUse { writes: place(m.value(*ptr), (*bytes).into()), ..SharedUse::default() }
            }
            (Op::StoreParts { ptr, size, .. }, _) => {
                SharedUse { writes: place(m.value(*ptr), *size), ..SharedUse::default() }
            }
            (Op::CompareExchange { ptr, bytes, .. } | Op::ReadModifyWrite { ptr, bytes, .. }, _) => {
                let writes = place(m.value(*ptr), (*bytes).into());
                let ty = self.inst(&m.frame).map(|inst| match inst.kind {
                    InstKind::CmpXchg { ty, .. } => ty,
                    _ => inst.ty,
                });
                let before = writes.as_ref().and_then(|(object, at)| m.content(*object, at.start, *bytes));
                SharedUse { reads: reads(*ptr, (*bytes).into()), writes, exchanges: ty.zip(before) }
            }
            (_, Effect::Copy { to, len, .. } | Effect::Fill { to, len, .. }) => {
                SharedUse { writes: place(to, *len), ..SharedUse::default() }
            }
            _ => SharedUse::default(),
        }
    }

    /// Tells whose store was read, and notes what was written.
    pub(super) fn shared_used(&mut self, m: &Machine<'_, '_>, used: SharedUse) {
        let SharedUse { reads, writes, exchanges } = used;
        if let Some(last) = self.sources.last.take() {
            self.sources.show(last);
        }
        let before = exchanges.as_ref().map(|(_, before)| before.clone());
        if let Some((object, bytes, pointer)) = reads
            && !self.program.func(m.frame.func).model
            && self.visible(m, object)
        {
            self.tell_source(m, (object, bytes), &pointer, before);
        }
        let Some((object, bytes)) = writes else { return };
        if let Some((ty, before)) = exchanges {
            let now = m.content(object, bytes.start, (bytes.end - bytes.start) as u32);
            let Some(now) = now.filter(|now| *now != before) else { return };
            if self.visible(m, object)
                && let Some(place) = self.place_in(m, object, bytes.start)
            {
                let shown = self.show(m, ty, &mut std::slice::from_ref(&now).iter());
                self.push_any(m, Event::Assign(place, shown, Some(ty)));
            }
        }
        self.sources.stores += 1;
        let (thread, depth, loc, number) = (self.thread, self.depth, self.loc, self.sources.stores);
        let func = m.frame.func;
        self.sources.last = Some(StoredBytes { object, bytes, thread, func, depth, loc, number });
    }

    /// Others do not see the last store, of the thread that the machine has created as the so-manieth.
    pub fn last_store_waits(&mut self, thread: usize) {
        let last = self.sources.last.take();
        self.sources.waiting.entry(thread).or_default().extend(last);
    }

    /// The store with which that thread waits longest comes to memory.
    pub fn comes_to_memory(&mut self, m: &Machine<'_, '_>, thread: usize, store: &WaitingStore) {
        let waiting = self.sources.waiting.get_mut(&thread);
        let Some(stored) = waiting.and_then(VecDeque::pop_front) else { return };
        let (loc, thread, func, depth) = (stored.loc, stored.thread, stored.func, stored.depth);
        if self.visible(m, store.object)
            && !self.program.func(func).model
            && let Some(at) = self.place_in(m, store.object, store.at)
        {
            let shown = self.scalar(m, &store.value, store.value.object != ObjId::NONE);
            let event = Event::Visible(at, shown);
            self.kept.add(Step { loc, thread, func, depth, inside: None, shown: true, event });
        }
        self.sources.show(stored);
    }

    fn place_in(&mut self, m: &Machine<'_, '_>, object: ObjId, at: usize) -> Option<Place> {
        let start = m.memory.start(object);
        let address = start.value.low().wrapping_add(at as u64);
        self.pointer(m, &Reg::pointer(start.width(), address, object))
    }

    /// Tells whose store was read: of a read-modify-write, with what was there before.
    fn tell_source(
        &mut self,
        m: &Machine<'_, '_>,
        (object, bytes): (ObjId, Range<usize>),
        pointer: &Reg,
        before: Option<Reg>,
    ) {
        let thread = self.thread;
        let here = |stored: &StoredBytes| stored.object == object && meet(&stored.bytes, &bytes);
        let own = |stored: &StoredBytes| stored.thread == thread && here(stored);
        if self.sources.waiting.values().flatten().any(own) {
            return;
        }
        let seen = self.sources.seen.get(&object).into_iter().flatten();
        let Some(source) = seen.rev().find(|stored| here(stored)).cloned() else { return };
        let told = self.sources.told.insert((thread, object, bytes.start), source.number);
        if source.thread == thread || told == Some(source.number) {
            return;
        }
        let now = || m.content(object, bytes.start, (bytes.end - bytes.start) as u32);
        if let Some(value) = before.or_else(now)
            && let Some(at) = self.pointer(m, pointer)
        {
            let value = self.scalar(m, &value, value.object != ObjId::NONE);
            self.push_any(m, Event::Reads { at, value, thread: source.thread, stored: source.loc });
        }
    }
}
