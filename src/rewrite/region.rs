//! Regions: address ranges of objects, known to be disjoint.
//!
//! The caller that declares a region promises that, in every relevant model, it is contiguous and disjoint from all
//! other regions. Rules that use regions yield terms that are equal in the models that keep this promise. Without
//! regions none of these rules applies. The flat memory model declares a region when `allocatable` becomes part of the
//! path condition; all later terms on that path matter only under this condition.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Builder;
use crate::ilr::{Op, Term};

/// Maximum number of regions that one address may point into.
const BASE_LIMIT: usize = 8;
/// Maximum depth to which a term is inspected.
const DEPTH_LIMIT: u32 = 64;

/// Possible addresses of a term: the base term of a region plus an offset within a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BaseOffset {
    /// The region's term.
    of: Term,
    /// Least offset from it.
    low: i128,
    /// Greatest offset.
    high: i128,
}

type BaseOffsets = SmallVec<[BaseOffset; 2]>;

/// A region.
#[derive(Clone, Copy)]
struct Region {
    /// Offset of the first address from the base term.
    start: i128,
    /// Number of addresses; `None` if several sizes were declared.
    size: Option<Term>,
    /// Minimum number of addresses.
    least: i128,
}

/// All declared regions.
#[derive(Clone, Default)]
pub(super) struct Regions {
    /// Regions by base term.
    known: FxHashMap<Term, Region>,
    /// Possible addresses of terms, computed on demand.
    base_offsets: RefCell<FxHashMap<Term, Option<BaseOffsets>>>,
}

/// Position of an access relative to one region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Inside {
    /// Certainly inside this region.
    This,
    /// Certainly inside other regions.
    Other,
    Unknown,
}

impl Builder {
    /// Declares that the `size` addresses from `start` do not wrap around and are disjoint from all other regions, in
    /// every relevant model. `start` is a term, not a constant, plus a constant; the term is the base of the region.
    pub fn declare_region(&mut self, start: Term, size: Term) {
        let (name, distance) = match self.match_const(start, Op::Add) {
            Some((x, k)) => (x, self.as_u64(k)),
            None => (start, Some(0)),
        };
        let (Some(distance), false) = (distance, self.is_const(start)) else { return };
        let distance = signed(self.width(start), distance.into());
        // Caches the ranges for all addresses that are made of this one.
        self.known_bits(start);
        let least = self.unsigned_range(size).map_or(0, |(least, _)| least.into());
        // If the region is declared again on another path, only what holds on both is kept.
        let region =
            self.regions.known.entry(name).or_insert(Region { start: distance, size: Some(size), least });
        region.least = if region.start == distance { region.least.min(least) } else { 0 };
        region.size = region.size.filter(|&s| s == size && region.start == distance);
        self.regions.base_offsets.get_mut().clear();
        self.memo.clear();
    }

    /// Whether regions show that the `n` addresses from `a` and the `m` addresses from `b` are disjoint; both numbers
    /// are positive.
    pub(super) fn regions_apart(&self, a: Term, n: u64, b: Term, m: u64) -> bool {
        if self.regions.known.is_empty() {
            return false;
        }
        let (Some(p), Some(q)) = (self.base_offsets(a), self.base_offsets(b)) else { return false };
        let (n, m, all) = (i128::from(n), i128::from(m), 1i128 << self.width(a));
        p.iter().all(|x| {
            q.iter().all(|y| {
                if x.of != y.of {
                    return self.fits(x, n) && self.fits(y, m);
                }
                let span = (x.high + n).max(y.high + m) - x.low.min(y.low);
                span <= all && (x.high + n <= y.low || y.high + m <= x.low)
            })
        })
    }

    /// Position of the `n` addresses from `a` (`n` positive) relative to the region of `size` addresses from `start`.
    pub(super) fn inside_region(&self, start: Term, size: Term, a: Term, n: u64) -> Inside {
        if self.regions.known.is_empty() {
            return Inside::Unknown;
        }
        let (Some(p), Some(q)) = (self.base_offsets(start), self.base_offsets(a)) else {
            return Inside::Unknown;
        };
        let [region] = p[..] else { return Inside::Unknown };
        let known = self.regions.known[&region.of];
        if known.size != Some(size) || region.low != region.high || region.low != known.start {
            return Inside::Unknown;
        }
        if !q.iter().all(|x| self.fits(x, n.into())) {
            return Inside::Unknown;
        }
        match q.iter().filter(|x| x.of == region.of).count() {
            0 => Inside::Other,
            k if k == q.len() => Inside::This,
            _ => Inside::Unknown,
        }
    }

    /// Whether an address is known to lie in or near declared regions.
    pub(super) fn in_regions(&self, t: Term) -> bool {
        !self.regions.known.is_empty() && self.base_offsets(t).is_some()
    }

    /// Whether the `n` addresses lie within the region.
    fn fits(&self, x: &BaseOffset, n: i128) -> bool {
        let region = self.regions.known[&x.of];
        region.start <= x.low && x.high + n <= region.start + region.least
    }

    /// Possible addresses of a term.
    fn base_offsets(&self, t: Term) -> Option<BaseOffsets> {
        self.base_offsets_at(t, DEPTH_LIMIT)
    }

    fn base_offsets_at(&self, t: Term, depth: u32) -> Option<BaseOffsets> {
        if self.regions.known.contains_key(&t) {
            return Some(SmallVec::from_slice(&[BaseOffset { of: t, low: 0, high: 0 }]));
        }
        if !matches!(self.op(t), Op::Add | Op::Sub | Op::Ite) || depth == 0 || self.width(t) > 64 {
            return None;
        }
        if let Some(found) = self.regions.base_offsets.borrow().get(&t) {
            return found.clone();
        }
        let found = self.find_base_offsets(t, depth - 1);
        self.regions.base_offsets.borrow_mut().insert(t, found.clone());
        found
    }

    fn find_base_offsets(&self, t: Term, depth: u32) -> Option<BaseOffsets> {
        let w = self.width(t);
        match self.op(t) {
            Op::Ite => {
                let (mut all, more) = (
                    self.base_offsets_at(self.arg(t, 1), depth)?,
                    self.base_offsets_at(self.arg(t, 2), depth)?,
                );
                for x in more {
                    match all.iter_mut().find(|y| y.of == x.of) {
                        Some(y) => *y = BaseOffset { low: y.low.min(x.low), high: y.high.max(x.high), ..*y },
                        None => all.push(x),
                    }
                }
                (all.len() <= BASE_LIMIT && all.iter().all(|x| narrow(w, x))).then_some(all)
            }
            op => {
                let (x, y) = (self.arg(t, 0), self.arg(t, 1));
                let (mut all, by) = match self.base_offsets_at(x, depth) {
                    Some(all) => (all, y),
                    None if op == Op::Add => (self.base_offsets_at(y, depth)?, x),
                    None => return None,
                };
                let (low, high) = self.signed_range(by)?;
                for x in &mut all {
                    let (low, high) = if op == Op::Add {
                        (x.low + low, x.high + high)
                    } else {
                        (x.low - high, x.high - low)
                    };
                    // Modulo 2^w; the lower bound is a signed number.
                    let first = signed(w, low);
                    *x = BaseOffset { low: first, high: first + (high - low), ..*x };
                }
                all.iter().all(|x| narrow(w, x)).then_some(all)
            }
        }
    }

    /// Range of a term as a signed number.
    fn signed_range(&self, t: Term) -> Option<(i128, i128)> {
        let w = self.width(t);
        let f = self.quick_known_bits(t, 4);
        let half = 1i128 << (w - 1);
        let (min, max) = (i128::from(f.min), i128::from(f.max));
        if max < half {
            return Some((min, max));
        }
        if min >= half {
            return Some((min - 2 * half, max - 2 * half));
        }
        let limit = 1i128 << (f.signed_bits - 1);
        (f.signed_bits < w).then_some((-limit, limit - 1))
    }
}

/// A number modulo 2^w as a signed number.
fn signed(w: u32, n: i128) -> i128 {
    let (half, all) = (1i128 << (w - 1), 1i128 << w);
    (n + half).rem_euclid(all) - half
}

/// Whether the range is so small that arithmetic on it does not overflow.
fn narrow(w: u32, x: &BaseOffset) -> bool {
    x.high - x.low < 1i128 << (w - 1)
}
