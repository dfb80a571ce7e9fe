import { HighlightStyle, LRLanguage, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { html } from '@codemirror/legacy-modes/mode/xml';
import { shell } from '@codemirror/legacy-modes/mode/shell';
import { yaml } from '@codemirror/legacy-modes/mode/yaml';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { parser as javascript } from '@lezer/javascript';
import { parser as python } from '@lezer/python';

const scriptGrammar = (dialect: string): Extension =>
  LRLanguage.define({ parser: javascript.configure({ dialect }) }).extension;

const shellMode = StreamLanguage.define(shell).extension;

/** Grammars by file name. Terraform has the comments, strings and `${…}` of the shell. */
const GRAMMARS: readonly (readonly [RegExp, Extension])[] = [
  [/\.[cm]?ts$/, scriptGrammar('ts')],
  [/\.tsx$/, scriptGrammar('ts jsx')],
  [/\.[cm]?jsx?$|\.json$/, scriptGrammar('jsx')],
  [/\.py$/, LRLanguage.define({ parser: python }).extension],
  [/\.(?:sh|bash|tf|tofu|hcl)$/, shellMode],
  [/\.ya?ml$/, StreamLanguage.define(yaml).extension],
  [/\.(?:html?|vue|svelte|astro)$/, StreamLanguage.define(html).extension],
];

/** Grammar for the colours of a file; none for other kinds of files. */
export function grammarOf(name: string): Extension {
  return GRAMMARS.find(([names]) => names.test(name))?.[1] ?? [];
}

const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--dim)', fontStyle: 'italic' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.tagName], color: 'var(--keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--literal)' },
  { tag: [tags.typeName, tags.className, tags.attributeName], color: 'var(--type)' },
]);

/** Underlines by text decoration, because the page does not load the editor's underlines, which are data URLs. */
const underline = (colour: string, style: string): Readonly<Record<string, string>> => ({
  backgroundImage: 'none',
  textDecoration: `underline ${style} ${colour} 2px`,
  textUnderlineOffset: '3px',
});

const SURFACE = { backgroundColor: 'var(--card)', color: 'var(--text)', border: '1px solid var(--line)' };
const SELECTED_ITEM = { backgroundColor: 'var(--active)', color: 'var(--text)' };

/** Look of the editor, in the colours of the page. */
export const codeStyle: Extension = [
  syntaxHighlighting(COLOURS),
  EditorView.theme({
    '&': { backgroundColor: 'var(--code)', color: 'var(--text)', border: '1px solid var(--dim)', borderRadius: '5px' },
    '&.cm-focused': { outline: '3px solid var(--link)', outlineOffset: '2px' },
    '.cm-scroller': { minHeight: '16rem', maxHeight: '32rem', overflow: 'auto', lineHeight: '1.45' },
    '.cm-scroller, .cm-tooltip': { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace" },
    '.cm-content': { caretColor: 'var(--text)' },
    '.cm-gutters': { backgroundColor: 'var(--code)', color: 'var(--dim)', borderRight: '1px solid var(--line)' },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--active)' },
    '.cm-lintRange-error': underline('var(--past)', 'wavy'),
    '.cm-lintRange-warning': underline('var(--before)', 'wavy'),
    '.cm-lintRange-info': underline('var(--link)', 'dotted'),
    '.cm-lintRange-active': { backgroundColor: 'var(--active)' },
    '.cm-tooltip, .cm-panels': SURFACE,
    '.cm-panel.cm-panel-lint ul [aria-selected], .cm-panel.cm-panel-lint ul:focus [aria-selected]': SELECTED_ITEM,
    '.cm-panel.cm-panel-lint [name=close]': { color: 'var(--text)' },
  }),
];
