//! Checks the proofs of certificates by the crate `dratify`: `cargo run --release --example check_drat DIR...`. A line for each
//! folder: `ACCEPTED` with the number of proofs and seconds, or `REFUSED` with the reason.

use std::path::Path;
use std::time::Instant;

#[path = "../tests/common/drat.rs"]
mod drat;

fn main() {
    let mut refused = false;
    for folder in std::env::args().skip(1) {
        let start = Instant::now();
        match drat::check_all(Path::new(&folder)) {
            Ok(count) => println!("ACCEPTED {count} {:.2}", start.elapsed().as_secs_f64()),
            Err(why) => {
                refused = true;
                println!("REFUSED {why}");
            }
        }
    }
    std::process::exit(i32::from(refused));
}
