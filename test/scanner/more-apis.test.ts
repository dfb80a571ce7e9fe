import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/load.js';
import { packagedApis } from '../../src/catalogue/packaged.js';
import { scan } from '../../src/scan/index.js';
import type { Catalogue } from '../../src/model/deprecation.js';
import { folder } from './support.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));
const ONE = loadCatalogue();
const ALL = loadCatalogue({ apis: packagedApis() });

async function found(root: string, catalogue: Catalogue): Promise<readonly string[]> {
  const { findings } = await scan({ root, catalogue, minConfidence: 'possible', asOf: '2026-01-01' });
  return findings.map(({ file, range, deprecation, confidence }) =>
    [file, range.start.line, range.start.column, deprecation, confidence].join(' '),
  );
}

/** Whoever adds a file that uses another API brings its catalogue into the scan. */
describe('catalogues of more APIs', () => {
  const themes = readdirSync(FIXTURES).filter((theme) => theme !== 'apis' && theme !== 'waf-plan');

  it.each(themes)('hide nothing of the first one, and make nothing of it less sure: %s', async (theme) => {
    const root = join(FIXTURES, theme);
    const all = new Set(await found(root, ALL));
    expect((await found(root, ONE)).filter((one) => !all.has(one))).toEqual([]);
  });
});

describe('a catalogue that applies by itself', () => {
  const step = (uses: string, script: string): string =>
    `jobs:\n  board:\n    steps:\n      - uses: ${uses}\n        with:\n          script: |\n            ${script}\n`;
  const create = "await github.rest.projects.createCard({ column_id: 1, note: 'New' })";

  it.each([
    ['a command of gh', 'board.sh', 'gh api orgs/clock/projects\n', ['github/projects-classic']],
    ['gh that is asked for something else', 'board.sh', 'gh pr view --json url # orgs/clock/projects\n', []],
    [
      'a workflow whose action hands over a client',
      '.github/workflows/board.yml',
      step('actions/github-script@v7', create),
      ['github/projects-classic'],
    ],
    ['a workflow with another action', '.github/workflows/board.yml', step('clock/run-script@v7', create), []],
    [
      'a workflow that uses the client for nothing that ended',
      '.github/workflows/board.yml',
      step('actions/github-script@v7', "await github.rest.issues.create({ title: 'New' })"),
      [],
    ],
  ])('is shown by %s', async (_, file, text, expected) => {
    const { findings } = await scan({
      root: folder({ 'main.ts': '', [file]: text }),
      minConfidence: 'possible',
      asOf: '2026-01-01',
    });
    expect(findings.map(({ deprecation }) => deprecation)).toEqual(expected);
  });
});
