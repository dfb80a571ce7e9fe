import { describe, expect, it } from 'vitest';
import { catalogueOf, findings } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET DELETE', '/towers/{tower_id}/bells']] });
const URL = 'https://api.clock.test/rest/v2/towers/1/bells';
const RUNTIME = "import * as runtime from '@clock/runtime';\nconst made = runtime.create({});\n";

/** Lists confidence and methods of the findings in one call of an unknown function. */
function found(call: string): readonly string[] {
  return findings({ 'a.ts': `${RUNTIME}export const f = (more: any) => ${call};` }, CATALOGUE).map(
    ({ confidence, methods }) => [confidence, ...methods].join(' '),
  );
}

describe('options that a function of a package creates', () => {
  it.each([
    [`made.fetchJson('${URL}', made.json({ ...more, method: 'DELETE', body: 1 }))`],
    [`made.fetchJson('${URL}', { method: 'DELETE' })`],
  ])('keep the method of the argument: %s', (call) => {
    expect(found(call)).toEqual(['probable DELETE']);
  });

  it.each([
    [`made.fetchJson('${URL}', made.json({ method: 'PATCH' }))`, ['possible PATCH']],
    [`made.fetchJson('${URL}', made.json({ ...more }))`, ['probable']],
  ])('have no method that the argument lacks: %s', (call, expected) => {
    expect(found(call)).toEqual(expected);
  });
});
