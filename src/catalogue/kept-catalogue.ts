import type { Catalogue, Deprecation, IsoDate } from '../model/deprecation.js';

/** Part of a catalogue that is enough for most runs, which need few of its deprecations. */
type Head = Omit<Catalogue, 'deprecations'> & Required<Pick<Catalogue, 'outline'>>;

/** `more`: beside those that an outline is of. */
export function outlineOf(more: readonly Deprecation[], { count, lastEnd }: Head['outline'] = EMPTY): Head['outline'] {
  const later = (last: IsoDate | null, end: IsoDate | null): IsoDate | null =>
    last === null || end === null ? null : end > last ? end : last;
  return { count: count + more.length, lastEnd: more.map(({ endOfLife }) => endOfLife).reduce(later, lastEnd) };
}

const EMPTY: Head['outline'] = { count: 0, lastEnd: '' };

/** The stored form of a catalogue without its deprecations, which are read once a text may mention one. */
export function formOf({ apis, editions, deprecations, hidden, warnings, digest }: Catalogue): Buffer {
  const head: Head = {
    ...{ apis, editions, digest, outline: outlineOf(deprecations) },
    ...(hidden === undefined ? {} : { hidden }),
    ...(warnings === undefined ? {} : { warnings }),
  };
  return Buffer.from(JSON.stringify(head));
}

/** The catalogue of a form; `load` gives the whole of it, once, when somebody asks for its deprecations. */
export function fromForm(form: Buffer, load: () => Catalogue): Catalogue {
  const head = JSON.parse(form.toString('utf8')) as Head;
  let loaded: Catalogue['deprecations'] | undefined;
  return {
    ...head,
    get deprecations() {
      return (loaded ??= load().deprecations);
    },
  };
}
