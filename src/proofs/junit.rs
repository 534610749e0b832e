//! A set of proofs as JUnit XML: a test case for each proof.

use super::outcome::Ending;
use super::summary::{Row, Summary, Worst};
use crate::report::xml::{Xml, element, end, finish, open, start};

impl Summary {
    /// JUnit XML.
    pub fn junit(&self) -> String {
        finish(|xml| self.write(xml))
    }

    fn write(&self, xml: &mut Xml) -> std::io::Result<()> {
        let count = |wanted: fn(Worst) -> bool| self.rows.iter().filter(|row| wanted(row.worst())).count();
        let failures = count(|worst| worst == Worst::Unexpected).to_string();
        let errors = count(|worst| matches!(worst, Worst::Unknown | Worst::Error)).to_string();
        let seconds: f64 = self.rows.iter().filter(|row| !row.known).map(|row| row.outcome.seconds).sum();
        let all = [
            ("name", "bmc verify".to_owned()),
            ("time", format!("{seconds:.3}")),
            ("tests", self.rows.len().to_string()),
            ("failures", failures),
            ("errors", errors),
        ];
        open(xml)?;
        start(xml, "testsuites", &all, false)?;
        let more = [("skipped", "0".to_owned()), ("id", "0".to_owned())];
        start(xml, "testsuite", &[&all[..], &more].concat(), false)?;
        self.rows.iter().try_for_each(|row| case(xml, row))?;
        end(xml, "testsuite")?;
        end(xml, "testsuites")
    }
}

fn case(xml: &mut Xml, row: &Row) -> std::io::Result<()> {
    let time = if row.known { 0.0 } else { row.outcome.seconds };
    let attributes = [
        ("name", row.proof.name.clone()),
        ("classname", "bmc.verify".to_owned()),
        ("time", format!("{time:.3}")),
    ];
    let message = format!("{}, expected {}", row.outcome.line, row.proof.expected.text());
    let (tag, kind) = match row.worst() {
        Worst::Expected => return start(xml, "testcase", &attributes, true),
        Worst::Unexpected if row.outcome.ending == Ending::False => ("failure", "violation"),
        Worst::Unexpected => ("failure", "unexpected"),
        Worst::Unknown => ("error", row.outcome.reason.as_deref().unwrap_or("unknown")),
        Worst::Error => ("error", "error"),
    };
    start(xml, "testcase", &attributes, false)?;
    let about = [("type", kind.to_owned()), ("message", message.clone())];
    element(xml, tag, &about, &message)?;
    end(xml, "testcase")
}
