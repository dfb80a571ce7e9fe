import type { Node } from 'jsonc-parser';
import { lateLibrary } from '../../lib/late-library.js';
import type { Code, Held, HoldingKind } from './held.js';
import { assigned } from './assignments.js';
import { placeJsonString } from './json-string.js';
import type { PlacedText } from './placed-text.js';

const MANIFEST = /(?:^|\/)(?:package|composer|deno)\.jsonc?$/;

/** Scripts of a package, by which its people run what they need. */
export const manifest: HoldingKind = {
  name: 'a manifest',
  languages: ['shell'],
  isHolder: (path) => MANIFEST.test(path),
  read: readManifest,
  counts: 'mention',
};

/** No manifest is longer, or nested deeper. */
const MAX_LENGTH = 5_000_000;

function readManifest(text: string): Held {
  const { parseTree } = lateLibrary('jsonc-parser');
  const errors: unknown[] = [];
  let root: Node | undefined;
  try {
    if (text.length <= MAX_LENGTH) root = parseTree(text, errors as [], { allowTrailingComma: true });
  } catch {
    // Nested too deeply for the library.
  }
  const variables = new Map(
    propertiesOf(memberOf(root, 'config')).flatMap(([name, value]) =>
      value.type === 'string' && /^\w+$/.test(name)
        ? [[`npm_package_config_${name}`, placed(text, value)] as const]
        : [],
    ),
  );
  const codes = ['scripts', 'tasks']
    .flatMap((name) => propertiesOf(memberOf(root, name)))
    .flatMap(([, value]) => commandsOf(value))
    .map((value): Code => {
      const code = placed(text, value);
      return { ...assigned(variables, code).copy(code).fragment(code), language: 'shell' };
    });
  return { codes, broken: root === undefined || errors.length > 0 };
}

/** A command, a list of commands, or a record with one. */
function commandsOf(value: Node): readonly Node[] {
  if (value.type === 'string') return [value];
  if (value.type === 'array') return (value.children ?? []).filter(({ type }) => type === 'string');
  const command = memberOf(value, 'command');
  return command?.type === 'string' ? [command] : [];
}

function placed(source: string, { offset, length }: Node): PlacedText {
  return placeJsonString(source, offset, offset + length);
}

function propertiesOf(node: Node | undefined): readonly (readonly [name: string, value: Node])[] {
  if (node?.type !== 'object') return [];
  return (node.children ?? []).flatMap(({ children = [] }) => {
    const [key, value] = children;
    return key === undefined || value === undefined ? [] : [[String(key.value), value] as const];
  });
}

function memberOf(node: Node | undefined, name: string): Node | undefined {
  return propertiesOf(node).findLast(([key]) => key === name)?.[1];
}
