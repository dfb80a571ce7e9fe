import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { identityFrom } from '../../core/lib/identity.js';
import { addDays, isIsoDate } from '../../core/lib/iso-date.js';
import { isRecord } from '../../core/lib/json.js';
import { listRulesFolder, ownFolder, packageBeside, readRulesFile, readTool } from '../../core/package-files.js';
import { readRegularFile } from '../../core/lib/read-file.js';
import type { FileText } from '../../core/lib/read-file.js';
import type { IsoDate } from '../../core/model/deprecation.js';
import { ConfigError } from '../../core/model/errors.js';
import { MAX_CATALOGUE } from './read-file.js';

/** The package of catalogues, which a project may install beside this one for newer facts. */
export const DATA_PACKAGE = 'sunset-lint-catalogues';

/** The format of releases that this program reads. */
export const RELEASE_FORMAT = 1;

/** The version of the package of a release: format, day and number, so that a later release has a higher version. */
export function versionOf({ format, day, number }: Release): string {
  return [format, day.replaceAll('-', ''), number].join('.');
}

/** Source of the packaged catalogues. */
export interface CatalogueFiles {
  /** The data package, if the files are not this program's own: `sunset-lint-catalogues@1.20261125.0`. */
  readonly package?: string;
  /** An installed data package that is not used, because it is not newer. */
  readonly olderPackage?: string;
  /** Digest of all files of the data package. */
  readonly digest?: string;
  /** Text of a file, by its path in `rules`. */
  readonly read: (name: string) => string;
  /** Ids of the APIs, except the built-in one, that have a catalogue. */
  readonly apis: () => readonly string[];
}

/** Version of the program and of newer catalogues beside it, if any. Results of another version are out of date. */
export function versionWithCatalogues(): string {
  const { package: dataPackage } = catalogueFiles();
  return [readTool().version, ...(dataPackage === undefined ? [] : [dataPackage.replace('@', '.')])].join('+');
}

let memoisedFiles: CatalogueFiles | undefined;

/** The newer of this program's catalogues and those of the data package that is installed beside it. Memoised. */
export function catalogueFiles(): CatalogueFiles {
  return (memoisedFiles ??= catalogueFilesOf(ownFolder()));
}

/** Runs a function with this program's own catalogues, even if newer ones are installed beside it. */
export async function withOwnCatalogues<T>(run: () => Promise<T>): Promise<T> {
  const installed = catalogueFiles();
  memoisedFiles = OWN_FILES;
  try {
    return await run();
  } finally {
    memoisedFiles = installed;
  }
}

interface TrustSettings {
  /** Public key of the publishers of catalogues, in PEM. */
  readonly key: string;
  /** Current day of this machine. */
  readonly today: IsoDate;
}

/**
 * The catalogue files for the program in a folder.
 *
 * @throws ConfigError for a data package that cannot be used, or that the publishers of the program did not sign:
 * forged facts could hide a finding.
 */
export function catalogueFilesOf(programFolder: string, trust: Partial<TrustSettings> = {}): CatalogueFiles {
  const folder = packageBeside(DATA_PACKAGE, programFolder);
  if (folder === undefined) return OWN_FILES;
  const release = readRelease(folder);
  refuseUntrusted(folder, release, {
    key: trust.key ?? readRulesFile(KEY_FILE),
    today: trust.today ?? new Date().toISOString().slice(0, 10),
  });
  const own = JSON.parse(readRulesFile('release.json')) as Release;
  const dataPackage = `${DATA_PACKAGE}@${versionOf(release)}`;
  if (release.day < own.day || (release.day === own.day && release.number <= own.number))
    return { ...OWN_FILES, olderPackage: dataPackage };
  return {
    package: dataPackage,
    digest: identityFrom(release),
    read: (name) => readListedFile(folder, name, release.files[name]),
    apis: () => apiIdsOf(Object.keys(release.files)),
  };
}

const OWN_FILES: CatalogueFiles = {
  read: readRulesFile,
  apis: () => apiIdsOf(listRulesFolder('apis').map((name) => `apis/${name}`)),
};

function apiIdsOf(paths: readonly string[]): readonly string[] {
  return [...paths].sort().flatMap((path) => /^apis\/([\w-]+)\.json$/.exec(path)?.[1] ?? []);
}

/** Reads `release.json` of a data package, and checks it against the version of the package. */
function readRelease(folder: string): Release {
  const [release, manifest] = [join('rules', 'release.json'), 'package.json'].map((name): unknown => {
    try {
      return JSON.parse(readPackageFile(folder, name).text);
    } catch (error) {
      if (error instanceof SyntaxError) throw unusableError(folder, `${name} is not JSON`);
      throw error;
    }
  });
  if (isRecord(release) && typeof release['format'] === 'number' && release['format'] !== RELEASE_FORMAT)
    throw new ConfigError(
      `${folder} holds catalogues of format ${release['format']}, and ${readTool().name} ${readTool().version} reads format ${RELEASE_FORMAT}. Install another ${readTool().name}, or ${DATA_PACKAGE}@${RELEASE_FORMAT}.`,
    );
  if (!isRelease(release)) throw unusableError(folder, 'rules/release.json does not list its files');
  if (!isRecord(manifest) || manifest['name'] !== DATA_PACKAGE || manifest['version'] !== versionOf(release))
    throw unusableError(folder, `package.json is not that of ${DATA_PACKAGE} ${versionOf(release)}`);
  return release;
}

function isRelease(value: unknown): value is Release {
  if (!isRecord(value)) return false;
  const { day, number, files } = value;
  return typeof day === 'string' && isIsoDate(day) && Number.isSafeInteger(number) && isRecord(files);
}

/**
 * Refuses a package that the publishers of the program did not sign, that is not installed, or that has a future day.
 */
function refuseUntrusted(folder: string, release: Release, { key, today }: TrustSettings): void {
  if (!/[\\/]node_modules[\\/]/.test(realpathSync(folder)))
    throw unusableError(folder, 'it is a link to a folder that no package manager has filled');
  // Clocks differ by up to a day around the world.
  if (release.day > addDays(today, 1)) throw unusableError(folder, `it is of ${release.day}, and today is ${today}`);
  if (!isSignedBy(release, readPackageFile(folder, join('rules', SIGNATURE_FILE)).text.trim(), key))
    throw unusableError(folder, `rules/${SIGNATURE_FILE} is not a signature by the publishers of ${readTool().name}`);
}

/** File with the public key of the publishers of catalogues. */
const KEY_FILE = 'release-key.pem';

/** Reads a file of a data package, and refuses one with another digest than its release lists. */
function readListedFile(folder: string, name: string, sha256: string | undefined): string {
  const { text, ...file } = readPackageFile(folder, join('rules', name));
  if (file.sha256 !== sha256) throw unusableError(folder, `${name} is not the file that rules/release.json names`);
  return text;
}

function readPackageFile(folder: string, name: string): Extract<FileText, { readonly kind: 'text' }> {
  const file = readRegularFile(join(folder, name), { limit: MAX_CATALOGUE, within: folder, digest: true });
  if (file.kind !== 'text')
    throw unusableError(folder, `${name} ${file.kind === 'absent' ? 'is missing' : `is refused: ${file.why}`}`);
  return file;
}

function unusableError(folder: string, why: string): ConfigError {
  return new ConfigError(
    `the catalogues in ${folder} cannot be used: ${why}. Install ${DATA_PACKAGE} anew, or remove it: ${readTool().name} has its own catalogues.`,
  );
}

/** Content of `release.json`, which identifies a state of the packaged catalogues. */
export interface Release {
  /** Increased when an older program would misread the files. */
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

/** Whether a signature in base64 is that of a release, by the owner of an Ed25519 public key in PEM. */
function isSignedBy(release: Release, signature: string, publicKey: string): boolean {
  try {
    return verify(null, signedBytes(release), createPublicKey(publicKey), Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** Canonical form of a release, which is signed. */
function signedBytes({ format, day, number, files }: Release): Buffer {
  const names = Object.keys(files).sort();
  return Buffer.from(JSON.stringify([format, day, number, names.map((name) => [name, files[name]])]));
}
