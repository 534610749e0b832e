//! Writing ILR as SMT-LIB v2.
//!
//! A term is never printed as a tree. Every term that is used twice or nests deeper than [`MAX_NESTING`] gets its own
//! `define-fun`, so the text is linear in the number of distinct terms.

use std::fmt;

use super::lower::{Inexpressible, Lowering};
use super::names::quoted;
use crate::ilr::{Op, Sort, Term, TermStore};

/// Maximum nesting of an operand that is written inline.
const MAX_NESTING: u8 = 12;

/// Status of a formula, for `(set-info :status ...)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Some model exists.
    Sat,
    /// No model exists.
    Unsat,
    /// Not known.
    Unknown,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Sat => "sat",
            Status::Unsat => "unsat",
            Status::Unknown => "unknown",
        })
    }
}

/// Why a formula could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The formula has no quantifier-free equivalent.
    #[error(transparent)]
    Inexpressible(#[from] Inexpressible),
    /// Writing to the output failed.
    #[error("cannot write SMT-LIB text")]
    Output(#[from] fmt::Error),
}

/// Writes a self-contained script that asks whether the assertions can hold together. The text depends only on these
/// terms, not on the rest of the store.
///
/// # Errors
/// See [`WriteError`]; nothing useful has been written then.
pub fn script(
    out: &mut dyn fmt::Write,
    store: &TermStore,
    assertions: &[Term],
    status: Status,
) -> Result<(), WriteError> {
    let mut writer = Writer::new(false);
    let formulas = writer.lower(store, assertions)?;
    let logic = writer.logic();
    writeln!(out, "(set-info :smt-lib-version 2.6)")?;
    writeln!(out, "(set-info :status {status})")?;
    writeln!(out, "(set-logic {logic})")?;
    writer.define(out, &formulas)?;
    for formula in formulas {
        write!(out, "(assert ")?;
        writer.term(out, formula)?;
        writeln!(out, ")")?;
    }
    writeln!(out, "(check-sat)")?;
    writeln!(out, "(exit)")?;
    Ok(())
}

/// How a term of the image is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Not written yet.
    New,
    /// Inline, once, at this depth of nesting.
    Inline(u8),
    /// As a reference to its definition.
    Defined(u32),
}

/// A writer that remembers its declarations and definitions, so that a session with a solver can continue.
pub struct Writer {
    lowering: Lowering,
    /// Forms by index in the image store.
    forms: Vec<Form>,
    definitions: u32,
    /// Prefix of the names of definitions.
    prefix: String,
    /// Whether nested conjunctions and disjunctions are flattened.
    flat: bool,
}

impl Writer {
    /// A writer without declarations. `const_arrays` tells whether the reader supports `((as const ...) v)`.
    pub fn new(const_arrays: bool) -> Writer {
        Writer::with(Lowering::new(const_arrays), "$")
    }

    /// A writer for terms of a script, whose constants keep their names. No name may start with the prefix.
    pub fn of_script(prefix: &str) -> Writer {
        Writer { flat: true, ..Writer::with(Lowering::of_script(prefix), prefix) }
    }

    fn with(lowering: Lowering, prefix: &str) -> Writer {
        Writer { lowering, forms: Vec::new(), definitions: 0, prefix: prefix.to_owned(), flat: false }
    }

    /// Translates Bool terms to formulas of the image, followed by the axioms made for them. All formulas must be
    /// asserted or assumed, or the first ones lose their meaning.
    ///
    /// # Errors
    /// See [`Lowering::lower`].
    pub fn lower(&mut self, store: &TermStore, terms: &[Term]) -> Result<Vec<Term>, Inexpressible> {
        let mut formulas =
            terms.iter().map(|&t| self.lowering.lower(store, t)).collect::<Result<Vec<Term>, _>>()?;
        formulas.extend(self.lowering.take_axioms());
        Ok(formulas)
    }

    /// The reduction that this writer uses.
    pub fn lowering(&self) -> &Lowering {
        &self.lowering
    }

    /// Whether a term of the image is declared, defined or part of a definition.
    pub fn is_written(&self, t: Term) -> bool {
        self.forms.get(t.index()).is_some_and(|&form| form != Form::New)
    }

    /// Smallest logic that covers everything translated so far.
    pub fn logic(&self) -> &'static str {
        if self.lowering.has_arrays() { "QF_ABV" } else { "QF_BV" }
    }

    /// Declares constants and defines shared terms, so that [`Writer::term`] can write these roots.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn define(&mut self, out: &mut dyn fmt::Write, roots: &[Term]) -> fmt::Result {
        let image = self.lowering.image();
        self.forms.resize(image.len(), Form::New);
        // All unnamed terms below the roots, with the number of their uses.
        let mut uses: rustc_hash::FxHashMap<Term, u32> = rustc_hash::FxHashMap::default();
        let mut stack: Vec<Term> = Vec::new();
        let mut visit = |t: Term, stack: &mut Vec<Term>, forms: &[Form]| {
            if matches!(forms[t.index()], Form::Defined(_)) || image.is_const(t) {
                return;
            }
            let count = uses.entry(t).or_insert(0);
            *count += 1;
            if *count == 1 {
                stack.push(t);
            }
        };
        for &root in roots {
            visit(root, &mut stack, &self.forms);
        }
        while let Some(t) = stack.pop() {
            for a in image.args(t) {
                visit(a, &mut stack, &self.forms);
            }
        }
        let mut cone: Vec<(Term, u32)> = uses.into_iter().collect();
        cone.sort_unstable();
        for (t, count) in cone {
            let image = self.lowering.image();
            let form = self.forms[t.index()];
            if image.op(t) == Op::Var {
                if form == Form::New {
                    writeln!(out, "(declare-fun {} () {})", quoted(image.name(t)), sort_text(image.sort(t)))?;
                    self.forms[t.index()] = Form::Inline(0);
                }
                continue;
            }
            let depth = image
                .args(t)
                .iter()
                .map(|a| match self.forms[a.index()] {
                    Form::Inline(d) => d + u8::from(image.op(*a) != Op::Var && !self.joins(t, *a)),
                    Form::New | Form::Defined(_) => 0,
                })
                .max()
                .unwrap_or(0);
            if count > 1 || depth >= MAX_NESTING || form != Form::New {
                let number = self.definitions;
                self.definitions += 1;
                let sort = sort_text(image.sort(t));
                self.forms[t.index()] = Form::Inline(depth);
                write!(out, "(define-fun {}{number} () {sort} ", self.prefix)?;
                self.term(out, t)?;
                writeln!(out, ")")?;
                self.forms[t.index()] = Form::Defined(number);
            } else {
                self.forms[t.index()] = Form::Inline(depth);
            }
        }
        Ok(())
    }

    /// Writes a term of the image. [`Writer::define`] must have received its subterms.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn term(&self, out: &mut dyn fmt::Write, root: Term) -> fmt::Result {
        let image = self.lowering.image();
        // `None` closes an application.
        let mut stack = vec![Some(root)];
        let mut first = true;
        while let Some(item) = stack.pop() {
            let Some(t) = item else {
                out.write_char(')')?;
                continue;
            };
            if !first {
                out.write_char(' ')?;
            }
            first = false;
            if let Form::Defined(number) = self.forms[t.index()] {
                write!(out, "{}{number}", self.prefix)?;
                continue;
            }
            match image.op(t) {
                Op::Var => out.write_str(&quoted(image.name(t)))?,
                Op::False => out.write_str("false")?,
                Op::True => out.write_str("true")?,
                Op::Const => out.write_str(&constant_text(&image.as_bits(t).expect("a constant")))?,
                op => {
                    out.write_char('(')?;
                    head(out, image, t, op)?;
                    stack.push(None);
                    let mut operands = vec![t];
                    while let Some(operand) = operands.pop() {
                        if operand == t || self.joins(t, operand) {
                            operands.extend(image.args(operand));
                        } else {
                            stack.push(Some(operand));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether an operand, if inline, is merged into the argument list of the term itself.
    fn joins(&self, t: Term, operand: Term) -> bool {
        let image = self.lowering.image();
        self.flat
            && matches!(image.op(t), Op::And | Op::Or)
            && image.op(operand) == image.op(t)
            && !matches!(self.forms[operand.index()], Form::Defined(_))
    }
}

/// Text of a sort of the image.
pub fn sort_text(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".into(),
        Sort::Bv(w) => format!("(_ BitVec {w})"),
        Sort::Array { index, elem } => format!("(Array (_ BitVec {index}) (_ BitVec {elem}))"),
        Sort::Heap(_) => unreachable!("heaps are lowered"),
    }
}

/// A bit-vector literal, hexadecimal if the width is a multiple of four.
pub fn constant_text(value: &crate::base::Bits) -> String {
    let width = value.width();
    let (step, prefix) = if width.is_multiple_of(4) { (4, "#x") } else { (1, "#b") };
    let mut text = String::from(prefix);
    for digit in (0..width / step).rev() {
        let bits = (0..step).fold(0, |d, i| d | u32::from(value.bit(digit * step + i)) << i);
        text.push(char::from_digit(bits, 16).expect("at most four bits"));
    }
    text
}

fn head(out: &mut dyn fmt::Write, image: &TermStore, t: Term, op: Op) -> fmt::Result {
    match op {
        Op::Zext | Op::Sext => {
            write!(out, "(_ {} {})", function(op), image.width(t) - image.width(image.arg(t, 0)))
        }
        Op::Extract => {
            let (hi, lo) = image.extract_range(t);
            write!(out, "(_ extract {hi} {lo})")
        }
        Op::ConstArray => write!(out, "(as const {})", sort_text(image.sort(t))),
        _ => out.write_str(function(op)),
    }
}

/// The function symbol of an operator of the image, without indices and sort.
pub fn function(op: Op) -> &'static str {
    match op {
        Op::Zext => "zero_extend",
        Op::Sext => "sign_extend",
        Op::Extract => "extract",
        Op::ConstArray => "const",
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Xor => "xor",
        Op::Eq => "=",
        Op::Ite => "ite",
        Op::BvNot => "bvnot",
        Op::BvAnd => "bvand",
        Op::BvOr => "bvor",
        Op::BvXor => "bvxor",
        Op::Neg => "bvneg",
        Op::Add => "bvadd",
        Op::Sub => "bvsub",
        Op::Mul => "bvmul",
        Op::Udiv => "bvudiv",
        Op::Sdiv => "bvsdiv",
        Op::Urem => "bvurem",
        Op::Srem => "bvsrem",
        Op::Shl => "bvshl",
        Op::Lshr => "bvlshr",
        Op::Ashr => "bvashr",
        Op::Ult => "bvult",
        Op::Ule => "bvule",
        Op::Slt => "bvslt",
        Op::Sle => "bvsle",
        Op::Concat => "concat",
        Op::Select => "select",
        Op::Store => "store",
        Op::Var | Op::False | Op::True | Op::Const => unreachable!("a leaf"),
        Op::Uaddo
        | Op::Saddo
        | Op::Usubo
        | Op::Ssubo
        | Op::Umulo
        | Op::Smulo
        | Op::Popcount
        | Op::Ctlz
        | Op::Cttz
        | Op::Bswap
        | Op::Bitreverse
        | Op::Fill
        | Op::Copy
        | Op::LoadLe
        | Op::LoadBe
        | Op::StoreLe
        | Op::StoreBe
        | Op::HeapEmpty
        | Op::HeapMalloc
        | Op::HeapFree
        | Op::ValidAccess
        | Op::ValidFree
        | Op::Allocatable => unreachable!("lowered"),
    }
}
