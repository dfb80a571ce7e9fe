import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { CLIENT_MODELS } from '../../src/knowledge/clients/index.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import { findings } from '../engine/support.js';
import { WRITERS } from './clients.js';
import type { ClientWriter } from './clients.js';
import { FORMS, piecesOf, variablesOf } from './forms.js';
import type { Pieces } from './forms.js';
import { seedOr, sample } from '../share.js';

/** Two seeds, which try different forms. */
const SEEDS = [seedOr(20240501), seedOr(85) + 1];
const API = 'https://api.cloudflare.com';
const CATALOGUE = loadCatalogue();
const OPERATIONS = CATALOGUE.deprecations.flatMap((deprecation) =>
  deprecation.kind === 'endpoint'
    ? deprecation.endpoints.flatMap(({ methods, path }) =>
        methods.map((method) => ({ id: deprecation.id, method, path: path.text })),
      )
    : [],
);
const NAMES = Object.keys(FORMS);

/** Forms for each operation and client and seed; two seeds try six of them. */
const FORMS_PER_SEED = 3;

interface Program {
  readonly source: string;
  /** The same program with another word in the path, or with another host. */
  readonly twin: string;
  readonly label: string;
}

describe('the program generator', () => {
  it('covers every operation, every client and at least six forms', () => {
    expect(OPERATIONS).not.toEqual([]);
    // Programs are written in JavaScript.
    const own = CLIENT_MODELS.filter(({ origins }) => origins.some(({ language }) => language === undefined));
    expect(Object.keys(WRITERS).sort()).toEqual(own.map(({ name }) => name).sort());
    expect(NAMES.length).toBeGreaterThanOrEqual(6);
  });
});

describe.each(SEEDS)('generated programs of seed %i', (seed) => {
  const random = randomOf(seed);
  const used = new Set<string>();
  // The same order for all seeds, so that they try different forms.
  const names = shuffled(NAMES, randomOf(SEEDS[0] ?? 0));

  it.each(Object.keys(WRITERS))(
    'have findings for deprecated operations and none for their twins, sent by %s',
    (client) => {
      const missed: string[] = [];
      const wrong: string[] = [];
      const writers = expectDefined(WRITERS[client], client);
      for (const [number, operation] of sample([...OPERATIONS.entries()], Object.keys(WRITERS).indexOf(client))) {
        const first = number + client.length + FORMS_PER_SEED * SEEDS.indexOf(seed);
        for (let step = 0; step < FORMS_PER_SEED; step++) {
          const writer = expectDefined(writers[(number + step) % writers.length], client);
          const form = expectDefined(names[(first + step) % names.length], 'a form');
          const program = write(writer, operation, form, random() < 0.3 ? 'host' : 'word');
          if (program === undefined) continue;
          used.add(form);
          const [found, ...others] = findings({ 'a.ts': program.source }, CATALOGUE);
          const isRight =
            others.length === 0 &&
            found?.deprecation === operation.id &&
            found.methods.join() === operation.method &&
            found.operation?.path === operation.path &&
            found.confidence === 'certain';
          if (!isRight) missed.push(`${program.label}\n${program.source}\n`);
          if (findings({ 'a.ts': program.twin }, CATALOGUE).length > 0)
            wrong.push(`${program.label}\n${program.twin}\n`);
        }
      }
      expect({ seed, client, missed: missed.slice(0, 5), wrong: wrong.slice(0, 5) }).toEqual({
        seed,
        client,
        missed: [],
        wrong: [],
      });
    },
  );

  it('use every form', () => {
    expect([...used].sort()).toEqual([...NAMES].sort());
  });
});

function write(
  writer: ClientWriter,
  { method, path }: (typeof OPERATIONS)[number],
  form: string,
  twin: 'host' | 'word',
): Program | undefined {
  const pieces = piecesOf(path);
  const program = (origin: string, given: Pieces): string | undefined => {
    const start = writer.start === 'whole' ? `${origin}/client/v4` : writer.start;
    const { before, url } = expectDefined(FORMS[form], form)(given, start);
    const sent = writer.send(method, url);
    return sent === undefined
      ? undefined
      : `${writer.declare(origin)}\nexport async function run(${[...variablesOf(given), 'page'].join(', ')}) {\n  ${before}\n  return ${sent};\n}\n`;
  };
  const source = program(API, pieces);
  const other = twin === 'host' ? program('https://panel.example.com', pieces) : program(API, misspelt(pieces));
  return source === undefined || other === undefined
    ? undefined
    : { source, twin: other, label: `${method} ${path} (${form}, other ${twin})` };
}

/** The last word of the path with one letter more. */
function misspelt(pieces: Pieces): Pieces {
  const last = pieces.findLastIndex((piece) => 'text' in piece && /[a-z]/.test(piece.text));
  return pieces.map((piece, index) =>
    'text' in piece && index === last ? { text: piece.text.replace(/([a-z0-9])(\/?)$/, '$1x$2') } : piece,
  );
}

function shuffled<T>(list: readonly T[], random: () => number): readonly T[] {
  return list
    .map((item) => [random(), item] as const)
    .sort(([left], [right]) => left - right)
    .map(([, item]) => item);
}

/** Park and Miller's generator: the same numbers on every machine. */
function randomOf(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
