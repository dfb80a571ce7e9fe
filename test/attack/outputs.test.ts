import { describe, expect, it } from 'vitest';
import { formatGate } from '../../src/hosts/cli/gate/gate.js';
import { formatExplanation } from '../../src/report/explain.js';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { FORMATS } from '../../src/report/formats.js';
import type { FormattedText } from '../../src/report/formats.js';
import { jsonOf } from '../report/support.js';
import type { Report } from '../../src/report/report.js';
import { breakCommands, escapeText, jsonText } from '../../src/core/lib/escape.js';
import { bigReport } from '../report/hostile.js';

/** File name with commands for runners and terminals, and with invisible characters. */
const NAME =
  '::add-mask::x##[add-mask]y##vso[task.setvariable variable=z]w\u001b[2J\u009b31m\u202egnp.\u200bts\u{e0041}\u00ad';
const SOURCE = `// ##[error]no ::error::no \u001b[2J \u202e \u200b\n::set-output name=x::y\n`;
/** Control characters, bidirectional marks and invisible characters. */
const HOSTILE = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function hostile(): Report {
  const report = bigReport(3);
  const findings = report.findings.map((finding, index) => ({
    ...finding,
    file: NAME,
    deprecation: `${finding.deprecation} ${NAME}`,
    feature: `${finding.feature} ${NAME}`,
    client: NAME,
    url: NAME,
    owner: NAME,
    notes: [NAME, `\n${NAME}`],
    message: NAME,
    advice: [NAME],
    evidence: finding.evidence.map((step) => ({ ...step, file: NAME, note: NAME })),
    ...(index === 1
      ? { suppression: { kind: 'external' as const, status: 'accepted' as const, justification: NAME } }
      : {}),
  }));
  return {
    ...report,
    findings,
    coverage: { ...report.coverage, limits: [NAME], syntaxErrors: [NAME] },
    unresolved: [
      {
        file: NAME,
        range: { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } },
        test: false,
        method: NAME,
        url: NAME,
        client: NAME,
        reason: NAME,
      },
    ],
  };
}

/** Whether a GitHub or Azure runner would read a line as a command. */
function isCommand(line: string): boolean {
  return line.trimStart().startsWith('::') || /##\[|##vso\[/i.test(line);
}

function joinedText(text: FormattedText): string {
  return typeof text === 'string' ? text : [...text].join('');
}

describe('output', () => {
  it.each(Object.keys(FORMATS) as (keyof typeof FORMATS)[])(
    'contains neither commands nor invisible characters from a report in the format %s',
    async (name) => {
      const write = await FORMATS[name].load();
      const context = { textOf: () => SOURCE, prefix: '', suppressed: 'marked' as const };
      const options = { colour: 'off', evidence: true, unresolved: true, quiet: false } as const;
      const text = joinedText(await write(hostile(), context, options));
      expect(text.length).toBeGreaterThan(80);
      expect(HOSTILE.exec(text)?.[0]).toBeUndefined();
      const own = /^::(?:error|warning|notice) |^::stop-commands::|^::sunset-lint-report-\d+-end::$/;
      expect(text.split('\n').filter((line) => isCommand(line) && !(name === 'github' && own.test(line)))).toEqual([]);
    },
  );

  it('stays the same when it is parsed as JSON', () => {
    const report = hostile();
    const text = jsonOf(report);
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(report)));
    expect(text.split('\n')).toHaveLength(JSON.stringify(report, null, 2).split('\n').length + 1);
    expect(JSON.parse(jsonText([NAME]))).toEqual([NAME]);
  });

  it('keeps names without hidden characters unchanged', () => {
    expect(escapeText('a/𝔘nicode 🦊/é ❤️ 日本.ts')).toBe('a/𝔘nicode 🦊/é ❤️ 日本.ts');
    expect(breakCommands('  \u001b[1m::error::x\u001b[22m')).toBe('  \u001b[1m: :error::x\u001b[22m');
    expect(breakCommands('a::b # [x] ##x\n  a ::c')).toBe('a::b # [x] ##x\n  a ::c');
  });

  it('is also safe in the gate and in explanations', () => {
    const report = hostile();
    const gate = formatGate({
      report: { ...report, catalogue: { digest: NAME, deprecations: 1 } },
      gate: { verdict: 'failed', failing: report.findings, exempt: [], soon: [], catalogueIsPast: false },
      options: { failOn: 'deprecated' },
      clock: 'today',
      since: NAME,
      packages: [{ name: NAME, open: 1, sunset: 1, suppressed: 0 }],
      directives: [{ kind: 'unused', file: NAME, line: 1, message: NAME }],
    });
    const [first] = loadCatalogue().deprecations;
    if (first === undefined) throw new Error('the catalogue is empty');
    const told = formatExplanation({ ...first, feature: NAME, note: NAME }, '2026-01-01');
    for (const text of [gate, told]) {
      expect(HOSTILE.exec(text)?.[0]).toBeUndefined();
      expect(text.split('\n').filter(isCommand)).toEqual([]);
    }
  });
});
