import { MANIFEST, TSCONFIG, several, writerIn } from './write-tree.mjs';

/** Words of the program that are segments of deprecated paths in other APIs, or resemble segments. */
const WORDS = ['orders', 'customers', 'teams', 'user', 'projects', 'invoices', 'settings', 'returns'];
const SINCE_VALUES = ["'2024-01-01T00:00:00Z'", '1000', "'1.0.0'", '200', "'v2.0.1'"];

/**
 * Writes a shop that uses the APIs of several vendors, each in one module, with many words from the paths of these APIs
 * in its own code. Every module calls a vendor through its imports; none calls a deprecated operation.
 *
 * `files`: number of modules. `lines`: lines of the table from which a report is built.
 */
export function generateShop(root, { files = 300, lines = 40 } = {}) {
  const write = writerIn(root);
  write('package.json', MANIFEST);
  write('tsconfig.json', TSCONFIG);
  for (const [name, text] of Object.entries(VENDORS)) write(`src/vendors/${name}.ts`, text);
  write('src/sync.ts', SYNC);
  write('src/services/base.ts', BASE);
  for (let index = 0; index < files; index += 1) write(`src/services/service${index}.ts`, serviceText(index));
  write('src/report.ts', reportText(lines));
}

const VENDORS = {
  github: `export const issues = (repo) => fetch(\`https://api.github.com/repos/\${repo}/issues\`);\n`,
  stripe: `export const charge = (id) => fetch(\`https://api.stripe.com/v1/charges/\${id}\`);\n`,
  slack: `export const post = (body) => fetch('https://slack.com/api/chat.postMessage', { method: 'POST', body });\n`,
};

const SYNC = `import { issues } from './vendors/github.js';
import { charge } from './vendors/stripe.js';

export const sync = async (order) => [await issues(order.repo), await charge(order.charge)];
`;

const BASE = `import { post } from '../vendors/slack.js';

export async function run(name, work) {
  await work();
  await post(JSON.stringify({ text: name }));
}
`;

function serviceText(index) {
  const importedFile = index === 0 ? './base.js' : `./service${Math.floor(index / 4)}.js`;
  const importedName = index === 0 ? 'run' : `run${Math.floor(index / 4)}`;
  const [word, otherWord] = [WORDS[index % WORDS.length], WORDS[(index + 3) % WORDS.length]];
  return `import { ${importedName} } from '${importedFile}';

export const table${index} = { name: '${word}', parent: "${otherWord}", since: ${SINCE_VALUES[index % SINCE_VALUES.length]} };

export async function run${index}(name, work) {
  await ${importedName}(\`${word}/\${name}\`, async () => {
    for (const row of await work('${word}')) row.link = \`/app/${word}/\${row.id}\`;
  });
}
`;
}

/** Code that builds the rows of a table piece by piece. */
function reportText(lines) {
  const rows = several(lines, (line) => `  { key: 'part${line}', title: 'Part ${line}', unit: 'u${line % 7}' },\n`);
  return `import { post } from './vendors/slack.js';

const PARTS = [
${rows.join('')}];

export async function report(values) {
  let text = '';
  for (const part of PARTS) {
    text += \`| \${part.title} | \${values[part.key]} \${part.unit} |\`;
    text += \`<!-- \${part.key} \${part.title} -->\`;
  }
  await post(text + PARTS.map((part) => \`\${part.key}: \${part.title}\`).join(', '));
}
`;
}
