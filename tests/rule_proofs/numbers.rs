//! Which widths and positions a rule is proven at: a search over the open numbers of its [`Sketch`].

use std::collections::BTreeSet;

use crate::sketch::{Class, Id, N, Num, Relation, Shape, Sketch};
use crate::splitmix::Random;

/// Values of the open numbers.
pub type Numbers = Vec<Option<i64>>;

/// Most small instances of a case that are proven one by one.
const MAX_SMALL: usize = 4000;
/// No term is wider.
const MAX_WIDTH: i64 = 140;

/// Why a number has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoNumber {
    /// It depends on a number that is still open.
    Open,
    /// It would be negative, or is asked of a term that has no width.
    IllFormed(String),
}

/// The value of a number.
pub fn evaluate(sketch: &Sketch, numbers: &Numbers, n: &N) -> Result<i64, NoNumber> {
    let two = |a: &N, b: &N| Ok((evaluate(sketch, numbers, a)?, evaluate(sketch, numbers, b)?));
    match n {
        N::Lit(v) => Ok(*v),
        N::Open(num) => numbers[*num].ok_or(NoNumber::Open),
        N::Width(id) => match sketch.shape_of(*id) {
            Shape::Bv(num) => numbers[num].ok_or(NoNumber::Open),
            Shape::Open => Err(NoNumber::Open),
            other => Err(NoNumber::IllFormed(format!("the width of a term of sort {other:?}"))),
        },
        N::Plus(a, b) => two(a, b).map(|(a, b)| a + b),
        N::Minus(a, b) => match two(a, b)? {
            (a, b) if a < b => Err(NoNumber::IllFormed(format!("the number {a} - {b}"))),
            (a, b) => Ok(a - b),
        },
        N::MinusOrZero(a, b) => two(a, b).map(|(a, b)| (a - b).max(0)),
        N::Least(a, b) => two(a, b).map(|(a, b)| a.min(b)),
        N::Most(a, b) => two(a, b).map(|(a, b)| a.max(b)),
        N::Times(a, b) => two(a, b).map(|(a, b)| a.saturating_mul(b)),
        N::Divided(a, by) => Ok(evaluate(sketch, numbers, a)? / by),
        N::TwoTo(a) => evaluate(sketch, numbers, a).map(|a| 1 << a.clamp(0, 62)),
    }
}

/// Whether a relation holds; `None` when that is not known yet.
pub fn holds(sketch: &Sketch, numbers: &Numbers, relation: &Relation) -> Result<bool, NoNumber> {
    let value = |n| evaluate(sketch, numbers, n);
    let open = |n: Num| numbers[n].ok_or(NoNumber::Open);
    let shape = |id: &Id| sketch.shape_of(*id);
    Ok(match relation {
        Relation::Equal(a, b) => value(a)? == value(b)?,
        Relation::Less(a, b) => value(a)? < value(b)?,
        Relation::AtLeast(a, b) => value(a)? >= value(b)?,
        Relation::OneBit(id) => match shape(id) {
            Shape::Bv(w) => open(w)? == 1,
            _ => false,
        },
        Relation::IsBool(id) => matches!(shape(id), Shape::Bool),
        Relation::IsVector(id) => matches!(shape(id), Shape::Bv(_)),
        Relation::IsArray(id) => matches!(shape(id), Shape::Array(..)),
        Relation::SameSort(a, b) => match (shape(a), shape(b)) {
            (Shape::Bool, Shape::Bool) => true,
            (Shape::Bv(m), Shape::Bv(n)) | (Shape::Heap(m), Shape::Heap(n)) => open(m)? == open(n)?,
            (Shape::Array(i, e), Shape::Array(j, f)) => open(i)? == open(j)? && open(e)? == open(f)?,
            _ => false,
        },
    })
}

/// Chooses the numbers for a sketch without open sorts. Widths: all up to 8, or with three and more free ones all up
/// to 4; beyond that a sample.
pub fn instances(sketch: &Sketch) -> Vec<Numbers> {
    let mut search = Search::new(sketch);
    if search.run(&Values::UpTo(8), 1).is_empty() {
        return search.run(&Values::UpTo(32), 100);
    }
    let free = search.free;
    let mut bound = if free <= 2 { 8 } else { 4 };
    let mut small = search.run(&Values::UpTo(bound), MAX_SMALL + 1);
    while small.len() > MAX_SMALL && bound > 2 {
        bound -= 1;
        small = search.run(&Values::UpTo(bound), MAX_SMALL + 1);
    }
    small.truncate(MAX_SMALL);
    let mut seen: BTreeSet<Numbers> = small.iter().cloned().collect();
    let mut all = small;
    let mut add = |found: Vec<Numbers>| {
        for numbers in found {
            if seen.insert(numbers.clone()) {
                all.push(numbers);
            }
        }
    };
    // A sample of what lies between the bound and 8.
    if bound < 8 {
        for seed in 0..60 {
            add(search.run(&Values::Some(Random(seed), &[1, 2, 3, 4, 5, 6, 7, 8]), 1));
        }
    }
    if free == 1 {
        for width in [16, 32, 64] {
            add(search.run(&Values::Exactly(&[width]), 1));
            for seed in 0..12 {
                add(search.run(&Values::Some(Random(seed), &[width]), 1));
            }
        }
    } else {
        for pair in [
            [8, 16],
            [16, 8],
            [8, 32],
            [16, 32],
            [32, 64],
            [64, 32],
            [1, 32],
            [32, 1],
            [1, 64],
            [64, 1],
            [16, 16],
            [32, 32],
            [64, 64],
        ] {
            let wide: Vec<i64> = pair.to_vec();
            add(search.run(&Values::Exactly(&wide), 1));
        }
        for seed in 0..24 {
            add(search.run(&Values::Sample(Random(seed)), 1));
        }
    }
    all
}

/// The numbers of the right side, as far as they exist.
fn complete(sketch: &Sketch, numbers: &mut Numbers) {
    for fact in &sketch.facts[sketch.right_facts.clone()] {
        if let Relation::Equal(N::Open(n), value) = fact
            && let Ok(value) = evaluate(sketch, numbers, value)
        {
            numbers[*n] = numbers[*n].or(Some(value));
        }
    }
}

impl Random {
    fn shuffle(&mut self, values: &mut [i64]) {
        for i in (1..values.len()).rev() {
            values.swap(i, self.below(i + 1));
        }
    }
}

/// Which values are tried.
enum Values<'a> {
    /// Widths up to a bound, all positions.
    UpTo(i64),
    /// The k-th free width is the k-th of these, the last one for all further.
    Exactly(&'a [i64]),
    /// Widths among these in any order, positions in any order.
    Some(Random, &'a [i64]),
    /// Widths of programs, positions in any order.
    Sample(Random),
}

struct Search<'a> {
    sketch: &'a Sketch,
    order: Vec<Num>,
    relations: Vec<Relation>,
    numbers: Numbers,
    found: Vec<Numbers>,
    most: usize,
    free: usize,
    /// Steps left: a search that finds nothing ends.
    fuel: usize,
}

impl<'a> Search<'a> {
    fn new(sketch: &'a Sketch) -> Search<'a> {
        let mut order: Vec<Num> = (0..sketch.nums.len()).filter(|n| !sketch.right_nums.contains(n)).collect();
        order.sort_by_key(|&n| sketch.nums[n].1);
        let mut relations = sketch.facts[..sketch.right_facts.start].to_vec();
        relations.extend_from_slice(&sketch.facts[sketch.right_facts.end..]);
        for &condition in &sketch.conditions {
            if let crate::sketch::Kind::Test(relation) = &sketch.nodes[condition].kind {
                relations.push(relation.clone());
            }
        }
        let positive = |n: Num| Relation::Less(N::Lit(0), N::Open(n));
        relations
            .extend(order.iter().filter(|&&n| sketch.nums[n].1 != Class::Position).map(|&n| positive(n)));
        let not_negative = |n: Num| Relation::Less(N::Lit(-1), N::Open(n));
        relations.extend(order.iter().map(|&n| not_negative(n)));
        let numbers = vec![None; sketch.nums.len()];
        Search { sketch, order, relations, numbers, found: Vec::new(), most: 0, free: 0, fuel: 0 }
    }

    fn run(&mut self, values: &Values<'_>, most: usize) -> Vec<Numbers> {
        self.numbers = vec![None; self.sketch.nums.len()];
        (self.most, self.fuel) = (most, 400_000);
        self.step(values, 0, 0);
        std::mem::take(&mut self.found)
    }

    /// Assigns the next open number; `widths` were chosen before, of all `chosen`.
    fn step(&mut self, values: &Values<'_>, widths: usize, chosen: usize) {
        if self.fuel == 0 || self.found.len() >= self.most {
            return;
        }
        self.fuel -= 1;
        let before = self.numbers.clone();
        if self.propagate() {
            match self.order.iter().copied().find(|&n| self.numbers[n].is_none()) {
                None => {
                    self.free = self.free.max(widths);
                    if self.numbers.iter().flatten().all(|&v| v <= MAX_WIDTH) {
                        let mut numbers = self.numbers.clone();
                        complete(self.sketch, &mut numbers);
                        self.found.push(numbers);
                    }
                }
                Some(n) => {
                    let class = self.sketch.nums[n].1;
                    let width = class == Class::Width;
                    for value in self.domain(values, class, widths, chosen) {
                        self.numbers[n] = Some(value);
                        self.step(values, widths + usize::from(width), chosen + 1);
                        self.numbers.clone_from(&before);
                        if self.found.len() >= self.most || self.fuel == 0 {
                            break;
                        }
                    }
                }
            }
        }
        self.numbers = before;
    }

    fn domain(&self, values: &Values<'_>, class: Class, widths: usize, chosen: usize) -> Vec<i64> {
        let widest = self.numbers.iter().flatten().copied().max().unwrap_or(0).min(MAX_WIDTH);
        let mut domain: Vec<i64> = match (class, values) {
            (Class::HeapWidth, _) => vec![1, 2],
            (Class::Index, Values::Sample(_)) => vec![1, 2, 3, 4, 8, 32],
            (Class::Index, _) => vec![1, 2, 3],
            (Class::Elem, Values::Sample(_)) => vec![1, 2, 8, 32],
            (Class::Elem, _) => vec![1, 2],
            (Class::Bytes, Values::UpTo(_)) => vec![1, 2, 3],
            (Class::Bytes, _) => vec![1, 2, 4, 8],
            (Class::Width, Values::UpTo(bound)) => (1..=*bound).collect(),
            (Class::Width, Values::Exactly(given)) => {
                given.get(widths).or(given.last()).copied().into_iter().collect()
            }
            (Class::Width, Values::Some(_, given)) => given.to_vec(),
            (Class::Width, Values::Sample(_)) => vec![1, 2, 7, 8, 15, 16, 24, 31, 32, 33, 48, 63, 64],
            (Class::Position, _) => (0..=widest + 1).collect(),
            (Class::Part, _) => (1..=widest + 1).collect(),
        };
        if let Values::Some(random, _) | Values::Sample(random) = values {
            let mut random = Random(random.0.wrapping_mul(1000).wrapping_add(chosen as u64));
            random.shuffle(&mut domain);
            if class == Class::Position && random.next().is_multiple_of(2) {
                // The ends are where mistakes are.
                let ends = [0, 1, widest - 1, widest];
                let end = ends[(random.next() % 4) as usize];
                domain.insert(0, end.max(0));
            }
        }
        domain
    }

    /// Assigns what follows; false when nothing fits.
    fn propagate(&mut self) -> bool {
        loop {
            let mut changed = false;
            for i in 0..self.relations.len() {
                match holds(self.sketch, &self.numbers, &self.relations[i]) {
                    Ok(false) => return false,
                    Ok(true) | Err(NoNumber::IllFormed(_)) => {}
                    Err(NoNumber::Open) => {
                        if let Relation::Equal(a, b) = self.relations[i].clone() {
                            changed |= self.solve(&a, &b) || self.solve(&b, &a);
                        }
                        if let Relation::OneBit(id) = self.relations[i]
                            && let Shape::Bv(w) = self.sketch.shape_of(id)
                        {
                            changed |= self.assign(&N::Open(w), 1);
                        }
                    }
                }
            }
            if !changed {
                return true;
            }
        }
    }

    fn solve(&mut self, open: &N, known: &N) -> bool {
        match evaluate(self.sketch, &self.numbers, known) {
            Ok(value) => self.assign(open, value),
            // What is ill-formed is found again when the term is made.
            Err(NoNumber::IllFormed(_)) => self.assign(open, 1),
            Err(NoNumber::Open) => false,
        }
    }

    /// Makes an open number equal a value, if that determines it.
    fn assign(&mut self, open: &N, value: i64) -> bool {
        match open {
            N::Open(n) if self.numbers[*n].is_none() => {
                self.numbers[*n] = Some(value);
                true
            }
            N::Width(id) => match self.sketch.shape_of(*id) {
                Shape::Bv(n) => self.assign(&N::Open(n), value),
                _ => false,
            },
            N::Plus(a, b) => {
                for (known, other) in [(a, b), (b, a)] {
                    if let Ok(v) = evaluate(self.sketch, &self.numbers, known) {
                        return self.assign(other, value - v);
                    }
                }
                false
            }
            N::Minus(a, b) => match evaluate(self.sketch, &self.numbers, b) {
                Ok(v) => self.assign(a, value + v),
                Err(_) => false,
            },
            N::Times(a, b) => match evaluate(self.sketch, &self.numbers, a) {
                Ok(k) if k > 0 && value % k == 0 => self.assign(b, value / k),
                _ => false,
            },
            _ => false,
        }
    }
}
