import { readFileSync } from 'node:fs';

/** Fixtures that the playground begins with, a language each. */
const FILES = [
  ['TypeScript', 'fixtures/catalogue/images-direct-upload-v1/upload.ts'],
  ['TypeScript with an SDK', 'fixtures/apis/openai/models/chat.ts'],
  ['Python', 'fixtures/apis/stripe/billing.py'],
  ['Shell', 'fixtures/shell/setup-script/setup-cdn.sh'],
  ['Terraform', 'fixtures/terraform/http-requests/main.tf'],
  ['GitHub workflow', 'fixtures/python/workflow/.github/workflows/zones.yml'],
];

/** What they expect is for tests, and not for people who look at them. */
const EXPECTATION = /[ \t]*(?:\/\/|#)\s*expect(?:-next)?:.*/g;

export function examples() {
  return FILES.map(([name, path], index) => ({
    ...{ id: String(index), name, file: path.replace(/^.*?([^/]*|\.github\/.*)$/, '$1') },
    text: readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').replaceAll(EXPECTATION, ''),
  }));
}
