/**
 * Creates the files of a new client, rule, report format or language, and registers them: the recipes of
 * docs/architecture.md as far as they can be automated. Prints the remaining steps.
 *
 * node build/new.mjs KIND NAME [--root FOLDER]
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { client } from './new/client.mjs';
import { format } from './new/format.mjs';
import { language } from './new/language.mjs';
import { rule } from './new/rule.mjs';

/**
 * A plan: `files`, texts by path; `lines`, insertions into existing files, before the first occurrence of `before`;
 * `left`, remaining manual steps.
 *
 * @typedef {{ files: Record<string, string>, lines: { file: string, before: string, text: string }[], left: string[] }} Plan
 */

/** @type {Record<string, { about: string, names: RegExp, plan: (name: string, read: (file: string) => string) => Plan }>} */
const KINDS = { client, rule, format, language };

const HELP = `Makes the files of something new, and the lines by which others know them.

Usage: npm run new -- KIND NAME

${Object.entries(KINDS)
  .map(([kind, { about }]) => `  ${kind.padEnd(10)}${about}`)
  .join('\n')}

Nothing is written where a file already exists. docs/architecture.md has the recipes.`;

function main() {
  const { values, positionals } = parseArgs({
    options: { root: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const [kind = '', name = '', ...more] = positionals;
  const recipe = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (recipe === undefined || more.length > 0) throw new Error(`Name a kind and a name.\n\n${HELP}`);
  if (!recipe.names.test(name))
    throw new Error(`'${name}' is not a name for a ${kind}: it must match ${recipe.names.source}.`);
  write(values.root ?? fileURLToPath(new URL('..', import.meta.url)), (read) => recipe.plan(name, read));
}

/** Computes all texts before the first file is written. */
function write(root, planOf) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const { files, lines, left } = planOf(read);
  const existing = Object.keys(files).find((file) => existsSync(join(root, file)));
  if (existing !== undefined) throw new Error(`${existing} already exists. Choose another name.`);
  const changed = new Map();
  for (const { file, before, text } of lines) {
    if (read(file).includes(text)) throw new Error(`${file} already has '${text.trim()}'. Choose another name.`);
    const old = changed.get(file) ?? read(file);
    const at = old.indexOf(before);
    if (at < 0) throw new Error(`${file} has no place for a new line: '${before}' is missing.`);
    changed.set(file, old.slice(0, at) + text + old.slice(at));
  }
  for (const [file, text] of [...Object.entries(files), ...changed]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
    console.log(`${changed.has(file) ? 'changed' : 'made'}  ${file}`);
  }
  console.log(['', 'To do:', ...left.map((step, index) => `${index + 1}. ${step}`)].join('\n'));
}

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
