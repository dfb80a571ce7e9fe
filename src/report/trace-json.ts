import { LineIndex } from '../core/lib/line-index.js';
import { maskSecrets } from '../core/lib/mask-secrets.js';
import type { Place } from '../core/model/span.js';
import type { CallTrace, RequestTrace, UrlTrace } from '../core/model/evidence.js';
import { tracedParts } from './trace.js';
import type { TraceInput } from './trace.js';

/** The trace of a file, or of one place in the file, as data in the form of `explanation.schema.json`. */
export function traceData(input: TraceInput): object {
  const { trace, textOf, reasonFindingHidden } = input;
  const { file, notScanned, languages, mentions, leads, analysed, trouble } = trace;
  const { calls, findings } = tracedParts(input);
  const places = new Places(textOf);
  return {
    file,
    scanned: notScanned === undefined,
    ...(notScanned === undefined ? {} : { notScanned }),
    languages,
    mentions: mentions.map(({ mention }) => mention),
    imports: leads,
    analysed,
    ...(trouble === undefined ? {} : { trouble }),
    calls: calls.map((call) => callData(call, places)),
    findings: findings.map((finding) => {
      const hidden = reasonFindingHidden(finding);
      return { ...finding, reported: hidden === undefined, ...(hidden === undefined ? {} : { hidden }) };
    }),
  };
}

/** Converts places to those of reports, whose lines and columns begin at 1. */
class Places {
  readonly #lineIndexes = new Map<string, LineIndex>();
  readonly #textOf: TraceInput['textOf'];

  constructor(textOf: TraceInput['textOf']) {
    this.#textOf = textOf;
  }

  of({ file, span }: Place): object {
    const index = this.#lineIndexes.get(file) ?? new LineIndex(this.#textOf(file) ?? '');
    this.#lineIndexes.set(file, index);
    return { file, range: index.range(span) };
  }
}

function callData({ at, seen, requests }: CallTrace, places: Places): object {
  return { at: places.of(at), seen, requests: requests.map((request) => requestData(request, places)) };
}

function requestData(request: RequestTrace, places: Places): object {
  const { kind, client, chain, methods, methodKnown, methodAt, urls, deprecations, gap, unknownTarget, ruledOut } =
    request;
  return {
    kind,
    client,
    chain: chain.map((at) => places.of(at)),
    methods,
    methodKnown,
    ...(methodAt === undefined ? {} : { methodAt: places.of(methodAt) }),
    urls: urls.map((url) => urlData(url, places)),
    deprecations,
    ...(gap === undefined ? {} : { unresolved: gap }),
    ...(unknownTarget === true ? { unknownTarget } : {}),
    ...(ruledOut === true ? { neverReached: true } : {}),
  };
}

function urlData({ shown, pieces, host, steps, path }: UrlTrace, places: Places): object {
  return {
    url: maskSecrets(shown),
    host,
    ...(path === undefined ? {} : { path: maskSecrets(path) }),
    pieces: pieces.map(({ text, at, unknown }) => ({
      text: maskSecrets(text),
      at: places.of(at),
      ...(unknown === undefined ? {} : { unknown }),
    })),
    evidence: steps.map(({ kind, note, at }) => ({ kind, note: maskSecrets(note), at: places.of(at) })),
  };
}
