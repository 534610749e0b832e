//! Format 2.0 of witnesses.

use std::fmt::Write;

use yaml_rust2::{Yaml, YamlLoader};

use super::{Branch, Content, Invariant, Location, Metadata, Requirement, Segment, Waypoint, Witness};

/// A string between quotation marks.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if u32::from(c) < 0x20 || u32::from(c) == 0x7f => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\x{:02x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// YamlWriter, indented.
struct YamlWriter(String);

impl YamlWriter {
    fn add(&mut self, depth: usize, text: impl AsRef<str>) {
        for _ in 0..depth {
            self.0.push_str("  ");
        }
        self.0.push_str(text.as_ref());
        self.0.push('\n');
    }

    fn pair(&mut self, depth: usize, key: &str, value: &str) {
        self.add(depth, format!("{key}: {}", quoted(value)));
    }

    fn metadata(&mut self, metadata: &Metadata) {
        self.add(1, "metadata:");
        self.pair(2, "format_version", "2.0");
        self.pair(2, "uuid", &metadata.uuid);
        self.pair(2, "creation_time", &metadata.creation_time);
        self.add(2, "producer:");
        self.pair(3, "name", &metadata.producer.0);
        self.pair(3, "version", &metadata.producer.1);
        if let Some(command) = &metadata.command_line {
            self.pair(3, "command_line", command);
        }
        self.add(2, "task:");
        self.add(3, "input_files:");
        for (name, _) in &metadata.inputs {
            self.add(4, format!("- {}", quoted(name)));
        }
        self.add(3, "input_file_hashes:");
        for (name, hash) in &metadata.inputs {
            self.add(4, format!("{}: {}", quoted(name), quoted(hash)));
        }
        self.pair(3, "specification", &metadata.specification);
        self.pair(3, "data_model", if metadata.pointer_bits == 32 { "ILP32" } else { "LP64" });
        self.pair(3, "language", "C");
    }

    fn location(&mut self, depth: usize, location: &Location) {
        self.add(depth, "location:");
        self.pair(depth + 1, "file_name", &location.file);
        self.add(depth + 1, format!("line: {}", location.line));
        if let Some(column) = location.column {
            self.add(depth + 1, format!("column: {column}"));
        }
        if let Some(function) = &location.function {
            self.pair(depth + 1, "function", function);
        }
    }

    fn waypoint(&mut self, waypoint: &Waypoint, action: &str) {
        let constraint: Option<(String, Option<&str>)> = match &waypoint.requirement {
            Requirement::Assumption(text) => Some((text.clone(), Some("c_expression"))),
            Requirement::Branching(Branch::Holds(holds)) => Some((holds.to_string(), None)),
            Requirement::Branching(Branch::Case(value)) => Some((value.clone(), None)),
            Requirement::Branching(Branch::Default) => Some(("default".to_owned(), None)),
            Requirement::Return { relation, value, .. } => {
                Some((format!("\\result {relation} {value}"), Some("acsl_expression")))
            }
            Requirement::Enter(_) | Requirement::Leave(_) | Requirement::Target => None,
        };
        let name = match &waypoint.requirement {
            Requirement::Assumption(_) => "assumption",
            Requirement::Branching(_) => "branching",
            Requirement::Enter(_) => "function_enter",
            Requirement::Return { .. } => "function_return",
            // The format has no such waypoint.
            Requirement::Leave(_) => return,
            Requirement::Target => "target",
        };
        self.add(2, "  - waypoint:");
        self.pair(5, "type", name);
        self.pair(5, "action", action);
        if let Some((value, format)) = constraint {
            self.add(5, "constraint:");
            self.pair(6, "value", &value);
            if let Some(format) = format {
                self.pair(6, "format", format);
            }
        }
        self.location(5, &waypoint.location);
    }
}

/// The text of a witness.
pub fn write(witness: &Witness) -> String {
    let mut out = YamlWriter(String::new());
    match &witness.content {
        Content::Violation(segments) => {
            out.add(0, "- entry_type: \"violation_sequence\"");
            out.metadata(&witness.metadata);
            out.add(1, "content:");
            let written = segments.iter().filter(|s| !matches!(s.follow.requirement, Requirement::Leave(_)));
            for segment in written {
                out.add(2, "- segment:");
                for waypoint in &segment.avoid {
                    out.waypoint(waypoint, "avoid");
                }
                out.waypoint(&segment.follow, "follow");
            }
        }
        Content::Correctness(invariants) => {
            out.add(0, "- entry_type: \"invariant_set\"");
            out.metadata(&witness.metadata);
            out.add(1, if invariants.is_empty() { "content: []" } else { "content:" });
            for invariant in invariants {
                out.add(2, "- invariant:");
                out.pair(4, "type", if invariant.of_loop { "loop_invariant" } else { "location_invariant" });
                out.location(4, &invariant.location);
                out.pair(4, "value", &invariant.expression);
                out.pair(4, "format", "c_expression");
            }
        }
    }
    out.0
}

/// What is missing or strange.
type Error = String;

fn text(node: &Yaml) -> Option<String> {
    match node {
        Yaml::String(text) | Yaml::Real(text) => Some(text.clone()),
        Yaml::Integer(number) => Some(number.to_string()),
        Yaml::Boolean(value) => Some(value.to_string()),
        _ => None,
    }
}

fn required(node: &Yaml, key: &str) -> Result<String, Error> {
    text(&node[key]).ok_or_else(|| format!("`{key}` is missing"))
}

fn location(node: &Yaml) -> Result<Location, Error> {
    let number = |key: &str| node[key].as_i64().and_then(|n| u32::try_from(n).ok());
    Ok(Location {
        file: required(node, "file_name")?,
        line: number("line").ok_or("`line` is no number")?,
        column: number("column"),
        offset: None,
        function: text(&node["function"]),
    })
}

fn metadata(node: &Yaml) -> Result<Metadata, Error> {
    let (producer, task) = (&node["producer"], &node["task"]);
    let files: Vec<String> = match &task["input_files"] {
        Yaml::Array(files) => files.iter().filter_map(text).collect(),
        one => text(one).into_iter().collect(),
    };
    let hash = |name: &String| text(&task["input_file_hashes"][name.as_str()]).unwrap_or_default();
    let model = text(&task["data_model"]).unwrap_or_default();
    Ok(Metadata {
        uuid: text(&node["uuid"]).unwrap_or_default(),
        creation_time: text(&node["creation_time"]).unwrap_or_default(),
        producer: (
            text(&producer["name"]).unwrap_or_default(),
            text(&producer["version"]).unwrap_or_default(),
        ),
        command_line: text(&producer["command_line"]),
        inputs: files.into_iter().map(|name| (name.clone(), hash(&name))).collect(),
        specification: text(&task["specification"]).unwrap_or_default(),
        pointer_bits: if model == "ILP32" || model == "32bit" { 32 } else { 64 },
    })
}

/// `\result < 5` as its relation and the constant.
fn relation(text: &str) -> Option<(String, String)> {
    let rest = text.trim().strip_prefix("\\result")?.trim_start();
    let relation = ["==", "!=", "<=", ">=", "<", ">"].into_iter().find(|r| rest.starts_with(r))?;
    Some((relation.to_owned(), rest[relation.len()..].trim().to_owned()))
}

fn requirement(node: &Yaml) -> Result<Requirement, Error> {
    let value = || required(&node["constraint"], "value");
    Ok(match required(node, "type")?.as_str() {
        "assumption" => Requirement::Assumption(value()?),
        "branching" => Requirement::Branching(match value()?.as_str() {
            "true" => Branch::Holds(true),
            "false" => Branch::Holds(false),
            "default" => Branch::Default,
            other => Branch::Case(other.to_owned()),
        }),
        "function_enter" => Requirement::Enter(None),
        "function_return" => {
            let (relation, value) =
                relation(&value()?).ok_or("a constraint on `\\result` is not understood")?;
            Requirement::Return { callee: None, relation, value }
        }
        "target" => Requirement::Target,
        other => return Err(format!("a waypoint of type `{other}` is not understood")),
    })
}

/// The waypoint of an entry with its action.
fn waypoint(node: &Yaml) -> Result<(String, Waypoint), Error> {
    let node = &node["waypoint"];
    let waypoint = Waypoint {
        requirement: requirement(node)?,
        location: location(&node["location"])?,
        automaton: false,
        thread: None,
        creates: None,
    };
    Ok((required(node, "action")?, waypoint))
}

fn segment(node: &Yaml) -> Result<Segment, Error> {
    let list = node["segment"].as_vec().ok_or("`segment` is no list")?;
    let mut all = list.iter().map(waypoint).collect::<Result<Vec<_>, Error>>()?;
    let (action, follow) = all.pop().ok_or("a segment has no waypoint")?;
    if action != "follow" || all.iter().any(|w| w.0 != "avoid") {
        return Err("a segment is not some waypoints to avoid and then one to follow".to_owned());
    }
    Ok(Segment { avoid: all.into_iter().map(|w| w.1).collect(), follow })
}

fn invariant(node: &Yaml) -> Result<Invariant, Error> {
    let node = &node["invariant"];
    Ok(Invariant {
        of_loop: required(node, "type")? == "loop_invariant",
        location: location(&node["location"])?,
        expression: required(node, "value")?,
    })
}

/// Reads the first entry of a witness.
///
/// # Errors
/// In words.
pub fn read(source: &str) -> Result<Witness, Error> {
    let documents = YamlLoader::load_from_str(source).map_err(|error| error.to_string())?;
    let entry = documents.first().and_then(|d| d.as_vec()).and_then(|list| list.first());
    let entry = entry.ok_or("no list of entries")?;
    let metadata = metadata(&entry["metadata"])?;
    let list: &[Yaml] = match &entry["content"] {
        Yaml::Array(list) => list,
        Yaml::Null | Yaml::BadValue => &[],
        _ => return Err("`content` is no list".to_owned()),
    };
    let content = match required(entry, "entry_type")?.as_str() {
        "violation_sequence" => {
            let segments = list.iter().map(segment).collect::<Result<Vec<_>, Error>>()?;
            let target = |s: &Segment| s.follow.requirement == Requirement::Target;
            if segments.iter().rposition(|s| !target(s)).map_or(0, |n| n + 1) + 1 != segments.len() {
                return Err("not exactly the last segment ends with the target".to_owned());
            }
            Content::Violation(segments)
        }
        "invariant_set" => Content::Correctness(list.iter().map(invariant).collect::<Result<_, _>>()?),
        other => return Err(format!("an entry of type `{other}` is not understood")),
    };
    Ok(Witness { metadata, content })
}
