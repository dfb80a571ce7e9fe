import { count } from '../lib/wording.js';
import type { UnknownSdkUse } from './report.js';

/** `2 files that use the Stripe API were not understood`; undefined where there is none. */
export function usesWords(uses: readonly UnknownSdkUse[] = []): string | undefined {
  const files = new Set(uses.map(({ file }) => file)).size;
  if (files === 0) return undefined;
  const apis = [...new Set(uses.map(({ title }) => `the ${title}`))].sort();
  const names = apis.length > 2 ? `${apis.slice(0, 2).join(', ')} and others` : apis.join(' and ');
  return `${count(files, 'file')} that ${files === 1 ? 'uses' : 'use'} ${names} ${files === 1 ? 'was' : 'were'} not understood`;
}
