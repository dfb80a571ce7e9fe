import type { ImportClause, ImportTexts } from '../../select/import-text.js';

/** `import a.b as c, d` and `from a.b import (c as d, e)`, each from the beginning of a line or after a `;`. */
const STATEMENT =
  /(?:^|[;\n:])[ \t]*(?:from[ \t]+(\.+(?:[ \t]*\w[\w.]*)?|\w[\w.]*)[ \t]+import[ \t]*(\([^()]{0,20000}\)|[^\n;#(]{1,2000})|import[ \t]+([^\n;#]{1,2000}))/g;

/** An item of a list of names: `name as other`. */
const ITEM = /^([\w.]+|\*)(?:\s+as\s+(\w+))?$/;

interface Item {
  readonly name: string;
  readonly local: string;
}

function itemsOf(list: string): readonly Item[] {
  return list
    .replace(/#[^\n]*/g, '')
    .replace(/[()\\]/g, ' ')
    .split(',')
    .flatMap((part) => {
      const [, name, alias] = ITEM.exec(part.trim()) ?? [];
      return name === undefined ? [] : [{ name, local: alias ?? name }];
    });
}

/** Specifier of a submodule: an imported name can be one. */
function below(specifier: string, name: string): string {
  return specifier.endsWith('.') ? `${specifier}${name}` : `${specifier}.${name}`;
}

function clausesIn(text: string): readonly ImportClause[] {
  return Array.from(text.matchAll(STATEMENT)).flatMap(([, module, names = '', modules]): readonly ImportClause[] => {
    if (modules !== undefined) return itemsOf(modules).map(({ name }) => whole(name));
    if (module === undefined) return [];
    const specifier = copyOf(module.replace(/\s+/g, ''));
    const items = itemsOf(names);
    if (items.some(({ name }) => name === '*')) return [{ specifier, names: 'all', passed: [], passesAll: true }];
    const passed = items.map(({ name, local }) => [copyOf(name), copyOf(local)] as const);
    const taken = { specifier, names: passed.map(([name]) => name), passed, passesAll: false };
    return [taken, ...items.map(({ name }) => whole(below(specifier, name)))];
  });
}

function whole(specifier: string): ImportClause {
  return { specifier: copyOf(specifier), names: 'all', passed: [], passesAll: false };
}

/** A copy of a substring, which would keep the whole text alive. */
function copyOf(part: string): string {
  return Buffer.from(part).toString();
}

/** `.` and `..` mean the package. */
const PACKAGE = '.';

function lastSegment(specifier: string): string {
  const name = specifier.slice(specifier.lastIndexOf('.') + 1);
  return name === '' ? PACKAGE : name;
}

function fileKeys(file: string): readonly string[] {
  const parts = file.replace(/\.pyw?$/i, '').split('/');
  const name = parts.at(-1) ?? '';
  return name === '__init__' ? [parts.at(-2) ?? PACKAGE, PACKAGE] : [name];
}

/** Python's imports. */
export const PYTHON_IMPORTS: ImportTexts = {
  specifiersIn: (text) => clausesIn(text).map(({ specifier }) => specifier),
  clausesIn,
  isBare: () => false,
  importKey: lastSegment,
  fileKeys,
};
