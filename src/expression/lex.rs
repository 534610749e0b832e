//! Tokens of expressions.

use super::{Mistake, Type, types};
use crate::base::word;
use crate::program::Program;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    Name(String),
    Number(u64, Type),
    Symbol(&'static str),
    End,
}

/// A symbol comes before its prefixes.
const SYMBOLS: &[&str] = &[
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "->", "++", "--", "+", "-", "*", "/", "%", "<", ">", "=",
    "!", "~", "&", "|", "^", "?", ":", "(", ")", "[", "]", ".", ",",
];

/// Maximum number of tokens, so that expressions are not too deep for recursion.
const TOKEN_LIMIT: usize = 4096;

/// The tokens of a text with their columns.
pub(super) fn lex(program: &Program, text: &str) -> Result<Vec<(Token, usize)>, Mistake> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    while let Some(&c) = chars.get(at) {
        let start = at;
        if tokens.len() >= TOKEN_LIMIT {
            return Err((start, "the expression is too long".to_owned()));
        }
        if c.is_whitespace() {
            at += 1;
        } else if is_word(c) {
            while chars.get(at).is_some_and(|&c| is_word(c)) {
                at += 1;
            }
            let word: String = chars[start..at].iter().collect();
            if c.is_ascii_digit() {
                let (value, ty) =
                    number(program, &word).ok_or((start, format!("'{word}' is no integer constant")))?;
                tokens.push((Token::Number(value, ty), start));
            } else {
                tokens.push((Token::Name(word), start));
            }
        } else if c == '\'' {
            let (byte, length) = character(&chars[start + 1..]).map_err(|what| (start, what))?;
            at += 1 + length;
            // The value of the `char`, as an `int`.
            let signed = types::char_is_signed(program);
            let value = if signed { byte as i8 as u64 } else { byte.into() };
            tokens.push((Token::Number(word::trunc(32, value), types::INT), start));
        } else {
            let found = SYMBOLS.iter().find(|s| s.chars().eq(chars[at..].iter().copied().take(s.len())));
            let symbol = found.ok_or((start, format!("unexpected '{c}'")))?;
            at += symbol.len();
            tokens.push((Token::Symbol(symbol), start));
        }
    }
    tokens.push((Token::End, at));
    Ok(tokens)
}

/// Content of a character constant after the opening quote: its byte, and its length including the closing quote.
fn character(chars: &[char]) -> Result<(u8, usize), String> {
    let wrong = || "not a character constant".to_owned();
    match chars {
        ['\\', 'x', ..] => {
            let digits = chars[2..].iter().take_while(|c| c.is_ascii_hexdigit()).count();
            numbered(chars, 2, digits, 16).ok_or_else(wrong)
        }
        ['\\', '0'..='7', ..] => {
            let digits = chars[1..].iter().take(3).take_while(|c| c.is_digit(8)).count();
            numbered(chars, 1, digits, 8).ok_or_else(wrong)
        }
        ['\\', c, '\'', ..] => {
            let byte = match c {
                'n' => b'\n',
                't' => b'\t',
                'r' => b'\r',
                'a' => 7,
                'b' => 8,
                'v' => 11,
                'f' => 12,
                '\\' | '\'' | '"' | '?' => *c as u8,
                _ => return Err(format!("the escape '\\{c}' is not supported")),
            };
            Ok((byte, 3))
        }
        [c, '\'', ..] if c.is_ascii() && *c != '\'' => Ok((*c as u8, 2)),
        _ => Err(wrong()),
    }
}

fn numbered(chars: &[char], from: usize, digits: usize, radix: u32) -> Option<(u8, usize)> {
    let text: String = chars[from..from + digits].iter().collect();
    let byte = u8::from_str_radix(&text, radix).ok()?;
    (chars.get(from + digits) == Some(&'\'')).then_some((byte, from + digits + 1))
}

/// An integer constant with its type (C11, 6.4.4.1).
fn number(program: &Program, text: &str) -> Option<(u64, Type)> {
    let lower = text.to_ascii_lowercase();
    let digits = lower.trim_end_matches(['u', 'l']);
    let suffix = &lower[digits.len()..];
    let long = program.target.pointer_bits;
    let (unsigned, least) = match suffix {
        "" => (false, 32),
        "u" => (true, 32),
        "l" => (false, long),
        "ul" | "lu" => (true, long),
        "ll" => (false, 64),
        "ull" | "llu" => (true, 64),
        _ => return None,
    };
    let (radix, digits) = match digits {
        _ if digits.starts_with("0x") => (16, &digits[2..]),
        _ if digits.starts_with("0b") => (2, &digits[2..]),
        _ if digits.len() > 1 && digits.starts_with('0') => (8, &digits[1..]),
        _ => (10, digits),
    };
    let value = u64::from_str_radix(digits, radix).ok()?;
    for bits in [32, 64].into_iter().filter(|b| *b >= least) {
        for signed in [true, false] {
            let allowed = if signed { !unsigned } else { unsigned || radix != 10 };
            let most = word::mask(bits - u32::from(signed));
            if allowed && value <= most {
                return Some((value, Type::Int { bits, signed }));
            }
        }
    }
    None
}
