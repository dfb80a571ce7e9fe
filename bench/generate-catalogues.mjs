import { several, writerIn } from './write-tree.mjs';

/**
 * Writes files that call no API, with configured catalogues of many vendors.
 *
 * `files`: number of files. `catalogues`: number of catalogues. `operations`: number in each catalogue.
 */
export function generateCatalogues(root, { files = 600, catalogues = 100, operations = 1000 } = {}) {
  const write = writerIn(root);
  const names = several(catalogues, (index) => `catalogues/vendor${index}.json`);
  write('package.json', '{ "name": "generated", "private": true, "type": "module" }\n');
  for (const [index, name] of names.entries()) write(name, catalogueText(index, operations));
  for (let index = 0; index < files; index += 1)
    write(
      `src/part${index % 10}/module${index}.ts`,
      `${several(30, (line) => `export const value${line} = (count: number) => \`module ${index} of \${count * ${line}}\`;`).join('\n')}\n`,
    );
  write(
    'sunset-lint.config.json',
    `${JSON.stringify({ edition: 'none', catalogues: names, paths: ['src'] }, null, 2)}\n`,
  );
}

function catalogueText(index, operations) {
  const id = `vendor${index}`;
  const text = {
    format: 2,
    api: { id, title: `Vendor ${index}`, baseUrls: [{ url: `https://api.${id}.example.com/v1`, names: [id] }] },
    deprecations: several(operations, (number) => ({
      id: `${id}/operation-${number}`,
      feature: `Operation ${number}`,
      kind: 'endpoint',
      endOfLife: '2027-01-01',
      endpoints: [{ methods: ['GET'], path: `/things${number}/{id}/parts` }],
      replacement: { kind: 'none' },
    })),
  };
  return `${JSON.stringify(text)}\n`;
}
