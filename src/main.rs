//! The `bmc` command.

fn main() {}
