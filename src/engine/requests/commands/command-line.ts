import type { HttpMethod } from '../../../core/model/endpoint.js';
import { HTTP_METHODS } from '../../../core/model/endpoint.js';
import type { Place } from '../../../core/model/span.js';
import { optionsOf } from '../../values/value.js';
import type { Parts, Value } from '../../values/value.js';
import { embeddedUrls } from '../calling/url-forms.js';
import { knownMethod } from '../calling/request.js';
import type { MethodFacts, SiteFinder } from '../calling/site.js';
import { UNKNOWN_METHOD } from '../calling/site.js';

/** Request of a curl command line. */
interface CurlRequest {
  readonly urls: readonly Parts[];
  readonly method: MethodFacts;
}

/** Placeholder for an unknown part of a command line. */
const UNKNOWN_MARK = '\u0001';

/**
 * Returns the request of a call that runs curl, with one text (`exec('curl -X DELETE …')`) or with a program and its
 * list of arguments. Undefined for other commands.
 */
export function curlRequest(finder: SiteFinder, args: readonly Value[], at: Place): CurlRequest | undefined {
  const line = commandLine(args, at);
  const text = line?.map((part) => (part.kind === 'text' ? part.text : UNKNOWN_MARK)).join('') ?? '';
  if (line === undefined || !/(?:^|[\s;&|(/])curl(?:\.exe)?\s/.test(text)) return undefined;
  const urls = embeddedUrls(finder.catalogue, line);
  return urls.length === 0 ? undefined : { urls, method: curlMethod(text) };
}

/** The command as one text with separated words. */
function commandLine(args: readonly Value[], at: Place): Parts | undefined {
  const space = { kind: 'text', text: ' ', at } as const;
  const [first, second] = args;
  const [program] = first === undefined ? [] : optionsOf(first);
  if (program?.kind !== 'text') return program?.kind === 'array' ? spacedWords(program.elements) : undefined;
  if (second?.kind !== 'array') return program.parts;
  return [...program.parts, ...spacedWords(second.elements)];

  function spacedWords(elements: readonly Value[]): Parts {
    return elements.flatMap((element): Parts => {
      const [option] = optionsOf(element);
      if (option?.kind === 'text') return [space, ...option.parts];
      return [space, { kind: 'hole', name: '…', at, reason: 'a value known only at run time' }];
    });
  }
}

/** An unknown word that may be an option: it does not follow an option with a value, such as `-H`. */
const UNKNOWN_OPTION = new RegExp(
  String.raw`(?<!\s(?:-[a-zA-Z]{0,20}[HouAebcmwx]|--(?:header|output|user|user-agent|referer|cookie|max-time|write-out|proxy|url)))\s${UNKNOWN_MARK}(?=\s|$)`,
);

/** The method that curl's options select: GET by default, unknown if an option sends data. */
function curlMethod(line: string): MethodFacts {
  const requested = /\s(?:-[a-zA-Z]*X\s*|--request[\s=]+)["']?([^\s"']+)/.exec(line)?.[1];
  if (requested !== undefined) return methodNamed(requested);
  if (/\s(?:-[a-zA-Z]*I\b|--head\b)/.test(line)) return knownMethod('HEAD');
  if (
    /\s(?:-[a-zA-Z]*[dFT]\b|--data|--json|--form|--upload-file)/.test(line) ||
    line.includes(UNKNOWN_MARK + UNKNOWN_MARK) ||
    UNKNOWN_OPTION.test(line)
  )
    return UNKNOWN_METHOD;
  return knownMethod('GET');
}

function methodNamed(text: string): MethodFacts {
  const method: HttpMethod | undefined = HTTP_METHODS.find((candidate) => candidate === text.toUpperCase());
  return method === undefined ? UNKNOWN_METHOD : knownMethod(method);
}
