import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { compareFeeds, differencesOf, rowsOfFeed, rowsOfModel } from '../../tools/readings/compare-feed.js';
import { withReadings } from '../../tools/readings/store-readings.js';
import { readReadings, rowsOf, readingFaults } from '../../tools/readings/readings.js';
import type { Row } from '../../tools/readings/readings.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCE = 'https://docs.clock.test/ends';
const bells: Row = {
  api: 'clock',
  id: 'clock/bells',
  end: '2027-01-10',
  source: SOURCE,
  digest: 'a1b2c3',
  names: ['bell-1'],
};

/** Faults of an edition with this reading of its row of bells. */
function faultsOf(reading: string | undefined, { asOf = '2026-11-28', end = bells.end } = {}): readonly string[] {
  const readings = reading === undefined ? {} : { [SOURCE]: { 'clock/bells': reading } };
  return readingFaults([{ ...bells, end }], new Map([['clock', { asOf, sources: [] }]]), readings);
}

const MEND = `Read its row at ${SOURCE}, then 'npm run catalogue:read -- DAY clock/bells'.`;

describe('the reading of a catalogue entry', () => {
  it('is at most a week older than its edition if the entry ends within 60 days', () => {
    expect(faultsOf('2026-11-21 a1b2c3')).toEqual([]);
    expect(faultsOf('2026-11-20 a1b2c3')).toEqual([
      `clock/bells ends on 2027-01-10 and was read on 2026-11-20, 8 days before its edition of 2026-11-28. ${MEND}`,
    ]);
    expect(faultsOf('2026-11-20 a1b2c3', { end: '2026-09-29' })).toHaveLength(1);
  });

  it('may be older if the entry ends later, or ended earlier', () => {
    expect(faultsOf('2025-01-01 a1b2c3', { end: '2027-01-28' })).toEqual([]);
    expect(faultsOf('2025-01-01 a1b2c3', { end: '2026-09-28' })).toEqual([]);
  });

  it('is required for each entry with a day', () => {
    expect(faultsOf(undefined, { end: '2020-01-01' })).toEqual([`clock/bells was not read. ${MEND}`]);
  });

  it('matches the current content of the entry', () => {
    expect(faultsOf('2026-11-28 ffffff')).toEqual([
      `clock/bells says something else than what was read on 2026-11-28. ${MEND}`,
    ]);
  });

  it('is never later than the edition, and neither is a source', () => {
    expect(faultsOf('2026-11-29 a1b2c3')).toHaveLength(1);
    const sources = [{ title: 'Ends', url: SOURCE, retrieved: '2026-11-30' }];
    expect(readingFaults([], new Map([['clock', { asOf: '2026-11-28', sources }]]), {})).toEqual([
      `clock: 'Ends' was read after 2026-11-28, the day of the edition. Raise "asOf".`,
    ]);
  });

  it('is removed with its entry', () => {
    expect(readingFaults([], new Map(), { [SOURCE]: { 'clock/gone': '2026-11-28 a1b2c3' } })).toEqual([
      `clock/gone is not a row of ${SOURCE}. Take it out.`,
    ]);
  });

  it('is stored by source and entry, with a digest of the content', () => {
    const gone = { [SOURCE]: { 'clock/gone': '2026-01-01 000000' } };
    expect(withReadings(gone, [bells], new Set([bells]), '2026-11-28')).toEqual({
      [SOURCE]: { 'clock/bells': '2026-11-28 a1b2c3' },
    });
  });

  it('exists for each entry of the packaged catalogues', () => {
    const ids = Object.values(readReadings(ROOT)).flatMap((rows) => Object.keys(rows));
    expect(ids.toSorted()).toEqual(
      rowsOf()
        .map(({ id }) => id)
        .toSorted(),
    );
  });
});

describe('a feed of a third party', () => {
  const folder = mkdtempSync(join(tmpdir(), 'feed-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const row = (provider: string, name: string, day: string | null): object => ({
    provider,
    model_id: name,
    shutdown_date: day,
  });

  it('gives rows with a day, of APIs with lists of models', () => {
    const rows = [
      row('OpenAI', 'gpt-4', '2026-10-23'),
      row('OpenAI', 'gpt-none', null),
      row('Azure', 'gpt-4', '2026-01-01'),
      row('Google Vertex', 'claude-3-opus', '2025-08-01'),
      'no row',
    ];
    expect(rowsOfFeed(JSON.stringify(rows))).toEqual([
      { api: 'openai', name: 'gpt-4', end: '2026-10-23' },
      { api: 'vertex-claude', name: 'claude-3-opus', end: '2025-08-01' },
    ]);
  });

  it('can be the model pages of a documentation, each with its names', () => {
    const text = `export default { identifiers: { apiNames: ['bell-1', 'bell-latest'] }, metadata: { retirementDate: '2026-07-31' } }`;
    expect(rowsOfModel(text)).toEqual([
      { api: 'mistral', name: 'bell-1', end: '2026-07-31' },
      { api: 'mistral', name: 'bell-latest', end: '2026-07-31' },
    ]);
    expect(rowsOfModel("apiNames: ['bell-2']")).toEqual([]);
  });

  it('differs for another day or a missing name, with an optional reason', () => {
    const feed = [
      { api: 'clock', name: 'bell-1', end: '2027-01-10' },
      { api: 'clock', name: 'bell-2', end: '2026-02-02' },
    ];
    expect(differencesOf(feed, [bells], new Map())).toEqual([{ ...feed[1], own: undefined, why: undefined }]);
    const moved = [{ api: 'clock', name: 'bell-1', end: '2026-12-31' }];
    const reasons = new Map([['clock', { 'bell-1': 'Moved since' }]]);
    expect(differencesOf(moved, [bells], reasons)).toEqual([{ ...moved[0], own: '2027-01-10', why: 'Moved since' }]);
  });

  it('makes its check end with 1 for differing rows, with 0 for none, and with 2 if it cannot be read', () => {
    const run = (rows: unknown): readonly [number, string] => {
      const file = join(folder, 'feed.json');
      writeFileSync(file, JSON.stringify(rows));
      let said = '';
      const code = compareFeeds(ROOT, [file], (text) => (said += text));
      return [code, said];
    };
    expect(run([row('OpenAI', 'gpt-4', '2026-10-23'), row('Google', 'gemini-2.5-pro', '2026-10-16')])).toEqual([
      0,
      '2 rows with a day: 1 the same, 1 differ with a reason, 0 without.\n',
    ]);
    expect(run([row('OpenAI', 'gpt-4', '2026-10-24'), row('Groq', 'none', '2026-01-01')])).toEqual([
      1,
      'openai  gpt-4: 2026-10-24 in the feed, 2026-10-23 in the catalogue\n' +
        'groq  none: 2026-01-01 in the feed, not in the catalogue\n' +
        '2 rows with a day: 0 the same, 0 differ with a reason, 2 without.\n',
    ]);
    expect(run({})).toEqual([2, 'the feed is not a list of rows\n']);
    expect(compareFeeds(ROOT, [], () => undefined)).toBe(2);
  });
});
