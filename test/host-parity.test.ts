import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as typescriptParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { createAnalyser } from '../src/engine/analyse.js';
import { withLivingReplacement } from '../src/engine/judge/instead.js';
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
  /** A file that imports it passes a record, which is known to the scanner alone. */
  'caller not known': ['fields/reads-in-functions/lib/line.ts'],
  /** A file that imports it checks the zone, which is known to the scanner alone. */
  'importer not known': ['waf-migration/across-files/lib/finish.ts'],
  /** ESLint does not share its parser for components, so it is less certain. */
  'component not followed': ['components/vue/src/main.ts'],
  'not parsed': ['robustness/syntax-errors/broken.ts'],
};

describe('the scanner and ESLint', () => {
  for (const project of projects()) {
    it(`find the same in ${project}`, () => {
      const root = join(FIXTURES, project);
      const catalogue = catalogueOf(project);
      const files = sourcesUnder(root);
      const store = new SourceStore(root, new TextReader());
      const whole = createModuleReader({ store, files, catalogue });
      const ahead = importsOnly(whole);
      for (const file of files) {
        const text = expectDefined(store.text(file), `no text of ${file}`);
        const linted = viaEslint({ root, file, text, apis: apisOf(project) });
        if (linted === undefined) {
          expect(EXCEPTIONS['not parsed']).toContain(`${project}/${file}`);
          continue;
        }
        expect({ file, findings: linted }).toEqual({ file, findings: viaEngine({ file, text, catalogue }, ahead) });
        const scanned = viaEngine({ file, text, catalogue }, whole);
        const differs = linted.join('\n') !== scanned.join('\n');
        const name = `${project}/${file}`;
        const more = EXCEPTIONS['importer not known'].includes(name);
        const fewer = EXCEPTIONS['caller not known'].includes(name);
        const lessSure = EXCEPTIONS['component not followed'].includes(name);
        expect({ file, differs }).toEqual({ file, differs: more || fewer || lessSure });
        if (lessSure) expect(linted.map(placeOf)).toEqual(scanned.map(placeOf));
        else if (differs)
          expect(more ? linted : scanned).toEqual(expect.arrayContaining([...(more ? scanned : linted)]));
      }
    });
  }
});

/** Place and rule of a finding. */
function placeOf(finding: string): string {
  return finding.split(' ', 2).join(' ');
}

/** Answers queries about imports as the scanner does, and none about importers. */
function importsOnly(modules: ModuleReader): ModuleReader {
  return {
    ...modules,
    facts: (file) => (/\.[cm]?[jt]sx?$/.test(file) ? modules.facts(file) : undefined),
    importers: () => [],
  };
}

interface Judged {
  readonly file: string;
  readonly text: string;
  readonly catalogue: Catalogue;
}

function viaEngine({ file, text, catalogue }: Judged, modules: ModuleReader): readonly string[] {
  return createAnalyser({ catalogue, modules, resources: 'report' })(file)
    .findings.map((finding) => {
      const deprecation = catalogue.deprecations.find(({ id }) => id === finding.deprecation);
      const followed = deprecation && withLivingReplacement(deprecation, catalogue, AS_OF);
      const message = oneLine(describeFinding(finding, followed, AS_OF));
      const [start, end] = finding.at.span;
      const page = followed?.url === undefined ? '' : ` ${followed.url}`;
      const where = `${position(text, start)}-${position(text, end)}`;
      return `${where} ${finding.rule} ${finding.confidence} ${message} [${finding.deprecation}]${page}`;
    })
    .sort();
}

function position(source: string, offset: number): string {
  const before = source.slice(0, offset).split(/\r\n|[\r\n\u2028\u2029]/);
  return `${String(before.length)}:${String((before.at(-1)?.length ?? 0) + 1)}`;
}

interface Linted {
  readonly root: string;
  readonly file: string;
  readonly text: string;
  readonly apis: readonly string[];
}

function viaEslint({ root, file, text, apis }: Linted): readonly string[] | undefined {
  const linter = new Linter({ cwd: root, configType: 'flat' });
  const own = join(root, 'catalogue.json');
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
          ...(existsSync(own) ? { catalogues: [own] } : {}),
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
