//! Reading SMT-LIB v2 scripts over bit-vectors and arrays into ILR.
//!
//! Works without recursion, so deep `let`s are no trouble. What lies outside `QF_ABV` (quantifiers,
//! uninterpreted functions, other sorts) is an error with its place.

use rustc_hash::FxHashMap;

use super::apply::{self, Function};
use super::sexpr::{Kind, Reader, Sexpr, SyntaxError};
use super::write::Status;
use crate::base::Bits;
use crate::ilr::visit::cone;
use crate::ilr::{Sort, Term};
use crate::rewrite::Builder;

/// One `check-sat`: whether these hold together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Query {
    /// Everything that is asserted there, assumptions included.
    pub assertions: Vec<Term>,
    /// What the script says about the answer.
    pub status: Option<Status>,
}

/// A script's meaning.
#[derive(Clone, Default, Debug)]
pub struct Script {
    /// Its checks, in order. A script without any asks one question at its end.
    pub queries: Vec<Query>,
    /// The constants it declares, in order.
    pub constants: Vec<Term>,
}

/// Reads a script. Constants keep their names; one that is declared anew after a `pop` with another sort
/// is refused.
///
/// # Errors
/// The first thing that is not understood, with its place.
pub fn script(b: &mut Builder, text: &str) -> Result<Script, SyntaxError> {
    let mut reader = Reader::new(text);
    let mut state = State::default();
    while let Some(command) = reader.read()? {
        if !state.command(b, &reader, command)? {
            break;
        }
    }
    if state.script.queries.is_empty() {
        state.check(&[]);
    }
    Ok(state.script)
}

/// Reads one term; symbols are looked up among the given constants.
///
/// # Errors
/// What is not understood, with its place.
pub fn term(b: &mut Builder, text: &str, constants: &[Term]) -> Result<Term, SyntaxError> {
    let mut reader = Reader::new(text);
    let mut state = State::default();
    for &t in constants {
        state.globals.insert(b.name(t).to_owned(), Global::Term(t));
    }
    match reader.read()? {
        Some(s) => state.term(b, &reader, s),
        None => Err(reader.error_here("expected a term")),
    }
}

/// The value of a bit-vector literal: `#x...`, `#b...` or `(_ bvN width)`.
pub fn literal(reader: &Reader<'_>, s: Sexpr) -> Option<Bits> {
    match reader.kind(s) {
        Kind::Hexadecimal => Bits::from_hex(reader.text(s)),
        Kind::Binary => Bits::from_binary(reader.text(s)),
        Kind::List => match *reader.list(s)? {
            [mark, value, width] if reader.is(mark, "_") => {
                let width = reader.numeral(width).filter(|&w| w > 0)?;
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
    /// A defined function: its parameters, as constants that nothing else uses, and its body.
    Macro(Vec<Term>, Term),
}

/// Names with what they meant before, if anything.
type Shadowed = Vec<(String, Option<Global>)>;

#[derive(Default)]
struct State {
    globals: FxHashMap<String, Global>,
    /// Names bound since each open `push`, with what they meant before.
    levels: Vec<(usize, Shadowed)>,
    sorts: FxHashMap<String, Sort>,
    declared: FxHashMap<String, Sort>,
    assertions: Vec<Term>,
    status: Option<Status>,
    script: Script,
    parameters: usize,
}

/// What remains to be done for a term, topmost last.
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
    /// Carries out one command; false when the script ends there.
    fn command(&mut self, b: &mut Builder, r: &Reader<'_>, s: Sexpr) -> Result<bool, SyntaxError> {
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
            ("declare-fun", [name, params, sort]) => {
                if r.list(*params).is_none_or(|p| !p.is_empty()) {
                    return Err(r.error(*params, "uninterpreted functions are not supported"));
                }
                self.declare(b, r, *name, *sort)?;
            }
            ("declare-const", [name, sort]) => self.declare(b, r, *name, *sort)?,
            ("define-sort", [name, params, sort]) if r.list(*params).is_some_and(|p| p.is_empty()) => {
                let sort = self.sort(r, *sort)?;
                self.sorts.insert(r.text(*name).to_owned(), sort);
            }
            ("define-fun", [name, params, sort, body]) => {
                self.define(b, r, [*name, *params, *sort, *body])?
            }
            ("define-const", [name, sort, body]) => {
                let (sort, term) = (self.sort(r, *sort)?, self.term(b, r, *body)?);
                if b.sort(term) != sort {
                    return Err(r.error(*body, format_args!("this has sort {}, not {sort}", b.sort(term))));
                }
                self.bind(r.text(*name), Global::Term(term));
            }
            ("assert", [formula]) => {
                let term = self.formula(b, r, *formula)?;
                self.assertions.push(term);
            }
            ("check-sat", []) => self.check(&[]),
            ("check-sat-assuming", [list]) => {
                let Some(list) = r.list(*list) else {
                    return Err(r.error(*list, "expected a list of assumptions"));
                };
                let assumptions =
                    list.iter().map(|&a| self.formula(b, r, a)).collect::<Result<Vec<Term>, _>>()?;
                self.check(&assumptions);
            }
            ("push", []) => self.push(),
            ("push", [count]) => match r.numeral(*count) {
                Some(n) if n < 1 << 16 => (0..n).for_each(|_| self.push()),
                _ => return Err(r.error(*count, "expected a small number")),
            },
            ("pop", counts) => {
                let count = counts.first().map_or(Some(1), |&c| r.numeral(c));
                let Some(count) = count.filter(|&n| n as usize <= self.levels.len()) else {
                    return Err(r.error(s, "no such number of levels is open"));
                };
                (0..count).for_each(|_| self.pop());
            }
            ("exit", _) => return Ok(false),
            (
                "set-info"
                | "set-logic"
                | "set-option"
                | "echo"
                | "get-assertions"
                | "get-assignment"
                | "get-info"
                | "get-model"
                | "get-option"
                | "get-proof"
                | "get-unsat-assumptions"
                | "get-unsat-core"
                | "get-value",
                _,
            ) => {}
            (name, _) => return Err(r.error(s, format_args!("unsupported or malformed command `{name}`"))),
        }
        Ok(true)
    }

    fn check(&mut self, assumptions: &[Term]) {
        let assertions = self.assertions.iter().chain(assumptions).copied().collect();
        self.script.queries.push(Query { assertions, status: self.status.take() });
    }

    fn push(&mut self) {
        self.levels.push((self.assertions.len(), Vec::new()));
    }

    fn pop(&mut self) {
        let (assertions, names) = self.levels.pop().expect("counted before");
        self.assertions.truncate(assertions);
        for (name, before) in names.into_iter().rev() {
            match before {
                Some(global) => self.globals.insert(name, global),
                None => self.globals.remove(&name),
            };
        }
    }

    fn bind(&mut self, name: &str, global: Global) {
        let before = self.globals.insert(name.to_owned(), global);
        if let Some((_, names)) = self.levels.last_mut() {
            names.push((name.to_owned(), before));
        }
    }

    fn declare(
        &mut self,
        b: &mut Builder,
        r: &Reader<'_>,
        name: Sexpr,
        sort: Sexpr,
    ) -> Result<(), SyntaxError> {
        let text = self.fresh_name(r, name)?;
        let sort = self.sort(r, sort)?;
        if *self.declared.entry(text.to_owned()).or_insert(sort) != sort {
            return Err(r.error(name, format_args!("`{text}` had another sort before")));
        }
        let constant = b.var(text, sort);
        if !self.script.constants.contains(&constant) {
            self.script.constants.push(constant);
        }
        self.bind(text, Global::Term(constant));
        Ok(())
    }

    fn fresh_name<'t>(&self, r: &Reader<'t>, name: Sexpr) -> Result<&'t str, SyntaxError> {
        if r.kind(name) != Kind::Symbol {
            return Err(r.error(name, "expected a symbol"));
        }
        let text = r.text(name);
        if self.globals.contains_key(text) {
            return Err(r.error(name, format_args!("`{text}` is declared twice")));
        }
        Ok(text)
    }

    fn define(
        &mut self,
        b: &mut Builder,
        r: &Reader<'_>,
        [name, params, sort, body]: [Sexpr; 4],
    ) -> Result<(), SyntaxError> {
        let text = self.fresh_name(r, name)?;
        let sort = self.sort(r, sort)?;
        let Some(list) = r.list(params) else {
            return Err(r.error(params, "expected a list of parameters"));
        };
        let mut formals = Vec::new();
        let mut hidden = Vec::new();
        for &param in list {
            let Some(&[name, sort]) = r.list(param) else {
                return Err(r.error(param, "expected a parameter with its sort"));
            };
            let sort = self.sort(r, sort)?;
            // A bar cannot stand in a symbol of the script.
            let formal = b.var(&format!("|{}", self.parameters), sort);
            self.parameters += 1;
            formals.push(formal);
            let name = r.text(name).to_owned();
            hidden.push((name.clone(), self.globals.insert(name, Global::Term(formal))));
        }
        let term = self.term(b, r, body);
        for (name, before) in hidden.into_iter().rev() {
            match before {
                Some(global) => self.globals.insert(name, global),
                None => self.globals.remove(&name),
            };
        }
        let term = term?;
        if b.sort(term) != sort {
            return Err(r.error(body, format_args!("this has sort {}, not {sort}", b.sort(term))));
        }
        let global = if formals.is_empty() { Global::Term(term) } else { Global::Macro(formals, term) };
        self.bind(text, global);
        Ok(())
    }

    fn sort(&self, r: &Reader<'_>, s: Sexpr) -> Result<Sort, SyntaxError> {
        let unknown = || r.error(s, "expected Bool, (_ BitVec N) or an array of bit-vectors");
        let Some(items) = r.list(s) else {
            return match r.text(s) {
                "Bool" => Ok(Sort::Bool),
                name => self.sorts.get(name).copied().ok_or_else(unknown),
            };
        };
        match *items {
            [mark, name, width] if r.is(mark, "_") && r.is(name, "BitVec") => {
                r.numeral(width).filter(|&w| w > 0).map(Sort::Bv).ok_or_else(unknown)
            }
            [name, index, elem] if r.is(name, "Array") => {
                // Only a bit-vector sort may stand within, so this goes no deeper than named sorts do.
                let width = |s: Sexpr| match r.list(s) {
                    Some(parts) if parts.iter().any(|&p| r.list(p).is_some()) => None,
                    _ => self.sort(r, s).ok().and_then(Sort::width),
                };
                match (width(index), width(elem)) {
                    (Some(index), Some(elem)) => Ok(Sort::Array { index, elem }),
                    _ => Err(unknown()),
                }
            }
            _ => Err(unknown()),
        }
    }

    fn formula(&mut self, b: &mut Builder, r: &Reader<'_>, s: Sexpr) -> Result<Term, SyntaxError> {
        let term = self.term(b, r, s)?;
        match b.sort(term) {
            Sort::Bool => Ok(term),
            other => Err(r.error(s, format_args!("expected a formula, not a term of sort {other}"))),
        }
    }

    fn term(&mut self, b: &mut Builder, r: &Reader<'_>, root: Sexpr) -> Result<Term, SyntaxError> {
        let mut work = vec![Work::Evaluate(root)];
        let mut values: Vec<Term> = Vec::new();
        // Names bound by `let`, innermost last.
        let mut locals: FxHashMap<&str, Vec<Term>> = FxHashMap::default();
        while let Some(item) = work.pop() {
            match item {
                Work::Evaluate(s) => match r.list(s) {
                    None => values.push(self.atom(b, r, s, &locals)?),
                    Some(_) if literal(r, s).is_some() => {
                        values.push(b.constant(&literal(r, s).expect("just read")));
                    }
                    Some(items) => evaluate_list(r, s, items, &mut work)?,
                },
                Work::Apply(s) => {
                    let items = r.list(s).expect("an application");
                    let args = values.split_off(values.len() - (items.len() - 1));
                    values.push(self.apply(b, r, s, items[0], &args)?);
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
                        if r.text(pair[0]) == ":named" && r.kind(pair[0]) == Kind::Keyword {
                            let name = self.fresh_name(r, pair[1])?;
                            let value = *values.last().expect("the annotated term");
                            self.bind(name, Global::Term(value));
                        }
                    }
                }
            }
        }
        Ok(values.pop().expect("one value"))
    }

    fn atom(
        &self,
        b: &mut Builder,
        r: &Reader<'_>,
        s: Sexpr,
        locals: &FxHashMap<&str, Vec<Term>>,
    ) -> Result<Term, SyntaxError> {
        if let Some(value) = literal(r, s) {
            return Ok(b.constant(&value));
        }
        let text = r.text(s);
        if r.kind(s) != Kind::Symbol {
            return Err(r.error(s, "expected a term"));
        }
        if let Some(&value) = locals.get(text).and_then(|values| values.last()) {
            return Ok(value);
        }
        match (self.globals.get(text), text) {
            (Some(Global::Term(t)), _) => Ok(*t),
            (Some(Global::Macro(..)), _) => Err(r.error(s, format_args!("`{text}` needs arguments"))),
            (None, "true") => Ok(b.tt()),
            (None, "false") => Ok(b.ff()),
            (None, _) => Err(r.error(s, format_args!("unknown symbol `{text}`"))),
        }
    }

    fn apply(
        &self,
        b: &mut Builder,
        r: &Reader<'_>,
        s: Sexpr,
        head: Sexpr,
        args: &[Term],
    ) -> Result<Term, SyntaxError> {
        let function = match r.list(head) {
            None => {
                if let Some(Global::Macro(formals, body)) = self.globals.get(r.text(head)) {
                    if formals.len() != args.len()
                        || formals.iter().zip(args).any(|(&f, &a)| b.sort(f) != b.sort(a))
                    {
                        return Err(r.error(s, "wrong number or sorts of arguments"));
                    }
                    let map = formals.iter().copied().zip(args.iter().copied()).collect();
                    return Ok(expand(b, *body, map));
                }
                Function { name: r.text(head), indices: &[], sort: None }
            }
            Some(&[mark, name, sort]) if r.is(mark, "as") && r.is(name, "const") => {
                Function { name: "const", indices: &[], sort: Some(self.sort(r, sort)?) }
            }
            Some([mark, name, indices @ ..]) if r.is(*mark, "_") => {
                let indices: Option<Vec<u32>> = indices.iter().map(|&i| r.numeral(i)).collect();
                let indices = indices.ok_or_else(|| r.error(head, "expected numbers"))?;
                let function = Function { name: r.text(*name), indices: &indices, sort: None };
                return apply::apply(b, &function, args).map_err(|what| r.error(s, what));
            }
            Some(_) => return Err(r.error(head, "expected a function")),
        };
        apply::apply(b, &function, args).map_err(|what| r.error(s, what))
    }
}

/// Puts off the work for a list that is no literal.
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
                    Some(&[name, value]) if r.kind(name) == Kind::Symbol => work.push(Work::Evaluate(value)),
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

/// The body of a definition with its parameters replaced.
fn expand(b: &mut Builder, body: Term, mut map: FxHashMap<Term, Term>) -> Term {
    for t in cone(b, &[body]) {
        if !map.contains_key(&t) {
            let args = b.args(t);
            let new: Vec<Term> = args.iter().map(|a| map[a]).collect();
            let image = if new[..] == args[..] { t } else { b.rebuild(t, &new) };
            map.insert(t, image);
        }
    }
    map[&body]
}
