//! The solver that the options ask for.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::config::Formula;
use super::words::io_words;
use crate::smt::builtin::Builtin;
use crate::smt::process::{Portfolio, ProcessSolver, Profile};
use crate::smt::{Checked, Emitted, Reduced, Solver};

/// Makes a built-in solver.
type Make = fn() -> Builtin;

/// The names of the built-in solver, and of the one whose clocks are bit-vectors.
const BUILTIN: [(&str, Make); 2] = [("builtin", Builtin::new), ("builtin-bits", Builtin::without_theory)];

/// How to make the solver for a run.
pub struct Choice {
    builtin: Option<Make>,
    external: Vec<Profile>,
    /// What is kept of the formulas.
    formula: Formula,
    /// The formula, where it has no file.
    asked: Arc<Mutex<Option<String>>>,
}

impl Choice {
    /// Reads what `--solver` says. The file of the formulas, if wanted, is made here.
    ///
    /// # Errors
    /// In words, for a solver that is not installed, an option that is not understood, or the file.
    pub fn of(names: &str, formula: Formula) -> Result<Choice, String> {
        if let Formula::Written(path) = &formula {
            let made = std::fs::write(path, "");
            made.map_err(|error| format!("--emit smt2: {}: {}", path.display(), io_words(&error)))?;
        }
        let mut choice = Choice { builtin: None, external: Vec::new(), formula, asked: Arc::default() };
        for name in split(names) {
            if let Some((_, make)) = BUILTIN.iter().find(|known| known.0 == name) {
                choice.builtin = Some(*make);
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
        Ok(choice)
    }

    /// A solver without assertions, whose models are checked.
    pub fn make(&self) -> Box<dyn Solver> {
        let solver = self.make_silent();
        let asked = Arc::clone(&self.asked);
        match self.formula.clone() {
            Formula::Forgotten | Formula::Conditions => solver,
            Formula::Written(path) => {
                Box::new(Emitted::new(solver, Box::new(move |text| std::fs::write(&path, text))))
            }
            Formula::Asked => {
                let keep = move |text: &str| {
                    *asked.lock().unwrap_or_else(PoisonError::into_inner) = Some(text.to_owned());
                    Ok(())
                };
                Box::new(Emitted::new(solver, Box::new(keep)))
            }
        }
    }

    /// The same, of which no questions are kept.
    pub fn make_silent(&self) -> Box<dyn Solver> {
        let mut external: Vec<ProcessSolver> =
            self.external.iter().cloned().map(ProcessSolver::new).collect();
        match (self.builtin, external.len()) {
            (Some(make), 0) => Box::new(Checked::new(make())),
            (None, 1) => Box::new(Checked::new(Reduced::new(external.remove(0)))),
            (builtin, _) => {
                let inside = builtin.map(|make| Box::new(make()) as Box<dyn Solver>);
                Box::new(Checked::new(Portfolio::new(external, inside)))
            }
        }
    }

    /// What was asked last, where it has no file.
    pub fn take_asked(&self) -> Option<String> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The files of the external programs that `--solver` names, and those among their arguments.
pub fn programs(names: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for profile in
        split(names).filter(|name| BUILTIN.iter().all(|known| known.0 != *name)).filter_map(Profile::parse)
    {
        files.extend(profile.file());
        files.extend(profile.args.iter().map(PathBuf::from).filter(|file| file.is_file()));
    }
    files
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
