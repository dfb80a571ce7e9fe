import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { CatalogueInputs } from '../../tools/catalogue/generate-catalogue.js';
import { generateCatalogue } from '../../tools/catalogue/generate-catalogue.js';
import { readInputs, runGenerate } from '../../tools/catalogue/generate.js';
import type { Release } from '../../src/knowledge/catalogue/catalogue-files.js';
import { CatalogueError } from '../../src/core/model/errors.js';
import { ROOT, sourcesWith } from './sources.js';

describe('the committed catalogue', () => {
  it('is generated from its sources byte by byte', () => {
    const { catalogue, index } = generateCatalogue(readInputs(ROOT));
    expect(readFileSync(`${ROOT}/rules/catalogue.json`, 'utf8')).toBe(catalogue);
    expect(readFileSync(`${ROOT}/rules/README.md`, 'utf8')).toContain(index);
  });

  it('does not depend on line endings', () => {
    const inputs = readInputs(ROOT);
    const windows = {
      ...inputs,
      endOfLife: { ...inputs.endOfLife, text: inputs.endOfLife.text.replaceAll('\n', '\r\n') },
    };
    expect(generateCatalogue(windows)).toEqual(generateCatalogue(inputs));
  });

  it('names the command that generates it, and no time', () => {
    const text = readFileSync(`${ROOT}/rules/catalogue.json`, 'utf8');
    const file = JSON.parse(text) as { generatedBy: string; edition: { sources: { title: string }[] } };
    expect(file.generatedBy).toBe('npm run generate');
    expect(file.edition.sources.map(({ title }) => title)).toEqual([
      'rules/end-of-life.md',
      'rules/joins.json',
      'rules/advice.json',
      'rules/near-misses.json',
      'rules/value-notes.json',
      'rules/vendor-pages.json',
    ]);
    expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}T/);
  });
});

describe('runGenerate', () => {
  const roots: string[] = [];
  afterEach(() => {
    for (const root of roots.splice(0)) rmSync(root, { recursive: true });
  });

  function copyRules(): string {
    const root = mkdtempSync(join(tmpdir(), 'catalogue-'));
    roots.push(root);
    cpSync(`${ROOT}/rules`, `${root}/rules`, { recursive: true });
    cpSync(`${ROOT}/src/knowledge/clients`, `${root}/src/knowledge/clients`, { recursive: true });
    return root;
  }

  function releaseIn(root: string): Release {
    return JSON.parse(readFileSync(`${root}/rules/release.json`, 'utf8')) as Release;
  }

  function run(root: string, mode: 'write' | 'check'): { code: number; out: string; err: string } {
    const said = { out: '', err: '' };
    const code = runGenerate(root, mode, { out: (text) => (said.out += text), err: (text) => (said.err += text) });
    return { code, ...said };
  }

  it('prints nothing if everything is up to date', () => {
    expect(run(copyRules(), 'check')).toEqual({ code: 0, out: '', err: '' });
  });

  it('fails the check after a changed date, and passes it after writing', () => {
    const root = copyRules();
    const facts = readFileSync(`${root}/rules/end-of-life.md`, 'utf8');
    writeFileSync(`${root}/rules/end-of-life.md`, facts.replace('| 2025-01-06 |', '| 2025-02-06 |'));
    const failed = run(root, 'check');
    expect(failed.code).toBe(1);
    expect(failed.err).toBe(
      "rules/catalogue.json is not what its sources give; run 'npm run generate' and commit the result\n" +
        "rules/editions/cloudflare-current.json is not what its sources give; run 'npm run generate' and commit the result\n" +
        "rules/README.md is not what its sources give; run 'npm run generate' and commit the result\n" +
        "rules/release.json is not what its sources give; run 'npm run generate' and commit the result\n",
    );
    const releaseBefore = releaseIn(root);
    expect(run(root, 'write')).toEqual({
      code: 0,
      out: 'wrote rules/catalogue.json\nwrote rules/editions/cloudflare-current.json\nwrote rules/README.md\nwrote rules/release.json\n',
      err: '',
    });
    expect(run(root, 'check').code).toBe(0);
    expect(releaseIn(root).day > releaseBefore.day || releaseIn(root).number > releaseBefore.number).toBe(true);
    expect(readFileSync(`${root}/rules/README.md`, 'utf8')).toContain('| 2025-02-06 | `page-rules-api` |');
  });

  it('names the invalid source and writes nothing', () => {
    const root = copyRules();
    writeFileSync(`${root}/rules/joins.json`, '{');
    const failed = run(root, 'write');
    expect(failed.code).toBe(1);
    expect(failed.err).toMatch(/^rules\/joins\.json: not JSON/);
    expect(failed.out).toBe('');
  });

  it('reports missing markers in the index', () => {
    const root = copyRules();
    writeFileSync(`${root}/rules/README.md`, 'nothing here\n');
    expect(run(root, 'check').err).toContain("rules/README.md: the markers '<!-- begin generated: deprecations -->'");
  });
});

describe('generateCatalogue', () => {
  const minify = 'GET, PATCH /zones/:zone_id/settings/minify';
  const cases: readonly (readonly [
    name: string,
    source: keyof CatalogueInputs,
    from: string,
    to: string,
    message: RegExp,
  ])[] = [
    [
      'a date that cannot be parsed',
      'endOfLife',
      '| 2025-01-06 |',
      '| soon |',
      /^rules\/end-of-life\.md:16: 'soon' is not a calendar date/,
    ],
    [
      'a date that does not exist',
      'endOfLife',
      '| 2024-06-30 |',
      '| 2024-06-31 |',
      /:18: '2024-06-31' is not a calendar date/,
    ],
    [
      'an unknown method',
      'endOfLife',
      minify,
      minify.replace('PATCH', 'PTCH'),
      /^rules\/end-of-life\.md:42: unknown method 'PTCH'.*did you mean 'PATCH'/,
    ],
    [
      'a method in lower case',
      'endOfLife',
      minify,
      minify.replace('GET', 'get'),
      /unknown method 'get'.*did you mean 'GET'/,
    ],
    [
      'an invalid operation',
      'endOfLife',
      minify,
      'whatever',
      /:42: 'whatever' is not an operation; expected methods and a path/,
    ],
    [
      'a duplicate operation',
      'endOfLife',
      minify,
      `${minify}; GET zones/:id/pagerules`,
      /:42: duplicate operation GET \/zones\/\{id\}\/pagerules: line 41 already lists it/,
    ],
    [
      'a duplicate method',
      'endOfLife',
      minify,
      minify.replace('PATCH', 'GET'),
      /:42: duplicate operation GET \/zones\/\{zone_id\}\/settings\/minify/,
    ],
    [
      'a broken continuation',
      'endOfLife',
      '.../groups/:group_id',
      '.../group/:group_id',
      /:50: broken continuation '\.\.\.\/group\/:group_id'/,
    ],
    [
      'an unknown area',
      'joins',
      '["Auto Minify"]',
      '["Auto Minfy"]',
      /^rules\/joins\.json:12: unknown area 'Auto Minfy'; did you mean 'Auto Minify'/,
    ],
    [
      'an unplaced row',
      'endOfLife',
      '| 2024-08-05 | Auto Minify API | |',
      '| 2024-08-05 | Auto Minify API | |\n| 2024-08-05 | New API | |',
      /:18: 'New API' is not placed.*add one to rules\/joins\.json.*undetectable/,
    ],
    [
      'an unplaced area',
      'joins',
      '["Firewall Rules", "Filters"]',
      '["Firewall Rules"]',
      /^rules\/end-of-life\.md:48: the area 'Filters' is not placed: name it in a join/,
    ],
    [
      'an unplaced replacement',
      'endOfLife',
      '| Brotli | Default',
      '| Gzip | None |\n| Brotli | Default',
      /the replacement 'Gzip' is not placed: name it in a join/,
    ],
    [
      'an unknown replacement',
      'joins',
      '"replacement": "Brotli"',
      '"replacement": "Brotly"',
      /^rules\/joins\.json:14: unknown replacement row 'Brotly'; did you mean 'Brotli'/,
    ],
    [
      'a doubly placed replacement',
      'joins',
      '"replacement": "Brotli"',
      '"replacement": "Mobile Redirect"',
      /the replacement 'Mobile Redirect' is placed 2 times, at most 1 expected/,
    ],
    [
      'a doubly placed row',
      'joins',
      '"row": "Auto Minify API"',
      '"row": "Page Rules API"',
      /^rules\/joins\.json:\d+: the row 'Page Rules API' is placed twice/,
    ],
    [
      'a doubly placed id',
      'joins',
      '"id": "auto-minify-api"',
      '"id": "page-rules-api"',
      /the id 'page-rules-api' is placed twice/,
    ],
    [
      'a doubly placed area',
      'joins',
      '"areas": ["Firewall Rules", "Filters"]',
      '"areas": ["Firewall Rules", "Filters", "Brotli"]',
      /^rules\/end-of-life\.md:44: the area 'Brotli' is placed 2 times, at most 1 expected/,
    ],
    [
      'a join of a missing row',
      'joins',
      '"row": "Page Rules API"',
      '"row": "Page Rule API"',
      /^rules\/joins\.json:11: no end-of-life row has the feature 'Page Rule API'; did you mean 'Page Rules API'/,
    ],
    [
      'a duplicate row',
      'endOfLife',
      '| 2024-08-05 | Auto Minify API | |',
      '| 2024-08-05 | Page Rules API | |',
      /no end-of-life row has the feature 'Auto Minify API'/,
    ],
    [
      'a missing table',
      'endOfLife',
      '## Cipher suites',
      '## Cyphers',
      /^rules\/end-of-life\.md: there is no table under the heading 'Cipher suites'/,
    ],
    [
      'other columns',
      'endOfLife',
      '| Record | Field | Status |',
      '| Record | Field | State |',
      /the table 'Fields' must have the columns Record, Field, Status/,
    ],
    [
      'an unused table',
      'endOfLife',
      '## Cipher suites',
      '## More\n\n| A |\n|---|\n| 1 |\n\n## Cipher suites',
      /nothing reads the table under 'More'/,
    ],
    [
      'an empty replacement',
      'endOfLife',
      '| Brotli | Default compression for all zones; Enterprise can override with Compression Rules |',
      '| Brotli | |',
      /the replacement is empty; write 'None' or 'None stated'/,
    ],
    [
      'a standard cipher suite',
      'endOfLife',
      'DHE-RSA-CHACHA20-POLY1305-D;',
      'DHE-RSA-CHACHA20-POLY1305;',
      /'(EC)?DHE-RSA-CHACHA20-POLY1305' has no draft mark/,
    ],
    [
      'an unknown property of a join',
      'joins',
      '"direction"',
      '"directon"',
      /^rules\/joins\.json: at \/joins\/5: unknown property 'directon'; did you mean 'direction'/,
    ],
    [
      'a kind without a required property',
      'joins',
      '"record": "SRV DNS record", ',
      '',
      /the join of 'SRV data fields service, proto and name' needs "record"/,
    ],
    [
      'advice for an unknown id',
      'advice',
      '"page-rules-api"',
      '"page-rule-api"',
      /^rules\/advice\.json:2: advice for the unknown id 'page-rule-api'; did you mean 'page-rules-api'/,
    ],
    [
      'notes on values for an unknown id',
      'valueNotes',
      '"page-rules-api"',
      '"page-rule-api"',
      /^rules\/value-notes\.json:2: notes on values for the unknown id 'page-rule-api'/,
    ],
    [
      'a note on values of an operation that is not deprecated',
      'valueNotes',
      '"/zones/{zone_id}/pagerules"',
      '"/zones/{zone_id}/pagerule"',
      /^rules\/value-notes\.json:2: the note on values of 'page-rules-api' is about \/zones\/\{zone_id\}\/pagerule, which is not one of its operations/,
    ],
    [
      'a look-alike of an unknown deprecation',
      'nearMisses',
      '["page-rules-api"]',
      '["page-rule-api"]',
      /^rules\/near-misses\.json:4: unknown deprecation 'page-rule-api'/,
    ],
  ];

  it.each(cases)('rejects sources with %s', (_name, source, from, to, message) => {
    const generate = (): unknown => generateCatalogue(sourcesWith(source, from, to));
    expect(generate).toThrow(CatalogueError);
    expect(generate).toThrow(message);
  });

  it('throws only a CatalogueError for sources with random changes', () => {
    const inputs = readInputs(ROOT);
    const name = fc.constantFrom('endOfLife', 'joins', 'advice', 'nearMisses', 'valueNotes');
    const piece = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('|', '\n', '"', '{', '/', '...', ';', ','));
    fc.assert(
      fc.property(
        name,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(12),
        piece,
        (source, place, removed, added) => {
          const { file, text } = inputs[source];
          const at = Math.floor(place * text.length);
          try {
            generateCatalogue({
              ...inputs,
              [source]: { file, text: `${text.slice(0, at)}${added}${text.slice(at + removed)}` },
            });
          } catch (error) {
            expect(error).toBeInstanceOf(CatalogueError);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
