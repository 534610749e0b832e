//! `bmc generate`: makes files from the definition of the command line. A hidden command, for packages and the manual.

mod options;

use std::path::Path;

use clap::Command;
use clap_complete::Shell;

use super::args::{GenerateArgs, Generated, command};
use crate::verify::io_words;

/// Writes the files.
///
/// # Errors
/// In words: the folder cannot be written to.
pub fn run(args: &GenerateArgs) -> Result<(), String> {
    let folder = &args.folder;
    let written = std::fs::create_dir_all(folder).and_then(|()| match args.what {
        Generated::Man => man(&command(), folder),
        Generated::Completions => completions(command(), folder),
        Generated::Options => std::fs::write(folder.join("options.md"), options::page(command())),
    });
    written.map_err(|error| format!("{}: {}", folder.display(), io_words(&error)))
}

/// A man page for each command.
fn man(command: &Command, folder: &Path) -> std::io::Result<()> {
    let name = command.get_name();
    let page = |command: Command, file: &str| {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).manual(name).render(&mut page)?;
        std::fs::write(folder.join(format!("{file}.1")), page)
    };
    for sub in command.get_subcommands().filter(|c| !c.is_hide_set()) {
        let file = format!("{name}-{}", sub.get_name());
        let spoken = format!("{name} {}", sub.get_name());
        page(sub.clone().display_name(&file).bin_name(spoken), &file)?;
    }
    page(command.clone(), name)
}

/// Completions of shells, by the names that the shells look for.
fn completions(mut command: Command, folder: &Path) -> std::io::Result<()> {
    for (shell, file) in [(Shell::Bash, "bmc"), (Shell::Zsh, "_bmc"), (Shell::Fish, "bmc.fish")] {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut command, "bmc", &mut text);
        std::fs::write(folder.join(file), text)?;
    }
    Ok(())
}
