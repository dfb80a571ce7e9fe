/** The style of the page: light and dark, from a phone's width on, nothing told by colour alone. */
export const STYLE = `
:root { color-scheme: light dark; --page: #fbfbfa; --card: #fff; --text: #1d1f23; --dim: #585d66; --line: #d9dbe0; --past: #b3261e; --before: #8a5a00; --suppressed: #565b66; --link: #0b57d0; --mark: #ffe3a3; --mark-text: #1d1f23; --code: #f3f3f1; }
@media (prefers-color-scheme: dark) {
  :root { --page: #16181c; --card: #1e2126; --text: #e7e8ea; --dim: #a6acb7; --line: #3a3e47; --past: #ff8f86; --before: #f2bb5c; --suppressed: #aab0bb; --link: #8ab4f8; --mark: #6b5200; --mark-text: #fff; --code: #14161a; }
}
* { box-sizing: border-box; }
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
.scale .past { fill: var(--past); }
.scale .before { fill: var(--before); }
.paths { overflow-wrap: anywhere; font-size: .875rem; }
.timeline { list-style: none; margin: 0; padding: 0 0 0 1.1rem; border-left: 3px solid var(--line); }
.timeline li { position: relative; padding: 0 0 .9rem; }
.timeline li::before { content: ''; position: absolute; left: -1.65rem; top: .4rem; width: .8rem; height: .8rem; border-radius: 50%; border: 3px solid var(--page); background: var(--before); }
.timeline .past::before { background: var(--past); border-radius: 2px; }
.timeline .now::before { background: var(--text); }
.timeline p { margin: .1rem 0; }
.timeline time { font-weight: 650; font-variant-numeric: tabular-nums; }
.timeline .when { display: grid; grid-template-columns: 19rem 9.5rem minmax(0, 1fr); gap: 0 1rem; align-items: center; }
.bar { display: block; width: 100%; height: .6rem; }
.past .bar { fill: var(--past); }
.before .bar { fill: var(--before); }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 6px; }
.long { max-height: 28rem; overflow-y: auto; }
table { border-collapse: collapse; width: 100%; font-size: .925rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .8rem; border-top: 1px solid var(--line); }
tbody th { font-weight: 400; overflow-wrap: anywhere; min-width: 10rem; }
thead th { position: sticky; top: 0; background: var(--card); border-top: 0; box-shadow: inset 0 -1px var(--line); white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
button, input, select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--dim); border-radius: 5px; padding: .4rem .7rem; min-height: 2.5rem; max-width: 100%; }
button { cursor: pointer; }
.link { border: 0; background: none; color: var(--link); padding: 0; min-height: 1.5rem; text-align: left; text-decoration: underline; overflow-wrap: anywhere; }
form { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .75rem; align-items: end; }
form[hidden] { display: none; }
#open-in { margin-top: .75rem; }
form p { margin: 0; min-width: 0; }
.wide { grid-column: 1 / -1; }
label { display: block; font-size: .875rem; color: var(--dim); }
input, select { width: 100%; }
#status { margin: 1rem 0; color: var(--dim); }
article { background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--before); border-radius: 6px; padding: .9rem 1.1rem; margin: 0 0 1rem; }
article.past, article.mistake { border-left-color: var(--past); }
article.suppressed { border-left: 5px dashed var(--suppressed); }
.place { display: block; margin-top: .25rem; font: 400 .875rem/1.4 ui-monospace, 'DejaVu Sans Mono', monospace; color: var(--dim); }
code { font-family: ui-monospace, 'DejaVu Sans Mono', monospace; font-size: .9em; overflow-wrap: anywhere; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 5px; padding: .6rem 0; margin: .75rem 0; overflow-x: auto; font-size: .875rem; line-height: 1.45; tab-size: 2; }
pre code { display: block; width: max-content; min-width: 100%; overflow-wrap: normal; }
.line { display: block; padding: 0 .8rem; }
.gutter { color: var(--dim); user-select: none; white-space: pre; }
mark { background: var(--mark); color: var(--mark-text); border-radius: 2px; text-decoration: underline; text-underline-offset: 3px; }
.facts { display: grid; gap: .15rem 1rem; margin: .6rem 0; font-size: .925rem; }
.facts > div { display: grid; grid-template-columns: 8rem minmax(0, 1fr); }
.facts dt { color: var(--dim); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
summary { cursor: pointer; padding: .25rem 0; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); }
@media (max-width: 34rem) {
  body { padding: 1rem .8rem 3rem; }
  form { grid-template-columns: 1fr 1fr; }
  article { padding: .75rem .8rem; }
  .facts > div { grid-template-columns: 1fr; }
  .facts dt { font-size: .8rem; }
  .timeline .when { grid-template-columns: 9.5rem minmax(0, 1fr); }
  .timeline .when > :first-child { grid-column: 1 / -1; }
  tbody th { min-width: 8rem; }
  th, td { padding: .4rem .5rem; }
}
@media print {
  :root { color-scheme: light; --page: #fff; --card: #fff; --text: #000; --dim: #444; --line: #bbb; --past: #a00; --before: #6b4500; --suppressed: #444; --link: #000; --mark: #eee; --mark-text: #000; --code: #fff; }
  form, .skip, #more, #open-in, #status, noscript { display: none; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  article, tr, .timeline li { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .long, .scroll, pre { max-height: none; overflow: visible; }
  pre code { width: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
  .link { color: inherit; text-decoration: none; }
}
`;
