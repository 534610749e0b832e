//! S-expressions of SMT-LIB v2, parsed one at a time, without recursion and with positions.

use std::fmt;

/// A syntax error with its position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct SyntaxError {
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1.
    pub column: usize,
    /// The error message.
    pub message: String,
}

/// Kind of an s-expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SexprKind {
    /// A symbol; bars are not part of its text.
    Symbol,
    /// A keyword with its colon.
    Keyword,
    /// A decimal numeral.
    Numeral,
    /// A decimal fraction.
    Decimal,
    /// `#x...`; the text is the digits.
    Hexadecimal,
    /// `#b...`; the text is the digits.
    Binary,
    /// A string literal; its text excludes the quotes.
    String,
    /// A parenthesised list.
    List,
}

/// An s-expression of a [`Reader`], valid until it reads the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sexpr(u32);

struct ExprNode {
    kind: SexprKind,
    /// Byte offsets of the first character and behind the last one.
    at: usize,
    end: usize,
    /// Range of the text of an atom; of `children` for a list.
    from: usize,
    to: usize,
}

/// Parses the s-expressions of a text one after the other.
pub struct Reader<'t> {
    text: &'t str,
    position: usize,
    nodes: Vec<ExprNode>,
    children: Vec<Sexpr>,
}

impl<'t> Reader<'t> {
    /// A reader at the start of the text.
    pub fn new(text: &'t str) -> Reader<'t> {
        Reader { text, position: 0, nodes: Vec::new(), children: Vec::new() }
    }

    /// The next s-expression, or `None` at the end of the text. Invalidates earlier ones.
    ///
    /// # Errors
    /// A malformed s-expression: an unclosed parenthesis, bar or quote, or a stray character.
    pub fn read(&mut self) -> Result<Option<Sexpr>, SyntaxError> {
        self.nodes.clear();
        self.children.clear();
        // Lists being parsed: position of the parenthesis, and how many of `items` belong to outer lists.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut items: Vec<Sexpr> = Vec::new();
        loop {
            self.skip_blanks();
            let at = self.position;
            let Some(&byte) = self.text.as_bytes().get(at) else {
                return match open.last() {
                    Some(&(place, _)) => Err(self.error_at(place, "this parenthesis is not closed")),
                    None => Ok(None),
                };
            };
            let item = match byte {
                b'(' => {
                    self.position += 1;
                    open.push((at, items.len()));
                    continue;
                }
                b')' => {
                    self.position += 1;
                    let Some((place, below)) = open.pop() else {
                        return Err(self.error_at(at, "a closing parenthesis too many"));
                    };
                    let from = self.children.len();
                    self.children.extend(items.drain(below..));
                    self.push(SexprKind::List, place, from, self.children.len())
                }
                _ => self.atom(byte)?,
            };
            if open.is_empty() {
                return Ok(Some(item));
            }
            items.push(item);
        }
    }

    fn push(&mut self, kind: SexprKind, at: usize, from: usize, to: usize) -> Sexpr {
        self.nodes.push(ExprNode { kind, at, end: self.position, from, to });
        Sexpr(self.nodes.len() as u32 - 1)
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.position) {
            if byte == b';' {
                let rest = &self.text[self.position..];
                self.position += rest.find('\n').unwrap_or(rest.len());
            } else if byte.is_ascii_whitespace() {
                self.position += 1;
            } else {
                break;
            }
        }
    }

    fn atom(&mut self, byte: u8) -> Result<Sexpr, SyntaxError> {
        let (at, text) = (self.position, self.text);
        let rest = &text[at..];
        let end = |accept: fn(char) -> bool, skip: usize| {
            rest[skip..].find(|c| !accept(c)).map_or(text.len(), |n| at + skip + n)
        };
        let (kind, from, to, next) = match byte {
            b'|' => match rest[1..].find('|') {
                Some(n) => (SexprKind::Symbol, at + 1, at + 1 + n, at + n + 2),
                None => return Err(self.error_at(at, "this bar has no partner")),
            },
            b'"' => {
                let mut close = at + 1;
                loop {
                    match text[close..].find('"') {
                        None => return Err(self.error_at(at, "this quote has no partner")),
                        // Two quotes in a string represent one.
                        Some(n) if text[close + n + 1..].starts_with('"') => close += n + 2,
                        Some(n) => break close += n,
                    }
                }
                (SexprKind::String, at + 1, close, close + 1)
            }
            b'#' => {
                let (kind, accept): (SexprKind, fn(char) -> bool) = match rest.as_bytes().get(1) {
                    Some(b'x') => (SexprKind::Hexadecimal, |c| c.is_ascii_hexdigit()),
                    Some(b'b') => (SexprKind::Binary, |c| matches!(c, '0' | '1')),
                    _ => return Err(self.error_at(at, "expected `#x` or `#b`")),
                };
                let to = end(accept, 2);
                if to == at + 2 {
                    return Err(self.error_at(at, "a literal without digits"));
                }
                (kind, at + 2, to, to)
            }
            b'0'..=b'9' => {
                let to = end(|c| c.is_ascii_digit() || c == '.', 0);
                let kind = if text[at..to].contains('.') { SexprKind::Decimal } else { SexprKind::Numeral };
                (kind, at, to, to)
            }
            _ => {
                let to = end(
                    |c| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c),
                    usize::from(byte == b':'),
                );
                if to == at || byte == b':' && to == at + 1 {
                    let stray = rest.chars().next().unwrap_or_default();
                    return Err(self.error_at(at, format!("unexpected character {stray:?}")));
                }
                (if byte == b':' { SexprKind::Keyword } else { SexprKind::Symbol }, at, to, to)
            }
        };
        self.position = next;
        Ok(self.push(kind, at, from, to))
    }

    /// Kind of the s-expression.
    pub fn kind(&self, s: Sexpr) -> SexprKind {
        self.nodes[s.0 as usize].kind
    }

    /// The text of an atom, without bars, quotes or radix mark; empty for a list.
    pub fn text(&self, s: Sexpr) -> &'t str {
        let node = &self.nodes[s.0 as usize];
        if node.kind == SexprKind::List { "" } else { &self.text[node.from..node.to] }
    }

    /// The source text, including parentheses and marks.
    pub fn source(&self, s: Sexpr) -> &'t str {
        let node = &self.nodes[s.0 as usize];
        &self.text[node.at..node.end]
    }

    /// Members of a list; `None` for an atom.
    pub fn list(&self, s: Sexpr) -> Option<&[Sexpr]> {
        let node = &self.nodes[s.0 as usize];
        (node.kind == SexprKind::List).then(|| &self.children[node.from..node.to])
    }

    /// Whether the s-expression is this symbol.
    pub fn is(&self, s: Sexpr, symbol: &str) -> bool {
        self.kind(s) == SexprKind::Symbol && self.text(s) == symbol
    }

    /// A number small enough to be a width or a count.
    pub fn numeral(&self, s: Sexpr) -> Option<u32> {
        (self.kind(s) == SexprKind::Numeral).then(|| self.text(s).parse().ok()).flatten()
    }

    /// An error at this s-expression.
    pub fn error(&self, s: Sexpr, message: impl fmt::Display) -> SyntaxError {
        self.error_at(self.nodes[s.0 as usize].at, message)
    }

    /// An error at the current position.
    pub fn error_here(&self, message: impl fmt::Display) -> SyntaxError {
        self.error_at(self.position, message)
    }

    fn error_at(&self, at: usize, message: impl fmt::Display) -> SyntaxError {
        let before = &self.text[..at.min(self.text.len())];
        let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
        let column = at - before.rfind('\n').map_or(0, |n| n + 1) + 1;
        SyntaxError { line, column, message: message.to_string() }
    }
}
