import type { Api } from '../../core/model/deprecation.js';
import type { CallFact } from '../../core/model/facts.js';

/**
 * A move of a value to another node, by its effect on the path to the value: `copy` does not change the path, `load`
 * removes a property from its front, `store` adds a property to its front, `open` removes any property from its front.
 */
export type Step =
  | readonly [kind: 'copy', to: number]
  | readonly [kind: 'load' | 'store', to: number, property: string]
  | readonly [kind: 'open', to: number];

/** A call, with the nodes of its parts. */
export interface FlowCall {
  /** Node of the callee. */
  readonly callee: number;
  /** Node of the receiver of a method. */
  readonly receiver?: number;
  /** Name of the method, or of the function. */
  readonly name: string;
  readonly args: readonly number[];
  /** Node of the object of named arguments. */
  readonly named?: number;
  readonly result: number;
  readonly form: CallFact['form'];
  readonly within?: number;
  /** Functions that are written as arguments. */
  readonly callbacks?: readonly number[];
}

/** A function, with the nodes of its parts. */
export interface FlowFunction {
  /** Node of the function itself. */
  readonly node: number;
  /** Nodes of its parameters, in order. */
  readonly parameters: readonly number[];
  readonly parameterNames?: readonly string[];
  readonly rest?: number;
  /** Node of its result. */
  readonly result: number;
  readonly within?: number;
  /** Class of which it is a member. */
  readonly ofClass?: number;
}

/** A class, with the nodes of its parts. */
export interface FlowClass {
  /** Node of the class itself. */
  readonly node: number;
  /** Node of its instances: `this` in its methods. */
  readonly instance: number;
  readonly construct?: number;
  readonly parent?: number;
}

/**
 * Possible moves of values in one file, by names and positions alone: no expression is evaluated. Nodes are numbers;
 * every declaration, function, class, object, call and imported name has one. A pure function of the facts; plain data.
 */
export interface FileFlow {
  /** The number of nodes. */
  readonly nodes: number;
  /** For each node, the steps from it. */
  readonly steps: Readonly<Record<number, readonly Step[]>>;
  /** Imported names. */
  readonly imports: readonly (readonly [node: number, specifier: string, name: string])[];
  /** Declared types that a name of a module refers to. */
  readonly types: readonly (readonly [node: number, specifier: string, name: string])[];
  /** Nodes of texts with the address of an API. The texts are not stored, because they may contain secrets. */
  readonly texts: readonly (readonly [node: number, apis: readonly Api['id'][]])[];
  readonly exports: readonly (readonly [name: string, node: number])[];
  /** Re-exported names: `export { a as b } from 'm'`. */
  readonly passed: readonly (readonly [name: string, specifier: string, imported: string])[];
  /** Modules whose names are all re-exported. */
  readonly opened: readonly string[];
  readonly calls: readonly FlowCall[];
  readonly functions: readonly FlowFunction[];
  readonly classes: readonly FlowClass[];
}

/** The export name of a whole module: `module.exports = …`. */
export const WHOLE_MODULE = '*';

/** Property that represents each element of a list. */
export const ELEMENT = '[]';
