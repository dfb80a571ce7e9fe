import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { formatCsv } from '../../src/report/csv.js';
import { formatMarkdown } from '../../src/report/markdown.js';
import { codeSpan, escapeMarkdown, markdownMessage } from '../../src/report/markdown-text.js';
import { bigReport, changed, emptyReport, HOSTILE_NAMES, hostileReport, suppressedReport } from './hostile.js';
import { parseCsv } from './readers.js';
import { report } from './support.js';

describe('CSV', () => {
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

  it('keeps its columns and holds no formula, whatever names and code hold', () => {
    const rows = parseCsv(formatCsv(hostileReport()));
    expect(rows).toHaveLength(HOSTILE_NAMES.length + 1);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([29]));
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*[=+\-@]|[\u0000-\u001f]/);
    expect(rows.map(([file]) => file)).toContain("'=cmd|' /C calc'!A0.ts");
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '＝1'])('makes text of %s', (url) => {
    const [, row = []] = parseCsv(formatCsv(changed(report(), (entry) => ({ ...entry, url }))));
    expect(row[13]).toBe(`'${url}`);
  });
});

describe('Markdown', () => {
  it('tells what, where and until when', () => {
    expect(formatMarkdown(report())).toBe(`# Deprecated API operations

**1 open finding in 1 file: 1 past the end of life.**

Looked at 3 files, 2 read, 1 parsed; 2 request sites, 1 resolved, 0 unresolved, 1 with an unknown target; 2 deprecations in the catalogue abc, as of 2025-01-16.

## By date

| End of life | State | Open calls |
| --- | --- | --- |
| 2025-01-06 | past | 1 |

## By deprecation

| Deprecation | Id | End of life | Open calls | Replacement |
| --- | --- | --- | --- | --- |
| Rate Limits API | <code>rate-limits</code> | 2025-01-06 | 1 | none stated |

## Findings

### \`src/a.ts\`

- 3:33 (past the end of life, 10 days ago) \`GET /zones/{zone_id}/rate_limits\` ended on 2025-01-06; no replacement is named.
`);
  });

  it('counts suppressed findings and lists them with their reason', () => {
    const text = formatMarkdown(suppressedReport());
    expect(text).toContain('2 open findings in 2 files: 2 past the end of life. 2 suppressed.');
    expect(text).toContain('| <code>src/b.ts:3</code> | <code>rate-limits</code> | baseline | migrates in March |');
  });

  it('says what it looked at where it finds nothing', () => {
    expect(formatMarkdown(emptyReport())).toContain('**No open findings.**\n\nLooked at 3 files');
  });

  it('holds no markup of others', () => {
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
  ])('shows %s as it is', (text) => {
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

  it('makes code of what stands in backticks only', () => {
    expect(markdownMessage('See `a*b` and *c*.')).toBe('See `a*b` and \\*c\\*.');
  });
});
