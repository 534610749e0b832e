//! Tokens of the HOA format.

use super::HoaError;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// `name:`
    Header(String),
    Identifier(String),
    /// `@name`
    Alias(String),
    Text(String),
    Number(usize),
    /// `--BODY--`, `--END--`, `--ABORT--`, without the dashes.
    Mark(&'static str),
    /// One of `!&|()[]{}`.
    Symbol(char),
    End,
}

impl std::fmt::Display for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Token::Header(name) => write!(f, "'{name}:'"),
            Token::Identifier(name) => write!(f, "'{name}'"),
            Token::Alias(name) => write!(f, "'@{name}'"),
            Token::Text(_) => f.write_str("a string"),
            Token::Number(n) => write!(f, "'{n}'"),
            Token::Mark(name) => write!(f, "'--{name}--'"),
            Token::Symbol(c) => write!(f, "'{c}'"),
            Token::End => f.write_str("the end of the text"),
        }
    }
}

/// A position in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    line: usize,
    column: usize,
}

impl Place {
    pub(super) fn error<T>(self, message: impl Into<String>) -> Result<T, HoaError> {
        Err(HoaError { line: self.line, column: self.column, message: message.into() })
    }
}

struct Cursor<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Cursor<'a> {
    /// Advances by `length` bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        for c in taken.chars() {
            if c == '\n' {
                self.place = Place { line: self.place.line + 1, column: 1 };
            } else {
                self.place.column += 1;
            }
        }
        self.rest = rest;
        taken
    }

    /// Consumes the longest prefix of such characters.
    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        self.take(self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len()))
    }

    /// Comments nest.
    fn skip_comment(&mut self) -> Result<(), HoaError> {
        let start = self.place;
        let mut depth = 0;
        loop {
            if self.rest.starts_with("/*") {
                self.take(2);
                depth += 1;
            } else if self.rest.starts_with("*/") {
                self.take(2);
                depth -= 1;
                if depth == 0 {
                    return Ok(());
                }
            } else {
                match self.rest.chars().next() {
                    Some(c) => self.take(c.len_utf8()),
                    None => return start.error("the comment has no end"),
                };
            }
        }
    }

    fn string(&mut self) -> Result<Token, HoaError> {
        let start = self.place;
        self.take(1);
        let mut text = String::new();
        loop {
            let mut chars = self.rest.chars();
            let length = match (chars.next(), chars.clone().next()) {
                (Some('"'), _) => {
                    self.take(1);
                    return Ok(Token::Text(text));
                }
                (Some('\\'), Some(c)) => {
                    text.push(c);
                    1 + c.len_utf8()
                }
                (Some(c), _) if c != '\\' => {
                    text.push(c);
                    c.len_utf8()
                }
                _ => return start.error("the string has no end"),
            };
            self.take(length);
        }
    }
}

/// The tokens of `text` with their positions; the last one is [`Token::End`].
pub(super) fn lex(text: &str) -> Result<Vec<(Token, Place)>, HoaError> {
    const MARKS: [&str; 3] = ["BODY", "END", "ABORT"];
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let mut cursor = Cursor { rest: text, place: Place { line: 1, column: 1 } };
    let mut out = Vec::new();
    while let Some(c) = cursor.rest.chars().next() {
        let place = cursor.place;
        let token = match c {
            _ if c.is_ascii_whitespace() => {
                cursor.take(1);
                continue;
            }
            '/' if cursor.rest.starts_with("/*") => {
                cursor.skip_comment()?;
                continue;
            }
            '"' => cursor.string()?,
            '!' | '&' | '|' | '(' | ')' | '[' | ']' | '{' | '}' => {
                cursor.take(1);
                Token::Symbol(c)
            }
            '-' => {
                let text = cursor.take_while(word);
                match MARKS.into_iter().find(|m| text == format!("--{m}--")) {
                    Some(mark) => Token::Mark(mark),
                    None => return place.error(format!("unexpected '{text}'")),
                }
            }
            '@' => {
                cursor.take(1);
                Token::Alias(cursor.take_while(word).to_owned())
            }
            _ if c.is_ascii_digit() => {
                let digits = cursor.take_while(|c| c.is_ascii_digit());
                match digits.parse() {
                    Ok(n) => Token::Number(n),
                    Err(_) => return place.error("the number is too large"),
                }
            }
            _ if word(c) => {
                let name = cursor.take_while(word).to_owned();
                if cursor.rest.starts_with(':') {
                    cursor.take(1);
                    Token::Header(name)
                } else {
                    Token::Identifier(name)
                }
            }
            _ => return place.error(format!("unexpected '{c}'")),
        };
        out.push((token, place));
    }
    out.push((Token::End, cursor.place));
    Ok(out)
}
