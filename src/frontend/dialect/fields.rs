//! Bit-fields: they have neither an address nor a size, so that C does not say what type they have.

use super::Rewriter;
use super::lex::Kind;
use std::ops::Range;

impl Rewriter<'_, '_> {
    /// Whether an expression may be a bit-field: a member whose name a structure of the text gives to one.
    pub(super) fn is_bit_field(&self, expression: Range<usize>) -> bool {
        let codes = self.codes(self.bare(expression));
        let [.., sign, name] = codes[..] else { return false };
        self.tokens[name].kind == Kind::Word
            && [".", "->"].contains(&self.text(sign))
            && self.has_bit_field(self.text(name))
    }

    /// An expression of the type of an expression, or of the one that computations give a bit-field.
    pub(super) fn of_type(&self, expression: Range<usize>, text: &str) -> String {
        if self.is_bit_field(expression) { format!("1 ? ({text}) : ({text})") } else { text.to_owned() }
    }

    fn has_bit_field(&self, name: &str) -> bool {
        let end = self.tokens.len();
        let members = |at: usize| {
            let mut next = self.code(at + 1..end)?;
            while self.text(next) == "__attribute__" {
                next = self.code(self.group(next + 1..end, "(")?.end + 1..end)?;
            }
            let named = self.tokens[next].kind == Kind::Word;
            self.group(next + usize::from(named)..end, "{")
        };
        let structures = (0..end).filter(|&at| ["struct", "union"].contains(&self.text(at)));
        let is = |pair: &[usize]| self.text(pair[0]) == name && self.text(pair[1]) == ":";
        structures.filter_map(members).any(|group| {
            let codes: Vec<usize> = self.top(group).filter(|&at| self.tokens[at].is_code()).collect();
            codes.windows(2).any(is)
        })
    }
}
