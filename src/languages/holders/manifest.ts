import type { Node, ParseError } from 'jsonc-parser';
import { jsonTree, propertiesOf, propertyOf } from '../../core/lib/json.js';
import type { Code, EmbeddedCode, HostFileKind } from './embedded-code.js';
import { PlacedText, assignmentLines } from './placed-text.js';

const MANIFEST = /(?:^|\/)(?:package|composer|deno)\.jsonc?$/;

/** Scripts of a package, as in `npm run build`. */
export const manifest: HostFileKind = {
  name: 'a manifest',
  languages: ['shell'],
  isHostFile: (path) => MANIFEST.test(path),
  read: readManifest,
  counts: 'mention',
  declaresPackages: true,
};

/** Maximum length of a manifest that is read, in characters. */
const MAX_LENGTH = 5_000_000;

function readManifest(text: string): EmbeddedCode {
  if (text.length > MAX_LENGTH)
    return { codes: [], isBroken: true, limit: `it has ${text.length} characters, and ${MAX_LENGTH} are read` };
  const errors: ParseError[] = [];
  const root = jsonTree(text, 'with-comments', errors);
  const variables = new Map(
    propertiesOf(propertyOf(root, 'config')?.value).flatMap(({ key, value }) =>
      value.type === 'string' && /^\w+$/.test(String(key.value))
        ? [[`npm_package_config_${String(key.value)}`, decodedString(text, value)] as const]
        : [],
    ),
  );
  const codes = ['scripts', 'tasks']
    .flatMap((name) => propertiesOf(propertyOf(root, name)?.value))
    .flatMap(({ value }) => commandsOf(value))
    .map((value): Code => {
      const code = decodedString(text, value);
      return { ...assignmentLines(variables, code).copy(code).fragment(code), language: 'shell' };
    });
  return { codes, isBroken: root === undefined || errors.length > 0 };
}

/** The commands of a script: one text, a list of texts, or the `command` of a record. */
function commandsOf(value: Node): readonly Node[] {
  if (value.type === 'string') return [value];
  if (value.type === 'array') return (value.children ?? []).filter(({ type }) => type === 'string');
  const command = propertyOf(value, 'command')?.value;
  return command?.type === 'string' ? [command] : [];
}

const ESCAPED_CHARACTERS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** Decodes a JSON string, with the place of each character in the source. */
function decodedString(source: string, { offset, length }: Node): PlacedText {
  const text = new PlacedText();
  let at = offset + 1;
  const last = offset + length - 1;
  while (at < last) {
    const escape = source.indexOf('\\', at);
    const plainEnd = escape < 0 || escape >= last ? last : escape;
    text.addVerbatim(source.slice(at, plainEnd), at);
    at = plainEnd;
    if (at >= last) break;
    const mark = source.charAt(at + 1);
    if (mark === 'u') text.addAt(String.fromCharCode(Number.parseInt(source.slice(at + 2, at + 6), 16) || 0), at);
    else text.addAt(ESCAPED_CHARACTERS[mark] ?? mark, at);
    at += mark === 'u' ? 6 : 2;
  }
  return text;
}
