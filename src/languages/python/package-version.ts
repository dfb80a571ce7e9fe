import { dirname, join } from 'node:path';
import { escapeRegExp } from '../../lib/escape.js';
import { ancestors } from '../../sources/file-name.js';
import type { FileProbe } from '../../sources/file-probe.js';
import { readOnce } from '../../sources/package-version.js';
import type { Readings } from '../../sources/package-version.js';

/** Files with exact versions, and those with ranges. */
const LOCKS = ['poetry.lock', 'uv.lock', 'pdm.lock', 'Pipfile.lock'];
const MANIFESTS = [
  'requirements.txt',
  'requirements/base.txt',
  'requirements-dev.txt',
  'requirements/dev.txt',
  'pyproject.toml',
  'Pipfile',
  'setup.py',
  'setup.cfg',
];

/** Version of a package for a file: that of a lock file, else the range of a manifest. The nearest folder counts. */
export function pythonPackageVersion(probe: FileProbe, path: string, name: string): string | undefined {
  let declared: string | undefined;
  for (const folder of ancestors(dirname(path))) {
    const exact = found(probe, folder, LOCKS, lockedAt(name));
    if (exact !== undefined) return exact;
    declared ??= found(probe, folder, MANIFESTS, declaredAt(name));
  }
  return declared;
}

const TEXTS: Readings<string> = new WeakMap();

function found(probe: FileProbe, folder: string, files: readonly string[], at: RegExp): string | undefined {
  for (const file of files) {
    const text = readOnce(TEXTS, probe, join(folder, file), (all) => all);
    const groups = text === undefined ? undefined : at.exec(text)?.slice(1);
    const version = groups?.find((group: string | undefined) => group !== undefined);
    if (version !== undefined) return oneRange(version);
  }
  return undefined;
}

/** `name = "x"` and the version on the next line; `"x": { … "version": "==2.0.0" }` of a Pipfile.lock. */
function lockedAt(name: string): RegExp {
  const own = sourceOf(name);
  return new RegExp(
    `(?:^name = "${own}"\\r?\\n(?:[^\\n]*\\n)?version = |^[ \\t]*"${own}": \\{[^{}]{0,20000}?"version": )"(=*\\d[^"]*)"`,
    'im',
  );
}

/** `x==2.0`, `x[extra]>=2.0,<3`, `x = "^2.0"`, `x = {version = "^2.0"}`. */
function declaredAt(name: string): RegExp {
  const own = sourceOf(name);
  const range = `([\\^~=!<>]{1,3}\\s*\\d[\\d.*\\w]*(?:\\s*,\\s*[<>=!~]{1,2}\\s*\\d[\\d.*\\w]*)*)`;
  return new RegExp(
    `^[ \\t]*["']?${own}(?:\\[[^\\]]*\\])?\\s*(?:${range}|=\\s*(?:\\{[^}\\n]*version\\s*=\\s*)?["']([\\^~=<>]*\\d[^"']*)["'])|["']${own}(?:\\[[^\\]]*\\])?\\s*${range}["']`,
    'im',
  );
}

/** Pattern of a package name, in any case, and with any of `-`, `_` and `.`. */
function sourceOf(name: string): string {
  return name
    .split(/[-_.]+/)
    .map(escapeRegExp)
    .join('[-_.]+');
}

/** `>=2.0,<3` as the equivalent `^2.0`; a range without an upper bound is unchanged. */
function oneRange(written: string): string {
  const range = written.replaceAll(/\s+/g, '');
  const [, from, major] = /^>=((\d+)(?:\.[\d.]*)?),<=?(\d+)/.exec(range) ?? [];
  const to = /,<(\d+)/.exec(range)?.[1];
  if (from !== undefined && major !== undefined && to === String(Number(major) + 1)) return `^${from}`;
  return range.split(',')[0] ?? range;
}
