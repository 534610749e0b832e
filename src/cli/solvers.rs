//! The solver that the options ask for.

use std::path::PathBuf;

use super::args::Args;
use crate::smt::builtin::Builtin;
use crate::smt::process::{Portfolio, ProcessSolver, Profile};
use crate::smt::{Checked, Emitted, Solver};

/// How to make the solver for a run.
pub struct Choice {
    builtin: bool,
    external: Vec<Profile>,
    /// Where `--emit smt2=FILE` wants the formula.
    formula: Option<PathBuf>,
}

impl Choice {
    /// Reads `--solver` and `--emit`.
    ///
    /// # Errors
    /// In words, for a solver that is not installed or an option that is not understood.
    pub fn of(args: &Args) -> Result<Choice, String> {
        let mut choice = Choice { builtin: false, external: Vec::new(), formula: None };
        for name in split(&args.solver) {
            if name == "builtin" {
                choice.builtin = true;
                continue;
            }
            let known: Vec<&str> = Profile::names().collect();
            let profile = Profile::parse(name).ok_or_else(|| {
                format!("--solver {name}: expected builtin, {} or a command", known.join(", "))
            })?;
            if !profile.installed() {
                return Err(format!("--solver {name}: no program `{}` is installed", profile.program));
            }
            choice.external.push(profile);
        }
        for emit in &args.emit {
            if let Some(path) = emit.strip_prefix("smt2=").filter(|path| !path.is_empty()) {
                choice.formula = Some(path.into());
            } else if emit.split('=').next() == Some("smt2") {
                return Err("--emit smt2: expected smt2=FILE".into());
            }
        }
        Ok(choice)
    }

    /// A solver without assertions, whose models are checked.
    pub fn make(&self) -> Box<dyn Solver> {
        let mut external: Vec<ProcessSolver> =
            self.external.iter().cloned().map(ProcessSolver::new).collect();
        let solver: Box<dyn Solver> = match (self.builtin, external.len()) {
            (true, 0) => Box::new(Checked::new(Builtin::new())),
            (false, 1) => Box::new(Checked::new(external.remove(0))),
            (builtin, _) => {
                let inside = builtin.then(|| Box::new(Builtin::new()) as Box<dyn Solver>);
                Box::new(Checked::new(Portfolio::new(external, inside)))
            }
        };
        match self.formula.clone() {
            Some(path) => Box::new(Emitted::new(solver, Box::new(move |text| std::fs::write(&path, text)))),
            None => solver,
        }
    }
}

/// The names between commas; commas within quotes do not count.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut quote = None;
    text.split(move |c: char| {
        match quote {
            None if c == '\'' || c == '"' => quote = Some(c),
            Some(open) if c == open => quote = None,
            _ => {}
        }
        quote.is_none() && c == ','
    })
    .map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_within_quotes_do_not_split() {
        let parts: Vec<&str> = split("builtin, z3,x -o 'a,b' \"c,'d\",y").collect();
        assert_eq!(parts, ["builtin", "z3", "x -o 'a,b' \"c,'d\"", "y"]);
    }
}
