// Bundles the engine for a worker, the scripts of pages, and the data for the build itself.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { thirdPartyLicenses } from '../build/third-party.mjs';
import { typescriptParser } from '../build/typescript-parser.mjs';

const sitePath = (name) => fileURLToPath(new URL(name, import.meta.url));
const standIn = (name) => sitePath(`playground/stand-ins/${name}.ts`);

/** Replacements of Node modules in the browser. A module that is missing here fails the build. */
const NODE_STAND_INS = {
  'node:buffer': standIn('buffer'),
  'node:child_process': standIn('refused'),
  'node:crypto': standIn('crypto'),
  'node:fs': standIn('fs'),
  'node:module': standIn('module'),
  'node:path': fileURLToPath(import.meta.resolve('path-browserify')),
  'node:url': standIn('url'),
  'node:util': standIn('util'),
  'node:v8': standIn('v8'),
  'node:vm': standIn('refused'),
};

/** Replacements of source modules that read package files, which the page fetches instead. */
const SOURCE_STAND_INS = new Map(
  [
    ['bounded-run', '../src/core/lib/bounded-run.ts'],
    ['built-module', '../src/core/built-module.ts'],
    ['package-files', '../src/core/package-files.ts'],
  ].map(([name, file]) => [sitePath(file), standIn(name)]),
);

const BUILT_MODULE = standIn('built-module');

const standInPlugin = {
  name: 'replaced',
  async resolveId(specifier, importer, options) {
    if (importer === undefined) return undefined;
    const find = (from) => this.resolve(specifier, from, { ...options, skipSelf: true });
    if (specifier.startsWith('.')) {
      const resolution = await find(importer);
      return resolution === null ? undefined : (SOURCE_STAND_INS.get(resolution.id) ?? resolution.id);
    }
    // The engine's own versions of libraries, because Eleventy has other versions of some.
    return importer === BUILT_MODULE ? find(sitePath('../src/core/lib/late-library.ts')) : undefined;
  },
};

const SOURCE_RESOLUTION = { extensionAlias: { '.js': ['.ts', '.js'] } };

/** Turns warnings into errors, because a missing module is only a warning. */
function onLog(level, log, next) {
  if (level === 'warn') throw new Error(log.message);
  next(level, log);
}

/** Name of a chunk; the compiler, large and rarely needed, has its own. */
function nameOf({ facadeModuleId, name }) {
  const isCompiler = facadeModuleId?.endsWith('typescript.js') === true;
  return `${isCompiler ? 'compiler' : name === 'typescript' ? 'parser' : name}-[hash].js`;
}

/**
 * Writes the scripts of pages, and the engine for the worker of the playground, each with its chunks.
 *
 * @returns the licences of the bundled packages, as Markdown.
 */
export async function bundleScripts(out) {
  const licences = thirdPartyLicenses();
  let text = '';
  for (const [folder, entry] of [
    ['playground', 'worker'],
    ['playground', 'page'],
    ['search', 'search'],
    ['ends', 'ends'],
  ]) {
    const bundle = await rolldown({
      input: { [entry]: sitePath(`playground/${entry}.ts`) },
      ...{
        platform: 'browser',
        plugins: [standInPlugin, typescriptParser(), licences.collect, licences.publish],
        onLog,
      },
      resolve: { ...SOURCE_RESOLUTION, alias: NODE_STAND_INS },
    });
    const { output } = await bundle.write({ dir: `${out}/${folder}`, minify: true, chunkFileNames: nameOf });
    await bundle.close();
    // The licences of the last bundle cover all bundles.
    const page = output.find(({ fileName }) => fileName.endsWith('.md'));
    text = page.source;
    rmSync(`${out}/${folder}/${page.fileName}`);
  }
  return text;
}

/**
 * Writes the service worker of the playground.
 *
 * @param {readonly string[]} files - files that it caches, by addresses relative to itself.
 * @param {string} version - changes with the content of the files, so that browsers fetch all of them again.
 */
export async function bundleServiceWorker(out, files, version) {
  const bundle = await rolldown({
    input: sitePath('playground/service-worker.ts'),
    ...{ platform: 'browser', resolve: SOURCE_RESOLUTION, onLog },
    transform: { define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(version) } },
  });
  await bundle.write({ file: `${out}/playground/service-worker.js`, minify: true });
  await bundle.close();
}

/** Bundles and imports `data`, which finds the files of the package two folders above itself, like all built code. */
export async function bundleData() {
  const bundle = await rolldown({
    input: { data: sitePath('data/index.ts') },
    ...{ platform: 'node', external: /^[^./]/, resolve: SOURCE_RESOLUTION, onLog },
  });
  await bundle.write({ dir: sitePath('../dist/site'), cleanDir: true });
  await bundle.close();
  return import(new URL('../dist/site/data.js', import.meta.url).href);
}
