// Lints the files that its parent names, and reports each one before it starts the next.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Linter } from 'eslint';
import * as parser from '@typescript-eslint/parser';
import plugin from '../../dist/bundle/index.js';
import { goalsOf } from './parsers.mjs';
import { MARK } from './appended.mjs';

const RULE = 'sunset/no-deprecated-endpoint';

process.once('message', async ({ root, files }) => {
  const linter = new Linter({ cwd: root });
  for (const file of files) {
    await new Promise((resolve) => process.send({ file, ...lint(linter, root, file) }, resolve));
  }
  process.disconnect();
});

/** Lints a file as a module, or else as a script. */
function lint(linter, root, file) {
  const text = readFileSync(join(root, file), 'utf8');
  for (const sourceType of goalsOf(file)) {
    const messages = linter.verify(text, configFor(file, sourceType), { filename: join(root, file) });
    if (messages.some(({ fatal }) => fatal === true)) continue;
    const line = text.slice(0, text.indexOf(MARK)).split(/\r\n|[\n\r\u2028\u2029]/).length;
    return {
      outcome: messages.some((message) => message.ruleId === RULE && message.line === line) ? 'found' : 'missed',
    };
  }
  return { outcome: 'refused' };
}

function configFor(file, sourceType) {
  return {
    files: ['**/*.{js,jsx,ts,tsx,mjs,cjs,mts,cts}', '**/*.{JS,TS,TSX,JSX}'],
    plugins: { sunset: plugin },
    rules: { [RULE]: 'error' },
    settings: { sunset: { minConfidence: 'possible' } },
    linterOptions: { noInlineConfig: true },
    languageOptions: {
      parser,
      sourceType,
      parserOptions: { ecmaFeatures: { jsx: !/\.[mc]?ts$/i.test(file) } },
    },
  };
}
