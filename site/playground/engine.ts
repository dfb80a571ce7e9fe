import './stand-ins/process.js';
import { exemptUndated } from '../../src/scan/baseline/gate.js';
import { settingsOf } from '../../src/config/settings.js';
import type { SharedSettings } from '../../src/config/settings.js';
import { createAnalyser } from '../../src/engine/analyse.js';
import { Parsers } from '../../src/languages/table.js';
import { LANGUAGE_IDS } from '../../src/core/model/language.js';
import type { Report } from '../../src/report/report.js';
import { ApisSeen } from '../../src/scan/prepare-scan.js';
import { scanSteps } from '../../src/scan/open-scan.js';
import { drainAsync } from '../../src/scan/steps.js';
import { withLibraries } from './stand-ins/built-module.js';
import { setFiles } from './stand-ins/fs.js';

/** A question of a visitor: code, file name, day and catalogues. */
export interface Question {
  /** Name of the file, which says its language. */
  readonly file: string;
  readonly text: string;
  /** Catalogues of other APIs; none: those that the text uses, as the command line takes them. */
  readonly apis: readonly string[];
  /** State of the built-in catalogue. */
  readonly edition: 'specification' | 'current';
  /** The day for which it is said what has ended. */
  readonly asOf: string;
}

const ROOT = '/playground';

/** Fetches the parsers of all languages, so that a page that is there goes on without a network. */
export async function loadLanguages(): Promise<void> {
  await new Parsers().load(LANGUAGE_IDS);
}

/** The report of `sunset-lint scan FILE --format json`, by the same code: a folder that holds this file alone is scanned. */
export function scanText({ file, text, apis, edition, asOf }: Question): Promise<Report> {
  return withLibraries(async () => {
    setFiles({ [`${ROOT}/${file}`]: text });
    const asked = settingsOf({ apis, edition }, { folder: ROOT, place: (steps) => steps.join('.'), asOf });
    try {
      return await scanWith(asked, file, asOf);
    } catch (error) {
      if (!(error instanceof ApisSeen) || asked.automatic === undefined) throw error;
      return await scanWith(asked.automatic.with(error.ids), file, asOf);
    }
  });
}

async function scanWith(
  { catalogue, clients, ignore, automatic }: SharedSettings,
  file: string,
  asOf: string,
): Promise<Report> {
  const { report } = await drainAsync(
    scanSteps(
      {
        ...{ root: ROOT, paths: [file], asOf, minConfidence: 'probable', clients, ignore: [...ignore] },
        signs: automatic?.signs,
      },
      { catalogue, createAnalyser },
    ),
    undefined,
  );
  return { ...report, findings: exemptUndated(report.findings, automatic?.applied ?? []) };
}
