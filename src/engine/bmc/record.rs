//! Watches a replay and notes its steps in terms of the source.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::eval::{Eval, Observer};
use super::memory::Origin;
use super::obligation::{Kind, Obligation};
use super::state::{Frame, State};
use super::value::{ObjId, Ptr, Val};
use crate::base::Bits;
use crate::engine::trace::{Detail, Event, Place, Shown, Source, Step};
use crate::ilr::Term;
use crate::program::{
    BinOp, Callee, Const, DebugVarId, FileId, FuncId, Inst, InstKind, LocId, Program, TypeId, Value,
};
use crate::property::{Check, handler};

/// Most steps that a trace keeps; the last ones count.
const TRACE_LIMIT: usize = 100_000;

/// Longest text of a string constant that names it.
const TEXT_LIMIT: usize = 60;

/// What was seen so far.
#[derive(Default)]
pub struct Recorder {
    /// The run.
    pub steps: Vec<Step>,
    /// The first violation.
    pub violation: Option<(Check, Option<LocId>)>,
    /// Some place of each line.
    lines: HashMap<(FileId, u32), LocId>,
    loc: Option<LocId>,
    homes: HashMap<ObjId, DebugVarId>,
    /// Names of heap objects, in the order in which the run shows them.
    heap: HashMap<ObjId, String>,
    /// Introductions of objects that the next step mentions.
    met: Vec<Event>,
}

/// Shares the recorder with whoever started the replay.
pub struct Watch(Rc<RefCell<Recorder>>);

impl Watch {
    /// Notes into the recorder.
    pub fn new(recorder: Rc<RefCell<Recorder>>) -> Watch {
        Watch(recorder)
    }
}

fn signed(bits: &Bits) -> i64 {
    let w = bits.width().min(64);
    let v = bits.limbs()[0];
    (v << (64 - w)) as i64 >> (64 - w)
}

/// The innermost frame of the user's program, and what it called of ours on the way to the current one.
fn user_frame<'s>(program: &Program, state: &'s State) -> Option<(&'s Frame, Option<FuncId>)> {
    let mut frame = Some(&state.frame);
    let mut inside = None;
    while let Some(f) = frame {
        if !program.func(f.func).model {
            return Some((f, inside));
        }
        inside = Some(f.func);
        frame = f.parent.as_ref();
    }
    None
}

/// Place of a frame's current instruction.
fn current(program: &Program, frame: &Frame) -> Option<LocId> {
    let f = program.func(frame.func);
    let id = *f.block(frame.block).insts.get(frame.at)?;
    f.inst(id).loc.filter(|l| program.locs[l.index()].line > 0)
}

/// The characters of a constant that is a string.
fn string_constant(program: &Program, name: Value) -> Option<String> {
    let Value::Const(c) = name else { return None };
    let Const::Global(g) = program.constant(c) else { return None };
    let Const::Bytes(_, bytes) = program.constant(program.global(*g).init?) else { return None };
    let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
    std::str::from_utf8(text).ok().map(str::to_owned)
}

/// The operation whose result the sanitizer complains of, when the handler's name tells.
fn sanitizer_operation(name: &str) -> Option<BinOp> {
    let table = [("add_overflow", BinOp::Add), ("sub_overflow", BinOp::Sub), ("mul_overflow", BinOp::Mul)];
    table.into_iter().find(|(part, _)| name.contains(part)).map(|(_, op)| op)
}

/// Width and signedness of the integer types that the data of a sanitizer's handler describes, in order. A
/// descriptor is a structure of kind (0: integer), info (twice the logarithm of the width, plus signedness), name.
pub(super) fn sanitizer_types(program: &Program, data: Value) -> Vec<(u32, bool)> {
    let Value::Const(data) = data else { return Vec::new() };
    let init = |c: &Const| match c {
        Const::Global(g) => program.global(*g).init.map(|i| program.constant(i)),
        _ => None,
    };
    let Some(Const::Aggregate(_, parts)) = init(program.constant(data)) else { return Vec::new() };
    let types = parts.iter().filter_map(|part| {
        let Some(Const::Aggregate(_, fields)) = init(program.constant(*part)) else { return None };
        let number = |i: usize| match program.constant(*fields.get(i)?) {
            Const::Int(bits) => bits.to_u64(),
            Const::Zero(_) => Some(0),
            _ => None,
        };
        let (0, info) = (number(0)?, number(1)?) else { return None };
        Some((1u32.checked_shl(u32::try_from(info >> 1).ok()?)?, info & 1 == 1))
    });
    types.collect()
}

/// An operand of a sanitizer's handler, which gets it extended to a word, such that it reads well as signed.
fn fitted(bits: &Bits, ty: Option<(u32, bool)>) -> Bits {
    match ty {
        Some((width, signed)) if width <= bits.width() => {
            let v = bits.trunc(width);
            if signed { v } else { v.zext(width + 1) }
        }
        _ => bits.clone(),
    }
}

impl Recorder {
    fn add(&mut self, func: FuncId, depth: u32, inside: Option<FuncId>, event: Event) {
        if self.steps.len() >= TRACE_LIMIT {
            self.steps.drain(..TRACE_LIMIT / 2);
        }
        for met in std::mem::take(&mut self.met) {
            self.steps.push(Step { loc: self.loc, func, depth, inside: None, event: met });
        }
        self.steps.push(Step { loc: self.loc, func, depth, inside, event });
    }

    /// Notes what user code does.
    fn push(&mut self, eval: &Eval<'_>, state: &State, event: Event) {
        if !eval.program.func(state.frame.func).model {
            self.add(state.frame.func, state.frame.depth, None, event);
        }
    }

    /// Notes what user code does or has done by a library function.
    fn push_any(&mut self, eval: &Eval<'_>, state: &State, event: Event) {
        if let Some((frame, inside)) = user_frame(eval.program, state) {
            if inside.is_some() {
                self.loc = current(eval.program, frame).or(self.loc);
            }
            self.add(frame.func, frame.depth, inside, event);
        }
    }

    /// Whether the user's program can see the object.
    fn visible(eval: &Eval<'_>, state: &State, o: ObjId) -> bool {
        match eval.space.info(o).origin {
            Origin::Global(g) => !eval.program.global(g).model,
            Origin::Stack { func, .. } => !eval.program.func(func).model,
            Origin::Heap(_) | Origin::Outside | Origin::CommandLine(_) | Origin::Memory => true,
            Origin::Argument => !eval.program.func(state.frame.func).model,
            Origin::Null | Origin::Code(_) => false,
        }
    }

    fn size(eval: &Eval<'_>, o: ObjId) -> Option<u64> {
        let info = eval.space.info(o);
        info.size_const.or_else(|| eval.d.terms.as_u64(info.size))
    }

    fn object(&mut self, eval: &Eval<'_>, o: ObjId) -> String {
        let program = eval.program;
        let info = eval.space.info(o);
        match &info.origin {
            Origin::Null => "no object".to_owned(),
            Origin::Global(g) => {
                let global = program.global(*g);
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
            Origin::Code(f) => program.func(*f).source_name.clone(),
            Origin::Stack { func, .. } => match self.homes.get(&o) {
                Some(v) => program.vars[v.index()].name.clone(),
                None => format!("local object of {}", program.func(*func).source_name),
            },
            Origin::Heap(by) => {
                let number = self.heap.len() + 1;
                let mut new = false;
                let name = self.heap.entry(o).or_insert_with(|| {
                    new = true;
                    format!("{by}#{number}")
                });
                let name = name.clone();
                if new {
                    self.met.push(Event::Object(name.clone(), Recorder::size(eval, o), info.loc));
                }
                name
            }
            Origin::Argument => "argument".to_owned(),
            Origin::Outside => "memory of the environment".to_owned(),
            Origin::CommandLine(None) => "argument vector".to_owned(),
            Origin::CommandLine(Some(i)) => format!("argv[{i}]"),
            Origin::Memory => "memory".to_owned(),
        }
    }

    fn show(&mut self, eval: &Eval<'_>, v: &Val) -> Shown {
        match v {
            Val::Int(t) => eval.d.terms.as_bits(*t).map_or(Shown::Any, Shown::Bits),
            Val::Ptr(p) => match p.single() {
                Some(c) if c.obj == ObjId::NULL => match eval.d.terms.as_bits(c.off) {
                    Some(bits) if bits.is_zero() => Shown::Null,
                    Some(bits) => Shown::Bits(bits),
                    None => Shown::Any,
                },
                _ => self.place(eval, p).map_or(Shown::Any, Shown::Pointer),
            },
            Val::Agg(parts) => Shown::Parts(parts.iter().map(|p| self.show(eval, p)).collect()),
        }
    }

    fn place(&mut self, eval: &Eval<'_>, p: &Ptr) -> Option<Place> {
        let c = p.single()?;
        let off = signed(&eval.d.terms.as_bits(c.off)?);
        let var = match eval.space.info(c.obj).origin {
            Origin::Global(g) => eval.program.global(g).var,
            _ => self.homes.get(&c.obj).copied(),
        };
        Some(match var {
            Some(v) => Place::Var(v, off),
            None => Place::Object(self.object(eval, c.obj), off),
        })
    }

    fn block(&mut self, eval: &Eval<'_>, state: &State, to: &Ptr, len: Term, source: Source) {
        if to.single().is_none_or(|c| !Recorder::visible(eval, state, c.obj)) {
            return;
        }
        if let (Some(place), Some(len)) = (self.place(eval, to), eval.d.terms.as_u64(len)) {
            self.push_any(eval, state, Event::Block(place, len, source));
        }
    }

    /// Value of an operand that has been computed.
    fn operand(&mut self, eval: &Eval<'_>, frame: &Frame, v: Value) -> Shown {
        let known = match v {
            Value::Inst(i) => frame.regs[i.index()].as_ref(),
            Value::Arg(i) => frame.args.get(i as usize),
            Value::Const(c) => match eval.program.constant(c) {
                Const::Int(bits) => return Shown::Bits(bits.clone()),
                Const::Null(_) => return Shown::Null,
                _ => None,
            },
        };
        known.cloned().map_or(Shown::Any, |v| self.show(eval, &v))
    }

    /// The place of a variable's declaration when its initialiser, a constant, comes next: for such a value there is
    /// no instruction with a place.
    fn initialiser(&mut self, program: &Program, frame: &Frame, var: DebugVarId) -> Option<LocId> {
        let f = program.func(frame.func);
        let insts = f.block(frame.block).insts.get(frame.at..)?;
        let (first, rest) = insts.split_first()?;
        let InstKind::DebugValue { v: Value::Const(_), .. } = f.inst(*first).kind else { return None };
        let place = |l: LocId| program.locs[l.index()];
        let told = |k: &InstKind| !matches!(k, InstKind::DebugValue { .. } | InstKind::DebugDeclare { .. });
        let mut next = rest.iter().map(|i| f.inst(*i)).filter(|i| told(&i.kind)).filter_map(|i| i.loc);
        let next = place(next.find(|l| place(*l).line > 0)?);
        let last = place(self.loc.or(f.loc)?);
        let line = program.vars[var.index()].line;
        if next.file != last.file || line < last.line || line > next.line {
            return None;
        }
        if self.lines.is_empty() {
            let all = program.locs.iter().enumerate();
            self.lines = all.map(|(i, l)| ((l.file, l.line), LocId::new(i))).collect();
        }
        self.lines.get(&(last.file, line)).copied()
    }

    /// What the violating instruction says.
    fn detail(&mut self, eval: &Eval<'_>, state: &State, o: &Obligation) -> Detail {
        let program = eval.program;
        let mut detail = Detail::default();
        if let Some(o) = o.object {
            let name = self.object(eval, o);
            let loc = eval.space.info(o).loc;
            let made_by_statement = matches!(eval.space.info(o).origin, Origin::Heap(_));
            detail.object = Some((name, Recorder::size(eval, o), loc.filter(|_| made_by_statement)));
        }
        let frame = &state.frame;
        let f = program.func(frame.func);
        let Some(&at) = f.block(frame.block).insts.get(frame.at) else { return detail };
        match &f.inst(at).kind {
            InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. } => {
                detail.address = Some(self.operand(eval, frame, *ptr)).filter(|a| *a != Shown::Any);
            }
            InstKind::Binary { op, a, b, .. } => {
                detail.operation = Some(*op);
                detail.operands = [a, b].map(|v| self.operand(eval, frame, *v)).to_vec();
            }
            InstKind::Call { callee: Callee::Direct(g), args, .. } => {
                let g = program.func(*g);
                if handler(&g.name).is_some() {
                    detail.operation = sanitizer_operation(&g.name);
                    let types = args.first().map_or(Vec::new(), |v| sanitizer_types(program, *v));
                    for (i, v) in args.iter().skip(1).enumerate() {
                        // The type of an index comes after that of the array.
                        let i = if o.kind == Kind::Check(Check::ArrayBounds) { types.len() } else { i };
                        let ty = types.get(i).or(types.last());
                        if let Shown::Bits(bits) = self.operand(eval, frame, *v) {
                            detail.operands.push(Shown::Bits(fitted(&bits, ty.copied())));
                        }
                    }
                } else if o.kind == Kind::Check(Check::Assert) {
                    detail.text = args.iter().find_map(|v| string_constant(program, *v));
                }
            }
            _ => {}
        }
        detail
    }
}

impl Observer for Watch {
    fn step(&mut self, eval: &Eval<'_>, state: &State, inst: &Inst) -> bool {
        // Debug records and compiler-made code carry places that are not those of a statement.
        let told = !matches!(inst.kind, InstKind::DebugValue { .. } | InstKind::DebugDeclare { .. });
        if let Some(loc) = inst.loc.filter(|l| told && eval.program.locs[l.index()].line > 0)
            && !eval.program.func(state.frame.func).model
        {
            self.0.borrow_mut().loc = Some(loc);
        }
        true
    }

    fn input(&mut self, eval: &Eval<'_>, state: &State, what: &str, value: &Bits) {
        let f = eval.program.func(state.frame.func);
        let inst = f.block(state.frame.block).insts.get(state.frame.at).map(|i| &f.inst(*i).kind);
        let what = match inst {
            Some(InstKind::Call { callee: Callee::Direct(g), .. })
                if what == "undef" && !eval.program.func(*g).is_defined() =>
            {
                &eval.program.func(*g).source_name
            }
            _ => what,
        };
        self.0.borrow_mut().push_any(eval, state, Event::Input(what.to_owned(), value.clone()));
    }

    fn variable(&mut self, eval: &Eval<'_>, state: &State, var: DebugVarId, value: &Val) {
        let mut r = self.0.borrow_mut();
        let shown = r.show(eval, value);
        let before = r.loc;
        if let Some(loc) = r.initialiser(eval.program, &state.frame, var) {
            r.loc = Some(loc);
        }
        r.push(eval, state, Event::Assign(Place::Var(var, 0), shown, None));
        r.loc = before;
    }

    fn declare(&mut self, _eval: &Eval<'_>, _state: &State, var: DebugVarId, at: &Ptr) {
        if let Some(c) = at.single() {
            self.0.borrow_mut().homes.insert(c.obj, var);
        }
    }

    fn call(&mut self, eval: &Eval<'_>, state: &State, func: FuncId) {
        if eval.program.func(func).model {
            return;
        }
        let mut r = self.0.borrow_mut();
        let args = state.frame.args.iter().map(|a| r.show(eval, a)).collect();
        let called_by = state.frame.parent.as_ref().map(|f| f.func);
        let inside = called_by.filter(|f| eval.program.func(*f).model);
        r.add(func, state.frame.depth, inside, Event::Call(func, args));
    }

    fn ret(&mut self, eval: &Eval<'_>, state: &State, value: Option<&Val>) {
        if eval.program.func(state.frame.func).model {
            return;
        }
        let mut r = self.0.borrow_mut();
        let shown = value.map(|v| r.show(eval, v));
        r.push(eval, state, Event::Return(state.frame.func, shown));
        // What follows is still the statement of the call.
        let caller = state.frame.parent.as_ref().filter(|f| !eval.program.func(f.func).model);
        r.loc = caller.and_then(|f| current(eval.program, f)).or(r.loc);
    }

    fn store(&mut self, eval: &Eval<'_>, state: &State, to: &Ptr, ty: TypeId, value: &Val) {
        if to.single().is_none_or(|c| !Recorder::visible(eval, state, c.obj)) {
            return;
        }
        let mut r = self.0.borrow_mut();
        let shown = r.show(eval, value);
        if let Some(place) = r.place(eval, to) {
            r.push_any(eval, state, Event::Assign(place, shown, Some(ty)));
        }
    }

    fn copied(&mut self, eval: &Eval<'_>, state: &State, to: &Ptr, from: &Ptr, len: Term) {
        let mut r = self.0.borrow_mut();
        let known = from.single().is_some_and(|c| Recorder::visible(eval, state, c.obj));
        let source = r.place(eval, from).filter(|_| known).map_or(Source::Any, Source::Place);
        r.block(eval, state, to, len, source);
    }

    fn filled(&mut self, eval: &Eval<'_>, state: &State, to: &Ptr, byte: Term, len: Term) {
        let source = eval.d.terms.as_bits(byte).map_or(Source::Any, Source::Byte);
        self.0.borrow_mut().block(eval, state, to, len, source);
    }

    fn violation(&mut self, eval: &Eval<'_>, state: &State, o: &Obligation) {
        let Kind::Check(check) = o.kind else { return };
        let mut r = self.0.borrow_mut();
        if r.violation.is_some() {
            return;
        }
        r.violation = Some((check, o.loc));
        if o.loc.is_some() {
            r.loc = o.loc;
        }
        let detail = r.detail(eval, state, o);
        let (func, depth, inside) = match user_frame(eval.program, state) {
            Some((frame, inside)) => (frame.func, frame.depth, inside),
            // At the end of the program nothing of it runs any more.
            None => (eval.options.entry, 0, None),
        };
        r.add(func, depth, inside, Event::Violation(check, detail));
    }
}
