//! The environment of C and C++ programs: `models/`, compiled by `build.rs`, and headers that clang may lack.

/// Bitcode of all models for a pointer width (32, otherwise 64) and a byte order.
///
/// The module's functions and objects with external linkage are weak definitions. Calls of the hypercalls of
/// `models/bmc.h` are left undefined, for the engine. Its source places have the debug directory `bmc-models`.
pub fn bitcode(pointer_bits: u32, big_endian: bool) -> &'static [u8] {
    match (pointer_bits, big_endian) {
        (32, false) => include_bytes!(concat!(env!("OUT_DIR"), "/models-32.bc")),
        (_, false) => include_bytes!(concat!(env!("OUT_DIR"), "/models-64.bc")),
        (32, true) => include_bytes!(concat!(env!("OUT_DIR"), "/models-32-big.bc")),
        (_, true) => include_bytes!(concat!(env!("OUT_DIR"), "/models-64-big.bc")),
    }
}

/// Bitcode of the models in C++, where there are any: for x86-64.
///
/// It needs the functions of [`bitcode`]. What headers define inline is in it, too.
pub fn cxx_bitcode(triple: &str) -> Option<&'static [u8]> {
    let bitcode: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/models-cxx.bc"));
    (triple.starts_with("x86_64") && !triple.ends_with("x32")).then_some(bitcode)
}

/// Headers to write to a directory for clang: relative path and text.
pub type Headers = &'static [(&'static str, &'static str)];

/// Those that C lacks for 32 bits.
pub const HEADERS_32: Headers = &[("gnu/stubs-32.h", include_str!("../../models/include/gnu/stubs-32.h"))];

/// Those that take the place of libstdc++'s: barriers, and what waits for atomic objects. One is libc++'s: the functions of
/// `std::string` that it leaves to its shared object.
pub const HEADERS_CXX: Headers = &[
    (
        "__string/extern_template_lists.h",
        include_str!("../../models/include/c++/__string/extern_template_lists.h"),
    ),
    ("barrier", include_str!("../../models/include/c++/barrier")),
    ("bits/atomic_futex.h", include_str!("../../models/include/c++/bits/atomic_futex.h")),
    ("bits/atomic_timed_wait.h", include_str!("../../models/include/c++/bits/atomic_timed_wait.h")),
    ("bits/atomic_wait.h", include_str!("../../models/include/c++/bits/atomic_wait.h")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_data_models_are_bitcode() {
        let all = [(32, false), (64, false), (32, true), (64, true)].map(|(bits, big)| bitcode(bits, big));
        for (i, one) in all.iter().enumerate() {
            assert_eq!(one[..4], *b"BC\xC0\xDE", "{i}");
            assert!(all[..i].iter().all(|other| other != one), "{i}");
        }
    }
}
