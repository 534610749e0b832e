//! Propositions over a program's global variables: C expressions without side effects, with C's types.
//!
//! Operands are integer and character constants, `NULL`, enumeration constants, and variables with constant indices and
//! members; operators are those of C but assignment, `sizeof`, casts, `*`, `&` and `->`. Pointers are compared for equality,
//! with each other or null. What C leaves undefined (a division by zero, an overflow), and bits that were never set, leave a
//! proposition undecided.

use super::eval::{Binary, Expression, Kind, Type, Unary};
use crate::base::word;
use crate::program::{DebugType, DebugTypeId, Encoding, GlobalId, Program};

/// What is wrong with an expression, and where: a column from 0.
pub type Mistake = (usize, String);

type Parsed<T> = Result<T, Mistake>;

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Name(String),
    Number(u64, Type),
    Symbol(&'static str),
    End,
}

/// Longer ones before their beginnings.
const SYMBOLS: &[&str] = &[
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "->", "++", "--", "+", "-", "*", "/", "%", "<", ">", "=",
    "!", "~", "&", "|", "^", "?", ":", "(", ")", "[", "]", ".",
];

const INT: Type = Type::Int { bits: 32, signed: true };

fn lex(program: &Program, text: &str) -> Parsed<Vec<(Token, usize)>> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    while let Some(&c) = chars.get(at) {
        let start = at;
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
            let (value, length) = match chars[start + 1..] {
                ['\\', c, '\'', ..] => {
                    (escape(c).ok_or((start, format!("the escape '\\{c}' is not supported")))?, 4)
                }
                [c, '\'', ..] if c.is_ascii() => (c as u8, 3),
                _ => return Err((start, "not a character constant".to_owned())),
            };
            at += length;
            tokens.push((Token::Number(value.into(), INT), start));
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

fn escape(c: char) -> Option<u8> {
    Some(match c {
        'n' => b'\n',
        't' => b'\t',
        'r' => b'\r',
        '0' => 0,
        '\\' | '\'' | '"' => c as u8,
        _ => return None,
    })
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

/// A part of a global variable.
struct Place {
    global: GlobalId,
    /// In bits.
    offset: u64,
    ty: Option<DebugTypeId>,
    /// Of a bit-field.
    bits: Option<u64>,
}

enum Operand {
    Value(Expression),
    Place(Place),
}

struct Parser<'p> {
    program: &'p Program,
    tokens: Vec<(Token, usize)>,
    next: usize,
}

/// Reads an expression.
///
/// # Errors
/// When it is none, names what the program does not have, or has an operation that its types do not allow.
pub fn parse(program: &Program, text: &str) -> Parsed<Expression> {
    let tokens = lex(program, text)?;
    let mut parser = Parser { program, tokens, next: 0 };
    let e = parser.conditional(0)?;
    match parser.peek() {
        Token::End => Ok(e),
        _ => parser.unexpected("an operator"),
    }
}

/// The globals that a name in the source means; those of one name are told apart by their linker's names only.
pub fn globals(program: &Program, name: &str) -> Vec<GlobalId> {
    let all = program.globals.iter().enumerate().filter(|(_, g)| !g.model);
    let called = |g: &crate::program::Global| match g.var {
        Some(v) => program.vars[v.index()].name == name,
        None => g.name == name,
    };
    let found: Vec<GlobalId> =
        all.clone().filter(|(_, g)| called(g)).map(|(i, _)| GlobalId::new(i)).collect();
    if found.len() < 2 {
        return found;
    }
    let exact: Vec<GlobalId> = all.filter(|(_, g)| g.name == name).map(|(i, _)| GlobalId::new(i)).collect();
    if exact.len() == 1 { exact } else { found }
}

/// Levels of binary operators, the loosest first.
const LEVELS: &[&[(&str, Binary)]] = &[
    &[("||", Binary::LogicOr)],
    &[("&&", Binary::LogicAnd)],
    &[("|", Binary::Or)],
    &[("^", Binary::Xor)],
    &[("&", Binary::And)],
    &[("==", Binary::Eq), ("!=", Binary::Ne)],
    &[("<=", Binary::Le), (">=", Binary::Ge), ("<", Binary::Lt), (">", Binary::Gt)],
    &[("<<", Binary::Shl), (">>", Binary::Shr)],
    &[("+", Binary::Add), ("-", Binary::Sub)],
    &[("*", Binary::Mul), ("/", Binary::Div), ("%", Binary::Rem)],
];

/// Most nested operations.
const DEEPEST: u32 = 200;

impl Parser<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.next].0
    }

    fn column(&self) -> usize {
        self.tokens[self.next].1
    }

    fn error<T>(&self, what: impl Into<String>) -> Parsed<T> {
        Err((self.column(), what.into()))
    }

    fn unexpected<T>(&self, wanted: &str) -> Parsed<T> {
        let found = match self.peek() {
            Token::Name(name) => format!("'{name}'"),
            Token::Number(..) => "a number".to_owned(),
            Token::Symbol(s) => format!("'{s}'"),
            Token::End => "the end".to_owned(),
        };
        self.error(format!("{wanted} is expected here, not {found}"))
    }

    fn take(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(), Token::Symbol(s) if *s == symbol);
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.take(symbol) { Ok(()) } else { self.unexpected(&format!("'{symbol}'")) }
    }

    fn conditional(&mut self, depth: u32) -> Parsed<Expression> {
        if depth > DEEPEST {
            return self.error("the expression is nested too deeply");
        }
        let condition = self.binary(0, depth)?;
        let at = self.column();
        if !self.take("?") {
            return Ok(condition);
        }
        let a = self.conditional(depth + 1)?;
        self.expect(":")?;
        let b = self.conditional(depth + 1)?;
        let (Type::Int { .. }, Type::Int { .. }) = (a.ty, b.ty) else {
            return Err((at, "'?' between pointers is not supported".to_owned()));
        };
        let ty = common(a.ty, b.ty);
        let parts = Box::new([truth(condition), a.converted(ty), b.converted(ty)]);
        Ok(Expression { kind: Kind::Conditional(parts), ty })
    }

    fn binary(&mut self, level: usize, depth: u32) -> Parsed<Expression> {
        let Some(operators) = LEVELS.get(level) else { return self.unary(depth) };
        let mut left = self.binary(level + 1, depth)?;
        loop {
            let at = self.column();
            let Some(&(_, op)) = operators.iter().find(|(symbol, _)| self.take(symbol)) else {
                return Ok(left);
            };
            let right = self.binary(level + 1, depth)?;
            left = combined(op, left, right).map_err(|what| (at, what))?;
        }
    }

    fn unary(&mut self, depth: u32) -> Parsed<Expression> {
        let at = self.column();
        let op = ["!", "-", "+", "~"].into_iter().find(|symbol| self.take(symbol));
        let Some(op) = op else {
            if let Token::Symbol(s @ ("*" | "&" | "++" | "--")) = self.peek() {
                return self.error(format!("'{s}' is not supported in a proposition"));
            }
            let operand = self.postfix(depth)?;
            return self.value(operand, at);
        };
        if depth > DEEPEST {
            return self.error("the expression is nested too deeply");
        }
        let e = self.unary(depth + 1)?;
        if op == "!" {
            return Ok(Expression { kind: Kind::Unary(Unary::Not, Box::new(truth(e))), ty: INT });
        }
        let Type::Int { .. } = e.ty else { return Err((at, format!("'{op}' of a pointer"))) };
        let ty = common(e.ty, INT);
        let e = e.converted(ty);
        let op = match op {
            "-" => Unary::Negative,
            "~" => Unary::Complement,
            _ => return Ok(e),
        };
        Ok(Expression { kind: Kind::Unary(op, Box::new(e)), ty })
    }

    fn postfix(&mut self, depth: u32) -> Parsed<Operand> {
        let mut operand = self.primary(depth)?;
        loop {
            let at = self.column();
            if self.take("[") {
                let index = self.conditional(depth + 1)?;
                self.expect("]")?;
                operand = Operand::Place(self.element(operand, &index).map_err(|what| (at, what))?);
            } else if self.take(".") {
                let Token::Name(name) = self.peek().clone() else { return self.unexpected("a member") };
                self.next += 1;
                operand = Operand::Place(self.member(operand, &name).map_err(|what| (at, what))?);
            } else if self.take("->") || self.take("(") {
                return Err((
                    at,
                    "a proposition reads global variables; it follows no pointer and calls nothing"
                        .to_owned(),
                ));
            } else {
                return Ok(operand);
            }
        }
    }

    fn primary(&mut self, depth: u32) -> Parsed<Operand> {
        let at = self.column();
        let constant = |value: u64, ty: Type| Operand::Value(Expression { kind: Kind::Constant(value), ty });
        match self.peek().clone() {
            Token::Number(value, ty) => {
                self.next += 1;
                Ok(constant(value, ty))
            }
            Token::Symbol("(") => {
                self.next += 1;
                let e = self.conditional(depth + 1)?;
                self.expect(")")?;
                Ok(Operand::Value(e))
            }
            Token::Name(name) => {
                self.next += 1;
                match &globals(self.program, &name)[..] {
                    [] => {}
                    [global] => return self.variable(*global).map_err(|what| (at, what)),
                    _ => return Err((at, format!("there are several variables {name}"))),
                }
                match name.as_str() {
                    "NULL" | "nullptr" => return Ok(constant(0, Type::Pointer)),
                    "true" | "false" => return Ok(constant(u64::from(name == "true"), INT)),
                    _ => {}
                }
                match enumerator(self.program, &name) {
                    Some(value) if i32::try_from(value).is_ok() => {
                        Ok(constant(word::trunc(32, value as u64), INT))
                    }
                    Some(value) => Ok(constant(value as u64, Type::Int { bits: 64, signed: true })),
                    None => Err((at, format!("the program has no global variable {name}"))),
                }
            }
            _ => self.unexpected("a value"),
        }
    }

    fn variable(&self, global: GlobalId) -> Result<Operand, String> {
        let g = self.program.global(global);
        if g.thread_local {
            return Err(format!("every thread has its own {}", g.name));
        }
        let ty = g.var.and_then(|v| self.program.vars[v.index()].ty);
        Ok(Operand::Place(Place { global, offset: 0, ty, bits: None }))
    }

    /// A type without its names and qualifiers.
    fn plain(&self, ty: Option<DebugTypeId>) -> Option<&DebugType> {
        let mut ty = ty?;
        loop {
            match &self.program.debug_types[ty.index()] {
                DebugType::Named(_, inner) => ty = (*inner)?,
                other => return Some(other),
            }
        }
    }

    fn element(&self, array: Operand, index: &Expression) -> Result<Place, String> {
        let Operand::Place(place) = array else { return Err("an index of what is no array".to_owned()) };
        let Some(DebugType::Array(element, count)) = self.plain(place.ty) else {
            return Err("an index of what is no array".to_owned());
        };
        let value = index.constant().ok_or("an index has to be constant")?;
        let value = u64::try_from(value).ok().filter(|v| count.is_none_or(|c| *v < c));
        let value = value.ok_or("the index is outside of the array")?;
        let size = self.bits(*element).ok_or("the type of the array's elements is not known")?;
        let offset = value
            .checked_mul(size)
            .and_then(|o| place.offset.checked_add(o))
            .ok_or("the index is too large")?;
        Ok(Place { offset, ty: *element, ..place })
    }

    fn member(&self, record: Operand, name: &str) -> Result<Place, String> {
        let Operand::Place(place) = record else { return Err("a member of what is no structure".to_owned()) };
        let Some(DebugType::Record { members, .. }) = self.plain(place.ty) else {
            return Err("a member of what is no structure".to_owned());
        };
        let member = members.iter().find(|m| m.name == name).ok_or(format!("there is no member {name}"))?;
        let whole = self.bits(member.ty);
        let bits = (whole != Some(member.bit_size)).then_some(member.bit_size);
        Ok(Place { offset: place.offset + member.bit_offset, ty: member.ty, bits, global: place.global })
    }

    /// Size in bits.
    fn bits(&self, ty: Option<DebugTypeId>) -> Option<u64> {
        match self.plain(ty)? {
            DebugType::Basic { bits, .. } | DebugType::Record { bits, .. } | DebugType::Enum { bits, .. } => {
                Some(*bits)
            }
            DebugType::Pointer(_) => Some(self.program.target.pointer_bits.into()),
            DebugType::Array(element, count) => self.bits(*element)?.checked_mul((*count)?),
            DebugType::Named(..) | DebugType::Function => None,
        }
    }

    /// The value of an operand.
    fn value(&self, operand: Operand, at: usize) -> Parsed<Expression> {
        let place = match operand {
            Operand::Value(e) => return Ok(e),
            Operand::Place(place) => place,
        };
        let name = &self.program.global(place.global).name;
        let wrong = |what: &str| Err((at, what.to_owned()));
        let (bits, ty) = match self.plain(place.ty) {
            Some(DebugType::Basic { bits, encoding, .. }) => match encoding {
                Encoding::Signed | Encoding::SignedChar => {
                    (*bits, Type::Int { bits: *bits as u32, signed: true })
                }
                Encoding::Unsigned | Encoding::UnsignedChar | Encoding::Bool => {
                    (*bits, Type::Int { bits: *bits as u32, signed: false })
                }
                Encoding::Float => return wrong("floating-point values are not supported in propositions"),
                Encoding::Other => return wrong("a variable of that type is not supported in propositions"),
            },
            Some(DebugType::Enum { bits, values, .. }) => {
                // As clang chooses the type of an enumeration.
                let signed = values.iter().any(|v| v.1 < 0);
                (*bits, Type::Int { bits: *bits as u32, signed })
            }
            Some(DebugType::Pointer(_)) => (self.program.target.pointer_bits.into(), Type::Pointer),
            Some(DebugType::Array(..)) => return wrong("an array is no value: write an index"),
            Some(DebugType::Record { .. }) => return wrong("a structure is no value: write a member"),
            Some(_) | None => {
                return Err((
                    at,
                    format!("the type of {name} is not known: there is no debugging information"),
                ));
            }
        };
        if bits > 64 {
            return wrong("integers of more than 64 bits are not supported in propositions");
        }
        let width = place.bits.unwrap_or(bits);
        let (first, last) = (place.offset / 8, (place.offset + width).div_ceil(8));
        let whole = place.offset.is_multiple_of(8) && width.is_multiple_of(8);
        let size = self.program.types.layout(self.program.global(place.global).ty).alloc_size;
        if last > size || last - first > 8 || !whole && self.program.target.big_endian {
            return wrong("that part of the variable is not supported in propositions");
        }
        let kind = Kind::Load {
            global: place.global,
            at: first as usize,
            bytes: (last - first) as u32,
            shift: (place.offset % 8) as u32,
            bits: width as u32,
        };
        let e = Expression { kind, ty };
        // Narrow ones are promoted to int whatever their type.
        Ok(if place.bits.is_some_and(|b| b < 32) { e.converted(INT) } else { e })
    }
}

/// The value of an enumeration constant.
fn enumerator(program: &Program, name: &str) -> Option<i64> {
    program.debug_types.iter().find_map(|ty| match ty {
        DebugType::Enum { values, .. } => values.iter().find(|v| v.0 == name).map(|v| v.1),
        _ => None,
    })
}

/// The type to which the operands of an arithmetic operator are converted (C11, 6.3.1.8). Types of one width are one here,
/// as they have the same values.
fn common(a: Type, b: Type) -> Type {
    let promoted = |ty: Type| match ty {
        Type::Int { bits, .. } if bits < 32 => INT,
        other => other,
    };
    match (promoted(a), promoted(b)) {
        (Type::Int { bits: m, signed: s }, Type::Int { bits: n, signed: t }) => {
            let signed = match m.cmp(&n) {
                std::cmp::Ordering::Less => t,
                std::cmp::Ordering::Greater => s,
                std::cmp::Ordering::Equal => s && t,
            };
            Type::Int { bits: m.max(n), signed }
        }
        (other, _) => other,
    }
}

/// Whether a value is not zero, as an `int`.
pub fn truth(e: Expression) -> Expression {
    let zero = Expression { kind: Kind::Constant(0), ty: e.ty };
    Expression { kind: Kind::Binary(Binary::Ne, Box::new([e, zero])), ty: INT }
}

fn combined(op: Binary, a: Expression, b: Expression) -> Result<Expression, String> {
    let made = |a, b, ty| Ok(Expression { kind: Kind::Binary(op, Box::new([a, b])), ty });
    if matches!(op, Binary::LogicAnd | Binary::LogicOr) {
        return made(truth(a), truth(b), INT);
    }
    let null = |e: &Expression| matches!(e.kind, Kind::Constant(0));
    match (a.ty, b.ty) {
        (Type::Int { .. }, Type::Int { .. }) => {}
        (Type::Pointer, Type::Pointer) if matches!(op, Binary::Eq | Binary::Ne) => return made(a, b, INT),
        (Type::Pointer, _) if matches!(op, Binary::Eq | Binary::Ne) && null(&b) => {
            return made(a, b.converted(Type::Pointer), INT);
        }
        (_, Type::Pointer) if matches!(op, Binary::Eq | Binary::Ne) && null(&a) => {
            return made(a.converted(Type::Pointer), b, INT);
        }
        _ => return Err("pointers are compared for equality only, with each other or null".to_owned()),
    }
    if matches!(op, Binary::Shl | Binary::Shr) {
        let (ty, by) = (common(a.ty, INT), common(b.ty, INT));
        return made(a.converted(ty), b.converted(by), ty);
    }
    let ty = common(a.ty, b.ty);
    let compares = matches!(op, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge);
    made(a.converted(ty), b.converted(ty), if compares { INT } else { ty })
}
