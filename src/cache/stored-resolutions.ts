import type { ProbeNote } from '../files/file-probe.js';

/** Targets of import specifiers, with the files and folders that decided them. */
export interface StoredResolutions {
  /** Digest of the questions to the disk and their answers. */
  readonly id: string;
  /** Kinds of paths on disk, `none` for an absent one. */
  readonly kinds: readonly (readonly [path: string, kind: 'file' | 'folder' | 'none'])[];
  /** Digests of the texts that were read, and of the names of folders in a folder. */
  readonly texts: readonly (readonly [path: string, digest: string])[];
  readonly folders: readonly (readonly [path: string, digest: string])[];
  /** Digests of the names in a folder that affect module resolution. */
  readonly deciders: readonly (readonly [path: string, digest: string])[];
  /** Digests of the packages that the workspace around a folder declares. */
  readonly sums: readonly (readonly [path: string, digest: string])[];
  /** Digest of the names of all files, if they affect module resolution. */
  readonly list?: string;
  readonly notes: readonly ProbeNote[];
  readonly unread: readonly (readonly [path: string, why: string])[];
  readonly answers: readonly (readonly [file: string, answers: readonly (readonly [string, string])[]])[];
}

/** Stored fields besides the resolutions themselves and the answers of the disk. */
export type StoredResolutionSummary = Pick<StoredResolutions, 'id' | 'sums' | 'list' | 'notes' | 'unread'>;
