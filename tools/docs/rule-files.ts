import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { CONFIG_KEYS, SETTINGS } from '../../src/config/setting-table.js';
import type { SettingRow } from '../../src/config/setting-row.js';
import { SENTENCES } from '../../src/engine/judge/sentence.js';
import { FIX_TITLES } from '../../src/core/lib/apply-edits.js';
import { CONFIDENCES } from '../../src/core/model/evidence.js';
import { messageIdOf, ruleRow, RULES } from '../../src/core/model/rules.js';
import type { RuleName } from '../../src/core/model/rules.js';
import { rulePage } from '../../src/report/rule-url.js';
import { code, table } from './markdown.js';

const RULES_FOLDER = 'src/hosts/eslint/rules';
const REPORT_SCHEMA = 'rules/report.schema.json';

/** Options of every rule: the JSON Schema of each, and words for the page of a rule. */
const OPTIONS = {
  minConfidence: {
    schema: { enum: CONFIDENCES },
    typeWords: CONFIDENCES.map((confidence) => code(`'${confidence}'`)).join(', '),
    description: 'Lowest confidence to report. Default: `settings.sunset.minConfidence`, else `probable`.',
  },
  ignore: {
    schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    typeWords: 'list of texts',
    description: 'Ids of deprecations to ignore, in addition to `settings.sunset.ignore`.',
  },
};

/** Replaces the text between the markers of a page. */
export type ReplaceBetween = (page: string, name: string, part: string, text: string) => string;

/**
 * Files generated from the table of rules, by path below the root: ESLint modules, pages, and the rule names in the
 * schema of reports. eslint-doc-generator writes the headers of the pages.
 */
export async function ruleFiles(root: string, replaceBetween: ReplaceBetween): Promise<ReadonlyMap<string, string>> {
  const style = await resolveConfig(`${root}/${RULES_FOLDER}/index.ts`);
  const formatCode = (text: string): Promise<string> => format(text, { ...style, parser: 'typescript' });
  const files = new Map<string, string>();
  for (const name of RULES) {
    files.set(`${RULES_FOLDER}/${name}.ts`, await formatCode(moduleOf(name)));
    const page = rulePage(name);
    const text = replaceBetween(readPage(root, page), page, 'rule', pageSections(name));
    files.set(
      page,
      text.includes('generated: settings') ? replaceBetween(text, page, 'settings', settingsTable(root)) : text,
    );
  }
  files.set(`${RULES_FOLDER}/index.ts`, await formatCode(indexModule()));
  const schema = readPage(root, REPORT_SCHEMA);
  const names = RULES.map((name) => `            "${name}"`).join(',\n');
  files.set(REPORT_SCHEMA, schema.replace(/("rule": \{\s*"enum": \[\n)[^\]]*?(\n\s*\])/, `$1${names}$2`));
  return files;
}

function readPage(root: string, file: string): string {
  return readFileSync(`${root}/${file}`, 'utf8').replaceAll('\r\n', '\n');
}

/** Messages of a rule by id, in the order of its page. */
function messagesOf(name: RuleName): readonly (readonly [id: string, text: string])[] {
  const { sentences, subject, fixes, reportsExceptions } = ruleRow(name);
  return [
    ...sentences.flatMap((form) =>
      CONFIDENCES.toReversed().map((confidence) => {
        const sentence = SENTENCES[form][confidence].replace('{{subject}}', `{{${subject ?? ''}}}`);
        return [messageIdOf(name, form, confidence), `${sentence}{{note}} [{{id}}]{{url}}`] as const;
      }),
    ),
    ...fixes.map((fix) => [fix, FIX_TITLES[fix]] as const),
    ...(reportsExceptions === true ? [['directive', 'This exception is not understood: {{problem}}.'] as const] : []),
    ['unfinished', 'Stopped to keep the editor responsive: {{what}}. Run `npx sunset-lint scan {{file}}`.'],
  ];
}

/** Module of a rule for ESLint and its tools, with all metadata in one place. */
function moduleOf(name: RuleName): string {
  const { description, fixes } = ruleRow(name);
  const properties = Object.entries(OPTIONS).map(([option, { schema, description: about }]) => [
    option,
    { ...schema, description: about },
  ]);
  const schema = {
    type: 'object',
    description: 'Options that override those of `settings.sunset`.',
    properties: Object.fromEntries(properties) as object,
    additionalProperties: false,
  };
  return `// Written by npm run generate from the table of src/core/model/rules.ts.
import type { Rule } from 'eslint';
import type { SunsetRule } from '../plugin-types.js';
import { pageOf, reportFindings } from '../report-findings.js';

const rule: SunsetRule = {
  meta: {
    type: 'problem',
    docs: { description: ${stringLiteral(description)}, recommended: true, url: pageOf('${name}') },
    ${fixes.length === 0 ? '' : 'hasSuggestions: true,'}
    schema: [${JSON.stringify(schema)}],
    defaultOptions: [{}],
    messages: {${messagesOf(name)
      .map(([id, text]) => `${id}: ${stringLiteral(text)}`)
      .join(',')}},
    languages: ['*'],
  },
  create(context: Rule.RuleContext) {
    return reportFindings(context, '${name}');
  },
};

export default rule;
`;
}

function indexModule(): string {
  const names = RULES.map((name) => [name, name.replace(/-(\w)/g, (_whole, letter: string) => letter.toUpperCase())]);
  return `// Written by npm run generate from the table of src/core/model/rules.ts.
${names.map(([name = '', identifier = '']) => `import ${identifier} from './${name}.js';`).join('\n')}

/** All rules of the plugin. */
export const rules = {
${names.map(([name = '', identifier = '']) => `  '${name}': ${identifier},`).join('\n')}
};
`;
}

/** Formats a text as a string literal. */
function stringLiteral(text: string): string {
  return JSON.stringify(text);
}

/** Sections of the page of a rule on its options and messages. */
function pageSections(name: RuleName): string {
  const options = Object.entries(OPTIONS).map(([option, { typeWords, description }]) => [
    code(option),
    typeWords,
    description,
  ]);
  const messages = messagesOf(name).map(([id, text]) => [code(id), code(text)]);
  return `## Options

One object, which overrides [the settings](no-deprecated-endpoint.md#settings):

${table(['Option', 'Type', 'Meaning'], options)}

## Messages

${table(['Id', 'Text'], messages)}

\`note\` and \`url\` are empty if absent.`;
}

/** Keys of `settings.sunset`: those shared with the command line, and those of ESLint only. */
function settingsTable(root: string): string {
  const sharedRows = CONFIG_KEYS.flatMap((key) => {
    const row: SettingRow = SETTINGS[key];
    return row.eslint === true ? [[code(key), withLinksFromRulePage(row.about)]] : [];
  });
  const { properties } = JSON.parse(readPage(root, 'rules/eslint-settings.schema.json')) as {
    readonly properties: Readonly<Record<string, { readonly description?: string }>>;
  };
  const eslintRows = Object.entries(properties).flatMap(([key, { description }]) =>
    description === undefined ? [] : [[code(key), cellText(description)]],
  );
  return table(['Setting', 'Meaning'], [...sharedRows, ...eslintRows]);
}

/** Sentence in the form of a table cell. */
function cellText(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/[.]$/, '')}`;
}

/** Text of `docs/configuration.md`, with links relative to the page of a rule. */
function withLinksFromRulePage(text: string): string {
  return text.replaceAll('](#', '](../configuration.md#').replaceAll(/\]\((?=[\w-]+\.md)/g, '](../');
}
