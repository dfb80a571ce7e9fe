import { CLIENT_MODELS } from '../clients/index.js';
import type { ClientOrigin } from '../model/client-model.js';
import type { Language } from '../languages/language.js';
import { escapeRegExp, NOWHERE } from '../lib/escape-reg-exp.js';
import { packageName } from '../lib/package-name.js';
import { remembered } from '../lib/remembered.js';
import type { AlsoWanted, Mentions } from '../select/mentions.js';
import { hasHost } from './hosts.js';
import type { WidenMentions } from './language-program.js';

/** Tests of texts that find whatever can lead to a request, wherever it goes: addresses, and HTTP clients. */
export const anyRequest: WidenMentions = (own, language) => widenedFor(language)(own);

const widenedFor = remembered((language: Language) => {
  const modules = modulesOf(language);
  const also = wantedIn(language, modules);
  const isClientIn = clientTest(language, modules, also);
  const names = (text: string): boolean => hasHost(text) || isClientIn.test(text);
  return remembered((own: Mentions): Mentions => ({
    ...own,
    also,
    namesApi: (text) => own.namesApi(text) || names(text),
    of: (text, possible) => (names(text) ? 'api' : own.of(text, possible)),
  }));
});

/** Names that are those of anything else as well, such as those of members of pages and clouds. */
const COMMON: ReadonlySet<string> = new Set(['$', 'GM', 'cy', 'http', 'https', 'navigator']);

function originsOf({ id }: Language): readonly ClientOrigin[] {
  return CLIENT_MODELS.flatMap(({ origins }) => origins).filter(({ language = 'javascript' }) => language === id);
}

/** Modules that are HTTP clients. */
function modulesOf(language: Language): ReadonlySet<string> {
  return new Set(originsOf(language).flatMap((origin) => ('module' in origin ? [origin.module] : [])));
}

function wantedIn(language: Language, modules: ReadonlySet<string>): AlsoWanted {
  const { id } = language;
  const globals = originsOf(language).flatMap((origin) => ('global' in origin ? [origin.global] : []));
  return {
    hasAddress: hasHost,
    isClient: (specifier) => {
      const module = specifier.replace(/^node:/, '');
      return modules.has(module) || modules.has(packageName(module));
    },
    globals: new Set(globals.filter((name) => id !== 'javascript' || !COMMON.has(name))),
  };
}

/** Whether a client is called or imported in a text. */
function clientTest({ id, forms }: Language, modules: ReadonlySet<string>, { globals }: AlsoWanted): RegExp {
  const { sdk } = forms;
  const called = [...globals].map((name) => `(?<![\\w$])${escapeRegExp(name)}(?![\\w$])`);
  const imported = sdk === undefined ? [] : [...modules].map((name) => sdk(`(?:node:)?${escapeRegExp(name)}`));
  // `import os, requests`
  const read = id === 'python' ? [...modules].map((name) => `\\b${escapeRegExp(name)}\\.`) : [];
  return new RegExp([...called, ...imported, ...read].join('|') || NOWHERE);
}
