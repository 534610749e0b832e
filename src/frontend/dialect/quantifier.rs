//! Quantifiers over a range of numbers become loops.
//!
//! A loop goes through a range of integers in `long long` that contains every number in the range as the program writes it,
//! and asks the whole of the body for each. C compares a signed number with an unsigned one by converting it; where that
//! could let a number outside of the range satisfy a bound, the loop is not used. Then, and where there is no range, one number
//! that nobody knows stands for all where that is the same (`conditions.rs`), and otherwise the word keeps no meaning. A type of
//! at most 16 bits is a range itself.

use super::Rewriter;
use super::conditions::Part;
use super::lex::Kind;
use std::ops::Range;

/// A bound of a variable.
struct Bound {
    /// Its tokens.
    tokens: Range<usize>,
    /// Whether it is part of the range.
    included: bool,
    /// Whether it can be evaluated wherever it is. Otherwise only where these conditions have these values.
    safe: bool,
    guards: Vec<(Range<usize>, bool)>,
}

/// The bounds that conditions give a variable.
#[derive(Default)]
struct Bounds {
    low: Option<Bound>,
    high: Option<Bound>,
}

/// The largest number in a range that is short.
const SHORT: u32 = 256;

/// Comparison signs, how they read from the right, what they are where they are false, and whether they include equality.
const COMPARISONS: [(&str, &str, &str); 6] = [
    ("<", ">", ">="),
    ("<=", ">=", ">"),
    (">", "<", "<="),
    (">=", "<=", "<"),
    ("==", "==", "!="),
    ("!=", "!=", "=="),
];

/// Signs that bind less than comparisons.
const LOOSE: [&str; 19] = [
    "&", "^", "|", "&&", "||", "==>", "?", ":", ",", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", ";",
];

impl Rewriter<'_, '_> {
    /// What a quantifier becomes whose word is at a place, with what stands in its braces.
    pub(super) fn quantifier(&mut self, at: usize, group: Range<usize>) -> String {
        let word = self.text(at);
        let Some(quantifier) = self.quantified(at..group.end + 1) else { return format!("{word}()") };
        let mut bounds = Bounds::default();
        // Other numbers decide nothing. What the conditions before a bound say may be why it can be evaluated.
        let mut guards = Some(Vec::new());
        for part in self.implied(quantifier.body.clone(), !quantifier.all) {
            if part.outside && self.bound(&part, quantifier.name, guards.as_deref(), &mut bounds) {
                continue;
            }
            let changes = part.tokens.clone().any(|at| ["++", "--", "=", "{"].contains(&self.text(at)));
            let known = part.outside && !changes && !self.names(&part.tokens, quantifier.name);
            guards = guards.filter(|_| known);
            guards.iter_mut().for_each(|guards| guards.push((part.tokens.clone(), part.value)));
        }
        // A short range is tried as a whole also where one number may stand for all.
        let witness = self.witnesses.contains(&at).then(|| {
            let long = |bound: &Bound| !self.is_short(bound.tokens.clone());
            if [&bounds.low, &bounds.high].into_iter().flatten().any(long) {
                Witness::Always
            } else {
                Witness::Without
            }
        });
        let ty = self.flat(quantifier.ty);
        let body = self.flat(quantifier.body);
        self.quantifiers += 1;
        let number = self.quantifiers;
        let all = [&bounds.low, &bounds.high].into_iter().flatten();
        let guards = all.map(|bound| bound.guards.clone()).max_by_key(Vec::len).unwrap_or_default();
        let guards = guards
            .into_iter()
            .map(|(guard, value)| format!("{}({})", if value { "" } else { "!" }, self.flat(guard)))
            .collect::<Vec<_>>();
        let low = bounds.low.map(|bound| (self.flat(bound.tokens), bound.included));
        let high = bounds.high.map(|bound| (self.flat(bound.tokens), bound.included));
        Loop { word, name: quantifier.name, ty, body, low, high, guards, number, witness }.text()
    }

    /// Notes the bound that a part of a condition gives a variable; false unless it is a comparison of the variable alone.
    /// `guards` stands before it, if that is known.
    fn bound(
        &self,
        part: &Part,
        name: &str,
        guards: Option<&[(Range<usize>, bool)]>,
        bounds: &mut Bounds,
    ) -> bool {
        let condition = self.bare(part.tokens.clone());
        let signs: Vec<usize> =
            self.top(condition.clone()).filter(|&at| self.tokens[at].kind == Kind::Sign).collect();
        if signs.iter().any(|&at| LOOSE.contains(&self.text(at))) {
            return false;
        }
        let compare = |at: &usize| COMPARISONS.iter().find(|c| c.0 == self.text(*at)).map(|c| (*at, *c));
        let found: Vec<_> = signs.iter().filter_map(compare).collect();
        let [(at, (sign, turned, _))] = found[..] else { return false };
        let (left, right) = (self.bare(condition.start..at), self.bare(at + 1..condition.end));
        let (sign, tokens) = if self.is_word(left.clone(), name) {
            (sign, right)
        } else if self.is_word(right, name) {
            (turned, left)
        } else {
            return false;
        };
        if self.names(&tokens, name) {
            return false;
        }
        let negated = COMPARISONS.iter().find(|c| c.0 == sign).map_or(sign, |c| c.2);
        let sign = if part.value { sign } else { negated };
        let unsafe_signs = ["->", "[", "*", "/", "%", "(", "{", "++", "--"];
        let safe = !tokens.clone().any(|at| unsafe_signs.contains(&self.text(at)));
        let included = sign.ends_with('=');
        let note = |bound: &mut Option<Bound>| {
            let guards = if safe { Some(Vec::new()) } else { guards.map(<[_]>::to_vec) };
            if let Some(guards) = guards.filter(|_| bound.as_ref().is_none_or(|known| safe && !known.safe)) {
                *bound = Some(Bound { tokens: tokens.clone(), included, safe, guards });
            }
        };
        if sign.starts_with('<') || sign == "==" {
            note(&mut bounds.high);
        }
        if sign.starts_with('>') || sign == "==" {
            note(&mut bounds.low);
        }
        true
    }

    /// Whether a bound is a number which is not large.
    fn is_short(&self, bound: Range<usize>) -> bool {
        let texts: Vec<&str> = self.codes(bound).into_iter().map(|at| self.text(at)).collect();
        match texts[..] {
            [number] | ["-", number] => number.parse::<u32>().is_ok_and(|number| number <= SHORT),
            _ => texts.first() == Some(&"sizeof") && !texts.iter().any(|text| ["+", "*"].contains(text)),
        }
    }

    fn is_word(&self, within: Range<usize>, name: &str) -> bool {
        let mut code = self.tokens[within].iter().filter(|t| t.is_code());
        code.next().is_some_and(|t| t.text == name) && code.next().is_none()
    }
}

/// A loop through a range.
struct Loop<'a> {
    word: &'a str,
    name: &'a str,
    ty: String,
    body: String,
    low: Option<(String, bool)>,
    high: Option<(String, bool)>,
    /// Conditions without which no number decides anything, and the bounds may have no values.
    guards: Vec<String>,
    number: u32,
    witness: Option<Witness>,
}

/// Where one number stands for all.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Witness {
    /// Where there is no range.
    Without,
    /// Everywhere.
    Always,
}

impl Loop<'_> {
    /// A GNU statement expression; `word()` stands for what has no meaning.
    fn text(&self) -> String {
        let Loop { word, name, ty, body, number, .. } = self;
        let (at, end, result) =
            (format!("__bmc_i{number}"), format!("__bmc_n{number}"), format!("__bmc_q{number}"));
        let t = format!("__typeof__(__typeof__({ty}))");
        let signed = format!("({t})-1 < ({t})1");
        // Of the type in which C compares a bound with the variable.
        let unsigned = |bound: &str| format!("(__typeof__(({bound}) + ({t})0))-1 > 0");
        let is = |value: &str, class: u32| format!("__builtin_classify_type({value}) == {class}");
        let (pointer, float) = (5, 8);
        let most = "(long long)(~0ULL >> 1)";
        // The first number that the type does not have, for types that are narrower.
        let beyond = format!("(({t})2 == ({t})1 ? 2LL : 1LL << (8 * sizeof({t}) - ({signed})) % 64)");
        let narrow = format!("sizeof({t}) < 8");
        // Where the range is not one, or may not have all numbers that matter.
        let of_type = |class: u32| is(&format!("({t})0"), class);
        let mut unclear = vec![of_type(float), of_type(pointer)];
        let low = match &self.low {
            Some((low, included)) => {
                unclear.push(is(low, float));
                unclear.push(format!("(({signed}) && {})", unsigned(low)));
                unclear.push(format!("(({low}) > 0 && ({low}) >= {most})"));
                let step = if *included { "" } else { " + 1" };
                format!("(long long)({low}){step}")
            }
            None if self.high.is_some() => {
                unclear.push(format!("(({signed}) && sizeof({t}) > 2)"));
                format!("({signed}) ? -{beyond} : 0")
            }
            None => format!("({signed}) ? -{beyond} : 0"),
        };
        let high = match &self.high {
            Some((high, included)) => {
                unclear.push(is(high, float));
                unclear.push(format!("(({high}) > 0 && ({high}) >= {most})"));
                unclear.push(format!(
                    "({} && (({signed}) ? {narrow} && (long long)({high}) >= {beyond} : ({high}) < 0))",
                    unsigned(high)
                ));
                let step = if *included { " + 1" } else { "" };
                format!("(long long)({high}){step}")
            }
            None => {
                unclear.push(format!("sizeof({t}) > 2"));
                beyond.clone()
            }
        };
        let unclear =
            if self.witness == Some(Witness::Always) { "1".to_owned() } else { unclear.join(" || ") };
        let none = if self.witness.is_some() {
            // Truth values and `_BitInt` have bytes that are no values.
            let value = format!(
                "unsigned long long {at}; __CPROVER_havoc_slice(&{at}, sizeof {at}); {t} {name} = ({t}){at}; \
                 if ({} || sizeof({t}) > 8) __CPROVER_havoc_slice(&{name}, sizeof({name}));",
                of_type(float)
            );
            // As in a loop, numbers that are not in the range reach no other part of the body.
            let compared = |bound: &Option<(String, bool)>, sign: &str| {
                let (bound, included) = bound.as_ref()?;
                Some(format!("{name} {sign}{} ({bound})", if *included { "=" } else { "" }))
            };
            let range = [compared(&self.low, ">"), compared(&self.high, "<")];
            let range = range.into_iter().flatten().collect::<Vec<_>>().join(" && ");
            let range = if range.is_empty() { range } else { format!("if ({range}) ") };
            format!("if ({}) {word}(); {value} {range}{result} = ({body});", of_type(pointer))
        } else {
            format!("{word}();")
        };
        let (start, found) = if word.ends_with("forall") { (1, "!") } else { (0, "") };
        let other = 1 - start;
        let guard = if self.guards.is_empty() {
            String::new()
        } else {
            format!("if ({}) ", self.guards.join(" && "))
        };
        format!(
            "(__extension__ ({{ __CPROVER_bool {result} = {start}; {guard}{{ if ({unclear}) {{ {none} }} else {{ \
             long long {at} = {low}, {end} = {high}; \
             if ({narrow} && {end} > {beyond}) {end} = {beyond}; \
             if (({signed}) && {narrow} && {at} < -{beyond}) {at} = -{beyond}; \
             if (!({signed}) && {at} < 0) {at} = 0; \
             for (; {at} < {end}; ++{at}) {{ {t} {name} = ({t}){at}; \
             if ({found}({body})) {{ {result} = {other}; break; }} }} }} }} {result}; }}))"
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::frontend::dialect::{Contracts, rewrite};
    use crate::frontend::module::InputKind;

    fn rewritten(text: &str) -> String {
        rewrite(text, "a.c", InputKind::C, Contracts::default())
    }

    /// The texts in which a loop begins.
    fn begins(text: &str) -> Vec<String> {
        let text = rewritten(text);
        let mut parts = text.split("long long __bmc_i");
        parts.next();
        parts.map(|p| p.split_once("; if").map_or(p, |(begin, _)| begin).to_owned()).collect()
    }

    #[test]
    fn ranges_become_loops() {
        for text in [
            "x = __CPROVER_forall { int i; (0 <= i && i < n) ==> a[i] };",
            "x = __CPROVER_forall { int i; !(i >= 0 && n > i) || a[i] };",
            "x = __CPROVER_forall { int i; i < 0 || i >= n || a[i] };",
            "x = __CPROVER_forall { int i; 0 <= i ==> b && p->n > i && i < n ==> a[i] };",
            "x = __CPROVER_exists { int i; ((n > i)) && 0 <= i && a[i] == 3 };",
            "x = __CPROVER_exists { int i; !(n <= i || !(0 <= i)) && a[i] == 3 };",
        ] {
            let begins = begins(text);
            assert_eq!(begins, ["1 = (long long)(0), __bmc_n1 = (long long)(n)"], "{text}");
        }
        let unsigned = "x = __CPROVER_forall { unsigned i; i < n ==> a[i] };";
        assert!(begins(unsigned)[0].ends_with(": 0, __bmc_n1 = (long long)(n)"));
        let one = "x = __CPROVER_exists { int i; i == n && a[i] };";
        assert_eq!(begins(one), ["1 = (long long)(n), __bmc_n1 = (long long)(n) + 1"]);
    }

    #[test]
    fn bounds_have_values_where_they_are_computed() {
        let guarded = |text: &str| {
            let text = rewritten(&format!("x = __CPROVER_exists {{ int i; {text} }};"));
            let (_, rest) = text.split_once("__bmc_q1 = 0; ").expect("a variable");
            let guard = rest.split_once("{ if").expect("a question").0.to_owned();
            (guard, text.contains("__bmc_n1 = (long long)(p->n)"))
        };
        let all = guarded("0 <= i && i < p->n && p");
        assert_eq!(all, (String::new(), true));
        let all = guarded("p != 0 && !(q == 1 && r) && 0 <= i && i < p->n");
        assert_eq!(all, ("if ((p != 0) && !((q == 1 && r))) ".to_owned(), true));
        for text in ["f(i) && 0 <= i && i < p->n", "c++ && 0 <= i && i < p->n"] {
            assert_eq!(guarded(text), (String::new(), false), "{text}");
        }
        let all = guarded("f(i) && 0 <= i && i < p->n && i < 5");
        assert_eq!(all, (String::new(), false));
    }

    #[test]
    fn quantifiers_share_a_condition() {
        for all in ["i && i < m && i <= j && j < n ==> a[i]", "i && i < m ==> !(i <= j && n > j) || a[i]"] {
            let begins = begins(&format!(
                "x = __CPROVER_forall {{ int i; __CPROVER_forall {{ int j; 0 <= {all} }} }};"
            ));
            let expected = [
                "2 = (long long)(0), __bmc_n2 = (long long)(m)",
                "1 = (long long)(i), __bmc_n1 = (long long)(n)",
            ];
            assert_eq!(begins, expected, "{all}");
        }
        let other = "x = __CPROVER_forall { int i; __CPROVER_exists { int j; i < j && 0 <= i && i < m } };";
        assert!(begins(other).iter().all(|b| !b.contains("(m)")), "{other}");
    }

    #[test]
    fn one_number_stands_for_all() {
        let chosen = |text: &str| rewritten(text).contains("__CPROVER_havoc_slice(&i");
        let always = |text: &str| rewritten(text).contains("if (1) {");
        let ranges = [("n", true), ("100000", true), ("8", false), ("sizeof(a)", false)];
        for (high, long) in ranges {
            let text = format!(
                "__CPROVER_assert(__CPROVER_forall {{ int i; 0 <= i && i < {high} ==> f(i) }}, \"\");"
            );
            assert_eq!((chosen(&text), always(&text)), (true, long), "{text}");
        }
        for text in [
            "__CPROVER_assert(__CPROVER_forall { int i; f(i) }, \"\");",
            "__CPROVER_assert(b && (c ==> !__CPROVER_exists { int i; f(i) }), \"\");",
            "__CPROVER_assume(__CPROVER_exists { int i; f(i) } || c);",
            "__CPROVER_assume(__CPROVER_forall { int i; f(i) } ==> c);",
            "if (__CPROVER_forall { int i; f(i) }) ; else __assert_fail();",
        ] {
            assert!(chosen(text), "{text}");
        }
        for text in [
            "__CPROVER_assert(__CPROVER_exists { int i; f(i) }, \"\");",
            "__CPROVER_assert(__CPROVER_forall { int i; f(i) } ==> c, \"\");",
            "__CPROVER_assert(__CPROVER_forall { int i; f(i) } == c, \"\");",
            "__CPROVER_assert(__CPROVER_forall { int i; f(i) } ? b : c, \"\");",
            "__CPROVER_assume(__CPROVER_forall { int i; f(i) });",
            "if (__CPROVER_forall { int i; f(i) }) ; else f();",
            "x = __CPROVER_forall { int i; f(i) };",
        ] {
            assert!(!chosen(text), "{text}");
        }
    }

    #[test]
    fn one_number_is_in_the_range() {
        let text = "__CPROVER_assert(__CPROVER_forall { int i; a[i] || i < 0 || i >= n }, \"\");";
        let text = rewritten(text);
        assert!(text.contains("if (i >= (0) && i < (n)) __bmc_q1 = (a[i] || i < 0 || i >= n);"), "{text}");
    }

    #[test]
    fn others_have_no_meaning() {
        for text in [
            "x = __CPROVER_forall { int i; a[i] };",
            "x = __CPROVER_forall { int i; 0 <= i ==> a[i] };",
            "x = __CPROVER_exists { int i; i < n || 0 <= i };",
            "x = __CPROVER_forall { int i; (0 <= i && i < b[i]) ==> a[i] };",
            "x = __CPROVER_forall { int i; (0 <= i && i < n) ==> a[i] ? b : c };",
        ] {
            let out = rewritten(text);
            assert!(out.contains("sizeof(__typeof__(__typeof__(int))) > 2) { __CPROVER_"), "{out}");
        }
        let out = rewritten("x = __CPROVER_exists { int i };");
        assert!(out.ends_with("x = __CPROVER_exists();"), "{out}");
    }
}
