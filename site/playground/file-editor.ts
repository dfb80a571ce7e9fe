import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { forEachDiagnostic, lintKeymap, setDiagnostics } from '@codemirror/lint';
import type { Diagnostic } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { LineIndex } from '../../src/core/lib/line-index.js';
import type { Confidence } from '../../src/core/model/evidence.js';
import type { ReportEdit, ReportFinding } from '../../src/report/report.js';
import { codeStyle, grammarOf } from './code-style.js';
import { createElement, prose } from './elements.js';
import type { SourceText } from './engine.js';
import type { Place } from './evidence-stages.js';

interface OpenFile {
  name: string;
  state: EditorState;
}

interface PlacedFinding extends Diagnostic {
  /** Index in the list of findings. */
  readonly findingIndex: number;
}

const SEVERITIES: Readonly<Record<Confidence, Diagnostic['severity']>> = {
  certain: 'error',
  probable: 'warning',
  possible: 'info',
};

export interface EditorEvents {
  /** The files, or the shown one, changed. */
  readonly filesChanged: () => void;
  /** The cursor is in the code of a finding; undefined: it is elsewhere. */
  readonly atFinding: (finding: number | undefined) => void;
  /** The visitor wants to see a finding in the list. */
  readonly openFinding: (finding: number) => void;
  readonly check: () => void;
}

/** Files as tabs, with the code of one in an editor. */
export class FileEditor {
  readonly #tabs: HTMLElement;
  readonly #panel: HTMLElement;
  readonly #events: EditorEvents;
  readonly #view: EditorView;
  readonly #nameCompartment = new Compartment();
  #files: OpenFile[] = [];
  #shownIndex = 0;

  constructor(tabs: HTMLElement, panel: HTMLElement, events: EditorEvents) {
    this.#tabs = tabs;
    this.#panel = panel;
    this.#events = events;
    // The policy of the page allows no style elements; in a shadow tree, the editor needs none.
    const root = panel.attachShadow({ mode: 'open' });
    this.#view = new EditorView({ parent: root, root });
    tabs.addEventListener('keydown', (event) => this.#moveByKey(event));
  }

  get sources(): readonly SourceText[] {
    return this.#files.map(({ name, state }) => ({ name, text: state.doc.toString() }));
  }

  get shownName(): string {
    return this.#files[this.#shownIndex]?.name ?? '';
  }

  /** Replaces all files, and shows the last one. */
  open(sources: readonly SourceText[]): void {
    this.#files = sources.map(({ name, text }) => ({ name, state: this.#stateOf(name, text) }));
    this.#show(sources.length - 1);
  }

  /** Adds an empty file under a free name, and shows it. */
  add(): void {
    const names = new Set(this.#files.map(({ name }) => name));
    let number = names.size + 1;
    while (names.has(`file${number}.ts`)) number++;
    this.#files.push({ name: `file${number}.ts`, state: this.#stateOf(`file${number}.ts`, '') });
    this.#show(this.#files.length - 1);
  }

  /** Removes the shown file, unless it is the only one. */
  remove(): void {
    if (this.#files.length === 1) return;
    this.#files.splice(this.#shownIndex, 1);
    this.#show(Math.max(0, this.#shownIndex - 1));
    this.#tabElement(this.#shownIndex)?.focus();
  }

  /** Renames the shown file. */
  rename(name: string): void {
    const file = this.#files[this.#shownIndex];
    if (file === undefined) return;
    file.name = name;
    this.#view.dispatch({ effects: this.#nameCompartment.reconfigure(this.#extensionsOf(name)) });
    this.#renderTabs();
  }

  /** Underlines findings in files that still have the text in which they were found. */
  mark(findings: readonly ReportFinding[], texts: ReadonlyMap<string, string>): void {
    for (const [index, file] of this.#files.entries()) {
      const text = file.state.doc.toString();
      const lines = new LineIndex(text);
      const diagnostics = findings.flatMap(
        ({ file: name, range, confidence, message }, findingIndex): PlacedFinding[] => {
          if (name !== file.name || texts.get(name) !== text) return [];
          return [
            {
              ...{ from: lines.offset(range.start), to: lines.offset(range.end), findingIndex },
              ...{ severity: SEVERITIES[confidence], message },
              renderMessage: () => createElement('span', {}, prose(message)),
              actions: [{ name: 'Show the finding', apply: () => this.#events.openFinding(findingIndex) }],
            },
          ];
        },
      );
      this.#update(index, file.state.update(setDiagnostics(file.state, diagnostics)));
    }
  }

  /** Shows a place of a file, and selects it. */
  select({ file: name, range }: Place): void {
    const index = this.#files.findIndex((file) => file.name === name);
    if (index < 0) return;
    if (index !== this.#shownIndex) this.#show(index);
    const { doc } = this.#view.state;
    const lines = new LineIndex(doc.toString());
    const [anchor, head] = [range.start, range.end].map((at) => Math.min(lines.offset(at), doc.length));
    this.#view.focus();
    this.#view.dispatch({
      selection: { anchor: anchor ?? 0, head: head ?? 0 },
      effects: EditorView.scrollIntoView(anchor ?? 0, { y: 'center' }),
    });
  }

  /** Applies edits that do not overlap, as one step for each file. */
  edit(edits: readonly ReportEdit[]): void {
    for (const [index, { name, state }] of this.#files.entries()) {
      const lines = new LineIndex(state.doc.toString());
      const changes = edits
        .filter(({ file }) => file === name)
        .map(({ range, text }) => ({ from: lines.offset(range.start), to: lines.offset(range.end), insert: text }));
      if (changes.length > 0) this.#update(index, state.update({ changes }));
    }
  }

  #update(index: number, transaction: ReturnType<EditorState['update']>): void {
    const file = this.#files[index];
    if (index === this.#shownIndex) this.#view.dispatch(transaction);
    else if (file !== undefined) file.state = transaction.state;
  }

  #stateOf(name: string, doc: string): EditorState {
    return EditorState.create({
      doc,
      extensions: [
        // The first binding of a key applies.
        keymap.of([
          { key: 'Mod-Enter', run: () => (this.#events.check(), true) },
          ...[...lintKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab],
        ]),
        [history(), lineNumbers(), highlightActiveLine(), highlightActiveLineGutter(), codeStyle],
        EditorView.updateListener.of(({ state, selectionSet, docChanged }) => {
          const file = this.#files[this.#shownIndex];
          if (file !== undefined) file.state = state;
          if (selectionSet || docChanged) this.#events.atFinding(findingAt(state));
        }),
        this.#nameCompartment.of(this.#extensionsOf(name)),
      ],
    });
  }

  #extensionsOf(name: string): Extension {
    const attributes = { 'aria-label': `Code of ${name}`, tabindex: '0', spellcheck: 'false', autocapitalize: 'off' };
    return [grammarOf(name), EditorView.contentAttributes.of(attributes)];
  }

  #show(index: number): void {
    const file = this.#files[index];
    if (file === undefined) return;
    this.#shownIndex = index;
    this.#view.setState(file.state);
    this.#renderTabs();
    this.#events.filesChanged();
    this.#events.atFinding(findingAt(file.state));
  }

  #renderTabs(): void {
    const hadFocus = this.#tabs.contains(document.activeElement);
    this.#tabs.replaceChildren(
      ...this.#files.map(({ name }, index) => {
        const isShown = index === this.#shownIndex;
        const tab = createElement('button', {
          type: 'button',
          id: `tab-${index}`,
          role: 'tab',
          tabIndex: isShown ? 0 : -1,
        });
        tab.ariaSelected = String(isShown);
        tab.setAttribute('aria-controls', this.#panel.id);
        tab.append(name === '' ? 'no name' : name);
        tab.addEventListener('click', () => this.#show(index));
        return tab;
      }),
    );
    this.#panel.setAttribute('aria-labelledby', `tab-${this.#shownIndex}`);
    if (hadFocus) this.#tabElement(this.#shownIndex)?.focus();
  }

  #tabElement(index: number): HTMLElement | undefined {
    return this.#tabs.querySelectorAll<HTMLElement>('[role=tab]')[index];
  }

  #moveByKey(event: KeyboardEvent): void {
    const last = this.#files.length - 1;
    const index = {
      ArrowLeft: this.#shownIndex === 0 ? last : this.#shownIndex - 1,
      ArrowRight: this.#shownIndex === last ? 0 : this.#shownIndex + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (index === undefined) return;
    event.preventDefault();
    this.#show(index);
  }
}

function findingAt(state: EditorState): number | undefined {
  const { head } = state.selection.main;
  let finding: number | undefined;
  forEachDiagnostic(state, (diagnostic, from, to) => {
    if (from <= head && head <= to) finding ??= (diagnostic as PlacedFinding).findingIndex;
  });
  return finding;
}
