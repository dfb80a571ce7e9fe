import type { TSESTree } from '@typescript-eslint/utils';
import type { FileFacts } from '../../core/model/facts.js';
import { FactsBuilder } from './builder.js';
import { EstreeLowering } from './estree/statements.js';

/**
 * Extracts the facts of a program in the ESTree form, with or without TypeScript's nodes, from its tree and its `text`.
 * `pause` is called repeatedly; an exception from it ends the lowering.
 */
export function lowerEstree(program: TSESTree.Program, text: string, file: string, pause?: () => void): FileFacts {
  return new EstreeLowering(new FactsBuilder(file, text.length, undefined, pause), text).lower(program);
}
