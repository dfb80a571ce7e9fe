import {
  describeAfterEnd,
  describeDispute,
  disputesOf,
  isOfSpecification,
  formatDate,
  daysBetween,
} from '../engine/judge/describe-end.js';
import { changeLines } from '../engine/judge/replacement-text.js';
import { breakCommands, escapeText } from '../core/lib/escape.js';
import { dottedPath } from '../core/lib/json.js';
import { count } from '../core/lib/wording.js';
import type {
  Api,
  AreaEndpoint,
  Deprecation,
  HiddenDeprecation,
  IsoDate,
  Layer,
  NearMiss,
  Replacement,
} from '../core/model/deprecation.js';
import { shownEndpoint } from '../core/model/endpoint.js';
import { LANGUAGE_WORDS } from '../core/model/language.js';
import { adviceParts, describeReplacementCall, describeExample, valueLines } from './explain-example.js';

const WIDTH = 100;

/** Number of similar operations that are listed. */
const MAX_LOOK_ALIKES = 12;

/**
 * Everything known about one deprecation, as plain text of at most 100 columns; longer paths and lines of code are not
 * broken. `asOf`: day from which the days to the end of life are counted. `baseUrl`: base URL of the request in the
 * example.
 */
export function formatExplanation(
  deprecation: Deprecation,
  asOf: IsoDate,
  baseUrl = '${baseUrl}',
  api: Pick<Api, 'successors'> = {},
): string {
  const { appliesTo, feature, id, kind, note, nearMisses } = deprecation;
  const after = describeAfterEnd(deprecation);
  const live = nearMisses.filter(({ status }) => status === 'live');
  const sections: readonly (readonly string[])[] = [
    [
      feature,
      ...item('Id', id),
      ...item('Kind', describeKind(deprecation)),
      ...item('End of life', describeEnd(deprecation, asOf)),
      ...(appliesTo === undefined ? [] : item('Applies to', appliesTo)),
      ...(after === undefined ? [] : item('From then on', after)),
      ...(note === undefined ? [] : item('Note', note)),
      ...originItems(deprecation).flatMap(([title, text]) => item(title, text)),
    ],
    describeSubject(deprecation),
    [
      'Replacement',
      ...bullet(
        isOfSpecification(deprecation) ? 'From the specification' : 'From the catalogue',
        describeReplacement(deprecation.replacement),
      ),
      ...describeAdvice(deprecation),
    ],
    listSection('What else must change, in calls that have it', changeLines(deprecation, api)),
    ...originSections(deprecation).map(([title, lines]) =>
      lines.length === 0 ? [] : [title, ...lines.flatMap((line) => wrap(line, '  ', '    '))],
    ),
    describeValues(deprecation),
    kind === 'undetectable' ? [] : ['Before', ...describeExample(deprecation, baseUrl).map((line) => `    ${line}`)],
    codeSection('After', describeReplacementCall(deprecation, baseUrl)),
    describeCollisions(nearMisses),
    describeLookAlikes(live),
  ];
  const text = sections.filter((section) => section.length > 0).map((section) => section.map(escapeText).join('\n'));
  return `${breakCommands(text.join('\n\n'))}\n`;
}

function listSection(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.flatMap((line) => wrap(line.replaceAll('`', ''), '  ', '    '))];
}

function codeSection(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `    ${line}`)];
}

function describeKind(deprecation: Deprecation): string {
  switch (deprecation.kind) {
    case 'endpoint':
      return 'endpoint: the operations themselves end';
    case 'field':
      return 'field: the operations stay, some of their fields end';
    case 'segment':
      return 'segment: a part of the path has another name now';
    case 'headers':
      return 'headers: these must not be sent together';
    case 'header':
      return 'header: it must not be sent';
    case 'query':
      return 'query: a parameter of the query ends';
    case 'value':
      return 'value: the operations stay, a value in their bodies ends';
    case 'package':
      return 'package: code should not import it any more';
    case 'cipher-suites':
      return 'cipher-suites: names of TLS cipher suites';
    case 'undetectable':
      return 'undetectable: code does not show it, so nothing is reported';
  }
}

function describeEnd({ endOfLife, endOfLifeMonth, deprecated }: Deprecation, asOf: IsoDate): string {
  if (endOfLife !== null) return `${formatDate(endOfLifeMonth ?? endOfLife)} (${describeDistance(endOfLife, asOf)})`;
  return `none is announced${deprecated === undefined ? '' : `; deprecated since ${deprecated}`}`;
}

function describeDistance(endOfLife: IsoDate, asOf: IsoDate): string {
  const days = daysBetween(asOf, endOfLife);
  if (days === 0) return `the day itself, as of ${asOf}`;
  const words = count(Math.abs(days), 'day');
  return `${days < 0 ? `${words} ago` : `in ${words}`}, as of ${asOf}`;
}

function describeSubject(deprecation: Deprecation): readonly string[] {
  switch (deprecation.kind) {
    case 'endpoint':
      return ['Operations', ...describeEndpoints(deprecation.endpoints)];
    case 'field': {
      const { pointers, when, allowedValues = [], joinedInto } = deprecation;
      const direction = { request: 'requests', response: 'responses', both: 'requests and responses' }[
        deprecation.direction
      ];
      const condition = when === undefined ? '' : `, where ${dottedPath(when.pointer)} is '${when.equals}'`;
      return [
        ...['Fields', ...wrap(`${pointers.map(dottedPath).join(', ')} in ${direction}${condition}`, '  ')],
        ...(allowedValues.length === 0
          ? []
          : wrap(
              `Not reported: the ${allowedValues.map((value) => `value '${value}'`).join(', the ')}, which clears the field`,
              '  ',
            )),
        ...(joinedInto === undefined
          ? []
          : wrap(`Joined by dots, in this order, they are in ${dottedPath(joinedInto)} of the record`, '  ')),
        ...['', 'Operations with these fields', ...describeEndpoints(deprecation.endpoints)],
      ];
    }
    case 'segment':
      return ['Path', `  ${deprecation.after}/${deprecation.segment}, and everything below it`];
    case 'headers':
      return ['Headers', `  ${deprecation.headers.join(' together with ')}`];
    case 'header':
      return [
        ...['Header', `  ${deprecation.name}${valueList(deprecation.only)}`],
        ...(deprecation.endpoints.length === 0 ? [] : ['', 'Operations', ...describeEndpoints(deprecation.endpoints)]),
      ];
    case 'query':
      return [
        ...['Parameter of the query', `  ${deprecation.parameter}${valueList(deprecation.only)}`],
        ...(deprecation.endpoints.length === 0 ? [] : ['', 'Operations', ...describeEndpoints(deprecation.endpoints)]),
      ];
    case 'value':
      return [
        ...(deprecation.within === undefined
          ? ['Value', `  ${dottedPath(deprecation.pointer)}${valueList(deprecation.equals)}`]
          : [
              `Names in the GraphQL text of '${dottedPath(deprecation.pointer)}'`,
              ...wrap(deprecation.equals.join(', '), '  '),
            ]),
        ...['', 'Operations', ...describeEndpoints(deprecation.endpoints)],
      ];
    case 'package': {
      const { packages, language, versions } = deprecation;
      return [
        `Packages of ${LANGUAGE_WORDS[language]}`,
        ...packages.map((name) => `  ${name}${versions === undefined ? '' : ` ${versions}`}`),
      ];
    }
    case 'cipher-suites': {
      const points = deprecation.codePoints.map((point) => `0x${point.toString(16).toUpperCase()}`);
      return [
        'Cipher suites',
        ...deprecation.names.map((name) => `  ${name}`),
        ...wrap(`Code points: ${points.join(', ')}`, '  '),
      ];
    }
    case 'undetectable':
      return ['Why nothing is reported', ...wrap(deprecation.reason, '  ')];
  }
}

/** Deprecated values at the end of a line: ` = 'a', 'b'`. */
function valueList(values: readonly string[] = []): string {
  return values.length === 0 ? '' : ` = ${values.map((value) => `'${value}'`).join(', ')}`;
}

function describeEndpoints(endpoints: readonly AreaEndpoint[]): readonly string[] {
  const areas = [...new Set(endpoints.map(({ area }) => area))];
  return areas.flatMap((area) => {
    const ofArea = endpoints.filter((endpoint) => endpoint.area === area);
    const added = ofArea.some((endpoint) => endpoint.added === true)
      ? ` (added: no operations are named${ofArea.some(({ unsure }) => unsure === true) ? '; reported as possible' : ''})`
      : '';
    return [`  ${area}${added}`, ...ofArea.map((endpoint) => `    ${shownEndpoint(endpoint)}`)];
  });
}

function describeReplacement(replacement: Replacement): string {
  switch (replacement.kind) {
    case 'operation': {
      const { method, path } = replacement.operation;
      return `${method} ${path.text}${replacement.note === undefined ? '' : `. ${replacement.note}`}`;
    }
    case 'product':
      return replacement.name;
    case 'none':
      return 'none, as stated';
    case 'unstated':
      return 'not stated';
  }
}

function describeAdvice(deprecation: Deprecation): readonly string[] {
  if (deprecation.advice === undefined) return [];
  const lines = adviceParts(deprecation).flatMap(([title, text]) => bullet(title, text, '    '));
  return [isOfSpecification(deprecation) ? '  Added advice, not from the specification:' : '  Advice:', ...lines];
}

function describeValues(deprecation: Deprecation): readonly string[] {
  const lines = valueLines(deprecation);
  return lines.length === 0
    ? []
    : [
        'Replacements of values',
        ...lines.flatMap(({ kind, text }) => (kind === 'row' ? [`  ${text}`] : wrap(text, '  ', '    '))),
      ];
}

function describeCollisions(nearMisses: readonly NearMiss[]): readonly string[] {
  const collisions = nearMisses.filter(({ status }) => status === 'collision');
  if (collisions.length === 0) return [];
  const lines = collisions.flatMap(({ method, path, why }) => wrap(`${method} ${path}: ${why}`, '  '));
  return ['The same method and path, in use again: may be meant, and is reported with a caution', ...lines];
}

function describeLookAlikes(live: readonly NearMiss[]): readonly string[] {
  if (live.length === 0) return [];
  const shown = live.slice(0, MAX_LOOK_ALIKES);
  const reasons = [...new Set(shown.map(({ why }) => why))];
  const lines = reasons.flatMap((why) => [
    ...wrap(why, '  '),
    ...groupMethods(shown.filter((miss) => miss.why === why)).map((line) => `    ${line}`),
  ]);
  const rest = live.length - shown.length;
  return ['Similar and still supported', ...lines, ...(rest === 0 ? [] : [`  and ${String(rest)} more operations`])];
}

/** Groups operations by path: one line for each path, with its methods. */
function groupMethods(misses: readonly NearMiss[]): readonly string[] {
  const paths = [...new Set(misses.map(({ path }) => path))];
  return paths.map((path) => {
    const methods = misses.filter((miss) => miss.path === path).map(({ method }) => method);
    return `${methods.join(', ')} ${path}`;
  });
}

function item(title: string, text: string): readonly string[] {
  return wrap(`${`${title}:`.padEnd(13)}${text}`, '  ', ' '.repeat(15));
}

function bullet(title: string, text: string, indent = '  '): readonly string[] {
  return wrap(`${title}: ${text}`, indent, `${indent}  `);
}

/** Breaks a text at spaces into lines of at most `WIDTH` characters. Keeps runs of spaces. */
function wrap(text: string, indent: string, hanging = indent): readonly string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(/ (?=\S)/)) {
    const joined = line.trim() === '' ? `${line}${word}` : `${line} ${word}`;
    if (joined.length <= WIDTH || line.trim() === '') {
      line = joined;
    } else {
      lines.push(line.trimEnd());
      line = `${hanging}${word}`;
    }
  }
  return [...lines, line.trimEnd()];
}

/** A title and its text, in a list. */
type TitledText = readonly [title: string, text: string];

/** Items on the announcement, the vendor's notice, and the source of a deprecation. */
function originItems(deprecation: Deprecation): readonly TitledText[] {
  const { announced, deprecated, withdrawn, url, layers, source } = deprecation;
  return [
    ...optionalItem('Announced', announced),
    ...optionalItem('Deprecated', deprecated),
    ...(withdrawn === undefined
      ? []
      : optionalItem('Withdrawn', `${withdrawn.since === undefined ? '' : `${withdrawn.since}, `}${withdrawn.source}`)),
    ...optionalItem('Vendor', url),
    ...(layers.length === 0 ? [] : optionalItem('From', layers.map(layerText).join(', then '))),
    ['Source', `${source.file}:${String(source.line)}`],
  ];
}

/** Sections on earlier ends of life, operations in use again, and other editions. */
function originSections(deprecation: Deprecation): readonly (readonly [title: string, lines: readonly string[]])[] {
  const { history = [], revived = [] } = deprecation;
  const disputes = disputesOf(deprecation);
  return [
    [
      'History of the end of life',
      history.map(
        ({ endOfLife, since, source }) =>
          `${endOfLife === null ? 'none' : formatDate(endOfLife)}${since === undefined ? '' : `, since ${formatDate(since)}`} (${source})`,
      ),
    ],
    [
      'In use again, and not reported',
      revived.flatMap(({ operations, since, source }) =>
        operations.map(
          (operation) => `${operation}${since === undefined ? '' : `, since ${formatDate(since)}`} (${source})`,
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
  const suffix = endOfLife === undefined ? '' : ` (end of life ${endOfLife === null ? 'none' : formatDate(endOfLife)})`;
  return `${kind} ${name}${suffix}`;
}

function optionalItem(title: string, text: string | undefined): readonly TitledText[] {
  return text === undefined ? [] : [[title, text]];
}

const REASONS: Readonly<Record<HiddenDeprecation['reason'], string>> = {
  disabled: 'it is disabled',
  withdrawn: 'the vendor cancelled it',
  revived: 'all of its operations are in use again',
  edition: 'only another edition has it',
};

/** Sentence with the reason why an entry is not reported, and the catalogue layer with that reason. */
export function whyHidden({ deprecation, reason, layer }: HiddenDeprecation): string {
  const { since, source } = deprecation.withdrawn ?? {};
  const when = reason !== 'withdrawn' || since === undefined ? '' : ` on ${since}`;
  const where = reason !== 'withdrawn' || source === undefined || source === '' ? '' : ` (${source})`;
  return escapeText(`Not reported: ${REASONS[reason]}${when}${where}, as ${layer.kind} '${layer.name}' says.`);
}
