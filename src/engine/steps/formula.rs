//! The formula: which thread takes each step, and what the step makes of memory and of the places where threads are.
//!
//! Places are truth values, one for each node and step, of which one holds for each thread. Of a cell, each step knows who has
//! written it last; the value follows once from that, as each store is executed once at most. All states follow from the choices of
//! threads and from what is read, so that frame conditions need no variables.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::graph::{Action, Goal, Graph, Node, Problem, Target};
use super::layout::{Layout, Spot, candidates};
use super::maker::Maker;
use crate::ilr::{Op, Sort, Term};
use crate::machine::{Allocator, Origin};

/// What threads share before a step.
#[derive(Clone, Debug)]
struct Memory {
    /// By cell: who has written last, as [`Writers`] numbers it.
    cells: Vec<Term>,
    array: Term,
    /// Whether objects that may end have not.
    live: BTreeMap<usize, Term>,
}

/// Who may write each cell. Each store is executed once at most, so that it names the value.
#[derive(Debug, Default)]
struct Writers {
    /// By cell: the values, first the initial one.
    values: Vec<Vec<Term>>,
    /// Numbers of stores, by node and item.
    numbers: FxHashMap<(usize, usize), usize>,
    /// By register that is loaded from a cell: whose value it is.
    sources: FxHashMap<Term, Term>,
}

impl Writers {
    fn of(make: &mut Maker<'_, '_>, graph: &Graph, layout: &Layout) -> Writers {
        let mut made = Writers::default();
        for (number, at, bytes) in layout.cells.clone() {
            made.values.push(vec![make.initial(number, at, bytes).term]);
        }
        for (n, node) in graph.nodes.iter().enumerate() {
            for (i, item) in node.items.iter().enumerate() {
                if let Action::Store(target, value) = &item.action
                    && let Some(cell) = layout.cell(make, target)
                {
                    let all = &mut made.values[cell];
                    let known = all.iter().position(|v| v == value);
                    let number = known.unwrap_or_else(|| {
                        all.push(*value);
                        all.len() - 1
                    });
                    made.numbers.insert((n, i), number);
                }
            }
        }
        made
    }

    /// Bits that number the writers of a cell.
    fn width(&self, cell: usize) -> u32 {
        (usize::BITS - (self.values[cell].len() - 1).leading_zeros()).max(1)
    }

    /// Whose value a register is that is loaded from a cell; `facts` gets what that means.
    fn source(
        &mut self,
        make: &mut Maker<'_, '_>,
        cell: usize,
        register: Term,
        facts: &mut Vec<Term>,
    ) -> Term {
        if let Some(&known) = self.sources.get(&register) {
            return known;
        }
        let width = self.width(cell);
        let source = make.fresh("from", Sort::Bv(width));
        let mut value = self.values[cell][0];
        for (number, &written) in self.values[cell].iter().enumerate().skip(1) {
            let this = make.d.terms.bv(width, number as u64);
            let here = make.d.terms.eq(source, this);
            value = make.d.terms.ite(here, written, value);
        }
        facts.push(make.d.terms.eq(register, value));
        self.sources.insert(register, source);
        source
    }
}

/// What a node may touch.
#[derive(Clone, Debug, Default)]
struct Footprint {
    reads: BTreeSet<Spot>,
    writes: BTreeSet<Spot>,
    starts: Vec<usize>,
}

/// The formula for some steps, to which more can be added.
pub struct Steps {
    layout: Layout,
    memory: Memory,
    writers: Writers,
    footprints: Vec<Footprint>,
    /// Whether a thread is before each node.
    at: Vec<Term>,
    /// Whether a thread is at each problem.
    problems: Vec<Term>,
    /// The nodes that are executed in the last step.
    fired: Vec<Term>,
    /// Of each step: by thread, whether it takes the step.
    pub runs: Vec<Vec<Term>>,
    /// What holds of all runs and has not been taken.
    pub facts: Vec<Term>,
}

impl Footprint {
    fn of(layout: &Layout, make: &Maker<'_, '_>, graph: &Graph, node: usize) -> Footprint {
        let mut made = Footprint::default();
        let lives = |target: &Target| {
            let all = candidates(make, target).into_iter();
            all.filter(|n| layout.mortal.contains(n)).map(Spot::Life).collect::<Vec<_>>()
        };
        for item in &graph.nodes[node].items {
            match &item.action {
                Action::Load(target, _) => made.reads.extend(layout.spots(make, target)),
                Action::Store(target, _) => made.writes.extend(layout.spots(make, target)),
                Action::Probe(target, ..) | Action::Freeable(target, _) => made.reads.extend(lives(target)),
                Action::End(target) => made.writes.extend(lives(target)),
                Action::Start(thread) => made.starts.push(*thread),
                Action::Input(..) | Action::Made(..) => {}
            }
        }
        made
    }

    fn conflicts(&self, other: &Footprint) -> bool {
        let meets = |a: &BTreeSet<Spot>, b: &BTreeSet<Spot>| a.iter().any(|spot| b.contains(spot));
        meets(&self.writes, &other.writes)
            || meets(&self.writes, &other.reads)
            || meets(&self.reads, &other.writes)
    }
}

impl Steps {
    /// The initial state.
    ///
    /// # Errors
    /// What is not encoded.
    pub fn new(make: &mut Maker<'_, '_>, graph: &Graph) -> Result<Steps, String> {
        let layout = Layout::of(make, graph);
        let width = make.things.width;
        let array = make.d.terms.var("memory", Sort::Array { index: width, elem: 8 });
        let array = layout.initial(make, array)?;
        let writers = Writers::of(make, graph, &layout);
        let cells = (0..layout.cells.len()).map(|cell| make.d.terms.bv(writers.width(cell), 0)).collect();
        let (tt, ff) = (make.d.terms.tt(), make.d.terms.ff());
        let live = layout.mortal.iter().map(|&n| (n, tt)).collect();
        let mut at = vec![ff; graph.nodes.len()];
        at[graph.strands[0].entry] = tt;
        let footprints = (0..graph.nodes.len()).map(|n| Footprint::of(&layout, make, graph, n)).collect();
        let mut facts = Vec::new();
        for (address, holds) in make.threads.clone() {
            let mut any = ff;
            for number in 1..make.things.all.len() {
                if make.is_library(number) {
                    let start = make.start(number).term;
                    let here = make.d.terms.eq(address, start);
                    any = make.d.terms.or(any, here);
                }
            }
            facts.push(make.d.terms.eq(holds, any));
        }
        Ok(Steps {
            layout,
            memory: Memory { cells, array, live },
            writers,
            footprints,
            at,
            problems: vec![ff; graph.problems.len()],
            fired: Vec::new(),
            runs: Vec::new(),
            facts,
        })
    }

    /// Number of steps.
    pub fn depth(&self) -> usize {
        self.runs.len()
    }

    /// Whether a thread is at one of some problems.
    pub fn reached(&self, make: &mut Maker<'_, '_>, graph: &Graph, which: impl Fn(&Problem) -> bool) -> Term {
        let all = graph.problems.iter().zip(&self.problems).filter(|(p, _)| which(p)).map(|(_, &t)| t);
        make.d.terms.or_all(all.collect::<Vec<_>>())
    }

    /// Whether a thread is at each problem.
    pub fn problems(&self) -> &[Term] {
        &self.problems
    }

    /// Whether some thread takes the last step.
    pub fn moves(&self, make: &mut Maker<'_, '_>) -> Term {
        let last = self.runs.last().cloned().unwrap_or_default();
        make.d.terms.or_all(last)
    }

    /// Adds a step.
    pub fn step(&mut self, make: &mut Maker<'_, '_>, graph: &Graph) {
        let (number, ff) = (self.runs.len(), make.d.terms.ff());
        let mut here = vec![ff; graph.strands.len()];
        for (n, node) in graph.nodes.iter().enumerate() {
            here[node.thread] = make.d.terms.or(here[node.thread], self.at[n]);
        }
        let mut runs = Vec::new();
        for (thread, &somewhere) in here.iter().enumerate() {
            if somewhere == ff {
                runs.push(ff);
                continue;
            }
            let run = make.d.terms.var(&format!("runs!{thread}!{number}"), Sort::Bool);
            self.facts.push(make.d.terms.implies(run, somewhere));
            for &other in &runs {
                let both = make.d.terms.and(run, other);
                self.facts.push(make.d.terms.not(both));
            }
            runs.push(run);
        }
        // Idle steps come last.
        let any = make.d.terms.or_all(runs.clone());
        if number > 0 {
            let before = self.moves(make);
            self.facts.push(make.d.terms.implies(any, before));
        }
        let fired: Vec<Term> = graph
            .nodes
            .iter()
            .enumerate()
            .map(|(n, node)| match number > node.latest {
                true => ff,
                false => make.d.terms.and(self.at[n], runs[node.thread]),
            })
            .collect();
        self.order(make, graph, &fired);
        let mut next: Vec<Term> = Vec::new();
        for (n, node) in graph.nodes.iter().enumerate() {
            let stays = make.d.terms.not(runs[node.thread]);
            next.push(make.d.terms.and(self.at[n], stays));
        }
        let before = self.memory.clone();
        for (n, &fire) in fired.iter().enumerate() {
            if fire != ff {
                self.execute(make, graph, (n, fire), &before, &mut next);
            }
        }
        (self.at, self.fired) = (next, fired);
        self.runs.push(runs);
    }

    /// Whether no thread can take another step and some thread waits; `None` if none ever waits.
    pub fn stuck(&mut self, make: &mut Maker<'_, '_>, graph: &Graph) -> Option<Term> {
        let ff = make.d.terms.ff();
        let dead = make.fresh("stuck", Sort::Bool);
        let (mut waits, memory) = (Vec::new(), self.memory.clone());
        for (n, node) in graph.nodes.iter().enumerate() {
            if self.at[n] == ff {
                continue;
            }
            let here = make.d.terms.and(dead, self.at[n]);
            if node.blocked.is_empty() {
                self.facts.push(make.d.terms.not(here));
                continue;
            }
            waits.push(self.at[n]);
            // It reads what it would read, and has to wait.
            self.perform(make, node, (n, here), memory.clone());
            let blocked = make.d.terms.or_all(node.blocked.iter().copied());
            self.facts.push(make.d.terms.implies(here, blocked));
        }
        if waits.is_empty() {
            return None;
        }
        let any = make.d.terms.or_all(waits);
        self.facts.push(make.d.terms.implies(dead, any));
        Some(dead)
    }

    /// Whether a thread is before each node.
    pub fn places(&self) -> &[Term] {
        &self.at
    }

    /// Of two steps in a row that do not depend on each other, the thread with the lower number takes the first one.
    fn order(&mut self, make: &mut Maker<'_, '_>, graph: &Graph, fired: &[Term]) {
        let ff = make.d.terms.ff();
        for (n, &first) in self.fired.iter().enumerate() {
            if first == ff {
                continue;
            }
            let mut later = Vec::new();
            for (m, &second) in fired.iter().enumerate() {
                let (a, b) = (graph.nodes[n].thread, graph.nodes[m].thread);
                if second == ff || b >= a {
                    continue;
                }
                let (x, y) = (&self.footprints[n], &self.footprints[m]);
                if !x.starts.contains(&b) && !y.starts.contains(&a) && !x.conflicts(y) {
                    later.push(second);
                }
            }
            let any = make.d.terms.or_all(later);
            let both = make.d.terms.and(first, any);
            self.facts.push(make.d.terms.not(both));
        }
    }

    /// What a node makes of the state, where it is executed.
    fn execute(
        &mut self,
        make: &mut Maker<'_, '_>,
        graph: &Graph,
        (n, fire): (usize, Term),
        before: &Memory,
        next: &mut [Term],
    ) {
        let node = &graph.nodes[n];
        for item in &node.items {
            if let Action::Start(thread) = &item.action {
                let (entry, when) = (graph.strands[*thread].entry, make.d.terms.and(fire, item.when));
                next[entry] = make.d.terms.or(next[entry], when);
            }
        }
        let memory = self.perform(make, node, (n, fire), before.clone());
        let blocked = make.d.terms.or_all(node.blocked.iter().copied());
        let waits = make.d.terms.and(fire, blocked);
        self.facts.push(make.d.terms.not(waits));
        for edge in &node.edges {
            let taken = make.d.terms.and(fire, edge.when);
            match edge.to {
                Goal::Node(to) => next[to] = make.d.terms.or(next[to], taken),
                Goal::Problem(problem) => {
                    self.problems[problem] = make.d.terms.or(self.problems[problem], taken);
                }
                Goal::End => {}
            }
        }
        for (cell, new) in memory.cells.into_iter().enumerate() {
            if new != before.cells[cell] {
                self.memory.cells[cell] = make.d.terms.ite(fire, new, self.memory.cells[cell]);
            }
        }
        if memory.array != before.array {
            self.memory.array = make.d.terms.ite(fire, memory.array, self.memory.array);
        }
        for (number, new) in memory.live {
            if new != before.live[&number] {
                let old = self.memory.live[&number];
                self.memory.live.insert(number, make.d.terms.ite(fire, new, old));
            }
        }
    }

    /// What the actions of a node read, and what memory holds after them.
    fn perform(
        &mut self,
        make: &mut Maker<'_, '_>,
        node: &Node,
        (n, fire): (usize, Term),
        mut memory: Memory,
    ) -> Memory {
        for (i, item) in node.items.iter().enumerate() {
            let when = make.d.terms.and(fire, item.when);
            match &item.action {
                Action::Load(target, register) => {
                    let same = match self.layout.cell(make, target) {
                        Some(cell) => {
                            let source = self.writers.source(make, cell, *register, &mut self.facts);
                            make.d.terms.eq(source, memory.cells[cell])
                        }
                        None => {
                            let (op, bits) = (Op::LoadLe, 8 * target.bytes as u32);
                            let value = make.d.terms.load(op, memory.array, target.address, bits);
                            make.d.terms.eq(*register, value)
                        }
                    };
                    self.facts.push(make.d.terms.implies(when, same));
                }
                Action::Store(target, value) => match self.layout.cell(make, target) {
                    Some(cell) => {
                        let number = self.writers.numbers[&(n, i)] as u64;
                        let this = make.d.terms.bv(self.writers.width(cell), number);
                        memory.cells[cell] = make.d.terms.ite(item.when, this, memory.cells[cell]);
                    }
                    None => {
                        let old = memory.array;
                        let new = make.d.terms.store_mem(Op::StoreLe, old, target.address, *value);
                        memory.array = make.d.terms.ite(item.when, new, old);
                    }
                },
                Action::Probe(target, write, register) => {
                    let valid = self.valid(make, &memory, target, *write);
                    let same = make.d.terms.eq(*register, valid);
                    self.facts.push(make.d.terms.implies(when, same));
                }
                Action::Freeable(target, register) => {
                    let mut valid = make.d.terms.ff();
                    for number in candidates(make, target) {
                        if make.things.all[number].origin != Origin::Heap(Allocator::Malloc) {
                            continue;
                        }
                        let start = make.start(number).term;
                        let here = make.d.terms.eq(target.address, start);
                        let live = memory.live.get(&number).copied().unwrap_or(make.d.terms.tt());
                        let here = make.d.terms.and(here, live);
                        valid = make.d.terms.or(valid, here);
                    }
                    let same = make.d.terms.eq(*register, valid);
                    self.facts.push(make.d.terms.implies(when, same));
                }
                Action::End(target) => {
                    for number in candidates(make, target) {
                        let Some(&live) = memory.live.get(&number) else { continue };
                        let start = make.start(number).term;
                        let here = make.d.terms.eq(target.address, start);
                        let ends = make.d.terms.and(item.when, here);
                        let stays = make.d.terms.not(ends);
                        memory.live.insert(number, make.d.terms.and(live, stays));
                    }
                }
                Action::Start(_) | Action::Input(..) | Action::Made(..) => {}
            }
        }
        memory
    }

    /// Whether an access leads into an object that has not ended.
    fn valid(&self, make: &mut Maker<'_, '_>, memory: &Memory, target: &Target, write: bool) -> Term {
        let mut valid = make.d.terms.ff();
        let name = make.things.name_of(&mut make.d.terms, target.address);
        for number in candidates(make, target) {
            if write && make.things.all[number].constant {
                continue;
            }
            let offset = make.things.offset(&mut make.d.terms, target.address, number);
            let mut here = make.things.inside(&mut make.d.terms, offset, target.bytes, number);
            let live = memory.live.get(&number).copied().unwrap_or(make.d.terms.tt());
            here = make.d.terms.and(here, live);
            valid = make.d.terms.or(valid, here);
        }
        match target.home {
            Some(home) => {
                let stays = make.d.terms.eq(name, home);
                make.d.terms.and(valid, stays)
            }
            None => valid,
        }
    }
}
