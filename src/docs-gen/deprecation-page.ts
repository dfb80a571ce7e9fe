import { describeDispute, disputesOf, spokenEnd } from '../engine/judge/describe-end.js';
import { dotted } from '../lib/json-pointer.js';
import type { AreaEndpoint, Deprecation, Edition, NearMiss } from '../model/deprecation.js';
import { describeReplacement } from '../report/catalogue-table.js';
import { valueLines } from '../report/explain-values.js';
import type { Example } from './deprecation-examples.js';
import { block, code, list, prose, table } from './markdown.js';
import type { SdkMethod } from './sdk-methods.js';

const MOST_LOOK_ALIKES = 12;

/** All that a page is made of. */
export interface DeprecationFacts {
  readonly deprecation: Deprecation;
  /** The entry in each edition that has it, also where that one says it was withdrawn. */
  readonly editions: readonly { readonly edition: Edition; readonly entry: Deprecation }[];
  /** None where code does not show it. */
  readonly example: Example | undefined;
  readonly sdk: readonly SdkMethod[];
}

/** The page of one deprecation. */
export function formatDeprecationPage(facts: DeprecationFacts): string {
  const { deprecation } = facts;
  const sections: readonly (readonly [title: string, text: string])[] = [
    ['When it ended', whenSection(facts)],
    ['What is meant', whatSection(deprecation)],
    ['Find it', findSection(facts)],
    ['Move away from it', moveSection(facts)],
    ['What becomes of the values you send', valuesSection(deprecation)],
    ['Methods of the SDK', sdkSection(facts)],
    ['Still in use', lookAlikes(deprecation.nearMisses)],
  ];
  const body = sections.filter(([, text]) => text !== '').map(([title, text]) => `## ${title}\n\n${text}`);
  return `${[
    '<!-- Generated from the catalogue by `npm run generate`; do not edit. -->',
    `# ${prose(deprecation.feature)}`,
    `\`${deprecation.id}\` · [all deprecations](README.md)`,
    ...body,
  ].join('\n\n')}\n`;
}

function whenSection({ deprecation, editions }: DeprecationFacts): string {
  const rows = editions.map(({ edition, entry }) => [
    code(edition.id),
    edition.asOf,
    entry.withdrawn === undefined ? spokenEnd(entry) : 'taken back',
    sayer(entry),
  ]);
  const news = disputesOf(deprecation).map(
    (dispute) =>
      `Since the specification: ${prose(describeDispute(dispute))}${dispute.kind === 'revived' ? `: ${dispute.operations.map(code).join(', ')}` : ''}.`,
  );
  const notes = new Set(editions.flatMap(({ entry }) => entry.note ?? []));
  return [
    table(['Edition', 'As of', 'End of life', 'Said by'], rows),
    list([...[...notes].map((note) => sentence(prose(note))), ...news]),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function sayer({ url, withdrawn }: Deprecation): string {
  if (url !== undefined) return `[the vendor](${url})`;
  return withdrawn === undefined ? 'the specification' : prose(withdrawn.source);
}

/** Rows first, as a table; then what is said in sentences. */
function valuesSection(deprecation: Deprecation): string {
  const lines = valueLines(deprecation);
  const told = (kind: 'row' | 'text'): readonly string[] =>
    lines.flatMap((line) => (line.kind === kind ? [prose(line.text)] : []));
  const [header, ...rows] = told('row').map((row) => row.split(/ {2,}/));
  return [...(header === undefined ? [] : [table(header, rows)]), list(told('text'))]
    .filter((text) => text !== '')
    .join('\n\n');
}

function whatSection(deprecation: Deprecation): string {
  switch (deprecation.kind) {
    case 'endpoint':
      return operations(deprecation.endpoints);
    case 'field': {
      const where = { request: 'requests', response: 'responses', both: 'requests and responses' };
      const { when, pointers, direction } = deprecation;
      const condition = when === undefined ? '' : `, where ${code(dotted(when.pointer))} is ${code(when.equals)}`;
      const fields = pointers.map((pointer) => code(dotted(pointer))).join(', ');
      return `${fields} in ${where[direction]}${condition}, of:\n\n${operations(deprecation.endpoints)}`;
    }
    case 'segment':
      return `${code(`${deprecation.after}/${deprecation.segment}`)}, and everything below it.`;
    case 'headers':
      return `A request with ${deprecation.headers.map(code).join(' together with ')}.`;
    case 'cipher-suites':
      return `These names of cipher suites:\n\n${list(deprecation.names.map(code))}`;
    case 'header':
      return `The header ${code(deprecation.name)}.\n\n${operations(deprecation.endpoints)}`.trim();
    case 'query':
      return `The parameter ${code(deprecation.parameter)} of the query of:\n\n${operations(deprecation.endpoints)}`;
    case 'value':
      return `${deprecation.equals.map(code).join(', ')} in ${code(dotted(deprecation.pointer))} of:\n\n${operations(deprecation.endpoints)}`;
    case 'undetectable':
      return prose(deprecation.reason);
  }
}

function operations(endpoints: readonly AreaEndpoint[]): string {
  return list(endpoints.map(({ methods, path }) => code(`${methods.join(', ')} ${path.text}`)));
}

function findSection({ deprecation: { id }, example }: DeprecationFacts): string {
  const commands = block('sh', [
    'npx sunset-lint                # all that is in this folder',
    `npx sunset-lint explain ${id}`,
  ]);
  if (example === undefined) return commands;
  const { message, notes } = example.finding;
  const said = [`> ${prose(message)}`, ...notes.map((note) => `> - ${prose(note)}`)];
  return `${commands}\n\nA finding says, for the code below:\n\n${[said[0], ...(notes.length === 0 ? [] : ['>']), ...said.slice(1)].join('\n')}`;
}

function moveSection({ deprecation, example }: DeprecationFacts): string {
  const { replacement, advice = {} } = deprecation;
  const parts: readonly (readonly [string, string | undefined])[] = [
    ['Use', instead(deprecation)],
    ['API', advice.endpoint],
    ['SDK', advice.sdk],
    ['Terraform', advice.terraform],
    ['Mind', advice.caution ?? (replacement.kind === 'operation' ? replacement.note : undefined)],
  ];
  const items = parts.flatMap(([title, text]) => (text === undefined ? [] : [`**${title}**: ${prose(text)}`]));
  return [list(items), ...(example === undefined ? [] : codeOf(deprecation, example))].join('\n\n');
}

function instead(deprecation: Deprecation): string | undefined {
  const { replacement, advice } = deprecation;
  switch (replacement.kind) {
    case 'operation':
      return code(describeReplacement(replacement));
    case 'product':
      return replacement.name;
    case 'none':
      return 'nothing: there is no replacement. Delete the call.';
    case 'unstated':
      return advice?.caution === undefined && advice?.endpoint === undefined ? 'the source names none' : undefined;
  }
}

function codeOf(
  { replacement, kind }: Deprecation,
  { before, after, finding: { suggestion } }: Example,
): readonly string[] {
  const isGone = replacement.kind === 'none' || replacement.kind === 'unstated';
  const nothing = isGone ? 'After: nothing; delete the call.' : 'After: no request takes its place; see above.';
  return [
    'Before:',
    block('ts', before),
    ...(after.length === 0 ? [nothing] : ['After:', block('ts', after)]),
    suggestion === undefined
      ? `\`--fix\` leaves this to you: what to send instead depends on ${kind === 'field' ? 'the values of the fields. Where the code says them all, it makes the change' : 'your code'}.`
      : `\`npx sunset-lint --fix\` makes this change. ${suggestion.title}`,
  ];
}

function sdkSection({ deprecation: { kind }, sdk }: DeprecationFacts): string {
  if (sdk.length === 0) return '';
  const rows = sdk.map(({ language, call, method, path, versions: range }) => {
    const [first = '', last] = range.split(' - ');
    return [language, code(`client.${call}`), code(`${method} ${path}`), first === last ? first : range];
  });
  const found = kind === 'field' ? 'These carry the fields' : 'Calls of these are found as well';
  return `${found}:\n\n${table(['Package', 'Method', 'Operation', 'Versions'], rows)}`;
}

function lookAlikes(nearMisses: readonly NearMiss[]): string {
  const live = grouped(nearMisses.filter(({ status }) => status === 'live'));
  const collisions = grouped(nearMisses.filter(({ status }) => status === 'collision'));
  const rest = live.length - MOST_LOOK_ALIKES;
  const parts: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['The same method and path, in use again; reported with a caution', collisions],
    [
      'These look alike, and are not reported',
      [...live.slice(0, MOST_LOOK_ALIKES), ...(rest > 0 ? [`and ${String(rest)} more paths`] : [])],
    ],
  ];
  return parts.flatMap(([title, lines]) => (lines.length === 0 ? [] : [`${title}:\n\n${list(lines)}`])).join('\n\n');
}

/** One line for each path, with its methods. */
function grouped(misses: readonly NearMiss[]): readonly string[] {
  const paths = new Map<string, readonly NearMiss[]>();
  for (const miss of misses) paths.set(miss.path, [...(paths.get(miss.path) ?? []), miss]);
  return [...paths].map(([path, own]) => {
    const reasons = new Set(own.map(({ why }) => prose(why)));
    return `${code(`${own.map(({ method }) => method).join(', ')} ${path}`)}: ${[...reasons].join('; ')}`;
  });
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
