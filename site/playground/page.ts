import { applyEdits } from '../../src/core/lib/apply-edits.js';
import { LineIndex } from '../../src/core/lib/line-index.js';
import type { ReportRange } from '../../src/report/report.js';
import { Asker } from './asker.js';
import { byId } from './elements.js';
import type { Question } from './engine.js';
import { renderReport, summaryOf } from './results.js';
import { linkOf, questionOf } from './shared-link.js';

const file = byId('file', HTMLInputElement);
const code = byId('code', HTMLTextAreaElement);
const day = byId('day', HTMLInputElement);
const edition = byId('edition', HTMLSelectElement);
const examples = byId('example', HTMLSelectElement);
const apis = byId('apis', HTMLFieldSetElement);
const status = byId('status', HTMLElement);
const results = byId('results', HTMLElement);
const stop = byId('stop', HTMLButtonElement);
const asker = new Asker();

function asked(): Question {
  const chosen = [...apis.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value);
  return {
    file: file.value.trim(),
    text: code.value,
    apis: chosen,
    edition: edition.value === 'current' ? 'current' : 'specification',
    asOf: day.value,
  };
}

function fill(question: Question): void {
  file.value = question.file;
  code.value = question.text;
  day.value = question.asOf;
  edition.value = question.edition;
  for (const box of apis.querySelectorAll<HTMLInputElement>('input')) box.checked = question.apis.includes(box.value);
}

/** File name, or path below the folder. */
const NAME = /^(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\\\p{Cc}]{1,200}$/u;

async function check(): Promise<void> {
  const question = asked();
  const problem = !NAME.test(question.file)
    ? 'Give the file a name, such as example.ts: it says what language the code is in.'
    : question.asOf === ''
      ? 'Choose a day.'
      : undefined;
  if (problem !== undefined) {
    showStatus(problem);
    return;
  }
  showStatus('Checking …');
  stop.disabled = false;
  const answer = await asker.ask(question);
  if (answer === undefined) return;
  stop.disabled = true;
  if ('error' in answer) {
    showStatus(answer.error);
    return;
  }
  showStatus(summaryOf(answer.report));
  const index = new LineIndex(question.text);
  const at = ({ start, end }: ReportRange): readonly [number, number] => [index.offset(start), index.offset(end)];
  const elements = renderReport(answer.report, {
    show(range) {
      code.focus();
      code.setSelectionRange(...at(range));
      const line = Number.parseFloat(getComputedStyle(code).lineHeight);
      code.scrollTop = (range.start.line - 3) * line;
    },
    textAt: (range) => question.text.slice(...at(range)),
    apply(suggestion) {
      if (code.value === question.text) code.value = applyEdits(question.text, suggestion.edits);
      void check();
    },
  });
  results.replaceChildren(...elements);
}

function showStatus(text: string): void {
  status.textContent = text;
  results.replaceChildren();
}

async function share(): Promise<void> {
  history.pushState(null, '', `#${await linkOf(asked())}`);
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
  const option = examples.selectedOptions[0];
  if (option === undefined) return;
  const template = byId(`example-${option.value}`, HTMLTemplateElement);
  // The link in the address bar no longer matches the code.
  history.replaceState(null, '', location.pathname);
  const { edition: state, asOf } = asked();
  fill({ file: template.dataset['file'] ?? '', text: template.content.textContent, apis: [], edition: state, asOf });
  void check();
}

async function begin(): Promise<void> {
  asker.start();
  // Today in the visitor's time zone, unless a day was selected before a reload.
  day.value ||= new Date().toISOString().slice(0, 10);
  const linked = await questionOf(location.hash.slice(1));
  if (linked === undefined) {
    useExample();
    return;
  }
  fill(linked);
  await check();
}

byId('ask', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  void check();
});
examples.addEventListener('change', useExample);
byId('share', HTMLButtonElement).addEventListener('click', () => void share());
stop.addEventListener('click', () => {
  asker.stop();
  stop.disabled = true;
  showStatus('Stopped.');
});
addEventListener('hashchange', () => void begin());
void begin();
