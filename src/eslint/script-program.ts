import type { TSESTree } from '@typescript-eslint/utils';

/**
 * The program of a file's scripts. svelte-eslint-parser keeps the statements of a script in an
 * element of the program's body; the other parsers of component files put them there themselves.
 */
export function scriptProgram(program: TSESTree.Program): TSESTree.Program {
  if (!program.body.some(isScriptElement)) return program;
  const body = program.body.flatMap((node) => (isScriptElement(node) ? node.body.map(asStatement) : [node]));
  return { ...program, body };
}

/** `$: statement` is a statement with a label, under another name. */
function asStatement(node: Statement): Statement {
  const { type } = node as { readonly type: string };
  return type === 'SvelteReactiveStatement' ? ({ ...node, type: 'LabeledStatement' } as unknown as Statement) : node;
}

type Statement = TSESTree.Program['body'][number];

interface ScriptElement {
  readonly body: TSESTree.Program['body'];
}

function isScriptElement(node: unknown): node is ScriptElement {
  return (node as { readonly type: string }).type === 'SvelteScriptElement';
}
