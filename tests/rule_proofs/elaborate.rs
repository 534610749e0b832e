//! From a rule's syntax tree to its [`Sketch`].

use std::collections::HashMap;

use bmc::internals::ilr::Op;
use cranelift_isle::ast::{Expr, Pattern, Rule};

use crate::files::{NamedRule, Vocabulary};
use crate::sketch::{Class, Id, Kind, N, Relation, Shape, Sketch, Special};

/// What a variable of a rule stands for.
#[derive(Clone, Debug)]
enum Value {
    Term(Id),
    Number(N),
    /// An array and an index.
    Reading(Id, Id),
    Unit,
}

/// Where an application stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// In a pattern: its being well-sorted is given.
    Pattern,
    /// In a condition: it does not hold where it is not well-sorted.
    Condition,
    /// On the right side: has to be well-sorted.
    Right,
}

type Env = HashMap<String, Value>;

/// Deepest nesting of definitions.
const MAX_DEPTH: u32 = 20;

/// All cases of a rule; every one has to be proven.
pub fn cases(rule: &NamedRule, vocabulary: &Vocabulary) -> Result<Vec<Sketch>, String> {
    let mut found = Vec::new();
    let mut choices: Vec<usize> = Vec::new();
    loop {
        let mut e = Elaborator {
            vocabulary,
            sketch: Sketch::default(),
            mode: Mode::Pattern,
            in_meaning: false,
            choices: &choices,
            ways: Vec::new(),
            impossible: false,
            depth: 0,
        };
        e.rule(&rule.rule)?;
        let ways = e.ways;
        if !e.impossible {
            found.push(e.sketch);
        }
        // The next row of choices.
        choices.resize(ways.len(), 0);
        loop {
            match choices.pop() {
                None => return Ok(found),
                Some(last) if last + 1 < ways[choices.len()] => {
                    choices.push(last + 1);
                    break;
                }
                Some(_) => {}
            }
        }
    }
}

struct Elaborator<'a> {
    vocabulary: &'a Vocabulary,
    sketch: Sketch,
    mode: Mode,
    /// Whether the meaning of a question is written down, where no number may go below zero; the builder's own do not.
    in_meaning: bool,
    choices: &'a [usize],
    /// Number of ways at each choice met.
    ways: Vec<usize>,
    /// The choices lead nowhere.
    impossible: bool,
    depth: u32,
}

/// The operator of a name in any spelling: `Uaddo`, `ConstArray`, `const_array`.
fn op_named(name: &str) -> Option<Op> {
    let plain = |s: &str| s.replace('_', "").to_lowercase();
    Op::ALL.into_iter().find(|op| plain(op.name()) == plain(name))
}

impl Elaborator<'_> {
    fn choose(&mut self, ways: usize) -> usize {
        let choice = self.choices.get(self.ways.len()).copied().unwrap_or(0);
        self.ways.push(ways);
        choice
    }

    fn rule(&mut self, rule: &Rule) -> Result<(), String> {
        let Pattern::Term { sym, args, .. } = &rule.pattern else {
            return Err("the left side is no operator".into());
        };
        let mut env = Env::new();
        let values = self.operands(&sym.0, args, &mut env)?;
        self.sketch.left = match (op_named(&sym.0), self.vocabulary.meanings.get(&sym.0)) {
            (Some(op), _) => {
                // It is not made yet, so an extension may be one to the same width.
                self.mode = Mode::Condition;
                let left = self.app(op, &values)?;
                self.sketch.nodes[left].matched = true;
                left
            }
            (None, Some(meaning)) => {
                // An operator that only rules have: of operands of one sort, or a load of a number of bits.
                self.mode = Mode::Condition;
                if !values.iter().any(|v| matches!(v, Value::Number(_))) {
                    for pair in values.windows(2) {
                        let (a, b) = (self.term(pair[0].clone())?, self.term(pair[1].clone())?);
                        self.sketch.unify(self.sketch.nodes[a].sort, self.sketch.nodes[b].sort)?;
                    }
                }
                let left = self.meaning(&sym.0, &meaning[0].clone(), values)?;
                self.term(left)?
            }
            (None, None) => return Err(format!("no operator `{}`", sym.0)),
        };
        self.iflets(rule, &mut env)?;
        if self.impossible {
            return Ok(());
        }
        self.mode = Mode::Right;
        let (nums, facts) = (self.sketch.nums.len(), self.sketch.facts.len());
        let right = self.value(&rule.expr, &mut env)?;
        self.sketch.right = self.term(right)?;
        self.sketch.right_nums = nums..self.sketch.nums.len();
        self.sketch.right_facts = facts..self.sketch.facts.len();
        Ok(())
    }

    fn iflets(&mut self, rule: &Rule, env: &mut Env) -> Result<(), String> {
        for iflet in &rule.iflets {
            self.mode = Mode::Condition;
            let value = self.value(&iflet.expr, env)?;
            if self.impossible {
                return Ok(());
            }
            self.mode = Mode::Pattern;
            if self.type_of(&iflet.expr) == Some("Unit") {
                if let Value::Term(condition) = value {
                    self.sketch.conditions.push(condition);
                }
            } else {
                self.matches(&iflet.pattern, &value, env)?;
            }
        }
        Ok(())
    }

    fn type_of(&self, expr: &Expr) -> Option<&str> {
        match expr {
            Expr::Term { sym, .. } => Some(&self.vocabulary.decls.get(&sym.0)?.ret_ty.0),
            _ => None,
        }
    }

    fn types(&self, term: &str, count: usize) -> Result<Vec<String>, String> {
        let decl = self.vocabulary.decls.get(term).ok_or_else(|| format!("`{term}` is not declared"))?;
        let types: Vec<String> = decl.arg_tys.iter().map(|ty| ty.0.clone()).collect();
        if types.len() == count { Ok(types) } else { Err(format!("`{term}` with {count} operands")) }
    }

    fn operands(&mut self, term: &str, args: &[Pattern], env: &mut Env) -> Result<Vec<Value>, String> {
        let types = self.types(term, args.len())?;
        args.iter().zip(types).map(|(arg, ty)| self.build(arg, &ty, env)).collect()
    }

    fn term(&self, value: Value) -> Result<Id, String> {
        match value {
            Value::Term(id) => Ok(id),
            other => Err(format!("a term was expected, not {other:?}")),
        }
    }

    fn number(&self, value: Value) -> Result<N, String> {
        match value {
            Value::Number(n) => Ok(n),
            other => Err(format!("a number was expected, not {other:?}")),
        }
    }

    // Patterns.

    /// The most general value that a pattern matches.
    fn build(&mut self, pattern: &Pattern, ty: &str, env: &mut Env) -> Result<Value, String> {
        match pattern {
            Pattern::Var { var, .. } => {
                if let Some(known) = env.get(&var.0) {
                    return Ok(known.clone());
                }
                let fresh = self.fresh(&var.0, ty)?;
                env.insert(var.0.clone(), fresh.clone());
                Ok(fresh)
            }
            Pattern::Wildcard { .. } => self.fresh("_", ty),
            Pattern::BindPattern { var, subpat, .. } => {
                let value = self.build(subpat, ty, env)?;
                self.bind(&var.0, &value, env)?;
                Ok(value)
            }
            Pattern::ConstInt { val, .. } => match ty {
                "u32" => Ok(Value::Number(N::Lit(i64::try_from(*val).map_err(|e| e.to_string())?))),
                _ => Err(format!("a number where a {ty} is matched")),
            },
            Pattern::And { subpats, .. } => {
                let bound = |p: &Pattern| matches!(p, Pattern::Var { var, .. } if env.contains_key(&var.0));
                let shaped = |p: &Pattern| !matches!(p, Pattern::Var { .. } | Pattern::Wildcard { .. });
                let first = subpats.iter().position(bound).or(subpats.iter().position(shaped)).unwrap_or(0);
                let value = self.build(&subpats[first], ty, env)?;
                for (i, pattern) in subpats.iter().enumerate() {
                    if i != first {
                        self.matches(pattern, &value, env)?;
                    }
                }
                Ok(value)
            }
            Pattern::Term { sym, args, .. } => match self.expanded(&sym.0, args)? {
                Some(pattern) => self.build(&pattern, ty, env),
                None => self.matcher(&sym.0, args, env).map(Value::Term),
            },
            other => Err(format!("a pattern that is unknown to the proof: {other:?}")),
        }
    }

    /// Demands that a value matches a pattern.
    fn matches(&mut self, pattern: &Pattern, value: &Value, env: &mut Env) -> Result<(), String> {
        match pattern {
            Pattern::Wildcard { .. } => Ok(()),
            Pattern::Var { var, .. } => self.bind(&var.0, value, env),
            Pattern::BindPattern { var, subpat, .. } => {
                self.bind(&var.0, value, env)?;
                self.matches(subpat, value, env)
            }
            Pattern::And { subpats, .. } => subpats.iter().try_for_each(|p| self.matches(p, value, env)),
            Pattern::ConstInt { .. } => {
                let literal = self.build(pattern, "u32", env)?;
                self.require_same(&literal, value)
            }
            Pattern::Term { sym, args, .. } => {
                if let Some(pattern) = self.expanded(&sym.0, args)? {
                    return self.matches(&pattern, value, env);
                }
                if let (Value::Reading(array, index), "reading", [a, i]) = (value, &sym.0[..], &args[..]) {
                    self.matches(a, &Value::Term(*array), env)?;
                    return self.matches(i, &Value::Term(*index), env);
                }
                let id = self.term(value.clone())?;
                if let Some(("Const", _)) = node_variant(&sym.0, args) {
                    // Nothing else is known of a constant.
                    let sort = self.sketch.new_bv("w");
                    return self.sketch.unify(self.sketch.nodes[id].sort, sort);
                }
                if let (Some((variant, patterns)), true) =
                    (node_variant(&sym.0, args), self.sketch.nodes[id].matched)
                    && let Kind::App(op, operands, nums) = self.sketch.nodes[id].kind.clone()
                {
                    if op_named(variant) != Some(op) {
                        self.impossible = true;
                        return Ok(());
                    }
                    let parts: Vec<Value> = operands
                        .into_iter()
                        .map(Value::Term)
                        .chain(nums.into_iter().map(Value::Number))
                        .collect();
                    if parts.len() != patterns.len() {
                        return Err(format!("`{variant}` with {} parts", patterns.len()));
                    }
                    return patterns.iter().zip(&parts).try_for_each(|(p, v)| self.matches(p, v, env));
                }
                let built = Value::Term(self.matcher(&sym.0, args, env)?);
                self.require_same(&built, value)
            }
            other => Err(format!("a pattern that is unknown to the proof: {other:?}")),
        }
    }

    fn bind(&mut self, name: &str, value: &Value, env: &mut Env) -> Result<(), String> {
        match env.get(name).cloned() {
            Some(known) => self.require_same(&known, value),
            None => {
                env.insert(name.to_owned(), value.clone());
                Ok(())
            }
        }
    }

    fn require_same(&mut self, a: &Value, b: &Value) -> Result<(), String> {
        match (a, b) {
            (Value::Term(a), Value::Term(b)) if a == b => Ok(()),
            (Value::Term(a), Value::Term(b)) => {
                self.sketch.unify(self.sketch.nodes[*a].sort, self.sketch.nodes[*b].sort)?;
                let truth = self.sketch.new_sort(Shape::Bool);
                let same = self.sketch.node(Kind::App(Op::Eq, vec![*a, *b], Vec::new()), truth, false);
                self.sketch.conditions.push(same);
                Ok(())
            }
            (Value::Number(a), Value::Number(b)) => {
                self.test(Relation::Equal(a.clone(), b.clone()), true);
                Ok(())
            }
            (Value::Unit, Value::Unit) => Ok(()),
            (a, b) => Err(format!("{a:?} cannot be {b:?}")),
        }
    }

    /// A relation as a truth value; as a condition if so wanted.
    fn test(&mut self, relation: Relation, demanded: bool) -> Id {
        let truth = self.sketch.new_sort(Shape::Bool);
        let id = self.sketch.node(Kind::Test(relation), truth, false);
        if demanded {
            self.sketch.conditions.push(id);
        }
        id
    }

    fn fresh(&mut self, name: &str, ty: &str) -> Result<Value, String> {
        match ty {
            "Term" => {
                let sort = self.sketch.new_sort(Shape::Open);
                Ok(Value::Term(self.sketch.var(name, sort)))
            }
            "u32" => Ok(Value::Number(N::Open(self.sketch.num(name, Class::Position)))),
            "Unit" => Ok(Value::Unit),
            "Reading" => {
                let array = self.fresh("array", "Term").and_then(|v| self.term(v))?;
                let index = self.fresh("index", "Term").and_then(|v| self.term(v))?;
                Ok(Value::Reading(array, index))
            }
            _ => Err(format!("the type {ty} is unknown to the proof")),
        }
    }

    /// The pattern that a matcher is defined by.
    fn expanded(&mut self, name: &str, args: &[Pattern]) -> Result<Option<Pattern>, String> {
        let Some(definition) = self.vocabulary.macros.get(name) else { return Ok(None) };
        let template = definition.template.make_macro_template(&definition.args);
        let pattern = template.subst_macro_args(args);
        pattern.map(Some).ok_or_else(|| format!("`{name}` with {} operands", args.len()))
    }

    /// What a matcher without a defining pattern matches.
    fn matcher(&mut self, name: &str, args: &[Pattern], env: &mut Env) -> Result<Id, String> {
        if let Some((variant, args)) = node_variant(name, args) {
            return self.variant(variant, args, env);
        }
        if !self.vocabulary.matchers.contains(name) {
            return Err(format!("the matcher `{name}` is unknown to the proof"));
        }
        if let Some(meaning) = self.vocabulary.meanings.get(name) {
            let [meaning] = &meaning[..] else { return Err(format!("several meanings of `{name}`")) };
            let meaning = meaning.clone();
            let values = self.operands(name, args, env)?;
            let value = self.instance(&meaning, &values)?;
            return self.term(value);
        }
        let constant = |e: &mut Self, special: Special| {
            let sort = e.sketch.new_bv("w");
            e.sketch.node(Kind::Const(special), sort, true)
        };
        match name {
            "zero" => Ok(constant(self, Special::Zero)),
            "one" => Ok(constant(self, Special::One)),
            "ones" => Ok(constant(self, Special::Ones)),
            "smin" => Ok(constant(self, Special::Smin)),
            "smax" => Ok(constant(self, Special::Smax)),
            "power" | "amount" => {
                let mut values = self.operands(name, args, env)?;
                let n = self.number(values.pop().expect("one operand"))?;
                let special = if name == "power" { Special::Power } else { Special::Value };
                let id = constant(self, special(n.clone()));
                self.sketch.facts.push(Relation::Less(n, N::Width(id)));
                Ok(id)
            }
            "mask" => {
                let mut values = self.operands(name, args, env)?;
                let low = self.number(values.pop().ok_or("a mask without bits")?)?;
                let high = self.number(values.pop().ok_or("a mask without bits")?)?;
                let id = constant(self, Special::Mask(high.clone(), low.clone()));
                self.sketch.facts.push(Relation::Less(high.clone(), N::Width(id)));
                self.sketch.facts.push(Relation::AtLeast(high, low));
                Ok(id)
            }
            "nonzero" | "negative" | "positive" | "over" => {
                let sort = self.sketch.new_bv("w");
                let k = self.sketch.var("k", sort);
                if let Some(arg) = args.first() {
                    self.matches(arg, &Value::Term(k), env)?;
                }
                let bound = if name == "over" { Special::Value(N::Width(k)) } else { Special::Zero };
                let bound = self.sketch.node(Kind::Const(bound), sort, true);
                let op = match name {
                    "nonzero" => Op::Eq,
                    "over" => Op::Ult,
                    _ => Op::Slt,
                };
                let mut holds = self.app(op, &[Value::Term(k), Value::Term(bound)])?;
                if name != "negative" {
                    holds = self.app(Op::Not, &[Value::Term(holds)])?;
                }
                self.sketch.conditions.push(holds);
                Ok(k)
            }
            _ => Err(format!("the matcher `{name}` has no meaning")),
        }
    }

    fn variant(&mut self, variant: &str, args: &[Pattern], env: &mut Env) -> Result<Id, String> {
        match variant {
            "True" | "False" => {
                let truth = self.sketch.new_sort(Shape::Bool);
                Ok(self.sketch.node(Kind::Truth(variant == "True"), truth, true))
            }
            "Const" => {
                let sort = self.sketch.new_bv("w");
                Ok(self.sketch.var("k", sort))
            }
            _ => {
                let op = op_named(variant).ok_or_else(|| format!("no operator `{variant}`"))?;
                let terms = op.arity();
                let values: Result<Vec<Value>, String> = args
                    .iter()
                    .enumerate()
                    .map(|(i, arg)| self.build(arg, if i < terms { "Term" } else { "u32" }, env))
                    .collect();
                self.app(op, &values?)
            }
        }
    }

    // Expressions.

    fn value(&mut self, expr: &Expr, env: &mut Env) -> Result<Value, String> {
        match expr {
            Expr::Var { name, .. } => {
                env.get(&name.0).cloned().ok_or_else(|| format!("`{}` is not bound", name.0))
            }
            Expr::ConstInt { val, .. } => {
                Ok(Value::Number(N::Lit(i64::try_from(*val).map_err(|e| e.to_string())?)))
            }
            Expr::Let { defs, body, .. } => {
                let mut env = env.clone();
                for def in defs {
                    let value = self.value(&def.val, &mut env)?;
                    env.insert(def.var.0.clone(), value);
                }
                self.value(body, &mut env)
            }
            Expr::Term { sym, args, .. } => {
                let values: Result<Vec<Value>, String> = args.iter().map(|a| self.value(a, env)).collect();
                self.call(&sym.0, values?)
            }
            other => Err(format!("an expression that is unknown to the proof: {other:?}")),
        }
    }

    fn call(&mut self, name: &str, values: Vec<Value>) -> Result<Value, String> {
        // In a meaning, a load names its width, which its pattern need not.
        if self.vocabulary.decls.contains_key(name) && !self.in_meaning {
            self.types(name, values.len())?;
        }
        if self.impossible {
            return Ok(Value::Unit);
        }
        if let Some(meanings) = self.vocabulary.meanings.get(name) {
            let way = if meanings.len() > 1 { self.choose(meanings.len()) } else { 0 };
            return self.meaning(name, &meanings[way].clone(), values);
        }
        if let (Some(rules), false) = (self.vocabulary.helpers.get(name), self.in_meaning) {
            let way = if rules.len() > 1 { self.choose(rules.len()) } else { 0 };
            return self.instance(&rules[way].clone(), &values);
        }
        match (name, &values[..]) {
            ("other", [s, x]) => self.other(s, x),
            ("width", [x]) => Ok(Value::Number(N::Width(self.term(x.clone())?))),
            ("bytes", [x]) => {
                let width = N::Width(self.term(x.clone())?);
                Ok(Value::Number(N::Divided(Box::new(width), 8)))
            }
            ("half", [n]) => Ok(Value::Number(N::Divided(Box::new(self.number(n.clone())?), 2))),
            ("of_bits", [n]) => Ok(Value::Number(N::Divided(Box::new(self.number(n.clone())?), 8))),
            ("two_to", [n]) => Ok(Value::Number(N::TwoTo(Box::new(self.number(n.clone())?)))),
            ("repeat", [x, n]) => {
                let (x, n) = (self.term(x.clone())?, self.number(n.clone())?);
                let width = N::Times(Box::new(N::Width(x)), Box::new(n.clone()));
                let width = self.sketch.named_width(&width);
                let sort = self.sketch.new_sort(Shape::Bv(width));
                Ok(Value::Term(self.sketch.node(Kind::Repeat(x, n), sort, false)))
            }
            ("plus" | "minus" | "times" | "least" | "most", [a, b]) => {
                let a = Box::new(self.number(a.clone())?);
                let b = Box::new(self.number(b.clone())?);
                Ok(Value::Number(match name {
                    "plus" => N::Plus(a, b),
                    "minus" if self.mode == Mode::Condition && !self.in_meaning => N::MinusOrZero(a, b),
                    "minus" => N::Minus(a, b),
                    "times" => N::Times(a, b),
                    "least" => N::Least(a, b),
                    _ => N::Most(a, b),
                }))
            }
            ("below" | "same" | "at_least", [a @ Value::Number(_), b]) => {
                let (a, b) = (self.number(a.clone())?, self.number(b.clone())?);
                let relation = match name {
                    "below" => Relation::Less(a, b),
                    "same" => Relation::Equal(a, b),
                    _ => Relation::AtLeast(a, b),
                };
                Ok(Value::Term(self.test(relation, false)))
            }
            ("is_bit" | "is_bool" | "is_vector" | "is_array", [x]) => {
                let x = self.term(x.clone())?;
                let relation = match name {
                    "is_bit" => Relation::OneBit(x),
                    "is_bool" => Relation::IsBool(x),
                    "is_vector" => Relation::IsVector(x),
                    _ => Relation::IsArray(x),
                };
                Ok(Value::Term(self.test(relation, false)))
            }
            ("same_sort", [x, y]) => {
                let (x, y) = (self.term(x.clone())?, self.term(y.clone())?);
                Ok(Value::Term(self.test(Relation::SameSort(x, y), false)))
            }
            ("number", [w, v]) => {
                let (w, v) = (self.number(w.clone())?, self.number(v.clone())?);
                let width = self.sketch.named_width(&w);
                let sort = self.sketch.new_sort(Shape::Bv(width));
                Ok(Value::Term(self.sketch.node(Kind::Const(Special::Value(v)), sort, false)))
            }
            ("zero_like" | "one_like" | "ones_like" | "smin_like" | "smax_like", [x]) => {
                let x = self.term(x.clone())?;
                let special = match name {
                    "zero_like" => Special::Zero,
                    "one_like" => Special::One,
                    "ones_like" => Special::Ones,
                    "smin_like" => Special::Smin,
                    _ => Special::Smax,
                };
                let sort = self.sketch.nodes[x].sort;
                if self.mode != Mode::Right {
                    let vector = self.sketch.new_bv("w");
                    self.sketch.unify(sort, vector)?;
                }
                Ok(Value::Term(self.sketch.node(Kind::Const(special), sort, false)))
            }
            ("tt" | "ff", []) => {
                let truth = self.sketch.new_sort(Shape::Bool);
                Ok(Value::Term(self.sketch.node(Kind::Truth(name == "tt"), truth, false)))
            }
            ("implies", [x, y]) => {
                let no = self.app(Op::Not, std::slice::from_ref(x))?;
                Ok(Value::Term(self.app(Op::Or, &[Value::Term(no), y.clone()])?))
            }
            ("ne", _) => {
                let same = self.app(Op::Eq, &values)?;
                Ok(Value::Term(self.app(Op::Not, &[Value::Term(same)])?))
            }
            _ => match op_named(self.maker(name)) {
                Some(op) => Ok(Value::Term(self.app(op, &values)?)),
                None => Err(format!("`{name}` has no meaning: the proof does not know it")),
            },
        }
    }

    /// The name of the builder's maker for a term, as operators are named.
    fn maker<'n>(&'n self, name: &'n str) -> &'n str {
        match self.vocabulary.makers.get(name).map_or(name, String::as_str) {
            "store_elem" => "store",
            other => other,
        }
    }

    fn meaning(&mut self, name: &str, meaning: &Rule, mut values: Vec<Value>) -> Result<Value, String> {
        let Pattern::Term { args, .. } = &meaning.pattern else { return Err("a meaning of nothing".into()) };
        let before = std::mem::replace(&mut self.in_meaning, true);
        if args.len() <= values.len() {
            let value = self.instance(meaning, &values);
            self.in_meaning = before;
            return value;
        }
        // The last operand is a result that is only constrained.
        let ty = self.vocabulary.decls[name].ret_ty.0.clone();
        let result = self.fresh(name, &ty)?;
        match result {
            Value::Reading(array, index) => values.extend([Value::Term(array), Value::Term(index)]),
            ref one => values.push(one.clone()),
        }
        let constraint = self.instance(meaning, &values)?;
        self.in_meaning = before;
        let constraint = self.term(constraint)?;
        self.sketch.conditions.push(constraint);
        Ok(result)
    }

    /// The right side of a definition, its left side being given these values.
    fn instance(&mut self, definition: &Rule, values: &[Value]) -> Result<Value, String> {
        let Pattern::Term { sym, args, .. } = &definition.pattern else {
            return Err("a definition of nothing".into());
        };
        if args.len() != values.len() {
            return Err(format!("`{}` is defined for {} operands", sym.0, args.len()));
        }
        if self.in_meaning && self.mode == Mode::Right && !definition.iflets.is_empty() {
            return Err(format!("`{}` means something under conditions only: not on a right side", sym.0));
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(format!("`{}` is defined by itself", sym.0));
        }
        let mut env = Env::new();
        let mode = std::mem::replace(&mut self.mode, Mode::Pattern);
        args.iter().zip(values).try_for_each(|(p, v)| self.matches(p, v, &mut env))?;
        self.iflets(definition, &mut env)?;
        // What a question or a matcher means is given like a pattern, but is no term that the rewriter holds.
        self.mode = if mode == Mode::Pattern { Mode::Condition } else { mode };
        let value = if self.impossible { Ok(Value::Unit) } else { self.value(&definition.expr, &mut env) };
        self.mode = mode;
        self.depth -= 1;
        value
    }

    /// The other operand of a binary application: one case for each operand that x may be.
    fn other(&mut self, s: &Value, x: &Value) -> Result<Value, String> {
        let s = self.term(s.clone())?;
        let Kind::App(_, operands, _) = self.sketch.nodes[s].kind.clone() else {
            return Err("`other` of what is not matched as an application".into());
        };
        let [a, b] = operands[..] else { return Err("`other` of what has not two operands".into()) };
        let (same, rest) = if self.choose(2) == 0 { (a, b) } else { (b, a) };
        self.require_same(&Value::Term(same), x)?;
        Ok(Value::Term(rest))
    }

    fn app(&mut self, op: Op, values: &[Value]) -> Result<Id, String> {
        let (mut args, mut nums) = (Vec::new(), Vec::new());
        for value in values {
            match value {
                Value::Term(id) => args.push(*id),
                Value::Number(n) => nums.push(n.clone()),
                Value::Unit | Value::Reading(..) => return Err(format!("{} of nothing", op.name())),
            }
        }
        if let Op::True | Op::False = op {
            let truth = self.sketch.new_sort(Shape::Bool);
            return Ok(self.sketch.node(Kind::Truth(op == Op::True), truth, false));
        }
        let pattern = self.mode == Mode::Pattern;
        let sort = match self.mode {
            Mode::Pattern | Mode::Condition => self.sketch.matched_sort(op, &args, &nums, pattern)?,
            Mode::Right => self.sketch.built_sort(op, &args, &nums)?,
        };
        Ok(self.sketch.node(Kind::App(op, args, nums), sort, pattern))
    }
}

/// The variant and operands of `(node (Node.Variant ..))`.
fn node_variant<'a>(name: &str, args: &'a [Pattern]) -> Option<(&'a str, &'a [Pattern])> {
    match (name, args) {
        ("node", [Pattern::Term { sym, args, .. }]) => Some((sym.0.strip_prefix("Node.")?, args)),
        _ => None,
    }
}
