import { make } from './elements.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days before an end from which it is marked as near. */
const SOON_DAYS = 30;

/** Today in UTC, as in the reports of the command line. */
const today = Date.parse(new Date().toISOString().slice(0, 10));

const form = document.querySelector<HTMLFormElement>('#filter');

function listOf(name: 'coming' | 'ended'): HTMLElement | undefined {
  return document.querySelector<HTMLElement>(`[data-ends=${name}]`) ?? undefined;
}

function itemsOf(list: HTMLElement | undefined): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(':scope > li') ?? [])];
}

/** Days from today to the last day of an item; negative once it has ended. */
function daysLeft({ dataset }: HTMLElement): number {
  return (Date.parse(dataset['end'] ?? '') - today) / DAY_MS;
}

function inWords(days: number): string {
  if (days < 0) return days === -1 ? 'ended yesterday' : `ended ${-days} days ago`;
  return days === 0 ? 'last day today' : days === 1 ? '1 day left' : `${days} days left`;
}

/** Writes the days, and moves what has ended since the build to the other list, or out of the page. */
function countDays(): void {
  const [coming, ended] = [listOf('coming'), listOf('ended')];
  for (const item of [...itemsOf(coming), ...itemsOf(ended)]) {
    const days = daysLeft(item);
    const left = item.querySelector<HTMLElement>('.left');
    if (left !== null) left.textContent = inWords(days);
    item.classList.toggle('soon', days >= 0 && days <= SOON_DAYS);
    if (days < -Number(item.parentElement?.dataset['days'])) item.remove();
    else if (days < 0 && item.parentElement === coming) ended?.prepend(item);
  }
}

function chosen(): readonly string[] {
  return form === null ? [] : [...new FormData(form).getAll('vendor')].map(String);
}

/** Shows the chosen vendors only, and keeps the choice in the address. */
function filter(vendors: readonly string[]): void {
  for (const list of [listOf('coming'), listOf('ended')]) {
    const items = itemsOf(list);
    for (const item of items) item.hidden = vendors.length > 0 && !vendors.includes(item.dataset['vendor'] ?? '');
    list?.parentElement?.querySelector(`.none[data-of=${list.dataset['ends'] ?? ''}]`)?.remove();
    if (list !== undefined && items.every(({ hidden }) => hidden)) {
      const none = make('p', { className: 'none' }, 'None of the chosen vendors.');
      none.dataset['of'] = list.dataset['ends'] ?? '';
      list.after(none);
    }
  }
  const reset = form?.querySelector('button');
  if (reset instanceof HTMLButtonElement) reset.disabled = vendors.length === 0;
  const shown = document.getElementById('shown');
  const visible = (name: 'coming' | 'ended'): number => itemsOf(listOf(name)).filter(({ hidden }) => !hidden).length;
  if (shown !== null) shown.textContent = `${visible('coming')} to come, ${visible('ended')} ended.`;
}

function remember(vendors: readonly string[]): void {
  const query = new URLSearchParams(vendors.map((vendor) => ['vendor', vendor])).toString();
  history.replaceState(null, '', query === '' ? location.pathname : `?${query}`);
}

function begin(boxes: HTMLFormElement): void {
  const wanted = new URLSearchParams(location.search).getAll('vendor');
  for (const box of boxes.querySelectorAll('input')) box.checked = wanted.includes(box.value);
  const details = boxes.querySelector('details');
  if (details !== null) details.open = wanted.length > 0;
  boxes.hidden = false;
  boxes.addEventListener('change', () => {
    remember(chosen());
    filter(chosen());
  });
  boxes.addEventListener('reset', () => {
    remember([]);
    filter([]);
  });
  boxes.addEventListener('submit', (event) => event.preventDefault());
  // A vendor of the address may have no end, and then no box.
  filter(wanted);
}

countDays();
if (form !== null) begin(form);
