import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';
import { API, cli } from './support.js';

const schema = JSON.parse(
  readFileSync(new URL('../../rules/explanation.schema.json', import.meta.url), 'utf8'),
) as object;
const validate = new Ajv({ strict: true, strictRequired: false, allErrors: true, allowUnionTypes: true }).compile(
  schema,
);

/** Runs `explain --json`, and validates its output against the schema. */
async function explained(root: string, ...args: readonly string[]): Promise<Record<string, unknown>> {
  const { out } = await cli(root, ['explain', '--json', '--as-of', '2024-07-01', ...args]);
  const data = JSON.parse(out) as Record<string, unknown>;
  validate(data);
  expect(validate.errors).toBeNull();
  return data;
}

describe('explain --json', () => {
  const program = (): string =>
    folder({
      'a.ts': `export const rules = (zone: string, path: string) => [\n  fetch(\`${API}/zones/\${zone}/pagerules\`),\n  fetch(\`${API}/\${path}\`),\n];\n`,
    });

  it('prints a deprecation by its id, in the form of a catalogue file', async () => {
    expect(await explained(program(), 'auto-minify-api')).toMatchObject({
      schemaVersion: 1,
      asked: 'auto-minify-api',
      asOf: '2024-07-01',
      deprecations: [
        {
          id: 'auto-minify-api',
          api: 'cloudflare',
          endOfLife: '2024-08-05',
          kind: 'endpoint',
          reported: true,
          endpoints: [{ methods: ['GET', 'PATCH'], path: '/zones/{zone_id}/settings/minify' }],
        },
      ],
    });
  });

  it('says that a deprecation is not reported', async () => {
    const data = await explained(program(), 'page-rules-api', '--edition', 'current');
    expect(data.deprecations).toMatchObject([{ id: 'page-rules-api', reported: false }]);
  });

  it('prints the deprecations of an operation, or none', async () => {
    expect((await explained(program(), 'GET /zones/:id/pagerules')).deprecations).toMatchObject([
      { id: 'page-rules-api' },
    ]);
    const live = await explained(program(), 'GET /zones/:id/rulesets');
    expect(live.deprecations).toEqual([]);
  });

  it('prints the calls and findings of a place', async () => {
    const data = await explained(program(), 'a.ts:2');
    expect(data.files).toMatchObject([
      {
        file: 'a.ts',
        scanned: true,
        analysed: true,
        calls: [
          {
            seen: 'request',
            at: { file: 'a.ts', range: { start: { line: 2, column: 3 } } },
            requests: [{ client: 'fetch', methods: ['GET'], deprecations: ['page-rules-api'] }],
          },
        ],
        findings: [{ deprecation: 'page-rules-api', confidence: 'certain', reported: true }],
      },
    ]);
    expect((await explained(program(), 'a.ts:3')).files).toMatchObject([
      { calls: [{ requests: [{ deprecations: [], unresolved: expect.any(String) as string }] }], findings: [] },
    ]);
  });

  it('says why a finding is not in the report', async () => {
    const data = await explained(
      folder({
        'a.ts': `// sunset-lint-disable-next-line page-rules-api -- until spring\nfetch('${API}/zones/1/pagerules');\n`,
      }),
      'a.ts:2',
    );
    expect(data.files).toMatchObject([
      { findings: [{ reported: false, hidden: 'the comment on line 1 suppresses it' }] },
    ]);
  });

  it('fails for an unknown id without standard output', async () => {
    const { out, err, code } = await cli(program(), ['explain', '--json', 'page-rule-api']);
    expect([out, code]).toEqual(['', 2]);
    expect(err).toContain("did you mean 'page-rules-api'");
  });
});
