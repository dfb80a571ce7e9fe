import { describe, expect, it } from 'vitest';
import { catalogueOf, findings } from './support.js';

const CATALOGUE = catalogueOf({
  bells: [
    ['GET', '/towers/{id}/bells'],
    ['GET', '/towers/{id}/bells/{bell}'],
    ['PATCH', '/towers/{id}/bells/{bell}'],
  ],
});

function operationsFound(method: string, rest: string): readonly string[] {
  const source = `const BASE = 'https://api.clock.test/rest/v2';
    export const send = (id: string, o: { rest: string }) => fetch(\`\${BASE}/towers/\${id}/bells${rest}\`, { method: '${method}' });`;
  return findings({ 'a.ts': source }, CATALOGUE).map(
    ({ operation, listed, confidence }) =>
      `${operation?.method ?? 'unlisted'} ${operation?.path ?? listed?.path ?? ''} ${confidence}`,
  );
}

describe('a path that ends in an unknown value', () => {
  it('matches an operation below it if its own path lacks the method', () => {
    expect(operationsFound('PATCH', '${o.rest}')).toEqual(['PATCH /towers/{id}/bells/{bell} probable']);
  });

  it('matches its own path if that has the method, with the rest as a query', () => {
    expect(operationsFound('GET', '${o.rest}')).toEqual(['GET /towers/{id}/bells certain']);
  });

  it('is possible if no operation has the method, or if nothing unknown follows', () => {
    expect(operationsFound('DELETE', '${o.rest}')).toEqual(['unlisted /towers/{id}/bells possible']);
    expect(operationsFound('PATCH', '')).toEqual(['unlisted /towers/{id}/bells possible']);
  });
});
