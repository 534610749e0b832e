//! Operands to try.

#[path = "../common/splitmix.rs"]
mod splitmix;

use bmc::internals::base::Bits;

pub use splitmix::Random;

impl Random {
    pub fn bits(&mut self, width: u32) -> Bits {
        let limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.next()).collect();
        Bits::from_limbs(width, &limbs)
    }

    /// A value of random length: small ones are as likely as large ones, of either sign.
    pub fn short(&mut self, width: u32) -> Bits {
        let length = 1 + self.below(width as usize) as u32;
        let value = self.bits(width).lshr_by(width - length);
        if self.next() & 1 == 0 { value } else { value.neg() }
    }
}

/// Zero, one, the ends of the ranges and their neighbours, the width and its neighbours, patterns.
pub fn edges(width: u32) -> Vec<Bits> {
    let (min, max) = (Bits::signed_min(width), Bits::signed_max(width));
    let one = Bits::one(width);
    let number = |n: u32| Bits::new(width, u64::from(n));
    let mut values = vec![
        number(0),
        number(1),
        number(2),
        number(7),
        Bits::ones(width),
        Bits::ones(width).sub(&one),
        min.clone(),
        min.add(&one),
        max.clone(),
        max.sub(&one),
        number(width),
        number(width).sub(&one),
        number(width).add(&one),
        Bits::power_of_two(width, width / 2),
        Bits::from_limbs(width, &[0x5555_5555_5555_5555; 8]),
    ];
    values.sort();
    values.dedup();
    values
}

/// Tuples of operands of these widths: all of them when there are few, else the edges against each other and
/// `random` further ones.
pub fn tuples(random: &mut Random, widths: &[u32], count: usize) -> Vec<Vec<Bits>> {
    let total: u32 = widths.iter().sum();
    if total <= 9 {
        return (0..1u64 << total)
            .map(|n| {
                let all = Bits::new(total, n);
                let mut at = 0;
                widths
                    .iter()
                    .map(|&w| {
                        at += w;
                        all.extract(at - 1, at - w)
                    })
                    .collect()
            })
            .collect();
    }
    let edges: Vec<Vec<Bits>> = widths.iter().map(|&w| edges(w)).collect();
    let mut result: Vec<Vec<Bits>> = Vec::new();
    if widths.len() <= 2 {
        for a in &edges[0] {
            match edges.get(1) {
                Some(others) => result.extend(others.iter().map(|b| vec![a.clone(), b.clone()])),
                None => result.push(vec![a.clone()]),
            }
        }
    }
    let more = if widths.len() > 2 { 2 * count } else { count };
    for _ in 0..more {
        let tuple = widths.iter().zip(&edges).map(|(&w, edges)| match random.below(4) {
            0 => edges[random.below(edges.len())].clone(),
            1 => random.bits(w),
            _ => random.short(w),
        });
        result.push(tuple.collect());
    }
    result
}
