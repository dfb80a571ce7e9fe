import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { scan } from '../../src/scan/index.js';
import type { ScanReport } from '../../src/scan/index.js';
import { listFixtures } from '../fixtures-support.js';
import type { Fixture } from '../fixtures-support.js';
import type { Rewrite } from './compilers.js';

/** Findings of some programs before and after a rewrite. */
export interface Measured {
  readonly before: number;
  readonly kept: number;
  /** `theme/case/file id METHOD`: found before, and not after. */
  readonly lost: readonly string[];
  /** Lost findings of files without more unresolved or weak results than before. */
  readonly silent: readonly string[];
  readonly unresolved: readonly [before: number, after: number];
}

/** Themes without a client that a compiler could rewrite, or that test the spelling of a text. */
const LEFT_OUT = new Set(['robustness', 'waf-plan']);

/** Fixtures to rewrite. */
export function programs(only: (name: string) => boolean = () => true): readonly Fixture[] {
  return listFixtures().filter(({ theme, name }) => !LEFT_OUT.has(theme) && only(name));
}

/** Scans the original and the rewritten programs, each as one tree, and compares findings at the default threshold. */
export async function measure(fixtures: readonly Fixture[], rewrite: Rewrite): Promise<Measured> {
  const root = mkdtempSync(join(tmpdir(), 'sunset-lint-rewrites-'));
  try {
    write(join(root, 'before'), fixtures, (file, text) => ({ file, text }));
    write(join(root, 'after'), fixtures, rewrite);
    return compared(await scanned(join(root, 'before')), await scanned(join(root, 'after')));
  } finally {
    rmSync(root, { recursive: true });
  }
}

function write(folder: string, fixtures: readonly Fixture[], rewrite: Rewrite): void {
  for (const { name, root, files } of fixtures) {
    const target = join(folder, name);
    cpSync(root, target, { recursive: true });
    for (const file of files) {
      const { file: renamed, text } = rewrite(file, readFileSync(join(root, file), 'utf8'));
      rmSync(join(target, file));
      mkdirSync(dirname(join(target, renamed)), { recursive: true });
      writeFileSync(join(target, renamed), text);
    }
  }
}

function scanned(root: string): Promise<ScanReport> {
  return scan({ root, asOf: '2026-01-01', minConfidence: 'possible' });
}

function compared(before: ScanReport, after: ScanReport): Measured {
  const left = countBy(after.findings.filter(isShown).map(keyOf));
  const wanted = before.findings.filter(isShown).map(keyOf);
  const lost = wanted.filter((key) => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
  const listed = [listedIn(before), listedIn(after)] as const;
  const spare = new Map([...listed[1]].map(([file, count]) => [file, count - (listed[0].get(file) ?? 0)]));
  const silent = lost.filter((key) => {
    const [file = ''] = key.split(' ');
    const count = spare.get(file) ?? 0;
    spare.set(file, count - 1);
    return count <= 0;
  });
  const unresolved = [before.unresolved.length, after.unresolved.length] as const;
  return { before: wanted.length, kept: wanted.length - lost.length, lost, silent, unresolved };
}

type ScanFinding = ScanReport['findings'][number];

function isShown({ confidence }: ScanFinding): boolean {
  return confidence !== 'possible';
}

function keyOf({ file, deprecation, method, operation, rule }: ScanFinding): string {
  return `${bareName(file)} ${rule} ${deprecation} ${operation === null ? '' : `${method} ${operation.path}`}`;
}

/** Number of weak findings and unresolved requests of each file. */
function listedIn({ findings, unresolved }: ScanReport): Map<string, number> {
  return countBy([...findings.filter((finding) => !isShown(finding)), ...unresolved].map(({ file }) => bareName(file)));
}

function bareName(file: string): string {
  return file.replace(/\.[cm]?[jt]sx?$/, '');
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
