import { basename, dirname, extname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ts } from 'ts-morph';
import { loadCatalogue } from '../../dist/knowledge/catalogue/load.js';
import { createAnalyser } from '../../dist/engine/analyse.js';
import { lowerEstree } from '../../dist/languages/facts/estree.js';
import { parseTypeScript } from '../../dist/languages/facts/typescript.js';
import { createModuleReader } from '../../dist/scan/module-reader.js';
import { TextReader } from '../../dist/files/read-text.js';
import { SourceStore } from '../../dist/scan/source-store.js';
import { goalsOf, parsers } from './parsers.mjs';
import { refusalOf } from './refusal.mjs';

const mostAsked = 100;

/**
 * Returns a checker for files below `root`: each is parsed, lowered both ways, compared and analysed, with its imports
 * but without its importers. Because such files rarely name the API, each is analysed a second time with added requests
 * to the API that use everything it declares.
 */
export function createChecker(root) {
  const catalogue = loadCatalogue();
  const store = new SourceStore(root, new TextReader());
  const reader = createModuleReader({ store, files: [], catalogue });
  const programs = new Map();
  const modules = { ...reader, facts: (name) => programs.get(name) ?? reader.facts(name) };
  const analyse = createAnalyser({ catalogue, modules, testDoubles: 'report', resources: 'report' });
  const analyseAs = (name, facts) => {
    programs.clear();
    programs.set(name, facts);
    return analyse(name);
  };
  return (file) => {
    const text = store.peek(file);
    if (text === undefined) return { outcome: 'unread' };
    const [goal] = goalsOf(file);
    const start = process.cpuUsage();
    const lowered = lower(file, text, goal);
    if (lowered === undefined) return { outcome: 'too-deep' };
    analyseAs(file, lowered.facts);
    const asking = join(dirname(file), `asking-${basename(file)}`);
    const asked = lower(asking, `${text}\n${requests(lowered.facts, catalogue.apis[0].baseUrls[0].url)}`, goal);
    const { sites, limits = [] } = analyseAs(asking, asked?.facts);
    const milliseconds = millisecondsSince(start);
    const comparisons = parsers.flatMap((parser) =>
      parser.accepts(file) ? [compare(parser, file, text, lowered)] : [],
    );
    return {
      outcome: 'checked',
      milliseconds: milliseconds + comparisons.reduce((sum, comparison) => sum + comparison.milliseconds, 0),
      broken: lowered.syntaxErrors > 0,
      calls: lowered.facts.calls.length,
      sites,
      limits: limits.length,
      comparisons,
    };
  };
}

/** Requests with each top-level declaration of the file as URL and options. */
function requests({ bindings }, base) {
  const widest = bindings.reduce((length, { scope }) => Math.max(length, scope[1] - scope[0]), 0);
  const names = new Set(bindings.flatMap(({ name, scope }) => (scope[1] - scope[0] === widest ? [name] : [])));
  const ask = (name) => `fetch('${base}/zones/' + ${name}, ${name}); fetch('${base}/' + ${name}(1), new ${name}({}));`;
  return [...names].slice(0, mostAsked).map(ask).join('\n');
}

function millisecondsSince(start) {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Parses a file; undefined if the compiler runs out of stack, which the scanner reports as a skipped file. */
function lower(file, text, goal) {
  try {
    return parseTypeScript(ts, goal === 'commonjs' ? asScript(file) : file, text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function asScript(file) {
  return `${file.slice(0, -extname(file).length)}${/tsx?$/i.test(file) ? '.cts' : '.cjs'}`;
}

/** Compares the facts if both parsers treat the file as the same kind, module or script. */
function compare({ name, parse }, file, text, first) {
  for (const [index, goal] of goalsOf(file).entries()) {
    const program = parsed(() => parse(text, file, goal));
    if (program === undefined) continue;
    const start = process.cpuUsage();
    const facts = lowerEstree(program, text, file);
    const milliseconds = millisecondsSince(start);
    const lowered = index === 0 ? first : lower(file, text, goal);
    const expected = lowered && { ...lowered.facts, file };
    if (isDeepStrictEqual(facts, expected)) return { parser: name, outcome: 'equal', milliseconds };
    if (lowered === undefined || lowered.syntaxErrors > 0)
      return { parser: name, outcome: 'only-estree', milliseconds };
    const difference = firstDifference(text, expected, facts);
    const refusal = refusalOf(file, text, goal);
    if (refusal !== undefined) return { parser: name, outcome: 'ungrammatical', milliseconds, difference, refusal };
    return { parser: name, outcome: 'differs', milliseconds, difference };
  }
  return { parser: name, outcome: 'rejected', milliseconds: 0 };
}

function parsed(parse) {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

/** Innermost difference of the facts, with its source. */
function firstDifference(text, typescript, estree) {
  let [ours, theirs] = [typescript, estree];
  let path = '';
  let at;
  while (isObject(ours) && isObject(theirs)) {
    if (!Array.isArray(ours)) at = ours.at ?? at;
    const [first, second] = [ours, theirs];
    const key = [...Object.keys(first), ...Object.keys(second)].find(
      (name) => !isDeepStrictEqual(first[name], second[name]),
    );
    path += Array.isArray(first) ? `[${key}]` : `.${key}`;
    [ours, theirs] = [first[key], second[key]];
  }
  const [start, end] = at ?? ours?.at ?? theirs?.at ?? [0, 0];
  return { path: path.slice(1), source: text.slice(start, end), typescript: shown(ours), estree: shown(theirs) };
}

function isObject(value) {
  return typeof value === 'object' && value !== null;
}

function shown(value) {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200);
}
