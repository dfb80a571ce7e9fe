import { describe, expect, it } from 'vitest';
import { formatAgent } from '../../src/report/agent.js';
import { folder } from '../scanner/support.js';
import { API, CALL, cli, configFlags } from '../cli/support.js';
import { CONTEXT } from './every-format.js';
import { report } from './support.js';

type Row = Readonly<Record<string, unknown>>;

function rowsOf(text: string): readonly Row[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

describe('the format agent', () => {
  it('has a record for each finding, with the facts needed to fix it, and a summary', async () => {
    const { out, code } = await cli(folder({ 'src/a.ts': CALL }), ['scan', '--format', 'agent']);
    expect(code).toBe(1);
    const [finding, summary, ...rest] = rowsOf(out);
    expect(rest).toEqual([]);
    expect(Object.keys(finding ?? {})).toEqual([
      'record',
      'place',
      'until',
      'severity',
      'fails',
      'rule',
      'id',
      'feature',
      'operation',
      'request',
      'ends',
      'days',
      'replacement',
      'confidence',
      'why',
      'message',
      'edit',
      'steps',
      'check',
      'vendorUrl',
      'fingerprint',
    ]);
    expect(finding).toMatchObject({
      record: 'finding',
      place: expect.stringMatching(/^src\/a\.ts:2:\d+$/) as string,
      severity: 'error',
      fails: true,
      id: 'page-rules-api',
      operation: 'GET /zones/{zone_id}/pagerules',
      ends: '2025-01-06',
      days: -360,
      confidence: 'certain',
      edit: null,
      check: ['The vendor decided since that this does not end on that day.'],
    });
    expect(summary).toMatchObject({ record: 'summary', verdict: 'failed', failing: 1, findings: 1, suppressed: 0 });
  });

  it('has the exact edit of a finding that has one', async () => {
    const text = `fetch('${API}/zones/1/script_monitor');\n`;
    const [finding] = rowsOf((await cli(folder({ 'a.js': text }), ['scan', '--format', 'agent'])).out);
    expect(finding).toMatchObject({
      edit: { title: expect.any(String) as string, edits: [{ place: 'a.js:1:53-1:67', text: 'page_shield' }] },
    });
  });

  it('counts accepted findings, and reports files that were not understood', async () => {
    const text = CALL.replace('\n', '\n  // sunset-lint-disable-next-line page-rules-api -- moves in May\n');
    const { out } = await cli(folder({ 'a.ts': text }), ['scan', '--format', 'agent', ...configFlags({})]);
    const rows = rowsOf(out);
    expect(rows).toMatchObject([{ record: 'summary', verdict: 'passed', findings: 0, suppressed: 1 }]);
    expect(rowsOf([...formatAgent(report({ findings: [], coverage: { limits: ['No.'] } }), CONTEXT)].join(''))).toEqual(
      [
        {
          record: 'summary',
          asOf: '2025-01-16',
          facts: '',
          findings: 0,
          suppressed: 0,
          unresolved: 0,
          read: 2,
          syntaxErrors: [],
          limits: ['No.'],
        },
      ],
    );
  });
});
