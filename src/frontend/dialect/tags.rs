//! Tags that a text first names among parameters. In C they belong to that declaration alone, so that the next one with the same words
//! differs; goto-cc takes both for one type.

use super::lex::{Kind, Token};
use std::collections::HashSet;

/// Declarations of these tags for the whole text.
pub(super) fn tags_of_parameters(tokens: &[Token<'_>]) -> Vec<String> {
    let mut known = HashSet::new();
    let mut declared = Vec::new();
    let (mut braces, mut brackets) = (0usize, 0usize);
    let mut code = tokens.iter().filter(|token| token.is_code()).peekable();
    while let Some(token) = code.next() {
        match (token.kind, token.text) {
            (Kind::Sign, "{") => braces += 1,
            (Kind::Sign, "}") => braces = braces.saturating_sub(1),
            (Kind::Sign, "(") => brackets += 1,
            (Kind::Sign, ")") => brackets = brackets.saturating_sub(1),
            (Kind::Word, "struct" | "union" | "enum") => {
                let Some(name) = code.peek().filter(|next| next.kind == Kind::Word) else { continue };
                let among_parameters = braces == 0 && brackets > 0;
                if known.insert(name.text) && among_parameters && name.text != "__attribute__" {
                    declared.push(format!("{} {};", token.text, name.text));
                }
            }
            _ => {}
        }
    }
    declared
}
