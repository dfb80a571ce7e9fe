import { camelCase } from './names.mjs';

/** HTTP client for JavaScript, by its package name: a row of `src/knowledge/clients/packages.ts`. */
export const client = {
  about: 'an HTTP client, by its package: redaxios, @acme/http',
  names: /^(?:@[a-z0-9-]+\/)?[a-z0-9][a-z0-9.-]*$/,
  plan(name) {
    const file = name.replace(/^@/, '').replace(/[/.]/g, '-');
    const ident = camelCase(file);
    return {
      files: {
        [`fixtures/clients/${file}/${file}.js`]: `import ${ident} from '${name}';

const API = 'https://api.cloudflare.com/client/v4';

export async function run(zone) {
  await ${ident}(\`\${API}/zones/\${zone}/rate_limits\`); // expect: rate-limiting-api GET
  await ${ident}.delete(\`\${API}/zones/\${zone}/rate_limits/1\`); // expect: rate-limiting-api DELETE
  // Alive: not reported.
  await ${ident}.get(\`\${API}/zones/\${zone}/load_balancers\`);
}
`,
      },
      lines: [
        {
          file: 'src/knowledge/clients/packages.ts',
          before: '\n/** axios: ',
          text: `
export const ${ident}Client: ClientModel = {
  name: '${name}',
  origins: [{ module: '${name}', export: 'default' }],
  requests: [{ member: '', url: 0, options: [1] }, ...verbRows('url-options')],
  options: { url: ['url'], method: ['method'], headers: ['headers'], body: ['body'] },
};
`,
        },
        { file: 'src/knowledge/clients/index.ts', before: "} from './packages.js';", text: `  ${ident}Client,\n` },
        { file: 'src/knowledge/clients/index.ts', before: '];\n', text: `  ${ident}Client,\n` },
        {
          file: 'test/generated/clients.ts',
          before: '  wretch: [',
          text: `  '${name}': [whole("import ${ident} from '${name}';", (method, url) => \`${ident}(\${url}, { method: '\${method}' })\`)],\n`,
        },
      ],
      left: [
        `src/knowledge/clients/packages.ts: the ways of calling it that its documentation names; an option that is a base URL in \`baseUrl\`.`,
        `fixtures/clients/${file}: each way once, and an operation in use.`,
        'README.md: the number of clients.',
        'npm run generate && npx prettier --write src test fixtures && npx vitest run test/fixtures.test.ts test/generated test/docs.test.ts',
      ],
    };
  },
};
