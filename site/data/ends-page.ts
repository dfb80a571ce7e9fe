import { endInWords } from '../../src/engine/judge/describe-end.js';
import type { Deprecation, IsoDate } from '../../src/core/model/deprecation.js';
import { insteadOf } from '../../tools/catalogue/format-index.js';
import { prose, table } from '../../tools/docs/markdown.js';
import type { Page } from './index.js';

/** Page of the ends in the next twelve months. */
export function endsPage(coming: readonly Deprecation[], today: IsoDate): Page {
  return {
    url: '/ends/',
    text: [
      '# What ends in the next twelve months',
      `As of ${today}, the day on which this page was made. The catalogues that come with sunset-lint name ${String(coming.length)} deprecations that end within a year of it. [The same as a calendar](/ends.ics), with an event of a whole day for each.`,
      'A catalogue holds what its vendor had announced on the day that its page names: see [vendors](/vendors/).',
      table(
        ['Ends', 'What', 'API', 'Use instead'],
        coming.map((one) => [
          endInWords(one),
          `[${prose(one.feature)}](/deprecations/${one.id}/)`,
          `[${one.api}](/vendors/${one.api}/)`,
          insteadOf(one),
        ]),
      ),
    ].join('\n\n'),
  };
}
