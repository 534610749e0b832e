//! Objects of the machine by their names in the source, and values as they are told.

use super::{Event, Facts, Place, Recorder, Shown};
use crate::machine::code::Operand;
use crate::machine::{Allocator, Frame, Machine, Node, ObjId, Origin, Reg};
use crate::program::{Const, DebugVarId, FuncId, InstKind, Type, TypeId};
use crate::property::Check;

/// Longest text of a string constant that names it.
const TEXT_LIMIT: usize = 60;

fn allocator_name(by: Allocator) -> &'static str {
    match by {
        Allocator::Malloc => "malloc",
        Allocator::New(form) => form.name(),
        Allocator::Caller => "caller",
    }
}

impl Recorder<'_, '_> {
    /// The activation that a local object belongs to: mostly one of the running thread, so other objects are not looked at first.
    fn activation_of<'m>(m: &'m Machine<'_, '_>, o: ObjId) -> Option<&'m Frame> {
        let own = std::iter::successors(Some(&m.frame), |frame| m.memory.parked(frame.caller));
        let parked = m.memory.nodes().filter_map(|(_, node)| match node {
            Node::Frame(frame) => Some(&**frame),
            _ => None,
        });
        own.chain(parked).find(|frame| frame.locals.contains(&o))
    }

    /// The function that a local object belongs to.
    pub(super) fn owner(&mut self, m: &Machine<'_, '_>, o: ObjId) -> Option<FuncId> {
        if let Some(&known) = self.owners.get(&o) {
            return Some(known);
        }
        let found = Recorder::activation_of(m, o)?.func;
        self.owners.insert(o, found);
        Some(found)
    }

    /// The variable that lives in an object.
    pub fn home(&mut self, m: &Machine<'_, '_>, o: ObjId) -> Option<DebugVarId> {
        match m.memory.origin(o) {
            Some(Origin::Global(g)) => return self.program.global(g).var,
            Some(Origin::Heap(_) | Origin::Outside | Origin::Library | Origin::Code(_)) => return None,
            _ => {}
        }
        if let Some(&known) = self.homes.get(&o) {
            return Some(known);
        }
        // Declared where nobody watched.
        let frame = Recorder::activation_of(m, o)?;
        let code = self.code(frame);
        let declared = code.debug.iter().find_map(|record| {
            let InstKind::DebugDeclare { var, .. } = self.program.func(frame.func).inst(record.inst).kind
            else {
                return None;
            };
            let [operand] = record.row[..] else { return None };
            let register = operand.get().ok()?;
            (frame.regs.get(register)?.object == o).then_some(var)
        })?;
        self.homes.insert(o, declared);
        Some(declared)
    }

    /// Whether the user's program can see the object.
    pub fn visible(&mut self, m: &Machine<'_, '_>, o: ObjId) -> bool {
        match m.memory.origin(o) {
            Some(Origin::Global(g)) => !self.program.global(g).model,
            Some(Origin::Stack) => self.owner(m, o).is_none_or(|f| !self.program.func(f).model),
            Some(Origin::Heap(_) | Origin::Outside) => true,
            Some(Origin::Argument(_) | Origin::Library) => !self.is_model(&m.frame),
            Some(Origin::Code(_)) | None => false,
        }
    }

    pub(super) fn facts(&mut self, m: &Machine<'_, '_>, o: ObjId) -> Option<Facts> {
        if let Some(object) = m.memory.get(o) {
            let facts = Facts { base: object.base, size: object.bytes.len() as u64, loc: object.loc };
            self.facts.insert(o, facts);
        }
        self.facts.get(&o).copied()
    }

    /// An object's name.
    pub fn object(&mut self, m: &Machine<'_, '_>, o: ObjId) -> String {
        let program = self.program;
        // What stands for the first thread is a variable of the library.
        if let Some(number) = self.threads.iter().position(|&t| t == o) {
            return format!("thread {number}");
        }
        match m.memory.origin(o) {
            Some(Origin::Global(g)) => {
                let global = program.global(g);
                let text = match global.init.map(|c| program.constant(c)) {
                    Some(Const::Bytes(_, b)) if global.var.is_none() && global.constant => {
                        let text = b.strip_suffix(&[0]).unwrap_or(b);
                        std::str::from_utf8(text).ok().filter(|t| t.len() <= TEXT_LIMIT)
                    }
                    _ => None,
                };
                match (text, global.var) {
                    (Some(text), _) => format!("{text:?}"),
                    (None, Some(v)) => program.vars[v.index()].name.clone(),
                    (None, None) => global.name.clone(),
                }
            }
            Some(Origin::Code(f)) => program.func(f).source_name.clone(),
            Some(Origin::Stack) => match (self.home(m, o), self.owner(m, o)) {
                (Some(v), _) => program.vars[v.index()].name.clone(),
                (None, Some(f)) => format!("local object of {}", program.func(f).source_name),
                (None, None) => "local object".to_owned(),
            },
            Some(Origin::Heap(by)) => {
                let number = self.heap.len() + 1;
                let by = self.makers.get(&o).copied().unwrap_or_else(|| allocator_name(by));
                let mut new = false;
                let name = self.heap.entry(o).or_insert_with(|| {
                    new = true;
                    format!("{by}#{number}")
                });
                let name = name.clone();
                if new {
                    let facts = self.facts(m, o);
                    let (size, made) = (facts.map(|f| f.size), facts.and_then(|f| f.loc));
                    self.met.push(Event::Object(name.clone(), size, made));
                }
                name
            }
            Some(Origin::Argument(_)) => "argument".to_owned(),
            Some(Origin::Library) => "object of the library".to_owned(),
            Some(Origin::Outside) => "memory of the environment".to_owned(),
            None => "no object".to_owned(),
        }
    }

    pub(super) fn open(&self, m: &Machine<'_, '_>, reg: &Reg) -> bool {
        let told = m.environment.script.is_some() && !self.image.checks.contains(Check::Uninit);
        !reg.is_defined() && !told
    }

    /// A scalar; `pointer` says whether it is one.
    pub fn scalar(&mut self, m: &Machine<'_, '_>, reg: &Reg, pointer: bool) -> Shown {
        if self.open(m, reg) {
            return Shown::Any;
        }
        if !pointer {
            return Shown::Bits(reg.value.to_bits());
        }
        if reg.object == ObjId::NONE && reg.value.is_zero() {
            return Shown::Null;
        }
        self.pointer(m, reg).map_or_else(|| Shown::Bits(reg.value.to_bits()), Shown::Pointer)
    }

    /// How far an address is from another one.
    pub(super) fn distance(&self, reg: &Reg, base: u64) -> i64 {
        let width = reg.width().min(64);
        let distance = reg.value.low().wrapping_sub(base);
        (distance << (64 - width)) as i64 >> (64 - width)
    }

    pub(super) fn pointer(&mut self, m: &Machine<'_, '_>, reg: &Reg) -> Option<Place> {
        let id = if reg.object.is_one() { reg.object } else { m.memory.resolve(reg)?.0 };
        let base = self.facts(m, id)?.base;
        let off = self.distance(reg, base);
        Some(match self.home(m, id) {
            Some(v) => Place::Var(v, off),
            None => Place::Object(self.object(m, id), off),
        })
    }

    /// A value of a type from its scalars.
    pub(super) fn show(
        &mut self,
        m: &Machine<'_, '_>,
        ty: TypeId,
        row: &mut std::slice::Iter<'_, Reg>,
    ) -> Shown {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Vector { elem, count } => {
                Shown::Parts((0..*count).map(|_| self.show(m, *elem, row)).collect())
            }
            Type::Array { elem, count } => {
                Shown::Parts((0..*count).map(|_| self.show(m, *elem, row)).collect())
            }
            Type::Struct { fields, .. } => {
                Shown::Parts(fields.iter().map(|&field| self.show(m, field, row)).collect())
            }
            ty => {
                let width = match ty {
                    Type::Int(width) => *width,
                    Type::Float(kind) => kind.bits(),
                    _ => self.program.target.pointer_bits,
                };
                let pointer = matches!(ty, Type::Ptr(_));
                // A register without a value yet, or of which nobody but debug records has use, may have another width.
                row.next()
                    .filter(|reg| reg.width() == width)
                    .map_or(Shown::Any, |reg| self.scalar(m, reg, pointer))
            }
        }
    }

    pub(super) fn row(m: &Machine<'_, '_>, operands: &[Operand]) -> Vec<Reg> {
        operands.iter().map(|&o| m.value(o).clone()).collect()
    }
}
