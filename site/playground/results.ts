import type { Report, ReportFinding, ReportSuggestion } from '../../src/report/report.js';
import { skippedWords } from '../../src/report/unread-words.js';
import { createElement, prose } from './elements.js';
import { evidenceStages } from './evidence-stages.js';
import type { EvidenceNode, Place } from './evidence-stages.js';

/** Actions of the visitor on a report. */
export interface Actions {
  /** Shows a place in the code. */
  readonly show: (place: Place) => void;
  readonly apply: (suggestion: ReportSuggestion) => void;
  /** Returns the text of a place. */
  readonly textAt: (place: Place) => string;
  /** Whether places are named with their files. */
  readonly hasSeveralFiles: boolean;
}

/** Largest number of findings and unresolved requests on a page: thousands take a browser half a minute. */
const LONGEST_LIST = 200;

/** Report as elements: findings with evidence and fix, then unresolved requests. */
export function renderReport(report: Report, actions: Actions): readonly HTMLElement[] {
  const { findings, unresolved, coverage } = report;
  const notes = [
    ...coverage.limits,
    ...coverage.syntaxErrors.map((file) => `${file}: has syntax errors, and was read as far as it could be.`),
    ...(coverage.belowThreshold > 0
      ? [`${count(coverage.belowThreshold, 'finding')} with less evidence not shown.`]
      : []),
  ];
  return [
    ...findings.slice(0, LONGEST_LIST).map((finding) => findingElement(finding, actions)),
    ...hiddenCountLines(findings.length, 'finding'),
    ...(unresolved.length === 0
      ? []
      : [
          createElement('h2', {}, 'Requests that could not be resolved'),
          createElement(
            'ul',
            {},
            ...unresolved
              .slice(0, LONGEST_LIST)
              .map((request) =>
                createElement(
                  'li',
                  {},
                  placeButton(request, actions),
                  ' ',
                  prose(`\`${request.method} ${request.url}\`: ${request.reason}`),
                ),
              ),
          ),
          ...hiddenCountLines(unresolved.length, 'request'),
        ]),
    ...(notes.length === 0
      ? []
      : [
          createElement('h2', {}, 'Notes'),
          createElement('ul', {}, ...notes.map((note) => createElement('li', {}, prose(note)))),
        ]),
  ];
}

/** Line with the number of hidden entries of a list. */
function hiddenCountLines(total: number, noun: string): readonly HTMLElement[] {
  if (total <= LONGEST_LIST) return [];
  return [
    createElement(
      'p',
      {},
      `${count(total - LONGEST_LIST, `more ${noun}`)} not shown here: the command line lists all of them.`,
    ),
  ];
}

/** Summary of a report in sentences, the unread files first. */
export function summaryOf({ findings, unresolved, coverage, asOf }: Report): string {
  const skipped = coverage.skipped.map((group) => skippedWords(group.reason, group.count));
  return [
    ...(skipped.length === 0 ? [] : [`Not all was read: ${skipped.join(', ')}.`]),
    `${findings.length === 0 ? 'No finding' : count(findings.length, 'finding')}.`,
    `${count(coverage.requestSites, 'request')} seen, as of ${asOf}.`,
    ...(unresolved.length === 0 ? [] : [`${count(unresolved.length, 'request')} could not be resolved.`]),
  ].join(' ');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function findingElement(finding: ReportFinding, actions: Actions): HTMLElement {
  const { message, notes, advice, confidence, lifecycle, suggestion, deprecation } = finding;
  const state = lifecycle === 'sunset' ? 'has ended' : lifecycle === 'deprecated' ? 'deprecated' : 'mistake';
  const isTopic = lifecycle === null;
  return createElement(
    'article',
    { className: lifecycle === 'deprecated' ? 'finding before' : 'finding past' },
    createElement('h3', {}, prose(message)),
    createElement('p', { className: 'about' }, placeButton(finding, actions), ` ${state}, ${confidence}`),
    ...[...notes, ...advice].map((text) => createElement('p', {}, prose(text))),
    ...(isTopic
      ? []
      : [
          createElement(
            'p',
            {},
            createElement('a', { href: `../deprecations/${deprecation}/` }, `About ${deprecation}`),
          ),
        ]),
    ...(suggestion === undefined ? [] : [fixElement(suggestion, finding.file, actions)]),
    createElement('details', {}, createElement('summary', {}, 'Evidence'), evidenceGraph(finding, actions)),
  );
}

/** Evidence as a graph: an ordered list of steps, each with nodes that show their places. */
function evidenceGraph(finding: ReportFinding, actions: Actions): HTMLElement {
  const stages = evidenceStages(finding, actions.textAt).map(({ title, nodes }) =>
    createElement(
      'li',
      {},
      createElement('p', { className: 'stage' }, title),
      createElement('ul', {}, ...nodes.map((node) => nodeElement(node, actions))),
    ),
  );
  return createElement('ol', { className: 'graph' }, ...stages);
}

function nodeElement({ label, note, place, code }: EvidenceNode, actions: Actions): HTMLElement {
  const snippet = code === undefined ? [] : [createElement('code', { className: 'snippet' }, code)];
  return createElement(
    'li',
    { className: 'node' },
    createElement('strong', {}, label),
    ' ',
    createElement('span', {}, prose(note)),
    ...snippet,
    placeButton(place, actions),
  );
}

function fixElement(suggestion: ReportSuggestion, file: string, actions: Actions): HTMLElement {
  const button = createElement('button', { type: 'button' }, 'Apply the fix');
  button.addEventListener('click', () => actions.apply(suggestion));
  return createElement(
    'div',
    { className: 'fix' },
    createElement('p', {}, prose(suggestion.title)),
    createElement(
      'pre',
      { tabIndex: 0 },
      ...suggestion.edits.flatMap((edit) => [
        ...(edit.file === file ? [] : [`${edit.file}:\n`]),
        createElement('del', {}, actions.textAt(edit)),
        createElement('ins', {}, edit.text),
      ]),
    ),
    button,
  );
}

function placeButton(place: Place, { show, hasSeveralFiles }: Actions): HTMLElement {
  const { line, column } = place.range.start;
  const label = `${hasSeveralFiles ? `${place.file}, ` : ''}line ${line}, column ${column}`;
  const button = createElement('button', { type: 'button', className: 'place' }, label);
  button.addEventListener('click', () => show({ file: place.file, range: place.range }));
  return button;
}
