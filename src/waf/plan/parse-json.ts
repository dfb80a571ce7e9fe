import { ConfigError } from '../../model/errors.js';
import { escapeText } from '../../lib/escape-text.js';
import { errorIn } from './input-error.js';
import type { InputText } from './input-error.js';
import { scanJson } from './json-scan.js';

/** Parses one file. Throws a ConfigError with line and column where it is not JSON, or says a thing twice. */
export function parseJsonInput(input: InputText): unknown {
  const { file, text } = input;
  if (text.trim() === '') throw errorIn(file, 'is empty. Save the whole answer of the API, or a zone configuration.');
  const scan = scanJson(text);
  if (!scan.ok)
    throw new ConfigError(
      `${escapeText(file)}:${String(scan.line)}:${String(scan.column)}: not JSON: ${scan.reason}.${hint(text)}`,
    );
  const { twice } = scan;
  if (twice !== undefined)
    throw new ConfigError(
      `${escapeText(file)}:${String(twice.line)}:${String(twice.column)}: '${escapeText(twice.key)}' stands twice in one object, and only the last would count. Keep one, or put the lists together.`,
    );
  return JSON.parse(text);
}

function hint(text: string): string {
  if (text.trimStart().startsWith('<')) return ' It looks like a web page; was the address of the API right?';
  if (text.includes('\u0000') || text.startsWith('\ufffd')) return ' It looks like UTF-16; save it as UTF-8.';
  if (/^(?:HTTP\/|[<>*] )/.test(text)) return ' It has headers before the body; call curl without -i and -v.';
  return '';
}
