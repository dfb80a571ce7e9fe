import type { HeadersDeprecation } from '../model/deprecation.js';
import type { Finding } from '../model/finding.js';
import type { OwnedFix } from '../model/fix.js';
import { removeEntries } from './entries.js';
import { fixFile } from './fix-file.js';
import type { FixSources } from './fix-file.js';
import { literalWithKey } from './object-literal.js';

/**
 * Removes one of the headers that must not be sent together: the last of the rule where that is in an object literal,
 * or another that is.
 */
export function fixHeaders(
  finding: Finding,
  { headers }: HeadersDeprecation,
  sources: FixSources,
): OwnedFix | undefined {
  for (const name of [...headers].reverse()) {
    const set = finding.evidence.steps.find(({ kind, note }) => kind === 'option' && note.startsWith(`\`${name}\` `));
    const removed = set && removeHeader(name, set.at.file, set.at.span[0], sources);
    if (removed !== undefined) return removed;
  }
  return undefined;
}

function removeHeader(name: string, from: string, keyStart: number, sources: FixSources): OwnedFix | undefined {
  const file = fixFile(from, 'javascript', sources);
  const facts = file?.facts();
  const object = file && facts && literalWithKey(facts, file.text, keyStart);
  if (file === undefined || object === undefined) return undefined;
  const isDead = (index: number): boolean => object.properties[index]?.key?.toLowerCase() === name.toLowerCase();
  const ranges = removeEntries(object.entries, object.at, isDead, file.text);
  return (
    ranges && {
      action: { kind: 'removeHeader', data: { name } },
      edits: ranges.map((span) => ({ file: from, span, text: '' })),
      owned: [{ file: from, span: object.at }],
    }
  );
}
