export interface Kept {
  readonly figures: Readonly<Record<string, number>>;
  readonly raised: Readonly<Record<string, { readonly from: number; readonly to: number; readonly why: string }>>;
}
type Figures = Kept['figures'];
export function readKept(file: string): Kept;
export function compare(
  before: Figures,
  now: Figures,
  tolerance: number,
): Readonly<Record<'worse' | 'better' | 'unknown' | 'gone', readonly string[]>>;
export function keptAfter(before: Kept, now: Figures, tolerance: number, why?: string): Kept;
export function unexplained(before: Kept, after: Kept, tolerance: number): readonly string[];
