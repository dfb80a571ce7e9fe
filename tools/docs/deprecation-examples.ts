import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apisOf } from '../../src/core/api/known-apis.js';
import { applyEdits } from '../../src/core/lib/apply-edits.js';
import type { Catalogue, IsoDate } from '../../src/core/model/deprecation.js';
import { describeReplacementCall, describeExample } from '../../src/report/explain-example.js';
import { scan } from '../../src/scan/index.js';
import type { ReportFinding } from '../../src/scan/index.js';

/** Example of a deprecation: code, its finding, and the code to write instead. */
export interface Example {
  readonly codeBefore: readonly string[];
  readonly finding: ReportFinding;
  /** Code after `--fix`, or a replacing request; empty if there is neither. */
  readonly codeAfter: readonly string[];
}

/** Examples for the entries of a catalogue, by id: generated from their data, then scanned and fixed like any code. */
export async function deprecationExamples(catalogue: Catalogue, asOf: IsoDate): Promise<ReadonlyMap<string, Example>> {
  const apis = apisOf(catalogue);
  const codeExamples = catalogue.deprecations.map((deprecation) => {
    const url = apis.of(deprecation)?.baseUrls[0]?.url ?? '';
    return {
      id: deprecation.id,
      before: describeExample(deprecation, url),
      instead: describeReplacementCall(deprecation, url),
    };
  });
  const findings = await scanTexts(
    new Map(codeExamples.map(({ id, before }) => [`${id}.ts`, before])),
    catalogue,
    asOf,
  );
  return new Map(
    codeExamples.flatMap(({ id, before, instead }): readonly (readonly [string, Example])[] => {
      const finding = findings.find(({ file, deprecation }) => file === `${id}.ts` && deprecation === id);
      if (finding === undefined) return [];
      const fixedText = finding.suggestion && applyEdits(before.join('\n'), finding.suggestion.edits);
      return [[id, { codeBefore: before, finding, codeAfter: fixedText?.split('\n') ?? instead }]];
    }),
  );
}

async function scanTexts(
  texts: ReadonlyMap<string, readonly string[]>,
  catalogue: Catalogue,
  asOf: IsoDate,
): Promise<readonly ReportFinding[]> {
  const root = mkdtempSync(join(tmpdir(), 'sunset-lint-docs-'));
  try {
    for (const [file, lines] of texts) writeFileSync(join(root, file), lines.join('\n'));
    return (await scan({ root, catalogue, asOf, minConfidence: 'possible' })).findings;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
