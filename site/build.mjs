// Builds the site into `out`. Its date is SOURCE_DATE_EPOCH if set, else today.
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Eleventy from '@11ty/eleventy';
import { bundleData, bundleScripts, bundleServiceWorker } from './bundles.mjs';
import { configure } from './eleventy.config.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const site = fileURLToPath(new URL('./', import.meta.url));
const out = `${site}out`;

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
const written = new Set(
  [...documents.keys()].flatMap((file) => /^docs\/deprecations\/(?!README)(.*)\.md$/.exec(file)?.[1] ?? []),
);

const { siteData } = await bundleData();
const data = siteData(root, today, written);

documents.set('THIRD-PARTY-LICENSES.md', await bundleScripts(out));
writeFileSync(`${out}/ends.ics`, data.calendar);
writeFileSync(`${out}/playground/catalogues.json`, JSON.stringify({ manifest: { name, version }, rules: rules() }));
for (const file of ['site.css', 'icon.svg']) copyFileSync(`${site}pages/${file}`, `${out}/${file}`);
cpSync(`${root}docs/pictures`, `${out}/docs/pictures`, { recursive: true });

const eleventy = new Eleventy(`${site}pages`, out, {
  configPath: false,
  config: (config) => configure(config, { documents, data, today, version }),
});
await eleventy.write();
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
function rules() {
  const others = ['apis', 'editions'].flatMap((folder) =>
    readdirSync(`${root}rules/${folder}`)
      .filter((file) => file.endsWith('.json'))
      .map((file) => `${folder}/${file}`),
  );
  const files = ['catalogue.json', 'packaged-apis.json', ...others];
  return Object.fromEntries(files.map((file) => [file, readFileSync(`${root}rules/${file}`, 'utf8')]));
}
