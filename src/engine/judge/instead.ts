import { dotted } from '../../lib/json-pointer.js';
import type { Deprecation } from '../../model/deprecation.js';
import type { Finding } from '../../model/finding.js';
import { asSentence, code } from './sentence.js';

/**
 * Ways of saying what to do, the fullest first; each can stand behind a semicolon. What comes first goes before what to
 * write where the catalogue says it, and that before the replacement.
 */
export function insteadOf(finding: Finding, deprecation: Deprecation): readonly string[] {
  const { remedy } = finding;
  if (remedy !== undefined) return [withoutStop(remedy), brief(remedy)];
  const written = writtenInstead(finding, deprecation);
  return written === undefined ? replacementWays(finding, deprecation) : [written];
}

/** What to write, where the catalogue says it. */
function writtenInstead({ operation, fields }: Finding, deprecation: Deprecation): string | undefined {
  if (deprecation.kind === 'segment')
    return `write ${code(deprecation.replacedBy)} instead of ${code(deprecation.segment)}`;
  if (deprecation.kind !== 'field') return undefined;
  const { instead, joinedInto, pointers } = deprecation;
  const isOne = (fields ?? pointers).length === 1;
  const target = joinedInto === undefined ? undefined : code(dotted(joinedInto));
  if (operation?.method === 'GET') return target === undefined ? undefined : `read ${target} instead`;
  if (target !== undefined) return `write ${isOne ? 'it' : 'them'} into ${target}`;
  return instead === undefined ? undefined : `write ${code(instead)} instead`;
}

function replacementWays(finding: Finding, deprecation: Deprecation): readonly string[] {
  const { replacement } = deprecation;
  switch (replacement.kind) {
    case 'operation': {
      const { method, path } = replacement.operation;
      const used = finding.operation?.path;
      return [path.text, ...(used === undefined ? [] : [withoutCommonStart(path.text, used)])].map(
        (text) => `use ${code(`${method} ${text}`)}`,
      );
    }
    case 'product':
      return namesOf(replacement.name).map((name) => `use ${name}`);
    case 'none':
      return ['there is no replacement'];
    case 'unstated':
      return [...adviceInstead(finding, deprecation), 'no replacement is named'];
  }
}

/** `…/v2/upload` for `/accounts/{id}/v2/upload` beside `/accounts/{id}/v1/upload`. */
function withoutCommonStart(path: string, other: string): string {
  const [segments, others] = [path, other].map((text) => text.split('/'));
  const at = segments?.findIndex((segment, index) => segment !== others?.[index]) ?? -1;
  return at < 2 ? path : `…/${segments?.slice(at).join('/') ?? ''}`;
}

/** A name as the catalogue has it, and without what it says in brackets or behind a semicolon. */
function namesOf(name: string): readonly string[] {
  const plain = name.startsWith('The ') ? `the ${name.slice('The '.length)}` : name;
  const [start = plain] = plain.split(';');
  return [...(plain.includes(';') ? [] : [plain]), start, start.replace(/ \([^()]*\)$/, '')];
}

/** What the catalogue advises where the vendor names no replacement. */
function adviceInstead({ rule }: Finding, { advice }: Deprecation): readonly string[] {
  const terraform = rule === 'no-deprecated-resource' ? advice?.terraform : undefined;
  const way = terraform ?? advice?.endpoint ?? sentencesOf(advice?.caution ?? '')[0] ?? '';
  return way === '' ? [] : [...new Set([withoutStop(way), brief(way)])];
}

/** How to go on, one short sentence each, without what the message says already. */
export function adviceLines(finding: Finding, deprecation: Deprecation, message: string): readonly string[] {
  const { id, replacement, url } = deprecation;
  const lines: string[] = [];
  if (finding.remedy !== undefined && !lowered(message).includes(lowered(withoutStop(finding.remedy))))
    lines.push(finding.remedy);
  if (replacement.kind === 'operation') {
    const { operation, note } = replacement;
    const use = code(`${operation.method} ${operation.path.text}`);
    if (!message.includes(use)) lines.push(`Use ${use}.`);
    if (note !== undefined) lines.push(asSentence(note));
  } else {
    if (replacement.kind === 'product' && writtenInstead(finding, deprecation) === undefined) {
      const [name = ''] = namesOf(replacement.name);
      if (!message.includes(name)) lines.push(asSentence(`Replacement: ${replacement.name}`));
    }
    const way = wayOf(finding, deprecation);
    if (way !== '' && !lowered(message).includes(lowered(way))) lines.push(asSentence(`Instead: ${way}`));
  }
  if (url !== undefined) lines.push(`The vendor says so at ${url}`);
  lines.push(`More: ${code(`sunset-lint explain ${id}`)}.`);
  return lines;
}

/** The way that fits where it was found: a program calls an operation, a resource has an attribute. */
function wayOf(finding: Finding, deprecation: Deprecation): string {
  const { advice } = deprecation;
  if (finding.rule === 'no-deprecated-resource')
    return markUp(brief(advice?.terraform ?? ''), /^[a-z0-9]+(?:_[a-z0-9]+)+/);
  if (deprecation.kind === 'segment') return '';
  if (deprecation.kind === 'field' && deprecation.instead !== undefined)
    return finding.operation?.method === 'GET' ? '' : code(deprecation.instead);
  return markUp(brief(advice?.endpoint ?? ''), /^(?:[A-Z]+(?:(?:\||, | and )[A-Z]+)* )?\/[^\s,:;]*/);
}

/** The first statement of an advice; the rest is left to `explain`. */
function brief(text: string): string {
  return text.split(/[;.:](?:\s|$)|, (?=with |and |whose |then )/)[0] ?? text;
}

/** Advice begins with a value as a rule and may go on in prose. */
function markUp(text: string, value: RegExp): string {
  return text.includes('`') ? text : text.replace(value, code);
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?]) (?=[A-Z])/).filter((sentence) => sentence !== '');
}

function withoutStop(text: string): string {
  return text.replace(/[.]$/, '');
}

function lowered(text: string): string {
  return text.toLowerCase();
}
