import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { createAnalyser } from '../../src/engine/analyse.js';
import { markup } from '../../src/languages/javascript/markup.js';
import { folder, runScan } from '../scanner/support.js';
import { startCpuClock } from '../cpu-time.js';

const API = 'https://api.cloudflare.com/client/v4';

/** The scripts of a file, each with its dialect. */
function scripts(file: string, text: string): readonly string[] {
  return markup
    .fragmentsOf(text, file)
    .filter(({ placeOf }) => placeOf === undefined)
    .map(({ text: code, start, end, dialect = '' }) => {
      expect(text.slice(start, end)).toBe(code);
      return `${dialect}: ${code.trim()}`;
    });
}

/** Unchanged text of the fragments of a template. */
function templates(file: string, text: string): readonly string[] {
  return markup
    .fragmentsOf(text, file)
    .filter(({ placeOf }) => placeOf !== undefined)
    .map(({ start, end }) => text.slice(start, end));
}

describe('scripts of a page', () => {
  it.each([
    ['end at the first end tag, whatever the code means', `<script>a = "</script>" + b</script>`, ['jsx: a = "']],
    ['end at an end tag in upper case or with spaces', '<SCRIPT>a</Script \n><script>b</script>', ['jsx: a', 'jsx: b']],
    ['are not read in comments', '<!-- <script>a</script> --><script>b</script>', ['jsx: b']],
    ['are not read in attributes', `<p title='<script>a</script>'><script>b</script>`, ['jsx: b']],
    ['are not read in raw-text elements', '<style><script>a</script></style><title><script>', []],
    ['are not read in elements with a source file', '<script src="a.js">b</script><script src=c></script>', []],
    [
      'are not code if their type says so',
      '<script type="text/template">a</script><script type=speculationrules>{}</script>',
      [],
    ],
    ['are code if their type says so', '<script type="text/javascript; charset=utf-8">a</script>', ['jsx: a']],
    ['are code if the language attribute says so', '<script language="javascript1.2">a</script>', ['jsx: a']],
    ['may be TypeScript', '<script type="text/typescript">a</script><script lang="ts">b</script>', ['ts: a', 'ts: b']],
    [
      'are not code if they are data',
      '<script type="application/ld+json">{}</script><script type="importmap">{}</script>',
      [],
    ],
    ['do not end by a slash in the tag', '<script/>a</script>', ['jsx: a']],
    ['reach to the end of the file without an end tag', '<script>a', ['jsx: a']],
    ['end before a tag that is not closed', '<script>a</script><p title="', ['jsx: a']],
  ])('%s', (_, text, expected) => {
    expect(scripts('a.html', text)).toEqual(expected);
  });

  it('are read without the comments that hide them from old browsers', () => {
    expect(scripts('a.html', '<script><!-- hide\na\n// --></script>')).toEqual(['jsx: a']);
    expect(scripts('a.xhtml', '<script>//<![CDATA[\na < b\n//]]></script>')).toEqual(['jsx: a < b']);
  });

  it('are separate fragments when they are modules', () => {
    const text = '<script>a</script><script type="module">b</script>';
    expect(markup.fragmentsOf(text, 'a.htm').map(({ apart }) => apart)).toEqual([undefined, true]);
  });
});

describe('scripts of a component', () => {
  it.each([
    ['a.vue', '<script>a</script>\n<script setup lang="ts">b</script>', ['jsx: a', 'ts: b']],
    ['a.vue', '<script src="./a.ts" />\n<script lang="tsx">b</script>', ['tsx: b']],
    ['a.vue', '<template><template>x</template><script>no</script></template><script>a</script>', ['jsx: a']],
    ['a.vue', '<template lang="pug">p <template>\n</template><script>a</script>', ['jsx: a']],
    ['a.vue', '<docs><script>no</script></docs><script lang="coffee">a</script>', []],
    ['a.svelte', '<script module>a</script><script>b</script>{@html `<script>no</script>`}', ['jsx: a', 'jsx: b']],
    ['a.svelte', `<p title={a > '"' ? '}' : \`\${'{'}\`}><script lang="ts">a</script>`, ['ts: a']],
    ['a.svelte', '{ <script>a</script>', ['jsx: a']],
    ['a.astro', '---\na // ---\nb = `\n---\n`\n---\n<p/>', ['ts: a // ---\nb = `\n---\n`']],
    ['a.astro', `---\na = /'/\n---\n<script>b</script>`, [`ts: a = /'/`, 'ts: b']],
    ['a.astro', '<p/><script>a</script><script is:inline define:vars={{ b: 1 > 0 }}>b</script>', ['ts: a', 'ts: b']],
  ])('%s: %s', (file, text, expected) => {
    expect(scripts(file, text)).toEqual(expected);
  });
});

describe('code of a template', () => {
  it.each([
    ['a.html', '<form action="https://a/b"><p data-c=https://d/e title="https://f/g">', ['https://a/b', 'https://d/e']],
    ['a.html', `<p onclick="f('/a')" @click="g('/b')" x-data="{ c: '/d' }">`, [`f('/a')`, `g('/b')`, `{ c: '/d' }`]],
    ['a.html', `<p onclick="f()" :key="a / b" (click)="g('/b')">{{ h('/c') }}`, [`g('/b')`]],
    ['a.vue', `<template><p v-for="a in b('/c')">{{ d('/e') }}</p></template>{{ f('/g') }}`, [` d('/e') `]],
    ['a.vue', `<template lang="pug">p(:a="'/b'")</template>`, []],
    ['a.svelte', `{#each f('/a') as b}{b('/c')}{/each}{:else if g('/d')}`, [`f('/a')`, `b('/c')`, `g('/d')`]],
    ['a.svelte', `<p a={'/b'} c="{d}/e" {...f('/g')} href={'/h'}>`, [`'/b'`, '{d}/e', `f('/g')`, `'/h'`]],
    ['a.astro', `<p>{a.map((b) => <i c={'/d'}>{b('/e')}</i>)}</p>`, [`a.map((b) => <i c={'/d'}>{b('/e')}</i>)`]],
    ['a.astro', `<p>{a && "}"} {'/b'}`, [`'/b'`]],
  ])('%s: %s', (file, text, expected) => {
    expect(templates(file, text)).toEqual(expected);
  });
});

describe('a scan of components', () => {
  const dependencies = { catalogue: loadCatalogue(), createAnalyser };
  const found = (files: Readonly<Record<string, string>>): readonly string[] =>
    runScan({ root: folder(files), asOf: '2026-01-01' }, dependencies).report.findings.map(
      ({ file, range, suppression }) =>
        `${file}:${range.start.line}:${range.start.column} ${suppression?.status ?? ''}`,
    );

  it('follows imports in both directions', () => {
    expect(
      found({
        'api.ts': `export const call = (path: string) => fetch('${API}' + path);\n`,
        'Page.vue': `<script setup>\nimport { call } from './api';\ncall('/zones/1/pagerules');\n</script>\n`,
        'Zone.svelte': `<script module>\nexport const path = '/zones/1/rate_limits';\n</script>\n`,
        'main.ts': `import { call } from './api.js';\nimport { path } from './Zone.svelte';\ncall(path);\n`,
      }),
    ).toEqual(['Page.vue:3:6 ', 'main.ts:3:6 ']);
  });

  it('reads suppressions in comments of the code and of the markup', () => {
    const call = `fetch('${API}/zones/1/pagerules');`;
    expect(
      found({
        'a.vue': `<script>\n// sunset-lint-disable-next-line page-rules-api -- why\n${call}\n${call}\n</script>\n`,
        'b.html': `<!-- sunset-lint-disable-file page-rules-api -- why -->\n<script>${call}</script>\n`,
        'c.html': `<!-- sunset-lint-disable page-rules-api -- why -->\n<script>\n${call}\n</script>\n<!-- sunset-lint-enable -->\n<script>${call}</script>`,
      }),
    ).toEqual(['a.vue:3:7 accepted', 'a.vue:4:7 ', 'b.html:2:15 accepted', 'c.html:3:7 accepted', 'c.html:6:15 ']);
  });

  it('parses nothing for a mention in markup alone', () => {
    const root = folder({ 'a.html': `<a href="${API}/zones/1/pagerules">docs</a><script>a()</script>` });
    const { report } = runScan({ root, asOf: '2026-01-01' }, dependencies);
    expect(report.coverage.parsed).toBe(0);
    expect(report.findings).toEqual([]);
  });

  it.each([
    '<script>a</script>',
    '<a "',
    '{`${',
    '<template>',
    '<i18n>',
    "<a b='",
    '<!--',
    '{/*',
    '---\n`',
    '{{ ',
    `{{ '' }} `,
  ])('takes little time for many repetitions of %s', (piece) => {
    const many = piece.repeat(Math.floor(1_000_000 / piece.length));
    const elapsed = startCpuClock();
    for (const name of ['a.html', 'a.vue', 'a.svelte', 'a.astro'])
      for (const text of [many, `<template>${many}</template>`]) {
        markup.fragmentsOf(text, join('x', name));
        markup.commentsOf?.(text);
      }
    expect(elapsed()).toBeLessThan(10_000);
  });
});
