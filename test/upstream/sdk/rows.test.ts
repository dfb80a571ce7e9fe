import { describe, expect, it } from 'vitest';
import type { SdkCall } from '../../../packages/catalogue-tools/src/upstream/sdk/sdk-package.js';
import { rowsOf } from '../../../packages/catalogue-tools/src/upstream/sdk/rows.js';
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

describe('rows of an SDK', () => {
  it('are a union over its versions, spelled as the catalogue spells its operations', () => {
    const versions = [
      version('bells', '10.0.0', [LIST]),
      version('bells', '9.1.0', [RING, LIST]),
      version('bells', '2.0.0', [RING]),
    ];
    expect(rowsOf(versions, OPERATIONS, 'bells')).toEqual([
      { member: 'bells.list', method: 'GET', template: '/bells', versions: '9.1.0 - 10.0.0' },
      { member: 'bells.ring', method: 'POST', template: '/towers/{tower}/bells', versions: '2.0.0 - 9.1.0' },
    ]);
  });

  it('leave out what the catalogue does not name: another method, another path', () => {
    const others: readonly SdkCall[] = [
      { ...RING, method: 'GET' },
      { ...LIST, path: '/bells/{bell}' },
    ];
    expect(rowsOf([version('bells', '1.0.0', others)], OPERATIONS, 'bells')).toEqual([]);
  });

  it('know the paths of an SDK that has the base URL in them', () => {
    const based = [version('bells', '1.0.0', [{ ...RING, path: '/v1/towers/{id}/bells' }])];
    expect(rowsOf(based, OPERATIONS, 'bells').map(({ template }) => template)).toEqual(['/towers/{tower}/bells']);
    const other = [version('bells', '1.0.0', [{ ...RING, path: '/v2/towers/{id}/bells' }])];
    expect(rowsOf(other, OPERATIONS, 'bells')).toEqual([]);
  });

  it('say no versions of a method that only an earlier package has', () => {
    const versions = [version('old-bells', '4.0.0', [RING, LIST]), version('bells', '5.0.0', [LIST])];
    expect(rowsOf(versions, OPERATIONS, 'bells')).toEqual([
      { member: 'bells.list', method: 'GET', template: '/bells', versions: '5.0.0 - 5.0.0' },
      { member: 'bells.ring', method: 'POST', template: '/towers/{tower}/bells' },
    ]);
  });

  it('leave out a method of an earlier package that requests something else since', () => {
    const moved = { ...RING, path: '/v2/towers/{tower}/bells' };
    const versions = [version('old-bells', '4.0.0', [RING]), version('bells', '5.0.0', [moved])];
    expect(rowsOf(versions, OPERATIONS, 'bells')).toEqual([]);
  });
});
