import { describe, expect, it } from 'vitest';
import { mergeReports } from '../../src/hosts/cli/facts/merge-command.js';
import { validatorOf } from '../../src/core/lib/validators.js';
import { ageRemarks, editionsOf, factsOf, reviewWarnings } from '../../src/report/editions.js';
import { formatText } from '../../src/report/text.js';
import { coverageWords } from '../../src/report/words.js';
import { scan } from '../../src/scan/index.js';
import { folder } from '../scanner/support.js';
import type { ReportEdition } from '../../src/report/report.js';

const SPECIFICATION: ReportEdition = { id: 'specification', api: 'acme', asOf: '2024-06-16' };
const CURRENT: ReportEdition = { id: 'current', api: 'acme', asOf: '2026-10-02', reviewBy: '2027-01-31' };
const STALE: ReportEdition = { ...CURRENT, stale: true };

function reportWith(asOf: string, editions?: readonly ReportEdition[]) {
  return { asOf, catalogue: { digest: 'abc', deprecations: 2, ...(editions === undefined ? {} : { editions }) } };
}

describe('the age of a catalogue', () => {
  it('is shown as the edition and its day', () => {
    expect(editionsOf(reportWith('2026-11-22', [CURRENT]))).toBe(' (edition current of 2026-10-02)');
    expect(editionsOf(reportWith('2026-11-22', [CURRENT, { ...SPECIFICATION, api: 'bells' }]))).toBe(
      ' (editions acme current of 2026-10-02, bells specification of 2024-06-16)',
    );
    expect(editionsOf(reportWith('2027-02-01', [STALE]))).toBe(
      ' (edition current of 2026-10-02 (stale since 2027-01-31))',
    );
    expect(editionsOf(reportWith('2026-11-22', [{ ...CURRENT, package: 'facts@1.20261125.0' }]))).toBe(
      ' (edition current of 2026-10-02, from facts@1.20261125.0)',
    );
    expect(editionsOf(reportWith('2026-11-22', []))).toBe('');
    expect(editionsOf(reportWith('2026-11-22'))).toBe('');
  });

  it('is a warning from the day after its review was due, counted from the day of the report', () => {
    expect(reviewWarnings(reportWith('2027-01-31', [CURRENT, SPECIFICATION]))).toEqual([]);
    expect(reviewWarnings(reportWith('2027-02-01', [STALE, SPECIFICATION]))).toEqual([
      "the edition 'current' of 'acme' is of 2026-10-02, 122 days before 2027-02-01, and was due for review by 2027-01-31: dates may have moved. Update the package.",
    ]);
    expect(reviewWarnings(reportWith('2027-02-01'))).toEqual([]);
  });

  it('is one warning for all outdated catalogues', () => {
    const other = { ...STALE, api: 'bells', reviewBy: '2027-01-22' };
    expect(reviewWarnings(reportWith('2027-02-01', [STALE, SPECIFICATION, other]))).toEqual([
      'the editions of acme, bells were due for review, the first by 2027-01-22, 10 days before 2027-02-01: dates may have moved. Update the package.',
    ]);
  });

  describe('after its review was due, is remarked', () => {
    const WORDS = 'Facts of Mistral API were read on 2026-11-28; they were due for review on 2027-02-28.';
    const found = `fetch('https://api.mistral.ai/v1/chat/completions', { method: 'POST', body: '{"model":"open-mistral-7b"}' });`;
    const row = found.replace('open-mistral-7b', 'mistral-none');
    const other = `fetch('https://api.groq.com/openai/v1/models');`;
    const remarksOf = async (text: string, asOf = '2027-03-01'): Promise<readonly string[]> =>
      ageRemarks(await scan({ root: folder({ 'a.js': text }), asOf }));

    it('with a finding and with an unresolved request', async () => {
      expect(await remarksOf(found)).toEqual([WORDS]);
      expect(await remarksOf(row)).toEqual([WORDS]);
    });

    it('not before that day, and not without results of its API', async () => {
      expect(await remarksOf(found, '2027-02-28')).toEqual([]);
      expect(await remarksOf(`${other}\n${row}`)).toEqual([WORDS]);
    });

    it('in text, Markdown, HTML, JUnit, JSON and the agent format', async () => {
      const report = await scan({ root: folder({ 'a.js': found }), asOf: '2027-03-01' });
      expect(formatText(report, { colour: 'off' })).toContain(`\n${WORDS}\n`);
      expect(coverageWords(report)).toContain(` ${WORDS}`);
      expect(factsOf(report)).toContain(`. ${WORDS}`);
      expect(report.catalogue.editions?.filter(({ remark }) => remark === WORDS)).toHaveLength(1);
      expect(validatorOf('report')(JSON.parse(JSON.stringify(report)))).toEqual([]);
    });

    it('in merged reports, for each of their parts', async () => {
      const two = await scan({ root: folder({ 'a.js': found }), asOf: '2027-03-01' });
      const editions = two.catalogue.editions?.map(({ remark: _remark, ...edition }) => edition) ?? [];
      const one = { ...two, catalogue: { ...two.catalogue, editions }, findings: [] };
      const parts = [one, two].map((report, index) => ({ name: `${String(index)}.json`, report }));
      expect(ageRemarks(mergeReports(parts))).toEqual([WORDS]);
    });
  });
});
