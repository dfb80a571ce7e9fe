import { parse as parseTypeScriptEslint } from '@typescript-eslint/parser';
import { parse as parseEspree } from 'espree';

/** Parsers of ESLint hosts for the comparison of the ESTree lowering. */
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

/** Possible kinds of source of a file, the more likely first: an invalid module can still be a script. */
export function goalsOf(file) {
  return /\.c[jt]sx?$/i.test(file) ? ['commonjs'] : ['module', 'commonjs'];
}
