import { hideSecrets } from '../../core/lib/mask-secrets.js';
import type { Catalogue, Deprecation } from '../../core/model/deprecation.js';
import type { Finding } from '../../core/model/finding.js';
import type { Edit, Fix, OwnedFix } from '../../core/model/fix.js';
import type { Place } from '../../core/model/span.js';
import { fixFields } from './field-fix.js';
import { fixFile, isOwned } from './ownership.js';
import type { FixFile, FixSources } from './ownership.js';
import { fixHeaders, fixSuites } from './entry-fix.js';
import { escapeRegExp } from '../../core/lib/escape.js';
import type { TemplateSegment } from '../../core/model/endpoint.js';

/**
 * Returns the exact fixes of findings. A fix changes a text only if nothing but requests uses the text, and all
 * findings of these requests need the same change; so `findings` should be complete. A possible finding has no fix,
 * because the fix would be as uncertain, and neither does a finding whose text contains a secret.
 */
export function fixesOf(
  findings: readonly Finding[],
  catalogue: Pick<Catalogue, 'deprecations'>,
  sources: FixSources,
): ReadonlyMap<Finding, Fix> {
  if (findings.length === 0) return new Map();
  const byId = new Map(catalogue.deprecations.map((entry) => [entry.id, entry]));
  const candidates = findings.flatMap((finding) => {
    const fix = finding.confidence === 'possible' ? undefined : fixOf(finding, byId.get(finding.deprecation), sources);
    return fix === undefined || fix.edits.length === 0 ? [] : [{ finding, fix }];
  });
  const senders = new Map<string, readonly Place[]>();
  for (const { finding, fix } of candidates)
    for (const edit of fix.edits)
      senders.set(editKey(edit), [...(senders.get(editKey(edit)) ?? []), ...(finding.sentAt ?? [])]);
  const isExact = (finding: Finding, { owned, edits }: OwnedFix): boolean =>
    owned.every((place) => {
      const file = fixFile(place.file, finding.language ?? 'javascript', sources);
      // Requests that need the first edit; some of them may not need the other edits.
      const [first = []] = edits
        .filter((edit) => edit.file === place.file)
        .map((edit) => senders.get(editKey(edit)) ?? []);
      return file !== undefined && isOwned({ place, senders: first }, file, sources);
    });
  return new Map(
    candidates
      .filter(({ finding, fix }) => isExact(finding, fix) && !containsSecret(fix, sources))
      .map(({ finding, fix: { action, edits } }) => [finding, { action, edits }]),
  );
}

function fixOf(finding: Finding, deprecation: Deprecation | undefined, sources: FixSources): OwnedFix | undefined {
  const file = fixFile(finding.at.file, finding.language ?? 'javascript', sources);
  if (file === undefined) return undefined;
  if (finding.lacks !== undefined) return fixQuery(finding, finding.lacks, file);
  switch (deprecation?.kind) {
    case 'segment':
    case 'endpoint':
      return fixSegment(finding, deprecation, sources);
    case 'field':
      return fixFields(finding, deprecation, file);
    case 'headers':
      return fixHeaders(finding, deprecation, sources);
    case 'cipher-suites':
      return fixSuites(finding, deprecation, file);
    default:
      return undefined;
  }
}

/** Key that equal edits share. */
function editKey({ file, span, text }: Edit): string {
  return `${String(span[0])} ${String(span[1])} ${file} ${text}`;
}

function containsSecret({ edits }: Fix, { textOf }: FixSources): boolean {
  return edits.some(({ file, span, text }) => {
    const old = textOf(file)?.slice(...span) ?? '';
    return hideSecrets(old) !== old || hideSecrets(text) !== text;
  });
}

/** Consecutive segments of a path, and the segments that replace them. */
interface SegmentChange {
  readonly from: string;
  readonly to: string;
  /** Adjacent literal segments, which make the change distinctive. */
  readonly before?: string;
  readonly after?: string;
}

/**
 * Replaces consecutive path segments by those of the catalogue's replacement, if they occur exactly once in a text
 * that the finding depends on.
 */
function fixSegment(
  finding: Finding,
  deprecation: Deprecation,
  { textOf, usesElsewhere }: FixSources,
): OwnedFix | undefined {
  const change = changeOf(finding, deprecation);
  if (change === undefined) return undefined;
  const { from, to } = change;
  for (const { kind, at } of finding.evidence.steps) {
    const mayChange = kind === 'literal' || kind === 'constant' || (kind === 'import' && usesElsewhere !== undefined);
    const text = mayChange ? textOf(at.file) : undefined;
    const offset = text === undefined ? undefined : findSegment(text.slice(...at.span), change);
    if (offset === undefined) continue;
    const start = at.span[0] + offset;
    const place: Place = { file: at.file, span: [start, start + from.length] };
    return { action: { kind: 'replaceSegment', data: { from, to } }, edits: [{ ...place, text: to }], owned: [place] };
  }
  return undefined;
}

function changeOf(finding: Finding, deprecation: Deprecation): SegmentChange | undefined {
  if (deprecation.kind === 'segment') return { from: deprecation.segment, to: deprecation.replacedBy };
  const { replacement } = deprecation;
  if (deprecation.kind !== 'endpoint' || replacement.kind !== 'operation' || finding.operation === undefined)
    return undefined;
  const { method, path } = replacement.operation;
  const endpoint = deprecation.endpoints.find((candidate) => candidate.path.text === finding.operation?.path);
  if (endpoint === undefined || finding.methods.length !== 1 || finding.methods[0] !== method) return undefined;
  return differenceOf(endpoint.path.segments, path.segments);
}

/** Consecutive literal segments in which two paths differ: `workers/bells`, replaced by `towers/v2/bells`. */
function differenceOf(old: readonly TemplateSegment[], now: readonly TemplateSegment[]): SegmentChange | undefined {
  const start = old.findIndex((segment, index) => literal(segment) !== literal(now[index]));
  if (start < 0) return undefined;
  let end = 0;
  while (
    end < Math.min(old.length, now.length) - start &&
    literal(old[old.length - 1 - end]) === literal(now[now.length - 1 - end])
  )
    end++;
  const [from, to] = [old, now].map((path) => path.slice(start, path.length - end).map(literal));
  if (from === undefined || to === undefined || from.length === 0 || to.length === 0) return undefined;
  if (from.includes(undefined) || to.includes(undefined)) return undefined;
  const [before, after] = [literal(old[start - 1]), literal(old[old.length - end])];
  return {
    from: from.join('/'),
    to: to.join('/'),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

function literal(segment: TemplateSegment | undefined): string | undefined {
  return segment?.kind === 'literal' ? segment.text : undefined;
}

/** Offset of the segments in a source, if they occur exactly once. */
function findSegment(source: string, { from, before, after }: SegmentChange): number | undefined {
  const start = before === undefined ? `(?<=^|[/'"\`}])` : `(?<=${startOf(before)}/)`;
  const end = after === undefined ? `(?=$|[/?#'"\`])` : `(?=/${endOf(after)})`;
  const matches = [...source.matchAll(new RegExp(`${start}${escapeRegExp(from)}${end}`, 'g'))];
  return matches.length === 1 ? matches[0]?.index : undefined;
}

function startOf(segment: string): string {
  return `(?:^|[/'"\`}])${escapeRegExp(segment)}`;
}

function endOf(segment: string): string {
  return `${escapeRegExp(segment)}(?:$|[/?#'"\`])`;
}

/**
 * Matches the source of a URL that is literal at its end: a string without a fragment, or a template literal that does
 * not end in a placeholder.
 */
const URL_TEXT = /^(['"`])(?:(?!\1)[^\\#\n])*[^\\#\n}]\1$/;

/** Matches the source of a query by itself, such as an argument of a function that appends it to a URL: `phase=2`. */
const QUERY_TEXT = /^.[\w-]+=[^/?]*$/;

/** Adds the missing entry to the query of a request, if its URL, or the query by itself, is one literal. */
function fixQuery(finding: Finding, entry: string, file: FixFile): OwnedFix | undefined {
  const [start, end] = finding.at.span;
  const source = file.text.slice(start, end);
  if (file.language !== 'javascript' || !URL_TEXT.test(source)) return undefined;
  const hasQuery = source.includes('?') || QUERY_TEXT.test(source);
  const separator = !hasQuery ? '?' : /[?&].$/.test(source) ? '' : '&';
  return {
    action: { kind: 'addQuery', data: { name: entry } },
    edits: [{ file: file.name, span: [end - 1, end - 1], text: `${separator}${entry}` }],
    owned: [{ file: file.name, span: [start, end] }],
  };
}
