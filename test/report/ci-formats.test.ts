import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { escapeText } from '../../src/core/lib/escape.js';
import { formatGithub } from '../../src/report/github.js';
import { formatGitlab } from '../../src/report/gitlab.js';
import { formatJunit } from '../../src/report/junit.js';
import { formatRdjson } from '../../src/report/rdjson.js';
import type { Report } from '../../src/report/report.js';
import {
  bigReport,
  changed,
  CONTEXT,
  emptyReport,
  HOSTILE_CONTEXT,
  HOSTILE_NAMES,
  HOSTILE_TEXT,
  hostileReport,
  suppressedReport,
} from './hostile.js';
import { commandsIn } from './readers.js';
import type { Command } from './readers.js';
import { report } from './support.js';

const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

describe('GitHub annotations', () => {
  it('are at the location of the finding, with a title', () => {
    expect(commandsIn(formatGithub(report(), { ...CONTEXT, prefix: 'packages/web/' }))).toEqual([
      {
        name: 'error',
        properties: {
          file: 'packages/web/src/a.ts',
          line: '3',
          endLine: '3',
          col: '33',
          endColumn: '85',
          title: 'Rate Limits API: end of life 2025-01-06',
        },
        message: '`GET /zones/{zone_id}/rate_limits` ended on 2025-01-06; no replacement is named. [rate-limits]',
      },
    ]);
  });

  it("end with the id and the vendor's page, whatever characters they have", () => {
    const linked = changed(report(), (entry) => ({
      ...entry,
      deprecation: 'acme/\u001b',
      vendorUrl: 'https://acme.dev/a%0Ab::c',
    }));
    const [command] = commandsIn(formatGithub(linked, CONTEXT));
    expect(command?.message).toMatch(/ is named\. \[acme\/\\x1b\] https:\/\/acme\.dev\/a%0Ab::c$/);
  });

  it('are followed by the plain report, in which no line is a command', () => {
    const log = formatGithub(hostileReport(), HOSTILE_CONTEXT);
    expect(log).toContain('14 findings in 14 files');
    const commands = commandsIn(log);
    expect(commands).toHaveLength(11);
    for (const { name, properties } of commands.slice(0, 10)) {
      expect(name).toBe('error');
      expect(HOSTILE_NAMES.map(escapeText)).toContain(properties['file']);
    }
    expect(log.replaceAll('\n', '')).not.toMatch(CONTROL);
  });

  it('stay below the limits of a step, and report how many are omitted', () => {
    const source = changed(bigReport(5000), (entry, index) => ({
      ...entry,
      ...(index % 3 === 1 ? { lifecycle: 'deprecated' } : {}),
      ...(index % 3 === 2 ? { confidence: 'possible' } : {}),
    }));
    const commands = commandsIn(formatGithub(source, CONTEXT));
    const of = (name: string): readonly Command[] => commands.filter((command) => command.name === name);
    expect([of('error').length, of('warning').length, of('notice').length]).toEqual([10, 10, 10]);
    const shown = commands
      .slice(0, -1)
      .reduce(
        (sum, { message }) =>
          sum +
          1 +
          Number(/(\d+) more in this file/.exec(message)?.[1] ?? 0) +
          Number(/(\d+) more on this line/.exec(message)?.[1] ?? 0),
        0,
      );
    expect(commands.at(-1)?.message).toBe(
      `${5000 - shown} findings without an annotation: a step shows 10 of each level. The log has all of them.`,
    );
  });

  it('omit suppressed findings', () => {
    expect(commandsIn(formatGithub(suppressedReport(), CONTEXT)).map(({ properties }) => properties['file'])).toEqual([
      'src/a.ts',
      'src/d.ts',
    ]);
    expect(formatGithub(suppressedReport(), CONTEXT)).not.toContain('src/b.ts');
    expect(formatGithub(suppressedReport(), CONTEXT)).toContain('2 suppressed findings not shown.\n::');
    expect(commandsIn(formatGithub(emptyReport(), CONTEXT))).toEqual([]);
    expect(formatGithub(emptyReport(), CONTEXT)).toContain('No findings.');
  });

  it('cannot be resumed by a file name that contains the end marker of the report', () => {
    const evil = changed(report(), (entry) => ({ ...entry, file: '::sunset-lint-report-1-end::' }));
    expect(commandsIn(formatGithub(evil, CONTEXT))).toHaveLength(1);
    expect(formatGithub(evil, CONTEXT)).toContain('::stop-commands::sunset-lint-report-2-end\n');
  });
});

describe('a GitLab code quality report', () => {
  interface Issue {
    readonly fingerprint: string;
    readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
    readonly severity: string;
    readonly description: string;
  }
  const issues = (source: Report): readonly Issue[] => JSON.parse(formatGitlab(source, CONTEXT)) as readonly Issue[];

  it('has the fields that GitLab reads', () => {
    expect(JSON.parse(formatGitlab(report(), { ...CONTEXT, prefix: 'packages/web/' }))).toEqual([
      {
        description: '`GET /zones/{zone_id}/rate_limits` ended on 2025-01-06; no replacement is named. (rate-limits)',
        check_name: 'no-deprecated-endpoint.rate-limits',
        fingerprint: 'src/a.ts:52',
        severity: 'critical',
        location: { path: 'packages/web/src/a.ts', lines: { begin: 3, end: 3 } },
      },
    ]);
    expect(formatGitlab(emptyReport(), CONTEXT)).toBe('[]\n');
  });

  it('has unique fingerprints that do not depend on lines', () => {
    const equal = changed(bigReport(5000), (entry) => ({ ...entry, fingerprint: 'same' }));
    expect(new Set(issues(equal).map(({ fingerprint }) => fingerprint)).size).toBe(5000);
    const moved = changed(report(), (entry) => ({
      ...entry,
      range: { start: { line: 90, column: 1 }, end: { line: 90, column: 9 } },
    }));
    expect(issues(moved)[0]?.fingerprint).toBe(issues(report())[0]?.fingerprint);
  });

  it('keeps every file name unchanged, and omits suppressed findings', () => {
    expect(
      issues(hostileReport())
        .map(({ location }) => location.path)
        .sort(),
    ).toEqual([...HOSTILE_NAMES].sort());
    expect(
      issues(hostileReport())
        .map(({ description }) => description)
        .join(''),
    ).not.toMatch(CONTROL);
    expect(issues(suppressedReport()).map(({ location }) => location.path)).toEqual(['src/a.ts', 'src/d.ts']);
  });

  it('is less severe before the end of life and with less confidence', () => {
    const severity = (changes: object): unknown =>
      issues(changed(report(), (entry) => ({ ...entry, ...changes })))[0]?.severity;
    expect([
      severity({ confidence: 'probable' }),
      severity({ lifecycle: 'deprecated' }),
      severity({ confidence: 'possible' }),
    ]).toEqual(['major', 'minor', 'info']);
  });
});

/** Elements of a document by name. The parser is strict: it throws if XML 1.0 is violated. */
function elements(xml: string, name: string): readonly XmlElement[] {
  const found: XmlElement[] = [];
  const visit = (element: XmlElement): void => {
    if (element.name === name) found.push(element);
    for (const child of element.children) if (child instanceof XmlElement) visit(child);
  };
  const { root } = parseXml(xml);
  if (root !== null) visit(root);
  return found;
}

describe('a JUnit report', () => {
  it('has a failed test for each open finding, with its location in attributes and text', () => {
    const xml = formatJunit(report(), CONTEXT);
    const [testcase] = elements(xml, 'testcase');
    expect(testcase?.attributes).toMatchObject({
      name: 'rate-limits at 3:33',
      classname: 'src/a.ts',
      file: 'src/a.ts',
      line: '3',
    });
    const [failure] = elements(xml, 'failure');
    expect(failure?.attributes['type']).toBe('rate-limits');
    expect(failure?.text).toContain('\nsrc/a.ts:3:33\n`GET /zones/{zone_id}/rate_limits` ended on 2025-01-06;');
    expect(failure?.text).toContain('\n3 | export const list');
    expect(failure?.text).toContain('1. the URL is a literal (src/a.ts:3:33)');
  });

  it('has the counts of its tests', () => {
    const xml = formatJunit(suppressedReport(), CONTEXT);
    expect(elements(xml, 'testsuites')[0]?.attributes).toMatchObject({
      tests: '4',
      failures: '2',
      skipped: '2',
      errors: '0',
    });
    expect(elements(xml, 'skipped').map(({ attributes }) => attributes['message'])).toEqual([
      'Suppressed by the baseline: migrates in March',
      'Suppressed by a comment in the code',
    ]);
    expect(elements(formatJunit(bigReport(5000), CONTEXT), 'failure')).toHaveLength(5000);
  });

  it('has a passing test when there is nothing to report', () => {
    const xml = formatJunit(emptyReport(), CONTEXT);
    expect(elements(xml, 'testsuites')[0]?.attributes).toMatchObject({ tests: '1', failures: '0' });
    expect(elements(xml, 'testcase')[0]?.attributes['name']).toBe('No calls to deprecated operations in 3 files');
  });

  it('is well-formed whatever names and code contain', () => {
    const xml = formatJunit(hostileReport(), HOSTILE_CONTEXT);
    expect(elements(xml, 'failure')).toHaveLength(HOSTILE_NAMES.length);
    expect(elements(xml, 'script')).toEqual([]);
    expect(xml.replaceAll('\n', '')).not.toMatch(CONTROL);
    expect(elements(xml, 'testcase').map(({ attributes }) => attributes['file'])).toContain(
      'src/</script><img src=x onerror=alert(1)>.ts',
    );
  });
});

describe('a reviewdog report', () => {
  const POSITION = {
    type: 'object',
    additionalProperties: false,
    required: ['line'],
    properties: { line: { type: 'integer', minimum: 1 }, column: { type: 'integer', minimum: 1 } },
  };
  const RANGE = {
    type: 'object',
    additionalProperties: false,
    required: ['start', 'end'],
    properties: { start: POSITION, end: POSITION },
  };
  const LOCATION = {
    type: 'object',
    additionalProperties: false,
    required: ['path', 'range'],
    properties: { path: { type: 'string' }, range: RANGE },
  };
  const NAMED = (name: string): object => ({
    type: 'object',
    additionalProperties: false,
    required: [name],
    properties: { [name]: { type: 'string' }, url: { type: 'string' } },
  });
  const SEVERITY = { enum: ['ERROR', 'WARNING', 'INFO'] };
  /** Schema of the parts of the Reviewdog Diagnostic Format that we use. */
  const validate = new Ajv().compile({
    type: 'object',
    additionalProperties: false,
    required: ['source', 'diagnostics'],
    properties: {
      source: NAMED('name'),
      severity: SEVERITY,
      diagnostics: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['message', 'location'],
          properties: {
            message: { type: 'string', minLength: 1 },
            location: LOCATION,
            severity: SEVERITY,
            code: NAMED('value'),
            suggestions: {
              type: 'array',
              items: {
                type: 'object',
                additionalProperties: false,
                required: ['range', 'text'],
                properties: { range: RANGE, text: { type: 'string' } },
              },
            },
            related_locations: {
              type: 'array',
              items: {
                type: 'object',
                additionalProperties: false,
                required: ['message', 'location'],
                properties: { message: { type: 'string' }, location: LOCATION },
              },
            },
          },
        },
      },
    },
  });

  interface Diagnostic {
    readonly location: {
      readonly path: string;
      readonly range: {
        readonly start: { readonly line: number; readonly column?: number };
        readonly end: { readonly column?: number };
      };
    };
    readonly suggestions?: readonly { readonly text: string }[];
  }
  function diagnostics(source: Report, context = CONTEXT): readonly Diagnostic[] {
    const value = JSON.parse(formatRdjson(source, context)) as { readonly diagnostics: readonly Diagnostic[] };
    validate(value);
    expect(validate.errors).toBeNull();
    return value.diagnostics;
  }

  it.each([
    ['one finding', report(), 1],
    ['no findings', emptyReport(), 0],
    ['suppressed findings', suppressedReport(), 2],
    ['hostile names', hostileReport(), HOSTILE_NAMES.length],
    ['5,000 findings', bigReport(5000), 5000],
  ])('fits the format: %s', (_name, source, expected) => {
    expect(diagnostics(source, HOSTILE_CONTEXT)).toHaveLength(expected);
  });

  it('counts columns in bytes of UTF-8', () => {
    const range = diagnostics(hostileReport(), HOSTILE_CONTEXT)[0]?.location.range;
    const bytes = Buffer.from(HOSTILE_TEXT).subarray((range?.start.column ?? 0) - 1, (range?.end.column ?? 0) - 1);
    expect(bytes.toString()).toBe("'https://api.acme.test/client/v9/zones/1/rate_limits'");
  });

  it('suggests an exact replacement, and none without known columns', () => {
    const source = changed(report(), (entry) => ({
      ...entry,
      suggestion: { title: 'New.', edits: [{ file: entry.file, range: entry.range, text: "'new'" }] },
    }));
    expect(diagnostics(source)[0]?.suggestions).toEqual([
      { range: diagnostics(source)[0]?.location.range, text: "'new'" },
    ]);
    const [blind] = diagnostics(source, { ...CONTEXT, textOf: () => undefined });
    expect(blind?.suggestions).toBeUndefined();
    expect(blind?.location.range.start).toEqual({ line: 3 });
  });
});
