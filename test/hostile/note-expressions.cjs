// Preloaded into a process: records the regular expressions that it composes at run time, in the file NOTED.
const { writeFileSync } = require('node:fs');

const noted = new Set();
const note = (expression) => {
  noted.add(String(expression));
  return expression;
};
globalThis.RegExp = new Proxy(RegExp, {
  construct: (target, args, made) => note(Reflect.construct(target, args, made === globalThis.RegExp ? target : made)),
  apply: (target, self, args) => note(Reflect.apply(target, self, args)),
});
process.on('exit', () => {
  writeFileSync(process.env.NOTED, JSON.stringify([...noted]));
});
