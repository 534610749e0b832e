//! The run that a model describes, as a script for the machine.

use super::schedule::ThreadSchedule;
use crate::base::Bits;
use crate::engine::bmc::explore::Eval;
use crate::engine::bmc::interp::Oracle;
use crate::engine::bmc::ledger::Met;
use crate::engine::bmc::memory::Fixed;
use crate::engine::bmc::state::mix;
use crate::engine::bmc::state::{InputId, ObjId, Origin};
use crate::ilr::eval::{Evaluator, Model};
use crate::machine::script::{Argument, Given, Script, Site, Tables};
use crate::program::{InstId, Type};
use std::sync::Arc;

/// Largest object of which a script tells the bytes.
const LARGEST: u64 = 1 << 24;

/// The run of a model.
pub(super) fn script(eval: &Eval<'_>, model: &Model, oracle: &Oracle, schedule: &ThreadSchedule) -> Script {
    let mut values = Evaluator::new(eval.vm.ledger.d.terms.store(), model);
    let mut tables = Tables::default();
    let mut last = None;
    let mut counts: rustc_hash::FxHashMap<Site, u64> = Default::default();
    let log = &eval.vm.ledger.log.0;
    let mut order: Vec<usize> = (0..log.len()).collect();
    if !schedule.is_empty() {
        // As the threads come to them.
        order.sort_by_key(|&i| schedule.leg((log[i].thread, log[i].visits), i));
    }
    for entry in order.into_iter().map(|i| &log[i]) {
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
            Met::Object(o, lifetime) => {
                let number = counts.entry(entry.site).or_default();
                *number += 1;
                let given = given(eval, oracle, &mut values, o, lifetime);
                if !given.is_empty() {
                    tables.objects.entry(entry.site).or_default().insert(*number - 1, given);
                }
            }
        }
    }
    for (i, &o) in eval.vm.memory.globals.iter().enumerate() {
        let given = given(eval, oracle, &mut values, o, 0);
        if !given.is_empty() {
            tables.globals.insert(crate::program::GlobalId::new(i), given);
        }
    }
    for (i, &o) in eval.vm.memory.functions.iter().enumerate() {
        if let Some(&address) = oracle.objects.addresses.get(&eval.vm.memory.space.info(o).key) {
            tables.functions.insert(crate::program::FuncId::new(i), address);
        }
    }
    tables.arguments = arguments(eval, oracle, &mut values);
    tables.free = if eval.vm.memory.has_areas() {
        1 << (eval.vm.memory.space.width - 1)
    } else {
        eval.vm.memory.space.free_address()
    };
    Script::new(tables)
}

/// What the model says about an object in one of its lifetimes.
fn given(eval: &Eval<'_>, oracle: &Oracle, values: &mut Evaluator<'_>, o: ObjId, lifetime: u64) -> Given {
    let info = eval.vm.memory.space.info(o);
    let known = &oracle.objects;
    let own = known.addresses.get(&info.key).copied();
    let compared = eval.vm.memory.placed.iter().find(|p| p.0 == o).and_then(|p| values.bits(p.1).to_u64());
    // What the program has seen is asked for at its fixed address.
    let address = if eval.vm.memory.space.is_exposed(o) { own.or(compared) } else { compared.or(own) };
    let size = values.bits(info.size).to_u64().unwrap_or(0);
    let whole = known.memory.is_some() && !matches!(info.origin, Origin::Code(_) | Origin::Null);
    let cells =
        known.cells.contains_key(&(info.key, lifetime)) || known.arrays.contains_key(&(info.key, lifetime));
    let bytes = (size <= LARGEST && (whole || cells)).then(|| {
        let byte =
            |at| Fixed::initial(known, (info.key, lifetime), address, at, eval.vm.memory.space.big_endian);
        Arc::from((0..size).map(byte).collect::<Vec<u8>>())
    });
    Given { address, bytes }
}

/// The arguments of the entry function.
fn arguments(eval: &Eval<'_>, oracle: &Oracle, values: &mut Evaluator<'_>) -> Vec<Argument> {
    let program = eval.vm.ledger.program;
    let f = program.func(eval.vm.ledger.options.entry);
    let mut all = Vec::new();
    for (i, p) in f.params.iter().enumerate() {
        let object = |origin: &dyn Fn(&Origin) -> bool, key: u128| {
            eval.vm.memory.space.of_key(key).filter(|&o| origin(&eval.vm.memory.space.info(o).origin))
        };
        let key = |number: u128| mix(0xa59, number);
        let vector = object(&|o| *o == Origin::CommandLine(None), key(1)).filter(|_| i == 1);
        let Some(vector) = vector else {
            all.push(match object(&|o| *o == Origin::Outside, key(1)).filter(|_| i == 1) {
                Some(o) => {
                    let size = values.bits(eval.vm.memory.space.info(o).size).to_u64();
                    Argument::Memory(given(eval, oracle, values, o, 0), size.unwrap_or(0))
                }
                None => {
                    let term = eval
                        .vm
                        .argument_key(InstId::new(i), InputId::Argument)
                        .and_then(|key| eval.vm.ledger.inputs.by_key.get(&key));
                    let width = match program.types.get(p.ty) {
                        Type::Int(width) => *width,
                        Type::Float(kind) => kind.bits(),
                        Type::Ptr(_) => eval.vm.memory.space.width,
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
            let size = values.bits(eval.vm.memory.space.info(o).size).to_u64().unwrap_or(0);
            let mut string = given(eval, oracle, values, o, 0);
            let term = eval
                .vm
                .argument_key(InstId::new(1), InputId::ArgumentString(number as u32))
                .and_then(|k| eval.vm.ledger.inputs.by_key.get(&k));
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
