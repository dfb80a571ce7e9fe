import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { IsoDate } from '../model/deprecation.js';

/** Content of `release.json`, which identifies a state of the packaged catalogues. */
export interface Release {
  /** Raised where an older program would misread the files. */
  readonly format: number;
  /** The day of the release. */
  readonly day: IsoDate;
  /** Number of earlier releases of that day. */
  readonly number: number;
  /** SHA-256 of each file, by its path in `rules`. */
  readonly files: Readonly<Record<string, string>>;
}

/** File beside `release.json` with its signature, in base64. */
export const SIGNATURE_FILE = 'release.sig';

/** Signs a release with an Ed25519 key in PEM. @throws Error for a key of another kind. */
export function signRelease(release: Release, privateKey: string): string {
  return sign(null, signedBytes(release), createPrivateKey(privateKey)).toString('base64');
}

/** Whether a signature of a release, in base64, was made with the private half of an Ed25519 key in PEM. */
export function isSignedBy(release: Release, signature: string, publicKey: string): boolean {
  try {
    return verify(null, signedBytes(release), createPublicKey(publicKey), Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** The whole release in a fixed order. */
function signedBytes({ format, day, number, files }: Release): Buffer {
  const names = Object.keys(files).sort();
  return Buffer.from(JSON.stringify([format, day, number, names.map((name) => [name, files[name]])]));
}
