//! A run that was described elsewhere: what an engine's model says about all that a program does not determine. A machine
//! that follows a script takes it from there.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Poisoned, StoreBuffers};
use crate::base::Bits;
pub use crate::machine::state::Given;
use crate::machine::state::ObjId;
use crate::program::{FuncId, GlobalId, InstId, Program};

/// An instruction that asks for something.
pub type Site = (FuncId, InstId);

/// What an instruction asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ask {
    /// An input, or a choice.
    Value,
    /// Whether an allocation fails.
    Fails,
    /// Any bytes, as scalars one after the other.
    Bytes,
    /// The value of an undefined operand, or the result of a function without a body.
    Undefined,
    /// The result of an operation that its operands leave open.
    Unspecified,
    /// What is read where no object is, if no check forbids that.
    Beyond,
}

impl Ask {
    /// All of them with their names in a script's text.
    pub const NAMES: [(Ask, &'static str); 6] = [
        (Ask::Value, "value"),
        (Ask::Fails, "fails"),
        (Ask::Bytes, "bytes"),
        (Ask::Undefined, "undefined"),
        (Ask::Unspecified, "unspecified"),
        (Ask::Beyond, "beyond"),
    ];
}

/// An argument of the entry function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// A number.
    Number(Bits),
    /// The array of the strings of the command line: its strings as far as they are represented, and the rest of each
    /// that does not end (up to the size).
    Strings {
        /// Number of pointers before the null pointer.
        count: u64,
        /// The array itself.
        array: Given,
        /// The strings; `None` for the size means that it ends with its bytes.
        strings: Vec<(Given, Option<u64>)>,
    },
    /// A pointer to memory of that size.
    Memory(Given, u64),
}

/// What happens to a store that others do not see at once (total store order).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoreEvent {
    /// The last one begins to wait.
    Waits,
    /// The one of a thread, by creation from 0, that waits longest comes to memory.
    Visible(usize),
}

/// How the threads of a run take turns.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Interleaving {
    /// Where other threads go on: after so many operations, which one, by creation from 0.
    pub switches: Vec<(u64, usize)>,
    /// Where stores wait that others do not see: after so many operations, what happens to which.
    pub stores: Vec<(u64, StoreEvent)>,
    /// Where the run shows a race: after how many operations one thread goes on to its access, and then the other one to its own.
    pub race: Option<[u64; 2]>,
}

/// The tables of a script, which do not change.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Tables {
    /// Answers, in the order in which they are asked for.
    pub values: BTreeMap<(Site, Ask), Vec<Bits>>,
    /// Objects that a site makes, by number from 0; of the others nothing is said.
    pub objects: BTreeMap<Site, BTreeMap<u64, Given>>,
    /// Global variables.
    pub globals: BTreeMap<GlobalId, Given>,
    /// Addresses of functions.
    pub functions: BTreeMap<FuncId, u64>,
    /// Arguments of the entry function.
    pub arguments: Vec<Argument>,
    /// An address beyond all that are given, on targets of 32 bits.
    pub free: u64,
    /// Operations after which a heap object is lost, where that is what the run shows and the program does not end.
    pub lost_at: Option<u64>,
    /// How threads take turns.
    pub interleaving: Interleaving,
    /// Whether poison of flags is carried to where it is used. Otherwise a promise that does not hold is a violation.
    pub carries: bool,
}

/// How far an interleaving has been followed.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::machine) struct InterleavingReached {
    /// Switches that were made.
    pub switched: usize,
    /// What has happened to stores.
    pub stores: usize,
    /// Accesses of a race that were begun.
    pub racing: usize,
}

/// A script, and how far it has been followed.
#[derive(Clone, Default, Debug)]
pub struct Script {
    /// What it says.
    pub tables: Arc<Tables>,
    values: FxHashMap<(Site, Ask), usize>,
    objects: FxHashMap<Site, u64>,
    /// How many times it had no answer.
    pub missing: u64,
    /// Where the activations of threads are put away, by creation.
    pub(in crate::machine) threads: Vec<ObjId>,
    /// That of the thread that has to go on next.
    pub(in crate::machine) wanted: ObjId,
    /// How far its interleaving has been followed.
    pub(in crate::machine) reached: InterleavingReached,
    /// The stores that wait.
    pub(in crate::machine) buffers: StoreBuffers,
    /// The registers that are poison.
    pub(in crate::machine) poisoned: Poisoned,
}

impl Script {
    /// A script at its beginning.
    pub fn new(tables: Tables) -> Script {
        let mut script = Script { tables: Arc::new(tables), ..Script::default() };
        script.buffers.are_used = !script.tables.interleaving.stores.is_empty();
        script
    }

    /// The next answer; zero where there is none.
    pub fn value(&mut self, site: Site, ask: Ask, width: u32) -> Bits {
        match self.next(site, ask) {
            Some(bits) => Bits::from_limbs(width, bits.limbs()),
            None => {
                self.missing += 1;
                Bits::zero(width)
            }
        }
    }

    /// The next answer as it was given.
    pub fn next(&mut self, site: Site, ask: Ask) -> Option<Bits> {
        let known = self.tables.values.get(&(site, ask))?;
        let at = self.values.entry((site, ask)).or_default();
        let value = known.get(*at)?;
        *at += 1;
        Some(value.clone())
    }

    /// What is said about the object that a site makes now.
    pub fn object(&mut self, site: Site) -> Given {
        let Some(known) = self.tables.objects.get(&site) else { return Given::default() };
        let number = self.objects.entry(site).or_default();
        *number += 1;
        known.get(&(*number - 1)).cloned().unwrap_or_default()
    }
}

impl Tables {
    /// As text, one line for each site, object or argument; functions and globals by name.
    pub fn text(&self, program: &Program) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        for argument in &self.arguments {
            let _ = match argument {
                Argument::Number(bits) => writeln!(out, "argument number {} {}", bits.width(), bits.to_big()),
                Argument::Memory(given, size) => writeln!(out, "argument memory {size}{given}"),
                Argument::Strings { count, array, strings } => {
                    let _ = writeln!(out, "argument strings {count}{array}");
                    strings.iter().try_for_each(|(given, size)| {
                        writeln!(out, "string {}{given}", size.map_or("-".to_owned(), |s| s.to_string()))
                    })
                }
            };
        }
        let name = |f: FuncId| &program.func(f).name;
        for (&((func, inst), ask), list) in &self.values {
            let word = Ask::NAMES.iter().find(|n| n.0 == ask).map_or("value", |n| n.1);
            let _ = write!(out, "{word} {} {}", name(func), inst.index());
            for bits in list {
                let _ = write!(out, " {}:{}", bits.width(), bits.to_big());
            }
            out.push('\n');
        }
        for (&(func, inst), list) in &self.objects {
            for (number, given) in list {
                let _ = writeln!(out, "object {} {} {number}{given}", name(func), inst.index());
            }
        }
        for (&global, given) in &self.globals {
            let _ = writeln!(out, "global {}{given}", program.global(global).name);
        }
        for (&func, address) in &self.functions {
            let _ = writeln!(out, "function {} address={address:#x}", name(func));
        }
        let _ = writeln!(out, "free {:#x}", self.free);
        if let Some(steps) = self.lost_at {
            let _ = writeln!(out, "lost-at {steps}");
        }
        for (steps, thread) in &self.interleaving.switches {
            let _ = writeln!(out, "switch {steps} {thread}");
        }
        for (steps, event) in &self.interleaving.stores {
            let _ = match event {
                StoreEvent::Waits => writeln!(out, "store-waits {steps}"),
                StoreEvent::Visible(thread) => writeln!(out, "store-visible {steps} {thread}"),
            };
        }
        if let Some([first, second]) = self.interleaving.race {
            let _ = writeln!(out, "race {first} {second}");
        }
        if self.carries {
            out.push_str("carries\n");
        }
        out
    }
}

impl std::fmt::Display for Given {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(address) = self.address {
            write!(f, " address={address:#x}")?;
        }
        if let Some(bytes) = &self.bytes {
            f.write_str(" bytes=")?;
            bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        }
        Ok(())
    }
}

/// Reads what [`Tables::text`] has written, a line at a time.
pub struct Reader<'p> {
    program: &'p Program,
    /// What was read so far.
    pub tables: Tables,
}

impl<'p> Reader<'p> {
    /// A reader that has read nothing.
    pub fn new(program: &'p Program) -> Reader<'p> {
        Reader { program, tables: Tables::default() }
    }

    /// Reads a line.
    ///
    /// # Errors
    /// When it is none of a script of this program.
    pub fn line(&mut self, line: &str) -> Result<(), String> {
        self.understand(line)
            .ok_or_else(|| format!("`{}` is not understood", line.chars().take(60).collect::<String>()))
    }

    fn site(&self, name: &str, inst: &str) -> Option<Site> {
        let func = self.program.functions.iter().position(|f| f.name == name)?;
        let inst: usize = inst.parse().ok()?;
        (inst < self.program.functions[func].insts.len()).then(|| (FuncId::new(func), InstId::new(inst)))
    }

    fn understand(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["argument", "number", width, value] => {
                let value = Bits::from_decimal(width.parse().ok()?, value)?;
                self.tables.arguments.push(Argument::Number(value));
            }
            ["argument", "memory", size, ref given @ ..] => {
                self.tables.arguments.push(Argument::Memory(read_given(given)?, size.parse().ok()?));
            }
            ["argument", "strings", count, ref given @ ..] => {
                let (count, array) = (count.parse().ok()?, read_given(given)?);
                self.tables.arguments.push(Argument::Strings { count, array, strings: Vec::new() });
            }
            ["string", size, ref given @ ..] => {
                let size = if size == "-" { None } else { Some(size.parse().ok()?) };
                let Some(Argument::Strings { strings, .. }) = self.tables.arguments.last_mut() else {
                    return None;
                };
                strings.push((read_given(given)?, size));
            }
            ["object", func, inst, number, ref given @ ..] => {
                let site = self.site(func, inst)?;
                let list = self.tables.objects.entry(site).or_default();
                list.insert(number.parse().ok()?, read_given(given)?);
            }
            ["global", name, ref given @ ..] => {
                let global = self.program.globals.iter().position(|g| g.name == name)?;
                self.tables.globals.insert(GlobalId::new(global), read_given(given)?);
            }
            ["function", name, given] => {
                let func = self.program.functions.iter().position(|f| f.name == name)?;
                self.tables.functions.insert(FuncId::new(func), read_given(&[given])?.address?);
            }
            ["free", address] => self.tables.free = number(address)?,
            ["lost-at", steps] => self.tables.lost_at = Some(steps.parse().ok()?),
            ["switch", steps, thread] => {
                self.tables.interleaving.switches.push((steps.parse().ok()?, thread.parse().ok()?));
            }
            ["store-waits", steps] => {
                self.tables.interleaving.stores.push((steps.parse().ok()?, StoreEvent::Waits));
            }
            ["store-visible", steps, thread] => {
                let event = StoreEvent::Visible(thread.parse().ok()?);
                self.tables.interleaving.stores.push((steps.parse().ok()?, event));
            }
            ["race", first, second] => {
                self.tables.interleaving.race = Some([first.parse().ok()?, second.parse().ok()?]);
            }
            ["carries"] => self.tables.carries = true,
            [word, func, inst, ref values @ ..] => {
                let ask = Ask::NAMES.iter().find(|n| n.1 == word)?.0;
                let site = self.site(func, inst)?;
                let mut list = Vec::new();
                for value in values {
                    let (width, value) = value.split_once(':')?;
                    list.push(Bits::from_decimal(width.parse().ok()?, value)?);
                }
                self.tables.values.insert((site, ask), list);
            }
            _ => return None,
        }
        Some(())
    }
}

/// A hexadecimal number.
fn number(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

/// What is said of an object, in words.
fn read_given(words: &[&str]) -> Option<Given> {
    let mut given = Given::default();
    for word in words {
        match word.split_once('=')? {
            ("address", value) => given.address = Some(number(value)?),
            ("bytes", digits) if digits.is_ascii() && digits.len() % 2 == 0 => {
                let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
                let bytes: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(byte).collect();
                given.bytes = Some(bytes?.into());
            }
            _ => return None,
        }
    }
    Some(given)
}
