import type { Rule, SourceCode } from 'eslint';
import type { TSESTree } from '@typescript-eslint/utils';
import { pointerKeys } from '../lib/json-pointer.js';
import type { Deprecation } from '../model/deprecation.js';
import type { Finding } from '../model/finding.js';
import { joinedText, mayHoldJoined } from './joined-text.js';
import { removeProperties } from './remove-properties.js';

type ObjectNode = TSESTree.ObjectExpression;
type PropertyNode = TSESTree.Property;

/** A replacement of deprecated fields by the one that holds them all. */
export interface FieldSuggestion {
  /** `join` writes the new field, `drop` leaves the one that is there. */
  readonly kind: 'join' | 'drop';
  readonly name: string;
  readonly fix: (fixer: Rule.RuleFixer) => Rule.Fix[];
}

/**
 * How to write the record of a finding without the deprecated fields, where that is certain: the fields stand in an
 * object literal inside the literal of the record, and the record has the field that replaces them, or all of its
 * parts are here to be joined. Nothing where a spread or a comment would be affected.
 */
export function suggestJoin(
  finding: Finding,
  deprecation: Deprecation,
  sourceCode: SourceCode,
): FieldSuggestion | undefined {
  if (deprecation.kind !== 'field' || deprecation.joinedInto === undefined) return undefined;
  const [owner] = pointerKeys(deprecation.pointers[0] ?? '');
  const names = deprecation.pointers.map((pointer) => pointerKeys(pointer).at(-1) ?? '');
  const [target = ''] = pointerKeys(deprecation.joinedInto);
  const place = placeOf(sourceCode, finding.at.span[0]);
  if (place === undefined || owner === undefined || keyOf(place.holder) !== owner) return undefined;
  const own = propertiesOf(place.object);
  const record = propertiesOf(place.record);
  if (own === undefined || record === undefined) return undefined;
  const dead = own.filter((property) => names.includes(keyOf(property) ?? ''));
  const removal = removeProperties(sourceCode, place.object, dead);
  if (removal === undefined) return undefined;
  const remove = (fixer: Rule.RuleFixer): Rule.Fix[] => removal.map((range) => fixer.removeRange([...range]));
  const present = record.filter((property) => keyOf(property) === target);
  const existing = present.at(-1);
  if (existing !== undefined && mayHoldJoined(existing.value)) return { kind: 'drop', name: target, fix: remove };
  const parts = names.map((name) => dead.findLast((property) => keyOf(property) === name)?.value);
  const text = present.length > 1 ? undefined : joinedText(parts, sourceCode);
  if (text === undefined) return undefined;
  const write = (fixer: Rule.RuleFixer): Rule.Fix =>
    existing === undefined
      ? fixer.insertTextBeforeRange(
          place.holder.range,
          `${target}: ${text},${separatorBefore(sourceCode, place.holder)}`,
        )
      : fixer.replaceTextRange(
          existing.shorthand ? existing.range : existing.value.range,
          existing.shorthand ? `${target}: ${text}` : text,
        );
  return { kind: 'join', name: target, fix: (fixer) => [write(fixer), ...remove(fixer)] };
}

interface FieldPlace {
  /** The object that holds the deprecated fields. */
  readonly object: ObjectNode;
  /** The property of the record whose value that object is. */
  readonly holder: PropertyNode;
  readonly record: ObjectNode;
}

/** The literals around the key at a position. */
function placeOf(sourceCode: SourceCode, index: number): FieldPlace | undefined {
  // ESLint types its tree by ESTree alone; the nodes that matter here are the same in both.
  const around = nodesAround(sourceCode.ast as unknown as TSESTree.Program, index, sourceCode.visitorKeys);
  const own = around.findLastIndex(
    (node, at) => node.type === 'Property' && node.range[0] === index && around[at - 1]?.type === 'ObjectExpression',
  );
  const object = around[own - 1];
  const holder = around.slice(0, Math.max(0, own - 1)).findLast((node) => !isMark(node));
  const record = holder === undefined ? undefined : around[around.indexOf(holder) - 1];
  if (object?.type !== 'ObjectExpression' || holder?.type !== 'Property' || record?.type !== 'ObjectExpression')
    return undefined;
  return { object, holder, record };
}

/** `as const`, `satisfies T` and `!` stand between a property and its value. */
function isMark({ type }: TSESTree.Node): boolean {
  return (
    (type as string) === 'TSAsExpression' ||
    (type as string) === 'TSSatisfiesExpression' ||
    (type as string) === 'TSNonNullExpression' ||
    (type as string) === 'TSTypeAssertion'
  );
}

/** The nodes that contain a position, from the program down. */
function nodesAround(
  program: TSESTree.Program,
  index: number,
  visitorKeys: SourceCode.VisitorKeys,
): readonly TSESTree.Node[] {
  const path: TSESTree.Node[] = [];
  for (let node: TSESTree.Node | undefined = program; node !== undefined;) {
    path.push(node);
    const children: readonly unknown[] = (visitorKeys[node.type] ?? []).flatMap(
      (key) => (node as unknown as Readonly<Record<string, unknown>>)[key],
    );
    node = children.filter(isNode).find(({ range }) => range[0] <= index && index < range[1]);
  }
  return path;
}

function isNode(value: unknown): value is TSESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'range' in value;
}

/** The properties of a literal; undefined where a spread, a computed key or an accessor may change what it holds. */
function propertiesOf({ properties }: ObjectNode): readonly PropertyNode[] | undefined {
  const plain = properties.filter((property) => property.type === 'Property' && keyOf(property) !== undefined);
  return plain.length === properties.length ? (plain as readonly PropertyNode[]) : undefined;
}

function keyOf({ key, computed, kind, method }: PropertyNode): string | undefined {
  if (computed || method || kind !== 'init') return undefined;
  return key.type === 'Identifier' ? key.name : String(key.value);
}

/** A property that starts a line keeps the next one on a line of its own. */
function separatorBefore({ text }: SourceCode, { range }: PropertyNode): string {
  const lineStart = Math.max(text.lastIndexOf('\n', range[0] - 1), text.lastIndexOf('\r', range[0] - 1)) + 1;
  const indent = text.slice(lineStart, range[0]);
  const breaks = /\r?\n$/.exec(text.slice(0, lineStart))?.[0];
  return breaks !== undefined && indent.trim() === '' ? `${breaks}${indent}` : ' ';
}
