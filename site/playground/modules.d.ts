// What has no types of its own: the engine says by itself what it takes them for.
declare module 'typescript-parser';
declare module '@ts-morph/common/dist/typescript.js' {
  const compiler: unknown;
  export default compiler;
}
