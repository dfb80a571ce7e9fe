import type { FormatContext } from '../../src/report/format-context.js';
import type { Report, ReportFinding } from '../../src/report/report.js';
import { finding } from '../scanner/support.js';
import { report, SPAN, TEXT } from './support.js';

/** Valid file names, each of which breaks some format if it is not escaped. */
export const HOSTILE_NAMES: readonly string[] = [
  'src/it\'s "quoted".ts',
  'src/new\nline.ts',
  'src/100%25,a:b.ts',
  'src/<script>alert(1)</script>.ts',
  'src/</script><img src=x onerror=alert(1)>.ts',
  'src/\u001b[31mred\u001b[0m.ts',
  'src/𝔘nicode 🦊/é.ts',
  'C:\\Users\\x\\a.ts',
  '::error file=x::y.ts',
  "=cmd|' /C calc'!A0.ts",
  'src/a|b`c`[d](e)@team.ts',
  'src/\u202egnp.ts',
  'src/]]>&amp;<![CDATA[.ts',
  'src/lone\ud800half.ts',
];

/** Source with a finding after characters of two, three and four bytes. */
export const HOSTILE_TEXT =
  "const 𝔘 = 'é€🦊'; fetch('https://api.acme.test/client/v9/zones/1/rate_limits'); // </script><script>alert(1)</script> \u001b[2J ]]> %0A\n";
const START = HOSTILE_TEXT.indexOf("'https");
const HOSTILE_SPAN = [START, HOSTILE_TEXT.indexOf("')") + 1] as const;

/** Report with a finding for each hostile name, with hostile text in every field that comes from code. */
export function hostileReport(): Report {
  const words =
    '`x` </script><script>alert(1)</script> "q" \'a\' %0A::error::z \u001b[31m \n @team ![i](http://x.test) ]]> =1+1 𝔘';
  const findings = HOSTILE_NAMES.map((name, index) => {
    const base = finding(
      name,
      { at: HOSTILE_SPAN },
      { confidence: 'probable', url: words, client: words, notes: [words], fingerprint: `f${index}` },
    );
    return {
      ...base,
      methods: [],
      evidence: {
        ...base.evidence,
        host: 'unknown' as const,
        steps: [{ kind: 'literal' as const, at: { file: name, span: HOSTILE_SPAN }, note: words }],
      },
    };
  });
  const plain = report({
    findings,
    text: HOSTILE_TEXT,
    coverage: { findings: findings.length, limits: [words], syntaxErrors: [words] },
  });
  return {
    ...plain,
    findings: plain.findings.map((entry, index) => ({
      ...entry,
      owner: index % 2 === 0 ? '@acme/<b>team</b> =a@b.test' : '@acme/web',
    })),
  };
}

export const HOSTILE_CONTEXT: FormatContext = { textOf: () => HOSTILE_TEXT, prefix: '', suppressed: 'marked' };
export const CONTEXT: FormatContext = { textOf: () => TEXT, prefix: '', suppressed: 'marked' };

/** Report with `size` findings in a tenth as many files. */
export function bigReport(size: number): Report {
  const findings = Array.from({ length: size }, (_, index) =>
    finding(
      `src/f${Math.floor(index / 10)}.ts`,
      { at: [SPAN[0] + (index % 10), SPAN[1]] },
      {
        fingerprint: `f${index}`,
        confidence: index % 3 === 0 ? 'probable' : 'certain',
        deprecation: index % 2 === 0 ? 'rate-limits' : 'filters',
      },
    ),
  );
  return report({ findings, coverage: { findings: size } });
}

/** Report with each finding mapped by `change`. */
export function changed(source: Report, change: (entry: ReportFinding, index: number) => ReportFinding): Report {
  return { ...source, findings: source.findings.map(change) };
}

/** Report with an open finding, one of the baseline, one suppressed in code, and one with a rejected suppression. */
export function suppressedReport(): Report {
  const findings = ['a', 'b', 'c', 'd'].map((name) => finding(`src/${name}.ts`, { at: SPAN }, { fingerprint: name }));
  const suppressions = [
    undefined,
    { kind: 'external', status: 'accepted', justification: 'migrates in March' },
    { kind: 'inSource', status: 'accepted' },
    { kind: 'external', status: 'rejected', justification: 'too vague' },
  ] as const;
  return changed(report({ findings }), (entry, index) => {
    const suppression = suppressions[index];
    return suppression === undefined ? entry : { ...entry, suppression };
  });
}

/** Report without findings. */
export function emptyReport(): Report {
  return report({ findings: [], coverage: { findings: 0 } });
}
