//! Certificates of random formulas, and circuits that do not match their terms.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use super::check::{Files, check};
use super::circuit::{Circuit, Gate};
use super::compare::compare;
use super::lrat::{self, Cnf};
use super::simulate::simulate;
use super::text::{self, Question};
use crate::ilr::{Sort, Term};
use crate::smt::Limits;
use crate::smt::builtin::tests::{Generator, rng};
use crate::smt::builtin::{CertifyError, certify};

/// A file in memory.
#[derive(Clone, Default)]
struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A question with its circuit, clauses and proof.
struct Made {
    text: String,
    question: Question,
    circuit: Circuit,
    cnf: Cnf,
    proof: String,
}

/// Certificate of a formula; `None` if it has a model or certificates do not support it.
fn made(store: &crate::ilr::TermStore, assumed: &[Term], any: &[Term]) -> Option<Made> {
    made_of(text::write(store, assumed, any).ok()?)
}

/// The certificate of a text.
fn made_of(text: String) -> Option<Made> {
    let question = Question::read(&text).ok()?;
    let proof = Shared::default();
    match certify(&question, &Limits::default(), Box::new(proof.clone())) {
        Ok(certified) => {
            let proof = String::from_utf8(proof.0.take()).expect("a text");
            Some(Made { text, question, circuit: certified.circuit, cnf: certified.cnf, proof })
        }
        Err(CertifyError::Model) => None,
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// Makes certificates of random formulas of these sorts. Returns their number and the number of terms whose equality
/// stays open.
fn random_formulas(seed: u64, sorts: &[Sort], widest: u32, heaps: bool) -> (Vec<Made>, usize) {
    let (mut all, mut open) = (Vec::new(), 0);
    for round in 0..150 {
        let mut g = Generator::new(rng(seed + round), sorts, widest);
        g.heaps = heaps;
        (0..60).for_each(|_| g.step());
        let assumed: Vec<Term> = (0..4).map(|_| g.formula()).collect();
        let any: Vec<Term> = (0..1 + g.below(3)).map(|_| g.formula()).collect();
        let Some(made) = made(&g.s, &assumed, &any) else { continue };
        let (map, cnf) = (made.circuit.print(&|_| None), made.cnf.print());
        assert_eq!(Circuit::parse(&map).as_ref(), Ok(&made.circuit));
        assert_eq!(Cnf::parse(&cnf).as_ref(), Ok(&made.cnf));
        let files = Files { text: &made.text, map: &map, cnf: &cnf, proof: &made.proof };
        let accepted = check(files, &Limits::default());
        let accepted = accepted.unwrap_or_else(|why| panic!("seed {}: {why}\n{}", seed + round, made.text));
        assert!(any.len() == 1 || accepted.alternatives == any.len(), "{}", made.text);
        open += accepted.compared.open.len();
        all.push(made);
    }
    (all, open)
}

#[test]
fn random_vectors() {
    use Sort::{Bool, Bv};
    let (all, open) = random_formulas(100, &[Bool, Bv(3), Bv(5)], 8, false);
    assert!(all.len() > 20 && open == 0, "{} with {open} open", all.len());
}

#[test]
fn random_arrays() {
    use Sort::{Array, Bv};
    let bits = Array { index: 2, elem: 3 };
    let (all, open) = random_formulas(300, &[Bv(2), Bv(2), Bv(2), Bv(3), bits, bits], 4, false);
    let reads: usize = all.iter().map(|m| m.circuit.reads.len()).sum();
    assert!(all.len() > 20 && open == 0 && reads > 50, "{} with {open} open, {reads} reads", all.len());
}

/// Reads after stores at variable indices: elements that are not overwritten are kept. The solver has to add lemmas.
#[test]
fn stores_at_variable_indices() {
    let mut lemmas = 0;
    for (count, at) in (2..6).flat_map(|count| (0..count).map(move |at| (count, at))) {
        let mut text = String::from(
            "(declare-fun a () (Array (_ BitVec 6) (_ BitVec 4)))\n(declare-fun k () (_ BitVec 6))\n",
        );
        let mut array = String::from("a");
        for n in 0..count {
            text += &format!("(declare-fun i{n} () (_ BitVec 6))\n(declare-fun v{n} () (_ BitVec 4))\n");
            array = format!("(store {array} i{n} v{n})");
        }
        text += &format!("(assert (= k i{at}))\n");
        for later in at + 1..count {
            text += &format!("(assert (not (= k i{later})))\n");
        }
        text += &format!("(assert (not (= (select {array} k) v{at})))\n(check-sat)\n");
        let made = made_of(text).expect("no model");
        let (map, cnf) = (made.circuit.print(&|_| None), made.cnf.print());
        let files = Files { text: &made.text, map: &map, cnf: &cnf, proof: &made.proof };
        let accepted = check(files, &Limits::default()).expect("accepted");
        assert!(accepted.compared.open.is_empty(), "{:?}", accepted.compared);
        lemmas += accepted.lemmas;
        // A lemma without one literal claims too much, unless that literal was not needed.
        for (l, lemma) in made.circuit.lemmas.iter().enumerate() {
            let mut other = made.circuit.clone();
            other.lemmas[l] = lemma[1..].to_vec();
            assert!(compare(&made.question, &other, &Limits::default()).is_err(), "lemma {l}: {}", made.text);
        }
    }
    assert!(lemmas > 20, "{lemmas} lemmas");
}

#[test]
fn random_heaps() {
    use Sort::{Bool, Bv};
    let (all, open) = random_formulas(500, &[Bool, Bv(3), Bv(3)], 5, true);
    assert!(all.len() > 20 && open == 0, "{} with {open} open", all.len());
}

/// The simulation and the solver notice a changed gate, unless nothing depends on it.
#[test]
fn changed_gates_are_noticed() {
    use Sort::{Array, Bool, Bv};
    let bits = Array { index: 3, elem: 2 };
    let (all, _) = random_formulas(700, &[Bool, Bv(3), Bv(4), bits], 8, false);
    let (mut simulated, mut compared, mut same) = (0, 0, 0);
    for made in &all {
        for n in (0..made.circuit.gates.len()).step_by(7) {
            let mut other = made.circuit.clone();
            let Gate::And(a, b) = other.gates[n] else { continue };
            other.gates[n] = Gate::And(a, b ^ 1);
            let by_models = simulate(&made.question, &other, 64).is_err();
            let by_solver = compare(&made.question, &other, &Limits::default()).is_err();
            // The solver is exact here.
            assert!(
                by_solver || !by_models,
                "a difference that the solver does not see: node {n}\n{}",
                made.text
            );
            simulated += usize::from(by_models);
            compared += usize::from(by_solver);
            same += usize::from(!by_solver);
        }
    }
    assert!(compared > 200 && 10 * simulated > 9 * compared, "{simulated} {compared} {same}");
}

/// Changes each literal of each step: whatever the checker still accepts derives the empty clause all the same.
#[test]
fn changed_proofs() {
    use Sort::{Bool, Bv};
    let (all, _) = random_formulas(900, &[Bool, Bv(3), Bv(4)], 8, false);
    let (mut refused, mut accepted) = (0, 0);
    for made in all.iter().filter(|m| m.proof.lines().count() > 3).take(12) {
        assert!(lrat::check(&made.cnf, &made.proof).is_ok());
        let lines: Vec<&str> = made.proof.lines().collect();
        for (i, line) in lines.iter().enumerate().filter(|(_, l)| !l.contains('d')) {
            let words: Vec<&str> = line.split(' ').collect();
            if words[1] == "0" {
                continue;
            }
            let literal: i32 = words[1].parse().expect("a literal");
            let changed = line.replacen(words[1], &(-literal).to_string(), 1);
            let mut other = lines.clone();
            other[i] = &changed;
            match lrat::check(&made.cnf, &other.join("\n")) {
                Ok(_) => accepted += 1,
                Err(_) => refused += 1,
            }
        }
        // Without its end it proves nothing.
        assert!(lrat::check(&made.cnf, &lines[..lines.len() - 1].join("\n")).is_err());
        // A clause less.
        let fewer = Cnf { clauses: made.cnf.clauses[1..].to_vec(), ..made.cnf.clone() };
        assert!(lrat::check(&fewer, &made.proof).is_err());
    }
    assert!(refused > 20 && refused > 4 * accepted, "{refused} refused, {accepted} accepted");
}

#[test]
fn proofs_that_are_none() {
    let cnf = Cnf::parse("p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n").expect("clauses");
    let check = |proof: &str| lrat::check(&cnf, proof);
    assert_eq!(check("5 2 0 1 2 0\n6 0 5 3 4 0\n"), Ok(2));
    assert_eq!(check("5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n"), Ok(2));
    for wrong in [
        "",
        "6 0 0\n",
        "5 0 1 2 0\n",
        "5 2 0 1 3 0\n6 0 5 3 4 0\n",
        "5 2 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n",
        "5 2 0 1 2 0\n6 0 5 3 9 0\n",
        "4 2 0 1 2 0\n6 0 4 3 4 0\n",
        "5 2 0 1 2 0\n",
        "5 2 -2 0 1 0\n6 0 5 3 4 0\n",
        "5 3 0 1 2 0\n6 0 5 3 4 0\n",
        "5 2 0 1 2\n6 0 5 3 4 0\n",
    ] {
        assert!(check(wrong).is_err(), "{wrong}");
    }
    for wrong in [
        "",
        "p cnf 2 2\n1 2 0\n",
        "p cnf 1 1\n2 0\n",
        "p cnf 1 1\n1\n",
        "p cnf 1 1\n1 0 1 0\n",
        "p cnf 1 1\nx 0\n",
    ] {
        assert!(Cnf::parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn maps_that_are_none() {
    let map = "circuit 4 3\ni 1\ni 2\na 3 2 4\nt 0 2\nr 2 1 8 2 4 : 4\nl 6 7\n";
    let circuit = Circuit::parse(map).expect("a map");
    assert_eq!(circuit.print(&|_| None), map);
    for (from, to) in [
        ("circuit", "circle"),
        ("circuit 4", "circuit 0"),
        ("circuit 4", "circuit 999999999"),
        ("i 2", "i 1"),
        ("i 1", "i 0"),
        ("a 3 2 4", "a 3 2 8"),
        ("a 3 2 4", "a 3 2 6"),
        ("a 3 2 4", "a 3 2"),
        ("t 0 2", "t 5 2"),
        ("t 0 2", "t 0 9"),
        ("r 2 ", "r 7 "),
        (" : ", " "),
        ("l 6", "l 60"),
        ("l 6", "q 6"),
    ] {
        assert!(Circuit::parse(&map.replacen(from, to, 1)).is_err(), "{from} -> {to}");
    }
    assert!(Circuit::parse("").is_err());
}
