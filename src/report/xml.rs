//! XML documents.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

/// What XML 1.0 can hold: other characters are replaced.
fn admitted(text: &str) -> String {
    let fits = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    text.chars().map(|c| if fits(c) { c } else { '\u{fffd}' }).collect()
}

/// A text for an attribute: one line.
fn line(text: &str) -> String {
    admitted(text).replace(['\n', '\r', '\t'], " ")
}

/// A document that is being written.
pub type Xml = Writer<Vec<u8>>;

/// Begins an element; an empty one ends, too.
pub fn start(xml: &mut Xml, name: &str, attributes: &[(&str, String)], empty: bool) -> std::io::Result<()> {
    let mut element = BytesStart::new(name);
    for (key, value) in attributes {
        element.push_attribute((*key, line(value).as_str()));
    }
    xml.write_event(if empty { Event::Empty(element) } else { Event::Start(element) })
}

/// Ends an element.
pub fn end(xml: &mut Xml, name: &str) -> std::io::Result<()> {
    xml.write_event(Event::End(BytesEnd::new(name)))
}

/// An element with a text.
pub fn element(xml: &mut Xml, name: &str, attributes: &[(&str, String)], text: &str) -> std::io::Result<()> {
    start(xml, name, attributes, false)?;
    xml.write_event(Event::Text(BytesText::new(&admitted(text))))?;
    end(xml, name)
}

/// The beginning of a document.
pub fn open(xml: &mut Xml) -> std::io::Result<()> {
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))
}

/// The text of a document.
pub fn finish(write: impl FnOnce(&mut Xml) -> std::io::Result<()>) -> String {
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
    // A vector takes everything.
    let _ = write(&mut xml);
    String::from_utf8_lossy(&xml.into_inner()).into_owned() + "\n"
}
