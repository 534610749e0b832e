//! The `bmc` command.

fn main() {
    std::process::exit(bmc::cli::main(std::env::args_os()));
}
