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
  readonly isBroken: boolean;
  /** The limit that the file exceeds, so that its errors are unknown. */
  readonly limit?: string | undefined;
}

/** A kind of host files, with code of some languages. */
export interface HostFileKind {
  readonly name: string;
  readonly languages: readonly LanguageId[];
  readonly isHostFile: (path: string) => boolean;
  readonly read: (text: string) => EmbeddedCode;
  readonly commentsOf?: (text: string) => readonly Comment[];
  readonly counts: HostFileReader['scanRole'];
  readonly clientMarkers?: HostFileReader['clientMarkers'];
  readonly declaresPackages?: HostFileReader['declaresPackages'];
}

/** Creates the reader for one language of a kind of host file. A file with code of several languages is read once. */
export function hostFileReaderOf(kind: HostFileKind, language: LanguageId): HostFileReader {
  const { name, isHostFile, commentsOf, counts, clientMarkers, declaresPackages } = kind;
  return {
    name,
    isHostFile,
    scanRole: counts,
    fragmentsOf: (text) =>
      embeddedCodeIn(kind, text).codes.filter((code) => code.language === language && /\S/.test(code.text)),
    isBroken: (text) => embeddedCodeIn(kind, text).isBroken,
    limitOf: (text) => embeddedCodeIn(kind, text).limit,
    ...(commentsOf === undefined ? {} : { commentsOf }),
    ...(clientMarkers === undefined ? {} : { clientMarkers }),
    ...(declaresPackages === undefined ? {} : { declaresPackages }),
  };
}

let lastRead: { readonly kind: HostFileKind; readonly text: string; readonly embedded: EmbeddedCode } | undefined;

function embeddedCodeIn(kind: HostFileKind, text: string): EmbeddedCode {
  if (lastRead?.kind === kind && lastRead.text === text) return lastRead.embedded;
  lastRead = { kind, text, embedded: readSafely(kind, text) };
  return lastRead.embedded;
}

/** Reads a file that may be nested too deeply for the stack, such as a generated one. */
function readSafely({ read }: HostFileKind, text: string): EmbeddedCode {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof RangeError) return { codes: [], isBroken: true, limit: 'nested too deeply' };
    throw error;
  }
}
