import { describe, expect, it } from 'vitest';
import { catalogueOf, findings } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{id}/bells']] });

function said(names: string, called: string): readonly string[] {
  const source = `import ${names} from '@acme/clock-api';
    export const list = (id) => ${called}({ path: \`/towers/\${id}/bells\` });`;
  return findings({ 'a.ts': source }, CATALOGUE).map(({ confidence }) => confidence);
}

describe('the local name of an import', () => {
  it.each(['api', 'request'])('decides nothing: %s', (name) => {
    const own = said(`{ ${name} }`, name);
    expect(own).toEqual(['probable']);
    for (const local of ['k', 'render', 'format']) expect(said(`{ ${name} as ${local} }`, local)).toEqual(own);
  });

  it('does not make a client of what is none', () => {
    expect(said('{ format as request }', 'request')).toEqual(said('{ format }', 'format'));
  });
});
