//! The circuit of a question, as data and as text.
//!
//! An edge is a number: twice its node's number, plus one if it is complemented. Node 0 is the constant false. The text
//! starts with the line `circuit NODES TERMS`; the other lines are:
//!
//! - `i NODE`: an input;
//! - `a NODE EDGE EDGE`: a conjunction of edges to smaller nodes;
//! - `t TERM EDGE...`: the edges of a term, bit 0 first. Terms are numbered in the order in which the reader of scripts
//!   makes them (each distinct one once, operands first);
//! - `r TERM OFFSET WIDTH EDGE... : EDGE...`: inputs that stand for the element of an array term at the index whose bits
//!   follow, none for zero, plus the offset;
//! - `l EDGE...`: a lemma: in all models one of these is true;
//! - `c ...`: a comment.

use std::fmt::Write;

/// What a node computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gate {
    /// Constant false: node 0, and nodes that are omitted.
    False,
    /// A free input.
    Input,
    /// The conjunction of two edges to smaller nodes.
    And(u32, u32),
}

/// Inputs that stand for an element of an array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayRead {
    /// Number of the array term.
    pub array: usize,
    /// Constant added to the index.
    pub offset: u128,
    /// Width of the index.
    pub width: u32,
    /// Edges of the index; none for zero.
    pub index: Vec<u32>,
    /// Edges of the element; all are plain inputs.
    pub value: Vec<u32>,
}

/// The circuit of a question.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Circuit {
    /// Function of each node.
    pub gates: Vec<Gate>,
    /// Number of terms of the script, including those without edges.
    pub terms: usize,
    /// Terms with their edges, bit 0 first.
    pub edges: Vec<(usize, Vec<u32>)>,
    /// Reads of arrays.
    pub reads: Vec<ArrayRead>,
    /// Clauses over edges that hold in every model.
    pub lemmas: Vec<Vec<u32>>,
}

/// The node at the end of an edge.
pub fn node(edge: u32) -> usize {
    (edge >> 1) as usize
}

/// The DIMACS literal of an edge.
pub fn literal(edge: u32) -> i32 {
    let variable = (edge >> 1) as i32 + 1;
    if edge & 1 == 1 { -variable } else { variable }
}

fn numbers(out: &mut String, list: &[u32]) {
    for n in list {
        let _ = write!(out, " {n}");
    }
}

impl Circuit {
    /// Number of conjunctions.
    pub fn ands(&self) -> usize {
        self.gates.iter().filter(|g| matches!(g, Gate::And(..))).count()
    }

    /// Nodes that the lemmas and the given edges depend on.
    pub fn needed(&self, roots: &[u32]) -> Vec<bool> {
        let mut needed = vec![false; self.gates.len()];
        let all = roots.iter().chain(self.lemmas.iter().flatten());
        let mut stack: Vec<usize> = all.map(|&e| node(e)).collect();
        while let Some(n) = stack.pop() {
            if std::mem::replace(&mut needed[n], true) {
                continue;
            }
            if let Gate::And(a, b) = self.gates[n] {
                stack.extend([node(a), node(b)]);
            }
        }
        needed
    }

    /// Clauses stating that the given edges are true.
    pub fn clauses(&self, roots: &[u32]) -> Vec<Vec<i32>> {
        let mut clauses = vec![vec![-1]];
        let needed = self.needed(roots);
        for (n, gate) in self.gates.iter().enumerate().filter(|(n, _)| needed[*n]) {
            if let Gate::And(a, b) = *gate {
                let (v, a, b) = (n as i32 + 1, literal(a), literal(b));
                clauses.extend([vec![-v, a], vec![-v, b], vec![v, -a, -b]]);
            }
        }
        clauses.extend(roots.iter().map(|&e| vec![literal(e)]));
        clauses.extend(self.lemmas.iter().map(|l| l.iter().map(|&e| literal(e)).collect()));
        clauses
    }

    /// Writes the text; `names` yields comments about terms.
    pub fn print(&self, names: &dyn Fn(usize) -> Option<String>) -> String {
        let mut out = format!("circuit {} {}\n", self.gates.len(), self.terms);
        for (n, gate) in self.gates.iter().enumerate() {
            let _ = match gate {
                Gate::False => Ok(()),
                Gate::Input => writeln!(out, "i {n}"),
                Gate::And(a, b) => writeln!(out, "a {n} {a} {b}"),
            };
        }
        for (term, edges) in &self.edges {
            if let Some(name) = names(*term) {
                let _ = writeln!(out, "c {}", name.replace(['\n', '\r'], " "));
            }
            let _ = write!(out, "t {term}");
            numbers(&mut out, edges);
            out.push('\n');
        }
        for read in &self.reads {
            let _ = write!(out, "r {} {} {}", read.array, read.offset, read.width);
            numbers(&mut out, &read.index);
            out.push_str(" :");
            numbers(&mut out, &read.value);
            out.push('\n');
        }
        for lemma in &self.lemmas {
            out.push('l');
            numbers(&mut out, lemma);
            out.push('\n');
        }
        out
    }

    /// Parses the text. It must refer to existing nodes only, list operands before their nodes, and describe each node
    /// once.
    ///
    /// # Errors
    /// An error message with the line.
    pub fn parse(text: &str) -> Result<Circuit, String> {
        let mut circuit: Option<Circuit> = None;
        for (number, line) in text.lines().enumerate() {
            let fails = |what: &str| format!("line {}: {what}", number + 1);
            let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
            if key == "c" {
                continue;
            }
            let Some(c) = &mut circuit else {
                let sizes = list(rest).filter(|sizes| key == "circuit" && sizes.len() == 2);
                let sizes = sizes.ok_or_else(|| fails("expected circuit NODES TERMS"))?;
                let (nodes, terms) = (sizes[0] as usize, sizes[1] as usize);
                // Every node but the first takes a line of at least four characters.
                if nodes == 0 || nodes > text.len() || nodes > (i32::MAX / 2) as usize {
                    return Err(fails("so many nodes are not described"));
                }
                circuit = Some(Circuit { gates: vec![Gate::False; nodes], terms, ..Circuit::default() });
                continue;
            };
            c.line(key, rest).map_err(|what| fails(&what))?;
        }
        circuit.ok_or_else(|| "it is empty".to_owned())
    }

    fn line(&mut self, key: &str, rest: &str) -> Result<(), String> {
        let nodes = self.gates.len();
        let edges = |text: &str| {
            let found = list(text).ok_or("expected numbers")?;
            let outside = found.iter().any(|&e| node(e) >= nodes);
            if outside { Err("an edge to a node that does not exist".to_owned()) } else { Ok(found) }
        };
        let mut describe = |n: u32, gate: Gate| {
            let n = n as usize;
            if n == 0 || n >= nodes || self.gates[n] != Gate::False {
                return Err(format!("node {n} is described twice or does not exist"));
            }
            self.gates[n] = gate;
            Ok(())
        };
        match key {
            "i" => match list(rest).as_deref() {
                Some(&[n]) => describe(n, Gate::Input),
                _ => Err("expected i NODE".to_owned()),
            },
            "a" => match list(rest).as_deref() {
                Some(&[n, a, b]) if node(a) < n as usize && node(b) < n as usize => {
                    describe(n, Gate::And(a, b))
                }
                _ => Err("expected a NODE EDGE EDGE with edges to smaller nodes".to_owned()),
            },
            "t" => {
                let (term, bits) = rest.split_once(' ').ok_or("expected t TERM EDGE...")?;
                let term: usize = term.parse().map_err(|_| "expected a term's number")?;
                if term >= self.terms {
                    return Err("a term that does not exist".to_owned());
                }
                self.edges.push((term, edges(bits)?));
                Ok(())
            }
            "r" => {
                let (at, value) = rest.split_once(" :").ok_or("expected a colon")?;
                let mut words = at.splitn(4, ' ');
                let mut next = || words.next().ok_or("expected r TERM OFFSET WIDTH EDGE... : EDGE...");
                let array: usize = next()?.parse().map_err(|_| "expected a term's number")?;
                let offset: u128 = next()?.parse().map_err(|_| "expected an offset")?;
                let width: u32 = next()?.parse().map_err(|_| "expected a width")?;
                let index = words.next().map_or(Ok(Vec::new()), edges)?;
                if array >= self.terms {
                    return Err("a term that does not exist".to_owned());
                }
                let value = edges(value.trim_start())?;
                self.reads.push(ArrayRead { array, offset, width, index, value });
                Ok(())
            }
            "l" => {
                self.lemmas.push(edges(rest)?);
                Ok(())
            }
            _ => Err(format!("unknown line {key}")),
        }
    }
}

fn list(text: &str) -> Option<Vec<u32>> {
    text.split_ascii_whitespace().map(|word| word.parse().ok()).collect()
}
