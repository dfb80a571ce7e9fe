/** Reasons why a piece of a text, or a value, is unknown. Reports show them unchanged. */
export const REASON = {
  uncalled: 'a parameter for which no known caller passes a value',
  atRunTime: 'a value known only at run time',
  notFollowed: 'an expression that is not followed',
  importNotFollowed: 'an import that is not followed',
  reassigned: 'a variable that is reassigned',
  circular: 'a definition that refers to itself',
  tooMany: 'too many possible values',
  limit: 'the analysis limit for this file was reached',
} as const;

export type UnknownReason = (typeof REASON)[keyof typeof REASON];
