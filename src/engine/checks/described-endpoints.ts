import type { Finding } from '../../core/model/finding.js';
import type { Place, Span } from '../../core/model/span.js';
import type { Candidate } from '../judge/site-view.js';
import { SiteView } from '../judge/site-view.js';
import { wholeText } from '../judge/trace.js';
import { classDescriptorSites, descriptorSites } from '../requests/described/descriptors.js';
import { isElsewhere } from '../requests/described/described-site.js';
import { looseTexts } from '../requests/described/addresses.js';
import { builderSites } from '../requests/described/builders.js';
import type { Site, SiteFinder } from '../requests/calling/site.js';
import { roleInTest } from '../requests/unknown/test-doubles.js';
import { isTextForPeople } from '../requests/unknown/handled-arguments.js';
import type { Parts, ClassValue, FunctionValue, InstanceValue, Value } from '../values/value.js';
import type { Check, FileView } from './check.js';
import { endpointFinding, markUsed } from './endpoint-finding.js';
import { mayConstruct } from '../evaluate/arguments.js';
import type { Evaluator } from '../evaluate/evaluator.js';
import type { FileContext } from '../evaluate/program.js';
import type { CallSelection } from '../../select/select-calls.js';
import { followFunction } from '../requests/of-function.js';
import { classIn, optionsOf } from '../values/value.js';
import { visitExprs } from '../../languages/facts/expressions.js';

/** Deprecated operations that the file names although no call in it is known to request them. */
export const describedEndpoints: Check = {
  rule: 'no-deprecated-endpoint',
  begin: (file) => ({
    // Descriptors come first, because they mark the texts that they use.
    *ofFile() {
      yield* inheritedFindings(file);
      yield* findingsFor(file, describedSites(file), 'descriptor');
      yield* findingsFor(file, looseTextSites(file), 'loose');
    },
  }),
};

function inheritedFindings(file: FileView): readonly Finding[] {
  const { finder, context } = file;
  return inheritedRequests(finder, context, file.options.selection).flatMap(({ site, candidate }) => {
    markUsed(file, candidate);
    const at: Place = { file: context.file, span: wholeText(context, candidate.match.decider.at.span) };
    return endpointFinding(finder, { site, candidate, at, role: 'descriptor' });
  });
}

/** Endpoints that objects, classes and builders describe, except those of known requests. */
function describedSites({ finder, context, used, sent }: FileView): readonly Site[] {
  const sites = [
    ...descriptorSites(finder, context, sent),
    ...classDescriptorSites(finder, context),
    ...builderSites(finder, context),
  ];
  const textStarts = (url: Parts): readonly number[] =>
    url.flatMap((part) => (part.kind === 'text' && part.at.file === context.file ? [part.at.span[0]] : []));
  const remaining = sites.filter(({ urls }) => !urls.every((url) => textStarts(url).some((start) => used.has(start))));
  for (const { urls } of sites)
    for (const url of urls) if (isElsewhere(finder, url)) for (const start of textStarts(url)) used.add(start);
  return remaining;
}

function looseTextSites({ finder, context, selected, used }: FileView): readonly Site[] {
  return looseTexts(finder, context, { selected: selected?.texts, used });
}

/** Cost of judging a site, in evaluation steps. */
const STEPS_OF_SITE = 25;

function* findingsFor(file: FileView, sites: readonly Site[], kind: 'descriptor' | 'loose'): Iterable<Finding> {
  const { finder, context, options } = file;
  for (const site of sites) {
    if (finder.evaluator.program.isOver(STEPS_OF_SITE)) return;
    const testRole = roleInTest(context, site.at.span[0]);
    if (testRole === undefined && isTextForPeople(finder.evaluator, context, { at: site.at.span })) continue;
    if (testRole === 'answer' || (testRole === 'test-double' && options.testDoubles !== 'report')) continue;
    for (const candidate of new SiteView(finder, site).candidates) {
      markUsed(file, candidate);
      const at = kind === 'loose' ? wholePlace(file, site.at) : deciderPlace(file, site, candidate);
      yield* endpointFinding(finder, { site, candidate, at, role: testRole ?? kind });
    }
  }
}

/** Place of the deciding text if it is in the file; else of the description of the request. */
function deciderPlace(file: FileView, site: Site, { match }: Candidate): Place {
  const { at } = match.decider;
  return at.file === file.context.file ? wholePlace(file, at) : { file: file.context.file, span: site.at.span };
}

function wholePlace({ context }: FileView, { span }: Place): Place {
  return { file: context.file, span: wholeText(context, span) };
}

/** A request that a class completes for an inherited method: `class Bells extends Base { resource = 'bells' }`. */
interface InheritedRequest {
  readonly site: Site;
  readonly candidate: Candidate;
}

/**
 * Requests of inherited methods that a class of the file completes with its own members, one for each class and
 * deprecation. Only for classes that no code constructs: for the others, calls of the methods are the requests.
 */
function inheritedRequests(
  finder: SiteFinder,
  context: FileContext,
  selection: CallSelection | undefined,
): readonly InheritedRequest[] {
  const { evaluator } = finder;
  const hasSubclass = context.facts.classes.some((fact) => fact.extends !== undefined);
  const spans = !hasSubclass || selection === undefined ? undefined : selectedSpans(context, selection);
  return context.facts.classes.flatMap((fact, index) => {
    if (fact.extends === undefined) return [];
    // The deciding text is in the class.
    if (spans?.some(([start, end]) => fact.at[0] <= start && end <= fact.at[1]) === false) return [];
    const subclass: ClassValue = { kind: 'class', file: context.file, class: index, frame: undefined };
    const self: InstanceValue = { kind: 'instance', of: subclass, args: undefined };
    const requestById = new Map<string, InheritedRequest>();
    for (const method of inheritedMethods(evaluator, subclass)) {
      for (const site of followFunction(finder, { ...method, self }, unknownArguments(evaluator, method), undefined)) {
        const inheritedSite: Site = {
          ...site,
          at: { file: context.file, span: fact.at },
          chain: [site.at, ...site.chain],
        };
        for (const candidate of new SiteView(finder, inheritedSite).candidates) {
          const { at } = candidate.match.decider;
          if (at.file !== context.file || at.span[0] < fact.at[0] || at.span[1] > fact.at[1]) continue;
          const id = candidate.match.entry.deprecation.id;
          requestById.set(id, mergeRequests(requestById.get(id), { site: inheritedSite, candidate }));
        }
      }
    }
    return requestById.size === 0 || isConstructed(evaluator, subclass) ? [] : [...requestById.values()];
  });
}

function selectedSpans({ facts }: FileContext, selection: CallSelection): readonly Span[] {
  const spans: Span[] = [];
  visitExprs(facts, (expr) => {
    if (expr.kind === 'literal' && typeof expr.value === 'string' && selection.text(expr.value)) spans.push(expr.at);
  });
  return spans;
}

function mergeRequests(earlier: InheritedRequest | undefined, later: InheritedRequest): InheritedRequest {
  if (earlier === undefined) return later;
  const methods = [...new Set([...earlier.site.method.known, ...later.site.method.known])];
  return { ...earlier, site: { ...earlier.site, method: { ...earlier.site.method, known: methods } } };
}

/** Methods of the ancestors that the class does not override. */
function inheritedMethods(evaluator: Evaluator, start: ClassValue): readonly FunctionValue[] {
  const methods = new Map<string, FunctionValue | undefined>();
  let owner: ClassValue | undefined = start;
  for (let depth = 0; owner !== undefined && depth < 12; depth++) {
    const { file, frame } = owner;
    const context: FileContext | undefined = evaluator.program.context(file);
    const fact: FileContext['facts']['classes'][number] | undefined = context?.facts.classes[owner.class];
    if (context === undefined || fact === undefined) break;
    for (const { name, kind, value, static: isStatic } of fact.members) {
      if (isStatic || methods.has(name)) continue;
      const isMethod = kind === 'method' && value?.kind === 'function' && depth > 0;
      methods.set(name, isMethod ? { kind: 'function', file, function: value.function, frame, bound: [] } : undefined);
    }
    const parents: readonly Value[] =
      fact.extends === undefined ? [] : optionsOf(evaluator.value(context, fact.extends, frame));
    owner = parents.map(classIn).find((parent) => parent !== undefined);
  }
  return [...methods.values()].filter((method) => method !== undefined);
}

/** Arguments with unknown values. */
function unknownArguments(evaluator: Evaluator, { file, function: index }: FunctionValue): () => readonly Value[] {
  const fact = evaluator.program.context(file)?.facts.functions[index];
  const at: Place = { file, span: fact?.at ?? [0, 0] };
  const args = Array.from({ length: fact?.parameters ?? 0 }, (_, argument): Value => ({
    kind: 'parameter',
    parameter: { file, function: index, index: argument, rest: false, path: [] },
    name: `argument ${String(argument + 1)}`,
    at,
  }));
  return () => args;
}

function isConstructed(evaluator: Evaluator, { file, class: index }: ClassValue): boolean {
  const { program } = evaluator;
  return [file, ...program.modules.importers(file)].some((user) => {
    const context = program.context(user);
    return context?.facts.calls.some((call) => {
      if (!mayConstruct(context, call) || (call.callee.kind !== 'name' && call.callee.kind !== 'member')) return false;
      return optionsOf(evaluator.value(context, call.callee, undefined)).some((value) => {
        const constructed = classIn(value);
        return constructed?.file === file && constructed.class === index;
      });
    });
  });
}
