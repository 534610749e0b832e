//! The state that a run ends in.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::state::{Activation, FinalState, Held, Object, Slot, Storage, Target, Thread};
use super::{Recorder, Shown, is_of_threads};
use crate::machine::{Frame, Machine, Node, ObjId, Origin, Reg};
use crate::program::{FuncId, LocId};

/// Most objects that are kept, bytes of each, and bytes of all.
const OBJECTS: usize = 400;
const BYTES: usize = 4096;
const ALL_BYTES: usize = 1 << 18;

/// Most activations of a thread that are kept.
const ACTIVATIONS: usize = 200;

/// The objects that are kept, in the order in which they were met.
#[derive(Default)]
struct Met {
    numbers: FxHashMap<ObjId, usize>,
    order: Vec<ObjId>,
    left_out: FxHashSet<ObjId>,
}

impl Met {
    fn add(&mut self, o: ObjId) -> Option<usize> {
        if let Some(&known) = self.numbers.get(&o) {
            return Some(known);
        }
        if self.order.len() >= OBJECTS {
            self.left_out.insert(o);
            return None;
        }
        self.order.push(o);
        self.numbers.insert(o, self.order.len() - 1);
        Some(self.order.len() - 1)
    }
}

impl Recorder<'_, '_> {
    /// The state that the machine is in.
    pub fn last(&mut self, m: &Machine<'_, '_>) -> FinalState {
        let mut met = Met::default();
        let culprit = (m.findings.culprit != ObjId::NONE && self.has_content(m, m.findings.culprit))
            .then_some(m.findings.culprit);
        let culprit = culprit.and_then(|o| met.add(o));
        let stacks = self.stacks(m);
        let mut threads = Vec::new();
        for (number, frames) in &stacks {
            threads.push(Thread { number: *number, stack: self.activations(m, *number, frames, &mut met) });
        }
        // The other variables, then what all these lead to, then what nothing leads to.
        let live: Vec<(ObjId, Origin)> = m.memory.live().map(|(id, o)| (id, o.origin)).collect();
        for &(id, origin) in &live {
            let Origin::Global(g) = origin else { continue };
            let g = self.program.global(g);
            if !g.model && !g.constant && g.var.is_some() {
                met.add(id);
            }
        }
        let mut queue: VecDeque<ObjId> = met.order.iter().copied().collect();
        if let Some(culprit) = culprit {
            // It is there because of the violation.
            queue.retain(|&o| o != met.order[culprit]);
        }
        let mut reached: FxHashSet<ObjId> = queue.iter().copied().collect();
        reached.extend(self.all_in_registers().map(|reg| reg.object));
        while let Some(id) = queue.pop_front() {
            let Some(object) = m.memory.get(id) else { continue };
            for &to in object.pointers.values() {
                if self.has_content(m, to) {
                    met.add(to);
                    if reached.insert(to) {
                        queue.push_back(to);
                    }
                }
            }
        }
        for &(id, origin) in &live {
            if matches!(origin, Origin::Heap(_)) {
                met.add(id);
            }
        }
        let mut budget = ALL_BYTES;
        let mut objects = Vec::new();
        for &id in &met.order {
            objects.push(self.content(m, id, &met, &mut budget, reached.contains(&id)));
        }
        FinalState { threads, objects, left_out: met.left_out.len() as u64, culprit }
    }

    /// Whether an object is one that the user's program can look into.
    fn has_content(&mut self, m: &Machine<'_, '_>, o: ObjId) -> bool {
        match m.memory.origin(o) {
            Some(Origin::Global(g)) => {
                let g = self.program.global(g);
                !(g.model || g.constant && g.var.is_none())
            }
            Some(Origin::Stack) => self.owner(m, o).is_none_or(|f| !self.program.func(f).model),
            Some(Origin::Heap(_) | Origin::Outside | Origin::Argument(_)) => true,
            Some(Origin::Library | Origin::Code(_)) | None => false,
        }
    }

    /// The stacks of all threads, innermost activation first; the one that ran last is the first.
    fn stacks<'m>(&self, m: &'m Machine<'_, '_>) -> Vec<(Option<u32>, Vec<&'m Frame>)> {
        let mut callers = FxHashSet::default();
        let mut parked = Vec::new();
        callers.insert(m.frame.caller);
        for (id, node) in m.memory.nodes() {
            if let Node::Frame(frame) = node {
                callers.insert(frame.caller);
                parked.push((id, &**frame));
            }
        }
        let all = |top: &'m Frame| {
            let mut frames = vec![top];
            while let Some(caller) = m.memory.parked(frames[frames.len() - 1].caller) {
                frames.push(caller);
            }
            frames
        };
        let mut stacks = Vec::new();
        // Put away, the machine is in an activation of nothing.
        let runs = !m.frame.regs.is_empty() || m.frame.caller != ObjId::NONE || !m.frame.locals.is_empty();
        if runs {
            stacks.push((Some(self.thread), all(&m.frame)));
        }
        for (id, top) in parked.into_iter().filter(|(id, _)| !callers.contains(id)) {
            let is_its =
                |t: &ObjId| m.memory.get(*t).is_some_and(|o| o.pointers.values().any(|&to| to == id));
            let number = self.threads.iter().position(is_its).map(|n| n as u32);
            stacks.push((number.or((self.threads.is_empty() && !runs).then_some(0)), all(top)));
        }
        // What the library keeps of a thread that runs is where it was before.
        stacks.retain({
            let mut first = true;
            move |(number, _)| {
                let again = !first && runs && *number == Some(self.thread);
                first = false;
                !again
            }
        });
        stacks.sort_by_key(|(number, _)| (*number != Some(self.thread), number.unwrap_or(u32::MAX)));
        stacks
    }

    fn activations(
        &mut self,
        m: &Machine<'_, '_>,
        thread: Option<u32>,
        frames: &[&Frame],
        met: &mut Met,
    ) -> Vec<Activation> {
        let mut stack = Vec::new();
        let mut inside: Option<FuncId> = None;
        for (i, frame) in frames.iter().enumerate() {
            let f = self.program.func(frame.func);
            if f.model {
                // Of what the library calls in turn, the function that the program called counts.
                inside = Some(frame.func);
                continue;
            }
            if stack.len() >= ACTIVATIONS {
                break;
            }
            let depth = (frames.len() - 1 - i) as u32;
            let runs = i == 0 && thread == Some(self.thread);
            let loc = if runs { self.loc } else { self.current(frame) };
            let loc: Option<LocId> = loc.or(f.loc);
            let mut variables = Vec::new();
            for &o in &frame.locals {
                if let Some(var) = self.home(m, o)
                    && self.program.vars[var.index()].func.is_none_or(|g| g == frame.func)
                    && m.memory.get(o).is_some()
                    && let Some(number) = met.add(o)
                {
                    variables.push((var, Held::Object(number)));
                }
            }
            let known = thread.and_then(|t| self.variables.get(&(t, depth))).cloned().unwrap_or_default();
            for (var, regs) in known {
                if self.program.vars[var.index()].func.is_some_and(|g| g != frame.func) {
                    continue;
                }
                let parts: Vec<Shown> =
                    regs.iter().map(|reg| self.scalar(m, reg, reg.object != ObjId::NONE)).collect();
                let value = match <[Shown; 1]>::try_from(parts) {
                    Ok([one]) => one,
                    Err(parts) => Shown::Parts(parts),
                };
                let to = match &regs[..] {
                    [reg] => self.target(m, reg, met),
                    _ => None,
                };
                variables.push((var, Held::Value(value, to)));
            }
            stack.push(Activation {
                func: frame.func,
                loc,
                inside: inside.take().filter(|f| is_known(&self.program.func(*f).source_name)),
                variables,
            });
        }
        stack
    }

    /// Where a pointer leads, if to an object that is kept.
    fn target(&mut self, m: &Machine<'_, '_>, reg: &Reg, met: &mut Met) -> Option<Target> {
        if reg.object == ObjId::NONE || !reg.is_defined() || !self.has_content(m, reg.object) {
            return None;
        }
        let number = met.add(reg.object)?;
        let base = self.facts(m, reg.object)?.base;
        Some((number, self.distance(reg, base)))
    }

    fn content(
        &mut self,
        m: &Machine<'_, '_>,
        id: ObjId,
        met: &Met,
        budget: &mut usize,
        reached: bool,
    ) -> Object {
        let storage = match m.memory.origin(id) {
            Some(Origin::Global(_)) => Storage::Static,
            Some(Origin::Stack) => Storage::Automatic(self.owner(m, id)),
            Some(Origin::Heap(_)) => Storage::Heap,
            _ => Storage::Other,
        };
        let facts = self.facts(m, id);
        let mut object = Object {
            name: self.object(m, id),
            var: self.home(m, id),
            storage,
            size: facts.map(|f| f.size),
            live: m.memory.get(id).is_some(),
            made: facts.and_then(|f| f.loc),
            freed: self.freed.get(&id).copied().flatten(),
            bytes: Vec::new(),
            open: Vec::new(),
            pointers: Vec::new(),
            reached,
        };
        let Some(live) = m.memory.get(id) else { return object };
        let count = live.bytes.len().min(BYTES).min(*budget);
        *budget -= count;
        object.bytes = live.bytes[..count].to_vec();
        object.open = live.undef.get(..count).unwrap_or_default().to_vec();
        if object.open.iter().all(|&mask| mask == 0) {
            object.open.clear();
        }
        let width = m.memory.width;
        let ends = count.saturating_sub((width / 8) as usize - 1) as u32;
        let slots: Vec<(u32, ObjId)> = live.pointers.range(..ends).map(|(&at, &to)| (at, to)).collect();
        for (at, to) in slots {
            let reg = m.memory.load(id, at as usize, width / 8, width);
            let value = self.scalar(m, &reg, true);
            let base = self.facts(m, to).map(|f| f.base);
            let to = met.numbers.get(&to).zip(base).map(|(&n, base)| (n, self.distance(&reg, base)));
            object.pointers.push(Slot { at: u64::from(at), value, to });
        }
        object
    }
}

/// Whether a function of the library is one that programs call by its name.
fn is_known(name: &str) -> bool {
    !name.starts_with("__bmc") || is_of_threads(name)
}
