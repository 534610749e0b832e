//! Evaluation of terms under a model.

use rustc_hash::FxHashMap;

use super::{Op, Sort, Term, TermStore, Value, value::ArrayValue};
use crate::base::Bits;

/// Values of uninterpreted constants. Missing ones count as [`Value::default_of`] their sort.
#[derive(Clone, Default, Debug, PartialEq)]
pub struct Model {
    values: FxHashMap<Term, Value>,
}

impl Model {
    /// A model without any value.
    pub fn new() -> Model {
        Model::default()
    }

    /// Sets the value of an [`Op::Var`]; it must have the term's sort.
    pub fn set(&mut self, var: Term, value: Value) {
        self.values.insert(var, value);
    }

    /// The value given for an [`Op::Var`].
    pub fn get(&self, var: Term) -> Option<&Value> {
        self.values.get(&var)
    }

    /// All values given, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (Term, &Value)> {
        self.values.iter().map(|(&t, v)| (t, v))
    }
}

/// Evaluates terms of one store under one model and caches the values.
///
/// Evaluates only the chosen arm of an `Ite`. Deep terms are no problem: the stack is explicit.
pub struct Evaluator<'a> {
    store: &'a TermStore,
    model: &'a Model,
    memo: FxHashMap<Term, Value>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator with an empty cache.
    pub fn new(store: &'a TermStore, model: &'a Model) -> Evaluator<'a> {
        Evaluator { store, model, memo: FxHashMap::default() }
    }

    /// The value of a term.
    pub fn eval(&mut self, t: Term) -> &Value {
        let mut stack = vec![t];
        while let Some(&t) = stack.last() {
            if self.memo.contains_key(&t) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let args = self.store.args(t);
            if self.store.op(t) == Op::Ite {
                match self.memo.get(&args[0]) {
                    None => stack.push(args[0]),
                    Some(c) => {
                        let arm = if c.bool() { args[1] } else { args[2] };
                        match self.memo.get(&arm).cloned() {
                            None => stack.push(arm),
                            Some(v) => {
                                self.memo.insert(t, v);
                            }
                        }
                    }
                }
            } else {
                stack.extend(args.iter().filter(|a| !self.memo.contains_key(a)));
                if stack.len() == before {
                    let v = self.apply(t, &args);
                    self.memo.insert(t, v);
                }
            }
            if stack.len() == before {
                stack.pop();
            }
        }
        &self.memo[&t]
    }

    /// The value of a term of sort bool.
    pub fn bool(&mut self, t: Term) -> bool {
        self.eval(t).bool()
    }

    /// The value of a bit-vector term.
    pub fn bits(&mut self, t: Term) -> Bits {
        self.eval(t).bits().clone()
    }

    /// The value of `t`, whose operands are known.
    fn apply(&self, t: Term, args: &[Term]) -> Value {
        let store = self.store;
        let value = |i: usize| &self.memo[&args[i]];
        let bits = |i: usize| value(i).bits();
        let truth = |i: usize| value(i).bool();
        let unary = |f: fn(&Bits) -> Bits| Value::Bits(f(bits(0)));
        let binary = |f: fn(&Bits, &Bits) -> Bits| Value::Bits(f(bits(0), bits(1)));
        let test = |f: fn(&Bits, &Bits) -> bool| Value::Bool(f(bits(0), bits(1)));
        let op = store.op(t);
        match op {
            Op::Var => self.model.get(t).cloned().unwrap_or_else(|| Value::default_of(store.sort(t))),
            Op::False => Value::Bool(false),
            Op::True => Value::Bool(true),
            Op::Const => Value::Bits(store.as_bits(t).expect("constant")),
            Op::Not => Value::Bool(!truth(0)),
            Op::And => Value::Bool(truth(0) && truth(1)),
            Op::Or => Value::Bool(truth(0) || truth(1)),
            Op::Xor => Value::Bool(truth(0) != truth(1)),
            Op::Eq => Value::Bool(value(0) == value(1)),
            Op::Ite => unreachable!("evaluated lazily"),
            Op::BvNot => unary(Bits::not),
            Op::BvAnd => binary(Bits::and),
            Op::BvOr => binary(Bits::or),
            Op::BvXor => binary(Bits::xor),
            Op::Neg => unary(Bits::neg),
            Op::Add => binary(Bits::add),
            Op::Sub => binary(Bits::sub),
            Op::Mul => binary(Bits::mul),
            Op::Udiv => binary(Bits::udiv),
            Op::Sdiv => binary(Bits::sdiv),
            Op::Urem => binary(Bits::urem),
            Op::Srem => binary(Bits::srem),
            Op::Shl => binary(Bits::shl),
            Op::Lshr => binary(Bits::lshr),
            Op::Ashr => binary(Bits::ashr),
            Op::Ult => test(Bits::ult),
            Op::Ule => test(Bits::ule),
            Op::Slt => test(Bits::slt),
            Op::Sle => test(Bits::sle),
            Op::Zext => Value::Bits(bits(0).zext(store.width(t))),
            Op::Sext => Value::Bits(bits(0).sext(store.width(t))),
            Op::Extract => {
                let (hi, lo) = store.extract_range(t);
                Value::Bits(bits(0).extract(hi, lo))
            }
            Op::Concat => binary(Bits::concat),
            Op::Uaddo => test(Bits::uaddo),
            Op::Saddo => test(Bits::saddo),
            Op::Usubo => test(Bits::usubo),
            Op::Ssubo => test(Bits::ssubo),
            Op::Umulo => test(Bits::umulo),
            Op::Smulo => test(Bits::smulo),
            Op::Popcount => unary(Bits::popcount),
            Op::Ctlz => unary(Bits::ctlz),
            Op::Cttz => unary(Bits::cttz),
            Op::Bswap => unary(Bits::bswap),
            Op::Bitreverse => unary(Bits::bitreverse),
            Op::Select => Value::Bits(value(0).array().select(bits(1)).clone()),
            Op::Store => {
                let mut a = value(0).array().clone();
                a.store(bits(1), bits(2).clone());
                Value::Array(a)
            }
            Op::ConstArray => match store.sort(t) {
                Sort::Array { index, .. } => Value::Array(ArrayValue::constant(index, bits(0).clone())),
                other => unreachable!("const_array of sort {other}"),
            },
            Op::Fill => {
                let mut a = value(0).array().clone();
                a.fill(bits(1), bits(2), bits(3));
                Value::Array(a)
            }
            Op::Copy => {
                let mut a = value(0).array().clone();
                a.copy(bits(1), value(2).array(), bits(3), bits(4));
                Value::Array(a)
            }
            Op::LoadLe | Op::LoadBe => {
                Value::Bits(load(value(0).array(), bits(1), store.width(t), op == Op::LoadLe))
            }
            Op::StoreLe | Op::StoreBe => {
                let mut a = value(0).array().clone();
                store_bytes(&mut a, bits(1), bits(2), op == Op::StoreLe);
                Value::Array(a)
            }
            Op::HeapEmpty => Value::default_of(store.sort(t)),
            Op::HeapMalloc => {
                let mut h = value(0).heap().clone();
                h.malloc(bits(1).clone(), bits(2).clone());
                Value::Heap(h)
            }
            Op::HeapFree => {
                let mut h = value(0).heap().clone();
                h.free(bits(1));
                Value::Heap(h)
            }
            Op::ValidAccess => Value::Bool(value(0).heap().valid_access(bits(1), bits(2))),
            Op::ValidFree => Value::Bool(value(0).heap().valid_free(bits(1))),
            Op::Allocatable => Value::Bool(value(0).heap().allocatable(bits(1), bits(2))),
        }
    }
}

/// Reads a value of `width` bits, a multiple of 8, from consecutive bytes.
pub fn load(memory: &ArrayValue, address: &Bits, width: u32, little: bool) -> Bits {
    let bytes = width / 8;
    let mut r = Bits::zero(width);
    for i in 0..bytes {
        let at = address.add(&Bits::new(address.width(), u64::from(i)));
        let place = if little { i } else { bytes - 1 - i };
        r = r.or(&memory.select(&at).zext(width).shl_by(8 * place));
    }
    r
}

/// Writes a value of a multiple of 8 bits to consecutive bytes, in increasing address order.
pub fn store_bytes(memory: &mut ArrayValue, address: &Bits, value: &Bits, little: bool) {
    let bytes = value.width() / 8;
    for i in 0..bytes {
        let at = address.add(&Bits::new(address.width(), u64::from(i)));
        let place = if little { i } else { bytes - 1 - i };
        memory.store(&at, value.extract(8 * place + 7, 8 * place));
    }
}
