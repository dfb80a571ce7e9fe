import { describe, expect, it } from 'vitest';
import { describeFinding, oneLine } from '../../src/engine/judge/messages.js';
import type { Wording } from '../../src/engine/judge/messages.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import type { Deprecation } from '../../src/core/model/deprecation.js';
import { catalogueOf, findings } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{tower}/bells']] });
const [BELLS] = CATALOGUE.deprecations;

function wordingOf(
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

describe('the wording of a finding', () => {
  const day = { endOfLife: '2026-05-01', replacement: { kind: 'product', name: 'Chimes' } } as const;

  it('is one sentence, with the right tense before and after the date', () => {
    expect(wordingOf(day, '2026-05-01').message).toBe('`GET /towers/{tower}/bells` ends on 2026-05-01; use Chimes.');
    expect(wordingOf(day, '2026-05-02').message).toBe('`GET /towers/{tower}/bells` ended on 2026-05-01; use Chimes.');
    const month = { ...day, endOfLife: '2026-05-31', endOfLifeMonth: '2026-05' };
    expect(wordingOf(month, '2026-05-31').message).toContain(' ends in May 2026; ');
    expect(wordingOf(month, '2026-06-01').message).toContain(' ended in May 2026; ');
    expect(wordingOf({ ...day, endOfLife: null, deprecated: '2024-07' }).message).toBe(
      '`GET /towers/{tower}/bells` is deprecated since July 2024; use Chimes.',
    );
  });

  it('heads a list with a sentence whose verb agrees with the feature, one thing or several', () => {
    const headline = (change: Partial<Deprecation>): string | undefined =>
      wordingOf({ ...day, ...change }, '2026-01-01').grouped?.headline;
    expect(headline({ feature: 'Veo 2 and 3', after: 'delisted' })).toBe(
      'Veo 2 and 3 end on 2026-05-01; they may still work, but are no longer listed; use Chimes.',
    );
    expect(headline({ feature: 'Bells of towers', after: 'unsupported' })).toBe(
      'Bells of towers end on 2026-05-01; they may still work, without support; use Chimes.',
    );
    expect(headline({ feature: 'Engines', endOfLife: null, deprecated: '2024-07' })).toBe(
      'Engines are deprecated since July 2024; use Chimes.',
    );
    expect(headline({ feature: 'Search, classifications and answers' })).toMatch(/ end on /);
    // One thing, although the phrase has a plural or an `and` in it.
    for (const feature of [
      'Tower of bells and clocks',
      'AMP and SXG API',
      'Adding and removing bells',
      'Access of members',
      'Clocks, version 1',
    ])
      expect(headline({ feature })).toBe(`${feature} ends on 2026-05-01; use Chimes.`);
  });

  it('uses the plural for several fields of one operation, and the singular for one', () => {
    const subject = (pointers: readonly string[]): string =>
      wordingOf({ ...day, kind: 'field', pointers }, '2026-01-01').message;
    expect(subject(['/maker/town', '/maker/name'])).toBe(
      '`maker.town` and `maker.name` of `GET /towers/{tower}/bells` end on 2026-05-01; use Chimes.',
    );
    expect(subject(['/maker/town'])).toBe(
      '`maker.town` of `GET /towers/{tower}/bells` ends on 2026-05-01; use Chimes.',
    );
  });

  it('leaves the case of a feature as the vendor writes it, and capitalises its own words', () => {
    const { grouped, message } = wordingOf({
      ...day,
      feature: 'deepseek-chat',
      kind: 'undetectable',
    });
    expect(grouped?.headline).toBe('deepseek-chat ended on 2026-05-01; use Chimes.');
    expect(message).toBe('`GET /towers/{tower}/bells` ended on 2026-05-01; use Chimes.');
    const headers = { ...day, kind: 'headers', headers: ['A', 'B'] } as Partial<Deprecation>;
    expect(wordingOf(headers, '2026-01-01').message).toBe(
      'Requests with both `A` and `B` end on 2026-05-01; use Chimes.',
    );
  });

  it('shortens the path, never the remedy', () => {
    const long = `Chimes (${'rung by hand '.repeat(7)})`;
    expect(wordingOf({ ...day, replacement: { kind: 'product', name: long } }).message).toBe(
      `\`GET …/{tower}/bells\` ended on 2026-05-01; use ${long}.`,
    );
    const endless = 'C'.repeat(400);
    expect(wordingOf({ ...day, replacement: { kind: 'product', name: endless } }).message).toBe(
      `\`GET …/{tower}/bells\` ended on 2026-05-01; use ${endless}.`,
    );
  });

  it('expresses uncertainty in one word, with the reason in a note', () => {
    const wording = wordingOf(day, '2030-01-01', "client + '/rest/v2/towers/1/bells'");
    expect(wording.message).toMatch(
      /^(?:Probably|Possibly) `GET \/towers\/\{tower\}\/bells`, which ended on 2026-05-01;/,
    );
    expect(wording.notes[0]).toMatch(/^The base URL is not known/);
    expect(oneLine(wording)).toBe(`${wording.message} ${expectDefined(wording.notes[0], 'a note')}`);
  });

  it("begins the remedy with the catalogue's advice if no replacement is named", () => {
    const unstated = { ...day, replacement: { kind: 'unstated' } } as const;
    expect(wordingOf(unstated).message).toMatch(/; no replacement is named\.$/);
    expect(
      wordingOf({ ...unstated, advice: { caution: 'Nothing takes its place: delete the call. Or wait.' } }).message,
    ).toMatch(/; nothing takes its place: delete the call\.$/);
    expect(wordingOf({ ...unstated, advice: { terraform: 'remove `bell`' } }).message).not.toContain('remove');
  });

  it('names the effect of the end of life if the catalogue states it', () => {
    const after = (kind: string, change: Partial<Deprecation> = {}): string =>
      wordingOf({ ...day, after: kind, ...change } as Partial<Deprecation>, '2026-01-01').message;
    const start = '`GET /towers/{tower}/bells` ends on 2026-05-01;';
    expect(after('error')).toBe(`${start} requests fail from then on; use Chimes.`);
    expect(after('falls-forward')).toBe(`${start} from then on a newer version answers; use Chimes.`);
    expect(after('unsupported')).toBe(`${start} it may still work, without support; use Chimes.`);
    expect(after('delisted')).toBe(`${start} it may still work, but is no longer listed; use Chimes.`);
    // Nothing happens after an end that has no date.
    expect(after('error', { endOfLife: null, deprecated: '2024-07' })).toBe(
      '`GET /towers/{tower}/bells` is deprecated since July 2024; use Chimes.',
    );
  });

  it('does not announce a failure that the vendor cancelled', () => {
    const dispute = { kind: 'withdrawn', edition: 'current', since: '2026-02-01', source: 'x' } as const;
    const { message } = wordingOf({ ...day, after: 'error', disputes: [dispute] });
    expect(message).toContain('the vendor cancelled that on 2026-02-01, and it still works');
    expect(message).not.toContain('fail');
  });
});

describe('the path in the message of a finding', () => {
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
  ])('is the path in the code if the template %s has too few names', (template, code, expected) => {
    expect(shown(template, code)).toBe(expected);
  });

  it.each([
    ['/{tower}.json', at('/bells.json'), 'GET /{tower}.json'],
    ['/towers/{id}', at('/towers/1'), 'GET /towers/{id}'],
    ['/{version}/bells/bells/{id}', at('/2/bells/bells/1'), 'GET /{version}/bells/{id}'],
  ])('is the template %s if it has names', (template, code, expected) => {
    expect(shown(template, code)).toBe(expected);
  });

  it('omits the address of a proxy', () => {
    const code = "fetch('https://proxy.test/to/https://api.clock.test/rest/v2/towers/1');";
    expect(shown('/towers/**', code)).not.toContain('proxy');
  });
});
