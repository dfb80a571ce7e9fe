import type { Question, SourceText } from './engine.js';

/** Start of a link: the version of its format. */
const FORMAT_PREFIX = '2.';

/** Start of older links, which have one file, as `file` and `text`. */
const OLD_FORMAT_PREFIX = '1.';

/** Largest number of files in a question. */
export const MAX_FILES = 50;

/** Question as the fragment of an address, which browsers never send to a server. */
export async function linkOf(question: Question): Promise<string> {
  const bytes = await pipeBytes(
    new TextEncoder().encode(JSON.stringify(question)),
    new CompressionStream('deflate-raw'),
  );
  const text = btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''));
  return FORMAT_PREFIX + text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Question in a link; undefined for an invalid one. Links are untrusted, so every part is checked. */
export async function questionOf(link: string): Promise<Question | undefined> {
  if (!link.startsWith(FORMAT_PREFIX) && !link.startsWith(OLD_FORMAT_PREFIX)) return undefined;
  try {
    const text = atob(link.slice(FORMAT_PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'));
    const compressed = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const bytes = await pipeBytes(compressed, new DecompressionStream('deflate-raw'));
    return parseQuestion(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return undefined;
  }
}

/** Largest number of bytes in the question of a link. */
const MAX_BYTES = 5_000_000;

async function pipeBytes(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: BlobPart[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MAX_BYTES) throw new RangeError('too large');
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function parseQuestion(value: unknown): Question | undefined {
  const { file, text, files, apis, edition, asOf } = value as Readonly<Record<string, unknown>>;
  const sources: unknown = files ?? [{ name: file, text }];
  const isList = Array.isArray(apis) && apis.every((api) => typeof api === 'string');
  if (!isSourceList(sources) || typeof asOf !== 'string' || !isList) return undefined;
  return {
    files: sources.map((source) => ({ name: source.name, text: source.text })),
    ...{ apis, edition: edition === 'current' ? 'current' : 'specification', asOf },
  };
}

function isSourceList(value: unknown): value is readonly SourceText[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MAX_FILES &&
    value.every(
      (source: Partial<SourceText> | null) => typeof source?.name === 'string' && typeof source.text === 'string',
    )
  );
}
