import { describe, expect, it } from 'vitest';
import { catalogueOf, findings } from './support.js';

const CATALOGUE = catalogueOf({
  bells: [
    ['GET', '/towers/{id}/bells'],
    ['GET', '/towers/{id}/bells/{bell}'],
    ['PATCH', '/towers/{id}/bells/{bell}'],
  ],
});

function said(method: string, rest: string): readonly string[] {
  const source = `const BASE = 'https://api.clock.test/rest/v2';
    export const send = (id: string, o: { rest: string }) => fetch(\`\${BASE}/towers/\${id}/bells${rest}\`, { method: '${method}' });`;
  return findings({ 'a.ts': source }, CATALOGUE).map(
    ({ operation, listed, confidence }) =>
      `${operation?.method ?? 'unlisted'} ${operation?.path ?? listed?.path ?? ''} ${confidence}`,
  );
}

describe('a path that ends in something unknown', () => {
  it('is an operation below it where the path itself lacks the method', () => {
    expect(said('PATCH', '${o.rest}')).toEqual(['PATCH /towers/{id}/bells/{bell} probable']);
  });

  it('is the path itself where that has the method: what follows is a query', () => {
    expect(said('GET', '${o.rest}')).toEqual(['GET /towers/{id}/bells certain']);
  });

  it('stays what it is where nothing below has the method, and where nothing is glued to it', () => {
    expect(said('DELETE', '${o.rest}')).toEqual(['unlisted /towers/{id}/bells possible']);
    expect(said('PATCH', '')).toEqual(['unlisted /towers/{id}/bells possible']);
  });
});
