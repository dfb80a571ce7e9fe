import { count } from '../core/lib/wording.js';
import { factsOf } from './editions.js';
import type { FormatContext } from './format-context.js';
import type { Report, ReportFinding } from './report.js';
import { canFail, isOpen } from './severity.js';
import { framesOf } from './source-frame.js';
import { groupBy } from '../core/lib/collections.js';
import { exemptionWords, oneLineText, messageLines, placeOf, stateOf } from './words.js';
import { document, element, textNode } from './xml.js';
import type { Xml } from './xml.js';

/**
 * A JUnit report: a suite for each file, a failed test for each open finding, a skipped one for each that is suppressed
 * or never fails. Programs read the place from different parts, so it is in attributes and in the text.
 */
export function formatJunit(report: Report, context: FormatContext): string {
  const facts = element('properties', {}, [element('property', { name: 'facts', value: factsOf(report) })]);
  const suites = [...groupBy(report.findings, ({ file }) => file)].map(([file, findings], index) =>
    suite(file, findings, [
      // The facts apply to all suites, and are in the first one only.
      ...(index === 0 ? [facts] : []),
      ...findings.map((finding) => testcase(finding, report, context)),
    ]),
  );
  // Most programs treat an empty report as broken.
  if (suites.length === 0)
    suites.push(
      suite(
        report.tool.name,
        [],
        [
          facts,
          element('testcase', {
            name: `No calls to deprecated operations in ${count(report.coverage.files, 'file')}`,
            classname: report.tool.name,
            time: 0,
          }),
        ],
      ),
    );
  const totals = {
    tests: Math.max(report.findings.length, 1),
    failures: report.findings.filter(canFail).length,
    errors: 0,
    skipped: report.findings.filter((finding) => !canFail(finding)).length,
  };
  return document(element('testsuites', { name: report.tool.name, ...totals, time: 0 }, suites));
}

function suite(name: string, findings: readonly ReportFinding[], children: readonly Xml[]): Xml {
  const failures = findings.filter(canFail).length;
  return element(
    'testsuite',
    { name, tests: Math.max(findings.length, 1), failures, errors: 0, skipped: findings.length - failures, time: 0 },
    children,
  );
}

function testcase(finding: ReportFinding, report: Report, context: FormatContext): Xml {
  const { line, column } = finding.range.start;
  const attributes = {
    name: `${finding.deprecation} at ${line}:${column}`,
    classname: finding.file,
    file: finding.file,
    line,
    time: 0,
  };
  return element('testcase', attributes, [
    canFail(finding) ? failureElement(finding, report, context) : skippedElement(finding),
  ]);
}

function failureElement(finding: ReportFinding, report: Report, { textOf }: FormatContext): Xml {
  const frame = framesOf(textOf, { colour: 'off' })(finding.file, finding.range);
  const steps = finding.evidence.map((step, index) => `${index + 1}. ${step.note} (${placeOf(step)})`);
  return element('failure', { message: oneLineText(finding), type: finding.deprecation }, [
    textNode([
      placeOf(finding),
      ...messageLines(finding),
      `${stateOf(finding, report)}; ${finding.confidence}`,
      ...(frame === undefined ? [] : ['', ...frame.split('\n')]),
      ...(steps.length > 0 ? ['', 'Evidence:', ...steps] : []),
    ]),
  ]);
}

function skippedElement(finding: ReportFinding): Xml {
  const { suppression } = finding;
  if (isOpen(finding))
    return element('skipped', { message: `${oneLineText(finding)} This does not fail: ${exemptionWords(finding)}.` });
  const suppressor = suppression?.kind === 'inSource' ? 'by a comment in the code' : 'by the baseline';
  return element('skipped', {
    message: `Suppressed ${suppressor}${suppression?.justification === undefined ? '' : `: ${suppression.justification}`}`,
  });
}
