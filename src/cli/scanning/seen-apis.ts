import { BegunScan } from '../../scan/begun-scan.js';
import { ApisSeen } from '../../scan/prepare-scan.js';
import type { ScanSettings } from '../settings/settings.js';

/** Scans, and once more with the catalogues of the APIs that the files turn out to use. */
export async function withSeenApis<T>(
  settings: ScanSettings,
  scan: (settings: ScanSettings, begun: BegunScan) => Promise<T>,
): Promise<T> {
  const begun = new BegunScan();
  for (let known = settings; ;) {
    try {
      return await scan(known, begun);
    } catch (error) {
      if (!(error instanceof ApisSeen)) throw error;
      known = withApis(known, error.ids);
    }
  }
}

/** The settings with catalogues of these APIs, for both states of a change. */
function withApis(settings: ScanSettings, ids: ReadonlySet<string>): ScanSettings {
  const { automatic, before } = settings;
  return {
    ...settings,
    ...automatic?.with(ids),
    ...(before === undefined ? {} : { before: { ...before, ...before.automatic?.with(ids) } }),
  };
}
