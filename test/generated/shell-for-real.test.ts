import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFinder } from '../../src/engine/finder.js';
import type { Site } from '../../src/engine/requests/calling/site.js';
import { shellParser } from '../../src/languages/shell/parse.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import type { ModuleReader } from '../../src/core/model/module-reader.js';
import { catalogueOf } from '../engine/support.js';
import { SHELL_PROGRAM } from './shell-programs.js';
import type { ShellProgram } from './shell-programs.js';
import { runShell } from './shell-runs.js';
import type { ShellRecord } from './shell-runs.js';
import { IS_LONG, share } from '../share.js';

const RUNS = share(30);
const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{tower_id}/bells']] });

/**
 * Runs in which each decision goes both ways. What no script sets comes from outside, as a text of one letter at
 * least: the evaluator takes what it does not know for no empty text.
 */
const FLAGS = [
  { F0: '0', F1: '0', F2: '0', C: 'given' },
  { F0: '1', F1: '1', F2: '1', C: 'given' },
  { F0: '0', F1: '1', F2: '0', C: 'g/h' },
  { F0: '1', F1: '0', F2: '0', C: 'given/' },
] as const;

/** Derived requests of each numbered statement. */
function sitesByNumber({ script, library }: ShellProgram): ReadonlyMap<number, readonly Site[]> {
  const texts: Readonly<Record<string, string>> = { 'script.sh': script, 'library.sh': library };
  const modules: ModuleReader = {
    resolve: (_from, specifier) => ({ kind: 'file', file: specifier.replace('./', '') }),
    facts: (file) => shellParser.parse(file, texts[file] ?? '').facts,
    mentionsApi: () => [],
    importers: (file) => (file === 'library.sh' ? ['script.sh'] : []),
  };
  // Follows each call of a function, whatever it requests.
  const finder = createFinder({ catalogue: CATALOGUE, modules, language: 'shell' }, () => true);
  const context = expectDefined(finder.evaluator.program.context('script.sh'), 'the script was lowered');
  finder.evaluator.program.begin();
  const found = new Map<number, Site[]>();
  for (const [index, call] of context.facts.calls.entries()) {
    if (call.within !== undefined) continue;
    const [, id] = [...script.slice(0, call.at[0]).matchAll(/\bAT=(\d+)\n/g)].at(-1) ?? [];
    if (id === undefined) continue;
    found.set(Number(id), [...(found.get(Number(id)) ?? []), ...finder.sitesOf(context, index, undefined)]);
  }
  return found;
}

function allows({ urls, method }: Site, record: ShellRecord): boolean {
  if (!method.unknown && !method.known.some((known) => known === record.method)) return false;
  return urls.some((parts) => {
    const source = parts.map((part) => (part.kind === 'text' ? escaped(part.text) : '[^]*')).join('');
    return new RegExp(`^${source}$`).test(record.url);
  });
}

function isExact({ urls, method }: Site): boolean {
  return !method.unknown && urls.every((parts) => parts.every(({ kind }) => kind === 'text'));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Checks scripts of a seed; gives the number of requests sent, and of those derived exactly. */
function checkScripts(seed: number): { records: number; exact: number } {
  const folder = mkdtempSync(join(tmpdir(), 'shell-for-real-'));
  let records = 0;
  let exact = 0;
  try {
    fc.assert(
      fc.property(SHELL_PROGRAM, (program) => {
        const said = sitesByNumber(program);
        const sent = FLAGS.flatMap((flags) => runShell(program, folder, flags));
        const wrong = sent.filter((record) => said.get(record.id)?.some((site) => allows(site, record)) !== true);
        records += sent.length;
        exact += sent.filter(({ id }) => said.get(id)?.every(isExact) === true).length;
        expect({ wrong, script: wrong.length === 0 ? '' : program.script }).toEqual({ wrong: [], script: '' });
      }),
      { numRuns: RUNS, seed },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { records, exact };
}

describe('the requests derived for a shell script', () => {
  it('cover the requests of its run, half of them exactly, for a fixed set of scripts', () => {
    const { records, exact } = checkScripts(20261126);
    // An evaluator that knows nothing would contradict nothing.
    expect(records).toBeGreaterThan(RUNS);
    // The exact share varies by half between small sets of scripts, so only the fixed set is checked for it.
    if (IS_LONG) expect(exact / records).toBeGreaterThan(0.45);
  }, 7_200_000);

  it('cover the requests of its run, for a new set of scripts each time', () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    expect(checkScripts(seed).records, `seed ${String(seed)}`).toBeGreaterThan(RUNS);
  }, 7_200_000);
});
