//! The command `print`: expressions over the variables that are visible at the present step.

use super::session::Session;
use crate::engine::record::Shown;
use crate::expression::{self, Base, Names, Operand, Place, Type};
use crate::machine::{ObjId, Reg};
use crate::program::{DebugType, DebugTypeId, DebugVarId, GlobalId};
use crate::report;

/// Elements of an array, and levels of nesting, that are shown.
const ELEMENTS: u64 = 32;
const DEPTH: u32 = 4;

impl Session<'_, '_> {
    /// The value of an expression, with it.
    ///
    /// # Errors
    /// In words, where it has none.
    pub fn print(&mut self, text: &str) -> Result<String, String> {
        let program = self.program;
        let operand = expression::parse(program, self, text).map_err(|(_, what)| what)?;
        let shown = match operand {
            Operand::Place(place) => self.show(&place, 0),
            Operand::Value(e) => {
                let value = match e.ty {
                    Type::Int { .. } => e.number(&self.machine).map(|n| n.to_string()),
                    Type::Pointer(_) => e.value(&self.machine).map(|reg| self.scalar(&reg, true, None)),
                };
                value.map_err(|why| why.to_string())?
            }
        };
        Ok(format!("{text} = {shown}\n"))
    }

    /// In the source's words.
    fn show(&mut self, place: &Place, depth: u32) -> String {
        let program = self.program;
        let known = program.debug_type(place.ty);
        let in_memory = !matches!(place.base, Base::Registers(_));
        match known {
            Some(DebugType::Record { .. } | DebugType::Array(..)) if depth >= DEPTH => "{...}".to_owned(),
            Some(DebugType::Record { members, .. }) if in_memory => {
                let shown = members.iter().map(|m| {
                    let value = self.show(&place.member(m, program), depth + 1);
                    format!("{}: {value}", m.name)
                });
                format!("{{{}}}", shown.collect::<Vec<_>>().join(", "))
            }
            Some(DebugType::Array(_, count)) if in_memory => {
                let count = count.unwrap_or(0);
                let mut all: Vec<String> = (0..count.min(ELEMENTS))
                    .filter_map(|i| place.element(i, program))
                    .map(|element| self.show(&element, depth + 1))
                    .collect();
                if count > ELEMENTS {
                    all.push("...".to_owned());
                }
                format!("{{{}}}", all.join(", "))
            }
            _ => match place.load(&self.machine) {
                Ok(reg) => {
                    let pointer = matches!(known, Some(DebugType::Pointer(_)))
                        || known.is_none() && reg.object != ObjId::NONE;
                    self.scalar(&reg, pointer, place.ty)
                }
                Err(why) => why.to_string(),
            },
        }
    }

    fn scalar(&mut self, reg: &Reg, pointer: bool, ty: Option<DebugTypeId>) -> String {
        match self.recorder.scalar(&self.machine, reg, pointer) {
            Shown::Any => "not defined".to_owned(),
            shown => report::shown(self.program, &shown, ty),
        }
    }
}

impl Names for Session<'_, '_> {
    /// A variable of the selected call, or a global one.
    fn variable(&mut self, name: &str) -> Result<Option<(Base, Option<DebugTypeId>)>, String> {
        let program = self.program;
        let of = |func| {
            let vars = program.vars.iter().enumerate();
            vars.filter(move |(_, v)| v.name == name && v.func == func).map(|(i, _)| DebugVarId::new(i))
        };
        if let Some((number, frame)) = self.user_frame() {
            let depth = (self.stack().len() - 1 - number) as u32;
            let candidates: Vec<DebugVarId> = of(Some(frame.func)).collect();
            let locals = frame.locals.clone();
            for &var in &candidates {
                let ty = program.vars[var.index()].ty;
                if let Some(regs) = self.recorder.in_registers(depth, var) {
                    return Ok(Some((Base::Registers(regs.to_vec()), ty)));
                }
                let (recorder, machine) = (&mut self.recorder, &self.machine);
                if let Some(&object) = locals.iter().rev().find(|&&o| recorder.home(machine, o) == Some(var))
                {
                    return Ok(Some((Base::Object(object), ty)));
                }
            }
            if !candidates.is_empty() {
                return Err(format!("{name} has no value here"));
            }
        }
        let global = program.globals.iter().position(|g| {
            g.var.map(|v| program.vars[v.index()].name.as_str()) == Some(name) && !g.model || g.name == name
        });
        Ok(global.map(|at| {
            let ty = program.globals[at].var.and_then(|v| program.vars[v.index()].ty);
            (Base::Global(GlobalId::new(at)), ty)
        }))
    }

    fn unknown(&self, name: &str) -> String {
        format!("no variable {name} here")
    }
}
