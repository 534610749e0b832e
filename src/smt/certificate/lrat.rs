//! Clause sets in DIMACS, and a checker of LRAT proofs: each step is a clause that follows by unit propagation along the
//! clauses that it names (L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp, "Efficient Certified RAT
//! Verification", CADE 2017). Steps that are not unit propagation are refused: CaDiCaL makes none.

use std::fmt::Write;

use rustc_hash::FxHashMap;

/// A clause set.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Cnf {
    /// Greatest variable.
    pub variables: i32,
    /// The clauses, numbered from 1 in proofs.
    pub clauses: Vec<Vec<i32>>,
}

impl Cnf {
    /// In DIMACS format.
    pub fn print(&self) -> String {
        let mut out = format!("p cnf {} {}\n", self.variables, self.clauses.len());
        for clause in &self.clauses {
            for l in clause {
                let _ = write!(out, "{l} ");
            }
            out.push_str("0\n");
        }
        out
    }

    /// Reads DIMACS: each clause on a line of its own.
    ///
    /// # Errors
    /// In words, with the line.
    pub fn parse(text: &str) -> Result<Cnf, String> {
        let mut cnf: Option<(Cnf, usize)> = None;
        for (number, line) in text.lines().enumerate() {
            let fails = |what: &str| format!("line {}: {what}", number + 1);
            if line.starts_with('c') {
                continue;
            }
            let Some((cnf, _)) = &mut cnf else {
                let sizes = line.strip_prefix("p cnf ").and_then(|sizes| sizes.split_once(' '));
                let sizes = sizes.and_then(|(v, c)| Some((v.parse::<i32>().ok()?, c.parse::<usize>().ok()?)));
                let (variables, count) = sizes.ok_or_else(|| fails("expected p cnf VARIABLES CLAUSES"))?;
                cnf = Some((Cnf { variables, clauses: Vec::new() }, count));
                continue;
            };
            let mut words = line.split_ascii_whitespace().map(str::parse::<i32>);
            let mut clause = Vec::new();
            loop {
                match words.next() {
                    Some(Ok(0)) if words.next().is_none() => break,
                    Some(Ok(l)) if l != 0 && l.unsigned_abs() <= cnf.variables.unsigned_abs() => {
                        clause.push(l)
                    }
                    _ => return Err(fails("expected literals and 0")),
                }
            }
            cnf.clauses.push(clause);
        }
        let (cnf, count) = cnf.ok_or("it is empty")?;
        if cnf.clauses.len() != count {
            return Err(format!("{} clauses where {count} are announced", cnf.clauses.len()));
        }
        Ok(cnf)
    }
}

/// Checks that a proof derives the empty clause; the result is the number of its steps.
///
/// # Errors
/// In words, with the line.
pub fn check(cnf: &Cnf, proof: &str) -> Result<usize, String> {
    let mut clauses: FxHashMap<u64, Box<[i32]>> = FxHashMap::default();
    for (id, clause) in (1..).zip(&cnf.clauses) {
        clauses.insert(id, clause.as_slice().into());
    }
    let mut values: Vec<i8> = vec![0; cnf.variables.unsigned_abs() as usize + 1];
    let mut trail: Vec<i32> = Vec::new();
    let mut greatest = cnf.clauses.len() as u64;
    let mut steps = 0;
    for (number, line) in proof.lines().enumerate() {
        let fails = |what: &str| format!("line {}: {what}", number + 1);
        let mut words = line.split_ascii_whitespace();
        let id: u64 = words.next().and_then(|w| w.parse().ok()).ok_or_else(|| fails("expected a number"))?;
        let mut words = words.peekable();
        if words.peek() == Some(&"d") {
            words.next();
            for word in words {
                let id: u64 = word.parse().map_err(|_| fails("expected a number"))?;
                if id != 0 && clauses.remove(&id).is_none() {
                    return Err(fails("it deletes a clause that does not exist"));
                }
            }
            continue;
        }
        if id <= greatest {
            return Err(fails("numbers of clauses do not grow"));
        }
        greatest = id;
        let mut next = || words.next().and_then(|w| w.parse::<i64>().ok());
        let mut clause: Vec<i32> = Vec::new();
        loop {
            match next() {
                Some(0) => break,
                Some(l) if l.unsigned_abs() < values.len() as u64 => clause.push(l as i32),
                _ => return Err(fails("expected literals and 0")),
            }
        }
        // Assume that none of the literals is true.
        let mut is_settled = false;
        for &l in &clause {
            is_settled |= assign(&mut values, &mut trail, -l) == Some(false);
        }
        if is_settled {
            return Err(fails("the clause has a literal and its complement"));
        }
        let mut conflict = false;
        loop {
            let hint = match next() {
                Some(0) => break,
                Some(hint) if hint > 0 && !conflict => hint as u64,
                Some(_) if conflict => return Err(fails("there are steps after the conflict")),
                _ => return Err(fails("expected numbers of clauses and 0")),
            };
            let antecedent =
                clauses.get(&hint).ok_or_else(|| fails("it names a clause that does not exist"))?;
            let mut unit = None;
            for &l in antecedent {
                match value(&values, l) {
                    -1 => {}
                    0 if unit.is_none_or(|u| u == l) => unit = Some(l),
                    _ => return Err(fails(&format!("clause {hint} is neither unit nor false"))),
                }
            }
            match unit {
                None => conflict = true,
                Some(l) => {
                    assign(&mut values, &mut trail, l);
                }
            }
        }
        for l in trail.drain(..) {
            values[l.unsigned_abs() as usize] = 0;
        }
        if !conflict {
            return Err(fails("there is no conflict"));
        }
        steps += 1;
        if clause.is_empty() {
            return Ok(steps);
        }
        clauses.insert(id, clause.into());
    }
    Err("the empty clause is not derived".to_owned())
}

/// 1 for true, -1 for false, 0 for neither.
fn value(values: &[i8], l: i32) -> i8 {
    let v = values[l.unsigned_abs() as usize];
    if l < 0 { -v } else { v }
}

/// Makes a literal true. Whether it was true or false before, where it was one.
fn assign(values: &mut [i8], trail: &mut Vec<i32>, l: i32) -> Option<bool> {
    match value(values, l) {
        0 => {
            values[l.unsigned_abs() as usize] = if l < 0 { -1 } else { 1 };
            trail.push(l);
            None
        }
        v => Some(v > 0),
    }
}
