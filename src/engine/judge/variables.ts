import type { Setting } from '../../model/module-reader.js';
import type { SiteFinder } from '../requests/calling/site-finder.js';
import { externalName, plainTexts } from '../values/text.js';
import type { ExternalValue, HolePart } from '../values/value.js';

/** Variables of an environment, which are written in capitals, and members of what is called one. */
const VARIABLE = /(?:^|\W)(?:env(?:iron)?\.(\w+)|([A-Z][A-Z\d_]*))$/;

/** Returns the environment variable behind a hole: `API` of `process.env.API`, `env.API` and `Deno.env.get('API')`. */
export function variableOf({ name, external }: Pick<HolePart, 'name' | 'external'>): string | undefined {
  const last = external?.steps.at(-1);
  if (last?.kind === 'call') {
    const [asked] = last.args();
    return asked === undefined ? undefined : plainTexts(asked)?.[0];
  }
  const [, member, capitals] = VARIABLE.exec(name) ?? [];
  return member ?? capitals;
}

/** Values that files of settings near a file give to a variable. A deployment can give it something else. */
export interface Variable {
  readonly name: string;
  readonly settings: readonly Setting[];
}

/** The variable that a value from outside the program is, with what files of settings give it; undefined where none does. */
export function settingsOf(finder: SiteFinder, file: string, external: ExternalValue): Variable | undefined {
  const name = variableOf({ name: externalName(external), external });
  const settings = name === undefined ? [] : (finder.evaluator.program.modules.settings?.(file, name) ?? []);
  return name === undefined || settings.length === 0 ? undefined : { name, settings };
}
