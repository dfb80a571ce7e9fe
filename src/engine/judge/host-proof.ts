import type { HostProof, EvidenceStep, HostWitness, NameSign } from '../../core/model/evidence.js';
import type { Place } from '../../core/model/span.js';
import { passedValue } from '../evaluate/callers.js';
import { memoised } from '../../core/model/query-log.js';
import type { ApiView } from '../match/catalogue-index.js';
import { readingFor } from '../match/request-url.js';
import type { UrlReading } from '../match/request-url.js';
import type { Site, SiteFinder } from '../requests/calling/site.js';
import { displayPart, displayText, externalName, textsOf, plainTexts } from '../values/text.js';
import type { HolePart, ExternalValue } from '../values/value.js';
import { filesAlongImports, importsOf } from './along-imports.js';
import type { Setting } from '../../core/model/module-reader.js';

export interface HostJudgement {
  readonly host: HostProof;
  /** Set with `other` if a relative URL of this client cannot leave the page's origin. */
  readonly ownOrigin?: true;
  readonly name?: NameSign;
  readonly by?: HostWitness;
  /** The base URL, if it is not part of the URL itself. */
  readonly base?: string;
  readonly steps: readonly EvidenceStep[];
}

const HOST_RANKS: Readonly<Record<HostProof, number>> = {
  exact: 0,
  set: 1,
  other: 2,
  graph: 3,
  version: 3,
  named: 4,
  unknown: 5,
};

/**
 * Returns the rank of a judgement among alternatives of one request, the best first: a default with another host
 * outranks an unresolved base; a relative alternative is last.
 */
export function hostRank({ host, ownOrigin }: HostJudgement): number {
  return ownOrigin === true ? 6 : HOST_RANKS[host];
}

/** Evidence of a request's destination, apart from its URL. */
export type DestinationEvidence = Pick<
  Site,
  'at' | 'kind' | 'ownOrigin' | 'names' | 'package' | 'chain' | 'apisByCallGraph' | 'soleApi'
>;

/** Whether a request is from another API's SDK, without a base URL or other option that sends it to this API. */
export function isOfOtherApi({ api }: Pick<Site, 'api'>, { view, host }: UrlReading): boolean {
  return api !== undefined && api !== view.id && host.kind !== 'exact';
}

/** Judges whether a request goes to an API. */
export function proveHost(finder: SiteFinder, site: DestinationEvidence, { view, host }: UrlReading): HostJudgement {
  switch (host.kind) {
    case 'exact':
      return {
        host: 'exact',
        steps: [{ kind: 'base-url', at: host.base.at, note: `the base URL is ${baseText(host.base)}` }],
      };
    case 'version':
      return {
        host: 'version',
        steps: [{ kind: 'base-url', at: host.base.at, note: 'the path begins with the version path of the API' }],
      };
    case 'other':
      return { host: 'other', steps: [] };
    case 'unknown':
      return proveUnknownBase(finder, site, { view, base: host.base });
    case 'relative':
      if (site.kind === 'request' && site.ownOrigin) return { host: 'other', ownOrigin: true, steps: [] };
      return judgementFromSurroundings(finder, site, { view, names: site.names });
    default:
      return host satisfies never;
  }
}

function baseText(
  part: UrlReading['host'] extends infer H ? (H extends { readonly base: infer B } ? B : never) : never,
): string {
  return `\`${part.kind === 'text' ? displayPart(part) : part.name}\``;
}

function proveUnknownBase(
  finder: SiteFinder,
  site: DestinationEvidence,
  { view, base }: { readonly view: ApiView; readonly base: HolePart },
): HostJudgement {
  if (base.parameter !== undefined) {
    const fromCallers = judgementFromCallers(finder, view, base);
    if (fromCallers !== undefined) return fromCallers;
  }
  const fromSettings = judgementFromSettings(finder, site, { view, base });
  if (fromSettings !== undefined) return fromSettings;
  const externalNames = base.external === undefined ? [] : [externalName(base.external)];
  return judgementFromSurroundings(finder, site, { view, names: [...site.names, base.name, ...externalNames] });
}

/** Judgement for a base URL in a variable, from settings files. If they disagree, any of their values may apply. */
function judgementFromSettings(
  finder: SiteFinder,
  site: DestinationEvidence,
  { view, base }: { readonly view: ApiView; readonly base: HolePart },
): HostJudgement | undefined {
  const name = variableOf(base);
  if (name === undefined) return undefined;
  const setting = finder.evaluator.program.modules.settings?.(site.at.file, name).find(({ value }) => {
    const host = readingFor(finder.urlOf([{ kind: 'text', text: value, at: base.at }]), view.id);
    return host?.host.kind === 'exact' && host.segments.length === 0;
  });
  if (setting === undefined) return undefined;
  const note = `${setting.file} sets \`${name}\` to a base URL of the API`;
  return { host: 'set', base: setting.value, steps: [{ kind: 'base-url', at: base.at, note }] };
}

/** Judgement for a base URL in a parameter, from the arguments of the callers. */
function judgementFromCallers(finder: SiteFinder, view: ApiView, base: HolePart): HostJudgement | undefined {
  const value = base.parameter === undefined ? undefined : passedValue(finder.evaluator, base.parameter);
  if (value === undefined) return undefined;
  const hosts = textsOf(value, base.at).map((parts) => ({
    parts,
    host: readingFor(finder.urlOf(parts), view.id)?.host ?? { kind: 'other' as const },
  }));
  const exact = hosts.find(({ host }) => host.kind === 'exact');
  if (exact !== undefined) {
    const at: Place = exact.parts[0]?.at ?? base.at;
    return {
      host: 'exact',
      base: displayText(exact.parts),
      steps: [{ kind: 'base-url', at, note: `a caller passes the base URL \`${displayText(exact.parts)}\`` }],
    };
  }
  return hosts.length > 0 && hosts.every(({ host }) => host.kind === 'other')
    ? { host: 'other', steps: [] }
    : undefined;
}

function judgementFromSurroundings(
  finder: SiteFinder,
  site: DestinationEvidence,
  { view, names }: { readonly view: ApiView; readonly names: readonly string[] },
): HostJudgement {
  if (site.apisByCallGraph?.has(view.id) === true) {
    const step = { kind: 'client', at: site.at, note: 'the callee receives a value of the API' } as const;
    return { host: 'graph', name: 'api', by: 'value', steps: [step] };
  }
  if (site.soleApi === view.id) {
    const step = { kind: 'client', at: site.at, note: 'only the SDK of the API has this chain of members' } as const;
    return { host: 'graph', name: 'api', by: 'chain', steps: [step] };
  }
  const sign = view.knownApi.signOf(names, site.package);
  const name = sign === undefined ? {} : { name: sign };
  const files = [site.at.file, ...site.chain.map((place) => place.file)];
  for (const file of new Set(files)) {
    const witness = apiWitness(finder, view, file);
    if (witness === undefined) continue;
    const at: Place = { file: witness, span: [0, 0] };
    return {
      host: 'graph',
      ...name,
      steps: [
        { kind: 'module-graph', at, note: 'this module, which the program uses together with the call, names the API' },
      ],
    };
  }
  const matchingName = names.find((name) => view.knownApi.isNamed(name));
  if (matchingName !== undefined) {
    const step = { kind: 'client', at: site.at, note: `\`${matchingName}\` is named after the API` } as const;
    return { host: 'named', ...name, steps: [step] };
  }
  return { host: 'unknown', ...name, steps: [] };
}

/** Maximum number of importers that are visited. */
const MAX_IMPORTERS = 40;

/**
 * Returns the nearest file whose text names a base URL of the API, or that imports an SDK of it: along the file's
 * imports, else along the imports of its importers, up to three levels away.
 */
function apiWitness(finder: SiteFinder, view: ApiView, file: string): string | undefined {
  const { program } = finder.evaluator;
  return memoised(program.modules.log, finder.witnesses, `${view.id} ${file}`, () => findWitness(finder, view, file));
}

function findWitness(finder: SiteFinder, view: ApiView, file: string): string | undefined {
  let witness = witnessAlongImports(finder, view, file);
  const { modules } = finder.evaluator.program;
  const visited = new Set([file]);
  let level = [file];
  for (let depth = 0; depth < 3 && witness === undefined; depth++) {
    const importers = level
      .flatMap((current) => modules.importers(current))
      .filter((importer) => !visited.has(importer));
    level = [...new Set(importers)].slice(0, MAX_IMPORTERS);
    for (const importer of level) {
      visited.add(importer);
      witness ??= witnessAlongImports(finder, view, importer);
    }
  }
  return witness;
}

function witnessAlongImports(finder: SiteFinder, view: ApiView, from: string): string | undefined {
  const { modules } = finder.evaluator.program;
  const packages = finder.sdkPackages.get(view.id);
  for (const file of filesAlongImports(modules, from)) {
    if (modules.mentionsApi(file)?.includes(view.id) === true) return file;
    if (packages !== undefined && importsOf(modules, file).some(({ specifier }) => packages.has(specifier)))
      return file;
  }
  return undefined;
}

/** Pattern of environment variables, written in capitals, and of members of an object named `env`. */
const ENV_VARIABLE = /(?:^|\W)(?:env(?:iron)?\.(\w+)|([A-Z][A-Z\d_]*))$/;

/** Returns the environment variable behind a hole: `API` of `process.env.API`, `env.API` and `Deno.env.get('API')`. */
function variableOf({ name, external }: Pick<HolePart, 'name' | 'external'>): string | undefined {
  const lastStep = external?.steps.at(-1);
  if (lastStep?.kind === 'call') {
    const [nameArgument] = lastStep.args();
    return nameArgument === undefined ? undefined : plainTexts(nameArgument)?.[0];
  }
  const [, member, capitalName] = ENV_VARIABLE.exec(name) ?? [];
  return member ?? capitalName;
}

/** An environment variable, with its values in settings files near a file. A deployment can set another value. */
interface Variable {
  readonly name: string;
  readonly settings: readonly Setting[];
}

/** The environment variable behind a value, with its values in settings files; undefined if it has none. */
export function settingsOf(finder: SiteFinder, file: string, external: ExternalValue): Variable | undefined {
  const name = variableOf({ name: externalName(external), external });
  const settings = name === undefined ? [] : (finder.evaluator.program.modules.settings?.(file, name) ?? []);
  return name === undefined || settings.length === 0 ? undefined : { name, settings };
}
