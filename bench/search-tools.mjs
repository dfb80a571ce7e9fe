import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCatalogue } from '../dist/knowledge/catalogue/load.js';
import { buildMentions } from '../dist/select/mentions.js';
import { measure } from './measure.mjs';

const EXTENSIONS = ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'sh', 'bash', 'py', 'tf'];

/** Other installed programs that search a folder or read all of its code, each with its version. */
export function searchTools(root, temporary, options) {
  const catalogue = loadCatalogue();
  const tools = [];
  const add = (command, title, args) => {
    const installedVersion = command === undefined ? undefined : version(command);
    if (installedVersion !== undefined)
      tools.push({ name: `${title}, ${installedVersion}`, run: runOf(command, args, root, options.limit) });
  };
  add(options.ripgrep, 'ripgrep, same expression', ripgrepArgs(temporary, catalogue));
  add(astGrepCommand(options), 'ast-grep, a rule for each deprecation', [
    'scan',
    '-c',
    astGrepConfig(join(temporary, 'ast-grep'), catalogue.deprecations),
    '.',
  ]);
  add(options.oxlint, 'oxlint, its default rules', oxlintArgs(temporary));
  return tools;
}

function runOf(command, args, cwd, limit) {
  return () => measure(command, args, { cwd, statuses: [0, 1], limit });
}

/**
 * Arguments of ripgrep. Unicode is off: `\b` and `\w` of our expression mean ASCII, and an engine with Unicode classes
 * leaves its fast path at the first other character. The expression exceeds the argument limit of some systems, so it
 * is in a file.
 */
export function ripgrepArgs(temporary, catalogue) {
  const expression = join(temporary, 'expression.txt');
  const sources = Object.values(buildMentions(catalogue).sources).flat();
  writeFileSync(expression, sources.map(withoutLookbehinds).join('|'));
  const globs = EXTENSIONS.flatMap((extension) => ['-g', `*.${extension}`]);
  return ['--no-config', '--no-unicode', '-l', '-f', expression, ...globs, '.'];
}

/** Expression without its `(?<=…)`, which ripgrep rejects; it matches wherever the original matches. */
function withoutLookbehinds(source) {
  const start = source.indexOf('(?<=');
  if (start < 0) return source;
  let depth = 0;
  let isInClass = false;
  for (let at = start; at < source.length; at += 1) {
    const character = source[at];
    if (character === '\\') at += 1;
    else if (isInClass) isInClass = character !== ']';
    else if (character === '[') isInClass = true;
    else if (character === '(') depth += 1;
    else if (character === ')' && (depth -= 1) === 0)
      return source.slice(0, start) + withoutLookbehinds(source.slice(at + 1));
  }
  throw new Error(`no end of the lookbehind in ${source}`);
}

/** Arguments for the defaults of oxlint, regardless of a configuration in the folder. */
function oxlintArgs(temporary) {
  const config = join(temporary, 'oxlintrc.json');
  writeFileSync(config, '{}\n');
  return ['--silent', '--no-ignore', '--disable-nested-config', '-c', config, '.'];
}

/** Command of ast-grep; `sg` is also the name of an unrelated program. */
function astGrepCommand({ 'ast-grep': command }) {
  if (command !== undefined) return command;
  return ['ast-grep', 'sg'].find((name) => version(name, 'ast-grep') !== undefined);
}

/** Version that a program reports; undefined if it is not installed. */
export function version(command, prefix = '') {
  const child = spawnSync(command, ['--version'], { encoding: 'utf8' });
  if (child.status !== 0 || !child.stdout.startsWith(prefix)) return undefined;
  return /\d+(?:\.\d+)+/.exec(child.stdout)?.[0];
}

/** Rules that find the last fixed segments of each path in texts: the closest equivalent in patterns. */
function astGrepConfig(folder, deprecations) {
  mkdirSync(join(folder, 'rules'), { recursive: true });
  for (const deprecation of deprecations) {
    const paths =
      deprecation.endpoints?.map(({ path }) => tailExpression(path.text)) ?? [deprecation.segment].filter(Boolean);
    if (paths.length === 0) continue;
    const pattern = [...new Set(paths)].join('|');
    for (const language of ['TypeScript', 'Tsx', 'JavaScript']) {
      writeFileSync(
        join(folder, 'rules', `${deprecation.id}-${language}.yml`),
        `id: ${deprecation.id}-${language}\nlanguage: ${language}\nrule:\n  any:\n    - { kind: string_fragment, regex: '${pattern}' }\n    - { kind: template_string, regex: '${pattern}' }\n`,
      );
    }
  }
  const config = join(folder, 'sgconfig.yml');
  writeFileSync(config, 'ruleDirs:\n  - rules\n');
  return config;
}

function tailExpression(path) {
  const literalSegments = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  return literalSegments.slice(-2).join('(?:/[^/]+)?/');
}
