import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../src/core/model/deprecation.js';
import { catalogueOf, deadFields, findings } from './support.js';

const BASE = 'https://api.clock.test/rest/v2';

describe('deprecations that share a path', () => {
  const catalogue = catalogueOf({
    'read-bells': [['GET', '/towers/{id}/bells']],
    'cast-bells': [['POST PUT', '/towers/{id}/bells']],
    'melt-bells': [['DELETE', '/towers/{id}/bells']],
  });
  const found = (options: string): readonly string[] =>
    findings({ 'a.ts': `fetch('${BASE}/towers/1/bells', ${options});` }, catalogue).map(
      ({ deprecation, operation }) => `${deprecation} ${operation?.method ?? '?'}`,
    );

  it.each([
    ['{}', ['read-bells GET']],
    ["{ method: 'PUT' }", ['cast-bells PUT']],
    ["{ method: 'DELETE' }", ['melt-bells DELETE']],
    ["{ method: on ? 'GET' : 'DELETE' }", ['read-bells GET', 'melt-bells DELETE']],
    ["{ method: 'PATCH' }", []],
  ])('are distinguished by the method: %s', (options, expected) => {
    const certain = found(options).filter((line) => !line.endsWith('?'));
    expect([...certain].sort()).toEqual([...expected].sort());
  });

  it('are all found if they are fields', () => {
    const fields: Catalogue = {
      ...catalogue,
      deprecations: [
        deadFields('old-tone', 'POST /towers/{id}/bells', ['/tone']),
        deadFields('old-weight', 'POST /towers/{id}/bells', ['/weight_lb']),
      ],
    };
    const source = `fetch('${BASE}/towers/1/bells', { method: 'POST', body: JSON.stringify({ tone: 'c', weight_lb: 9 }) });`;
    expect(
      findings({ 'a.ts': source }, fields)
        .map(({ deprecation }) => deprecation)
        .sort(),
    ).toEqual(['old-tone', 'old-weight']);
  });
});
