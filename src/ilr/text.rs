//! Text form of terms.
//!
//! One definition per shared application, then the roots; variables and constants stand inline:
//!
//! ```text
//! %0 := add i32 x:i32 1:i32
//! %1 := ult bool %0 x:i32
//! root %1
//! ```
//!
//! A definition is `%N := op sort operand...`, the sort being that of the result; `extract` has its
//! highest and lowest bit after the operand. An operand is `%N`, `true`, `false`, a constant
//! `value:iW` in decimal, a variable `name:sort` (the name in double quotes with `\` before `"` and
//! `\` where it is not a plain word), or an application in parentheses. `;` begins a comment.

use std::fmt::Write;

use rustc_hash::FxHashMap;
use thiserror::Error;

use super::{Op, Sort, Term, TermStore, visit::cone};
use crate::base::Bits;

/// Maximum nesting of parentheses that the parser accepts.
const NESTING: u32 = 200;

/// A syntax error in an ILR text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {what}")]
pub struct TextError {
    /// Line number, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// Prints the roots with all their subterms.
pub fn print(store: &TermStore, roots: &[Term]) -> String {
    let mut out = String::new();
    let mut numbers: FxHashMap<Term, usize> = FxHashMap::default();
    for t in cone(store, roots) {
        if matches!(store.op(t), Op::Var | Op::False | Op::True | Op::Const) {
            continue;
        }
        let n = numbers.len();
        let _ = write!(out, "%{n} := {} {}", store.op(t).name(), store.sort(t));
        for a in store.args(t) {
            out.push(' ');
            operand(store, a, &numbers, &mut out);
        }
        if store.op(t) == Op::Extract {
            let (hi, lo) = store.extract_range(t);
            let _ = write!(out, " {hi} {lo}");
        }
        out.push('\n');
        numbers.insert(t, n);
    }
    for &r in roots {
        out.push_str("root ");
        operand(store, r, &numbers, &mut out);
        out.push('\n');
    }
    out
}

fn operand(store: &TermStore, t: Term, numbers: &FxHashMap<Term, usize>, out: &mut String) {
    let _ = match store.op(t) {
        Op::False => write!(out, "false"),
        Op::True => write!(out, "true"),
        Op::Const => {
            let k = store.as_bits(t).expect("constant");
            write!(out, "{k}:i{}", k.width())
        }
        Op::Var => {
            name(store.name(t), out);
            write!(out, ":{}", store.sort(t))
        }
        _ => write!(out, "%{}", numbers[&t]),
    };
}

fn name(name: &str, out: &mut String) {
    let first = name.chars().next();
    let bare = first.is_some_and(|c| c.is_ascii_alphabetic() || c == '_') && name.chars().all(is_word);
    if bare {
        out.push_str(name);
        return;
    }
    out.push('"');
    for c in name.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c => out.push(c),
        }
    }
    out.push('"');
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '@' | '#' | '!' | '/')
}

/// Parses a text into a store and returns its roots.
///
/// # Errors
/// If the text is malformed or ill-sorted, or names a variable that the store has with another sort.
pub fn parse(store: &mut TermStore, text: &str) -> Result<Vec<Term>, TextError> {
    let mut definitions: FxHashMap<u64, Term> = FxHashMap::default();
    let mut roots = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let mut p = Parser { store, definitions: &definitions, rest: line };
        match p.line() {
            Ok(Some(Line::Define(n, t))) => {
                if definitions.insert(n, t).is_some() {
                    return Err(TextError { line: i + 1, what: format!("%{n} is defined twice") });
                }
            }
            Ok(Some(Line::Root(t))) => roots.push(t),
            Ok(None) => {}
            Err(what) => return Err(TextError { line: i + 1, what }),
        }
    }
    Ok(roots)
}

/// Reads a single operand, such as `(add i8 x:i8 1:i8)`.
///
/// # Errors
/// Those of [`parse`].
pub fn parse_term(store: &mut TermStore, text: &str) -> Result<Term, TextError> {
    let definitions = FxHashMap::default();
    let mut p = Parser { store, definitions: &definitions, rest: text };
    p.operand(0).and_then(|t| p.end().map(|()| t)).map_err(|what| TextError { line: 1, what })
}

enum Line {
    Define(u64, Term),
    Root(Term),
}

struct Parser<'a> {
    store: &'a mut TermStore,
    definitions: &'a FxHashMap<u64, Term>,
    rest: &'a str,
}

impl Parser<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
        if self.rest.starts_with(';') {
            self.rest = "";
        }
    }

    fn eat(&mut self, token: &str) -> bool {
        self.skip();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) { Ok(()) } else { Err(format!("`{token}` expected at `{}`", self.shown())) }
    }

    fn shown(&self) -> String {
        self.rest.chars().take(30).collect()
    }

    fn end(&mut self) -> Result<(), String> {
        self.skip();
        if self.rest.is_empty() { Ok(()) } else { Err(format!("unexpected `{}`", self.shown())) }
    }

    fn take(&mut self, accept: impl Fn(char) -> bool) -> &str {
        let n = self.rest.find(|c| !accept(c)).unwrap_or(self.rest.len());
        let (token, rest) = self.rest.split_at(n);
        self.rest = rest;
        token
    }

    fn number(&mut self) -> Result<u64, String> {
        self.skip();
        let at = self.shown();
        self.take(|c| c.is_ascii_digit()).parse().map_err(|_| format!("number expected at `{at}`"))
    }

    fn width(&mut self) -> Result<u32, String> {
        match u32::try_from(self.number()?) {
            Ok(w) if w > 0 => Ok(w),
            _ => Err("a width is from 1 to 2^32 - 1".into()),
        }
    }

    fn line(&mut self) -> Result<Option<Line>, String> {
        self.skip();
        let line = if self.rest.is_empty() {
            return Ok(None);
        } else if self.eat("%") {
            let n = self.number()?;
            self.expect(":=")?;
            Line::Define(n, self.application(0)?)
        } else if self.eat("root ") {
            Line::Root(self.operand(0)?)
        } else {
            return Err(format!("definition or root expected at `{}`", self.shown()));
        };
        self.end()?;
        Ok(Some(line))
    }

    fn sort(&mut self) -> Result<Sort, String> {
        if self.eat("bool") {
            Ok(Sort::Bool)
        } else if self.eat("i") {
            Ok(Sort::Bv(self.width()?))
        } else if self.eat("heap") {
            Ok(Sort::Heap(self.width()?))
        } else {
            self.expect("[")?;
            self.expect("i")?;
            let index = self.width()?;
            self.expect("->")?;
            self.expect("i")?;
            let elem = self.width()?;
            self.expect("]")?;
            Ok(Sort::Array { index, elem })
        }
    }

    fn operand(&mut self, depth: u32) -> Result<Term, String> {
        self.skip();
        match self.rest.chars().next() {
            Some('%') => {
                self.expect("%")?;
                let n = self.number()?;
                self.definitions.get(&n).copied().ok_or_else(|| format!("%{n} is not defined above"))
            }
            Some('(') if depth >= NESTING => Err("nested too deeply".into()),
            Some('(') => {
                self.expect("(")?;
                let t = self.application(depth + 1)?;
                self.expect(")")?;
                Ok(t)
            }
            Some(c) if c == '-' || c.is_ascii_digit() => {
                let digits = self.take(|c| c == '-' || c.is_ascii_digit()).to_owned();
                self.expect(":")?;
                self.expect("i")?;
                let w = self.width()?;
                let k = Bits::from_decimal(w, &digits).ok_or(format!("{digits} is no value of i{w}"))?;
                Ok(self.store.constant(&k))
            }
            Some('"') => {
                let name = self.quoted()?;
                self.variable(&name)
            }
            _ => {
                let word = self.take(is_word).to_owned();
                match word.as_str() {
                    "true" | "false" if !self.rest.starts_with(':') => Ok(self.store.bool(word == "true")),
                    "" => Err(format!("operand expected at `{}`", self.shown())),
                    _ => self.variable(&word),
                }
            }
        }
    }

    fn quoted(&mut self) -> Result<String, String> {
        let mut name = String::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    self.rest = &self.rest[i + 1..];
                    return Ok(name);
                }
                '\\' => match chars.next() {
                    Some((_, 'n')) => name.push('\n'),
                    Some((_, c)) => name.push(c),
                    None => break,
                },
                c => name.push(c),
            }
        }
        Err("a name without closing quote".into())
    }

    fn variable(&mut self, name: &str) -> Result<Term, String> {
        self.expect(":")?;
        let sort = self.sort()?;
        match self.store.known_var(name) {
            Some(known) if self.store.sort(known) != sort => {
                Err(format!("{name} is known with the sort {}", self.store.sort(known)))
            }
            Some(known) => Ok(known),
            None => Ok(self.store.var(name, sort)),
        }
    }

    fn application(&mut self, depth: u32) -> Result<Term, String> {
        self.skip();
        let word = self.take(is_word).to_owned();
        let op = Op::from_name(&word).ok_or_else(|| format!("`{word}` is no operator"))?;
        let sort = self.sort()?;
        let mut args = Vec::new();
        for _ in 0..op.arity() {
            args.push(self.operand(depth)?);
        }
        let store = &mut *self.store;
        let width = |t: Term| store.sort(t).width();
        let wrong = || format!("{word} does not have such operands or the sort {sort}");
        let t = match (op, sort) {
            (Op::Var | Op::False | Op::True | Op::Const, _) => return Err(format!("{word} is an operand")),
            (Op::HeapEmpty, Sort::Heap(w)) => store.mk_heap_empty(w),
            (Op::Zext, Sort::Bv(w)) if width(args[0]).is_some_and(|v| v < w) => store.mk_zext(args[0], w),
            (Op::Sext, Sort::Bv(w)) if width(args[0]).is_some_and(|v| v < w) => store.mk_sext(args[0], w),
            (Op::Extract, Sort::Bv(_)) => {
                let (hi, lo) = (self.number()?, self.number()?);
                let w = self.store.sort(args[0]).width().ok_or_else(wrong)?;
                if lo > hi || hi >= u64::from(w) {
                    return Err(format!("no bits {hi} to {lo} in i{w}"));
                }
                self.store.mk_extract(args[0], hi as u32, lo as u32)
            }
            (Op::ConstArray, Sort::Array { index, elem }) if width(args[0]) == Some(elem) => {
                store.mk_const_array(index, args[0])
            }
            (Op::LoadLe | Op::LoadBe, Sort::Bv(w)) if w.is_multiple_of(8) => {
                match (store.sort(args[0]), store.sort(args[1])) {
                    (Sort::Array { index, elem: 8 }, Sort::Bv(p)) if index == p => {
                        store.mk_load(op, args[0], args[1], w)
                    }
                    _ => return Err(wrong()),
                }
            }
            (
                Op::HeapEmpty | Op::Zext | Op::Sext | Op::Extract | Op::ConstArray | Op::LoadLe | Op::LoadBe,
                _,
            ) => {
                return Err(wrong());
            }
            _ if store.well_sorted(op, &args) => store.mk(op, &args),
            _ => return Err(wrong()),
        };
        if self.store.sort(t) != sort {
            return Err(format!("{word} has the sort {} here", self.store.sort(t)));
        }
        Ok(t)
    }
}
