/** Parts of a URL: fixed text and names of variables. */
export type Pieces = readonly ({ readonly text: string } | { readonly variable: string })[];

/** Source that builds a URL: statements before it, and its expression. */
interface UrlSource {
  readonly before: string;
  readonly url: string;
}

export type Form = (pieces: Pieces, start: string) => UrlSource;

const ID = '023e105f4ecef8ad9ca31a8372d0c353';

const rendered = (pieces: Pieces, show: (variable: string) => string): string =>
  pieces.map((piece) => ('text' in piece ? piece.text : show(piece.variable))).join('');
const segments = (pieces: Pieces): readonly string[] =>
  rendered(pieces, (variable) => `\${${variable}}`)
    .split('/')
    .filter((segment) => segment !== '');
const source = (segment: string): string => (segment.startsWith('${') ? segment.slice(2, -1) : `'${segment}'`);

/** Forms of building a URL; each form can build every path. */
export const FORMS: Readonly<Record<string, Form>> = {
  literal: (pieces, start) => ({ before: '', url: `'${start}${rendered(pieces, () => ID)}'` }),
  template: (pieces, start) => ({
    before: '',
    url: `\`${start}${rendered(pieces, (variable) => `\${${variable}}`)}\``,
  }),
  concatenation: (pieces, start) => ({
    before: '',
    url: `'${start}' + ${pieces.map((piece) => ('text' in piece ? `'${piece.text}'` : piece.variable)).join(' + ')}`,
  }),
  'constant base': (pieces, start) => ({
    before: `const BASE = '${start}';`,
    url: `\`\${BASE}${rendered(pieces, (variable) => `\${${variable}}`)}\``,
  }),
  join: (pieces, start) => ({ before: '', url: `['${start}', ${segments(pieces).map(source).join(', ')}].join('/')` }),
  push: (pieces, start) => ({
    before: [
      `const parts = ['${start}'];`,
      ...segments(pieces).map((segment) => `parts.push(${source(segment)});`),
    ].join('\n  '),
    url: "parts.join('/')",
  }),
  'path function': (pieces, start) => ({
    before: `const path = (${[...variablesOf(pieces)].join(', ')}) => \`${rendered(pieces, (variable) => `\${encodeURIComponent(${variable})}`)}\`;`,
    url: `'${start}' + path(${[...variablesOf(pieces)].join(', ')})`,
  }),
  placeholders: (pieces, start) => ({
    before: `const PATH = '${rendered(pieces, (variable) => `{${variable}}`)}';`,
    url: `'${start}' + PATH${[...variablesOf(pieces)].map((variable) => `.replace('{${variable}}', ${variable})`).join('')}`,
  }),
  'in steps': (pieces, start) => ({
    before: [
      `let url = '${start}';`,
      ...pieces.map((piece) => ('text' in piece ? `url += '${piece.text}';` : `url += ${piece.variable};`)),
    ].join('\n  '),
    url: 'url',
  }),
  'table of paths': (pieces, start) => ({
    before: `const PATHS = { other: (a) => \`/other/\${a}\`, wanted: (${[...variablesOf(pieces)].join(', ')}) => \`${rendered(pieces, (variable) => `\${${variable}}`)}\` };`,
    url: `\`${start}\${PATHS.wanted(${[...variablesOf(pieces)].join(', ')})}\``,
  }),
  'query behind': (pieces, start) => ({
    before: '',
    url: `\`${start}${rendered(pieces, (variable) => `\${${variable}}`)}?page=\${page}&per_page=50\``,
  }),
};

export function variablesOf(pieces: Pieces): ReadonlySet<string> {
  return new Set(pieces.flatMap((piece) => ('text' in piece ? [] : [piece.variable])));
}

/** `/zones/{zone_id}/pagerules` as text and variables. */
export function piecesOf(path: string): Pieces {
  const below = path.replace(/^https:\/\/[^/]*/, '').replace(/^\/client\/v4/, '');
  return below
    .split(/(\{[^}]*\})/)
    .filter((piece) => piece !== '')
    .map((piece) =>
      piece.startsWith('{')
        ? { variable: piece.slice(1, -1).replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) }
        : { text: piece },
    );
}
