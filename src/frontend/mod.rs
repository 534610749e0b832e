//! From C, C++, LLVM assembly and bitcode to our IR: the only part that knows LLVM.

pub mod models;
