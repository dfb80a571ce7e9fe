/** Exit codes of the process. The worst wins. */
export const EXIT = { clean: 0, findings: 1, failure: 2, interrupted: 130 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The exit code of a scan by its outcome. */
export function exitCode(outcome: { readonly findings: number; readonly problems: number }): ExitCode {
  if (outcome.problems > 0) return EXIT.failure;
  return outcome.findings > 0 ? EXIT.findings : EXIT.clean;
}
