import { remembered } from '../lib/remembered.js';
import type { Api, Catalogue } from '../model/deprecation.js';

/** A catalogue as if it knew one of its APIs alone. */
export interface OneApi {
  readonly id: Api['id'];
  readonly catalogue: Catalogue;
}

/** A catalogue by its APIs that have something deprecated: what is selected for one does not depend on the others. */
export const oneByOne = remembered((catalogue: Catalogue): readonly OneApi[] => {
  const { apis, deprecations } = catalogue;
  const used = apis.filter(({ id }) => deprecations.some(({ api }) => api === id));
  if (used.length < 2) return used.map(({ id }) => ({ id, catalogue }));
  return used.map((api) => ({
    id: api.id,
    catalogue: { ...catalogue, apis: [api], deprecations: deprecations.filter((one) => one.api === api.id) },
  }));
});
