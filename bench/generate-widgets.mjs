import { MANIFEST, TSCONFIG, several, writerIn } from './write-tree.mjs';

/** Headers of requests by kind of widget; the last one is the default. */
const HEADERS = ['X-Token', 'Authorization', 'X-Api-Key', 'Cookie', 'Accept', 'X-Session'];

/**
 * Writes a dashboard: a table of widgets, each with an address, headers and a handler, and handlers that select headers
 * by a chain of `else if` over the kind of widget, and send them through one wrapper of Node's client.
 *
 * `widgets`: rows of the table, one of them for the API. `branches`: branches of each chain. `handlers`: number of
 * handlers.
 */
export function generateWidgets(root, { widgets = 60, branches = 20, handlers = 4 } = {}) {
  const write = writerIn(root);
  write('package.json', MANIFEST);
  write('tsconfig.json', TSCONFIG);
  write('src/proxy/send.ts', SEND);
  write('src/proxy/settings.ts', SETTINGS);
  for (let handler = 0; handler < handlers; handler += 1)
    write(`src/proxy/handler${handler}.ts`, handlerText(handler, branches));
  for (let index = 0; index < widgets; index += 1)
    write(`src/widgets/widget${index}/widget.ts`, widgetText(index, index % handlers));
  const names = several(widgets, (index) => `widget${index}`);
  write(
    'src/widgets/widgets.ts',
    `${names.map((name) => `import { ${name} } from './${name}/widget.js';`).join('\n')}\n\nexport const widgets = { ${names.join(', ')} };\n`,
  );
  write('src/pages/proxy.ts', PAGE);
}

const SEND = `import { request } from 'node:https';

function start(url, params) {
  return new Promise((resolve) => {
    if (params?.body) {
      params.headers = params.headers ?? {};
      params.headers['content-length'] = Buffer.byteLength(params.body);
    }
    const call = request(url, params, (answer) => resolve([answer.statusCode, answer.headers]));
    if (params?.body) call.write(params.body);
    call.end();
  });
}

export async function send(url, params = {}) {
  const answer = await start(url, params);
  return answer;
}

export const fill = (template, values) => template.replace(/{.*?}/g, (name) => values[name.slice(1, -1)] ?? '');
`;

const SETTINGS = `import { readFileSync } from 'node:fs';

export async function widgetOf(group, service) {
  const all = JSON.parse(readFileSync('services.json', 'utf8'));
  return all[group]?.find(({ name }) => name === service);
}
`;

function handlerText(handler, branches) {
  const chain = several(branches, (branch) => {
    const header = HEADERS[branch % HEADERS.length];
    const value = branch % 3 === 0 ? '`Bearer ${widget.key}`' : branch % 3 === 1 ? '`${widget.key}`' : 'basic(widget)';
    const assignment =
      branch % 5 === 4
        ? `if (widget.key) {\n      headers['${header}'] = ${value};\n    } else {\n      headers.Authorization = basic(widget);\n    }`
        : `headers['${header}'] = ${value};`;
    return `if (widget.type === 'kind${handler}-${branch}') {\n    ${assignment}\n  }`;
  }).join(' else ');
  return `import { widgets } from '../widgets/widgets.js';
import { fill, send } from './send.js';
import { widgetOf } from './settings.js';

const basic = (widget) => \`Basic \${Buffer.from(\`\${widget.username}:\${widget.password}\`).toString('base64')}\`;

export async function handler${handler}(req, res, map) {
  const { group, service, endpoint } = req.query;
  const widget = await widgetOf(group, service);
  if (!widgets[widget.type]?.api) return res.status(403).json({ error: 'no calls' });
  const url = new URL(fill(widgets[widget.type].api, { endpoint, ...widget }));
  const headers = {
    'Content-Type': 'application/json',
    ...(widgets[widget.type].headers ?? {}),
    ...(widget.headers ?? {}),
    ...(req.extraHeaders ?? {}),
  };
  ${chain} else {
    headers['X-API-Key'] = \`\${widget.key}\`;
  }
  const [status, data] = await send(url, { method: req.method, withCredentials: true, headers });
  return res.status(status).send(map ? map(data) : data);
}
`;
}

function widgetText(index, handler) {
  const api =
    index === 0
      ? 'https://api.cloudflare.com/client/v4/accounts/{accountid}/{endpoint}?token={key}'
      : '{url}/api/v1/{endpoint}';
  const mappings = several(
    4,
    (number) =>
      `    part${number}: {\n      endpoint: 'list${index}/part${number}',\n      validate: ['count'],\n    },\n`,
  ).join('');
  const headers = index % 4 === 1 ? `  headers: { 'X-Widget': 'widget${index}' },\n` : '';
  return `import { handler${handler} } from '../../proxy/handler${handler}.js';\n\nexport const widget${index} = {\n  api: '${api}',\n  proxyHandler: handler${handler},\n${headers}  mappings: {\n${mappings}  },\n};\n`;
}

const PAGE = `import { fill } from '../proxy/send.js';
import { widgetOf } from '../proxy/settings.js';
import { widgets } from '../widgets/widgets.js';

export default async function page(req, res) {
  const { service, group } = req.query;
  const own = await widgetOf(group, service);
  const widget = widgets[own?.type];
  const mapping = widget?.mappings?.[req.query.endpoint];
  const handler = mapping?.proxyHandler || widget.proxyHandler;
  req.method = mapping?.method || 'GET';
  req.query.endpoint = fill(mapping.endpoint, req.query);
  if (mapping?.headers) req.extraHeaders = mapping.headers;
  return handler(req, res, mapping?.map);
}
`;
