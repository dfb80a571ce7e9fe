import type { ExprFact } from '../model/facts.js';

/** Number of parts of a joined name that are labels with a leading underscore: `_service._proto.name`. */
const UNDERSCORED = 2;

/**
 * Source of the expression that joins the parts by dots; undefined where a part is missing or more than a simple read.
 */
export function joinedText(parts: readonly (ExprFact | undefined)[], text: string): string | undefined {
  const pieces = parts.map((part, index) => pieceOf(part, index < UNDERSCORED, text));
  if (pieces.length === 0 || !pieces.every((piece) => piece !== undefined)) return undefined;
  if (pieces.every((piece) => piece.kind === 'text'))
    return quote(pieces.map(({ source }) => source).join('.'), parts, text);
  return `\`${pieces.map(({ kind, source }) => (kind === 'text' ? escapeTemplate(source) : source)).join('.')}\``;
}

/** A known text, or source for a placeholder of a template. */
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

/** The API wants an underscore before each label; a base name that means the zone cannot be joined. */
function textPiece(value: string, isLabel: boolean): Piece | undefined {
  if (value === '' || value === '@' || /[\r\n]/.test(value)) return undefined;
  return { kind: 'text', source: isLabel && !value.startsWith('_') ? `_${value}` : value };
}

/** A name or a chain of members: reading it twice, or elsewhere, gives the same. */
const SIMPLE = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.#?[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u;

function isSimpleTemplate(inner: string): boolean {
  const rest = inner.replace(/\$\{([^{}`]*)\}/g, (whole, name: string) => (SIMPLE.test(name.trim()) ? '' : whole));
  return !rest.includes('${') && !rest.includes('`');
}

/** A literal in the style of the file: the quote of the first part. */
function quote(value: string, [first]: readonly (ExprFact | undefined)[], text: string): string {
  const mark = first !== undefined && text[first.at[0]] === '"' ? '"' : "'";
  return `${mark}${value.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`)}${mark}`;
}

function escapeTemplate(value: string): string {
  return value.replace(/[\\`]|\$(?=\{)/g, String.raw`\$&`);
}

/** Whether the value of the new field is a joined name already: it begins with a label. */
export function holdsJoined(value: ExprFact, text: string): boolean {
  const source = text.slice(...value.at);
  return value.kind === 'literal'
    ? typeof value.value === 'string' && value.value.startsWith('_')
    : source.startsWith('`_');
}
