import './stand-ins/process.js';
import { exemptUndated } from '../../src/scan/baseline/gate.js';
import { settingsOf } from '../../src/config/settings.js';
import type { SharedSettings } from '../../src/config/settings.js';
import { createAnalyser } from '../../src/engine/analyse.js';
import { Parsers } from '../../src/languages/table.js';
import { LANGUAGE_IDS } from '../../src/core/model/language.js';
import type { Report } from '../../src/report/report.js';
import { MoreApisFound } from '../../src/scan/prepare-scan.js';
import { scanSteps } from '../../src/scan/open-scan.js';
import { drainAsync } from '../../src/scan/steps.js';
import { withLibraries } from './stand-ins/built-module.js';
import { setFiles } from './stand-ins/fs.js';

/** File of a question. */
export interface SourceText {
  /** Path below the folder, which determines the language. */
  readonly name: string;
  readonly text: string;
}

/** Question of a visitor: files, day and catalogues. */
export interface Question {
  readonly files: readonly SourceText[];
  /** Catalogues of other APIs; empty: those that the files use, as on the command line. */
  readonly apis: readonly string[];
  /** Edition of the built-in catalogue. */
  readonly edition: 'specification' | 'current';
  /** Day of the report. */
  readonly asOf: string;
}

const ROOT = '/playground';

/** Fetches the parsers of all languages, so that a loaded page works without a network. */
export async function loadLanguages(): Promise<void> {
  await new Parsers().load(LANGUAGE_IDS);
}

/** Report of `sunset-lint scan FILE… --format json`, by the same code, for a folder with only these files. */
export function scanFiles({ files, apis, edition, asOf }: Question): Promise<Report> {
  const names = files.map(({ name }) => name);
  return withLibraries(async () => {
    setFiles(Object.fromEntries(files.map(({ name, text }) => [`${ROOT}/${name}`, text])));
    const settings = settingsOf({ apis, edition }, { folder: ROOT, place: (steps) => steps.join('.'), asOf });
    try {
      return await scanWith(settings, names, asOf);
    } catch (error) {
      if (!(error instanceof MoreApisFound) || settings.automatic === undefined) throw error;
      return await scanWith(settings.automatic.with(error.ids), names, asOf);
    }
  });
}

async function scanWith(
  { catalogue, clients, ignore, automatic }: SharedSettings,
  paths: readonly string[],
  asOf: string,
): Promise<Report> {
  const { report } = await drainAsync(
    scanSteps(
      {
        ...{ root: ROOT, paths, asOf, minConfidence: 'probable', clients, ignore: [...ignore] },
        signs: automatic?.signs,
      },
      { catalogue, createAnalyser },
    ),
    undefined,
  );
  return { ...report, findings: exemptUndated(report.findings, automatic?.applied ?? []) };
}
