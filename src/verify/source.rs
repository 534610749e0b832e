//! How the inputs become the program that is checked.

use std::path::{Path, PathBuf};

use indexmap::IndexSet;

use super::config::{ProgramOptions, Undefined};
use super::words::one_line;
use crate::analysis;
use crate::frontend::{self, Reads, Sanitizer};
use crate::program::{Program, contracted};
use crate::property::{Check, CheckSet};

/// Addresses below are those of null pointers.
const FIRST_PAGE: u64 = 4096;

/// Where device memory ends at the latest: objects of the program lie behind it.
const LAST_REGION: u64 = 0xffff_f000;

/// Most bytes of device memory in one place: as many as a counterexample tells the contents of.
const LARGEST_REGION: u64 = 1 << 24;

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

impl ProgramOptions {
    /// What the reading of an input for these checks depends on.
    ///
    /// # Errors
    /// In words, when the input cannot be read with its options.
    pub(crate) fn reads(&self, input: &Path, checks: CheckSet) -> Result<Reads, String> {
        let options = self.frontend_options(&self.entry, checks, 1);
        frontend::reads(input, &options).map_err(|error| one_line(&error.to_string()))
    }

    /// What it depends on which files of a project are linked with the inputs; nothing without a project.
    ///
    /// # Errors
    /// In words, when the inputs cannot be linked.
    pub(crate) fn reads_of_project(
        &self,
        inputs: &[PathBuf],
        checks: CheckSet,
    ) -> Result<Option<Reads>, String> {
        let Some(database) = &self.all_of else { return Ok(None) };
        let options = self.frontend_options(&self.entry, checks, 1);
        let mut reads =
            frontend::reads_of_project(inputs, &options).map_err(|error| one_line(&error.to_string()))?;
        let file = if database.is_dir() { database.join("compile_commands.json") } else { database.clone() };
        reads.files.push(file);
        Ok(Some(reads))
    }

    fn frontend_options(&self, entry: &str, checks: CheckSet, jobs: usize) -> frontend::Options {
        let mut roots = vec!["__bmc_run_exit_handlers".to_owned()];
        roots.extend(self.environment.any_signals.then(|| analysis::arrivals::ARRIVE.to_owned()));
        frontend::Options {
            pointer_bits: self.data_model,
            include_dirs: self.include.clone(),
            defines: self.define.clone(),
            std: self.std.clone(),
            flags: self.flags.clone(),
            compile_commands: self.compile_commands.clone(),
            all_of: self.all_of.clone(),
            entry: entry.to_owned(),
            overrides: self.definitions.overrides.clone(),
            remove_bodies: self.definitions.remove_bodies.clone(),
            stubs: self.definitions.stubs.clone(),
            use_contracts: self.definitions.contracts.clone(),
            checked_in: self.definitions.checked_in.clone(),
            roots,
            jobs,
            ubsan: sanitizers(checks),
            promote: !checks.contains(Check::Uninit),
            marks: self.marks,
            output: self.output,
            environment: self.environment,
            ..frontend::Options::default()
        }
    }

    /// Adds device memory.
    fn add_regions(&self, program: &mut Program) -> Result<(), String> {
        let mut regions = self.regions.clone();
        regions.sort_by_key(|region| region.start);
        let mut last = FIRST_PAGE;
        for &region in &regions {
            let shown = format!("--region {:#x}:{:#x}", region.start, region.size);
            if region.start < FIRST_PAGE {
                return Err(format!("{shown}: the first page is that of null pointers"));
            }
            if region.start < last {
                return Err(format!("{shown}: it overlaps another one"));
            }
            if region.size == 0 {
                return Err(format!("{shown}: it has no bytes"));
            }
            if region.size > LARGEST_REGION {
                return Err(format!("{shown}: it has more than {LARGEST_REGION:#x} bytes"));
            }
            let end = region.start.checked_add(region.size).filter(|&end| end <= LAST_REGION);
            last = end.ok_or_else(|| format!("{shown}: it ends beyond {LAST_REGION:#x}"))?;
            program.add_region(region);
        }
        Ok(())
    }

    /// Reads the program for these checks, several inputs at a time, some with other texts than their own.
    ///
    /// # Errors
    /// In words, when that is not possible.
    pub(crate) fn load(
        &self,
        inputs: &[PathBuf],
        entry: &str,
        checks: CheckSet,
        jobs: usize,
        replaced: Vec<(PathBuf, String)>,
    ) -> Result<Program, String> {
        let options = frontend::Options { replaced, ..self.frontend_options(entry, checks, jobs) };
        let mut program = frontend::load(inputs, &options).map_err(|error| one_line(&error.to_string()))?;
        let checked = contracted(entry).is_some();
        if !self.definitions.contracts.is_empty() {
            analysis::promise::prepare(&mut program, entry, checked, self.probe.as_ref())?;
        }
        if checked {
            analysis::frame::prepare(&mut program, entry)?;
        }
        if self.environment.any_signals {
            if checks.contains(Check::Termination) || checks.contains(Check::Ltl) {
                return Err(
                    "--signals any: neither with a formula nor with the check of termination".to_owned()
                );
            }
            analysis::arrivals::prepare(&mut program, entry);
        }
        analysis::substitutes::apply(&mut program, entry);
        analysis::exceptions::lower(&mut program);
        analysis::jumps::lower(&mut program);
        analysis::own_variables::prepare(&mut program);
        if self.undefined == Undefined::Any {
            program.target.processor = None;
        }
        self.add_regions(&mut program)?;
        if let Some(most) = self.max_object {
            // The last address is that of nothing: a size that does not fit is more than this.
            let all = u64::MAX >> (64 - program.target.pointer_bits.clamp(1, 64));
            program.target.max_object = most.min(all - 1);
        }
        Ok(program)
    }
}
