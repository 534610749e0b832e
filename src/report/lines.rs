//! A run as lines in terms of the source, for people and for tools alike.

use std::collections::HashMap;

use super::layout::{Want, leaves, pointee};
use super::value::{self, ObjectTypes};
use crate::base::Bits;
use crate::engine::record::{Detail, Event, Party, Place, Record, Shown, Source, Step};
use crate::program::{
    BinOp, Const, ConstId, DebugTypeId, DebugVarId, FuncId, LocId, OUTSIDE, Program, TypeId, outside_words,
};
use crate::property::Check;

/// The content of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum LineKind {
    Call,
    Return,
    Input,
    Assign,
    Object,
    Read,
    Visible,
    Free,
    Branch,
    Skipped,
    Proposition,
    Cycle,
    Violation,
}

impl LineKind {
    /// Name for tools.
    pub fn name(self) -> &'static str {
        match self {
            LineKind::Call => "call",
            LineKind::Return => "return",
            LineKind::Input => "input",
            LineKind::Assign => "assign",
            LineKind::Object => "object",
            LineKind::Read => "read",
            LineKind::Visible => "visible",
            LineKind::Free => "free",
            LineKind::Branch => "branch",
            LineKind::Skipped => "skipped",
            LineKind::Proposition => "proposition",
            LineKind::Cycle => "cycle",
            LineKind::Violation => "violation",
        }
    }
}

/// The name of a library function as programs call it.
pub fn library_name(p: &Program, f: FuncId) -> &str {
    let name = p.func(f).source_name.as_str();
    let operators = [
        ("_Znwm", "operator new"),
        ("_Znwj", "operator new"),
        ("_Znam", "operator new[]"),
        ("_Znaj", "operator new[]"),
        ("_ZdlPv", "operator delete"),
        ("_ZdaPv", "operator delete[]"),
    ];
    if let Some((_, operator)) = operators.iter().find(|(symbol, _)| name.starts_with(symbol)) {
        return operator;
    }
    ["__isoc99_", "__isoc23_"].iter().find_map(|x| name.strip_prefix(x)).unwrap_or(name)
}

/// One line of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its content.
    pub kind: LineKind,
    /// Source place.
    pub loc: Option<LocId>,
    /// Running function of the program.
    pub func: FuncId,
    /// Library function, called by it, that does it.
    pub inside: Option<FuncId>,
    /// Number of callers.
    pub depth: u32,
    /// The thread, where there are several.
    pub thread: Option<u32>,
    /// What gets a value, or what is called, asked or met.
    pub target: Option<String>,
    /// Its value, as its type reads it.
    pub value: Option<String>,
    /// All of it in words.
    pub text: String,
    /// How often it happens in a row.
    pub times: u32,
}

/// What the steps so far say about objects and variables.
#[derive(Default)]
pub struct Context {
    /// Element types of heap objects, learned from the pointers that point to them.
    pub types: HashMap<String, DebugTypeId>,
    /// Sizes of heap objects.
    sizes: HashMap<String, u64>,
    /// Current values of variables in registers, by thread and depth of the call.
    current: HashMap<(u32, u32, DebugVarId), Shown>,
    /// The values of parts of variables that lines have shown since the last call or return.
    told: HashMap<String, String>,
}

impl Context {
    /// Notes the size of an object.
    pub fn note_size(&mut self, name: &str, size: Option<u64>) {
        if let Some(size) = size {
            self.sizes.insert(name.to_owned(), size);
        }
    }
}

impl ObjectTypes for Context {
    fn element(&self, p: &Program, object: &str, off: i64) -> Option<(String, DebugTypeId, i64)> {
        let ty = *self.types.get(object)?;
        let size = i64::try_from(p.size_bits(ty)? / 8).ok().filter(|s| *s > 0)?;
        if self.sizes.get(object).is_some_and(|s| i64::try_from(*s) == Ok(size)) {
            return Some((object.to_owned(), ty, off));
        }
        Some((format!("{object}[{}]", off.div_euclid(size)), ty, off.rem_euclid(size)))
    }
}

/// Values that the program never set, as the engine names them.
fn input_words(what: &str) -> Option<&'static str> {
    Some(match what {
        "undef" => "uninitialised value",
        "unspecified" => "unspecified value",
        "beyond" => "value read outside of every object",
        "any byte" | "any bytes" => "value from the environment",
        "choice" => "choice of the library",
        "argument" => "argument of the entry function",
        _ => return outside_words(what),
    })
}

fn operator(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Udiv | BinOp::Sdiv => "/",
        BinOp::Urem | BinOp::Srem => "%",
        BinOp::Shl => "<<",
        BinOp::Lshr | BinOp::Ashr => ">>",
        BinOp::And => "&",
        BinOp::Or => "|",
        BinOp::Xor => "^",
    }
}

fn bytes(n: u64) -> String {
    if n == 1 { "1 byte".to_owned() } else { format!("{n} bytes") }
}

/// `FILE:LINE` of a place.
pub fn place(p: &Program, loc: LocId) -> String {
    let l = p.locs[loc.index()];
    format!("{}:{}", p.files[l.file.index()], l.line)
}

/// A part of a value that was written to memory: its name and value.
type Part = (String, String);

struct Teller<'p> {
    p: &'p Program,
    context: Context,
    /// Parameters of functions, in order.
    params: HashMap<FuncId, Vec<DebugVarId>>,
    /// Running functions with their depths, innermost last.
    active: Vec<(u32, FuncId)>,
    /// Depth at which the known part of the run begins.
    base: u32,
    /// The thread whose these are, and what is known of the others.
    thread: u32,
    others: HashMap<u32, (Vec<(u32, FuncId)>, u32)>,
    /// Whether there are several threads.
    several: bool,
    lines: Vec<Line>,
    origins: Vec<Origin>,
    /// The number of the current step.
    step: usize,
}

/// Where a line comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The step of the run, the first one of several.
    pub step: usize,
    /// Parameters that get values, of a call.
    pub parameters: Vec<(String, String)>,
}

/// A run as lines, with all that is known in the end.
pub struct Transcript {
    /// The lines.
    pub lines: Vec<Line>,
    /// Of each line, where it comes from.
    pub origins: Vec<Origin>,
    /// What was learned of objects.
    pub context: Context,
}

/// The lines of a run. Announcements that change nothing are left out, equal neighbours are one line.
pub fn lines(p: &Program, record: &Record) -> Vec<Line> {
    transcript(p, record, false).lines
}

/// The same with where the lines come from, and with branches on request.
pub fn transcript(p: &Program, record: &Record, branches: bool) -> Transcript {
    let mut params: HashMap<FuncId, Vec<(u32, DebugVarId)>> = HashMap::new();
    for (i, v) in p.vars.iter().enumerate() {
        if let (Some(f), Some(n)) = (v.func, v.param) {
            params.entry(f).or_default().push((n, DebugVarId::new(i)));
        }
    }
    let params = params.into_iter().map(|(f, mut list)| {
        list.sort_unstable();
        list.dedup_by_key(|x| x.0);
        (f, list.into_iter().map(|x| x.1).collect())
    });
    let mut teller = Teller {
        p,
        context: Context::default(),
        params: params.collect(),
        active: Vec::new(),
        base: record.shown().next().map_or(0, |s| s.depth),
        thread: record.shown().next().map_or(0, |s| s.thread),
        others: HashMap::new(),
        several: record.has_threads(),
        lines: Vec::new(),
        origins: Vec::new(),
        step: 0,
    };
    for (i, step) in record.steps.iter().enumerate() {
        teller.step = i;
        if step.shown && (branches || !matches!(step.event, Event::Branch { .. })) {
            teller.tell(step);
        }
        teller.origins.resize(teller.lines.len(), Origin { step: i, ..Origin::default() });
    }
    Transcript { lines: teller.lines, origins: teller.origins, context: teller.context }
}

impl Teller<'_> {
    fn add(&mut self, line: Line) {
        match self.lines.last_mut() {
            Some(last) if Line { times: 1, ..last.clone() } == line => last.times += 1,
            _ => self.lines.push(line),
        }
    }

    fn line(&self, step: &Step, kind: LineKind, text: String) -> Line {
        Line {
            kind,
            loc: step.loc.or(self.p.func(step.func).loc),
            func: step.func,
            inside: step.inside,
            // Library functions between those of the program do not count.
            depth: self.base + self.active.len().saturating_sub(1) as u32,
            thread: self.several.then_some(step.thread),
            target: None,
            value: None,
            text,
            times: 1,
        }
    }

    fn say(&mut self, step: &Step, kind: LineKind, target: &str, value: Option<String>, text: String) {
        let line = Line { target: Some(target.to_owned()), value, ..self.line(step, kind, text) };
        self.add(line);
    }

    fn name(&self, f: FuncId) -> String {
        self.p.func(f).source_name.clone()
    }

    /// Remembers the type that a pointer gives the heap object that it points to.
    fn learn(&mut self, v: &Shown, ty: Option<DebugTypeId>) {
        let Shown::Pointer(Place::Object(name, 0)) = v else { return };
        let Some(&size) = self.context.sizes.get(name) else { return };
        let Some(to) = pointee(self.p, ty) else { return };
        let Some(bits) = self.p.size_bits(to).filter(|b| *b > 0 && b / 8 <= size) else { return };
        let known = self.context.types.get(name).and_then(|t| self.p.size_bits(*t));
        if known.is_some_and(|k| k >= bits) {
            return;
        }
        self.context.types.insert(name.clone(), to);
    }

    fn value(&mut self, v: &Shown, ty: Option<DebugTypeId>) -> String {
        self.learn(v, ty);
        value::value(self.p, &self.context, v, ty)
    }

    /// Keeps track of calls. Returns the caller if the step is a call.
    fn follow(&mut self, step: &Step) -> Option<FuncId> {
        let call = matches!(step.event, Event::Call(..));
        while self.active.last().is_some_and(|a| a.0 > step.depth || (call && a.0 == step.depth)) {
            self.active.pop();
        }
        let caller = self.active.last().map(|a| a.1).filter(|_| call);
        if self.active.last().is_none_or(|a| a.0 < step.depth) {
            self.active.push((step.depth, step.func));
        }
        caller
    }

    /// Another thread goes on.
    fn switch(&mut self, step: &Step) {
        if step.thread == self.thread {
            return;
        }
        let next = self.others.remove(&step.thread).unwrap_or((Vec::new(), 0));
        let old = std::mem::replace(&mut self.active, next.0);
        self.others.insert(self.thread, (old, self.base));
        (self.base, self.thread) = (next.1, step.thread);
    }

    fn tell(&mut self, step: &Step) {
        self.switch(step);
        let caller = self.follow(step);
        if matches!(step.event, Event::Call(..) | Event::Return(..)) {
            self.context.told.clear();
        }
        match &step.event {
            Event::Call(f, args) => self.call(step, caller, *f, args),
            Event::Library(f, args) => {
                let args: Vec<String> = args.iter().map(|arg| self.value(arg, None)).collect();
                let (name, list) = (library_name(self.p, *f).to_owned(), args.join(", "));
                let text = format!("call {name}({list})");
                self.say(step, LineKind::Call, &name, Some(list), text);
            }
            Event::Return(f, v) => {
                let text = match v {
                    Some(v) => format!("return {}", self.value(v, None)),
                    None => "return".to_owned(),
                };
                let shown = v.as_ref().map(|v| value::value(self.p, &self.context, v, None));
                let name = self.name(*f);
                self.say(step, LineKind::Return, &name, shown, text);
            }
            Event::Input { what, value, .. } => self.input(step, what, value),
            Event::Object(name, size, made) => {
                if let Some(size) = size {
                    self.context.sizes.insert(name.clone(), *size);
                }
                let text = self.object_words(name, *size, *made);
                self.say(step, LineKind::Object, name, size.map(|s| s.to_string()), text);
            }
            Event::Reads { at, value, thread, stored } => {
                let from = stored.map_or(String::new(), |loc| format!(" ({})", self.near(step, loc)));
                for (target, text) in self.parts(at, value, self.bits_of(value, None)) {
                    let all = format!("reads {target} = {text} of thread {thread}{from}");
                    self.say(step, LineKind::Read, &target, Some(text), all);
                }
            }
            Event::Visible(at, shown) => {
                for (target, text) in self.parts(at, shown, self.bits_of(shown, None)) {
                    let all = format!("others see {target} = {text}");
                    self.say(step, LineKind::Visible, &target, Some(text), all);
                }
            }
            Event::Freed(name) => {
                self.say(step, LineKind::Free, name, None, format!("free {name}"));
            }
            Event::Branch { at: None, .. } | Event::Untracked => {}
            Event::Branch { at: Some(to), .. } => {
                let at = self.near(step, *to);
                let line = self.line(step, LineKind::Branch, format!("goes on at {at}"));
                self.add(Line { value: Some(at), ..line });
            }
            Event::Assign(Place::Var(v, 0), shown, None) => self.register(step, *v, shown),
            Event::Assign(at, shown, ty) => self.memory(step, at, shown, *ty),
            Event::Block(at, len, source) => self.block(step, at, *len, source),
            Event::Skipped(operations) => {
                let text = format!("... {operations} operations of the machine");
                self.add(Line {
                    value: Some(operations.to_string()),
                    ..self.line(step, LineKind::Skipped, text)
                });
            }
            Event::Proposition(name, holds) => {
                let text = format!("{name} is {holds}");
                self.say(step, LineKind::Proposition, name, Some(holds.to_string()), text);
            }
            Event::Cycle => {
                let line = self.line(step, LineKind::Cycle, "what follows repeats for ever".to_owned());
                self.add(line);
            }
            Event::Stays => {
                let line = self.line(step, LineKind::Cycle, "the program stays as it is".to_owned());
                self.add(line);
            }
            Event::Violation(check, detail) => self.violation(step, *check, detail),
        }
    }

    /// A place; of one in the same file as a step, the line.
    fn near(&self, step: &Step, to: LocId) -> String {
        let near = step.loc.is_some_and(|l| self.p.locs[l.index()].file == self.p.locs[to.index()].file);
        if near { format!("line {}", self.p.locs[to.index()].line) } else { place(self.p, to) }
    }

    fn call(&mut self, step: &Step, caller: Option<FuncId>, f: FuncId, args: &[Shown]) {
        self.context.current.retain(|(thread, depth, _), _| *thread != step.thread || *depth < step.depth);
        let hidden = usize::from(self.p.func(f).params.first().is_some_and(|x| x.attrs.sret.is_some()));
        let args = args.get(hidden..).unwrap_or_default();
        let params = self.params.get(&f).cloned().unwrap_or_default();
        // Structures by value may be passed in pieces: then positions say nothing.
        let known = params.len() == args.len();
        let mut shown = Vec::new();
        let mut parameters = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let var = params.get(i).filter(|_| known).map(|v| (*v, self.p.vars[v.index()].clone()));
            match var {
                Some((v, var)) => {
                    let value = self.value(arg, var.ty);
                    shown.push(format!("{} = {value}", var.name));
                    parameters.push((var.name, value));
                    self.context.current.insert((step.thread, step.depth, v), arg.clone());
                }
                None => shown.push(self.value(arg, None)),
            }
        }
        let name = self.name(f);
        let list = shown.join(", ");
        let text = format!("call {name}({list})");
        // The call is the caller's statement.
        let line = self.line(step, LineKind::Call, text);
        let line = Line {
            target: Some(name),
            value: Some(list),
            depth: line.depth.saturating_sub(u32::from(caller.is_some())),
            func: caller.unwrap_or(step.func),
            ..line
        };
        self.add(line);
        if self.origins.len() < self.lines.len() {
            self.origins.push(Origin { step: self.step, parameters });
        }
    }

    fn input(&mut self, step: &Step, what: &str, bits: &Bits) {
        let (target, shown) = match (what, input_words(what)) {
            ("whether allocation fails", _) => {
                let result = if bits.is_zero() { "succeeds" } else { "fails" };
                let text = format!("allocation {result}");
                self.say(step, LineKind::Input, "allocation", Some(result.to_owned()), text);
                return;
            }
            (name, Some(words)) if name.starts_with(OUTSIDE) => {
                let ty = name.rsplit('.').next().unwrap_or_default();
                (words.to_owned(), value::input(ty, bits))
            }
            (_, Some(words)) => (words.to_owned(), bits.to_signed_string()),
            (name, None) if name.starts_with("argv[") => (name.to_owned(), value::string(bits)),
            (name, None) => (format!("{name}()"), value::input(name, bits)),
        };
        let text = format!("{target} = {shown}");
        self.say(step, LineKind::Input, &target, Some(shown), text);
    }

    /// A variable in a register has a value.
    fn register(&mut self, step: &Step, v: DebugVarId, shown: &Shown) {
        if *shown == Shown::Any {
            return;
        }
        let key = (step.thread, step.depth, v);
        if self.context.current.get(&key) == Some(shown) {
            return;
        }
        self.context.current.insert(key, shown.clone());
        let var = self.p.vars[v.index()].clone();
        let text = self.value(shown, var.ty);
        let all = format!("{} = {text}", var.name);
        self.say(step, LineKind::Assign, &var.name, Some(text), all);
    }

    /// A scalar is written to memory.
    fn memory(&mut self, step: &Step, at: &Place, shown: &Shown, ty: Option<TypeId>) {
        if let Place::Var(v, 0) = at
            && self.p.vars[v.index()].param.is_some()
            && self.context.current.remove(&(step.thread, step.depth, *v)).as_ref() == Some(shown)
        {
            // An argument goes to its home.
            return;
        }
        let mut parts = self.parts(at, shown, self.bits_of(shown, ty));
        if parts.len() > 1 {
            // Neighbours of a bit-field are written back as they were.
            let told = &self.context.told;
            let news: Vec<Part> = parts.iter().filter(|x| told.get(&x.0) != Some(&x.1)).cloned().collect();
            if !news.is_empty() {
                parts = news;
            }
        }
        for (target, text) in parts {
            self.context.told.insert(target.clone(), text.clone());
            let all = format!("{target} = {text}");
            self.say(step, LineKind::Assign, &target, Some(text), all);
        }
    }

    /// The bits that a value of a type has in memory; none where they are not known.
    fn bits_of(&self, shown: &Shown, ty: Option<TypeId>) -> u64 {
        match (shown, ty) {
            (Shown::Bits(b), _) => u64::from(b.width()).next_multiple_of(8),
            (Shown::Pointer(_) | Shown::Null, _) => u64::from(self.p.target.pointer_bits),
            (_, Some(t)) => self.p.types.layout(t).store_size * 8,
            (_, None) => 0,
        }
    }

    /// Splits what is written into the scalars that the source knows.
    fn parts(&mut self, at: &Place, shown: &Shown, bits: u64) -> Vec<Part> {
        let (name, ty, off) = match at {
            Place::Var(v, off) => {
                let var = &self.p.vars[v.index()];
                (var.name.clone(), var.ty, *off)
            }
            Place::Object(name, off) => match self.context.element(self.p, name, *off) {
                Some((path, ty, off)) => (path, Some(ty), off),
                None => (name.clone(), None, *off),
            },
        };
        let whole = |teller: &mut Self| {
            let target = match bits / 8 {
                _ if off == 0 && ty.is_none() => name.clone(),
                0 | 1 => format!("byte {off} of {name}"),
                n => format!("bytes {off}..{} of {name}", i128::from(off) + i128::from(n)),
            };
            vec![(target, teller.value(shown, None))]
        };
        let (Some(ty), Ok(start)) = (ty, u64::try_from(off).map(|o| o.saturating_mul(8))) else {
            return whole(self);
        };
        let mut found = leaves(self.p, &name, ty, start..start.saturating_add(bits));
        if let [leaf] = found.as_slice()
            && (leaf.start, leaf.bits) == (start, bits)
        {
            let leaf = leaf.clone();
            return vec![(leaf.path, self.value(shown, Some(leaf.ty)))];
        }
        let Shown::Bits(all) = shown else { return whole(self) };
        found.retain(|l| l.start >= start && l.start + l.bits <= start + bits && l.bits > 0);
        if found.is_empty() {
            return whole(self);
        }
        let all = all.zext(u32::try_from(bits).unwrap_or(all.width()).max(all.width()));
        let cut = |leaf: &super::layout::Leaf| {
            let low = match self.p.target.big_endian {
                true => start + bits - leaf.start - leaf.bits,
                false => leaf.start - start,
            };
            let (low, width) = (u32::try_from(low).ok()?, u32::try_from(leaf.bits).ok()?);
            Some(all.extract(low + width - 1, low))
        };
        let cuts = found.iter().filter_map(|leaf| Some((leaf, cut(leaf)?)));
        cuts.map(|(leaf, part)| (leaf.path.clone(), value::scalar(self.p, &part, Some(leaf.ty)))).collect()
    }

    fn block(&mut self, step: &Step, at: &Place, len: u64, source: &Source) {
        self.context.told.clear();
        let want = Want::Bytes(len);
        let target = value::place(self.p, &self.context, at, want);
        let value = match source {
            Source::Place(Place::Object(name, 0)) if self.compiled(name) => {
                let value = self.constant_copy(name, at, len);
                value.unwrap_or_else(|| format!("{} of its initial value", bytes(len)))
            }
            Source::Place(Place::Object(name, 0)) if name.starts_with('"') && self.whole(at, len) => {
                name.clone()
            }
            Source::Place(from) => {
                let name = value::place(self.p, &self.context, from, want);
                match self.part(at, len) && self.part(from, len) {
                    true => name,
                    false => format!("{} of {name}", bytes(len)),
                }
            }
            Source::Byte(b) if b.is_zero() && self.whole(at, len) => "{0}".to_owned(),
            Source::Byte(b) => format!("{}, each 0x{:x}", bytes(len), b.to_big()),
            Source::Any => bytes(len),
        };
        let text = format!("{target} = {value}");
        self.say(step, LineKind::Assign, &target, Some(value), text);
    }

    /// Whether this number of bytes is the size of the variable.
    fn whole(&self, at: &Place, len: u64) -> bool {
        let Place::Var(v, 0) = at else { return false };
        self.p.vars[v.index()].ty.and_then(|t| self.p.size_bits(t)) == len.checked_mul(8)
    }

    /// Whether this number of bytes is the size of a part of a variable, by its source type.
    fn part(&self, at: &Place, len: u64) -> bool {
        let (v, off) = match at {
            Place::Var(v, off) => (v, off),
            Place::Object(name, off) => {
                let element = self.context.element(self.p, name, *off);
                return element
                    .is_some_and(|(_, ty, off)| off == 0 && self.p.size_bits(ty) == len.checked_mul(8));
            }
        };
        let Some(ty) = self.p.vars[v.index()].ty else { return false };
        let bits = len.saturating_mul(8);
        let Ok(start) = u64::try_from(*off).map(|o| o.saturating_mul(8)) else { return false };
        if self.whole(at, len) {
            return true;
        }
        matches!(leaves(self.p, "", ty, start..start.saturating_add(bits)).as_slice(),
            [leaf] if (leaf.start, leaf.bits) == (start, bits))
    }

    /// Whether an object is the compiler's: the initial value of a local variable.
    fn compiled(&self, name: &str) -> bool {
        name.starts_with("__const.")
    }

    /// The initial value of a variable that is copied from a constant of the compiler.
    fn constant_copy(&self, name: &str, to: &Place, len: u64) -> Option<String> {
        let g = self.p.globals.iter().find(|g| g.name == name && g.constant && g.var.is_none())?;
        let Place::Var(v, 0) = to else { return None };
        if !self.whole(to, len) {
            return None;
        }
        let mut budget = 256;
        let ty = self.p.vars[v.index()].ty;
        let shown = match self.p.constant(g.init?) {
            Const::Zero(_) => return Some("{0}".to_owned()),
            _ => self.constant(g.init?, &mut budget)?,
        };
        value::readable(self.p, &shown, ty).then(|| value::value(self.p, &self.context, &shown, ty))
    }

    fn constant(&self, c: ConstId, budget: &mut u32) -> Option<Shown> {
        constant(self.p, c, budget)
    }

    fn object_words(&self, name: &str, size: Option<u64>, made: Option<LocId>) -> String {
        let size =
            size.map_or("an object of unknown size".to_owned(), |s| format!("an object of {}", bytes(s)));
        let made = made.map_or(String::new(), |l| format!(", made at {}", place(self.p, l)));
        format!("{name} is {size}{made}")
    }

    fn violation(&mut self, step: &Step, check: Check, detail: &Detail) {
        let text = format!("violated: {}", self.violation_words(check, detail));
        let object = detail.object.as_ref().map(|o| o.0.clone());
        let line = Line {
            target: object,
            value: Some(check.name().to_owned()),
            ..self.line(step, LineKind::Violation, text)
        };
        self.add(line);
    }

    fn party(&self, party: &Party) -> String {
        let kind = if party.atomic { "atomic " } else { "" };
        let kind = format!("{kind}{}", if party.write { "write" } else { "read" });
        let at = party.loc.map_or_else(|| "an unknown place".to_owned(), |l| place(self.p, l));
        let thread = party.thread.map_or("?", |f| &self.p.func(f).source_name);
        format!("{kind} of {} at {at} by the thread of {thread}", bytes(party.size))
    }

    fn violation_words(&mut self, check: Check, detail: &Detail) -> String {
        let mut words = check.words().to_owned();
        if let Some(text) = &detail.text {
            words.push_str(&format!(": {text}"));
        }
        let operands: Vec<String> = detail.operands.iter().map(|v| self.value(v, None)).collect();
        match (detail.operation, operands.as_slice()) {
            (Some(op), [a, b]) => words.push_str(&format!(": {a} {} {b}", operator(op))),
            (None, [index]) if check == Check::ArrayBounds => words.push_str(&format!(": index {index}")),
            (None, [a, b]) if matches!(check, Check::DivisionByZero | Check::DivisionOverflow) => {
                words.push_str(&format!(": {a} divided by {b}"));
            }
            (None, [a, b]) if matches!(check, Check::Shift | Check::ShiftBase) => {
                words.push_str(&format!(": {a} shifted by {b}"));
            }
            (None, [a]) if check == Check::InvalidValue => words.push_str(&format!(": {a}")),
            (None, [a]) if check == Check::SignedOverflow => words.push_str(&format!(": -({a})")),
            (None, list @ [_, ..]) => words.push_str(&format!(": operands {}", list.join(", "))),
            _ => {}
        }
        if let Some(parties) = &detail.parties {
            let list: Vec<String> = parties.iter().map(|p| self.party(p)).collect();
            words.push_str(&format!(": {}", list.join(", ")));
        }
        if let Some(address) = &detail.address {
            let what = match check {
                Check::InvalidValue | Check::Uninit => "read from",
                _ => "address:",
            };
            words.push_str(&format!("; {what} {}", self.value(address, None)));
        }
        if let Some((name, size, made)) = &detail.object {
            let mut facts = Vec::new();
            facts.extend(size.map(bytes));
            facts.extend(made.map(|l| format!("made at {}", place(self.p, l))));
            words.push_str(&format!("; object: {name}"));
            if !facts.is_empty() {
                words.push_str(&format!(" ({})", facts.join(", ")));
            }
        }
        words
    }
}

/// The value of a constant, unless it is large or no value of the source.
pub fn constant(p: &Program, c: ConstId, budget: &mut u32) -> Option<Shown> {
    *budget = budget.checked_sub(1)?;
    Some(match p.constant(c) {
        Const::Int(b) | Const::Float(_, b) => Shown::Bits(b.clone()),
        Const::Null(_) => Shown::Null,
        Const::Bytes(_, list) if list.len() <= 64 => {
            Shown::Parts(list.iter().map(|b| Shown::Bits(Bits::new(8, u64::from(*b)))).collect())
        }
        Const::Aggregate(_, parts) => {
            Shown::Parts(parts.iter().map(|c| constant(p, *c, budget)).collect::<Option<_>>()?)
        }
        Const::Global(g) => match p.global(*g).var {
            Some(v) => Shown::Pointer(Place::Var(v, 0)),
            None => Shown::Pointer(Place::Object(p.global(*g).name.clone(), 0)),
        },
        Const::Func(f) => Shown::Pointer(Place::Object(p.func(*f).source_name.clone(), 0)),
        _ => return None,
    })
}
