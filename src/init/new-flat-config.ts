import { isInstalled } from './project.js';
import type { Project } from './project.js';
import { byHand, newFile } from './step.js';
import type { InitStep } from './step.js';

/** A kind of files that ESLint cannot read by itself. */
interface Kind {
  readonly ends: RegExp;
  readonly files: string;
  /** Packages that parse the language: the import name of each, and the expression for its parser. */
  readonly parsers: readonly { readonly name: string; readonly local: string; readonly parser: string }[];
  /** Packages to install if there are none. */
  readonly install: string;
}

const TYPESCRIPT: Kind = {
  ends: /\.[cm]?tsx?$/,
  files: '**/*.{ts,tsx,mts,cts}',
  parsers: [
    { name: 'typescript-eslint', local: 'tseslint', parser: 'tseslint.parser' },
    { name: '@typescript-eslint/parser', local: 'tsParser', parser: 'tsParser' },
  ],
  install: 'typescript-eslint',
};
const COMPONENTS: readonly Kind[] = ['vue', 'svelte', 'astro'].map((name) => ({
  ends: new RegExp(`\\.${name}$`),
  files: `**/*.${name}`,
  parsers: [{ name: `${name}-eslint-parser`, local: `${name}Parser`, parser: `${name}Parser` }],
  install: `${name}-eslint-parser`,
}));

/** A flat configuration with our rules alone, which reads all files of the project. */
export function newFlatConfigSteps(project: Project): readonly InitStep[] {
  const has = (ends: RegExp): boolean => project.files.some((file) => ends.test(file));
  const parserOf = (kind: Kind): Kind['parsers'][number] | undefined =>
    kind.parsers.find(({ name }) => isInstalled(project, name));
  const present = [TYPESCRIPT, ...COMPONENTS].filter(({ ends }) => has(ends));
  const unreadable = present.filter((kind) => parserOf(kind) === undefined);
  if (unreadable.length > 0)
    return [
      byHand(
        'lint',
        'ESLint has no configuration here and needs parsers to read all files of the project: install them, then run init again',
        `${project.manager.add} ${unreadable.map(({ install }) => install).join(' ')}\n`,
      ),
    ];
  const inner = present.includes(TYPESCRIPT) ? parserOf(TYPESCRIPT) : undefined;
  const parsers = present.flatMap((kind) => parserOf(kind) ?? []);
  const blocks = present.map((kind) => {
    const parser = parserOf(kind)?.parser ?? '';
    const options = kind !== TYPESCRIPT && inner !== undefined ? `, parserOptions: { parser: ${inner.parser} }` : '';
    return `  { files: ['${kind.files}'], languageOptions: { parser: ${parser}${options} } },\n`;
  });
  const jsx = has(/\.[cm]?jsx?$/)
    ? "  { files: ['**/*.{js,jsx,mjs,cjs}'], languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } },\n"
    : '';
  const imports = [...parsers, { name: 'sunset-lint', local: 'sunset' }]
    .map(({ name, local }) => `import ${local} from '${name}';\n`)
    .join('');
  const text = `${imports}\nexport default [\n${jsx}${blocks.join('')}  sunset.configs.recommended,\n];\n`;
  return [{ ...newFile('lint', 'eslint.config.mjs', text, 'ESLint with the sunset-lint rules'), tryWith: 'eslint' }];
}
