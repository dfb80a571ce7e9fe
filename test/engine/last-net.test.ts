import { describe, expect, it } from 'vitest';
import { FileKinds } from '../../src/languages/file-kinds.js';
import { LANGUAGE_IDS } from '../../src/model/language.js';
import { SourceStore } from '../../src/scan/source-store.js';
import { TextReader } from '../../src/sources/read-text.js';
import { catalogueOf, listFixtures, PARSERS } from '../fixtures-support.js';
import { castNet } from '../last-net.js';

describe('Every place that holds the host of an API', () => {
  it.each(listFixtures().map((fixture) => [fixture.name, fixture] as const))(
    'is accounted for: %s',
    (name, fixture) => {
      const kinds = new FileKinds(LANGUAGE_IDS);
      const store = new SourceStore(fixture.root, new TextReader(), kinds, { parsers: PARSERS });
      expect(castNet(store, kinds, fixture.files, catalogueOf(name)).strays).toEqual([]);
    },
  );
});
