import { readFileSync } from 'node:fs';

/** Fixtures that the playground starts with: a client and its caller, then one for each language. */
const EXAMPLES = [
  ['TypeScript in two files', 'fixtures/wrappers/class-in-field/http.ts', 'fixtures/wrappers/class-in-field/waf.ts'],
  ['TypeScript', 'fixtures/catalogue/images-direct-upload-v1/upload.ts'],
  ['TypeScript with an SDK', 'fixtures/apis/openai/models/chat.ts'],
  ['Python', 'fixtures/apis/stripe/billing.py'],
  ['Shell', 'fixtures/shell/setup-script/setup-cdn.sh'],
  ['Terraform', 'fixtures/terraform/http-requests/main.tf'],
  ['GitHub workflow', 'fixtures/python/workflow/.github/workflows/zones.yml'],
];

/** Expectation comments of the fixtures, which the playground does not show. */
const EXPECTATION = /[ \t]*(?:\/\/|#)\s*expect(?:-next)?:.*/g;

/** Examples of the playground, each with the texts of its files. */
export function examples() {
  return EXAMPLES.map(([name, ...paths], index) => ({ id: String(index), name, files: paths.map(fileOf) }));
}

function fileOf(path) {
  return {
    name: path.replace(/^.*?([^/]*|\.github\/.*)$/, '$1'),
    text: readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').replaceAll(EXPECTATION, ''),
  };
}
