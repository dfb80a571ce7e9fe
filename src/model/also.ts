/** What a scan can look at beside the program itself. */
export const ALSO = ['tests', 'documents', 'testDoubles', 'resources'] as const;
export type Also = (typeof ALSO)[number];
