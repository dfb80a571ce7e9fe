import type { Setting } from '../../model/module-reader.js';
import type { SiteFinder } from '../requests/calling/site-finder.js';
import { externalName, plainTexts } from '../values/text.js';
import type { ExternalValue, HolePart } from '../values/value.js';

/** Environment variables, which are written in capitals, and members of an object named `env`. */
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

/** Values that settings files near a file give to a variable. A deployment can set another one. */
export interface Variable {
  readonly name: string;
  readonly settings: readonly Setting[];
}

/** The environment variable behind a value, with its values in settings files; undefined if they have none. */
export function settingsOf(finder: SiteFinder, file: string, external: ExternalValue): Variable | undefined {
  const name = variableOf({ name: externalName(external), external });
  const settings = name === undefined ? [] : (finder.evaluator.program.modules.settings?.(file, name) ?? []);
  return name === undefined || settings.length === 0 ? undefined : { name, settings };
}
