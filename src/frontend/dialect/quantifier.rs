//! Quantifiers over a range of numbers become loops.
//!
//! A loop goes through a range of integers in `long long` that contains every number in the range as the program writes it,
//! and asks the whole of the body for each. C compares a signed number with an unsigned one by converting it; where that
//! could let a number outside of the range satisfy a bound, the loop is not used and the word keeps no meaning.

use super::Rewriter;
use super::lex::Kind;
use std::ops::Range;

/// The bounds that a condition gives a variable, as tokens, with whether they are part of the range.
#[derive(Default)]
struct Bounds {
    low: Option<(Range<usize>, bool)>,
    high: Option<(Range<usize>, bool)>,
}

/// Comparison signs, how they read from the right, and whether they include equality.
const COMPARISONS: [(&str, &str, bool); 4] =
    [("<", ">", false), ("<=", ">=", true), (">", "<", false), (">=", "<=", true)];

/// Signs that bind less than comparisons.
const LOOSE: [&str; 21] = [
    "==", "!=", "&", "^", "|", "&&", "||", "==>", "?", ":", ",", "=", "+=", "-=", "*=", "/=", "%=", "&=",
    "|=", "^=", ";",
];

impl Rewriter<'_, '_> {
    /// What a quantifier over `{ type variable; condition }` becomes.
    pub(super) fn quantifier(&mut self, word: &str, group: Range<usize>) -> String {
        let none = format!("{word}()");
        let parts = self.split(group, ";");
        let [declaration, body, rest @ ..] = &parts[..] else { return none };
        if rest.iter().any(|r| self.code(r.clone()).is_some()) {
            return none;
        }
        let Some(name_at) = declaration.clone().rev().find(|&at| self.tokens[at].is_code()) else {
            return none;
        };
        let name = self.text(name_at);
        if self.tokens[name_at].kind != Kind::Word || self.code(declaration.start..name_at).is_none() {
            return none;
        }
        let all = word.ends_with("forall");
        let range = if all {
            let whole = self.bare(body.clone());
            let sides = self.split(whole.clone(), "==>");
            if sides.len() < 2 {
                return none;
            }
            sides[0].clone()
        } else {
            body.clone()
        };
        let mut bounds = Bounds::default();
        for condition in self.conjuncts(range) {
            self.bound(condition, name, &mut bounds);
        }
        let ty = self.flat(declaration.start..name_at);
        let body = self.flat(body.clone());
        self.quantifiers += 1;
        let number = self.quantifiers;
        let low = bounds.low.map(|(range, included)| (self.flat(range), included));
        let high = bounds.high.map(|(range, included)| (self.flat(range), included));
        Loop { word, name, ty, body, low, high, number }.text()
    }

    /// Tokens without the parentheses around all of them.
    fn bare(&self, within: Range<usize>) -> Range<usize> {
        let Some(inner) = self.group(within.clone(), "(") else { return within };
        if self.code(inner.end + 1..within.end).is_some() { within } else { self.bare(inner) }
    }

    fn conjuncts(&self, within: Range<usize>) -> Vec<Range<usize>> {
        let within = self.bare(within);
        let loose = |at| {
            ["||", "==>", "?", ":", ",", "=", ";"].contains(&self.text(at))
                && self.tokens[at].kind == Kind::Sign
        };
        if self.top(within.clone()).any(loose) {
            return vec![within];
        }
        let parts = self.split(within.clone(), "&&");
        if parts.len() == 1 {
            return vec![within];
        }
        parts.into_iter().flat_map(|part| self.conjuncts(part)).collect()
    }

    /// Notes the bound that a condition gives a variable, if it is a comparison of the variable alone.
    fn bound(&self, condition: Range<usize>, name: &str, bounds: &mut Bounds) {
        let signs: Vec<usize> =
            self.top(condition.clone()).filter(|&at| self.tokens[at].kind == Kind::Sign).collect();
        if signs.iter().any(|&at| LOOSE.contains(&self.text(at))) {
            return;
        }
        let compare = |at: &usize| COMPARISONS.iter().find(|c| c.0 == self.text(*at)).map(|c| (*at, *c));
        let found: Vec<_> = signs.iter().filter_map(compare).collect();
        let [(at, (sign, turned, included))] = found[..] else { return };
        let (left, right) = (self.bare(condition.start..at), self.bare(at + 1..condition.end));
        let (sign, other) = if self.is_word(left.clone(), name) {
            (sign, right)
        } else if self.is_word(right, name) {
            (turned, left)
        } else {
            return;
        };
        if self.tokens[other.clone()].iter().any(|t| t.text == name) {
            return;
        }
        if sign.starts_with('<') {
            bounds.high.get_or_insert((other, included));
        } else {
            bounds.low.get_or_insert((other, included));
        }
    }

    fn is_word(&self, within: Range<usize>, name: &str) -> bool {
        let mut code = self.tokens[within].iter().filter(|t| t.is_code());
        code.next().is_some_and(|t| t.text == name) && code.next().is_none()
    }
}

/// A loop through a range.
struct Loop<'a> {
    word: &'a str,
    name: &'a str,
    ty: String,
    body: String,
    low: Option<(String, bool)>,
    high: Option<(String, bool)>,
    number: u32,
}

impl Loop<'_> {
    /// A GNU statement expression; `word()` stands for what has no meaning.
    fn text(&self) -> String {
        let Loop { word, name, ty, body, number, .. } = self;
        let (at, end, result) =
            (format!("__bmc_i{number}"), format!("__bmc_n{number}"), format!("__bmc_q{number}"));
        let t = format!("__typeof__(__typeof__({ty}))");
        let signed = format!("({t})-1 < ({t})1");
        // Of the type in which C compares a bound with the variable.
        let unsigned = |bound: &str| format!("(__typeof__(({bound}) + ({t})0))-1 > 0");
        let most = "(long long)(~0ULL >> 1)";
        // The first number that the type does not have, for types that are narrower.
        let beyond = format!("(1LL << (8 * sizeof({t}) - ({signed})) % 64)");
        let narrow = format!("sizeof({t}) < 8");
        let mut checks = String::new();
        let low = match &self.low {
            Some((low, included)) => {
                checks += &format!("if (({signed}) && {}) {word}(); ", unsigned(low));
                checks += &format!("if (({low}) > 0 && ({low}) >= {most}) {word}(); ");
                let step = if *included { "" } else { " + 1" };
                format!("(long long)({low}){step}")
            }
            None => {
                checks += &format!("if ({signed}) {word}(); ");
                "0".to_owned()
            }
        };
        let high = match &self.high {
            Some((high, included)) => {
                checks += &format!("if (({high}) > 0 && ({high}) >= {most}) {word}(); ");
                checks += &format!(
                    "if ({} && (({signed}) ? {narrow} && (long long)({high}) >= {beyond} : ({high}) < 0)) {word}(); ",
                    unsigned(high)
                );
                let step = if *included { " + 1" } else { "" };
                format!("(long long)({high}){step}")
            }
            None => return format!("{word}()"),
        };
        let (start, found) = if word.ends_with("forall") { (1, "!") } else { (0, "") };
        let other = 1 - start;
        format!(
            "(__extension__ ({{ {checks}__CPROVER_bool {result} = {start}; \
             long long {at} = {low}, {end} = {high}; \
             if ({narrow} && {end} > {beyond}) {end} = {beyond}; \
             if (({signed}) && {narrow} && {at} < -{beyond}) {at} = -{beyond}; \
             if (!({signed}) && {at} < 0) {at} = 0; \
             for (; {at} < {end}; ++{at}) {{ {t} {name} = ({t}){at}; \
             if ({found}({body})) {{ {result} = {other}; break; }} }} {result}; }}))"
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::frontend::dialect::{Contracts, rewrite};
    use crate::frontend::module::InputKind;

    fn rewritten(text: &str) -> String {
        rewrite(text, "a.c", InputKind::C, Contracts::default())
    }

    #[test]
    fn ranges_become_loops() {
        for text in [
            "x = __CPROVER_forall { int i; (0 <= i && i < n) ==> a[i] };",
            "x = __CPROVER_forall { unsigned i; i < n ==> a[i] };",
            "x = __CPROVER_exists { int i; ((n > i)) && 0 <= i && a[i] == 3 };",
        ] {
            let out = rewritten(text);
            assert!(out.contains("for (;") && out.contains("(long long)(n)"), "{out}");
        }
    }

    #[test]
    fn others_have_no_meaning() {
        for text in [
            "x = __CPROVER_forall { int i; a[i] };",
            "x = __CPROVER_forall { int i; 0 <= i ==> a[i] };",
            "x = __CPROVER_exists { int i; i < n || 0 <= i };",
            "x = __CPROVER_forall { int i; (0 <= i && i < b[i]) ==> a[i] };",
        ] {
            let out = rewritten(text);
            assert!(
                out.ends_with("x = __CPROVER_forall();") || out.ends_with("x = __CPROVER_exists();"),
                "{out}"
            );
        }
    }
}
