import { breakCommandsInMarkup, escapeText, jsonText } from '../core/lib/escape.js';

/** A piece of HTML that is already escaped. */
export interface Html {
  readonly html: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Template tag that escapes all values except `Html`, so that no text gets into the page unescaped. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  return {
    html: strings.map((text, index) => (index === 0 ? text : `${toHtml(values[index - 1] ?? '')}${text}`)).join(''),
  };
}

/** A text in which a line may break after each slash, such as a path. */
export function breakable(text: string): Html {
  return {
    html: text
      .split(/(?<=[^/]\/)(?=[^/])/)
      .map(toHtml)
      .join('<wbr>'),
  };
}

/** Marks our own text, such as style and script, as escaped. */
export function trustedHtml(text: string): Html {
  return { html: text };
}

/** A value as JSON without characters that HTML treats as markup. */
export function embedJson(value: unknown): Html {
  return {
    html: jsonText(value).replace(/[<>&]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  };
}

function toHtml(value: string | number | Html | readonly Html[]): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string')
    return breakCommandsInMarkup(escapeText(value).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char));
  return 'html' in value ? value.html : value.map((piece) => piece.html).join('\n');
}

/** Start of a page without network access. Its policy allows our own style, and the script with the given hash. */
export function pageHead(title: string, scriptHash?: string): Html {
  const script = scriptHash === undefined ? '' : ` script-src '${scriptHash}';`;
  const policy = `default-src 'none'; style-src '${STYLE_HASH}';${script} base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="sunset-lint">
<meta http-equiv="Content-Security-Policy" content="${trustedHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${trustedHtml(STYLE)}</style>
</head>`;
}

/** Style of the page: light and dark, for phones and larger screens, with nothing conveyed by colour alone. */
export const STYLE = `
:root { color-scheme: light dark; --page: #fbfbfa; --card: #fff; --text: #1d1f23; --dim: #585d66; --line: #d9dbe0; --past: #b3261e; --before: #8a5a00; --suppressed: #565b66; --link: #0b57d0; --mark: #ffe3a3; --mark-text: #1d1f23; --code: #f3f3f1; }
@media (prefers-color-scheme: dark) {
  :root { --page: #16181c; --card: #1e2126; --text: #e7e8ea; --dim: #a6acb7; --line: #3a3e47; --past: #ff8f86; --before: #f2bb5c; --suppressed: #aab0bb; --link: #8ab4f8; --mark: #6b5200; --mark-text: #fff; --code: #14161a; }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0 auto; max-width: 68rem; padding: 1.5rem 1.25rem 4rem; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2.25rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
p { margin: .35rem 0; overflow-wrap: anywhere; }
.verdict { font-size: 1.15rem; border-left: 6px solid var(--line); padding-left: .75rem; }
.verdict.failed, .verdict.error { border-left-color: var(--past); }
.headline { font-size: 1.15rem; font-weight: 600; }
.about { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0 0 .75rem; }
.about > div { display: flex; gap: .4rem; min-width: 0; }
.about dt { color: var(--dim); }
.about dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
a { color: var(--link); }
.dim { color: var(--dim); font-weight: 400; }
.skip { position: absolute; left: -100vw; background: var(--card); color: var(--link); padding: .5rem 1rem; }
.skip:focus { left: 1rem; top: 1rem; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; margin: 0; }
.numbers > div { display: flex; flex-direction: column-reverse; justify-content: flex-end; background: var(--card); border: 1px solid var(--line); border-top: 4px solid var(--line); border-radius: 6px; padding: .6rem .9rem; }
.numbers dt { color: var(--dim); font-size: .875rem; }
.numbers dd { margin: 0; font-size: 1.75rem; font-weight: 650; line-height: 1.2; font-variant-numeric: tabular-nums; }
.numbers .past, .numbers .mistake { border-top-color: var(--past); }
.numbers .before { border-top-color: var(--before); }
.numbers .suppressed { border-top-color: var(--suppressed); }
.badge { display: inline-block; border: 1px solid currentColor; border-radius: 999px; padding: 0 .6em; font-size: .8rem; font-weight: 600; white-space: nowrap; }
.past .badge, .mistake .badge { color: var(--past); }
.before .badge { color: var(--before); }
.suppressed .badge { color: var(--suppressed); border-style: dashed; }
.scale { display: block; margin: 0 0 1rem; overflow: visible; font-size: .8rem; }
.scale text { fill: var(--dim); font-variant-numeric: tabular-nums; }
.scale .axis, .scale .tick { stroke: var(--line); stroke-width: 2; }
.scale .today { stroke: var(--text); stroke-width: 2; stroke-dasharray: 3 3; }
.scale circle { stroke: var(--page); stroke-width: 1.5; }
.scale circle { fill-opacity: .8; }
.scale .past { fill: var(--past); }
.scale .before { fill: var(--before); }
.trend { display: block; width: 100%; height: 60px; }
.trend polyline { fill: none; stroke: var(--link); stroke-width: 2.5; vector-effect: non-scaling-stroke; }
.trend .axis { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
.ends { display: flex; justify-content: space-between; font-size: .8rem; font-variant-numeric: tabular-nums; }
.paths { overflow-wrap: anywhere; font-size: .875rem; }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 6px; }
.long { max-height: 28rem; overflow-y: auto; }
table { border-collapse: collapse; width: 100%; font-size: .925rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .8rem; border-top: 1px solid var(--line); }
td { overflow-wrap: anywhere; }
tbody th { font-weight: 400; overflow-wrap: anywhere; min-width: 10rem; }
thead th { position: sticky; top: 0; background: var(--card); border-top: 0; box-shadow: inset 0 -1px var(--line); white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
button, input, select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--dim); border-radius: 5px; padding: .4rem .7rem; min-height: 2.5rem; max-width: 100%; }
button { cursor: pointer; }
.link { border: 0; background: none; padding: 0; min-height: 1.5rem; text-align: left; overflow-wrap: anywhere; cursor: auto; }
.js .link { color: var(--link); text-decoration: underline; cursor: pointer; }
.filters { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .75rem; align-items: end; }
form > * + * { margin-top: .5rem; }
#_open-in { margin-top: .25rem; }
form p { margin: 0; min-width: 0; }
label { display: block; font-size: .875rem; color: var(--dim); }
input, select { width: 100%; }
#_status { margin: .25rem 0 .5rem; min-height: 1.5em; color: var(--dim); }
.group { background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--before); border-radius: 6px; padding: .8rem 1.1rem; margin: 0 0 .75rem; scroll-margin-top: .5rem; }
.group.past, .group.mistake { border-left-color: var(--past); }
.group.suppressed { border-left: 5px dashed var(--suppressed); }
.group h3 { margin: 0; font-size: 1.05rem; }
.group:target { outline: 2px solid var(--link); }
.group > details > summary { font-weight: 600; }
h4 { font-size: .95rem; margin: .9rem 0 .3rem; overflow-wrap: anywhere; }
.findings th, .findings td { padding: .25rem .6rem; }
.findings thead th { position: static; box-shadow: none; padding-top: 0; padding-bottom: 0; font-size: .8rem; line-height: 1.2; color: var(--dim); font-weight: 400; }
.findings .file th { padding-top: .6rem; font-weight: 600; }
.findings { table-layout: fixed; }
.findings thead th:first-child { width: 5.5rem; }
.findings thead th:last-child { width: 13rem; }
.findings td:first-child { font-variant-numeric: tabular-nums; }
.findings tr + tr > td { border-top: 0; }
.findings tr:target > td, .findings tr:focus > td { background: var(--code); box-shadow: inset 0 -2px var(--link); }
.findings .card > td { padding: .1rem .6rem .5rem; }
.card p { margin: .2rem 0; }
.show { min-height: 1.6rem; padding: 0 .6rem; font-size: .85rem; float: right; }
.more { margin: .6rem 0 .2rem; }
.stacked th:first-child { width: 32%; }
.links { font-size: .875rem; }
.foot { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 1rem; }
.foot > details { flex: 1 1 auto; min-width: 0; }
.foot > details[open] { flex-basis: 100%; }
.foot > .links { margin-left: auto; }
.single > details > summary { display: none; }
.way { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 2rem; list-style: none; margin: .3rem 0 .6rem; padding: 0; font-size: .875rem; }
.way > li { position: relative; flex: 1 1 13rem; min-width: 0; border: 1px solid var(--line); border-radius: 6px; background: var(--code); padding: .4rem .7rem; }
.way > li + li::before { content: '→' / ''; position: absolute; left: -1.55rem; top: calc(50% - .75em); color: var(--dim); font-size: 1.1rem; }
.way strong { display: block; font-size: .8rem; color: var(--dim); font-weight: 600; }
.way ul { list-style: none; margin: 0; padding: 0; }
.way li li + li { border-top: 1px solid var(--line); margin-top: .3rem; padding-top: .3rem; }
.way .dim { display: block; }
.away { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.tables > details { margin: 0 0 .5rem; }
code { font-family: ui-monospace, 'DejaVu Sans Mono', monospace; font-size: .9em; overflow-wrap: anywhere; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 5px; padding: .4rem 0; margin: .4rem 0; overflow-x: auto; font-size: .875rem; line-height: 1.45; tab-size: 2; }
pre code { display: block; width: max-content; min-width: 100%; overflow-wrap: normal; }
.line { display: block; padding: 0 .8rem; }
.gutter { color: var(--dim); user-select: none; white-space: pre; }
mark { background: var(--mark); color: var(--mark-text); border-radius: 2px; text-decoration: underline; text-underline-offset: 3px; }
.facts { display: flex; flex-wrap: wrap; gap: .1rem 1.5rem; margin: .3rem 0; font-size: .925rem; }
.facts > div { display: flex; gap: .5rem; min-width: 0; }
.facts dt { color: var(--dim); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
summary { cursor: pointer; padding: .25rem 0; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); }
@media (max-width: 56rem) {
  .way { flex-direction: column; align-items: stretch; gap: 1.5rem; }
  .way > li { flex-basis: auto; }
  .way > li + li::before { content: '↓' / ''; left: 50%; top: -1.55rem; }
}
@media (max-width: 34rem) {
  body { padding: 1rem .8rem 3rem; }
  .filters { grid-template-columns: 1fr 1fr; }
  .group { padding: .7rem .8rem; }
  tbody th { min-width: 0; }
  thead th { white-space: normal; }
  th, td { padding: .4rem .5rem; }
  .findings th, .findings td { padding: .3rem .25rem; }
  .findings thead th:first-child { width: 4rem; }
  .findings thead th:last-child { width: 6rem; }
  .stacked thead { display: none; }
  .stacked tr, .stacked th, .stacked td { display: block; }
  .stacked td { border-top: 0; padding-top: 0; }
}
@media print {
  :root { color-scheme: light; --page: #fff; --card: #fff; --text: #000; --dim: #444; --line: #bbb; --past: #a00; --before: #6b4500; --suppressed: #444; --link: #000; --mark: #eee; --mark-text: #000; --code: #fff; }
  form, .skip, .show, .more, .links, .tables, #_open-in, #_status, .group > details > summary, noscript { display: none; }
  .group > details::details-content { content-visibility: visible; display: block; }
  body { max-width: none; padding: 0; font-size: 9pt; line-height: 1.3; }
  h1 { font-size: 16pt; }
  h2 { font-size: 12pt; margin: 1rem 0 .4rem; }
  .numbers { grid-template-columns: repeat(6, 1fr); gap: .3rem; }
  .numbers > div { padding: .2rem .4rem; }
  .numbers dd { font-size: 13pt; }
  .group { border: 0; padding: 0; margin: 0 0 .8rem; }
  .findings { font-size: 8pt; line-height: 1.2; }
  .findings th, .findings td { padding: 1px 4px; }
  .findings .file th { padding-top: 3px; }
  .findings thead th:last-child { width: 9rem; }
  tr, .card { break-inside: avoid; }
  h2, h3, h4, .facts, .file { break-after: avoid; }
  .long, .scroll, pre { max-height: none; overflow: visible; }
  pre code { width: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
  .js .link { color: inherit; text-decoration: none; }
}
`;

/** Digest of the style, which the policy of the page allows. A failing test prints the correct one. */
export const STYLE_HASH = 'sha256-WPfA+kqiWzgW7RYJ7g/8cU9RSlLjF5RJceQ5pjT4Lq0=';

/** Digest of the script. */
export const SCRIPT_HASH = 'sha256-R5Ktg0SCvrfpQ9P5V0yd5z75AGocjUWknTP/ScBXmh8=';
