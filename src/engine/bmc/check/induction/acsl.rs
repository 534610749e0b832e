//! Invariants as C expressions over the program's variables, with `\result` and `\old` of ACSL for what functions return.

use super::array_invariants::Universal;
use super::candidates::{Atom, Conjecture, Fact, Given, Order, Relation, Sum};
use crate::engine::bmc::memory::Space;
use crate::engine::bmc::policy::induction::{Instance, Place, Spot};
use crate::engine::bmc::state::Origin;
use crate::engine::verdict::{Claimed, Invariant};
use crate::ilr::{Op, Term};
use crate::program::{DebugVarId, Function, InstId, InstKind, Program, Value};
use crate::rewrite::Builder;
use std::collections::BTreeSet;

/// The invariant of a conjecture, as text. `None` where it is about something that has no name in the source.
pub fn invariant(
    program: &Program,
    space: &Space,
    b: &Builder,
    of: &Instance,
    conjecture: &Conjecture,
) -> Option<Invariant> {
    let acsl = Acsl { program, space, b, of };
    let (expression, of_loop) = match conjecture {
        Conjecture::Scalars(fact) => (acsl.fact(fact)?, Claimed::Loop),
        Conjecture::Elements(each) => (acsl.each(each)?, Claimed::Elements),
    };
    let f = program.func(of.func);
    let (claimed, loc) = match of.spot {
        Spot::Loop(at) => (of_loop, crate::analysis::LoopForest::new(f).loop_loc(f, at)),
        Spot::Entry => (Claimed::Requires, f.loc),
        Spot::Return => (Claimed::Ensures, f.loc),
        // It has no place in the program.
        Spot::Shared => return None,
    };
    Some(Invariant { claimed, func: of.func, loc, expression })
}

/// What the bound variable is called.
const BOUND: &str = "p";

struct Acsl<'a> {
    program: &'a Program,
    space: &'a Space,
    b: &'a Builder,
    of: &'a Instance,
}

/// The source variable whose value a phi is: the only one that all values that it can get are values of.
fn variable_of(program: &Program, f: &Function, id: InstId) -> Option<String> {
    let mut common: Option<BTreeSet<DebugVarId>> = None;
    let mut seen = BTreeSet::from([id]);
    let mut stack = vec![id];
    while let Some(at) = stack.pop() {
        let InstKind::Phi(incoming) = &f.inst(at).kind else { continue };
        for (_, v) in incoming {
            let Value::Inst(i) = *v else { continue };
            let names: BTreeSet<DebugVarId> = named(f, i).collect();
            if names.is_empty() && matches!(f.inst(i).kind, InstKind::Phi(_)) {
                if seen.insert(i) {
                    stack.push(i);
                }
                continue;
            }
            common = Some(match common {
                None => names,
                Some(known) => known.intersection(&names).copied().collect(),
            });
        }
    }
    match common?.into_iter().collect::<Vec<_>>()[..] {
        [only] => Some(program.vars[only.index()].name.clone()),
        _ => None,
    }
}

/// The variables that are said to have the value of an instruction.
fn named(f: &Function, id: InstId) -> impl Iterator<Item = DebugVarId> {
    f.insts.iter().filter_map(move |inst| match inst.kind {
        InstKind::DebugValue { var, v: Value::Inst(of) } if of == id => Some(var),
        _ => None,
    })
}

fn is_name(name: &str) -> bool {
    let first = name.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    first && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The type of unsigned and of signed numbers of a width.
fn types(width: u32) -> Option<(&'static str, &'static str)> {
    Some(match width {
        8 => ("unsigned char", "signed char"),
        16 => ("unsigned short", "short"),
        32 => ("unsigned int", "int"),
        64 => ("unsigned long long", "long long"),
        _ => return None,
    })
}

impl Acsl<'_> {
    fn fact(&self, fact: &Fact) -> Option<String> {
        let (unsigned, signed) = types(fact.width)?;
        let x = self.sum(&fact.left, fact.width)?;
        let y = self.sum(&fact.right, fact.width)?;
        let text = match &fact.relation {
            Relation::Eq => format!("{x} == {y}"),
            Relation::Ule => format!("{x} <= {y}"),
            Relation::Sle => format!("({signed})({x}) <= ({signed})({y})"),
            Relation::Low(n) => format!("(({x}) - ({y})) % {}u == 0u", 1u64 << n),
            Relation::Among(numbers) => {
                let each: Vec<String> =
                    numbers.iter().map(|n| format!("({unsigned})({x}) == ({unsigned}){n}")).collect();
                if !fact.right.parts.is_empty() || fact.right.constant != 0 {
                    return None;
                }
                format!("({})", each.join(" || "))
            }
        };
        match fact.given {
            None => Some(text),
            Some(given) => Some(format!("{} || {text}", self.unless(given)?)),
        }
    }

    /// That a condition does not hold.
    fn unless(&self, Given { slot, order, number }: Given) -> Option<String> {
        let width = self.b.sort(self.of.slots[slot].head).width()?;
        let (unsigned, signed) = types(width)?;
        let scalar = self.atom(Atom::Slot(slot), width)?;
        let number = (number as u64) & (u64::MAX >> (64 - width));
        Some(match order {
            Order::Is => format!("{scalar} != ({unsigned}){number}u"),
            Order::AtMost => format!("({signed})({scalar}) > ({signed})({unsigned}){number}u"),
            Order::AtLeast => format!("({signed})({scalar}) < ({signed})({unsigned}){number}u"),
        })
    }

    /// The sum in unsigned arithmetic, which wraps around.
    fn sum(&self, sum: &Sum, width: u32) -> Option<String> {
        let (unsigned, _) = types(width)?;
        let mut parts = Vec::new();
        let mut constant = sum.constant as u64;
        for (factor, atoms) in &sum.parts {
            let numbers: Option<Vec<u64>> = atoms.iter().map(|a| self.known(*a)).collect();
            if let Some(numbers) = numbers {
                let product = numbers.iter().fold(*factor as u64, |p, n| p.wrapping_mul(*n));
                constant = constant.wrapping_add(product);
                continue;
            }
            let atoms: Option<Vec<String>> = atoms.iter().map(|a| self.atom(*a, width)).collect();
            let product = atoms?.join(" * ");
            parts.push(match factor {
                1 => product,
                _ => format!("({unsigned}){factor} * {product}"),
            });
        }
        constant &= u64::MAX >> (64 - width);
        if constant != 0 || parts.is_empty() {
            parts.push(format!("({unsigned}){constant}u"));
        }
        Some(parts.join(" + "))
    }

    fn atom(&self, atom: Atom, width: u32) -> Option<String> {
        let (unsigned, _) = types(width)?;
        let name = match atom {
            Atom::Slot(i) => {
                let slot = &self.of.slots[i];
                if slot.object.is_some() || self.b.width(slot.head) != width {
                    return None;
                }
                let name = self.place(slot.place)?;
                // At the return, what comes first is as it was at the call.
                let twice = self.of.slots.iter().skip(i + 1).any(|s| s.place == slot.place);
                match (slot.place, self.of.spot) {
                    (Place::Result, _) => return Some(format!("({unsigned})\\result")),
                    (Place::Cell { .. }, Spot::Return) if twice && is_name(&name) => {
                        return Some(format!("({unsigned})\\old({name})"));
                    }
                    _ => name,
                }
            }
            Atom::Entry(_) => return None,
            Atom::Fixed(t) => self.of.fixed_names.iter().find(|n| n.0 == t)?.1.clone(),
        };
        is_name(&name).then(|| format!("({unsigned}){name}"))
    }

    fn each(&self, each: &Universal) -> Option<String> {
        let range = self.term(each, each.range)?;
        let body = self.term(each, each.body)?;
        Some(match each.elements {
            true => format!("\\forall integer {BOUND}; 0 <= {BOUND} && {range} ==> {body}"),
            false => format!("\\forall {} {BOUND}; {range} ==> {body}", types(self.b.width(each.bound))?.1),
        })
    }

    /// What a term computes, of numbers without a sign.
    fn term(&self, each: &Universal, t: Term) -> Option<String> {
        let b = self.b;
        let args = b.args(t);
        let arg = |i: usize| self.term(each, args[i]);
        let signed = |i: usize| Some(format!("({}){}", types(b.width(args[i]))?.1, arg(i)?));
        let infix = |op: &str| Some(format!("({} {op} {})", arg(0)?, arg(1)?));
        match b.op(t) {
            Op::Var if t == each.bound => Some(BOUND.to_owned()),
            Op::Var => {
                let width = b.sort(t).width()?;
                match self.of.slots.iter().position(|s| s.head == t) {
                    Some(i) => self.atom(Atom::Slot(i), width),
                    None => self.atom(Atom::Fixed(t), width),
                }
            }
            Op::False => Some("\\false".to_owned()),
            Op::True => Some("\\true".to_owned()),
            Op::Const => Some(b.as_u64(t)?.to_string()),
            Op::Not => Some(format!("!{}", arg(0)?)),
            Op::And => infix("&&"),
            Op::Or => infix("||"),
            Op::Eq => infix("=="),
            Op::Ult => infix("<"),
            Op::Ule => infix("<="),
            Op::Slt => Some(format!("({} < {})", signed(0)?, signed(1)?)),
            Op::Sle => Some(format!("({} <= {})", signed(0)?, signed(1)?)),
            Op::Add => infix("+"),
            Op::Sub => infix("-"),
            Op::Mul => infix("*"),
            Op::BvAnd => infix("&"),
            Op::BvOr => infix("|"),
            Op::BvXor => infix("^"),
            Op::Neg => Some(format!("-{}", arg(0)?)),
            Op::BvNot => Some(format!("~{}", arg(0)?)),
            Op::Ite => Some(format!("({} ? {} : {})", arg(0)?, arg(1)?, arg(2)?)),
            Op::Zext if args[0] == each.bound => Some(BOUND.to_owned()),
            Op::Zext => Some(format!("({}){}", types(b.width(t))?.0, arg(0)?)),
            Op::Sext => {
                Some(format!("({})({}){}", types(b.width(t))?.0, types(b.width(args[0]))?.1, arg(0)?))
            }
            Op::Extract if b.extract_range(t).1 == 0 => {
                Some(format!("({}){}", types(b.width(t))?.0, arg(0)?))
            }
            Op::Select => {
                let index = match b.op(args[1]) {
                    // It is cut down to as many bits as elements need.
                    Op::Extract if b.extract_range(args[1]).1 == 0 => self.term(each, b.arg(args[1], 0))?,
                    _ => arg(1)?,
                };
                Some(format!("{}[{index}]", self.array(args[0])?))
            }
            _ => None,
        }
    }

    fn array(&self, t: Term) -> Option<String> {
        let named = |t: Term| self.of.array_names.iter().find(|n| n.0 == t).map(|n| n.1.clone());
        let then = |t: Term| {
            let slot = self.of.arrays.iter().find(|a| a.entry == t)?;
            Some(format!("\\at({}, LoopEntry)", named(slot.head)?))
        };
        named(t).or_else(|| then(t))
    }

    /// What is a number already.
    fn known(&self, atom: Atom) -> Option<u64> {
        match atom {
            Atom::Entry(i) => self.b.as_u64(self.of.slots[i].entry),
            Atom::Slot(_) | Atom::Fixed(_) => None,
        }
    }

    fn place(&self, place: Place) -> Option<String> {
        match place {
            Place::Register(id) => variable_of(self.program, self.program.func(self.of.func), id),
            Place::Cell { object, off: 0, size } => {
                let Origin::Global(g) = self.space.info(self.space.of_key(object)?).origin else {
                    return None;
                };
                let global = &self.program.globals[g.index()];
                let whole = self.program.types.layout(global.ty).alloc_size == u64::from(size);
                whole.then(|| global.name.clone())
            }
            Place::Cell { .. } => None,
            Place::Result => Some("result".to_owned()),
            Place::Parameter(i) => {
                let is_it =
                    |v: &&crate::program::DebugVar| v.func == Some(self.of.func) && v.param == Some(i + 1);
                Some(self.program.vars.iter().find(is_it)?.name.clone())
            }
        }
    }
}
