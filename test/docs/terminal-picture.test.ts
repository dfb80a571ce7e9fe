import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseXml } from '@rgrove/parse-xml';
import { describe, expect, it } from 'vitest';
import { styledLines } from '../../tools/docs/styled-text.js';
import { formatTerminal, terminalPicture } from '../../tools/docs/terminal-picture.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WORDS = { title: 'A <title>', about: 'what & why' };

// Needs `npm run build`, like all tests of the command line.
describe('docs/pictures/terminal.svg', () => {
  it('shows the output of the command line', () => {
    const current = readFileSync(`${ROOT}/docs/pictures/terminal.svg`, 'utf8');
    expect(current.replaceAll('\r\n', '\n')).toBe(terminalPicture(ROOT));
    expect(parseXml(current).text.replaceAll('\u00a0', ' ')).toMatch(/\d+ findings in \d+ files/);
    expect(current).not.toMatch(/expect:|\/tmp\//);
  });
});

describe('formatTerminal', () => {
  it('returns well-formed SVG with a title for any text', () => {
    const root = parseXml(formatTerminal('</text><script>&amp;', WORDS)).root;
    expect(root?.attributes['role']).toBe('img');
    expect(root?.text).toContain('</text><script>&amp;');
    expect(root?.text).toContain('A <title>');
    expect(root?.text).toContain('what & why');
  });

  it('places each style at its column', () => {
    const picture = formatTerminal('\u001b[1mab\u001b[22m  \u001b[31mc d\u001b[39m', WORDS);
    expect(
      [...picture.matchAll(/<text x="([\d.]+)".*? textLength="([\d.]+)"(.*?)>(.*?)</g)].map((one) => one.slice(1)),
    ).toEqual([
      ['20', '15.6', ' class="bold"', 'ab'],
      ['51.2', '23.4', ' class="red"', 'c\u00a0d'],
    ]);
  });
});

describe('styledLines', () => {
  it('continues a style over lines until it is reset', () => {
    expect(styledLines('\u001b[2;33ma\nb\u001b[0mc\n')).toEqual([
      [{ bold: false, dim: true, colour: 'yellow', text: 'a' }],
      [
        { bold: false, dim: true, colour: 'yellow', text: 'b' },
        { bold: false, dim: false, text: 'c' },
      ],
    ]);
  });

  it('refuses unknown escape sequences', () => {
    expect(() => styledLines('\u001b[7ma')).toThrow(/'7'/);
    expect(() => styledLines('\u001b[2Ja')).toThrow(/escape sequence/);
  });
});
