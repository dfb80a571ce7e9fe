import { dirname, join, relative } from 'node:path';
import { existsSync } from 'node:fs';
import { eslintrcSteps } from './eslintrc.js';
import { addToFlatConfig } from './edit-flat-config.js';
import { newFlatConfigSteps } from './new-flat-config.js';
import { declared, firstOf, recordOf, versionOf } from './project.js';
import type { Project } from './project.js';
import { readOwn } from './read-own.js';
import { byHand, done } from './step.js';
import type { InitStep } from './step.js';

/** In the order in which ESLint looks for them. */
const FLAT = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((end) => `eslint.config.${end}`);
const LEGACY = [
  ...['.js', '.cjs', '.yaml', '.yml', '.json', ''].map((end) => `.eslintrc${end}`),
  // Only where it has the key.
  'package.json',
];

/** Our rules in ESLint; none where the project does not use it. */
export function eslintSteps(project: Project): readonly InitStep[] {
  const flat = firstOf(project, FLAT);
  const legacy = LEGACY.find((name) =>
    name === 'package.json'
      ? recordOf(project.manifest, 'eslintConfig') !== undefined
      : firstOf(project, [name]) !== undefined,
  );
  const version = versionOf(project, 'eslint');
  const [major, minor] = version ?? [];
  if (flat === undefined && legacy === undefined && declared(project, 'eslint') === undefined) return [];
  if (major !== undefined && minor !== undefined && (major < 8 || (major === 8 && minor < 57)))
    return [
      byHand('lint', `ESLint ${String(major)}.${String(minor)} is too old: sunset-lint needs 8.57 or later`, SCAN),
    ];
  if (flat !== undefined) return [flatStep(project, flat)];
  if (legacy !== undefined) return eslintrcSteps(project, legacy, major);
  const elsewhere = configurationElsewhere(project);
  if (elsewhere.length > 0)
    return [
      byHand(
        'lint',
        'a configuration here would override the existing ones: add the rules to those',
        `${elsewhere.join('\n')}\n`,
      ),
    ];
  return major === undefined || major < 9
    ? [byHand('lint', 'ESLint has no configuration here, and this version cannot use our rules alone', SCAN)]
    : newFlatConfigSteps(project);
}

const SCAN = '# without ESLint:\nsunset-lint scan\n';

function flatStep(project: Project, file: string): InitStep {
  const text = readOwn(project.folder, file) ?? '';
  if (/['"](?:eslint-plugin-sunset|sunset-lint)['"]/.test(text))
    return done('lint', `${file} already names sunset-lint`);
  if (addToFlatConfig(file, text) === undefined)
    return byHand('lint', `${file} cannot be edited safely: add the rules yourself`, linesFor(file, text));
  return {
    kind: 'write',
    area: 'lint',
    file,
    edit: (before) => addToFlatConfig(file, before) ?? before,
    about: 'sunset-lint rules for ESLint',
    tryWith: 'eslint',
  };
}

function linesFor(file: string, text: string): string {
  const isCommonJs = /\.c[jt]s$/.test(file) || /\bmodule\.exports\b|^export =/m.test(text);
  const load = isCommonJs ? "const sunset = require('sunset-lint');" : "import sunset from 'sunset-lint';";
  return `${load}\n// and in the list of configurations:\nsunset.configs.recommended,\n`;
}

/** Configurations above the folder, which ESLint uses while the folder has none, and configurations of packages below. */
function configurationElsewhere({ folder, packages }: Project): readonly string[] {
  const names = [...FLAT, ...LEGACY.slice(0, -1)];
  const below = packages
    .flatMap((name) => names.map((file) => `${name}/${file}`))
    .filter((file) => existsSync(join(folder, file)));
  if (below.length > 0) return below;
  for (let current = dirname(folder); ; current = dirname(current)) {
    const above = FLAT.map((name) => join(current, name)).find((file) => existsSync(file));
    if (above !== undefined) return [relative(folder, above)];
    if (dirname(current) === current) return [];
  }
}
