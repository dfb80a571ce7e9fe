// Which packages of others are inside the bundle, and under which licences: published beside the code.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'THIRD-PARTY-LICENSES.md';

/** Licences that ask for no more than their own text beside the copy. */
const ALLOWED = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT']);

/**
 * Writes `THIRD-PARTY-LICENSES.md` into each bundle: a section for each package that has code in it or in those before.
 *
 * @returns a plugin of Rolldown; it fails the build for a package without a licence text or with a licence not allowed.
 */
export function thirdPartyLicenses() {
  const folders = new Set();
  return {
    name: 'third-party-licenses',
    generateBundle(_options, bundle) {
      for (const { modules = {} } of Object.values(bundle)) {
        for (const folder of Object.keys(modules).flatMap(packageFolder)) folders.add(folder);
      }
      const sections = [...folders].map(describe).sort();
      const intro = `# Licences of bundled packages\n\nThe built files hold code of these packages, each under its own licence.`;
      this.emitFile({ type: 'asset', fileName: FILE, source: `${[intro, ...sections].join('\n\n')}\n` });
    },
  };
}

/** The folder of the package that a module is from; none for our own modules. */
function packageFolder(id) {
  const folder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id.replaceAll('\0', ''))?.[0];
  return folder === undefined ? [] : [folder];
}

function describe(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice|copying)\b/i.test(file));
  if (texts.length === 0) throw new Error(`${name} is bundled, and has no licence text`);
  if (!ALLOWED.has(license)) throw new Error(`${name} is bundled, and its licence '${license}' is not one of ours`);
  const quoted = texts.map((file) => `\`\`\`text\n${readFileSync(join(folder, file), 'utf8').trim()}\n\`\`\``);
  return [`## ${name} ${version}\n\n${license}`, ...quoted].join('\n\n');
}
