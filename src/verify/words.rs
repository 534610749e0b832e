//! Messages of others, as ours have them.

/// What the system says, without its number.
pub(crate) fn io_words(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

/// The first paragraph of a message, in one line.
pub(crate) fn one_line(message: &str) -> String {
    let lines = message.lines().map(str::trim).take_while(|l| !l.is_empty());
    let text = lines.collect::<Vec<_>>().join(" ");
    text.strip_prefix("error: ").unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_the_option_parser_become_one_line() {
        let long = "error: no such thing\n  [possible values: a, b]\n\nUsage: bmc [OPTIONS]\n";
        assert_eq!(one_line(long), "no such thing [possible values: a, b]");
    }
}
