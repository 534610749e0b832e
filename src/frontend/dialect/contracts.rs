//! Contracts of CBMC: what loops say of themselves is asserted, other clauses are ignored.
//!
//! An invariant is asserted whenever a run comes to the head of its loop, if it enters the loop at all. The loop itself is executed, and not replaced by what
//! the contract says of it: a violation is one of a run, and no clause has to be trusted. Measures are compared with what
//! they were at the head before.

use super::Rewriter;
use super::lex::Kind;
use std::fmt::Write as _;
use std::ops::Range;

/// Clauses that are ignored.
const IGNORED: [&str; 4] =
    ["__CPROVER_requires", "__CPROVER_ensures", "__CPROVER_assigns", "__CPROVER_frees"];

const INVARIANT: &str = "__CPROVER_loop_invariant";
const MEASURES: &str = "__CPROVER_decreases";

/// Whether a word begins a clause of a contract.
pub(super) fn is_clause(word: &str) -> bool {
    is_ignored(word) || [INVARIANT, MEASURES].contains(&word)
}

/// Whether a word begins a clause that is ignored.
pub(super) fn is_ignored(word: &str) -> bool {
    IGNORED.contains(&word)
}

/// Whether a text has clauses that are ignored.
pub(in crate::frontend) fn has_ignored_clauses(text: &str) -> bool {
    IGNORED.iter().any(|word| text.contains(word))
}

/// What a loop says of itself, in words of C.
struct Claims {
    /// Declarations before the loop.
    before: String,
    /// Assertions at its head, as an expression.
    head: String,
}

impl Rewriter<'_, '_> {
    /// The clauses from a place on, by their words, and where they end.
    pub(super) fn clauses(&self, from: usize, end: usize) -> (Vec<(usize, Range<usize>)>, usize) {
        let (mut found, mut at) = (Vec::new(), from);
        while let Some(word) = self.code(at..end).filter(|&word| is_clause(self.text(word)))
            && let Some(group) = self.group(word + 1..end, "(")
        {
            at = group.end + 1;
            found.push((word, group));
        }
        (found, at)
    }

    /// Rewrites a loop with a contract that begins here; where it ends.
    pub(super) fn contracted(&mut self, at: usize, end: usize, out: &mut String) -> Option<usize> {
        match self.text(at) {
            "do" => self.contracted_do(at, end, out),
            "while" | "for" => {
                let group = self.group(at + 1..end, "(")?;
                let (clauses, next) = self.clauses(group.end + 1, end);
                let (body, after) = self.body(next, end).filter(|_| !clauses.is_empty())?;
                let parts = if self.text(at) == "for" { self.split(group, ";") } else { vec![group] };
                let (first, condition, step) = match &parts[..] {
                    [condition] if self.text(at) == "while" => (None, condition, None),
                    [first, condition, step] => (Some(first), condition, Some(step)),
                    _ => return None,
                };
                let claims = self.claims(&clauses);
                let again = self.has_no_effects(condition.clone());
                let mut text =
                    |part: Option<&Range<usize>>| part.map(|p| self.flat(p.clone())).unwrap_or_default();
                let (first, condition, step) = (text(first), text(Some(condition)), text(step));
                let condition = if condition.is_empty() { "1" } else { &condition };
                let Claims { before, head } = claims;
                // A loop that is not entered claims nothing.
                let entered = if again { format!("if ({condition}) ") } else { String::new() };
                let _ = write!(out, "{{ {first}; {before}{entered}for (; ({head}, ({condition})); {step})");
                out.push_str(&self.lines(at..body.start));
                self.block(body.clone(), out);
                out.push_str(" }");
                Some(after)
            }
            _ => None,
        }
    }

    /// The body of a loop, without its braces, and what comes behind it. Without braces it is an expression.
    fn body(&self, from: usize, end: usize) -> Option<(Range<usize>, usize)> {
        if let Some(body) = self.group(from..end, "{") {
            let after = body.end + 1;
            return Some((body, after));
        }
        let first = self.code(from..end)?;
        let words = ["if", "for", "while", "do", "switch", "else", "case", "default", "return", "goto"];
        if words.contains(&self.text(first)) {
            return None;
        }
        let last = self.top(first..end).find(|&at| [";", ":", "{"].contains(&self.text(at)))?;
        (self.text(last) == ";").then_some((from..last + 1, last + 1))
    }

    /// Whether an expression can be evaluated once more without a difference: nothing is changed or called in it.
    fn has_no_effects(&self, within: Range<usize>) -> bool {
        let codes = self.codes(within);
        let calls = |pair: &[usize]| {
            self.tokens[pair[0]].kind == Kind::Word
                && self.text(pair[0]) != "sizeof"
                && self.text(pair[1]) == "("
        };
        let changes = |at: &usize| {
            let text = self.text(*at);
            let compares = ["==", "!=", "<=", ">=", "==>"].contains(&text);
            let assigns = self.tokens[*at].kind == Kind::Sign && text.ends_with('=') && !compares;
            assigns || ["++", "--", "{"].contains(&text)
        };
        !codes.windows(2).any(calls) && !codes.iter().any(changes)
    }

    /// Rewrites a loop whose contract stands before its body, or at its end. Its head is where the body begins.
    fn contracted_do(&mut self, at: usize, end: usize, out: &mut String) -> Option<usize> {
        let (mut clauses, next) = self.clauses(at + 1, end);
        let (body, after) = self.body(next, end)?;
        let word = self.code(after..end).filter(|&word| self.text(word) == "while")?;
        let group = self.group(word + 1..end, "(")?;
        let (more, next) = self.clauses(group.end + 1, end);
        clauses.extend(more);
        let last = self.code(next..end).filter(|&last| self.text(last) == ";" && !clauses.is_empty())?;
        let Claims { before, head } = self.claims(&clauses);
        let _ = write!(out, "{{ {before}{head}; do");
        out.push_str(&self.lines(at..body.start));
        self.block(body.clone(), out);
        let condition = self.flat(group);
        let _ = write!(out, " while (({condition}) && ({head}, 1)); }}");
        out.push_str(&self.lines(body.end..last));
        Some(last + 1)
    }

    /// Rewrites what stands in braces, and the braces.
    fn block(&mut self, body: Range<usize>, out: &mut String) {
        out.push('{');
        self.braces += 1;
        self.range(body, out);
        self.braces -= 1;
        out.push('}');
    }

    /// What clauses claim.
    fn claims(&mut self, clauses: &[(usize, Range<usize>)]) -> Claims {
        self.loops += 1;
        let number = self.loops;
        let outer = self.entries.replace((number, Vec::new()));
        let (mut heads, mut measures) = (Vec::new(), Vec::new());
        for (word, group) in clauses {
            match self.text(*word) {
                INVARIANT => {
                    self.note_witnesses(group.clone(), true);
                    let text = self.flat(group.clone());
                    heads.push(format!("__CPROVER_assert(({text}), \"loop invariant\")"));
                }
                MEASURES => measures.extend(self.arguments(group).into_iter().map(|part| self.flat(part))),
                _ => {}
            }
        }
        let mut before = String::new();
        let (_, entries) = std::mem::replace(&mut self.entries, outer).unwrap_or_default();
        for (i, (entry, ty)) in entries.iter().enumerate() {
            let _ = write!(before, "__typeof__({ty}) __bmc_entry{number}_{i} = ({entry}); ");
        }
        if !measures.is_empty() {
            // The least measure for which the earlier ones are equal has to be less.
            let mut less = "0".to_owned();
            let mut kept = String::new();
            for (i, measure) in measures.iter().enumerate().rev() {
                let old = format!("__bmc_measure{number}_{i}");
                let _ = write!(before, "__typeof__(({measure}) + 0) {old} = 0; ");
                let _ = write!(kept, "{old} = ({measure}), ");
                less = format!("({measure}) < {old} || (({measure}) == {old} && ({less}))");
            }
            let _ = write!(before, "int __bmc_again{number} = 0; ");
            heads.push(format!(
                "(__bmc_again{number} ? __CPROVER_assert(({less}), \"decreases\") : (void)0), {kept}__bmc_again{number} = 1"
            ));
        }
        heads.push("(void)0".to_owned());
        Claims { before, head: heads.join(", ") }
    }

    /// Rewrites the value that an expression had where the run came to the loop.
    pub(super) fn entry(&mut self, at: usize, end: usize, out: &mut String) -> Option<usize> {
        let group = self.group(at + 1..end, "(")?;
        self.entries.as_ref()?;
        let text = self.flat(group.clone());
        let ty = self.of_type(group.clone(), &text);
        let (number, entries) = self.entries.as_mut()?;
        let _ = write!(out, "__bmc_entry{number}_{}", entries.len());
        entries.push((text, ty));
        out.push_str(&self.lines(at..group.end));
        Some(group.end + 1)
    }
}
