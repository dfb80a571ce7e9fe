import { describe, expect, it } from 'vitest';
import { FileKinds } from '../../src/languages/table.js';
import { LANGUAGE_IDS } from '../../src/core/model/language.js';
import { SourceStore } from '../../src/scan/source-store.js';
import { TextReader } from '../../src/files/read-text.js';
import { catalogueOf, listFixtures, PARSERS } from '../fixtures-support.js';
import { castNet } from '../last-net.js';

/**
 * Texts that no program sends: a type, a hint and a link of a page, a docstring; or a variable whose uses are reported.
 */
const WRITTEN_ONLY: Readonly<Record<string, readonly RegExp[]>> = {
  'components/templates': [/ href=/, /: <input placeholder=/, /: <p>Once it was /],
  'components/vue': [/PageRules\.vue:\d+: <a href=/, /PageRules\.vue:39: /],
  'hosts/last-net': [/^form\.jsx:\d: <(?:input placeholder|a href)=/],
  'hosts/type-declarations': [/^types\.ts:9: declare const url: /],
  'python/silent-look-alikes': [/^app\.py:1: """/],
  'shell/makefile': [/^Makefile:2: API := /],
  'shell/manifest': [/^deno\.jsonc:8: "description": /],
};

describe('every place in a fixture that holds the host of an API', () => {
  it.each(listFixtures().map((fixture) => [fixture.name, fixture] as const))(
    'is accounted for: %s',
    (name, fixture) => {
      const kinds = new FileKinds(LANGUAGE_IDS);
      const store = new SourceStore(fixture.root, new TextReader(), kinds, { parsers: PARSERS });
      const { strays } = castNet(store, kinds, fixture.files, catalogueOf(name));
      expect(strays.filter((stray) => !WRITTEN_ONLY[name]?.some((known) => known.test(stray)))).toEqual([]);
    },
  );
});
