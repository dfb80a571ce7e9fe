import { utcDay } from '../lib/iso-date.js';
import type { IsoDate } from '../model/deprecation.js';
import type { Settings } from './settings.js';

/** Of a clock that tells no day: what holds until a day holds no more. */
const LAST_DAY = '9999-12-31';

/** The day on which findings and exceptions are judged: `settings.sunset.asOf`, without it today. */
export function dayOf({ asOf }: Pick<Settings, 'asOf'>): IsoDate {
  return asOf ?? utcDay(new Date()) ?? LAST_DAY;
}
