import { readFileSync } from 'node:fs';

/** Fixtures that the playground starts with, one for each language. */
const FILES = [
  ['TypeScript', 'fixtures/catalogue/images-direct-upload-v1/upload.ts'],
  ['TypeScript with an SDK', 'fixtures/apis/openai/models/chat.ts'],
  ['Python', 'fixtures/apis/stripe/billing.py'],
  ['Shell', 'fixtures/shell/setup-script/setup-cdn.sh'],
  ['Terraform', 'fixtures/terraform/http-requests/main.tf'],
  ['GitHub workflow', 'fixtures/python/workflow/.github/workflows/zones.yml'],
];

/** Expectation comments of the fixtures, which the playground does not show. */
const EXPECTATION = /[ \t]*(?:\/\/|#)\s*expect(?:-next)?:.*/g;

export function examples() {
  return FILES.map(([name, path], index) => ({
    ...{ id: String(index), name, file: path.replace(/^.*?([^/]*|\.github\/.*)$/, '$1') },
    text: readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').replaceAll(EXPECTATION, ''),
  }));
}
