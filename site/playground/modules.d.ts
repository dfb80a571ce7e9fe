// Modules without types of their own: the engine declares how it uses them.
declare module 'typescript-parser';
declare module '@ts-morph/common/dist/typescript.js' {
  const compiler: unknown;
  export default compiler;
}
