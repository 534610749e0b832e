//! The tokens of a C text, with their places. Directives of the preprocessor are not tokens. Those that renumber lines are
//! obeyed, as compilers name places by them.

/// Kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Identifier or keyword.
    Word,
    /// Number.
    Number,
    /// String or character.
    Text,
    /// Anything else.
    Mark,
}

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Offset of its first byte.
    pub start: usize,
    /// Offset behind it.
    pub end: usize,
    /// Line in the file, from 1.
    pub line: u32,
    /// Column of its first byte, from 1.
    pub column: u32,
}

/// A text in tokens.
#[derive(Debug, Default)]
pub struct Lexed {
    /// In order.
    pub tokens: Vec<Token>,
    /// From which line of the file on a directive renumbers: that line, the name (none: as before), the number.
    pub markers: Vec<(u32, Option<String>, u32)>,
}

/// Longest first.
const MARKS: &[&str] = &[
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=", "::", "##",
];

/// Splits a text. Nothing is an error: what is no C becomes some tokens.
pub fn lex(text: &str) -> Lexed {
    let bytes = text.as_bytes();
    let mut out = Lexed::default();
    let (mut at, mut line, mut line_start, mut fresh) = (0, 1u32, 0, true);
    while let Some(&c) = bytes.get(at) {
        let rest = &bytes[at..];
        if c == b'\n' {
            (line, line_start, fresh) = (line + 1, at + 1, true);
            at += 1;
            continue;
        }
        if c.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let ends = match () {
            () if rest.starts_with(b"\\\n") => Some(at + 2),
            () if rest.starts_with(b"//") => Some(logical_end(bytes, at)),
            () if rest.starts_with(b"/*") => {
                Some(text.get(at + 2..).and_then(|t| t.find("*/")).map_or(bytes.len(), |n| at + n + 4))
            }
            () if c == b'#' && fresh => Some(logical_end(bytes, at)),
            () => None,
        };
        if let Some(end) = ends {
            if c == b'#'
                && let Some((name, number)) = marker(&text[at..end])
            {
                out.markers.push((line + 1, name, number));
            }
            for (i, _) in bytes[at..end].iter().enumerate().filter(|b| *b.1 == b'\n') {
                (line, line_start) = (line + 1, at + i + 1);
            }
            at = end;
            continue;
        }
        fresh = false;
        let word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b == b'$' || *b >= 0x80;
        let count = |f: &dyn Fn(&u8) -> bool| rest.iter().take_while(|b| f(b)).count();
        let (kind, length) = match c {
            b'"' | b'\'' => (Kind::Text, quoted(rest, c)),
            b'0'..=b'9' => (Kind::Number, number(rest)),
            b'.' if rest.get(1).is_some_and(u8::is_ascii_digit) => (Kind::Number, number(rest)),
            _ if word(&c) => {
                let length = count(&word);
                match (rest.get(length), &rest[..length]) {
                    // The prefix of a string or character.
                    (Some(&q @ (b'"' | b'\'')), b"L" | b"u" | b"U" | b"u8") => {
                        (Kind::Text, length + quoted(&rest[length..], q))
                    }
                    _ => (Kind::Word, length),
                }
            }
            _ => (Kind::Mark, MARKS.iter().find(|m| rest.starts_with(m.as_bytes())).map_or(1, |m| m.len())),
        };
        let end = (at + length.max(1)).min(bytes.len());
        let column = (at - line_start + 1) as u32;
        out.tokens.push(Token { kind, start: at, end, line, column });
        at = end;
    }
    out
}

/// Where a line that begins here ends, with those that a backslash joins to it.
fn logical_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(&b) = bytes.get(at) {
        if b == b'\n' && bytes[..at].last() != Some(&b'\\') {
            break;
        }
        // A comment may go on behind the line.
        if bytes[at..].starts_with(b"/*") && !bytes[from..].starts_with(b"//") {
            let close = bytes[at + 2..].windows(2).position(|w| w == b"*/");
            at = close.map_or(bytes.len(), |n| at + n + 4);
            continue;
        }
        at += 1;
    }
    at
}

fn quoted(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(&b) = rest.get(at) {
        match b {
            b'\\' => at += 2,
            b'\n' => break,
            _ if b == quote => return at + 1,
            _ => at += 1,
        }
    }
    at.min(rest.len())
}

fn number(rest: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&b) = rest.get(at) {
        let sign = matches!(b, b'+' | b'-') && at > 0 && matches!(rest[at - 1] | 0x20, b'e' | b'p');
        let hexadecimal = rest.starts_with(b"0x") || rest.starts_with(b"0X");
        let exponent = !sign || !hexadecimal || rest[at - 1] | 0x20 == b'p';
        // C23 and C++14 separate digits.
        let separates = b == b'\'' && rest.get(at + 1).is_some_and(u8::is_ascii_alphanumeric);
        if !(b.is_ascii_alphanumeric() || b == b'.' || b == b'_' || separates || sign && exponent) {
            break;
        }
        at += 1;
    }
    at
}

/// `# 12 "name" 2` or `#line 12 "name"`.
fn marker(directive: &str) -> Option<(Option<String>, u32)> {
    let rest = directive.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..digits].parse().ok()?;
    let name = rest[digits..].trim_start().strip_prefix('"').and_then(|r| r.split('"').next());
    Some((name.map(str::to_owned), number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_may_be_separated() {
        let text = "1'000u + 0x1'F, u'a'";
        let words: Vec<&str> = lex(text).tokens.iter().map(|t| &text[t.start..t.end]).collect();
        assert_eq!(words, ["1'000u", "+", "0x1'F", ",", "u'a'"]);
    }

    #[test]
    fn tokens_have_their_places() {
        let text = "# 7 \"a.h\"\nint x = 0x1p-3; // f(\nchar *s = \"a\\\"b\"; /* {\n*/ f->g(1e+2, '\\'');\n";
        let lexed = lex(text);
        let words: Vec<&str> = lexed.tokens.iter().map(|t| &text[t.start..t.end]).collect();
        let expected = [
            "int",
            "x",
            "=",
            "0x1p-3",
            ";",
            "char",
            "*",
            "s",
            "=",
            "\"a\\\"b\"",
            ";",
            "f",
            "->",
            "g",
            "(",
            "1e+2",
            ",",
            "'\\''",
            ")",
            ";",
        ];
        assert_eq!(words, expected);
        assert_eq!(lexed.markers, [(2, Some("a.h".to_owned()), 7)]);
        let f = lexed.tokens[11];
        assert_eq!((f.line, f.column), (4, 4));
    }

    #[test]
    fn no_text_is_too_strange() {
        for text in [
            "\"",
            "'",
            "/*",
            "#",
            "0x",
            "\\",
            "\u{e9}t\u{e9} = 1;",
            "#define f(x) \\\n x\ny",
            ".5e",
            "#if /* \n */ 1\nz",
        ] {
            lex(text);
        }
        assert_eq!(lex("#define f(x) \\\n x\ny").tokens.len(), 1);
        assert_eq!(lex("#if /* \n */ 1\nz").tokens[0].line, 3);
    }
}
