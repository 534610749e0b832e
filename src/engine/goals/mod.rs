//! Goals of coverage: places of the user's program that some run is to reach. [`find`](Goals::find) reads them off the program;
//! the engines tell which ones a run comes to.

mod asserts;
mod find;
mod forbid;
mod loops;

use std::str::FromStr;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::program::{BlockId, FileId, FuncId, InstId, LocId, Value};

/// Which places are goals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Lines with code.
    Lines,
    /// The ways that branches can go.
    Branches,
    /// Assertions.
    Asserts,
    /// Calls of `__CPROVER_cover`, with a condition that holds.
    Covers,
    /// Loop bodies.
    Loops,
    /// A line with code.
    Place {
        /// The file, or the end of its path.
        file: String,
        /// The line.
        line: u32,
    },
}

/// What a goal is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GoalKind {
    /// A line with code.
    Line,
    /// A branch goes a way.
    Way {
        /// The value that decides, where it is a `switch`; `None` for the default and for conditions.
        case: Option<String>,
        /// Whether it is the default of a `switch`.
        default: bool,
        /// The place where the source goes on.
        to: Option<LocId>,
        /// Whether the condition holds that is tested; `None` of a `switch`.
        holds: Option<bool>,
    },
    /// An assertion is decided.
    Assertion,
    /// A condition of `__CPROVER_cover` holds.
    Cover,
    /// A loop's body is entered.
    Loop,
    /// The function that starts the program returns.
    End,
}

/// A place that a run is to reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// What it is.
    pub kind: GoalKind,
    /// A function that it is in.
    pub func: FuncId,
    /// Its place; of a line the first one.
    pub loc: LocId,
}

/// What makes a run reach a goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Point {
    /// The instruction is executed, and is not left out for a condition: the value is not zero.
    At(InstId, Option<Value>),
    /// Control goes from the end of a block to another one.
    Edge(BlockId, BlockId),
}

/// A goal by number, and the condition under which its instruction counts.
pub type Reaches = (u32, Option<Value>);

/// The points of one function.
#[derive(Clone, Default, Debug)]
struct Points {
    at: FxHashMap<InstId, SmallVec<[Reaches; 2]>>,
    edges: FxHashMap<(BlockId, BlockId), SmallVec<[u32; 2]>>,
}

/// Goals, in the order of their places.
#[derive(Clone, Default, Debug)]
pub struct Goals {
    /// All of them.
    pub all: Vec<Goal>,
    /// By function.
    points: Vec<Points>,
}

impl Goals {
    /// The goals that a run reaches when it executes an instruction.
    pub fn at(&self, func: FuncId, inst: InstId) -> &[Reaches] {
        self.points[func.index()].at.get(&inst).map_or(&[], |goals| goals)
    }

    /// The goals that a run reaches when control goes from one block to another.
    pub fn on_edge(&self, func: FuncId, from: BlockId, to: BlockId) -> &[u32] {
        self.points[func.index()].edges.get(&(from, to)).map_or(&[], |goals| goals)
    }

    /// All instructions of a function that are points of goals.
    pub fn instructions(&self, func: FuncId) -> impl Iterator<Item = (InstId, &[Reaches])> {
        self.points[func.index()].at.iter().map(|(&inst, goals)| (inst, &goals[..]))
    }

    /// All edges of a function that are points of goals.
    pub fn edges(&self, func: FuncId) -> impl Iterator<Item = ((BlockId, BlockId), &[u32])> {
        self.points[func.index()].edges.iter().map(|(&edge, goals)| (edge, &goals[..]))
    }

    fn add_point(&mut self, goal: u32, func: FuncId, point: Point) {
        let points = &mut self.points[func.index()];
        match point {
            Point::At(inst, when) => {
                let known = points.at.entry(inst).or_default();
                if !known.contains(&(goal, when)) {
                    known.push((goal, when));
                }
            }
            Point::Edge(from, to) => {
                let known = points.edges.entry((from, to)).or_default();
                if !known.contains(&goal) {
                    known.push(goal);
                }
            }
        }
    }
}

/// A line of a file.
type Line = (FileId, u32);

impl FromStr for Wanted {
    type Err = String;

    /// Reads `lines`, `branches`, `asserts`, `cover`, `loops` or `FILE:LINE`.
    fn from_str(text: &str) -> Result<Wanted, String> {
        Ok(match text {
            "lines" => Wanted::Lines,
            "branches" => Wanted::Branches,
            "asserts" => Wanted::Asserts,
            "cover" => Wanted::Covers,
            "loops" => Wanted::Loops,
            _ => {
                let place = text.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
                match place {
                    Some((file, line @ 1..)) if !file.is_empty() => {
                        Wanted::Place { file: file.to_owned(), line }
                    }
                    _ => {
                        return Err("expected lines, branches, asserts, cover, loops or FILE:LINE".to_owned());
                    }
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_places() {
        let place = |file: &str, line| Ok(Wanted::Place { file: file.to_owned(), line });
        assert_eq!("lines".parse(), Ok(Wanted::Lines));
        assert_eq!("cover".parse(), Ok(Wanted::Covers));
        assert_eq!("a/b.c:12".parse(), place("a/b.c", 12));
        assert_eq!("a:b.c:1".parse(), place("a:b.c", 1));
        for wrong in ["", "line", "a.c", "a.c:", "a.c:0", ":3", "a.c:x"] {
            assert!(wrong.parse::<Wanted>().is_err(), "{wrong}");
        }
    }
}
