import { camelCase } from './names.mjs';

/** Rule with a check, for mistakes in requests that no catalogue lists. */
export const rule = {
  about: 'a rule with its check: no-plain-http',
  names: /^(?:no|valid|prefer|require)-[a-z0-9-]+$/,
  plan(name) {
    const file = name.replace(/^[a-z]+-/, '');
    const ident = camelCase(file);
    return {
      files: {
        [`src/engine/checks/${file}.ts`]: `import type { Finding } from '../../core/model/finding.js';
import type { CallSite } from '../judge/site-view.js';
import type { Check } from './check.js';

/** … */
export const ${ident}: Check = {
  rule: '${name}',
  begin: () => ({ ofSite }),
};

/** Faults of a request; \`finding\` of \`judge/finding.ts\` makes a finding of it. */
function ofSite(_site: CallSite): readonly Finding[] {
  return [];
}
`,
        [`fixtures/rules/${file}/${file}.js`]: `const API = 'https://api.cloudflare.com/client/v4';

export const run = (zone) => fetch(\`\${API}/zones/\${zone}/load_balancers\`);
`,
        [`docs/rules/${name}.md`]: `# sunset/${name}

<!-- end auto-generated rule header -->

## What it finds

- …

## Why it matters

…

## Caught

\`\`\`js caught
fetch('https://api.cloudflare.com/client/v4/zones/1'); // caught
\`\`\`

## Not caught

\`\`\`js not-caught
fetch('https://api.example.com/zones/1');
\`\`\`

<!-- begin generated: rule -->
<!-- end generated: rule -->

## Limits

…

## Further reading

\`sunset-lint catalogue\` lists all deprecations; \`sunset-lint explain <id>\` explains one.
`,
      },
      lines: [
        {
          file: 'src/core/model/rules.ts',
          before: '} as const satisfies',
          text: `  '${name}': {
    description: 'Disallow …',
    sentences: ['mistake', 'alone'],
    fixes: [],
    topic: { id: '${file}', feature: '…' },
  },
`,
        },
        {
          file: 'src/engine/all-checks.ts',
          before: 'import { bulkEndpoints }',
          text: `import { ${ident} } from './checks/${file}.js';\n`,
        },
        { file: 'src/engine/all-checks.ts', before: '  describedEndpoints,\n];', text: `  ${ident},\n` },
      ],
      left: [
        `src/core/model/rules.ts: what the rule says of itself; src/engine/checks/${file}.ts: what is wrong, and the finding.`,
        `docs/rules/${name}.md: the page, whose examples are tests.`,
        `fixtures/rules/${file}, where other hosts should find it too: \`// expect: ${file} METHOD\`, and the near miss; tools/docs/what-it-sees.ts: a title for fixtures/rules.`,
        'Its cases for RuleTester, as test/eslint/valid-waf-migration.test.ts has them.',
        'src/select/mentions.ts, where files without a word of a catalogue are worth reading for it.',
        'npm run generate, which writes src/hosts/eslint/rules, the rest of the page, the list of rules and the schema of reports; then npx vitest run test/eslint/docs.test.ts test/fixtures.test.ts test/docs test/docs.test.ts test/report/json.test.ts',
      ],
    };
  },
};
