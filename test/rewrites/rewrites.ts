import { babelPreset, inTurn, typescript, typesErased } from './compilers.js';
import type { Rewrite } from './compilers.js';
import {
  argumentsSpread,
  constantsAssigned,
  localsRenamed,
  methodsToFields,
  optionsSpread,
  printedAgain,
  templatesToConcat,
  textsSplit,
  textsToConstants,
} from './own-rewrites.js';

export interface Row {
  readonly name: string;
  readonly rewrite: Rewrite;
  /** Least percentage of findings that must be kept. */
  readonly floor: number;
}

const interop = { esModuleInterop: true };
const babel = (include: readonly string[]): Rewrite =>
  babelPreset({ targets: { node: '24' }, modules: false, include });
const async = ['transform-async-to-generator', 'transform-regenerator', 'transform-destructuring', 'transform-for-of'];

export const REWRITES: readonly Row[] = [
  { name: 'printed again', rewrite: printedAgain, floor: 98 },
  { name: 'locals renamed', rewrite: localsRenamed, floor: 98 },
  { name: 'texts to constants', rewrite: textsToConstants, floor: 98 },
  { name: 'const x = … to let x; x = …', rewrite: constantsAssigned, floor: 98 },
  { name: 'options as {...{…}}', rewrite: optionsSpread, floor: 98 },
  { name: 'f(...[a, b])', rewrite: argumentsSpread, floor: 98 },
  { name: 'methods to arrow fields', rewrite: methodsToFields, floor: 98 },
  { name: 'templates to concat()', rewrite: templatesToConcat, floor: 98 },
  { name: 'texts split at the last /', rewrite: textsSplit, floor: 98 },
  { name: 'types erased', rewrite: typesErased, floor: 98 },
  { name: 'tsc ES5 modules', rewrite: typescript({ target: 'ES5', module: 'ES2015', ...interop }), floor: 98 },
  { name: 'tsc ES5 CommonJS', rewrite: typescript({ target: 'ES5', module: 'CommonJS', ...interop }), floor: 98 },
  {
    name: 'tsc ES5 CommonJS, tslib',
    rewrite: typescript({ target: 'ES5', module: 'CommonJS', importHelpers: true, ...interop }),
    floor: 98,
  },
  { name: 'tsc ES2015 CommonJS', rewrite: typescript({ target: 'ES2015', module: 'CommonJS', ...interop }), floor: 98 },
  {
    name: 'tsc ES2015 CommonJS, no interop',
    rewrite: typescript({ target: 'ES2015', module: 'CommonJS', esModuleInterop: false }),
    floor: 98,
  },
  { name: 'tsc ES2017 CommonJS', rewrite: typescript({ target: 'ES2017', module: 'CommonJS', ...interop }), floor: 98 },
  { name: 'tsc ES2020 AMD', rewrite: typescript({ target: 'ES2020', module: 'AMD', ...interop }), floor: 98 },
  { name: 'tsc ES5 AMD', rewrite: typescript({ target: 'ES5', module: 'AMD', ...interop }), floor: 98 },
  { name: 'tsc ES2020 System', rewrite: typescript({ target: 'ES2020', module: 'System', ...interop }), floor: 98 },
  { name: 'tsc ES5 System', rewrite: typescript({ target: 'ES5', module: 'System', ...interop }), floor: 98 },
  { name: 'tsc ES2020 UMD', rewrite: typescript({ target: 'ES2020', module: 'UMD', ...interop }), floor: 98 },
  { name: 'babel async', rewrite: babel(async), floor: 98 },
  { name: 'babel async, no regenerator', rewrite: babel(async.slice(0, 1)), floor: 98 },
  { name: 'babel classes', rewrite: babel(['transform-classes', 'transform-class-properties']), floor: 98 },
  {
    name: 'babel class fields',
    rewrite: babel(['transform-class-properties', 'transform-private-methods']),
    floor: 98,
  },
  { name: 'babel object spread', rewrite: babel(['transform-object-rest-spread']), floor: 98 },
  { name: 'babel parameters', rewrite: babel(['transform-parameters', 'transform-arrow-functions']), floor: 98 },
  {
    name: 'babel destructuring',
    rewrite: babel(['transform-destructuring', 'transform-optional-chaining', 'transform-nullish-coalescing-operator']),
    floor: 98,
  },
  { name: 'babel templates', rewrite: babel(['transform-template-literals']), floor: 98 },
  { name: 'babel IE 11', rewrite: babelPreset({ targets: { ie: '11' }, modules: false }), floor: 98 },
  { name: 'babel IE 11 CommonJS', rewrite: babelPreset({ targets: { ie: '11' }, modules: 'commonjs' }), floor: 98 },
  { name: 'babel IE 11 AMD', rewrite: babelPreset({ targets: { ie: '11' }, modules: 'amd' }), floor: 98 },
  { name: 'babel IE 11 System', rewrite: babelPreset({ targets: { ie: '11' }, modules: 'systemjs' }), floor: 98 },
  {
    name: 'fields and constants, then ES5',
    rewrite: inTurn(methodsToFields, textsToConstants, typescript({ target: 'ES5', module: 'CommonJS', ...interop })),
    floor: 98,
  },
];
