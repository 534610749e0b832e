//! Conditions on valuations: the labels of an automaton's edges.

use std::fmt;

use smallvec::{SmallVec, smallvec};

use super::Valuation;

/// A conjunction of literals. It consists of two masks, so that testing a valuation takes four instructions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cube {
    positive: Valuation,
    negative: Valuation,
}

impl Cube {
    /// The empty conjunction.
    pub const TRUE: Cube = Cube { positive: 0, negative: 0 };

    /// The literal that the proposition holds or does not hold.
    pub fn literal(prop: usize, holds: bool) -> Cube {
        let bit = 1 << prop;
        if holds { Cube { positive: bit, negative: 0 } } else { Cube { positive: 0, negative: bit } }
    }

    /// Conjunction of two cubes; `None` if they contradict each other.
    pub fn and(self, other: Cube) -> Option<Cube> {
        let both =
            Cube { positive: self.positive | other.positive, negative: self.negative | other.negative };
        (both.positive & both.negative == 0).then_some(both)
    }

    /// Whether a valuation satisfies it.
    #[inline]
    pub fn holds(self, v: Valuation) -> bool {
        v & self.positive == self.positive && v & self.negative == 0
    }

    /// Whether every valuation that satisfies it satisfies `other`.
    pub fn implies(self, other: Cube) -> bool {
        self.positive & other.positive == other.positive && self.negative & other.negative == other.negative
    }

    /// The propositions that occur, as a mask.
    pub fn support(self) -> Valuation {
        self.positive | self.negative
    }

    /// Proposition and sign of each literal, ascending.
    pub fn literals(self) -> impl Iterator<Item = (usize, bool)> {
        (0..Valuation::BITS as usize)
            .filter(move |i| self.support() >> i & 1 == 1)
            .map(move |i| (i, self.positive >> i & 1 == 1))
    }

    /// The single cube equal to `self | other`, if there is one: one implies the other, or they differ in the sign of
    /// one literal only.
    fn merge(self, other: Cube) -> Option<Cube> {
        if self.implies(other) {
            return Some(other);
        }
        if other.implies(self) {
            return Some(self);
        }
        let (p, n) = (self.positive ^ other.positive, self.negative ^ other.negative);
        (p == n && p.count_ones() == 1)
            .then_some(Cube { positive: self.positive & !p, negative: self.negative & !p })
    }

    /// Removes the literals over `mask`.
    fn without(self, mask: Valuation) -> Cube {
        Cube { positive: self.positive & !mask, negative: self.negative & !mask }
    }
}

/// A disjunction of cubes; no cube implies another one.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Guard {
    cubes: SmallVec<[Cube; 1]>,
}

/// Error: a condition would have more cubes than allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyCubes;

/// Maximum number of cubes that [`Guard::and`] and [`Guard::not`] make.
pub const MAX_CUBES: usize = 4096;

impl Guard {
    /// The guard that never holds.
    pub fn never() -> Guard {
        Guard { cubes: SmallVec::new() }
    }

    /// The guard that always holds.
    pub fn always() -> Guard {
        Guard::from(Cube::TRUE)
    }

    /// Whether a valuation satisfies it.
    #[inline]
    pub fn holds(&self, v: Valuation) -> bool {
        self.cubes.iter().any(|c| c.holds(v))
    }

    /// Value under a valuation in which the propositions of `open` are undefined; `None` if it depends on them.
    pub fn decided_value(&self, v: Valuation, open: Valuation) -> Option<bool> {
        if open == 0 || self.cubes.iter().any(|c| c.support() & open == 0 && c.holds(v)) {
            return Some(self.holds(v));
        }
        let possible = self.cubes.iter().any(|c| c.without(open).holds(v));
        (!possible).then_some(false)
    }

    /// The disjuncts.
    pub fn cubes(&self) -> &[Cube] {
        &self.cubes
    }

    /// Whether no valuation satisfies it.
    pub fn is_never(&self) -> bool {
        self.cubes.is_empty()
    }

    /// Adds a disjunct.
    pub fn add(&mut self, mut cube: Cube) {
        // A merged cube may merge further.
        let mut i = 0;
        while i < self.cubes.len() {
            if let Some(merged) = cube.merge(self.cubes[i]) {
                if merged == self.cubes[i] {
                    return;
                }
                cube = merged;
                self.cubes.swap_remove(i);
                i = 0;
            } else {
                i += 1;
            }
        }
        self.cubes.push(cube);
        self.cubes.sort_unstable();
    }

    /// Disjunction.
    pub fn or(mut self, other: &Guard) -> Guard {
        other.cubes.iter().for_each(|&c| self.add(c));
        self
    }

    /// Conjunction.
    ///
    /// # Errors
    /// If the result would have more than [`MAX_CUBES`] cubes.
    pub fn and(&self, other: &Guard) -> Result<Guard, TooManyCubes> {
        let mut all = Guard::never();
        for a in &self.cubes {
            for b in &other.cubes {
                if let Some(c) = a.and(*b) {
                    all.add(c);
                }
                if all.cubes.len() > MAX_CUBES {
                    return Err(TooManyCubes);
                }
            }
        }
        Ok(all)
    }

    /// Negation.
    ///
    /// # Errors
    /// If the result would have more than [`MAX_CUBES`] cubes.
    pub fn not(&self) -> Result<Guard, TooManyCubes> {
        let mut all = Guard::always();
        for cube in &self.cubes {
            let mut clause = Guard::never();
            for (prop, holds) in cube.literals() {
                clause.add(Cube::literal(prop, !holds));
            }
            all = all.and(&clause)?;
        }
        Ok(all)
    }

    /// Whether every valuation that satisfies `self` satisfies one of `others`. Consumes `fuel`; when that is
    /// exhausted, the answer is no, possibly wrongly.
    pub fn covered_by(&self, others: &[Cube], fuel: &mut u64) -> bool {
        self.cubes.iter().all(|&c| covers(others, c, fuel))
    }

    /// The guard with renumbered literals: `to[i]` is the new number of proposition `i`.
    pub(super) fn renumber(&self, to: &[usize]) -> Guard {
        let mut guard = Guard::never();
        for cube in &self.cubes {
            let literals = cube.literals().map(|(p, holds)| Cube::literal(to[p], holds));
            // Two propositions may have become one.
            if let Some(cube) = literals.into_iter().try_fold(Cube::TRUE, Cube::and) {
                guard.add(cube);
            }
        }
        guard
    }
}

/// Whether the disjunction of `cubes` holds wherever `under` does, by Shannon expansion.
fn covers(cubes: &[Cube], under: Cube, fuel: &mut u64) -> bool {
    let cost = 1 + cubes.len() as u64;
    *fuel = fuel.saturating_sub(cost);
    if *fuel == 0 {
        return false;
    }
    if cubes.iter().any(|c| under.implies(*c)) {
        return true;
    }
    let left: SmallVec<[Cube; 8]> =
        cubes.iter().filter(|c| c.and(under).is_some()).map(|c| c.without(under.support())).collect();
    if left.contains(&Cube::TRUE) {
        return true;
    }
    let Some(prop) = left.first().and_then(|c| c.literals().next()) else { return false };
    // The depth is at most the number of propositions.
    [true, false].into_iter().all(|sign| {
        let under = under.and(Cube::literal(prop.0, sign)).expect("the proposition is not in it");
        covers(&left, under, fuel)
    })
}

impl From<Cube> for Guard {
    fn from(cube: Cube) -> Guard {
        Guard { cubes: smallvec![cube] }
    }
}

/// Notation of HOA labels, with propositions as numbers.
impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_never() {
            return f.write_str("f");
        }
        for (i, cube) in self.cubes.iter().enumerate() {
            if i > 0 {
                f.write_str(" | ")?;
            }
            if *cube == Cube::TRUE {
                f.write_str("t")?;
            }
            for (k, (prop, holds)) in cube.literals().enumerate() {
                write!(f, "{}{}{prop}", if k > 0 { "&" } else { "" }, if holds { "" } else { "!" })?;
            }
        }
        Ok(())
    }
}
