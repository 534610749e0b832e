//! Models through `get-value`.
//!
//! Arrays are asked for element by element, at the indices where some term reads them, since every solver
//! can answer that; whole arrays only where arrays are compared.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::Bits;
use crate::ilr::eval::{Evaluator, Model};
use crate::ilr::{ArrayValue, Op, Sort, Term, Value};
use crate::rewrite::Builder;
use crate::smt::smtlib::lower::Lowering;
use crate::smt::smtlib::read;
use crate::smt::smtlib::sexpr::{Reader, Sexpr};
use crate::smt::smtlib::write::Writer;

/// Maximum number of terms in one `get-value`.
const PER_COMMAND: usize = 500;

/// Terms of the image whose values determine a model.
pub struct Questions {
    texts: Vec<String>,
    value_of: Vec<ValueOf>,
}

/// What the value at the same position in [`Questions::texts`] belongs to.
enum ValueOf {
    /// A constant of the image.
    Constant(Term),
    /// An index of the image; comes before the elements at it.
    Index(Term),
    /// An element: array constant and index.
    Element(Term, Term),
}

fn written(writer: &Writer) -> impl Iterator<Item = Term> {
    let image = writer.lowering().image();
    (0..image.len()).map(|i| image.at(i)).filter(|&t| writer.is_written(t))
}

/// Whether the written text compares arrays, so that elements alone do not determine a model.
pub fn compares_arrays(writer: &Writer) -> bool {
    let image = writer.lowering().image();
    written(writer)
        .any(|t| image.op(t) == Op::Eq && matches!(image.sort(image.arg(t, 0)), Sort::Array { .. }))
}

impl Questions {
    /// Questions for the values of all constants that the writer has declared.
    pub fn of(writer: &Writer) -> Questions {
        let image = writer.lowering().image();
        let show = |t: Term| {
            let mut text = String::new();
            writer.term(&mut text, t).expect("strings take anything");
            text
        };
        let mut questions = Questions { texts: Vec::new(), value_of: Vec::new() };
        let mut ask = |text: String, value_of: ValueOf| {
            questions.texts.push(text);
            questions.value_of.push(value_of);
        };
        let compared = compares_arrays(writer);
        let own: FxHashSet<Term> = writer.lowering().vars().iter().map(|&(_, var)| var).collect();
        // Array constants that a read of an array term can reach.
        let mut reached: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
        let mut asked: FxHashSet<(Term, Term)> = FxHashSet::default();
        let mut indices: FxHashSet<Term> = FxHashSet::default();
        for t in written(writer) {
            let args = image.args(t);
            match (image.op(t), image.sort(t)) {
                (Op::Var, sort) if own.contains(&t) => {
                    let array = matches!(sort, Sort::Array { .. });
                    if !array || compared {
                        ask(show(t), ValueOf::Constant(t));
                    } else {
                        reached.insert(t, vec![t]);
                    }
                }
                (Op::Store, _) => {
                    let below = reached.get(&args[0]).cloned().unwrap_or_default();
                    reached.insert(t, below);
                }
                (Op::Ite, Sort::Array { .. }) => {
                    let mut below = reached.get(&args[1]).cloned().unwrap_or_default();
                    below.extend(reached.get(&args[2]).into_iter().flatten());
                    below.sort_unstable();
                    below.dedup();
                    reached.insert(t, below);
                }
                (Op::Select, _) => {
                    for &array in reached.get(&args[0]).into_iter().flatten() {
                        if !asked.insert((array, args[1])) {
                            continue;
                        }
                        let index = show(args[1]);
                        let element = format!("(select {} {index})", show(array));
                        if !image.is_const(args[1]) && indices.insert(args[1]) {
                            ask(index, ValueOf::Index(args[1]));
                        }
                        ask(element, ValueOf::Element(array, args[1]));
                    }
                }
                _ => {}
            }
        }
        questions
    }

    /// Commands to send; each has one answer.
    pub fn commands(&self) -> impl Iterator<Item = String> {
        self.texts.chunks(PER_COMMAND).map(|part| format!("(get-value ({}))\n", part.join(" ")))
    }

    /// Builds the model from the answers to all commands.
    ///
    /// # Errors
    /// The error in an answer, in words.
    pub fn model(&self, lowering: &Lowering, answers: &[String]) -> Result<Model, String> {
        let image = lowering.image();
        let mut values: FxHashMap<Term, Value> = FxHashMap::default();
        let mut elements: Vec<(Term, Term, Bits)> = Vec::new();
        for (answer, value_of) in answers.iter().zip(self.value_of.chunks(PER_COMMAND)) {
            let short = || format!("not the values asked for: {:.400}", answer);
            let mut reader = Reader::new(answer);
            let all = reader.read().ok().flatten().ok_or_else(short)?;
            let pairs = reader.list(all).filter(|pairs| pairs.len() == value_of.len()).ok_or_else(short)?;
            for (&pair, value_of) in pairs.iter().zip(value_of) {
                let Some(&[_, s]) = reader.list(pair) else { return Err(short()) };
                let value = value(&reader, s).ok_or_else(short)?;
                let sort = match value_of {
                    ValueOf::Constant(t) | ValueOf::Index(t) => image.sort(*t),
                    ValueOf::Element(array, _) => element_sort(image.sort(*array)),
                };
                match (value_of, of_sort(value, sort).ok_or_else(short)?) {
                    (ValueOf::Constant(t) | ValueOf::Index(t), value) => drop(values.insert(*t, value)),
                    (ValueOf::Element(array, index), value) => {
                        elements.push((*array, *index, value.bits().clone()));
                    }
                }
            }
        }
        let mut arrays: FxHashMap<Term, ArrayValue> = FxHashMap::default();
        for (array, index, element) in elements {
            let at = match image.as_bits(index) {
                Some(at) => at,
                None => values[&index].bits().clone(),
            };
            let zeros = || Value::default_of(image.sort(array)).array().clone();
            arrays.entry(array).or_insert_with(zeros).store(&at, element);
        }
        let mut model = Model::new();
        for &(source, var) in lowering.vars() {
            let value = values.remove(&var).or_else(|| arrays.remove(&var).map(Value::Array));
            if let Some(value) = value {
                model.set(source, value);
            }
        }
        Ok(model)
    }
}

fn element_sort(sort: Sort) -> Sort {
    match sort {
        Sort::Array { elem, .. } => Sort::Bv(elem),
        other => other,
    }
}

/// The value if it has that sort. Boolector writes vectors of one bit as truth values.
fn of_sort(value: Value, sort: Sort) -> Option<Value> {
    let fits = match (&value, sort) {
        (Value::Bool(bit), Sort::Bv(1)) => return Some(Value::Bits(Bits::new(1, u64::from(*bit)))),
        (Value::Bool(_), Sort::Bool) => true,
        (Value::Bits(bits), Sort::Bv(width)) => bits.width() == width,
        (Value::Array(array), Sort::Array { index, elem }) => {
            array.index_width() == index && array.runs().all(|(_, e)| e.width() == elem)
        }
        _ => false,
    };
    fits.then_some(value)
}

/// A literal, or an array written with `store` and `const`.
fn value(reader: &Reader<'_>, s: Sexpr) -> Option<Value> {
    if let Some(bits) = read::literal(reader, s) {
        return Some(Value::Bits(bits));
    }
    if reader.is(s, "true") || reader.is(s, "false") {
        return Some(Value::Bool(reader.is(s, "true")));
    }
    let mut b = Builder::new();
    let term = read::term(&mut b, reader.source(s), &[]).ok()?;
    let model = Model::new();
    let value = Evaluator::new(b.store(), &model).eval(term).clone();
    Some(value)
}
