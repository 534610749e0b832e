//! Parser of formulas in the notations of Spin, LTL2BA and Spot.
//!
//! | operator | written |
//! |---|---|
//! | constants | `true` `false` `1` `0` |
//! | proposition | an identifier, or any text between `"` (`\"` and `\\` inside) or between `{` and `}` |
//! | not | `!` `~` |
//! | next, finally, globally | `X`, `F` or `<>`, `G` or `[]`; runs such as `GF` are several |
//! | until, release, weak until, strong release | `U`, `R` or `V`, `W`, `M` |
//! | and, or | `&` `&&` `/\`, `\|` `\|\|` `\/` |
//! | implication, equivalence | `->` `=>`, `<->` `<=>` |
//!
//! Unary operators bind most tightly, then the binary temporal ones, and, or; `->` and `<->` bind most loosely. Where
//! the tools disagree, parentheses are required: in chains of binary temporal operators, chains of `->`, and mixtures
//! of `->` and `<->` (left-associative in Spin and LTL2BA, right-associative in Spot).

use super::{Formula, Formulas, MAX_PROPS};

/// An error in the text of a formula, with its position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {message}")]
pub struct ParseError {
    /// Position in characters, from 1.
    pub column: usize,
    /// The error, without a full stop.
    pub message: String,
}

fn error<T>(column: usize, message: impl Into<String>) -> Result<T, ParseError> {
    Err(ParseError { column, message: message.into() })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unary {
    Not,
    Next,
    Finally,
    Globally,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Binary {
    Implies,
    Iff,
    Or,
    And,
    Until,
    Release,
    WeakUntil,
    StrongRelease,
}

impl Binary {
    /// Precedence; higher levels bind more tightly.
    fn level(self) -> u32 {
        match self {
            Binary::Implies | Binary::Iff => 0,
            Binary::Or => 1,
            Binary::And => 2,
            _ => 3,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum FormulaToken {
    Constant(bool),
    Name(String),
    Unary(Unary),
    Binary(Binary),
    Open,
    Close,
    End,
}

/// A token with its column and its text for error messages.
struct Lexeme {
    token: FormulaToken,
    column: usize,
    text: String,
}

/// Symbols; a symbol comes before its prefixes.
const SYMBOLS: &[(&str, FormulaToken)] = &[
    ("<->", FormulaToken::Binary(Binary::Iff)),
    ("<=>", FormulaToken::Binary(Binary::Iff)),
    ("<>", FormulaToken::Unary(Unary::Finally)),
    ("[]", FormulaToken::Unary(Unary::Globally)),
    ("->", FormulaToken::Binary(Binary::Implies)),
    ("=>", FormulaToken::Binary(Binary::Implies)),
    ("&&", FormulaToken::Binary(Binary::And)),
    ("/\\", FormulaToken::Binary(Binary::And)),
    ("||", FormulaToken::Binary(Binary::Or)),
    ("\\/", FormulaToken::Binary(Binary::Or)),
    ("&", FormulaToken::Binary(Binary::And)),
    ("|", FormulaToken::Binary(Binary::Or)),
    ("!", FormulaToken::Unary(Unary::Not)),
    ("~", FormulaToken::Unary(Unary::Not)),
    ("(", FormulaToken::Open),
    (")", FormulaToken::Close),
];

/// Tokens of a keyword or a run of keyword letters; `None` for a name.
fn keyword(word: &str) -> Option<Vec<FormulaToken>> {
    let unary = |c| match c {
        'X' => Some(FormulaToken::Unary(Unary::Next)),
        'F' => Some(FormulaToken::Unary(Unary::Finally)),
        'G' => Some(FormulaToken::Unary(Unary::Globally)),
        _ => None,
    };
    Some(match word {
        "true" | "1" => vec![FormulaToken::Constant(true)],
        "false" | "0" => vec![FormulaToken::Constant(false)],
        "U" => vec![FormulaToken::Binary(Binary::Until)],
        "R" | "V" => vec![FormulaToken::Binary(Binary::Release)],
        "W" => vec![FormulaToken::Binary(Binary::WeakUntil)],
        "M" => vec![FormulaToken::Binary(Binary::StrongRelease)],
        _ => return word.chars().map(unary).collect(),
    })
}

/// Whether `name` is valid without quotes.
pub(super) fn is_plain_name(name: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.starts_with(|c: char| word(c) && !c.is_ascii_digit())
        && name.chars().all(word)
        && keyword(name).is_none()
}

fn lex(text: &str) -> Result<Vec<Lexeme>, ParseError> {
    let mut out = Vec::new();
    let mut rest = text;
    let mut column = 1;
    while let Some(c) = rest.chars().next() {
        let start = column;
        let mut push = |token, text: &str| out.push(Lexeme { token, column: start, text: text.to_owned() });
        let length; // in bytes
        if c.is_whitespace() {
            length = c.len_utf8();
        } else if c == '"' {
            let mut name = String::new();
            let mut chars = rest.char_indices().skip(1);
            length = loop {
                match chars.next() {
                    None => return error(start, "the text after '\"' has no closing '\"'"),
                    Some((i, '"')) => break i + 1,
                    Some((_, '\\')) => match chars.next() {
                        Some((_, c @ ('"' | '\\'))) => name.push(c),
                        _ => return error(start, "inside of quotes '\\' stands before '\"' or '\\' only"),
                    },
                    Some((_, c)) => name.push(c),
                }
            };
            if name.trim().is_empty() {
                return error(start, "an empty proposition");
            }
            push(FormulaToken::Name(name), &rest[..length]);
        } else if c == '{' {
            let Some(end) = rest.find('}') else {
                return error(start, "the text after '{' has no closing '}'");
            };
            length = end + 1;
            if rest[1..end].trim().is_empty() {
                return error(start, "an empty proposition");
            }
            push(FormulaToken::Name(rest[1..end].to_owned()), &rest[..length]);
        } else if c.is_ascii_alphanumeric() || c == '_' {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            length = end;
            let word = &rest[..end];
            match keyword(word) {
                Some(tokens) => tokens.into_iter().for_each(|t| push(t, word)),
                None if c.is_ascii_digit() => {
                    return error(start, format!("'{word}' is not a formula; of numbers only 0 and 1 are"));
                }
                None => push(FormulaToken::Name(word.to_owned()), word),
            }
        } else if let Some((symbol, token)) = SYMBOLS.iter().find(|(s, _)| rest.starts_with(s)) {
            length = symbol.len();
            push(token.clone(), symbol);
        } else {
            let hint = match c {
                '<' | '>' | '=' | '+' | '-' | '*' | '/' | '%' | '[' | '.' | ']' => {
                    "; an expression over variables stands between quotes"
                }
                _ => "",
            };
            return error(start, format!("unexpected '{c}'{hint}"));
        }
        column += rest[..length].chars().count();
        rest = &rest[length..];
    }
    out.push(Lexeme { token: FormulaToken::End, column, text: "the end".to_owned() });
    Ok(out)
}

/// An operator that waits for its right operand.
#[derive(Clone, Copy)]
enum Waiting {
    Open,
    Unary(Unary),
    Binary(Binary),
}

/// The state of an operator-precedence parser.
struct Parser<'a> {
    formulas: &'a mut Formulas,
    operands: Vec<Formula>,
    /// Pending operators with their columns.
    operators: Vec<(Waiting, usize)>,
}

impl Parser<'_> {
    /// Applies the pending unary operators to the completed operand.
    fn apply_unary(&mut self) {
        while let Some(&(Waiting::Unary(op), _)) = self.operators.last() {
            self.operators.pop();
            let f = self.operands.pop().expect("an operand was completed");
            let made = match op {
                Unary::Not => self.formulas.not(f),
                Unary::Next => self.formulas.next(f),
                Unary::Finally => self.formulas.finally(f),
                Unary::Globally => self.formulas.globally(f),
            };
            self.operands.push(made);
        }
    }

    fn top(&self) -> Option<Binary> {
        match self.operators.last() {
            Some(&(Waiting::Binary(op), _)) => Some(op),
            _ => None,
        }
    }

    /// Applies the topmost operator; for `&` or `|` the whole chain at once.
    fn apply_binary(&mut self, op: Binary) {
        let mut count = 0;
        while self.top() == Some(op) && (count == 0 || matches!(op, Binary::And | Binary::Or)) {
            self.operators.pop();
            count += 1;
        }
        let mut list = self.operands.split_off(self.operands.len() - count - 1);
        let made = match (op, &mut list[..]) {
            (Binary::And, _) => self.formulas.and(list),
            (Binary::Or, _) => self.formulas.or(list),
            (Binary::Implies, &mut [a, b]) => self.formulas.implies(a, b),
            (Binary::Iff, &mut [a, b]) => self.formulas.iff(a, b),
            (Binary::Until, &mut [a, b]) => self.formulas.until(a, b),
            (Binary::Release, &mut [a, b]) => self.formulas.release(a, b),
            (Binary::WeakUntil, &mut [a, b]) => self.formulas.weak_until(a, b),
            (Binary::StrongRelease, &mut [a, b]) => self.formulas.strong_release(a, b),
            _ => unreachable!("a binary operator has two operands"),
        };
        self.operands.push(made);
    }

    /// Applies the pending operators that bind more tightly than `level`.
    fn apply_above(&mut self, level: Option<u32>) {
        while let Some(op) = self.top()
            && level.is_none_or(|l| op.level() > l)
        {
            self.apply_binary(op);
        }
    }

    fn binary(&mut self, op: Binary, column: usize) -> Result<(), ParseError> {
        self.apply_above(Some(op.level()));
        match (self.top(), op) {
            (Some(before), _) if before.level() != op.level() => {}
            (None, _) | (Some(Binary::And), _) | (Some(Binary::Or), _) => {}
            (Some(Binary::Iff), Binary::Iff) => self.apply_binary(op),
            (Some(_), _) => {
                return error(
                    column,
                    "some tools group this operator and the one before it from the left, others from the right; \
                     put parentheses",
                );
            }
        }
        self.operators.push((Waiting::Binary(op), column));
        Ok(())
    }

    fn close(&mut self, column: usize) -> Result<(), ParseError> {
        self.apply_above(None);
        match self.operators.pop() {
            Some((Waiting::Open, _)) => {
                self.apply_unary();
                Ok(())
            }
            _ => error(column, "')' without '('"),
        }
    }
}

/// Positions of the propositions in a formula's text, repetitions included: each with the column at which its text
/// begins.
///
/// # Errors
/// If the text contains an invalid token.
pub fn places(text: &str) -> Result<Vec<(String, usize)>, ParseError> {
    let names = lex(text)?.into_iter().filter_map(|l| match l.token {
        FormulaToken::Name(name) => Some((name, l.column + usize::from(l.text.starts_with(['"', '{'])))),
        _ => None,
    });
    Ok(names.collect())
}

/// Parses a formula; the module documents the notation. Only memory limits the depth.
///
/// # Errors
/// If `text` is not a formula, is ambiguous, or increases the number of propositions of `formulas` above [`MAX_PROPS`].
pub fn parse(formulas: &mut Formulas, text: &str) -> Result<Formula, ParseError> {
    let mut parser = Parser { formulas, operands: Vec::new(), operators: Vec::new() };
    let mut operand_expected = true;
    for Lexeme { token, column, text } in lex(text)? {
        match token {
            FormulaToken::Constant(_) | FormulaToken::Name(_) if operand_expected => {
                let f = match token {
                    FormulaToken::Constant(true) => Formulas::TRUE,
                    FormulaToken::Constant(false) => Formulas::FALSE,
                    FormulaToken::Name(name) => match parser.formulas.declare(&name) {
                        Some(p) => parser.formulas.prop(p),
                        None => return error(column, format!("more than {MAX_PROPS} propositions")),
                    },
                    _ => unreachable!("matched above"),
                };
                parser.operands.push(f);
                parser.apply_unary();
                operand_expected = false;
            }
            FormulaToken::Unary(op) if operand_expected => {
                parser.operators.push((Waiting::Unary(op), column))
            }
            FormulaToken::Open if operand_expected => parser.operators.push((Waiting::Open, column)),
            FormulaToken::Binary(op) if !operand_expected => {
                parser.binary(op, column)?;
                operand_expected = true;
            }
            FormulaToken::Close if !operand_expected => parser.close(column)?,
            FormulaToken::End if !operand_expected => {
                parser.apply_above(None);
                if let Some(&(_, open)) = parser.operators.last() {
                    return error(open, "'(' is never closed");
                }
            }
            FormulaToken::End => return error(column, "a formula is expected here, but the text ends"),
            _ if operand_expected => {
                return error(column, format!("a formula is expected here, not '{text}'"));
            }
            _ => return error(column, format!("an operator is expected here, not '{text}'")),
        }
    }
    Ok(parser.operands.pop().expect("the whole formula"))
}
