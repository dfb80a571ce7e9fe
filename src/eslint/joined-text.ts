import type { SourceCode } from 'eslint';
import type { TSESTree } from '@typescript-eslint/utils';

/** How many parts of a joined name are labels that start with an underscore: `_service._proto.name`. */
const UNDERSCORED = 2;

/** Source of the expression that joins the parts by dots; undefined where a part is missing or more than a simple read. */
export function joinedText(parts: readonly (TSESTree.Node | undefined)[], { text }: SourceCode): string | undefined {
  const pieces = parts.map((part, index) => pieceOf(part, index < UNDERSCORED, text));
  if (pieces.length === 0 || !pieces.every((piece) => piece !== undefined)) return undefined;
  if (pieces.every((piece) => piece.kind === 'text'))
    return quote(pieces.map(({ source }) => source).join('.'), parts, text);
  return `\`${pieces.map(({ kind, source }) => (kind === 'text' ? escapeTemplate(source) : source)).join('.')}\``;
}

/** A known text, or source that goes into a template as it is. */
interface Piece {
  readonly kind: 'text' | 'source';
  readonly source: string;
}

function pieceOf(node: TSESTree.Node | undefined, isLabel: boolean, text: string): Piece | undefined {
  if (node === undefined) return undefined;
  if (node.type === 'Literal') return typeof node.value === 'string' ? textPiece(node.value, isLabel) : undefined;
  if (node.type === 'TemplateLiteral') {
    if (!node.expressions.every(isSimple)) return undefined;
    const source = text.slice(node.range[0] + 1, node.range[1] - 1);
    return isLabel && /^[^_$]/.test(source) ? undefined : { kind: 'source', source };
  }
  return isSimple(node) ? { kind: 'source', source: `\${${text.slice(...node.range)}}` } : undefined;
}

/** The API wants the underscore that a label lacks; a base name that stands for the zone cannot be joined. */
function textPiece(value: string, isLabel: boolean): Piece | undefined {
  if (value === '' || value === '@' || /[\r\n]/.test(value)) return undefined;
  return { kind: 'text', source: isLabel && !value.startsWith('_') ? `_${value}` : value };
}

/** A name or a chain of members: reading it twice, or elsewhere, gives the same. */
function isSimple(node: TSESTree.Node): boolean {
  if (node.type === 'Identifier' || node.type === 'ThisExpression') return true;
  if (node.type === 'MemberExpression') return !node.computed && !node.optional && isSimple(node.object);
  return false;
}

/** A literal of the file's own style: the quote of the first part. */
function quote(value: string, [first]: readonly (TSESTree.Node | undefined)[], text: string): string {
  const mark = first !== undefined && text[first.range[0]] === '"' ? '"' : "'";
  return `${mark}${value.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`)}${mark}`;
}

function escapeTemplate(value: string): string {
  return value.replace(/[\\`]|\$(?=\{)/g, String.raw`\$&`);
}

/** Whether the value of the new field can be the joined name: not where it is known to start otherwise. */
export function mayHoldJoined(node: TSESTree.Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string' && node.value.startsWith('_');
  if (node.type === 'TemplateLiteral') return /^(?:_|$)/.test(node.quasis[0]?.value.raw ?? '');
  return true;
}
