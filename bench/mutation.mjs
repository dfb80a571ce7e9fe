// Recall in independent code: turns live requests of repositories into deprecated ones and searches for them.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';
import { listFiles } from '../dist/files/list-files.js';
import { SkipLog } from '../dist/files/skip-log.js';
import { table } from './measure.mjs';

const USAGE = `usage: npm run mutation -- DIR … [options]

In a copy of each folder, path segments of operations in use become the segment of a deprecated one, wherever a text of
the program is a path of such an operation: below a zone, or without one, with at most an id behind it. Then the copy
is scanned: each text that was changed is found, listed as unresolved, or silent. What is silent is to be read: it may
be sent to a server of one's own.

  --from A,B    segments in use (default dns_records,purge_cache)
  --to C        segment of a deprecated operation (default pagerules)
  --min N       least share found or listed, in per cent (default 99)
  --help        this text

Exits with 1 where less was found or listed.`;

const PROGRAM = fileURLToPath(new URL('../dist/program/main.cjs', import.meta.url));
const SETTINGS_FILE = join(mkdtempSync(join(tmpdir(), 'settings-')), 'settings.json');
writeFileSync(SETTINGS_FILE, '{ "alsoReport": ["tests", "testDoubles"] }');
const SCAN_ARGS = ['scan', '--format', 'json', '--min-confidence', 'possible', '--config', SETTINGS_FILE];

const { values, positionals } = readArgs();
const SEGMENT_NAMES = `(?:${values.from.split(',').join('|')})`;
const SEGMENT = new RegExp(`(?<![\\w-])${SEGMENT_NAMES}(?![\\w-])`, 'g');
/** A path with a slash, alone or after a hole (`{}`) or the base URL. */
const PATH = new RegExp(
  `^(?=.*/)(?:https://api\\.cloudflare\\.com/client/v4/|\\{\\}/?|/)?(?:zones/[^/]+/|[:{][^/]*/|/)?${SEGMENT_NAMES}/?(?:[:{][^/?]*)?(?:\\?.*)?$`,
);
const rows = positionals.map((folder) => mutateFolder(resolve(folder)));
const total = sumOf(rows);
const share = total.texts === 0 ? 100 : (100 * (total.texts - total.silent.length)) / total.texts;
const counts = [...rows, total].map(({ name, texts, found, listed, silent }) => [
  name,
  texts,
  found,
  listed,
  silent.length,
]);
process.stdout.write(`${table([['repository', 'texts changed', 'found', 'listed', 'silent'], ...counts])}\n`);
for (const place of total.silent) process.stdout.write(`silent: ${place}\n`);
process.stdout.write(`${share.toFixed(1)} % found or listed\n`);
if (share < Number(values.min)) process.exitCode = 1;

function readArgs() {
  const args = parseArgs({
    allowPositionals: true,
    options: {
      from: { type: 'string', default: 'dns_records,purge_cache' },
      to: { type: 'string', default: 'pagerules' },
      min: { type: 'string', default: '99' },
      help: { type: 'boolean', default: false },
    },
  });
  if (args.values.help || args.positionals.length === 0) {
    process.stdout.write(`${USAGE}\n`);
    process.exit(args.values.help ? 0 : 2);
  }
  return args;
}

function sumOf(rows) {
  const totalOf = (key) => rows.reduce((total, row) => total + row[key], 0);
  const silent = rows.flatMap((row) => row.silent.map((place) => `${row.name}/${place}`));
  return { name: 'all', texts: totalOf('texts'), found: totalOf('found'), listed: totalOf('listed'), silent };
}

/** Mutates a copy of a folder and searches for the changes. */
function mutateFolder(folder) {
  const copy = mkdtempSync(join(tmpdir(), 'sunset-mutation-'));
  try {
    cpSync(folder, copy, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.split(sep).some((part) => part === 'node_modules' || part === '.git'),
    });
    const changedTexts = filesOf(copy).flatMap((file) => changeFile(copy, file));
    const report = changedTexts.length === 0 ? { findings: [], unresolved: [] } : scan(copy);
    const isFound = lineMatcher(report.findings.flatMap(({ file, range, evidence }) => [{ file, range }, ...evidence]));
    const isListed = lineMatcher(report.unresolved);
    const row = { name: basename(folder), texts: changedTexts.length, found: 0, listed: 0, silent: [] };
    for (const place of changedTexts) {
      if (isFound(place)) row.found++;
      else if (isListed(place)) row.listed++;
      else row.silent.push(`${place.file}:${place.line}: ${place.text}`);
    }
    return row;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function filesOf(root) {
  return listFiles({ root, paths: ['.'], include: [], ignore: [], tests: 'mark' }, new SkipLog()).files;
}

function scan(folder) {
  const { stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...SCAN_ARGS, '--no-baseline', '.'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Returns a predicate: whether one of the places includes a line of a file. */
function lineMatcher(places) {
  return ({ file, line, end }) =>
    places.some((place) => place.file === file && place.range.start.line <= end && line <= place.range.end.line);
}

/** Writes a file with changed segments. Returns the original texts. */
function changeFile(folder, file) {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (text.search(SEGMENT) < 0) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const places = [];
  const edits = [];
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    if (!isText) return ts.forEachChild(node, visit);
    if (ts.isTemplateExpression(node)) for (const { expression } of node.templateSpans) visit(expression);
    const pieces = ts.isTemplateExpression(node)
      ? [node.head, ...node.templateSpans.map(({ literal }) => literal)]
      : [node];
    const segments = pieces.flatMap((piece) =>
      [...piece.getText().matchAll(SEGMENT)].map(({ 0: word, index }) => ({ start: piece.getStart() + index, word })),
    );
    if (segments.length !== 1 || !PATH.test(pieces.map((piece) => piece.text).join('{}'))) return undefined;
    edits.push(...segments);
    const lineOf = (at) => source.getLineAndCharacterOfPosition(at).line + 1;
    places.push({ file, line: lineOf(node.getStart()), end: lineOf(node.getEnd()), text: node.getText() });
    return undefined;
  };
  visit(source);
  if (edits.length > 0) writeFileSync(path, replaceSegments(text, edits));
  return places;
}

function replaceSegments(text, edits) {
  let result = '';
  let end = 0;
  for (const { start, word } of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(end, start) + values.to;
    end = start + word.length;
  }
  return result + text.slice(end);
}
