//! The program that a command is about: what the options say of it, and how it is read.

use std::path::PathBuf;

use indexmap::IndexSet;

use super::run::one_line;
use crate::frontend::{self, Sanitizer};
use crate::program::Program;
use crate::property::{Check, CheckSet};

/// What operations compute that C leaves undefined, where no check is about them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Undefined {
    /// What the target's instructions do
    Target,
    /// Any value, another one each time
    Any,
}

/// Options of every command that reads a program.
#[derive(clap::Args, Clone, Debug)]
pub struct Source {
    /// C, C++, .ll and .bc files, linked together
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// Function that starts the program
    #[arg(long, value_name = "FUNC", default_value = "main")]
    pub entry: String,

    /// Checks to make, between commas: groups and single kinds, `-` before a word takes it away
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub check: Option<String>,

    /// 32-bit or 64-bit data model for C and C++ inputs
    #[arg(short = 'm', value_name = "BITS", value_parser = data_model)]
    pub model: Option<u32>,

    /// Directory for #include
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,

    /// Macro definition
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,

    /// What operations compute that C leaves undefined, where no check is about them
    #[arg(long, value_name = "WHAT", value_enum, default_value = "target", hide_possible_values = true)]
    pub undefined: Undefined,

    /// Language standard for C and C++ inputs, also as -std=...
    #[arg(long, value_name = "STD")]
    pub std: Option<String>,

    /// Most bytes of an object that is allocated; what asks for more gets a null pointer. PTRDIFF_MAX by default
    #[arg(long, value_name = "BYTES")]
    pub max_object: Option<u64>,
}

fn data_model(text: &str) -> Result<u32, String> {
    match text {
        "32" => Ok(32),
        "64" => Ok(64),
        _ => Err("expected 32 or 64".to_owned()),
    }
}

/// Sanitizers that clang has to insert for the checks.
fn sanitizers(checks: CheckSet) -> Vec<Sanitizer> {
    let table = [
        (Check::ArrayBounds, Sanitizer::ArrayBounds),
        (Check::Shift, Sanitizer::Shift),
        (Check::ShiftBase, Sanitizer::Shift),
        (Check::NegativeVla, Sanitizer::VlaBound),
        (Check::MissingReturn, Sanitizer::Return),
        (Check::UnsignedOverflow, Sanitizer::UnsignedIntegerOverflow),
        (Check::SignedOverflow, Sanitizer::SignedIntegerOverflow),
        (Check::DivisionByZero, Sanitizer::IntegerDivideByZero),
        (Check::Misaligned, Sanitizer::Alignment),
        (Check::PointerOverflow, Sanitizer::PointerOverflow),
        (Check::Conversion, Sanitizer::ImplicitConversion),
        (Check::InvalidValue, Sanitizer::Bool),
        (Check::InvalidValue, Sanitizer::Builtin),
        (Check::FloatCast, Sanitizer::FloatCastOverflow),
    ];
    let wanted: IndexSet<Sanitizer> =
        table.into_iter().filter(|(check, _)| checks.contains(*check)).map(|(_, s)| s).collect();
    wanted.into_iter().collect()
}

impl Source {
    /// What `--check` says, if it is given.
    ///
    /// # Errors
    /// In words, when it names no checks.
    pub fn checks(&self) -> Result<Option<CheckSet>, String> {
        let named = self.check.as_ref().map(|list| CheckSet::parse(list));
        named.transpose().map_err(|error| format!("--check: {error}"))
    }

    /// Reads the program for these checks, several inputs at a time.
    ///
    /// # Errors
    /// In words, when that is not possible.
    pub fn load(&self, entry: &str, checks: CheckSet, jobs: usize) -> Result<Program, String> {
        self.load_with(entry, checks, jobs, Vec::new())
    }

    /// The same with other texts in the place of some inputs.
    ///
    /// # Errors
    /// The same.
    pub fn load_with(
        &self,
        entry: &str,
        checks: CheckSet,
        jobs: usize,
        replaced: Vec<(PathBuf, String)>,
    ) -> Result<Program, String> {
        let options = frontend::Options {
            pointer_bits: self.model,
            include_dirs: self.include.clone(),
            defines: self.define.clone(),
            std: self.std.clone(),
            entry: entry.to_owned(),
            roots: vec!["__bmc_run_exit_handlers".to_owned()],
            jobs,
            ubsan: sanitizers(checks),
            promote: !checks.contains(Check::Uninit),
            replaced,
            ..frontend::Options::default()
        };
        let mut program =
            frontend::load(&self.inputs, &options).map_err(|error| one_line(&error.to_string()))?;
        if self.undefined == Undefined::Any {
            program.target.processor = None;
        }
        if let Some(most) = self.max_object {
            // The last address is that of nothing: a size that does not fit is more than this.
            let all = u64::MAX >> (64 - program.target.pointer_bits.clamp(1, 64));
            program.target.max_object = most.min(all - 1);
        }
        Ok(program)
    }
}
