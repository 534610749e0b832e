//! `bmc check-certificate`: checks what `--certificate` has written.

use std::time::Duration;

use super::args::CheckCertificateArgs;
use super::console::print;
use super::exit::{FAULT, TRUE, UNKNOWN};
use crate::verify::{CertificateOutcome, check_certificate};

/// Checks a certificate and prints the outcome. Returns the exit code.
///
/// # Errors
/// In words: no certificate is there, or it cannot be read.
pub fn run(options: &CheckCertificateArgs) -> Result<i32, String> {
    let timeout = options.timeout.map(Duration::from_secs_f64);
    let outcome = check_certificate(&options.folder, timeout, &mut |line| print(format_args!("{line}\n")));
    let (code, line) = match outcome.map_err(|error| error.to_string())? {
        CertificateOutcome::Accepted => (TRUE, "ACCEPTED".to_owned()),
        CertificateOutcome::Nothing(by) => (UNKNOWN, format!("NOTHING({by})")),
        CertificateOutcome::Refused(why) => (FAULT, format!("REFUSED({why})")),
    };
    print(format_args!("{line}\n"));
    Ok(code)
}
