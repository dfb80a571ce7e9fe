import { describe, expect, it } from 'vitest';
import { catalogueOf, findings } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{id}/bells']] });

function confidences(names: string, called: string): readonly string[] {
  const source = `import ${names} from '@acme/clock-api';
    export const list = (id) => ${called}({ path: \`/towers/\${id}/bells\` });`;
  return findings({ 'a.ts': source }, CATALOGUE).map(({ confidence }) => confidence);
}

describe('the local name of an import', () => {
  it.each(['api', 'request'])('does not affect the confidence of a finding: %s', (name) => {
    const own = confidences(`{ ${name} }`, name);
    expect(own).toEqual(['probable']);
    for (const local of ['k', 'render', 'format']) expect(confidences(`{ ${name} as ${local} }`, local)).toEqual(own);
  });

  it('does not turn another export into a client', () => {
    expect(confidences('{ format as request }', 'request')).toEqual(confidences('{ format }', 'format'));
  });
});
