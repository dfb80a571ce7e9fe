// Lists third-party packages that are bundled or installed, with their licences: as Markdown, and as a bill of
// materials (CycloneDX), both published with the code.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILER } from './typescript-parser.mjs';

const FILE = 'THIRD-PARTY-LICENSES.md';
const BILL = 'sbom.cdx.json';
const LOCK = new URL('../package-lock.json', import.meta.url);
const MODULES = 'node_modules/';

/** Licences that require nothing but their text with each copy. */
const ALLOWED = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT']);

/**
 * Two plugins of Rolldown. `collect`, in each bundle, records the packages with code in it. `publish`, in the last one,
 * writes `THIRD-PARTY-LICENSES.md` with a section for each package, and for the published package its bill of
 * materials.
 *
 * @returns both plugins; `publish` fails the build for a missing licence text or a licence that is not allowed.
 */
export function thirdPartyLicenses() {
  const folders = new Set();
  const collect = {
    name: 'third-party-packages',
    generateBundle(_, bundle) {
      for (const { modules = {} } of Object.values(bundle)) {
        for (const folder of Object.keys(modules).flatMap(packageFolder)) folders.add(folder);
      }
    },
  };
  const publish = {
    name: 'third-party-licenses',
    generateBundle({ dir }) {
      // A hook that builds from a clone has no lock file, and publishes nothing.
      if (!existsSync(LOCK)) return;
      const sections = [...folders].map(describe).sort();
      const intro = `# Licences of bundled packages\n\nThe built files hold code of these packages, each under its own licence.`;
      this.emitFile({ type: 'asset', fileName: FILE, source: `${[intro, ...sections].join('\n\n')}\n` });
      if (basename(dir) === 'bundle')
        this.emitFile({ type: 'asset', fileName: BILL, source: `${JSON.stringify(billOf([...folders]), null, 1)}\n` });
    },
  };
  return { collect, publish };
}

/**
 * Bill of materials: bundled packages by their folders, and installed ones by the lock file. Without a date and a
 * serial number, so that the same sources give the same bytes.
 */
function billOf(folders) {
  const components = new Map();
  const add = (manifest, where) => {
    const made = component(manifest);
    const { properties } = components.get(made.purl) ?? { ...made, properties: [] };
    components.set(made.purl, { ...made, properties: [...properties, { name: 'sunset-lint:where', value: where }] });
  };
  for (const folder of folders) add(manifestIn(folder), 'bundled');
  const { packages } = JSON.parse(readFileSync(LOCK, 'utf8'));
  for (const [path, entry] of Object.entries(packages)) {
    const isOurs = path.includes(MODULES) && !entry.dev && !entry.peer && !entry.devOptional && !entry.link;
    if (isOurs) add({ name: path.slice(path.lastIndexOf(MODULES) + MODULES.length), ...entry }, 'installed');
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: component(manifestIn('.')) },
    components: [...components.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1)),
  };
}

function component({ name, version, license }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { type: 'library', 'bom-ref': purl, name, version, purl, licenses: [{ license: { id: license } }] };
}

function manifestIn(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (folder !== TYPESCRIPT) return manifest;
  compilerVersion ??= versionOfCompiler();
  return { ...manifest, version: compilerVersion };
}

/** Folders of the packages of a module; none for a module of this repository. */
function packageFolder(id) {
  // A module that a package excludes in browsers is empty, with the name of the original.
  const path = id.replaceAll('\0', '').replace(/^rolldown\/empty\.js\?/, '');
  const folder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0];
  if (folder === undefined) return [];
  // The package of the compiler contains TypeScript itself, under TypeScript's licence.
  return path.startsWith(COMPILER) ? [folder, TYPESCRIPT] : [folder];
}

/** Installed package with the licence text of the compiler inside ts-morph. */
const TYPESCRIPT = fileURLToPath(new URL('../node_modules/typescript', import.meta.url));

/** Version of TypeScript inside ts-morph, which may differ from the installed one; read once from its 9 MB. */
let compilerVersion;

function versionOfCompiler() {
  const version = /\bvar version = "([\d.]+)"/.exec(readFileSync(COMPILER, 'utf8'))?.[1];
  if (version === undefined) throw new Error(`${COMPILER} does not say its version`);
  return version;
}

function describe(folder) {
  const { name, version, license } = manifestIn(folder);
  const texts = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice|copying)\b/i.test(file));
  if (texts.length === 0) throw new Error(`${name} is bundled, and has no licence text`);
  if (!ALLOWED.has(license)) throw new Error(`${name} is bundled, and its licence '${license}' is not one of ours`);
  const quoted = texts.map(
    (file) => `\`\`\`text\n${readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()}\n\`\`\``,
  );
  return [`## ${name} ${version}\n\n${license}`, ...quoted].join('\n\n');
}
