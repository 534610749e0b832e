//! Sorts of SMT-LIB scripts, including those named by `define-sort`.

use rustc_hash::FxHashMap;

use super::read::MAX_WIDTH;
use super::sexpr::{Reader, Sexpr, SexprKind, SyntaxError};
use crate::ilr::Sort;

/// Maximum nesting of the text of a sort. Only named sorts with parameters are meaningful deeper than three.
const MAX_NESTING: u32 = 50;

/// The right side of a `define-sort`.
#[derive(Clone)]
enum Pattern {
    Sort(Sort),
    Parameter(usize),
    Array(Box<Pattern>, Box<Pattern>),
}

/// The sorts that a script defines.
#[derive(Default)]
pub struct Sorts {
    /// Definitions with their numbers of parameters.
    defined: FxHashMap<String, (usize, Pattern)>,
}

impl Sorts {
    /// Parses a sort.
    ///
    /// # Errors
    /// A sort outside of the supported fragment, with its position.
    pub fn read(&self, r: &Reader<'_>, s: Sexpr) -> Result<Sort, SyntaxError> {
        match self.pattern(r, s, &[], 0)? {
            Pattern::Sort(sort) => Ok(sort),
            Pattern::Parameter(_) | Pattern::Array(..) => unreachable!("no parameters"),
        }
    }

    /// Executes a `define-sort`.
    ///
    /// # Errors
    /// A syntax error with its position.
    pub fn define(
        &mut self,
        r: &Reader<'_>,
        name: Sexpr,
        params: Sexpr,
        sort: Sexpr,
    ) -> Result<(), SyntaxError> {
        let Some(params) = r.list(params) else {
            return Err(r.error(params, "expected a list of parameters"));
        };
        let params: Vec<&str> = params.iter().map(|&p| r.text(p)).collect();
        let pattern = self.pattern(r, sort, &params, 0)?;
        if r.kind(name) != SexprKind::Symbol {
            return Err(r.error(name, "expected a symbol"));
        }
        self.defined.insert(r.text(name).to_owned(), (params.len(), pattern));
        Ok(())
    }

    fn pattern(&self, r: &Reader<'_>, s: Sexpr, params: &[&str], depth: u32) -> Result<Pattern, SyntaxError> {
        let unknown = || r.error(s, "expected Bool, (_ BitVec N) or an array of bit-vectors");
        let Some(items) = r.list(s) else {
            if let Some(place) = params.iter().position(|p| r.is(s, p)) {
                return Ok(Pattern::Parameter(place));
            }
            return match self.defined.get(r.text(s)) {
                Some((0, pattern)) => Ok(pattern.clone()),
                None if r.is(s, "Bool") => Ok(Pattern::Sort(Sort::Bool)),
                _ => Err(unknown()),
            };
        };
        let (&head, args) = items.split_first().ok_or_else(unknown)?;
        if r.is(head, "_") {
            return match *args {
                [name, width] if r.is(name, "BitVec") => match r.numeral(width) {
                    Some(w) if (1..=MAX_WIDTH).contains(&w) => Ok(Pattern::Sort(Sort::Bv(w))),
                    Some(0) | None => Err(unknown()),
                    Some(_) => Err(r.error(s, format_args!("more than {MAX_WIDTH} bits are not supported"))),
                },
                _ => Err(unknown()),
            };
        }
        if depth >= MAX_NESTING {
            return Err(r.error(s, format_args!("sorts nest deeper than {MAX_NESTING}")));
        }
        let args = args.iter().map(|&a| self.pattern(r, a, params, depth + 1));
        let args = args.collect::<Result<Vec<Pattern>, _>>()?;
        let made = match self.defined.get(r.text(head)) {
            Some((count, pattern)) if *count == args.len() => instance(pattern, &args),
            None if r.is(head, "Array") => match <[Pattern; 2]>::try_from(args) {
                Ok([index, elem]) => array(index, elem),
                Err(_) => None,
            },
            _ => None,
        };
        made.ok_or_else(unknown)
    }
}

/// An array sort; `None` unless its parts are bit-vectors.
fn array(index: Pattern, elem: Pattern) -> Option<Pattern> {
    match (index, elem) {
        (Pattern::Sort(Sort::Bv(index)), Pattern::Sort(Sort::Bv(elem))) => {
            Some(Pattern::Sort(Sort::Array { index, elem }))
        }
        (index @ (Pattern::Parameter(_) | Pattern::Sort(Sort::Bv(_))), elem @ Pattern::Parameter(_))
        | (index @ Pattern::Parameter(_), elem @ Pattern::Sort(Sort::Bv(_))) => {
            Some(Pattern::Array(Box::new(index), Box::new(elem)))
        }
        _ => None,
    }
}

/// A pattern with its parameters replaced. Patterns are flat because arrays hold only bit-vectors.
fn instance(pattern: &Pattern, args: &[Pattern]) -> Option<Pattern> {
    match pattern {
        Pattern::Sort(sort) => Some(Pattern::Sort(*sort)),
        Pattern::Parameter(place) => Some(args[*place].clone()),
        Pattern::Array(index, elem) => array(instance(index, args)?, instance(elem, args)?),
    }
}
