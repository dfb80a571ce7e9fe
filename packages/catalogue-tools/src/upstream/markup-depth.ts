import { Parser } from 'htmlparser2';
import { CatalogueError } from '../../../../src/core/model/errors.js';

/** Maximum depth of elements. Pages and feeds have about 30 levels; deeper ones cost more for each level. */
const MAX_DEPTH = 1000;

/** Checks the depth of markup. @throws CatalogueError if elements are nested too deeply. */
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
