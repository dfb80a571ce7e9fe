import { apisOf, packageSource } from '../core/api/known-apis.js';
import { memoByObject } from '../core/lib/collections.js';
import type { Api, Catalogue } from '../core/model/deprecation.js';
import type { ModuleReader } from '../core/model/module-reader.js';
import { mentionsOf } from './mentions.js';
import { JAVASCRIPT_FORMS } from '../languages/language-texts.js';
import type { LexicalForms } from '../languages/language-texts.js';
import { reachesApi } from './text-mentions.js';

/**
 * Signs that code uses one of some APIs: a base URL, or an import or a dependency of its SDK. A bare name is not a
 * sign.
 */
export interface ApiSigns {
  /** The APIs with signs. */
  readonly apis: readonly Api[];
  /** Sources of regular expressions: every sign in a text of the language matches one of them. */
  readonly sources: (forms: LexicalForms) => readonly string[];
  /** Ids of the APIs that a text of the language uses. */
  readonly usedIn: (text: string, forms?: LexicalForms) => readonly Api['id'][];
  /** Ids of the APIs whose SDK a `package.json` depends on. */
  readonly dependedOn: (manifest: string) => readonly Api['id'][];
}

/** The signs of some APIs: their packages and base URLs. */
export const signsOfApis = memoByObject((apis: readonly Api[]): ApiSigns => {
  const allNames = catalogueOfNames(apis);
  const namesByApi = apis.map((api) => ({
    id: api.id,
    names: catalogueOfNames([api]),
    dependency: new RegExp(
      `"(?:${
        apisOf(catalogueOfNames([api]))
          .packages.map(packageSource)
          .join('|') || '(?!)'
      })"\\s*:\\s*"`,
    ),
  }));
  return {
    apis,
    sources: (forms) => mentionsOf(allNames, forms).sources.api,
    usedIn: (text, forms = JAVASCRIPT_FORMS) =>
      mentionsOf(allNames, forms).namesApi(text)
        ? namesByApi.flatMap(({ id, names }) => (reachesApi(text, names, forms) ? [id] : []))
        : [],
    dependedOn: (manifest) => namesByApi.flatMap(({ id, dependency }) => (dependency.test(manifest) ? [id] : [])),
  };
});

/** Whether the package of a file depends on an SDK by name, so that the file may get its client from any module. */
export function declaresSdk(
  modules: Pick<ModuleReader, 'packageVersion'>,
  file: string,
  catalogue: Catalogue,
): boolean {
  return apisOf(catalogue).packages.some(
    (name) => !name.includes('*') && modules.packageVersion?.(file, name) !== undefined,
  );
}

/** A catalogue with the names of APIs, and without operations. */
export function catalogueOfNames(apis: readonly Api[]): Catalogue {
  return { apis, editions: [], deprecations: [], digest: '' };
}
