import { createHash } from 'node:crypto';
import { ConfigError } from '../../../../src/core/model/errors.js';
import { kebab, SCHEMA_URL } from './catalogue-file.js';
import type { ImportedCatalogue } from './catalogue-file.js';
import { entriesOf } from './group-entries.js';
import { guessTemplate } from './guess-template.js';
import type { DeprecationAnswer, Recording } from './har.js';
import { operationKey, templateOf } from './operations.js';
import type { Omission, UpstreamOperation } from './upstream.js';

export interface HarOptions {
  readonly asOf: string;
  readonly text: string;
  readonly api?: string;
  /** Base URLs of the API; if empty, the origin of the answers. */
  readonly baseUrls: readonly string[];
}

export interface HarCatalogue {
  readonly catalogue: ImportedCatalogue;
  /** Notes on guesses and on missing facts. */
  readonly notes: readonly Omission[];
}

/** Creates a catalogue from recorded answers. @throws ConfigError if the recording has no API, or several. */
export function catalogueOfHar({ file, answers, total }: Recording, options: HarOptions): HarCatalogue {
  const { asOf } = options;
  if (answers.length === 0)
    throw new ConfigError(`none of the ${String(total)} answers in '${file}' has a Deprecation or a Sunset header.`);
  const bases = options.baseUrls.length > 0 ? options.baseUrls : originsOf(answers);
  const [base = ''] = bases;
  const id = options.api ?? kebab(new URL(base).host);
  const notes: Omission[] = [];
  const operations = new Map<string, UpstreamOperation>();
  for (const answer of answers) {
    const operation = operationOf(answer, bases, notes);
    if (operation === undefined) continue;
    const key = operationKey(operation);
    const earlierOperation = operations.get(key);
    if (
      earlierOperation !== undefined &&
      (earlierOperation.endOfLife !== operation.endOfLife || earlierOperation.since !== operation.since)
    )
      notes.push({
        place: answer.place,
        why: `it gives other dates for ${key} than ${earlierOperation.place}; the later answer counts`,
      });
    operations.set(key, operation);
  }
  const sha256 = createHash('sha256').update(options.text).digest('hex');
  return {
    catalogue: {
      $schema: SCHEMA_URL,
      format: 2,
      api: { id, baseUrls: bases.map((url) => ({ url, names: [id] })) },
      edition: {
        id: 'recorded',
        asOf,
        sources: [{ title: 'Headers of recorded answers', retrieved: asOf, sha256 }],
      },
      deprecations: entriesOf({ api: id, deprecated: [...operations.values()], removed: [], parts: [] }),
      live: [],
    },
    notes,
  };
}

function originsOf(answers: readonly DeprecationAnswer[]): readonly string[] {
  const origins = [...new Set(answers.map(({ origin }) => origin))];
  if (origins.length === 1) return origins;
  throw new ConfigError(
    `the answers are from ${String(origins.length)} hosts, and a catalogue is about one API. Name its base URL with --base-url: ${origins.slice(0, 10).join(', ')}.`,
  );
}

function operationOf(
  { method, origin, path, place, successor, ...dates }: DeprecationAnswer,
  bases: readonly string[],
  notes: Omission[],
): UpstreamOperation | undefined {
  const pathBelowBase = belowBase(`${origin}${path}`, bases);
  if (pathBelowBase === undefined) {
    notes.push({ place, why: 'its address is not below any of the base URLs' });
    return undefined;
  }
  const guess = guessTemplate(pathBelowBase);
  const template = templateOf(guess.path);
  if (template === undefined) {
    notes.push({ place, why: 'no path of a catalogue can be made of its address' });
    return undefined;
  }
  if (guess.guesses > 0) notes.push({ place, why: `the parameters of ${method} ${template} are guesses` });
  const successorPath = successor === undefined ? undefined : belowBase(successor, bases);
  const replacementPath = successorPath === undefined ? undefined : templateOf(guessTemplate(successorPath).path);
  return {
    method,
    path: template,
    deprecated: true,
    place,
    datesFrom: 'header',
    ...dates,
    ...(replacementPath === undefined || replacementPath === template
      ? {}
      : { replacement: { method, path: replacementPath } }),
  };
}

function belowBase(address: string, bases: readonly string[]): string | undefined {
  const base = bases.find((url) => address === url || address.startsWith(`${url}/`));
  return base === undefined ? undefined : address.slice(base.length);
}
