/** The script of the page. It makes elements and sets text, nothing else: no markup is ever parsed. */
export const SCRIPT = `'use strict';
(() => {
  const byId = (id) => document.getElementById(id);
  const findings = JSON.parse(byId('data').textContent);
  const form = byId('filters');
  const list = byId('list');
  const status = byId('status');
  const more = byId('more');
  const copy = byId('copy');
  // A page that is a file may have no store.
  const store = (work) => { try { return work(window.localStorage); } catch { return null; } };
  const editorLink = (place) => {
    const folder = copy.value.trim().replaceAll('\\\\', '/').replace(/\\/+$/, '');
    if (!/^(?:\\/|[A-Za-z]:\\/)/.test(folder)) return null;
    return 'vscode://file/' + encodeURI(folder.replace(/^\\//, '') + '/' + place).replace(/[?#]/g, encodeURIComponent);
  };
  const PAGE = 50;
  const STATES = { past: 'past the end of life', before: 'before the end of life', undated: 'deprecated, no end announced', mistake: 'mistake in a request', suppressed: 'suppressed' };
  const texts = findings.map((f) => [f.place, f.feature, f.deprecation, f.request, f.client, f.replacement, f.owners.join(' '), f.message.join(' ')].join(' ').toLowerCase());
  let matches = [];
  let shown = 0;

  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  // What stands in backticks is code.
  const prose = (text) => text.split(/(\`[^\`]*\`)/).filter((part) => part !== '').map((part) => (/^\`[^\`]*\`$/.test(part) ? make('code', {}, part.slice(1, -1)) : part));
  const codeLine = (line, width) => {
    const parts = [line.text.slice(0, line.mark[0]), make('mark', {}, line.text.slice(...line.mark)), line.text.slice(line.mark[1])];
    return make('span', { class: 'line marked' }, make('span', { class: 'gutter', 'aria-hidden': 'true' }, '> ' + String(line.number).padStart(width) + ' '), ...parts, '\\n');
  };
  const row = (term, ...children) => make('div', {}, make('dt', {}, term), make('dd', {}, ...children));

  const placeOf = ({ place, link }) => {
    const text = make('bdi', {}, place);
    const node = make('span', { class: 'place' }, link === '' ? text : make('a', { href: link, rel: 'noreferrer' }, text));
    const editor = editorLink(place);
    if (editor !== null) node.append(' ', make('a', { href: editor, 'aria-label': 'Open ' + place + ' in VS Code' }, 'open'));
    return node;
  };

  const card = (finding, number) => {
    const title = make('h3', { id: 'finding-' + number, tabindex: '-1' }, make('span', { class: 'badge' }, STATES[finding.state]), ' ', finding.feature, ' ', placeOf(finding));
    const article = make('article', { class: finding.state, 'aria-labelledby': 'finding-' + number }, title);
    for (const text of finding.message) article.append(make('p', {}, ...prose(text)));
    if (finding.suppression !== '') article.append(make('p', {}, make('strong', {}, 'Suppression: '), finding.suppression));
    if (finding.frame.length > 0) {
      const width = String(finding.frame[finding.frame.length - 1].number).length;
      article.append(make('pre', { tabindex: '0', role: 'region', 'aria-label': 'Code at ' + finding.place }, make('code', {}, ...finding.frame.map((line) => codeLine(line, width)))));
    }
    const facts = make('dl', { class: 'facts' }, row('End of life', finding.ends), row('Operation', make('code', {}, finding.request)), ...(finding.replacement === '' ? [] : [row('Replacement', finding.replacement)]), row('Confidence', finding.confidence + (finding.test ? ', in a test file' : '')), ...(finding.exempt === '' ? [] : [row('Gate', 'does not fail: ' + finding.exempt)]), row('Owner', finding.owners.join(' ') || 'nobody'));
    article.append(facts);
    if (finding.evidence.length > 0) {
      const steps = finding.evidence.map(([note, kind, place]) => make('li', {}, ...prose(note), ' ', make('span', { class: 'dim' }, '(' + kind + ', ', make('bdi', {}, place), ')')));
      article.append(make('details', {}, make('summary', {}, 'Evidence: ' + finding.evidence.length + (finding.evidence.length === 1 ? ' step' : ' steps')), make('p', { class: 'dim' }, finding.client), make('ol', {}, ...steps)));
    }
    return article;
  };

  const accepts = (finding, index, wanted) => {
    if (wanted.state === 'open' ? finding.state === 'suppressed' : wanted.state !== '' && finding.state !== wanted.state) return false;
    if (wanted.confidence !== '' && finding.confidence !== wanted.confidence) return false;
    if (wanted.deprecation !== '' && finding.deprecation !== wanted.deprecation) return false;
    if (wanted.language !== '' && finding.language !== wanted.language) return false;
    if (wanted.owner === '-' ? finding.owners.length > 0 : wanted.owner !== '' && !finding.owners.includes(wanted.owner)) return false;
    return wanted.words.every((word) => texts[index].includes(word));
  };
  const showMore = () => {
    const next = matches.slice(shown, shown + PAGE);
    const first = shown;
    list.append(...next.map((index) => card(findings[index], index)));
    shown += next.length;
    more.hidden = shown >= matches.length;
    status.textContent = matches.length === 0 ? (findings.length === 0 ? 'There are no findings.' : 'No finding matches the filters.') : 'Showing ' + shown + ' of ' + matches.length + (matches.length === 1 ? ' matching finding' : ' matching findings') + ', ' + findings.length + ' in all.';
    return first;
  };
  const update = () => {
    const wanted = Object.fromEntries(new FormData(form));
    wanted.words = [wanted.text.trim().toLowerCase()].filter((word) => word !== '');
    matches = findings.map((_, index) => index).filter((index) => accepts(findings[index], index, wanted));
    shown = 0;
    list.replaceChildren();
    showMore();
  };

  let timer;
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(update, 120);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(update));
  more.addEventListener('click', () => {
    const first = showMore();
    list.children[first]?.querySelector('h3').focus();
  });
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button[data-control]');
    if (button === null) return;
    form.reset();
    form.elements[button.dataset.control].value = button.dataset.value;
    update();
    byId('findings').focus();
    byId('findings').scrollIntoView();
  });
  copy.value = store((kept) => kept.getItem('sunset-lint copy')) ?? '';
  copy.addEventListener('input', () => {
    store((kept) => kept.setItem('sunset-lint copy', copy.value));
    update();
  });
  // What is printed is whole.
  window.addEventListener('beforeprint', () => {
    while (!more.hidden) showMore();
  });
  byId('open-in').hidden = false;
  form.hidden = false;
  update();
})();
`;
