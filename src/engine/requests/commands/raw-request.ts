import { HTTP_METHODS } from '../../../model/endpoint.js';
import type { Place } from '../../../model/span.js';
import { UNDEFINED } from '../../values/value.js';
import type { Part, Parts, Value } from '../../values/value.js';
import { plainText, textsOf } from '../../values/text.js';
import { knownMethod } from '../calling/request.js';
import type { CommandRequest } from '../calling/request-facts.js';
import { behind, splitWords } from './command-words.js';

/** A request that is written out as it goes over the wire: `GET /path HTTP/1.1`, and the host in a header. */
export function rawRequests(text: Value, at: Place): readonly CommandRequest[] {
  return textsOf(text, at).flatMap((parts) => rawRequest(parts) ?? []);
}

function rawRequest(text: Parts): CommandRequest | undefined {
  const [first, ...lines] = linesOf(text);
  const [verb, path] = splitWords(first ?? []);
  const said = verb === undefined ? undefined : plainText(verb);
  const method = HTTP_METHODS.find((one) => one === said);
  const host = lines.map(hostIn).find((one) => one !== undefined);
  const [start] = path ?? [];
  if (method === undefined || path === undefined || start === undefined) return undefined;
  const isWhole = start.kind === 'text' && /^https?:/i.test(start.text);
  if (!isWhole && host === undefined) return undefined;
  const base: Parts = isWhole ? [] : [{ kind: 'text', text: 'https://', at: start.at }, ...(host ?? [])];
  return {
    urls: [[...base, ...path]],
    method: knownMethod(method),
    headers: [],
    body: UNDEFINED,
    query: UNDEFINED,
    ways: [{ headers: [], isOpen: false }],
  };
}

/** `Host: name`. */
function hostIn(line: Parts): Parts | undefined {
  const [start] = line;
  const [written] = (start?.kind === 'text' ? /^host:[ \t]*/i.exec(start.text) : null) ?? [];
  return written === undefined ? undefined : splitWords(behind(line, written.length))[0];
}

/** Lines of a text; `\\r\\n` may be written with backslashes, which the program that prints it reads. */
function linesOf(text: Parts): readonly Parts[] {
  const lines: Part[][] = [[]];
  for (const part of text) {
    if (part.kind !== 'text') {
      lines.at(-1)?.push(part);
      continue;
    }
    for (const [index, piece] of part.text.split(/\r?\n|\\r\\n|\\n/).entries()) {
      if (index > 0) lines.push([]);
      if (piece !== '') lines.at(-1)?.push({ ...part, text: piece });
    }
  }
  return lines;
}
