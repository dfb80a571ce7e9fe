import type { Finding } from '../../model/finding.js';
import type { FileContext } from '../evaluate/program.js';
import type { MethodFacts } from '../requests/calling/request-facts.js';
import { replacedClients } from '../requests/calling/replaced.js';
import { answersRequests } from '../requests/unknown/test-doubles.js';
import { shownUrl } from './finding.js';
import type { CallSite } from './site-view.js';

/** Answers of a file that are compared with its requests: with more of them the rest answers nothing. */
const ANSWERS_COMPARED = 200;

interface Answer {
  readonly segments: readonly string[];
  readonly method: MethodFacts;
}

/**
 * The requests of a file that do not leave it: a mock for their method and URL answers (nock, msw), their client is
 * mocked as a module or stubbed as a global, or their base URL is that of a server which the file makes.
 */
export class Answers {
  readonly #answers: Answer[] = [];

  /** Notes what a test answers. */
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

  /** The findings, with what is answered marked. */
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

/** `${createServer().url}/bells`: the base URL is a property of a server that is made here. */
function isOfOwnServer(url: string): boolean {
  return /^\$\{(?:\w+\.)?create(?:[A-Z]\w{0,30})?Server\(\)\./.test(url);
}

/** Host and segments of a URL without its query; undefined where its host is not known. */
function segmentsOf(url: string): readonly string[] | undefined {
  const [, host, path] = /^https?:\/\/([^/?#$*]+)(?=[/?#]|$)([^?#]*)/i.exec(url) ?? [];
  return host === undefined ? undefined : [host.toLowerCase(), ...(path ?? '').split('/').slice(1)];
}

/** Whether a mock of these segments answers a request of those: the host is the same, open segments fit any. */
function covers(mock: readonly string[], request: readonly string[]): boolean {
  const isOpenEnd = /^\*+$/.test(mock.at(-1) ?? '');
  const fixed = isOpenEnd ? mock.slice(0, -1) : mock;
  if (isOpenEnd ? request.length < fixed.length : request.length !== fixed.length) return false;
  return fixed.every((text, index) => text === request[index] || (index > 0 && isOpen(text)) || isOpen(request[index]));
}

function isOpen(segment = ''): boolean {
  return segment.startsWith(':') || segment.includes('${');
}
