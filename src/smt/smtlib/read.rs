//! Parser of SMT-LIB v2 scripts over bit-vectors and arrays, which makes ILR terms.
//!
//! Works without recursion, so deep `let`s are no problem. Anything outside `QF_ABV` (quantifiers, uninterpreted
//! functions, other sorts) is an error with its position.

use rustc_hash::{FxHashMap, FxHashSet};

use super::apply::{self, Function};
use super::make::Make;
use super::sexpr::{Reader, Sexpr, SexprKind, SyntaxError};
use super::sorts::Sorts;
use super::write::Status;
use crate::base::Bits;
use crate::ilr::visit::cone;
use crate::ilr::{Op, Sort, Term};

/// Maximum width of a bit-vector.
pub const MAX_WIDTH: u32 = 1 << 22;

/// One `check-sat`: can these formulas hold together?
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Query {
    /// All assertions in force, including assumptions.
    pub assertions: Vec<Term>,
    /// The answer that the script states.
    pub status: Option<Status>,
}

/// A command of a script; commands that only request output are dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Opens this number of levels.
    Push(u32),
    /// Drops this number of levels with their assertions.
    Pop(u32),
    /// Asserts a formula in the innermost level.
    Assert(Term),
    /// Asks whether all assertions and these formulas can hold together.
    Check {
        /// Assumptions of this question only.
        assumptions: Vec<Term>,
        /// The answer that the script states.
        status: Option<Status>,
    },
    /// Drops all levels and assertions.
    Reset,
}

/// A parsed script.
#[derive(Clone, Default, Debug)]
pub struct Script {
    /// The commands in order.
    pub commands: Vec<Command>,
    /// Declared constants in order.
    pub constants: Vec<Term>,
    /// The first logic that the script names.
    pub logic: Option<String>,
    /// The `set-info` commands except the status, unchanged.
    pub information: Vec<String>,
}

impl Script {
    /// The checks in order. A script without checks asks one question at its end.
    pub fn queries(&self) -> Vec<Query> {
        let mut queries = Vec::new();
        let mut assertions: Vec<Term> = Vec::new();
        let mut levels: Vec<usize> = Vec::new();
        for command in &self.commands {
            match command {
                Command::Push(count) => levels.extend((0..*count).map(|_| assertions.len())),
                Command::Pop(count) => {
                    for _ in 0..*count {
                        assertions.truncate(levels.pop().unwrap_or(0));
                    }
                }
                Command::Assert(t) => assertions.push(*t),
                Command::Check { assumptions, status } => {
                    let assertions = assertions.iter().chain(assumptions).copied().collect();
                    queries.push(Query { assertions, status: *status });
                }
                Command::Reset => {
                    levels.clear();
                    assertions.clear();
                }
            }
        }
        if queries.is_empty() {
            queries.push(Query { assertions, status: None });
        }
        queries
    }
}

/// Parses a script. Constants keep their names. Declaring one again with another sort, after a `pop`, is an error.
///
/// # Errors
/// The first syntax error, with its position.
pub fn script<M: Make>(m: &mut M, text: &str) -> Result<Script, SyntaxError> {
    let mut reader = Reader::new(text);
    let mut state = State::default();
    while let Some(command) = reader.read()? {
        if !state.command(m, &reader, command)? {
            break;
        }
    }
    Ok(state.script)
}

/// Parses one term; symbols refer to the given constants.
///
/// # Errors
/// A syntax error, with its position.
pub fn term<M: Make>(m: &mut M, text: &str, constants: &[Term]) -> Result<Term, SyntaxError> {
    let mut reader = Reader::new(text);
    let mut state = State::default();
    for &t in constants {
        state.globals.insert(m.store().name(t).to_owned(), Global::Term(t));
    }
    match reader.read()? {
        Some(s) => state.term(m, &reader, s),
        None => Err(reader.error_here("expected a term")),
    }
}

/// The value of a bit-vector literal: `#x...`, `#b...` or `(_ bvN width)`.
pub fn literal(reader: &Reader<'_>, s: Sexpr) -> Option<Bits> {
    match reader.kind(s) {
        SexprKind::Hexadecimal => Bits::from_hex(reader.text(s)),
        SexprKind::Binary => Bits::from_binary(reader.text(s)),
        SexprKind::List => match *reader.list(s)? {
            [mark, value, width] if reader.is(mark, "_") => {
                let width = reader.numeral(width).filter(|w| (1..=MAX_WIDTH).contains(w))?;
                let digits = reader.text(value).strip_prefix("bv")?;
                let plain = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
                plain.then(|| Bits::from_decimal(width, digits))?
            }
            _ => None,
        },
        _ => None,
    }
}

#[derive(Clone)]
enum Global {
    Term(Term),
    Macro(Macro),
}

/// A defined function.
#[derive(Clone)]
struct Macro {
    /// The parameters, as constants without other uses.
    formals: Vec<Term>,
    body: Term,
    /// Subterms of the body that depend on a parameter, without the parameters, each after its operands.
    open: Vec<Term>,
}

/// Names with their previous meanings, if any.
type Shadowed = Vec<(String, Option<Global>)>;

#[derive(Default)]
struct State {
    globals: FxHashMap<String, Global>,
    /// Names bound since each open `push`, with their previous meanings.
    levels: Vec<Shadowed>,
    sorts: Sorts,
    /// All constants declared so far.
    declared: FxHashMap<String, Sort>,
    /// Whether declarations outlive their level.
    global_declarations: bool,
    status: Option<Status>,
    script: Script,
    parameters: usize,
    /// Parameters of the definition being parsed.
    formals: FxHashSet<Term>,
}

/// Remaining work for a term; the last element comes first.
enum Work {
    Evaluate(Sexpr),
    /// Applies the head of this list to the topmost values.
    Apply(Sexpr),
    /// Binds the names of this list of bindings to the topmost values.
    Bind(Sexpr),
    /// Ends the scope of these bindings.
    Unbind(Sexpr),
    /// Names the topmost value by the attributes of this `(! ...)`.
    Annotate(Sexpr),
}

impl State {
    /// Executes one command; returns false if the script ends there.
    fn command<M: Make>(&mut self, m: &mut M, r: &Reader<'_>, s: Sexpr) -> Result<bool, SyntaxError> {
        let Some(items) = r.list(s) else {
            return Err(r.error(s, "expected a command in parentheses"));
        };
        let Some((&head, args)) = items.split_first() else {
            return Err(r.error(s, "expected a command"));
        };
        match (r.text(head), args) {
            ("set-info", [key, value, ..]) if r.text(*key) == ":status" => {
                self.status = match r.text(*value) {
                    "sat" => Some(Status::Sat),
                    "unsat" => Some(Status::Unsat),
                    "unknown" => Some(Status::Unknown),
                    _ => return Err(r.error(*value, "expected sat, unsat or unknown")),
                };
            }
            ("set-info", _) => self.script.information.push(r.source(s).to_owned()),
            ("set-option", [key, value]) if r.text(*key) == ":global-declarations" => {
                self.global_declarations = r.is(*value, "true");
            }
            ("set-logic", [name]) => {
                self.script.logic.get_or_insert_with(|| r.text(*name).to_owned());
            }
            ("declare-fun", [name, params, sort]) => {
                if r.list(*params).is_none_or(|p| !p.is_empty()) {
                    return Err(r.error(*params, "uninterpreted functions are not supported"));
                }
                self.declare(m, r, *name, *sort)?;
            }
            ("declare-const", [name, sort]) => self.declare(m, r, *name, *sort)?,
            ("define-sort", &[name, params, sort]) => self.sorts.define(r, name, params, sort)?,
            ("define-fun", &[name, params, sort, body]) => {
                let Some(params) = r.list(params) else {
                    return Err(r.error(params, "expected a list of parameters"));
                };
                self.define(m, r, name, params, [sort, body])?;
            }
            ("define-const", &[name, sort, body]) => self.define(m, r, name, &[], [sort, body])?,
            ("assert", [formula]) => {
                let term = self.formula(m, r, *formula)?;
                self.script.commands.push(Command::Assert(term));
            }
            ("check-sat", []) => self.check(Vec::new()),
            ("check-sat-assuming", [list]) => {
                let Some(list) = r.list(*list) else {
                    return Err(r.error(*list, "expected a list of assumptions"));
                };
                let assumptions = list.iter().map(|&a| self.formula(m, r, a));
                let assumptions = assumptions.collect::<Result<Vec<Term>, _>>()?;
                self.check(assumptions);
            }
            ("push" | "pop", [] | [_]) => {
                let count = args.first().map_or(Some(1), |&c| r.numeral(c));
                let Some(count) = count.filter(|&n| n < 1 << 16) else {
                    return Err(r.error(s, "expected a small number of levels"));
                };
                if r.is(head, "push") {
                    self.push(count);
                } else if count as usize <= self.levels.len() {
                    self.pop(count);
                } else {
                    return Err(r.error(s, "no such number of levels is open"));
                }
            }
            ("reset-assertions", []) => self.reset_assertions(),
            ("reset", []) => {
                let script = std::mem::take(&mut self.script);
                let (declared, parameters) = (std::mem::take(&mut self.declared), self.parameters);
                *self = State { script, declared, parameters, ..State::default() };
                self.script.commands.push(Command::Reset);
            }
            ("exit", _) => return Ok(false),
            ("set-option" | "echo", _) => {}
            (name, _) if r.kind(head) == SexprKind::Symbol && name.starts_with("get-") => {}
            (name, _) => return Err(r.error(s, format_args!("unsupported or malformed command `{name}`"))),
        }
        Ok(true)
    }

    fn check(&mut self, assumptions: Vec<Term>) {
        self.script.commands.push(Command::Check { assumptions, status: self.status.take() });
    }

    fn push(&mut self, count: u32) {
        self.script.commands.push(Command::Push(count));
        self.levels.extend((0..count).map(|_| Shadowed::new()));
    }

    fn pop(&mut self, count: u32) {
        self.script.commands.push(Command::Pop(count));
        for _ in 0..count {
            let names = self.levels.pop().expect("counted before");
            self.unbind(names);
        }
    }

    fn reset_assertions(&mut self) {
        self.script.commands.push(Command::Reset);
        while let Some(names) = self.levels.pop() {
            self.unbind(names);
        }
        if !self.global_declarations {
            self.globals.clear();
            self.sorts = Sorts::default();
        }
    }

    fn bind(&mut self, name: &str, global: Global) {
        let before = self.globals.insert(name.to_owned(), global);
        match self.levels.last_mut() {
            Some(names) if !self.global_declarations => names.push((name.to_owned(), before)),
            _ => {}
        }
    }

    fn unbind(&mut self, names: Shadowed) {
        for (name, before) in names.into_iter().rev() {
            match before {
                Some(global) => self.globals.insert(name, global),
                None => self.globals.remove(&name),
            };
        }
    }

    fn declare<M: Make>(
        &mut self,
        m: &mut M,
        r: &Reader<'_>,
        name: Sexpr,
        sort: Sexpr,
    ) -> Result<(), SyntaxError> {
        let text = self.fresh_name(r, name)?;
        let sort = self.sorts.read(r, sort)?;
        match self.declared.get(text) {
            None => {
                self.declared.insert(text.to_owned(), sort);
                let constant = m.var(text, sort);
                self.script.constants.push(constant);
            }
            Some(&before) if before == sort => {}
            Some(_) => return Err(r.error(name, format_args!("`{text}` had another sort before"))),
        }
        let constant = m.var(text, sort);
        self.bind(text, Global::Term(constant));
        Ok(())
    }

    fn fresh_name<'t>(&self, r: &Reader<'t>, name: Sexpr) -> Result<&'t str, SyntaxError> {
        if r.kind(name) != SexprKind::Symbol {
            return Err(r.error(name, "expected a symbol"));
        }
        let text = r.text(name);
        if self.globals.contains_key(text) {
            return Err(r.error(name, format_args!("`{text}` is declared twice")));
        }
        Ok(text)
    }

    fn define<M: Make>(
        &mut self,
        m: &mut M,
        r: &Reader<'_>,
        name: Sexpr,
        params: &[Sexpr],
        [sort, body]: [Sexpr; 2],
    ) -> Result<(), SyntaxError> {
        let text = self.fresh_name(r, name)?;
        let sort = self.sorts.read(r, sort)?;
        let mut formals = Vec::new();
        let mut hidden = Shadowed::new();
        for &param in params {
            let Some(&[name, sort]) = r.list(param) else {
                return Err(r.error(param, "expected a parameter with its sort"));
            };
            let sort = self.sorts.read(r, sort)?;
            // Symbols of scripts cannot contain a bar.
            let formal = m.var(&format!("|{}", self.parameters), sort);
            self.parameters += 1;
            formals.push(formal);
            let name = r.text(name).to_owned();
            hidden.push((name.clone(), self.globals.insert(name, Global::Term(formal))));
        }
        self.formals = formals.iter().copied().collect();
        let body_term = self.term(m, r, body)?;
        self.formals.clear();
        self.unbind(hidden);
        let found = m.store().sort(body_term);
        if found != sort {
            return Err(r.error(body, format_args!("this has sort {found}, not {sort}")));
        }
        let global = if formals.is_empty() {
            Global::Term(body_term)
        } else {
            Global::Macro(Macro { open: depending(m, body_term, &formals), formals, body: body_term })
        };
        self.bind(text, global);
        Ok(())
    }

    fn formula<M: Make>(&mut self, m: &mut M, r: &Reader<'_>, s: Sexpr) -> Result<Term, SyntaxError> {
        let term = self.term(m, r, s)?;
        match m.store().sort(term) {
            Sort::Bool => Ok(term),
            other => Err(r.error(s, format_args!("expected a formula, not a term of sort {other}"))),
        }
    }

    fn term<M: Make>(&mut self, m: &mut M, r: &Reader<'_>, root: Sexpr) -> Result<Term, SyntaxError> {
        let mut work = vec![Work::Evaluate(root)];
        let mut values: Vec<Term> = Vec::new();
        // Names bound by `let`, innermost last.
        let mut locals: FxHashMap<&str, Vec<Term>> = FxHashMap::default();
        while let Some(item) = work.pop() {
            match item {
                Work::Evaluate(s) => match r.list(s) {
                    None => values.push(self.atom(m, r, s, &locals)?),
                    Some(items) => match literal(r, s) {
                        Some(value) => values.push(m.constant(&value)),
                        None => evaluate_list(r, s, items, &mut work)?,
                    },
                },
                Work::Apply(s) => {
                    let items = r.list(s).expect("an application");
                    let first = values.len() - (items.len() - 1);
                    let value = self.apply(m, r, s, items[0], &values[first..])?;
                    values.truncate(first);
                    values.push(value);
                }
                Work::Bind(bindings) => {
                    let items = r.list(bindings).expect("bindings");
                    let bound = values.split_off(values.len() - items.len());
                    for (&binding, value) in items.iter().zip(bound) {
                        let name = r.text(r.list(binding).expect("a binding")[0]);
                        locals.entry(name).or_default().push(value);
                    }
                }
                Work::Unbind(bindings) => {
                    for &binding in r.list(bindings).expect("bindings") {
                        let name = r.text(r.list(binding).expect("a binding")[0]);
                        locals.get_mut(name).and_then(Vec::pop);
                    }
                }
                Work::Annotate(s) => {
                    let items = r.list(s).expect("an annotation");
                    for pair in items.windows(2) {
                        if r.text(pair[0]) == ":named" && r.kind(pair[0]) == SexprKind::Keyword {
                            let name = self.fresh_name(r, pair[1])?;
                            let value = *values.last().expect("the annotated term");
                            if !depending(m, value, self.formals.iter()).is_empty()
                                || self.formals.contains(&value)
                            {
                                return Err(r.error(s, "a named term must not have parameters"));
                            }
                            self.bind(name, Global::Term(value));
                        }
                    }
                }
            }
        }
        Ok(values.pop().expect("one value"))
    }

    fn atom<M: Make>(
        &self,
        m: &mut M,
        r: &Reader<'_>,
        s: Sexpr,
        locals: &FxHashMap<&str, Vec<Term>>,
    ) -> Result<Term, SyntaxError> {
        if let Some(value) = literal(r, s) {
            return Ok(m.constant(&value));
        }
        let text = r.text(s);
        if r.kind(s) != SexprKind::Symbol {
            return Err(r.error(s, "expected a term"));
        }
        if let Some(&value) = locals.get(text).and_then(|values| values.last()) {
            return Ok(value);
        }
        match (self.globals.get(text), text) {
            (Some(Global::Term(t)), _) => Ok(*t),
            (Some(Global::Macro(..)), _) => Err(r.error(s, format_args!("`{text}` needs arguments"))),
            (None, "true") => Ok(m.store().bool(true)),
            (None, "false") => Ok(m.store().bool(false)),
            (None, _) => Err(r.error(s, format_args!("unknown symbol `{text}`"))),
        }
    }

    fn apply<M: Make>(
        &self,
        m: &mut M,
        r: &Reader<'_>,
        s: Sexpr,
        head: Sexpr,
        args: &[Term],
    ) -> Result<Term, SyntaxError> {
        let function = match r.list(head) {
            None => {
                if let Some(Global::Macro(f)) = self.globals.get(r.text(head)) {
                    let sort = |t: &Term| m.store().sort(*t);
                    if !f.formals.iter().map(sort).eq(args.iter().map(sort)) {
                        return Err(r.error(s, "wrong number or sorts of arguments"));
                    }
                    return Ok(expand(m, f, args));
                }
                Function { name: r.text(head), indices: &[], sort: None }
            }
            Some(&[mark, name, sort]) if r.is(mark, "as") && r.is(name, "const") => {
                Function { name: "const", indices: &[], sort: Some(self.sorts.read(r, sort)?) }
            }
            Some([mark, name, indices @ ..]) if r.is(*mark, "_") => {
                let indices: Option<Vec<u32>> = indices.iter().map(|&i| r.numeral(i)).collect();
                let indices = indices.ok_or_else(|| r.error(head, "expected numbers"))?;
                let function = Function { name: r.text(*name), indices: &indices, sort: None };
                return apply::apply(m, &function, args).map_err(|what| r.error(s, what));
            }
            Some(_) => return Err(r.error(head, "expected a function")),
        };
        apply::apply(m, &function, args).map_err(|what| r.error(s, what))
    }
}

/// Schedules the work for a list that is not a literal.
fn evaluate_list(r: &Reader<'_>, s: Sexpr, items: &[Sexpr], work: &mut Vec<Work>) -> Result<(), SyntaxError> {
    let Some((&head, args)) = items.split_first() else {
        return Err(r.error(s, "expected a term"));
    };
    match (r.text(head), args) {
        ("let", &[bindings, body]) => {
            let Some(list) = r.list(bindings) else {
                return Err(r.error(bindings, "expected bindings"));
            };
            work.extend([Work::Unbind(bindings), Work::Evaluate(body), Work::Bind(bindings)]);
            for &binding in list.iter().rev() {
                match r.list(binding) {
                    Some(&[name, value]) if r.kind(name) == SexprKind::Symbol => {
                        work.push(Work::Evaluate(value))
                    }
                    _ => return Err(r.error(binding, "expected a name and a term")),
                }
            }
        }
        ("!", [term, ..]) => work.extend([Work::Annotate(s), Work::Evaluate(*term)]),
        ("let" | "!" | "forall" | "exists" | "match" | "lambda" | "_" | "as", _) => {
            let message = format!("unsupported or malformed `{}`", r.text(head));
            return Err(r.error(s, message));
        }
        _ => {
            work.push(Work::Apply(s));
            work.extend(args.iter().rev().map(|&a| Work::Evaluate(a)));
        }
    }
    Ok(())
}

/// Subterms of a root that depend on one of these constants, without the constants, each after its operands.
fn depending<'a, M: Make>(m: &M, root: Term, on: impl IntoIterator<Item = &'a Term>) -> Vec<Term> {
    let mut open: FxHashSet<Term> = on.into_iter().copied().collect();
    if open.is_empty() {
        return Vec::new();
    }
    let mut terms = Vec::new();
    for t in cone(m.store(), &[root]) {
        if m.store().op(t) != Op::Var && m.store().args(t).iter().any(|a| open.contains(a)) {
            open.insert(t);
            terms.push(t);
        }
    }
    terms
}

/// The body of a definition with its parameters replaced.
fn expand<M: Make>(m: &mut M, f: &Macro, args: &[Term]) -> Term {
    let mut map: FxHashMap<Term, Term> = f.formals.iter().copied().zip(args.iter().copied()).collect();
    for &t in &f.open {
        let old = m.store().args(t);
        let new: Vec<Term> = old.iter().map(|a| map.get(a).copied().unwrap_or(*a)).collect();
        let image = m.remake(t, &new);
        map.insert(t, image);
    }
    map.get(&f.body).copied().unwrap_or(f.body)
}
