//! The objects of a state, read by their source types.

use std::collections::VecDeque;

use super::lines::Context;
use super::value;
use crate::base::Bits;
use crate::engine::record::state::{FinalState, Object, Slot, Target};
use crate::engine::record::{Place, Shown};
use crate::program::{DebugType, DebugTypeId, Program};

/// Most rows of an object.
const ROWS: usize = 40;

/// Deepest nesting of types that is followed.
const DEPTH: u32 = 16;

/// Bytes in a row of an object without a type.
const RAW: usize = 8;

/// A part of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its name: fields and indices.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Where it leads.
    pub to: Option<Target>,
    /// Its first byte and how many.
    pub at: u64,
    /// Its bytes.
    pub len: u64,
}

/// An object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Its type, where it is known.
    pub ty: Option<String>,
    /// Its parts.
    pub rows: Vec<Row>,
    /// Whether there are more.
    pub cut: bool,
}

/// A type as C writes it, roughly.
pub fn type_name(p: &Program, ty: Option<DebugTypeId>) -> String {
    named(p, ty, 0)
}

fn named(p: &Program, ty: Option<DebugTypeId>, depth: u32) -> String {
    let Some(ty) = ty.filter(|_| depth < DEPTH) else { return "void".to_owned() };
    let tagged = |kind: &str, name: &str| match name {
        "" => format!("{kind} {{...}}"),
        name => format!("{kind} {name}"),
    };
    match &p.debug_types[ty.index()] {
        DebugType::Basic { name, .. } => name.clone(),
        DebugType::Pointer(to) => format!("{} *", named(p, *to, depth + 1)).replace("* *", "**"),
        DebugType::Array(elem, count) => {
            // The outermost bound stands first.
            let (mut elem, mut bounds) = (*elem, count.map_or("[]".to_owned(), |n| format!("[{n}]")));
            while let Some(DebugType::Array(inner, count)) = elem.map(|t| &p.debug_types[t.index()]) {
                bounds.push_str(&count.map_or("[]".to_owned(), |n| format!("[{n}]")));
                elem = *inner;
            }
            format!("{}{bounds}", named(p, elem, depth + 1))
        }
        DebugType::Record { name, union, .. } => tagged(if *union { "union" } else { "struct" }, name),
        DebugType::Enum { name, .. } => tagged("enum", name),
        DebugType::Named(name, inner) if name.is_empty() => named(p, *inner, depth + 1),
        DebugType::Named(name, _) => name.clone(),
        DebugType::Function => "function".to_owned(),
    }
}

/// Whether a type is the library's, whose parts are none of the program's business: locks, streams.
pub fn is_opaque(p: &Program, mut ty: Option<DebugTypeId>) -> bool {
    let names = ["pthread_", "mtx_t", "cnd_t", "sem_t", "once_flag", "FILE"];
    let mut opaque = false;
    for _ in 0..DEPTH {
        match ty.map(|t| &p.debug_types[t.index()]) {
            Some(DebugType::Named(name, inner)) => {
                opaque |= names.iter().any(|n| name.starts_with(n));
                ty = *inner;
            }
            Some(DebugType::Record { .. }) => return opaque,
            _ => return false,
        }
    }
    false
}

struct Reader<'a> {
    p: &'a Program,
    context: &'a Context,
    object: &'a Object,
    rows: Vec<Row>,
    cut: bool,
    /// Types of the pointers among the parts.
    pointers: Vec<(Target, DebugTypeId)>,
}

impl Reader<'_> {
    fn add(&mut self, row: Row) {
        if self.rows.len() < ROWS {
            self.rows.push(row);
        } else {
            self.cut = true;
        }
    }

    /// The bits of a part; none where they were never set or are not kept.
    fn bits(&self, start: u64, bits: u64) -> Option<Bits> {
        let (first, end) = ((start / 8) as usize, (start + bits).div_ceil(8) as usize);
        let part = self.object.bytes.get(first..end).filter(|part| !part.is_empty())?;
        let open = self.object.open.get(first..end).unwrap_or_default();
        if open.iter().any(|&mask| mask != 0) {
            return None;
        }
        let mut part = part.to_vec();
        let big = self.p.target.big_endian;
        if big {
            part.reverse();
        }
        let limbs: Vec<u64> = part
            .chunks(8)
            .map(|chunk| chunk.iter().rev().fold(0, |limb, &b| limb << 8 | u64::from(b)))
            .collect();
        let all = Bits::from_limbs(8 * part.len() as u32, &limbs);
        let low = if big { 8 * (end as u64) - start - bits } else { start - 8 * first as u64 };
        Some(all.extract((low + bits - 1) as u32, low as u32))
    }

    fn slot(&self, start: u64) -> Option<&Slot> {
        self.object.pointers.iter().find(|slot| start.is_multiple_of(8) && slot.at == start / 8)
    }

    fn scalar(&mut self, name: String, ty: DebugTypeId, start: u64, bits: u64) {
        if bits == 0 || (start + bits).div_ceil(8) > self.object.bytes.len() as u64 {
            self.cut = true;
            return;
        }
        let mut row = Row { name, value: "?".to_owned(), to: None, at: start / 8, len: bits.div_ceil(8) };
        let is_pointer = matches!(self.p.debug_type(Some(ty)), Some(DebugType::Pointer(_)));
        if let Some(slot) = self.slot(start).filter(|_| bits == u64::from(self.p.target.pointer_bits)) {
            (row.value, row.to) = (value::value(self.p, self.context, &slot.value, Some(ty)), slot.to);
            if let (Some(to), Some(ty)) = (slot.to, super::layout::pointee(self.p, Some(ty))) {
                self.pointers.push((to, ty));
            }
        } else if let Some(known) = self.bits(start, bits) {
            row.value = match is_pointer && known.is_zero() {
                true => "NULL".to_owned(),
                false => value::scalar(self.p, &known, Some(ty)),
            };
        }
        self.add(row);
    }

    fn read(&mut self, name: String, ty: Option<DebugTypeId>, start: u64, depth: u32) {
        let Some(ty) = ty.filter(|_| depth < DEPTH && !self.cut) else { return };
        let p = self.p;
        if is_opaque(p, Some(ty)) {
            return self.opaque(name, ty, start);
        }
        match p.debug_type(Some(ty)) {
            Some(DebugType::Record { members, .. }) => {
                for member in members {
                    let inside = match (name.is_empty(), member.name.is_empty()) {
                        (true, _) => member.name.clone(),
                        (false, true) => name.clone(),
                        _ => format!("{name}.{}", member.name),
                    };
                    let at = start + member.bit_offset;
                    if is_opaque(p, member.ty) {
                        self.read(inside, member.ty, at, depth + 1);
                        continue;
                    }
                    match member.ty.map(|t| (t, p.debug_type(Some(t)))) {
                        Some((t, Some(DebugType::Record { .. } | DebugType::Array(..)))) => {
                            self.read(inside, Some(t), at, depth + 1);
                        }
                        Some((t, Some(_))) => {
                            let bits = if member.bit_size > 0 {
                                member.bit_size
                            } else {
                                p.size_bits(t).unwrap_or(0)
                            };
                            self.scalar(inside, t, at, bits);
                        }
                        _ => {}
                    }
                }
            }
            Some(DebugType::Array(Some(elem), Some(count))) => {
                let Some(size) = p.size_bits(*elem).filter(|s| *s > 0) else { return };
                if let Some(text) = self.text(*elem, size, start, *count) {
                    let (at, len) = (start / 8, size / 8 * count);
                    return self.add(Row { name, value: text, to: None, at, len });
                }
                for i in 0..*count {
                    if self.cut {
                        return;
                    }
                    self.read(format!("{name}[{i}]"), Some(*elem), start + i * size, depth + 1);
                }
            }
            Some(DebugType::Array(..) | DebugType::Function) | None => {}
            Some(_) => {
                let bits = p.size_bits(ty).unwrap_or(0);
                self.scalar(name, ty, start, bits);
            }
        }
    }

    /// The state of a lock: which thread holds it.
    fn opaque(&mut self, name: String, ty: DebugTypeId, start: u64) {
        let (at, len) = (start / 8, self.p.size_bits(ty).unwrap_or(0) / 8);
        let inside = self.object.pointers.iter().filter(|slot| slot.at >= at && slot.at < at + len);
        let mut holders = inside.filter_map(|slot| match &slot.value {
            Shown::Pointer(Place::Object(name, 0)) if name.starts_with("thread ") => Some(name.clone()),
            _ => None,
        });
        let value = match holders.next_back() {
            Some(holder) => format!("held by {holder}"),
            None => "{...}".to_owned(),
        };
        self.add(Row { name, value, to: None, at, len });
    }

    /// Characters as a string, where they are one.
    fn text(&self, elem: DebugTypeId, size: u64, start: u64, count: u64) -> Option<String> {
        if size != 8 || count == 0 || count > 4096 || !value::is_character(self.p, elem) {
            return None;
        }
        let (first, count) = ((start / 8) as usize, count as usize);
        let bytes = self.object.bytes.get(first..first + count)?;
        let open = self.object.open.get(first..first + count).unwrap_or_default();
        let end = bytes.iter().position(|&b| b == 0)?;
        if open.iter().take(end + 1).any(|&mask| mask != 0) {
            return None;
        }
        let text = &bytes[..end.min(60)];
        Some(format!("\"{}\"{}", text.escape_ascii(), if end > 60 { "..." } else { "" }))
    }

    /// Bytes without a type.
    fn raw(&mut self) {
        let width = (self.p.target.pointer_bits / 8) as usize;
        let mut at = 0;
        while at < self.object.bytes.len() && !self.cut {
            if let Some(slot) = self.object.pointers.iter().find(|s| s.at == at as u64) {
                let value = value::value(self.p, self.context, &slot.value, None);
                self.add(Row {
                    name: format!("+{at}"),
                    value,
                    to: slot.to,
                    at: at as u64,
                    len: width as u64,
                });
                at += width;
                continue;
            }
            let next = self.object.pointers.iter().map(|s| s.at as usize).filter(|s| *s > at).min();
            let end = (at + RAW).min(next.unwrap_or(usize::MAX)).min(self.object.bytes.len());
            let byte = |i: usize| match self.object.open.get(i) {
                Some(mask) if *mask != 0 => "??".to_owned(),
                _ => format!("{:02x}", self.object.bytes[i]),
            };
            let value = (at..end).map(byte).collect::<Vec<_>>().join(" ");
            self.add(Row { name: format!("+{at}"), value, to: None, at: at as u64, len: (end - at) as u64 });
            at = end;
        }
    }
}

/// The objects of a state; types of heap objects are those of the pointers that lead to them.
pub fn shapes(p: &Program, context: &mut Context, state: &FinalState) -> Vec<Shape> {
    let ty = |context: &Context, object: &Object| match object.var {
        Some(var) => p.vars[var.index()].ty,
        None => context.types.get(&object.name).copied(),
    };
    // Types that the run has not shown may follow from the types of pointers.
    let mut queue: VecDeque<usize> = (0..state.objects.len()).collect();
    let mut read: Vec<Option<Shape>> = vec![None; state.objects.len()];
    while let Some(i) = queue.pop_front() {
        let object = &state.objects[i];
        let mut reader = Reader { p, context, object, rows: Vec::new(), cut: false, pointers: Vec::new() };
        let known = ty(context, object);
        let mut name = known.map(|t| type_name(p, Some(t)));
        match (known, object.var) {
            (Some(t), Some(_)) => reader.read(String::new(), Some(t), 0, 0),
            (Some(t), None) => {
                let size = p.size_bits(t).unwrap_or(0) / 8;
                let count = object.size.and_then(|all| all.checked_div(size)).unwrap_or(0);
                if count > 1 {
                    name = name.map(|n| format!("{n}[{count}]"));
                }
                let text = (size == 1).then(|| reader.text(t, 8, 0, count)).flatten();
                if let Some(value) = text {
                    reader.add(Row { name: String::new(), value, to: None, at: 0, len: count });
                } else if size == 1 && !value::is_character(p, t) {
                    reader.raw();
                } else {
                    for k in 0..count {
                        if reader.cut {
                            break;
                        }
                        let prefix = if count > 1 { format!("[{k}]") } else { String::new() };
                        reader.read(prefix, Some(t), 8 * k * size, 0);
                    }
                }
            }
            (None, _) => reader.raw(),
        }
        if reader.rows.is_empty() && !object.bytes.is_empty() {
            reader.cut = false;
            reader.raw();
        }
        let Reader { rows, cut, pointers, .. } = reader;
        let stored = object.bytes.len() as u64;
        let cut = object.live && (cut || object.size.is_some_and(|size| size > stored));
        read[i] = Some(Shape { ty: name, rows, cut });
        for ((to, off), ty) in pointers {
            let target = &state.objects[to];
            let fits =
                p.size_bits(ty).is_some_and(|bits| bits > 0 && target.size.is_some_and(|s| bits / 8 <= s));
            if off == 0 && target.var.is_none() && fits && !context.types.contains_key(&target.name) {
                context.types.insert(target.name.clone(), ty);
                context.note_size(&target.name, target.size);
                queue.push_back(to);
            }
        }
    }
    read.into_iter().flatten().collect()
}
