import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Catalogue, IsoDate } from '../../src/core/model/deprecation.js';
import type { LanguageId } from '../../src/core/model/language.js';
import type { ReportFinding } from '../../src/report/report.js';
import { scan } from '../../src/scan/index.js';
import type { SourceText } from '../playground/engine.js';
import { linkOf } from '../playground/shared-link.js';

/** Program with the findings that the engine reports for it. */
export interface LiveExample {
  readonly files: readonly SourceText[];
  readonly findings: readonly ReportFinding[];
  /** Fragment of the playground's address that opens the program on the same day. */
  readonly link: string;
}

const EXAMPLE_FOLDER = 'fixtures/apis/three-vendors/src';
const EXAMPLE_FILES = ['limits.ts', 'edge.ts', 'assistant.ts'];

/** Expectation comments of the fixtures. */
const EXPECTATION = /[^\S\n]*(?:\/\/|\/\*|#|<!--)\s*expect(?:-next)?:.*/g;

/** Scans the program of the first page. */
export async function liveExample(root: string, catalogue: Catalogue, today: IsoDate): Promise<LiveExample> {
  const files = EXAMPLE_FILES.map((name) => ({
    name,
    text: readFileSync(join(root, EXAMPLE_FOLDER, name), 'utf8').replaceAll(EXPECTATION, ''),
  }));
  const folder = mkdtempSync(join(tmpdir(), 'sunset-lint-site-'));
  try {
    for (const { name, text } of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const { findings } = await scan({ root: folder, catalogue, asOf: today });
    if (findings.length < 2) throw new Error('the example of the first page should have two findings');
    const orderOf = (finding: ReportFinding): number => EXAMPLE_FILES.indexOf(finding.file);
    return {
      files,
      findings: [...findings].sort((a, b) => orderOf(a) - orderOf(b)),
      link: await linkOf({ files, apis: [], edition: 'current', asOf: today }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A kind of call that the engine finds, with a line of a fixture that has one. */
export interface FoundCall {
  readonly language: LanguageId;
  readonly client: string;
  readonly line: string;
  /** Id of the deprecation. */
  readonly deprecation: string;
}

/** Found calls by id of the API. */
export type CallsByApi = ReadonlyMap<string, readonly FoundCall[]>;

/** Folders of fixtures with calls by all clients. */
const SCANNED_FOLDERS = ['apis', 'clients', 'python', 'resources', 'shell', 'terraform'];
const LONGEST_LINE = 90;

/**
 * Scans fixtures, and returns by API one finding for each language and client: certain ones, or probable ones if the
 * API has no others.
 */
export async function foundCalls(root: string, catalogue: Catalogue, today: IsoDate): Promise<CallsByApi> {
  const folder = join(root, 'fixtures');
  const { findings } = await scan({ root: folder, paths: SCANNED_FOLDERS, catalogue, asOf: today });
  const certain = findings.filter(({ confidence }) => confidence === 'certain');
  const provenApis = new Set(certain.map(({ catalogue: origin }) => origin?.api));
  const otherFindings = findings.filter(({ catalogue: origin }) => !provenApis.has(origin?.api));
  const byApi = new Map<string, Map<string, FoundCall>>();
  for (const { catalogue: origin, language, client, file, range, deprecation } of [...certain, ...otherFindings]) {
    if (origin === undefined || language === undefined) continue;
    const line = lineOf(join(folder, file), range.start.line);
    const calls = byApi.get(origin.api) ?? new Map<string, FoundCall>();
    byApi.set(origin.api, calls);
    const key = `${language} ${client}`;
    const knownCall = calls.get(key);
    if (knownCall === undefined || (knownCall.line.length > LONGEST_LINE && line.length < knownCall.line.length))
      calls.set(key, { language, client, line, deprecation });
  }
  return new Map([...byApi].map(([api, calls]) => [api, [...calls.values()]]));
}

function lineOf(file: string, line: number): string {
  return (readFileSync(file, 'utf8').split('\n')[line - 1] ?? '').replace(EXPECTATION, '').trim();
}
