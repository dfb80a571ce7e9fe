export interface Problem {
  readonly what: string;
  readonly now: string;
}
