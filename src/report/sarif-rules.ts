import {
  describeAfterEnd,
  describeDispute,
  describeEntry,
  disputesOf,
  endInWords,
  lifecycleAt,
  vendorDecision,
} from '../engine/judge/describe-end.js';
import type { Deprecation, IsoDate } from '../core/model/deprecation.js';
import { shownEndpoint } from '../core/model/endpoint.js';
import type { Confidence } from '../core/model/evidence.js';
import { expectDefined } from '../core/lib/collections.js';
import type { RuleName } from '../core/model/rules.js';
import { withLivingReplacement } from '../engine/judge/replacement-text.js';
import { describeReplacement } from './catalogue-table.js';
import type { FormatContext } from './format-context.js';
import { codeSpan, escapeMarkdown } from './markdown-text.js';
import type { Report, ReportFinding } from './report.js';
import { rulePage, ruleUrl } from './rule-url.js';
import { isMistake } from './severity.js';
import { disputeWords, replacementOf } from './words.js';

export interface SarifRules {
  readonly rules: readonly object[];
  readonly indexOf: (finding: ReportFinding) => number;
}

const PRECISIONS: Readonly<Record<Confidence, string>> = { certain: 'very-high', probable: 'high', possible: 'medium' };
const CONFIDENCES: readonly Confidence[] = ['certain', 'probable', 'possible'];

/** Subject of a SARIF rule: a deprecation or a mistake in requests, as reported by one ESLint rule. */
interface Topic {
  readonly rule: RuleName;
  readonly id: string;
  readonly feature: string;
  readonly endOfLife: IsoDate | null;
  readonly endOfLifeMonth?: string;
  /** Whether the topic is a mistake in requests, which has neither end of life nor replacement. */
  readonly mistake: boolean;
  readonly replacement: string;
  readonly vendorUrl?: string;
  readonly deprecation: Deprecation | undefined;
  /** Confidence of the least certain finding, because the precision of a SARIF rule applies to all its findings. */
  confidence: Confidence;
}

/** Builds a rule for each detectable deprecation of the catalogue, and for each other subject of a finding. */
export function sarifRules(report: Report, context: FormatContext): SarifRules {
  const topics = new Map<string, Topic>();
  const { catalogue } = context;
  const deprecations = new Map((catalogue?.deprecations ?? []).map((deprecation) => [deprecation.id, deprecation]));
  for (const deprecation of deprecations.values()) {
    const rule = ruleOf(deprecation);
    if (rule === undefined) continue;
    const { id, feature, endOfLife, endOfLifeMonth, url } = deprecation;
    topics.set(`${rule}.${id}`, {
      rule,
      id,
      feature,
      endOfLife,
      ...(endOfLifeMonth === undefined ? {} : { endOfLifeMonth }),
      mistake: false,
      replacement: describeReplacement(
        (catalogue === undefined ? deprecation : withLivingReplacement(deprecation, catalogue, report.asOf))
          .replacement,
      ),
      ...(url === undefined ? {} : { vendorUrl: url }),
      deprecation,
      confidence: 'certain',
    });
  }
  for (const finding of report.findings) {
    const key = ruleId(finding);
    const { rule, deprecation: id, feature, endOfLife, endOfLifeMonth, vendorUrl, confidence } = finding;
    const known = topics.get(key);
    if (known === undefined)
      topics.set(key, {
        rule,
        id,
        feature,
        endOfLife,
        ...(endOfLifeMonth === undefined ? {} : { endOfLifeMonth }),
        mistake: isMistake(finding),
        replacement: replacementOf(finding.replacement),
        ...(vendorUrl === undefined ? {} : { vendorUrl }),
        deprecation: deprecations.get(id),
        confidence,
      });
    else if (CONFIDENCES.indexOf(confidence) > CONFIDENCES.indexOf(known.confidence)) known.confidence = confidence;
  }
  const keys = [...topics.keys()].sort();
  const indexes = new Map(keys.map((key, index) => [key, index]));
  return {
    rules: keys.map((key) => descriptor(key, expectDefined(topics.get(key), `no topic ${key}`), report)),
    indexOf: (finding) => expectDefined(indexes.get(ruleId(finding)), `no rule for ${ruleId(finding)}`),
  };
}

function ruleId(finding: ReportFinding): string {
  return `${finding.rule}.${finding.deprecation}`;
}

function ruleOf(deprecation: Deprecation): RuleName | undefined {
  switch (deprecation.kind) {
    case 'endpoint':
    case 'segment':
    case 'query':
      return 'no-deprecated-endpoint';
    case 'field':
    case 'value':
      return 'no-deprecated-field';
    case 'header':
    case 'headers':
    case 'package':
    case 'cipher-suites':
      return 'no-deprecated-transport';
    case 'undetectable':
      return undefined;
    default:
      return deprecation satisfies never;
  }
}

function descriptor(id: string, topic: Topic, report: Report): object {
  const level = topic.mistake || lifecycleAt(topic.endOfLife, report.asOf) === 'sunset' ? 'error' : 'warning';
  const helpUri = topic.vendorUrl ?? ruleUrl(topic.rule, report.tool.version);
  return {
    id,
    name: pascalCase(topic.id),
    ...(topic.mistake ? mistakeTexts(topic) : deprecationTexts(topic, report.asOf)),
    ...(helpUri === undefined ? {} : { helpUri }),
    defaultConfiguration: { level },
    properties: {
      precision: PRECISIONS[topic.confidence],
      'problem.severity': level,
      tags: ['deprecation', 'maintainability', topic.rule],
    },
  };
}

/** Texts of a rule about requests that the API rejects although their operation is in use. */
function mistakeTexts(topic: Topic): object {
  const { feature, id } = topic;
  const text = `Mistakes in requests: ${feature}.`;
  const full = `Requests that do not follow their specification: ${feature}. They have no end of life.`;
  return {
    shortDescription: { text },
    fullDescription: { text: full },
    help: {
      text: full,
      markdown: `## ${escapeMarkdown(feature)}\n\n${escapeMarkdown(full)} Their id is ${codeSpan(id)}. ${pageSentence(topic)}`,
    },
  };
}

/** Texts of a rule about a deprecation. */
function deprecationTexts(topic: Topic, asOf: IsoDate): object {
  const replacement = `Replacement: ${topic.replacement}.`;
  const isDated = topic.endOfLife !== null;
  const end = endInWords(topic);
  const operations = operationsOf(topic.deprecation);
  const decision = decisionOn(topic, asOf);
  const after = decision !== undefined ? undefined : behaviourAfterEnd(topic.deprecation);
  return {
    shortDescription: {
      text:
        decision !== undefined
          ? `${topic.feature}: ${decision}.`
          : isDated
            ? `${topic.feature}: end of life ${end}.`
            : `${topic.feature}: deprecated, no end of life announced.`,
    },
    fullDescription: {
      text:
        decision !== undefined
          ? `Code that uses ${topic.feature}, whose end of life, ${end}, was ${decision}. ${replacement}`
          : isDated
            ? `Code that uses ${topic.feature}, whose end of life is ${end}. ${replacement}`
            : `Code that uses ${topic.feature}, which is deprecated; no end of life is announced. ${replacement}`,
    },
    help: {
      text: [
        topic.deprecation === undefined
          ? `The end of life of ${topic.feature}: ${end}.`
          : describeEntry(topic.deprecation, asOf),
        ...(after === undefined ? [] : [`After its end ${after}.`]),
        replacement,
        ...(operations.length > 0 ? [`Operations: ${operations.join('; ')}.`] : []),
        ...adviceOf(topic.deprecation),
        ...(topic.vendorUrl === undefined ? [] : [`The vendor's page: ${topic.vendorUrl}`]),
      ].join(' '),
      markdown: markdownHelp(topic, operations, asOf),
    },
  };
}

/** The later decision of the vendor about a whole deprecation, `cancelled by the vendor`; undefined without one. */
function decisionOn({ deprecation }: Topic, asOf: IsoDate): string | undefined {
  if (deprecation === undefined || vendorDecision(deprecation, undefined, asOf) === undefined) return undefined;
  return disputeWords([{ disputed: true, disputes: disputesOf(deprecation) }]);
}

function markdownHelp(topic: Topic, operations: readonly string[], asOf: IsoDate): string {
  const advice = adviceOf(topic.deprecation).map(escapeMarkdown);
  const appliesTo = topic.deprecation?.appliesTo;
  return [
    `## ${escapeMarkdown(topic.feature)}`,
    topic.endOfLife === null
      ? 'No end of life is announced.'
      : topic.deprecation !== undefined && decisionOn(topic, asOf) !== undefined
        ? escapeMarkdown(describeEntry(topic.deprecation, asOf))
        : `The end of life is **${endInWords(topic)}**: after that date ${behaviourAfterEnd(topic.deprecation) ?? 'the request fails'}.`,
    ...(appliesTo === undefined ? [] : [`It ends for ${escapeMarkdown(appliesTo)}.`]),
    ...disputeParagraph(topic.deprecation),
    `**Replacement:** ${escapeMarkdown(topic.replacement)}`,
    ...(advice.length > 0 ? [advice.join(' ')] : []),
    ...(operations.length > 0
      ? ['**Operations**', operations.map((operation) => `- ${codeSpan(operation)}`).join('\n')]
      : []),
    ...(topic.vendorUrl === undefined ? [] : [`The vendor's page: <${topic.vendorUrl}>`]),
    `\`sunset-lint explain ${topic.id}\` shows more, with look-alikes that are fine. ${pageSentence(topic)}`,
  ].join('\n\n');
}

function behaviourAfterEnd(deprecation: Deprecation | undefined): string | undefined {
  return deprecation === undefined ? undefined : describeAfterEnd(deprecation);
}

function pageSentence({ rule }: Topic): string {
  return `The rule is described in \`${rulePage(rule)}\` of the package.`;
}

function operationsOf(deprecation: Deprecation | undefined): readonly string[] {
  if (deprecation === undefined || !('endpoints' in deprecation)) return [];
  return deprecation.endpoints.map((endpoint) => shownEndpoint(endpoint, '|'));
}

function adviceOf(deprecation: Deprecation | undefined): readonly string[] {
  if (deprecation?.advice === undefined) return [];
  const { advice } = deprecation;
  const texts = [advice.endpoint, advice.sdk, advice.terraform, advice.caution].flatMap((text) =>
    text === undefined ? [] : [/[.!?]$/.test(text) ? text : `${text}.`],
  );
  return [`Advice:`, ...texts];
}

/** Differences of other editions from a deprecation, as a paragraph. */
function disputeParagraph(deprecation: Deprecation | undefined): readonly string[] {
  const disputes = deprecation === undefined ? [] : disputesOf(deprecation).map(describeDispute);
  return disputes.length === 0
    ? []
    : [escapeMarkdown(`Another edition differs: ${disputes.join('; ').replaceAll('`', '')}.`)];
}

function pascalCase(id: string): string {
  return id.replace(/(?:^|(?<![^a-z0-9])[^a-z0-9]+)([a-z0-9])/gi, (_whole, letter: string) => letter.toUpperCase());
}
