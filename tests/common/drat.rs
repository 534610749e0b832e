//! Proofs of certificates, checked by `dratify`, a crate that has nothing in common with `bmc` and CaDiCaL. It finds the
//! propagations by itself: numbers and hints of LRAT are dropped, which leaves DRAT.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use dratify::{Checker, Lit};

fn literals(words: &[i64]) -> Vec<Lit> {
    words.iter().map(|l| (l.unsigned_abs() as Lit - 1) * 2 + Lit::from(*l < 0)).collect()
}

fn numbers(line: &str) -> Result<Vec<i64>, String> {
    line.split_ascii_whitespace().map(|w| w.parse().map_err(|_| format!("{w} is no number"))).collect()
}

/// Whether the proof derives the empty clause from the clauses.
pub fn check(cnf: &str, proof: &str) -> Result<(), String> {
    let mut clauses = Vec::new();
    let mut variables = 0;
    for line in cnf.lines().filter(|line| !line.starts_with('c')) {
        if let Some(sizes) = line.strip_prefix("p cnf ") {
            let sizes = numbers(sizes)?;
            variables = u32::try_from(sizes[0]).map_err(|error| error.to_string())?;
            continue;
        }
        let clause = numbers(line)?;
        clauses.push(literals(clause.split(|&l| l == 0).next().unwrap_or_default()));
    }
    let by_number = (1..).zip(clauses.iter().cloned());
    let mut by_number: HashMap<i64, Vec<Lit>> = by_number.collect();
    let mut checker = Checker::new(variables, &clauses, false, true);
    for (number, line) in (1..).zip(proof.lines()) {
        let (first, rest) = line.split_once(' ').ok_or("a line without a step")?;
        if let Some(deleted) = rest.strip_prefix("d ") {
            for id in numbers(deleted)?.into_iter().filter(|&id| id != 0) {
                let clause = by_number.remove(&id).ok_or_else(|| format!("no clause {id}"))?;
                checker.check_step(true, &clause);
            }
            continue;
        }
        let step = numbers(rest)?;
        let clause = literals(step.split(|&l| l == 0).next().unwrap_or_default());
        if !checker.check_step(false, &clause) {
            return Err(format!("line {number} does not follow"));
        }
        if clause.is_empty() {
            return Ok(());
        }
        by_number.insert(first.parse().map_err(|_| "no number")?, clause);
    }
    Err("the empty clause is not derived".to_owned())
}

/// Checks all proofs of a certificate; the result is their number.
pub fn check_all(folder: &Path) -> Result<usize, String> {
    for number in 1.. {
        let read = |end: &str| fs::read_to_string(folder.join(format!("question-{number}.{end}")));
        let (Ok(cnf), Ok(proof)) = (read("cnf"), read("lrat")) else { return Ok(number - 1) };
        check(&cnf, &proof).map_err(|why| format!("question {number}: {why}"))?;
    }
    unreachable!("there are not so many questions")
}
