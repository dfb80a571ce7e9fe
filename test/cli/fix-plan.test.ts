import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../eslint/support.js';
import { API, CALL, cli } from './support.js';

const OLD = `fetch('${API}/zones/1/script_monitor');\n`;
const NEW = `fetch('${API}/zones/1/page_shield');\n`;
const EDITED = 'page-shield-script-monitor.md';
const BY_HAND = 'page-rules-api.md';

const read = (root: string, ...names: readonly string[]): string => readFileSync(join(root, ...names), 'utf8');

describe('fix', () => {
  it('writes exact replacements and reports the remaining findings, as scan --fix does', async () => {
    const root = folder({ 'a.js': OLD, 'b.ts': CALL });
    const { code, out, err } = await cli(root, ['fix']);
    expect(code).toBe(1);
    expect(read(root, 'a.js')).toBe(NEW);
    expect(out).toContain('b.ts:2');
    expect(out).not.toContain('a.js');
    expect(err).toContain('Fixed 1 of 2 findings in 1 file.');
    expect(readdirSync(root).sort()).toEqual(['a.js', 'b.ts']);
  });

  it('prints a diff and writes nothing with --dry-run', async () => {
    const root = folder({ 'a.js': OLD });
    const { code, out } = await cli(root, ['fix', '--dry-run']);
    expect([code, read(root, 'a.js')]).toEqual([1, OLD]);
    expect(out).toContain(`+${NEW}`);
  });
});

describe('fix --plan', () => {
  it('writes the edits, and a plan for each deprecation into sunset-plan', async () => {
    const root = folder({ 'a.js': `// one\n${OLD}`, 'b.ts': CALL });
    const { code, out, err } = await cli(root, ['fix', '--plan']);
    expect(code).toBe(1);
    expect(read(root, 'a.js')).toBe(`// one\n${NEW}`);
    expect(readdirSync(join(root, 'sunset-plan')).sort()).toEqual([BY_HAND, EDITED]);
    expect(out).toBe(
      'sunset-plan/page-shield-script-monitor.md: Page Shield script_monitor route segment; 1 exact edit.\nsunset-plan/page-rules-api.md: Page Rules API; 1 call by hand.\n',
    );
    expect(err).toContain('Fixed 1 of 2 findings in 1 file.');
    expect(read(root, 'sunset-plan', EDITED)).toContain(
      [
        '## Edits done',
        '',
        'Each was checked by a scan: the finding is gone, and no other appeared.',
        '',
        '- [x] `a.js:2`: Replace the path segment `script_monitor` by `page_shield`.',
        '',
        '  ```diff',
        `  -${OLD.trimEnd()}`,
        `  +${NEW.trimEnd()}`,
        '  ```',
      ].join('\n'),
    );
    expect((await cli(root, ['fix', 'a.js', '--plan'])).code).toBe(0);
  });

  it('says what is to be changed by hand, why, and what to check', async () => {
    const root = folder({ 'b.test.ts': CALL });
    await cli(root, ['fix', '--plan=plans', '--edition', 'specification']);
    const plan = read(root, 'plans', BY_HAND);
    expect(plan).toMatch(/^<!-- sunset-lint plan -->\n# Plan: Page Rules API\n/);
    expect(plan).toContain('- **Ends:** 2025-01-06, cancelled by the vendor (as of 2026-01-01).');
    expect(plan).toMatch(
      /- \*\*Source:\*\* `rules\/end-of-life\.md:\d+`; facts of 2024-06-16, edition `specification`;/,
    );
    expect(plan).toContain('  - Caution: With Page Rules the first match wins; with rulesets the last one does.');
    expect(plan).toContain('- [ ] `b.test.ts:2`\n\n  ```\n    fetch(`https://');
    expect(plan).toContain(
      '  - Request: `GET https://api.cloudflare.com/client/v4/zones/${zone}/pagerules`, sent by `fetch`, in a test\n  - Why by hand: the replacement is not one operation that takes the same request.\n',
    );
    expect(plan).toContain(
      '- `GET /zones/{zone_id}/pagerules`: `GET /zones/{zone_id}/rulesets/phases/{phase}/entrypoint`',
    );
    expect(plan).toContain('- [ ] The tests pass; these make or answer the old call: `b.test.ts`.');
    expect(plan).toContain('- [ ] `npx sunset-lint --statistics` does not list `page-rules-api`.');
    expect(plan).toContain('- No unresolved request can be a call of it, as far as its address is known.');
    expect(plan).not.toContain('## Edits');
  });

  it('names the operation that replaces one, and fields that a new value refuses or renames', async () => {
    const call = (model: string): string =>
      `import OpenAI from 'openai';\nexport const ask = (c = new OpenAI()) => c.chat.completions.create({ model: '${model}', max_tokens: 3, messages: [] });\n`;
    const root = folder({ 'a.ts': call('o1-mini'), 'package.json': '{"dependencies":{"openai":"^4"}}' });
    const { out } = await cli(root, ['fix', '--dry-run', '--plan', '-', '--as-of', '2026-11-28']);
    expect(out).toContain('# Plan: ');
    expect(out).toContain('Checked against the ends in the catalogue on 2026-11-28.');
    expect(out).toContain('- `POST /chat/completions`: rename `max_tokens` to `max_completion_tokens`');
    expect(out).toContain('  - Why by hand: another value gives other answers, so which one to take is a decision.');
  });

  it('changes no scanned file with --dry-run, and has the lines of the files as they are', async () => {
    const srv = `fetch('${API}/zones/1/dns_records', {\n  method: 'POST',\n  body: JSON.stringify({\n    type: 'SRV',\n    data: {\n      service: '_sip',\n      proto: '_tcp',\n      name: 'x',\n    },\n  }),\n});\n`;
    const root = folder({ 'a.js': `${srv}${OLD}${CALL.replace('zone: string', 'zone')}` });
    const { code } = await cli(root, ['fix', '--dry-run', '--plan']);
    expect(code).toBe(1);
    expect(read(root, 'a.js').startsWith(srv)).toBe(true);
    expect(read(root, 'sunset-plan', EDITED)).toContain('## Edits ready to be made');
    expect(read(root, 'sunset-plan', EDITED)).toContain('- [ ] `a.js:12`: ');
    expect(read(root, 'sunset-plan', BY_HAND)).toContain('- [ ] `a.js:14`\n');
    await cli(root, ['fix', '--plan']);
    const lines = read(root, 'a.js').split('\n');
    const line = lines.findIndex((text) => text.includes('page_shield')) + 1;
    expect(line).toBeLessThan(12);
    expect(read(root, 'sunset-plan', EDITED)).toContain(`- [x] \`a.js:${line}\`: `);
    expect(read(root, 'sunset-plan', BY_HAND)).toContain(`- [ ] \`a.js:${line + 2}\`\n`);
  });

  it('lists unresolved requests that may be such calls, and none that cannot', async () => {
    const root = folder({
      'b.ts': CALL,
      'c.ts': `export const any = (path: string) => fetch(\`${API}/zones/1/\${path}\`);\nexport const dns = (path: string) => fetch(\`${API}/accounts/1/\${path}\`);\n`,
    });
    const { out } = await cli(root, ['fix', '--dry-run', '--plan', '-']);
    expect(out).toContain('- [ ] `c.ts:1` `GET https://api.cloudflare.com/client/v4/zones/1/${path}`: ');
    expect(out).not.toContain('c.ts:2');
  });

  it('says which catalogue of the project an entry is from, and why an exact edit was not made', async () => {
    const own = {
      id: 'page-shield-itself',
      kind: 'endpoint',
      feature: 'Page Shield @team <b>',
      endOfLife: '2025-03-01',
      endpoints: [{ methods: ['GET'], path: '/zones/{zone_id}/page_shield' }],
      replacement: { kind: 'none' },
    };
    const root = folder({ 'a.js': OLD, 'c.js': NEW, 'own.json': JSON.stringify({ deprecations: [own] }) });
    const { out } = await cli(root, ['fix', '--dry-run', '--plan', '-', '--catalogue', 'own.json']);
    expect(out).toContain('# Plan: Page Shield &#64;team &lt;b&gt;\n');
    expect(out).toContain('; said by the file `own.json');
    expect(out).toContain('- **Replacement:** the source says that there is none.');
    expect(out).toContain(
      '  - Why by hand: an exact edit exists, and was not made: `the fix would not have removed the finding, or would have added another`.',
    );
  });

  it('leaves accepted findings out', async () => {
    const root = folder({ 'b.ts': CALL });
    await cli(root, ['scan', '--update-baseline']);
    const { code, err } = await cli(root, ['fix', '--plan']);
    expect([code, err]).toEqual([0, 'No findings: there is nothing to plan.\n']);
    expect(readdirSync(root).sort()).toEqual(['b.ts', 'sunset-baseline.json']);
  });

  it('overwrites its own plans, and names those of an earlier run', async () => {
    const root = folder({ 'a.js': OLD, 'b.ts': CALL });
    await cli(root, ['fix', '--dry-run', '--plan']);
    const { out } = await cli(root, ['fix', 'a.js', '--plan']);
    expect(out).toContain('sunset-plan/page-rules-api.md is of an earlier run: nothing is left to do for it.');
    expect(read(root, 'sunset-plan', EDITED)).toContain('## Edits done');
  });

  it.each([
    [
      'a folder with other files and no plan',
      'src',
      "plans are not written to 'src': it has other files, and no plans.",
    ],
    ['a file', 'a.js', "plans are not written to 'a.js': it is not a folder."],
    ['a link to another folder', 'out', "plans are not written to 'out': by a link, it is outside"],
  ])('refuses %s, and changes nothing', async (_what, name, why) => {
    const root = folder({ 'a.js': OLD, 'src/b.ts': CALL });
    const outside = folder({});
    symlinkSync(outside, join(root, 'out'));
    const { code, err } = await cli(root, ['fix', '--plan', name]);
    expect(code).toBe(2);
    expect(err).toContain(why);
    expect(read(root, 'a.js')).toBe(OLD);
    expect([readdirSync(outside), readdirSync(join(root, 'src'))]).toEqual([[], ['b.ts']]);
  });

  it('refuses to overwrite a file that is not a plan, also through a link', async () => {
    const root = folder({ 'a.js': OLD, 'b.ts': CALL });
    await cli(root, ['fix', 'b.ts', '--dry-run', '--plan']);
    writeFileSync(join(root, 'sunset-plan', EDITED), 'mine\n');
    const { code, err } = await cli(root, ['fix', '--plan']);
    expect(code).toBe(2);
    expect(err).toContain('exists and is not a plan; nothing was written.');
    expect([read(root, 'a.js'), read(root, 'sunset-plan', EDITED)]).toEqual([OLD, 'mine\n']);
    const linked = folder({ 'a.js': OLD });
    mkdirSync(join(linked, 'sunset-plan'));
    symlinkSync(join(linked, 'a.js'), join(linked, 'sunset-plan', EDITED));
    expect((await cli(linked, ['fix', '--plan'])).code).toBe(2);
    expect(read(linked, 'a.js')).toBe(OLD);
  });
});
