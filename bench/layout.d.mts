export const FORMAT: number;
export function heading(run: {
  readonly commit: string;
  readonly before?: string;
  readonly node: string;
  readonly cores: number;
  readonly runs: number;
}): string;
export function misplaced(text: string): readonly string[];
