import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { make, marked, OXLINT_SETUPS, SETUPS } from './setups.js';

const MAIN = fileURLToPath(new URL('../../dist/program/main.cjs', import.meta.url));
const HAS_OXLINT = existsSync(fileURLToPath(new URL('../../.cache/oxlint/node_modules/oxlint', import.meta.url)));

/** Runs a program in a folder, and parses its report or list of messages. */
function run(root: string, args: readonly string[], env = {}): unknown {
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout) as unknown;
}

function scanned(root: string): readonly string[] {
  const report = run(root, [MAIN, 'scan', '--format', 'json', 'src']) as {
    readonly findings: readonly {
      readonly file: string;
      readonly range: { readonly start: { readonly line: number } };
    }[];
  };
  return report.findings.map(({ file, range }) => `${file}:${String(range.start.line)}`).sort();
}

interface LintedFile {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string | null; readonly line: number }[];
}

function lintedByEslint(root: string, isLegacy: boolean): readonly string[] {
  const args = ['--format', 'json', ...(isLegacy ? ['--ext', '.js,.ts,.vue'] : []), 'src'];
  const env = { ESLINT_USE_FLAT_CONFIG: isLegacy ? 'false' : 'true' };
  const results = run(root, [join(root, 'node_modules/eslint/bin/eslint.js'), ...args], env) as readonly LintedFile[];
  return results
    .flatMap(({ filePath, messages }) =>
      messages
        // The parser of components alone reads TypeScript in this configuration.
        .filter(({ ruleId }) => ruleId?.startsWith('sunset/') === true)
        .map(({ line }) => `${filePath.slice(root.length + 1)}:${String(line)}`),
    )
    .sort();
}

describe('ESLint and the scan find the same in the setup', () => {
  it.each(Object.keys(SETUPS))('%s', (name) => {
    const setup = SETUPS[name];
    if (setup === undefined) throw new Error(name);
    const root = make(setup);
    const found = marked(root);
    expect(found.length % 3).toBe(0);
    expect({ scan: scanned(root) }).toEqual({ scan: found });
    expect({ eslint: lintedByEslint(root, setup.linter === 'eslint-8') }).toEqual({ eslint: found });
  });
});

function lintedByOxlint(root: string): readonly string[] {
  const { diagnostics } = run(root, [join(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'json', 'src']) as {
    readonly diagnostics: readonly { filename: string; labels: { span: { line: number } }[] }[];
  };
  return diagnostics.map(({ filename, labels }) => `${filename}:${String(labels[0]?.span.line)}`).sort();
}

describe.skipIf(!HAS_OXLINT)('oxlint, which gives plugins no parser, and the scan find the same in the setup', () => {
  it.each(Object.keys(OXLINT_SETUPS))('%s', (name) => {
    const setup = OXLINT_SETUPS[name];
    if (setup === undefined) throw new Error(name);
    const root = make(setup);
    const found = marked(root);
    expect(found.length % 3).toBe(0);
    expect({ scan: scanned(root) }).toEqual({ scan: found });
    expect({ oxlint: lintedByOxlint(root) }).toEqual({ oxlint: found });
  });
});
