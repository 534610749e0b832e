//! The `bmc` command.

/// Also for what CaDiCaL allocates: its simplification gives all of its lists back and fills them anew.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    std::process::exit(bmc::cli::main(std::env::args_os()));
}
