//! The start of a program: its first state, with the arguments of the entry function.

use std::sync::Arc;

use super::call_values::fit;
use super::machine::{Control, Findings, Threads};
use crate::machine::code::{Code, Image};
use crate::machine::environment::Environment;
use crate::machine::environment::script::Argument;
use crate::machine::reduction::Reductions;
use crate::machine::state::{Frame, Origin, Reg};
use crate::machine::step::Machine;
use crate::program::{FuncId, Inst, Program, Type};
use crate::semantics::{Fault, Scalar, Unsupported};

impl<'i, 'p> Machine<'i, 'p> {
    /// A program before its first step: its constructors, then the entry function with these arguments (`argv`, the
    /// program's name first), then what runs at the end.
    ///
    /// # Errors
    /// When the entry function has no body or takes something else.
    pub fn new(
        image: &'i Image<'p>,
        entry: FuncId,
        arguments: &[String],
        environment: Environment<'i>,
    ) -> Result<Machine<'i, 'p>, Fault> {
        let program = image.program;
        let control = Control { pending: Arc::default(), ending: false, entry, status: 0, propositions: 0 };
        let mut machine = Machine {
            image,
            memory: image.memory.clone(),
            frame: Frame::nowhere(),
            spare: Vec::new(),
            control,
            threads: Threads::default(),
            environment,
            reductions: Reductions::default(),
            steps: 0,
            findings: Findings::default(),
        };
        let code = &image.codes[entry.index()];
        let args = match machine.environment.script.as_ref().map(|s| Arc::clone(&s.tables)) {
            Some(script) => machine.scripted_arguments(code, &script.arguments)?,
            None => match pointer_from_outside(program, entry) {
                Some(_) => return Err(Fault::Unsupported(Unsupported::EntryPointer)),
                None => machine.command_line(code, program.func(entry).is_main(), arguments)?,
            },
        };
        if !program.func(entry).is_defined() {
            let name = program.func(entry).source_name.clone();
            return Err(Fault::Unsupported(Unsupported::ExternalFunction(name.into())));
        }
        // Without a function that registers one there is nothing between the end of the entry function and the program's.
        let some = program.registers_ends();
        let handlers = program.function("__bmc_run_exit_handlers");
        let handlers = handlers.filter(|&f| some && program.func(f).is_defined());
        let mut pending: Vec<(FuncId, Vec<Reg>)> = Vec::new();
        pending.extend(program.destructors.iter().rev().map(|&f| (f, Vec::new())));
        pending.extend(handlers.map(|f| (f, Vec::new())));
        pending.push((entry, args));
        pending.extend(program.constructors.iter().rev().map(|&f| (f, Vec::new())));
        let (first, args) = pending.pop().expect("the entry at least");
        machine.control.pending = Arc::new(pending);
        machine.frame = machine.activate(first, args);
        Ok(machine)
    }

    /// The arguments of the entry function: the command line for `main`, and zeros.
    fn command_line(&mut self, code: &Code, main: bool, arguments: &[String]) -> Result<Vec<Reg>, Fault> {
        let width = self.memory.width;
        let word = u64::from(width / 8);
        let mut given = Vec::new();
        if main && code.params.len() >= 2 {
            let count = arguments.len() as u64;
            let vector = self.memory.make((count + 1) * word, Some(0), Origin::Argument(None), None)?;
            for (i, text) in arguments.iter().enumerate() {
                let id = self.memory.make(text.len() as u64 + 1, Some(0), Origin::Argument(None), None)?;
                let object = self.memory.get_mut(id).expect("it was made");
                object.bytes[..text.len()].copy_from_slice(text.as_bytes());
                let start = self.memory.start(id);
                self.memory.store(vector, i * word as usize, word as u32, &start);
            }
            given = vec![Reg::int(64, count), self.memory.start(vector)];
        } else if main && code.params.len() == 1 {
            given = vec![Reg::int(64, arguments.len() as u64)];
        }
        let mut row = Vec::new();
        for (i, leaves) in code.params.iter().enumerate() {
            for leaf in leaves {
                let reg = given.get(i).cloned().unwrap_or_else(|| Reg::int(leaf.width, 0));
                row.push(fit(reg, leaf));
            }
        }
        Ok(row)
    }

    /// The arguments of the entry function, as the script has them.
    fn scripted_arguments(&mut self, code: &Code, given: &[Argument]) -> Result<Vec<Reg>, Fault> {
        let width = self.memory.width;
        let word = width / 8;
        let mut row = Vec::new();
        for (i, leaves) in code.params.iter().enumerate() {
            let reg = match given.get(i) {
                Some(Argument::Number(bits)) => Reg::of(Scalar::of(bits)),
                Some(Argument::Memory(given, size)) => {
                    let id = self.memory.make_at(*size, None, Origin::Outside, None, given)?;
                    self.memory.start(id)
                }
                Some(Argument::Strings { count, array, strings }) => {
                    let size = count.saturating_add(1).saturating_mul(word.into());
                    let vector = self.memory.make_at(size, None, Origin::Argument(None), None, array)?;
                    for (i, (given, size)) in strings.iter().enumerate() {
                        let bytes = given.bytes.as_deref().unwrap_or_default();
                        let size = size.unwrap_or(bytes.len() as u64);
                        let id = self.memory.make_at(size, None, Origin::Argument(None), None, given)?;
                        for (k, &byte) in bytes.iter().enumerate().take(size as usize) {
                            self.memory.store(id, k, 1, &Reg::int(8, byte.into()));
                        }
                        let start = self.memory.start(id);
                        self.memory.store(vector, i * word as usize, word, &start);
                    }
                    let end = Reg::int(width, 0);
                    self.memory.store(vector, *count as usize * word as usize, word, &end);
                    self.memory.start(vector)
                }
                None => Reg::int(leaves.first().map_or(1, |leaf| leaf.width), 0),
            };
            row.extend(leaves.iter().map(|leaf| fit(reg.clone(), leaf)));
        }
        Ok(row)
    }
}

/// Where the entry function uses a pointer that it is given, unless that is the command line: a caller's memory, of which
/// there is none here.
pub fn pointer_from_outside(program: &Program, entry: FuncId) -> Option<&Inst> {
    let f = program.func(entry);
    let command_line = |n: u32| f.is_main() && n == 1;
    let pointer = |n: u32| matches!(program.types.get(f.params[n as usize].ty), Type::Ptr(_));
    f.use_of_argument(|n| pointer(n) && !command_line(n))
}
