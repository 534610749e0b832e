//! Format 1.0 of witnesses: automata in GraphML. `bmc` writes a single path of edges, and reads the shortest path from the
//! entry to a violation.

use std::collections::{HashMap, VecDeque};
use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
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

/// A text without the control characters that XML does not allow.
fn allowed(text: &str) -> String {
    let is_forbidden = |c: char| u32::from(c) < 0x20 && !matches!(c, '\n' | '\t');
    text.chars().map(|c| if is_forbidden(c) { '?' } else { c }).collect()
}

/// Writes the elements of an automaton.
struct GraphWriter(Writer<Vec<u8>>);

impl GraphWriter {
    fn start(&mut self, name: &str, attributes: &[(&str, &str)]) -> io::Result<()> {
        let element = BytesStart::new(name).with_attributes(attributes.iter().copied());
        self.0.write_event(Event::Start(element))
    }

    fn end(&mut self, name: &str) -> io::Result<()> {
        self.0.write_event(Event::End(BytesEnd::new(name)))
    }

    fn empty(&mut self, name: &str, attributes: &[(&str, &str)]) -> io::Result<()> {
        let element = BytesStart::new(name).with_attributes(attributes.iter().copied());
        self.0.write_event(Event::Empty(element))
    }

    fn text(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) -> io::Result<()> {
        self.start(name, attributes)?;
        self.0.write_event(Event::Text(BytesText::new(&allowed(text))))?;
        self.end(name)
    }

    fn data(&mut self, key: &str, value: &str) -> io::Result<()> {
        debug_assert!(KEYS.iter().any(|k| k.0 == key), "{key}");
        self.text("data", &[("key", key)], value)
    }

    fn all_data(&mut self, data: &[(&str, &str)]) -> io::Result<()> {
        data.iter().try_for_each(|(key, value)| self.data(key, value))
    }

    fn node(&mut self, number: usize, data: &[(&str, &str)]) -> io::Result<()> {
        let id = format!("N{number}");
        if data.is_empty() {
            return self.empty("node", &[("id", &id)]);
        }
        self.start("node", &[("id", &id)])?;
        self.all_data(data)?;
        self.end("node")
    }

    fn start_edge(&mut self, from: usize, to: usize) -> io::Result<()> {
        let (source, target) = (format!("N{from}"), format!("N{to}"));
        self.start("edge", &[("source", &source), ("target", &target)])
    }

    fn edge(&mut self, from: usize, waypoint: &Waypoint) -> io::Result<()> {
        self.start_edge(from, from + 1)?;
        if waypoint.location.line > 0 {
            let line = waypoint.location.line.to_string();
            self.all_data(&[("startline", &line), ("endline", &line)])?;
            if let Some(offset) = waypoint.location.offset {
                self.data("startoffset", &offset.to_string())?;
            }
        }
        match &waypoint.requirement {
            Requirement::Assumption(text) => self.data("assumption", &format!("{text};"))?,
            Requirement::Return { callee, relation, value } => {
                self.data("assumption", &format!("\\result {relation} {value};"))?;
                if let Some(callee) = callee {
                    self.data("assumption.resultfunction", callee)?;
                }
            }
            Requirement::Branching(Branch::Holds(holds)) => {
                self.data("control", if *holds { "condition-true" } else { "condition-false" })?;
            }
            Requirement::Enter(Some(name)) => self.data("enterFunction", name)?,
            Requirement::Leave(name) => self.data("returnFromFunction", name)?,
            Requirement::Branching(_) | Requirement::Enter(None) | Requirement::Target => {}
        }
        if let Some(thread) = waypoint.thread {
            self.data("threadId", &thread.to_string())?;
        }
        if let Some(thread) = waypoint.creates {
            self.data("createThread", &thread.to_string())?;
        }
        self.end("edge")
    }

    fn keys(&mut self) -> io::Result<()> {
        for &(name, kind, owner, default) in KEYS {
            let key = [("attr.name", name), ("attr.type", kind), ("for", owner), ("id", name)];
            match default {
                Some(value) => {
                    self.start("key", &key)?;
                    self.text("default", &[], value)?;
                    self.end("key")?;
                }
                None => self.empty("key", &key)?,
            }
        }
        Ok(())
    }

    fn metadata(&mut self, kind: &str, metadata: &Metadata) -> io::Result<()> {
        let first = metadata.inputs.first().cloned().unwrap_or_default();
        self.all_data(&[
            ("witness-type", kind),
            ("sourcecodelang", "C"),
            ("producer", &format!("{} {}", metadata.producer.0, metadata.producer.1)),
            ("specification", &metadata.specification),
            ("programfile", &first.0),
            ("programhash", &first.1),
            ("architecture", &format!("{}bit", metadata.pointer_bits)),
            ("creationtime", &metadata.creation_time),
        ])
    }

    /// A path of nodes that ends in a violation.
    fn violation(&mut self, segments: &[Segment]) -> io::Result<()> {
        self.node(0, &[("entry", "true")])?;
        for (i, segment) in segments.iter().enumerate() {
            let last = i + 1 == segments.len();
            self.node(i + 1, if last { &[("violation", "true")] } else { &[] })?;
            self.edge(i, &segment.follow)?;
        }
        Ok(())
    }

    /// A node for each invariant, which the head of its loop leads to.
    fn correctness(&mut self, invariants: &[Invariant]) -> io::Result<()> {
        self.node(0, &[("entry", "true")])?;
        for (i, invariant) in invariants.iter().enumerate() {
            let mut data = vec![("invariant", invariant.expression.as_str())];
            data.extend(invariant.location.function.as_deref().map(|f| ("invariant.scope", f)));
            self.node(i + 1, &data)?;
            self.start_edge(0, i + 1)?;
            if invariant.of_loop {
                self.data("enterLoopHead", "true")?;
            }
            let line = invariant.location.line.to_string();
            self.all_data(&[("startline", &line), ("endline", &line)])?;
            self.end("edge")?;
        }
        Ok(())
    }

    fn witness(&mut self, witness: &Witness) -> io::Result<()> {
        self.0.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), Some("no"))))?;
        let spaces = [
            ("xmlns", "http://graphml.graphdrawing.org/xmlns"),
            ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
        ];
        self.start("graphml", &spaces)?;
        self.keys()?;
        self.start("graph", &[("edgedefault", "directed")])?;
        match &witness.content {
            Content::Violation(segments) => {
                self.metadata("violation_witness", &witness.metadata)?;
                self.violation(segments)?;
            }
            Content::Correctness(invariants) => {
                self.metadata("correctness_witness", &witness.metadata)?;
                self.correctness(invariants)?;
            }
        }
        self.end("graph")?;
        self.end("graphml")
    }
}

/// The text of a witness.
pub fn write(witness: &Witness) -> String {
    let mut out = GraphWriter(Writer::new_with_indent(Vec::new(), b' ', 2));
    // A vector takes everything.
    let _ = out.witness(witness);
    String::from_utf8_lossy(&out.0.into_inner()).into_owned() + "\n"
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

/// The loop invariants of a correctness witness: those of nodes that an edge to a loop's head leads to. Tools disagree about
/// the place in the source where the invariants of other nodes hold.
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

#[cfg(test)]
mod tests {
    use super::*;

    const EXPRESSION: &str = "a[0] < 'x' && b > \"&\"[0]";

    fn witness(content: Content) -> Witness {
        let inputs = vec![("a&b.c".to_owned(), "0".repeat(64))];
        let metadata = Metadata { inputs, pointer_bits: 64, ..Metadata::default() };
        Witness { metadata, content }
    }

    #[test]
    fn invariants_are_read_again() {
        let location = Location { line: 7, function: Some("f".to_owned()), ..Location::default() };
        let invariant = Invariant { of_loop: true, location, expression: EXPRESSION.to_owned() };
        let content = Content::Correctness(vec![invariant]);
        assert_eq!(read(&write(&witness(content.clone()))).map(|w| w.content), Ok(content));
    }

    #[test]
    fn automata_are_indented_and_escaped() {
        let waypoint = |requirement| Waypoint {
            location: Location { line: 3, offset: Some(20), ..Location::default() },
            requirement,
            automaton: true,
            thread: None,
            creates: None,
        };
        let assumption = Requirement::Assumption(format!("{EXPRESSION}\u{1}"));
        let segments =
            [assumption, Requirement::Target].map(|r| Segment { avoid: Vec::new(), follow: waypoint(r) });
        let text = write(&witness(Content::Violation(segments.to_vec())));
        let start = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<graphml xmlns=";
        assert!(text.starts_with(start), "{text}");
        let edge = "    <edge source=\"N0\" target=\"N1\">
      <data key=\"startline\">3</data>
      <data key=\"endline\">3</data>
      <data key=\"startoffset\">20</data>
      <data key=\"assumption\">";
        assert!(text.contains(edge), "{text}");
        let document = Document::parse(&text).expect("it is XML");
        let mut all = document.descendants();
        let assumption = all.find(|n| n.attribute("key") == Some("assumption")).and_then(|n| n.text());
        assert_eq!(assumption, Some(format!("{EXPRESSION}?;").as_str()));
    }
}
