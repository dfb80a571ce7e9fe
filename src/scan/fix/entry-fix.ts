import { visitExprs } from '../../languages/facts/expressions.js';
import type { CipherSuitesDeprecation, HeadersDeprecation } from '../../core/model/deprecation.js';
import type { ExprFact } from '../../core/model/facts.js';
import type { Finding } from '../../core/model/finding.js';
import type { OwnedFix } from '../../core/model/fix.js';
import type { Span } from '../../core/model/span.js';
import { entriesOf, literalWithKey, removeEntries } from './entries.js';
import { fixFile } from './ownership.js';
import type { FixFile, FixSources } from './ownership.js';

/** Removes one of the headers that must not be sent together: the last of the rule that is in an object literal. */
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

/** Matches a plain list of suites; operators such as `A+B` are not fully understood and do not match. */
const SUITE_LIST = /^\s*[\w-]+(?:\s*[:,]\s*[!@]?[\w-]+(?:=\d)?|\s+[\w-]+)+\s*$/;

/** Removes the draft suites from the list of the finding; undefined where that would leave no suite. */
export function fixSuites(finding: Finding, deprecation: CipherSuitesDeprecation, file: FixFile): OwnedFix | undefined {
  const { span } = finding.at;
  const inText = draftsIn(file.text.slice(...span), deprecation);
  if (inText !== undefined) {
    const edits = inText.map(([start, end]) => ({
      file: file.name,
      span: [span[0] + start, span[0] + end] as const,
      text: '',
    }));
    return { action: { kind: 'removeSuite', data: { name: finding.url } }, edits, owned: [] };
  }
  if (file.language !== 'javascript') return undefined;
  const ranges = elementRange(file, span, deprecation);
  return (
    ranges && {
      action: { kind: 'removeSuite', data: { name: finding.url } },
      edits: ranges.map((range) => ({ file: file.name, span: range, text: '' })),
      owned: [],
    }
  );
}

/**
 * Ranges of the draft suites in a quoted list, each with one separator; undefined where it is not a list, or has no
 * other suite.
 */
function draftsIn(source: string, { names }: CipherSuitesDeprecation): readonly Span[] | undefined {
  const [, mark, list = ''] = /^(['"`])([^'"`\\$]*)\1$/.exec(source) ?? [];
  if (mark === undefined || !SUITE_LIST.test(list)) return undefined;
  const items = [...list.matchAll(/[^\s:,]+/g)].map(({ 0: item, index }) => ({
    isDraft: names.includes(item),
    isSuite: /^\w/.test(item),
    span: [1 + index, 1 + index + item.length] as Span,
  }));
  if (!items.some(({ isDraft, isSuite }) => isSuite && !isDraft)) return undefined;
  const spans = items.map(({ span }) => span);
  const ranges = removeEntries(
    { spans, comments: [] },
    [0, source.length],
    (index) => items[index]?.isDraft === true,
    source,
  );
  return ranges === undefined || ranges.length === 0 ? undefined : ranges;
}

/** Range of one element of an array of literals. */
function elementRange(
  file: FixFile,
  span: Span,
  { names, codePoints }: CipherSuitesDeprecation,
): readonly Span[] | undefined {
  const facts = file.facts();
  if (facts === undefined) return undefined;
  let array: Extract<ExprFact, { readonly kind: 'array' }> | undefined;
  visitExprs(facts, (expr) => {
    if (expr.kind === 'array' && expr.elements.some(({ at }) => at[0] === span[0] && at[1] === span[1])) array = expr;
  });
  if (array === undefined) return undefined;
  const { at, elements } = array;
  const isDraft = (expr: ExprFact): boolean =>
    expr.kind === 'literal' &&
    (typeof expr.value === 'number' ? codePoints.includes(expr.value) : names.includes(String(expr.value)));
  const others = elements.filter((element) => element.kind === 'literal' && !isDraft(element));
  const entries = entriesOf(file.text, at);
  if (others.length === 0 || entries?.spans.length !== elements.length) return undefined;
  return removeEntries(entries, at, (index) => elements[index]?.at[0] === span[0], file.text);
}
