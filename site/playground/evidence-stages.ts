import type { ReportFinding, ReportRange } from '../../src/report/report.js';

/** Range of a file. */
export interface Place {
  readonly file: string;
  readonly range: ReportRange;
}

/** Node of the graph of evidence. */
export interface EvidenceNode {
  readonly label: string;
  /** Fact, with code in backticks. */
  readonly note: string;
  readonly place: Place;
  /** Code at the place, if it says more than the note. */
  readonly code?: string;
}

/** Step of the graph: its nodes lead to those of the next one. */
export interface EvidenceStage {
  readonly title: string;
  readonly nodes: readonly EvidenceNode[];
}

const LABELS: Readonly<Record<string, string>> = {
  'base-url': 'Base URL',
  client: 'Client',
  constant: 'Constant',
  default: 'Default',
  import: 'Import',
  literal: 'Text',
  'module-graph': 'Module',
  option: 'Option',
  wrapper: 'Wrapper',
};

/**
 * Evidence of a finding as a graph: values, the reported call, wrappers that pass it on, and the request. A finding
 * without wrappers has its call in the place of the request.
 */
export function evidenceStages(finding: ReportFinding, textAt: (place: Place) => string): readonly EvidenceStage[] {
  const { evidence, method, url, client, operation } = finding;
  const values = evidence.filter(({ kind }) => kind !== 'wrapper');
  const wrappers = evidence.filter(({ kind }) => kind === 'wrapper');
  const sender = wrappers.at(-1);
  const request = `\`${method} ${url}\`, sent by ${client}`;
  const coded = (node: EvidenceNode): EvidenceNode => ({ ...node, code: shortened(textAt(node.place)) });
  const last = sender ?? finding;
  const stages = [
    { title: 'Values', nodes: values.map(nodeOf) },
    {
      title: 'Call',
      nodes: sender === undefined ? [] : [coded({ label: 'Reported', note: 'the finding is here', place: finding })],
    },
    { title: 'Passed on', nodes: wrappers.slice(0, -1).map((step) => coded(nodeOf(step))) },
    operation === null
      ? { title: 'Finding', nodes: [{ label: 'Reported', note: finding.feature, place: last }] }
      : { title: 'Request', nodes: [coded({ label: 'Request', note: request, place: last })] },
  ];
  return stages.filter(({ nodes }) => nodes.length > 0);
}

const LONGEST_CODE = 60;

/** First line of a text, cut. */
function shortened(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length < text.length || line.length > LONGEST_CODE ? `${line.slice(0, LONGEST_CODE)} …` : line;
}

function nodeOf(step: ReportFinding['evidence'][number]): EvidenceNode {
  return { label: LABELS[step.kind] ?? step.kind, note: step.note, place: step };
}
