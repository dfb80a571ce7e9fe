import { describe, expect, it } from 'vitest';
import { describeFinding, oneLine } from '../../src/engine/judge/messages.js';
import type { Wording } from '../../src/engine/judge/messages.js';
import { expectDefined } from '../../src/lib/expect-defined.js';
import type { Deprecation } from '../../src/model/deprecation.js';
import { catalogueOf, findings } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{tower}/bells']] });
const [BELLS] = CATALOGUE.deprecations;

function said(
  change: Partial<Deprecation>,
  asOf = '2030-01-01',
  url = "'https://api.clock.test/rest/v2/towers/1/bells'",
): Wording {
  const [finding] = findings({ 'a.ts': `fetch(${url});` }, CATALOGUE);
  return describeFinding(
    expectDefined(finding, 'a finding'),
    { ...expectDefined(BELLS, 'bells'), ...change } as Deprecation,
    asOf,
  );
}

describe('what is said of a finding', () => {
  const day = { endOfLife: '2026-05-01', replacement: { kind: 'product', name: 'Chimes' } } as const;

  it('is one sentence, right on both sides of the day', () => {
    expect(said(day, '2026-05-01').message).toBe('`GET /towers/{tower}/bells` ends on 2026-05-01; use Chimes.');
    expect(said(day, '2026-05-02').message).toBe('`GET /towers/{tower}/bells` ended on 2026-05-01; use Chimes.');
    const month = { ...day, endOfLife: '2026-05-31', endOfLifeMonth: '2026-05' };
    expect(said(month, '2026-05-31').message).toContain(' ends in May 2026; ');
    expect(said(month, '2026-06-01').message).toContain(' ended in May 2026; ');
    expect(said({ ...day, endOfLife: null, deprecated: '2024-07' }).message).toBe(
      '`GET /towers/{tower}/bells` is deprecated since July 2024; use Chimes.',
    );
  });

  it('shortens the path, never what to do', () => {
    const long = `Chimes (${'rung by hand '.repeat(7)})`;
    expect(said({ ...day, replacement: { kind: 'product', name: long } }).message).toBe(
      `\`GET …/{tower}/bells\` ended on 2026-05-01; use ${long}.`,
    );
    const endless = 'C'.repeat(400);
    expect(said({ ...day, replacement: { kind: 'product', name: endless } }).message).toBe(
      `\`GET …/{tower}/bells\` ended on 2026-05-01; use ${endless}.`,
    );
  });

  it('says in one word that it is not sure, and why beside it', () => {
    const wording = said(day, '2030-01-01', "client + '/rest/v2/towers/1/bells'");
    expect(wording.message).toMatch(
      /^(?:Probably|Possibly) `GET \/towers\/\{tower\}\/bells`, which ended on 2026-05-01;/,
    );
    expect(wording.notes[0]).toMatch(/^The base URL is not known/);
    expect(oneLine(wording)).toBe(`${wording.message} ${expectDefined(wording.notes[0], 'a note')}`);
  });

  it('leads with what the catalogue advises where no replacement is named', () => {
    const unstated = { ...day, replacement: { kind: 'unstated' } } as const;
    expect(said(unstated).message).toMatch(/; no replacement is named\.$/);
    expect(
      said({ ...unstated, advice: { caution: 'Nothing takes its place: delete the call. Or wait.' } }).message,
    ).toMatch(/; nothing takes its place: delete the call\.$/);
    expect(said({ ...unstated, advice: { terraform: 'remove `bell`' } }).message).not.toContain('remove');
  });
});
