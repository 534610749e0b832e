//! What every layer shares: bit-vector values, typed ids, deadlines, effort, random numbers, work on several threads.

mod bits;
pub mod children;
mod clock;
pub mod content;
pub mod effort;
pub mod parallel;
mod random;
pub mod turns;
pub mod word;

pub use bits::Bits;
pub use clock::{Stopwatch, is_late, part_of};
pub use random::Random;

/// Declares a `u32` id type for positions in an arena.
#[macro_export]
macro_rules! typed_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// The id of the arena's element `index`.
            pub fn new(index: usize) -> $name {
                $name(u32::try_from(index).expect("fewer than 2^32 elements"))
            }

            /// Position in the arena.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
