import type { PythonNode } from './tree.js';
import { childrenOf, groupsOf } from './syntax.js';

/** A declared parameter. */
export interface Parameter {
  readonly name: PythonNode | undefined;
  /** `*`: the remaining arguments by position; a bare one only ends them. `**`: the remaining arguments by name. */
  readonly rest?: '*' | '**';
  readonly fallback?: PythonNode;
  readonly type?: PythonNode;
}

/** The parameters of a list, in order. */
export function parametersOf(list: PythonNode | null): readonly Parameter[] {
  if (list === null) return [];
  return groupsOf(childrenOf(list)).flatMap((group): readonly Parameter[] => {
    const rest = group[0]?.name === '*' || group[0]?.name === '**' ? group[0].name : undefined;
    const name = group.find((node) => node.name === 'VariableName');
    if (name === undefined && rest !== '*') return [];
    const type = group.find((node) => node.name === 'TypeDef');
    const equals = group.findIndex((node) => node.name === 'AssignOp');
    const fallback = equals < 0 ? undefined : group[equals + 1];
    return [
      {
        name,
        ...(rest === undefined ? {} : { rest }),
        ...(fallback === undefined ? {} : { fallback }),
        ...(type === undefined ? {} : { type }),
      },
    ];
  });
}
