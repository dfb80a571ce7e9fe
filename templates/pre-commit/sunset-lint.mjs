#!/usr/bin/env node
// Entry of the hooks in .pre-commit-hooks.yaml: runs sunset-lint from a clone of its repository.
//
// A clone contains no built files, and pre-commit's own `language: node` cannot build them: it treats all output
// of `npm pack` as a file name, including that of a build script. So the first run installs the dependencies,
// erases the types in the sources with the compiler among them, and bundles them as for publishing. Later runs
// find the result and start at once.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const clone = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const main = (folder) => join(folder, 'dist', 'program', 'main.cjs');
// Next to the tracked files, in an ignored folder.
const home = join(clone, '.cache', 'pre-commit');

// Besides the runtime dependencies: the bundler, and packages that become part of the bundle.
const BUNDLED = [
  '@lezer/javascript',
  '@lezer/python',
  'ajv',
  'brace-expansion',
  'chokidar',
  'commander',
  'diff',
  'fast-string-width',
  'fast-wrap-ansi',
  'jsonc-parser',
  'picocolors',
  'rolldown',
  'unbash',
  'yaml',
];

if (!existsSync(main(home))) build();
await import(pathToFileURL(main(home)).href);

function build() {
  const work = join(clone, '.cache', `pre-commit-${process.pid}`);
  process.stderr.write('sunset-lint: first run, installing and building.\n');
  try {
    mkdirSync(work, { recursive: true });
    for (const part of ['rules', 'build', 'rolldown.config.js'])
      cpSync(join(clone, part), join(work, part), { recursive: true });
    // Only runtime dependencies: hooks do not need those of the tests.
    const { devDependencies, ...manifest } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'));
    const { name, version, type, dependencies, peerDependencies, peerDependenciesMeta } = manifest;
    const bundled = Object.fromEntries(BUNDLED.map((library) => [library, devDependencies[library]]));
    writeFileSync(
      join(work, 'package.json'),
      JSON.stringify({
        ...{ name, version, type, private: true, dependencies, peerDependencies, peerDependenciesMeta },
        devDependencies: bundled,
      }),
    );
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const install = spawnSync(
      npm,
      [
        'install',
        '--include=dev',
        '--omit=peer',
        '--no-package-lock',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
      ],
      { cwd: work, encoding: 'utf8', shell: process.platform === 'win32' },
    );
    if (install.status !== 0)
      throw new Error(
        `'npm install' failed: ${install.error?.message ?? install.stderr.trim().split('\n').slice(0, 5).join('\n')}`,
      );
    transpile(work);
    bundle(work);
    // Another process may have finished first.
    if (!existsSync(main(home))) renameSync(work, home);
  } catch (error) {
    process.stderr.write(
      `error: sunset-lint could not be built for this hook. ${error instanceof Error ? error.message : String(error)}\n`,
    );
    rmSync(work, { recursive: true, force: true });
    process.exit(2);
  }
  rmSync(work, { recursive: true, force: true });
}

function bundle(work) {
  const rolldown = join(work, 'node_modules', 'rolldown', 'bin', 'cli.mjs');
  const run = spawnSync(process.execPath, [rolldown, '-c', '--log-level', 'warn'], { cwd: work, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`bundling failed: ${run.error?.message ?? run.stderr.trim()}`);
}

function transpile(work) {
  const { ts } = createRequire(join(work, 'package.json'))('ts-morph');
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true };
  const sources = join(clone, 'src');
  for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.d.ts')) continue;
    const file = join(work, 'dist', name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      ts.transpileModule(readFileSync(join(sources, name), 'utf8'), { fileName: name, compilerOptions }).outputText,
    );
  }
}
