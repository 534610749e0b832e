//! Makes the manual's page of options.

use std::fmt::Write;

use clap::builder::PossibleValue;
use clap::{Arg, Command};

/// The page without its tables.
const PAGE: &str = include_str!("options.md");

/// Heading of the options that every command has.
const HELP: &str = "Help";

/// The page.
pub fn page(mut command: Command) -> String {
    command.build();
    let mut out = String::new();
    for line in PAGE.lines() {
        let mark = line.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->"));
        match mark.map(|mark| mark.split_once(": ").unwrap_or((mark, ""))) {
            Some(("options", heading)) => {
                let named = |a: &&Arg| !a.is_positional() && !a.is_hide_set();
                let all = command.get_arguments().filter(named);
                table(&mut out, all.filter(|a| a.get_help_heading().unwrap_or(HELP) == heading));
            }
            Some(("subcommands", _)) => subcommands(&mut out, &command),
            _ => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out
}

/// A row for each option.
fn table<'a>(out: &mut String, options: impl Iterator<Item = &'a Arg>) {
    out.push_str("| option | meaning |\n|---|---|\n");
    for option in options {
        let cell = |text: String| text.replace('|', "\\|");
        // Writing to a string cannot fail.
        let _ = writeln!(out, "| {} | {} |", cell(name(option)), cell(meaning(option)));
    }
}

/// The values that an option is documented to have.
fn values(option: &Arg) -> Vec<PossibleValue> {
    let all = if option.get_action().takes_values() { option.get_possible_values() } else { Vec::new() };
    all.into_iter().filter(|v| !v.is_hide_set()).collect()
}

/// The option as it is written, with its value.
fn name(option: &Arg) -> String {
    let values = values(option);
    let value = match option.get_value_names().filter(|_| option.get_action().takes_values()) {
        Some(_) if !values.is_empty() => {
            let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
            format!(" {}", names.join("|"))
        }
        Some(names) => format!(" {}", names.join(" ")),
        None => String::new(),
    };
    let short = option.get_short().map(|c| format!("-{c}"));
    let long = option.get_long().map(|l| format!("--{l}"));
    let names: Vec<String> = short.into_iter().chain(long).map(|n| format!("`{n}{value}`")).collect();
    names.join(", ")
}

/// What an option means: its help, the explanation, values and the default.
fn meaning(option: &Arg) -> String {
    let help = option.get_long_help().or(option.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut out = String::new();
    let mut sentence = |text: &str| {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(text);
        if !text.ends_with('.') {
            out.push('.');
        }
    };
    help.split("\n\n").for_each(&mut sentence);
    let default = option.get_default_values().first().and_then(|v| v.to_str());
    let default = default.filter(|_| option.get_action().takes_values());
    let values = values(option);
    for value in &values {
        let is_default = if default == Some(value.get_name()) { " (the default)" } else { "" };
        match value.get_help() {
            Some(help) => sentence(&format!("`{}`{is_default}: {help}", value.get_name())),
            None if is_default.is_empty() => {}
            None => sentence(&format!("`{}` is the default", value.get_name())),
        }
    }
    if let (Some(default), true) = (default, values.is_empty()) {
        sentence(&format!("The default is `{default}`"));
    }
    out
}

/// A section for each subcommand. Options that the main command has as well are only named.
fn subcommands(out: &mut String, command: &Command) {
    let text = |a: &Arg| (a.get_long().map(str::to_owned), a.get_help().map(ToString::to_string));
    let known: Vec<_> = command.get_arguments().map(text).collect();
    for (number, sub) in command.get_subcommands().filter(|c| !c.is_hide_set()).enumerate() {
        if number > 0 {
            out.push('\n');
        }
        let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
        let stop = if about.ends_with('.') { "" } else { "." };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "### `bmc {}`\n\n{about}{stop}\n", sub.get_name());
        let is_own = |a: &&Arg| !a.is_positional() && !a.is_hide_set() && a.get_id() != "help";
        let options = sub.get_arguments().filter(is_own);
        let (shared, own): (Vec<&Arg>, Vec<&Arg>) = options.partition(|a| known.contains(&text(a)));
        let shared: Vec<String> = shared.into_iter().map(name).collect();
        if !shared.is_empty() {
            let _ = writeln!(out, "Options as above: {}.\n", shared.join(", "));
        }
        table(out, own.into_iter());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_tell_values_and_defaults() {
        let command = Command::new("bmc")
            .arg(
                Arg::new("a")
                    .long("alpha")
                    .short('a')
                    .value_name("A")
                    .value_parser(["x", "y"])
                    .default_value("y")
                    .help("Letter"),
            )
            .arg(Arg::new("b").long("beta").value_name("N").long_help("Number\n\nMore about it."));
        let mut rows = String::new();
        table(&mut rows, command.get_arguments());
        assert_eq!(
            rows,
            "| option | meaning |\n|---|---|\n| `-a x\\|y`, `--alpha x\\|y` | Letter. `y` is the default. |\n\
             | `--beta N` | Number. More about it. |\n"
        );
    }
}
