import type {
  FileAnalysis,
  SentCall,
  UnresolvedSite,
  Destination,
  SdkCall,
  UnknownSdk,
} from '../../core/model/finding.js';
import { contains } from '../../core/model/span.js';
import type { Place } from '../../core/model/span.js';
import type { FileContext } from '../evaluate/program.js';
import { addressesIn, hasSentPieces } from '../requests/described/addresses.js';
import type { Address, AddressOutcome } from '../requests/described/addresses.js';
import { isOpenSite } from '../requests/unknown/open-url.js';
import type { SiteFinder, Site } from '../requests/calling/site.js';
import { REASON } from '../values/reasons.js';
import type { Parts, UnknownReason } from '../values/value.js';
import { shownUrl } from './finding.js';
import { hasUnknownTarget, requestWithSharedPath, unresolvedOf } from './gap.js';
import { wholeText } from './trace.js';
import type { CallSite, SiteView } from './site-view.js';
import { originOf } from '../match/url-parts.js';
import { splitOrigin } from '../values/text.js';
import { packageName } from '../../core/lib/packages.js';
import type { ExprFact } from '../../core/model/facts.js';
import type { LanguageId } from '../../core/model/language.js';

/** Counts the requests of a file, and lists those that are too unknown to decide. */
export class Coverage {
  readonly #finder: SiteFinder;
  readonly #onAddress: ((address: AddressOutcome) => void) | undefined;
  readonly #unresolved: UnresolvedSite[] = [];
  readonly #completed: Place[] = [];
  /** Pieces of text that are sent to the API, or belong to a reported address. */
  readonly #reached = new Set<string>();
  readonly #sent: SentCall[] = [];
  #sites = 0;
  #deprecated = 0;
  #resolved = 0;
  #unknownTarget = 0;

  constructor(finder: SiteFinder, onAddress?: (address: AddressOutcome) => void) {
    this.#finder = finder;
    this.#onAddress = onAddress;
  }

  /**
   * Adds the sites of one call. The call is counted once, as the site of which least is known. `isFound`: one of the
   * sites gave a finding. `unknownPart`: returns the part of the request that the checks do not know.
   */
  add(sites: readonly CallSite[], isFound: boolean, unknownPart: () => UnresolvedSite | undefined): void {
    let gap: UnresolvedSite | undefined;
    let routerGap: UnresolvedSite | undefined;
    const isSent = sites.some(({ site }) => site.kind === 'request' && this.#requestsApi(site));
    for (const { site, candidates } of sites) {
      this.#recordLimits(site);
      const isMatched = candidates.length > 0;
      // If a client is known to send the request, other calls that receive its URL before that are not requests.
      const isAside = isSent && site.kind === 'call';
      const siteGap = isMatched || isAside ? undefined : unresolvedOf(this.#finder, site);
      // In the report, the row of the caller replaces the row of the function that sends the request.
      if (isMatched || siteGap !== undefined || !isOpenSite(this.#finder, site)) this.#completed.push(...site.chain);
      // A router sends to the vendor of its model: a request to an unknown vendor is the more precise gap.
      if (site.sender?.use.model.routes === true) routerGap ??= siteGap;
      else gap ??= siteGap;
    }
    gap ??= unknownPart() ?? (isFound ? undefined : (routerGap ?? requestWithSharedPath(sites)));
    this.reach(sites);
    this.#sites++;
    const isOpenTarget = sites.some(({ site }) => hasUnknownTarget(this.#finder, site));
    if (gap !== undefined) this.#unresolved.push(gap);
    else if (isFound) this.#deprecated++;
    else if (isOpenTarget) this.#unknownTarget++;
    else this.#resolved++;
    const destination = destinationOf(this.#finder, sites);
    const [first] = sites;
    const isDecided = destination.kind === 'unknown' && !isOpenTarget;
    if (first !== undefined)
      this.#sent.push([first.call.at, isDecided ? { kind: 'aside' } : destination, first.site.client]);
  }

  /** Adds unresolved sites that no client sends. */
  addUnresolved(sites: readonly UnresolvedSite[]): void {
    this.#unresolved.push(...sites);
  }

  /** Records the texts in the URLs of sites: of requests that are sent, or of requests that a test answers. */
  reach(sites: readonly SiteView[]): void {
    for (const { site } of sites) {
      // A base URL from a client model has the place of the call, which is counted as a request already.
      const calls = new Set([site.at, ...site.chain].map(spanKey));
      for (const parts of site.urls)
        if (this.#finder.urlOf(parts).host.kind === 'exact')
          this.#reach(placesOf(parts).filter((place) => !calls.has(spanKey(place))));
    }
  }

  /** Returns the report on the file except its findings. `used`: start offsets of texts that are accounted for. */
  result(context: FileContext, used: ReadonlySet<number>): Omit<FileAnalysis, 'findings'> {
    const unused = this.#unusedAddresses(context, used);
    const limits = new Set(this.#finder.evaluator.program.limits);
    if (context.facts.tooDeep === true) limits.add(REASON.limit);
    return {
      unresolved: [...this.#unresolved, ...unused],
      completed: this.#completed,
      sites: this.#sites,
      deprecated: this.#deprecated,
      resolved: this.#deprecated + this.#resolved,
      unknownTarget: this.#unknownTarget,
      ...(this.#sent.length === 0 ? {} : { sent: this.#sent }),
      ...(limits.size === 0 ? {} : { limits: [...limits].sort() }),
    };
  }

  /** Addresses of the API that are used neither by a known request nor by another address in the file. */
  #unusedAddresses(context: FileContext, used: ReadonlySet<number>): readonly UnresolvedSite[] {
    const isWithin = ({ at }: Address, { file, span }: Place): boolean =>
      file === at.file && at.span[0] <= span[0] && span[1] <= at.span[1];
    const addresses = addressesIn(this.#finder, context);
    for (const address of addresses.filter(hasSentPieces))
      this.#reach(address.pieces.filter((piece) => !isWithin(address, piece)));
    const isUsed = (address: Address): boolean =>
      (address.isHost && isBesideUsed(context, address.at, used)) ||
      address.pieces.some(
        (piece) => isWithin(address, piece) && (used.has(piece.span[0]) || this.#reached.has(placeKey(piece))),
      );
    const unused = new Map<number, UnresolvedSite>();
    for (const address of addresses) {
      const { at, url, silent } = address;
      const outcome = silent ?? (isUsed(address) ? 'used' : 'listed');
      this.#onAddress?.({ at, outcome });
      if (outcome !== 'listed' || unused.has(at.span[0])) continue;
      unused.set(at.span[0], {
        at,
        client: 'text',
        url: shownUrl(url),
        methods: [],
        reason: 'an address of the API that no request was seen to use',
        address: true,
      });
    }
    return [...unused.values()];
  }

  #reach(places: readonly Place[]): void {
    const { program } = this.#finder.evaluator;
    for (const place of places) {
      const key = placeKey(place);
      if (this.#reached.has(key)) continue;
      this.#reached.add(key);
      const context = program.context(place.file);
      if (context !== undefined) this.#completed.push({ file: place.file, span: wholeText(context, place.span) });
    }
  }

  /** Whether a URL of a site has a path of the API: a base URL alone is not a request. */
  #requestsApi({ urls }: Site): boolean {
    return urls.some((parts) => {
      const { host, segments } = this.#finder.urlOf(parts);
      return host.kind === 'exact' && segments.length > 0;
    });
  }

  /** Records limits that left a hole in the URL of a request that may go to the API. */
  #recordLimits({ urls }: Site): void {
    const { limits } = this.#finder.evaluator.program;
    for (const parts of urls) {
      const cut = parts.find((part) => part.kind === 'hole' && LIMITS.has(part.reason));
      if (cut?.kind !== 'hole' || limits.has(cut.reason)) continue;
      if (this.#finder.urlOf(parts).host.kind !== 'other') limits.add(cut.reason);
    }
  }
}

/** Whether a host is in the same object as a text that decided a finding. */
function isBesideUsed({ facts }: FileContext, { span }: Place, used: ReadonlySet<number>): boolean {
  const object = facts.objects.findLast(({ at }) => contains(at, span));
  return object !== undefined && [...used].some((start) => object.at[0] <= start && start < object.at[1]);
}

const LIMITS: ReadonlySet<UnknownReason> = new Set<UnknownReason>([REASON.tooMany, REASON.limit]);

function placesOf(parts: Parts): readonly Place[] {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.at] : []));
}

function spanKey({ file, span }: Place): string {
  return `${span.join(' ')} ${file}`;
}

function placeKey({ file, span }: Place): string {
  return `${String(span[0])} ${file}`;
}

/** Returns the destination of the requests of one call, from the best known of their URLs. */
function destinationOf(finder: SiteFinder, sites: readonly SiteView[]): Destination {
  let best: Destination = { kind: 'unknown' };
  for (const { site, candidates } of sites) {
    const [candidate] = candidates;
    if (candidate !== undefined) return { kind: 'api', api: candidate.match.entry.deprecation.api };
    for (const parts of site.urls) {
      const to = destinationOfUrl(finder, parts, site.ownOrigin);
      if (to.kind === 'api') return to;
      if (RANKS[to.kind] > RANKS[best.kind]) best = to;
    }
  }
  return best;
}

const RANKS: Readonly<Record<Destination['kind'], number>> = { unknown: 0, aside: 1, host: 2, api: 3 };

function destinationOfUrl(finder: SiteFinder, parts: Parts, isOwnOrigin: boolean): Destination {
  const { host, readings } = finder.urlOf(parts);
  const [reading] = readings;
  switch (host.kind) {
    case 'exact':
    case 'version':
      return reading === undefined ? { kind: 'unknown' } : { kind: 'api', api: reading.view.id };
    case 'relative':
      return { kind: isOwnOrigin ? 'aside' : 'unknown' };
    case 'other': {
      const name = hostNameOf(parts);
      return name === undefined ? { kind: 'aside' } : { kind: 'host', host: name };
    }
    case 'unknown':
      return { kind: 'unknown' };
  }
}

/** The host of an absolute URL without its port; undefined if a part of it is unknown. */
function hostNameOf(parts: Parts): string | undefined {
  const [origin] = splitOrigin(parts);
  const { authority } = originOf(origin);
  const [first, ...rest] = authority;
  return first?.kind === 'text' && rest.length === 0 ? first.text.replace(/:\d*$/, '') : undefined;
}

/** Names of SDK exports that send nothing: errors, types, validation of data that a server receives. */
const SENDS_NOTHING = /^(?:types?|errors?|exceptions?|webhooks?)$|(?:Error|Exception|Signature)$/i;

/** SDK modules that a file calls, and of which no method is known in its language: these calls cannot be resolved. */
export function unknownSdks({ apis, evaluator, sdkPackages }: SiteFinder, context: FileContext): readonly UnknownSdk[] {
  const { file, facts } = context;
  const found = facts.imports.flatMap(({ specifier, typeOnly }): readonly UnknownSdk[] => {
    const name = typeOnly === true ? undefined : distributionOf(specifier, facts.language);
    if (name === undefined) return [];
    const known = apis.each.find(({ packages, isRouter }) => packages.includes(name) && !isRouter(name));
    if (known === undefined || evaluator.program.modules.resolve(file, specifier).kind === 'file') return [];
    const modelled = [...(sdkPackages.get(known.api.id) ?? [])];
    const isModelled = modelled.some((module) => distributionOf(module, facts.language) === name);
    return isModelled || !isCalled(context, specifier) ? [] : [{ api: known.api.id, module: specifier }];
  });
  const byApi = new Map(found.reverse().map((sdk) => [sdk.api, sdk]));
  return [...byApi.values()].reverse();
}

/**
 * Names of SDKs that a file calls. If none of its requests is known, the calls are of live operations or were not
 * resolved.
 */
export function sdkCalls({ apis, evaluator }: SiteFinder, context: FileContext): readonly SdkCall[] {
  const { file, facts, scope } = context;
  const found = new Map<string, SdkCall>();
  for (const { callee } of facts.calls) {
    const root = scope.bindingOf(callee)?.value;
    if (root?.kind !== 'imported' || SENDS_NOTHING.test(root.name)) continue;
    const known = apis.each.find(({ isSdk, isRouter }) => isSdk(root.specifier) && !isRouter(root.specifier));
    if (known === undefined || evaluator.program.modules.resolve(file, root.specifier).kind === 'file') continue;
    found.set(`${root.specifier} ${root.name}`, { api: known.api.id, module: root.specifier, name: root.name });
  }
  return [...found.values()];
}

/** The package of a module, as catalogues write it. */
function distributionOf(module: string, language: LanguageId): string | undefined {
  switch (language) {
    case 'javascript':
      return packageName(module);
    case 'python':
      return module.split('.', 1)[0]?.toLowerCase().replaceAll('_', '-');
    default:
      return undefined;
  }
}

/** Whether an export of a module is called that may send a request. */
function isCalled({ facts, scope }: FileContext, specifier: string): boolean {
  return facts.calls.some(({ callee }) => {
    let expr: ExprFact = callee;
    while (expr.kind === 'member') {
      if (SENDS_NOTHING.test(expr.property)) return false;
      expr = expr.object;
    }
    const root = expr.kind === 'name' ? scope.bindingOf(expr)?.value : expr;
    return root?.kind === 'imported' && root.specifier === specifier && !SENDS_NOTHING.test(root.name);
  });
}
