//! Canonical forms of states: two states that differ only in which ids and addresses their objects have are one
//! (DIVINE 3, section 6.3; DiVM, section 6.2). What cannot be reached is no part of a state.
//!
//! Objects are numbered as a walk from the globals and the interrupted activation finds them; a pointer is written as the
//! number and the offset. Only comparison uses this form: exploration goes on from the state as it was reached, so that
//! addresses stay what they were along every run.
//!
//! The part of a node depends on its content and on the names of what it points to. Both are kept with the node, so that a
//! walk writes only what has changed. Where a transition changes no pointer of what is reached, the walk would be that of the
//! state before, and only the nodes that were written have new parts.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use smallvec::SmallVec;

use super::store::{Change, LeafId};
use crate::machine::{Frame, Image, Known, Machine, Memory, Node, ObjId, Object, Origin, Reg};
use crate::property::Check;
use crate::semantics::Scalar;

/// The names of what a node points to, in order.
type Names = SmallVec<[u32; 4]>;

/// What one walk has found. States whose walks find the same share it.
#[derive(Default)]
pub struct Walk {
    /// By object: its name, 0 where it was not found.
    found: Vec<u32>,
    /// What was found, in order.
    order: Vec<ObjId>,
    /// What controls the state.
    control: Vec<u8>,
    /// There is a heap object that was not found, where that matters.
    lost: bool,
}

impl Walk {
    /// The bytes that a state is charged for it, as several have it.
    pub fn own_bytes(&self) -> usize {
        (self.found.len() + self.order.len()) * 4 / 4
    }
}

/// How a node's parts get the names of what it points to.
enum Naming<'w> {
    /// What is met first gets one.
    Give(&'w mut Walk),
    /// All have theirs; the flag tells if one has not.
    Look(&'w Walk, bool),
}

/// Writes canonical forms for one thread.
pub struct Canon<'i, 'p> {
    image: &'i Image<'p>,
    /// The globals that may change, in order.
    globals: Vec<ObjId>,
    /// By object: one more than its place among these.
    places: Vec<u32>,
    /// Whether states differ in that a heap object has leaked: who ends the program is told.
    leaks: bool,
    /// Which store the ids are of.
    store: u32,
    empty: Option<LeafId>,
    /// Who ran last and a number, where states that differ in these differ.
    pub context: Option<(ObjId, u32)>,
    /// The last walk; another one uses its place if no state has it.
    walk: Arc<Walk>,
    leaves: Vec<LeafId>,
    /// What is being written.
    part: Vec<u8>,
    changes: Vec<Change>,
}

/// The form of a state.
pub enum Form<'a> {
    /// The ids of all parts.
    Whole(&'a [LeafId]),
    /// How many parts there are and which of them differ from the state that is expanded.
    Changed(usize, &'a [Change]),
}

/// A number that no other store has.
pub fn new_store() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    NEXT.fetch_add(1, Relaxed)
}

impl<'i, 'p> Canon<'i, 'p> {
    /// For states of a program; `store` is a number for where the parts are kept.
    pub fn new(image: &'i Image<'p>, store: u32) -> Canon<'i, 'p> {
        let globals = image.variables().to_vec();
        let mut places = vec![0; globals.iter().map(|id| id.index() + 1).max().unwrap_or(0)];
        for (place, id) in (1..).zip(&globals) {
            places[id.index()] = place;
        }
        let leaks = [Check::Leak, Check::LeakAtExit].iter().any(|&c| image.checks.contains(c));
        Canon {
            image,
            globals,
            places,
            leaks,
            store,
            empty: None,
            context: None,
            walk: Arc::default(),
            leaves: Vec::new(),
            part: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// The form of a state: a part for what controls it, one for each global, one for each object and activation that is
    /// reached from these; and the walk. `near`: the walk of a state from which it was reached by one transition and which
    /// was loaded for that, and with the same `ignored`, objects whose content is no part of it.
    ///
    /// # Errors
    /// The first one of `intern`, which gives the id of a part.
    pub fn form<'a, E>(
        &'a mut self,
        machine: &Machine<'_, '_>,
        near: Option<&'a Arc<Walk>>,
        ignored: &[ObjId],
        mut intern: impl FnMut(&[u8]) -> Result<LeafId, E>,
    ) -> Result<(Form<'a>, &'a Arc<Walk>), E> {
        // Elsewhere the place of a dead object is not known, and what points there is not to be kept.
        if let Some(near) = near.filter(|_| machine.memory.width == 64)
            && self.changed(near, machine, ignored, &mut intern)?
        {
            let len = 1 + self.globals.len() + near.order.len();
            return Ok((Form::Changed(len, &self.changes), near));
        }
        self.whole(machine, ignored, &mut intern)?;
        Ok((Form::Whole(&self.leaves), &self.walk))
    }

    fn whole<E>(
        &mut self,
        machine: &Machine<'_, '_>,
        ignored: &[ObjId],
        intern: &mut impl FnMut(&[u8]) -> Result<LeafId, E>,
    ) -> Result<(), E> {
        let memory = &machine.memory;
        let mut shared = std::mem::take(&mut self.walk);
        if Arc::get_mut(&mut shared).is_none() {
            shared = Arc::default();
        }
        let walk = Arc::get_mut(&mut shared).expect("nobody else has it");
        let Walk { found, order, control, .. } = walk;
        found.clear();
        found.resize(memory.count(), 0);
        order.clear();
        control.clear();
        let mut part = std::mem::take(control);
        self.leaves.clear();
        self.control(&mut Naming::Give(walk), machine, &mut part);
        let empty = match self.empty {
            Some(leaf) => leaf,
            None => *self.empty.insert(intern(&[])?),
        };
        // The first one is that of what controls the state, which the walk adds to.
        self.leaves.push(empty);
        for i in 0..self.globals.len() {
            let id = self.globals[i];
            let ignores = ignored.contains(&id);
            let naming = &mut Naming::Give(walk);
            let leaf = if ignores { empty } else { self.leaf(naming, memory, id, intern)? };
            self.leaves.push(leaf);
        }
        let mut next = 0;
        while let Some(&id) = walk.order.get(next) {
            next += 1;
            let ignores = ignored.contains(&id);
            let naming = &mut Naming::Give(walk);
            let leaf = if ignores { empty } else { self.leaf(naming, memory, id, intern)? };
            self.leaves.push(leaf);
        }
        walk.lost = self.leaks && is_lost(memory, 0, walk);
        part.push(u8::from(walk.lost));
        self.leaves[0] = intern(&part)?;
        walk.control = part;
        self.walk = shared;
        Ok(())
    }

    /// Lists what may differ from a state with that walk; false where the walk may be another one.
    fn changed<E>(
        &mut self,
        walk: &Walk,
        machine: &Machine<'_, '_>,
        ignored: &[ObjId],
        intern: &mut impl FnMut(&[u8]) -> Result<LeafId, E>,
    ) -> Result<bool, E> {
        let memory = &machine.memory;
        let mut naming = Naming::Look(walk, false);
        let mut part = std::mem::take(&mut self.part);
        part.clear();
        self.control(&mut naming, machine, &mut part);
        let lost = walk.lost || self.leaks && is_lost(memory, memory.loaded_len(), walk);
        part.push(u8::from(lost));
        let same = part == walk.control;
        self.part = part;
        if !same {
            return Ok(false);
        }
        self.changes.clear();
        for (id, before) in memory.written() {
            let place = match self.places.get(id.index()) {
                Some(&place) if place > 0 => place,
                _ => match walk.found.get(id.index()) {
                    Some(&name) if name != 0 => 1 + self.globals.len() as u32 + (name & !FOUND),
                    // Nobody reaches it.
                    _ => continue,
                },
            };
            if ignored.contains(&id) {
                continue;
            }
            let now = memory.node(id);
            let is_as_before = match (before, now) {
                (Some(Node::Live(a)), Some(Node::Live(b))) => Arc::ptr_eq(a, b),
                (Some(Node::Frame(a)), Some(Node::Frame(b))) => Arc::ptr_eq(a, b),
                _ => false,
            };
            if is_as_before {
                continue;
            }
            if self.found(memory, before) != self.found(memory, now) {
                return Ok(false);
            }
            let leaf = self.leaf(&mut naming, memory, id, intern)?;
            self.changes.push((place, leaf));
        }
        self.changes.sort_unstable_by_key(|c| c.0);
        Ok(!matches!(naming, Naming::Look(_, true)))
    }

    /// What controls the state.
    fn control(&self, naming: &mut Naming<'_>, machine: &Machine<'_, '_>, out: &mut Vec<u8>) {
        let memory = &machine.memory;
        let name = self.name(naming, machine.threads.interrupted);
        number(name.into(), out);
        machine.control(&mut |reg| {
            let name = is_pointer(memory, reg).then(|| self.name(naming, reg.object));
            write_reg(memory, reg, &mut name.into_iter(), out);
        });
        if let Some((last, n)) = self.context {
            number(self.name(naming, last).into(), out);
            number(n.into(), out);
        }
    }

    /// The part of a node.
    fn leaf<E>(
        &mut self,
        naming: &mut Naming<'_>,
        memory: &Memory,
        id: ObjId,
        intern: &mut impl FnMut(&[u8]) -> Result<LeafId, E>,
    ) -> Result<LeafId, E> {
        let node = memory.node(id);
        let form = match node {
            Some(Node::Live(object)) => Some(&object.cached),
            Some(Node::Frame(frame)) => Some(&frame.parked.cached),
            Some(Node::Dead(_)) | None => None,
        };
        let mut names = Names::new();
        each_target(memory, node, &mut |to| names.push(self.name(naming, to)));
        let form = form.filter(|_| memory.width == 64);
        if let Some(known) = form.and_then(|f| f.get())
            && known.store == self.store
            && known.names == names
        {
            return Ok(LeafId::new(known.leaf as usize));
        }
        if let (Some(Node::Live(now)), Some(Node::Live(first))) = (node, self.image.initial().node(id))
            && is_same(first, now)
            && let Some(empty) = self.empty
        {
            // What it points to has names without a walk.
            if let Some(form) = form {
                form.set(Known { store: self.store, names, leaf: empty.index() as u32 });
            }
            return Ok(empty);
        }
        let mut part = std::mem::take(&mut self.part);
        part.clear();
        write_node(memory, id, &mut names.iter().copied(), &mut part);
        let leaf = intern(&part);
        self.part = part;
        let leaf = leaf?;
        if let Some(form) = form {
            form.set(Known { store: self.store, names, leaf: leaf.index() as u32 });
        }
        Ok(leaf)
    }

    /// What a node points to that has a name only where a walk finds it.
    fn found(&self, memory: &Memory, node: Option<Node<'_>>) -> SmallVec<[ObjId; 8]> {
        let mut all = SmallVec::new();
        each_target(memory, node, &mut |to| {
            if !self.is_fixed(to) {
                all.push(to);
            }
        });
        all
    }

    /// Whether all states have the object.
    fn is_fixed(&self, id: ObjId) -> bool {
        id == ObjId::NONE || self.image.initial().node(id).is_some()
    }

    /// The name of an object, which is given when it is met first.
    fn name(&self, naming: &mut Naming<'_>, id: ObjId) -> u32 {
        if self.is_fixed(id) {
            return id.index() as u32;
        }
        match naming {
            Naming::Give(walk) => {
                if walk.found.len() <= id.index() {
                    walk.found.resize(id.index() + 1, 0);
                }
                let name = &mut walk.found[id.index()];
                if *name == 0 {
                    // Above those that all states have.
                    *name = FOUND | walk.order.len() as u32;
                    walk.order.push(id);
                }
                *name
            }
            Naming::Look(walk, missing) => {
                let name = walk.found.get(id.index()).copied().unwrap_or(0);
                *missing |= name == 0;
                name
            }
        }
    }
}

/// Whether there is a heap object from that number on that a walk has not found.
fn is_lost(memory: &Memory, from: usize, walk: &Walk) -> bool {
    let found = |i: usize| walk.found.get(i).is_some_and(|&name| name != 0);
    (from..memory.count()).any(|i| match memory.node(ObjId::new(i)) {
        Some(Node::Live(object)) => matches!(object.origin, Origin::Heap(_)) && !found(i),
        _ => false,
    })
}

/// Whether a global is what it was when the program began.
fn is_same(first: &Arc<Object>, now: &Arc<Object>) -> bool {
    Arc::ptr_eq(first, now)
        || first.bytes == now.bytes && first.undef == now.undef && first.pointers == now.pointers
}

fn is_pointer(memory: &Memory, reg: &Reg) -> bool {
    reg.object != ObjId::NONE && reg.width() == memory.width
}

/// What a node points to, in the order in which it is written.
fn each_target(memory: &Memory, node: Option<Node<'_>>, visit: &mut impl FnMut(ObjId)) {
    match node {
        Some(Node::Live(object)) => object.pointers.values().for_each(|&to| visit(to)),
        Some(Node::Frame(frame)) => {
            [frame.caller, frame.varargs, frame.thread_locals].into_iter().for_each(&mut *visit);
            frame.locals.iter().for_each(|&id| visit(id));
            frame.sizes.iter().for_each(|&(id, _)| visit(id));
            let pointers = frame.registers().filter(|reg| is_pointer(memory, reg));
            pointers.for_each(|reg| visit(reg.object));
        }
        Some(Node::Dead(_)) | None => {}
    }
}

/// Writes a node with the names of what it points to.
fn write_node(memory: &Memory, id: ObjId, names: &mut impl Iterator<Item = u32>, out: &mut Vec<u8>) {
    match memory.node(id) {
        Some(Node::Live(object)) => write_object(memory, id, object, names, out),
        Some(Node::Frame(frame)) => write_frame(memory, frame, names, out),
        Some(Node::Dead(origin)) => {
            out.push(DEAD);
            origin_bytes(origin, out);
        }
        None => out.push(NOTHING),
    }
}

fn write_object(
    memory: &Memory,
    id: ObjId,
    object: &Object,
    names: &mut impl Iterator<Item = u32>,
    out: &mut Vec<u8>,
) {
    out.push(LIVE);
    origin_bytes(object.origin, out);
    number(object.bytes.len() as u64, out);
    let undefined = object.undef.iter().any(|&m| m != 0);
    out.push(u8::from(undefined));
    number(object.pointers.len() as u64, out);
    let width = memory.width as usize / 8;
    let mut from = 0;
    for (&at, &to) in &object.pointers {
        let at = at as usize;
        // First how many bytes there are: who reads on knows what is what.
        number(at as u64, out);
        out.extend_from_slice(&object.bytes[from..at]);
        let address = memory.load(id, at, width as u32, memory.width).value.low();
        pointer(memory, to, address, names, out);
        from = at + width;
    }
    out.extend_from_slice(&object.bytes[from..]);
    if undefined {
        out.extend_from_slice(&object.undef);
    }
}

fn write_frame(memory: &Memory, frame: &Frame, names: &mut impl Iterator<Item = u32>, out: &mut Vec<u8>) {
    let mut name = || u64::from(names.next().expect("a name for each"));
    out.push(FRAME);
    number(frame.func.index() as u64, out);
    number(frame.pc.into(), out);
    out.push(u8::from(frame.atomic));
    (0..3).for_each(|_| number(name(), out));
    number(frame.locals.len() as u64, out);
    frame.locals.iter().for_each(|_| number(name(), out));
    number(frame.sizes.len() as u64, out);
    for &(_, size) in &frame.sizes {
        number(name(), out);
        number(size.into(), out);
    }
    for reg in &frame.regs {
        write_reg(memory, reg, names, out);
    }
    number(frame.parked.kept.len() as u64, out);
    number(frame.parked.left.into(), out);
    for (register, reg) in &frame.parked.kept {
        number((*register).into(), out);
        write_reg(memory, reg, names, out);
    }
}

fn write_reg(memory: &Memory, reg: &Reg, names: &mut impl Iterator<Item = u32>, out: &mut Vec<u8>) {
    number(reg.width().into(), out);
    match &reg.undef {
        None => out.push(0),
        Some(mask) => {
            out.push(1);
            scalar(mask, out);
        }
    }
    if is_pointer(memory, reg) {
        out.push(1);
        pointer(memory, reg.object, reg.value.low(), names, out);
    } else {
        out.push(0);
        scalar(&reg.value, out);
    }
}

/// An address in an object.
fn pointer(
    memory: &Memory,
    object: ObjId,
    address: u64,
    names: &mut impl Iterator<Item = u32>,
    out: &mut Vec<u8>,
) {
    let base = match memory.node(object) {
        Some(Node::Live(o)) => o.base,
        _ => memory.frame_pointer(object).value.low(),
    };
    number(names.next().expect("a name for each").into(), out);
    out.extend_from_slice(&address.wrapping_sub(base).to_le_bytes());
}

const NOTHING: u8 = 0;
const LIVE: u8 = 1;
const DEAD: u8 = 2;
const FRAME: u8 = 3;
/// The bit of names that a walk has given.
const FOUND: u32 = 1 << 31;

/// A number, small ones in one byte.
fn number(mut n: u64, out: &mut Vec<u8>) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

fn scalar(value: &Scalar, out: &mut Vec<u8>) {
    match value {
        Scalar::Word { bits, .. } => number(*bits, out),
        Scalar::Wide(bits) => bits.limbs().iter().for_each(|limb| out.extend_from_slice(&limb.to_le_bytes())),
    }
}

fn origin_bytes(origin: Origin, out: &mut Vec<u8>) {
    use crate::machine::Allocator;
    let (kind, n) = match origin {
        Origin::Global(g) => (0, g.index()),
        Origin::Code(f) => (1, f.index()),
        Origin::Stack => (2, 0),
        Origin::Heap(Allocator::Malloc) => (3, 0),
        Origin::Heap(Allocator::New) => (3, 1),
        Origin::Heap(Allocator::NewArray) => (3, 2),
        Origin::Argument => (4, 0),
        Origin::Outside => (5, 0),
        Origin::Library => (6, 0),
    };
    out.push(kind);
    number(n as u64, out);
}
