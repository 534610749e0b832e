//! The `bmc` command.

/// Also for what CaDiCaL allocates: its simplification gives all of its lists back and fills them anew. Without transparent huge
/// pages, for which the system zeroed up to 1.6 s of a run of 4 s (2026-11-27).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    std::process::exit(bmc::cli::main(std::env::args_os()));
}
