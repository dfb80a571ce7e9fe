import { describeDispute, disputesOf, spoken } from '../engine/judge/describe-end.js';
import { escapeText } from '../lib/escape.js';
import type { Deprecation, HiddenDeprecation, Layer } from '../model/deprecation.js';

/** A line of a list: its mark and its text. */
type Titled = readonly [title: string, text: string];

/** Day of the announcement, its source, and the link to the vendor's notice. */
export function originItems(deprecation: Deprecation): readonly Titled[] {
  const { announced, deprecated, withdrawn, url, layers, source } = deprecation;
  return [
    ...titled('Announced', announced),
    ...titled('Deprecated', deprecated),
    ...(withdrawn === undefined
      ? []
      : titled('Withdrawn', `${withdrawn.since === undefined ? '' : `${withdrawn.since}, `}${withdrawn.source}`)),
    ...titled('Vendor', url),
    ...(layers.length === 0 ? [] : titled('Said by', layers.map(layerText).join(', then '))),
    ['Source', `${source.file}:${String(source.line)}`],
  ];
}

/** Sections on earlier ends of life, operations in use again, and other editions. */
export function originSections(
  deprecation: Deprecation,
): readonly (readonly [title: string, lines: readonly string[]])[] {
  const { history = [], revived = [] } = deprecation;
  const disputes = disputesOf(deprecation);
  return [
    [
      'History of the end of life',
      history.map(
        ({ endOfLife, since, source }) =>
          `${endOfLife === null ? 'none' : spoken(endOfLife)}${since === undefined ? '' : `, since ${spoken(since)}`} (${source})`,
      ),
    ],
    [
      'In use again, and not reported',
      revived.flatMap(({ operations, since, source }) =>
        operations.map(
          (operation) => `${operation}${since === undefined ? '' : `, since ${spoken(since)}`} (${source})`,
        ),
      ),
    ],
    [
      'Other editions differ',
      disputes.map((dispute) => {
        const operations = dispute.kind === 'revived' ? ` (${dispute.operations.join('; ')})` : '';
        return `${dispute.edition}: ${describeDispute(dispute).replaceAll('`', '')}${operations}`;
      }),
    ],
  ];
}

function layerText({ kind, name, endOfLife }: Layer): string {
  const said = endOfLife === undefined ? '' : ` (end of life ${endOfLife === null ? 'none' : spoken(endOfLife)})`;
  return `${kind} ${name}${said}`;
}

function titled(title: string, text: string | undefined): readonly Titled[] {
  return text === undefined ? [] : [[title, text]];
}

const REASONS: Readonly<Record<HiddenDeprecation['reason'], string>> = {
  disabled: 'it is disabled',
  withdrawn: 'the vendor took it back',
  revived: 'all of its operations are in use again',
  edition: 'only another edition has it',
};

/** Reason why an entry is not reported, and the layer that says so. */
export function whyHidden({ deprecation, reason, layer }: HiddenDeprecation): string {
  const { since, source } = deprecation.withdrawn ?? {};
  const when = reason !== 'withdrawn' || since === undefined ? '' : ` on ${since}`;
  const where = reason !== 'withdrawn' || source === undefined || source === '' ? '' : ` (${source})`;
  return escapeText(`Not reported: ${REASONS[reason]}${when}${where}, as ${layer.kind} '${layer.name}' says.`);
}
