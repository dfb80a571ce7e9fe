import { camelCase } from './names.mjs';

/** Sections that the pages of all rules have alike. */
function shared(page) {
  return page.slice(page.indexOf('## Options'), page.indexOf('## Limits'));
}

/** A rule with a check, for mistakes in requests that no catalogue lists. */
export const rule = {
  about: 'a rule with its check: no-plain-http',
  names: /^(?:no|valid|prefer|require)-[a-z0-9-]+$/,
  plan(name, read) {
    const file = name.replace(/^[a-z]+-/, '');
    const ident = camelCase(file);
    return {
      files: {
        [`src/engine/checks/${file}.ts`]: `import type { Finding } from '../../model/finding.js';
import type { CallSite } from '../judge/site-view.js';
import type { Check } from './check.js';

/** … */
export const ${ident}: Check = {
  rule: '${name}',
  begin: () => ({ ofSite }),
};

/** What is wrong with a request; \`finding\` of \`judge/finding.ts\` makes a finding of it. */
function ofSite(_site: CallSite): readonly Finding[] {
  return [];
}
`,
        [`fixtures/rules/${file}/${file}.js`]: `const API = 'https://api.cloudflare.com/client/v4';

export const run = (zone) => fetch(\`\${API}/zones/\${zone}/load_balancers\`);
`,
        [`docs/rules/${name}.md`]: `# sunset/${name}

> Disallow ….

In \`recommended\` (probable or better) and \`strict\` (all findings). Some findings come with a suggestion.

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

${shared(read('docs/rules/no-deprecated-transport.md'))}## Limits

…

## Further reading

\`sunset-lint catalogue\` lists all deprecations; \`sunset-lint explain <id>\` explains one.
`,
      },
      lines: [
        { file: 'src/model/finding.ts', before: '] as const;', text: `  '${name}',\n` },
        {
          file: 'src/model/topic.ts',
          before: '];\n',
          text: `  { id: '${file}', rule: '${name}', feature: '…' },\n`,
        },
        {
          file: 'src/eslint/rule-table.ts',
          before: '};\n\n/** What all rules have in common. */',
          text: `  '${name}': {\n    description: 'Disallow …',\n  },\n`,
        },
        {
          file: 'src/engine/all-checks.ts',
          before: 'import { bulkEndpoints }',
          text: `import { ${ident} } from './checks/${file}.js';\n`,
        },
        { file: 'src/engine/all-checks.ts', before: '  describedEndpoints,\n];', text: `  ${ident},\n` },
        {
          file: 'rules/report.schema.json',
          before: '            "valid-waf-migration"\n',
          text: `            "${name}",\n`,
        },
        {
          file: 'docs/README.md',
          before: '\n## Reference',
          text: `| [\`${name}\`](rules/${name}.md) | … |\n`,
        },
      ],
      left: [
        `src/engine/checks/${file}.ts: what is wrong, and the finding; src/model/topic.ts: what it is about, where no catalogue lists it.`,
        `docs/rules/${name}.md: the page, whose first line src/eslint/rule-table.ts says as well.`,
        `fixtures/rules/${file}: what is found, with \`// expect: ${file} METHOD\`, and the near miss; tools/docs/what-it-sees.ts: a title for fixtures/rules.`,
        'src/select/mentions.ts, where files without a word of a catalogue are worth reading for it.',
        'npm run generate && npx prettier --write src docs fixtures && npx vitest run test/eslint/docs.test.ts test/fixtures.test.ts test/docs test/docs.test.ts test/report/json.test.ts',
      ],
    };
  },
};
