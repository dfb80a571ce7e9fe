import type { Finding } from '../../model/finding.js';
import type { Place } from '../../model/span.js';
import type { Candidate } from '../judge/candidates.js';
import { wholeText } from '../judge/locate.js';
import { SiteView } from '../judge/site-view.js';
import { classDescriptorSites } from '../requests/described/class-descriptors.js';
import { isElsewhere } from '../requests/described/described-site.js';
import { descriptorSites } from '../requests/described/descriptors.js';
import { looseTexts } from '../requests/described/loose-texts.js';
import { builderSites } from '../requests/described/path-builders.js';
import type { Site } from '../requests/calling/site.js';
import { roleInTest } from '../requests/unknown/test-doubles.js';
import { isTold } from '../requests/unknown/told-texts.js';
import type { Parts } from '../values/value.js';
import type { Check, FileView } from './check.js';
import { endpointFinding, markUsed } from './endpoint-finding.js';
import { inheritedRequests } from './inherited.js';

/** Deprecated operations that the file names although no call in it is known to request them. */
export const describedEndpoints: Check = {
  rule: 'no-deprecated-endpoint',
  begin: (file) => ({
    // In this order: what a descriptor uses is no loose text.
    *ofFile() {
      yield* inherited(file);
      yield* described(file, describedSites(file), 'descriptor');
      yield* described(file, loose(file), 'loose');
    },
  }),
};

function inherited(file: FileView): readonly Finding[] {
  const { finder, context } = file;
  return inheritedRequests(finder, context, file.options.selection).flatMap(({ site, candidate }) => {
    markUsed(file, candidate);
    const at: Place = { file: context.file, span: wholeText(context, candidate.match.decider.at.span) };
    return endpointFinding(finder, { site, candidate, at, role: 'descriptor' });
  });
}

/** Endpoints that objects, classes and builders describe, unless a known request is made with them. */
function describedSites({ finder, context, used, sent }: FileView): readonly Site[] {
  const sites = [
    ...descriptorSites(finder, context, sent),
    ...classDescriptorSites(finder, context),
    ...builderSites(finder, context),
  ];
  const textsHere = (url: Parts): readonly number[] =>
    url.flatMap((part) => (part.kind === 'text' && part.at.file === context.file ? [part.at.span[0]] : []));
  const left = sites.filter(({ urls }) => !urls.every((url) => textsHere(url).some((start) => used.has(start))));
  for (const { urls } of sites)
    for (const url of urls) if (isElsewhere(finder, url)) for (const start of textsHere(url)) used.add(start);
  return left;
}

function loose({ finder, context, selected, used }: FileView): readonly Site[] {
  return looseTexts(finder, context, { selected: selected?.texts, used });
}

/** Cost of judging a site, in evaluation steps. */
const STEPS_OF_SITE = 25;

function* described(file: FileView, sites: readonly Site[], kind: 'descriptor' | 'loose'): Iterable<Finding> {
  const { finder, context, options } = file;
  for (const site of sites) {
    if (finder.evaluator.program.isOver(STEPS_OF_SITE)) return;
    const inTest = roleInTest(context, site.at.span[0]);
    if (inTest === undefined && isTold(finder.evaluator, context, { at: site.at.span })) continue;
    if (inTest === 'answer' || (inTest === 'test-double' && options.testDoubles !== 'report')) continue;
    for (const candidate of new SiteView(finder, site).candidates) {
      markUsed(file, candidate);
      const at = kind === 'loose' ? wholePlace(file, site.at) : deciderPlace(file, site, candidate);
      yield* endpointFinding(finder, { site, candidate, at, role: inTest ?? kind });
    }
  }
}

/** The text that decided, where it stands in the file; else what describes the request. */
function deciderPlace(file: FileView, site: Site, { match }: Candidate): Place {
  const { at } = match.decider;
  return at.file === file.context.file ? wholePlace(file, at) : { file: file.context.file, span: site.at.span };
}

function wholePlace({ context }: FileView, { span }: Place): Place {
  return { file: context.file, span: wholeText(context, span) };
}
