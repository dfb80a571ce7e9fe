import { Parser } from 'htmlparser2';
import { CatalogueError } from '../../../../src/core/model/errors.js';

/** Pages and feeds have some thirty levels; the cost of a level grows with their number. */
const MAX_DEPTH = 1000;

/** @throws CatalogueError if elements are nested too deeply. */
export function assertDepth(markup: string, file: string, form: 'html' | 'xml'): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentagname() {
        depth += 1;
        if (depth > MAX_DEPTH) throw new CatalogueError('is nested too deeply', file);
      },
      onclosetag() {
        depth -= 1;
      },
    },
    { xmlMode: form === 'xml' },
  );
  parser.end(markup);
}
