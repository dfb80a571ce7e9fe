import type { Comment, Fragment, LanguageId } from '../../core/model/language.js';
import type { HostFileReader } from '../language.js';

/** Code in a file of another kind. */
export interface Code extends Fragment {
  readonly language: LanguageId;
}

/** All code in a file. */
export interface EmbeddedCode {
  readonly codes: readonly Code[];
  /** Whether a part of the file cannot be parsed. */
  readonly broken: boolean;
  /** The limit that the file exceeds, so that its errors are unknown. */
  readonly limit?: string | undefined;
}

/** A kind of host files, with code of some languages. */
export interface HoldingKind {
  readonly name: string;
  readonly languages: readonly LanguageId[];
  readonly isHolder: (path: string) => boolean;
  readonly read: (text: string) => EmbeddedCode;
  readonly commentsOf?: (text: string) => readonly Comment[];
  readonly counts: HostFileReader['counts'];
  readonly hands?: HostFileReader['hands'];
  readonly declares?: HostFileReader['declares'];
}

/** Creates the reader for one language of a kind of host file. A file with code of several languages is read once. */
export function holderOf(kind: HoldingKind, language: LanguageId): HostFileReader {
  const { name, isHolder, commentsOf, counts, hands, declares } = kind;
  return {
    name,
    isHolder,
    counts,
    fragmentsOf: (text) =>
      embeddedCodeIn(kind, text).codes.filter((code) => code.language === language && /\S/.test(code.text)),
    isBroken: (text) => embeddedCodeIn(kind, text).broken,
    limitOf: (text) => embeddedCodeIn(kind, text).limit,
    ...(commentsOf === undefined ? {} : { commentsOf }),
    ...(hands === undefined ? {} : { hands }),
    ...(declares === undefined ? {} : { declares }),
  };
}

let lastRead: { readonly kind: HoldingKind; readonly text: string; readonly embedded: EmbeddedCode } | undefined;

function embeddedCodeIn(kind: HoldingKind, text: string): EmbeddedCode {
  if (lastRead?.kind === kind && lastRead.text === text) return lastRead.embedded;
  lastRead = { kind, text, embedded: readSafely(kind, text) };
  return lastRead.embedded;
}

/** Reads a file that may be nested too deeply for the stack, such as a generated one. */
function readSafely({ read }: HoldingKind, text: string): EmbeddedCode {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof RangeError) return { codes: [], broken: true, limit: 'nested too deeply' };
    throw error;
  }
}
