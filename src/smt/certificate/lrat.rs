//! Clause sets in DIMACS, and a checker of LRAT proofs: each step is a clause that follows by unit propagation along the
//! clauses that it names (L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp, "Efficient Certified RAT
//! Verification", CADE 2017). Steps that are not unit propagation are refused: CaDiCaL makes none.

use std::fmt::Write;

use rustc_hash::FxHashMap;

/// A clause set.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Cnf {
    /// Greatest variable number.
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

    /// Parses DIMACS with one clause per line.
    ///
    /// # Errors
    /// An error message with the line.
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

/// Clauses by number, with a check whether others follow from them.
#[derive(Default)]
pub struct Checker {
    clauses: FxHashMap<u64, Box<[i32]>>,
    values: Vec<i8>,
    trail: Vec<i32>,
}

impl Checker {
    /// Adds a clause.
    pub fn add(&mut self, id: u64, clause: &[i32]) {
        self.clauses.insert(id, clause.into());
    }

    /// Removes a clause; returns whether it existed.
    pub fn remove(&mut self, id: u64) -> bool {
        self.clauses.remove(&id).is_some()
    }

    /// The clause of that number.
    pub fn clause(&self, id: u64) -> Option<&[i32]> {
        self.clauses.get(&id).map(|clause| &**clause)
    }

    /// Checks that a clause follows: assuming that all its literals are false, each named clause in turn becomes unit,
    /// and the last one becomes false.
    ///
    /// # Errors
    /// An error message if it does not follow.
    pub fn derives(&mut self, clause: &[i32], hints: impl IntoIterator<Item = u64>) -> Result<(), String> {
        let result = self.propagates(clause, hints);
        for l in self.trail.drain(..) {
            self.values[l.unsigned_abs() as usize] = 0;
        }
        result
    }

    fn propagates(&mut self, clause: &[i32], hints: impl IntoIterator<Item = u64>) -> Result<(), String> {
        for &l in clause {
            if self.value(l) == 1 {
                return Err("the clause has a literal and its complement".to_owned());
            }
            self.assign(-l);
        }
        let mut conflict = false;
        for hint in hints {
            if conflict {
                return Err("there are steps after the conflict".to_owned());
            }
            let antecedent = self.clauses.get(&hint).ok_or("it names a clause that does not exist")?;
            // A clause that is true already propagates nothing.
            if antecedent.iter().any(|&l| value(&self.values, l) == 1) {
                continue;
            }
            let mut unit = None;
            for &l in antecedent.iter().filter(|&&l| value(&self.values, l) == 0) {
                if unit.replace(l).is_some_and(|before| before != l) {
                    return Err(format!("clause {hint} is neither unit nor false"));
                }
            }
            match unit {
                None => conflict = true,
                Some(l) => self.assign(l),
            }
        }
        if conflict { Ok(()) } else { Err("there is no conflict".to_owned()) }
    }

    fn value(&self, l: i32) -> i8 {
        value(&self.values, l)
    }

    /// Makes a literal true; it must not be false.
    fn assign(&mut self, l: i32) {
        if self.value(l) == 0 {
            let variable = l.unsigned_abs() as usize;
            if self.values.len() <= variable {
                self.values.resize(variable + 1, 0);
            }
            self.values[variable] = if l < 0 { -1 } else { 1 };
            self.trail.push(l);
        }
    }
}

/// Returns 1 for true, -1 for false, 0 for unassigned.
fn value(values: &[i8], l: i32) -> i8 {
    let v = values.get(l.unsigned_abs() as usize).copied().unwrap_or(0);
    if l < 0 { -v } else { v }
}

/// Checks that a proof derives the empty clause. Returns the number of steps.
///
/// # Errors
/// An error message with the line.
pub fn check(cnf: &Cnf, proof: &str) -> Result<usize, String> {
    let mut checker = Checker::default();
    for (id, clause) in (1..).zip(&cnf.clauses) {
        checker.add(id, clause);
    }
    let mut greatest = cnf.clauses.len() as u64;
    let mut steps = 0;
    for (number, line) in proof.lines().enumerate() {
        let fails = |what: &str| format!("line {}: {what}", number + 1);
        let mut words = line.split_ascii_whitespace().peekable();
        let id: u64 = words.next().and_then(|w| w.parse().ok()).ok_or_else(|| fails("expected a number"))?;
        if words.next_if_eq(&"d").is_some() {
            for word in words {
                let id: u64 = word.parse().map_err(|_| fails("expected a number"))?;
                if id != 0 && !checker.remove(id) {
                    return Err(fails("it deletes a clause that does not exist"));
                }
            }
            continue;
        }
        if id <= greatest {
            return Err(fails("numbers of clauses do not grow"));
        }
        greatest = id;
        let numbers: Option<Vec<i64>> = words.map(|w| w.parse().ok()).collect();
        let numbers = numbers.ok_or_else(|| fails("expected numbers"))?;
        let parts: Vec<&[i64]> = numbers.split(|&n| n == 0).collect();
        let [clause, hints, []] = parts[..] else { return Err(fails("expected literals, 0, clauses and 0")) };
        let limit = u64::from(cnf.variables.unsigned_abs());
        if clause.iter().any(|l| l.unsigned_abs() > limit) || hints.iter().any(|&h| h < 0) {
            return Err(fails("a literal or a clause that there is not"));
        }
        let clause: Vec<i32> = clause.iter().map(|&l| l as i32).collect();
        checker.derives(&clause, hints.iter().map(|&h| h as u64)).map_err(|what| fails(&what))?;
        steps += 1;
        if clause.is_empty() {
            return Ok(steps);
        }
        checker.add(id, &clause);
    }
    Err("the empty clause is not derived".to_owned())
}
