//! The environment of C programs: `models/`, compiled by `build.rs`, and headers that clang may lack.

/// Bitcode of all models for a pointer width: 32 (i386), otherwise 64 (x86_64).
///
/// One module whose functions and objects with external linkage are weak definitions; calls to the hypercalls of
/// `models/bmc.h` are left undefined, for the engine. Places in it have the debug directory `bmc-models`.
pub fn bitcode(pointer_bits: u32) -> &'static [u8] {
    match pointer_bits {
        32 => include_bytes!(concat!(env!("OUT_DIR"), "/models-32.bc")),
        _ => include_bytes!(concat!(env!("OUT_DIR"), "/models-64.bc")),
    }
}

/// Headers to lay out in a directory for clang (`-isystem DIR`): path below it, and text.
pub fn include_files() -> &'static [(&'static str, &'static str)] {
    &[("gnu/stubs-32.h", include_str!("../../models/include/gnu/stubs-32.h"))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_data_models_are_bitcode() {
        for bits in [32, 64] {
            assert_eq!(bitcode(bits)[..4], *b"BC\xC0\xDE", "{bits}");
        }
        assert_ne!(bitcode(32), bitcode(64));
    }
}
