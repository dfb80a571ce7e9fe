import type { ProbeNote } from '../sources/file-probe.js';

/** Where import specifiers lead, with the files and folders that decided it. */
export interface StoredResolutions {
  /** Digest of what was asked of the disk. */
  readonly id: string;
  /** Kinds of paths on disk, `none` for an absent one. */
  readonly kinds: readonly (readonly [path: string, kind: 'file' | 'folder' | 'none'])[];
  /** Digests of the texts that were read, and of the names of folders in a folder. */
  readonly texts: readonly (readonly [path: string, digest: string])[];
  readonly folders: readonly (readonly [path: string, digest: string])[];
  /** Digests of the names in a folder that decide where imports lead. */
  readonly deciders: readonly (readonly [path: string, digest: string])[];
  /** Digests of the packages that the workspace around a folder declares. */
  readonly sums: readonly (readonly [path: string, digest: string])[];
  /** Of the names of all files, where they decide. */
  readonly list?: string;
  readonly notes: readonly ProbeNote[];
  readonly unread: readonly (readonly [path: string, why: string])[];
  readonly answers: readonly (readonly [file: string, answers: readonly (readonly [string, string])[]])[];
}

/** Stored fields besides the resolutions themselves and the answers of the disk. */
export type StoredGist = Pick<StoredResolutions, 'id' | 'sums' | 'list' | 'notes' | 'unread'>;
