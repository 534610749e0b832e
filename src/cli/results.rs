//! Writes results to standard output, and to files for other tools.

use std::path::PathBuf;

use super::args::{Args, Format};
use super::console::{print, say};
use super::exit;
use crate::report::TraceLength;
use crate::verify::{Report, io_words};

/// Forms of results that may go to files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Sarif,
    Junit,
    Html,
}

/// Where results go.
#[derive(Clone)]
pub struct Results {
    format: Format,
    length: TraceLength,
    files: Vec<(Form, PathBuf)>,
}

impl Results {
    /// What the options ask for.
    pub fn of(args: &Args) -> Results {
        let paths = [(Form::Sarif, &args.sarif), (Form::Junit, &args.junit), (Form::Html, &args.html)];
        let files = paths.into_iter().filter_map(|(form, path)| Some((form, path.clone()?))).collect();
        let length = if args.verbose > 0 { TraceLength::Full } else { TraceLength::Short };
        Results { format: args.format, length, files }
    }

    /// Tells a report, in files first; the result is the exit code.
    ///
    /// # Errors
    /// In words, when a file cannot be written.
    pub fn conclude(&self, report: &Report) -> Result<i32, String> {
        self.write(report)?;
        self.tell(report);
        Ok(exit::of(report.outcome()))
    }

    /// Tells the report of a run that ends at once; what cannot be written does not keep it from doing so.
    pub fn give_up(&self, report: &Report) -> i32 {
        if let Err(error) = self.write(report) {
            say(error);
        }
        self.tell(report);
        exit::of(report.outcome())
    }

    fn write(&self, report: &Report) -> Result<(), String> {
        for (form, path) in &self.files {
            let (option, text) = match form {
                Form::Sarif => ("--sarif", report.sarif()),
                Form::Junit => ("--junit", report.junit()),
                Form::Html => ("--html", report.html()),
            };
            std::fs::write(path, text)
                .map_err(|error| format!("{option} {}: {}", path.display(), io_words(&error)))?;
        }
        Ok(())
    }

    /// Prints the result. As text the verdict comes last; a document stands alone, and the verdict is a message.
    fn tell(&self, report: &Report) {
        let document = match self.format {
            Format::Text => {
                print(format_args!("{}{}\n", report.text(self.length), report.line()));
                return;
            }
            Format::Json => report.json() + "\n",
            Format::Sarif => report.sarif() + "\n",
            Format::Junit => report.junit(),
        };
        print(document);
        say(report.line());
    }
}
