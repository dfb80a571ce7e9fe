import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { cli } from '../cli/support.js';

/** Returns all output of a scan at the lowest confidence, as JSON. */
export async function possibleReport(root: string, ...more: readonly string[]): Promise<string> {
  const { out, err } = await cli(root, [
    'scan',
    '--format',
    'json',
    '--min-confidence',
    'possible',
    '--no-baseline',
    ...more,
  ]);
  return out + err;
}

/** Rewrites a cached file and signs it again. */
export function forgeKept(path: string, rewrite: (body: string) => string): void {
  const [head = '', earlier = ''] = readFileSync(path, 'utf8').split('\n');
  const { key } = JSON.parse(head) as { key: string };
  const body = rewrite(earlier);
  const signature = createHmac('sha256', '').update(`${key}\n`).update(body).digest('hex');
  writeFileSync(path, `${JSON.stringify({ key, signature })}\n${body}`);
}
