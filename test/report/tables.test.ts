import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { formatCsv } from '../../src/report/csv.js';
import { formatMarkdown } from '../../src/report/markdown.js';
import { codeSpan, escapeMarkdown, markdownMessage } from '../../src/report/markdown-text.js';
import { bigReport, changed, emptyReport, HOSTILE_NAMES, hostileReport, suppressedReport } from './hostile.js';
import { parseCsv } from './readers.js';
import { report } from './support.js';

describe('a CSV report', () => {
  it('has a header and a row for each finding', () => {
    const [header = [], row = []] = parseCsv(formatCsv(report()));
    expect(Object.fromEntries(header.map((name, index) => [name, row[index]]))).toEqual({
      file: 'src/a.ts',
      line: '3',
      column: '33',
      end_line: '3',
      end_column: '86',
      rule: 'no-deprecated-endpoint',
      deprecation: 'rate-limits',
      feature: 'Rate Limits API',
      end_of_life: '2025-01-06',
      lifecycle: 'sunset',
      confidence: 'certain',
      method: 'GET',
      operation: 'GET /zones/{zone_id}/rate_limits',
      url: '/zones/${zone}/rate_limits',
      client: 'fetch',
      replacement: 'none stated',
      test: 'no',
      owner: '',
      suppression: '',
      suppression_status: '',
      justification: '',
      message:
        '`GET /zones/{zone_id}/rate_limits` ended on 2025-01-06; no replacement is named. More: `sunset-lint explain rate-limits`.',
      fingerprint: 'src/a.ts:52',
      api: 'acme',
      edition: '',
      vendor_url: '',
      disputed: '',
      language: '',
      exempt: '',
    });
    expect(parseCsv(formatCsv(emptyReport()))).toHaveLength(1);
    expect(parseCsv(formatCsv(bigReport(5000)))).toHaveLength(5001);
    expect(parseCsv(formatCsv(suppressedReport())).map((cells) => cells[18])).toEqual([
      'suppression',
      '',
      'external',
      'inSource',
      'external',
    ]);
  });

  it('keeps its columns and contains no formula, whatever names and code contain', () => {
    const rows = parseCsv(formatCsv(hostileReport()));
    expect(rows).toHaveLength(HOSTILE_NAMES.length + 1);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([29]));
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*[=+\-@]|[\u0000-\u001f]/);
    expect(rows.map(([file]) => file)).toContain("'=cmd|' /C calc'!A0.ts");
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '＝1'])('turns %s into text', (url) => {
    const [, row = []] = parseCsv(formatCsv(changed(report(), (entry) => ({ ...entry, url }))));
    expect(row[13]).toBe(`'${url}`);
  });
});

describe('a Markdown report', () => {
  it('shows the deprecation, its locations and its end', () => {
    const text = formatMarkdown(report());
    expect(text.match(/^#.*$/gm)).toEqual(['# Deprecated API operations', '## Next', '## Findings', '### `src/a.ts`']);
    expect(text).toContain('\n**1 open finding in 1 file: 1 past the end of life.**\n');
    expect(text).toContain(
      `
| Ends | What | Use instead | Calls | First places |
| --- | --- | --- | --- | --- |
| 2025-01-06, 10 days ago | Rate Limits API (<code>rate-limits</code>) | none stated | 1 | <code>src/a.ts&#58;3</code> |
`.replace('&#58;', ':'),
    );
    expect(text).toContain('`npx sunset-lint explain rate-limits`');
    expect(text).toContain('\n- 3:33 (past the end of life, 10 days ago) ');
    expect(text).toMatch(/\nLooked at 3 files, [^\n]* as of 2025-01-16\.\n$/);
  });

  it('shows the verdict and the base of a change, and links locations', () => {
    const text = formatMarkdown(report(), {
      verdict: { status: 'failed', failing: 1, since: 'origin/main (1a2b3c4)' },
      project: { name: 'r', commit: 'abc', origin: { kind: 'github', url: 'https://code.test/o/r' } },
    });
    expect(text).toContain('**Failed. 1 open finding');
    expect(text).toContain('Only findings introduced since `origin/main (1a2b3c4)`.');
    expect(text).toContain('[<code>src/a.ts:3</code>](https://code.test/o/r/blob/abc/src/a.ts#L3)');
  });

  it('has the earliest end first, and says how many locations it omits', () => {
    const source = changed(bigReport(40), (entry) =>
      entry.deprecation === 'filters' ? { ...entry, endOfLife: '2024-02-02' } : entry,
    );
    const rows = formatMarkdown(source).match(/^\| 20.*$/gm) ?? [];
    expect(rows.map((row) => row.slice(2, 12))).toEqual(['2024-02-02', '2025-01-06']);
    expect(rows[0]).toContain(' | 20 | ');
    expect(rows[0]).toContain('</code> and 17 more |');
  });

  it('lists unread files and unresolved requests, and does not call such a tree clean', () => {
    const base = report();
    const [first] = base.findings;
    if (first === undefined) throw new Error('no finding');
    const unresolved = Array.from({ length: 25 }, (_, index) => ({
      file: `src/u${index}.ts`,
      range: first.range,
      test: false,
      method: 'GET',
      url: '/zones/${zone}/${what}',
      client: 'fetch',
      reason: 'a part is not known',
    }));
    const text = formatMarkdown(
      {
        ...base,
        findings: [],
        unresolved,
        coverage: {
          ...base.coverage,
          syntaxErrors: ['src/broken.ts'],
          skipped: [{ reason: 'unreadable', count: 1, paths: ['src/secret.ts'] }],
          limits: ['Imports were not followed.'],
        },
      },
      { verdict: { status: 'error', failing: 0 } },
    );
    expect(text).toContain('**Not all could be looked at. No open findings.**');
    expect(text).toContain(
      '## Not resolved, not read\n\n- <code>src/u0.ts:3</code> <code>GET /zones/\\${zone}/\\${what}</code> ',
    );
    expect(text).toContain('- 5 more requests');
    expect(text).toContain('- <code>src/broken.ts</code>: syntax errors');
    expect(text).toContain('- Skipped: 1 unreadable (src/secret.ts)');
    expect(text).toContain('- Imports were not followed.');
    expect(text).toContain('## Next\n\n- The end of the log');
    expect(formatMarkdown(emptyReport())).not.toMatch(/## N/);
  });

  it('lists the future ends of a gate that passes', () => {
    const ahead = changed(report({ asOf: '2024-12-01' }), (entry) => ({ ...entry }));
    const text = formatMarkdown(ahead, { verdict: { status: 'passed', failing: 0 } });
    expect(text).toContain('**Passed. 1 open finding');
    expect(text).toContain('1 call will have to be replaced by 2025-01-06.');
    expect(text).not.toContain('--update-baseline');
  });

  it('counts suppressed findings and lists them with their reason', () => {
    const text = formatMarkdown(suppressedReport());
    expect(text).toContain('2 open findings in 2 files: 2 past the end of life. 2 suppressed.');
    expect(text).toContain('| <code>src/b.ts:3</code> | <code>rate-limits</code> | baseline | migrates in March |');
  });

  it('says what was scanned when nothing is found', () => {
    expect(formatMarkdown(emptyReport())).toMatch(/\*\*No open findings\.\*\*\n\nLooked at 3 files/);
  });

  it('renders no markup from scanned files', () => {
    const page = marked.parse(formatMarkdown(hostileReport()), { async: false, gfm: true });
    expect(
      [...page.matchAll(/<([a-z0-9]+)/gi)]
        .map(([, tag]) => tag)
        .filter((tag) => !/^(?:h[123]|p|strong|table|thead|tbody|tr|t[hd]|ul|li|code)$/.test(tag ?? '')),
    ).toEqual([]);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(
      formatMarkdown(hostileReport())
        .replace(/^###.*$/gm, '')
        .replace(/`[^`\n]*`/g, ''),
    ).not.toContain('@team');
  });

  it('stays below the size of a job summary', () => {
    expect(Buffer.byteLength(formatMarkdown(bigReport(5000)))).toBeLessThan(1024 * 1024);
    expect(formatMarkdown(bigReport(5000))).toContain('4500 more open findings not listed here.');
    // The limit is in bytes, whatever names and reasons contain.
    const long = '\u{1f514}'.repeat(20_000);
    const loud = changed(suppressedReport(), (entry) => ({
      ...entry,
      file: `src/${long}.ts`,
      ...(entry.suppression === undefined ? {} : { suppression: { ...entry.suppression, justification: long } }),
    }));
    const many = { ...loud, findings: Array.from({ length: 20 }, () => loud.findings).flat() };
    expect(Buffer.byteLength(formatMarkdown(many))).toBeLessThan(1024 * 1024);
  });

  it.each([
    'a*b*_c_',
    '[x](http://y.test)',
    '<b>x</b>',
    '&lt;',
    '1. x',
    '1) x',
    ' 1. x',
    ' - x',
    '    x',
    '# x',
    '- x',
    'a|b',
    '`a``b`',
    '![i](x)',
    '\\*',
    '~~x~~',
    'http://x.test www.x.test',
  ])('shows %s unchanged', (text) => {
    const shown = (markup: string): string =>
      marked
        .parse(markup, { async: false, gfm: true })
        .replace(/^<p>|<\/p>\n$|<\/?code>/g, '')
        .replace(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)))
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&');
    expect(shown(escapeMarkdown(text))).toBe(text);
    expect(shown(codeSpan(text))).toBe(text);
  });

  it('renders only text in backticks as code', () => {
    expect(markdownMessage('See `a*b` and *c*.')).toBe('See `a*b` and \\*c\\*.');
  });
});
