//! Makes witnesses of verdicts and records.

mod branches;
pub mod harness;

pub use branches::Places;

use std::collections::HashMap;

use crate::base::Bits;
use crate::engine::record::{Event, Place, Record, Shown, Step};
use crate::program::{BlockId, FloatKind, FuncId, LocId, Program, Type, TypeId};
use crate::witness::source::Source;
use crate::witness::{Branch, Content, Invariant, Location, Requirement, Segment, Waypoint};

/// Most branches in a witness; the inputs alone determine a run, but following them costs more.
const BRANCHES: usize = 1000;

/// Most inputs.
const INPUTS: usize = 20_000;

/// An invariant that an engine has used: where it holds, and what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// Whether it is one of the loop that stands there.
    pub of_loop: bool,
    /// The file, as the inputs name it.
    pub file: String,
    /// Line.
    pub line: u32,
    /// Column of the first character of the statement, if it is known.
    pub column: Option<u32>,
    /// The function around it.
    pub function: String,
    /// A C expression over variables in scope there.
    pub expression: String,
}

/// What a correctness witness says of a program: these invariants, which may be none.
pub fn correctness(known: &[Known]) -> Content {
    let invariant = |k: &Known| Invariant {
        of_loop: k.of_loop,
        location: Location {
            file: k.file.clone(),
            line: k.line,
            column: k.column,
            offset: None,
            function: Some(k.function.clone()),
        },
        expression: k.expression.clone(),
    };
    Content::Correctness(known.iter().map(invariant).collect())
}

/// Whether a function of the environment returns numbers without a sign, as its name or its declaration says.
fn is_unsigned(sources: &[Source], name: &str) -> bool {
    let unsigned = |word: &str| {
        let word = word.to_ascii_lowercase();
        let exact = [
            "unsigned",
            "size_t",
            "_bool",
            "bool",
            "uint",
            "uchar",
            "ushort",
            "ulong",
            "ulonglong",
            "u8",
            "u16",
            "u32",
            "u64",
            "u128",
            "pointer",
            "unsigned_int",
            "uint128",
        ];
        let typed = |prefix: &str| {
            word.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        exact.contains(&word.as_str()) || typed("uint") || typed("__uint")
    };
    let suffix =
        ["__VERIFIER_nondet_", "nondet_", "__CPROVER_nondet_"].iter().find_map(|p| name.strip_prefix(p));
    if let Some(suffix) = suffix {
        return unsigned(suffix);
    }
    // The words before its name where it is declared.
    sources.iter().any(|s| {
        (0..s.tokens.len()).any(|t| {
            let before = |n: usize| t.checked_sub(n).map_or("", |b| s.word(b));
            s.word(t) == name
                && s.word(t + 1) == "("
                && (1..=4)
                    .map(before)
                    .take_while(|w| !matches!(*w, ";" | "}" | ")" | "=" | "(" | ","))
                    .any(unsigned)
        })
    })
}

/// A number that a C program and ACSL read alike; `None` where there is none.
pub fn constant(
    program: &Program,
    sources: &[Source],
    callee: &str,
    ty: TypeId,
    value: &Bits,
) -> Option<String> {
    match program.types.get(ty) {
        Type::Int(width) => {
            let value = value.trunc((*width).min(value.width()));
            let negative = value.is_negative() && !is_unsigned(sources, callee) && *width > 1;
            Some(if negative { format!("-{}", value.neg().to_big()) } else { value.to_big().to_string() })
        }
        Type::Float(kind) => float(*kind, value),
        Type::Ptr(_) => value.is_zero().then(|| "0".to_owned()),
        _ => None,
    }
}

/// A finite number such that reading it gives the same again.
fn float(kind: FloatKind, value: &Bits) -> Option<String> {
    let bits = value.to_u64()?;
    match kind {
        FloatKind::Single => {
            let number = f32::from_bits(bits as u32);
            number.is_finite().then(|| format!("{number:?}f"))
        }
        FloatKind::Double => {
            let number = f64::from_bits(bits);
            number.is_finite().then(|| format!("{number:?}"))
        }
        _ => None,
    }
}

struct WitnessWriter<'a> {
    places: Places<'a>,
    record: &'a Record,
    has_threads: bool,
    segments: Vec<Segment>,
    branches: usize,
    inputs: usize,
    /// For the active calls of each thread: whether the witness mentions them.
    entered: HashMap<u32, Vec<bool>>,
}

impl WitnessWriter<'_> {
    fn location(&self, source: usize, token: usize, func: FuncId) -> Location {
        let s = &self.places.sources[source];
        let (line, column) = s.position(token);
        let function = Some(self.places.program.func(func).source_name.clone());
        let offset = s.tokens.get(token).map(|t| t.start as u32);
        Location { file: s.name.clone(), line, column: Some(column), offset, function }
    }

    fn add(&mut self, step: &Step, source: usize, token: usize, requirement: Requirement) {
        let location = self.location(source, token, step.func);
        let thread = self.has_threads.then_some(step.thread);
        let follow = Waypoint { requirement, location, automaton: false, thread, creates: None };
        self.segments.push(Segment { avoid: Vec::new(), follow });
    }

    fn input(&mut self, step: &Step, callee: FuncId, ty: TypeId, value: &Bits) {
        let program = self.places.program;
        let name = &program.func(callee).source_name;
        let Some((source, token)) = self.places.token(step.loc) else { return };
        let Some(close) = self.places.sources[source].call_at(token, name) else { return };
        let Some(value) = constant(program, self.places.sources, name, ty, value) else { return };
        if self.inputs < INPUTS {
            self.inputs += 1;
            let relation = "==".to_owned();
            self.add(
                step,
                source,
                close,
                Requirement::Return { callee: Some(name.clone()), relation, value },
            );
            // Of operations automata name the start.
            let start = self.places.sources[source].tokens[token].start;
            if let Some(last) = self.segments.last_mut() {
                last.follow.location.offset = Some(start as u32);
            }
        }
    }

    /// A condition of the source, or a `switch`, goes on in a way.
    fn branch(&mut self, step: &Step, (from, to): (BlockId, BlockId), value: &Bits, format: Format) {
        if self.branches >= BRANCHES {
            return;
        }
        let shown = match value.is_negative() && value.width() > 1 {
            true => format!("-{}", value.neg().to_big()),
            false => value.to_big().to_string(),
        };
        let found = self.places.branching(step.func, from, to, &shown);
        // An automaton has no words for a `switch`.
        let said = |b: &Branch| format == Format::Waypoints || matches!(b, Branch::Holds(_));
        if let Some((source, keyword, branch)) = found.filter(|f| said(&f.2)) {
            self.branches += 1;
            self.add(step, source, keyword, Requirement::Branching(branch));
        }
    }

    /// A call of a function of the program by its name, which only automata contain.
    fn enter(&mut self, step: &Step, func: FuncId) {
        let name = self.places.program.func(func).source_name.clone();
        let at = self.places.token(step.loc);
        let at = at.filter(|(source, token)| self.places.sources[*source].call_at(*token, &name).is_some());
        let at = at.filter(|_| self.branches < BRANCHES);
        self.entered.entry(step.thread).or_default().push(at.is_some());
        if let Some((source, token)) = at {
            self.branches += 1;
            self.add(step, source, token, Requirement::Enter(Some(name)));
        }
    }

    /// The return from a call, if the witness mentions the call.
    fn leave(&mut self, step: &Step, func: FuncId) {
        let told = self.entered.entry(step.thread).or_default().pop();
        if let (Some(true), Some((source, token))) = (told, self.places.token(step.loc)) {
            let name = self.places.program.func(func).source_name.clone();
            self.add(step, source, token, Requirement::Leave(name));
        }
    }

    /// A thread is made: its number, by the order in which they run, is one that has not been seen before.
    fn made(&mut self, at: usize, step: &Step, func: FuncId, given: &[Shown], made: &mut u32) {
        if !matches!(self.places.program.func(func).source_name.as_str(), "pthread_create" | "thrd_create") {
            return;
        }
        let Some((source, token)) = self.places.token(step.loc) else { return };
        let seen = self.record.steps[at..].iter().map(|s| s.thread).filter(|&t| t > *made).min();
        *made = seen.unwrap_or(*made + 1);
        let begins = given.iter().find_map(|g| match g {
            Shown::Pointer(Place::Object(name, 0)) => self.places.program.function(name),
            _ => None,
        });
        self.add(step, source, token, Requirement::Enter(None));
        if let Some(last) = self.segments.last_mut() {
            last.follow.creates = Some(*made);
        }
        if let Some(begins) = begins {
            let name = self.places.program.func(begins).source_name.clone();
            let thread = *made;
            self.add(&Step { thread, ..step.clone() }, source, token, Requirement::Enter(Some(name)));
        }
    }
}

/// The function with a place, which need not be where the run ends: an object that is lost was made elsewhere.
fn function_at(program: &Program, loc: LocId, last: Option<&Step>) -> Option<FuncId> {
    let has = |f: &FuncId| program.func(*f).insts.iter().any(|i| i.loc == Some(loc));
    let all = (0..program.functions.len()).map(FuncId::new).filter(|f| !program.func(*f).model);
    last.map(|s| s.func).into_iter().chain(all).find(has)
}

/// The step that says in which function and thread a run ends.
fn end(record: &Record) -> Option<&Step> {
    record.steps.iter().rev().find(|s| match &s.event {
        // Both accesses of a race are next: neither thread is at its end.
        Event::Violation(_, detail) => detail.parties.is_none(),
        event => matches!(
            event,
            Event::Input { .. }
                | Event::Branch { .. }
                | Event::Call(..)
                | Event::Return(..)
                | Event::Library(..)
        ),
    })
}

/// For which format a witness is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// 1.0, with calls, returns and threads.
    Automaton,
    /// 2.0.
    Waypoints,
}

/// What a violation witness says of a run that ends with a violation there.
pub fn violation(
    program: &Program,
    sources: &[Source],
    record: &Record,
    loc: Option<LocId>,
    format: Format,
) -> Content {
    let has_threads = record.has_threads();
    let mut writer = WitnessWriter {
        places: Places { program, sources },
        record,
        has_threads,
        segments: Vec::new(),
        branches: 0,
        inputs: 0,
        entered: HashMap::new(),
    };
    let tracked = record.tracked();
    let mut made = 0;
    for (at, step) in record.steps.iter().enumerate() {
        match &step.event {
            Event::Input { value, returned: Some((callee, ty)), .. } => {
                writer.input(step, *callee, *ty, value);
            }
            // Branches that may not be the next ones are left out.
            _ if at >= tracked => {}
            Event::Branch { from, to, value, .. } if !has_threads => {
                writer.branch(step, (*from, *to), value, format);
            }
            Event::Call(func, _) if format == Format::Automaton => writer.enter(step, *func),
            Event::Return(func, _) if format == Format::Automaton => writer.leave(step, *func),
            Event::Library(func, given) if format == Format::Automaton => {
                writer.made(at, step, *func, given, &mut made);
            }
            _ => {}
        }
    }
    let last = end(record);
    let mut location =
        Location { file: sources.first().map_or(String::new(), |s| s.name.clone()), ..Location::default() };
    let at = writer.places.token(loc).or_else(|| writer.places.token(record.place));
    if let Some((source, token)) = at {
        let s = &sources[source];
        let inside = |r: &(usize, usize)| r.0 <= token && token < r.1;
        let condition =
            s.controls.iter().flat_map(|c| [c.condition, c.step]).filter(inside).min_by_key(|r| r.1 - r.0);
        let statement = s.statement_around(token).map(|s| s.first);
        // The head of a `for` or `if` is no full expression: its part is.
        let narrow = match (condition, statement) {
            (Some(c), Some(s)) => Some(if c.1 - c.0 < s.1 - s.0 { c } else { s }),
            (c, s) => c.or(s),
        };
        let func = loc.and_then(|loc| function_at(program, loc, last)).or(last.map(|s| s.func));
        location.function = func.map(|f| program.func(f).source_name.clone());
        let (line, column) = s.position(narrow.map_or(token, |r| r.0));
        let offset = s.tokens.get(narrow.map_or(token, |r| r.0)).map(|t| t.start as u32);
        location = Location { file: s.name.clone(), line, column: Some(column), offset, ..location };
    } else if let Some(loc) = loc {
        // A place that no input has, as that of a macro.
        location.line = program.locs[loc.index()].line;
    }
    let thread = has_threads.then(|| last.map_or(0, |s| s.thread));
    let requirement = Requirement::Target;
    let follow = Waypoint { requirement, location, automaton: false, thread, creates: None };
    writer.segments.push(Segment { avoid: Vec::new(), follow });
    Content::Violation(writer.segments)
}
