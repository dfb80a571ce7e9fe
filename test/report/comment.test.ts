import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { COMMENT_BYTES, formatComment } from '../../src/report/markdown.js';
import type { MarkdownOptions } from '../../src/report/markdown.js';
import type { Report } from '../../src/report/report.js';
import { bigReport, changed, emptyReport, hostileReport, suppressedReport } from './hostile.js';
import { report } from './support.js';

const of = (source: Report, given: MarkdownOptions = {}): string => formatComment(source, given, COMMENT_BYTES.github);
const PASSED = { status: 'passed', failing: 0, since: 'origin/main' } as const;

describe('a comment on a pull request', () => {
  it('has the verdict, the table with owners, and the calls folded', () => {
    const owned = changed(report(), (finding) => ({ ...finding, owner: '@acme/web @ann' }));
    const text = of(owned, { verdict: { status: 'failed', failing: 1, since: 'origin/main' } });
    expect(text.split('\n', 1)).toEqual(['<!-- sunset-lint some -->']);
    expect(text).toContain('\n**Failed. 1 open finding in 1 file: 1 past the end of life.**\n');
    expect(text).toContain('Only findings introduced since `origin/main` count here.');
    expect(text).toMatch(/^\| Ends \| What \| Use instead \| Calls \| First places \| Owners \|$/m);
    // As code, so that no user is mentioned.
    expect(text).toContain('| <code>&#64;acme/web</code>, <code>&#64;ann</code> |');
    expect(text).toContain('<details><summary>Findings</summary>\n\n### `src/a.ts`\n\n- 3:33 (past the end of life');
  });

  it('has no column of owners when there are none', () => {
    expect(of(report())).toMatch(/^\| Ends \| What \| Use instead \| Calls \| First places \|$/m);
  });

  it('has a marker with its folder, which also says if there is nothing to report', () => {
    expect(of(emptyReport(), { verdict: PASSED })).toMatch(/^<!-- sunset-lint none -->\n/);
    expect(of(emptyReport(), { verdict: { ...PASSED, status: 'error' } })).toMatch(/^<!-- sunset-lint some -->\n/);
    expect(of(emptyReport(), { verdict: PASSED, prefix: 'apps/a--><b>/' })).toMatch(
      /^<!-- sunset-lint apps%2Fa%2D%2D%3E%3Cb%3E%2F none -->\n/,
    );
  });

  it('counts findings that were known before', () => {
    expect(of(suppressedReport())).toContain(
      'Known before: 2 findings in the baseline or behind a comment in the code.',
    );
  });

  it('fits the limit of GitHub, and says how much it omits', () => {
    const text = of(bigReport(5000));
    expect(text.length).toBeLessThan(65_536);
    expect(text).toMatch(/^\d+ more open findings not listed here\.$/m);
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
  });

  it('renders no markup in names and code', () => {
    const page = marked.parse(of(hostileReport()), { async: false });
    expect(page).not.toMatch(/<(?:script|img|iframe|a href="(?!https:))/i);
  });
});
