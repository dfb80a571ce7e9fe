import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { project } from './init-support.js';
import { cli } from './support.js';

const HERE = fileURLToPath(new URL('../..', import.meta.url));
const LINT = ['init', '--yes', '--only', 'lint'];

const COMPONENT = `<script setup>
import { cf } from './client.js';
cf('/zones/1/pagerules');
fetch('https://api.cloudflare.com/client/v4/zones/1/rate_limits');
cf('/zones/1/dns_records');
</script>
`;

/** Makes a project with a component, and an ESLint configuration with these settings. */
function withComponent(settings: string): string {
  const root = project(
    {
      'package.json': '{ "devDependencies": { "eslint": "^10.0.0", "sunset-lint": "*" } }\n',
      'eslint.config.mjs': `import parser from 'vue-eslint-parser';

export default [
  { files: ['**/*.vue'], languageOptions: { parser } },
  { settings: ${settings} },
];
`,
      'src/client.js': "export const cf = (path) => fetch('https://api.cloudflare.com/client/v4' + path);\n",
      'src/ZoneRules.vue': COMPONENT,
    },
    'eslint-10',
  );
  symlinkSync(join(HERE, 'node_modules/vue-eslint-parser'), join(root, 'node_modules/vue-eslint-parser'));
  return root;
}

it('reports that the linter finds in a component what the scan finds', async () => {
  const { out } = await cli(withComponent('{}'), LINT);
  expect(out).toContain('ESLint reports the 2 lines of src/ZoneRules.vue that the scan reports.');
  expect(out).not.toContain('misses');
});

it('lists lines that the linter misses, with advice', async () => {
  const { out } = await cli(withComponent('{ sunset: { followImports: false } }'), LINT);
  expect(out).toContain('ESLint misses line 3 of src/ZoneRules.vue, which the scan reports.');
  expect(out).toContain("run 'npx sunset-lint scan' in CI as well");
});
