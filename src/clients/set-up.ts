/** Members that configure a client for all its requests. */
export const SET_UP: ReadonlySet<string> = new Set([
  'interceptors',
  'defaults',
  'hooks',
  'ajaxSetup',
  'ajaxPrefilter',
  'ajaxSend',
  'use',
  'intercept',
]);
