import type { Tree } from '@lezer/common';
import type { Comment } from '../../model/comment.js';

/** The comments of a file, in order: one that stands alone on its line opens and closes ranges, as a block does. */
export function findComments(tree: Tree, text: string): readonly Comment[] {
  const comments: Comment[] = [];
  tree.iterate({
    enter: ({ name, from, to }) => {
      if (name !== 'Comment') return;
      const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
      comments.push({ kind: line.trim() === '' ? 'block' : 'line', span: [from, to], text: text.slice(from + 1, to) });
    },
  });
  return comments;
}
