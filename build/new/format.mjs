import { camelCase, pascalCase } from './names.mjs';

/** Report format. */
export const format = {
  about: 'a format of the report: tap',
  names: /^[a-z][a-z0-9-]*$/,
  plan(name) {
    const make = `format${pascalCase(name)}`;
    const key = camelCase(name) === name ? name : `'${name}'`;
    return {
      files: {
        [`src/report/${name}.ts`]: `import { breakCommands, escapeText } from '../core/lib/escape.js';
import type { Report } from './report.js';
import { openFindings } from './severity.js';
import { messageLines } from './words.js';

/** A line for each open finding. */
export function ${make}(report: Report): string {
  const lines = openFindings(report).map((finding) =>
    escapeText(\`\${finding.file}:\${finding.range.start.line}: \${messageLines(finding).join(' ')}\`),
  );
  return breakCommands(\`\${lines.join('\\n')}\\n\`);
}
`,
        [`test/report/${name}.test.ts`]: `import { describe, expect, it } from 'vitest';
import { ${make} } from '../../src/report/${name}.js';
import { report } from './support.js';

describe('${name}', () => {
  it('has a line for each finding, with its place', () => {
    expect(${make}(report())).toMatch(/^src\\/.+:\\d+: .+\\n$/m);
  });
});
`,
      },
      lines: [
        {
          file: 'src/report/formats.ts',
          before: '} as const satisfies Readonly<Record<string, FormatEntry>>;',
          text: `  ${key}: {\n    about: 'for …',\n    load: async () => (await import('./${name}.js')).${make},\n  },\n`,
        },
        {
          file: 'docs/reports.md',
          before: '| `badge` |',
          text: `| \`${name}\` | … | left out |\n`,
        },
      ],
      left: [
        `src/report/formats.ts, docs/reports.md: for whom it is, and a section with the command.`,
        `src/report/${name}.ts: the format itself. \`escapeText\` makes words of the code harmless in plain text; a format with a syntax of its own escapes by that.`,
        `test/report/${name}.test.ts: what it must say, read by a parser of the format; test/report/hostile-words.test.ts: a reader for words that could break it.`,
        'README.md: the number of forms.',
        'npm run generate && npx prettier --write src test docs && npx vitest run test/report test/docs test/docs.test.ts',
      ],
    };
  },
};
