// Builds the site into `out`, or the folder of `--out`. The date of the site is SOURCE_DATE_EPOCH if set, else today.
// `--address`, or SITE_ADDRESS, is the address at which the site will be published; without one, no page or feed
// contains an absolute address of the site.
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleData, bundleScripts, bundleServiceWorker } from './bundles.mjs';
import { writePages } from './eleventy.config.mjs';
import { siteAddress } from './links.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const site = fileURLToPath(new URL('./', import.meta.url));
const { values: options } = parseArgs({ options: { out: { type: 'string' }, address: { type: 'string' } } });
const out = options.out === undefined ? `${site}out` : resolve(options.out);
const address = siteAddress(options.address ?? process.env.SITE_ADDRESS);

rmSync(out, { recursive: true, force: true });
mkdirSync(`${out}/playground`, { recursive: true });

const seconds = process.env.SOURCE_DATE_EPOCH;
const today = (seconds === undefined ? new Date() : new Date(Number(seconds) * 1000)).toISOString().slice(0, 10);
const { name, version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

/** Markdown documents for users, by path in the repository. */
const documents = new Map(
  [
    ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
    ...readdirSync(`${root}docs`, { recursive: true }).map((file) => `docs/${file.replaceAll('\\', '/')}`),
  ]
    .filter((file) => file.endsWith('.md'))
    .map((file) => [file, readFileSync(root + file, 'utf8')]),
);
const documentedIds = new Set(
  [...documents.keys()].flatMap((file) => /^docs\/deprecations\/(?!README)(.*)\.md$/.exec(file)?.[1] ?? []),
);

const { siteData } = await bundleData();
const data = await siteData({ root, today, documentedIds, address });

documents.set('THIRD-PARTY-LICENSES.md', await bundleScripts(out));
for (const { url, text } of data.files) {
  mkdirSync(dirname(out + url), { recursive: true });
  writeFileSync(out + url, text);
}
writeFileSync(
  `${out}/playground/catalogues.json`,
  JSON.stringify({ manifest: { name, version }, rules: catalogueTexts() }),
);
for (const file of ['site.css', 'icon.svg']) copyFileSync(`${site}pages/${file}`, `${out}/${file}`);
cpSync(`${root}docs/pictures`, `${out}/docs/pictures`, { recursive: true });

await writePages(out, { documents, data, today, version, address });
await bundleServiceWorker(out, playgroundFiles(), digestOf(playgroundFiles()));

/** Files that the page of the playground loads, by addresses relative to it. */
function playgroundFiles() {
  return [...readdirSync(`${out}/playground`).sort(), '../site.css', '../icon.svg'];
}

function digestOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(`${out}/playground/${file}`));
  return hash.digest('hex');
}

/** Catalogues that the engine reads, by their names in `rules`. */
function catalogueTexts() {
  const folderFiles = ['apis', 'editions'].flatMap((folder) =>
    readdirSync(`${root}rules/${folder}`)
      .filter((file) => file.endsWith('.json'))
      .map((file) => `${folder}/${file}`),
  );
  const files = ['catalogue.json', 'packaged-apis.json', ...folderFiles];
  return Object.fromEntries(files.map((file) => [file, readFileSync(`${root}rules/${file}`, 'utf8')]));
}
