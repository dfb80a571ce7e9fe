import { INITIAL_ROWS, INITIAL_CARDS } from './html-sections.js';

/** The script of the page. It only creates elements and sets text; markup is never parsed. */
export const SCRIPT = `'use strict';
(() => {
  const byId = (id) => document.getElementById(id);
  const form = byId('_filters');
  document.documentElement.classList.add('js');
  if (form === null) return;
  const data = JSON.parse(byId('_data').textContent);
  const texts = data.texts;
  const say = (list) => list.map((number) => texts[number]);
  const findings = data.findings.map(([state, deprecation, confidence, language, home, owners, file, place, words, message, client, sent, suppression, evidence, frame]) => ({ state: texts[state], deprecation: texts[deprecation], confidence: texts[confidence], language: texts[language], home: texts[home], owners: say(owners), file, place: texts[place], words, message, client, sent, suppression: texts[suppression], evidence, frame }));
  const rows = [...document.querySelectorAll('.findings tr[id]')];
  const status = byId('_status');
  const copy = byId('_copy');
  const PAGE = 100;
  const FEW = ${INITIAL_ROWS};
  // A page that is a file may have no store.
  const store = (work) => { try { return work(window.localStorage); } catch { return null; } };

  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  let next = 0;
  const groups = [...document.querySelectorAll('.group')].map((section) => {
    const box = section.querySelector('details');
    const more = make('button', { type: 'button', class: 'more' });
    box.append(more);
    const from = next;
    next += section.querySelectorAll('tr[id]').length;
    return { section, box, more, from, to: next, summary: box.firstElementChild, said: box.firstElementChild.textContent, wasOpen: box.open, limit: box.open ? FEW : PAGE };
  });
  let matches = findings.map(() => true);

  // A line may break after each slash.
  const breakable = (text) => text.split(/(?<=[^/]\\/)(?=[^/])/).flatMap((part, index) => (index === 0 ? [part] : [make('wbr', {}), part]));
  // Text in backticks is code.
  const prose = (text) => text.split(/(\`[^\`]*\`)/).filter((part) => part !== '').map((part) => (/^\`[^\`]*\`$/.test(part) ? make('code', {}, ...breakable(part.slice(1, -1))) : part));
  const codeLine = ([number, said, start, end], width) => {
    const text = texts[said];
    const parts = [text.slice(0, start), make('mark', {}, text.slice(start, end)), text.slice(end)];
    return make('span', { class: 'line marked' }, make('span', { class: 'gutter', 'aria-hidden': 'true' }, '> ' + String(number).padStart(width) + ' '), ...parts, '\\n');
  };
  const editorLink = (place) => {
    const folder = copy.value.trim().replaceAll('\\\\', '/').replace(/\\/+$/, '');
    if (!/^(?:\\/|[A-Za-z]:\\/)/.test(folder)) return null;
    return 'vscode://file/' + encodeURI(folder.replace(/^\\//, '') + '/' + place).replace(/[?#]/g, encodeURIComponent);
  };

  // The way of a request, in stages that read as an ordered list: its sources, the wrappers, what is sent.
  const wayOf = ({ evidence, client, sent }) => {
    const step = ([note, kind, at]) => make('li', {}, ...prose(texts[note]), ' ', make('span', { class: 'dim' }, '(' + texts[kind] + ', ', make('bdi', {}, ...breakable(texts[at])), ')'));
    const wrappers = evidence.filter(([, kind]) => texts[kind] === 'wrapper');
    const stages = [['Sources', evidence.filter((one) => !wrappers.includes(one)).map(step)], [wrappers.length === 1 ? 'Wrapper' : 'Wrappers', wrappers.map(step)], ['Request', [make('li', {}, make('code', {}, ...breakable(texts[sent])), ' ', make('span', { class: 'dim' }, 'sent by ' + texts[client]))]]];
    return make('ol', { class: 'way' }, ...stages.filter(([, items]) => items.length > 0).map(([title, items]) => make('li', {}, make('strong', {}, title), make('ul', {}, ...items))));
  };

  const card = (finding, id) => {
    const { place, frame, evidence, suppression } = finding;
    const box = make('article', { 'aria-label': 'Finding at ' + place });
    for (const text of say(finding.message)) box.append(make('p', {}, ...prose(text)));
    if (suppression !== '') box.append(make('p', {}, make('strong', {}, 'Suppression: '), suppression));
    if (frame.length > 0) {
      const width = String(frame[frame.length - 1][0]).length;
      box.append(make('pre', { tabindex: '0', role: 'region', 'aria-label': 'Code at ' + place }, make('code', {}, ...frame.map((line) => codeLine(line, width)))));
    }
    const foot = make('div', { class: 'foot' });
    if (evidence.length > 0)
      foot.append(make('details', {}, make('summary', {}, 'Evidence: ' + evidence.length + (evidence.length === 1 ? ' step' : ' steps')), wayOf(finding)));
    const editor = editorLink(place);
    foot.append(make('p', { class: 'links' }, make('a', { href: '#' + encodeURIComponent(id) }, 'Link to this finding'), ...(editor === null ? [] : [' ', make('a', { href: editor, 'aria-label': 'Open ' + place + ' in VS Code' }, 'Open in VS Code')])));
    box.append(foot);
    return box;
  };
  const cardRow = (index) => make('tr', { class: 'card' }, make('td', { colspan: '3' }, card(findings[index], rows[index].id)));

  // The row of a finding has a button from when it is first shown.
  const buttonOf = (index) => {
    const cell = rows[index].cells[2];
    if (cell.lastElementChild?.className === 'show') return cell.lastElementChild;
    const button = make('button', { type: 'button', class: 'show', 'aria-expanded': 'false', 'aria-label': 'Details of ' + findings[index].place }, 'Details');
    button.addEventListener('click', () => expand(index, button.getAttribute('aria-expanded') === 'false'));
    cell.append(' ', button);
    return button;
  };
  const cardOf = (index) => (rows[index].nextElementSibling?.className === 'card' ? rows[index].nextElementSibling : null);
  const expand = (index, isOpen) => {
    buttonOf(index).setAttribute('aria-expanded', String(isOpen));
    cardOf(index)?.remove();
    if (isOpen) rows[index].after(cardRow(index));
  };

  // Rows of a group: those that match, up to the number asked for.
  const paint = (group) => {
    let found = 0;
    const heads = new Map();
    for (let index = group.from; index < group.to; index += 1) {
      if (matches[index]) found += 1;
      const isShown = matches[index] && found <= group.limit;
      const row = rows[index];
      row.hidden = !isShown;
      const below = cardOf(index);
      if (below !== null) below.hidden = !isShown;
      if (isShown && group.limit !== Infinity) buttonOf(index);
      const body = row.parentElement;
      const home = body.parentElement.parentElement;
      heads.set(body, heads.get(body) || isShown);
      heads.set(home, heads.get(home) || isShown);
    }
    for (const [element, isShown] of heads) element.hidden = !isShown;
    const left = found - group.limit;
    group.more.hidden = !(left > 0);
    if (left > 0) group.more.textContent = 'Show ' + Math.min(PAGE, left) + ' more of ' + left;
  };
  for (const group of groups) {
    group.box.addEventListener('toggle', (event) => {
      if (event.target === group.box && group.box.open) paint(group);
    });
    // Painted before it opens, so that rows that stay hidden are never laid out.
    group.summary.addEventListener('click', () => {
      if (!group.box.open) paint(group);
    });
    group.more.addEventListener('click', () => {
      const before = group.limit;
      group.limit += PAGE;
      paint(group);
      const shown = rows.slice(group.from, group.to).filter((row) => !row.hidden);
      shown[before]?.querySelector('.show').focus();
    });
  }

  const search = findings.map(() => null);
  const textOf = (index) => {
    const { place, deprecation, words, client, owners, message } = findings[index];
    return (search[index] ??= [place, deprecation, ...say(words), texts[client], texts[findings[index].sent], ...owners, ...say(message)].join(' ').toLowerCase());
  };
  const accepts = (index, wanted) => {
    const { state, confidence, deprecation, language, home, owners } = findings[index];
    if (wanted.state === 'open' ? state === 'suppressed' : wanted.state && state !== wanted.state) return false;
    if (wanted.confidence && confidence !== wanted.confidence) return false;
    if (wanted.deprecation && deprecation !== wanted.deprecation) return false;
    if (wanted.language && language !== wanted.language) return false;
    if (wanted.package && home !== wanted.package) return false;
    if (wanted.owner === '-' ? owners.length > 0 : wanted.owner && !owners.includes(wanted.owner)) return false;
    return wanted.text === '' || textOf(index).includes(wanted.text);
  };
  const update = () => {
    const wanted = Object.fromEntries(new FormData(form));
    wanted.text = wanted.text.trim().toLowerCase();
    const isFiltered = Object.values(wanted).some((value) => value !== '');
    matches = findings.map((_, index) => accepts(index, wanted));
    let all = 0;
    for (const group of groups) {
      const found = matches.slice(group.from, group.to).filter(Boolean).length;
      all += found;
      group.limit = isFiltered || !group.wasOpen ? PAGE : FEW;
      group.section.hidden = found === 0;
      group.summary.textContent = found === group.to - group.from ? group.said : found + ' of ' + group.said;
      group.box.open = isFiltered || group.wasOpen;
      if (group.box.open) paint(group);
    }
    status.textContent = !isFiltered ? '' : all === 0 ? 'No finding matches the filters.' : all + ' of ' + findings.length + (findings.length === 1 ? ' finding matches.' : ' findings match.');
  };

  // A link to a finding or a group opens what it leads to, and clears filters that hide it.
  const reveal = () => {
    let id = '';
    try { id = decodeURIComponent(location.hash.slice(1)); } catch { return; }
    const target = id === '' ? null : byId(id);
    const group = groups.find(({ section }) => target !== null && section.contains(target));
    if (group === undefined) return;
    const index = rows.indexOf(target);
    if (index === -1 ? group.section.hidden : !matches[index]) {
      form.reset();
      update();
    }
    if (index !== -1) while (matches.slice(group.from, index + 1).filter(Boolean).length > group.limit) group.limit += PAGE;
    group.box.open = true;
    paint(group);
    target.tabIndex = -1;
    if (index !== -1) expand(index, true);
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: index === -1 ? 'start' : 'center' });
  };

  let timer;
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(update, 120);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  byId('_clear').addEventListener('click', () => {
    form.reset();
    update();
  });
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button[data-control]');
    if (button === null) return;
    form.reset();
    form.elements[button.dataset.control].value = button.dataset.value;
    update();
    byId('_findings').focus();
    byId('_findings').scrollIntoView();
  });
  copy.value = store((kept) => kept.getItem('sunset-lint copy')) ?? '';
  copy.addEventListener('input', () => {
    store((kept) => kept.setItem('sunset-lint copy', copy.value));
    rows.forEach((_, index) => cardOf(index)?.replaceWith(cardRow(index)));
  });
  // A printed page is whole, except for filtered findings.
  let before = null;
  window.addEventListener('beforeprint', () => {
    before ??= groups.map(({ box, limit }) => [box.open, limit]);
    for (const group of groups) {
      group.limit = Infinity;
      group.box.open = true;
      paint(group);
    }
  });
  window.addEventListener('afterprint', () => {
    before?.forEach(([isOpen, limit], index) => {
      groups[index].limit = limit;
      groups[index].box.open = isOpen;
      paint(groups[index]);
    });
    before = null;
  });
  window.addEventListener('hashchange', reveal);
  byId('_open-in').hidden = false;
  form.hidden = false;
  update();
  if (findings.length <= FEW) for (const group of groups) for (let index = group.from; index < Math.min(group.to, group.from + ${INITIAL_CARDS}); index += 1) expand(index, true);
  reveal();
})();
`;
