import { join } from 'node:path';
import type { Alias } from './alias.js';
import type { WrittenAliases } from './find-aliases.js';

interface Convention {
  /** Name of the configuration. */
  readonly config: RegExp;
  /** Pattern that its text must match. */
  readonly text?: RegExp;
  readonly aliases: (folders: WrittenAliases['folders']) => readonly (readonly [name: string, folder: string])[];
}

const ofNuxt: Convention['aliases'] = (folders) => {
  const sources = folders.get('srcDir');
  // Since its fourth version the sources are in a folder of their own, unless there is none.
  const places = sources === undefined ? ['app', '.'] : [sources];
  return [
    ...['~', '@'].flatMap((name) => places.map((place) => [name, place] as const)),
    ['~~', '.'],
    ['@@', '.'],
    ['#shared', 'shared'],
  ];
};

const ofSvelteKit: Convention['aliases'] = (folders) => [['$lib', folders.get('lib') ?? 'src/lib']];
const ofSources: Convention['aliases'] = () => [['@', 'src']];

/** Aliases that frameworks define by default. */
const CONVENTIONS: readonly Convention[] = [
  { config: /^svelte\.config/, aliases: ofSvelteKit },
  { config: /^vite\.config/, text: /@sveltejs\/kit/, aliases: ofSvelteKit },
  { config: /^vite\.config/, text: /laravel-vite-plugin/, aliases: () => [['@', 'resources/js']] },
  { config: /^nuxt\.config/, aliases: ofNuxt },
  { config: /^wxt\.config/, aliases: ofNuxt },
  { config: /^vue\.config/, aliases: ofSources },
  { config: /^\.umirc/, aliases: ofSources },
  { config: /^docusaurus\.config/, aliases: () => [['@site', '.']] },
  {
    config: /^quasar\.config/,
    aliases: () => [
      ['src', 'src'],
      ['app', '.'],
      ...['components', 'layouts', 'pages', 'boot', 'stores'].map((name) => [name, `src/${name}`] as const),
    ],
  },
];

/** Aliases that the framework of a configuration defines, with absolute targets. */
export function conventionalAliases(
  config: string,
  text: string,
  { project, folders }: { readonly project: string; readonly folders: WrittenAliases['folders'] },
): readonly Alias[] {
  return CONVENTIONS.filter((row) => row.config.test(config) && (row.text?.test(text) ?? true)).flatMap((row) =>
    row.aliases(folders).map(([find, folder]): Alias => ({ find, fits: 'name', target: join(project, folder) })),
  );
}
