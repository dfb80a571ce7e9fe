import { pointerKeys } from '../../core/lib/json.js';
import type { FieldDeprecation } from '../../core/model/deprecation.js';
import type { ExprFact } from '../../core/model/facts.js';
import type { Finding } from '../../core/model/finding.js';
import type { Edit, OwnedFix } from '../../core/model/fix.js';
import type { Span } from '../../core/model/span.js';
import { enclosingLiteral, literalWithKey, removeEntries } from './entries.js';
import type { EnclosingLiteral, ObjectLiteral } from './entries.js';
import type { FixFile } from './ownership.js';

/** Exact fix that removes the deprecated fields of a record, or joins them into their replacement, if possible. */
export function fixFields(finding: Finding, deprecation: FieldDeprecation, file: FixFile): OwnedFix | undefined {
  // Objects have another syntax in other languages.
  if (file.language !== 'javascript') return undefined;
  const facts = file.facts();
  const object = facts && literalWithKey(facts, file.text, finding.at.span[0]);
  if (facts === undefined || object === undefined) return undefined;
  if (deprecation.joinedInto !== undefined)
    return joinInto(deprecation, object, enclosingLiteral(facts, file.text, object.index), file);
  // Only an optional field may be removed: one that may be empty.
  if (deprecation.allowedValues?.includes('') !== true) return undefined;
  return removeField(finding.at.span[0], object, file);
}

/** Removes a field from a record; undefined if no field would remain. */
function removeField(
  keyStart: number,
  { at, entries, properties }: ObjectLiteral,
  file: FixFile,
): OwnedFix | undefined {
  const name = properties.find(({ keyAt }) => keyAt[0] === keyStart)?.key ?? '';
  const isRemoved = (index: number): boolean => properties[index]?.key === name;
  if (properties.every((_, index) => isRemoved(index))) return undefined;
  const ranges = removeEntries(entries, at, isRemoved, file.text);
  if (ranges === undefined) return undefined;
  return { action: { kind: 'removeField', data: { name } }, edits: removals(ranges, file), owned: [placeIn(at, file)] };
}

/**
 * Removes fields from an object literal inside a record, and joins them into the field that replaces them, unless the
 * record already has this field. Undefined if a part is missing, or a spread or a comment would be affected.
 */
function joinInto(
  { joinedInto = '', pointers }: FieldDeprecation,
  object: ObjectLiteral,
  enclosing: EnclosingLiteral | undefined,
  file: FixFile,
): OwnedFix | undefined {
  const [ownerKey] = pointerKeys(pointers[0] ?? '');
  const names = pointers.map((pointer) => pointerKeys(pointer).at(-1) ?? '');
  const [target = ''] = pointerKeys(joinedInto);
  const outerProperty = enclosing?.literal.properties[enclosing.propertyIndex];
  if (enclosing === undefined || outerProperty === undefined || outerProperty.key !== ownerKey) return undefined;
  const record = enclosing.literal;
  const removedProperties = object.properties.filter(({ key = '' }) => names.includes(key));
  const isRemoved = (index: number): boolean => names.includes(object.properties[index]?.key ?? '');
  const removedRanges = removeEntries(object.entries, object.at, isRemoved, file.text);
  if (removedRanges === undefined) return undefined;
  const edits = removals(removedRanges, file);
  const owned = [placeIn(record.at, file)];
  const data = { name: target };
  const targets = record.properties.filter(({ key }) => key === target);
  const existing = targets.at(-1);
  if (existing !== undefined && isJoinedName(existing.value, file.text))
    return { action: { kind: 'dropFields', data }, edits, owned };
  const parts = names.map((name) => removedProperties.findLast(({ key }) => key === name)?.value);
  const text = targets.length > 1 ? undefined : joinedText(parts, file.text);
  if (text === undefined) return undefined;
  const { keyAt } = outerProperty;
  const insertion =
    existing === undefined
      ? createEdit([keyAt[0], keyAt[0]], `${target}: ${text},${separatorBefore(file.text, keyAt)}`, file)
      : createEdit(existing.value.at, isShorthand(existing) ? `${target}: ${text}` : text, file);
  return { action: { kind: 'joinFields', data }, edits: sortEdits([insertion, ...edits]), owned };
}

function isShorthand({ keyAt, value }: ObjectLiteral['properties'][number]): boolean {
  return keyAt[0] === value.at[0];
}

function sortEdits(edits: readonly Edit[]): readonly Edit[] {
  return [...edits].sort((a, b) => a.span[0] - b.span[0]);
}

function removals(ranges: readonly Span[], file: FixFile): readonly Edit[] {
  return ranges.map((range) => createEdit(range, '', file));
}

function createEdit(span: Span, text: string, { name }: FixFile): Edit {
  return { file: name, span, text };
}

function placeIn(span: Span, { name }: FixFile): OwnedFix['owned'][number] {
  return { file: name, span };
}

/** Separator after a property inserted before another one: a line break if the existing property starts a line. */
function separatorBefore(text: string, [start]: Span): string {
  const lineStart = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1;
  const indent = text.slice(lineStart, start);
  const breaks = /\r?\n$/.exec(text.slice(0, lineStart))?.[0];
  return breaks !== undefined && indent.trim() === '' ? `${breaks}${indent}` : ' ';
}

/** Number of parts of a joined name that are labels with a leading underscore: `_service._proto.name`. */
const UNDERSCORED_PARTS = 2;

/**
 * Source of the expression that joins the parts by dots; undefined if a part is missing, or is more than a simple read.
 */
function joinedText(parts: readonly (ExprFact | undefined)[], text: string): string | undefined {
  const pieces = parts.map((part, index) => pieceOf(part, index < UNDERSCORED_PARTS, text));
  if (pieces.length === 0 || !pieces.every((piece) => piece !== undefined)) return undefined;
  if (pieces.every((piece) => piece.kind === 'text'))
    return quote(pieces.map(({ source }) => source).join('.'), parts, text);
  return `\`${pieces.map(({ kind, source }) => (kind === 'text' ? escapeTemplate(source) : source)).join('.')}\``;
}

/** A known text, or source code for a template literal. */
interface Piece {
  readonly kind: 'text' | 'source';
  readonly source: string;
}

function pieceOf(part: ExprFact | undefined, isLabel: boolean, text: string): Piece | undefined {
  if (part === undefined) return undefined;
  const source = text.slice(...part.at);
  if (source.startsWith('`') && source.endsWith('`')) {
    const inner = source.slice(1, -1);
    if (!isSimpleTemplate(inner)) return undefined;
    return isLabel && /^[^_$]/.test(inner) ? undefined : { kind: 'source', source: inner };
  }
  if (part.kind === 'literal')
    return typeof part.value === 'string' && /^['"]/.test(source) ? textPiece(part.value, isLabel) : undefined;
  return SIMPLE_EXPRESSION.test(source) ? { kind: 'source', source: `\${${source}}` } : undefined;
}

/**
 * Piece of a literal part. The API requires an underscore before each label. `@`, the name of the zone itself, cannot
 * be joined.
 */
function textPiece(value: string, isLabel: boolean): Piece | undefined {
  if (value === '' || value === '@' || /[\r\n]/.test(value)) return undefined;
  return { kind: 'text', source: isLabel && !value.startsWith('_') ? `_${value}` : value };
}

/** Matches a name or a chain of members, which has the same value when evaluated twice, or elsewhere. */
const SIMPLE_EXPRESSION = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.#?[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u;

function isSimpleTemplate(inner: string): boolean {
  const remainder = inner.replace(/\$\{([^{}`]*)\}/g, (placeholder, name: string) =>
    SIMPLE_EXPRESSION.test(name.trim()) ? '' : placeholder,
  );
  return !remainder.includes('${') && !remainder.includes('`');
}

/** String literal with the quote of the first part. */
function quote(value: string, [first]: readonly (ExprFact | undefined)[], text: string): string {
  const quoteMark = first !== undefined && text[first.at[0]] === '"' ? '"' : "'";
  return `${quoteMark}${value.replaceAll('\\', '\\\\').replaceAll(quoteMark, `\\${quoteMark}`)}${quoteMark}`;
}

function escapeTemplate(value: string): string {
  return value.replace(/[\\`]|\$(?=\{)/g, String.raw`\$&`);
}

/** Whether the value of the new field is already a joined name, which begins with an underscore. */
function isJoinedName(value: ExprFact, text: string): boolean {
  const source = text.slice(...value.at);
  return value.kind === 'literal'
    ? typeof value.value === 'string' && value.value.startsWith('_')
    : source.startsWith('`_');
}
