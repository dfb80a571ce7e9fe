import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import { folder } from './support.js';

const CLIENT = `import axios from 'axios'; const api = axios.create({ baseURL: 'https://api.cloudflare.com/client/v4' });`;

async function confidence(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { findings } = await scan({ root: folder(files), asOf: '2026-11-27' });
  return findings.map((one) => `${one.file} ${one.deprecation} ${one.confidence}`);
}

describe('a value passed to a JSX component', () => {
  it.each([
    ['a function', 'load={(path) => api.get(path)}', `(props) => { props.load('/zones/1/pagerules'); return null; }`],
    ['a client', 'client={api}', `({ client }) => { client.get('/zones/1/pagerules'); return null; }`],
    ['a spread object', '{...{ client: api }}', `({ client }) => { client.get('/zones/1/pagerules'); return null; }`],
  ])('is known in the component: %s', async (_, given, page) => {
    const files = {
      'a.tsx': `${CLIENT} import { Page } from './page';\n export const A = () => <Page ${given} />;`,
      'page.tsx': `export const Page = ${page};`,
    };
    expect(await confidence(files)).toEqual(['page.tsx page-rules-api certain']);
  });

  it('is known in a wrapped component', async () => {
    const page = `import { memo } from 'react'; const Page = memo(function Inner({ client }) { client.get('/zones/1/pagerules'); return null; });`;
    expect(await confidence({ 'a.tsx': `${CLIENT} ${page} export const A = () => <Page client={api} />;` })).toEqual([
      'a.tsx page-rules-api probable',
    ]);
  });

  it('is followed without analysing files that only render a component with requests', async () => {
    const { coverage } = await scan({
      root: folder({
        'page.tsx': `${CLIENT} export const Page = ({ name }) => { api.get('/zones/1/dns_records'); return name; };`,
        'a.tsx': `import { Page } from './page'; import { b } from './b'; export const A = ({ name }) => <Page name={b(name)} />;`,
        'b.ts': 'export const b = (name) => name.trim();',
        'c.tsx': `import { A } from './a'; export const C = ({ name }) => <A name={name} />;`,
        'd.tsx': `import { C } from './c'; export const D = ({ name }) => <C name={name} />;`,
      }),
      asOf: '2026-11-27',
    });
    expect(coverage.parsed).toBe(2);
  });

  it('causes no finding for a client of another server, or as an attribute of an HTML element', async () => {
    const other = CLIENT.replace('api.cloudflare.com/client/v4', 'guests.test');
    const page = `const Page = ({ client }) => { client.get('/zones/1/pagerules'); return null; };`;
    expect(await confidence({ 'a.tsx': `${other} ${page} export const A = () => <Page client={api} />;` })).toEqual([]);
    expect(
      await confidence({
        'a.tsx': `${CLIENT} export const A = () => <div client={api} title={'/zones/1/pagerules'} />;`,
      }),
    ).toEqual([]);
  });
});

describe('a client in a React context', () => {
  const provider = `import { createContext, useContext, useMemo } from 'react'; ${CLIENT}
    const Context = createContext(null);
    export const Provider = ({ children }) => {
      const client = useMemo(() => api, []);
      return <Context.Provider value={client}>{children}</Context.Provider>;
    };
    export const useApi = () => useContext(Context);`;

  it('is known where the context is used', async () => {
    const files = {
      'provider.tsx': provider,
      'a.ts': `import { useApi } from './provider'; export function f() { const client = useApi(); return client.get('/zones/1/pagerules'); }`,
    };
    expect(await confidence(files)).toEqual(['a.ts page-rules-api certain']);
  });

  it('is not the client of another context', async () => {
    const apart = provider
      .replace('const Context', 'export const Other = createContext(null); const Context')
      .replace('useContext(Context)', 'useContext(Other)');
    const files = {
      'provider.tsx': apart,
      'a.ts': `import { useApi } from './provider'; export function f() { const client = useApi(); return client.get('/zones/1/pagerules'); }`,
    };
    expect(await confidence(files)).not.toEqual(['a.ts page-rules-api certain']);
  });
});
