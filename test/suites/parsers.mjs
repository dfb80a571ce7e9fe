import { parse as parseTypeScriptEslint } from '@typescript-eslint/parser';
import { parse as parseEspree } from 'espree';

/** The parsers of ESLint hosts that the ESTree lowering is compared with. */
export const parsers = [
  {
    name: '@typescript-eslint/parser',
    accepts: () => true,
    parse: (text, file, goal) =>
      parseTypeScriptEslint(text, {
        range: true,
        sourceType: goal,
        filePath: file,
        ecmaFeatures: { jsx: !/\.[mc]?ts$/i.test(file) },
      }),
  },
  {
    name: 'espree',
    accepts: (file) => /\.[mc]?jsx?$/i.test(file),
    parse: (text, file, goal) =>
      parseEspree(text, {
        ecmaVersion: 'latest',
        range: true,
        sourceType: goal,
        ecmaFeatures: { jsx: true, globalReturn: goal === 'commonjs' },
      }),
  },
];

/** Kinds of source that a file may be, the likelier first: a file that is no module can still be a script. */
export function goalsOf(file) {
  return /\.c[jt]sx?$/i.test(file) ? ['commonjs'] : ['module', 'commonjs'];
}
