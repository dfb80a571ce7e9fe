import { writerIn } from './write-tree.mjs';

/**
 * Writes a repository of TypeScript files that resembles an application, the same for the same numbers.
 *
 * `files`: number of files. `hits`: files with a deprecated request, through a wrapper. `depth`: nested wrappers.
 * `fanIn`: other callers of the wrapper, with live requests. Returns the number of findings of a scan.
 */
export function generateRepository(root, { files = 1000, hits = 10, depth = 1, fanIn = 0, linesPerFile = 120 } = {}) {
  const write = writerIn(root);
  write('package.json', '{ "name": "generated", "private": true, "type": "module" }\n');
  write(
    'tsconfig.json',
    '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "noEmit": true }, "include": ["src"] }\n',
  );
  write('.gitignore', 'node_modules\ndist\n');
  write(
    'src/api/base.ts',
    "export const API = 'https://api.cloudflare.com/client/v4';\n\nexport async function send0(path: string, method = 'GET'): Promise<unknown> {\n  return fetch(`${API}${path}`, { method });\n}\n",
  );
  for (let level = 1; level <= depth; level += 1) {
    write(
      `src/api/send${level}.ts`,
      `import { send${level - 1} } from './${level === 1 ? 'base' : `send${level - 1}`}.js';\n\nexport function send${level}(path: string, method = 'GET'): Promise<unknown> {\n  return send${level - 1}(path, method);\n}\n`,
    );
  }
  const apiFiles = 1 + depth;
  const body = Array.from({ length: Math.ceil(linesPerFile / 6) }, (_, index) => fillerText(index)).join('\n');
  const importSend = `import { send${depth} } from '${depth === 0 ? '../api/base.js' : `../api/send${depth}.js`}';\n`;
  for (let index = 0; index < files - apiFiles; index += 1) {
    const name = `src/part${Math.floor(index / 100)}/module${index}.ts`;
    const neighbourImport =
      index % 100 === 0
        ? ''
        : `import { total0 as before } from './module${index - 1}.js';\nexport const chained = before([{ id: 'a', count: 1 }]);\n`;
    const deprecatedRequest =
      index < hits
        ? `${importSend}export const act = (zone: string) => send${depth}(\`/zones/\${zone}/${DEPRECATED_PATHS[index % DEPRECATED_PATHS.length]}\`);\n`
        : '';
    const liveRequest =
      index >= hits && index < hits + fanIn
        ? `${importSend}export const act = (zone: string) => send${depth}(\`/zones/\${zone}/dnssec\`);\n`
        : '';
    write(name, `${neighbourImport}${deprecatedRequest}${liveRequest}${body}\n`);
  }
  return Math.min(hits, files - apiFiles);
}

const DEPRECATED_PATHS = [
  'pagerules',
  'rate_limits',
  'firewall/rules',
  'settings/minify',
  'settings/mobile_redirect',
  'analytics/dashboard',
];

function fillerText(index) {
  return `export function total${index}(items: readonly { readonly id: string; readonly count: number }[]): number {\n  const known = new Map(items.map((item) => [item.id, item.count * ${index + 2}]));\n  const label = \`/reports/\${items.length}/total-${index}?page=\${known.size}\`;\n  if (label.startsWith('/reports')) console.debug('counted', label, 'of', known.get('a') ?? 0);\n  return [...known.values()].reduce((sum, count) => sum + count, ${index});\n}\n`;
}
