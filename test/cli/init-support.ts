import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folder } from '../scanner/support.js';

const HERE = fileURLToPath(new URL('../..', import.meta.url));

/** Makes a project with this package under both of its names, and optionally a version of ESLint. */
export function project(
  files: Readonly<Record<string, string>>,
  eslint?: 'eslint-8' | 'eslint-9' | 'eslint-10',
): string {
  const root = folder({ 'package.json': '{}\n', '.gitignore': 'node_modules\n', ...files });
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  const link = (target: string, name: string): void => symlinkSync(target, join(root, 'node_modules', name));
  link(HERE, 'sunset-lint');
  link(HERE, 'eslint-plugin-sunset');
  if (eslint === 'eslint-10') link(join(HERE, 'node_modules/eslint'), 'eslint');
  else if (eslint !== undefined) link(join(HERE, `test/eslint/hosts/${eslint}/node_modules/eslint`), 'eslint');
  return root;
}
