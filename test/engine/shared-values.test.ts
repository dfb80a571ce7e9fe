import { describe, expect, it } from 'vitest';
import { createAnalyser } from '../../src/engine/analyse.js';
import { createEvaluator } from '../../src/engine/evaluate/create-evaluator.js';
import { createProgram } from '../../src/engine/evaluate/program.js';
import { catalogueOf, readerOf } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{id}/bells']] });

/** Counts the steps that evaluating the first import of each file takes, one file after the other. */
function stepsOf(files: Readonly<Record<string, string>>, order: readonly string[]): readonly number[] {
  const program = createProgram(readerOf(files));
  const evaluator = createEvaluator(program);
  return order.map((file) => {
    program.begin();
    const full = program.budget;
    const context = program.context(file);
    const imported = context?.facts.bindings[0]?.value;
    if (context !== undefined && imported !== undefined) evaluator.value(context, imported, undefined);
    return full - program.budget;
  });
}

describe('an exported value that several files import', () => {
  const importing = "import { url } from './url';\nfetch(url);\n";

  it('is evaluated once', () => {
    const url = "const pieces = ['https://api.clock.test', 'rest', 'v2'];\nexport const url = pieces.join('/');\n";
    const [first = 0, second = 0] = stepsOf({ 'url.ts': url, 'a.ts': importing, 'b.ts': importing }, ['a.ts', 'b.ts']);
    expect(first).toBeGreaterThan(second);
    expect(second).toBe(1);
  });

  it('is evaluated anew if it refers to itself', () => {
    const url = "export const url = other + '/bells';\nconst other = url + '/towers';\n";
    const [first, second] = stepsOf({ 'url.ts': url, 'a.ts': importing, 'b.ts': importing }, ['a.ts', 'b.ts']);
    expect(second).toBe(first);
  });
});

describe('an argument of a function that only logs', () => {
  const files = {
    'towers.ts': "export const bells = () => fetch('https://api.clock.test/rest/v2/towers/1/bells');\n",
    'told.ts': "export const label = 'bells';\n",
    'a.ts': "import { bells } from './towers';\nimport { label } from './told';\nconsole.log(label);\nbells();\n",
    'b.ts': "import { bells } from './towers';\nimport { label } from './told';\nring(label);\nbells();\n",
  };
  const filesReadFor = (file: string): ReadonlySet<string> => {
    const modules = readerOf(files);
    const read = new Set<string>();
    const facts: typeof modules.facts = (asked) => {
      read.add(asked);
      return modules.facts(asked);
    };
    createAnalyser({ catalogue: CATALOGUE, modules: { ...modules, facts } })(file);
    return read;
  };

  it('is not followed into its file', () => {
    expect(filesReadFor('a.ts')).toEqual(new Set(['a.ts', 'towers.ts']));
  });

  it('is followed into its file if the function may send it', () => {
    expect(filesReadFor('b.ts')).toContain('told.ts');
  });
});
