import { dirname, resolve } from 'node:path';
import { asJson } from '../lib/leaving.js';
import type { Leaving } from '../lib/leaving.js';
import type { SunsetConfig } from '../config/config.js';
import type { ScanSettings } from './settings.js';

/** The settings as a configuration file could say them. */
export function printSettings({ flags, config, paths, clients, ignore }: ScanSettings, cwd: string): Leaving {
  const { maxFileSize, maxMemory, timeout, warnWithin } = flags;
  const { catalogues = [], baseUrls = [], packages = [], overrides = [], ...rest } = config?.config ?? {};
  const folder = dirname(config?.file ?? cwd);
  const shown = {
    from: config?.file ?? null,
    paths,
    include: flags.include,
    ignoreFiles: flags.ignoreFiles,
    ignore: [...ignore],
    languages: flags.languages,
    documents: flags.documents,
    excludeTests: flags.excludeTests,
    resources: flags.resources,
    testDoubles: flags.testDoubles,
    tsconfig: flags.tsconfig,
    maxFileSize: maxFileSize === undefined ? undefined : `${maxFileSize}b`,
    maxMemory: maxMemory === undefined ? undefined : `${maxMemory}b`,
    timeout: timeout === undefined ? undefined : `${timeout}ms`,
    edition: flags.edition ?? rest.edition,
    builtin: flags.builtin && rest.builtin !== false,
    apis: [...(rest.apis ?? []), ...flags.api],
    packages,
    catalogues: [
      ...catalogues.map((item) =>
        typeof item === 'string' ? resolve(folder, item) : { ...item, file: resolve(folder, item.file) },
      ),
      ...flags.catalogue.map((file) => resolve(cwd, file)),
    ],
    overrides,
    baseUrls,
    clients,
    minConfidence: flags.minConfidence,
    failOn: flags.failOn,
    onlyChanged: flags.onlyChanged,
    warnWithin: warnWithin === undefined ? undefined : `${warnWithin}d`,
    maxFindings: flags.maxFindings,
    baseline: flags.baseline,
    strictClock: flags.strictClock,
    format: flags.format.map(({ format, file }) => (file === undefined ? format : `${format}=${file}`)),
    category: flags.category,
    omitSuppressed: flags.omitSuppressed,
    evidence: flags.evidence,
    unresolved: flags.unresolved,
  } satisfies Readonly<Record<Exclude<keyof SunsetConfig, '$schema'>, unknown>> & { readonly from: string | null };
  return asJson(shown);
}
