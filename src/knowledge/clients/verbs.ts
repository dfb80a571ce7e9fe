import type { RequestRow } from '../../core/model/client-model.js';
import type { HttpMethod } from '../../core/model/endpoint.js';

/** Members of clients that are named after methods, with the method of each. */
export const VERBS: readonly (readonly [string, HttpMethod])[] = [
  ['get', 'GET'],
  ['head', 'HEAD'],
  ['post', 'POST'],
  ['put', 'PUT'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
  ['del', 'DELETE'],
  ['options', 'OPTIONS'],
];

const WITHOUT_BODY = new Set(['get', 'head', 'delete', 'del', 'options']);

/** One row for each verb: `client.get(url, options)`, `client.post(url, body, options)`. */
export function verbRows(shape: 'url-options' | 'url-body-options', prefix = ''): readonly RequestRow[] {
  return VERBS.map(([verb, method]): RequestRow => {
    const member = `${prefix}${verb}`;
    if (shape === 'url-options' || WITHOUT_BODY.has(verb)) return { member, method, url: 0, options: [1] };
    return { member, method, url: 0, body: 1, options: [2] };
  });
}

/** Members that configure a client for all its requests. */
export const CLIENT_SETUP_MEMBERS: ReadonlySet<string> = new Set([
  'interceptors',
  'defaults',
  'hooks',
  'ajaxSetup',
  'ajaxPrefilter',
  'ajaxSend',
  'use',
  'intercept',
]);
