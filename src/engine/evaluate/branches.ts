import type { BranchFact } from '../../model/facts.js';
import { lastStartingBy } from '../../model/span.js';
import { perFile } from './per-file.js';
import type { FileContext } from './program.js';
import { holds } from './rounds.js';

interface Branch {
  readonly fact: BranchFact;
  readonly within: Branch | undefined;
  /** How many hold it. */
  readonly depth: number;
}

const nestedBranches = perFile(({ facts }): readonly Branch[] => {
  const branches: Branch[] = [];
  let current: Branch | undefined;
  for (const fact of facts.branches) {
    while (current !== undefined && current.fact.at[1] <= fact.at[0]) current = current.within;
    current = { fact, within: current, depth: current === undefined ? 0 : current.depth + 1 };
    branches.push(current);
  }
  return branches;
});

/** Most branches inside each other that are looked at, from the innermost out: each `else if` is in that before it. */
const MAX_BRANCHES = 100;

/** The branches that hold an offset, the outermost first: what stands there runs only where all of them do. */
export function branchesAt(context: FileContext, offset: number): readonly BranchFact[] {
  const branches = nestedBranches(context);
  const found: BranchFact[] = [];
  let branch = branches[lastStartingBy(branches, ({ fact }) => fact.at, offset)];
  for (; branch !== undefined && found.length < MAX_BRANCHES; branch = branch.within)
    if (holds(branch.fact.at, offset)) found.push(branch.fact);
  return found.reverse();
}

/** The branches inside too many others. */
const deepBranches = perFile((context) => nestedBranches(context).filter(({ depth }) => depth >= MAX_BRANCHES));

/** Whether more branches hold an offset than are looked at: what stands there may not run although they do. */
export function isTooDeep(context: FileContext, offset: number): boolean {
  return deepBranches(context).length > 0 && branchesAt(context, offset).length === MAX_BRANCHES;
}
