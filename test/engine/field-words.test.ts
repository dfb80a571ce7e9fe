import { describe, expect, it } from 'vitest';
import { describeFinding } from '../../src/engine/judge/messages.js';
import { expectDefined } from '../../src/lib/expect-defined.js';
import type { Catalogue, Deprecation, FieldDeprecation } from '../../src/model/deprecation.js';
import { catalogueOf, deadFields, deadSegment, findings } from './support.js';

const BELLS = 'https://api.clock.test/rest/v2/bells';

/** What is found in a program, and what it says to do now. */
function told(source: string, deprecation: Deprecation): readonly [what: string, now: string] {
  const catalogue: Catalogue = { ...catalogueOf({}), deprecations: [deprecation] };
  const [finding] = findings({ 'a.ts': source }, catalogue);
  const { what, now } = describeFinding(expectDefined(finding, 'a finding'), deprecation);
  return [what, now];
}

describe('the words for fields', () => {
  const field: FieldDeprecation = {
    ...deadFields('bell-names', 'POST /bells', ['/maker/town', '/maker/name']),
    joinedInto: '/origin',
    instead: "origin: 'Ben, Ulm'",
  };
  const write = `fetch('${BELLS}', { method: 'POST', body: JSON.stringify({ maker: { town: 'Ulm', name: 'Ben' } }) });`;
  const read = `const bells = await (await fetch('${BELLS}')).json(); log(bells.list[0].maker.town);`;

  it('are those of programs, and say what to write', () => {
    expect(told(write, field)).toEqual([
      'This code uses the deprecated fields `maker.town`, `maker.name` of `POST /bells`.',
      "Write `origin: 'Ben, Ulm'` instead of `maker.town`, `maker.name`.",
    ]);
  });

  it('say what to read', () => {
    expect(told(read, field)).toEqual([
      'This code uses the deprecated field `maker.town` of `GET /bells`.',
      'Read `origin` instead of `maker.town`.',
    ]);
  });

  it('name the replacement where the catalogue has no code for it', () => {
    const { instead: _instead, joinedInto: _joined, ...bare } = field;
    const named = (name: string): string => told(write, { ...bare, replacement: { kind: 'product', name } })[1];
    expect(named('Chimes API')).toBe('Use `Chimes API` instead.');
    expect(named('The central list of makers')).toBe('Use the central list of makers instead.');
  });
});

describe('the words for a segment', () => {
  it('say which one to write', () => {
    const segment = deadSegment('old-ring', '/bells/{id}', 'old_ring', 'ring');
    expect(told(`fetch('${BELLS}/1/old_ring')`, segment)[1]).toBe('Write `ring` instead of `old_ring`.');
  });
});
