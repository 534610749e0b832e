//! What the program does not determine, as the evaluation meets it: inputs and objects, each with the condition on which
//! it is met. States are evaluated in an order that all runs follow, so what holds of these conditions under a model is
//! the model's run in its order, and a [`Script`] for the machine.

use std::sync::Arc;

use super::eval::{Eval, Oracle};
use super::memory::{Fixed, Origin};
use super::state::State;
use super::value::ObjId;
use super::variable::InputId;
use crate::base::Bits;
use crate::ilr::Term;
use crate::ilr::eval::{Evaluator, Model};
use crate::machine::script::{Argument, Ask, Given, Script, Site, Tables};
use crate::program::{InstId, Type};

/// What is met.
#[derive(Clone, Copy)]
enum Met {
    /// A value.
    Value(Ask, Term),
    /// A new object, or another life of one.
    Object(ObjId, u64),
}

/// An entry.
#[derive(Clone, Copy)]
struct Entry {
    path: Term,
    site: Site,
    met: Met,
}

/// The entries so far.
#[derive(Default)]
pub struct Log(Vec<Entry>);

/// Largest object of which a script tells the bytes.
const LARGEST: u64 = 1 << 24;

impl Eval<'_> {
    fn site(&self, state: &State) -> Site {
        let frame = &state.frame;
        let insts = &self.program.func(frame.func).block(frame.block).insts;
        (frame.func, insts[frame.at.min(insts.len() - 1)])
    }

    fn enter(&mut self, state: &State, path: Term, met: Met) {
        if !self.is_replay() {
            let site = self.site(state);
            self.log.0.push(Entry { path, site, met });
        }
    }

    /// A value is asked for.
    pub(super) fn log_value(&mut self, state: &State, id: InputId, value: Term) {
        if let Some(ask) = id.ask() {
            self.enter(state, state.path.term(), Met::Value(ask, value));
        }
    }

    /// The last value that was asked for counts only where this holds, too.
    pub(super) fn log_only(&mut self, cond: Term) {
        if let Some(last) = self.log.0.last().copied() {
            let path = self.d.terms.and(last.path, cond);
            self.log.0.last_mut().expect("it is there").path = path;
        }
    }

    /// An object begins, or one of its lives.
    pub(super) fn log_object(&mut self, state: &State, o: ObjId, life: u64) {
        self.enter(state, state.path.term(), Met::Object(o, life));
    }
}

/// The run of a model.
pub fn script(eval: &Eval<'_>, model: &Model, oracle: &Oracle) -> Script {
    let mut values = Evaluator::new(eval.d.terms.store(), model);
    let mut tables = Tables::default();
    let mut last = None;
    let mut counts: rustc_hash::FxHashMap<Site, u64> = Default::default();
    for entry in &eval.log.0 {
        let on = match last {
            Some((path, on)) if path == entry.path => on,
            _ => values.bool(entry.path),
        };
        last = Some((entry.path, on));
        if !on {
            continue;
        }
        match entry.met {
            Met::Value(ask, term) => {
                let bits = values.bits(term);
                tables.values.entry((entry.site, ask)).or_default().push(bits);
            }
            Met::Object(o, life) => {
                let number = counts.entry(entry.site).or_default();
                *number += 1;
                let given = given(eval, oracle, &mut values, o, life);
                if !given.is_empty() {
                    tables.objects.entry(entry.site).or_default().insert(*number - 1, given);
                }
            }
        }
    }
    for (i, &o) in eval.globals.iter().enumerate() {
        let given = given(eval, oracle, &mut values, o, 0);
        if !given.is_empty() {
            tables.globals.insert(crate::program::GlobalId::new(i), given);
        }
    }
    for (i, &o) in eval.functions.iter().enumerate() {
        if let Some(&address) = oracle.objects.addresses.get(&eval.space.info(o).key) {
            tables.functions.insert(crate::program::FuncId::new(i), address);
        }
    }
    tables.arguments = arguments(eval, oracle, &mut values);
    tables.free = if eval.flat.is_some() { 1 << (eval.space.width - 1) } else { eval.space.free_address() };
    Script::new(tables)
}

/// What the model says about an object in one of its lives.
fn given(eval: &Eval<'_>, oracle: &Oracle, values: &mut Evaluator<'_>, o: ObjId, life: u64) -> Given {
    let info = eval.space.info(o);
    let known = &oracle.objects;
    let own = known.addresses.get(&info.key).copied();
    let compared = eval.placed.iter().find(|p| p.0 == o).and_then(|p| values.bits(p.1).to_u64());
    // What the program has seen is asked for at its fixed address.
    let address = if eval.space.is_seen(o) { own.or(compared) } else { compared.or(own) };
    let size = values.bits(info.size).to_u64().unwrap_or(0);
    let whole = known.memory.is_some() && !matches!(info.origin, Origin::Code(_) | Origin::Null);
    let cells = known.cells.contains_key(&(info.key, life)) || known.arrays.contains_key(&(info.key, life));
    let bytes = (size <= LARGEST && (whole || cells)).then(|| {
        let byte = |at| Fixed::initial(known, (info.key, life), address, at, eval.space.big_endian);
        Arc::from((0..size).map(byte).collect::<Vec<u8>>())
    });
    Given { address, bytes }
}

/// The arguments of the entry function.
fn arguments(eval: &Eval<'_>, oracle: &Oracle, values: &mut Evaluator<'_>) -> Vec<Argument> {
    let program = eval.program;
    let f = program.func(eval.options.entry);
    let mut all = Vec::new();
    for (i, p) in f.params.iter().enumerate() {
        let object = |origin: &dyn Fn(&Origin) -> bool, key: u128| {
            eval.space.of_key(key).filter(|&o| origin(&eval.space.info(o).origin))
        };
        let key = |number: u128| super::state::mix(0xa59, number);
        let vector = object(&|o| *o == Origin::CommandLine(None), key(1)).filter(|_| i == 1);
        let Some(vector) = vector else {
            all.push(match object(&|o| *o == Origin::Outside, key(1)).filter(|_| i == 1) {
                Some(o) => {
                    let size = values.bits(eval.space.info(o).size).to_u64();
                    Argument::Memory(given(eval, oracle, values, o, 0), size.unwrap_or(0))
                }
                None => {
                    let term = eval
                        .argument_key(InstId::new(i), InputId::Argument)
                        .and_then(|key| eval.by_key.get(&key));
                    let width = match program.types.get(p.ty) {
                        Type::Int(width) => *width,
                        Type::Float(kind) => kind.bits(),
                        Type::Ptr(_) => eval.space.width,
                        _ => 1,
                    };
                    Argument::Number(term.map_or_else(|| Bits::zero(width), |&t| values.bits(t)))
                }
            });
            continue;
        };
        let count = match all.first() {
            Some(Argument::Number(argc)) => argc.to_u64().unwrap_or(0),
            _ => 0,
        };
        let array = given(eval, oracle, values, vector, 0);
        let mut strings = Vec::new();
        for number in 0.. {
            let at = key(0x100 + number);
            let Some(o) = object(&|o| matches!(o, Origin::CommandLine(Some(_))), at) else { break };
            if number as u64 >= count {
                break;
            }
            let size = values.bits(eval.space.info(o).size).to_u64().unwrap_or(0);
            let mut string = given(eval, oracle, values, o, 0);
            let term = eval
                .argument_key(InstId::new(1), InputId::ArgumentString(number as u32))
                .and_then(|k| eval.by_key.get(&k));
            if let Some(&t) = term {
                let all = values.bits(t);
                let count = u64::from(all.width() / 8).min(size) as u32;
                let bytes = (0..count).map(|k| all.extract(8 * k + 7, 8 * k).limbs()[0] as u8);
                string.bytes = Some(bytes.collect::<Vec<u8>>().into());
            }
            strings.push((string, Some(size)));
        }
        all.push(Argument::Strings { count, array, strings });
    }
    all
}
