import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf, headingsOf, linksOf, PAGES, read, ROOT } from './pages.js';

/** Addresses outside that pages name, listed on 2026-11-22 and not opened: tests ask no network. */
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

/** Hosts that code of the pages asks: those of the catalogues, and a near miss. Names that are reserved for examples go without. */
const HOSTS = [
  'api.cloudflare.com',
  'login.windows.net',
  ...PACKAGED.flatMap(({ baseUrls }) => baseUrls.map(({ url }) => new URL(url.replaceAll(/[{}]/g, '_')).hostname)),
].map((host) => new RegExp(`^${host.replaceAll('.', '\\.').replaceAll(/_\w+_/g, '[^.]+')}\\.?$`));
const RESERVED = /(?:^|\.)(?:example|example\.(?:com|net|org)|localhost)$/;

/** Written by the generator of the catalogue's facts, or of the fixtures. */
const GENERATED = /^docs\/(?:deprecations\/|what-it-sees\.md$)/;

const CURRENT = 'rules/editions/cloudflare-current.json';

describe('the pages', () => {
  it('link to files that are there', () => {
    const dead = PAGES.flatMap((page) =>
      linksOf(read(page))
        .filter((link) => !existsSync(new URL(posix.join(posix.dirname(page), decodeURI(link)), ROOT)))
        .map((link) => `${page}: ${link}`),
    );
    expect(dead).toEqual([]);
  });

  it('link to headings that are there', () => {
    const anchors = PAGES.flatMap((page) => anchorsOf(read(page)).map((link) => [page, ...link] as const));
    expect(anchors.length).toBeGreaterThan(15);
    const dead = anchors.filter(([page, file, anchor]) => {
      const target = file === '' ? page : posix.join(posix.dirname(page), file);
      return !headingsOf(read(target)).includes(anchor);
    });
    expect(dead).toEqual([]);
  });

  it('are all named by the index, or by a page that it names', () => {
    const named = new Set<string>(['docs/README.md']);
    for (const page of named)
      for (const link of linksOf(read(page)))
        if (link.endsWith('.md')) named.add(posix.join(posix.dirname(page), link));
    const inPackage = PAGES.filter((page) => /^docs\/(?!(?:architecture|limits)\.md)/.test(page));
    expect(inPackage.filter((page) => !named.has(page))).toEqual([]);
  });

  it('name no address outside but those that are listed, and those of the catalogues', () => {
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
