import { jsonRecord } from '../../core/lib/json.js';
import { addToJson, addToYamlField } from './edit-texts.js';
import { installAliasCommand, isInstalled, recordOf } from './project.js';
import type { Json, Project } from './project.js';
import { manualStep, doneStep, newFileStep, readFolderFile } from './step.js';
import type { InitStep } from './step.js';

/** Package name under which an `.eslintrc` loads the plugin. */
const PLUGIN = 'eslint-plugin-sunset';
const PRESET = 'plugin:sunset/legacy-recommended';
const MANUAL_PRESET = `"extends": [..., "${PRESET}"]\n`;

/**
 * Plans our rules for an `.eslintrc` of any format, or for `eslintConfig` of package.json. `major`: the version of
 * ESLint, if known.
 */
export function eslintrcSteps(project: Project, file: string, major: number | undefined): readonly InitStep[] {
  const text = readFolderFile(project.folder, file) ?? '';
  if (text.includes('plugin:sunset/')) return [doneStep('lint', `${file} already names sunset-lint`)];
  if (major === undefined) return [manualStep('lint', `${file} was found, but no ESLint that reads it`, MANUAL_PRESET)];
  const scripts = JSON.stringify(recordOf(project.manifest, 'scripts') ?? {});
  if (major > 9 || (major === 9 && !scripts.includes('ESLINT_USE_FLAT_CONFIG=false')))
    return [
      manualStep(
        'lint',
        `ESLint ${String(major)} does not read ${file}: migrate it to a flat configuration, then run init again`,
        `npx @eslint/migrate-config ${file}\n`,
      ),
    ];
  if (!isInstalled(project, PLUGIN))
    return [
      manualStep(
        'lint',
        `${file} looks for the rules in the package ${PLUGIN}: install sunset-lint under that name, then run init again`,
        `${installAliasCommand(project, PLUGIN)}\n`,
      ),
    ];
  const add = presetAdditionTo(file);
  if (add?.(text) === undefined)
    return [manualStep('lint', `${file} cannot be edited safely: add the rules yourself`, MANUAL_PRESET)];
  return [
    {
      kind: 'write',
      area: 'lint',
      file,
      edit: (before) => add(before) ?? before,
      about: 'sunset-lint rules for ESLint',
      linterToTry: 'eslint',
    },
  ];
}

/** Returns the edit that adds the preset to a file; undefined for a script. */
function presetAdditionTo(file: string): ((text: string) => string | undefined) | undefined {
  if (/\.c?js$/.test(file)) return undefined;
  const toYaml = (text: string): string | undefined => addToYamlField(text, 'extends', PRESET);
  if (/\.ya?ml$/.test(file)) return toYaml;
  const path = file === 'package.json' ? ['eslintConfig'] : [];
  const toJson = (text: string): string | undefined => {
    const content = jsonRecord(text, 'with-comments');
    if (content === undefined) return undefined;
    return addPreset(text, path, path.length === 0 ? content : recordOf(content, 'eslintConfig'));
  };
  return file === '.eslintrc' ? (text) => toJson(text) ?? toYaml(text) : toJson;
}

function addPreset(text: string, path: readonly string[], config: Json | undefined): string | undefined {
  const existingPresets = config?.['extends'];
  const at = [...path, 'extends'];
  if (Array.isArray(existingPresets)) return addToJson(text, [{ at: [...at, -1], value: PRESET }]);
  return addToJson(text, [{ at, value: existingPresets === undefined ? [PRESET] : [existingPresets, PRESET] }]);
}

/** Language whose files ESLint can parse only with another parser. */
interface ParserRow {
  readonly namePattern: RegExp;
  readonly glob: string;
  /** Packages that parse the language; `parser` is the expression for the imported parser. */
  readonly parsers: readonly { readonly name: string; readonly importName: string; readonly parser: string }[];
  /** Package to install if none of the parsers is installed. */
  readonly packageToInstall: string;
}

const TYPESCRIPT: ParserRow = {
  namePattern: /\.[cm]?tsx?$/,
  glob: '**/*.{ts,tsx,mts,cts}',
  parsers: [
    { name: 'typescript-eslint', importName: 'tseslint', parser: 'tseslint.parser' },
    { name: '@typescript-eslint/parser', importName: 'tsParser', parser: 'tsParser' },
  ],
  packageToInstall: 'typescript-eslint',
};
const COMPONENTS: readonly ParserRow[] = ['vue', 'svelte', 'astro'].map((name) => ({
  namePattern: new RegExp(`\\.${name}$`),
  glob: `**/*.${name}`,
  parsers: [{ name: `${name}-eslint-parser`, importName: `${name}Parser`, parser: `${name}Parser` }],
  packageToInstall: `${name}-eslint-parser`,
}));

/** Plans a flat configuration with only our rules, for all languages of the project. */
export function newFlatConfigSteps(project: Project): readonly InitStep[] {
  const hasFile = (namePattern: RegExp): boolean => project.files.some((file) => namePattern.test(file));
  const parserOf = (kind: ParserRow): ParserRow['parsers'][number] | undefined =>
    kind.parsers.find(({ name }) => isInstalled(project, name));
  const presentKinds = [TYPESCRIPT, ...COMPONENTS].filter(({ namePattern }) => hasFile(namePattern));
  const kindsWithoutParser = presentKinds.filter((kind) => parserOf(kind) === undefined);
  if (kindsWithoutParser.length > 0)
    return [
      manualStep(
        'lint',
        'ESLint has no configuration here and needs parsers to read all files of the project: install them, then run init again',
        `${project.manager.add} ${kindsWithoutParser.map(({ packageToInstall }) => packageToInstall).join(' ')}\n`,
      ),
    ];
  const typescriptParser = presentKinds.includes(TYPESCRIPT) ? parserOf(TYPESCRIPT) : undefined;
  const parsers = presentKinds.flatMap((kind) => parserOf(kind) ?? []);
  const blocks = presentKinds.map((kind) => {
    const parser = parserOf(kind)?.parser ?? '';
    const options =
      kind !== TYPESCRIPT && typescriptParser !== undefined
        ? `, parserOptions: { parser: ${typescriptParser.parser} }`
        : '';
    return `  { files: ['${kind.glob}'], languageOptions: { parser: ${parser}${options} } },\n`;
  });
  const jsxBlock = hasFile(/\.[cm]?jsx?$/)
    ? "  { files: ['**/*.{js,jsx,mjs,cjs}'], languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } },\n"
    : '';
  const imports = [...parsers, { name: 'sunset-lint', importName: 'sunset' }]
    .map(({ name, importName }) => `import ${importName} from '${name}';\n`)
    .join('');
  const text = `${imports}\nexport default [\n${jsxBlock}${blocks.join('')}  sunset.configs.recommended,\n];\n`;
  return [
    { ...newFileStep('lint', 'eslint.config.mjs', text, 'ESLint with the sunset-lint rules'), linterToTry: 'eslint' },
  ];
}
