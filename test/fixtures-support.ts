import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCatalogue } from '../src/knowledge/catalogue/load.js';
import { packagedApis } from '../src/knowledge/catalogue/packaged.js';
import { createAnalyser } from '../src/engine/analyse.js';
import type { AnalyseOptions } from '../src/engine/analyse.js';
import { FileKinds, LANGUAGES, Parsers } from '../src/languages/table.js';
import type { FileKind } from '../src/languages/table.js';
import { LANGUAGE_IDS } from '../src/core/model/language.js';
import type { Catalogue } from '../src/core/model/deprecation.js';
import type { Finding } from '../src/core/model/finding.js';
import { createModuleReader } from '../src/scan/module-reader.js';
import { placeFindings } from '../src/scan/place-findings.js';
import { TextReader } from '../src/files/read-text.js';
import { SourceStore } from '../src/scan/source-store.js';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));

/** Parsers, loaded immediately, because fixtures are judged synchronously. */
export const PARSERS = new Parsers();
await PARSERS.load(LANGUAGES.map(({ id }) => id));

/** Small project below `fixtures/`. */
export interface Fixture {
  /** Name as `theme/case`. */
  readonly name: string;
  readonly theme: string;
  readonly root: string;
  /** Sorted paths of source files, relative to the root. */
  readonly files: readonly string[];
  /** Whether no finding is expected in it. */
  readonly silent: boolean;
}

/** Expected finding, from a comment in a fixture. */
export interface Expectation {
  readonly file: string;
  readonly line: number;
  readonly id: string;
  /** Methods joined with `|` in alphabetical order; absent if the comment leaves the method open. */
  readonly method?: string;
  readonly possible: boolean;
}

export interface FixtureFinding extends Expectation {
  readonly method: string;
  readonly finding: Finding;
}

/** Lists fixtures. Themes without source files are inputs of other tests. */
export function listFixtures(): readonly Fixture[] {
  return foldersIn(FIXTURES).flatMap((theme) => {
    const cases = foldersIn(join(FIXTURES, theme)).map((name): Fixture => {
      const root = join(FIXTURES, theme, name);
      return { name: `${theme}/${name}`, theme, root, files: sourcesIn(root), silent: name.startsWith('silent-') };
    });
    return cases.some(({ files }) => files.length > 0) ? cases : [];
  });
}

function foldersIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function sourcesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => statSync(join(root, file)).isFile() && !file.endsWith('.d.ts'))
    .filter((file) => kindsIn(root, file).length > 0)
    .sort();
}

/** Kinds of a file of a fixture, including documents. */
function kindsIn(root: string, file: string, kinds = new FileKinds(LANGUAGE_IDS, true)): readonly FileKind[] {
  const known = kinds.of(file);
  if (known.length > 0 || /\.[^/]*$/.test(file)) return known;
  return kinds.readFirstLine(file, readFileSync(join(root, file), 'latin1').slice(0, 200));
}

const COMMENT = /(?:\/\/|\/\*|#|<!--)\s*expect(-next)?:\s*(.*?)\s*(?:\*\/|-->|$)/;
const CLAUSE = /^((?:[a-z0-9-]+\/)?[a-z0-9.-]+)(?: ([A-Z]+(?:\|[A-Z]+)*))?( possible)?$/;

/**
 * Reads `// expect: <id> [METHOD|METHOD] [possible]` (several separated by `;`) for its own line, and `// expect-next:
 * …` for the next line. Throws if a comment cannot be read.
 */
export function expectationsIn(file: string, text: string): readonly Expectation[] {
  return text.split(/\r?\n/).flatMap((content, index) => {
    const comment = COMMENT.exec(content);
    if (comment === null) return [];
    const line = index + (comment[1] === undefined ? 1 : 2);
    return (comment[2] ?? '').split(/\s*;\s*/).map((clause): Expectation => {
      const match = CLAUSE.exec(clause);
      const [, id, method, possible] = match ?? [];
      if (id === undefined) throw new Error(`${file}:${index + 1}: cannot read the expectation \`${clause}\``);
      return {
        file,
        line,
        id,
        ...(method === undefined ? {} : { method: sorted(method.split('|')) }),
        possible: possible !== undefined,
      };
    });
  });
}

function sorted(methods: readonly string[]): string {
  return [...methods].sort().join('|');
}

export function expectationsOf(fixture: Fixture): readonly Expectation[] {
  return fixture.files.flatMap((file) => expectationsIn(file, readFileSync(join(fixture.root, file), 'utf8')));
}

/** Options for themes or cases of features that are off by default. */
const OPTIONS: Readonly<Record<string, Pick<AnalyseOptions, 'resources' | 'testDoubles'>>> = {
  'resources/version-unknown': { resources: 'report' },
  'test-doubles': { testDoubles: 'report' },
};

/** Options that enable every feature a fixture needs. */
export function optionsOf({ name, theme }: Fixture): (typeof OPTIONS)[string] | undefined {
  return OPTIONS[name] ?? OPTIONS[theme];
}

/** APIs that are off by default and have their own fixtures: `apis/NAME` uses one API, other names use all. */
const APIS = packagedApis();

/** APIs of a fixture beside the built-in one, from its name. */
export function apisOf(name: string): readonly string[] {
  const [theme, ...rest] = name.split('/');
  if (theme !== 'apis') return [];
  const own = APIS.filter((api) => api === rest[0]);
  return own.length > 0 ? own : APIS;
}

/** Catalogue of a fixture. */
export function catalogueOf(name: string): Catalogue {
  const own = join(FIXTURES, name, 'catalogue.json');
  return loadCatalogue({ apis: apisOf(name), extra: existsSync(own) ? [own] : [] });
}

/** Analyses a fixture at any confidence, as the scanner does. */
export function findingsOf(fixture: Fixture, options = optionsOf(fixture) ?? {}): readonly FixtureFinding[] {
  const catalogue = catalogueOf(fixture.name);
  const kinds = new FileKinds(LANGUAGE_IDS, true);
  const store = new SourceStore(fixture.root, new TextReader(), kinds, { parsers: PARSERS });
  return LANGUAGES.flatMap(({ id }) => {
    const files = fixture.files.filter((file) =>
      kindsIn(fixture.root, file, kinds).some(({ language }) => language.id === id),
    );
    const modules = createModuleReader({ store, files, catalogue, language: id });
    const analyse = createAnalyser({ catalogue, modules, language: id, ...options });
    const found = files.flatMap((file) => analyse(file).findings);
    // Findings in JavaScript keep the place that ESLint reports.
    const placed = id === 'javascript' ? found : placeFindings(found, (file) => files.includes(file));
    return placed.map((finding) => fixtureFinding(finding, store));
  });
}

function fixtureFinding(finding: Finding, store: SourceStore): FixtureFinding {
  const { file, span } = finding.at;
  return {
    file,
    line: (store.text(file) ?? '').slice(0, span[0]).split('\n').length,
    id: finding.deprecation,
    method: sorted(finding.methods),
    possible: finding.confidence === 'possible',
    finding,
  };
}

/** Lists missing and unexpected findings, one per line. */
export function compareWithExpectations(
  expected: readonly Expectation[],
  found: readonly FixtureFinding[],
): { readonly missing: readonly string[]; readonly unexpected: readonly string[] } {
  const left = [...found];
  // Expectations with a method come first, so that an open one does not take their finding.
  const strictFirst = [...expected].sort((a, b) => Number(a.method === undefined) - Number(b.method === undefined));
  const missing = strictFirst.filter((expectation) => {
    const index = left.findIndex((candidate) => meets(candidate, expectation));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return { missing: missing.map(describeExpectation).sort(), unexpected: left.map(describeExpectation).sort() };
}

function meets(found: FixtureFinding, expected: Expectation): boolean {
  return (
    found.file === expected.file &&
    found.line === expected.line &&
    found.id === expected.id &&
    found.possible === expected.possible &&
    (expected.method === undefined || expected.method === found.method)
  );
}

export function describeExpectation(expectation: Expectation): string {
  const { file, line, id, method, possible } = expectation;
  return `${file}:${line} ${id}${method === undefined || method === '' ? '' : ` ${method}`}${possible ? ' possible' : ''}`;
}
