import type { CipherSuitesDeprecation } from '../../core/model/deprecation.js';
import type { Confidence } from '../../core/model/evidence.js';
import type { ExprFact, FileFacts } from '../../core/model/facts.js';
import type { Finding } from '../../core/model/finding.js';
import type { Place } from '../../core/model/span.js';
import type { FileContext } from '../evaluate/program.js';
import { completeFinding } from '../judge/finding.js';
import { ofKind } from './check.js';
import type { Check } from './check.js';
import { visitExprs } from '../../languages/facts/expressions.js';

/** Characters between the suites of a list: `A:B:!C`, `A, B`. */
const SEPARATOR = /[\s:,;+!=]+/;

/** A JA3 fingerprint, which some clients are configured with: version, suites, extensions, curves, formats. */
const JA3 = /^\d+,((?:\d+-)*\d+),[\d-]*,[\d-]*,[\d-]*$/;

interface Mention {
  /** Name of the suite, as written. */
  readonly name: string;
  readonly confidence: Confidence;
  /** The command-line option that sets the suite. */
  readonly option?: string;
}

/** Options that name the cipher suites a program offers. */
const OPTIONS: Readonly<Record<string, RegExp>> = {
  curl: /^--(?:proxy-)?(?:tls13-)?ciphers$/,
  wget: /^--ciphers$/,
  openssl: /^-cipher(?:suites)?$/,
};

/** Arguments of commands that are the value of a cipher option, with the name of that option. */
function cipherOptions({ calls, language }: FileContext['facts']): ReadonlyMap<ExprFact, string> {
  const optionByArg = new Map<ExprFact, string>();
  if (language !== 'shell') return optionByArg;
  for (const { callee, args } of calls) {
    const option = callee.kind === 'name' ? OPTIONS[callee.name] : undefined;
    if (option === undefined) continue;
    for (const [index, arg] of args.entries()) {
      // `--ciphers LIST`, `--ciphers=LIST`.
      const words = [args[index - 1], arg].map((word) => (word?.kind === 'literal' ? String(word.value) : ''));
      const [previous = '', current = ''] = words;
      const inlineOption = current.slice(0, Math.max(current.indexOf('='), 0));
      const name = [previous, inlineOption].find((word) => option.test(word));
      if (name !== undefined) optionByArg.set(arg, name);
    }
  }
  return optionByArg;
}

const rulesOf = ofKind('cipher-suites');

/**
 * Draft cipher suites: names and code points that no standard suite shares. In a list, or under a name that contains
 * cipher or suite, they are configuration. A single name may come from a table that describes suites, so its finding
 * is less certain; a single number is not reported.
 */
export const cipherSuites: Check = {
  rule: 'no-deprecated-transport',
  begin({ finder, context }) {
    const rules = rulesOf(finder.catalogue);
    return rules.length === 0 ? undefined : { ofFile: () => mentionedSuites(context, rules) };
  },
};

function mentionedSuites(context: FileContext, rules: readonly CipherSuitesDeprecation[]): readonly Finding[] {
  const findings: Finding[] = [];
  let optionByArg: ReadonlyMap<ExprFact, string> | undefined;
  let cipherExprs: ReadonlySet<ExprFact> | undefined;
  visitExprs(context.facts, (expr) => {
    if (expr.kind !== 'literal') return;
    for (const deprecation of rules) {
      const mention = mentionIn(deprecation, expr.value, () =>
        (cipherExprs ??= cipherNamedExprs(context.facts)).has(expr),
      );
      if (mention === undefined) continue;
      const option = (optionByArg ??= cipherOptions(context.facts)).get(expr);
      const reported = option === undefined ? mention : { ...mention, confidence: 'certain' as const, option };
      findings.push(...suiteFinding(context, deprecation, expr, reported));
    }
  });
  return findings;
}

function mentionIn(
  deprecation: CipherSuitesDeprecation,
  value: string | number | boolean | null,
  hasCipherName: () => boolean,
): Mention | undefined {
  if (typeof value === 'number') {
    return deprecation.codePoints.includes(value) && hasCipherName()
      ? { name: hex(value), confidence: 'probable' }
      : undefined;
  }
  if (typeof value !== 'string') return undefined;
  const items = value.split(SEPARATOR).filter((item) => item !== '');
  const name = items.find((item) => deprecation.names.includes(item));
  if (name !== undefined) return { name, confidence: items.length > 1 || hasCipherName() ? 'probable' : 'possible' };
  const suites = JA3.exec(value)?.[1]?.split('-').map(Number);
  const point = suites?.find((suite) => deprecation.codePoints.includes(suite));
  if (point !== undefined) return { name: `${String(point)} (${hex(point)})`, confidence: 'probable' };
  const hexItem = items.find((item) =>
    deprecation.codePoints.some((codePoint) => item.toLowerCase() === hex(codePoint).toLowerCase()),
  );
  return hexItem !== undefined && hasCipherName() ? { name: hexItem, confidence: 'probable' } : undefined;
}

function hex(point: number): string {
  return `0x${point.toString(16).toUpperCase()}`;
}

function suiteFinding(
  context: FileContext,
  deprecation: CipherSuitesDeprecation,
  expr: ExprFact,
  { name, confidence, option }: Mention,
): readonly Finding[] {
  const at: Place = { file: context.file, span: expr.at };
  return completeFinding({
    rule: 'no-deprecated-transport',
    deprecation: deprecation.id,
    at,
    confidence,
    evidence: {
      host: 'unknown',
      path: 'exact',
      method: 'unknown',
      site: 'loose',
      steps: [
        {
          kind: 'literal',
          at,
          note: `\`${name}\` is a draft suite${option === undefined ? '' : `, set up by \`${option}\``}`,
        },
      ],
    },
    url: name,
    client: 'cipher list',
    notes: [deprecation.note],
  });
}

const CIPHER = /cipher|suite/i;

/** Expressions that are the value, or a list element of the value, of a name that contains cipher or suite. */
function cipherNamedExprs(facts: FileFacts): ReadonlySet<ExprFact> {
  const cipherExprs = new Set<ExprFact>();
  const stack: ExprFact[] = [];
  const addIfCipher = (name: string | undefined, value: ExprFact | undefined): void => {
    if (name !== undefined && value !== undefined && CIPHER.test(name)) stack.push(value);
  };
  for (const { name, value } of facts.bindings) addIfCipher(name, value);
  for (const { target, value } of facts.assignments) addIfCipher(nameOf(target), value);
  for (const { properties } of facts.objects)
    for (const property of properties) if (property.kind === 'property') addIfCipher(property.key, property.value);
  for (const { members } of facts.classes) for (const { name, value } of members) addIfCipher(name, value);
  for (const { callee, args, form } of facts.calls)
    if (form === 'call') for (const arg of args) addIfCipher(nameOf(callee), arg);
  for (let expr = stack.pop(); expr !== undefined; expr = stack.pop()) {
    if (cipherExprs.has(expr)) continue;
    cipherExprs.add(expr);
    stack.push(...partsOf(expr, facts));
  }
  return cipherExprs;
}

function nameOf(expr: ExprFact): string | undefined {
  if (expr.kind === 'name') return expr.name;
  return expr.kind === 'member' ? expr.property : undefined;
}

/**
 * Parts of a value; those of `[...].join(':')` include the array. Properties of an object are excluded, because each
 * has its own name.
 */
function partsOf(expr: ExprFact, { calls }: FileFacts): readonly ExprFact[] {
  switch (expr.kind) {
    case 'array':
      return expr.elements;
    case 'concat':
      return expr.parts;
    case 'choice':
      return expr.options;
    case 'spread':
      return [expr.value];
    case 'call': {
      const call = calls[expr.call];
      if (call === undefined) return [];
      return call.callee.kind === 'member' ? [call.callee.object, ...call.args] : call.args;
    }
    default:
      return [];
  }
}
