import type { Report } from './report.js';

/** The report as JSON with a trailing newline: same report, same bytes. Described by `report.schema.json`. */
export function formatJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
