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

/** Lists the confidence of findings in a program that imports a package whose source is in the same repository. */
function found(name: string, source: string, program: string): readonly string[] {
  const modules = readerOf({ 'a.ts': program, [`${name}.ts`]: source });
  return createAnalyser({ catalogue: CATALOGUE, modules, clients: [SDK] })('a.ts').findings.map(
    ({ confidence: level }) => level,
  );
}

const UNFOLLOWED = 'export const bells = makeBells(); export const clocks = makeBells();';
const CALL = "import { bells } from '@clock/sdk'; export const go = () => ring({ model: bells('x') });";

describe('an SDK whose source is in the repository', () => {
  it('is recognised by its name if its source cannot be followed', () => {
    expect(found('@clock/sdk', UNFOLLOWED, CALL)).toEqual(['certain']);
  });

  it('is recognised by its name if its source only returns an object', () => {
    const source = 'class Bell { ring() {} } export const bells = (id: string) => new Bell(id);';
    expect(found('@clock/sdk', source, CALL)).toEqual(['certain']);
  });

  it('is also followed into its source', () => {
    const source =
      'class Bell { constructor(private id: string) {} ' +
      "remove() { return fetch('https://api.clock.test/rest/v2/towers/1/' + this.id, { method: 'DELETE' }); } }" +
      'export const bells = (id: string) => new Bell(id);';
    const program = "import { bells } from '@clock/sdk'; const bell = bells('bells'); bell.remove();";
    expect(found('@clock/sdk', source, program)).toEqual(['certain', 'certain']);
  });

  it('is recognised through a namespace import too', () => {
    const program = "import * as clock from '@clock/sdk'; clock.bells('x');";
    expect(found('@clock/sdk', UNFOLLOWED, program)).toEqual(['certain']);
  });

  it('is only its source for exports that the SDK does not have', () => {
    expect(found('@clock/sdk', UNFOLLOWED, CALL.replaceAll('bells', 'clocks'))).toEqual([]);
  });

  it('is not recognised under another package name', () => {
    expect(found('@tower/sdk', UNFOLLOWED, CALL.replace('@clock', '@tower'))).toEqual([]);
  });
});
