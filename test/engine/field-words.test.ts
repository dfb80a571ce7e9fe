import { describe, expect, it } from 'vitest';
import { describeFinding } from '../../src/engine/judge/messages.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import type { Catalogue, Deprecation, FieldDeprecation } from '../../src/core/model/deprecation.js';
import { catalogueOf, deadFields, deadSegment, findings } from './support.js';

const BELLS = 'https://api.clock.test/rest/v2/bells';

/** Returns the message of the finding in a program, without the day. */
function messageOf(source: string, deprecation: Deprecation): string {
  const catalogue: Catalogue = { ...catalogueOf({}), deprecations: [deprecation] };
  const [finding] = findings({ 'a.ts': source }, catalogue);
  const { message } = describeFinding(expectDefined(finding, 'a finding'), deprecation, '2030-01-01');
  return message.replace(/ on \d{4}-\d{2}-\d{2}/, '');
}

describe('the message about a field', () => {
  const field: FieldDeprecation = {
    ...deadFields('bell-names', 'POST /bells', ['/maker/town', '/maker/name']),
    joinedInto: '/origin',
    instead: "origin: 'Ben, Ulm'",
  };
  const write = `fetch('${BELLS}', { method: 'POST', body: JSON.stringify({ maker: { town: 'Ulm', name: 'Ben' } }) });`;
  const read = `const bells = await (await fetch('${BELLS}')).json(); log(bells.list[0].maker.town);`;

  it('names the fields as code spells them and says what to write', () => {
    expect(messageOf(write, field)).toBe(
      '`maker.town` and `maker.name` of `POST /bells` ended; write them into `origin`.',
    );
    const { joinedInto: _joined, ...unjoined } = field;
    expect(messageOf(write, unjoined)).toBe(
      "`maker.town` and `maker.name` of `POST /bells` ended; write `origin: 'Ben, Ulm'` instead.",
    );
  });

  it('says what to read', () => {
    expect(messageOf(read, field)).toBe('`maker.town` of `GET /bells` ended; read `origin` instead.');
  });

  it('names the replacement if the catalogue has no code for it', () => {
    const { instead: _instead, joinedInto: _joined, ...bare } = field;
    const named = (name: string): string => messageOf(write, { ...bare, replacement: { kind: 'product', name } });
    expect(named('Chimes API')).toMatch(/; use Chimes API\.$/);
    expect(named('The central list of makers')).toMatch(/; use the central list of makers\.$/);
  });
});

describe('the message about a path segment', () => {
  it('says which segment to write', () => {
    const segment = deadSegment('old-ring', '/bells/{id}', 'old_ring', 'ring');
    expect(messageOf(`fetch('${BELLS}/1/old_ring')`, segment)).toMatch(/; write `ring` instead of `old_ring`\.$/);
  });
});
