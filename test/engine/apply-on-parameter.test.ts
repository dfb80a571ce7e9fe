import { describe, expect, it } from 'vitest';
import { catalogueOf, findings } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{tower_id}/bells']] });

const PROGRAM = `
import request from 'request';
class Client {
  tower(id) { return new Tower(id, this); }
  buildUrl(path) { return 'https://api.clock.test/rest/v2' + path; }
  get(path) { return request({ uri: this.buildUrl(path), method: 'GET' }, () => {}); }
}
class Tower {
  constructor(id, client) { this.id = id; this.client = client; }
  bells(params) {
    let ref;
    return (ref = this.client).get.apply(ref, ['/towers/' + this.id + '/PATH'].concat([].slice.call(params), [1]));
  }
}
`;

describe('a method that is called by apply on a value from the caller', () => {
  it('is resolved to the method of its class', () => {
    const found = findings({ 'a.ts': PROGRAM.replace('PATH', 'bells') }, CATALOGUE);
    expect(found.map(({ deprecation, confidence }) => `${deprecation} ${confidence}`)).toEqual(['bells certain']);
  });

  it('is not reported for other paths', () => {
    expect(findings({ 'a.ts': PROGRAM.replace('PATH', 'hands') }, CATALOGUE)).toEqual([]);
  });
});
