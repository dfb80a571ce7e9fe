/** Tables in `rules`, which the build includes in the program. `npm run generate` checks their shape. */
declare module '*.json' {
  const content: unknown;
  export default content;
}
