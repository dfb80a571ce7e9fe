import { LineIndex } from '../../src/core/lib/line-index.js';
import { EngineClient } from './engine-client.js';
import { byId } from './elements.js';
import type { Question, SourceText } from './engine.js';
import { FileEditor } from './file-editor.js';
import { renderReport, summaryOf } from './results.js';
import { MAX_FILES, linkOf, questionOf } from './shared-link.js';

const nameInput = byId('file', HTMLInputElement);
const addButton = byId('add', HTMLButtonElement);
const removeButton = byId('remove', HTMLButtonElement);
const dayInput = byId('day', HTMLInputElement);
const editionSelect = byId('edition', HTMLSelectElement);
const exampleSelect = byId('example', HTMLSelectElement);
const apiFieldset = byId('apis', HTMLFieldSetElement);
const status = byId('status', HTMLElement);
const results = byId('results', HTMLElement);
const stopButton = byId('stop', HTMLButtonElement);
const asker = new EngineClient();

const editor: FileEditor = new FileEditor(byId('tabs', HTMLElement), byId('code', HTMLElement), {
  filesChanged() {
    const { length } = editor.sources;
    nameInput.value = editor.shownName;
    addButton.disabled = length >= MAX_FILES;
    removeButton.disabled = length === 1;
  },
  atFinding(finding) {
    for (const [index, element] of findingElements().entries()) {
      element.ariaCurrent = index === finding ? 'true' : null;
      if (index === finding) element.querySelector('details')?.setAttribute('open', '');
    }
  },
  openFinding: (finding) => findingElements()[finding]?.querySelector('button')?.focus(),
  check: () => void check(),
});

function findingElements(): readonly HTMLElement[] {
  return [...results.querySelectorAll<HTMLElement>('article')];
}

function readQuestion(): Question {
  const chosenApis = [...apiFieldset.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value);
  return {
    files: editor.sources,
    apis: chosenApis,
    edition: editionSelect.value === 'current' ? 'current' : 'specification',
    asOf: dayInput.value,
  };
}

function showQuestion(question: Question): void {
  editor.open(question.files);
  dayInput.value = question.asOf;
  editionSelect.value = question.edition;
  for (const box of apiFieldset.querySelectorAll<HTMLInputElement>('input'))
    box.checked = question.apis.includes(box.value);
}

/** File name, or path below the folder. */
const FILE_NAME = /^(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\\\p{Cc}]{1,200}$/u;

/** Reason why these files cannot form a folder; undefined if they can. */
function problemOf(files: readonly SourceText[]): string | undefined {
  const names = files.map(({ name }) => name);
  if (!names.every((name) => FILE_NAME.test(name)))
    return 'Give the file a name, such as example.ts: it says what language the code is in.';
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) return `Give each file a name of its own: two are called ${duplicate}.`;
  const folder = names.find((name) => names.some((other) => other.startsWith(`${name}/`)));
  return folder === undefined ? undefined : `Give a file another name: ${folder} is also a folder.`;
}

async function check(): Promise<void> {
  const question = readQuestion();
  const problem = problemOf(question.files) ?? (question.asOf === '' ? 'Choose a day.' : undefined);
  if (problem !== undefined) {
    showStatus(problem);
    return;
  }
  showStatus('Checking …');
  stopButton.disabled = false;
  const answer = await asker.ask(question);
  if (answer === undefined) return;
  stopButton.disabled = true;
  if ('error' in answer) {
    showStatus(answer.error);
    return;
  }
  showStatus(summaryOf(answer.report));
  const texts = new Map(question.files.map(({ name, text }) => [name, text]));
  const elements = renderReport(answer.report, {
    show: (place) => editor.select(place),
    textAt({ file: name, range }) {
      const text = texts.get(name) ?? '';
      const lines = new LineIndex(text);
      return text.slice(lines.offset(range.start), lines.offset(range.end));
    },
    apply({ edits }) {
      if (editor.sources.every(({ name, text }) => texts.get(name) === text)) editor.edit(edits);
      const [first] = edits;
      if (first !== undefined) editor.select(first);
      void check();
    },
    hasSeveralFiles: texts.size > 1,
  });
  results.replaceChildren(...elements);
  editor.mark(answer.report.findings, texts);
}

function showStatus(text: string): void {
  status.textContent = text;
  results.replaceChildren();
  editor.mark([], new Map());
}

async function share(): Promise<void> {
  history.pushState(null, '', `#${await linkOf(readQuestion())}`);
  const notice = 'The address of this page now contains the code, the day and the catalogues.';
  try {
    await navigator.clipboard.writeText(location.href);
    status.textContent = `${notice} It was copied.`;
  } catch {
    // Browsers may deny access, and have no clipboard for unencrypted pages.
    status.textContent = `${notice} Copy it from the address bar.`;
  }
}

function useExample(): void {
  const option = exampleSelect.selectedOptions[0];
  if (option === undefined) return;
  const templates = document.querySelectorAll<HTMLTemplateElement>(`template[data-example="${option.value}"]`);
  const files = [...templates].map(({ dataset, content }) => ({
    name: dataset['file'] ?? '',
    text: content.textContent,
  }));
  // The link in the address bar no longer matches the code.
  history.replaceState(null, '', location.pathname);
  const { edition: currentEdition, asOf } = readQuestion();
  showQuestion({ files, apis: [], edition: currentEdition, asOf });
  void check();
}

/** Caches the files of this page for a reload without a network. */
async function cacheForOffline(): Promise<void> {
  // Browsers have service workers only for encrypted pages.
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(new URL('service-worker.js', import.meta.url));
    await navigator.serviceWorker.ready;
    byId('offline', HTMLElement).textContent = 'This page now works without a network too.';
  } catch (error) {
    console.warn(`This page is not kept for use without a network: ${String(error)}`);
  }
}

async function openQuestion(): Promise<void> {
  asker.start();
  // Today in UTC, unless a day was selected before a reload.
  dayInput.value ||= new Date().toISOString().slice(0, 10);
  const linkedQuestion = await questionOf(location.hash.slice(1));
  if (linkedQuestion === undefined) {
    useExample();
    return;
  }
  showQuestion(linkedQuestion);
  await check();
}

byId('ask', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  void check();
});
exampleSelect.addEventListener('change', useExample);
nameInput.addEventListener('input', () => editor.rename(nameInput.value.trim()));
addButton.addEventListener('click', () => {
  editor.add();
  nameInput.select();
});
removeButton.addEventListener('click', () => editor.remove());
byId('share', HTMLButtonElement).addEventListener('click', () => void share());
stopButton.addEventListener('click', () => {
  asker.stop();
  stopButton.disabled = true;
  showStatus('Stopped.');
});
addEventListener('hashchange', () => void openQuestion());
void openQuestion().then(cacheForOffline);
