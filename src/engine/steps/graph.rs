//! The acyclic graph of a program's threads: what the formula is made of.

use crate::ilr::Term;
use crate::machine::script::{Ask, Site};
use crate::program::LocId;
use crate::property::Check;

use super::value::Provenance;

/// Where an action accesses memory.
#[derive(Clone, Debug)]
pub struct Target {
    /// The address.
    pub address: Term,
    /// What it was made from.
    pub from: Provenance,
    /// Object that the address has to stay in, as the high bits of an address; `None` if the address itself names it.
    pub home: Option<Term>,
    /// Bytes.
    pub bytes: u64,
}

/// What a thread does to what threads share.
#[derive(Clone, Debug)]
pub enum Action {
    /// Reads bytes into a register.
    Load(Target, Term),
    /// Writes bytes.
    Store(Target, Term),
    /// Tells a register whether an access is valid; the flag says whether it writes.
    Probe(Target, bool, Term),
    /// Tells a register whether the address is the start of a heap object that has not ended.
    Freeable(Target, Term),
    /// The object at the address ends.
    End(Target),
    /// A thread begins.
    Start(usize),
    /// The program is given a value; only a replay needs that.
    Input(Site, Ask, Term),
    /// An object is made; only a replay needs that.
    Made(Site, usize),
}

/// An action of a node, where its condition holds.
#[derive(Clone, Debug)]
pub struct Item {
    /// A condition over registers.
    pub when: Term,
    /// The action.
    pub action: Action,
}

/// Where a thread is after a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Goal {
    /// Before a node.
    Node(usize),
    /// At its end, or where it never goes on.
    End,
    /// At a problem, by number.
    Problem(usize),
}

/// A way to go on after a node.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// A condition over registers.
    pub when: Term,
    /// Where it leads.
    pub to: Goal,
    /// How many events of the thread lie before.
    pub events: Term,
}

/// What a thread does in one step: actions that no other thread interrupts, and the local code behind them.
#[derive(Clone, Debug)]
pub struct Node {
    /// The thread.
    pub thread: usize,
    /// In the order of execution.
    pub items: Vec<Item>,
    /// Conditions under which the thread has to wait.
    pub blocked: Vec<Term>,
    /// One of them is taken.
    pub edges: Vec<Edge>,
    /// The last step in which it can be executed, from 0.
    pub latest: usize,
}

/// Why a thread does not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// A check is violated.
    Violation(Check, Option<LocId>),
    /// Undefined behaviour that no check covers.
    Undefined(Check, Option<LocId>),
    /// What is not encoded.
    Unsupported(String, Option<LocId>),
    /// None: the program ends there, or an assumption is broken. Nothing happens after it.
    Over,
    /// A loop or recursion that goes on beyond the bound; what and where.
    Bound(String, Option<LocId>),
}

/// A thread of the unfolded program.
#[derive(Clone, Debug, Default)]
pub struct Strand {
    /// The thread, whatever else is unfolded.
    pub name: usize,
    /// Its first node.
    pub entry: usize,
    /// Nodes of its longest path.
    pub longest: usize,
}

/// The unfolded program.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// Nodes; edges lead to higher numbers within a thread.
    pub nodes: Vec<Node>,
    /// Threads by number; the program starts with the first.
    pub strands: Vec<Strand>,
    /// Where threads stop.
    pub problems: Vec<Problem>,
}

impl Graph {
    /// Number of a problem.
    pub fn problem(&mut self, problem: Problem) -> usize {
        match self.problems.iter().position(|p| *p == problem) {
            Some(known) => known,
            None => {
                self.problems.push(problem);
                self.problems.len() - 1
            }
        }
    }

    /// Finds the longest path of each thread, and the last step of each node; the sum of the paths bounds the steps of a run.
    pub fn measure(&mut self) -> usize {
        let mut longest = vec![1usize; self.nodes.len()];
        for n in (0..self.nodes.len()).rev() {
            for edge in &self.nodes[n].edges {
                if let Goal::Node(to) = edge.to {
                    longest[n] = longest[n].max(1 + longest[to]);
                }
            }
        }
        for strand in &mut self.strands {
            strand.longest = longest[strand.entry];
        }
        let sum = self.strands.iter().map(|s| s.longest).sum();
        let mut before = vec![0; self.nodes.len()];
        for n in 0..self.nodes.len() {
            for edge in &self.nodes[n].edges {
                if let Goal::Node(to) = edge.to {
                    before[to] = before[to].max(before[n] + 1);
                }
            }
            let node = &mut self.nodes[n];
            node.latest = before[n] + sum - self.strands[node.thread].longest;
        }
        sum
    }
}
