"""The parts of `scripts/svcomp`: tasks, tools, the rules of scoring, kept results, tables."""
