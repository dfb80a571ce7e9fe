/** A comment in place of a name: the text is not read further there. */
const COMMENTED =
  /\b(?:export|default|declare|abstract|async|const|let|var|using|function|class|enum|namespace|module|interface|type|import|as)\s*(?:\*\s*)?\/[/*]/;

/** Words before the name of a declaration or export. */
const BEFORE_NAME = /(?:^|[^\w$.])(?:const|let|var|using|class|enum|namespace|module|interface|type|function|as)$/;

/** Start of a list of exports, or of an exported pattern. */
const EXPORT_LIST = /(?:^|[^\w$.])export\s*(?:type\s*)?\{$/;
const EXPORT_PATTERN = /\bexport\s+(?:const|let|var|using)\s*[{[]/;
const EXPORT_VARIABLE = /\bexport\s+(?:const|let|var|using)\b/;
/** Start of a pattern after another declaration, perhaps after a comment: `export const a = 1, { b } = c`. */
const LATER_PATTERN = /(?:,|\*\/|\/\/(?:(?!\/\/)[^\r\n\u2028\u2029])*[\r\n\u2028\u2029])\s*[{[]/;

/** Start of an import up to its list, unless in a comment after code. */
const IMPORT_LIST = /(?:^|[\r\n\u2028\u2029])[^\S\r\n\u2028\u2029]*import\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?$/;

/** Characters of a text that are searched for a word before a name. */
const LOOK = 200;

/**
 * Whether the text of a TypeScript or JavaScript module may export a name in it: it declares the name, or has it in a
 * list or a pattern that is no import's. Most texts only use the name. `default` is not among the names of `export *`.
 */
export function mayExport(name: string): (text: string) => boolean {
  return (text) => {
    let at = text.indexOf(name);
    if (at < 0) return false;
    if (COMMENTED.test(text)) return true;
    const hasPattern = EXPORT_PATTERN.test(text) || (EXPORT_VARIABLE.test(text) && LATER_PATTERN.test(text));
    for (; at >= 0; at = text.indexOf(name, at + 1))
      if (mayExportAt(text, at, at + name.length, hasPattern)) return true;
    return false;
  };
}

function mayExportAt(text: string, start: number, end: number, hasPattern: boolean): boolean {
  if (isWordAt(text, start - 1) || isWordAt(text, end)) return false;
  const before = lastSign(text, start - 1);
  const after = nextSign(text, end);
  const sign = text[before] ?? '';
  // `export { a as 'name' }`, `export { 'name' } from`
  if (sign === '"' || sign === "'") {
    const outer = lastSign(text, before - 1);
    return ',{/'.includes(text[outer] ?? '') || endsWith(BEFORE_NAME, text, outer + 1);
  }
  if (endsWith(BEFORE_NAME, text, before + 1) || endsWith(/\bfunction\s*\*$/, text, before + 1)) return true;
  if (endsWith(/(?:^|[^\w$.])import$/, text, before + 1)) return '=/'.includes(text[after] ?? '');
  const isLast = after >= text.length || /[\r\n\u2028\u2029]/.test(text.slice(end, after));
  if (!isLast && !',}]=:;!/'.includes(text[after] ?? '')) return false;
  if (hasPattern && ('{[:'.includes(sign) || text.startsWith('...', before - 2))) return true;
  if (sign === '{') return endsWith(EXPORT_LIST, text, before + 1);
  const isFirst = /[\r\n\u2028\u2029]/.test(text.slice(before + 1, start));
  return (isFirst || before < 0 || sign === ',' || sign === '/') && !isImported(text, start);
}

/** Whether a name is in the list of an import. */
function isImported(text: string, at: number): boolean {
  const open = text.lastIndexOf('{', at);
  return open >= 0 && /^[\w$\s,]*$/.test(text.slice(open + 1, at)) && endsWith(IMPORT_LIST, text, open);
}

function endsWith(pattern: RegExp, text: string, end: number): boolean {
  // The `\0` keeps `^` from matching at the cut.
  return pattern.test(end > LOOK ? `\0${text.slice(end - LOOK, end)}` : text.slice(0, end));
}

function isWordAt(text: string, at: number): boolean {
  return /[\w$\x80-\uffff]/.test(text.charAt(at)) && !isSpaceAt(text, at);
}

/** The index of the last non-blank character up to an offset; -1 if there is none. */
function lastSign(text: string, from: number): number {
  let at = from;
  while (at >= 0 && isSpaceAt(text, at)) at -= 1;
  return at;
}

function nextSign(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpaceAt(text, at)) at += 1;
  return at;
}

function isSpaceAt(text: string, at: number): boolean {
  return /[\s\u0085\u200b]/.test(text.charAt(at));
}
