//! A program made ready for execution.

use crate::machine::code::constants::Constants;
use crate::machine::code::inputs::cut_inputs;
use crate::machine::code::{Code, Kind, Leaf, layout::leaves, lower::lower};
use crate::machine::environment::script::{Given, Tables};
use crate::machine::state::{Memory, ObjId, Origin, Reg};
use crate::program::{Const, ConstId, FuncId, Global, GlobalId, Program, Type, TypeId};
use crate::property::{Check, CheckSet};
use crate::semantics::{Fault, Native, Unsupported, is_standard_cxx, natives};

/// Bytes of memory that the program does not define, as far as a script knows it.
pub const OUTSIDE: u64 = 1 << 20;

/// A program made ready.
pub struct Image<'p> {
    /// The program.
    pub program: &'p Program,
    /// Which violations end a run.
    pub checks: CheckSet,
    /// Its functions; those without a body have no operations.
    pub(in crate::machine) codes: Vec<Code>,
    pub(in crate::machine) constants: Vec<Reg>,
    /// Functions that the machine implements itself.
    pub(in crate::machine) natives: Vec<Option<Native>>,
    /// The memory before the program starts: functions and globals.
    pub(in crate::machine) memory: Memory,
    globals: Vec<ObjId>,
    /// The globals that may be written.
    variables: Vec<ObjId>,
    /// The variables that every thread has for itself.
    pub(in crate::machine) thread_locals: Vec<GlobalId>,
    /// Whether loads may read variable arguments and are looked at for it.
    pub(in crate::machine) reads_arguments: bool,
}

impl<'p> Image<'p> {
    /// Makes a program ready.
    ///
    /// # Errors
    /// When a global's initial value is not interpreted, or there are too many objects.
    pub fn new(program: &'p Program, checks: CheckSet) -> Result<Image<'p>, Fault> {
        Image::made(program, checks, None, false)
    }

    /// Makes a program ready to follow a script.
    ///
    /// # Errors
    /// As [`Image::new`].
    pub fn following(program: &'p Program, checks: CheckSet, script: &Tables) -> Result<Image<'p>, Fault> {
        Image::made(program, checks, Some(script), true)
    }

    /// Makes a program ready for a machine that is told what is undefined.
    ///
    /// # Errors
    /// As [`Image::new`].
    pub fn telling(program: &'p Program, checks: CheckSet) -> Result<Image<'p>, Fault> {
        Image::made(program, checks, None, true)
    }

    /// `told`: operands that are undefined are asked for.
    fn made(
        program: &'p Program,
        checks: CheckSet,
        script: Option<&Tables>,
        told: bool,
    ) -> Result<Image<'p>, Fault> {
        let mut memory = Memory::new(&program.target);
        if let Some(script) = script {
            memory.follow(script.free);
        }
        if let Some(end) = program.regions().map(|(_, region)| region.end()).max() {
            memory.keep_free(end);
        }
        let nothing = Given::default();
        let mut constants = Constants::default();
        let mut globals = Vec::new();
        for (i, g) in program.globals.iter().enumerate() {
            // What is only declared has unknown bytes.
            let mut size = program.types.layout(g.ty).alloc_size;
            let fill = g.init.is_some().then_some(0);
            if script.is_some() && fill.is_none() && is_standard_cxx(&g.name) {
                size = OUTSIDE;
            }
            let global = GlobalId::new(i);
            let mut given = script.and_then(|s| s.globals.get(&global)).unwrap_or(&nothing).clone();
            given.address = g.region.map(|region| region.start).or(given.address);
            let id = memory.make_at(size, fill, Origin::Global(global), None, &given)?;
            if let Some(region) = g.region {
                memory.devices.add(id, region);
            }
            constants.globals.push(memory.start(id));
            globals.push(id);
        }
        constants.devices = memory.devices.clone();
        for i in 0..program.functions.len() {
            let func = FuncId::new(i);
            let address = script.and_then(|s| s.functions.get(&func)).copied();
            let given = Given { address, bytes: None };
            let id = memory.make_at(0, None, Origin::Code(func), None, &given)?;
            constants.functions.push(memory.start(id));
        }
        for (g, &id) in program.globals.iter().zip(&globals) {
            if let Some(init) = g.init {
                initialise(program, &constants, &mut memory, (id, 0), init, g.ty)
                    .map_err(|what| Fault::Unsupported(Unsupported::Type(what.into())))?;
            }
            // What is only declared may be defined without `const` elsewhere.
            let constant = g.constant && (g.init.is_some() || script.is_none());
            let object = memory.get_mut(id).expect("it was made");
            object.constant = constant;
            // Of device memory it is known what it holds: any bytes.
            let any = g.region.is_some() && !checks.contains(Check::Uninit);
            object.hidden = g.init.is_none() && script.is_none() && !any;
        }
        let mut codes: Vec<Code> = (0..program.functions.len())
            .map(|f| lower(program, &mut constants, FuncId::new(f), told))
            .collect();
        let natives = natives(program);
        for code in &mut codes {
            cut_inputs(code, &natives, &constants.pool);
        }
        let named = crate::machine::code::named::named(program, &natives);
        let can_change = |(g, named): (&Global, &bool)| !g.constant && *named;
        let variables = globals.iter().zip(program.globals.iter().zip(&named));
        let variables = variables.filter(|(_, g)| can_change(*g)).map(|(&id, _)| id);
        let variables = variables.collect();
        let thread_locals = (0..program.globals.len()).filter(|&g| program.globals[g].thread_local);
        let thread_locals = thread_locals.map(GlobalId::new).collect();
        let constants = constants.pool;
        let reads_arguments = program.typed_arguments
            && checks.contains(Check::ArgumentMismatch)
            && program.functions.iter().any(|f| f.vararg && f.is_defined() && !f.model);
        Ok(Image {
            program,
            checks,
            codes,
            constants,
            natives,
            memory,
            globals,
            variables,
            thread_locals,
            reads_arguments,
        })
    }

    /// A function as it is executed.
    pub fn code(&self, f: FuncId) -> &Code {
        &self.codes[f.index()]
    }

    /// The constant of that number.
    pub fn constant(&self, number: usize) -> &Reg {
        &self.constants[number]
    }

    /// What a function means to the machine, when it has no code of its own.
    pub fn native(&self, f: FuncId) -> Option<&Native> {
        self.natives[f.index()].as_ref()
    }

    /// The memory before the program starts.
    pub fn initial(&self) -> &Memory {
        &self.memory
    }

    /// The globals that may be written, in order.
    pub fn variables(&self) -> &[ObjId] {
        &self.variables
    }

    /// The object of a global variable.
    pub fn global(&self, g: GlobalId) -> ObjId {
        self.globals[g.index()]
    }
}

/// Writes an initial value.
fn initialise(
    program: &Program,
    constants: &Constants,
    memory: &mut Memory,
    (id, at): (ObjId, u64),
    c: ConstId,
    ty: TypeId,
) -> Result<(), String> {
    let types = &program.types;
    match program.constant(c) {
        // All bytes are zero already. What C leaves open, as padding, is zero on every system, too.
        Const::Zero(_) | Const::Null(_) | Const::Undef(_) | Const::Poison(_) => Ok(()),
        Const::Bytes(_, bytes) => {
            let object = memory.get_mut(id).expect("a global");
            object.bytes[at as usize..at as usize + bytes.len()].copy_from_slice(bytes);
            Ok(())
        }
        Const::Aggregate(aty, parts) => {
            match types.get(*aty) {
                Type::Struct { fields, offsets, .. } => {
                    for ((&part, &field), &offset) in parts.iter().zip(fields).zip(offsets) {
                        initialise(program, constants, memory, (id, at + offset), part, field)?;
                    }
                }
                Type::Array { elem, .. } | Type::Vector { elem, .. } => {
                    let layout = types.layout(*elem);
                    let array = matches!(types.get(*aty), Type::Array { .. });
                    let step = if array { layout.alloc_size } else { layout.store_size };
                    for (i, &part) in parts.iter().enumerate() {
                        initialise(program, constants, memory, (id, at + i as u64 * step), part, *elem)?;
                    }
                }
                _ => return Err("an aggregate of that type".to_owned()),
            }
            Ok(())
        }
        _ => {
            let regs = constants.compute(program, c)?;
            for (leaf, reg) in leaves(program, ty)?.iter().zip(&regs) {
                write(memory, id, at, leaf, reg)?;
            }
            Ok(())
        }
    }
}

fn write(memory: &mut Memory, id: ObjId, at: u64, leaf: &Leaf, reg: &Reg) -> Result<(), String> {
    if leaf.bytes == 0 || leaf.kind == Kind::Pointer && reg.width() != leaf.width {
        return Err("an initial value of that type".to_owned());
    }
    memory.store(id, (at + leaf.offset) as usize, leaf.bytes, reg);
    Ok(())
}
