import { visitExprs } from '../../languages/facts/expressions.js';
import type { CipherSuitesDeprecation, HeadersDeprecation } from '../../core/model/deprecation.js';
import type { ExprFact } from '../../core/model/facts.js';
import type { Finding } from '../../core/model/finding.js';
import type { OwnedFix } from '../../core/model/fix.js';
import type { Span } from '../../core/model/span.js';
import { entriesOf, literalWithKey, removeEntries } from './entries.js';
import { fixFile } from './ownership.js';
import type { FixFile, FixSources } from './ownership.js';

/** Removes one of the headers that must not be sent together: the last one that is set in an object literal. */
export function fixHeaders(
  finding: Finding,
  { headers }: HeadersDeprecation,
  sources: FixSources,
): OwnedFix | undefined {
  for (const name of [...headers].reverse()) {
    const step = finding.evidence.steps.find(({ kind, note }) => kind === 'option' && note.startsWith(`\`${name}\` `));
    const fix = step && removeHeader(name, step.at.file, step.at.span[0], sources);
    if (fix !== undefined) return fix;
  }
  return undefined;
}

function removeHeader(name: string, from: string, keyStart: number, sources: FixSources): OwnedFix | undefined {
  const file = fixFile(from, 'javascript', sources);
  const facts = file?.facts();
  const object = file && facts && literalWithKey(facts, file.text, keyStart);
  if (file === undefined || object === undefined) return undefined;
  const isRemoved = (index: number): boolean => object.properties[index]?.key?.toLowerCase() === name.toLowerCase();
  const ranges = removeEntries(object.entries, object.at, isRemoved, file.text);
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

/** Removes the draft suites from the list of the finding; undefined if no suite would remain. */
export function fixSuites(finding: Finding, deprecation: CipherSuitesDeprecation, file: FixFile): OwnedFix | undefined {
  const { span } = finding.at;
  const textRanges = draftRanges(file.text.slice(...span), deprecation);
  if (textRanges !== undefined) {
    const edits = textRanges.map(([start, end]) => ({
      file: file.name,
      span: [span[0] + start, span[0] + end] as const,
      text: '',
    }));
    return { action: { kind: 'removeSuite', data: { name: finding.url } }, edits, owned: [] };
  }
  if (file.language !== 'javascript') return undefined;
  const ranges = elementRanges(file, span, deprecation);
  return (
    ranges && {
      action: { kind: 'removeSuite', data: { name: finding.url } },
      edits: ranges.map((range) => ({ file: file.name, span: range, text: '' })),
      owned: [],
    }
  );
}

/**
 * Ranges of the draft suites in a quoted list, each with one separator; undefined if the text is not a list, or the
 * list has no other suite.
 */
function draftRanges(source: string, { names }: CipherSuitesDeprecation): readonly Span[] | undefined {
  const [, quoteMark, list = ''] = /^(['"`])([^'"`\\$]*)\1$/.exec(source) ?? [];
  if (quoteMark === undefined || !SUITE_LIST.test(list)) return undefined;
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

/** Ranges to delete for one draft suite in an array of literals; undefined if no other suite would remain. */
function elementRanges(
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
  const otherSuites = elements.filter((element) => element.kind === 'literal' && !isDraft(element));
  const entries = entriesOf(file.text, at);
  if (otherSuites.length === 0 || entries?.spans.length !== elements.length) return undefined;
  return removeEntries(entries, at, (index) => elements[index]?.at[0] === span[0], file.text);
}
