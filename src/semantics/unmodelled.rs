//! Functions of the C library and of the compiler's runtime that have no model here, though what they return is fixed. Other
//! undefined functions may return any value; of these, that could be one which they never return.

use crate::program::{Function, Program, Type};

/// Their names. Those in lines that begin with `float` are about floating-point numbers, real and complex, and have forms for other
/// types (`SUFFIXES`). A program may use such a name for something else, so one of the types has to be a floating-point type.
const NAMES: &str = include_str!("unmodelled.txt");

const SUFFIXES: [&str; 10] = ["", "f", "l", "f16", "f32", "f64", "f128", "f32x", "f64x", "f128x"];

/// Whether an undefined function is one of these.
pub fn is_unmodelled(program: &Program, f: &Function) -> bool {
    !f.is_defined()
        && NAMES.lines().any(|line| {
            let mut names = line.split(' ');
            match names.next() {
                Some("float") => computes(program, f) && names.any(|name| is_form_of(&f.name, name)),
                _ => names.any(|name| name == f.name),
            }
        })
}

fn is_form_of(name: &str, of: &str) -> bool {
    name.strip_prefix(of).is_some_and(|rest| SUFFIXES.contains(&rest))
}

/// Whether it takes or returns floating-point numbers.
fn computes(program: &Program, f: &Function) -> bool {
    let is_float = |ty| matches!(program.types.get(ty), Type::Float(_));
    let has_float = |ty| match program.types.get(ty) {
        Type::Struct { fields, .. } => fields.iter().any(|&field| is_float(field)),
        Type::Vector { elem, .. } => is_float(*elem),
        _ => is_float(ty),
    };
    has_float(f.ret) || f.params.iter().any(|p| has_float(p.ty))
}
