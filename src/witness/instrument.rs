//! Instruments a program with a witness: its sources get calls that follow the witness as an automaton over waypoints. The C
//! compiler resolves names and types; `models/witness.c` has the automaton's state, the number of the segment.
//!
//! A segment ends with the first evaluation at its place that passes. **Strictly**, the first evaluation at the place must
//! pass: other runs are discarded. A value that a waypoint names replaces the returned one, which makes no difference in the
//! remaining runs but keeps evaluations concrete. Otherwise an evaluation that does not pass has no effect. Every run that is
//! found strictly is one that the witness describes. If none is found strictly, this shows little.

use std::collections::BTreeMap;

use super::source::{Control, Decision, Range, Source};
use super::{Branch, Location, Requirement, Segment, Waypoint};

/// A text with insertions, none of which has a line break.
#[derive(Debug)]
pub struct Instrumented {
    /// The text.
    pub text: String,
    /// By line: columns of insertions in the original text, and their lengths, in order.
    inserted: BTreeMap<u32, Vec<(u32, u32)>>,
}

impl Instrumented {
    /// The column in the original text; of what was inserted, the one where it was.
    pub fn original_column(&self, line: u32, column: u32) -> u32 {
        let mut shift = 0;
        for &(at, length) in self.inserted.get(&line).into_iter().flatten() {
            if column < at + shift {
                break;
            }
            if column < at + shift + length {
                return at;
            }
            shift += length;
        }
        column - shift
    }
}

/// Where the property is to be violated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// Anywhere.
    Anywhere,
    /// In these places of a source: its number, and lines with columns from and to.
    Within(usize, (u32, u32), (u32, u32)),
}

/// A witness laid over sources.
#[derive(Debug)]
pub struct Laid {
    /// One for each source.
    pub sources: Vec<Instrumented>,
    /// Segments before the last one.
    pub count: u32,
    /// Where the last one ends.
    pub target: Target,
}

/// A place of a source where code is added that follows a waypoint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Hook {
    /// Before the statement of these tokens, which stands in a compound statement or not.
    Statement(Range, bool),
    /// A branching by the number of its keyword.
    Branching(usize),
    /// A call by its tokens: the first one, and the parentheses.
    Returned(usize, Range),
    /// The same, before it.
    Entered(usize, Range),
}

/// What happens at a spot, in the segment of that number.
struct Passing<'w> {
    segment: usize,
    avoid: bool,
    requirement: &'w Requirement,
}

/// An insertion: offset, whether it ends what is there, how near to it.
type Key = (usize, bool, i64);

/// Most segments at one place that are distinguished one by one.
const FEW: usize = 8;

/// The insertions into a source.
pub(super) struct Texts<'s> {
    source: &'s Source,
    insertions: Vec<(Key, String)>,
    strict: bool,
}

/// The source that a witness' file name means.
pub(super) fn file(sources: &[Source], name: &str) -> Option<usize> {
    let base = |n: &str| n.rsplit('/').next().unwrap_or_default().to_owned();
    let same = sources.iter().position(|s| s.name == name);
    let same = same.or_else(|| sources.iter().position(|s| base(&s.name) == base(name)));
    // Validators are given programs under other names.
    same.or((sources.len() == 1).then_some(0))
}

/// Whether a token is exactly at a location.
fn exact(source: &Source, at: &Location, token: usize) -> bool {
    match at.offset {
        Some(offset) => source.tokens[token].start == offset as usize,
        None => Some(source.position(token).1) == at.column,
    }
}

/// What suits at a location: at its column, or leftmost on its line.
pub(super) fn suits<T: Copy>(
    source: &Source,
    at: &Location,
    all: impl Iterator<Item = (usize, T)>,
) -> Option<T> {
    let on = source.tokens_on(at.line);
    let mut here: Vec<(usize, T)> = all.filter(|c| (on.0..on.1).contains(&c.0)).collect();
    here.sort_by_key(|c| c.0);
    here.iter().find(|c| exact(source, at, c.0)).or(here.first()).map(|c| c.1)
}

/// The spots of a waypoint: one, or all that an automaton may mean, which names lines.
fn spots(source: &Source, waypoint: &Waypoint) -> Vec<Hook> {
    let at = &waypoint.location;
    match &waypoint.requirement {
        Requirement::Assumption(_) => {
            let all = source.statements.iter().map(|s| (s.range.0, s));
            suits(source, at, all).map(|s| Hook::Statement(s.range, s.in_compound)).into_iter().collect()
        }
        Requirement::Branching(_) => {
            let all = source.controls.iter().flat_map(|c| [(c.keyword, c.keyword), (c.start, c.keyword)]);
            suits(source, at, all).map(Hook::Branching).into_iter().collect()
        }
        Requirement::Enter(callee) | Requirement::Return { callee, .. } => {
            let on = source.tokens_on(at.line);
            let calls = (on.0..on.1).filter(|&t| source.word(t) == ")").filter_map(|close| {
                let (start, open) = source.call(close)?;
                let named = callee.as_ref().is_none_or(|name| source.word(open - 1) == name);
                // A definition is none.
                let named = named && source.statement_around(start).is_some();
                named.then_some((close, (start, (open, close))))
            });
            let calls: Vec<_> = calls.collect();
            // Some tools name the start of the call.
            let starts: Vec<_> = calls.iter().map(|c| (c.1.0, c.1)).collect();
            let found =
                [&calls, &starts].into_iter().find(|list| list.iter().any(|c| exact(source, at, c.0)));
            let chosen: Vec<_> = match (found, callee) {
                (None, Some(_)) => calls.iter().map(|c| c.1).collect(),
                (list, _) => suits(source, at, list.unwrap_or(&starts).iter().copied()).into_iter().collect(),
            };
            let spot = |call: (usize, Range)| match &waypoint.requirement {
                Requirement::Enter(_) => Hook::Entered(call.0, call.1),
                _ => Hook::Returned(call.0, call.1),
            };
            chosen.into_iter().map(spot).collect()
        }
        Requirement::Leave(_) | Requirement::Target => Vec::new(),
    }
}

/// Whether a waypoint of an automaton says nothing that is sure here: a call by a pointer, a part of a condition.
fn is_unsure(sources: &[Source], waypoint: &Waypoint, spots: &[(usize, Hook)]) -> bool {
    let by_line = waypoint.location.column.is_none() && waypoint.location.offset.is_none();
    match (&waypoint.requirement, spots) {
        (Requirement::Enter(Some(_)), []) => true,
        (Requirement::Branching(_), [(number, Hook::Branching(keyword))])
            if waypoint.automaton && by_line =>
        {
            let source = &sources[*number];
            let control = source.controls.iter().find(|c| c.keyword == *keyword);
            let condition = control.map_or((0, 0), |c| c.condition);
            (condition.0..condition.1).any(|t| matches!(source.word(t), "&&" | "||" | "?"))
        }
        _ => false,
    }
}

/// Whether a text is one C expression and shows no effect; those that macros and parentheses hide show in its instructions.
pub(super) fn harmless(text: &str) -> bool {
    let lexed = super::lex::lex(text);
    let words: Vec<&str> = lexed.tokens.iter().map(|t| &text[t.start..t.end]).collect();
    let effect = |w: &&str| {
        let assigns = w.ends_with('=') && !matches!(*w, "==" | "!=" | "<=" | ">=");
        assigns || matches!(*w, ";" | "{" | "}" | "++" | "--" | "#" | "##" | "\\")
    };
    let calls = words.windows(2).any(|w| {
        let name = w[0].starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        name && w[1] == "(" && !matches!(w[0], "sizeof" | "_Alignof")
    });
    let mut depth = 0i32;
    let balanced = words.iter().all(|w| {
        depth += i32::from(matches!(*w, "(" | "[")) - i32::from(matches!(*w, ")" | "]"));
        depth >= 0
    });
    let line = !text.contains('\n') && !text.contains("//") && !text.contains("/*");
    !words.is_empty() && line && balanced && depth == 0 && !calls && !words.iter().any(effect)
}

impl<'s> Texts<'s> {
    /// None yet.
    pub(super) fn new(source: &'s Source, strict: bool) -> Texts<'s> {
        Texts { source, insertions: Vec::new(), strict }
    }

    /// Puts a text before a token.
    pub(super) fn before(&mut self, token: usize, text: String) {
        let at = self.start(token);
        self.insertions.push(((at, true, 0), text));
    }

    fn start(&self, token: usize) -> usize {
        self.source.tokens.get(token).map_or(self.source.text.len(), |t| t.start)
    }

    fn end(&self, token: usize) -> usize {
        self.source.tokens.get(token).map_or(self.source.text.len(), |t| t.end)
    }

    /// Puts texts around some tokens; what is nearer to them comes later.
    pub(super) fn around(&mut self, (from, to): Range, near: i64, before: String, after: String) {
        let (start, end) = (self.start(from), self.end(to - 1));
        self.insertions.push(((start, true, near), before));
        self.insertions.push(((end, false, -near), after));
    }

    /// The cases in which something happens, with `condition` for each.
    fn cases(&self, passings: &[Passing<'_>], condition: &dyn Fn(&Requirement) -> Option<String>) -> String {
        let mut out = "extern unsigned __bmc_waypoint(void);extern int __bmc_passes(int,int);\
                       extern void __bmc_avoids(int);extern void __bmc_waypoint_end(void);"
            .to_owned();
        let mut by_segment: BTreeMap<usize, String> = BTreeMap::new();
        // What is to be avoided first.
        for avoid in [true, false] {
            for passing in passings.iter().filter(|p| p.avoid == avoid) {
                let Some(text) = condition(passing.requirement) else { continue };
                let to = by_segment.entry(passing.segment).or_default();
                if avoid {
                    to.push_str(&format!("__bmc_avoids({text});"));
                    continue;
                }
                let pass = format!("__bmc_passes({},{text})", i32::from(self.strict));
                match passing.requirement {
                    Requirement::Return { relation, value, .. } if relation == "==" => {
                        to.push_str(&format!("if({pass})__bmc_v=({value});"));
                    }
                    _ => to.push_str(&format!("{pass};")),
                }
            }
        }
        let (first, last) = (by_segment.keys().next().copied(), by_segment.keys().next_back().copied());
        let mut texts: Vec<&String> = by_segment.values().collect();
        texts.sort();
        texts.dedup();
        if let (Some(first), Some(last)) = (first, last)
            && by_segment.len() > FEW
        {
            // A table costs the same for each segment.
            let number = |segment| {
                let text = by_segment.get(&segment);
                text.and_then(|t| texts.binary_search(&t).ok()).map_or(0, |i| i + 1).to_string()
            };
            let table: Vec<String> = (first..=last).map(number).collect();
            let table = table.join(",");
            out.push_str(&format!("__attribute__((nodebug))static const unsigned __bmc_t[]={{{table}}};__attribute__((nodebug))unsigned __bmc_k=__bmc_waypoint();"));
            out.push_str(&format!("switch(__bmc_k>={first}&&__bmc_k<={last}?__bmc_t[__bmc_k-{first}]:0){{"));
            for (i, text) in texts.iter().enumerate() {
                out.push_str(&format!("case {}:{text}break;", i + 1));
            }
        } else {
            out.push_str("switch(__bmc_waypoint()){");
            for (segment, text) in &by_segment {
                out.push_str(&format!("case {segment}:{text}break;"));
            }
        }
        out.push_str("}__bmc_waypoint_end();");
        format!("{{{out}}}")
    }

    fn lay(&mut self, spot: Hook, passings: &[Passing<'_>]) {
        match spot {
            Hook::Statement(range, in_compound) => {
                let text = self.cases(passings, &|r| match r {
                    Requirement::Assumption(text) => Some(format!("!!({text})")),
                    _ => None,
                });
                if in_compound {
                    let at = self.start(range.0);
                    self.insertions.push(((at, true, 0), format!("{{{text}}}")));
                } else {
                    self.around(range, 0, format!("{{{{{text}}}"), "}".to_owned());
                }
            }
            Hook::Branching(keyword) => {
                let Some(control) = self.source.controls.iter().find(|c| c.keyword == keyword).cloned()
                else {
                    return;
                };
                self.branching(&control, passings);
            }
            Hook::Returned(start, (_, close)) => {
                let text = self.cases(passings, &|r| match r {
                    Requirement::Return { relation, value, .. } => {
                        Some(format!("__bmc_v {relation} ({value})"))
                    }
                    _ => None,
                });
                let before = "({__attribute__((nodebug))__auto_type __bmc_v=(".to_owned();
                self.around((start, close + 1), 3, before, format!(");{text}__bmc_v;}})"));
            }
            Hook::Entered(start, (open, close)) => {
                let text =
                    self.cases(passings, &|r| matches!(r, Requirement::Enter(_)).then(|| "1".to_owned()));
                let empty = open + 1 == close;
                if empty {
                    self.around((start, close + 1), 2, format!("({{{text}"), ";})".to_owned());
                } else {
                    let mut last = open + 1;
                    let mut i = last;
                    while i < close {
                        if self.source.word(i) == "," {
                            last = i + 1;
                        }
                        i = self.source.partner(i).filter(|&p| p > i).unwrap_or(i) + 1;
                    }
                    let before = "({__attribute__((nodebug))__auto_type __bmc_a=(".to_owned();
                    self.around((last, close), 2, before, format!(");{text}__bmc_a;}})"));
                }
            }
        }
    }

    fn branching(&mut self, control: &Control, passings: &[Passing<'_>]) {
        let labels = self.source.cases(control);
        let one = |text: &str| format!("(__bmc_c==({text}))");
        let matched: Vec<String> = labels
            .iter()
            .map(|(low, high)| match high {
                Some(high) => {
                    let (low, high) = (self.source.slice(*low), self.source.slice(*high));
                    format!("(__bmc_c>=({low})&&__bmc_c<=({high}))")
                }
                None => one(self.source.slice(*low)),
            })
            .map(|text| text.replace('\n', " "))
            .collect();
        let any = if matched.is_empty() { "0".to_owned() } else { matched.join("||") };
        let text = self.cases(passings, &|r| match r {
            Requirement::Branching(Branch::Holds(true)) => Some("!!__bmc_c".to_owned()),
            Requirement::Branching(Branch::Holds(false)) => Some("!__bmc_c".to_owned()),
            Requirement::Branching(Branch::Case(value)) => Some(one(value)),
            Requirement::Branching(Branch::Default) => Some(format!("!({any})")),
            _ => None,
        });
        let (from, to) = control.condition;
        if from == to {
            let at = self.start(to);
            self.insertions
                .push(((at, true, 0), format!("({{__attribute__((nodebug))int __bmc_c=1;{text}__bmc_c;}})")));
            return;
        }
        let before = match control.decision {
            Decision::Switch => "({__attribute__((nodebug))__auto_type __bmc_c=+(",
            _ => "({__attribute__((nodebug))int __bmc_c=!!(",
        };
        self.around((from, to), 1, before.to_owned(), format!(");{text}__bmc_c;}})"));
    }

    /// The text with them.
    pub(super) fn build(mut self) -> Instrumented {
        self.insertions.sort_by_key(|i| i.0);
        let text = &self.source.text;
        let (mut out, mut at) = (String::new(), 0);
        let mut inserted: BTreeMap<u32, Vec<(u32, u32)>> = BTreeMap::new();
        let starts: Vec<usize> = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|b| b.1 == b'\n').map(|b| b.0 + 1))
            .collect();
        for ((offset, ..), inserts) in &self.insertions {
            out.push_str(&text[at..*offset]);
            out.push_str(inserts);
            at = *offset;
            let line = starts.partition_point(|s| s <= offset);
            let column = (offset - starts[line - 1] + 1) as u32;
            inserted.entry(line as u32).or_default().push((column, inserts.len() as u32));
        }
        out.push_str(&text[at..]);
        Instrumented { text: out, inserted }
    }
}

/// The places of the statement or full expression that begins at a location, or else of its line.
fn target(sources: &[Source], at: &Location) -> Target {
    let (Some(number), true) = (file(sources, &at.file), at.line > 0) else { return Target::Anywhere };
    let source = &sources[number];
    let conditions = source.controls.iter().map(|c| c.condition).filter(|c| c.0 < c.1);
    let steps = source.controls.iter().map(|c| c.step).filter(|s| s.0 < s.1);
    let all: Vec<Range> = source.statements.iter().map(|s| s.first).chain(conditions).chain(steps).collect();
    let begins = |r: &&Range| match at.offset {
        Some(offset) => source.tokens[r.0].start == offset as usize,
        None => source.position(r.0) == (at.line, at.column.unwrap_or(0)),
    };
    let whole = Target::Within(number, (at.line, 0), (at.line, u32::MAX));
    let on_line = || {
        // All that begins on the line, to its end.
        let here = all.iter().filter(|r| source.position(r.0).0 == at.line);
        let last = here.map(|r| source.position(r.1 - 1)).max();
        last.map(|end| Target::Within(number, (at.line, 0), (end.0.max(at.line), u32::MAX)))
    };
    match all.iter().filter(begins).max_by_key(|r| r.1) {
        Some(r) => {
            let (line, column) = source.position(r.1 - 1);
            Target::Within(number, source.position(r.0), (line, column + source.word(r.1 - 1).len() as u32))
        }
        None => on_line().unwrap_or(whole),
    }
}

/// Lays a witness over sources.
///
/// # Errors
/// In words, where a waypoint has no place in them.
pub fn lay(sources: &[Source], segments: &[Segment], strict: bool) -> Result<Laid, String> {
    let mut laid: BTreeMap<(usize, Hook), Vec<Passing<'_>>> = BTreeMap::new();
    let last = segments.last().ok_or("the witness has no segment")?;
    let place = |waypoint: &Waypoint| -> Result<Vec<(usize, Hook)>, String> {
        let at = &waypoint.location;
        if matches!(waypoint.requirement, Requirement::Leave(_) | Requirement::Target) {
            return Ok(Vec::new());
        }
        let number = file(sources, &at.file).ok_or_else(|| format!("{}: not among the inputs", at.file))?;
        let spots: Vec<(usize, Hook)> =
            spots(&sources[number], waypoint).into_iter().map(|s| (number, s)).collect();
        if is_unsure(sources, waypoint, &spots) {
            return Ok(Vec::new());
        }
        if spots.is_empty() {
            return Err(format!("{}:{}: nothing there suits a waypoint", at.file, at.line));
        }
        let texts = match &waypoint.requirement {
            Requirement::Assumption(text) | Requirement::Branching(Branch::Case(text)) => Some(text),
            Requirement::Return { value, .. } => Some(value),
            _ => None,
        };
        match texts.filter(|t| !harmless(t)) {
            Some(text) => Err(format!("{}:{}: `{text}` is no expression without effects", at.file, at.line)),
            None => Ok(spots),
        }
    };
    let mut segment = 0;
    for part in segments {
        for waypoint in &part.avoid {
            for key in place(waypoint)? {
                let passing = Passing { segment, avoid: true, requirement: &waypoint.requirement };
                laid.entry(key).or_default().push(passing);
            }
        }
        let keys = place(&part.follow)?;
        let requirement = &part.follow.requirement;
        for &key in &keys {
            laid.entry(key).or_default().push(Passing { segment, avoid: false, requirement });
        }
        // A waypoint that says nothing ends no segment; what it avoids belongs to the next.
        segment += usize::from(!keys.is_empty());
    }
    let mut texts: Vec<Texts<'_>> = sources.iter().map(|source| Texts::new(source, strict)).collect();
    for ((number, spot), passings) in laid {
        texts[number].lay(spot, &passings);
    }
    Ok(Laid {
        sources: texts.into_iter().map(Texts::build).collect(),
        count: segment as u32,
        target: target(sources, &last.follow.location),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waypoint(requirement: Requirement, line: u32, column: Option<u32>) -> Waypoint {
        let location = Location { file: "a.c".to_owned(), line, column, ..Location::default() };
        Waypoint { requirement, location, automaton: false, thread: None, creates: None }
    }

    fn laid(text: &str, waypoints: &[(Requirement, u32, Option<u32>)]) -> Result<Laid, String> {
        let sources = [Source::new("a.c", text.to_owned())];
        let mut all = waypoints.to_vec();
        all.push((Requirement::Target, 1, None));
        let segment = |w: &(Requirement, u32, Option<u32>)| Segment {
            avoid: Vec::new(),
            follow: waypoint(w.0.clone(), w.1, w.2),
        };
        lay(&sources, &all.iter().map(segment).collect::<Vec<_>>(), true)
    }

    /// What is left of a text where nothing but the original's tokens counts.
    fn without_insertions(laid: &Instrumented, original: &str) -> bool {
        let mut rest = laid.text.chars();
        original.chars().all(|c| rest.any(|r| r == c))
            && laid.text.lines().count() == original.lines().count()
    }

    #[test]
    fn places_are_found_and_columns_kept() {
        let text = "int f(int x) {\n  if (x) return g(h(), x = 2) ? 1 : 2;\n  do x--; while (x);\n  p->q[1](x);\n}\n";
        let holds = || Requirement::Branching(Branch::Holds(true));
        let returns =
            || Requirement::Return { callee: None, relation: "==".to_owned(), value: "1".to_owned() };
        let good = [
            (holds(), 2, Some(3), "int __bmc_c=!!(x"),
            (holds(), 2, Some(31), "int __bmc_c=!!(g(h(), x = 2)"),
            (holds(), 3, Some(11), "int __bmc_c=!!(x"),
            (holds(), 3, Some(3), "int __bmc_c=!!(x"),
            (returns(), 2, Some(21), "__bmc_v=(h()"),
            (returns(), 2, Some(29), "__bmc_v=(g(h(), x = 2)"),
            (returns(), 4, Some(12), "__bmc_v=(p->q[1](x)"),
            (Requirement::Assumption("x > 0".to_owned()), 3, None, "!!(x > 0)"),
            (Requirement::Enter(None), 2, Some(29), "__bmc_a=( x = 2"),
        ];
        for (requirement, line, column, expected) in good {
            let laid = laid(text, &[(requirement.clone(), line, column)]).expect("it has a place");
            let with = &laid.sources[0];
            let plain = |t: &str| t.replace(' ', "");
            assert!(plain(&with.text).contains(&plain(expected)), "{requirement:?}: {}", with.text);
            assert!(without_insertions(with, text), "{}", with.text);
            // Behind what was inserted, columns are those of the original.
            let here = with.text.lines().nth(line as usize - 1).expect("a line");
            let there = text.lines().nth(line as usize - 1).expect("a line");
            assert_eq!(with.original_column(line, here.len() as u32), there.len() as u32);
            assert_eq!(with.original_column(line, 1), 1);
        }
        assert!(laid(text, &[(returns(), 3, None)]).is_err());
        assert!(laid(text, &[(holds(), 1, None)]).is_err());
    }

    #[test]
    fn only_expressions_without_effects_get_in() {
        for good in ["x == 1", "a[i] <= -3 && p != 0", "(unsigned char)c == 'a'", "sizeof(x) > 4"] {
            assert!(harmless(good), "{good}");
        }
        for bad in [
            "",
            "x = 1",
            "x++",
            "f(x)",
            "1)(",
            "1; x",
            "1 /* ",
            "a\n",
            "x +=1",
            "({ 1; })",
            "1)) abort((0",
            "#x",
        ] {
            assert!(!harmless(bad), "{bad}");
        }
    }
}
