import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../src/knowledge/catalogue/load.js';
import { CLIENT_MODELS } from '../src/knowledge/clients/index.js';
import sunset from '../src/index.js';
import { END_OF_LIFE_ROWS } from './catalogue/end-of-life-rows.js';
import { ROOM_IMPORTS } from './rooms.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const { scripts, exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
};

describe('README.md', () => {
  it('links only to files that exist', () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map((match) => match[1] ?? '');
    expect(links.length).toBeGreaterThan(8);
    expect(links.filter((link) => !existsSync(new URL(`../${link}`, import.meta.url)))).toEqual([]);
  });

  it('names only npm scripts that exist', () => {
    const named = [...readme.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1] ?? '');
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
    expect(named.length).toBeGreaterThan(1);
  });

  it('states the numbers of rows, operations and clients', () => {
    const deprecations = loadCatalogue().deprecations;
    const operations = deprecations.flatMap((deprecation) => ('endpoints' in deprecation ? deprecation.endpoints : []));
    const stated = operations
      .filter((endpoint) => endpoint.added !== true)
      .reduce((sum, endpoint) => sum + endpoint.methods.length, 0);
    expect(readme).toContain(`${deprecations.length} deprecations, ${stated} operations`);
    expect(readme).toContain(
      `knows ${CLIENT_MODELS.filter((model) => model.package === undefined).length} HTTP clients`,
    );
  });
});

describe('docs/README.md', () => {
  it('lists every rule', () => {
    const index = readFileSync(new URL('../docs/README.md', import.meta.url), 'utf8');
    expect(Object.keys(sunset.rules).filter((rule) => !index.includes(`| [${rule}](rules/${rule}.md)`))).toEqual([]);
  });
});

describe('docs/programmatic-use.md', () => {
  it('names only exports that exist', () => {
    const page = readFileSync(new URL('../docs/programmatic-use.md', import.meta.url), 'utf8');
    const imported = [...page.matchAll(/sunset-lint(\/[a-z.]+(?:\.json)?)['`]/g)].map((match) => `.${match[1] ?? ''}`);
    expect(imported.length).toBeGreaterThan(4);
    expect(imported.filter((name) => exports[name] === undefined)).toEqual([]);
  });
});

describe.each([['docs/architecture.md'], ['CONTRIBUTING.md']])('%s', (name) => {
  const page = new URL(`../${name}`, import.meta.url);
  const prose = readFileSync(page, 'utf8').replaceAll(/^```[^]*?^```$/gm, '');

  it('names only files and folders that exist', () => {
    const quoted = [...prose.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '');
    const paths = quoted.filter((text) =>
      /^(?:src|test|rules|docs|fixtures|bench|\.ci)\/|^[A-Z][\w.-]*\.md$/.test(text),
    );
    const real = paths.filter((path) => !/\*|NAME|\bID\b/.test(path));
    if (name.startsWith('docs/')) expect(real.length).toBeGreaterThan(60);
    expect(real.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([]);
    const links = [...prose.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map((match) => match[1] ?? '');
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !existsSync(new URL(link, page)))).toEqual([]);
  });
});

/** Rooms in separate packages. */
const PACKAGES = readdirSync(new URL('../packages', import.meta.url));

describe('docs/architecture.md', () => {
  const page = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8');
  const rooms = new Map(
    [...page.matchAll(/^\| `([a-z/-]+(?:\.ts)?)` \| (.+) \|$/gm)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );

  it('has a row for every room, and only for rooms and their folders', () => {
    expect(Object.keys(ROOM_IMPORTS).filter((room) => !rooms.has(room))).toEqual([]);
    const folderOf = (room: string): string =>
      PACKAGES.includes(room.split('/')[0] ?? '') ? `packages/${room.replace(/^[^/]+/, '$&/src')}` : `src/${room}`;
    expect([...rooms.keys()].filter((room) => !existsSync(new URL(`../${folderOf(room)}`, import.meta.url)))).toEqual(
      [],
    );
  });

  it('names in the row of a room only its own files', () => {
    const named = [...rooms].flatMap(([room, about]) =>
      [...about.matchAll(/`([a-z-]+\.ts)`/g)].map((match) => `src/${room}/${match[1] ?? ''}`),
    );
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([]);
  });
});

describe('CONTRIBUTING.md', () => {
  const page = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8');

  it('names only npm scripts that exist', () => {
    const named = [...page.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1] ?? '');
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((script) => scripts[script] === undefined)).toEqual([]);
  });
});

describe('docs/specification.md', () => {
  const page = readFileSync(new URL('../docs/specification.md', import.meta.url), 'utf8');
  const items = [...page.matchAll(/^\| (?!Item|---)([^|]+) \| ([^|]+) \|$/gm)].map(
    (match) => [match[1] ?? '', match[2] ?? ''] as const,
  );

  it('covers every numbered rule of sections 1, 2, 5 and 9, and the tables of the others', () => {
    const numbers = items.map(([item]) => item.split(' ')[0]);
    for (const number of [
      '1.1',
      '1.2',
      '1.3',
      '1.4',
      '1.5',
      '1.6',
      '1.7',
      '2.1',
      '2.2',
      '2.3',
      '2.4',
      '5.1',
      '5.2',
      '9.1',
      '9.2',
      '9.4',
    ]) {
      expect(numbers).toContain(number);
    }
    expect(items.filter(([item]) => item.startsWith('9.3 '))).toHaveLength(END_OF_LIFE_ROWS.length);
    expect(items.filter(([item]) => item.startsWith('4.1 '))).toHaveLength(9);
    expect(items.filter(([item]) => item.includes('→'))).toHaveLength(3);
  });

  it('names only existing rules, commands and deprecations, and all deprecations', () => {
    const ids = loadCatalogue().deprecations.map(({ id }) => id);
    const known = new Set([
      ...Object.keys(sunset.rules),
      ...ids,
      'waf-plan',
      'explain',
      'sunset',
      'phase_two',
      'sensitivity',
      'action_mode',
      'result',
    ]);
    const named = items.flatMap(([, covered]) => [...covered.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''));
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    expect(ids.filter((id) => !named.includes(id))).toEqual([]);
  });
});
