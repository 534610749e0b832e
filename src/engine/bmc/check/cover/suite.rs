//! Few runs that reach as much as many.

use super::CoveringRun;

/// Runs that together reach all that the given ones reach: again and again the one that reaches most of what is missing, the earlier
/// one of several. In the order in which they were found.
pub fn choose(runs: Vec<CoveringRun>, goals: usize) -> Vec<CoveringRun> {
    let mut missing = vec![false; goals];
    for run in &runs {
        run.reached.iter().for_each(|&goal| missing[goal as usize] = true);
    }
    let mut chosen = vec![false; runs.len()];
    loop {
        let new = |run: &CoveringRun| run.reached.iter().filter(|goal| missing[**goal as usize]).count();
        let best = runs.iter().enumerate().map(|(i, run)| (new(run), std::cmp::Reverse(i))).max();
        let Some((1.., std::cmp::Reverse(best))) = best else { break };
        chosen[best] = true;
        runs[best].reached.iter().for_each(|&goal| missing[goal as usize] = false);
    }
    runs.into_iter().zip(chosen).filter_map(|(run, chosen)| chosen.then_some(run)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::record::Record;
    use crate::engine::verdict::Replayed;
    use std::sync::Arc;

    fn run(reached: &[u32]) -> CoveringRun {
        CoveringRun {
            reached: reached.to_vec(),
            record: Record::default(),
            script: Arc::default(),
            replayed: Replayed::Machine,
        }
    }

    #[test]
    fn few_runs() {
        let chosen = choose([&[0][..], &[0, 1], &[2], &[1, 2, 3], &[3]].map(run).to_vec(), 6);
        let reached: Vec<&[u32]> = chosen.iter().map(|run| &run.reached[..]).collect();
        assert_eq!(reached, [&[0][..], &[1, 2, 3]]);
        assert!(choose(Vec::new(), 3).is_empty());
    }
}
