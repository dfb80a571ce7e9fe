import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf, headingsOf, linksOf, PAGES, read, ROOT } from './pages.js';

/** External addresses in pages, listed on 2026-11-22 and never opened: tests use no network. */
const ADDRESSES = [
  'https://api.cloudflare.com/client/v4',
  'https://semver.org',
  // By eslint-doc-generator.
  'https://eslint.org/docs/latest/use/core-concepts#rule-suggestions',
];

/** Base URLs of the packaged catalogues. */
const PACKAGED = JSON.parse(read('rules/packaged-apis.json')) as readonly {
  readonly baseUrls: readonly { readonly url: string }[];
}[];

/** Hosts in code of the pages: those of the catalogues, and a near miss. Reserved example names are allowed as well. */
const HOSTS = [
  'api.cloudflare.com',
  'login.windows.net',
  ...PACKAGED.flatMap(({ baseUrls }) => baseUrls.map(({ url }) => new URL(url.replaceAll(/[{}]/g, '_')).hostname)),
].map((host) => new RegExp(`^${host.replaceAll('.', '\\.').replaceAll(/_\w+_/g, '[^.]+')}\\.?$`));
const RESERVED = /(?:^|\.)(?:example|example\.(?:com|net|org)|localhost)$/;

/** Pages generated from the catalogue or the fixtures. */
const GENERATED = /^docs\/(?:deprecations\/|what-it-sees\.md$)/;

const CURRENT = 'rules/editions/cloudflare-current.json';

describe('the documentation', () => {
  it('links only to existing files', () => {
    const dead = PAGES.flatMap((page) =>
      linksOf(read(page))
        .filter((link) => !existsSync(new URL(posix.join(posix.dirname(page), decodeURI(link)), ROOT)))
        .map((link) => `${page}: ${link}`),
    );
    expect(dead).toEqual([]);
  });

  it('links only to existing headings', () => {
    const anchors = PAGES.flatMap((page) => anchorsOf(read(page)).map((link) => [page, ...link] as const));
    expect(anchors.length).toBeGreaterThan(15);
    const dead = anchors.filter(([page, file, anchor]) => {
      const target = file === '' ? page : posix.join(posix.dirname(page), file);
      return !headingsOf(read(target)).includes(anchor);
    });
    expect(dead).toEqual([]);
  });

  it('is reachable from its index', () => {
    const named = new Set<string>(['docs/README.md']);
    for (const page of named)
      for (const link of linksOf(read(page)))
        if (link.endsWith('.md')) named.add(posix.join(posix.dirname(page), link));
    const inPackage = PAGES.filter((page) => /^docs\/(?!(?:architecture|limits)\.md)/.test(page));
    expect(inPackage.filter((page) => !named.has(page))).toEqual([]);
  });

  it('contains only external addresses that are listed or in a catalogue', () => {
    const catalogues = ['rules/catalogue.json', CURRENT].map(read).join('\n');
    const found = PAGES.filter((page) => !page.startsWith('rules/')).flatMap((page) =>
      [...read(page).matchAll(/https?:\/\/[^\s`'"<>)]+[^\s`'"<>).,:;]/g)].map(([address]) => ({ page, address })),
    );
    const strange = found.filter(({ page, address }) => {
      const host = /^https?:\/\/([^/:]+)/.exec(address)?.[1] ?? '';
      if (ADDRESSES.includes(address) || HOSTS.some((known) => known.test(host)) || RESERVED.test(host)) return false;
      return !(GENERATED.test(page) && (catalogues.includes(address) || /[${]/.test(host)));
    });
    expect(strange.map(({ page, address }) => `${page}: ${address}`)).toEqual([]);
  });
});
