import { createElement } from './elements.js';

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

function daysInWords(days: number): string {
  if (days < 0) return days === -1 ? 'ended yesterday' : `ended ${-days} days ago`;
  return days === 0 ? 'last day today' : days === 1 ? '1 day left' : `${days} days left`;
}

/** Writes the days, and moves items that have ended since the build to the other list, or off the page. */
function countDays(): void {
  const [coming, ended] = [listOf('coming'), listOf('ended')];
  for (const item of [...itemsOf(coming), ...itemsOf(ended)]) {
    const days = daysLeft(item);
    const daysElement = item.querySelector<HTMLElement>('.left');
    if (daysElement !== null) daysElement.textContent = daysInWords(days);
    item.classList.toggle('soon', days >= 0 && days <= SOON_DAYS);
    if (days < -Number(item.parentElement?.dataset['days'])) item.remove();
    else if (days < 0 && item.parentElement === coming) ended?.prepend(item);
  }
}

function chosenVendors(): readonly string[] {
  return form === null ? [] : [...new FormData(form).getAll('vendor')].map(String);
}

/** Shows the ends of these vendors only, or of all if the list is empty, and the numbers of shown ends. */
function filterByVendor(vendors: readonly string[]): void {
  for (const list of [listOf('coming'), listOf('ended')]) {
    const items = itemsOf(list);
    for (const item of items) item.hidden = vendors.length > 0 && !vendors.includes(item.dataset['vendor'] ?? '');
    list?.parentElement?.querySelector(`.none[data-of=${list.dataset['ends'] ?? ''}]`)?.remove();
    if (list !== undefined && items.every(({ hidden }) => hidden)) {
      const notice = createElement('p', { className: 'none' }, 'None of the chosen vendors.');
      notice.dataset['of'] = list.dataset['ends'] ?? '';
      list.after(notice);
    }
  }
  const reset = form?.querySelector('button');
  if (reset instanceof HTMLButtonElement) reset.disabled = vendors.length === 0;
  const countElement = document.getElementById('shown');
  const visibleCount = (name: 'coming' | 'ended'): number =>
    itemsOf(listOf(name)).filter(({ hidden }) => !hidden).length;
  if (countElement !== null)
    countElement.textContent = `${visibleCount('coming')} to come, ${visibleCount('ended')} ended.`;
}

function storeInAddress(vendors: readonly string[]): void {
  const query = new URLSearchParams(vendors.map((vendor) => ['vendor', vendor])).toString();
  history.replaceState(null, '', query === '' ? location.pathname : `?${query}`);
}

function startFilter(vendorForm: HTMLFormElement): void {
  const vendorsOfAddress = new URLSearchParams(location.search).getAll('vendor');
  for (const box of vendorForm.querySelectorAll('input')) box.checked = vendorsOfAddress.includes(box.value);
  const details = vendorForm.querySelector('details');
  if (details !== null) details.open = vendorsOfAddress.length > 0;
  vendorForm.hidden = false;
  vendorForm.addEventListener('change', () => {
    storeInAddress(chosenVendors());
    filterByVendor(chosenVendors());
  });
  vendorForm.addEventListener('reset', () => {
    storeInAddress([]);
    filterByVendor([]);
  });
  vendorForm.addEventListener('submit', (event) => event.preventDefault());
  // A vendor of the address without an announced end has no checkbox.
  filterByVendor(vendorsOfAddress);
}

countDays();
if (form !== null) startFilter(form);
