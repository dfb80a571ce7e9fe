import type { Report } from './report.js';
import { openFindings, severityOf } from './severity.js';
import { groupBy } from '../lib/multimap.js';
import { lineOf } from './words.js';
import { document, element } from './xml.js';

/** A Checkstyle report of the open findings. Columns count UTF-16 code units, from 1. */
export function formatCheckstyle(report: Report): string {
  const files = [...groupBy(openFindings(report), ({ file }) => file)].map(([file, findings]) =>
    element(
      'file',
      { name: file },
      findings.map((finding) => {
        const severity = severityOf(finding);
        return element('error', {
          line: finding.range.start.line,
          column: finding.range.start.column,
          severity: severity === 'note' ? 'info' : severity,
          message: lineOf(finding),
          source: `${report.tool.name}.${finding.rule}.${finding.deprecation}`,
        });
      }),
    ),
  );
  return document(element('checkstyle', { version: '4.3' }, files));
}
