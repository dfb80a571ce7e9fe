import { columnsOf } from '../../src/core/lib/terminal-text.js';
import { demoOutput, PICTURE_DAY } from './demo.js';
import { styledLines } from './styled-text.js';
import type { Run } from './styled-text.js';

const COLUMNS = 100;
/** Sizes in pixels. */
const CHARACTER_WIDTH = 7.8;
const LINE_HEIGHT = 19;
const MARGIN = 20;
const TITLE_BAR_HEIGHT = 34;

/** Styles on a dark background, with a contrast of at least 7 to 1, so that the picture is readable on any page. */
const STYLE = `.t{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#e6edf3}
.bold{font-weight:700}.dim{fill:#a3adb8}.red{fill:#ff9a92}.green{fill:#7ee787}.yellow{fill:#e3b341}.blue{fill:#9cc9ff}.cyan{fill:#7ad7e0}`;

/** Picture of the report on the example of three vendors in a terminal. Needs the built command line. */
export function terminalPicture(root: string): string {
  const args = ['--as-of', PICTURE_DAY];
  const output = demoOutput(root, args, COLUMNS);
  return formatTerminal(`$ npx sunset-lint ${args.join(' ')}\n\n${output}`, {
    title: 'sunset-lint in a terminal',
    about:
      'A scan of an example: calls to Cloudflare and Slack that have ended and an OpenAI model that will end, each with its place, its line and what to use instead.',
  });
}

/** SVG picture of styled terminal text; `about` is its description for screen readers. */
export function formatTerminal(
  text: string,
  { title, about }: { readonly title: string; readonly about: string },
): string {
  const lines = styledLines(text);
  const widest = Math.max(...lines.map((runs) => columnsOf(runs.map((run) => run.text).join(''))), 1);
  const [width, height] = [
    Math.ceil(widest * CHARACTER_WIDTH) + 2 * MARGIN,
    lines.length * LINE_HEIGHT + TITLE_BAR_HEIGHT + MARGIN,
  ];
  const rows = lines.flatMap((runs, index) => formatRuns(runs, TITLE_BAR_HEIGHT + (index + 1) * LINE_HEIGHT - 5));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title about">
<title id="title">${escapeXml(title)}</title>
<desc id="about">${escapeXml(about)}</desc>
<style>${STYLE}</style>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" fill="#161b22" stroke="#57606a"/>
<g fill="#57606a"><circle cx="20" cy="18" r="5"/><circle cx="36" cy="18" r="5"/><circle cx="52" cy="18" r="5"/></g>
<g class="t">
${rows.join('\n')}
</g>
</svg>
`;
}

/** Runs at fixed columns, with the width of their characters in any font. */
function formatRuns(runs: readonly Run[], y: number): readonly string[] {
  let column = 0;
  return runs.flatMap((run) => {
    const text = run.text.trim();
    const start = column + columnsOf(run.text) - columnsOf(run.text.trimStart());
    column += columnsOf(run.text);
    if (text === '') return [];
    const names = [run.bold ? 'bold' : '', run.dim ? 'dim' : '', run.colour ?? ''].filter((name) => name !== '');
    const classAttribute = names.length === 0 ? '' : ` class="${names.join(' ')}"`;
    return [
      `<text x="${pixels(MARGIN + start * CHARACTER_WIDTH)}" y="${y}" textLength="${pixels(columnsOf(text) * CHARACTER_WIDTH)}"${classAttribute}>${escapeXml(text).replaceAll(' ', '\u00a0')}</text>`,
    ];
  });
}

function pixels(length: number): string {
  return String(Math.round(length * 10) / 10);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
