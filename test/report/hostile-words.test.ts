import { parseXml, XmlElement } from '@rgrove/parse-xml';
import fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { codeInCi } from '../../src/hosts/cli/reports/write-reports.js';
import type { FormatContext } from '../../src/report/format-context.js';
import type { Report, ReportFinding, ReportRange } from '../../src/report/report.js';
import { openFindings } from '../../src/report/severity.js';
import { plansOf } from '../../src/report/plan.js';
import { CATALOGUE, finding } from '../scanner/support.js';
import { commandsIn, parseCsv } from './readers.js';
import { FORMAT_NAMES, formatted } from './every-format.js';
import type { FormatName } from './every-format.js';
import { report } from './support.js';
import { share } from '../share.js';

/** Control characters except line breaks and tabs, invisible or reordering marks, and lone surrogates. */
const RAW =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/u;

/** Characters that JSON must escape, and lone surrogates. */
const RAW_IN_JSON = /[\u0000-\u0009\u000b-\u001f]|\p{Surrogate}/u;

const PIECE = fc.oneof(
  fc.constantFrom(
    '</script>',
    '<script>',
    '<!--',
    '-->',
    ']]>',
    '<![CDATA[',
    '&amp;',
    '&',
    '"',
    "'",
    '`',
    '```',
    '|',
    '\\',
    '\\|',
    '~~~',
    '[a](http://x.test)',
    '![',
    '@team',
    'www.x.test',
    '# ',
    '- ',
    '1. ',
    '<b>',
    '::error::',
    '::',
    '%0A',
    '%',
    ',',
    ';',
    '$',
    '{',
    '}',
  ),
  fc.constantFrom(
    '\n',
    '\r',
    '\r\n',
    '\t',
    '\0',
    '\b',
    '\u001b[31m',
    '\u001b]8;;',
    '\u007f',
    '\u009b',
    '\u2028',
    '\u2029',
    '\u202e',
    '\u2066',
    '\u200f',
    '\u061c',
    '\ufeff',
    '\ufffe',
    '\uffff',
    '\ud800',
    '\udc00',
    '\udbff',
    '\u{1f514}',
    'e\u0301',
  ),
  fc.constantFrom('=1+1', '+1', '-1', '@SUM(A1)', '＝1', ' ', 'a', 'src/', '..', '__proto__', 'toString'),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const WORD = fc
  .array(PIECE, { minLength: 1, maxLength: 6 })
  .map((pieces) => pieces.join(''))
  .filter((word) => word !== '');

/** Positions, possibly outside the text of the file, which may have changed since. */
const POSITION = fc.record({ line: fc.integer({ min: 1, max: 6 }), column: fc.integer({ min: 1, max: 200 }) });
const RANGE: fc.Arbitrary<ReportRange> = fc
  .tuple(POSITION, POSITION)
  .map(([one, other]) =>
    one.line < other.line || (one.line === other.line && one.column <= other.column)
      ? { start: one, end: other }
      : { start: other, end: one },
  );

interface Words {
  readonly file: string;
  readonly url: string;
  readonly client: string;
  readonly note: string;
  readonly owner: string;
  readonly justification: string;
  readonly message: string;
  readonly range: ReportRange;
  readonly suppressed: boolean;
}
const WORDS: fc.Arbitrary<Words> = fc.record({
  file: WORD,
  url: WORD,
  client: WORD,
  note: WORD,
  owner: WORD,
  justification: WORD,
  message: WORD,
  range: RANGE,
  suppressed: fc.boolean(),
});

interface Case {
  readonly report: Report;
  readonly context: FormatContext;
}

function caseOf(words: readonly Words[], text: string): Case {
  const plain = report({
    findings: words.map(({ file }, index) => finding(file, { at: [0, 1] }, { fingerprint: `f${index}` })),
    text,
  });
  const findings = words.map((word, index): ReportFinding => {
    const { file, url, client, note, owner, justification, message, range } = word;
    const base = plain.findings[index];
    if (base === undefined) throw new Error('a finding for each word');
    return {
      ...base,
      ...{
        file,
        range,
        url,
        client,
        owner,
        message,
        notes: [note],
        advice: [note],
      },
      evidence: [{ kind: 'literal', note, file, range }],
      suggestion: { title: note, edits: [{ file, range, text: note }] },
      ...(word.suppressed ? { suppression: { kind: 'external', status: 'accepted', justification } } : {}),
    };
  });
  const unresolved = words.map(({ file, range, url, client, note }) => ({
    file,
    range,
    test: false,
    method: 'unknown',
    url,
    client,
    reason: note,
  }));
  const coverage = {
    ...plain.coverage,
    findings: words.length,
    limits: words.map(({ note }) => note),
    syntaxErrors: words.map(({ file }) => file),
    skipped: [{ reason: 'unreadable' as const, count: words.length, paths: words.map(({ file }) => file) }],
  };
  return {
    report: { ...plain, findings, unresolved, coverage },
    context: { textOf: () => text, prefix: '', suppressed: 'marked' },
  };
}

/** Line of source; frames cut long lines. */
const LINE = fc.tuple(WORD, fc.constantFrom(1, 1, 30)).map(([word, times]) => word.repeat(times));
const CASE: fc.Arbitrary<Case> = fc
  .tuple(fc.array(WORDS, { minLength: 1, maxLength: 3 }), fc.array(LINE, { maxLength: 6 }))
  .map(([words, lines]) => caseOf(words, lines.join('\n')));
const openIn = (source: Report): readonly ReportFinding[] =>
  source.findings.filter(({ suppression }) => suppression === undefined);

/** Tags of a page of Markdown. */
const MARKDOWN_TAGS = /^(?:h[123]|p|strong|table|thead|tbody|tr|t[hd]|ul|li|code|a)$/;

const IN_CI = codeInCi({ CI_PROJECT_URL: 'https://code.test/o/r', CI_COMMIT_SHA: 'a' });

const OWN_LINK = /^href="https:\/\/code\.test\/o\/r\/-\/blob\/a\/x\/[^"]*#L\d"$/;

/** Expects that no character can move a cursor, colour or reorder text. */
function expectPrintable(text: string): void {
  expect(text).not.toMatch(RAW);
}

function countElements(node: XmlElement, name: string): number {
  return (
    (node.name === name ? 1 : 0) +
    node.children.reduce((sum, child) => sum + (child instanceof XmlElement ? countElements(child, name) : 0), 0)
  );
}

function elementsIn(xml: string, name: string): number {
  const { root } = parseXml(xml);
  return root === null ? 0 : countElements(root, name);
}

type Reader = (text: string, report: Report) => void;

/** Checks that a reader of each format finds nothing that words of the scanned code could have put there. */
const READERS: Readonly<Record<FormatName, Reader>> = {
  text: expectPrintable,
  json: (json, report) => {
    expect(json).not.toMatch(RAW_IN_JSON);
    expect(JSON.parse(json)).toEqual(report);
  },
  agent: (records, report) => {
    const lines = records.trimEnd().split('\n');
    expect(lines).toHaveLength(openFindings(report).length + 1);
    for (const line of lines) {
      expect(line).not.toMatch(RAW_IN_JSON);
      expect(JSON.parse(line)).toHaveProperty('record');
    }
  },
  html: (page, report) => {
    expectPrintable(page);
    expect(page.match(/<\/?script\b/gi)).toHaveLength(4);
    expect(page).not.toMatch(/<!--/);
    const tags = [...page.replace(/<(script|style)\b[^]*?<\/\1>/g, '').matchAll(/<([^\s>/]+)/g)].map(([, tag]) => tag);
    expect(tags.filter((tag) => !KNOWN_TAGS.has(tag ?? ''))).toEqual([]);
    const data = /<script type="application\/json" id="_data">([^<]*)<\/script>/.exec(page)?.[1] ?? '';
    expect(JSON.parse(data)).toMatchObject({ findings: { length: report.findings.length } });
  },
  markdown: (text) => expectMarkdown(text, MARKDOWN_TAGS),
  'github-comment': expectComment,
  'gitlab-comment': expectComment,
  sarif: (text, report) => {
    expectPlainJson(text);
    const { runs } = JSON.parse(text) as SarifLog;
    expect(runs).toMatchObject([{ results: report.findings.map(() => ({ ruleId: expect.any(String) as string })) }]);
    for (const { locations } of runs.flatMap(({ results }) => results))
      for (const { physicalLocation } of locations)
        expect(physicalLocation.artifactLocation.uri).toMatch(/^[\w\-.~%/!$&'()*+,;=:@]*$/);
  },
  github: (log, report) => {
    expectPrintable(log);
    expect(commandsIn(log).map(({ name }) => name)).toEqual(openIn(report).map(() => 'error'));
  },
  gitlab: (text, report) => {
    expectPlainJson(text);
    expect(JSON.parse(text)).toEqual(
      openIn(report).map(
        ({ file }) =>
          expect.objectContaining({ location: expect.objectContaining({ path: file }) as object }) as object,
      ),
    );
  },
  junit: (junit, report) => {
    expectPrintable(junit);
    expect(elementsIn(junit, 'failure')).toBe(openIn(report).length);
    expect(elementsIn(junit, 'testcase')).toBe(report.findings.length);
  },
  rdjson: (text, report) => {
    expectPlainJson(text);
    expect(JSON.parse(text)).toMatchObject({
      diagnostics: openIn(report).map(({ file }) => ({ location: { path: file } })),
    });
  },
  csv: (csv, report) => {
    expectPrintable(csv.replaceAll('\r\n', '\n'));
    const rows = parseCsv(csv);
    expect(rows.map((row) => row.length)).toEqual([...report.findings, 'the header'].map(() => 29));
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
  },
  badge: (svg) => {
    expectPrintable(svg);
    expect(['title', 'rect', 'g', 'text'].map((name) => elementsIn(svg, name))).toEqual([1, 3, 2, 2]);
    expect(parseXml(svg).text).toMatch(/^[\w :,\-\s]+$/);
  },
};

interface SarifLog {
  readonly runs: readonly {
    readonly results: readonly {
      readonly locations: readonly {
        readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
      }[];
    }[];
  }[];
}

function expectPlainJson(text: string): void {
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
}

function expectMarkdown(text: string, known: RegExp): void {
  expectPrintable(text);
  const page = marked.parse(text, { async: false, gfm: true });
  for (const [, address] of page.matchAll(/<a ([^>]*)>/g)) expect(address).toMatch(OWN_LINK);
  const tags = [...page.matchAll(/<([a-z0-9!]+)/gi)].map(([, tag]) => tag ?? '');
  expect(tags.filter((tag) => !known.test(tag))).toEqual([]);
}

/** The first line is the mark by which the next run finds the comment. */
function expectComment(text: string): void {
  expect(text).toMatch(/^<!-- [\w %-]+ -->\n/);
  expectMarkdown(text.slice(text.indexOf('\n')), new RegExp(`${MARKDOWN_TAGS.source}|^(?:details|summary|sub)$`));
}

describe('hostile words in reports', () => {
  it.each(FORMAT_NAMES)('stay words in the format %s', async (name) => {
    const isMarkdown = ['markdown', 'github-comment', 'gitlab-comment'].includes(name);
    const check = fc.asyncProperty(CASE, async ({ report, context }) => {
      const ofCi: Partial<FormatContext> = {
        prefix: 'x/',
        project: { name: 'r', ...IN_CI },
        verdict: { status: 'failed', failing: 1, since: report.findings[0]?.file ?? '' },
      };
      const given = isMarkdown ? { ...context, ...ofCi } : context;
      READERS[name](await formatted(name, report, given, { colour: 'off', verbose: true }), report);
    });
    await fc.assert(check, { numRuns: share(150) });
  });

  it('stay words and code in a plan', async () => {
    const check = fc.asyncProperty(CASE, ({ report, context }) => {
      const { findings, unresolved } = report;
      const [first] = openIn(report);
      const plans = plansOf({
        report,
        catalogue: CATALOGUE,
        textOf: context.textOf,
        edits:
          first === undefined
            ? []
            : [{ finding: first, file: first.file, line: 1, lines: [`-${first.url}`, `+${first.client}`] }],
        state: 'ready',
        skipped: new Map(findings.map(({ file, client }) => [file, client])),
      });
      for (const { text } of plans) {
        expect(text).toMatch(/^<!-- sunset-lint plan -->\n/);
        const boxes = text.match(/^- \[ \]/gm) ?? [];
        const own = text.slice(text.indexOf('\n'));
        expectMarkdown(own, new RegExp(`${MARKDOWN_TAGS.source}|^(?:pre|input)$`));
        const page = marked.parse(own, { async: false, gfm: true });
        // A text of the repository adds no item, no title and no end of a block of code.
        expect(page.match(/<input /g)).toHaveLength(boxes.length);
        expect(page.match(/<h[12]>/g)).toEqual((own.match(/^#{1,2} /gm) ?? []).map((mark) => `<h${mark.length - 1}>`));
        expect(boxes.length).toBeLessThanOrEqual(findings.length + unresolved.length + 4);
      }
      return Promise.resolve();
    });
    await fc.assert(check, { numRuns: share(150) });
  });

  it('stay words in colour, and in a line for each finding', async () => {
    const check = fc.asyncProperty(CASE, async ({ report, context }) => {
      // Colours of ours are all that is left of escape sequences.
      const coloured = await formatted('text', report, context, { colour: 'on', verbose: true });
      expectPrintable(coloured.replace(/\u001b\[\d+m/g, ''));
      const quiet = await formatted('text', report, context, { colour: 'off', quiet: true });
      expectPrintable(quiet);
      expect(quiet.split('\n')).toHaveLength(openFindings(report).length + 1);
    });
    await fc.assert(check, { numRuns: share(150) });
  });
});

const KNOWN_TAGS = new Set([
  'bdi',
  'br',
  'details',
  'summary',
  '!doctype',
  'html',
  'head',
  'meta',
  'title',
  'body',
  'a',
  'header',
  'h1',
  'h2',
  'h3',
  'h4',
  'p',
  'main',
  'section',
  'noscript',
  'form',
  'label',
  'input',
  'select',
  'option',
  'button',
  'div',
  'footer',
  'ul',
  'li',
  'table',
  'caption',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'dl',
  'dt',
  'dd',
  'span',
  'code',
  'ol',
  'time',
  'svg',
  'g',
  'rect',
  'text',
  'line',
  'circle',
  'path',
  'polyline',
  'strong',
  'wbr',
]);
