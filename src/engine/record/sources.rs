//! Which store a thread reads, where another thread has made it.

use std::collections::VecDeque;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::{Event, Recorder, Shown};
use crate::machine::code::{Op, Operand};
use crate::machine::{Machine, ObjId, Reg};
use crate::program::{InstKind, LocId, TypeId};

/// Bytes that a thread has stored.
#[derive(Clone, Debug)]
struct StoredBytes {
    object: ObjId,
    bytes: Range<usize>,
    thread: u32,
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
    /// Those that may wait in the buffers of their threads, by the machine's numbers of these.
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
    /// The thread in whose buffer a store waits.
    buffer: Option<usize>,
}

impl Sources {
    fn show(&mut self, stored: StoredBytes) {
        let list = self.seen.entry(stored.object).or_default();
        let covers =
            |old: &StoredBytes| stored.bytes.start <= old.bytes.start && old.bytes.end <= stored.bytes.end;
        list.retain(|old| !covers(old));
        list.push(stored);
    }

    /// What has left the buffers of the machine since.
    fn catch_up(&mut self, m: &Machine<'_, '_>) {
        let mut shown = Vec::new();
        for (&thread, list) in &mut self.waiting {
            while list.len() > m.waiting(thread) {
                shown.extend(list.pop_front());
            }
        }
        shown.sort_by_key(|stored| stored.number);
        shown.into_iter().for_each(|stored| self.show(stored));
    }
}

fn meet(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

impl Recorder<'_, '_> {
    /// What the next operation does with memory, where there are threads.
    pub(super) fn shared_use(&self, m: &Machine<'_, '_>, op: Option<&Op>) -> SharedUse {
        let Some(op) = op.filter(|_| self.sources.on) else { return SharedUse::default() };
        let place = |ptr: Operand, bytes: u64| {
            let (object, at) = m.memory.resolve(m.value(ptr))?;
            Some((object, at as usize..at as usize + bytes as usize))
        };
        let read = |ptr: Operand, bytes: u64| {
            let (object, range) = place(ptr, bytes)?;
            Some((object, range, m.value(ptr).clone()))
        };
        let exchange = |ptr: Operand, bytes: u32| {
            let (object, range) = place(ptr, bytes.into())?;
            let code = self.image.code(m.frame.func);
            let inst = self.program.func(m.frame.func).inst(*code.insts.get(m.frame.pc as usize)?);
            let ty = if let InstKind::CmpXchg { ty, .. } = inst.kind { ty } else { inst.ty };
            let here = m.content(object, range.start, bytes)?;
            Some((ty, here))
        };
        match op {
            Op::Load { ptr, bytes, .. } => {
                SharedUse { reads: read(*ptr, (*bytes).into()), ..SharedUse::default() }
            }
            Op::Store { ptr, bytes, .. } => SharedUse {
                writes: place(*ptr, (*bytes).into()),
                buffer: m.buffering(),
                ..SharedUse::default()
            },
            Op::StoreParts { ptr, size, .. } => {
                SharedUse { writes: place(*ptr, *size), buffer: m.buffering(), ..SharedUse::default() }
            }
            Op::CompareExchange { ptr, bytes, .. } | Op::ReadModifyWrite { ptr, bytes, .. } => SharedUse {
                reads: read(*ptr, (*bytes).into()),
                writes: place(*ptr, (*bytes).into()),
                exchanges: exchange(*ptr, *bytes),
                buffer: None,
            },
            _ => SharedUse::default(),
        }
    }

    /// Tells whose store was read, and notes what was written.
    pub(super) fn shared_used(&mut self, m: &Machine<'_, '_>, used: SharedUse) {
        let SharedUse { reads, writes, exchanges, buffer } = used;
        if let Some((object, bytes, pointer)) = reads
            && !self.program.func(m.frame.func).model
            && self.visible(m, object)
        {
            let before = exchanges.as_ref().map(|(_, before)| before.clone());
            self.tell_source(m, (object, bytes), &pointer, before);
        }
        let Some((object, bytes)) = writes else { return };
        let mut is_written = true;
        if let Some((ty, before)) = exchanges {
            let length = (bytes.end - bytes.start) as u32;
            let now = m.content(object, bytes.start, length);
            is_written = now.as_ref().is_some_and(|now| *now != before);
            if let Some(now) = now.filter(|_| is_written)
                && self.visible(m, object)
            {
                let start = m.memory.start(object);
                let address = start.value.low().wrapping_add(bytes.start as u64);
                if let Some(place) = self.pointer(m, &Reg::pointer(start.width(), address, object)) {
                    let shown = self.show(m, ty, &mut std::slice::from_ref(&now).iter());
                    self.push_any(m, Event::Assign(place, shown, Some(ty)));
                }
            }
        }
        if is_written {
            self.sources.stores += 1;
            let (thread, loc, number) = (self.thread, self.loc, self.sources.stores);
            let stored = StoredBytes { object, bytes, thread, loc, number };
            match buffer {
                Some(of) => self.sources.waiting.entry(of).or_default().push_back(stored),
                None => self.sources.show(stored),
            }
        }
    }

    fn tell_source(
        &mut self,
        m: &Machine<'_, '_>,
        (object, bytes): (ObjId, Range<usize>),
        pointer: &Reg,
        before: Option<Reg>,
    ) {
        self.sources.catch_up(m);
        let thread = self.thread;
        let own =
            self.sources.waiting.values().flatten().any(|stored| {
                stored.thread == thread && stored.object == object && meet(&stored.bytes, &bytes)
            });
        let seen = self.sources.seen.get(&object).into_iter().flatten();
        let Some(source) = seen.rev().find(|stored| meet(&stored.bytes, &bytes)).filter(|_| !own).cloned()
        else {
            return;
        };
        let told = self.sources.told.insert((thread, object, bytes.start), source.number);
        if source.thread == thread || told == Some(source.number) {
            return;
        }
        let length = (bytes.end - bytes.start) as u32;
        let Some(value) = before.or_else(|| m.content(object, bytes.start, length)) else { return };
        if let Some(place) = self.pointer(m, pointer) {
            let shown: Shown = self.scalar(m, &value, value.object != ObjId::NONE);
            self.push_any(
                m,
                Event::Reads { at: place, value: shown, thread: source.thread, stored: source.loc },
            );
        }
    }
}
