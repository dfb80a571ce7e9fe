import { describe, expect, it } from 'vitest';
import { proseDates } from '../../packages/catalogue-tools/src/upstream/prose-dates.js';
import { readOpenApi } from '../../packages/catalogue-tools/src/upstream/openapi.js';
import type { OpenApiDocument } from '../../packages/catalogue-tools/src/upstream/openapi.js';
import { catalogueOfOpenApi } from '../../packages/catalogue-tools/src/upstream/catalogue-of-openapi.js';

describe('an end of life read from the words of an operation', () => {
  it.each([
    ['This endpoint will be removed on May 1, 2026 in favor of the towers.', '2026-05-01'],
    ['**Deprecated**: this operation will reach end of life on 1 May 2026.', '2026-05-01'],
    ['After 2026-05-01, this API will no longer be available.', '2026-05-01'],
    ['This method is deprecated. It will be shut down in May 2026.', '2026-05'],
    ['Gets a bell.\n\n- Will be discontinued on Nov. 28, 2026', '2026-11-28'],
    ['The endpoint is supported until 2026-05-01.', '2026-05-01'],
    ['Starting May 1, 2026 this endpoint stops working.', '2026-05-01'],
    ['[EOL: 2026-05-01] Gets a bell of any tower.', '2026-05-01'],
    ['This endpoint will be retired May 1, 2026.', '2026-05-01'],
    ['We will remove this endpoint on 2026-05-01.', '2026-05-01'],
  ])('is read from %s', (text, endOfLife) => {
    expect(proseDates(text, 'operation')).toMatchObject({ endOfLife });
  });

  it.each([
    ['This endpoint will be removed on 2026-11-28T00:00:00Z.', '2026-11-28'],
    ['This endpoint will be removed on 2026-11-28T00:00.', '2026-11-28'],
    ['This endpoint will be removed on 2026-11-28T23:59:59.999+01:00.', '2026-11-28'],
    ['This endpoint will be removed in 2026-11.', '2026-11'],
  ])('is the day of a timestamp, and a month only if no day follows: %s', (text, endOfLife) => {
    expect(proseDates(text, 'operation')).toMatchObject({ endOfLife, endSentence: text });
  });

  it('is not the month of a day that cannot be read', () => {
    for (const text of ['Removed on 2026-11-28Tx.', 'Removed on 2026-11-2.', 'Removed on 2026-02-30T00:00:00Z.'])
      expect(proseDates(text, 'operation')).not.toHaveProperty('endOfLife');
  });

  it.each([
    'Beginning November 2021, active sessions no longer includes newly issued tokens.',
    'Deprecated. Since 2023-04-01 the field x is no longer returned.',
    'The `color` parameter is deprecated. It will be removed on 2026-05-01.',
    'The color parameter is deprecated and will be removed on 2026-05-01.',
    'The towers API will be removed on 2026-05-01.',
    'Introduced on 2021-05-01. Removed bells are listed.',
    'Introduced in May 2021, when tower lists were retired.',
    'Removed in version 2026-05-01.',
    'No longer returns tokens since version 2026-05.',
    'This endpoint will not be removed before 2026-05-01.',
    'This endpoint may be removed after 2026-05-01.',
    'Use it before 2026-05-01.',
    'Please migrate before May 2026.',
    'Gets bells that were disabled before 2026-05-01.',
    'After May 1, 2026, tokens will no longer be supported.',
    'As of 2026-05-01 this endpoint no longer returns the email of a bell.',
    'Removal of the field color: 2026-05-01.',
    'This endpoint was removed from the documentation on 2026-05-01.',
    'Read more in our post of 2026-05-01: old towers retire.',
  ])('is not read from %s', (text) => {
    expect(proseDates(text, 'operation')).not.toHaveProperty('endOfLife');
  });

  it('is that of a parameter if the words belong to the parameter', () => {
    expect(proseDates('This parameter will be removed on 2026-05-01.', 'part')).toMatchObject({
      endOfLife: '2026-05-01',
    });
    expect(proseDates('This endpoint will be removed on 2026-05-01.', 'part')).not.toHaveProperty('endOfLife');
  });
});

describe('a document with dates in words', () => {
  const document = (description: string): OpenApiDocument =>
    readOpenApi({
      file: 'bells.json',
      text: JSON.stringify({
        openapi: '3.0.0',
        info: { title: 'Bell' },
        servers: [{ url: 'https://api.bell.example' }],
        paths: { '/bells': { get: { deprecated: true, description } } },
      }),
    });

  it('notes each date taken from words', () => {
    const { leftOut } = document('Gets bells. This endpoint will be removed on May 1, 2026.');
    const why = "2026-05-01 is taken from the description: check 'This endpoint will be removed on May 1, 2026.'";
    expect(leftOut).toEqual([{ place: 'paths./bells.get', why }]);
  });

  it('keeps a sentence without an end as a note', () => {
    const read = document('Beginning November 2021, active sessions no longer include tokens.');
    const note = 'Beginning November 2021, active sessions no longer include tokens.';
    expect(catalogueOfOpenApi(read, { asOf: '2026-01-01', text: '', baseUrls: [] }).deprecations).toEqual([
      {
        id: 'bell/bells',
        feature: 'bells',
        kind: 'endpoint',
        endOfLife: null,
        note,
        endpoints: [{ methods: ['GET'], path: '/bells' }],
      },
    ]);
    const why = `its description may be about something else, and gives no end: '${note}'`;
    expect(read.leftOut).toEqual([{ place: 'paths./bells.get', why }]);
  });
});
