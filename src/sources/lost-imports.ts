import type { FileProbe } from './file-probe.js';

/** Ends of names of what is imported and holds no program: looks, data, documents, templates, machine code. */
const ASSET =
  /\.(?:css|s[ac]ss|less|styl|pcss|svg|png|jpe?g|gif|ico|webp|avif|bmp|woff2?|ttf|otf|eot|mp[34]|webm|ogg|wav|mov|pdf|json[5c]?|ya?ml|toml|csv|txt|mdx?|html?|hbs|ejs|pug|xml|graphqls?|gql|proto|sql|wasm|node|bin|glsl|vert|frag|wgsl|peg|po|worker|url|map)$/i;

/** Names of build output and generated files, which are missing in a fresh clone. */
const MADE =
  /(?:^|[/._-])(?:__generated__|generated|gen|codegen|dist|build|out|output|coverage|pkg|target|vendor|node_modules|\.next|\.nuxt|\.output|\.svelte-kit|\.astro|\+types)(?:[/.]|$)|\/\$types(?:\.js)?$/i;

/** Beginnings of specifiers that no package name can have. */
const OWN_NAME = /^(?:@@?\/|~~?\/|#\/|\$lib(?:\/|$))/;

/** Whether a specifier names something that a fresh clone should have as a source file. `written`: with its query. */
export function isSourceName(written: string): boolean {
  const path = written.replace(/\?[^]*/, '');
  // With a query (`?raw`, `?url`, `?worker`) bundlers make something of it.
  return path === written && !path.startsWith('/') && !/[:!*{}<>]/.test(path) && !ASSET.test(path) && !MADE.test(path);
}

/** Whether a specifier that is no path can be the name of no package. */
export function isOwnName(specifier: string): boolean {
  return OWN_NAME.test(specifier);
}

/** Whether something is at an absolute path that is no source: a file of another kind, or types alone. */
export function isOtherFile(probe: FileProbe, path: string): boolean {
  const stem = path.replace(/\.[cm]?[jt]sx?$/, '');
  return (
    probe.isFile(path) ||
    ['.d.ts', '.d.mts', '.d.cts', '/index.d.ts', '.json', '.node'].some((end) => probe.isFile(stem + end))
  );
}
