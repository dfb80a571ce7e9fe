import { didYouMean } from '../../../../src/core/lib/wording.js';
import { isRecord } from '../../../../src/core/lib/json.js';

/** Kinds of API answers that a file can contain: one for each property of an exported zone, and the zone itself. */
export const INPUT_KINDS = [
  'packages',
  'groups',
  'rules',
  'overrides',
  'firewall_rules',
  'filters',
  'page_rules',
  'check',
  'config',
  'waf',
  'zone',
] as const;

export type InputKind = (typeof INPUT_KINDS)[number];

/** Kinds whose answer is one object, not a list. */
export function isSingleObject(kind: InputKind): kind is 'check' | 'config' | 'waf' | 'zone' {
  return kind === 'check' || kind === 'config' || kind === 'waf' || kind === 'zone';
}

/** The kind that a word names; `-` counts as `_`, and `pagerules`, as in the path of the API, is accepted too. */
export function parseKind(word: string): InputKind | undefined {
  const normalisedWord = word.toLowerCase().replaceAll('-', '_');
  if (normalisedWord === 'pagerules') return 'page_rules';
  return INPUT_KINDS.find((kind) => kind === normalisedWord);
}

/** Recognises the kind of an answer by its shape; undefined if that is ambiguous, as of an empty list. */
export function recogniseKind(result: unknown): InputKind | undefined {
  if (!Array.isArray(result)) {
    if (!isRecord(result)) return undefined;
    if ('compatible' in result) return 'check';
    if (result.id === 'waf' && 'value' in result) return 'waf';
    if ('id' in result && isRecord(result.plan)) return 'zone';
    return Array.isArray(result.rules) ? 'config' : undefined;
  }
  const first: unknown = result[0];
  return isRecord(first) ? recogniseItem(first) : undefined;
}

/** Recognises the kind of a list by an item; kinds with distinctive fields come before those that share fields. */
function recogniseItem(item: Readonly<Record<string, unknown>>): InputKind | undefined {
  if ('targets' in item && 'actions' in item) return 'page_rules';
  if ('filter' in item) return 'firewall_rules';
  if ('urls' in item || 'rewrite_action' in item) return 'overrides';
  if ('package_id' in item) return 'group' in item || 'priority' in item ? 'rules' : 'groups';
  if ('detection_mode' in item || 'sensitivity' in item || 'action_mode' in item) return 'packages';
  if ('expression' in item) return 'action' in item ? 'firewall_rules' : 'filters';
  return undefined;
}

/** Message about an unknown kind. */
export function unknownKindMessage(word: string): string {
  return `unknown kind '${word}'${didYouMean(word, INPUT_KINDS)} (known: ${INPUT_KINDS.join(', ')})`;
}
