import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCatalogue } from '../dist/catalogue/load.js';
import { buildMentions } from '../dist/select/mentions.js';
import { measure } from './measure.mjs';

const main = fileURLToPath(new URL('../dist/bundle/main.js', import.meta.url));

/** What searches a folder for deprecated requests: ours, and those of the others that are installed. */
export function searchTools(root, temporary) {
  const catalogue = loadCatalogue();
  const { source } = buildMentions(catalogue);
  const report = join(temporary, 'report.json');
  const globs = ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs'].flatMap((extension) => ['-g', `*.${extension}`]);
  const tools = [
    {
      name: OURS,
      run: () =>
        measure(process.execPath, [main, 'scan', '.', '--format', 'json', '--output', report], {
          cwd: root,
          statuses: [0, 1],
        }),
    },
  ];
  if (isThere('rg'))
    tools.push({
      name: RIPGREP,
      run: () => measure('rg', ['-l', '-e', source, ...globs, '.'], { cwd: root, statuses: [0, 1] }),
    });
  const astGrep = ['ast-grep', 'sg'].find((name) => isThere(name));
  if (astGrep !== undefined) {
    const config = astGrepConfig(join(temporary, 'ast-grep'), catalogue.deprecations);
    tools.push({
      name: AST_GREP,
      run: () => measure(astGrep, ['scan', '-c', config, '.'], { cwd: root, statuses: [0, 1] }),
    });
  }
  return { tools, report };
}

export const OURS = 'sunset-lint scan';
export const RIPGREP = 'ripgrep, same expression';
export const AST_GREP = 'ast-grep, a rule for each deprecation';

function isThere(command) {
  // `sg` is also the name of a program of another kind.
  const child = spawnSync(command, ['--version'], { encoding: 'utf8' });
  return child.status === 0 && (command === 'rg' || child.stdout.startsWith('ast-grep'));
}

/** Rules that find the last fixed segments of each path in texts: as near to ours as patterns come. */
function astGrepConfig(folder, deprecations) {
  mkdirSync(join(folder, 'rules'), { recursive: true });
  for (const deprecation of deprecations) {
    const paths = deprecation.endpoints?.map(({ path }) => tailOf(path.text)) ?? [deprecation.segment].filter(Boolean);
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

function tailOf(path) {
  const literal = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  return literal.slice(-2).join('(?:/[^/]+)?/');
}
