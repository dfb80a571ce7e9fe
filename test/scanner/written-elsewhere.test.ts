import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import { folder } from './support.js';

const APPLY = `const BASE = 'https://api.cloudflare.com/client/v4';
async function apply(zone: string, updates: readonly { id: string; value: string }[]): Promise<void> {
  for (const { id, value } of updates)
    await fetch(\`\${BASE}/zones/\${zone}/settings/\${id}\`, { method: 'PATCH', body: JSON.stringify({ value }) });
}
export const strict = (zone: string) => apply(zone, PRESETS.strict);
`;
const PRESETS = `const PRESETS = { strict: [{ id: 'minify', value: 'on' }, { id: 'ssl', value: 'full' }] };\n`;

async function notesOf(files: Readonly<Record<string, string>>): Promise<readonly (readonly string[])[]> {
  const { findings } = await scan({ root: folder(files), asOf: '2026-01-01' });
  return findings.map(({ notes }) => notes);
}

describe('a finding at a call with its path in another file', () => {
  it('names that file', async () => {
    const files = {
      'src/apply.ts': `import { PRESETS } from './presets';\n${APPLY}`,
      'src/presets.ts': `export ${PRESETS}`,
    };
    expect(await notesOf(files)).toEqual([['`minify` is written in src/presets.ts.']]);
  });

  it('names no file if the path is in the same file', async () => {
    expect(await notesOf({ 'src/apply.ts': PRESETS + APPLY })).toEqual([[]]);
  });
});
