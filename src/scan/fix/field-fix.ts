import { pointerKeys } from '../../core/lib/json.js';
import type { FieldDeprecation } from '../../core/model/deprecation.js';
import type { ExprFact } from '../../core/model/facts.js';
import type { Finding } from '../../core/model/finding.js';
import type { Edit, OwnedFix } from '../../core/model/fix.js';
import type { Span } from '../../core/model/span.js';
import { literalAround, literalWithKey, removeEntries } from './entries.js';
import type { LiteralAround, ObjectLiteral } from './entries.js';
import type { FixFile } from './ownership.js';

/** Fix that removes the deprecated fields of a record, or joins them into their replacement, where that is exact. */
export function fixFields(finding: Finding, deprecation: FieldDeprecation, file: FixFile): OwnedFix | undefined {
  // Objects have another syntax in other languages.
  if (file.language !== 'javascript') return undefined;
  const facts = file.facts();
  const object = facts && literalWithKey(facts, file.text, finding.at.span[0]);
  if (facts === undefined || object === undefined) return undefined;
  if (deprecation.joinedInto !== undefined)
    return joinInto(deprecation, object, literalAround(facts, file.text, object.index), file);
  // An optional field may be removed; for others the catalogue does not say so.
  if (deprecation.allowedValues?.includes('') !== true) return undefined;
  return removeField(finding.at.span[0], object, file);
}

/** Removes a field from a record; undefined where no field would be left. */
function removeField(
  keyStart: number,
  { at, entries, properties }: ObjectLiteral,
  file: FixFile,
): OwnedFix | undefined {
  const name = properties.find(({ keyAt }) => keyAt[0] === keyStart)?.key ?? '';
  const isDead = (index: number): boolean => properties[index]?.key === name;
  if (properties.every((_, index) => isDead(index))) return undefined;
  const ranges = removeEntries(entries, at, isDead, file.text);
  if (ranges === undefined) return undefined;
  return { action: { kind: 'removeField', data: { name } }, edits: removals(ranges, file), owned: [place(at, file)] };
}

/**
 * Removes fields from an object literal inside a record, and joins them into the field that replaces them unless the
 * record has it. Undefined where a part is missing, or a spread or a comment would be affected.
 */
function joinInto(
  { joinedInto = '', pointers }: FieldDeprecation,
  object: ObjectLiteral,
  enclosing: LiteralAround | undefined,
  file: FixFile,
): OwnedFix | undefined {
  const [owner] = pointerKeys(pointers[0] ?? '');
  const names = pointers.map((pointer) => pointerKeys(pointer).at(-1) ?? '');
  const [target = ''] = pointerKeys(joinedInto);
  const outer = enclosing?.literal.properties[enclosing.outer];
  if (enclosing === undefined || outer === undefined || outer.key !== owner) return undefined;
  const record = enclosing.literal;
  const removed = object.properties.filter(({ key = '' }) => names.includes(key));
  const isDead = (index: number): boolean => names.includes(object.properties[index]?.key ?? '');
  const removal = removeEntries(object.entries, object.at, isDead, file.text);
  if (removal === undefined) return undefined;
  const edits = removals(removal, file);
  const owned = [place(record.at, file)];
  const data = { name: target };
  const present = record.properties.filter(({ key }) => key === target);
  const existing = present.at(-1);
  if (existing !== undefined && holdsJoined(existing.value, file.text))
    return { action: { kind: 'dropFields', data }, edits, owned };
  const parts = names.map((name) => removed.findLast(({ key }) => key === name)?.value);
  const text = present.length > 1 ? undefined : joinedText(parts, file.text);
  if (text === undefined) return undefined;
  const insertion =
    existing === undefined
      ? edit([outer.keyAt[0], outer.keyAt[0]], `${target}: ${text},${separatorBefore(file.text, outer.keyAt)}`, file)
      : edit(existing.value.at, isShorthand(existing) ? `${target}: ${text}` : text, file);
  return { action: { kind: 'joinFields', data }, edits: inOrder([insertion, ...edits]), owned };
}

function isShorthand({ keyAt, value }: ObjectLiteral['properties'][number]): boolean {
  return keyAt[0] === value.at[0];
}

function inOrder(edits: readonly Edit[]): readonly Edit[] {
  return [...edits].sort((a, b) => a.span[0] - b.span[0]);
}

function removals(ranges: readonly Span[], file: FixFile): readonly Edit[] {
  return ranges.map((range) => edit(range, '', file));
}

function edit(span: Span, text: string, { name }: FixFile): Edit {
  return { file: name, span, text };
}

function place(span: Span, { name }: FixFile): OwnedFix['owned'][number] {
  return { file: name, span };
}

/** Separator after a property inserted before another one: a line break if that one starts a line. */
function separatorBefore(text: string, [start]: Span): string {
  const lineStart = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1;
  const indent = text.slice(lineStart, start);
  const breaks = /\r?\n$/.exec(text.slice(0, lineStart))?.[0];
  return breaks !== undefined && indent.trim() === '' ? `${breaks}${indent}` : ' ';
}

/** Number of parts of a joined name that are labels with a leading underscore: `_service._proto.name`. */
const UNDERSCORED = 2;

/**
 * Source of the expression that joins the parts by dots; undefined where a part is missing or more than a simple read.
 */
function joinedText(parts: readonly (ExprFact | undefined)[], text: string): string | undefined {
  const pieces = parts.map((part, index) => pieceOf(part, index < UNDERSCORED, text));
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
  return SIMPLE.test(source) ? { kind: 'source', source: `\${${source}}` } : undefined;
}

/**
 * Piece of a literal part. The API requires an underscore before each label; a name for the zone itself cannot be
 * joined.
 */
function textPiece(value: string, isLabel: boolean): Piece | undefined {
  if (value === '' || value === '@' || /[\r\n]/.test(value)) return undefined;
  return { kind: 'text', source: isLabel && !value.startsWith('_') ? `_${value}` : value };
}

/** Pattern of a name or a chain of members, which has the same value when read twice or elsewhere. */
const SIMPLE = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.#?[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u;

function isSimpleTemplate(inner: string): boolean {
  const rest = inner.replace(/\$\{([^{}`]*)\}/g, (whole, name: string) => (SIMPLE.test(name.trim()) ? '' : whole));
  return !rest.includes('${') && !rest.includes('`');
}

/** String literal with the quote of the first part. */
function quote(value: string, [first]: readonly (ExprFact | undefined)[], text: string): string {
  const mark = first !== undefined && text[first.at[0]] === '"' ? '"' : "'";
  return `${mark}${value.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`)}${mark}`;
}

function escapeTemplate(value: string): string {
  return value.replace(/[\\`]|\$(?=\{)/g, String.raw`\$&`);
}

/** Whether the value of the new field is a joined name already: it begins with a label. */
function holdsJoined(value: ExprFact, text: string): boolean {
  const source = text.slice(...value.at);
  return value.kind === 'literal'
    ? typeof value.value === 'string' && value.value.startsWith('_')
    : source.startsWith('`_');
}
