import { describe, expect, it } from 'vitest';
import { describeFinding, oneLine } from '../../src/engine/judge/messages.js';
import type { Wording } from '../../src/engine/judge/messages.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import type { Deprecation } from '../../src/core/model/deprecation.js';
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

  it('says what happens from the end on, where the catalogue does', () => {
    const after = (kind: string, change: Partial<Deprecation> = {}): string =>
      said({ ...day, after: kind, ...change } as Partial<Deprecation>, '2026-01-01').message;
    const start = '`GET /towers/{tower}/bells` ends on 2026-05-01;';
    expect(after('error')).toBe(`${start} requests fail from then on; use Chimes.`);
    expect(after('falls-forward')).toBe(`${start} from then on a newer version answers; use Chimes.`);
    expect(after('unsupported')).toBe(`${start} it may still work, without support; use Chimes.`);
    expect(after('delisted')).toBe(`${start} it may still work, but is no longer listed; use Chimes.`);
    // Without an end there is nothing after it.
    expect(after('error', { endOfLife: null, deprecated: '2024-07' })).toBe(
      '`GET /towers/{tower}/bells` is deprecated since July 2024; use Chimes.',
    );
  });

  it('does not say that what the vendor took back fails', () => {
    const dispute = { kind: 'withdrawn', edition: 'current', since: '2026-02-01', source: 'x' } as const;
    const { message } = said({ ...day, after: 'error', disputes: [dispute] });
    expect(message).toContain('the vendor cancelled that on 2026-02-01, and it still works');
    expect(message).not.toContain('fail');
  });
});

describe('the path of a finding', () => {
  const shown = (template: string, code: string): string | undefined => {
    const catalogue = catalogueOf({ bells: [['GET', template]] });
    const [finding] = findings({ 'a.ts': code }, catalogue);
    return finding && /`([^`]*)`/.exec(describeFinding(finding, catalogue.deprecations[0], '2030-01-01').message)?.[1];
  };
  const at = (path: string): string => `fetch('https://api.clock.test/rest/v2${path}');`;

  it.each([
    ['/**', at('/towers/1?loud=1'), 'GET /rest/v2/towers/1'],
    ['/towers/{id}/**', at('/towers/1/bells/2'), 'GET /rest/v2/towers/1/bells/2'],
    ['/{a}.json', at('/bells.json'), 'GET /rest/v2/bells.json'],
    ['/{v}/bells', at('/2/bells'), 'GET /rest/v2/2/bells'],
    ['/{a}/{b}.json', at('/towers/bells.json'), 'GET /rest/v2/towers/bells.json'],
    [
      '/{a}.json',
      'export const ring = (name: string) => fetch(`https://api.clock.test/rest/v2/${name}.json`);',
      'GET /rest/v2/${name}.json',
    ],
  ])('is that of the code where the template %s says too little', (template, code, expected) => {
    expect(shown(template, code)).toBe(expected);
  });

  it.each([
    ['/{tower}.json', at('/bells.json'), 'GET /{tower}.json'],
    ['/towers/{id}', at('/towers/1'), 'GET /towers/{id}'],
    ['/{version}/bells/bells/{id}', at('/2/bells/bells/1'), 'GET /{version}/bells/{id}'],
  ])('is the template %s where it has names', (template, code, expected) => {
    expect(shown(template, code)).toBe(expected);
  });

  it('is not that of a server that only passes the request on', () => {
    const code = "fetch('https://proxy.test/to/https://api.clock.test/rest/v2/towers/1');";
    expect(shown('/towers/**', code)).not.toContain('proxy');
  });
});
