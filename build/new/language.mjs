/** Supported language. */
export const language = {
  about: 'a language: ruby',
  names: /^[a-z][a-z0-9]*$/,
  plan(name) {
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    const upper = name.toUpperCase();
    const folder = `src/languages/${name}`;
    return {
      files: {
        [`${folder}/row.ts`]: `import type { Language } from '../language.js';
import { ${upper}_FORMS } from './forms.js';
import { ${upper}_IMPORTS } from './imports.js';

/** ${title}. */
export const ${name}: Language = {
  id: '${name}',
  name: '${title}',
  extensions: ['${name}'],
  interpreters: ['${name}'],
  holders: [],
  isTestName: () => false,
  forms: ${upper}_FORMS,
  imports: ${upper}_IMPORTS,
  resolver: () => ({
    broken: [],
    resolve: (_, specifier) => ({ kind: 'package', name: specifier }),
  }),
  packageVersion: () => undefined,
  parser: async () => (await import('./parse.js')).parser,
};
`,
        [`${folder}/forms.ts`]: `import { snakeCase, type LexicalForms } from '../language-texts.js';

/** Paths are in quotes. */
export const ${upper}_FORMS: LexicalForms = {
  opening: \`['"/}]\`,
  sdk: undefined,
  sdkImport: undefined,
  nameOf: snakeCase,
  isAside: () => false,
  also: () => [],
};
`,
        [`${folder}/imports.ts`]: `import type { ImportTexts } from '../language-texts.js';

/** Files name no others. */
export const ${upper}_IMPORTS: ImportTexts = {
  specifiersIn: () => [],
  clausesIn: () => [],
  isBare: () => true,
  importKey: (specifier) => specifier,
  fileKeys: () => [],
};
`,
        [`${folder}/parse.ts`]: `import { FactsBuilder } from '../facts/builder.js';
import type { LanguageParser } from '../language.js';

export const parser: LanguageParser = {
  parse: (file, text) => ({
    facts: new FactsBuilder(file, text.length, { language: '${name}' }).finish(),
    syntaxErrors: 0,
  }),
  comments: () => [],
};
`,
        [`fixtures/${name}/calls/calls.${name}`]: '',
      },
      lines: [
        { file: 'src/core/model/language.ts', before: '] as const;', text: `, '${name}'` },
        {
          file: 'src/core/model/language.ts',
          before: '};\n\n/** A stretch of code',
          text: `  ${name}: '${title} files',\n`,
        },
        {
          file: 'src/languages/table.ts',
          before: '\n/** All supported languages',
          text: `import { ${name} } from './${name}/row.js';\n`,
        },
        { file: 'src/languages/table.ts', before: '];\n\nexport function', text: `, ${name}` },
        {
          file: 'tools/docs/what-it-sees.ts',
          before: "  terraform: 'Terraform and OpenTofu',",
          text: `  ${name}: '${title}',\n`,
        },
        {
          file: 'docs/architecture.md',
          before: '| `languages/terraform` |',
          text: `| \`languages/${name}\` | ${title} as such a row. |\n`,
        },
        { file: 'test/rooms.ts', before: "],\n    holders: ['.'],", text: `, '${name}'` },
        { file: 'test/rooms.ts', before: "    terraform: ['.', 'terraform/hcl'],", text: `    ${name}: ['.'],\n` },
      ],
      left: [
        `${folder}/row.ts: its names of files and first lines; forms.ts, imports.ts: how its texts are written.`,
        `${folder}/parse.ts: text → facts, by a lowering that writes through src/languages/facts/builder.ts. A parser of others: src/core/lib/late-library.ts, rolldown.config.js.`,
        'rules/report.schema.json: the id, where languages are listed.',
        'src/knowledge/clients: its clients, whose origins say the language (npm run new -- client NAME makes one of JavaScript).',
        `fixtures/${name}: what is found, with the near miss.`,
        'npm run generate && npx prettier --write src test docs && npx vitest run test/boundaries.test.ts test/fixtures.test.ts test/docs.test.ts',
      ],
    };
  },
};
