//! A run as a story: its lines with their activations and the values that they change. The values at any step follow from the
//! changes before it.

use std::collections::{BTreeMap, HashMap};

use super::lines::{Line, LineKind, Transcript, constant, transcript};
use super::objects::is_opaque;
use super::value;
use crate::base::Bits;
use crate::engine::record::{Event, Place, Record, Shown, Source};
use crate::program::{DebugType, DebugTypeId, DebugVarId, FuncId, LocId, Program};

/// Most parts of one variable that are distinguished.
const PARTS: usize = 64;

/// An activation of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Its function.
    pub func: FuncId,
    /// Its thread.
    pub thread: u32,
    /// Who called it, and where.
    pub caller: Option<usize>,
    /// The place of the call.
    pub from: Option<LocId>,
}

/// What a variable belongs to: an activation by its number, or the program.
pub type Scope = Option<usize>;

/// A value that is changed; none is not known any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Whose variable.
    pub scope: Scope,
    /// Its name, with fields and indices.
    pub name: String,
    /// Its value.
    pub value: Option<String>,
}

/// A line of the run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Its content.
    pub line: Line,
    /// Its thread.
    pub thread: u32,
    /// The activation in which it happens.
    pub frame: usize,
    /// What it changes.
    pub changes: Vec<Change>,
}

/// A run.
pub struct Story {
    /// All activations, in order.
    pub frames: Vec<Frame>,
    /// The variables of the program before it starts.
    pub initial: Vec<Change>,
    /// What happens.
    pub moments: Vec<Moment>,
    /// What was learned of objects.
    pub context: super::lines::Context,
}

/// The scalars of a value by their names.
fn flatten(p: &Program, name: &str, ty: Option<DebugTypeId>, v: &Shown, out: &mut Vec<(String, String)>) {
    let text = |v: &Shown| value::shown(p, v, ty);
    if is_opaque(p, ty) {
        return;
    }
    let Shown::Parts(parts) = v else { return out.push((name.to_owned(), text(v))) };
    match p.debug_type(ty) {
        Some(DebugType::Record { members, union: false, .. }) if members.len() == parts.len() => {
            for (member, part) in members.iter().zip(parts) {
                flatten(p, &format!("{name}.{}", member.name), member.ty, part, out);
            }
        }
        Some(DebugType::Array(elem, _)) if !text(v).starts_with('"') => {
            for (i, part) in parts.iter().enumerate() {
                flatten(p, &format!("{name}[{i}]"), *elem, part, out);
            }
        }
        _ => out.push((name.to_owned(), text(v))),
    }
}

/// The scalars of a variable all of whose bytes are zero; none where there are too many.
fn zeros(p: &Program, name: &str, ty: Option<DebugTypeId>) -> Option<Vec<(String, String)>> {
    let mut all = Vec::new();
    zeros_in(p, name, ty, &mut all)?;
    Some(all)
}

fn zeros_in(p: &Program, name: &str, ty: Option<DebugTypeId>, out: &mut Vec<(String, String)>) -> Option<()> {
    if is_opaque(p, ty) {
        return Some(());
    }
    match p.debug_type(ty)? {
        DebugType::Record { members, .. } => {
            for member in members {
                let inside =
                    if member.name.is_empty() { name.to_owned() } else { format!("{name}.{}", member.name) };
                zeros_in(p, &inside, member.ty, out)?;
            }
        }
        DebugType::Array(elem, count) => {
            let elem = (*elem)?;
            if value::is_character(p, elem) {
                out.push((name.to_owned(), "\"\"".to_owned()));
            } else {
                let count = (*count)?;
                if count > PARTS as u64 {
                    return None;
                }
                for i in 0..count {
                    zeros_in(p, &format!("{name}[{i}]"), Some(elem), out)?;
                }
            }
        }
        DebugType::Pointer(_) => out.push((name.to_owned(), "NULL".to_owned())),
        _ => {
            let bits = u32::try_from(p.size_bits(ty?)?).ok().filter(|bits| *bits > 0)?;
            out.push((name.to_owned(), value::scalar(p, &Bits::zero(bits), ty)));
        }
    }
    (out.len() <= PARTS).then_some(())
}

/// The values of the program's variables before it starts.
fn initial(p: &Program) -> Vec<Change> {
    let mut all = Vec::new();
    for g in &p.globals {
        let (false, false, Some(var), Some(init)) = (g.model, g.constant, g.var, g.init) else { continue };
        let var = &p.vars[var.index()];
        let mut parts = Vec::new();
        match constant(p, init, &mut (4 * PARTS as u32)) {
            Some(shown) if value::readable(p, &shown, var.ty) => {
                flatten(p, &var.name, var.ty, &shown, &mut parts);
            }
            _ if matches!(p.constant(init), crate::program::Const::Zero(_)) => {
                parts =
                    zeros(p, &var.name, var.ty).unwrap_or_else(|| vec![(var.name.clone(), "{0}".to_owned())]);
            }
            _ => {}
        }
        let changes = parts.into_iter().map(|(name, value)| Change { scope: None, name, value: Some(value) });
        all.extend(changes);
    }
    all
}

/// What follows the lines.
struct Follower<'p> {
    p: &'p Program,
    frames: Vec<Frame>,
    /// The active activations of each thread with their depths, innermost last.
    active: BTreeMap<u32, Vec<(u32, usize)>>,
    /// All values that are known, by scope.
    known: HashMap<Scope, BTreeMap<String, String>>,
    changes: Vec<Change>,
    /// The first function of each thread, if the run shows it.
    first: HashMap<u32, FuncId>,
}

impl Follower<'_> {
    fn set(&mut self, scope: Scope, name: String, value: String) {
        self.known.entry(scope).or_default().insert(name.clone(), value.clone());
        self.changes.push(Change { scope, name, value: Some(value) });
    }

    /// Forgets a variable's part and what lies in it.
    fn forget(&mut self, scope: Scope, name: &str) -> Vec<(String, String)> {
        let known = self.known.entry(scope).or_default();
        let inside = |other: &str| {
            other.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let names: Vec<String> = known
            .range(name.to_owned()..)
            .map(|(n, _)| n)
            .take_while(|n| n.starts_with(name))
            .cloned()
            .collect();
        let mut forgotten = Vec::new();
        for gone in names.into_iter().filter(|n| inside(n)) {
            if let Some(value) = known.remove(&gone) {
                self.changes.push(Change { scope, name: gone.clone(), value: None });
                forgotten.push((gone, value));
            }
        }
        forgotten
    }

    /// The activation that a variable belongs to.
    fn scope(&self, thread: u32, var: Option<DebugVarId>) -> Scope {
        let func = self.p.vars[var?.index()].func?;
        let own = self.active.get(&thread).into_iter();
        let others = self.active.iter().filter(|(other, _)| **other != thread).map(|(_, stack)| stack);
        let mut all = own.chain(others).flat_map(|stack| stack.iter().rev());
        all.find(|(_, frame)| self.frames[*frame].func == func).map(|(_, frame)| *frame)
    }

    fn block(&mut self, thread: u32, line: &Line, at: &Place, len: u64, source: &Source) {
        let Some(target) = line.target.clone() else { return };
        let var = match at {
            Place::Var(v, _) => Some(*v),
            Place::Object(..) => None,
        };
        let scope = self.scope(thread, var);
        self.forget(scope, &target);
        let mut parts = Vec::new();
        let whole = var.map(|v| &self.p.vars[v.index()]).filter(|v| v.name == target);
        let whole = whole.filter(|v| v.ty.and_then(|t| self.p.size_bits(t)) == len.checked_mul(8));
        match (source, whole) {
            (Source::Byte(b), Some(var)) if b.is_zero() => {
                parts = zeros(self.p, &var.name, var.ty).unwrap_or_default();
            }
            (Source::Place(Place::Object(name, 0)), Some(var)) if name.starts_with("__const.") => {
                let g = self.p.globals.iter().find(|g| g.name == *name).and_then(|g| g.init);
                let shown = g.and_then(|c| constant(self.p, c, &mut (4 * PARTS as u32)));
                if let Some(shown) = shown.filter(|v| value::readable(self.p, v, var.ty)) {
                    flatten(self.p, &var.name, var.ty, &shown, &mut parts);
                }
            }
            (Source::Place(from), _) => {
                // What is known of the parts of the one is known of those of the other.
                let var = match from {
                    Place::Var(v, _) => Some(*v),
                    Place::Object(..) => None,
                };
                let (scope, name) = (self.scope(thread, var), line.value.clone().unwrap_or_default());
                if let Some(known) = self.known.get(&scope) {
                    let rest = |other: &str| {
                        let rest = other.strip_prefix(&name)?;
                        rest.starts_with(['.', '[']).then(|| format!("{target}{rest}"))
                    };
                    parts = known.iter().filter_map(|(n, v)| Some((rest(n)?, v.clone()))).collect();
                }
            }
            _ => {}
        }
        if parts.is_empty() {
            parts.push((target, line.value.clone().unwrap_or_default()));
        }
        for (name, value) in parts {
            self.set(scope, name, value);
        }
    }

    /// The running activation of a thread; a call makes a new one.
    fn frame(&mut self, thread: u32, depth: u32, func: FuncId, from: Option<LocId>, call: bool) -> usize {
        let stack = self.active.entry(thread).or_default();
        while stack.last().is_some_and(|top| top.0 > depth || (call && top.0 == depth)) {
            let gone = stack.pop().map(|top| top.1);
            self.known.remove(&gone);
        }
        if let (Some(&first), true, true) = (self.first.get(&thread), stack.is_empty(), depth > 0) {
            self.frames.push(Frame { func: first, thread, caller: None, from: None });
            stack.push((0, self.frames.len() - 1));
        }
        match stack.last() {
            Some(top) if top.0 == depth => top.1,
            top => {
                let caller = top.map(|top| top.1);
                self.frames.push(Frame { func, thread, caller, from: from.filter(|_| caller.is_some()) });
                stack.push((depth, self.frames.len() - 1));
                self.frames.len() - 1
            }
        }
    }
}

/// The story of a run.
pub fn story(p: &Program, record: &Record) -> Story {
    let Transcript { lines, origins, context } = transcript(p, record, true);
    let initial = initial(p);
    let mut follower = Follower {
        p,
        frames: Vec::new(),
        active: BTreeMap::new(),
        known: HashMap::new(),
        changes: Vec::new(),
        first: record.shown().rev().filter(|s| s.depth == 0).map(|s| (s.thread, s.func)).collect(),
    };
    for change in &initial {
        let value = change.value.clone().unwrap_or_default();
        follower.known.entry(None).or_default().insert(change.name.clone(), value);
    }
    let mut moments = Vec::new();
    for (line, origin) in lines.into_iter().zip(origins) {
        let step = &record.steps[origin.step];
        let thread = step.thread;
        let call = matches!(step.event, Event::Call(..)) && line.kind == LineKind::Call;
        let mut frame = follower.frame(thread, step.depth, step.func, step.loc, call);
        match &step.event {
            Event::Call(..) if call => {
                for (name, value) in origin.parameters {
                    follower.set(Some(frame), name, value);
                }
                // The call is the caller's statement.
                frame = follower.frames[frame].caller.unwrap_or(frame);
            }
            Event::Block(at, len, source) => follower.block(thread, &line, at, *len, source),
            Event::Assign(at, ..) => {
                let var = match at {
                    Place::Var(v, _) => Some(*v),
                    Place::Object(..) => None,
                };
                if let (Some(name), Some(value)) = (line.target.clone(), line.value.clone()) {
                    let scope = follower.scope(thread, var);
                    // A whole that is known by its parts no more.
                    follower.forget(scope, &name);
                    follower.changes.retain(|change| change.value.is_some() || change.name != name);
                    follower.set(scope, name, value);
                }
            }
            Event::Freed(name) => {
                follower.forget(None, name);
            }
            _ => {}
        }
        let changes = std::mem::take(&mut follower.changes);
        moments.push(Moment { line, thread, frame, changes });
    }
    Story { frames: follower.frames, initial, moments, context }
}
