//! Expressions of C over the variables of a run.

use super::session::Session;
use crate::base::Bits;
use crate::engine::trace::Shown;
use crate::machine::{ObjId, Reg};
use crate::program::{DebugType, DebugTypeId, DebugVarId, Encoding};
use crate::report;
use crate::semantics::Scalar;

/// Elements of an array, and levels of nesting, that are shown.
const ELEMENTS: u64 = 32;
const DEPTH: u32 = 4;

/// The value of a part of an expression.
#[derive(Clone)]
enum Value {
    /// A place in memory, in bits from the start of an object.
    Place { object: ObjId, bit: i64, bits: Option<u64>, ty: Option<DebugTypeId> },
    /// The scalars of a variable in registers.
    Registers(Vec<Reg>, Option<DebugTypeId>),
    /// A number.
    Number(i128),
    /// An address.
    Pointer(Reg, Option<DebugTypeId>),
}

type Evaluated<T> = Result<T, String>;

/// Operators of two operands, the weakest binding first.
const OPERATORS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// Splits into names, numbers and operators.
fn tokens(text: &str) -> Evaluated<Vec<String>> {
    let mut all = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let two = ["->", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||"];
        let length = if word(first) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else if two.iter().any(|t| rest.starts_with(t)) {
            2
        } else if "+-*/%&|^<>()[].!~".contains(first) {
            1
        } else {
            return Err(format!("`{first}` is not understood"));
        };
        all.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(all)
}

struct Parser<'s, 'i, 'p> {
    session: &'s mut Session<'i, 'p>,
    tokens: Vec<String>,
    at: usize,
}

impl Session<'_, '_> {
    /// The value of an expression, with it.
    pub fn print(&mut self, text: &str) -> Evaluated<String> {
        let mut parser = Parser { tokens: tokens(text)?, at: 0, session: self };
        let value = parser.binary(0)?;
        if let Some(token) = parser.tokens.get(parser.at) {
            return Err(format!("`{token}` is not understood"));
        }
        let shown = parser.show(&value, 0);
        Ok(format!("{text} = {shown}\n"))
    }
}

impl Parser<'_, '_, '_> {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) -> Evaluated<()> {
        if self.take(token) { Ok(()) } else { Err(format!("`{token}` is missing")) }
    }

    fn binary(&mut self, level: usize) -> Evaluated<Value> {
        let Some(operators) = OPERATORS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some(&op) = operators.iter().find(|op| **op == self.peek()) {
            self.at += 1;
            let right = self.binary(level + 1)?;
            left = self.apply(op, &left, &right)?;
        }
        Ok(left)
    }

    fn apply(&mut self, op: &str, left: &Value, right: &Value) -> Evaluated<Value> {
        if let ("+" | "-", Ok(pointer)) = (op, self.pointer(left))
            && let Ok(count) = self.number(right)
        {
            let count = if op == "-" { -count } else { count };
            return self.moved(&pointer, count);
        }
        let (a, b) = (self.number(left)?, self.number(right)?);
        let truth = |t: bool| Some(i128::from(t));
        let shift = u32::try_from(b).ok();
        let value = match op {
            "+" => a.checked_add(b),
            "-" => a.checked_sub(b),
            "*" => a.checked_mul(b),
            "/" => a.checked_div(b),
            "%" => a.checked_rem(b),
            "<<" => shift.and_then(|n| a.checked_shl(n)),
            ">>" => shift.and_then(|n| a.checked_shr(n)),
            "&" => Some(a & b),
            "|" => Some(a | b),
            "^" => Some(a ^ b),
            "==" => truth(a == b),
            "!=" => truth(a != b),
            "<" => truth(a < b),
            ">" => truth(a > b),
            "<=" => truth(a <= b),
            ">=" => truth(a >= b),
            "&&" => truth(a != 0 && b != 0),
            _ => truth(a != 0 || b != 0),
        };
        value.map(Value::Number).ok_or_else(|| format!("{a} {op} {b} has no value"))
    }

    fn unary(&mut self) -> Evaluated<Value> {
        if self.take("*") {
            let value = self.unary()?;
            let pointer = self.pointer(&value)?;
            return self.target(&pointer);
        }
        if self.take("&") {
            let value = self.unary()?;
            let Value::Place { object, bit, ty, .. } = value else {
                return Err("what is kept in a register has no address".to_owned());
            };
            let base = self.session.machine.memory.get(object).map_or(0, |o| o.base);
            let width = self.session.machine.memory.width;
            return Ok(Value::Pointer(Reg::pointer(width, base.wrapping_add_signed(bit / 8), object), ty));
        }
        for op in ["-", "!", "~"] {
            if self.take(op) {
                let value = self.unary()?;
                let n = self.number(&value)?;
                return Ok(Value::Number(match op {
                    "-" => -n,
                    "!" => i128::from(n == 0),
                    _ => !n,
                }));
            }
        }
        self.postfix()
    }

    fn postfix(&mut self) -> Evaluated<Value> {
        let mut value = self.primary()?;
        loop {
            if self.take("[") {
                let index = self.binary(0)?;
                self.expect("]")?;
                let index = self.number(&index)?;
                value = self.element(&value, index)?;
            } else if self.take(".") {
                value = self.member(&value)?;
            } else if self.take("->") {
                let pointer = self.pointer(&value)?;
                let target = self.target(&pointer)?;
                value = self.member(&target)?;
            } else {
                return Ok(value);
            }
        }
    }

    fn primary(&mut self) -> Evaluated<Value> {
        if self.take("(") {
            let value = self.binary(0)?;
            self.expect(")")?;
            return Ok(value);
        }
        let token = self.peek().to_owned();
        self.at += 1;
        let digits = token.strip_prefix("0x");
        if token.starts_with(|c: char| c.is_ascii_digit()) {
            let number = digits.map_or_else(|| token.parse().ok(), |hex| i128::from_str_radix(hex, 16).ok());
            return number.map(Value::Number).ok_or_else(|| format!("`{token}` is no number"));
        }
        if token.is_empty() {
            return Err("an expression is missing".to_owned());
        }
        self.variable(&token)
    }

    /// A variable of the selected call, or a global one.
    fn variable(&mut self, name: &str) -> Evaluated<Value> {
        let program = self.session.program;
        let of = |func| {
            let vars = program.vars.iter().enumerate();
            vars.filter(move |(_, v)| v.name == name && v.func == func).map(|(i, _)| DebugVarId::new(i))
        };
        if let Some((number, frame)) = self.session.user_frame() {
            let depth = (self.session.stack().len() - 1 - number) as u32;
            let candidates: Vec<DebugVarId> = of(Some(frame.func)).collect();
            let locals = frame.locals.clone();
            for &var in &candidates {
                let ty = program.vars[var.index()].ty;
                if let Some(regs) = self.session.recorder.in_registers(depth, var) {
                    return Ok(Value::Registers(regs.to_vec(), ty));
                }
                let (recorder, machine) = (&mut self.session.recorder, &self.session.machine);
                if let Some(&object) = locals.iter().rev().find(|&&o| recorder.home(machine, o) == Some(var))
                {
                    return Ok(Value::Place { object, bit: 0, bits: None, ty });
                }
            }
            if !candidates.is_empty() {
                return Err(format!("{name} has no value here"));
            }
        }
        let global = program.globals.iter().position(|g| {
            g.var.map(|v| program.vars[v.index()].name.as_str()) == Some(name) && !g.model || g.name == name
        });
        let global = global.ok_or_else(|| format!("no variable {name} here"))?;
        let ty = program.globals[global].var.and_then(|v| program.vars[v.index()].ty);
        let object = self.session.image.global(crate::program::GlobalId::new(global));
        Ok(Value::Place { object, bit: 0, bits: None, ty })
    }

    fn definition(&self, ty: Option<DebugTypeId>) -> Option<&DebugType> {
        report::definition(self.session.program, ty)
    }

    fn element(&mut self, value: &Value, index: i128) -> Evaluated<Value> {
        if let (Value::Place { object, bit, ty, .. }, Some(DebugType::Array(elem, _))) =
            (value, self.definition(value.ty()))
        {
            let _ = ty;
            let elem = *elem;
            let size = elem.and_then(|t| report::size_bits(self.session.program, t)).unwrap_or(8);
            let bit = i64::try_from(index).ok().and_then(|i| i.checked_mul(size as i64)).map(|d| bit + d);
            let bit = bit.ok_or("an index that large")?;
            return Ok(Value::Place { object: *object, bit, bits: None, ty: elem });
        }
        let pointer = self.pointer(value)?;
        let moved = self.moved(&pointer, index)?;
        self.target(&moved)
    }

    fn member(&mut self, value: &Value) -> Evaluated<Value> {
        let name = self.peek().to_owned();
        self.at += 1;
        let Some(DebugType::Record { members, .. }) = self.definition(value.ty()) else {
            return Err("not a structure".to_owned());
        };
        let found = members.iter().find(|m| m.name == name).cloned();
        let member = found.ok_or_else(|| format!("no member {name}"))?;
        match value {
            Value::Place { object, bit, .. } => Ok(Value::Place {
                object: *object,
                bit: bit + member.bit_offset as i64,
                bits: Some(member.bit_size).filter(|&n| n > 0),
                ty: member.ty,
            }),
            _ => Err("a structure in registers cannot be taken apart".to_owned()),
        }
    }

    /// What a pointer leads to.
    fn target(&mut self, pointer: &Value) -> Evaluated<Value> {
        let Value::Pointer(reg, ty) = pointer else { return Err("not a pointer".to_owned()) };
        let Some((object, offset)) = self.session.machine.memory.resolve(reg) else {
            return Err("the pointer leads to no object that lives".to_owned());
        };
        Ok(Value::Place { object, bit: (offset as i64).wrapping_mul(8), bits: None, ty: *ty })
    }

    fn moved(&mut self, pointer: &Value, count: i128) -> Evaluated<Value> {
        let Value::Pointer(reg, ty) = pointer else { return Err("not a pointer".to_owned()) };
        let size = ty.and_then(|t| report::size_bits(self.session.program, t)).unwrap_or(8) / 8;
        let distance = (count as u64).wrapping_mul(size.max(1));
        let address = reg.value.low().wrapping_add(distance);
        Ok(Value::Pointer(Reg::pointer(reg.width(), address, reg.object), *ty))
    }

    /// A value as a pointer and the type that it points to.
    fn pointer(&mut self, value: &Value) -> Evaluated<Value> {
        if let Value::Pointer(..) = value {
            return Ok(value.clone());
        }
        let to = match self.definition(value.ty()) {
            Some(DebugType::Pointer(to)) => *to,
            Some(DebugType::Array(elem, _)) => {
                let elem = *elem;
                let Value::Place { object, bit, .. } = value else { return Err("not a pointer".to_owned()) };
                let base = self.session.machine.memory.get(*object).map_or(0, |o| o.base);
                let width = self.session.machine.memory.width;
                let address = base.wrapping_add_signed(bit / 8);
                return Ok(Value::Pointer(Reg::pointer(width, address, *object), elem));
            }
            _ => return Err("not a pointer".to_owned()),
        };
        Ok(Value::Pointer(self.scalar(value)?, to))
    }

    /// The scalar at a place.
    fn scalar(&mut self, value: &Value) -> Evaluated<Reg> {
        match value {
            Value::Registers(regs, _) => match &regs[..] {
                [one] => Ok(one.clone()),
                _ => Err("not a scalar".to_owned()),
            },
            Value::Number(n) => Ok(Reg::int(64, *n as u64)),
            Value::Pointer(reg, _) => Ok(reg.clone()),
            Value::Place { object, bit, bits, ty } => {
                let memory = &self.session.machine.memory;
                let Some(known) = memory.get(*object) else { return Err("its object has ended".to_owned()) };
                let size = bits.or_else(|| ty.and_then(|t| report::size_bits(self.session.program, t)));
                let size = size.filter(|&n| n > 0 && n <= 128).ok_or("not a scalar")?;
                let (start, end) = (bit.div_euclid(8), (bit + size as i64 + 7).div_euclid(8));
                if start < 0 || end > known.bytes.len() as i64 {
                    return Err("outside of its object".to_owned());
                }
                let bytes = (end - start) as u32;
                let reg = memory.load(*object, start as usize, bytes, 8 * bytes);
                if u64::from(reg.width()) == size {
                    return Ok(reg);
                }
                // A bit-field.
                let low = (bit - 8 * start) as u32;
                let part = |s: &Scalar| Scalar::of(&s.to_bits().extract(low + size as u32 - 1, low));
                let undef = reg.undef.as_ref().map(|m| part(m)).filter(|m| !m.is_zero()).map(Box::new);
                Ok(Reg { value: part(&reg.value), object: ObjId::NONE, undef })
            }
        }
    }

    fn number(&mut self, value: &Value) -> Evaluated<i128> {
        if let Value::Number(n) = value {
            return Ok(*n);
        }
        let reg = self.scalar(value)?;
        if !reg.is_defined() {
            return Err("a value that is not defined".to_owned());
        }
        let bits: Bits = reg.value.to_bits();
        if bits.width() > 64 {
            return Err("a number of more than 64 bits".to_owned());
        }
        let signed = match self.definition(value.ty()) {
            Some(DebugType::Basic { encoding, .. }) => {
                matches!(encoding, Encoding::Signed | Encoding::SignedChar)
            }
            Some(DebugType::Enum { .. }) => true,
            _ => false,
        };
        let wide = if signed { bits.sext(128) } else { bits.zext(128) };
        Ok((u128::from(wide.limbs()[1]) << 64 | u128::from(wide.limbs()[0])) as i128)
    }

    /// In the source's words.
    fn show(&mut self, value: &Value, depth: u32) -> String {
        let program = self.session.program;
        match (value, self.definition(value.ty()).cloned()) {
            (Value::Number(n), _) => n.to_string(),
            (Value::Pointer(reg, _), _) => {
                let shown = self.session.recorder.scalar(&self.session.machine, reg, true);
                report::shown(program, &shown, None)
            }
            (Value::Place { object, bit, .. }, Some(DebugType::Record { members, .. })) => {
                if depth >= DEPTH {
                    return "{...}".to_owned();
                }
                let mut all = Vec::new();
                for m in members {
                    let bits = Some(m.bit_size).filter(|&n| n > 0);
                    let at = Value::Place { object: *object, bit: bit + m.bit_offset as i64, bits, ty: m.ty };
                    all.push(format!("{}: {}", m.name, self.show(&at, depth + 1)));
                }
                format!("{{{}}}", all.join(", "))
            }
            (Value::Place { .. }, Some(DebugType::Array(_, count))) => {
                if depth >= DEPTH {
                    return "{...}".to_owned();
                }
                let count = count.unwrap_or(0);
                let mut all = Vec::new();
                for i in 0..count.min(ELEMENTS) {
                    let shown = match self.element(value, i.into()) {
                        Ok(element) => self.show(&element, depth + 1),
                        Err(why) => why,
                    };
                    all.push(shown);
                }
                if count > ELEMENTS {
                    all.push("...".to_owned());
                }
                format!("{{{}}}", all.join(", "))
            }
            (_, known) => match self.scalar(value) {
                Ok(reg) => {
                    let pointer = matches!(known, Some(DebugType::Pointer(_)))
                        || known.is_none() && reg.object != ObjId::NONE;
                    let shown = self.session.recorder.scalar(&self.session.machine, &reg, pointer);
                    match shown {
                        Shown::Any => "not defined".to_owned(),
                        shown => report::shown(program, &shown, value.ty()),
                    }
                }
                Err(why) => why,
            },
        }
    }
}

impl Value {
    fn ty(&self) -> Option<DebugTypeId> {
        match self {
            Value::Place { ty, .. } | Value::Registers(_, ty) => *ty,
            Value::Number(_) | Value::Pointer(..) => None,
        }
    }
}
