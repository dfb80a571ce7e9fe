import type { Finding } from '../../model/finding.js';
import type { FileContext } from '../evaluate/program.js';
import type { MethodFacts } from '../requests/calling/site.js';
import { replacedClients } from '../requests/calling/replaced.js';
import { answersRequests } from '../requests/unknown/test-doubles.js';
import { shownUrl } from './finding.js';
import type { CallSite } from './site-view.js';

/** Most mocked answers of a file that are compared with its requests. */
const ANSWERS_COMPARED = 200;

interface Answer {
  readonly segments: readonly string[];
  readonly method: MethodFacts;
}

/**
 * The requests of a file that never leave it: a mock answers their method and URL (nock, msw), their client is mocked
 * as a module or stubbed as a global, or their base URL is that of a server made in the file.
 */
export class Answers {
  readonly #answers: Answer[] = [];

  /** Records the requests that a test answers. */
  add(sites: readonly CallSite[]): void {
    for (const { site } of sites) {
      if (!answersRequests(site.client)) continue;
      for (const url of site.urls) {
        if (this.#answers.length >= ANSWERS_COMPARED) return;
        const segments = segmentsOf(shownUrl(url));
        if (segments !== undefined) this.#answers.push({ segments, method: site.method });
      }
    }
  }

  /** Returns the findings, with answered ones marked. */
  mark(context: FileContext, findings: readonly Finding[]): readonly Finding[] {
    return findings.map((finding) => (this.#answer(context, finding) ? { ...finding, answered: true } : finding));
  }

  #answer(context: FileContext, { url, client, methods, evidence, about }: Finding): boolean {
    if (about === 'resource' || evidence.site === 'test-double' || evidence.site === 'loose') return false;
    if (evidence.host !== 'exact' && evidence.host !== 'set' && isOfOwnServer(url)) return true;
    if (replacedClients(context).has(client)) return true;
    const segments = this.#answers.length === 0 ? undefined : segmentsOf(url);
    if (segments === undefined || methods.length === 0) return false;
    return this.#answers.some(
      (answer) =>
        (answer.method.unknown || methods.every((method) => answer.method.known.includes(method))) &&
        covers(answer.segments, segments),
    );
  }
}

/** `${createServer().url}/bells`: the base URL is a property of a server made in this file. */
function isOfOwnServer(url: string): boolean {
  return /^\$\{(?:\w+\.)?create(?:[A-Z]\w{0,30})?Server\(\)\./.test(url);
}

/** Host and segments of a URL without its query; undefined if the host is unknown. */
function segmentsOf(url: string): readonly string[] | undefined {
  const [, host, path] = /^https?:\/\/([^/?#$*]+)(?=[/?#]|$)([^?#]*)/i.exec(url) ?? [];
  return host === undefined ? undefined : [host.toLowerCase(), ...(path ?? '').split('/').slice(1)];
}

/** Whether a mock with one path answers a request with another: the host is the same, and open segments match any. */
function covers(mock: readonly string[], request: readonly string[]): boolean {
  const isOpenEnd = /^\*+$/.test(mock.at(-1) ?? '');
  const fixed = isOpenEnd ? mock.slice(0, -1) : mock;
  if (isOpenEnd ? request.length < fixed.length : request.length !== fixed.length) return false;
  return fixed.every((text, index) => text === request[index] || (index > 0 && isOpen(text)) || isOpen(request[index]));
}

function isOpen(segment = ''): boolean {
  return segment.startsWith(':') || segment.includes('${');
}
