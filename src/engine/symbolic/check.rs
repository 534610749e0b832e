//! Checks a program by a search through its sets of states, and makes a verdict of it.

use std::sync::Arc;

use super::search::{Figures, Searched, Solvers, Visiting, no_run, search};
use super::show::show;
use super::temporal::Temporal;
use crate::engine::explicit::ltl::Property;
use crate::engine::explicit::ltl::replay;
use crate::engine::explicit::transition_system::{TransitionSystem, cause};
use crate::engine::explicit::{Options, Progress};
use crate::engine::verdict::{Cause, Fault, Replayed, Verdict, Violation};
use crate::machine::{self, Image, Reduction, SharedGlobals};
use crate::program::{LocId, Program};
use crate::property::Check;
use crate::semantics::{self, Unsupported};

/// What is asked of a program.
#[derive(Clone, Copy, Default)]
pub struct Asked<'p> {
    /// A property that all runs have to have.
    pub property: Option<&'p Property>,
    /// Which sets count as visited; with a property, those that it needs.
    pub visiting: Visiting,
    /// Who is told, once, that there are so many sets at this place that the search may go on for ever.
    pub grows: Option<&'p dyn Fn(LocId)>,
}

/// Checks a program. Inputs are symbolic; allocation, threads and the like are chosen by the search.
///
/// # Errors
/// A failure of a solver, or of our own: the concrete machine does not show a violation that was found.
pub fn check(
    program: &Program,
    options: &Options,
    asked: Asked<'_>,
    solvers: &Solvers,
    progress: &Progress,
) -> Result<(Verdict, Figures), Fault> {
    let property = asked.property;
    let unknown = |cause| Ok((Verdict::Unknown(cause), Figures::default()));
    if let Some(inst) = machine::pointer_from_outside(program, options.entry) {
        return unknown(cause(semantics::Fault::Unsupported(Unsupported::EntryPointer), inst.loc));
    }
    if property.is_some() && options.checks.contains(Check::Race) && machine::scheduler(program).is_some() {
        let what = "the check for races beside a formula".to_owned();
        return unknown(Cause::Unsupported { what, loc: None });
    }
    let image = match Image::telling(program, options.checks) {
        Ok(image) => image,
        Err(fault) => return unknown(cause(fault, None)),
    };
    // Whose a variable is does not matter where formulas speak of it.
    let mut owners = (options.reduction == Reduction::Full && property.is_none())
        .then(|| Arc::new(SharedGlobals::hopeful(program)));
    let propositions = property.map_or_else(Vec::new, |p| p.asked.clone());
    let mut exact = false;
    loop {
        let system = || {
            let system =
                TransitionSystem::new(&image, options, None, propositions.clone()).assuming(owners.clone());
            if property.is_some() { system.telling_singly() } else { system }
        };
        let searched = system().with_symbolic_inputs();
        if let Err(fault) = searched.start() {
            return unknown(cause(fault, None));
        }
        let temporal = property.map(|property| Temporal::new(property, exact));
        let (verdict, figures) = search(&searched, (temporal, asked), solvers, progress)?;
        if matches!(verdict, Searched::Inexact) && !exact {
            exact = true;
            continue;
        }
        let found = matches!(&verdict, Searched::Violated(_));
        if let Some(wrong) = owners.as_ref().filter(|o| o.conflict() && !found) {
            owners = Some(Arc::new(wrong.corrected(program)));
            continue;
        }
        let verdict = match verdict {
            Searched::Complete(all) => searched.proven(all, 0.0),
            Searched::Unknown(cause) => Verdict::Unknown(cause),
            Searched::Inexact => Verdict::Unknown(no_run()),
            Searched::Cycle([prefix, cycle]) => {
                let property = property.expect("a property is violated");
                let exact = system().with_exact_inputs().with_told_undefined();
                let (record, run) = replay::lasso(&exact, property, &prefix, &cycle)?;
                let replayed = Replayed::Machine;
                Verdict::False(vec![Violation { check: Check::Ltl, loc: None, record, replayed, run }])
            }
            Searched::Violated(all) => {
                let exact = system().with_exact_inputs().with_told_undefined();
                let shown: Result<Vec<Violation>, Fault> =
                    all.into_iter().map(|found| show(&exact, found)).collect();
                Verdict::False(shown?)
            }
        };
        // The runs without arguments are a part of all runs.
        let verdict = match (verdict, program.func(options.entry).use_of_argument(|_| true)) {
            (Verdict::True(_), Some(inst)) => {
                let what = "arguments of the entry function".to_owned();
                Verdict::Unknown(Cause::Unsupported { what, loc: inst.loc })
            }
            (verdict, _) => verdict,
        };
        return Ok((verdict, figures));
    }
}
