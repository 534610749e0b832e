//! Parser of expressions, which also determines their types.

use super::lex::{Token, lex};
use super::types::{INT, combined, conditional, moved, not, of_field, of_source, promoted};
use super::{Base, Binary, Expression, Kind, Mistake, Names, Operand, Place, Type, Unary, truth};
use crate::base::word;
use crate::program::{DebugType, DebugTypeId, Member, Program};

type Parsed<T> = Result<T, Mistake>;

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

/// Maximum nesting of operations.
const DEPTH_LIMIT: u32 = 200;

/// Maximum nesting of anonymous members.
const ANONYMOUS_DEPTH: u32 = 16;

struct Parser<'p, 'n> {
    program: &'p Program,
    names: &'n mut dyn Names,
    tokens: Vec<(Token, usize)>,
    next: usize,
}

/// Parses an expression.
///
/// # Errors
/// If it is malformed, uses an unknown name, or has an operation that its types do not allow.
pub fn parse(program: &Program, names: &mut dyn Names, text: &str) -> Result<Operand, Mistake> {
    let tokens = lex(program, text)?;
    let mut parser = Parser { program, names, tokens, next: 0 };
    let e = parser.conditional(0)?;
    match parser.peek() {
        Token::End => Ok(e),
        _ => parser.unexpected("an operator"),
    }
}

impl Operand {
    /// The value; for an array, the address of its first element.
    ///
    /// # Errors
    /// An error message, if there is none.
    pub fn value(self, program: &Program) -> Result<Expression, String> {
        match self {
            Operand::Value(e) => Ok(e),
            Operand::Place(place) => place.value(program),
        }
    }
}

impl Place {
    fn value(self, program: &Program) -> Result<Expression, String> {
        if let Some(DebugType::Array(element, _)) = program.debug_type(self.ty) {
            let ty = Type::Pointer(*element);
            return Ok(Expression { kind: Kind::Address(self), ty });
        }
        let ty = of_source(program, self.ty)?;
        let ty = self.bits.map_or(ty, |width| of_field(ty, width));
        Ok(Expression { kind: Kind::Read(self), ty })
    }

    /// A member.
    pub fn member(&self, member: &Member, program: &Program) -> Place {
        let whole = member.ty.and_then(|t| program.size_bits(t));
        let bits = Some(member.bit_size).filter(|&n| n > 0 && whole != Some(n));
        Place { base: self.base.clone(), offset: self.offset + member.bit_offset, bits, ty: member.ty }
    }

    /// An element of an array, if the array has that many.
    pub fn element(&self, index: u64, program: &Program) -> Option<Place> {
        let Some(DebugType::Array(element, count)) = program.debug_type(self.ty) else { return None };
        let size = (*element).and_then(|t| program.size_bits(t))?;
        let distance = index.checked_mul(size).filter(|d| *d < 1 << 60 && count.is_none_or(|c| index < c))?;
        Some(Place { base: self.base.clone(), offset: self.offset + distance, bits: None, ty: *element })
    }
}

impl Parser<'_, '_> {
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

    fn is(&self, symbol: &str) -> bool {
        matches!(self.peek(), Token::Symbol(s) if *s == symbol)
    }

    fn take(&mut self, symbol: &str) -> bool {
        let found = self.is(symbol);
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.take(symbol) { Ok(()) } else { self.unexpected(&format!("'{symbol}'")) }
    }

    fn value(&self, operand: Operand, at: usize) -> Parsed<Expression> {
        operand.value(self.program).map_err(|what| (at, what))
    }

    fn conditional(&mut self, depth: u32) -> Parsed<Operand> {
        if depth > DEPTH_LIMIT {
            return self.error("the expression is nested too deeply");
        }
        let start = self.column();
        let condition = self.binary(0, depth)?;
        let at = self.column();
        if !self.take("?") {
            return Ok(condition);
        }
        let condition = self.value(condition, start)?;
        let a = self.conditional_value(depth + 1)?;
        self.expect(":")?;
        let b = self.conditional_value(depth + 1)?;
        conditional(condition, a, b).map(Operand::Value).map_err(|what| (at, what))
    }

    fn conditional_value(&mut self, depth: u32) -> Parsed<Expression> {
        let at = self.column();
        let operand = self.conditional(depth)?;
        self.value(operand, at)
    }

    fn binary(&mut self, level: usize, depth: u32) -> Parsed<Operand> {
        let Some(operators) = LEVELS.get(level) else { return self.unary(depth) };
        let start = self.column();
        let mut left = self.binary(level + 1, depth)?;
        loop {
            let at = self.column();
            let Some(&(_, op)) = operators.iter().find(|(symbol, _)| self.take(symbol)) else {
                return Ok(left);
            };
            let right_at = self.column();
            let right = self.binary(level + 1, depth)?;
            let (a, b) = (self.value(left, start)?, self.value(right, right_at)?);
            left = Operand::Value(combined(self.program, op, a, b).map_err(|what| (at, what))?);
        }
    }

    fn unary(&mut self, depth: u32) -> Parsed<Operand> {
        if depth > DEPTH_LIMIT {
            return self.error("the expression is nested too deeply");
        }
        let at = self.column();
        let wrong = |what: String| (at, what);
        if let Some(op) = ["!", "-", "+", "~"].into_iter().find(|symbol| self.take(symbol)) {
            let start = self.column();
            let operand = self.unary(depth + 1)?;
            let e = self.value(operand, start)?;
            let made = match op {
                "!" => Ok(not(e)),
                "-" => promoted(Some(Unary::Negative), e),
                "~" => promoted(Some(Unary::Complement), e),
                _ => promoted(None, e),
            };
            return made.map(Operand::Value).map_err(wrong);
        }
        if self.take("*") {
            let start = self.column();
            let operand = self.unary(depth + 1)?;
            let pointer = self.value(operand, start)?;
            return target(pointer).map(Operand::Place).map_err(wrong);
        }
        if self.take("&") {
            let operand = self.unary(depth + 1)?;
            return address(operand).map(Operand::Value).map_err(wrong);
        }
        if let Token::Symbol(s @ ("++" | "--")) = self.peek() {
            return self.error(format!("'{s}' would change the state"));
        }
        if matches!(self.peek(), Token::Name(n) if n == "sizeof") {
            self.next += 1;
            return self.size_of(depth, at);
        }
        if self.is("(") {
            self.next += 1;
            if let Some(name) = self.type_name()? {
                self.expect(")")?;
                let start = self.column();
                let operand = self.unary(depth + 1)?;
                let e = self.value(operand, start)?;
                return self.cast(e, &name).map(Operand::Value).map_err(wrong);
            }
            self.next -= 1;
        }
        self.postfix(depth)
    }

    fn size_of(&mut self, depth: u32, at: usize) -> Parsed<Operand> {
        let bits = if self.is("(") {
            self.next += 1;
            match self.type_name()? {
                Some(name) => {
                    self.expect(")")?;
                    name.bits(self.program)
                }
                None => {
                    self.next -= 1;
                    let operand = self.unary(depth + 1)?;
                    self.bits_of(operand)
                }
            }
        } else {
            let operand = self.unary(depth + 1)?;
            self.bits_of(operand)
        };
        let size = bits.ok_or((at, "its size is not known".to_owned()))? / 8;
        let ty = Type::Int { bits: self.program.target.pointer_bits, signed: false };
        Ok(Operand::Value(Expression::constant(size, ty)))
    }

    fn bits_of(&self, operand: Operand) -> Option<u64> {
        match operand {
            Operand::Place(Place { bits: Some(_), .. }) => None,
            Operand::Place(place) => self.program.size_bits(place.ty?),
            Operand::Value(e) => Some(match e.ty {
                Type::Int { bits, .. } => bits.into(),
                Type::Pointer(_) => self.program.target.pointer_bits.into(),
            }),
        }
    }

    fn cast(&self, e: Expression, to: &TypeName) -> Result<Expression, String> {
        if to.is_bool(self.program) {
            return Ok(truth(e).converted(Type::Int { bits: 8, signed: false }));
        }
        let ty = to.value(self.program)?;
        if let (Type::Int { bits, .. }, Type::Pointer(_)) = (ty, e.ty)
            && bits != self.program.target.pointer_bits
        {
            return Err("a pointer is converted to a number of its width only".to_owned());
        }
        Ok(e.converted(ty))
    }

    fn postfix(&mut self, depth: u32) -> Parsed<Operand> {
        let start = self.column();
        let mut operand = self.primary(depth)?;
        loop {
            let at = self.column();
            let wrong = |what: String| (at, what);
            if self.take("[") {
                let index = self.conditional_value(depth + 1)?;
                self.expect("]")?;
                operand = Operand::Place(self.element(operand, index).map_err(wrong)?);
            } else if self.take(".") {
                let Operand::Place(place) = operand else {
                    return Err(wrong("a member of what is no structure".to_owned()));
                };
                operand = self.member(&place, at)?;
            } else if self.take("->") {
                let pointer = self.value(operand, start)?;
                let place = target(pointer).map_err(wrong)?;
                operand = self.member(&place, at)?;
            } else if self.take("(") {
                return Err(wrong("an expression calls nothing".to_owned()));
            } else {
                return Ok(operand);
            }
        }
    }

    fn primary(&mut self, depth: u32) -> Parsed<Operand> {
        let at = self.column();
        let constant = |value: u64, ty: Type| Operand::Value(Expression::constant(value, ty));
        match self.peek().clone() {
            Token::Number(value, ty) => {
                self.next += 1;
                Ok(constant(value, ty))
            }
            Token::Symbol("(") => {
                self.next += 1;
                let e = self.conditional(depth + 1)?;
                self.expect(")")?;
                Ok(e)
            }
            Token::Name(name) => {
                self.next += 1;
                if let Some((base, ty)) = self.names.variable(&name).map_err(|what| (at, what))? {
                    return Ok(Operand::Place(Place { base, offset: 0, bits: None, ty }));
                }
                match name.as_str() {
                    "NULL" | "nullptr" => return Ok(constant(0, Type::Pointer(None))),
                    "true" | "false" => return Ok(constant(u64::from(name == "true"), INT)),
                    _ => {}
                }
                match enumerator(self.program, &name).map_err(|what| (at, what))? {
                    Some(value) if i32::try_from(value).is_ok() => {
                        Ok(constant(word::trunc(32, value as u64), INT))
                    }
                    Some(value) => Ok(constant(value as u64, Type::Int { bits: 64, signed: true })),
                    None => Err((at, self.names.unknown(&name))),
                }
            }
            _ => self.unexpected("a value"),
        }
    }

    fn element(&self, array: Operand, index: Expression) -> Result<Place, String> {
        let mut count = None;
        if let Operand::Place(place) = &array
            && let Some(DebugType::Array(_, known)) = self.program.debug_type(place.ty)
        {
            // The last member of a structure may be longer than declared; its object determines the length.
            count = known.filter(|&c| c > 1);
            if let Some(index) = index.constant_value() {
                let index = u64::try_from(index).ok().filter(|i| count.is_none_or(|c| *i < c));
                let index = index.ok_or("the index is outside of the array")?;
                if let Some(element) = place.element(index, self.program) {
                    return Ok(element);
                }
            }
        }
        let value = array.value(self.program)?;
        // C allows either order.
        let (pointer, index) = match (value.ty, index.ty) {
            (Type::Int { .. }, Type::Pointer(_)) => (index, value),
            _ => (value, index),
        };
        if !matches!(pointer.ty, Type::Pointer(_)) {
            return Err("an index of what is no array".to_owned());
        }
        target(moved(self.program, pointer, index, count)?)
    }

    fn member(&mut self, place: &Place, at: usize) -> Parsed<Operand> {
        let Token::Name(name) = self.peek().clone() else { return self.unexpected("a member") };
        self.next += 1;
        let Some(DebugType::Record { .. }) = self.program.debug_type(place.ty) else {
            return Err((at, "a member of what is no structure".to_owned()));
        };
        let found = find_member(self.program, place, &name, 0);
        found.map(Operand::Place).ok_or((at, format!("there is no member {name}")))
    }

    /// The name of a type, if the next tokens are one.
    fn type_name(&mut self) -> Parsed<Option<TypeName>> {
        const WORDS: [&str; 8] = ["unsigned", "signed", "char", "short", "int", "long", "_Bool", "bool"];
        let start = self.next;
        let mut words: Vec<String> = Vec::new();
        let mut named = None;
        while let Token::Name(name) = self.peek().clone() {
            let at = self.column();
            match name.as_str() {
                "const" | "volatile" | "restrict" => {}
                word if WORDS.contains(&word) && named.is_none() => words.push(name),
                "void" | "float" | "double" if named.is_none() => words.push(name),
                "struct" | "union" | "enum" | "class" if words.is_empty() && named.is_none() => {
                    self.next += 1;
                    let Token::Name(tag) = self.peek().clone() else { return self.unexpected("a name") };
                    let found = tagged(self.program, &tag);
                    named = Some(found.ok_or((at, format!("the program has no type {tag}")))?);
                }
                _ if words.is_empty() && named.is_none() => {
                    // A variable with that name hides the type.
                    if self.names.variable(&name).map_or(true, |v| v.is_some()) {
                        break;
                    }
                    match typedef(self.program, &name) {
                        Some(found) => named = Some(found),
                        None => break,
                    }
                }
                _ => break,
            }
            self.next += 1;
        }
        if words.is_empty() && named.is_none() {
            self.next = start;
            return Ok(None);
        }
        let mut pointers = 0;
        loop {
            match self.peek() {
                Token::Symbol("*") => pointers += 1,
                Token::Name(n) if pointers > 0 && (n == "const" || n == "volatile") => {}
                _ => break,
            }
            self.next += 1;
        }
        let basic = if named.is_none() {
            let known = basic(&words, self.program.target.pointer_bits);
            Some(known.ok_or((self.tokens[start].1, format!("`{}` is no type", words.join(" "))))?)
        } else {
            None
        };
        Ok(Some(TypeName { named, basic, pointers }))
    }
}

/// The name of a type.
struct TypeName {
    named: Option<DebugTypeId>,
    basic: Option<Basic>,
    pointers: u32,
}

/// A basic type: its name in debug information, its size, and its signedness if it has numeric values.
type Basic = (&'static str, u32, Option<bool>);

fn basic(words: &[String], long: u32) -> Option<Basic> {
    let count = |word: &str| words.iter().filter(|w| *w == word).count();
    let has = |word: &str| count(word) > 0;
    let unsigned = has("unsigned");
    let integer = |signed: &'static str, other: &'static str, bits: u32| {
        Some((if unsigned { other } else { signed }, bits, Some(!unsigned)))
    };
    match (count("long"), words) {
        (0, [word]) if word == "void" => Some(("void", 8, None)),
        (0, [word]) if word == "float" => Some(("float", 32, None)),
        (0, [word]) if word == "double" => Some(("double", 64, None)),
        (0, [word]) if word == "_Bool" || word == "bool" => Some(("_Bool", 8, Some(false))),
        _ if ["void", "float", "double", "_Bool", "bool"].into_iter().any(has) => None,
        (0, _) if has("char") && has("signed") => Some(("signed char", 8, Some(true))),
        (0, _) if has("char") && unsigned => Some(("unsigned char", 8, Some(false))),
        (0, _) if has("char") => Some(("char", 8, Some(true))),
        (0, _) if has("short") => integer("short", "unsigned short", 16),
        (0, _) => integer("int", "unsigned int", 32),
        (1, _) => integer("long", "unsigned long", long),
        (2, _) => integer("long long", "unsigned long long", 64),
        _ => None,
    }
}

impl TypeName {
    fn is_bool(&self, program: &Program) -> bool {
        use crate::program::Encoding::Bool;
        self.pointers == 0
            && (matches!(self.basic, Some(("_Bool", ..)))
                || matches!(program.debug_type(self.named), Some(DebugType::Basic { encoding: Bool, .. })))
    }

    /// Size in bits.
    fn bits(&self, program: &Program) -> Option<u64> {
        match (self.pointers, self.basic) {
            (1.., _) => Some(program.target.pointer_bits.into()),
            (0, Some((_, bits, _))) => Some(bits.into()),
            (0, None) => program.size_bits(self.named?),
        }
    }

    /// The type of values.
    fn value(&self, program: &Program) -> Result<Type, String> {
        if self.pointers == 0 {
            return match self.basic {
                Some(("char", ..)) => {
                    Ok(Type::Int { bits: 8, signed: super::types::char_is_signed(program) })
                }
                Some((_, bits, Some(signed))) => Ok(Type::Int { bits, signed }),
                Some((name, ..)) => Err(format!("a conversion to {name} is not supported")),
                None => of_source(program, self.named).map_err(str::to_owned),
            };
        }
        let mut to = match self.basic {
            Some(("void", ..)) => None,
            Some((name, ..)) => Some(
                program
                    .debug_types
                    .iter()
                    .position(|ty| matches!(ty, DebugType::Basic { name: known, .. } if known == name))
                    .map(DebugTypeId::new)
                    .ok_or(format!("the program has no variable of type {name}"))?,
            ),
            None => self.named,
        };
        for _ in 1..self.pointers {
            let same = |ty: &DebugType| {
                let plain = |t: Option<DebugTypeId>| t.and_then(|t| program.plain_type(t));
                matches!(ty, DebugType::Pointer(known) if plain(*known) == plain(to))
            };
            let found = program.debug_types.iter().position(same).map(DebugTypeId::new);
            to = Some(found.ok_or("the program has no variable of that type")?);
        }
        Ok(Type::Pointer(to))
    }
}

fn typedef(program: &Program, name: &str) -> Option<DebugTypeId> {
    let is = |ty: &DebugType| matches!(ty, DebugType::Named(known, _) if known == name);
    program.debug_types.iter().position(is).map(DebugTypeId::new)
}

fn tagged(program: &Program, name: &str) -> Option<DebugTypeId> {
    let is = |ty: &DebugType| match ty {
        DebugType::Record { name: known, .. } | DebugType::Enum { name: known, .. } => known == name,
        _ => false,
    };
    program.debug_types.iter().position(is).map(DebugTypeId::new)
}

/// Value of an enumeration constant.
fn enumerator(program: &Program, name: &str) -> Result<Option<i64>, String> {
    let mut found = None;
    for ty in &program.debug_types {
        let DebugType::Enum { values, .. } = ty else { continue };
        let Some((_, value)) = values.iter().find(|v| v.0 == name) else { continue };
        if found.is_some_and(|other| other != *value) {
            return Err(format!("there are several enumeration constants {name}"));
        }
        found = Some(*value);
    }
    Ok(found)
}

/// A member, including members of anonymous members.
fn find_member(program: &Program, place: &Place, name: &str, depth: u32) -> Option<Place> {
    let Some(DebugType::Record { members, .. }) = program.debug_type(place.ty) else { return None };
    if let Some(member) = members.iter().find(|m| m.name == name) {
        return Some(place.member(member, program));
    }
    let mut inner = members.iter().filter(|m| m.name.is_empty() && depth < ANONYMOUS_DEPTH);
    inner.find_map(|m| find_member(program, &place.member(m, program), name, depth + 1))
}

/// Target of a pointer.
fn target(pointer: Expression) -> Result<Place, String> {
    let Type::Pointer(to) = pointer.ty else { return Err("not a pointer".to_owned()) };
    match pointer.kind {
        Kind::Address(place) if !matches!(place.base, Base::Registers(_)) => Ok(Place { ty: to, ..place }),
        kind => {
            let pointer = Expression { kind, ty: pointer.ty };
            Ok(Place { base: Base::Target(Box::new(pointer)), offset: 0, bits: None, ty: to })
        }
    }
}

fn address(operand: Operand) -> Result<Expression, String> {
    match operand {
        Operand::Value(_) => Err("what has no place has no address".to_owned()),
        Operand::Place(Place { base: Base::Registers(_), .. }) => {
            Err("what is kept in a register has no address".to_owned())
        }
        Operand::Place(Place { bits: Some(_), .. }) => Err("a bit-field has no address".to_owned()),
        Operand::Place(Place { base: Base::Target(pointer), offset: 0, ty, .. }) => {
            Ok(pointer.converted(Type::Pointer(ty)))
        }
        Operand::Place(place) => {
            let ty = Type::Pointer(place.ty);
            Ok(Expression { kind: Kind::Address(place), ty })
        }
    }
}
