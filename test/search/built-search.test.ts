import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../src/config/settings.js';
import type { SharedSettings } from '../../src/config/settings.js';
import { expectDefined } from '../../src/lib/expect-defined.js';
import { readBuilt } from '../../src/lib/package-files.js';
import { builtSearch, formOfSearch, searchSources } from '../../src/scan/mention-search.js';
import { compileSearch } from '../../src/search/text-search.js';

const NO_PLACE = { folder: '.', place: () => 'settings' };

function built(settings: SharedSettings): Buffer | undefined {
  return readBuilt(`libraries/${builtSearch(searchSources(settings.catalogue, settings.automatic?.signs))}`);
}

describe('the search that comes with the build', () => {
  it('is what a run without settings would compile', () => {
    const settings = settingsOf({}, NO_PLACE);
    const sources = searchSources(settings.catalogue, settings.automatic?.signs);
    const file = expectDefined(built(settings), 'the file of the build');
    expect(file.equals(formOfSearch(compileSearch(sources)))).toBe(true);
  });

  it('is not taken where something else is looked for', () => {
    const settings = settingsOf({}, NO_PLACE);
    expect(built(settingsOf({ apis: ['stripe'] }, NO_PLACE))).toBeUndefined();
    expect(built(settingsOf({ baseUrls: ['https://gateway.example.com/cf'] }, NO_PLACE))).toBeUndefined();
    expect(built(expectDefined(settings.automatic, 'other APIs apply').with(['openai']))).toBeUndefined();
  });
});
