//! Data that every layer shares: bit-vector values, typed ids, deadlines, statistics.

mod bits;

pub use bits::Bits;
