import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as typescriptParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { createAnalyser } from '../src/engine/analyse.js';
import { withLivingReplacement } from '../src/engine/judge/replacement-text.js';
import { describeFinding, oneLine } from '../src/engine/judge/messages.js';
import plugin from '../src/index.js';
import { expectDefined } from '../src/core/lib/collections.js';
import type { Catalogue } from '../src/core/model/deprecation.js';
import type { ModuleReader } from '../src/core/model/module-reader.js';
import { createModuleReader } from '../src/scan/module-reader.js';
import { TextReader } from '../src/files/read-text.js';
import { SourceStore } from '../src/scan/source-store.js';
import { apisOf, catalogueOf } from './fixtures-support.js';

/** Fixed day for both hosts. */
const AS_OF = '2026-11-01';

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));

/** Files in which the hosts differ, by reason. */
const EXCEPTIONS = {
  /** An importer of the file passes a record; only the scanner knows the importers of a file. */
  'caller not known': ['fields/reads-in-functions/lib/line.ts'],
  /** An importer of the file checks the zone; only the scanner knows the importers of a file. */
  'importer not known': ['waf-migration/across-files/lib/finish.ts'],
  /** ESLint rules cannot use the parser of components for imported files, so their findings are less certain. */
  'component not followed': ['components/vue/src/main.ts'],
  'not parsed': ['robustness/syntax-errors/broken.ts'],
};

describe('the scanner and ESLint', () => {
  for (const project of projects()) {
    it(`find the same problems in ${project}`, () => {
      const root = join(FIXTURES, project);
      const catalogue = catalogueOf(project);
      const files = sourcesUnder(root);
      const store = new SourceStore(root, new TextReader());
      const modules = createModuleReader({ store, files, catalogue });
      const modulesWithoutImporters = withoutImporters(modules);
      for (const file of files) {
        const text = expectDefined(store.text(file), `no text of ${file}`);
        const linted = viaEslint({ root, file, text, apis: apisOf(project) });
        if (linted === undefined) {
          expect(EXCEPTIONS['not parsed']).toContain(`${project}/${file}`);
          continue;
        }
        expect({ file, findings: linted }).toEqual({
          file,
          findings: viaEngine({ file, text, catalogue }, modulesWithoutImporters),
        });
        const scanned = viaEngine({ file, text, catalogue }, modules);
        const differs = linted.join('\n') !== scanned.join('\n');
        const name = `${project}/${file}`;
        const hasMore = EXCEPTIONS['importer not known'].includes(name);
        const hasFewer = EXCEPTIONS['caller not known'].includes(name);
        const isLessCertain = EXCEPTIONS['component not followed'].includes(name);
        expect({ file, differs }).toEqual({ file, differs: hasMore || hasFewer || isLessCertain });
        if (isLessCertain) expect(linted.map(placeOf)).toEqual(scanned.map(placeOf));
        else if (differs)
          expect(hasMore ? linted : scanned).toEqual(expect.arrayContaining([...(hasMore ? scanned : linted)]));
      }
    });
  }
});

/** Place and rule at the beginning of a formatted finding. */
function placeOf(finding: string): string {
  return finding.split(' ', 2).join(' ');
}

/** Module reader with the imports that the scanner resolves, but without importers, as in ESLint. */
function withoutImporters(modules: ModuleReader): ModuleReader {
  return {
    ...modules,
    facts: (file) => (/\.[cm]?[jt]sx?$/.test(file) ? modules.facts(file) : undefined),
    importers: () => [],
  };
}

interface EngineInput {
  readonly file: string;
  readonly text: string;
  readonly catalogue: Catalogue;
}

function viaEngine({ file, text, catalogue }: EngineInput, modules: ModuleReader): readonly string[] {
  return createAnalyser({ catalogue, modules, resources: 'report' })(file)
    .findings.map((finding) => {
      const deprecation = catalogue.deprecations.find(({ id }) => id === finding.deprecation);
      const deprecationToday = deprecation && withLivingReplacement(deprecation, catalogue, AS_OF);
      const message = oneLine(describeFinding(finding, deprecationToday, AS_OF));
      const [start, end] = finding.at.span;
      const page = deprecationToday?.url === undefined ? '' : ` ${deprecationToday.url}`;
      const range = `${position(text, start)}-${position(text, end)}`;
      return `${range} ${finding.rule} ${finding.confidence} ${message} [${finding.deprecation}]${page}`;
    })
    .sort();
}

function position(source: string, offset: number): string {
  const before = source.slice(0, offset).split(/\r\n|[\r\n\u2028\u2029]/);
  return `${String(before.length)}:${String((before.at(-1)?.length ?? 0) + 1)}`;
}

interface EslintInput {
  readonly root: string;
  readonly file: string;
  readonly text: string;
  readonly apis: readonly string[];
}

function viaEslint({ root, file, text, apis }: EslintInput): readonly string[] | undefined {
  const linter = new Linter({ cwd: root, configType: 'flat' });
  const catalogueFile = join(root, 'catalogue.json');
  const config: Linter.Config[] = [
    {
      files: ['**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts}'],
      languageOptions: { parser: typescriptParser, parserOptions: { ecmaFeatures: { jsx: true } } },
    },
    { ...plugin.configs.strict, linterOptions: { reportUnusedDisableDirectives: 'off' } },
    {
      settings: {
        sunset: {
          asOf: AS_OF,
          ...(apis.length === 0 ? {} : { apis: [...apis] }),
          ...(existsSync(catalogueFile) ? { catalogues: [catalogueFile] } : {}),
        },
      },
    },
  ];
  const messages = linter.verify(text, config, { filename: join(root, file), allowInlineConfig: false });
  if (messages.some((message) => message.fatal)) return undefined;
  return messages
    .map(({ line, column, endLine, endColumn, ruleId, messageId, message }) => {
      const range = `${String(line)}:${String(column)}-${String(endLine)}:${String(endColumn)}`;
      return `${range} ${(ruleId ?? '').replace('sunset/', '')} ${confidenceOf(messageId)} ${message}`;
    })
    .sort();
}

/** Confidence at the beginning of a message id. */
function confidenceOf(messageId = ''): string {
  return /^(?:certain|probable|possible)/.exec(messageId)?.[0] ?? messageId;
}

function projects(): readonly string[] {
  return folders(FIXTURES).flatMap((theme) => {
    const cases = folders(join(FIXTURES, theme));
    return cases.includes('src') || cases.length === 0 ? [theme] : cases.map((name) => `${theme}/${name}`);
  });
}

function folders(path: string): readonly string[] {
  return readdirSync(path, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    .sort();
}

function sourcesUnder(root: string): readonly string[] {
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name) && !/\.d\.[cm]?ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
