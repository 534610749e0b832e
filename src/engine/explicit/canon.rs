//! Canonical forms of states: states that differ only in the ids and addresses of their objects are identified (DIVINE
//! 3, section 6.3; DiVM, section 6.2). Unreachable objects are not part of a state.
//!
//! A walk from the globals and the interrupted activation numbers the objects in the order in which it finds them. A
//! pointer is written as number and offset. This form serves only for comparison: exploration continues from the state
//! as it was reached, so addresses stay the same along every run.
//!
//! The part of a node depends on its content and on the numbers of the objects it points to. Both are stored with the
//! node, so a walk rewrites only what has changed. If a transition changes no pointer of a reachable object, the walk
//! equals that of the predecessor, and only the written nodes have new parts.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use smallvec::SmallVec;

use super::store::{Change, LeafId};
use crate::machine::{Frame, Image, Known, Machine, Memory, Node, ObjId, Object, Origin, Reg};
use crate::property::Check;
use crate::semantics::{Scalar, VariadicCall};

/// Numbers of the objects that a node points to, in order.
type TargetNames = SmallVec<[u32; 4]>;

/// Numbering of the reachable objects, as one walk found them. States with equal numberings share it.
#[derive(Default)]
pub struct Numbering {
    /// Number of each object; 0 if it is unreachable.
    found: Vec<u32>,
    /// Reachable objects in order.
    order: Vec<ObjId>,
    /// Control part of the state.
    control: Vec<u8>,
    /// Whether there is an unreachable heap object, if that matters.
    lost: bool,
}

impl Numbering {
    /// Reachable objects, in order.
    pub fn order(&self) -> &[ObjId] {
        &self.order
    }

    /// Size charged to a state, as several states share it.
    pub fn own_bytes(&self) -> usize {
        (self.found.len() + self.order.len()) * 4 / 4
    }
}

/// How the numbers of a node's targets are determined.
enum Naming<'w> {
    /// Numbers objects on first sight.
    Assign(&'w mut Numbering),
    /// Uses existing numbers; the flag is set if one is missing.
    Lookup(&'w Numbering, bool),
}

/// Computes canonical forms for one thread.
pub struct Canon<'i, 'p> {
    image: &'i Image<'p>,
    /// The globals that may change, in order.
    globals: Vec<ObjId>,
    /// For each object: its position among these globals plus one.
    places: Vec<u32>,
    /// Whether a leaked heap object is part of the state, because the end of the program reports it.
    leaks: bool,
    /// Store to which the ids belong.
    store: u32,
    empty: Option<LeafId>,
    /// The thread that ran last and the number of switches, if states that differ in these are different.
    pub context: Option<(ObjId, u32)>,
    /// Numbering of the last walk; the next walk reuses its memory unless a state holds it.
    walk: Arc<Numbering>,
    leaves: Vec<LeafId>,
    /// Buffer for the part being written.
    part: Vec<u8>,
    changes: Vec<Change>,
}

/// Canonical form of a state.
pub enum Form<'a> {
    /// Ids of all parts.
    Whole(&'a [LeafId]),
    /// Number of parts, and the parts that differ from the expanded state.
    Changed(usize, &'a [Change]),
}

/// A number that is unique to a store.
pub fn new_store() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    NEXT.fetch_add(1, Relaxed)
}

impl<'i, 'p> Canon<'i, 'p> {
    /// For states of a program; `store` identifies the store of the parts.
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

    /// Computes the form of a state and its numbering. The form has a part for the control, one for each global, and
    /// one for each object and activation that is reachable from these. `near` is the numbering of the predecessor, if
    /// one transition led from it to this state, it was loaded for that transition, and `ignored` was the same. The
    /// contents of `ignored` objects are not part of the form.
    ///
    /// # Errors
    /// The first error of `intern`, which returns the id of a part.
    pub fn form<'a, E>(
        &'a mut self,
        machine: &Machine<'_, '_>,
        near: Option<&'a Arc<Numbering>>,
        ignored: &[ObjId],
        mut intern: impl FnMut(&[u8]) -> Result<LeafId, E>,
    ) -> Result<(Form<'a>, &'a Arc<Numbering>), E> {
        // On other widths the address of a dead object is unknown, so pointers to it are not kept.
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
        let Numbering { found, order, control, .. } = walk;
        found.clear();
        found.resize(memory.count(), 0);
        order.clear();
        control.clear();
        let mut part = std::mem::take(control);
        self.leaves.clear();
        self.control(&mut Naming::Assign(walk), machine, &mut part);
        let empty = match self.empty {
            Some(leaf) => leaf,
            None => *self.empty.insert(intern(&[])?),
        };
        // The first part is that of the control, which the walk extends.
        self.leaves.push(empty);
        for i in 0..self.globals.len() {
            let id = self.globals[i];
            let ignores = ignored.contains(&id);
            let naming = &mut Naming::Assign(walk);
            let leaf = if ignores { empty } else { self.leaf(naming, memory, id, intern)? };
            self.leaves.push(leaf);
        }
        let mut next = 0;
        while let Some(&id) = walk.order.get(next) {
            next += 1;
            let ignores = ignored.contains(&id);
            let naming = &mut Naming::Assign(walk);
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

    /// Lists the parts that may differ from those of a state with this numbering. Returns false if the numbering may be
    /// another one.
    fn changed<E>(
        &mut self,
        walk: &Numbering,
        machine: &Machine<'_, '_>,
        ignored: &[ObjId],
        intern: &mut impl FnMut(&[u8]) -> Result<LeafId, E>,
    ) -> Result<bool, E> {
        let memory = &machine.memory;
        let mut naming = Naming::Lookup(walk, false);
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
                    // Unreachable.
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
        Ok(!matches!(naming, Naming::Lookup(_, true)))
    }

    /// Control part of the state.
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

    /// Part of a node.
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
        let mut names = TargetNames::new();
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
            // All targets have numbers without a walk.
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

    /// Targets of a node that only a walk numbers.
    fn found(&self, memory: &Memory, node: Option<Node<'_>>) -> SmallVec<[ObjId; 8]> {
        let mut all = SmallVec::new();
        each_target(memory, node, &mut |to| {
            if !self.is_fixed(to) {
                all.push(to);
            }
        });
        all
    }

    /// Whether every state contains the object.
    fn is_fixed(&self, id: ObjId) -> bool {
        id == ObjId::NONE || self.image.initial().node(id).is_some()
    }

    /// Number of an object; assigns one on first sight.
    fn name(&self, naming: &mut Naming<'_>, id: ObjId) -> u32 {
        if self.is_fixed(id) {
            return id.index() as u32;
        }
        match naming {
            Naming::Assign(walk) => {
                if walk.found.len() <= id.index() {
                    walk.found.resize(id.index() + 1, 0);
                }
                let name = &mut walk.found[id.index()];
                if *name == 0 {
                    // Above the numbers of objects that every state contains.
                    *name = FOUND | walk.order.len() as u32;
                    walk.order.push(id);
                }
                *name
            }
            Naming::Lookup(walk, missing) => {
                let name = walk.found.get(id.index()).copied().unwrap_or(0);
                *missing |= name == 0;
                name
            }
        }
    }
}

/// Whether the walk missed a heap object with an id from `from` on.
fn is_lost(memory: &Memory, from: usize, walk: &Numbering) -> bool {
    let found = |i: usize| walk.found.get(i).is_some_and(|&name| name != 0);
    (from..memory.count()).any(|i| match memory.node(ObjId::new(i)) {
        Some(Node::Live(object)) => matches!(object.origin, Origin::Heap(_)) && !found(i),
        _ => false,
    })
}

/// Whether a global has its initial content.
fn is_same(first: &Arc<Object>, now: &Arc<Object>) -> bool {
    Arc::ptr_eq(first, now)
        || first.bytes == now.bytes
            && first.undef == now.undef
            && first.pointers == now.pointers
            && first.pieces == now.pieces
}

fn is_pointer(memory: &Memory, reg: &Reg) -> bool {
    reg.object != ObjId::NONE && reg.width() == memory.width
}

/// Visits the targets of a node in the order in which they are written.
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

/// Writes a node with the numbers of its targets.
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
        // The number of bytes comes first, so that the encoding is unambiguous.
        number(at as u64, out);
        out.extend_from_slice(&object.bytes[from..at]);
        let address = memory.load(id, at, width as u32, memory.width).value.low();
        pointer(memory, to, address, names, out);
        from = at + width;
    }
    out.extend_from_slice(&object.bytes[from..]);
    if undefined {
        out.extend_from_slice(&object.undef);
        // Where symbolic values lie; their terms are no part of the form.
        number(object.pieces.len() as u64, out);
        for (&at, piece) in &object.pieces {
            number(at.into(), out);
            number(piece.bytes.into(), out);
        }
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
    match &reg.shade {
        None => out.push(0),
        Some(shade) if shade.term.is_some() => out.push(2),
        Some(shade) => {
            out.push(1);
            scalar(&shade.mask, out);
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

/// Writes an address within an object.
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
/// Bit of numbers that a walk assigned.
const FOUND: u32 = 1 << 31;

/// Writes a number; small ones take one byte.
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
        Origin::Heap(Allocator::Caller) => (3, 1),
        Origin::Heap(Allocator::New(form)) => {
            (3, 2 + usize::from(form.array) + 2 * usize::from(form.aligned))
        }
        Origin::Argument(None) => (4, 0),
        Origin::Argument(Some(VariadicCall { caller, call, callee })) => {
            [7, caller.index(), call.index()].into_iter().for_each(|n| number(n as u64, out));
            (4, callee.index())
        }
        Origin::Outside => (5, 0),
        Origin::Library => (6, 0),
    };
    out.push(kind);
    number(n as u64, out);
}
