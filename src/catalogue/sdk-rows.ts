import { HTTP_METHODS } from '../model/endpoint.js';
import { CatalogueError } from '../model/errors.js';
import { closed, parseInput } from './validate-input.js';
import type { SourceText } from './source-text.js';

/** One method of the SDK as rules/sdk-methods.json records it. */
interface SdkMethod {
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly versions: string;
  readonly fill?: Readonly<Record<string, number>>;
}

const SCHEMA = closed(['package', 'methods'], {
  package: { type: 'string', minLength: 1 },
  methods: {
    type: 'array',
    items: closed(['call', 'method', 'path', 'versions'], {
      call: { type: 'string', pattern: '^[a-zA-Z_]+(\\.[a-zA-Z_]+)*$' },
      method: { enum: [...HTTP_METHODS] },
      path: { type: 'string', pattern: '^/' },
      versions: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+ - \\d+\\.\\d+\\.\\d+$' },
      fill: { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
    }),
  },
});

/** TypeScript source of the SDK's request rows. Throws a CatalogueError where a method is listed twice. */
export function formatSdkRows(source: SourceText, name = 'CLOUDFLARE_SDK_ROWS'): string {
  const { methods } = parseInput<{ readonly methods: readonly SdkMethod[] }>(source, SCHEMA);
  const calls = new Set<string>();
  const rows = methods.map(({ call, method, path, versions, fill }) => {
    if (calls.has(call)) throw new CatalogueError(`'${call}' is listed twice`, source.file);
    calls.add(call);
    const filled =
      fill === undefined
        ? ''
        : `, fill: { ${Object.entries(fill)
            .map(([name, index]) => `${name}: ${index}`)
            .join(', ')} }`;
    return `  { member: '${call}', method: '${method}', template: '${path}', versions: '${versions}'${filled} },`;
  });
  return [
    `// Generated from ${source.file} by \`npm run generate\`; do not edit.`,
    `import type { RequestRow } from '../model/client-model.js';`,
    '',
    '/** Methods of the SDK that request an operation the catalogue is about. */',
    `export const ${name}: readonly RequestRow[] = [`,
    ...rows,
    '];',
    '',
  ].join('\n');
}
