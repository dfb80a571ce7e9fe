import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { neighbourReader } from '../../packages/catalogue-tools/src/read-neighbours.js';
import { catalogueOfOpenApi } from '../../packages/catalogue-tools/src/upstream/catalogue-of-openapi.js';
import { readOpenApi } from '../../packages/catalogue-tools/src/upstream/openapi.js';
import type { OpenApiDocument } from '../../packages/catalogue-tools/src/upstream/openapi.js';

const HEAD = "openapi: 3.0.0\ninfo: { title: Pets }\nservers: [{ url: 'https://api.pet.example' }]\n";

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'documents-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

function read(text: string): OpenApiDocument {
  return readOpenApi(
    { file: 'spec/main.yaml', text: HEAD + text },
    neighbourReader('spec/main.yaml', 100_000, { cwd: root }),
  );
}

function omissionsOf({ leftOut }: OpenApiDocument): readonly string[] {
  return leftOut.map(({ place, why }) => `${place}: ${why}`);
}

/** The form of Twilio: each path has its servers. */
describe('servers of a path or an operation', () => {
  it('are ignored if they equal those of the document', () => {
    const { operations, baseUrls, leftOut } = read(
      "paths:\n  /v1/pets:\n    servers: [{ url: 'https://api.pet.example' }]\n    get: { deprecated: true }\n",
    );
    expect(operations).toMatchObject([{ method: 'GET', path: '/v1/pets', deprecated: true }]);
    expect([baseUrls, leftOut]).toEqual([['https://api.pet.example'], []]);
  });

  /** The form of Box: files are sent to another host. */
  it('are additional base URLs', () => {
    const { operations, baseUrls } = read(
      "paths:\n  /files:\n    post: { servers: [{ url: 'https://upload.pet.example/2.0' }] }\n    get: {}\n",
    );
    expect(operations.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(baseUrls).toEqual(['https://api.pet.example', 'https://upload.pet.example/2.0']);
  });

  it('exclude the operation if they are not a valid base URL', () => {
    const document = read("paths:\n  /files:\n    get: { servers: [{ url: '{anything}' }] }\n");
    expect([document.omittedOperations, omissionsOf(document)]).toEqual([
      1,
      ['paths./files.get: its own servers give no base URL that could be used'],
    ]);
  });
});

/** The form of DigitalOcean: each operation is a file, with references relative to that file. */
describe('files in the folder of the document', () => {
  it('are read, with references relative to themselves', () => {
    write({
      'spec/resources/dogs/list.yml':
        "deprecated: true\ndescription: Removed on 2026-05-01.\nparameters: [{ $ref: '../../shared/all.yml#/old' }]\n",
      'spec/shared/all.yml': "old: { $ref: '#/older' }\nolder: { name: kind, in: query, deprecated: true }\n",
      'spec/resources/cats.json': '{"get":{"parameters":[{"$ref":"../shared/all.yml#/old"}]}}',
    });
    const document = read(
      "paths:\n  /dogs: { get: { $ref: 'resources/dogs/list.yml' } }\n  /cats: { $ref: './resources/cats.json' }\n",
    );
    expect(document.operations).toMatchObject([
      { path: '/dogs', deprecated: true, endOfLife: '2026-05-01' },
      { path: '/cats', deprecated: false },
    ]);
    expect(document.parts).toMatchObject([{ path: '/cats', part: { kind: 'query', parameter: 'kind' } }]);
    expect(document.omittedOperations).toBe(0);
  });

  it('may have circular references', () => {
    write({ 'spec/a.yml': "$ref: 'b.yml'\n", 'spec/b.yml': "$ref: 'a.yml'\n" });
    expect(omissionsOf(read("paths: { /a: { $ref: 'a.yml' } }"))).toContain(
      'paths./a: its reference refers to itself, or through too many others: a.yml',
    );
  });

  it('are never read outside that folder, in any spelling', () => {
    write({ 'secret.yml': 'get: { deprecated: true }\n', 'spec/broken.yml': 'get: [' });
    symlinkSync(join(root, 'secret.yml'), join(root, 'spec', 'link.yml'));
    const references = [
      '../secret.yml',
      'a/../../secret.yml',
      '%2e%2e/secret.yml',
      '..\\secret.yml',
      join(root, 'secret.yml'),
      `file://${join(root, 'secret.yml')}`,
      'https://pet.example/secret.yml',
      '//pet.example/secret.yml',
      'C:/secret.yml',
      'link.yml',
      'absent.yml',
      'broken.yml',
    ];
    const paths = Object.fromEntries(references.map(($ref, index) => [`/p${String(index)}`, { $ref }]));
    const document = read(`paths: ${JSON.stringify(paths)}`);
    expect(document.operations).toEqual([]);
    expect(document.omittedOperations).toBe(references.length);
    const outside = document.leftOut.filter(({ why }) =>
      why.startsWith('it refers to an address, or to a file outside'),
    );
    expect(outside).toHaveLength(9);
    expect(omissionsOf(document).slice(-3)).toEqual([
      expect.stringMatching(/p9: it refers to a file that cannot be read \(a link takes it outside .*: link\.yml$/),
      'paths./p10: it refers to a file that cannot be read (it does not exist): absent.yml',
      'paths./p11: it refers to a file that is neither JSON nor YAML: broken.yml',
    ]);
  });
});

/** The form of some operations of Asana, Plaid, Box and Slack: no flag, only words. */
describe('operations called deprecated only in their description', () => {
  const lineOf = (description: string): readonly [readonly string[], readonly string[]] => {
    const document = read(`paths: { /pets: { get: ${JSON.stringify({ description })} } }`);
    return [catalogueOfOpenApi(document, { asOf: '2026-01-01', text: '', baseUrls: [] }).live, omissionsOf(document)];
  };

  it.each([
    '*Deprecated: new integrations should prefer the `/dogs` route.*',
    'The pets API is now **deprecated**.',
    'Deprecated and non-functional.',
  ])('are excluded with a note for %s', (words) => {
    const why = `paths./pets.get: only its description calls it deprecated, so it was not used: check '${words}'`;
    expect(lineOf(words)).toEqual([[], [why]]);
  });

  it.each(['The `team` filter is deprecated.', 'This endpoint replaces the deprecated `/dogs`.', 'Is not deprecated.'])(
    'are live for %s',
    (words) => {
      expect(lineOf(words)).toEqual([['GET /pets'], []]);
    },
  );
});
