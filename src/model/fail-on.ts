/** Findings that fail a run, from the strictest gate to the mildest: all, those past their end of life, or none. */
export const FAIL_ON = ['deprecated', 'sunset', 'never'] as const;
export type FailOn = (typeof FAIL_ON)[number];
