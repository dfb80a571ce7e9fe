import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import { folder } from './support.js';

describe('the method of a curl command that a program starts', () => {
  const url = 'https://api.cloudflare.com/client/v4/zones/1/pagerules';

  it.each([
    ['known without options', `'curl ${url}'`, 'GET'],
    ['known after an unknown value of an option', `'curl', ['-H', process.env.AUTH, '${url}']`, 'GET'],
    ['unknown with an unknown word in its text', `\`curl \${process.env.FLAGS} ${url}\``, 'unknown'],
    ['unknown with an unknown word in its list', `'curl', ['-s', process.argv[2], '${url}']`, 'unknown'],
  ])('is %s', async (_, args, method) => {
    const code = `import { execFile } from 'node:child_process';\nexecFile(${args});\n`;
    const { findings } = await scan({ root: folder({ 'a.mjs': code }), asOf: '2026-11-28' });
    expect(findings.map((finding) => finding.method)).toEqual([method]);
  });
});
