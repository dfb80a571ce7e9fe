import { describe, expect, it } from 'vitest';
import pc from 'picocolors';
import { scan } from '../../src/scan/index.js';
import { formatHtml } from '../../src/report/html.js';
import { formatMarkdown } from '../../src/report/markdown.js';
import { formatUnresolved } from '../../src/report/text-summary.js';
import type { Report } from '../../src/report/report.js';
import { folder } from '../scanner/support.js';
import { CONTEXT } from './every-format.js';

const ZONES = 'https://api.cloudflare.com/client/v4/zones';

function reportOf(files: Readonly<Record<string, string>>): Promise<Report> {
  return scan({ root: folder(files), asOf: '2026-11-27' });
}

/** Rows of the text report, without the title and the request. */
async function rows(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const [text = ''] = formatUnresolved(await reportOf(files), pc.createColors(false));
  return text
    .split('\n')
    .slice(1)
    .map((line) => `${/^ *(\S+)/.exec(line)?.[1] ?? ''} ${/ {2}(`.*)$/.exec(line)?.[1] ?? ''}`);
}

const SENDING = `export function send(zone, part) {
  fetch(\`${ZONES}/\${zone}/\${part}\`);
  fetch(\`${ZONES}/\${zone}/\${part}\`, { method: 'POST' });
  fetch(\`${ZONES}/\${zone}/\${part}\`, { method: 'PATCH' });
}
`;

describe('requests left unresolved by the same cause', () => {
  it('are one row with the number of the others and the location of the next', async () => {
    expect(await rows({ 'a.js': SENDING })).toEqual([
      'a.js:2:3 `part` is a parameter for which no known caller passes a value … and 2 more places, the first at a.js:3:3',
    ]);
  });

  it('are one row when they read the same environment variable, in any file', async () => {
    const read = `fetch(\`${ZONES}/1/\${process.env.PART}\`);\n`;
    expect(await rows({ 'a.js': read, 'b.js': read })).toEqual([
      'a.js:1:1 `process.env.PART` is a value known only at run time … and at b.js:1:1',
    ]);
  });

  it('are separate rows for parameters with the same name and for different variables', async () => {
    const one = `export function one(part) {\n  fetch(\`${ZONES}/1/\${part}\`);\n}\n`;
    const two = one.replace('one', 'two');
    expect(await rows({ 'a.js': one + two })).toEqual([
      'a.js:2:3 `part` is a parameter for which no known caller passes a value',
      'a.js:5:3 `part` is a parameter for which no known caller passes a value',
    ]);
    const read = (name: string): string => `fetch(\`${ZONES}/1/\${process.env.${name}}\`);\n`;
    expect(await rows({ 'a.js': read('PART') + read('OTHER') })).toHaveLength(2);
  });

  it('are all in JSON, each with the location of its cause', async () => {
    const { unresolved, coverage } = await reportOf({ 'a.js': SENDING });
    expect(unresolved.map(({ cause }) => cause?.range.start)).toEqual([
      { line: 1, column: 28 },
      { line: 1, column: 28 },
      { line: 1, column: 28 },
    ]);
    expect(coverage.sites.unresolved).toBe(3);
  });

  it('are one row in Markdown and HTML', async () => {
    const report = await reportOf({ 'a.js': SENDING });
    const said = '… and 2 more places, the first at a.js:3:3';
    expect(formatMarkdown(report).split('could not be resolved')).toHaveLength(2);
    expect(formatMarkdown(report)).toContain(said);
    expect(formatMarkdown(report)).not.toContain('more requests to the API');
    expect(formatHtml(report, CONTEXT)).toContain(said);
  });
});
