import { describe, expect, it } from 'vitest';
import { createAnalyser } from '../../src/engine/analyse.js';
import type { ClientModel } from '../../src/core/model/client-model.js';
import { catalogueOf, readerOf } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET DELETE', '/towers/{id}/bells']] });

const SDK: ClientModel = {
  name: 'clock SDK',
  api: 'clock',
  origins: [{ module: '@clock/sdk', export: 'bells' }],
  requests: [{ member: '', method: 'GET', template: '/towers/{id}/bells' }],
  baseUrl: 'https://api.clock.test/rest/v2',
};

/** Confidence of the findings in a file that imports, from what is in the same repository, a package called so. */
function found(name: string, source: string, program: string): readonly string[] {
  const modules = readerOf({ 'a.ts': program, [`${name}.ts`]: source });
  return createAnalyser({ catalogue: CATALOGUE, modules, clients: [SDK] })('a.ts').findings.map(
    ({ confidence: level }) => level,
  );
}

const UNFOLLOWED = 'export const bells = makeBells(); export const clocks = makeBells();';
const CALL = "import { bells } from '@clock/sdk'; export const go = () => ring({ model: bells('x') });";

describe('an SDK whose source is part of the repository', () => {
  it('is known by its name where its source leads nowhere', () => {
    expect(found('@clock/sdk', UNFOLLOWED, CALL)).toEqual(['certain']);
  });

  it('is known by its name where its source shows an object without a request', () => {
    const source = 'class Bell { ring() {} } export const bells = (id: string) => new Bell(id);';
    expect(found('@clock/sdk', source, CALL)).toEqual(['certain']);
  });

  it('is followed in its source beside that', () => {
    const source =
      'class Bell { constructor(private id: string) {} ' +
      "remove() { return fetch('https://api.clock.test/rest/v2/towers/1/' + this.id, { method: 'DELETE' }); } }" +
      'export const bells = (id: string) => new Bell(id);';
    const program = "import { bells } from '@clock/sdk'; const bell = bells('bells'); bell.remove();";
    expect(found('@clock/sdk', source, program)).toEqual(['certain', 'certain']);
  });

  it('is known as a whole module too', () => {
    const program = "import * as clock from '@clock/sdk'; clock.bells('x');";
    expect(found('@clock/sdk', UNFOLLOWED, program)).toEqual(['certain']);
  });

  it('is its source alone where an export is none that the SDK is known for', () => {
    expect(found('@clock/sdk', UNFOLLOWED, CALL.replaceAll('bells', 'clocks'))).toEqual([]);
  });

  it('is nothing known where a package of another name has such an export', () => {
    expect(found('@tower/sdk', UNFOLLOWED, CALL.replace('@clock', '@tower'))).toEqual([]);
  });
});
