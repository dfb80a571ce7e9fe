import type {
  AssignmentFact,
  BindingFact,
  CallFact,
  ClassFact,
  ClassMemberFact,
  ExportFact,
  ExprFact,
  FunctionFact,
  ObjectFact,
  PropertyFact,
} from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };
export type FunctionRecord = Mutable<Omit<FunctionFact, 'returns' | 'yields'>> & {
  returns: ExprFact[];
  yields?: ExprFact[];
};
export type ClassRecord = Mutable<Omit<ClassFact, 'members'>> & { readonly members: ClassMemberFact[] };
export type ObjectRecord = Omit<ObjectFact, 'properties'> & { properties: PropertyFact[] };

export interface Placed<T> {
  readonly at: Span;
  readonly fact: T;
}

/** The tables of a file's facts while a lowering fills them. */
export interface Tables {
  readonly exports: Mutable<Placed<ExportFact>>[];
  readonly bindings: Mutable<BindingFact>[];
  readonly assignments: Mutable<AssignmentFact>[];
  readonly functions: FunctionRecord[];
  readonly classes: ClassRecord[];
  readonly objects: ObjectRecord[];
  readonly calls: Mutable<CallFact>[];
  /** The `this` expressions of each non-arrow function, unless a class or an object determines their value. */
  readonly thisExpressions: Map<number, Mutable<ThisFact>[]>;
  /** Expressions whose value is a function, by function. */
  readonly functionValues: Map<number, Mutable<ExprFact>[]>;
}

export type ThisFact = Extract<ExprFact, { readonly kind: 'this' }>;

/** Interface through which a lowering records a call that has the meaning of another construct. */
export interface Recorder {
  readonly tables: Tables;
  /** The function that defines `this` and `arguments` at the current position. */
  readonly owner: number | undefined;
  recordAssignment(target: ExprFact, operator: AssignmentFact['operator'], value: ExprFact, at: Span): void;
  recordImport(specifier: string, via: 'require', at: Span, typeOnly: boolean): void;
}
