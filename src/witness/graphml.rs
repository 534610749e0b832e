//! Format 1.0 of witnesses: automata in GraphML. What is written is one path of edges; of what is read the shortest path
//! counts that leads from the entry to a violation.

use std::collections::{HashMap, VecDeque};
use std::fmt::Write;

use roxmltree::{Document, Node};

use super::{Branch, Content, Invariant, Location, Metadata, Requirement, Segment, Waypoint, Witness};

/// The keys that may occur: name, type, what they belong to, default.
const KEYS: &[(&str, &str, &str, Option<&str>)] = &[
    ("witness-type", "string", "graph", None),
    ("sourcecodelang", "string", "graph", None),
    ("producer", "string", "graph", None),
    ("specification", "string", "graph", None),
    ("programfile", "string", "graph", None),
    ("programhash", "string", "graph", None),
    ("architecture", "string", "graph", None),
    ("creationtime", "string", "graph", None),
    ("entry", "boolean", "node", Some("false")),
    ("violation", "boolean", "node", Some("false")),
    ("invariant", "string", "node", None),
    ("invariant.scope", "string", "node", None),
    ("startline", "int", "edge", None),
    ("endline", "int", "edge", None),
    ("startoffset", "int", "edge", None),
    ("control", "string", "edge", None),
    ("enterLoopHead", "boolean", "edge", Some("false")),
    ("enterFunction", "string", "edge", None),
    ("returnFromFunction", "string", "edge", None),
    ("assumption", "string", "edge", None),
    ("assumption.scope", "string", "edge", None),
    ("assumption.resultfunction", "string", "edge", None),
    ("threadId", "string", "edge", None),
    ("createThread", "string", "edge", None),
];

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no other control characters.
            c if u32::from(c) < 0x20 && !matches!(c, '\n' | '\t') => out.push('?'),
            c => out.push(c),
        }
    }
    out
}

struct Lines(String);

impl Lines {
    fn add(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.0.write_fmt(text);
        self.0.push('\n');
    }

    fn data(&mut self, depth: usize, key: &str, value: &str) {
        debug_assert!(KEYS.iter().any(|k| k.0 == key), "{key}");
        let value = escaped(value);
        self.add(format_args!("{:1$}<data key=\"{key}\">{value}</data>", "", 2 * depth));
    }

    fn node(&mut self, number: usize, data: &[(&str, &str)]) {
        if data.is_empty() {
            return self.add(format_args!("    <node id=\"N{number}\"/>"));
        }
        self.add(format_args!("    <node id=\"N{number}\">"));
        data.iter().for_each(|(key, value)| self.data(3, key, value));
        self.add(format_args!("    </node>"));
    }

    fn edge(&mut self, from: usize, waypoint: &Waypoint) {
        self.add(format_args!("    <edge source=\"N{from}\" target=\"N{}\">", from + 1));
        if waypoint.location.line > 0 {
            let line = waypoint.location.line.to_string();
            self.data(3, "startline", &line);
            self.data(3, "endline", &line);
            if let Some(offset) = waypoint.location.offset {
                self.data(3, "startoffset", &offset.to_string());
            }
        }
        match &waypoint.requirement {
            Requirement::Assumption(text) => self.data(3, "assumption", &format!("{text};")),
            Requirement::Return { callee, relation, value } => {
                self.data(3, "assumption", &format!("\\result {relation} {value};"));
                if let Some(callee) = callee {
                    self.data(3, "assumption.resultfunction", callee);
                }
            }
            Requirement::Branching(Branch::Holds(holds)) => {
                self.data(3, "control", if *holds { "condition-true" } else { "condition-false" });
            }
            Requirement::Enter(Some(name)) => self.data(3, "enterFunction", name),
            Requirement::Leave(name) => self.data(3, "returnFromFunction", name),
            Requirement::Branching(_) | Requirement::Enter(None) | Requirement::Target => {}
        }
        if let Some(thread) = waypoint.thread {
            self.data(3, "threadId", &thread.to_string());
        }
        if let Some(thread) = waypoint.creates {
            self.data(3, "createThread", &thread.to_string());
        }
        self.add(format_args!("    </edge>"));
    }
}

/// The text of a witness.
pub fn write(witness: &Witness) -> String {
    let mut out = Lines(String::new());
    out.add(format_args!("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>"));
    out.add(format_args!(
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">"
    ));
    for (name, kind, owner, default) in KEYS {
        let key = format!("<key attr.name=\"{name}\" attr.type=\"{kind}\" for=\"{owner}\" id=\"{name}\"");
        match default {
            Some(value) => out.add(format_args!("  {key}>\n    <default>{value}</default>\n  </key>")),
            None => out.add(format_args!("  {key}/>")),
        }
    }
    out.add(format_args!("  <graph edgedefault=\"directed\">"));
    let metadata = &witness.metadata;
    let first = metadata.inputs.first().cloned().unwrap_or_default();
    let kind = match &witness.content {
        Content::Violation(_) => "violation_witness",
        Content::Correctness(_) => "correctness_witness",
    };
    let producer = format!("{} {}", metadata.producer.0, metadata.producer.1);
    let bits = format!("{}bit", metadata.pointer_bits);
    let about = [
        ("witness-type", kind),
        ("sourcecodelang", "C"),
        ("producer", &producer),
        ("specification", &metadata.specification),
        ("programfile", &first.0),
        ("programhash", &first.1),
        ("architecture", &bits),
        ("creationtime", &metadata.creation_time),
    ];
    about.iter().for_each(|(key, value)| out.data(2, key, value));
    match &witness.content {
        Content::Violation(segments) => {
            out.node(0, &[("entry", "true")]);
            for (i, segment) in segments.iter().enumerate() {
                let last = i + 1 == segments.len();
                out.node(i + 1, if last { &[("violation", "true")] } else { &[] });
                out.edge(i, &segment.follow);
            }
        }
        Content::Correctness(invariants) => correctness(&mut out, invariants),
    }
    out.add(format_args!("  </graph>"));
    out.add(format_args!("</graphml>"));
    out.0
}

/// A node for each invariant, which the head of its loop leads to.
fn correctness(out: &mut Lines, invariants: &[Invariant]) {
    out.node(0, &[("entry", "true")]);
    for (i, invariant) in invariants.iter().enumerate() {
        let mut data = vec![("invariant", invariant.expression.as_str())];
        data.extend(invariant.location.function.as_deref().map(|f| ("invariant.scope", f)));
        out.node(i + 1, &data);
        out.add(format_args!("    <edge source=\"N0\" target=\"N{}\">", i + 1));
        if invariant.of_loop {
            out.data(3, "enterLoopHead", "true");
        }
        let line = invariant.location.line.to_string();
        out.data(3, "startline", &line);
        out.data(3, "endline", &line);
        out.add(format_args!("    </edge>"));
    }
}

type Data = HashMap<String, String>;

fn data(node: Node<'_, '_>) -> Data {
    let children = node.children().filter(|n| n.has_tag_name_anywhere("data"));
    let pair = |n: Node<'_, '_>| {
        let key = n.attribute("key")?.to_owned();
        Some((key, n.text().unwrap_or_default().trim().to_owned()))
    };
    children.filter_map(pair).collect()
}

/// Names of elements whatever their name space, which some tools leave out.
trait Named {
    fn has_tag_name_anywhere(&self, name: &str) -> bool;
}

impl Named for Node<'_, '_> {
    fn has_tag_name_anywhere(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

struct Edge {
    to: String,
    data: Data,
}

/// The invariants of a correctness witness that are claimed of loops: those of nodes that are come to at a loop's head. What
/// holds at other nodes has no place in the source that all tools agree about.
fn invariants(graph: Node<'_, '_>) -> Vec<Invariant> {
    let (mut nodes, mut found): (HashMap<String, Data>, Vec<Invariant>) = (HashMap::new(), Vec::new());
    for node in graph.children().filter(|n| n.has_tag_name_anywhere("node")) {
        nodes.insert(node.attribute("id").unwrap_or_default().to_owned(), data(node));
    }
    for edge in graph.children().filter(|n| n.has_tag_name_anywhere("edge")) {
        let (about, to) = (data(edge), edge.attribute("target").and_then(|id| nodes.get(id)));
        let is_head = about.get("enterLoopHead").is_some_and(|v| v == "true");
        let line = about.get("startline").and_then(|line| line.parse().ok());
        let (Some(line), true, Some(node)) = (line, is_head, to) else { continue };
        let Some(expression) = node.get("invariant").cloned() else { continue };
        let function = node.get("invariant.scope").cloned();
        let location = Location { line, function, ..Location::default() };
        let invariant = Invariant { of_loop: true, location, expression };
        if !found.contains(&invariant) {
            found.push(invariant);
        }
    }
    found
}

/// What an edge asks for.
fn requirements(data: &Data) -> Vec<Requirement> {
    let mut all = Vec::new();
    match data.get("control").map(String::as_str) {
        Some("condition-true") => all.push(Requirement::Branching(Branch::Holds(true))),
        Some("condition-false") => all.push(Requirement::Branching(Branch::Holds(false))),
        _ => {}
    }
    if let Some(name) = data.get("enterFunction") {
        all.push(Requirement::Enter(Some(name.clone())));
    }
    if let Some(text) = data.get("assumption") {
        let parts = text.split(';').map(str::trim).filter(|p| !p.is_empty());
        for part in parts {
            let result = part.strip_prefix("\\result").map(str::trim_start);
            let relation =
                |r: &str| ["==", "!=", "<=", ">=", "<", ">"].into_iter().find(|w| r.starts_with(w));
            match (result, result.and_then(relation), data.get("assumption.resultfunction")) {
                (Some(rest), Some(relation), Some(callee)) => all.push(Requirement::Return {
                    callee: Some(callee.clone()),
                    relation: relation.to_owned(),
                    value: rest[relation.len()..].trim().to_owned(),
                }),
                (Some(_), ..) => {}
                (None, ..) => all.push(Requirement::Assumption(part.to_owned())),
            }
        }
    }
    all
}

/// Reads a witness.
///
/// # Errors
/// In words.
pub fn read(text: &str) -> Result<Witness, String> {
    let document = Document::parse(text).map_err(|error| error.to_string())?;
    let graph = document.descendants().find(|n| n.has_tag_name_anywhere("graph")).ok_or("no graph")?;
    let about = data(graph);
    let get = |key: &str| about.get(key).cloned().unwrap_or_default();
    let metadata = Metadata {
        uuid: String::new(),
        creation_time: get("creationtime"),
        producer: (get("producer"), String::new()),
        command_line: None,
        inputs: vec![(get("programfile"), get("programhash"))],
        specification: get("specification"),
        pointer_bits: if get("architecture") == "32bit" { 32 } else { 64 },
    };
    if get("witness-type") == "correctness_witness" {
        return Ok(Witness { metadata, content: Content::Correctness(invariants(graph)) });
    }
    let mut marked: HashMap<String, Data> = HashMap::new();
    let mut edges: HashMap<String, Vec<Edge>> = HashMap::new();
    let mut entry = None;
    for node in graph.children() {
        if node.has_tag_name_anywhere("node") {
            let id = node.attribute("id").ok_or("a node without id")?.to_owned();
            let data = data(node);
            if data.get("entry").is_some_and(|v| v == "true") {
                entry = Some(id.clone());
            }
            marked.insert(id, data);
        } else if node.has_tag_name_anywhere("edge") {
            let end = |key| node.attribute(key).map(str::to_owned).ok_or("an edge without ends");
            edges.entry(end("source")?).or_default().push(Edge { to: end("target")?, data: data(node) });
        }
    }
    let entry = entry.ok_or("no entry node")?;
    let is = |id: &String, key: &str| marked.get(id).and_then(|d| d.get(key)).is_some_and(|v| v == "true");
    // Breadth first: how each node was reached.
    let mut reached: HashMap<String, (String, &Edge)> = HashMap::new();
    let mut open = VecDeque::from([entry.clone()]);
    let mut end = None;
    while let Some(id) = open.pop_front() {
        if is(&id, "violation") {
            end = Some(id);
            break;
        }
        for edge in edges.get(&id).into_iter().flatten() {
            if edge.to != entry && !is(&edge.to, "sink") && !reached.contains_key(&edge.to) {
                reached.insert(edge.to.clone(), (id.clone(), edge));
                open.push_back(edge.to.clone());
            }
        }
    }
    let mut at = end.ok_or("no path leads to a violation")?;
    let mut path = Vec::new();
    while let Some((from, edge)) = reached.get(&at) {
        path.push(*edge);
        at = from.clone();
    }
    path.reverse();
    let mut segments = Vec::new();
    let mut target = Location { file: metadata.inputs[0].0.clone(), ..Location::default() };
    for edge in path {
        let line = edge.data.get("startline").and_then(|l| l.parse().ok());
        let number = |key: &str| edge.data.get(key).and_then(|t| t.parse().ok());
        let function = edge.data.get("assumption.scope").cloned();
        target.line = line.unwrap_or(0);
        target.offset = number("startoffset");
        let location = Location { function, ..target.clone() };
        if line.is_none() {
            continue;
        }
        for requirement in requirements(&edge.data) {
            // An assumption holds behind the statement here, and before it in format 2.0: it is left out where it may be
            // meant for another moment.
            if matches!(requirement, Requirement::Assumption(_)) {
                continue;
            }
            let (thread, creates) = (number("threadId"), number("createThread"));
            let follow =
                Waypoint { requirement, location: location.clone(), automaton: true, thread, creates };
            segments.push(Segment { avoid: Vec::new(), follow });
        }
    }
    let (requirement, location) = (Requirement::Target, target);
    let follow = Waypoint { requirement, location, automaton: true, thread: None, creates: None };
    segments.push(Segment { avoid: Vec::new(), follow });
    Ok(Witness { metadata, content: Content::Violation(segments) })
}
