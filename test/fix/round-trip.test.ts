import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as typescriptParser from '@typescript-eslint/parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packagedApis } from '../../src/knowledge/catalogue/packaged.js';
import type { Report, ReportEdit, ReportFinding, ReportSuggestion } from '../../src/report/report.js';
import { API, cli } from '../cli/support.js';
import { lintIn, write } from '../eslint/support.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const APIS = packagedApis();
/** Least number of fixes, so that losing some by a change of the catalogue or of a fixture is noticed. */
const FIXES = 19;
/** Number of those fixes in files that ESLint reads. */
const LINTED = 16;

/** The fixtures have fixes in JavaScript alone. */
const OTHERS: Readonly<Record<string, string>> = {
  'others/shell/a.sh': `curl ${API}/zones/$ZONE/script_monitor\n`,
  'others/python/a.py': `import requests\nrequests.get("${API}/zones/1/script_monitor")\n`,
  'others/terraform/a.tf': `data "http" "old" {\n  url = "${API}/zones/1/script_monitor"\n}\n`,
};

interface Fixed {
  readonly finding: ReportFinding;
  readonly suggestion: ReportSuggestion;
}

/** Scans all fixtures as one tree, and each of their projects again by itself. */
describe('each fix of the fixtures', () => {
  let root = '';
  let fixed: readonly Fixed[] = [];
  const scan = async (...paths: readonly string[]): Promise<Report> =>
    JSON.parse((await cli(root, [...SCAN, ...paths])).out) as Report;
  const before = new Map<string, Report>();

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'sunset-round-')));
    cpSync(FIXTURES, root, { recursive: true });
    for (const [file, text] of Object.entries(OTHERS)) write(root, file, text);
    fixed = (await scan()).findings.flatMap((finding) =>
      finding.suggestion === undefined ? [] : [{ finding, suggestion: finding.suggestion }],
    );
    for (const project of new Set(fixed.map(({ finding }) => projectOf(finding))))
      before.set(project, await scan(project));
  }, 120_000);

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('is still offered by the catalogue', () => {
    expect(fixed.length).toBeGreaterThanOrEqual(FIXES);
    expect(new Set(fixed.map(({ finding }) => finding.language)).size).toBe(4);
  });

  it('removes its finding, adds none, and leaves a file that parses', async () => {
    for (const { finding, suggestion } of fixed) {
      const project = projectOf(finding);
      const was = before.get(project);
      const texts = new Map(suggestion.edits.map(({ file }) => [file, readFileSync(join(root, file), 'utf8')]));
      for (const [file, text] of texts) writeFileSync(join(root, file), edited(text, ownEdits(suggestion, file)));
      const now = await scan(project);
      for (const [file, text] of texts) writeFileSync(join(root, file), text);
      const same = JSON.stringify(suggestion.edits);
      const left = was?.findings.filter((other) => JSON.stringify(other.suggestion?.edits) !== same);
      expect({ of: suggestion.title, left: summary(now.findings) }).toEqual({
        of: suggestion.title,
        left: summary(left ?? []),
      });
      expect(now.coverage.syntaxErrors).toEqual(was?.coverage.syntaxErrors);
      expect(now.unresolved.length).toBe(was?.unresolved.length);
    }
  }, 120_000);

  it('equals the suggestion of ESLint at the same location', () => {
    const linted = fixed.filter(({ finding }) => /\.[cm]?[jt]sx?$/.test(finding.file));
    expect(linted.length).toBeGreaterThanOrEqual(LINTED);
    for (const { finding, suggestion } of linted) {
      const text = readFileSync(join(root, finding.file), 'utf8');
      const messages = lintIn(
        join(root, projectOf(finding)),
        finding.file.slice(projectOf(finding).length + 1),
        { languageOptions: { parser: typescriptParser }, settings: { apis: APIS } },
        { [finding.file.slice(projectOf(finding).length + 1)]: text },
      );
      const { line, column } = finding.range.start;
      const [own] = messages.filter((message) => message.line === line && message.column === column);
      const fix = own?.suggestions?.[0]?.fix;
      expect({
        file: finding.file,
        line,
        text: fix && text.slice(0, fix.range[0]) + fix.text + text.slice(fix.range[1]),
      }).toEqual({
        file: finding.file,
        line,
        text: edited(text, ownEdits(suggestion, finding.file)),
      });
    }
  });
});

const SCAN = ['scan', '--format', 'json', '--min-confidence', 'possible', ...APIS.flatMap((api) => ['--api', api])];

/** `theme/case`. */
function projectOf({ file }: ReportFinding): string {
  return file.split('/').slice(0, 2).join('/');
}

function ownEdits({ edits }: ReportSuggestion, file: string): readonly ReportEdit[] {
  return edits.filter((edit) => edit.file === file);
}

/** Applies the last edit first, so that the offsets of the others stay valid. */
function edited(text: string, edits: readonly ReportEdit[]): string {
  const lines = text.split('\n');
  const offset = ({ line, column }: ReportEdit['range']['start']): number =>
    lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, column - 1);
  return edits.reduceRight(
    (done, { range, text: put }) => done.slice(0, offset(range.start)) + put + done.slice(offset(range.end)),
    text,
  );
}

/** Findings without lines and columns, which a fix moves. */
function summary(findings: readonly ReportFinding[]): readonly string[] {
  return findings
    .map(({ file, deprecation, method, operation }) => `${file} ${deprecation} ${method} ${operation?.path ?? ''}`)
    .sort();
}
