//! What conditions consist of: conjunctions, disjunctions, implications, negations and quantifiers.

use super::Rewriter;
use super::lex::Kind;
use std::ops::Range;

/// What a condition consists of.
pub(super) enum Shape<'t> {
    /// Each of several.
    All(Vec<Range<usize>>),
    /// One of several.
    One(Vec<Range<usize>>),
    /// The second one, where the first one holds.
    Implies(Range<usize>, Range<usize>),
    /// The opposite.
    Not(Range<usize>),
    /// A quantifier.
    Quantifier(Quantifier<'t>),
    /// A comparison, or another expression whose value is not that of one of its parts.
    Other,
}

/// A quantifier: `word { type name; body }`.
pub(super) struct Quantifier<'t> {
    /// The place of its word.
    pub(super) at: usize,
    /// Whether it is about each value, and not about one of them.
    pub(super) all: bool,
    /// The type of its variable.
    pub(super) ty: Range<usize>,
    /// The name of its variable.
    pub(super) name: &'t str,
    /// Its condition.
    pub(super) body: Range<usize>,
}

/// A part of a condition, in the order of their evaluation.
pub(super) struct Part {
    /// Its tokens.
    pub(super) tokens: Range<usize>,
    /// Its value, where the condition has the value that was asked about.
    pub(super) value: bool,
    /// Whether it means something outside of the condition; otherwise it names a variable of a quantifier in there.
    pub(super) outside: bool,
}

impl<'t> Rewriter<'_, 't> {
    /// What a condition consists of.
    pub(super) fn shape(&self, within: Range<usize>) -> Shape<'t> {
        let within = self.bare(within);
        let has = |sign: &str| {
            self.top(within.clone()).any(|at| self.tokens[at].kind == Kind::Sign && self.text(at) == sign)
        };
        if self.top(within.clone()).any(|at| self.ends_expression(at)) {
            return Shape::Other;
        }
        if has("==>") {
            let parts = self.split(within.clone(), "==>");
            return Shape::Implies(parts[0].clone(), parts[1].start..within.end);
        }
        if has("||") {
            return Shape::One(self.split(within, "||"));
        }
        if has("&&") {
            return Shape::All(self.split(within, "&&"));
        }
        let Some(first) = self.code(within.clone()) else { return Shape::Other };
        if self.text(first) == "!" {
            let rest = first + 1..within.end;
            let whole = self.bare(rest.clone()) != rest || self.quantified(rest.clone()).is_some();
            return if whole { Shape::Not(rest) } else { Shape::Other };
        }
        match self.quantified(within.clone()) {
            Some(quantifier) => Shape::Quantifier(quantifier),
            None => Shape::Other,
        }
    }

    /// Tokens without the parentheses around all of them.
    pub(super) fn bare(&self, within: Range<usize>) -> Range<usize> {
        let Some(inner) = self.group(within.clone(), "(") else { return within };
        if self.code(inner.end + 1..within.end).is_some() { within } else { self.bare(inner) }
    }

    /// The quantifier that tokens are.
    pub(super) fn quantified(&self, within: Range<usize>) -> Option<Quantifier<'t>> {
        let at = self.code(within.clone())?;
        let all = match self.text(at) {
            "__CPROVER_forall" => true,
            "__CPROVER_exists" => false,
            _ => return None,
        };
        let group = self.group(at + 1..within.end, "{")?;
        if self.code(group.end + 1..within.end).is_some() {
            return None;
        }
        let parts = self.split(group, ";");
        let [declaration, body, rest @ ..] = &parts[..] else { return None };
        if rest.iter().any(|r| self.code(r.clone()).is_some()) {
            return None;
        }
        let last = declaration.clone().rev().find(|&at| self.tokens[at].is_code())?;
        if self.tokens[last].kind != Kind::Word || self.code(declaration.start..last).is_none() {
            return None;
        }
        let (ty, name) = (declaration.start..last, self.text(last));
        Some(Quantifier { at, all, ty, name, body: body.clone() })
    }

    /// The parts of a condition whose value is known where the value of the condition is, with their values.
    pub(super) fn implied(&self, condition: Range<usize>, value: bool) -> Vec<Part> {
        match self.shape(condition.clone()) {
            Shape::All(parts) if value => parts.into_iter().flat_map(|p| self.implied(p, true)).collect(),
            Shape::One(parts) if !value => parts.into_iter().flat_map(|p| self.implied(p, false)).collect(),
            Shape::Implies(first, second) if !value => {
                let mut found = self.implied(first, true);
                found.extend(self.implied(second, false));
                found
            }
            Shape::Not(inner) => self.implied(inner, !value),
            // For one value of its variable the body has the same value.
            Shape::Quantifier(inner) if inner.all != value => {
                let mut found = self.implied(inner.body, value);
                found.iter_mut().for_each(|part| part.outside &= !self.names(&part.tokens, inner.name));
                found
            }
            _ => vec![Part { tokens: condition, value, outside: true }],
        }
    }

    /// Whether a name is among tokens.
    pub(super) fn names(&self, tokens: &Range<usize>, name: &str) -> bool {
        tokens.clone().any(|at| self.text(at) == name)
    }

    /// Notes the quantifiers in an assertion (an assumption) for which any one value of their variables may stand for all: a run
    /// for each value asserts it of all, and assumes it of one.
    pub(super) fn note_witnesses(&mut self, condition: Range<usize>, asserted: bool) {
        match self.shape(condition) {
            Shape::All(parts) | Shape::One(parts) => {
                parts.into_iter().for_each(|part| self.note_witnesses(part, asserted));
            }
            Shape::Implies(first, second) => {
                self.note_witnesses(first, !asserted);
                self.note_witnesses(second, asserted);
            }
            Shape::Not(inner) => self.note_witnesses(inner, !asserted),
            Shape::Quantifier(quantifier) => {
                if quantifier.all == asserted {
                    self.witnesses.insert(quantifier.at);
                }
                self.note_witnesses(quantifier.body, asserted);
            }
            Shape::Other => {}
        }
    }

    /// Notes such quantifiers in what a word claims or assumes.
    pub(super) fn note_claims(&mut self, at: usize, end: usize) {
        let asserted = match self.text(at) {
            "__CPROVER_assert" | "__CPROVER_precondition" | "__CPROVER_postcondition" | "if" => true,
            "__CPROVER_assume" | "__VERIFIER_assume" => false,
            _ => return,
        };
        let Some(group) = self.group(at + 1..end, "(") else { return };
        if self.text(at) == "if" {
            // What `assert` of the C library stands for.
            let mut next = group.end;
            for word in [";", "else", "__assert_fail"] {
                match self.code(next + 1..end) {
                    Some(at) if self.text(at) == word => next = at,
                    _ => return,
                }
            }
            self.note_witnesses(group, true);
        } else if let Some(condition) = self.arguments(&group).into_iter().next() {
            self.note_witnesses(condition, asserted);
        }
    }
}
