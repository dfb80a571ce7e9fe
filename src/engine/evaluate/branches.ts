import type { BranchFact } from '../../model/facts.js';
import { lastStartingBy } from '../../model/span.js';
import { perFile } from './per-file.js';
import type { FileContext } from './program.js';
import { holds } from './rounds.js';

interface Branch {
  readonly fact: BranchFact;
  readonly within: Branch | undefined;
}

const nestedBranches = perFile(({ facts }): readonly Branch[] => {
  const branches: Branch[] = [];
  let current: Branch | undefined;
  for (const fact of facts.branches) {
    while (current !== undefined && current.fact.at[1] <= fact.at[0]) current = current.within;
    current = { fact, within: current };
    branches.push(current);
  }
  return branches;
});

/** Most nested branches that are examined, from the innermost out: each `else if` is in the one before it. */
const MAX_BRANCHES = 100;

/** Returns the branches around an offset, the outermost first: code there runs only if all of them do. */
export function branchesAt(context: FileContext, offset: number): readonly BranchFact[] {
  const branches = nestedBranches(context);
  const found: BranchFact[] = [];
  let branch = branches[lastStartingBy(branches, ({ fact }) => fact.at, offset)];
  for (; branch !== undefined && found.length < MAX_BRANCHES; branch = branch.within)
    if (holds(branch.fact.at, offset)) found.push(branch.fact);
  return found.reverse();
}
