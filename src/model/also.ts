/** Optional parts of a scan besides the program itself. */
export const ALSO = ['tests', 'documents', 'testDoubles', 'resources'] as const;
export type Also = (typeof ALSO)[number];
