import { jsonProblem } from '../../lib/json.js';
import type { Comment } from '../../model/comment.js';
import type { LanguageParser } from '../language.js';
import { parseHcl } from './hcl/parse-body.js';
import { parseJsonBody } from './json-body.js';
import { lowerFile } from './lower-file.js';

/** Terraform and OpenTofu, in both syntaxes. */
export const parser: LanguageParser = {
  parse(file, text) {
    if (!isJson(file)) {
      const { body, errors } = parseHcl(text);
      return { facts: lowerFile(file, body, text.length), syntaxErrors: errors };
    }
    const body = parseJsonBody(text);
    const facts = lowerFile(file, body ?? { items: [], at: [0, 0] }, text.length);
    return { facts, syntaxErrors: jsonProblem(text, 'plain') === undefined ? 0 : 1 };
  },
  comments: (file, text) =>
    isJson(file) ? [] : parseHcl(text).comments.map(({ start, end }) => comment(text, start, end)),
};

function isJson(file: string): boolean {
  return /\.json$/i.test(file);
}

/** A comment that has its line for itself is one as those are that languages delimit. */
function comment(text: string, start: number, end: number): Comment {
  const written = text.slice(start, end);
  if (written.startsWith('/*'))
    return { kind: 'block', span: [start, end], text: written.slice(2).replace(/\*\/$/, '') };
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return {
    kind: before.trim() === '' ? 'block' : 'line',
    span: [start, end],
    text: written.replace(/^(?:#|\/\/)/, ''),
  };
}
