import { describe, expect, it } from 'vitest';
import { catalogueOf, findings } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET DELETE', '/towers/{tower_id}/bells']] });
const URL = 'https://api.clock.test/rest/v2/towers/1/bells';
const RUNTIME = "import * as runtime from '@clock/runtime';\nconst made = runtime.create({});\n";

/** Confidence and methods of the findings of one call of something unknown. */
function found(call: string): readonly string[] {
  return findings({ 'a.ts': `${RUNTIME}export const f = (more: any) => ${call};` }, CATALOGUE).map(
    ({ confidence, methods }) => [confidence, ...methods].join(' '),
  );
}

describe('options that a helper of a package makes', () => {
  it.each([
    [`made.fetchJson('${URL}', made.json({ ...more, method: 'DELETE', body: 1 }))`],
    [`made.fetchJson('${URL}', { method: 'DELETE' })`],
  ])('say the method that they are made of: %s', (call) => {
    expect(found(call)).toEqual(['probable DELETE']);
  });

  it.each([
    [`made.fetchJson('${URL}', made.json({ method: 'PATCH' }))`, ['possible PATCH']],
    [`made.fetchJson('${URL}', made.json({ ...more }))`, ['probable']],
  ])('say no other: %s', (call, expected) => {
    expect(found(call)).toEqual(expected);
  });
});
