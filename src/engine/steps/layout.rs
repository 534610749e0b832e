//! Where the memory of a step holds what: words that are accessed at one place only are cells, all else is in an array of bytes.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{Action, Graph, Target};
use super::maker::Maker;
use super::value::{Content, Provenance};
use crate::ilr::{Op, Term};

/// What an action may read or write, as far as that is known without a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Spot {
    /// A cell, by number.
    Cell(usize),
    /// An object in the array.
    Object(usize),
    /// Whether an object has ended.
    Life(usize),
}

/// Where memory holds what.
#[derive(Debug, Default)]
pub struct Layout {
    /// Object, offset and bytes of each cell.
    pub cells: Vec<(usize, u64, u64)>,
    numbers: BTreeMap<(usize, u64, u64), usize>,
    /// Objects in the array.
    pub in_array: BTreeSet<usize>,
    /// Objects that may end while other threads can reach them.
    pub mortal: BTreeSet<usize>,
}

/// The objects that a target may lead to.
pub fn candidates(make: &Maker<'_, '_>, target: &Target) -> Vec<usize> {
    if let Some((number, _)) = constant(make, target) {
        return vec![number];
    }
    let all = make.facts.candidates(&target.from);
    all.iter().copied().filter(|&n| make.function(n).is_none()).collect()
}

/// The object and the offset of a constant target.
pub fn constant(make: &Maker<'_, '_>, target: &Target) -> Option<(usize, u64)> {
    let address = make.d.terms.as_u64(target.address)?;
    let (number, at) = make.things.place(address);
    let known = number < make.things.all.len();
    let own = match &target.from {
        Provenance::Objects(set) => set.contains(&number),
        Provenance::Number | Provenance::Stored => true,
    };
    (known && own).then_some((number, at))
}

impl Layout {
    /// The layout for all that threads do.
    pub fn of(make: &Maker<'_, '_>, graph: &Graph) -> Layout {
        let mut layout = Layout::default();
        let mut places: BTreeMap<usize, BTreeSet<(u64, u64)>> = BTreeMap::new();
        for item in graph.nodes.iter().flat_map(|n| &n.items) {
            match &item.action {
                Action::Load(target, _) | Action::Store(target, _) => match constant(make, target) {
                    Some((number, at)) => {
                        places.entry(number).or_default().insert((at, target.bytes));
                    }
                    None => layout.in_array.extend(candidates(make, target)),
                },
                Action::End(target) => {
                    let all = candidates(make, target).into_iter();
                    layout.mortal.extend(all.filter(|&n| make.things.all[n].is_mortal()));
                }
                _ => {}
            }
        }
        for (number, all) in places {
            let all: Vec<(u64, u64)> = all.into_iter().collect();
            let overlap = all.windows(2).any(|w| w[0].0 + w[0].1 > w[1].0);
            if overlap || layout.in_array.contains(&number) {
                layout.in_array.insert(number);
                continue;
            }
            for (at, bytes) in all {
                layout.numbers.insert((number, at, bytes), layout.cells.len());
                layout.cells.push((number, at, bytes));
            }
        }
        for &number in &layout.in_array {
            tracing::debug!(number, thing = ?make.things.all[number], "in the array");
        }
        layout
    }

    /// The cell of a target, if it has one.
    pub fn cell(&self, make: &Maker<'_, '_>, target: &Target) -> Option<usize> {
        let (number, at) = constant(make, target)?;
        self.numbers.get(&(number, at, target.bytes)).copied()
    }

    /// What an access may touch.
    pub fn spots(&self, make: &Maker<'_, '_>, target: &Target) -> Vec<Spot> {
        match self.cell(make, target) {
            Some(cell) => vec![Spot::Cell(cell)],
            None => candidates(make, target).into_iter().map(Spot::Object).collect(),
        }
    }

    /// Bytes of the array that are known at first.
    ///
    /// # Errors
    /// In words, if they are many.
    pub fn initial(&self, make: &mut Maker<'_, '_>, array: Term) -> Result<Term, String> {
        /// Most bytes.
        const MOST: u64 = 1 << 15;
        let (width, mut total, mut made) = (make.things.width, 0, array);
        for &number in &self.in_array {
            let thing = make.things.all[number].clone();
            total += thing.size;
            if total > MOST {
                return Err("so much memory that is accessed at places that are not constant".to_owned());
            }
            let word = u64::from(width / 8);
            let mut at = 0;
            while at < thing.size {
                let any = thing.content == Content::Any;
                let bytes = if !any && thing.size - at >= word { word } else { 1 };
                let address = make.d.terms.bv(width, make.things.base(number).wrapping_add(at));
                // What was read before threads shared it is what was read then.
                if any && !make.first.contains_key(&(number, at)) {
                    let value = make.d.terms.load(Op::LoadLe, array, address, 8);
                    make.first.insert((number, at), value);
                } else {
                    let value = make.initial(number, at, bytes);
                    made = make.d.terms.store_mem(Op::StoreLe, made, address, value.term);
                }
                at += bytes;
            }
        }
        Ok(made)
    }
}
