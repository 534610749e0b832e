//! Tokens of preprocessed C and C++.

/// Kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Identifier or keyword.
    Word,
    /// Number.
    Number,
    /// String or character.
    Quoted,
    /// Operator or bracket.
    Sign,
    /// Spaces and ends of lines.
    Space,
    /// Line marker or pragma, without the end of its line.
    Line,
}

/// A token with its text. The texts of all tokens are the whole text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token<'t> {
    /// Kind.
    pub(super) kind: Kind,
    /// Text.
    pub(super) text: &'t str,
}

impl Token<'_> {
    /// Whether it says something to the compiler, and not only to people or about places.
    pub(super) fn is_code(&self) -> bool {
        !matches!(self.kind, Kind::Space | Kind::Line)
    }
}

/// Operators of several characters; longer ones first. `==>` is CBMC's implication.
const SIGNS: &[&str] = &[
    "==>", "<<=", ">>=", "...", "->*", "<=>", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "++", "--",
    "->", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::", "##",
];

/// Splits a text into tokens.
pub(super) fn lex(text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::with_capacity(text.len() / 4);
    let (mut at, mut line_begins) = (0, true);
    while at < text.len() {
        let rest = &text[at..];
        let first = rest.chars().next().expect("a character is left");
        let after_raw = tokens.last().is_some_and(|t| t.kind == Kind::Word && is_raw_prefix(t.text));
        let (kind, length) = match first {
            '#' if line_begins => (Kind::Line, line(rest)),
            '"' if after_raw => (Kind::Quoted, raw_string(rest)),
            '"' | '\'' => (Kind::Quoted, quoted(rest, first)),
            c if c.is_whitespace() => (Kind::Space, until(rest, |c| !c.is_whitespace())),
            c if is_of_word(c) && !c.is_ascii_digit() => (Kind::Word, until(rest, |c| !is_of_word(c))),
            c if c.is_ascii_digit() || c == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                (Kind::Number, number(rest))
            }
            _ => (
                Kind::Sign,
                SIGNS.iter().find(|s| rest.starts_with(**s)).map_or(first.len_utf8(), |s| s.len()),
            ),
        };
        let token = Token { kind, text: &rest[..length] };
        line_begins = kind == Kind::Space && (line_begins || token.text.contains('\n'));
        tokens.push(token);
        at += length;
    }
    tokens
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn until(text: &str, ends: impl Fn(char) -> bool) -> usize {
    text.find(ends).unwrap_or(text.len())
}

/// Length of a line with those that continue it.
fn line(text: &str) -> usize {
    let mut end = 0;
    loop {
        end += until(&text[end..], |c| c == '\n');
        if end == text.len() || !text[..end].ends_with('\\') {
            return end;
        }
        end += 1;
    }
}

fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == '\n' || c == quote && !escaped {
            return at + usize::from(c == quote);
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

fn is_raw_prefix(word: &str) -> bool {
    matches!(word, "R" | "LR" | "uR" | "UR" | "u8R")
}

fn raw_string(text: &str) -> usize {
    let Some(open) = text.find('(') else { return text.len() };
    let end = format!("){}\"", &text[1..open]);
    text.find(&end).map_or(text.len(), |at| at + end.len())
}

fn number(text: &str) -> usize {
    let mut before = ' ';
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let exponent = matches!(before, 'e' | 'E' | 'p' | 'P') && matches!(c, '+' | '-');
        let separates = c == '\'' && rest.peek().is_some_and(|(_, next)| next.is_ascii_alphanumeric());
        if !(is_of_word(c) || c == '.' || exponent || separates) {
            return at;
        }
        before = c;
    }
    text.len()
}

/// For each opening bracket the place of the one that closes it.
pub(super) fn partners(tokens: &[Token<'_>]) -> Vec<Option<usize>> {
    let mut partners = vec![None; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match (token.kind, token.text) {
            (Kind::Sign, "(" | "[" | "{") => open.push(at),
            (Kind::Sign, ")" | "]" | "}") => {
                if let Some(begin) = open.pop() {
                    partners[begin] = Some(at);
                }
            }
            _ => {}
        }
    }
    partners
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Vec<&str> {
        let tokens = lex(text);
        assert_eq!(tokens.iter().map(|t| t.text).collect::<String>(), text);
        tokens.iter().filter(|t| t.is_code()).map(|t| t.text).collect()
    }

    #[test]
    fn tokens_of_c() {
        assert_eq!(code("a==>b >>= 1e+5.f;"), ["a", "==>", "b", ">>=", "1e+5.f", ";"]);
        assert_eq!(
            code(r#"f("a\"b", '\'', L"x")"#),
            ["f", "(", r#""a\"b""#, ",", r"'\''", ",", "L", "\"x\"", ")"]
        );
        assert_eq!(code("R\"x(a\")y)x\"+1"), ["R", "\"x(a\")y)x\"", "+", "1"]);
        assert_eq!(code("1'000 .5 x.y"), ["1'000", ".5", "x", ".", "y"]);
        assert_eq!(code("ä = 1"), ["ä", "=", "1"]);
    }

    #[test]
    fn lines_are_no_code() {
        assert_eq!(code("# 1 \"a.c\"\n  #pragma a \\\n b\nx # y"), ["x", "#", "y"]);
    }

    #[test]
    fn brackets() {
        let tokens = lex("f(a[1]) }");
        let found: Vec<(usize, usize)> =
            partners(&tokens).iter().enumerate().filter_map(|(a, b)| b.map(|b| (a, b))).collect();
        assert_eq!(found, [(1, 6), (3, 5)]);
    }
}
