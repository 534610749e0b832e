//! External solvers, where installed, against enumeration.

use super::{ProcessSolver, Profile};
use crate::ilr::{Sort, Term};
use crate::smt::builtin::tests::{Generator, assignment, holds, rng};
use crate::smt::smtlib::dialogue::Incremental;
use crate::smt::{Answer, Limits, Reason};

fn installed() -> impl Iterator<Item = Profile> {
    Profile::names().filter_map(Profile::parse).filter(Profile::installed)
}

/// Random formulas in sessions with solvers: answers and models.
fn against_enumeration(
    profiles: impl Iterator<Item = Profile>,
    seed: u64,
    rounds: usize,
    sorts: &[Sort],
    widest: u32,
    heaps: bool,
) {
    for profile in profiles {
        let (mut sat, mut unsat) = (0, 0);
        for round in 0..rounds {
            let mut g = Generator::new(rng(seed + round as u64), sorts, widest);
            g.heaps = heaps;
            let mut solver = ProcessSolver::new(profile.clone());
            let mut asserted: Vec<Term> = Vec::new();
            for query in 0..5 {
                let place = format!("{} seed {} query {query}", profile.name, seed + round as u64);
                (0..15).for_each(|_| g.step());
                let assumptions: Vec<Term> = (0..g.below(4)).map(|_| g.formula()).collect();
                let all: Vec<Term> = asserted.iter().chain(&assumptions).copied().collect();
                let limits = Limits::default();
                let answer = match solver.begin(&g.s, &assumptions, &limits).expect("it starts") {
                    Some(answer) => answer,
                    None => solver.wait(&limits).unwrap_or_else(|e| panic!("{place}: {e}")),
                };
                match answer {
                    Answer::Sat => {
                        sat += 1;
                        let model = match solver.read_model() {
                            Ok(model) => model,
                            Err(e) if e.to_string().contains("arrays that are compared") => continue,
                            Err(e) => panic!("{place}: {e}"),
                        };
                        assert!(holds(&g.s, &model, &all), "{place}: {model:?}");
                        // A formula that holds keeps what follows satisfiable a little longer.
                        let t = g.formula();
                        if holds(&g.s, &model, &[t]) || query == 3 {
                            solver.asserted.push(t);
                            asserted.push(t);
                        }
                    }
                    Answer::Unsat(_) => {
                        unsat += 1;
                        let model = (0..)
                            .map_while(|n| assignment(&g.s, &g.variables, n))
                            .find(|model| holds(&g.s, model, &all));
                        assert!(model.is_none(), "{place}: {model:?}");
                    }
                    // Comparisons of filled or copied arrays.
                    Answer::Unknown(Reason::Incomplete(why)) => {
                        assert!(why.contains("comparison of arrays"), "{place}: {why}");
                    }
                    Answer::Unknown(why) => panic!("{place}: {why}"),
                }
            }
        }
        assert!(sat > rounds / 2 && unsat > rounds / 4, "{}: {sat} sat, {unsat} unsat", profile.name);
    }
}

#[test]
fn vectors() {
    use Sort::{Bool, Bv};
    against_enumeration(installed(), 10, 15, &[Bool, Bool, Bv(3), Bv(3), Bv(1)], 7, false);
}

#[test]
fn arrays() {
    use Sort::{Array, Bool, Bv};
    let words = Array { index: 2, elem: 2 };
    against_enumeration(installed(), 20, 25, &[Bool, Bv(2), Bv(2), words], 5, false);
    against_enumeration(installed(), 50, 3, &[Bool, Bv(1), Array { index: 1, elem: 8 }], 16, false);
}

#[test]
fn heaps() {
    use Sort::{Bool, Bv};
    against_enumeration(installed(), 80, 20, &[Bool, Bv(3), Bv(3), Bv(3)], 5, true);
}

/// Every way of giving assumptions, with solvers that have a better one.
#[test]
fn other_modes() {
    use Sort::{Array, Bool, Bv};
    let sorts = [Bool, Bv(2), Bv(3), Array { index: 2, elem: 2 }];
    let with = |incremental: Incremental| installed().map(move |p| Profile { incremental, ..p });
    against_enumeration(with(Incremental::Push), 200, 8, &sorts, 5, false);
    let fresh = with(Incremental::Never).map(|p| Profile { reads_to_end: true, const_arrays: false, ..p });
    against_enumeration(fresh, 300, 5, &sorts, 5, false);
}
