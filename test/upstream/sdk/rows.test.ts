import { describe, expect, it } from 'vitest';
import type { SdkCall } from '../../../packages/catalogue-tools/src/upstream/sdk/sdk-package.js';
import { requestRowsOf } from '../../../packages/catalogue-tools/src/upstream/sdk/rows.js';
import type { WantedOperations } from '../../../packages/catalogue-tools/src/upstream/sdk/rows.js';

const OPERATIONS: WantedOperations = {
  endpoints: [
    { methods: ['POST'], path: '/towers/{tower}/bells' },
    { methods: ['GET'], path: '/bells' },
  ],
  bases: ['/v1', ''],
};

const RING: SdkCall = { member: 'bells.ring', method: 'POST', path: '/towers/{tower_id}/bells' };
const LIST: SdkCall = { member: 'bells.list', method: 'GET', path: '/bells' };

function version(name: string, number: string, calls: readonly SdkCall[]) {
  return { name, version: number, calls };
}

describe('the rows of an SDK', () => {
  it('are the union over its versions, with the paths of the catalogue', () => {
    const versions = [
      version('bells', '10.0.0', [LIST]),
      version('bells', '9.1.0', [RING, LIST]),
      version('bells', '2.0.0', [RING]),
    ];
    expect(requestRowsOf(versions, OPERATIONS, 'bells')).toEqual([
      { member: 'bells.list', method: 'GET', template: '/bells', versions: '9.1.0 - 10.0.0' },
      { member: 'bells.ring', method: 'POST', template: '/towers/{tower}/bells', versions: '2.0.0 - 9.1.0' },
    ]);
  });

  it('omit operations that the catalogue does not name', () => {
    const others: readonly SdkCall[] = [
      { ...RING, method: 'GET' },
      { ...LIST, path: '/bells/{bell}' },
    ];
    expect(requestRowsOf([version('bells', '1.0.0', others)], OPERATIONS, 'bells')).toEqual([]);
  });

  it('match paths that include the base URL', () => {
    const based = [version('bells', '1.0.0', [{ ...RING, path: '/v1/towers/{id}/bells' }])];
    expect(requestRowsOf(based, OPERATIONS, 'bells').map(({ template }) => template)).toEqual([
      '/towers/{tower}/bells',
    ]);
    const other = [version('bells', '1.0.0', [{ ...RING, path: '/v2/towers/{id}/bells' }])];
    expect(requestRowsOf(other, OPERATIONS, 'bells')).toEqual([]);
  });

  it('have no versions for a method that only an earlier package has', () => {
    const versions = [version('old-bells', '4.0.0', [RING, LIST]), version('bells', '5.0.0', [LIST])];
    expect(requestRowsOf(versions, OPERATIONS, 'bells')).toEqual([
      { member: 'bells.list', method: 'GET', template: '/bells', versions: '5.0.0 - 5.0.0' },
      { member: 'bells.ring', method: 'POST', template: '/towers/{tower}/bells' },
    ]);
  });

  it('omit a method of an earlier package whose request has changed', () => {
    const moved = { ...RING, path: '/v2/towers/{tower}/bells' };
    const versions = [version('old-bells', '4.0.0', [RING]), version('bells', '5.0.0', [moved])];
    expect(requestRowsOf(versions, OPERATIONS, 'bells')).toEqual([]);
  });
});
