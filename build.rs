//! Build steps: nothing yet besides telling cargo when to run again.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
}
