//! Our typed IR.
