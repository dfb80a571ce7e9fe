import type { ReportFinding, ReportRange } from '../../src/report/report.js';

/** Range of a file. */
export interface Place {
  readonly file: string;
  readonly range: ReportRange;
}

/** Node of the graph of evidence. */
export interface EvidenceNode {
  readonly label: string;
  /** Fact that the node shows, with code in backticks. */
  readonly note: string;
  readonly place: Place;
  /** Code at the place; absent if the note is sufficient. */
  readonly code?: string;
}

/** Stage of the graph, with edges from each of its nodes to the nodes of the next stage. */
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
 * Evidence of a finding as the stages of a graph: values, the reported call, wrappers that pass the values on, and the
 * request. Without wrappers, the reported call is the request, and has no stage of its own.
 */
export function evidenceStages(finding: ReportFinding, textAt: (place: Place) => string): readonly EvidenceStage[] {
  const { evidence, method, url, client, operation } = finding;
  const values = evidence.filter(({ kind }) => kind !== 'wrapper');
  const wrappers = evidence.filter(({ kind }) => kind === 'wrapper');
  const innermostWrapper = wrappers.at(-1);
  const request = `\`${method} ${url}\`, sent by ${client}`;
  const withCode = (node: EvidenceNode): EvidenceNode => ({ ...node, code: shortLine(textAt(node.place)) });
  const requestPlace = innermostWrapper ?? finding;
  const stages = [
    { title: 'Values', nodes: values.map(nodeOf) },
    {
      title: 'Call',
      nodes:
        innermostWrapper === undefined
          ? []
          : [withCode({ label: 'Reported', note: 'the finding is here', place: finding })],
    },
    { title: 'Passed on', nodes: wrappers.slice(0, -1).map((step) => withCode(nodeOf(step))) },
    operation === null
      ? { title: 'Finding', nodes: [{ label: 'Reported', note: finding.feature, place: requestPlace }] }
      : { title: 'Request', nodes: [withCode({ label: 'Request', note: request, place: requestPlace })] },
  ];
  return stages.filter(({ nodes }) => nodes.length > 0);
}

/** Number of characters of code that a node shows. */
const MAX_CODE_LENGTH = 60;

/** First line of a text, shortened. */
function shortLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length < text.length || line.length > MAX_CODE_LENGTH ? `${line.slice(0, MAX_CODE_LENGTH)} …` : line;
}

function nodeOf(step: ReportFinding['evidence'][number]): EvidenceNode {
  return { label: LABELS[step.kind] ?? step.kind, note: step.note, place: step };
}
